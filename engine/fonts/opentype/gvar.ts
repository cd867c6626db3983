import { ByteReader } from './byte-reader.js'
import type { Table } from './table.js'
import { axisScalar, f2dot14 } from './variation-axes.js'

/** Points of a glyph, its four phantom points behind them, to be moved in place. */
interface VariedPoints {
  readonly xs: Float64Array
  readonly ys: Float64Array
  /** Index of the last point of each contour; none for the components of a composite glyph, which are not interpolated. */
  readonly ends: readonly number[]
}

/** Moves the points of a glyph to where they are at one place of the design space. */
export type GlyphVariation = (glyphId: number, points: VariedPoints) => void

// Flags of tuple variations (OpenType 1.9, "Tuple variation store").
const SHARED_POINT_NUMBERS = 0x8000
const COUNT_MASK = 0x0fff
const EMBEDDED_PEAK = 0x8000
const INTERMEDIATE_REGION = 0x4000
const PRIVATE_POINT_NUMBERS = 0x2000
const POINTS_ARE_WORDS = 0x80
const DELTAS_ARE_ZERO = 0x80
const DELTAS_ARE_WORDS = 0x40

/** Points of a glyph times its variations: the data of one may serve for many. */
const MAX_WORK = 2_000_000

/** Reads `gvar` at normalized coordinates (OpenType 1.9, "gvar"). */
export function readGlyphVariations(gvar: Table, coords: readonly number[]): GlyphVariation {
  const axisCount = gvar.getUint16(4)
  const sharedTuples = gvar.getUint32(8)
  const glyphCount = gvar.getUint16(12)
  const isLong = (gvar.getUint16(14) & 1) !== 0
  const dataStart = gvar.getUint32(16)
  const offsetOf = (i: number) => (isLong ? gvar.getUint32(20 + i * 4) : gvar.getUint16(20 + i * 2) * 2)

  return (glyphId, points) => {
    if (glyphId >= glyphCount) return
    const start = dataStart + offsetOf(glyphId)
    const end = dataStart + offsetOf(glyphId + 1)
    if (end <= start) return
    if (end > gvar.byteLength) throw new RangeError('the end of gvar')
    const data = new DataView(gvar.buffer, gvar.byteOffset + start, end - start)
    vary(data, points, (tupleIndex) => ({ table: gvar, at: sharedTuples + tupleIndex * axisCount * 2 }), coords)
  }
}

interface Place {
  readonly table: Table
  readonly at: number
}

function vary(
  data: Table,
  points: VariedPoints,
  sharedTuple: (index: number) => Place,
  coords: readonly number[],
): void {
  const axisCount = coords.length
  const count = data.getUint16(0)
  const reader = new ByteReader(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), data.getUint16(2))
  const pointCount = points.xs.length
  if ((count & COUNT_MASK) * pointCount > MAX_WORK) throw new RangeError('the variations of a glyph')
  const shared = (count & SHARED_POINT_NUMBERS) !== 0 ? readPointNumbers(reader, pointCount) : undefined
  const base = { xs: points.xs.slice(), ys: points.ys.slice() }
  let header = 4
  for (let i = 0; i < (count & COUNT_MASK); i++) {
    const size = data.getUint16(header)
    const index = data.getUint16(header + 2)
    let at = header + 4
    let peak = sharedTuple(index & COUNT_MASK)
    if ((index & EMBEDDED_PEAK) !== 0) {
      peak = { table: data, at }
      at += axisCount * 2
    }
    const region = (index & INTERMEDIATE_REGION) !== 0 ? at : undefined
    if (region !== undefined) at += axisCount * 4
    header = at
    const next = reader.at + size
    const scalar = tupleScalar(data, peak, region, coords)
    if (scalar !== 0) {
      const numbers = (index & PRIVATE_POINT_NUMBERS) !== 0 ? readPointNumbers(reader, pointCount) : shared
      applyTuple(reader, points, base, numbers, scalar)
    }
    reader.at = next
  }
}

function tupleScalar(data: Table, peak: Place, region: number | undefined, coords: readonly number[]): number {
  let scalar = 1
  for (let axis = 0; axis < coords.length && scalar !== 0; axis++) {
    const top = f2dot14(peak.table, peak.at + axis * 2)
    const start = region === undefined ? Math.min(top, 0) : f2dot14(data, region + axis * 2)
    const end = region === undefined ? Math.max(top, 0) : f2dot14(data, region + (coords.length + axis) * 2)
    scalar *= axisScalar(coords[axis] as number, start, top, end)
  }
  return scalar
}

/** Undefined stands for all points. */
function readPointNumbers(reader: ByteReader, pointCount: number): readonly number[] | undefined {
  let count = reader.uint8()
  if (count === 0) return undefined
  if (count >= 0x80) count = ((count & 0x7f) << 8) | reader.uint8()
  const numbers: number[] = []
  let point = 0
  while (numbers.length < count) {
    const control = reader.uint8()
    for (let i = 0; i <= (control & 0x7f) && numbers.length < count; i++) {
      point += (control & POINTS_ARE_WORDS) !== 0 ? reader.uint16() : reader.uint8()
      if (point >= pointCount) throw new RangeError('a point number')
      numbers.push(point)
    }
  }
  return numbers
}

function readDeltas(reader: ByteReader, count: number): Float64Array {
  const deltas = new Float64Array(count)
  for (let at = 0; at < count; ) {
    const control = reader.uint8()
    const run = Math.min(count, at + (control & 0x3f) + 1)
    const isZero = (control & DELTAS_ARE_ZERO) !== 0
    const isWord = (control & DELTAS_ARE_WORDS) !== 0
    for (; at < run; at++) {
      if (isZero) continue
      deltas[at] = isWord ? reader.int16() : reader.int8()
    }
  }
  return deltas
}

type Base = Pick<VariedPoints, 'xs' | 'ys'>

function applyTuple(
  reader: ByteReader,
  points: VariedPoints,
  base: Base,
  numbers: readonly number[] | undefined,
  scalar: number,
): void {
  const count = points.xs.length
  const given = numbers?.length ?? count
  const dx = readDeltas(reader, given)
  const dy = readDeltas(reader, given)
  if (numbers === undefined) {
    for (let i = 0; i < count; i++) {
      points.xs[i] = (points.xs[i] as number) + (dx[i] as number) * scalar
      points.ys[i] = (points.ys[i] as number) + (dy[i] as number) * scalar
    }
    return
  }
  const touched = new Uint8Array(count)
  const allX = new Float64Array(count)
  const allY = new Float64Array(count)
  for (let i = 0; i < given; i++) {
    const point = numbers[i] as number
    touched[point] = 1
    allX[point] = (allX[point] as number) + (dx[i] as number)
    allY[point] = (allY[point] as number) + (dy[i] as number)
  }
  inferDeltas(points.ends, touched, base.xs, allX)
  inferDeltas(points.ends, touched, base.ys, allY)
  for (let i = 0; i < count; i++) {
    points.xs[i] = (points.xs[i] as number) + (allX[i] as number) * scalar
    points.ys[i] = (points.ys[i] as number) + (allY[i] as number) * scalar
  }
}

/** Moves the points without a delta with their neighbours on the contour that have one. */
function inferDeltas(ends: readonly number[], touched: Uint8Array, base: Float64Array, deltas: Float64Array): void {
  let first = 0
  for (const end of ends) {
    const known: number[] = []
    for (let i = first; i <= end; i++) if (touched[i] === 1) known.push(i)
    for (let k = 0; k < known.length; k++) {
      const from = known[k] as number
      const to = known[(k + 1) % known.length] as number
      for (let i = from === end ? first : from + 1; i !== to; i = i === end ? first : i + 1) {
        deltas[i] = inferDelta(base, deltas, from, to, i)
      }
    }
    first = end + 1
  }
}

function inferDelta(base: Float64Array, deltas: Float64Array, from: number, to: number, point: number): number {
  const isOrdered = (base[from] as number) <= (base[to] as number)
  const [low, high] = isOrdered ? [from, to] : [to, from]
  const [lowAt, highAt] = [base[low] as number, base[high] as number]
  const [lowDelta, highDelta] = [deltas[low] as number, deltas[high] as number]
  const at = base[point] as number
  if (lowAt === highAt) return lowDelta === highDelta ? lowDelta : 0
  if (at <= lowAt) return lowDelta
  if (at >= highAt) return highDelta
  return lowDelta + ((at - lowAt) / (highAt - lowAt)) * (highDelta - lowDelta)
}

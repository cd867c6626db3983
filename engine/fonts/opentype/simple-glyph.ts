import { ByteReader } from './byte-reader.js'
import { ByteWriter } from './byte-writer.js'

/** The points of a simple glyph in font units. */
export interface SimpleGlyph {
  /** Index of the last point of each contour. */
  readonly ends: readonly number[]
  /** 1 for points on the curve, 0 for control points. */
  readonly onCurve: Uint8Array
  readonly xs: Float64Array
  readonly ys: Float64Array
}

// Flags of a point of a simple glyph (OpenType 1.9, "glyf").
const ON_CURVE = 0x01
const X_IS_BYTE = 0x02
const Y_IS_BYTE = 0x04
const REPEAT = 0x08
/** With a byte: it is positive. Without: the coordinate is that of the point before. */
const X_POSITIVE_OR_SAME = 0x10
const Y_POSITIVE_OR_SAME = 0x20

/**
 * Reads the points of a simple glyph.
 * @param bytes a glyph with at least one contour
 * @throws RangeError when the glyph ends early
 */
export function readSimpleGlyph(bytes: Uint8Array): SimpleGlyph {
  const reader = new ByteReader(bytes)
  const contours = reader.int16()
  reader.at = 10
  const ends: number[] = []
  for (let i = 0; i < contours; i++) {
    const end = reader.uint16()
    if (i > 0 && end < (ends[i - 1] as number)) throw new RangeError('the contours of a glyph')
    ends.push(end)
  }
  reader.take(reader.uint16())
  const count = contours > 0 ? (ends[contours - 1] as number) + 1 : 0
  const flags = readFlags(reader, count)
  const xs = readCoordinates(reader, flags, X_IS_BYTE, X_POSITIVE_OR_SAME)
  const ys = readCoordinates(reader, flags, Y_IS_BYTE, Y_POSITIVE_OR_SAME)
  return { ends, onCurve: flags.map((flag) => flag & ON_CURVE), xs, ys }
}

function readFlags(reader: ByteReader, count: number): Uint8Array {
  const flags = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const flag = reader.uint8()
    flags[i] = flag
    if ((flag & REPEAT) === 0) continue
    const last = Math.min(count - 1, i + reader.uint8())
    flags.fill(flag, i + 1, last + 1)
    i = last
  }
  return flags
}

function readCoordinates(reader: ByteReader, flags: Uint8Array, isByte: number, positiveOrSame: number): Float64Array {
  const coordinates = new Float64Array(flags.length)
  let value = 0
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] as number
    const positive = (flag & positiveOrSame) !== 0
    if ((flag & isByte) !== 0) value += positive ? reader.uint8() : -reader.uint8()
    else if (!positive) value += reader.int16()
    coordinates[i] = value
  }
  return coordinates
}

/** Writes a simple glyph without instructions, its coordinates rounded. Empty for a glyph without points. */
export function writeSimpleGlyph({ ends, onCurve, xs, ys }: SimpleGlyph): Uint8Array {
  const count = onCurve.length
  if (count === 0) return new Uint8Array(0)
  const out = new ByteWriter(12 + ends.length * 2 + count * 5, 12 + ends.length * 2 + count * 5)
  const x = xs.map(Math.round)
  const y = ys.map(Math.round)
  out.uint16(ends.length)
  for (const edge of [least(x), least(y), greatest(x), greatest(y)]) out.uint16(edge)
  for (const end of ends) out.uint16(end)
  out.uint16(0)
  for (let i = 0; i < count; i++) {
    const dx = delta(x, i)
    const dy = delta(y, i)
    out.uint8(
      (onCurve[i] as number) |
        coordinateFlags(dx, X_IS_BYTE, X_POSITIVE_OR_SAME) |
        coordinateFlags(dy, Y_IS_BYTE, Y_POSITIVE_OR_SAME),
    )
  }
  for (const values of [x, y]) {
    for (let i = 0; i < count; i++) {
      const change = delta(values, i)
      if (change === 0) continue
      if (Math.abs(change) < 256) out.uint8(Math.abs(change))
      else out.uint16(change)
    }
  }
  return out.finish()
}

function least(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value))
}

function greatest(values: Float64Array): number {
  return values.reduce((greatest, value) => Math.max(greatest, value))
}

function delta(values: Float64Array, i: number): number {
  return (values[i] as number) - (i === 0 ? 0 : (values[i - 1] as number))
}

function coordinateFlags(change: number, isByte: number, positiveOrSame: number): number {
  if (change === 0) return positiveOrSame
  if (Math.abs(change) >= 256) return 0
  return change > 0 ? isByte | positiveOrSame : isByte
}

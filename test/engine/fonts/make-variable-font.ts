import { type FontFile, readFontFile } from '../../../engine/fonts/opentype/font-file.js'
import { type PackedTable, packTables } from '../../../engine/fonts/opentype/pack-tables.js'
import { TRUETYPE } from '../../../engine/fonts/opentype/sfnt.js'
import { readSimpleGlyph } from '../../../engine/fonts/opentype/simple-glyph.js'
import { glyphBytes } from './make-woff2.js'

export interface TestAxis {
  readonly tag: string
  readonly min: number
  readonly default: number
  readonly max: number
}

/** A simple glyph's change towards the upper end of an axis: its points from x on move right by `by`. */
export interface Stretching {
  readonly axis: number
  readonly by: number
  /** Points left of this stay where they are. */
  readonly from: number
  /** Only the first and last point that move, and the ones before them, are given; the others are to be inferred. */
  readonly sparse?: boolean
}

export interface VariableOptions {
  readonly axes: readonly TestAxis[]
  /** By glyph id; the advance grows with the points. */
  readonly glyphs: ReadonlyMap<number, Stretching>
  /** Without `HVAR` widths come from the phantom points. */
  readonly hvar?: boolean
  /** Pairs of `avar` for the first axis. */
  readonly avar?: readonly (readonly [from: number, to: number])[]
  /** By tag of `MVAR`, for the first axis. */
  readonly metrics?: Readonly<Record<string, number>>
}

/** Makes a variable font of a static one by adding variation tables. */
export function makeVariableFont(font: Uint8Array, options: VariableOptions): Uint8Array {
  const file = readFontFile(font, 'font')
  const tables: PackedTable[] = [...file.tables].map(([tag, table]) => [
    tag,
    new Uint8Array(table.buffer, table.byteOffset, table.byteLength),
  ])
  tables.push(['fvar', makeFvar(options.axes)], ['gvar', makeGvar(file, options)])
  if (options.hvar !== false) tables.push(['HVAR', makeHvar(file, options)])
  if (options.avar !== undefined) tables.push(['avar', makeAvar(options.axes.length, options.avar)])
  if (options.metrics !== undefined) tables.push(['MVAR', makeMvar(options.axes.length, options.metrics)])
  return packTables(
    TRUETYPE,
    tables.sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const u16 = (value: number) => [(value >> 8) & 0xff, value & 0xff]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value)]
const fixed = (value: number) => u32(Math.round(value * 65536))
const f2dot14 = (value: number) => u16(Math.round(value * 16384))
const tag = (text: string) => [...Buffer.from(text, 'latin1')]

function makeFvar(axes: readonly TestAxis[]): Uint8Array {
  const records = axes.flatMap((axis) => [
    ...tag(axis.tag),
    ...[axis.min, axis.default, axis.max].flatMap(fixed),
    ...u16(0),
    ...u16(256),
  ])
  return Uint8Array.from([
    ...u32(0x10000),
    ...[16, 2, axes.length, 20, 0, axes.length * 4 + 4].flatMap(u16),
    ...records,
  ])
}

function makeAvar(axisCount: number, pairs: readonly (readonly [number, number])[]): Uint8Array {
  const others = Array.from({ length: axisCount - 1 }, () => u16(0)).flat()
  const first = [...u16(pairs.length), ...pairs.flatMap(([from, to]) => [...f2dot14(from), ...f2dot14(to)])]
  return Uint8Array.from([...u32(0x10000), ...u16(0), ...u16(axisCount), ...first, ...others])
}

/** Regions of 1 at the upper end of each axis. */
function makeRegions(axisCount: number): number[] {
  const region = (peaked: number) =>
    Array.from({ length: axisCount }, (_, axis) =>
      [0, axis === peaked ? 1 : 0, axis === peaked ? 1 : 0].flatMap(f2dot14),
    )
  return [...u16(axisCount), ...u16(axisCount), ...Array.from({ length: axisCount }, (_, axis) => region(axis)).flat(2)]
}

/** An item variation store with one list of items, each with a delta for every axis. */
function makeStore(axisCount: number, items: readonly (readonly number[])[]): number[] {
  const regions = makeRegions(axisCount)
  const indexes = Array.from({ length: axisCount }, (_, i) => u16(i)).flat()
  const data = [...[items.length, axisCount, axisCount].flatMap(u16), ...indexes, ...items.flat().flatMap(u16)]
  return [...u16(1), ...u32(12), ...u16(1), ...u32(12 + regions.length), ...regions, ...data]
}

function makeHvar(file: FontFile, { axes, glyphs }: VariableOptions): Uint8Array {
  const items = Array.from({ length: file.glyphCount }, (_, glyphId) => {
    const stretching = glyphs.get(glyphId)
    return axes.map((_axis, axis) => (stretching?.axis === axis ? stretching.by : 0))
  })
  return Uint8Array.from([
    ...u32(0x10000),
    ...u32(20),
    ...u32(0),
    ...u32(0),
    ...u32(0),
    ...makeStore(axes.length, items),
  ])
}

function makeMvar(axisCount: number, metrics: Readonly<Record<string, number>>): Uint8Array {
  const entries = Object.entries(metrics).sort(([a], [b]) => (a < b ? -1 : 1))
  const records = entries.flatMap(([name], i) => [...tag(name), ...u16(0), ...u16(i)])
  const items = entries.map(([, delta]) => Array.from({ length: axisCount }, (_, axis) => (axis === 0 ? delta : 0)))
  return Uint8Array.from([
    ...u32(0x10000),
    ...[0, 8, entries.length, 12 + records.length].flatMap(u16),
    ...records,
    ...makeStore(axisCount, items),
  ])
}

function makeGvar(file: FontFile, { axes, glyphs }: VariableOptions): Uint8Array {
  const offsets: number[] = []
  const data: number[] = []
  for (let glyphId = 0; glyphId < file.glyphCount; glyphId++) {
    offsets.push(data.length)
    const stretching = glyphs.get(glyphId)
    if (stretching !== undefined) data.push(...glyphVariation(glyphBytes(file, glyphId), axes.length, stretching))
    while (data.length % 2 !== 0) data.push(0)
  }
  offsets.push(data.length)
  const header = [1, 0, axes.length, 0].flatMap(u16)
  const start = 20 + offsets.length * 4
  return Uint8Array.from([
    ...header,
    ...u32(start),
    ...u16(file.glyphCount),
    ...u16(1),
    ...u32(start),
    ...offsets.flatMap(u32),
    ...data,
  ])
}

function glyphVariation(glyph: Buffer, axisCount: number, { axis, by, from, sparse }: Stretching): number[] {
  const isComposite = glyph.length > 0 && glyph.readInt16BE(0) < 0
  const { xs } = glyph.length === 0 || isComposite ? { xs: [] } : readSimpleGlyph(glyph)
  const phantoms = [0, by, 0, 0]
  const deltas = [...Array.from(xs, (x) => (x >= from ? by : 0)), ...phantoms]
  const isGiven = (i: number) =>
    !sparse || i >= xs.length || deltas[i] !== deltas[i - 1] || deltas[i] !== deltas[i + 1] || i === 0
  const points = deltas.map((_, i) => i).filter(isGiven)
  const numbers = sparse
    ? [points.length, 0x80 | (points.length - 1), ...points.flatMap((point, i) => u16(point - (points[i - 1] ?? 0)))]
    : [0]
  const words = points.flatMap((point, i) => [
    ...(i % 64 === 0 ? [0x40 | (Math.min(64, points.length - i) - 1)] : []),
    ...u16(deltas[point] ?? 0),
  ])
  const zeros: number[] = []
  for (let left = points.length; left > 0; left -= 64) zeros.push(0x80 | (Math.min(64, left) - 1))
  const body = [...numbers, ...words, ...zeros]
  const peak = Array.from({ length: axisCount }, (_, i) => f2dot14(i === axis ? 1 : 0)).flat()
  const headers = [...u16(body.length), ...u16(0x8000 | 0x2000), ...peak]
  return [...u16(1), ...u16(4 + headers.length), ...headers, ...body]
}

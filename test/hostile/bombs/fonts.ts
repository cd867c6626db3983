import { readFileSync } from 'node:fs'
import { brotliCompressSync, deflateSync } from 'node:zlib'
import { FONTS_FOLDER } from '../../../engine/fonts/bundled-fonts.js'
import { readFontFile } from '../../../engine/fonts/opentype/font-file.js'
import { type PackedTable, packTables } from '../../../engine/fonts/opentype/pack-tables.js'
import { TRUETYPE } from '../../../engine/fonts/opentype/sfnt.js'
import { makeCff } from '../../engine/fonts/make-cff.js'

/** A font that is whole, to be damaged. */
export function wholeFont(): Buffer {
  return readFileSync(new URL('liberation/LiberationMono-Regular.ttf', FONTS_FOLDER))
}

function tablesOf(font: Uint8Array): Map<string, Uint8Array> {
  const { tables } = readFontFile(font, 'font')
  return new Map(
    [...tables].map(([tag, { buffer, byteOffset, byteLength }]) => [
      tag,
      new Uint8Array(buffer, byteOffset, byteLength).slice(),
    ]),
  )
}

function pack(tables: ReadonlyMap<string, Uint8Array>, version = TRUETYPE): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  return packTables(
    version,
    sorted.map(([tag, bytes]): PackedTable => [tag, bytes]),
  )
}

/** The font with some of its tables replaced or, where undefined, left out. */
export function withTables(changes: Readonly<Record<string, Uint8Array | undefined>>): Uint8Array {
  const tables = tablesOf(wholeFont())
  for (const [tag, bytes] of Object.entries(changes)) {
    if (bytes) tables.set(tag, bytes)
    else tables.delete(tag)
  }
  return pack(tables)
}

/** The font with one of its tables changed in place. */
export function withTable(tag: string, change: (table: DataView) => void): Uint8Array {
  const tables = tablesOf(wholeFont())
  const bytes = tables.get(tag) ?? new Uint8Array(0)
  change(new DataView(bytes.buffer))
  return pack(tables)
}

const u16 = (...values: readonly number[]) => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff])
const u32 = (...values: readonly number[]) => values.flatMap((value) => u16(value >>> 16, value & 0xffff))
const tag = (text: string) => [...Buffer.from(text, 'latin1')]

export function glyphOf(character: string): number {
  return readFontFile(wholeFont(), 'font').cmap.glyphOf(character.codePointAt(0) ?? 0)
}

/** A `cmap` with a table of format 12 that names any number of groups. */
export function cmapOfGroups(
  count: number,
  groups: readonly (readonly [first: number, last: number, glyph: number])[],
) {
  const table = [...u16(12, 0), ...u32(16 + 12 * groups.length, 0, count), ...groups.flatMap((group) => u32(...group))]
  return Uint8Array.from([...u16(0, 1, 3, 10), ...u32(12), ...table])
}

/** A `GSUB` whose lookups all belong to one feature that is always on. */
function gsubOf(lookups: readonly { readonly type: number; readonly subtable: readonly number[] }[]): Uint8Array {
  const script = [...u16(1), ...tag('DFLT'), ...u16(8), ...u16(4, 0), ...u16(0, 0xffff, 1, 0)]
  const indexes = lookups.map((_, i) => i)
  const feature = [...u16(1), ...tag('ccmp'), ...u16(8), ...u16(0, lookups.length, ...indexes)]
  let at = 2 + 2 * lookups.length
  const offsets: number[] = []
  const bodies = lookups.flatMap(({ type, subtable }) => {
    const body = [...u16(type, 0, 1, 8), ...subtable]
    offsets.push(at)
    at += body.length
    return body
  })
  const starts = [10, 10 + script.length, 10 + script.length + feature.length]
  const list = [...u16(lookups.length, ...offsets), ...bodies]
  return Uint8Array.from([...u16(1, 0, ...starts), ...script, ...feature, ...list])
}

/** Each glyph of the letter becomes `times` of itself, and each of those again, `levels` times. */
export function multiplyingGsub(glyph: number, times: number, levels: number): Uint8Array {
  const sequence = [...u16(times), ...Array.from({ length: times }, () => u16(glyph)).flat()]
  const subtable = [...u16(1, 8, 1, 14), ...u16(1, 1, glyph), ...sequence]
  return gsubOf(Array.from({ length: levels }, () => ({ type: 2, subtable })))
}

/** Contexts that apply the next lookup twice, the last of them the first: they never end. */
export function loopingGsub(glyph: number, levels: number): Uint8Array {
  const lookups = Array.from({ length: levels }, (_, i) => {
    const next = (i + 1) % levels
    return { type: 5, subtable: [...u16(3, 1, 2, 16, 0, next, 0, next), ...u16(1, 1, glyph)] }
  })
  return gsubOf(lookups)
}

/** Glyphs of components, the first of them of the next glyph, and so on. @param last what the last one is made of */
export function compositeGlyphs(first: number, depth: number, fan: number, last: number): Uint8Array {
  return withComposites(
    (glyph) => (glyph < first || glyph >= first + depth ? undefined : [fan, glyph + 1]),
    last,
    first + depth,
  )
}

function withComposites(
  partsOf: (glyph: number) => readonly [fan: number, part: number] | undefined,
  last: number,
  end: number,
): Uint8Array {
  const tables = tablesOf(wholeFont())
  const head = new DataView((tables.get('head') ?? new Uint8Array(54)).buffer)
  const oldLoca = new DataView((tables.get('loca') ?? new Uint8Array(0)).buffer)
  const oldGlyf = tables.get('glyf') ?? new Uint8Array(0)
  const isLong = head.getInt16(50) !== 0
  const count = new DataView((tables.get('maxp') ?? new Uint8Array(6)).buffer).getUint16(4)
  const startOf = (glyph: number) => (isLong ? oldLoca.getUint32(glyph * 4) : oldLoca.getUint16(glyph * 2) * 2)
  const parts: Uint8Array[] = []
  const loca = new DataView(new ArrayBuffer((count + 1) * 4))
  let at = 0
  for (let glyph = 0; glyph < count; glyph++) {
    loca.setUint32(glyph * 4, at)
    const made = partsOf(glyph)
    const bytes = made
      ? composite(made[0], glyph + 1 === end ? last : made[1])
      : oldGlyf.subarray(startOf(glyph), startOf(glyph + 1))
    const padded = new Uint8Array((bytes.length + 3) & ~3)
    padded.set(bytes)
    parts.push(padded)
    at += padded.length
  }
  loca.setUint32(count * 4, at)
  head.setInt16(50, 1)
  tables.set('glyf', new Uint8Array(Buffer.concat(parts)))
  tables.set('loca', new Uint8Array(loca.buffer))
  return pack(tables)
}

const MORE_COMPONENTS = 0x20
const ARGS_ARE_OFFSETS = 0x02

function composite(fan: number, part: number): Uint8Array {
  const components = Array.from({ length: fan }, (_, i) => {
    return [...u16(ARGS_ARE_OFFSETS | (i < fan - 1 ? MORE_COMPONENTS : 0), part), 0, 0]
  })
  return Uint8Array.from([...u16(0xffff, 0, 0, 0, 0), ...components.flat()])
}

const OTTO = 0x4f54544f

/** Operators of Type 2 charstrings. */
const CALLGSUBR = 29
const RLINETO = 5
const RMOVETO = 21
const ENDCHAR = 14
/** The first subroutine of few. */
const FIRST = 139 - 107

/** A font with CFF outlines whose glyphs all call global subroutines. */
export function cffFont(subroutines: readonly (readonly number[])[], glyphCount: number): Uint8Array {
  const tables = tablesOf(wholeFont())
  for (const name of ['glyf', 'loca', 'fpgm', 'prep', 'cvt ']) tables.delete(name)
  const glyph = [139, 139, RMOVETO, FIRST, CALLGSUBR, ENDCHAR]
  const glyphs = Array.from({ length: glyphCount }, () => glyph)
  tables.set('CFF ', makeCff([{ glyphs }], subroutines))
  return pack(tables, OTTO)
}

/** Subroutines each of which calls the next one many times; the last draws lines. */
export function fanningSubroutines(depth: number, fan: number): readonly (readonly number[])[] {
  return Array.from({ length: depth }, (_, i) => {
    const body = i === depth - 1 ? [140, 140, RLINETO] : [FIRST + i + 1, CALLGSUBR]
    return Array.from({ length: fan }, () => body).flat()
  })
}

/** A WOFF file whose tables unpack to `length` zeros each. */
export function woffBomb(length: number, tables: number): Buffer {
  const packed = deflateSync(Buffer.alloc(length))
  const directory = Array.from({ length: tables }, (_, i) => [
    ...tag(`t${String(i).padStart(3, '0')}`),
    ...u32(44 + 20 * tables, packed.length, length, 0),
  ])
  const header = [...tag('wOFF'), ...u32(TRUETYPE, 0), ...u16(tables, 0), ...u32(length, 0, 0, 0, 0, 0, 0)]
  return Buffer.concat([Buffer.from(header), Buffer.from(directory.flat()), packed])
}

/** A WOFF2 file whose one table says that it has so many bytes, and has `unpacked`. */
export function woff2Bomb(claimed: number, unpacked: number): Buffer {
  const packed = brotliCompressSync(Buffer.alloc(unpacked))
  const length: number[] = []
  for (let rest = claimed; rest > 0; rest = Math.floor(rest / 128)) length.unshift((rest % 128) | 0x80)
  length[length.length - 1] = (length.at(-1) ?? 0) & 0x7f
  const entry = Buffer.from([0x3f, ...tag('bomb'), ...length])
  const header = Buffer.alloc(48)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(TRUETYPE, 4)
  header.writeUInt16BE(1, 12)
  header.writeUInt32BE(packed.length, 20)
  return Buffer.concat([header, entry, packed])
}

/** A collection that says it has four billion fonts, the first of 65,535 tables. */
export function collectionBomb(): Buffer {
  const font = Buffer.alloc(12)
  font.writeUInt32BE(TRUETYPE, 0)
  font.writeUInt16BE(0xffff, 4)
  return Buffer.concat([Buffer.from([...tag('ttcf'), ...u32(0x00010000, 0xffff_ffff, 16)]), font, wholeFont()])
}

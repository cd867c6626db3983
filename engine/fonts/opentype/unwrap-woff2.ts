import { brotliDecompressSync } from 'node:zlib'
import { ByteReader } from './byte-reader.js'
import { ByteWriter } from './byte-writer.js'
import { FontError } from './font-error.js'
import { type PackedTable, packTables } from './pack-tables.js'
import type { UnpackingBudget } from './unpacking-budget.js'
import { type RestoredGlyphs, restoreGlyphs } from './woff2-glyphs.js'

const COLLECTION = 0x74746366
const HEADER_LENGTH = 48

/** The tags that a directory entry can name by number (WOFF2 §4.1). */
const KNOWN_TAGS = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT ' +
  'VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar ' +
  'fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .replaceAll('_', ' ')
  .split(/ (?=[^ ])/)

const ARBITRARY_TAG = 63

interface Entry {
  readonly tag: string
  /** 0 to 3; what it means depends on the table. */
  readonly version: number
  /** Of the table as it stands in the compressed data. */
  readonly length: number
}

/**
 * The plain font file in a WOFF2 file (WOFF File Format 2.0): one Brotli stream of all tables, of which `glyf`,
 * `loca` and `hmtx` may be transformed.
 * UNSUPPORTED: collections.
 * @param budget asked for the bytes of all tables together
 * @throws FontError, or what reading damaged data throws
 */
export function unwrapWoff2(data: Uint8Array, label: string, budget: UnpackingBudget): Uint8Array {
  const reader = new ByteReader(data, 4)
  const flavor = reader.uint32()
  if (flavor === COLLECTION) {
    throw new FontError('unsupported-font', `${label} is a collection of fonts in WOFF2; give its fonts one by one`)
  }
  reader.at = 12
  const count = reader.uint16()
  reader.at = 20
  const compressedLength = reader.uint32()
  reader.at = HEADER_LENGTH
  const entries: Entry[] = []
  let total = 0
  for (let i = 0; i < count; i++) {
    const entry = readEntry(reader)
    total += entry.length
    entries.push(entry)
  }
  budget.take(total, label)
  const unpacked = brotliDecompressSync(reader.take(compressedLength), { maxOutputLength: Math.max(total, 1) })
  if (unpacked.length !== total) throw new FontError('broken-font', `${label} has tables that do not unpack`)
  return packTables(flavor, restoreTables(entries, unpacked, label, budget))
}

/** The bytes of all tables together, as the directory says. @throws RangeError where that ends early */
export function woff2Length(data: Uint8Array): number {
  const reader = new ByteReader(data, 12)
  const count = reader.uint16()
  reader.at = HEADER_LENGTH
  let total = 0
  for (let i = 0; i < count; i++) total += readEntry(reader).length
  return total
}

function readEntry(reader: ByteReader): Entry {
  const flags = reader.uint8()
  const known = flags & 0x3f
  const tag = known === ARBITRARY_TAG ? String.fromCharCode(...reader.take(4)) : (KNOWN_TAGS[known] ?? '')
  const version = flags >> 6
  const originalLength = readBase128(reader)
  return { tag, version, length: isTransformed(tag, version) ? readBase128(reader) : originalLength }
}

/** Version 0 is the transformation of `glyf` and `loca`, and none for all other tables. */
function isTransformed(tag: string, version: number): boolean {
  return tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
}

/** UIntBase128 (WOFF2 §4.1). */
function readBase128(reader: ByteReader): number {
  let value = 0
  for (let i = 0; i < 5; i++) {
    const byte = reader.uint8()
    if (i === 0 && byte === 0x80) throw new RangeError('a number with a leading zero')
    value = value * 128 + (byte & 0x7f)
    if (value > 0xffffffff) throw new RangeError('a number of more than 32 bits')
    if (byte < 0x80) return value
  }
  throw new RangeError('a number of more than five bytes')
}

function restoreTables(
  entries: readonly Entry[],
  unpacked: Uint8Array,
  label: string,
  budget: UnpackingBudget,
): readonly PackedTable[] {
  const stored = new Map<string, Uint8Array>()
  const transformed = new Map<string, Uint8Array>()
  let offset = 0
  for (const { tag, version, length } of entries) {
    if (stored.has(tag) || transformed.has(tag)) throw new FontError('broken-font', `${label} has two ${tag} tables`)
    const bytes = unpacked.subarray(offset, offset + length)
    offset += length
    if (!isTransformed(tag, version)) stored.set(tag, bytes)
    else if (version === (tag === 'hmtx' ? 1 : 0)) transformed.set(tag, bytes)
    else throw new FontError('broken-font', `${label} has a ${tag} table in an unknown form`)
  }
  restoreOutlines(stored, transformed, label, budget)
  const [unknown] = transformed.keys()
  if (unknown !== undefined) throw new FontError('broken-font', `${label} has a ${unknown} table in an unknown form`)
  return [...stored].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Moves the transformed tables over to `stored`, as far as there are restored ones. */
function restoreOutlines(
  stored: Map<string, Uint8Array>,
  transformed: Map<string, Uint8Array>,
  label: string,
  budget: UnpackingBudget,
): void {
  const glyf = transformed.get('glyf')
  const loca = transformed.get('loca')
  const head = stored.get('head')
  if (glyf === undefined) return
  if (loca?.length !== 0 || head === undefined || head.length < 54) {
    throw new FontError('broken-font', `${label} has outlines without their offsets`)
  }
  // Restored, outlines are larger than the directory says.
  const restored = restoreGlyphs(glyf, glyf.length + budget.room)
  budget.take(Math.max(0, restored.glyf.length - glyf.length), label)
  stored.set('glyf', restored.glyf)
  stored.set('loca', restored.loca)
  stored.set('head', withLongOffsets(head))
  transformed.delete('glyf')
  transformed.delete('loca')
  const hmtx = transformed.get('hmtx')
  if (hmtx === undefined) return
  stored.set('hmtx', restoreMetrics(hmtx, stored.get('hhea'), restored))
  transformed.delete('hmtx')
}

function withLongOffsets(head: Uint8Array): Uint8Array {
  const copy = head.slice()
  copy[50] = 0
  copy[51] = 1
  return copy
}

/** Restores the side bearings that are the left edges of their glyphs (WOFF2 §5.4). */
function restoreMetrics(transformed: Uint8Array, hhea: Uint8Array | undefined, glyphs: RestoredGlyphs): Uint8Array {
  const reader = new ByteReader(transformed)
  const flags = reader.uint8()
  const withoutBearings = (flags & 1) !== 0
  const withoutTail = (flags & 2) !== 0
  const glyphCount = glyphs.lefts.length
  const longCount = hhea === undefined ? 0 : new ByteReader(hhea, 34).uint16()
  if (longCount > glyphCount || flags > 3 || flags === 0) throw new RangeError('the hmtx table')
  const advances = new ByteReader(reader.take(longCount * 2))
  const size = longCount * 4 + (glyphCount - longCount) * 2
  const hmtx = new ByteWriter(size, size)
  for (let glyphId = 0; glyphId < glyphCount; glyphId++) {
    const isLong = glyphId < longCount
    if (isLong) hmtx.uint16(advances.uint16())
    const isLeft = isLong ? withoutBearings : withoutTail
    hmtx.uint16(isLeft ? (glyphs.lefts[glyphId] as number) : reader.int16())
  }
  return hmtx.finish()
}

import { FontError } from './font-error.js'
import type { FontFile } from './font-file.js'

/** The one operator of an empty charstring (Type 2 Charstring Format, `endchar`). */
const END_CHAR = 14

// Operators of a Top DICT (The Compact Font Format, table 9); two-byte operators have 12 in the high byte.
const CHARSET = 15
const CHAR_STRINGS = 17
const ROS = (12 << 8) | 30

/** A CFF INDEX: where its parts lie in the table. */
interface Index {
  readonly count: number
  readonly offsetSize: number
  /** Of the offset array. */
  readonly offsetsAt: number
  /** Offset 1 of the INDEX is here. */
  readonly dataAt: number
  readonly end: number
}

/** What must be known of a CFF table to empty some of its glyphs. */
export interface CffTable {
  readonly bytes: Uint8Array
  readonly charStrings: Index
  /** Offset of the charset; undefined when it is predefined. */
  readonly charset: number | undefined
  /** Glyphs are selected by CID through the charset (a Top DICT with ROS). */
  readonly isCidKeyed: boolean
}

/**
 * Reads the structure of the `CFF ` table of a font with one font in it.
 * @throws FontError `broken-font`
 */
export function readCff(file: FontFile): CffTable {
  const table = file.tables.get('CFF ')
  if (table === undefined) throw new FontError('broken-font', `${file.postscriptName} has no CFF table`)
  const names = readIndex(table, table.getUint8(2))
  const topDicts = readIndex(table, names.end)
  const [start, end] = entryBounds(table, topDicts, 0)
  const top = readDict(table, start, end)
  const charStringsAt = top.get(CHAR_STRINGS)
  if (charStringsAt === undefined) throw new FontError('broken-font', `${file.postscriptName} has no charstrings`)
  const charset = top.get(CHARSET) ?? 0
  return {
    bytes: new Uint8Array(table.buffer, table.byteOffset, table.byteLength),
    charStrings: readIndex(table, charStringsAt),
    charset: charset > 2 ? charset : undefined,
    isCidKeyed: top.has(ROS),
  }
}

/**
 * The CFF table with the charstrings of all other glyphs emptied. Nothing moves: the charstrings are packed in
 * the place they had, and zeros follow, which deflate to nothing. In a CID-keyed font glyphs get their glyph ids
 * as CIDs, as they have in other CFF fonts embedded in a composite PDF font (PDF 32000-1 §9.7.4.2).
 * UNSUPPORTED: accented letters that a charstring composes through `endchar` (deprecated) lose their parts.
 * @param glyphIds sorted ascending, without duplicates
 */
export function subsetCff(cff: CffTable, glyphIds: readonly number[]): Uint8Array {
  const { charStrings } = cff
  const subset = cff.bytes.slice()
  const source = new DataView(cff.bytes.buffer, cff.bytes.byteOffset, cff.bytes.byteLength)
  const target = new DataView(subset.buffer)
  subset.fill(0, charStrings.dataAt + 1, charStrings.end)
  const used = new Set(glyphIds)
  let offset = 1
  for (let glyphId = 0; glyphId < charStrings.count; glyphId++) {
    writeOffset(target, charStrings, glyphId, offset)
    if (glyphId === 0 || used.has(glyphId)) {
      const [start, end] = entryBounds(source, charStrings, glyphId)
      subset.set(cff.bytes.subarray(start, end), charStrings.dataAt + offset)
      offset += end - start
    } else if (readOffset(source, charStrings, glyphId + 1) > readOffset(source, charStrings, glyphId)) {
      subset[charStrings.dataAt + offset] = END_CHAR
      offset += 1
    }
  }
  writeOffset(target, charStrings, charStrings.count, offset)
  if (cff.isCidKeyed && cff.charset !== undefined) writeIdentityCharset(target, cff.charset, charStrings.count)
  return subset
}

/**
 * Charset format 2 with one range from CID 1 to the last glyph. A charset that is not this already has at least
 * two ranges or single entries, which need more room than the five bytes written here; for up to three glyphs
 * format 0 is as short.
 */
function writeIdentityCharset(target: DataView, at: number, glyphCount: number): void {
  if (target.getUint8(at) === 0 && glyphCount <= 3) {
    for (let glyphId = 1; glyphId < glyphCount; glyphId++) target.setUint16(at + 1 + (glyphId - 1) * 2, glyphId)
    return
  }
  if (target.getUint8(at) === 1 && glyphCount <= 256 && target.getUint8(at + 3) === glyphCount - 2) {
    target.setUint16(at + 1, 1)
    return
  }
  target.setUint8(at, 2)
  target.setUint16(at + 1, 1)
  target.setUint16(at + 3, glyphCount - 2)
}

function readIndex(table: DataView, at: number): Index {
  const count = table.getUint16(at)
  if (count === 0) return { count, offsetSize: 1, offsetsAt: at + 2, dataAt: at + 1, end: at + 2 }
  const offsetSize = table.getUint8(at + 2)
  if (offsetSize < 1 || offsetSize > 4) throw new RangeError('an offset size of an INDEX')
  const index = { count, offsetSize, offsetsAt: at + 3, dataAt: at + 2 + (count + 1) * offsetSize }
  let previous = 1
  for (let i = 0; i <= count; i++) {
    const offset = readOffset(table, index, i)
    if (offset < previous) throw new RangeError('offsets of an INDEX')
    previous = offset
  }
  const end = index.dataAt + previous
  if (end > table.byteLength) throw new RangeError('the end of an INDEX')
  return { ...index, end }
}

function entryBounds(table: DataView, index: Index, entry: number): readonly [start: number, end: number] {
  return [index.dataAt + readOffset(table, index, entry), index.dataAt + readOffset(table, index, entry + 1)]
}

type OffsetArray = Pick<Index, 'offsetSize' | 'offsetsAt'>

function readOffset(table: DataView, index: OffsetArray, entry: number): number {
  let offset = 0
  for (let i = 0; i < index.offsetSize; i++) {
    offset = offset * 256 + table.getUint8(index.offsetsAt + entry * index.offsetSize + i)
  }
  return offset
}

function writeOffset(table: DataView, index: OffsetArray, entry: number, offset: number): void {
  let rest = offset
  for (let i = index.offsetSize - 1; i >= 0; i--) {
    table.setUint8(index.offsetsAt + entry * index.offsetSize + i, rest & 0xff)
    rest = Math.floor(rest / 256)
  }
}

/** Operators with the last of their operands (The Compact Font Format §4); real numbers are passed over. */
function readDict(table: DataView, start: number, end: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  let operand = 0
  let at = start
  while (at < end) {
    const byte = table.getUint8(at++)
    if (byte === 12) {
      found.set((12 << 8) | table.getUint8(at++), operand)
    } else if (byte <= 21) {
      found.set(byte, operand)
    } else if (byte === 28) {
      operand = table.getInt16(at)
      at += 2
    } else if (byte === 29) {
      operand = table.getInt32(at)
      at += 4
    } else if (byte === 30) {
      while ((table.getUint8(at) & 0x0f) !== 0x0f) at++
      at++
    } else if (byte <= 246) {
      operand = byte - 139
    } else if (byte <= 250) {
      operand = (byte - 247) * 256 + table.getUint8(at++) + 108
    } else {
      operand = -(byte - 251) * 256 - table.getUint8(at++) - 108
    }
  }
  return found
}

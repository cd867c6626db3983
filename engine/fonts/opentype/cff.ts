import { NO_SUBROUTINES, type Subroutines } from './flatten-charstring.js'
import { FontError } from './font-error.js'
import type { FontFile } from './font-file.js'

// Operators of a Top DICT (The Compact Font Format, table 9); two-byte operators have 12 in the high byte.
const CHAR_STRINGS = 17
const PRIVATE = 18
const CHARSTRING_TYPE = (12 << 8) | 6
const FD_ARRAY = (12 << 8) | 36
const FD_SELECT = (12 << 8) | 37
/** Of a Private DICT: where its subroutines are, counted from the start of the DICT. */
const SUBRS = 19

/** A CFF table's data for each glyph. */
export interface CffTable {
  readonly glyphCount: number
  charstring(glyphId: number): Uint8Array
  /** The subroutines that the charstring of a glyph calls. */
  localSubroutines(glyphId: number): Subroutines
  readonly globalSubroutines: Subroutines
}

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

/**
 * Reads the structure of the `CFF ` table of a font with one font in it, CID-keyed or not.
 * @throws FontError `broken-font` or `unsupported-font`, RangeError when the table ends early
 */
export function readCff(file: FontFile): CffTable {
  const table = file.tables.get('CFF ')
  if (table === undefined) throw new FontError('broken-font', `${file.postscriptName} has no CFF table`)
  const names = readIndex(table, table.getUint8(2))
  const topDicts = readIndex(table, names.end)
  const strings = readIndex(table, topDicts.end)
  const globals = readIndex(table, strings.end)
  const [start, end] = entryBounds(table, topDicts, 0)
  const top = readDict(table, start, end)
  const charStringsAt = last(top, CHAR_STRINGS)
  if (charStringsAt === undefined) throw new FontError('broken-font', `${file.postscriptName} has no charstrings`)
  if ((last(top, CHARSTRING_TYPE) ?? 2) !== 2) {
    throw new FontError('unsupported-font', `${file.postscriptName} has charstrings of Type 1 in CFF`)
  }
  const charStrings = readIndex(table, charStringsAt)
  const ofFont = readFontDicts(table, top)
  const fontOf = readFontSelection(table, last(top, FD_SELECT), charStrings.count)
  return {
    glyphCount: charStrings.count,
    charstring: (glyphId) => entryOf(table, charStrings, glyphId),
    localSubroutines: (glyphId) => ofFont[fontOf(glyphId)] ?? NO_SUBROUTINES,
    globalSubroutines: subroutinesOf(table, globals),
  }
}

/** The local subroutines of each Font DICT of a CID-keyed font, or of the one Private DICT of others. */
function readFontDicts(table: DataView, top: Dict): readonly Subroutines[] {
  const fontDictsAt = last(top, FD_ARRAY)
  if (fontDictsAt === undefined) return [readLocals(table, top)]
  const fontDicts = readIndex(table, fontDictsAt)
  return Array.from({ length: Math.min(fontDicts.count, 256) }, (_, i) => {
    const [start, end] = entryBounds(table, fontDicts, i)
    return readLocals(table, readDict(table, start, end))
  })
}

function readLocals(table: DataView, dict: Dict): Subroutines {
  const [size, start] = dict.get(PRIVATE) ?? []
  if (size === undefined || start === undefined) return NO_SUBROUTINES
  const subroutines = last(readDict(table, start, start + size), SUBRS)
  return subroutines === undefined ? NO_SUBROUTINES : subroutinesOf(table, readIndex(table, start + subroutines))
}

/** FDSelect (The Compact Font Format §19): the number of a glyph's Font DICT. */
function readFontSelection(table: DataView, at: number | undefined, glyphCount: number): (glyphId: number) => number {
  if (at === undefined) return () => 0
  if (table.getUint8(at) === 0) return (glyphId) => table.getUint8(at + 1 + glyphId)
  const fonts = new Uint8Array(glyphCount)
  const ranges = table.getUint16(at + 1)
  for (let i = 0; i < ranges; i++) {
    const range = at + 3 + i * 3
    fonts.fill(table.getUint8(range + 2), table.getUint16(range), table.getUint16(range + 3))
  }
  return (glyphId) => fonts[glyphId] ?? 0
}

function subroutinesOf(table: DataView, index: Index): Subroutines {
  return { count: index.count, at: (i) => entryOf(table, index, i) }
}

function readIndex(table: DataView, at: number): Index {
  const count = table.getUint16(at)
  if (count === 0) return { count, offsetSize: 1, offsetsAt: at + 2, dataAt: at + 1, end: at + 2 }
  const offsetSize = table.getUint8(at + 2)
  if (offsetSize < 1 || offsetSize > 4) throw new RangeError('an offset size of an INDEX')
  const index = { count, offsetSize, offsetsAt: at + 3, dataAt: at + 2 + (count + 1) * offsetSize }
  const end = index.dataAt + readOffset(table, index, count)
  if (end > table.byteLength) throw new RangeError('the end of an INDEX')
  return { ...index, end }
}

function entryOf(table: DataView, index: Index, entry: number): Uint8Array {
  const [start, end] = entryBounds(table, index, entry)
  return new Uint8Array(table.buffer, table.byteOffset + start, end - start)
}

function entryBounds(table: DataView, index: Index, entry: number): readonly [start: number, end: number] {
  if (entry >= index.count) throw new RangeError('an entry of an INDEX')
  const start = index.dataAt + readOffset(table, index, entry)
  const end = index.dataAt + readOffset(table, index, entry + 1)
  if (start <= index.dataAt || end < start || end > index.end) throw new RangeError('offsets of an INDEX')
  return [start, end]
}

type OffsetArray = Pick<Index, 'offsetSize' | 'offsetsAt'>

function readOffset(table: DataView, index: OffsetArray, entry: number): number {
  let offset = 0
  for (let i = 0; i < index.offsetSize; i++) {
    offset = offset * 256 + table.getUint8(index.offsetsAt + entry * index.offsetSize + i)
  }
  return offset
}

/** Operators and their operands. */
type Dict = ReadonlyMap<number, readonly number[]>

function last(dict: Dict, operator: number): number | undefined {
  return dict.get(operator)?.at(-1)
}

/** Reads a DICT (The Compact Font Format §4); real numbers are passed over. */
function readDict(table: DataView, start: number, end: number): Dict {
  const found = new Map<number, readonly number[]>()
  let operands: number[] = []
  let at = start
  while (at < end) {
    const byte = table.getUint8(at++)
    if (byte <= 21) {
      found.set(byte === 12 ? (12 << 8) | table.getUint8(at++) : byte, operands)
      operands = []
    } else if (byte === 28) {
      operands.push(table.getInt16(at))
      at += 2
    } else if (byte === 29) {
      operands.push(table.getInt32(at))
      at += 4
    } else if (byte === 30) {
      while ((table.getUint8(at) & 0x0f) !== 0x0f) at++
      at++
    } else if (byte <= 246) {
      operands.push(byte - 139)
    } else if (byte <= 250) {
      operands.push((byte - 247) * 256 + table.getUint8(at++) + 108)
    } else {
      operands.push(-(byte - 251) * 256 - table.getUint8(at++) - 108)
    }
  }
  return found
}

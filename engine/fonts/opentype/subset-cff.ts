import { ByteWriter } from './byte-writer.js'
import type { CffTable } from './cff.js'
import { emptyCharstring, flattenCharstring } from './flatten-charstring.js'
import type { FontFile } from './font-file.js'

// Operators of DICTs (The Compact Font Format, tables 9, 10 and 23).
const FONT_BBOX = [5]
const CHARSET = [15]
const CHAR_STRINGS = [17]
const PRIVATE = [18]
const FONT_MATRIX = [12, 7]
const ROS = [12, 30]
const CID_COUNT = [12, 34]
const FD_ARRAY = [12, 36]
const FD_SELECT = [12, 37]

/** Number of the first string of a font's own, behind the standard ones. */
const FIRST_STRING = 391

const NO_BYTES = new Uint8Array(0)

/**
 * A CFF font with only some glyphs, as PDF 32000-1 §9.9 asks of a CIDFontType0C: CID-keyed, with the glyph ids of
 * the whole font as CIDs, so that content does not depend on the subset. Charstrings have neither subroutines nor
 * hints.
 * @param glyphIds sorted ascending, without duplicates; ids that the font lacks are left out
 * @param noteDamage is told of glyphs that are left empty
 */
export function subsetCff(
  file: FontFile,
  cff: CffTable,
  glyphIds: readonly number[],
  noteDamage: (glyphId: number) => void,
): Uint8Array {
  const used = [0, ...glyphIds.filter((glyphId) => glyphId > 0 && glyphId < cff.glyphCount)]
  const charStrings = packIndex(flattenedGlyphs(file, cff, used, noteDamage))
  const head = concat([Uint8Array.of(1, 0, 4, 4), packIndex([latin1(file.postscriptName)])])
  const tail = concat([packIndex([latin1('Adobe'), latin1('Identity')]), packIndex([])])
  const charset = packCharset(used)
  const fontSelection = Uint8Array.of(3, 0, 1, 0, 0, 0, used.length >> 8, used.length & 0xff)
  const isScaled = file.unitsPerEm !== 1000

  // All offsets have five bytes, so the sizes are known before the offsets.
  const nowhere = { charset: 0, fontSelection: 0, charStrings: 0, fontDicts: 0 }
  const topLength = packIndex([packTop(file, nowhere, isScaled)]).length
  const charsetAt = head.length + topLength + tail.length
  const selectionAt = charsetAt + charset.length
  const charStringsAt = selectionAt + fontSelection.length
  const privateAt = charStringsAt + charStrings.length
  const fontDict = concat([
    ...(isScaled ? [packOperator(FONT_MATRIX, [1, 0, 0, 1, 0, 0])] : []),
    packOperator(PRIVATE, [0, privateAt]),
  ])
  // The Private DICT is empty: all widths are differences to 0.
  const offsets = { charset: charsetAt, fontSelection: selectionAt, charStrings: charStringsAt, fontDicts: privateAt }
  const top = packIndex([packTop(file, offsets, isScaled)])
  return concat([head, top, tail, charset, fontSelection, charStrings, packIndex([fontDict])])
}

/** Of all glyphs together: subroutines make any length of a few bytes. */
const MAX_CHARSTRING_BYTES = 32 * 1024 * 1024

function flattenedGlyphs(
  file: FontFile,
  cff: CffTable,
  glyphIds: readonly number[],
  noteDamage: (glyphId: number) => void,
): readonly Uint8Array[] {
  let left = MAX_CHARSTRING_BYTES
  return glyphIds.map((glyphId) => {
    try {
      if (left < 0) throw new RangeError('the length of all charstrings')
      const flattened = flattenedGlyph(file, cff, glyphId)
      left -= flattened.length
      return flattened
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      noteDamage(glyphId)
      return emptyCharstring(file.advanceWidth(glyphId))
    }
  })
}

/** The charstring of a glyph without subroutines. @throws RangeError when it cannot be followed */
export function flattenedGlyph(file: FontFile, cff: CffTable, glyphId: number): Uint8Array {
  return flattenCharstring(
    cff.charstring(glyphId),
    cff.localSubroutines(glyphId),
    cff.globalSubroutines,
    file.advanceWidth(glyphId),
  )
}

/** Where the tables of a CFF font begin, from its start. */
interface CffOffsets {
  readonly charset: number
  readonly fontSelection: number
  readonly charStrings: number
  readonly fontDicts: number
}

function packTop(file: FontFile, offsets: CffOffsets, isScaled: boolean): Uint8Array {
  return concat([
    packOperator(ROS, [FIRST_STRING, FIRST_STRING + 1, 0]),
    ...(isScaled ? [packScale(file.unitsPerEm)] : []),
    packOperator(FONT_BBOX, file.bbox),
    packOperator(CID_COUNT, [file.glyphCount]),
    packOperator(CHARSET, [offsets.charset]),
    packOperator(FD_SELECT, [offsets.fontSelection]),
    packOperator(CHAR_STRINGS, [offsets.charStrings]),
    packOperator(FD_ARRAY, [offsets.fontDicts]),
  ])
}

/** Charset format 0: the CIDs of all glyphs but .notdef. */
function packCharset(used: readonly number[]): Uint8Array {
  const out = new ByteWriter(used.length * 2, used.length * 2)
  out.uint8(0)
  for (let i = 1; i < used.length; i++) out.uint16(used[i] as number)
  return out.finish()
}

function packIndex(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0) return Uint8Array.of(0, 0)
  const data = concat(entries)
  const out = new ByteWriter(64, 3 + (entries.length + 1) * 4 + data.length)
  out.uint16(entries.length)
  out.uint8(4)
  let offset = 1
  out.uint32(offset)
  for (const entry of entries) {
    offset += entry.length
    out.uint32(offset)
  }
  out.bytes(data)
  return out.finish()
}

function packOperator(operator: readonly number[], operands: readonly number[]): Uint8Array {
  const out = new ByteWriter(64, operands.length * 5 + operator.length)
  for (const operand of operands) {
    out.uint8(29)
    out.uint32(operand)
  }
  for (const byte of operator) out.uint8(byte)
  return out.finish()
}

/** The font matrix of a font whose em does not have 1000 units, as real numbers in nibbles. */
function packScale(unitsPerEm: number): Uint8Array {
  const scale = packReal(1 / unitsPerEm)
  const zero = Uint8Array.of(139)
  return concat([scale, zero, zero, scale, zero, zero, Uint8Array.from(FONT_MATRIX)])
}

function packReal(value: number): Uint8Array {
  const digits = value.toFixed(14).replace(/^0|0+$/g, '')
  const nibbles = [...digits].map((digit) => (digit === '.' ? 0x0a : Number(digit)))
  nibbles.push(0x0f)
  if (nibbles.length % 2 === 1) nibbles.push(0x0f)
  const bytes = [30]
  for (let i = 0; i < nibbles.length; i += 2) bytes.push(((nibbles[i] ?? 0) << 4) | (nibbles[i + 1] ?? 0))
  return Uint8Array.from(bytes)
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 0) return NO_BYTES
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

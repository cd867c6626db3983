import { type CharacterMap, readCmap } from './cmap.js'
import { FontError } from './font-error.js'
import type { Variation } from './make-instance.js'
import { readSfnt, type Sfnt } from './sfnt.js'
import type { Table } from './table.js'
import type { UnpackingBudget } from './unpacking-budget.js'
import { readAxes, type VariationAxis } from './variation-axes.js'

export type FontStyle = 'normal' | 'italic' | 'oblique'

/** A font file's own description, in font units. */
export interface FontFile extends Sfnt {
  readonly postscriptName: string
  readonly family: string
  /** Its names in other languages, and older ones. */
  readonly otherFamilies: readonly string[]
  /** The licence as the file names it, else the address that it gives for it. */
  readonly license: string | undefined
  readonly weight: number
  readonly style: FontStyle
  readonly stretch: number
  readonly unitsPerEm: number
  readonly glyphCount: number
  readonly cmap: CharacterMap
  readonly bbox: readonly [number, number, number, number]
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  /** 0 when the file does not say. */
  readonly xHeight: number
  /** 0 when the file does not say. */
  readonly capHeight: number
  /** Of all glyphs; 0 when the file does not say. */
  readonly averageAdvance: number
  /** Top of the underline above the baseline. */
  readonly underlineTop: number
  readonly underlineThickness: number
  /** Top of the strike-out line above the baseline, 0 when the file does not say. */
  readonly strikeoutTop: number
  readonly strikeoutThickness: number
  /** Degrees counter-clockwise from the vertical. */
  readonly italicAngle: number
  readonly isFixedPitch: boolean
  readonly isSerif: boolean
  /** The axes of a variable font, empty for a static one. */
  readonly axes: readonly VariationAxis[]
  /** Present when this is an instance of a variable font. */
  readonly variation?: Variation
  /** Advance width of a glyph; glyphs past the end of `hmtx` have the last one. */
  advanceWidth(glyphId: number): number
}

/** Widths of `usWidthClass` 1 to 9 in percent (OpenType 1.9, "OS/2"). */
const STRETCH_OF_WIDTH_CLASS = [100, 50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]

/** Bytes of a name that are read. */
const LONGEST_NAME = 512

const USE_TYPO_METRICS = 1 << 7
const FS_ITALIC = 1 << 0
const FS_OBLIQUE = 1 << 9
const MAC_STYLE_ITALIC = 1 << 1

/**
 * Reads the tables that layout and embedding need; glyph outlines and layout tables are left alone.
 * @param label names the font in error messages
 * @param budget of all fonts that are unpacked together
 * @throws FontError
 */
export function readFontFile(data: Uint8Array, label: string, budget?: UnpackingBudget): FontFile {
  const sfnt = readSfnt(data, label, budget)
  try {
    return readFontTables(sfnt, label)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new FontError('broken-font', `${label} has a table that is shorter than it says`)
  }
}

/**
 * Reads the tables of a font.
 * @throws FontError, or RangeError when a table ends early
 */
export function readFontTables(sfnt: Sfnt, label: string): FontFile {
  const head = tableOf(sfnt, 'head')
  const hhea = tableOf(sfnt, 'hhea')
  const unitsPerEm = head.getUint16(18)
  if (unitsPerEm < 16 || unitsPerEm > 16384)
    throw new FontError('broken-font', `${label} has ${unitsPerEm} units per em`)
  const cmap = readCmap(tableOf(sfnt, 'cmap'))
  if (cmap === undefined) throw new FontError('unsupported-font', `${label} has no Unicode character map`)
  const glyphCount = tableOf(sfnt, 'maxp').getUint16(4)
  const os2 = sfnt.tables.get('OS/2')
  return {
    ...sfnt,
    ...readNames(sfnt, label),
    ...readLineMetrics(hhea, os2),
    ...readClassification(os2, head),
    ...readHeights(os2),
    ...readPost(sfnt.tables.get('post')),
    ...readStrikeout(os2),
    averageAdvance: os2 !== undefined && os2.byteLength >= 4 ? os2.getInt16(2) : 0,
    axes: readAxes(sfnt.tables.get('fvar'), label),
    unitsPerEm,
    glyphCount,
    cmap,
    bbox: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    advanceWidth: readAdvances(tableOf(sfnt, 'hmtx'), hhea.getUint16(34), glyphCount, label),
  }
}

function tableOf(sfnt: Sfnt, tag: string): Table {
  const table = sfnt.tables.get(tag)
  if (table === undefined) throw new FontError('broken-font', `the font has no ${tag} table`)
  return table
}

function readAdvances(hmtx: Table, count: number, glyphCount: number, label: string): (glyphId: number) => number {
  if (count === 0 || hmtx.byteLength < count * 4) throw new FontError('broken-font', `${label} lacks glyph widths`)
  const advances = new Uint16Array(glyphCount)
  const last = hmtx.getUint16((count - 1) * 4)
  for (let i = 0; i < glyphCount; i++) advances[i] = i < count ? hmtx.getUint16(i * 4) : last
  return (glyphId) => advances[glyphId] ?? 0
}

/**
 * The line metrics as FreeType and Skia choose them on Linux: hhea, unless OS/2 asks for its typographic
 * ones; when hhea is all zero, OS/2 typo, then win.
 */
function readLineMetrics(hhea: Table, os2: Table | undefined): Pick<FontFile, 'ascent' | 'descent' | 'lineGap'> {
  const fromHhea = { ascent: hhea.getInt16(4), descent: -hhea.getInt16(6), lineGap: hhea.getInt16(8) }
  if (os2 === undefined || os2.byteLength < 78) return fromHhea
  const typo = { ascent: os2.getInt16(68), descent: -os2.getInt16(70), lineGap: os2.getInt16(72) }
  if ((os2.getUint16(62) & USE_TYPO_METRICS) !== 0) return typo
  if (fromHhea.ascent !== 0 || fromHhea.descent !== 0) return fromHhea
  if (typo.ascent !== 0 || typo.descent !== 0) return typo
  return { ascent: os2.getUint16(74), descent: os2.getUint16(76), lineGap: 0 }
}

function readHeights(os2: Table | undefined): Pick<FontFile, 'xHeight' | 'capHeight'> {
  if (os2 === undefined || os2.getUint16(0) < 2 || os2.byteLength < 90) return { xHeight: 0, capHeight: 0 }
  return { xHeight: os2.getInt16(86), capHeight: os2.getInt16(88) }
}

function readStrikeout(os2: Table | undefined): Pick<FontFile, 'strikeoutTop' | 'strikeoutThickness'> {
  if (os2 === undefined) return { strikeoutTop: 0, strikeoutThickness: 0 }
  return { strikeoutThickness: os2.getInt16(26), strikeoutTop: os2.getInt16(28) }
}

function readPost(
  post: Table | undefined,
): Pick<FontFile, 'underlineTop' | 'underlineThickness' | 'italicAngle' | 'isFixedPitch'> {
  if (post === undefined) return { underlineTop: 0, underlineThickness: 0, italicAngle: 0, isFixedPitch: false }
  return {
    italicAngle: post.getInt32(4) / 65536,
    underlineTop: post.getInt16(8),
    underlineThickness: post.getInt16(10),
    isFixedPitch: post.getUint32(12) !== 0,
  }
}

function readClassification(
  os2: Table | undefined,
  head: Table,
): Pick<FontFile, 'weight' | 'style' | 'stretch' | 'isSerif'> {
  if (os2 === undefined) {
    const macStyle = head.getUint16(44)
    const style = (macStyle & MAC_STYLE_ITALIC) !== 0 ? 'italic' : 'normal'
    return { weight: (macStyle & 1) !== 0 ? 700 : 400, style, stretch: 100, isSerif: false }
  }
  const selection = os2.getUint16(62)
  const familyClass = os2.getInt16(30) >> 8
  const panoseFamily = os2.getUint8(32)
  const panoseSerif = os2.getUint8(33)
  return {
    weight: Math.min(Math.max(os2.getUint16(4), 1), 1000),
    style: (selection & FS_OBLIQUE) !== 0 ? 'oblique' : (selection & FS_ITALIC) !== 0 ? 'italic' : 'normal',
    stretch: STRETCH_OF_WIDTH_CLASS[os2.getUint16(6)] ?? 100,
    isSerif:
      (familyClass >= 1 && familyClass <= 7 && familyClass !== 6) ||
      (panoseFamily === 2 && panoseSerif >= 2 && panoseSerif <= 10),
  }
}

function readNames(
  sfnt: Sfnt,
  label: string,
): Pick<FontFile, 'family' | 'otherFamilies' | 'postscriptName' | 'license'> {
  const { english: names, families } = readNameTable(sfnt.tables.get('name'))
  const family = names.get(16) ?? names.get(1) ?? label
  const postscriptName = (names.get(6) ?? family).replace(/[^!-~]|[[\](){}<>/%#]/g, '').slice(0, 63)
  return {
    family,
    otherFamilies: [...families].filter((name) => name !== family),
    postscriptName: postscriptName === '' ? 'Unnamed' : postscriptName,
    license: names.get(13) ?? names.get(14),
  }
}

/** Family and full names of a font, in two ways, and its licence. */
const NAME_IDS: ReadonlySet<number> = new Set([1, 6, 13, 14, 16])

/** Names of a family in other languages that are kept; fonts have a few. */
const MOST_FAMILIES = 32

interface FontNames {
  /** By name id, Windows records before Macintosh ones. */
  readonly english: ReadonlyMap<number, string>
  /** The names of the family in all languages (css-fonts-4 §5.1), in Unicode. */
  readonly families: ReadonlySet<string>
}

/** The names of a font (OpenType 1.9, "name"). */
function readNameTable(name: Table | undefined): FontNames {
  const english = new Map<number, string>()
  const families = new Set<string>()
  if (name === undefined) return { english, families }
  const windows = new Set<number>()
  const count = name.getUint16(2)
  const storage = name.getUint16(4)
  for (let i = 0; i < count; i++) {
    const record = 6 + i * 12
    const platform = name.getUint16(record)
    const language = name.getUint16(record + 4)
    const id = name.getUint16(record + 6)
    if (!NAME_IDS.has(id)) continue
    const read = (unit: 1 | 2) =>
      readName(name, storage + name.getUint16(record + 10), name.getUint16(record + 8), unit)
    const isFamily = id === 1 || id === 16
    if (isFamily && platform === 3 && families.size < MOST_FAMILIES) families.add(read(2))
    const isWindows = platform === 3 && language === 0x409
    const isMacintosh = platform === 1 && language === 0
    if ((!isWindows && !isMacintosh) || (isMacintosh && windows.has(id))) continue
    if (isWindows) windows.add(id)
    english.set(id, read(isWindows ? 2 : 1))
  }
  return { english, families }
}

function readName(name: Table, start: number, length: number, unit: 1 | 2): string {
  let text = ''
  for (let i = 0; i + unit <= Math.min(length, LONGEST_NAME); i += unit) {
    text += String.fromCharCode(unit === 2 ? name.getUint16(start + i) : name.getUint8(start + i))
  }
  return text
}

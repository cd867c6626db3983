import { createHash } from 'node:crypto'
import type { GlyphPictures } from './color/glyph-picture.js'
import type { FontMetrics, FontProgram, InkBox } from './font-types.js'
import { readCff } from './opentype/cff.js'
import { FontError } from './opentype/font-error.js'
import type { FontFile } from './opentype/font-file.js'
import { checkGlyph, type GlyphTable, readGlyphs, withoutDamage, withoutPictures } from './opentype/glyf.js'
import { flattenedGlyph, subsetCff } from './opentype/subset-cff.js'
import { subsetGlyf } from './opentype/subset-glyf.js'

const NO_CODE_POINTS: readonly number[] = []

// Values of Chromium and Skia where a font does not say, as fractions.
const X_HEIGHT_OF_ASCENT = 0.56
const STRIKEOUT_OF_X_HEIGHT = 0.5
const UNDERLINE_THICKNESS = 0.05
const UNDERLINE_POSITION = -0.1

/** The outlines of a font file, as far as embedding and metrics need them. */
export interface Outlines {
  readonly kind: FontProgram['outlines']
  /** Whether there is nothing to see of a glyph. */
  isEmpty(glyphId: number): boolean
  /** Top of the glyph's bounding box above the baseline, 0 when it is not known. */
  top(glyphId: number): number
  /** The glyph's bounding box; undefined when it is not known. */
  box(glyphId: number): InkBox | undefined
  /** @throws RangeError when a glyph cannot be drawn */
  check(glyphId: number): void
  /** Glyphs that cannot be drawn are empty. */
  subset(glyphIds: readonly number[]): Uint8Array
}

/**
 * @param noteDamage is told of glyphs that are left empty; undefined for a font that has no such glyphs
 * @param pictures are drawn in place of outlines, which are not embedded
 * @throws FontError `broken-font`
 */
export function readOutlines(
  file: FontFile,
  noteDamage: ((message: string) => void) | undefined,
  pictures?: GlyphPictures,
): Outlines {
  const noteGlyph = (glyphId: number) => noteDamage?.(`${file.postscriptName} has a damaged glyph, number ${glyphId}`)
  return orBroken(file, () => {
    if (!file.tables.has('CFF ')) {
      const glyphs: GlyphTable = file.variation?.glyphs ?? readGlyphs(file)
      const drawn = pictures ? withoutPictures(glyphs, pictures.has) : glyphs
      const embedded = noteDamage ? withoutDamage(drawn, noteGlyph) : drawn
      return {
        kind: 'glyf',
        isEmpty: (glyphId) => glyphs.outline(glyphId).length === 0,
        top: glyphs.top,
        box: (glyphId) => boxOf(glyphs.outline(glyphId)),
        check: (glyphId) => checkGlyph(glyphs, glyphId),
        subset: (glyphIds) => subsetGlyf(file, embedded, glyphIds),
      }
    }
    const cff = readCff(file)
    return {
      kind: 'cff',
      // An `endchar` with no more than a width before it.
      isEmpty: (glyphId) => flattenedGlyph(file, cff, glyphId).length <= 6,
      top: () => 0,
      box: () => undefined,
      check: (glyphId) => {
        flattenedGlyph(file, cff, glyphId)
      },
      subset: (glyphIds) => subsetCff(file, cff, glyphIds, noteGlyph),
    }
  })
}

/** From the head of a glyph's description (OpenType `glyf`). */
function boxOf(glyph: Uint8Array): InkBox | undefined {
  if (glyph.length < 10) return undefined
  const view = new DataView(glyph.buffer, glyph.byteOffset, glyph.length)
  return { left: view.getInt16(2), right: view.getInt16(6), bottom: view.getInt16(4) }
}

/** The metrics of a face in em, with measured or customary values for what the file does not say. */
export function metricsOf(file: FontFile, outlines: Outlines): FontMetrics {
  return orBroken(file, () => measure(file, outlines))
}

function measure(file: FontFile, outlines: Outlines): FontMetrics {
  const em = file.unitsPerEm
  const xHeight = file.xHeight || outlines.top(file.cmap.glyphOf(0x78)) || file.ascent * X_HEIGHT_OF_ASCENT
  const capHeight = capHeightOf(file, outlines)
  const zero = file.cmap.glyphOf(0x30)
  // css-values-4 §6.1.1: half an em where there is no digit zero.
  const zeroAdvance = zero === 0 ? em / 2 : file.advanceWidth(zero)
  // As browsers do: the average of some fonts is that of full-width characters, and means nothing for others.
  const hasAverage = file.averageAdvance > 0 && file.averageAdvance <= zeroAdvance * WIDEST_AVERAGE
  const [left, , right] = file.bbox
  const underlineThickness = file.underlineThickness || em * UNDERLINE_THICKNESS
  const strikeoutThickness = file.strikeoutThickness || underlineThickness
  // Both tables give the top of the line.
  const underlineCentre =
    file.underlineThickness === 0 ? em * UNDERLINE_POSITION : file.underlineTop - underlineThickness / 2
  const strikeoutCentre =
    file.strikeoutTop === 0 ? xHeight * STRIKEOUT_OF_X_HEIGHT : file.strikeoutTop - strikeoutThickness / 2
  return {
    ascent: file.ascent / em,
    descent: file.descent / em,
    lineGap: file.lineGap / em,
    xHeight: xHeight / em,
    capHeight: capHeight / em,
    zeroAdvance: zeroAdvance / em,
    averageAdvance: (hasAverage ? file.averageAdvance : zeroAdvance) / em,
    widestGlyph: (hasAverage ? right - left : zeroAdvance) / em,
    underlinePosition: underlineCentre / em,
    underlineThickness: underlineThickness / em,
    strikeoutPosition: strikeoutCentre / em,
    strikeoutThickness: strikeoutThickness / em,
  }
}

/** In digits zero. */
const WIDEST_AVERAGE = 1.7

function capHeightOf(file: FontFile, outlines: Outlines): number {
  return file.capHeight || outlines.top(file.cmap.glyphOf(0x48)) || file.ascent
}

/** Makes what the PDF needs of a face. */
export function createProgram(file: FontFile, outlines: Outlines, weight: number): FontProgram {
  let codePointsByGlyph: ReadonlyMap<number, readonly number[]> | undefined
  let widths: Float64Array | undefined
  let contentKey: string | undefined
  const perMille = (units: number) => Math.round((units * 1000) / file.unitsPerEm)
  const [xMin, yMin, xMax, yMax] = file.bbox
  return {
    postscriptName: file.postscriptName,
    unitsPerEm: file.unitsPerEm,
    outlines: outlines.kind,
    italicAngle: file.italicAngle,
    isFixedPitch: file.isFixedPitch,
    isSerif: file.isSerif,
    bbox: [perMille(xMin), perMille(yMin), perMille(xMax), perMille(yMax)],
    ascent: perMille(file.ascent),
    descent: perMille(-file.descent),
    capHeight: perMille(capHeightOf(file, outlines)),
    stemV: stemOf(weight),
    glyphCount: file.glyphCount,
    advanceWidth: file.advanceWidth,
    widthInFile(glyphId) {
      widths ??= new Float64Array(file.glyphCount).fill(Number.NaN)
      let width = widths[glyphId] ?? Number.NaN
      if (Number.isNaN(width)) {
        width = Math.round((file.advanceWidth(glyphId) * 1000 * 100) / file.unitsPerEm) / 100
        widths[glyphId] = width
      }
      return width
    },
    subset: (glyphIds) => orBroken(file, () => outlines.subset(glyphIds)),
    inkBox: (glyphId) => orBroken(file, () => outlines.box(glyphId)),
    glyphOf: file.cmap.glyphOf,
    codePointsOf(glyphId) {
      codePointsByGlyph ??= invertCmap(file)
      return codePointsByGlyph.get(glyphId) ?? NO_CODE_POINTS
    },
    contentKey() {
      contentKey ??= hashOf(file, weight)
      return contentKey
    },
  }
}

/** Of the tables of a file and the place of its instance. */
function hashOf({ tables, variation }: FontFile, weight: number): string {
  const hash = createHash('sha256').update(`${weight} ${variation?.coords.join(' ') ?? ''}`)
  for (const tag of [...tables.keys()].sort()) {
    const table = tables.get(tag)
    if (table) hash.update(tag).update(new Uint8Array(table.buffer, table.byteOffset, table.byteLength))
  }
  return hash.digest('base64')
}

/** AD-HOC: fonts do not say how thick their stems are; viewers use it only to choose a substitute. */
function stemOf(weight: number): number {
  return Math.round(50 + (weight / 65) ** 2)
}

function orBroken<T>(file: FontFile, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new FontError('broken-font', `${file.postscriptName} has glyph outlines that end too early`)
  }
}

function invertCmap(file: FontFile): ReadonlyMap<number, readonly number[]> {
  const inverse = new Map<number, number[]>()
  file.cmap.forEach((codePoint, glyphId) => {
    const known = inverse.get(glyphId)
    if (known === undefined) inverse.set(glyphId, [codePoint])
    else known.push(codePoint)
  })
  return inverse
}

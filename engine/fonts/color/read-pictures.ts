import { BoundedCache } from '../../base/bounded-cache.js'
import type { FontFile } from '../opentype/font-file.js'
import { readGlyphs } from '../opentype/glyf.js'
import { bitmapReader } from './bitmap-strikes.js'
import { readColrPicture } from './colr-picture.js'
import { ColrTable } from './colr-table.js'
import { outlineReader } from './glyph-outline.js'
import type { GlyphPicture, GlyphPictures } from './glyph-picture.js'
import { Palette } from './palette.js'

/** Pictures kept per face: documents use a few dozen of them. */
const KEPT_PICTURES = 256

/** Gives the picture of a glyph; undefined when there is none. @throws RangeError for a damaged one */
interface PictureSource {
  has(glyphId: number): boolean
  read(glyphId: number): GlyphPicture | undefined
}

/**
 * The pictures of a colour font: those of `COLR`, else those of `CBDT` or `sbix`. Undefined for a font without any.
 *
 * UNSUPPORTED: pictures of fonts with CFF outlines, and those that are SVG documents.
 * @param noteDamage is told what is wrong with pictures that cannot be read
 */
export function readPictures(file: FontFile, noteDamage: (message: string) => void): GlyphPictures | undefined {
  const found = orDamaged(() => sourceOf(file), `${file.postscriptName} has pictures that cannot be found`, noteDamage)
  if (!found) return undefined
  const kept = new BoundedCache<number, GlyphPicture>(KEPT_PICTURES)
  const damageOf = (glyphId: number) => `${file.postscriptName} has a picture that cannot be drawn, of glyph ${glyphId}`
  return {
    has: (glyphId) => found.has(glyphId),
    noteDamage: (glyphId, message) => noteDamage(`${damageOf(glyphId)}: ${message}`),
    of(glyphId) {
      const known = kept.get(glyphId)
      if (known) return known
      const read = orDamaged(() => found.read(glyphId), damageOf(glyphId), noteDamage)
      if (read) kept.set(glyphId, read)
      return read
    },
  }
}

/** Whether a font has pictures of a kind that is not drawn, and what kind. */
export function unsupportedPictures({ tables }: FontFile): string | undefined {
  if (tables.has('COLR') && tables.has('CPAL')) return tables.has('CFF ') ? 'COLR with CFF outlines' : undefined
  if (tables.has('CBDT') || tables.has('sbix')) return undefined
  return tables.has('SVG ') ? 'SVG' : undefined
}

function sourceOf(file: FontFile): PictureSource | undefined {
  const colr = file.tables.get('COLR')
  const cpal = file.tables.get('CPAL')
  if (colr && cpal && file.tables.has('glyf')) {
    const table = new ColrTable(colr)
    const palette = new Palette(cpal)
    const outlineOf = outlineReader(file.variation?.glyphs ?? readGlyphs(file))
    return {
      has: (glyphId) => table.has(glyphId),
      read: (glyphId) => (table.has(glyphId) ? readColrPicture(table, palette, outlineOf, glyphId) : undefined),
    }
  }
  const bitmapOf = bitmapReader(file)
  return bitmapOf && { has: (glyphId) => hasBitmap(() => bitmapOf(glyphId)), read: bitmapOf }
}

function hasBitmap(find: () => unknown): boolean {
  try {
    return find() !== undefined
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return false
  }
}

function orDamaged<T>(read: () => T, message: string, noteDamage: (message: string) => void): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    noteDamage(message)
    return undefined
  }
}

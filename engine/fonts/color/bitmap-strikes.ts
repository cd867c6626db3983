import type { FontFile } from '../opentype/font-file.js'
import { type Table, tagAt } from '../opentype/table.js'
import type { GlyphBitmap } from './glyph-picture.js'

/** Finds the image of a glyph. @throws RangeError where the tables end early */
export type BitmapOf = (glyphId: number) => GlyphBitmap | undefined

/** Sizes that a font has its images in; more is damage. */
const MOST_STRIKES = 64

/** Stretches of glyphs of one size; more is damage. */
const MOST_SUBTABLES = 65_536

/** Reads the images of a font from `CBDT`, else from `sbix`; undefined when it has neither. */
export function bitmapReader(file: FontFile): BitmapOf | undefined {
  const cblc = file.tables.get('CBLC')
  const cbdt = file.tables.get('CBDT')
  if (cblc && cbdt) return readCbdt(cblc, cbdt, file.unitsPerEm)
  const sbix = file.tables.get('sbix')
  return sbix && readSbix(sbix, file)
}

/** A stretch of glyphs of one size. */
interface Subtable {
  readonly first: number
  readonly last: number
  readonly at: number
  readonly unitsPerPixel: number
}

/** OpenType 1.9, "CBLC" and "CBDT": of the sizes that have a glyph, the largest. */
function readCbdt(cblc: Table, cbdt: Table, unitsPerEm: number): BitmapOf {
  const strikes = Math.min(cblc.getUint32(4), MOST_STRIKES)
  const subtables: Subtable[] = []
  for (let strike = 0; strike < strikes; strike++) {
    const at = 8 + strike * 48
    const arrayAt = cblc.getUint32(at)
    const count = cblc.getUint32(at + 8)
    const unitsPerPixel = unitsPerEm / Math.max(1, cblc.getUint8(at + 45))
    if (subtables.length + count > MOST_SUBTABLES) throw new RangeError('the number of images')
    for (let i = 0; i < count; i++) {
      const entry = arrayAt + i * 8
      const [first, last] = [cblc.getUint16(entry), cblc.getUint16(entry + 2)]
      subtables.push({ first, last, at: arrayAt + cblc.getUint32(entry + 4), unitsPerPixel })
    }
  }
  subtables.sort((a, b) => a.unitsPerPixel - b.unitsPerPixel)
  return (glyphId) => {
    for (const subtable of subtables) {
      if (glyphId < subtable.first || glyphId > subtable.last) continue
      const found = imageOfSubtable(cblc, cbdt, subtable, glyphId)
      if (found) return found
    }
    return undefined
  }
}

function imageOfSubtable(cblc: Table, cbdt: Table, subtable: Subtable, glyphId: number): GlyphBitmap | undefined {
  const { at, unitsPerPixel } = subtable
  const imageFormat = cblc.getUint16(at + 2)
  const place = placeOfImage(cblc, subtable, glyphId)
  if (place === undefined) return undefined
  const start = cblc.getUint32(at + 4) + place
  // Format 19 has its metrics, which are the larger ones, in the index.
  const metrics = imageFormat === 19 ? cblc : cbdt
  const metricsAt = imageFormat === 19 ? at + 12 : start
  const lengthAt = imageFormat === 17 ? start + 5 : imageFormat === 18 ? start + 8 : start
  if (imageFormat < 17 || imageFormat > 19) return undefined
  return {
    kind: 'bitmap',
    data: bytesAt(cbdt, lengthAt + 4, cbdt.getUint32(lengthAt)),
    unitsPerPixel,
    left: metrics.getInt8(metricsAt + 2),
    offset: metrics.getInt8(metricsAt + 3),
    edge: 'top',
  }
}

/** Where the image of a glyph is in the stretch of images of its subtable. */
function placeOfImage(cblc: Table, { first, at }: Subtable, glyphId: number): number | undefined {
  const index = glyphId - first
  switch (cblc.getUint16(at)) {
    case 1: {
      const place = cblc.getUint32(at + 8 + index * 4)
      return place === cblc.getUint32(at + 12 + index * 4) ? undefined : place
    }
    case 2:
      return index * cblc.getUint32(at + 8)
    case 3: {
      const place = cblc.getUint16(at + 8 + index * 2)
      return place === cblc.getUint16(at + 10 + index * 2) ? undefined : place
    }
    case 4: {
      const found = findGlyph(cblc, at + 12, cblc.getUint32(at + 8), 4, glyphId)
      return found === undefined ? undefined : cblc.getUint16(at + 12 + found * 4 + 2)
    }
    case 5: {
      const found = findGlyph(cblc, at + 24, cblc.getUint32(at + 20), 2, glyphId)
      return found === undefined ? undefined : found * cblc.getUint32(at + 8)
    }
    default:
      return undefined
  }
}

/** The index of a glyph among entries that begin with ascending glyph ids. */
function findGlyph(table: Table, at: number, count: number, size: number, glyphId: number): number | undefined {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = table.getUint16(at + middle * size)
    if (found === glyphId) return middle
    if (found < glyphId) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

/** OpenType 1.9, "sbix": of the sizes that have a glyph, the largest. */
function readSbix(sbix: Table, { unitsPerEm, glyphCount }: FontFile): BitmapOf {
  const count = Math.min(sbix.getUint32(4), MOST_STRIKES)
  const strikes: { readonly at: number; readonly ppem: number }[] = []
  for (let i = 0; i < count; i++) {
    const at = sbix.getUint32(8 + i * 4)
    strikes.push({ at, ppem: Math.max(1, sbix.getUint16(at)) })
  }
  strikes.sort((a, b) => b.ppem - a.ppem)
  const imageOf = (glyphId: number, mayRefer: boolean): GlyphBitmap | undefined => {
    if (glyphId >= glyphCount) return undefined
    for (const { at, ppem } of strikes) {
      const start = sbix.getUint32(at + 4 + glyphId * 4)
      const length = sbix.getUint32(at + 8 + glyphId * 4) - start
      if (length <= 8) continue
      const glyphAt = at + start
      const type = tagAt(sbix, glyphAt + 4)
      if (type === 'dupe') return mayRefer ? imageOf(sbix.getUint16(glyphAt + 8), false) : undefined
      if (type !== 'png ' && type !== 'jpg ') continue
      return {
        kind: 'bitmap',
        data: bytesAt(sbix, glyphAt + 8, length - 8),
        unitsPerPixel: unitsPerEm / ppem,
        left: sbix.getInt16(glyphAt),
        offset: sbix.getInt16(glyphAt + 2),
        edge: 'bottom',
      }
    }
    return undefined
  }
  return (glyphId) => imageOf(glyphId, true)
}

function bytesAt(table: Table, at: number, length: number): Uint8Array {
  if (at + length > table.byteLength) throw new RangeError('the image of a glyph')
  return new Uint8Array(table.buffer, table.byteOffset + at, length)
}

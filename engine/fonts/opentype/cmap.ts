import { CodePointSet } from './code-point-set.js'
import type { Table } from './table.js'

/** Code points to glyph ids, from a face's `cmap`. */
export interface CharacterMap {
  /** The glyph of a code point, 0 when the face has none. */
  glyphOf(codePoint: number): number
  /** Calls `visit` for every code point that has a glyph, ascending. */
  forEach(visit: (codePoint: number, glyphId: number) => void): void
}

/** The code points that a character map has glyphs for. */
export function coverageOf(map: CharacterMap): CodePointSet {
  const codePoints: number[] = []
  map.forEach((codePoint) => {
    codePoints.push(codePoint)
  })
  return CodePointSet.of(codePoints)
}

/**
 * Chooses the Unicode subtable of a `cmap` table with the widest repertoire: format 12, else format 4
 * (OpenType 1.9, "cmap"). A symbol font (platform 3, encoding 0) maps U+F020 to U+F0FF also from U+0020 to U+00FF.
 */
export function readCmap(table: Table): CharacterMap | undefined {
  let full: number | undefined
  let basic: number | undefined
  let symbol: number | undefined
  const count = table.getUint16(2)
  for (let i = 0; i < count; i++) {
    const record = 4 + i * 8
    const platform = table.getUint16(record)
    const encoding = table.getUint16(record + 2)
    const offset = table.getUint32(record + 4)
    const format = table.getUint16(offset)
    const unicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))
    if (format === 12 && unicode) full = offset
    else if (format === 4 && unicode) basic = offset
    else if (format === 4 && platform === 3 && encoding === 0) symbol = offset
  }
  if (full !== undefined) return readFormat12(table, full)
  if (basic !== undefined) return readFormat4(table, basic)
  if (symbol !== undefined) return readSymbols(readFormat4(table, symbol))
  return undefined
}

function readFormat4(table: Table, start: number): CharacterMap {
  const segments = table.getUint16(start + 6) >> 1
  const ends = start + 14
  const starts = ends + segments * 2 + 2
  const deltas = starts + segments * 2
  const rangeOffsets = deltas + segments * 2

  function glyphIn(segment: number, codePoint: number): number {
    const delta = table.getUint16(deltas + segment * 2)
    const position = rangeOffsets + segment * 2
    const rangeOffset = table.getUint16(position)
    if (rangeOffset === 0) return (codePoint + delta) & 0xffff
    const at = position + rangeOffset + (codePoint - table.getUint16(starts + segment * 2)) * 2
    if (at + 2 > table.byteLength) return 0
    const glyphId = table.getUint16(at)
    return glyphId === 0 ? 0 : (glyphId + delta) & 0xffff
  }

  return {
    glyphOf(codePoint) {
      if (codePoint > 0xffff) return 0
      let low = 0
      let high = segments
      while (low < high) {
        const middle = (low + high) >> 1
        if (table.getUint16(ends + middle * 2) < codePoint) low = middle + 1
        else high = middle
      }
      return low < segments && table.getUint16(starts + low * 2) <= codePoint ? glyphIn(low, codePoint) : 0
    },
    forEach(visit) {
      let next = 0
      for (let segment = 0; segment < segments; segment++) {
        const last = table.getUint16(ends + segment * 2)
        // Never below `next`: overlapping segments of a hostile font must not cost more than their union.
        for (let codePoint = Math.max(next, table.getUint16(starts + segment * 2)); codePoint <= last; codePoint++) {
          const glyphId = glyphIn(segment, codePoint)
          if (glyphId !== 0 && codePoint !== 0xffff) visit(codePoint, glyphId)
        }
        next = Math.max(next, last + 1)
      }
    },
  }
}

function readFormat12(table: Table, start: number): CharacterMap {
  const groups = table.getUint32(start + 12)
  const first = start + 16
  return {
    glyphOf(codePoint) {
      let low = 0
      let high = groups
      while (low < high) {
        const middle = (low + high) >> 1
        if (table.getUint32(first + middle * 12 + 4) < codePoint) low = middle + 1
        else high = middle
      }
      if (low >= groups) return 0
      const group = first + low * 12
      const from = table.getUint32(group)
      return from <= codePoint ? table.getUint32(group + 8) + codePoint - from : 0
    },
    forEach(visit) {
      let next = 0
      for (let i = 0; i < groups; i++) {
        const group = first + i * 12
        const from = table.getUint32(group)
        const last = Math.min(table.getUint32(group + 4), 0x10ffff)
        const glyphId = table.getUint32(group + 8)
        for (let codePoint = Math.max(next, from); codePoint <= last; codePoint++) {
          if (glyphId + codePoint - from !== 0) visit(codePoint, glyphId + codePoint - from)
        }
        next = Math.max(next, last + 1)
      }
    },
  }
}

function readSymbols(map: CharacterMap): CharacterMap {
  return {
    glyphOf: (codePoint) => map.glyphOf(codePoint) || (codePoint <= 0xff ? map.glyphOf(codePoint + 0xf000) : 0),
    forEach(visit) {
      for (let codePoint = 0x20; codePoint <= 0xff; codePoint++) {
        const glyphId = map.glyphOf(codePoint) || map.glyphOf(codePoint + 0xf000)
        if (glyphId !== 0) visit(codePoint, glyphId)
      }
      map.forEach((codePoint, glyphId) => {
        if (codePoint > 0xff) visit(codePoint, glyphId)
      })
    },
  }
}

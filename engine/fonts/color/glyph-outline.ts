import { IDENTITY, type Matrix, mapPoint } from '../../base/matrix.js'
import type { Outline, OutlineSegment } from '../../base/path.js'
import type { GlyphTable } from '../opentype/glyf.js'
import { readSimpleGlyph, type SimpleGlyph } from '../opentype/simple-glyph.js'
import { varyGlyphs } from '../opentype/varied-glyphs.js'

/** Gives the outline of a glyph through a map, in font units. */
export type OutlineOf = (glyphId: number, matrix: Matrix) => Outline

/** Reads outlines of `glyf`, those of composite glyphs put together. */
export function outlineReader(glyphs: GlyphTable): OutlineOf {
  // An instance at the default place is a font whose composites are simple glyphs.
  const flat = varyGlyphs(glyphs, () => {})
  return (glyphId, matrix = IDENTITY) => {
    const bytes = flat.outline(glyphId)
    return bytes.length === 0 ? [] : outlineOf(readSimpleGlyph(bytes), matrix)
  }
}

/** Quadratic curves as cubic ones; points on the curve that are left out stand half-way between control points. */
function outlineOf({ ends, onCurve, xs, ys }: SimpleGlyph, matrix: Matrix): Outline {
  const path: OutlineSegment[] = []
  let first = 0
  for (const end of ends) {
    addContour(path, first, end)
    first = end + 1
  }
  return path

  function point(index: number) {
    return mapPoint(matrix, xs[index] as number, ys[index] as number)
  }

  function addContour(path: OutlineSegment[], first: number, last: number): void {
    const count = last - first + 1
    if (count < 2) return
    const at = (i: number) => first + (((i % count) + count) % count)
    const isOn = (i: number) => onCurve[at(i)] === 1
    const between = (a: { x: number; y: number }, b: { x: number; y: number }) => ({
      x: (a.x + b.x) / 2,
      y: (a.y + b.y) / 2,
    })
    let begin = 0
    while (begin < count && !isOn(begin)) begin++
    const starts = begin < count
    const start = starts ? point(at(begin)) : between(point(at(0)), point(at(-1)))
    const offset = starts ? begin + 1 : 0
    path.push({ kind: 'move', ...start })
    let pen = start
    const steps = starts ? count - 1 : count
    for (let i = 0; i < steps; i++) {
      const index = offset + i
      const current = point(at(index))
      if (isOn(index)) {
        path.push({ kind: 'line', ...current })
        pen = current
        continue
      }
      const isLast = i === steps - 1
      const next = isLast ? start : isOn(index + 1) ? point(at(index + 1)) : between(current, point(at(index + 1)))
      path.push({
        kind: 'curve',
        x1: pen.x + (2 / 3) * (current.x - pen.x),
        y1: pen.y + (2 / 3) * (current.y - pen.y),
        x2: next.x + (2 / 3) * (current.x - next.x),
        y2: next.y + (2 / 3) * (current.y - next.y),
        ...next,
      })
      pen = next
      // The point on the curve was the end of this curve.
      if (!isLast && isOn(index + 1)) i++
    }
    path.push({ kind: 'close' })
  }
}

import type { Matrix } from '../../base/matrix.js'
import type { Table } from '../opentype/table.js'
import { readColorLine, unitLine } from './color-line.js'
import { offset24 } from './colr-table.js'
import type { GlyphColor, GlyphPaint, GlyphStop } from './glyph-picture.js'
import type { Palette } from './palette.js'

/** Formats of paints that colour what they are given: PaintSolid to PaintVarSweepGradient. */
export function isFill(format: number): boolean {
  return format >= 2 && format <= 9
}

/**
 * A colour or gradient (OpenType 1.9.1, "COLR"), at the default place of a variable font. Undefined for a gradient that
 * has no extent, which paints nothing.
 * @throws RangeError when it cannot be read
 */
export function readFill(colr: Table, at: number, transform: Matrix, palette: Palette): GlyphPaint | undefined {
  const format = colr.getUint8(at)
  if (format <= 3) return solid(palette.color(colr.getUint16(at + 1), colr.getInt16(at + 3) / 16384))
  const colorLine = readColorLine(colr, at + offset24(colr, at + 1), (format & 1) === 1, palette)
  const line = unitLine(colorLine)
  const last = colorLine.stops.at(-1)
  // All stops in one place: what lies beyond it.
  if (!line) return last && solid(last.color)
  const { stops, from, to } = line
  const value = (index: number) => colr.getInt16(at + 4 + index * 2)
  switch (format & ~1) {
    case 4: {
      const end = endOfLine(value)
      if (!end) return undefined
      const [x, y] = [value(0), value(1)]
      const along = (share: number) => ({ x: x + share * (end.x - x), y: y + share * (end.y - y) })
      const [start, finish] = [along(from), along(to)]
      return { kind: 'linear', x1: start.x, y1: start.y, x2: finish.x, y2: finish.y, stops, transform }
    }
    case 6:
      return { kind: 'radial', ...circles(value, from, to), stops, transform }
    default:
      return sweep(value, stops, from, to, transform)
  }
}

function solid(color: GlyphColor): GlyphPaint {
  return { kind: 'color', color }
}

/** The end of a gradient's line, at right angles to the line from its first point to its third. */
function endOfLine(value: (index: number) => number): { readonly x: number; readonly y: number } | undefined {
  const [x0, y0] = [value(0), value(1)]
  const [normalX, normalY] = [value(5) - y0, x0 - value(4)]
  const square = normalX * normalX + normalY * normalY
  if (square === 0) return undefined
  const share = ((value(2) - x0) * normalX + (value(3) - y0) * normalY) / square
  return share === 0 ? undefined : { x: x0 + share * normalX, y: y0 + share * normalY }
}

function circles(value: (index: number) => number, from: number, to: number) {
  const at = (first: number, share: number) => value(first) + share * (value(first + 3) - value(first))
  const radius = (share: number) => Math.max(0, at(2, share))
  return { fx: at(0, from), fy: at(1, from), fr: radius(from), cx: at(0, to), cy: at(1, to), r: radius(to) }
}

/** Angles are biased: -1 is none and 1 a whole turn. */
function sweep(
  value: (index: number) => number,
  stops: readonly GlyphStop[],
  from: number,
  to: number,
  transform: Matrix,
): GlyphPaint | undefined {
  const turn = (index: number) => (value(index) / 16384 + 1) / 2
  const start = turn(2) + from * (turn(3) - turn(2))
  const length = (to - from) * (turn(3) - turn(2))
  if (length === 0) return undefined
  const placed = stops.map(({ offset, color }) => ({ offset: start + offset * length, color }))
  const ascending = length < 0 ? placed.reverse() : placed
  const clamped = ascending.map(({ offset, color }) => ({ offset: Math.max(0, Math.min(offset, 1)), color }))
  const [first] = clamped
  const last = clamped.at(-1)
  if (!first || !last) return undefined
  const all = [{ offset: 0, color: first.color }, ...clamped, { offset: 1, color: last.color }]
  return { kind: 'sweep', cx: value(0), cy: value(1), stops: all, transform }
}

import type { Color } from '../style/computed-style.js'
import type { Pen, StrokedLine } from './paint-target.js'

/** A line that runs right or down. */
export interface Line {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** Dots up to this width are squares: nobody could tell them from round ones. */
const WIDEST_SQUARE_DOT = 3

/** A line of dashes or dots, with one at either end, as browsers space them. */
export function dashedLine(style: 'dashed' | 'dotted', line: Line, width: number, color: Color): StrokedLine {
  const length = line.x2 - line.x1 + line.y2 - line.y1
  if (style === 'dashed') return { ...line, width, color, dashes: dashesAlong(length, width), cap: 'butt' }
  const gap = bestGap(length, width, width, false)
  if (width <= WIDEST_SQUARE_DOT) {
    return { ...line, width, color, dashes: length > 2 * width ? [width, gap] : [], cap: 'butt' }
  }
  // Round dots end half a dot within the ends.
  const half = width / 2
  const isHorizontal = line.y1 === line.y2
  const inner = isHorizontal
    ? { ...line, x1: line.x1 + half, x2: Math.max(line.x1 + half, line.x2 - half) }
    : { ...line, y1: line.y1 + half, y2: Math.max(line.y1 + half, line.y2 - half) }
  const period = length > 2 * width ? (width + gap) * JUST_BEFORE_END : 2 * width
  return { ...inner, width, color, dashes: [0, period], cap: 'round' }
}

/** Keeps the last dot from falling behind the end of the line by rounding. */
const JUST_BEFORE_END = 0.9998

/** Dashes twice as long as wide with gaps of the width; longer ones for thin lines. */
function dashesAlong(length: number, width: number): readonly number[] {
  const { dash, gap } = dashLengths(width)
  if (length <= 2 * dash) return []
  if (length <= 2 * dash + gap) {
    const scale = length / (2 * dash + gap)
    return [dash * scale, gap * scale]
  }
  return [dash, bestGap(length, dash, gap, false)]
}

function dashLengths(width: number): { readonly dash: number; readonly gap: number } {
  return width >= 3 ? { dash: 2 * width, gap: width } : { dash: 3 * width, gap: 2 * width }
}

/** The gap closest to the wanted one with which a whole number of dashes fills the line. */
function bestGap(length: number, dash: number, wanted: number, closed: boolean): number {
  const available = closed ? length : length + wanted
  const fewer = Math.floor(available / (dash + wanted))
  const gapOf = (dashes: number) => (length - dashes * dash) / (closed ? dashes : dashes - 1)
  const wide = gapOf(fewer)
  const narrow = gapOf(fewer + 1)
  if (narrow <= 0) return Number.isFinite(wide) && wide > 0 ? wide : wanted
  return Math.abs(wide - wanted) < Math.abs(narrow - wanted) ? wide : narrow
}

/** A pen for a closed line, whose end meets its start in the pattern. */
export function closedPen(length: number, width: number, color: Color, style: 'dashed' | 'dotted'): Pen {
  if (style === 'dotted') {
    const gap = bestGap(length, width, width, true)
    if (width <= WIDEST_SQUARE_DOT) return { width, color, dashes: [width, gap], cap: 'butt' }
    return { width, color, dashes: [0, width + gap], cap: 'round' }
  }
  const { dash, gap } = dashLengths(width)
  return { width, color, dashes: length > 2 * dash ? [dash, bestGap(length, dash, gap, true)] : [], cap: 'butt' }
}

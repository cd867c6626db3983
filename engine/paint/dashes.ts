import type { Color } from '../style/computed-style.js'
import type { Pen } from './paint-target.js'

/**
 * A pen for dashes along a line of `length` px: a dash at either end, gaps about as long as dashes, in the
 * lengths that browsers use: twice the width, three times for thin lines.
 */
export function dashedPen(length: number, width: number, color: Color): Pen {
  const dash = width >= 3 ? 2 * width : 3 * width
  const count = Math.round((length + dash) / (2 * dash))
  const dashes = count < 2 ? [] : [dash, (length - count * dash) / (count - 1)]
  return { width, color, dashes, cap: 'butt' }
}

/** Keeps the last dot from falling behind the end of the line by rounding. */
const JUST_BEFORE_END = 0.9998

/** A pen for round dots, one at either end of a line of `length` px, about one dot apart. */
export function dottedPen(length: number, width: number, color: Color): Pen {
  const gaps = Math.max(1, Math.round(length / (2 * width)))
  return { width, color, dashes: [0, (Math.max(length, width) / gaps) * JUST_BEFORE_END], cap: 'round' }
}

/** A pen for a closed line, whose end meets its start in the pattern. */
export function closedPen(length: number, width: number, color: Color, style: 'dashed' | 'dotted'): Pen {
  const dash = style === 'dotted' ? 0 : width >= 3 ? 2 * width : 3 * width
  const period = style === 'dotted' ? 2 * width : 2 * dash
  const fitted = length / Math.max(1, Math.round(length / period))
  return { width, color, dashes: [dash, Math.max(0, fitted - dash)], cap: style === 'dotted' ? 'round' : 'butt' }
}

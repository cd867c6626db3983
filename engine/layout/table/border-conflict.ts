import type { Side } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { sameColor } from '../../base/rgb-color.js'
import type { BorderStyle, Color, ComputedStyle } from '../../style/computed-style.js'

/** The border that one element wants on one side, or that an edge of the grid has got. */
export interface EdgeBorder {
  readonly width: number
  readonly style: BorderStyle
  readonly color: Color
}

/** The border that a style has on a side. */
export function borderOf(style: ComputedStyle, side: Side): EdgeBorder {
  switch (side) {
    case 'top':
      return { width: style.borderTopWidth, style: style.borderTopStyle, color: style.borderTopColor }
    case 'right':
      return { width: style.borderRightWidth, style: style.borderRightStyle, color: style.borderRightColor }
    case 'bottom':
      return { width: style.borderBottomWidth, style: style.borderBottomStyle, color: style.borderBottomColor }
    case 'left':
      return { width: style.borderLeftWidth, style: style.borderLeftStyle, color: style.borderLeftColor }
    default:
      return assertNever(side)
  }
}

/** Of equally wide borders the one whose style stands first here wins (CSS 2.2 §17.6.2.1 rule 3). */
const STYLE_RANK: Readonly<Record<BorderStyle, number>> = {
  hidden: 9,
  double: 8,
  solid: 7,
  dashed: 6,
  dotted: 5,
  ridge: 4,
  outset: 3,
  groove: 2,
  inset: 1,
  none: 0,
}

/**
 * The winner of two borders that meet at an edge (CSS 2.2 §17.6.2.1). Of borders that differ in colour only, the
 * first wins: callers ask for cells before rows, row groups, columns, column groups and the table, and for what is
 * further to the left and the top first.
 */
export function strongerBorder(first: EdgeBorder | undefined, second: EdgeBorder): EdgeBorder {
  if (!first) return second
  if (first.style === 'hidden' || second.style === 'none') return first
  if (second.style === 'hidden' || first.style === 'none') return second
  if (first.width !== second.width) return first.width > second.width ? first : second
  return STYLE_RANK[second.style] > STYLE_RANK[first.style] ? second : first
}

/** Whether a visible border is wider than another, or as wide and of a stronger style. */
export function outranks(border: EdgeBorder, other: EdgeBorder): boolean {
  if (border.width !== other.width) return border.width > other.width
  return STYLE_RANK[border.style] > STYLE_RANK[other.style]
}

/** Whether there is anything to draw. */
export function isVisible(border: EdgeBorder | undefined): border is EdgeBorder {
  return border !== undefined && border.width > 0 && border.style !== 'none' && border.style !== 'hidden'
}

/** Whether two stretches can be one. */
export function looksLike(a: EdgeBorder, b: EdgeBorder): boolean {
  return a === b || (a.width === b.width && a.style === b.style && sameColor(a.color, b.color))
}

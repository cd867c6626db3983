import type { Point } from '../../base/geometry.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import { hasBase, resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'

/** The containing block of a relatively positioned box. */
export interface RelativeContainer {
  readonly width: number
  /** Undefined when it depends on the content: percentages of it are automatic. */
  readonly height: number | undefined
  readonly direction: 'ltr' | 'rtl'
}

const NOWHERE: Point = { x: 0, y: 0 }

/**
 * How far a relatively positioned box stands from its place in the flow (CSS 2.2 §9.4.3).
 *
 * AD-HOC: sticky boxes stay in their place: nothing scrolls on paper.
 */
export function relativeOffset(style: ComputedStyle, container: RelativeContainer): Point {
  if (style.position !== 'relative') return NOWHERE
  const left = inset(style.left, container.width)
  const right = inset(style.right, container.width)
  const top = inset(style.top, container.height)
  const bottom = inset(style.bottom, container.height)
  const fromRight = left === undefined || (right !== undefined && container.direction === 'rtl')
  return { x: (fromRight ? right !== undefined && -right : left) || 0, y: top ?? (bottom !== undefined ? -bottom : 0) }
}

function inset(value: LengthPercentage | 'auto', base: number | undefined): number | undefined {
  if (value === 'auto' || (base === undefined && hasBase(value))) return undefined
  return resolveLength(value, base ?? 0)
}

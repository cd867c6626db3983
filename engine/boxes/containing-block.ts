import type { ComputedStyle } from '../style/computed-style.js'
import { hasTransform } from '../style/grouping.js'

/**
 * Whose containing block a box is beyond its own flow (css-position-3 §2.1, css-transforms-1 §2): that of absolutely
 * positioned boxes, or if it is transformed that of fixed ones as well.
 */
export function containsPositioned(style: ComputedStyle): 'nothing' | 'absolute' | 'all' {
  if (hasTransform(style) && style.display !== 'inline') return 'all'
  return style.position === 'static' || typeof style.position === 'object' ? 'nothing' : 'absolute'
}

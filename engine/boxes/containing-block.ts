import type { ComputedStyle } from '../style/computed-style.js'

/**
 * Whose containing block a box is beyond its own flow (css-position-3 §2.1, css-transforms-1 §2): that of absolutely
 * positioned boxes, or if it is transformed that of fixed ones as well.
 */
export function containsPositioned(style: ComputedStyle): 'nothing' | 'absolute' | 'all' {
  if (isTransformed(style) && style.display !== 'inline') return 'all'
  return style.position === 'static' || typeof style.position === 'object' ? 'nothing' : 'absolute'
}

function isTransformed({ transform, translate, rotate, scale }: ComputedStyle): boolean {
  return transform.length > 0 || translate !== 'none' || rotate !== 'none' || scale !== 'none'
}

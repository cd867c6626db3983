import type { ComputedStyle } from '../style/computed-style.js'
import { REACH } from './blurred-shape.js'

/** How far the filters of a box reach beyond what they filter, in px. */
export function filterReach({ filter }: ComputedStyle): number {
  let reach = 0
  for (const step of filter) {
    if (step.kind === 'blur') reach += REACH * step.blur
    else if (step.kind === 'drop-shadow') reach += REACH * step.blur + Math.max(Math.abs(step.x), Math.abs(step.y))
  }
  return reach
}

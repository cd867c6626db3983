import { snap } from '../base/units.js'
import type { LengthPercentage } from './computed-style.js'

/**
 * The px of a computed length or percentage, on the 1/64 px grid.
 * @param base what percentages refer to, in px
 */
export function resolveLength(value: LengthPercentage, base: number): number {
  return typeof value === 'number' ? value : snap(value.px + (value.percent * base) / 100)
}

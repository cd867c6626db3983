import { snap } from '../base/units.js'
import { type ColorValue, resolveColor } from '../css/color-value.js'
import type { LengthValue } from '../css/length-value.js'
import type { SizeDeclaration } from '../css/longhands-box.js'
import { computeNonNegative, lengthPx, type UnitContext } from './compute-length.js'
import type { Color, SizeValue } from './computed-style.js'
import type { MutableStyle } from './initial-style.js'

/** A colour; `currentcolor` is that of the style. */
export function color(value: ColorValue, style: MutableStyle): Color {
  return resolveColor(value, style.color)
}

/** A width or height; keywords are computed by layout. */
export function size(value: SizeDeclaration, units: UnitContext): SizeValue {
  return typeof value === 'string' ? value : computeNonNegative(value, units)
}

/** A length in px on the grid of layout. */
export function length(value: LengthValue, units: UnitContext): number {
  return snap(lengthPx(value, units))
}

/** The same where less than 0 is not allowed, as a function may come to. */
export function nonNegativeLength(value: LengthValue, units: UnitContext): number {
  return Math.max(0, length(value, units))
}

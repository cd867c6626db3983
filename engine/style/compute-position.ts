import type { LengthValue } from '../css/length-value.js'
import { computeLengthPercentage, type UnitContext } from './compute-length.js'
import type { ComputedStyle, LengthPercentage } from './computed-style.js'
import type { Computation } from './longhand-context.js'

function inset(value: LengthValue | 'auto', units: UnitContext): LengthPercentage | 'auto' {
  return value === 'auto' ? value : computeLengthPercentage(value, units)
}

/** The side that a flow-relative value names (css-logical-1 §2.1): the direction is that of the containing block. */
function sideOf(value: 'inline-start' | 'inline-end', { direction }: ComputedStyle): 'left' | 'right' {
  return (value === 'inline-start') === (direction === 'ltr') ? 'left' : 'right'
}

/** From declared to computed values of floats and positioned boxes. */
export const POSITION_COMPUTATIONS: {
  readonly float: Computation<'float'>
  readonly clear: Computation<'clear'>
  readonly position: Computation<'position'>
  readonly top: Computation<'top'>
  readonly right: Computation<'right'>
  readonly bottom: Computation<'bottom'>
  readonly left: Computation<'left'>
  readonly 'z-index': Computation<'z-index'>
} = {
  float: (style, value, { parent }) => {
    style.float = value === 'inline-start' || value === 'inline-end' ? sideOf(value, parent) : value
  },
  clear: (style, value, { parent }) => {
    style.clear = value === 'inline-start' || value === 'inline-end' ? sideOf(value, parent) : value
  },
  position: (style, value) => {
    style.position = value
  },
  top: (style, value, { units }) => {
    style.top = inset(value, units)
  },
  right: (style, value, { units }) => {
    style.right = inset(value, units)
  },
  bottom: (style, value, { units }) => {
    style.bottom = inset(value, units)
  },
  left: (style, value, { units }) => {
    style.left = inset(value, units)
  },
  'z-index': (style, value) => {
    style.zIndex = value
  },
}

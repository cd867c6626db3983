import type { FLEX_LONGHANDS } from '../css/longhands-flex.js'
import { computeNonNegative } from './compute-length.js'
import { size } from './compute-values.js'
import type { Computation } from './longhand-context.js'

/** From declared to computed values of flex containers and of alignment. */
export const FLEX_COMPUTATIONS: { readonly [P in keyof typeof FLEX_LONGHANDS]: Computation<P> } = {
  'flex-direction': (style, value) => {
    style.flexDirection = value
  },
  'flex-wrap': (style, value) => {
    style.flexWrap = value
  },
  'flex-grow': (style, value) => {
    style.flexGrow = value
  },
  'flex-shrink': (style, value) => {
    style.flexShrink = value
  },
  'flex-basis': (style, value, { units }) => {
    style.flexBasis = value === 'content' ? value : size(value, units)
  },
  order: (style, value) => {
    style.order = value
  },
  'align-content': (style, value) => {
    style.alignContent = value
  },
  'align-items': (style, value) => {
    style.alignItems = value
  },
  'align-self': (style, value) => {
    style.alignSelf = value
  },
  'justify-content': (style, value) => {
    style.justifyContent = value
  },
  'justify-items': (style, value) => {
    style.justifyItems = value
  },
  'justify-self': (style, value) => {
    style.justifySelf = value
  },
  'row-gap': (style, value, { units }) => {
    style.rowGap = value === 'normal' ? value : computeNonNegative(value, units)
  },
  'column-gap': (style, value, { units }) => {
    style.columnGap = value === 'normal' ? value : computeNonNegative(value, units)
  },
}

import { snap } from '../base/units.js'
import { resolveColor } from '../css/color-value.js'
import { lengthPx } from './compute-length.js'
import type { Computation } from './longhand-context.js'

/** From declared to computed values of multi-column layout. */
export const COLUMN_COMPUTATIONS: {
  readonly 'column-count': Computation<'column-count'>
  readonly 'column-width': Computation<'column-width'>
  readonly 'column-rule-style': Computation<'column-rule-style'>
  readonly 'column-rule-width': Computation<'column-rule-width'>
  readonly 'column-rule-color': Computation<'column-rule-color'>
  readonly 'column-fill': Computation<'column-fill'>
  readonly 'column-span': Computation<'column-span'>
} = {
  'column-count': (style, value) => {
    style.columnCount = value
  },
  'column-width': (style, value, { units }) => {
    style.columnWidth = value === 'auto' ? value : Math.max(0, snap(lengthPx(value, units)))
  },
  'column-rule-style': (style, value) => {
    style.columnRuleStyle = value
  },
  'column-rule-width': (style, value, { units }) => {
    style.columnRuleWidth = Math.max(0, snap(lengthPx(value, units)))
  },
  'column-rule-color': (style, value) => {
    style.columnRuleColor = resolveColor(value, style.color)
  },
  'column-fill': (style, value) => {
    style.columnFill = value
  },
  'column-span': (style, value) => {
    style.columnSpan = value
  },
}

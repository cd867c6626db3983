import type { RgbColor } from '../../base/rgb-color.js'
import type { ColorValue } from '../values/color-value.js'
import { type ComputeContext, computedColor } from '../values/compute-values.js'
import { color } from '../values/value-parsers.js'
import { lineWidth } from './borders.js'
import { property } from './property.js'

/** `currentcolor` is inherited as such: it is the colour of the text that is painted. */
function computeLetterColor(value: ColorValue, context: ComputeContext): RgbColor | 'currentcolor' {
  return value === 'currentcolor' ? value : computedColor(value, context)
}

/** Of what is painted with letters and has their colour unless it is given another one. */
export const letterColor = {
  parse: color,
  initial: 'currentcolor',
  inherited: true,
  compute: computeLetterColor,
} as const

/** How letters are filled and outlined (compat.spec.whatwg.org §4): by names that all browsers have with this prefix alone. */
export const LETTER_PAINT_PROPERTIES = {
  '-webkit-text-fill-color': property(letterColor),
  '-webkit-text-stroke-color': property(letterColor),
  '-webkit-text-stroke-width': property({ ...lineWidth, initial: '0', inherited: true }),
} as const

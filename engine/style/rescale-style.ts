import { assertNever } from '../base/invariant.js'
import { snapDown } from '../base/units.js'
import { longhandOf } from '../css/properties/longhands.js'
import type { LengthExpression, LengthPercentage, UnitContext } from '../css/values/compute-length.js'
import type { ComputeContext } from '../css/values/compute-values.js'
import type { MutableStyle } from './initial-style.js'

/** Widths that are lengths also where nothing is declared. */
const LINE_WIDTHS = [
  'border-top-width',
  'border-right-width',
  'border-bottom-width',
  'border-left-width',
  'outline-width',
  'column-rule-width',
  'row-rule-width',
] as const

/**
 * Brings what a style has inherited, and what is initial, to its own zoom (css-viewport-1 §5). The font size and all that
 * is declared are computed by that.
 * @param growth the zoom of the style by that of its parent
 */
export function rescaleStyle(style: MutableStyle, growth: number, context: ComputeContext): void {
  const { lineHeight, letterSpacing, wordSpacing, textIndent, tabSize, textUnderlineOffset, textShadow } = style
  if (typeof lineHeight === 'object' && lineHeight.kind === 'length')
    style.lineHeight = { kind: 'length', px: snapDown(lineHeight.px * growth) }
  style.letterSpacing = scaleLength(letterSpacing, growth)
  style.wordSpacing = scaleLength(wordSpacing, growth)
  style.textIndent = scaleLength(textIndent, growth)
  if (tabSize.kind === 'length') style.tabSize = { kind: 'length', px: snapDown(tabSize.px * growth) }
  if (textUnderlineOffset !== 'auto') style.textUnderlineOffset = scaleLength(textUnderlineOffset, growth)
  style.borderSpacingX = snapDown(style.borderSpacingX * growth)
  style.borderSpacingY = snapDown(style.borderSpacingY * growth)
  style.textShadow = textShadow.map(({ x, y, blur, color }) => ({
    x: snapDown(x * growth),
    y: snapDown(y * growth),
    blur: snapDown(blur * growth),
    color,
  }))
  style.strokeWidth = scaleLength(style.strokeWidth, growth)
  style.strokeDashoffset = scaleLength(style.strokeDashoffset, growth)
  style.strokeDasharray = style.strokeDasharray.map((length) => scaleLength(length, growth))
  for (const name of LINE_WIDTHS) {
    const longhand = longhandOf(name)
    longhand.compute(style, longhand.initialValue, context)
  }
}

/** What relative lengths refer to, in another zoom. */
export function rescaledUnits(units: UnitContext, zoom: number): UnitContext {
  if (zoom === units.zoom) return units
  const growth = zoom / units.zoom
  const { fontSize, letterSize, lineHeight } = units
  return {
    ...units,
    fontSize: fontSize * growth,
    letterSize: letterSize && letterSize * growth,
    lineHeight: lineHeight * growth,
    zoom,
  }
}

/** Percentages grow with what they refer to. */
function scaleLength(value: LengthPercentage, growth: number): LengthPercentage {
  if (typeof value === 'number') return snapDown(value * growth)
  if (value.expression) return { ...value, expression: scaleExpression(value.expression, growth) }
  return { ...value, px: snapDown(value.px * growth) }
}

function scaleExpression(expression: LengthExpression, growth: number): LengthExpression {
  switch (expression.kind) {
    case 'linear':
      return { ...expression, px: expression.px * growth }
    case 'sum':
      return { ...expression, terms: expression.terms.map((term) => scaleExpression(term, growth)) }
    case 'product':
      return { ...expression, operand: scaleExpression(expression.operand, growth) }
    case 'function':
      return { ...expression, operands: expression.operands.map((operand) => scaleExpression(operand, growth)) }
    default:
      return assertNever(expression)
  }
}

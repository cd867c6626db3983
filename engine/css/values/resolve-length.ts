import { assertNever } from '../../base/invariant.js'
import { snapDown } from '../../base/units.js'
import type { LengthExpression, LengthPercentage } from './compute-length.js'
import { applyFunction, clampPx } from './length-value.js'

/**
 * The px of a computed length or percentage, on the 1/64 px grid.
 * @param base what percentages refer to, in px
 */
export function resolveLength(value: LengthPercentage, base: number): number {
  if (typeof value === 'number') return value
  if (value.expression) return snapDown(clampPx(evaluate(value.expression, base)))
  return snapDown(clampPx(value.px + (value.percent * base) / 100))
}

/** Whether a length or percentage can only be resolved where what percentages refer to is known. */
export function needsBase(value: LengthPercentage): boolean {
  return typeof value !== 'number' && (value.percent !== 0 || value.expression !== undefined)
}

/** Whether it is declared with a percentage, also where that comes to nothing (css-values-4 §10.11). */
export function hasBase(value: LengthPercentage): boolean {
  return typeof value !== 'number' && !value.quirky
}

function evaluate(expression: LengthExpression, base: number): number {
  switch (expression.kind) {
    case 'linear':
      return expression.px + (expression.percent * base) / 100
    case 'sum':
      return expression.terms.reduce((sum, term) => sum + evaluate(term, base), 0)
    case 'product':
      return expression.factor * evaluate(expression.operand, base)
    case 'function':
      return applyFunction(
        expression.name,
        expression.operands.map((operand) => evaluate(operand, base)),
      )
    default:
      return assertNever(expression)
  }
}

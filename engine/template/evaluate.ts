import { assertNever, invariant } from '../base/invariant.js'
import type { Span } from '../base/source.js'
import { type EvaluationContext, reportOnce } from './evaluation-context.js'
import type { BinaryExpression, Expression, FilterExpression, UnaryExpression } from './expression.js'
import { FILTERS } from './filters.js'
import { resolvePath, type Scope } from './scope.js'
import { areEqual, compare, describe, isTrue, toDecimal, toNumber, type Value } from './values.js'

/** The value of an expression; undefined when a field it needs is missing. */
export function evaluate(expression: Expression, scope: Scope, context: EvaluationContext): Value {
  switch (expression.kind) {
    case 'path':
      return resolvePath(expression, scope)
    case 'literal':
      return expression.value
    case 'filter':
      return applyFilter(expression, evaluate(expression.input, scope, context), scope, context)
    case 'binary':
      return evaluateBinary(expression, scope, context)
    case 'unary':
      return evaluateUnary(expression, scope, context)
    case 'running':
      return context.running?.(expression)
    default:
      return assertNever(expression)
  }
}

/** The value of a filter on an input that is known. */
export function applyFilter(
  expression: FilterExpression,
  input: Value,
  scope: Scope,
  context: EvaluationContext,
): Value {
  const filter = FILTERS.get(expression.name)
  invariant(filter, `the filter "${expression.name}" to exist`)
  const first = expression.arguments[0]
  const argument = first && evaluate(first, scope, context)
  return filter(input, argument, { context, expression })
}

function evaluateUnary(expression: UnaryExpression, scope: Scope, context: EvaluationContext): Value {
  const value = evaluate(expression.operand, scope, context)
  if (expression.operator === 'not') return !isTrue(value)
  const number = toNumber(value)
  return number === undefined ? undefined : -number
}

function evaluateBinary(expression: BinaryExpression, scope: Scope, context: EvaluationContext): Value {
  const left = evaluate(expression.left, scope, context)
  if (expression.operator === 'and') return isTrue(left) ? evaluate(expression.right, scope, context) : left
  if (expression.operator === 'or') return isTrue(left) ? left : evaluate(expression.right, scope, context)
  const right = evaluate(expression.right, scope, context)
  switch (expression.operator) {
    case '==':
      return areEqual(left, right)
    case '!=':
      return !areEqual(left, right)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return isOrdered(expression.operator, compare(left, right))
    case '+':
    case '-':
    case '*':
    case '/':
      return calculate(expression, left, right, context)
    default:
      return assertNever(expression.operator)
  }
}

function isOrdered(operator: '<' | '<=' | '>' | '>=', order: number | undefined): boolean {
  if (order === undefined) return false
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}

/** Arithmetic on numbers and strings that hold numbers; anything else has no result. */
export function calculate(
  expression: BinaryExpression,
  left: Value,
  right: Value,
  context: EvaluationContext,
): number | undefined {
  if (left === undefined || right === undefined) return undefined
  const a = toNumber(left)
  const b = toNumber(right)
  if (a === undefined || b === undefined) {
    const culprit = a === undefined ? left : right
    reportOnce(context, expression, 'not-a-number', `cannot calculate with ${describe(culprit)}`, spanOf(expression))
    return undefined
  }
  const result = toDecimal(arithmetic(expression.operator, a, b))
  if (Number.isFinite(result)) return result
  reportOnce(context, expression, 'not-a-number', `${a} ${expression.operator} ${b} has no result`, spanOf(expression))
  return undefined
}

function arithmetic(operator: BinaryExpression['operator'], a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    default:
      return a / b
  }
}

/** The place of the first path or filter in an expression. */
function spanOf(expression: Expression): Span | undefined {
  switch (expression.kind) {
    case 'path':
    case 'filter':
    case 'running':
      return expression.span
    case 'unary':
      return spanOf(expression.operand)
    case 'binary':
      return spanOf(expression.left) ?? spanOf(expression.right)
    case 'literal':
      return undefined
    default:
      return assertNever(expression)
  }
}

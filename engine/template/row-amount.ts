import { assertNever } from '../base/invariant.js'
import { applyFilter, calculate, evaluate } from './evaluate.js'
import type { EvaluationContext } from './evaluation-context.js'
import type { BinaryExpression, Expression, PathExpression } from './expression.js'
import { resolveAlone, resolvePath, type Scope } from './scope.js'
import { toNumber, type Value } from './values.js'

/** Where a row stands: its scope, and that of the turn of the loop that it belongs to. */
interface Row {
  readonly scope: Scope
  readonly turn: Scope
}

/** Part of what a row adds. */
interface Amount {
  readonly standing: Standing
  /** With terms that are missing or empty taken for 0. */
  readonly value: Value
}

/**
 * How much the row has of the fields of an amount: `around` needs none of them, `missing` has none, `empty` only null,
 * or a calculation without a result.
 */
type Standing = 'around' | 'missing' | 'empty' | 'given'

/** In a sum the greatest counts: what stands around the rows adds nothing where a row itself has nothing. */
const RANKS: Readonly<Record<Standing, number>> = { around: 0, missing: 1, empty: 2, given: 3 }

const MISSING: Amount = { standing: 'missing', value: undefined }
const EMPTY: Amount = { standing: 'empty', value: null }

/**
 * The amount that a row adds to a running total: undefined when it has none of the fields, null when they are empty.
 * Rows often have some of the fields only (a statement's have a credit or a debit), so a term of a sum or difference
 * that is missing or null is 0; a product or quotient is missing or null with any of its factors.
 */
export function rowAmount(operand: Expression, row: Row, context: EvaluationContext): Value {
  // A field around the rows may be the total of those of the same name within them.
  if (operand.kind === 'path' && isPlain(operand)) return ownValue(operand, row)
  return resultOf(amountOf(operand, row, context))
}

function amountOf(expression: Expression, row: Row, context: EvaluationContext): Amount {
  switch (expression.kind) {
    case 'path':
      return pathAmount(expression, row)
    case 'literal':
      return { standing: 'around', value: expression.value }
    case 'binary':
      return binaryAmount(expression, row, context)
    case 'unary': {
      if (expression.operator === 'not') return ownAmount(evaluate(expression, row.scope, context))
      const amount = amountOf(expression.operand, row, context)
      const number = toNumber(amount.value)
      return number === undefined ? amount : { standing: amount.standing, value: -number }
    }
    case 'filter': {
      const input = resultOf(amountOf(expression.input, row, context))
      return ownAmount(applyFilter(expression, input, row.scope, context))
    }
    case 'member':
    case 'running':
      return ownAmount(evaluate(expression, row.scope, context))
    default:
      return assertNever(expression)
  }
}

function binaryAmount(expression: BinaryExpression, row: Row, context: EvaluationContext): Amount {
  switch (expression.operator) {
    case '+':
    case '-': {
      const left = amountOf(expression.left, row, context)
      const right = amountOf(expression.right, row, context)
      return calculated(expression, greatest(left, right), left.value ?? 0, right.value ?? 0, context)
    }
    case '*':
    case '/':
    case '%': {
      const left = amountOf(expression.left, row, context)
      const right = amountOf(expression.right, row, context)
      if (left.standing === 'missing' || right.standing === 'missing') return MISSING
      if (left.standing === 'empty' || right.standing === 'empty') return EMPTY
      return calculated(expression, greatest(left, right), left.value, right.value, context)
    }
    default:
      return ownAmount(evaluate(expression, row.scope, context))
  }
}

function greatest({ standing: left }: Amount, { standing: right }: Amount): Standing {
  return RANKS[left] > RANKS[right] ? left : right
}

function calculated(
  expression: BinaryExpression,
  standing: Standing,
  left: Value,
  right: Value,
  context: EvaluationContext,
): Amount {
  const value = calculate(expression, left, right, context)
  return value === undefined ? EMPTY : { standing, value }
}

function pathAmount(path: PathExpression, row: Row): Amount {
  const own = isPlain(path) ? ownValue(path, row) : undefined
  if (own !== undefined) return ownAmount(own)
  const value = resolvePath(path, row.scope)
  const amount = ownAmount(value)
  const isAround = amount.standing === 'given' && !(path.special === 'this' && path.up === 0)
  return isAround ? { standing: 'around', value } : amount
}

/** The row's own amount, if it has one. */
function ownAmount(value: Value): Amount {
  if (value === undefined) return MISSING
  return value === null ? EMPTY : { standing: 'given', value }
}

function resultOf({ standing, value }: Amount): Value {
  switch (standing) {
    case 'missing':
      return undefined
    case 'empty':
      return null
    case 'around':
    case 'given':
      return value
    default:
      return assertNever(standing)
  }
}

/** A path of names that are looked up from the row outwards. */
function isPlain({ up, special }: PathExpression): boolean {
  return up === 0 && special === undefined
}

/** The value at a plain path as far as the turn reaches. */
function ownValue(path: PathExpression, { scope, turn }: Row): Value {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const value = resolveAlone(path, at)
    if (value !== undefined || at === turn) return value
  }
  return undefined
}

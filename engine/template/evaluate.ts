import { assertNever } from '../base/invariant.js'
import type { JsonValue } from '../base/json.js'
import { type Message, ofData, say } from '../base/message.js'
import type { Span } from '../base/source.js'
import { type EvaluationContext, reportOnce } from './evaluation-context.js'
import type { BinaryExpression, Expression, FilterExpression, UnaryExpression } from './expression.js'
import type { FilterCall } from './filters/filter.js'
import { contains } from './filters/lists.js'
import { printedText, toJson } from './json-text.js'
import { itemScope, resolvePath, type Scope } from './scope.js'
import {
  areEqual,
  compare,
  fieldOf,
  isList,
  isObject,
  isTrue,
  jsonOf,
  shown,
  toDecimal,
  toNumber,
  toText,
  type Value,
} from './values.js'

/** The value of an expression; undefined when a field it needs is missing. */
export function evaluate(expression: Expression, scope: Scope, context: EvaluationContext): Value {
  context.budget.countItems(1, undefined)
  switch (expression.kind) {
    case 'path':
      return resolvePath(expression, scope)
    case 'member':
      return memberOf(evaluate(expression.of, scope, context), evaluate(expression.name, scope, context))
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
  context.budget.countReading(input, expression.span)
  const call = new BoundCall(expression, scope, context)
  const value = expression.filter.apply(input, call)
  if (call.hasFailed) {
    // The total of all other items would be a wrong one.
    context.reported.add(expression).failures++
    return undefined
  }
  // A text that is equal to the input may be another one all the same.
  if (typeof value === 'string' || (isList(value) && value !== input)) {
    context.budget.countValue(value.length, expression.span)
  }
  return value
}

/** A filter's use in one scope. Arguments are evaluated when they are asked for. */
class BoundCall implements FilterCall {
  /** The expression for each item had no value for one of them, and said why. */
  hasFailed = false
  #item: Scope | undefined
  #path: readonly string[] | undefined

  constructor(
    private readonly expression: FilterExpression,
    private readonly scope: Scope,
    private readonly context: EvaluationContext,
  ) {}

  get name(): string {
    return this.expression.name
  }

  get language(): string {
    return this.context.language
  }

  get timeZone(): string {
    return this.context.timeZone
  }

  get count(): number {
    return this.expression.arguments.length
  }

  get printed(): boolean {
    return this.expression.printed === true
  }

  get field(): string | undefined {
    const first = this.expression.arguments[0]
    return first?.kind === 'literal' && typeof first.value === 'string' ? first.value : undefined
  }

  argument(position: number): Value {
    const argument = this.expression.arguments[position]
    return argument && evaluate(argument, this.scope, this.context)
  }

  text(value: JsonValue): string {
    const { budget } = this.context
    const { span } = this.expression
    const text = printedText(value, budget, span)
    if (isObject(value)) budget.countValue(text.length, span)
    else budget.countReading(text, span)
    return text
  }

  json(value: JsonValue): string {
    return toJson(value, this.context.budget, this.expression.span)
  }

  checkLength(length: number): void {
    this.context.budget.checkValue(length, this.expression.span)
  }

  countItems(items: number): void {
    this.context.budget.countItems(items, this.expression.span)
  }

  countReading(value: Value): void {
    this.context.budget.countReading(value, this.expression.span)
  }

  ofItem(item: Value, index: number, count: number): Value {
    const argument = this.expression.arguments[0]
    const { field } = this
    if (!argument || field !== undefined) {
      this.countItems(1)
      if (field === undefined) return item
      this.#path ??= field.split('.')
      return this.#path.reduce(fieldOf, item)
    }
    this.#item ??= itemScope(this.scope, undefined, count)
    this.#item.value = item
    this.#item.index = index
    this.context.budget.countTurn(this.expression.span)
    const { reported } = this.context
    const before = reported.failures
    const value = evaluate(argument, this.#item, this.context)
    if (value === undefined && reported.failures > before) this.hasFailed = true
    return value
  }

  report(code: string, message: string | Message): void {
    reportOnce(this.context, this.expression, code, message, this.expression.span)
  }

  warn(code: string, message: string | Message): void {
    this.context.diagnostics.warn(code, message, this.expression.span)
  }
}

/** A field whose name is a value; positions below 0 count from the end of a list. */
function memberOf(whole: Value, name: Value): Value {
  if (name === undefined || name === null || isObject(name)) return undefined
  if (isList(whole) && typeof name === 'number' && name < 0) return jsonOf(whole.at(name))
  return fieldOf(whole, toText(name))
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
  countReading(expression, left, right, context)
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
    case 'in':
      return hasPart(expression, right, left, context)
    case 'contains':
      return hasPart(expression, left, right, context)
    case '+':
      return expression.adds ? calculate(expression, left, right, context) : addOrJoin(expression, left, right, context)
    case '-':
    case '*':
    case '/':
    case '%':
      return calculate(expression, left, right, context)
    default:
      return assertNever(expression.operator)
  }
}

/** Long texts are read when they are compared, searched, joined or taken for numbers. */
function countReading(expression: BinaryExpression, left: Value, right: Value, { budget }: EvaluationContext): void {
  if (typeof left === 'string') budget.countReading(left, spanOf(expression.left))
  if (typeof right === 'string') budget.countReading(right, spanOf(expression.right))
}

function hasPart(expression: BinaryExpression, whole: Value, part: Value, { budget }: EvaluationContext): boolean {
  if (isList(whole)) budget.countItems(whole.length, spanOf(expression))
  return contains(whole, part)
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
    reportOnce(context, expression, 'not-a-number', say`cannot calculate with ${shown(culprit)}`, spanOf(expression))
    return undefined
  }
  const result = toDecimal(arithmetic(expression.operator, a, b))
  if (Number.isFinite(result)) return result
  reportOnce(
    context,
    expression,
    'not-a-number',
    say`${ofData(String(a))} ${expression.operator} ${ofData(String(b))} has no result`,
    spanOf(expression),
  )
  return undefined
}

/** What is meant by `+` with a number and a text such as "7" cannot be known, and either guess prints a wrong one. */
const AMBIGUOUS =
  'one side of + is a number and the other a text that holds one: write the text with "| number" to add them, or "" + in front of the number to join them'

/** Numbers are added. Texts are joined, also those that hold numbers, with each other and with what prints as text. */
function addOrJoin(expression: BinaryExpression, left: Value, right: Value, context: EvaluationContext): Value {
  if (left === undefined || right === undefined) return undefined
  const isJoined = typeof left === 'string' || typeof right === 'string'
  if (!isJoined || isObject(left) || isObject(right)) return calculate(expression, left, right, context)
  const text = typeof left === 'number' ? right : typeof right === 'number' ? left : undefined
  if (toNumber(text) !== undefined) {
    reportOnce(context, expression, 'ambiguous-addition', AMBIGUOUS, spanOf(expression), 'error')
    return undefined
  }
  const [before, behind] = [toText(left), toText(right)]
  context.budget.countValue(before.length + behind.length, spanOf(expression))
  return before + behind
}

function arithmetic(operator: BinaryExpression['operator'], a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '%':
      return a % b
    default:
      return a / b
  }
}

/** The place of the first path or filter in an expression, of the operator where there is none. */
function spanOf(expression: Expression): Span | undefined {
  switch (expression.kind) {
    case 'path':
    case 'member':
    case 'filter':
    case 'running':
      return expression.span
    case 'unary':
      return spanOf(expression.operand)
    case 'binary':
      return spanOf(expression.left) ?? spanOf(expression.right) ?? expression.span
    case 'literal':
      return undefined
    default:
      return assertNever(expression)
  }
}

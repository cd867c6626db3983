import { type EvaluationContext, reportOnce } from './evaluation-context.js'
import type { FilterExpression } from './expression.js'
import { formatDate, parseDate } from './format-date.js'
import { formatCurrency, formatNumber, formatPercent, roundDecimal } from './format-number.js'
import { didYouMean } from './suggest.js'
import {
  describe,
  fieldOf,
  isList,
  isObject,
  jsonOf,
  toDecimal,
  toJson,
  toNumber,
  toText,
  type Value,
} from './values.js'

/** One use of a filter: where it stands and for which document. */
interface FilterCall {
  readonly context: EvaluationContext
  readonly expression: FilterExpression
}

type Filter = (input: Value, argument: Value, call: FilterCall) => Value

/**
 * A filter on a value it cannot use warns and leaves the value as it is; a missing field stays missing and null
 * stays null, except where a filter is about just that.
 */
export const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['number', numberFilter],
  ['currency', currencyFilter],
  ['percent', percentFilter],
  ['date', dateFilter],
  ['upper', textFilter((text, language) => text.toLocaleUpperCase(language))],
  ['lower', textFilter((text, language) => text.toLocaleLowerCase(language))],
  ['title', textFilter(titleCase)],
  ['trim', textFilter((text) => text.trim())],
  ['truncate', truncateFilter],
  ['default', (input, argument) => (input === undefined || input === null || input === '' ? argument : input)],
  ['join', joinFilter],
  ['length', lengthFilter],
  ['sum', sumFilter],
  ['round', roundFilter],
  ['json', (input) => (input === undefined ? undefined : toJson(input))],
])

/** So many fields of an item are compared with one that it lacks. */
const MOST_SUGGESTED = 200

/** Digits behind the point that `round` and `percent` accept. */
const MAX_DIGITS = 15

function numberFilter(input: Value, pattern: Value, call: FilterCall): Value {
  if (input === undefined || input === null) return input
  const number = toNumber(input)
  if (number === undefined) return unusable(input, 'a number', call)
  if (pattern === undefined) return formatNumber(number, '#,##0.###', call.context.language) ?? input
  const text = typeof pattern === 'string' ? formatNumber(number, pattern, call.context.language) : undefined
  return text ?? wrongArgument(input, pattern, 'a pattern such as "#,##0.00"', call)
}

function currencyFilter(input: Value, currency: Value, call: FilterCall): Value {
  if (input === undefined || input === null) return input
  const number = toNumber(input)
  if (number === undefined) return unusable(input, 'a number', call)
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) {
    return wrongArgument(input, currency, 'a currency code such as "EUR"', call)
  }
  return formatCurrency(number, currency.toUpperCase(), call.context.language)
}

function percentFilter(input: Value, digits: Value, call: FilterCall): Value {
  if (input === undefined || input === null) return input
  const number = toNumber(input)
  if (number === undefined) return unusable(input, 'a number', call)
  if (digits === undefined) return formatPercent(number, undefined, call.context.language)
  if (!isDigits(digits)) return wrongArgument(input, digits, 'a number of digits', call)
  return formatPercent(number, digits, call.context.language)
}

function dateFilter(input: Value, pattern: Value, call: FilterCall): Value {
  if (input === undefined || input === null) return input
  const date = parseDate(input)
  if (!date) return unusable(input, 'a date', call)
  if (pattern !== undefined && typeof pattern !== 'string') {
    return wrongArgument(input, pattern, 'a pattern such as "yyyy-MM-dd"', call)
  }
  return formatDate(date, pattern ?? 'medium', call.context.language, call.context.timeZone)
}

function textFilter(change: (text: string, language: string) => string): Filter {
  return (input, _argument, call) => {
    if (input === undefined || input === null) return input
    if (isObject(input)) return unusable(input, 'text', call)
    return change(toText(input), call.context.language)
  }
}

/** Upper case at the start of each word, lower case behind it. */
function titleCase(text: string, language: string): string {
  return text.replace(/([\p{L}\p{N}])([\p{L}\p{M}\p{N}'’]*)/gu, (_word, first: string, rest: string) => {
    return first.toLocaleUpperCase(language) + rest.toLocaleLowerCase(language)
  })
}

/** At most so many characters as readers count them, the ellipsis among them. */
function truncateFilter(input: Value, argument: Value, call: FilterCall): Value {
  if (input === undefined || input === null) return input
  if (isObject(input)) return unusable(input, 'text', call)
  const most = toNumber(argument)
  if (most === undefined || most < 1) return wrongArgument(input, argument, 'a number of characters', call)
  const text = toText(input)
  if (text.length <= most) return text
  let characters = 0
  let kept = 0
  for (const { index, segment } of new Intl.Segmenter(call.context.language).segment(text)) {
    characters++
    if (characters < most) kept = index + segment.length
    if (characters > most) return `${text.slice(0, kept).trimEnd()}…`
  }
  return text
}

function joinFilter(input: Value, separator: Value, call: FilterCall): Value {
  if (input === undefined || input === null) return input
  if (!isList(input)) return unusable(input, 'an array', call)
  return input.map((item) => toText(jsonOf(item) ?? null)).join(typeof separator === 'string' ? separator : ', ')
}

function lengthFilter(input: Value, _argument: Value, call: FilterCall): Value {
  if (input === undefined) return undefined
  if (input === null) return 0
  if (isList(input)) return input.length
  if (typeof input === 'string') {
    let characters = 0
    for (const _character of input) characters++
    return characters
  }
  return isObject(input) ? Object.keys(input).length : unusable(input, 'an array, an object or text', call)
}

/** The sum of the items, or of a field (or path) of each; missing fields count nothing. */
function sumFilter(input: Value, field: Value, call: FilterCall): Value {
  if (input === undefined) return undefined
  if (input === null) return 0
  if (!isList(input)) return unusable(input, 'an array', call)
  const names = typeof field === 'string' ? field.split('.') : []
  let sum = 0
  let found = false
  for (const item of input) {
    let value = jsonOf(item)
    for (const name of names) value = fieldOf(value, name)
    found ||= value !== undefined
    if (value === undefined || value === null) continue
    const number = toNumber(value)
    if (number === undefined) unusable(value, 'a number', call)
    else sum += number
  }
  if (!found && input.length > 0 && typeof field === 'string') {
    const message = `no item has the field "${field}" that filter "sum" adds up${didYouMean(field, fieldsOf(input[0]))}`
    reportOnce(call.context, call.expression, 'unmatched-placeholder', message, call.expression.span)
  }
  return toDecimal(sum)
}

function fieldsOf(item: Value): readonly string[] {
  return isObject(item) ? Object.keys(item).slice(0, MOST_SUGGESTED) : []
}

function roundFilter(input: Value, digits: Value, call: FilterCall): Value {
  if (input === undefined || input === null) return input
  const number = toNumber(input)
  if (number === undefined) return unusable(input, 'a number', call)
  if (digits === undefined) return roundDecimal(number, 0)
  return isDigits(digits) ? roundDecimal(number, digits) : wrongArgument(input, digits, 'a number of digits', call)
}

function isDigits(value: Value): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_DIGITS
}

function unusable(input: Value, expected: string, call: FilterCall): Value {
  const { name, span } = call.expression
  const message = `filter "${name}" needs ${expected}, got ${describe(input)}`
  reportOnce(call.context, call.expression, 'unusable-value', message, span)
  return input
}

function wrongArgument(input: Value, argument: Value, expected: string, call: FilterCall): Value {
  const { name, span } = call.expression
  const message = `filter "${name}" needs ${expected} as its argument, got ${describe(argument)}`
  reportOnce(call.context, call.expression, 'unusable-argument', message, span)
  return input
}

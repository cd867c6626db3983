import { TokenType } from '@csstools/css-tokenizer'
import type { Size } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import type { LengthValue } from '../values/length-value.js'
import { parseLength } from '../values/numeric-value.js'
import { parseResolution } from '../values/resolution-value.js'
import { type CSSToken, type ValueCursor, valueCursor } from '../values/value-cursor.js'

/** A comma-separated list of media queries (mediaqueries-4), true when one of them is. */
export type MediaQueryList = readonly MediaCondition[]

/** `unknown` follows three-valued logic: not even its negation is true. */
type MediaCondition =
  | { readonly kind: 'constant'; readonly value: boolean | undefined }
  | { readonly kind: 'not'; readonly operand: MediaCondition }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly MediaCondition[] }
  | { readonly kind: 'orientation'; readonly value: 'portrait' | 'landscape' }
  /** Compares the width by the height. */
  | { readonly kind: 'ratio'; readonly comparison: Comparison; readonly value: number }
  /** `low <= dimension <= high`, each bound optional. */
  | {
      readonly kind: 'range'
      readonly dimension: 'width' | 'height'
      readonly comparison: Comparison
      readonly length: LengthValue
    }

type Comparison = '<' | '<=' | '=' | '>=' | '>'

const NEVER: MediaCondition = { kind: 'constant', value: false }
const UNKNOWN: MediaCondition = { kind: 'constant', value: undefined }

/** Parses a media query list; one that cannot be read is never true (mediaqueries-4 §3.2). */
export function parseMediaQueryList(tokens: readonly CSSToken[], onInvalid: () => void): MediaQueryList {
  const cursor = valueCursor(tokens)
  if (cursor.done) return [{ kind: 'constant', value: true }]
  const queries: MediaCondition[] = []
  do {
    const query = parseQuery(cursor)
    if (query && (cursor.done || cursor.token?.[0] === TokenType.Comma)) {
      queries.push(query)
      continue
    }
    onInvalid()
    queries.push(NEVER)
    while (!cursor.done && cursor.token?.[0] !== TokenType.Comma) if (!cursor.call()) cursor.advance()
  } while (cursor.comma())
  return queries
}

function parseQuery(cursor: ValueCursor): MediaCondition | undefined {
  const before = cursor.position
  const modifier = cursor.keyword(['not', 'only'])
  const type = parseType(cursor)
  if (!type) {
    cursor.reset(before)
    return parseCondition(cursor)
  }
  const whole = cursor.keyword(['and']) ? parseJoined(cursor, type, 'and') : type
  return whole && modifier === 'not' ? { kind: 'not', operand: whole } : whole
}

function parseType(cursor: ValueCursor): MediaCondition | undefined {
  const word = cursor.peekIdent()
  if (word === undefined || word === 'and' || word === 'or' || word === 'not') return undefined
  cursor.advance()
  return { kind: 'constant', value: word === 'all' || word === 'print' }
}

function parseCondition(cursor: ValueCursor): MediaCondition | undefined {
  if (cursor.keyword(['not'])) {
    const operand = parseFeature(cursor)
    return operand && { kind: 'not', operand }
  }
  const first = parseFeature(cursor)
  const word = first && cursor.keyword(['and', 'or'])
  return word ? parseJoined(cursor, first, word) : first
}

/** The rest of `a and b and c` behind its first `and`. */
function parseJoined(cursor: ValueCursor, first: MediaCondition, word: 'and' | 'or'): MediaCondition | undefined {
  const operands = [first]
  do {
    const negated = word === 'and' && cursor.keyword(['not']) !== undefined
    const operand = parseFeature(cursor)
    if (!operand) return undefined
    operands.push(negated ? { kind: 'not', operand } : operand)
  } while (cursor.keyword([word]))
  return { kind: word, operands }
}

/** A feature, or a condition, in parentheses. What is unknown is read over. */
function parseFeature(cursor: ValueCursor): MediaCondition | undefined {
  const call = cursor.call()
  if (!call) return undefined
  const { args } = call
  if (call.name !== '(') return UNKNOWN
  const nested = args.token?.[0] === TokenType.OpenParen || args.peekIdent() === 'not'
  const condition = nested ? parseCondition(args) : (parsePlainFeature(args) ?? parseRangeFeature(args))
  return condition && args.done ? condition : UNKNOWN
}

/** `(min-width: 10cm)`, `(orientation: landscape)`, `(width)`. */
function parsePlainFeature(cursor: ValueCursor): MediaCondition | undefined {
  const before = cursor.position
  const name = cursor.ident()?.toLowerCase()
  if (name !== undefined && cursor.done) return booleanFeature(name)
  if (name === undefined || cursor.token?.[0] !== TokenType.Colon) {
    cursor.reset(before)
    return undefined
  }
  cursor.advance()
  const keyword = discreteFeature(name)
  if (keyword !== undefined) {
    const value = cursor.ident()?.toLowerCase()
    return value === undefined ? undefined : { kind: 'constant', value: value === keyword }
  }
  if (name === 'orientation') {
    const value = cursor.keyword(['portrait', 'landscape'])
    return value && { kind: 'orientation', value }
  }
  return limitedFeature(cursor, name)
}

/** `min-` and `max-` before the name of what is compared; WebKit has them elsewhere in its name for the resolution. */
const LIMITED = /^(?:-webkit-)?(min-|max-)?(?:device-)?([a-z-]+)$/

function limitedFeature(cursor: ValueCursor, written: string): MediaCondition | undefined {
  const [, limit, name = ''] = LIMITED.exec(written) ?? []
  const comparison = limit === 'min-' ? '>=' : limit === 'max-' ? '<=' : '='
  if (name === 'width' || name === 'height') {
    const length = parseLength(cursor)
    return length && { kind: 'range', dimension: name, comparison, length }
  }
  if (name === 'aspect-ratio') {
    const value = parseRatio(cursor)
    return value === undefined ? undefined : { kind: 'ratio', comparison, value }
  }
  const actual = numericFeature(name === 'pixel-ratio' ? 'resolution' : name)
  const value = name === 'resolution' ? parseResolution(cursor) : cursor.number()
  if (actual === undefined || value === undefined) return undefined
  return { kind: 'constant', value: compare(actual, comparison, value) }
}

/** `16/9`, or one number. */
function parseRatio(cursor: ValueCursor): number | undefined {
  const width = cursor.number()
  if (width === undefined || !cursor.delim('/')) return width
  const height = cursor.number()
  return height === undefined ? undefined : width / height
}

function booleanFeature(name: string): MediaCondition {
  return { kind: 'constant', value: isFeaturePresent(name) }
}

/** `(width >= 10cm)`, `(10cm <= width < 20cm)` (mediaqueries-4 §2.4.3). */
function parseRangeFeature(cursor: ValueCursor): MediaCondition | undefined {
  const low = parseLength(cursor)
  const lowComparison = low && parseComparison(cursor)
  const dimension = cursor.keyword(['width', 'height'])
  if (!dimension || (low && !lowComparison)) return undefined
  const operands: MediaCondition[] = []
  if (low && lowComparison) {
    operands.push({ kind: 'range', dimension, comparison: mirrored(lowComparison), length: low })
  }
  if (!cursor.done) {
    const comparison = parseComparison(cursor)
    const length = parseLength(cursor)
    if (!comparison || !length) return undefined
    operands.push({ kind: 'range', dimension, comparison, length })
  }
  return { kind: 'and', operands }
}

function parseComparison(cursor: ValueCursor): Comparison | undefined {
  const first = cursor.delim('<') ? '<' : cursor.delim('>') ? '>' : undefined
  const equal = cursor.delim('=')
  if (first) return equal ? `${first}=` : first
  return equal ? '=' : undefined
}

function mirrored(comparison: Comparison): Comparison {
  const mirror = { '<': '>', '<=': '>=', '=': '=', '>=': '<=', '>': '<' } as const
  return mirror[comparison]
}

/** @param page the page box in px */
export function mediaMatches(list: MediaQueryList, page: Size): boolean {
  return list.some((condition) => evaluate(condition, page) === true)
}

function evaluate(condition: MediaCondition, page: Size): boolean | undefined {
  switch (condition.kind) {
    case 'constant':
      return condition.value
    case 'not': {
      const value = evaluate(condition.operand, page)
      return value === undefined ? undefined : !value
    }
    case 'and':
    case 'or': {
      const decisive = condition.kind === 'or'
      const values = condition.operands.map((operand) => evaluate(operand, page))
      if (values.includes(decisive)) return decisive
      return values.includes(undefined) ? undefined : !decisive
    }
    case 'orientation':
      return condition.value === (page.width > page.height ? 'landscape' : 'portrait')
    case 'ratio':
      return compare(page.width / page.height, condition.comparison, condition.value)
    case 'range':
      return compare(page[condition.dimension], condition.comparison, mediaLength(condition.length))
    default:
      return assertNever(condition)
  }
}

function compare(left: number, comparison: Comparison, right: number | undefined): boolean | undefined {
  if (right === undefined) return undefined
  const difference = Math.abs(left - right) < 1 / 64 ? 0 : left - right
  switch (comparison) {
    case '<':
      return difference < 0
    case '<=':
      return difference <= 0
    case '=':
      return difference === 0
    case '>=':
      return difference >= 0
    case '>':
      return difference > 0
    default:
      return assertNever(comparison)
  }
}

/** Font-relative units refer to the initial font (mediaqueries-4 §1.3), whose `ex` and `ch` are taken as half an em. */
function mediaLength(value: LengthValue): number | undefined {
  if (value.kind === 'px') return value.value
  if (value.kind !== 'relative') return undefined
  if (value.unit === 'em' || value.unit === 'rem') return value.value * 16
  return value.unit === 'ex' || value.unit === 'ch' ? value.value * 8 : undefined
}

/** Features of paper with one value each (mediaqueries-5): as a browser answers when it prints, but without scripts. */
const DISCRETE: Readonly<Record<string, string>> = {
  'any-hover': 'none',
  'any-pointer': 'none',
  'color-gamut': 'srgb',
  'display-mode': 'browser',
  'dynamic-range': 'standard',
  'forced-colors': 'none',
  hover: 'none',
  'inverted-colors': 'none',
  'overflow-block': 'paged',
  'overflow-inline': 'none',
  pointer: 'none',
  'prefers-color-scheme': 'light',
  'prefers-contrast': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'prefers-reduced-motion': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  scripting: 'none',
  update: 'none',
  'video-dynamic-range': 'standard',
}

/** Numbers that are the same on all paper: bits per colour, and dots per px, of which there are as many as px. */
const NUMERIC: Readonly<Record<string, number>> = {
  color: 8,
  'color-index': 0,
  grid: 0,
  monochrome: 0,
  resolution: 1,
}

/** The value of a feature that is a keyword; undefined for others. */
function discreteFeature(name: string): string | undefined {
  return Object.hasOwn(DISCRETE, name) ? DISCRETE[name] : undefined
}

/** The value of a feature that is a number, resolutions in dots per px; undefined for others. */
function numericFeature(name: string): number | undefined {
  return Object.hasOwn(NUMERIC, name) ? NUMERIC[name] : undefined
}

/** Whether a feature is true without a value: its value is neither zero nor nothing (mediaqueries-5 §2.4.2). */
function isFeaturePresent(name: string): boolean | undefined {
  if (name === 'width' || name === 'height' || name === 'orientation' || name === 'aspect-ratio') return true
  const keyword = discreteFeature(name)
  if (keyword !== undefined) return keyword !== 'none' && keyword !== 'no-preference'
  const number = numericFeature(name)
  return number === undefined ? undefined : number !== 0
}

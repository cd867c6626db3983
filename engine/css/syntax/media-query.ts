import { TokenType } from '@csstools/css-tokenizer'
import type { Size } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { MEDIA_NAMES, type MediaName } from '../../base/template-settings.js'
import { applyFunction, type LengthValue } from '../values/length-value.js'
import { parseInteger, parseLength, parseNumber, parseResolution } from '../values/numeric-value.js'
import { type CSSToken, type ValueCursor, valueCursor } from '../values/value-cursor.js'
import { discreteFeature, isFeaturePresent, numericFeature } from './media-features.js'

/** A comma-separated list of media queries (mediaqueries-4), true when one of them is. */
export type MediaQueryList = readonly MediaCondition[]

/** `unknown` follows three-valued logic: not even its negation is true. */
type MediaCondition =
  | { readonly kind: 'constant'; readonly value: boolean | undefined }
  | { readonly kind: 'media'; readonly value: MediaName }
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
  const cursor = valueCursor(tokens.map(withInitialFont))
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
  const whole = cursor.keyword(['and']) ? parseTyped(cursor, type) : type
  return whole && modifier === 'not' ? { kind: 'not', operand: whole } : whole
}

/** Words that are no type of media (mediaqueries-4 §3). */
const NO_TYPE: ReadonlySet<string> = new Set(['not', 'only', 'and', 'or', 'layer'])

function parseType(cursor: ValueCursor): MediaCondition | undefined {
  const word = cursor.peekIdent()
  if (word === undefined || NO_TYPE.has(word)) return undefined
  cursor.advance()
  const value = MEDIA_NAMES.find((name) => name === word)
  return value === undefined ? { kind: 'constant', value: word === 'all' } : { kind: 'media', value }
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

/** What stands behind a type and `and`: a condition without `or`. */
function parseTyped(cursor: ValueCursor, type: MediaCondition): MediaCondition | undefined {
  if (!cursor.keyword(['not'])) return parseJoined(cursor, type, 'and')
  const operand = parseFeature(cursor)
  return operand && { kind: 'and', operands: [type, { kind: 'not', operand }] }
}

/** The rest of `a and b and c` behind its first `and`: `not` needs parentheses there. */
function parseJoined(cursor: ValueCursor, first: MediaCondition, word: 'and' | 'or'): MediaCondition | undefined {
  const operands = [first]
  do {
    const operand = parseFeature(cursor)
    if (!operand) return undefined
    operands.push(operand)
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
  const known = discreteFeature(name)
  if (known) {
    const value = cursor.keyword(known)
    return value === undefined ? undefined : { kind: 'constant', value: value === known[0] }
  }
  if (name === 'orientation') {
    const value = cursor.keyword(['portrait', 'landscape'])
    return value && { kind: 'orientation', value }
  }
  const [, limit, feature = ''] = LIMITED.exec(name) ?? []
  const comparison = limit === 'min-' ? '>=' : limit === 'max-' ? '<=' : '='
  return parseFeatureValue(cursor, feature)?.(comparison)
}

/** `min-` and `max-` before the name of what is compared; WebKit has them elsewhere in its name for the resolution. */
const LIMITED = /^(?:-webkit-)?(min-|max-)?(?:device-)?([a-z-]+)$/

/** The value at the cursor that a feature is compared with, waiting for the comparison. */
function parseFeatureValue(
  cursor: ValueCursor,
  name: string,
): ((comparison: Comparison) => MediaCondition) | undefined {
  if (name === 'width' || name === 'height') {
    const length = parseLength(cursor)
    return length && ((comparison) => ({ kind: 'range', dimension: name, comparison, length }))
  }
  if (name === 'aspect-ratio') {
    const value = parseRatio(cursor)
    return value === undefined ? undefined : (comparison) => ({ kind: 'ratio', comparison, value })
  }
  const actual = numericFeature(name === 'pixel-ratio' ? 'resolution' : name)
  if (actual === undefined) return undefined
  const value = parseNumericValue(cursor, name)
  if (value === undefined) return undefined
  return (comparison) => ({ kind: 'constant', value: compare(actual, comparison, value) })
}

function parseNumericValue(cursor: ValueCursor, name: string): number | undefined {
  if (name === 'resolution') return cursor.keyword(['infinite']) ? Number.POSITIVE_INFINITY : parseResolution(cursor)
  return name === 'pixel-ratio' ? parseNumber(cursor) : parseInteger(cursor)
}

/** `16/9`, or one number. */
function parseRatio(cursor: ValueCursor): number | undefined {
  const width = parseNumber(cursor)
  if (width === undefined || !cursor.delim('/')) return width
  const height = parseNumber(cursor)
  if (height === undefined) return undefined
  return height === 0 ? Number.POSITIVE_INFINITY : width / height
}

function booleanFeature(name: string): MediaCondition {
  return { kind: 'constant', value: isFeaturePresent(name) }
}

/** `(width >= 10cm)`, `(10cm <= width < 20cm)` (mediaqueries-4 §2.4.3). */
function parseRangeFeature(cursor: ValueCursor): MediaCondition | undefined {
  const written = comparedName(cursor)
  if (written === undefined) return undefined
  const name = written.replace(/^device-/, '')
  const operands: MediaCondition[] = []
  const low = parseFeatureValue(cursor, name)
  if (low) {
    const comparison = parseComparison(cursor)
    if (!comparison) return undefined
    operands.push(low(mirrored(comparison)))
  }
  if (cursor.ident()?.toLowerCase() !== written) return undefined
  if (!cursor.done) {
    const comparison = parseComparison(cursor)
    const high = comparison && parseFeatureValue(cursor, name)?.(comparison)
    if (!high) return undefined
    operands.push(high)
  }
  return operands.length > 0 ? { kind: 'and', operands } : undefined
}

/** The name of what is compared, which may stand behind a value; nothing is consumed. */
function comparedName(cursor: ValueCursor): string | undefined {
  const before = cursor.position
  while (!cursor.done && cursor.peekIdent() === undefined) if (!cursor.call()) cursor.advance()
  const name = cursor.peekIdent()
  cursor.reset(before)
  return name
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

/** What media queries ask about. */
export interface MediaState extends Size {
  /** Width and height of the page box in px; the media is `print` when absent. */
  readonly media?: MediaName | undefined
}

/** Sizes of pages from labels to posters, in either orientation, in px. */
const PAGES: readonly Size[] = [200, 400, 600, 800, 1_000, 1_200, 1_600, 3_200].flatMap((width) => [
  { width, height: width * 1.4 },
  { width, height: width / 1.4 },
])

/** Whether a query is true of some page: none of those for other media and their settings is. */
export function mayMatchPages(list: MediaQueryList, media: MediaName): boolean {
  return PAGES.some((page) => mediaMatches(list, { ...page, media }))
}

export function mediaMatches(list: MediaQueryList, page: MediaState): boolean {
  return list.some((condition) => evaluate(condition, page) === true)
}

function evaluate(condition: MediaCondition, page: MediaState): boolean | undefined {
  switch (condition.kind) {
    case 'constant':
      return condition.value
    case 'media':
      return condition.value === (page.media ?? 'print')
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

/** px per unit of the initial font, to which these units refer (mediaqueries-4 §1.3); its `ex` and `ch` are taken as half an em. */
const INITIAL_FONT: ReadonlyMap<string, number> = new Map([
  ['em', 16],
  ['rem', 16],
  ['ic', 16],
  ['ex', 8],
  ['ch', 8],
])

function withInitialFont(token: CSSToken): CSSToken {
  if (token[0] !== TokenType.Dimension) return token
  const factor = INITIAL_FONT.get(token[4].unit.toLowerCase())
  if (factor === undefined) return token
  const { value, ...rest } = token[4]
  return [token[0], token[1], token[2], token[3], { ...rest, value: value * factor, unit: 'px' }]
}

/** A length in px; undefined where it depends on more than the initial font. */
function mediaLength(length: LengthValue): number | undefined {
  switch (length.kind) {
    case 'px':
      return length.value
    case 'relative':
    case 'percentage':
      return undefined
    case 'sum': {
      const terms = mediaLengths(length.terms)
      return terms?.reduce((sum, term) => sum + term, 0)
    }
    case 'product': {
      const operand = mediaLength(length.operand)
      return operand === undefined ? undefined : operand * length.factor
    }
    case 'function': {
      const operands = mediaLengths(length.operands)
      return operands && applyFunction(length.name, operands)
    }
    default:
      return assertNever(length)
  }
}

function mediaLengths(lengths: readonly LengthValue[]): readonly number[] | undefined {
  const values = lengths.flatMap((length) => mediaLength(length) ?? [])
  return values.length === lengths.length ? values : undefined
}

import { TokenType } from '@csstools/css-tokenizer'
import { plainAngle } from './angle-unit.js'
import { hasPercentage, type LengthValue, plainLength } from './length-value.js'
import { type MathConstants, type MathValue, parseMath } from './math-function.js'
import { plainResolution } from './resolution-unit.js'
import type { ValueCursor } from './value-cursor.js'

interface NumericRange {
  /** A plain negative value is invalid; a negative result of a math function becomes zero when computed. */
  readonly nonNegative: boolean
}

const ANY_NUMBER: NumericRange = { nonNegative: false }

/** A math function at the cursor; the cursor stays where it is when there is none. */
function mathFunction(cursor: ValueCursor, constants?: MathConstants): MathValue | undefined {
  if (cursor.token?.[0] !== TokenType.Function) return undefined
  const before = cursor.position
  const value = parseMath(cursor, constants)
  if (!value) cursor.reset(before)
  return value
}

/** `<length-percentage>`. */
export function parseLengthPercentage(cursor: ValueCursor, range: NumericRange = ANY_NUMBER): LengthValue | undefined {
  const before = cursor.position
  const math = mathFunction(cursor)
  if (math?.kind === 'length') return math.value
  cursor.reset(before)
  const plain = plainLength(cursor)
  if (plain === undefined || (range.nonNegative && 'value' in plain && plain.value < 0)) return undefined
  cursor.advance()
  return plain
}

/** `<length>`: as above without percentages. */
export function parseLength(cursor: ValueCursor, range: NumericRange = ANY_NUMBER): LengthValue | undefined {
  const before = cursor.position
  const value = parseLengthPercentage(cursor, range)
  if (value === undefined || !hasPercentage(value)) return value
  cursor.reset(before)
  return undefined
}

/**
 * `<number>`, also as a math function.
 * @param constants names with values besides those of css-values-4 §10.7.1
 */
export function parseNumber(cursor: ValueCursor, constants?: MathConstants): number | undefined {
  const before = cursor.position
  const math = mathFunction(cursor, constants)
  if (math?.kind === 'number') return math.value
  cursor.reset(before)
  return cursor.number()
}

/** `<integer>`; the result of a math function is rounded (css-values-4 §10.11). */
export function parseInteger(cursor: ValueCursor): number | undefined {
  if (cursor.token?.[0] !== TokenType.Function) return cursor.integer()
  const value = parseNumber(cursor)
  return value === undefined || Number.isNaN(value) ? undefined : Math.round(value)
}

/** `<angle>` in degrees, also as a math function. */
export function parseAngle(cursor: ValueCursor): number | undefined {
  const before = cursor.position
  const math = mathFunction(cursor)
  if (math?.kind === 'angle') return math.value
  cursor.reset(before)
  const degrees = cursor.token && plainAngle(cursor.token)
  if (degrees !== undefined) cursor.advance()
  return degrees
}

/** `<resolution>` in dots per px, also as a math function. */
export function parseResolution(cursor: ValueCursor): number | undefined {
  const before = cursor.position
  const math = mathFunction(cursor)
  if (math?.kind === 'resolution') return math.value
  cursor.reset(before)
  const dots = cursor.token && plainResolution(cursor.token)
  if (dots !== undefined) cursor.advance()
  return dots
}

/** `<angle> | <zero>`: gradients and transforms take a zero without a unit. */
export function parseAngleOrZero(cursor: ValueCursor): number | undefined {
  if (cursor.token?.[0] !== TokenType.Number || cursor.token[4].value !== 0) return parseAngle(cursor)
  cursor.advance()
  return 0
}

/** `<percentage>` as its number: 50 for `50%`. */
export function parsePercentage(cursor: ValueCursor): number | undefined {
  const before = cursor.position
  const math = mathFunction(cursor)
  if (math?.kind === 'length' && math.value.kind === 'percentage') return math.value.value
  cursor.reset(before)
  const token = cursor.token
  if (!token || token[0] !== TokenType.Percentage) return undefined
  cursor.advance()
  return token[4].value
}

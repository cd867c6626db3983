import { TokenType } from '@csstools/css-tokenizer'
import { PX_PER_UNIT } from '../base/units.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'

/** Units that only a style computation can turn into px. Absolute ones become px when they are parsed. */
export type RelativeUnit = 'em' | 'rem' | 'ex' | 'ch' | 'lh' | 'rlh' | 'vw' | 'vh' | 'vmin' | 'vmax'

/**
 * A declared length or percentage (css-values-4 §6, §10): a plain one, or the tree of a math function. The
 * operands of `min` and `max` are all without percentages, or all percentages.
 */
export type LengthValue =
  | { readonly kind: 'px'; readonly value: number }
  | { readonly kind: 'relative'; readonly value: number; readonly unit: RelativeUnit }
  | { readonly kind: 'percentage'; readonly value: number }
  | { readonly kind: 'sum'; readonly terms: readonly LengthValue[] }
  | { readonly kind: 'product'; readonly factor: number; readonly operand: LengthValue }
  | { readonly kind: 'min' | 'max'; readonly operands: readonly LengthValue[] }

export const ZERO_LENGTH: LengthValue = { kind: 'px', value: 0 }

const ABSOLUTE_UNITS: ReadonlyMap<string, number> = new Map(Object.entries(PX_PER_UNIT))

/** The writing mode is always horizontal and the viewport never changes, so its variants are one. */
const RELATIVE_UNITS: ReadonlyMap<string, RelativeUnit> = new Map([
  ['em', 'em'],
  ['rem', 'rem'],
  ['ex', 'ex'],
  ['ch', 'ch'],
  ['lh', 'lh'],
  ['rlh', 'rlh'],
  ['vmin', 'vmin'],
  ['vmax', 'vmax'],
  ...['vw', 'svw', 'lvw', 'dvw', 'vi'].map((unit) => [unit, 'vw'] as const),
  ...['vh', 'svh', 'lvh', 'dvh', 'vb'].map((unit) => [unit, 'vh'] as const),
])

/** Fits Float32 comfortably and keeps sums exact on the 1/64 px grid; browsers clamp in the same region. */
const LARGEST_PX = 33_554_432

export interface NumericRange {
  /** A plain negative value is invalid; a negative result of a math function becomes zero when computed. */
  readonly nonNegative: boolean
}

const ANY_NUMBER: NumericRange = { nonNegative: false }

/** A math expression while it is parsed: plain numbers and lengths must not mix in sums. */
type MathValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'length'; readonly value: LengthValue }

/** `<length-percentage>`. */
export function parseLengthPercentage(cursor: ValueCursor, range: NumericRange = ANY_NUMBER): LengthValue | undefined {
  const token = cursor.token
  if (!token) return undefined
  if (token[0] === TokenType.Function) {
    const before = cursor.position
    const value = parseMath(cursor)
    if (value?.kind === 'length') return value.value
    cursor.reset(before)
    return undefined
  }
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

/** `<number>`, also as a math function. */
export function parseNumber(cursor: ValueCursor): number | undefined {
  if (cursor.token?.[0] === TokenType.Function) {
    const before = cursor.position
    const value = parseMath(cursor)
    if (value?.kind === 'number') return value.value
    cursor.reset(before)
    return undefined
  }
  return cursor.number()
}

/** `<percentage>` as its number: 50 for `50%`. */
export function parsePercentage(cursor: ValueCursor): number | undefined {
  const token = cursor.token
  if (!token || token[0] !== TokenType.Percentage) return undefined
  cursor.advance()
  return token[4].value
}

export function hasPercentage(value: LengthValue): boolean {
  switch (value.kind) {
    case 'px':
    case 'relative':
      return false
    case 'percentage':
      return true
    case 'sum':
      return value.terms.some(hasPercentage)
    case 'product':
      return hasPercentage(value.operand)
    case 'min':
    case 'max':
      return value.operands.some(hasPercentage)
  }
}

function hasPlainLength(value: LengthValue): boolean {
  switch (value.kind) {
    case 'px':
    case 'relative':
      return true
    case 'percentage':
      return false
    case 'sum':
      return value.terms.some(hasPlainLength)
    case 'product':
      return hasPlainLength(value.operand)
    case 'min':
    case 'max':
      return value.operands.some(hasPlainLength)
  }
}

/** The length or percentage at the cursor, not consumed. Zero may stand without a unit. */
function plainLength(cursor: ValueCursor): LengthValue | undefined {
  const token = cursor.token
  if (!token) return undefined
  if (token[0] === TokenType.Dimension) return dimension(token[4].value, token[4].unit)
  if (token[0] === TokenType.Percentage) return { kind: 'percentage', value: token[4].value }
  if (token[0] === TokenType.Number && token[4].value === 0) return ZERO_LENGTH
  return undefined
}

function dimension(value: number, unit: string): LengthValue | undefined {
  const name = unit.toLowerCase()
  const factor = ABSOLUTE_UNITS.get(name)
  if (factor !== undefined) return { kind: 'px', value: clampPx(value * factor) }
  const relative = RELATIVE_UNITS.get(name)
  return relative === undefined ? undefined : { kind: 'relative', value, unit: relative }
}

function clampPx(px: number): number {
  return Math.max(-LARGEST_PX, Math.min(px, LARGEST_PX))
}

/** `calc()`, `min()`, `max()`, `clamp()` (css-values-4 §10.1 to §10.2) at the cursor. */
function parseMath(cursor: ValueCursor): MathValue | undefined {
  const call = cursor.call()
  if (!call) return undefined
  switch (call.name) {
    case 'calc':
    case '-webkit-calc': {
      const value = parseSum(call.args)
      return call.args.done ? value : undefined
    }
    case 'min':
    case 'max':
      return extreme(call.name, parseOperands(call), call.args)
    case 'clamp':
      return clamp(parseOperands(call), call.args)
    default:
      return undefined
  }
}

function parseOperands(call: FunctionCall): readonly MathValue[] | undefined {
  const operands: MathValue[] = []
  do {
    const operand = parseSum(call.args)
    if (!operand) return undefined
    operands.push(operand)
  } while (call.args.comma())
  return call.args.done ? operands : undefined
}

function parseSum(cursor: ValueCursor): MathValue | undefined {
  let left = parseProduct(cursor)
  while (left) {
    const sign = cursor.delim('+') ? 1 : cursor.delim('-') ? -1 : 0
    if (sign === 0) return left
    const right = parseProduct(cursor)
    left = right && add(left, scale(right, sign))
  }
  return undefined
}

function parseProduct(cursor: ValueCursor): MathValue | undefined {
  let left = parseOperand(cursor)
  while (left) {
    if (cursor.delim('*')) {
      const right = parseOperand(cursor)
      if (!right) return undefined
      if (right.kind === 'number') left = scale(left, right.value)
      else if (left.kind === 'number') left = scale(right, left.value)
      else return undefined
    } else if (cursor.delim('/')) {
      const right = parseOperand(cursor)
      if (right?.kind !== 'number' || right.value === 0) return undefined
      left = scale(left, 1 / right.value)
    } else {
      return left
    }
  }
  return undefined
}

function parseOperand(cursor: ValueCursor): MathValue | undefined {
  const token = cursor.token
  if (!token) return undefined
  if (token[0] === TokenType.Number) {
    cursor.advance()
    return { kind: 'number', value: token[4].value }
  }
  if (token[0] === TokenType.OpenParen) {
    const call = cursor.call()
    const inner = call && parseSum(call.args)
    return call?.args.done ? inner : undefined
  }
  if (token[0] === TokenType.Function) return parseMath(cursor)
  if (token[0] === TokenType.Ident) return mathConstant(cursor)
  const value = plainLength(cursor)
  if (!value) return undefined
  cursor.advance()
  return { kind: 'length', value }
}

function mathConstant(cursor: ValueCursor): MathValue | undefined {
  const name = cursor.keyword(['pi', 'e'])
  return name && { kind: 'number', value: name === 'pi' ? Math.PI : Math.E }
}

function add(left: MathValue, right: MathValue): MathValue | undefined {
  if (left.kind === 'number') {
    return right.kind === 'number' ? { kind: 'number', value: left.value + right.value } : undefined
  }
  if (right.kind !== 'length') return undefined
  const terms: LengthValue[] = []
  for (const term of [...termsOf(left.value), ...termsOf(right.value)]) {
    const same = terms.findIndex((other) => sameUnit(other, term))
    const other = terms[same]
    if (other && 'value' in other && 'value' in term) terms[same] = { ...other, value: other.value + term.value }
    else terms.push(term)
  }
  const [only] = terms
  return { kind: 'length', value: only && terms.length === 1 ? only : { kind: 'sum', terms } }
}

function termsOf(value: LengthValue): readonly LengthValue[] {
  return value.kind === 'sum' ? value.terms : [value]
}

function sameUnit(left: LengthValue, right: LengthValue): boolean {
  if (left.kind === 'relative') return right.kind === 'relative' && left.unit === right.unit
  return left.kind === right.kind && 'value' in left
}

function scale(value: MathValue, factor: number): MathValue {
  return value.kind === 'number'
    ? { kind: 'number', value: value.value * factor }
    : { kind: 'length', value: scaleLength(value.value, factor) }
}

function scaleLength(value: LengthValue, factor: number): LengthValue {
  switch (value.kind) {
    case 'px':
    case 'relative':
    case 'percentage':
      return { ...value, value: value.value * factor }
    case 'sum':
      return { kind: 'sum', terms: value.terms.map((term) => scaleLength(term, factor)) }
    case 'product':
      return { ...value, factor: value.factor * factor }
    case 'min':
    case 'max':
      return { kind: 'product', factor, operand: value }
  }
}

function extreme(
  name: 'min' | 'max',
  operands: readonly MathValue[] | undefined,
  cursor: ValueCursor,
): MathValue | undefined {
  if (!operands) return undefined
  const numbers = operands.flatMap((operand) => (operand.kind === 'number' ? [operand.value] : []))
  if (numbers.length === operands.length) {
    return { kind: 'number', value: name === 'min' ? Math.min(...numbers) : Math.max(...numbers) }
  }
  const lengths = operands.flatMap((operand) => (operand.kind === 'length' ? [operand.value] : []))
  if (lengths.length !== operands.length) return undefined
  // UNSUPPORTED: which of a percentage and a length is smaller is known in layout only.
  if (lengths.some(hasPercentage) && lengths.some(hasPlainLength)) {
    return cursor.unsupported(`${name}() of a percentage and a length`)
  }
  return { kind: 'length', value: { kind: name, operands: lengths } }
}

/** `clamp(low, value, high)` is `max(low, min(value, high))`. */
function clamp(operands: readonly MathValue[] | undefined, cursor: ValueCursor): MathValue | undefined {
  const [low, value, high] = operands ?? []
  if (!low || !value || !high || operands?.length !== 3) return undefined
  const upper = extreme('min', [value, high], cursor)
  return upper && extreme('max', [low, upper], cursor)
}

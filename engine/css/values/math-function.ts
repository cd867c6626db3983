import { TokenType } from '@csstools/css-tokenizer'
import { assertNever } from '../../base/invariant.js'
import { plainAngle } from './angle-unit.js'
import { applyFunction, type LengthFunction, type LengthValue, plainLength } from './length-value.js'
import { plainResolution } from './resolution-unit.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'

/**
 * A math expression while it is parsed: numbers, angles, resolutions and lengths must not mix in sums. Angles are in
 * degrees, resolutions in dots per px.
 */
export type MathValue =
  | { readonly kind: 'number' | 'angle' | 'resolution'; readonly value: number }
  | { readonly kind: 'length'; readonly value: LengthValue }

/** Numbers that have a name in an expression, by names in lower case. */
export type MathConstants = ReadonlyMap<string, number>

const STANDARD_CONSTANTS: MathConstants = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['infinity', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
  ['nan', Number.NaN],
])

/** Functions with any number of arguments take this many. */
const OPERAND_LIMIT = 1000

const ROUNDING_STRATEGIES = ['nearest', 'up', 'down', 'to-zero'] as const

/** Functions of numbers alone, by their name and number of arguments (css-values-4 §10.5). */
const NUMBER_FUNCTIONS: ReadonlyMap<string, (...operands: number[]) => number> = new Map([
  ['pow', (base: number, exponent: number) => base ** exponent],
  ['sqrt', (value: number) => Math.sqrt(value)],
  ['exp', (value: number) => Math.exp(value)],
])

const RADIANS_PER_DEGREE = Math.PI / 180

/** Functions of an angle, or of a number of radians (css-values-4 §10.4). */
const ANGLE_FUNCTIONS: ReadonlyMap<string, (radians: number) => number> = new Map([
  ['sin', (radians: number) => Math.sin(radians)],
  ['cos', (radians: number) => Math.cos(radians)],
  ['tan', (radians: number) => Math.tan(radians)],
])

/** Functions of numbers that give radians. */
const INVERSE_FUNCTIONS: ReadonlyMap<string, (...operands: number[]) => number> = new Map([
  ['asin', (value: number) => Math.asin(value)],
  ['acos', (value: number) => Math.acos(value)],
  ['atan', (value: number) => Math.atan(value)],
  ['atan2', (y: number, x: number) => Math.atan2(y, x)],
])

/**
 * A math function (css-values-4 §10) at the cursor, which is consumed.
 * @param constants names besides `pi`, `e`, `infinity` and `NaN`
 */
export function parseMath(cursor: ValueCursor, constants: MathConstants = STANDARD_CONSTANTS): MathValue | undefined {
  const call = cursor.call()
  return call && new MathParser(call, constants).parse()
}

class MathParser {
  constructor(
    private readonly call: FunctionCall,
    private readonly constants: MathConstants,
  ) {}

  parse(): MathValue | undefined {
    const { name, args } = this.call
    switch (name) {
      case 'calc':
      case '-webkit-calc': {
        const value = this.#sum(args)
        return args.done ? value : undefined
      }
      case 'min':
      case 'max':
        return this.#applied(name, this.#operands(1, OPERAND_LIMIT))
      case 'clamp':
        return this.#clamp()
      case 'round':
        return this.#round()
      case 'mod':
      case 'rem':
        return this.#applied(name, this.#operands(2, 2))
      case 'abs':
        return this.#applied(name, this.#operands(1, 1))
      case 'sign':
        return this.#sign()
      case 'hypot':
        return this.#ofNumbers(this.#operands(1, OPERAND_LIMIT), Math.hypot)
      case 'log':
        return this.#ofNumbers(this.#operands(1, 2), (value, base) =>
          base === undefined ? Math.log(value) : Math.log(value) / Math.log(base),
        )
      case 'sin':
      case 'cos':
      case 'tan':
        return this.#ofAngle(ANGLE_FUNCTIONS.get(name))
      default: {
        const compute = NUMBER_FUNCTIONS.get(name)
        if (compute) return this.#ofNumbers(this.#operands(compute.length, compute.length), compute)
        return this.#inverse(INVERSE_FUNCTIONS.get(name))
      }
    }
  }

  /** Comma-separated expressions, `least` to `most` of them. */
  #operands(least: number, most: number): readonly MathValue[] | undefined {
    const { args } = this.call
    const operands: MathValue[] = []
    do {
      const operand = this.#sum(args)
      if (!operand || operands.length >= OPERAND_LIMIT) return undefined
      operands.push(operand)
    } while (args.comma())
    return args.done && operands.length >= least && operands.length <= most ? operands : undefined
  }

  #ofNumbers(
    operands: readonly MathValue[] | undefined,
    compute: (...operands: number[]) => number,
  ): MathValue | undefined {
    const numbers = operands && valuesOf(operands, 'number')
    return numbers && { kind: 'number', value: compute(...numbers) }
  }

  #ofAngle(compute: ((radians: number) => number) | undefined): MathValue | undefined {
    const operand = this.#operands(1, 1)?.[0]
    if (!compute || (operand?.kind !== 'number' && operand?.kind !== 'angle')) return undefined
    return { kind: 'number', value: compute(operand.value * (operand.kind === 'angle' ? RADIANS_PER_DEGREE : 1)) }
  }

  #inverse(compute: ((...operands: number[]) => number) | undefined): MathValue | undefined {
    const result = compute && this.#ofNumbers(this.#operands(compute.length, compute.length), compute)
    return result?.kind === 'number' ? { kind: 'angle', value: result.value / RADIANS_PER_DEGREE } : undefined
  }

  /** A function of values of one kind alone; lengths and percentages are one. */
  #applied(name: LengthFunction, operands: readonly MathValue[] | undefined): MathValue | undefined {
    if (!operands) return undefined
    for (const kind of PLAIN_KINDS) {
      const values = valuesOf(operands, kind)
      if (values) return { kind, value: applyFunction(name, values) }
    }
    const lengths = operands.flatMap((operand) => (operand.kind === 'length' ? [operand.value] : []))
    if (lengths.length !== operands.length) return undefined
    // Of percentages the numbers count, whatever they refer to: where that is negative, the order is another (§10.9).
    const percentages = lengths.flatMap((length) => (length.kind === 'percentage' ? [length.value] : []))
    if (percentages.length === lengths.length) {
      return { kind: 'length', value: { kind: 'percentage', value: applyFunction(name, percentages) } }
    }
    return { kind: 'length', value: { kind: 'function', name, operands: lengths } }
  }

  /** `clamp(low, value, high)` is `max(low, min(value, high))`; `none` is no limit. */
  #clamp(): MathValue | undefined {
    const { args } = this.call
    const low = args.keyword(['none']) ?? this.#sum(args)
    const value = args.comma() ? this.#sum(args) : undefined
    const high = args.comma() ? (args.keyword(['none']) ?? this.#sum(args)) : undefined
    if (!low || !value || !high || !args.done) return undefined
    const upper = high === 'none' ? value : this.#applied('min', [value, high])
    return low === 'none' ? upper : upper && this.#applied('max', [low, upper])
  }

  /** The step of numbers may be left out: it is 1 (css-values-4 §10.3). */
  #round(): MathValue | undefined {
    const { args } = this.call
    const before = args.position
    let strategy = args.keyword(ROUNDING_STRATEGIES) ?? 'nearest'
    if (args.position !== before && !args.comma()) {
      args.reset(before)
      strategy = 'nearest'
    }
    const operands = this.#operands(1, 2)
    const [value] = operands ?? []
    if (!operands || (operands.length === 1 && value?.kind !== 'number')) return undefined
    return this.#applied(`round-${strategy}`, operands.length === 1 ? [...operands, ONE] : operands)
  }

  #sign(): MathValue | undefined {
    const operands = this.#operands(1, 1)
    const value = operands?.[0]
    if (!value) return undefined
    if (value.kind !== 'length') return { kind: 'number', value: Math.sign(value.value) }
    if (value.value.kind === 'px') return { kind: 'number', value: Math.sign(value.value.value) }
    // UNSUPPORTED: the number depends on a font or on layout.
    return this.call.args.unsupported('sign() of a relative length')
  }

  #sum(cursor: ValueCursor): MathValue | undefined {
    let left = this.#product(cursor)
    while (left) {
      const sign = cursor.delim('+') ? 1 : cursor.delim('-') ? -1 : 0
      if (sign === 0) return left
      const right = this.#product(cursor)
      left = right && add(left, scale(right, sign))
    }
    return undefined
  }

  #product(cursor: ValueCursor): MathValue | undefined {
    let left = this.#operand(cursor)
    while (left) {
      if (cursor.delim('*')) {
        const right = this.#operand(cursor)
        if (!right) return undefined
        if (right.kind === 'number') left = scale(left, right.value)
        else if (left.kind === 'number') left = scale(right, left.value)
        else return undefined
      } else if (cursor.delim('/')) {
        const right = this.#operand(cursor)
        if (right?.kind !== 'number') return undefined
        left = scale(left, 1 / right.value)
      } else {
        return left
      }
    }
    return undefined
  }

  #operand(cursor: ValueCursor): MathValue | undefined {
    const token = cursor.token
    if (!token) return undefined
    if (token[0] === TokenType.Number) {
      cursor.advance()
      return { kind: 'number', value: token[4].value }
    }
    if (token[0] === TokenType.OpenParen) {
      const call = cursor.call()
      const inner = call && this.#sum(call.args)
      return call?.args.done ? inner : undefined
    }
    if (token[0] === TokenType.Function) return parseMath(cursor, this.constants)
    if (token[0] === TokenType.Ident) return this.#constant(cursor)
    const angle = plainAngle(token)
    if (angle !== undefined) {
      cursor.advance()
      return { kind: 'angle', value: angle }
    }
    const resolution = plainResolution(token)
    if (resolution !== undefined) {
      cursor.advance()
      return { kind: 'resolution', value: resolution }
    }
    const value = plainLength(cursor)
    if (!value) return undefined
    cursor.advance()
    return { kind: 'length', value }
  }

  #constant(cursor: ValueCursor): MathValue | undefined {
    const name = cursor.peekIdent() ?? ''
    const value = this.constants.get(name) ?? STANDARD_CONSTANTS.get(name)
    if (value === undefined) return undefined
    cursor.advance()
    return { kind: 'number', value }
  }
}

const ONE: MathValue = { kind: 'number', value: 1 }

/** The kinds of values that are a number in a unit of their own. */
const PLAIN_KINDS = ['number', 'angle', 'resolution'] as const

/** The operands as numbers where all of them are of one kind. */
function valuesOf(operands: readonly MathValue[], kind: (typeof PLAIN_KINDS)[number]): readonly number[] | undefined {
  const values = operands.flatMap((operand) => (operand.kind === kind ? [operand.value] : []))
  return values.length === operands.length ? values : undefined
}

function add(left: MathValue, right: MathValue): MathValue | undefined {
  if (left.kind !== 'length') {
    return right.kind === left.kind ? { kind: left.kind, value: left.value + right.value } : undefined
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
  return value.kind === 'length'
    ? { kind: 'length', value: scaleLength(value.value, factor) }
    : { kind: value.kind, value: value.value * factor }
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
    case 'function':
      return { kind: 'product', factor, operand: value }
    default:
      return assertNever(value)
  }
}

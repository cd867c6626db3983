import type { DiagnosticSink } from '../base/diagnostics.js'
import { assertNever } from '../base/invariant.js'
import type { Span } from '../base/source.js'
import { type CjkNumerals, COUNTER_STYLES, type CounterAlgorithm, DECIMAL } from '../css/values/counter-style-table.js'
import { type CounterStyle, type CustomCounterStyle, computeCounterStyle } from '../css/values/counter-style-value.js'
import type { SymbolName } from './box-tree.js'
import { MAX_SYMBOLS, type PredefinedStyles, writeCustom } from './custom-counter-style.js'

/**
 * Reports unknown counter styles, which `formatCounter` writes as `decimal`: the style itself, the one that it extends, and
 * its fallback.
 * @param span the declaration that uses the style
 */
export function reportUnknownStyle(style: CounterStyle, span: Span | undefined, diagnostics: DiagnosticSink): void {
  if (typeof style === 'string') {
    if (COUNTER_STYLES.has(style)) return
    diagnostics.warn('unsupported-value', `counter style "${style}" is not known; decimal is used`, span)
    return
  }
  const { system, fallback, fallbackSpan, styles } = style
  if (system.kind === 'predefined') reportUnknownStyle(system.name, system.span, diagnostics)
  if (fallbackSpan && !styles?.has(fallback)) reportUnknownStyle(fallback, fallbackSpan, diagnostics)
}

/** Writes a counter's value without prefix and suffix: `formatCounter(4, 'lower-roman')` is `iv`. */
export function formatCounter(value: number, style: CounterStyle): string {
  if (typeof style !== 'string') return formatCustom(value, style)
  const known = COUNTER_STYLES.get(style)
  if (!known) return value < 0 ? `-${-value}` : String(value)
  return write(value, known.algorithm) ?? formatCounter(value, style === known.fallback ? 'decimal' : known.fallback)
}

/** Styles fall back to others so many times: those that fall back to each other are written as `decimal`. */
const MAX_FALLBACKS = 16

function formatCustom(value: number, style: CustomCounterStyle): string {
  let next: CounterStyle = style
  for (let i = 0; i < MAX_FALLBACKS && typeof next !== 'string'; i++) {
    const text = writeCustom(value, next, PREDEFINED)
    if (text !== undefined) return text
    next = computeCounterStyle(next.fallback, next.styles)
  }
  return formatCounter(value, typeof next === 'string' ? next : 'decimal')
}

const PREDEFINED: PredefinedStyles = {
  usesSign(name, free) {
    const { kind } = algorithmOf(name)
    return kind === 'numeric' || (free && (kind === 'alphabetic' || kind === 'additive'))
  },
  write(value, name, free) {
    const algorithm = algorithmOf(name)
    const isFree = free && algorithm.kind === 'additive'
    return write(value, isFree ? { ...algorithm, limit: mostAdditive(algorithm.weights) } : algorithm)
  },
}

function algorithmOf(name: string): CounterAlgorithm {
  return (COUNTER_STYLES.get(name) ?? DECIMAL).algorithm
}

/** The greatest number that cannot become too long. */
function mostAdditive([greatest]: readonly (readonly [number, string])[]): number {
  return greatest ? greatest[0] * MAX_SYMBOLS : 0
}

/** The style draws the same mark for every value. */
export function isSymbol(style: CounterStyle): style is SymbolName {
  return typeof style === 'string' && COUNTER_STYLES.get(style)?.algorithm.kind === 'symbol'
}

/** The text before a marker's counter. */
export function markerPrefix(style: CounterStyle): string {
  return typeof style === 'string' ? '' : (style.prefix ?? '')
}

/** The text between a marker's counter and the item: `. `, or a space after a symbol. */
export function markerSuffix(style: CounterStyle): string {
  if (typeof style !== 'string') {
    const { suffix, system } = style
    return suffix ?? (system.kind === 'predefined' ? markerSuffix(system.name) : '. ')
  }
  return COUNTER_STYLES.get(style)?.suffix ?? '. '
}

/** Undefined where the value is beyond what the algorithm can write. */
function write(value: number, algorithm: CounterAlgorithm): string | undefined {
  switch (algorithm.kind) {
    case 'numeric':
      return value >= 0 || algorithm.minus ? numeric(value, [...algorithm.digits], algorithm.width) : undefined
    case 'alphabetic':
      return value >= 1 ? alphabetic(value, algorithm.letters) : undefined
    case 'fixed':
      return [...algorithm.letters][value - 1]
    case 'additive':
      return value >= 1 && value <= algorithm.limit ? additive(value, algorithm.weights) : undefined
    case 'symbol':
      return algorithm.symbol
    case 'thousands':
      return Math.abs(value) <= 9999 ? thousands(value, algorithm.numerals) : undefined
    case 'ethiopic':
      return value >= 1 ? ethiopic(value) : undefined
    default:
      return assertNever(algorithm)
  }
}

/** The sign counts towards `width` (css-counter-styles-3 §3.4). */
function numeric(value: number, digits: readonly string[], width: number): string {
  const written = [...String(Math.abs(value))].map((digit) => digits[Number(digit)])
  const missing = width - written.length - (value < 0 ? 1 : 0)
  return (value < 0 ? '-' : '') + (digits[0] ?? '').repeat(Math.max(0, missing)) + written.join('')
}

function alphabetic(value: number, letters: string): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / letters.length)) {
    text = letters.charAt((rest - 1) % letters.length) + text
  }
  return text
}

function additive(value: number, weights: readonly (readonly [number, string])[]): string {
  let text = ''
  let rest = value
  for (const [weight, letters] of weights) {
    for (; rest >= weight; rest -= weight) text += letters
  }
  return text
}

/** Chinese, Japanese and Korean numerals (css-counter-styles-3 §7.1). */
function thousands(value: number, numerals: CjkNumerals): string {
  const digits = [...String(Math.abs(value))].map(Number)
  let text = ''
  digits.forEach((digit, index) => {
    const power = digits.length - 1 - index
    if (digit > 0) text += writtenDigit(digit, power, value, numerals) + (numerals.units[power - 1] ?? '')
    else if (numerals.zeros && (digits[index + 1] ?? 0) > 0) text += numerals.digits[0]
  })
  return (value < 0 ? numerals.minus : '') + (text || numerals.digits.charAt(0))
}

function writtenDigit(digit: number, power: number, value: number, { digits, one }: CjkNumerals): string {
  const omitted = one === 'never' || (one === 'not-in-teens' && Math.abs(value) < 20)
  return digit === 1 && power > 0 && omitted ? '' : digits.charAt(digit)
}

/** css-counter-styles-3 §7.2: pairs of digits with the signs for a hundred and ten thousand between them. */
function ethiopic(value: number): string {
  if (value === 1) return '\u1369'
  const written = String(value).padStart(Math.ceil(String(value).length / 2) * 2, '0')
  const count = written.length / 2
  let text = ''
  for (let group = count - 1; group >= 0; group--) {
    const at = written.length - 2 * (group + 1)
    const pair = Number(written.slice(at, at + 2))
    const silent = pair === 0 || (pair === 1 && (group === count - 1 || group % 2 === 1))
    if (!silent) text += ethiopicPair(pair)
    if (group % 2 === 1) text += pair === 0 ? '' : '\u137b'
    else if (group > 0) text += '\u137c'
  }
  return text
}

function ethiopicPair(pair: number): string {
  const tens = Math.floor(pair / 10)
  const ones = pair % 10
  return (tens > 0 ? String.fromCodePoint(0x1371 + tens) : '') + (ones > 0 ? String.fromCodePoint(0x1368 + ones) : '')
}

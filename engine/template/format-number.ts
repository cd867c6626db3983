import { BoundedCache } from '../base/bounded-cache.js'

/** A few languages times a few patterns are in use at a time. */
const FORMATS = 256

interface NumberPattern {
  readonly prefix: string
  readonly suffix: string
  readonly grouping: boolean
  readonly integerDigits: number
  readonly leastDigits: number
  readonly mostDigits: number
  /** `%` in the pattern: the value is printed times 100. */
  readonly percent: boolean
}

/** Formats behind a pattern of a language. */
interface NumberFormat {
  readonly pattern: NumberPattern
  readonly intl: Intl.NumberFormat
}

/** A format of a language, and how many digits it shows behind the point at most. */
interface StyleFormat {
  readonly intl: Intl.NumberFormat
  readonly mostDigits: number
}

const PATTERN = /^((?:[^#0,.']|'[^']*')*)([#0,]+)(?:\.(0*)(#*))?((?:[^#0,.']|'[^']*')*)$/
const INTEGER = /^(?:#|,)*0+(?:,0+)*$/

const numberFormats = new BoundedCache<string, NumberFormat | undefined>(FORMATS)
const styleFormats = new BoundedCache<string, StyleFormat>(FORMATS)

/**
 * A number by a pattern such as `0.00`, `#,##0.00` or `#,##0.## kg` with the signs of the language.
 *
 * @returns undefined when the pattern is none
 */
export function formatNumber(value: number, pattern: string, language: string): string | undefined {
  const key = `${language}\n${pattern}`
  let format = numberFormats.get(key)
  if (!format) {
    format = createFormat(pattern, language)
    numberFormats.set(key, format)
  }
  if (!format) return undefined
  const { prefix, suffix, mostDigits, percent } = format.pattern
  const scaled = percent ? Number(`${value}e2`) || value * 100 : value
  const rounded = roundDecimal(scaled, mostDigits)
  const text = format.intl.format(rounded)
  if (prefix === '' && suffix === '') return text
  return rounded < 0 ? `${text.charAt(0)}${prefix}${text.slice(1)}${suffix}` : prefix + text + suffix
}

export function formatCurrency(value: number, currency: string, language: string): string {
  const { intl, mostDigits } = styleFormat(`currency ${currency}`, language, { style: 'currency', currency })
  return intl.format(roundDecimal(value, mostDigits))
}

/** A ratio as per cent: 0.19 is 19%. Without `digits` as many as needed, at most two. */
export function formatPercent(value: number, digits: number | undefined, language: string): string {
  const { intl } = styleFormat(`percent ${digits}`, language, {
    style: 'percent',
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 2,
  })
  return intl.format(roundDecimal(value, (digits ?? 2) + 2))
}

/** Rounds half away from zero, on the decimal digits a reader sees: 1.005 to two digits is 1.01. */
export function roundDecimal(value: number, digits: number): number {
  if (Number.isInteger(value)) return value
  const text = String(Math.abs(value))
  if (text.includes('e')) return Number(value.toFixed(Math.min(digits, 100)))
  const point = text.indexOf('.')
  if (text.length - point - 1 <= digits) return value
  const next = text.charCodeAt(point + 1 + digits) - 48
  const kept = text.slice(0, point) + text.slice(point + 1, point + 1 + digits)
  const rounded = Number(`${BigInt(kept) + (next >= 5 ? 1n : 0n)}e-${digits}`)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

function createFormat(text: string, language: string): NumberFormat | undefined {
  const pattern = readPattern(text)
  if (!pattern) return undefined
  const intl = new Intl.NumberFormat(language, {
    useGrouping: pattern.grouping,
    minimumIntegerDigits: pattern.integerDigits,
    minimumFractionDigits: pattern.leastDigits,
    maximumFractionDigits: pattern.mostDigits,
  })
  return { pattern, intl }
}

function readPattern(text: string): NumberPattern | undefined {
  const match = PATTERN.exec(text)
  const integer = match?.[2] ?? ''
  if (!match || !INTEGER.test(integer)) return undefined
  const zeros = match[3] ?? ''
  const optional = match[4] ?? ''
  const integerDigits = integer.replace(/[^0]/g, '').length
  if (integerDigits > 21 || zeros.length + optional.length > 20) return undefined
  const affixes = (match[1] ?? '') + (match[5] ?? '')
  return {
    prefix: unquote(match[1] ?? ''),
    suffix: unquote(match[5] ?? ''),
    grouping: integer.includes(','),
    integerDigits,
    leastDigits: zeros.length,
    mostDigits: zeros.length + optional.length,
    percent: affixes.replace(/'[^']*'/g, '').includes('%'),
  }
}

function unquote(text: string): string {
  return text.replace(/'([^']*)'/g, (_match, quoted: string) => (quoted === '' ? "'" : quoted))
}

function styleFormat(style: string, language: string, options: Intl.NumberFormatOptions): StyleFormat {
  const key = `${language}\n${style}`
  let format = styleFormats.get(key)
  if (!format) {
    const intl = new Intl.NumberFormat(language, options)
    format = { intl, mostDigits: intl.resolvedOptions().maximumFractionDigits ?? 2 }
    styleFormats.set(key, format)
  }
  return format
}

import { BoundedCache } from '../base/bounded-cache.js'
import { currencyDigits } from './currency-digits.js'
import { type Affixes, type Grouping, type NumberPattern, readNumberPatterns } from './number-pattern.js'
import { createSignedFormat, formatSigned, type SignedFormat } from './number-signs.js'
import { toDecimal } from './values.js'

/** A few languages times a few patterns are in use at a time. */
const FORMATS = 256

/** A pattern in a language. */
interface NumberFormat extends SignedFormat {
  readonly pattern: NumberPattern
  /** What parts groups that the pattern itself sizes. */
  readonly separator: string
}

/** A format of a language, and how many digits it shows behind the point at most. */
interface StyleFormat extends SignedFormat {
  readonly mostDigits: number
}

/** The formats of a text of patterns. */
interface NumberFormats {
  readonly positive: NumberFormat
  readonly negative: Affixes | undefined
  readonly zero: NumberFormat | string | undefined
}

/** What stands in front of the first digit: the sign, and marks of its direction. */
const SIGN = /^\P{Nd}*/u

const numberFormats = new BoundedCache<string, NumberFormats | undefined>(FORMATS)
const styleFormats = new BoundedCache<string, StyleFormat>(FORMATS)

/**
 * A number by a pattern such as `0.00`, `#,##0.00` or `#,##0.## kg` with the signs of the language. A second and third one
 * behind semicolons are for numbers below zero and for zero: `#,##0.00;(#,##0.00);–`.
 *
 * @returns undefined when the pattern is none
 */
export function formatNumber(value: number, pattern: string, language: string): string | undefined {
  const key = `${language}\n${pattern}`
  let formats = numberFormats.get(key)
  if (!formats) {
    formats = createFormats(pattern, language)
    numberFormats.set(key, formats)
  }
  if (!formats) return undefined
  const { positive, negative, zero } = formats
  const { mostDigits, percent } = positive.pattern
  const rounded = roundDecimal(percent ? Number(`${value}e2`) || value * 100 : value, mostDigits)
  if (rounded === 0 && zero !== undefined) return typeof zero === 'string' ? zero : write(0, zero, zero.pattern)
  return rounded < 0 && negative ? write(-rounded, positive, negative) : write(rounded, positive, positive.pattern)
}

/** With as many digits as ISO 4217 has for the currency. */
export function formatCurrency(value: number, currency: string, language: string): string {
  const format = styleFormat(`currency ${currency}`, language, () => {
    const digits = currencyDigits(currency)
    return { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits }
  })
  return formatSigned(format, roundDecimal(value, format.mostDigits))
}

/** A ratio as per cent: 0.19 is 19%. Without `digits` as many as needed, at most two. */
export function formatPercent(value: number, digits: number | undefined, language: string): string {
  const format = styleFormat(`percent ${digits}`, language, () => ({
    style: 'percent',
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 2,
  }))
  return formatSigned(format, roundDecimal(value, format.mostDigits + 2))
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

/** The greatest number with so many digits that is not above a value, on the decimal digits that a reader sees. */
export function floorDecimal(value: number, digits: number): number {
  const rounded = roundDecimal(value, digits)
  return rounded <= value ? rounded : roundDecimal(toDecimal(rounded - Number(`1e-${digits}`)), digits)
}

/** A rounded number with the texts around it. */
function write(value: number, format: NumberFormat, { prefix, suffix }: Affixes): string {
  const { grouping } = format.pattern
  const text =
    typeof grouping === 'string'
      ? formatSigned(format, value)
      : grouped(format.intl.formatToParts(value), grouping, format.separator)
  if (prefix === '' && suffix === '') return text
  const sign = value < 0 ? (SIGN.exec(text)?.[0] ?? '') : ''
  return sign + prefix + text.slice(sign.length) + suffix
}

function grouped(
  parts: readonly Intl.NumberFormatPart[],
  { last, others }: Exclude<Grouping, string>,
  separator: string,
): string {
  return parts
    .map(({ type, value }) => {
      if (type !== 'integer') return value
      const digits = Array.from(value)
      const groups: string[] = []
      for (let size = last; digits.length > 0; size = others) groups.unshift(digits.splice(-size).join(''))
      return groups.join(separator)
    })
    .join('')
}

function createFormats(text: string, language: string): NumberFormats | undefined {
  const patterns = readNumberPatterns(text)
  if (!patterns) return undefined
  const { positive, negative, zero } = patterns
  return {
    positive: createFormat(positive, language),
    negative,
    zero: zero === undefined || typeof zero === 'string' ? zero : createFormat(zero, language),
  }
}

function createFormat(pattern: NumberPattern, language: string): NumberFormat {
  const format = createSignedFormat(language, {
    useGrouping: pattern.grouping === 'language',
    minimumIntegerDigits: pattern.integerDigits,
    minimumFractionDigits: pattern.leastDigits,
    maximumFractionDigits: pattern.mostDigits,
  })
  return { ...format, pattern, separator: typeof pattern.grouping === 'string' ? '' : separatorOf(language) }
}

function separatorOf(language: string): string {
  const { intl, groupSign } = createSignedFormat(language, { useGrouping: true })
  return groupSign ?? intl.formatToParts(1_000_000).find(({ type }) => type === 'group')?.value ?? ','
}

function styleFormat(style: string, language: string, options: () => Intl.NumberFormatOptions): StyleFormat {
  const key = `${language}\n${style}`
  let format = styleFormats.get(key)
  if (!format) {
    const signed = createSignedFormat(language, options())
    format = { ...signed, mostDigits: signed.intl.resolvedOptions().maximumFractionDigits ?? 2 }
    styleFormats.set(key, format)
  }
  return format
}

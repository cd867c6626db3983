import { floorDecimal, formatCurrency, formatNumber, formatPercent, roundDecimal } from '../format-number.js'
import { amountInWords, WORD_LANGUAGES } from './amount-in-words.js'
import {
  type Filter,
  type FilterCall,
  onNumber,
  patternArgument,
  textArgument,
  wholeArgument,
  wrongArgument,
} from './filter.js'
import { languageArgument } from './language-argument.js'

/** Digits behind the point that filters which round accept. */
const DIGITS = [0, 15] as const

export const NUMBER_FILTERS: Readonly<Record<string, Filter>> = {
  number: onNumber([0, 2], (number, call) => {
    // To calculate with, and not to print.
    if (call.count === 0 && !call.printed) return number
    const pattern = patternArgument(call, 0, 'a pattern such as "#,##0.00"', '#,##0.###')
    const language = languageArgument(call, 1)
    if (pattern === undefined || language === undefined) return undefined
    return formatNumber(number, pattern, language) ?? wrongArgument(pattern, 'a pattern such as "#,##0.00"', call)
  }),

  currency: onNumber([1, 2], (number, call) => {
    const currency = call.argument(0)
    const language = languageArgument(call, 1)
    if (language === undefined) return undefined
    if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) {
      return wrongArgument(currency, 'a currency code such as "EUR"', call)
    }
    return formatCurrency(number, currency.toUpperCase(), language)
  }),

  percent: onNumber([0, 2], (number, call) => {
    const language = languageArgument(call, 1)
    if (language === undefined) return undefined
    if (call.count === 0) return formatPercent(number, undefined, language)
    const digits = wholeArgument(call, 0, DIGITS, 'a number of digits')
    return digits === undefined ? undefined : formatPercent(number, digits, language)
  }),

  round: onNumber([0, 1], (number, call) => {
    const digits = wholeArgument(call, 0, DIGITS, 'a number of digits', 0)
    return digits === undefined ? undefined : roundDecimal(number, digits)
  }),

  floor: onNumber([0, 1], (number, call) => {
    const digits = wholeArgument(call, 0, DIGITS, 'a number of digits', 0)
    return digits === undefined ? undefined : floorDecimal(number, digits)
  }),

  ceil: onNumber([0, 1], (number, call) => {
    const digits = wholeArgument(call, 0, DIGITS, 'a number of digits', 0)
    return digits === undefined ? undefined : -floorDecimal(-number, digits) + 0
  }),

  abs: onNumber([0, 0], Math.abs),

  words: onNumber([0, 1], (number, call) => {
    const language = languageArgument(call, 0)
    if (language === undefined) return undefined
    const words = amountInWords(number, language)
    return words ?? wrongArgument(call.count > 0 ? language : number, WORDS, call)
  }),

  ordinal: onNumber([0, 1], (number, call) => {
    const language = languageArgument(call, 0)
    if (language === undefined) return undefined
    return Number.isInteger(number) ? ordinal(number, language) : wrongNumber(number, 'a whole number', call)
  }),

  roman: onNumber(
    [0, 0],
    (number, call) => roman(number) ?? wrongNumber(number, 'a whole number from 1 to 3999', call),
  ),

  filesize: onNumber([0, 1], (bytes, call) => {
    const language = languageArgument(call, 0)
    return language === undefined ? undefined : filesize(bytes, language)
  }),

  duration: onNumber([0, 1], (seconds, call) => {
    const form = textArgument(call, 0, '"clock" or "units"', 'units')
    if (form === undefined) return undefined
    if (form === 'clock') return clock(seconds)
    return form === 'units' ? units(seconds, call.language) : wrongArgument(form, '"clock" or "units"', call)
  }),
}

const WORDS = `a number below a quadrillion in one of the languages ${WORD_LANGUAGES.join(', ')}`

function wrongNumber(number: number, expected: string, call: FilterCall): undefined {
  return wrongArgument(number, expected, call)
}

/** Suffixes by the plural category of ordinal numbers (Unicode TR 35 part 3 §5). */
const ORDINAL_SUFFIXES: Readonly<Record<string, (category: Intl.LDMLPluralRule, number: number) => string>> = {
  en: (category) => ({ zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' })[category],
  fr: (category) => (category === 'one' ? 'er' : 'e'),
  es: () => '.º',
  it: () => 'º',
  pt: () => 'º',
  nl: () => 'e',
  sv: (category) => (category === 'one' ? ':a' : ':e'),
}

/** Languages not listed write a point behind the number, as German does. */
function ordinal(number: number, language: string): string {
  const suffix = ORDINAL_SUFFIXES[new Intl.Locale(language).language]
  const text = formatNumber(number, '#,##0', language) ?? String(number)
  return suffix ? text + suffix(new Intl.PluralRules(language, { type: 'ordinal' }).select(number), number) : `${text}.`
}

const ROMAN_DIGITS: readonly (readonly [value: number, digits: string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

function roman(number: number): string | undefined {
  if (!Number.isInteger(number) || number < 1 || number > 3999) return undefined
  let text = ''
  let left = number
  for (const [value, digits] of ROMAN_DIGITS) {
    for (; left >= value; left -= value) text += digits
  }
  return text
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** In units of a thousand, as the SI prefixes say, with at most one digit behind the point. */
function filesize(bytes: number, language: string): string {
  const size = Math.abs(bytes)
  let unit = 0
  while (unit < BYTE_UNITS.length - 1 && roundDecimal(size / 1000 ** unit, 1) >= 1000) unit++
  const value = roundDecimal(bytes / 1000 ** unit, unit === 0 ? 0 : 1)
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: BYTE_UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(value)
}

/** `1:05:09`, hours only where there are any. */
function clock(seconds: number): string {
  const total = Math.round(Math.abs(seconds))
  const hours = Math.floor(total / 3600)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(total / 60) % 60
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`
  return seconds < 0 && total > 0 ? `-${text}` : text
}

const TIME_UNITS: readonly (readonly [unit: 'day' | 'hour' | 'minute' | 'second', seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** `1 hr, 5 min`: the units that are not zero, in the words of the language. */
function units(seconds: number, language: string): string {
  let left = Math.round(Math.abs(seconds))
  const parts: string[] = []
  for (const [unit, length] of TIME_UNITS) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count === 0 && !(unit === 'second' && parts.length === 0)) continue
    parts.push(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count))
  }
  const text = new Intl.ListFormat(language, { style: 'narrow', type: 'unit' }).format(parts)
  return seconds < 0 ? `-${text}` : text
}

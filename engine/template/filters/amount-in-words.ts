import { roundDecimal } from '../format-number.js'
import { dutch } from './number-words/dutch.js'
import { english, indianEnglish } from './number-words/english.js'
import { french } from './number-words/french.js'
import { german } from './number-words/german.js'
import { italian } from './number-words/italian.js'
import { brazilianPortuguese, europeanPortuguese } from './number-words/portuguese.js'
import { spanish } from './number-words/spanish.js'

/** How one language writes whole numbers and the cents behind them. */
interface NumberWords {
  whole(number: number): string
  /** Stands between the whole number and the hundredths. */
  readonly and: string
  readonly minus: string
}

const LANGUAGES: Readonly<Record<string, NumberWords>> = {
  en: { whole: english, and: 'and', minus: 'minus' },
  de: { whole: german, and: 'und', minus: 'minus' },
  fr: { whole: french, and: 'et', minus: 'moins' },
  es: { whole: spanish, and: 'con', minus: 'menos' },
  it: { whole: italian, and: 'e', minus: 'meno' },
  pt: { whole: europeanPortuguese, and: 'e', minus: 'menos' },
  nl: { whole: dutch, and: 'en', minus: 'min' },
}

/** Regions that count otherwise than their language does elsewhere. */
const REGIONS: Readonly<Record<string, NumberWords['whole']>> = {
  'en-IN': indianEnglish,
  'en-BD': indianEnglish,
  'en-NP': indianEnglish,
  'en-PK': indianEnglish,
  'pt-BR': brazilianPortuguese,
}

/** The languages that `amountInWords` knows. */
export const WORD_LANGUAGES: readonly string[] = Object.keys(LANGUAGES)

/** Beyond this, numbers have no cents any more in binary floating point. */
const LIMIT = 1e15

/**
 * An amount as cheques have it: `one thousand two hundred thirty-four and 50/100`. Hundredths are written only where
 * there are any; what is smaller is rounded.
 *
 * @returns undefined for other languages and numbers from a quadrillion on
 */
export function amountInWords(number: number, language: string): string | undefined {
  // Names the likely region where there is none: `pt` is that of Brazil.
  const { language: name, region } = new Intl.Locale(language).maximize()
  const words = LANGUAGES[name]
  const amount = roundDecimal(Math.abs(number), 2)
  if (!words || amount >= LIMIT) return undefined
  const wholeWords = REGIONS[`${name}-${region}`] ?? words.whole
  const whole = Math.floor(amount)
  const hundredths = Math.round((amount - whole) * 100)
  const sign = number < 0 && amount > 0 ? `${words.minus} ` : ''
  const cents = hundredths === 0 ? '' : ` ${words.and} ${String(hundredths).padStart(2, '0')}/100`
  return sign + wholeWords(whole) + cents
}

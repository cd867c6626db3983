import { roundDecimal } from '../format-number.js'

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
  const words = LANGUAGES[new Intl.Locale(language).language]
  const amount = roundDecimal(Math.abs(number), 2)
  if (!words || amount >= LIMIT) return undefined
  const whole = Math.floor(amount)
  const hundredths = Math.round((amount - whole) * 100)
  const sign = number < 0 && amount > 0 ? `${words.minus} ` : ''
  const cents = hundredths === 0 ? '' : ` ${words.and} ${String(hundredths).padStart(2, '0')}/100`
  return sign + words.whole(whole) + cents
}

/** A number in groups of three digits, from the most significant one, without leading zeros. */
function groupsOf(number: number): readonly number[] {
  const groups: number[] = []
  for (let left = number; left > 0; left = Math.floor(left / 1000)) groups.unshift(left % 1000)
  return groups
}

const EN_SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const EN_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const EN_SCALES = ['', 'thousand', 'million', 'billion', 'trillion']

function english(number: number): string {
  if (number === 0) return 'zero'
  const groups = groupsOf(number)
  const parts = groups.map((group, index) => {
    const scale = EN_SCALES[groups.length - 1 - index] ?? ''
    return group === 0 ? '' : `${englishGroup(group)} ${scale}`
  })
  return joined(parts)
}

function englishGroup(group: number): string {
  const rest = group % 100
  const hundreds = group >= 100 ? `${EN_SMALL[Math.floor(group / 100)]} hundred` : ''
  const unit = rest % 10 === 0 ? '' : `-${EN_SMALL[rest % 10]}`
  const below = rest === 0 ? '' : rest < 20 ? EN_SMALL[rest] : `${EN_TENS[Math.floor(rest / 10)]}${unit}`
  return joined([hundreds, below ?? ''])
}

const DE_SMALL =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  )
const DE_TENS = '- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')
const DE_SCALES: readonly (readonly [one: string, many: string])[] = [
  ['eine Million', 'Millionen'],
  ['eine Milliarde', 'Milliarden'],
  ['eine Billion', 'Billionen'],
]

/** Below a million in one word, above it with the feminine nouns apart. */
function german(number: number): string {
  if (number === 0) return 'null'
  const below = number % 1_000_000
  const parts: string[] = []
  const above = groupsOf(Math.floor(number / 1_000_000))
  for (const [index, group] of above.entries()) {
    const [one, many] = DE_SCALES[above.length - 1 - index] ?? ['', '']
    if (group > 0) parts.push(group === 1 ? one : `${germanGroup(group)} ${many}`)
  }
  if (below > 0) {
    const thousands = Math.floor(below / 1000)
    const rest = below % 1000
    const last = rest % 100 === 1 ? `${germanGroup(rest)}s` : germanGroup(rest)
    parts.push((thousands > 0 ? `${germanGroup(thousands)}tausend` : '') + (rest > 0 ? last : ''))
  }
  return joined(parts)
}

function germanGroup(group: number): string {
  const rest = group % 100
  const hundreds = group >= 100 ? `${DE_SMALL[Math.floor(group / 100)]}hundert` : ''
  if (rest === 0) return hundreds
  if (rest < 20) return hundreds + DE_SMALL[rest]
  const tens = DE_TENS[Math.floor(rest / 10)]
  return hundreds + (rest % 10 === 0 ? tens : `${DE_SMALL[rest % 10]}und${tens}`)
}

const FR_SMALL =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  )
const FR_TENS = '- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt'.split(' ')
const FR_SCALES = ['', 'mille', 'million', 'milliard', 'billion']

function french(number: number): string {
  if (number === 0) return 'zéro'
  const groups = groupsOf(number)
  const parts = groups.map((group, index) => {
    const level = groups.length - 1 - index
    const scale = FR_SCALES[level] ?? ''
    if (group === 0) return ''
    // `mille` is an adjective: it has no plural, no `un`, and takes the plural from what stands before it.
    if (level === 1) return group === 1 ? scale : `${frenchGroup(group, false)} ${scale}`
    return `${frenchGroup(group, true)} ${scale}${level > 1 && group > 1 ? 's' : ''}`
  })
  return joined(parts)
}

/** @param takesPlural `cents` and `quatre-vingts` have an s where nothing but a noun follows */
function frenchGroup(group: number, takesPlural: boolean): string {
  const hundreds = Math.floor(group / 100)
  const rest = group % 100
  const s = takesPlural && rest === 0 && hundreds > 1 ? 's' : ''
  const hundred = hundreds === 0 ? '' : hundreds === 1 ? 'cent' : `${FR_SMALL[hundreds]} cent${s}`
  return joined([hundred, rest === 0 ? '' : frenchBelowHundred(rest, takesPlural)])
}

function frenchBelowHundred(number: number, takesPlural: boolean): string {
  if (number < 20) return FR_SMALL[number] ?? ''
  const ten = Math.floor(number / 10)
  const tens = FR_TENS[ten] ?? ''
  // 70 to 79 and 90 to 99 count on from ten to nineteen.
  const unit = ten === 7 || ten === 9 ? number - (ten - 1) * 10 : number % 10
  if (unit === 0) return number === 80 && takesPlural ? `${tens}s` : tens
  const hasEt = ten < 8 && (unit === 1 || unit === 11)
  return hasEt ? `${tens} et ${FR_SMALL[unit]}` : `${tens}-${FR_SMALL[unit]}`
}

const ES_SMALL =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const ES_TENS = '- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const ES_HUNDREDS =
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ')
const ES_SCALES: readonly (readonly [one: string, many: string])[] = [
  ['un millón', 'millones'],
  ['un billón', 'billones'],
]

/** The long scale: each step is a million times the one before, with thousands within. */
function spanish(number: number): string {
  if (number === 0) return 'cero'
  const parts: string[] = []
  let left = number
  for (let level = 0; left > 0; level++) {
    const part = left % 1_000_000
    const [one, many] = ES_SCALES[level - 1] ?? ['', '']
    if (level === 0) parts.unshift(part === 0 ? '' : spanishBelowMillion(part, false))
    else if (part > 0) parts.unshift(part === 1 ? one : `${spanishBelowMillion(part, true)} ${many}`)
    left = Math.floor(left / 1_000_000)
  }
  return joined(parts)
}

/** @param beforeNoun `uno` is shortened to `un` before a noun and before `mil` */
function spanishBelowMillion(number: number, beforeNoun: boolean): string {
  const thousands = Math.floor(number / 1000)
  const rest = number % 1000
  const mil = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${spanishGroup(thousands, true)} mil`
  return joined([mil, rest === 0 ? '' : spanishGroup(rest, beforeNoun)])
}

function spanishGroup(group: number, beforeNoun: boolean): string {
  if (group === 100) return 'cien'
  const rest = group % 100
  const hundreds = group > 100 ? (ES_HUNDREDS[Math.floor(group / 100)] ?? '') : ''
  return joined([hundreds, rest === 0 ? '' : spanishBelowHundred(rest, beforeNoun)])
}

function spanishBelowHundred(number: number, beforeNoun: boolean): string {
  if (beforeNoun && number === 1) return 'un'
  if (beforeNoun && number === 21) return 'veintiún'
  if (number < 30) return ES_SMALL[number] ?? ''
  const tens = ES_TENS[Math.floor(number / 10)] ?? ''
  const unit = number % 10
  if (unit === 0) return tens
  return `${tens} y ${beforeNoun && unit === 1 ? 'un' : ES_SMALL[unit]}`
}

function joined(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
}

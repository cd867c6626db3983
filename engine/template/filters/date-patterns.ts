import { BoundedCache } from '../../base/bounded-cache.js'

/** The fields of C's `strftime`, which Liquid and Jinja have, as patterns have them. */
const STRFTIME: Readonly<Record<string, string>> = {
  Y: 'yyyy',
  y: 'yy',
  m: 'MM',
  b: 'MMM',
  h: 'MMM',
  B: 'MMMM',
  d: 'dd',
  e: 'd',
  a: 'EEE',
  A: 'EEEE',
  H: 'HH',
  k: 'H',
  I: 'hh',
  l: 'h',
  M: 'mm',
  S: 'ss',
  L: 'SSS',
  p: 'a',
  V: 'ww',
  G: 'RRRR',
  F: 'yyyy-MM-dd',
  T: 'HH:mm:ss',
  R: 'HH:mm',
  D: 'MM/dd/yy',
  x: 'short',
}

/** Fields as Moment and PHP write them. A `D` or `Y` is read as it is meant, and `d` is a day in both. */
const FOREIGN_FIELDS: Readonly<Record<string, string>> = {
  Do: 'd',
  ddd: 'EEE',
  dddd: 'EEEE',
  DDD: 'd',
  DDDD: 'd',
  A: 'a',
  j: 'd',
  F: 'MMMM',
  n: 'M',
  i: 'mm',
  l: 'EEEE',
  W: 'w',
  WW: 'ww',
  GG: 'RR',
  GGGG: 'RRRR',
  o: 'RRRR',
  QQQ: "'Q'Q",
  QQQQ: "'Q'Q",
}

/** Letters that may stand without quotes: those of fields, and those of ISO 8601. */
const KNOWN_LETTERS = /^[yYMdDEHhmsSaTZQwR]+$/

const QUOTED = /('(?:[^']|'')*')/g

const KEPT_PATTERNS = 256
const mistakes = new BoundedCache<string, string>(KEPT_PATTERNS)

/**
 * The mistake in a pattern of a date, and the pattern that was meant: it is written as in another language, has
 * letters that are no fields, or minutes and months in each other's place. Empty for one that is fine.
 */
export function mistakeInPattern(pattern: string): string {
  let mistake = mistakes.get(pattern)
  if (mistake === undefined) {
    mistake = findMistake(pattern)
    mistakes.set(pattern, mistake)
  }
  return mistake
}

function findMistake(pattern: string): string {
  if (/^(?:short|medium|long|full)$/.test(pattern)) return ''
  const own = fromStrftime(pattern) ?? withKnownLetters(pattern)
  if (own !== pattern) return `does not know "${pattern}": write "${own}"`
  const withMonths = withoutQuoted(pattern, monthsForMinutes)
  if (withMonths !== pattern) return `prints minutes for the "m" of "${pattern}": write "${withMonths}"`
  const withWeeks = withWeekYears(pattern)
  if (withWeeks !== pattern)
    return `prints the year of the calendar beside the week of "${pattern}": write "${withWeeks}"`
  const withMinutes = withoutQuoted(pattern, (text) => text.replace(/([hH]{1,2}[:.h]?)(M{1,2})(?!M)/g, toMinutes))
  if (withMinutes !== pattern) return `prints months for the "M" of "${pattern}": write "${withMinutes}"`
  return ''
}

function toMinutes(_: string, hours: string, months: string): string {
  return hours + months.toLowerCase()
}

/** The pattern for one with percent signs; undefined where there are none. */
function fromStrftime(pattern: string): string | undefined {
  if (!/%[a-z]/i.test(pattern)) return undefined
  // Letters between the fields are text, which patterns quote.
  return pattern.replace(/%[-_0^#]?([a-z])|([a-z]+)/gi, (_, field: string | undefined, text: string | undefined) =>
    field === undefined ? `'${text}'` : (STRFTIME[field] ?? ''),
  )
}

/** A week with the year of the calendar is wrong around New Year. With a day or month, the year is that of these. */
function withWeekYears(pattern: string): string {
  const fields = pattern.replace(QUOTED, '')
  const isWeek = /w/.test(fields) && !/[dDM]/.test(fields)
  return isWeek ? withoutQuoted(pattern, (text) => text.replace(/[yY]/g, 'R')) : pattern
}

/** Foreign fields become those that they stand for, and words get quotes. */
function withKnownLetters(pattern: string): string {
  return withoutQuoted(pattern, (text) =>
    text.replace(/[a-z]+/gi, (word) => {
      const known = Object.hasOwn(FOREIGN_FIELDS, word) ? FOREIGN_FIELDS[word] : undefined
      return known ?? (KNOWN_LETTERS.test(word) ? word : `'${word}'`)
    }),
  )
}

/** In a date that has days and years but neither hours nor seconds, nobody means minutes. */
function monthsForMinutes(text: string): string {
  const isDate = /[dD]/.test(text) && /[yY]/.test(text) && !/[hHsMS]/.test(text)
  return isDate ? text.replace(/m/g, 'M') : text
}

/** Changes what of a pattern stands outside of quotes. */
function withoutQuoted(pattern: string, change: (text: string) => string): string {
  return pattern
    .split(QUOTED)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('')
}

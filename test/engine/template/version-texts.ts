import { bindHtml } from './render-text.js'

/** Languages that are compared. */
export const LANGUAGES = (
  'af am ar ar-EG az be bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-ZA es es-AR ' +
  'es-CL es-CO es-MX es-US et eu fa fi fil fr fr-BE fr-CA fr-CH ga gl gu he hi hr hu hy id is it it-CH ja ka kk km kn ko ' +
  'ky lo lt lv mk ml mn mr ms my nb ne nl nl-BE pa pl pt pt-PT ro ru si sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi ' +
  'zh zh-HK zh-TW zu'
).split(' ')

const NUMBERS = [0, -0.5, 7, 1234.5, -1234567.891, 99999]
const CURRENCIES = 'EUR USD GBP CHF JPY CNY INR BRL MXN PLN HUF CZK SEK NOK DKK TRY ZAR KRW IDR KWD CLP UAH'.split(' ')
const DATES = ['2026-01-05T09:05:07Z', '2026-05-31T21:45:00Z', '2026-09-15T00:00:00Z', '1999-12-31T12:00:00Z']
const MONTHS = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-01`)
const DAYS = Array.from({ length: 7 }, (_, day) => `2026-11-${String(day + 10)}`)
const ZONES = (
  'Europe/Berlin Europe/London Europe/Lisbon Europe/Kyiv Europe/Istanbul Europe/Moscow America/New_York America/Chicago ' +
  'America/Los_Angeles America/Sao_Paulo America/Mexico_City America/Santiago Asia/Kolkata Asia/Tokyo Asia/Shanghai ' +
  'Asia/Tehran Asia/Jerusalem Asia/Almaty Africa/Cairo Africa/Casablanca Australia/Sydney Pacific/Auckland'
).split(' ')
const WORDS = [
  'Zebra',
  'äpple',
  'apple',
  'Äpfel',
  'ångström',
  'zoo',
  'čaj',
  'cena',
  'ñandú',
  'nube',
  'a10',
  'a9',
  'ÿ',
  'ß',
  'Łódź',
]
const TEXT = 'Die 3 Großen: ŒUVRE, istanbul ILLUSION, ﬁn. ΑΣ ὈΔΥΣΣΕΎΣ 👩‍👩‍👧 किताब'

/** A kind of text that filters make. */
export interface Kind {
  readonly name: string
  readonly filters: readonly string[]
  readonly values: readonly (number | string | readonly string[])[]
  readonly languages?: readonly string[]
  /** Languages in which versions differ, with a blank between them. */
  readonly differsIn: string
}

export const KINDS: readonly Kind[] = [
  { name: '`number`', filters: ['number', 'number "#,##0.00"', 'number "#,##,##0.0"'], values: NUMBERS, differsIn: '' },
  { name: '`percent`', filters: ['percent', 'percent 1'], values: NUMBERS, differsIn: '' },
  { name: '`currency`', filters: CURRENCIES.map((code) => `currency "${code}"`), values: NUMBERS, differsIn: '' },
  { name: 'digits of dates', filters: ['date "yyyy-MM-dd HH:mm:ss w Q"'], values: DATES, differsIn: '' },
  { name: 'months, `MMMM`', filters: ['date "MMMM"'], values: MONTHS, differsIn: 'bn hi si' },
  { name: 'months, `MMM`', filters: ['date "MMM"'], values: MONTHS, differsIn: 'hi si' },
  { name: 'weekdays, `EEEE`', filters: ['date "EEEE"'], values: DAYS, differsIn: 'pa' },
  { name: 'weekdays, `EEE`', filters: ['date "EEE"'], values: DAYS, differsIn: 'pa th vi' },
  {
    name: 'halves of the day, `a`',
    filters: ['date "a"'],
    values: DATES,
    differsIn: 'bg bs ca cy en-IE es es-AR es-CL es-CO fa ko ky lv pa pt-PT sq th',
  },
  { name: '`date "short"`', filters: ['date "short"'], values: DATES, differsIn: 'ga mk sl' },
  { name: '`date "medium"`', filters: ['date "medium"'], values: DATES, differsIn: 'mk ml si' },
  { name: '`date "long"`', filters: ['date "long"'], values: DATES, differsIn: 'bn ml si' },
  { name: '`date "full"`', filters: ['date "full"'], values: DATES, differsIn: 'bn ml si' },
  {
    name: 'time zones',
    filters: ZONES.map((zone) => `date "yyyy-MM-dd HH:mm" "${zone}"`),
    values: [...DATES, ...MONTHS.map((day) => `${day}T12:00:00Z`)],
    languages: ['en'],
    differsIn: 'en',
  },
  {
    name: '`plural`',
    filters: ['plural "A" "B" "C" "D" "E" "F"'],
    values: [0, 1, 2, 3, 5, 11, 21, 100, 1.5],
    differsIn: '',
  },
  { name: '`ordinal`', filters: ['ordinal'], values: [1, 2, 3, 4, 11, 22, 1000], differsIn: '' },
  { name: '`filesize`', filters: ['filesize'], values: [1, 999, 1500, 2_500_000, 3e9], differsIn: 'fr-CA ka ml' },
  { name: '`duration`', filters: ['duration'], values: [0, 59, 3725, 90061], differsIn: 'bn fr-CA ne ta' },
  { name: '`sort`', filters: ['sort | join " "'], values: [WORDS], differsIn: '' },
  { name: '`upper`, `lower`, `title`', filters: ['upper', 'lower', 'title'], values: [TEXT], differsIn: '' },
  { name: '`truncate`', filters: [3, 15, 40, 52].map((length) => `truncate ${length}`), values: [TEXT], differsIn: '' },
]

/** Texts of each kind by language. */
export type Texts = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** What the filters make of all values on this version of Node.js. */
export function texts(): Texts {
  return Object.fromEntries(
    KINDS.map(({ name, filters, values, languages = LANGUAGES }) => {
      const body = filters.map((filter) => `{{#each values}}<i>{{this | ${filter}}}</i>{{/each}}`).join('')
      const byLanguage = languages.map((language) => {
        const { body: text } = bindHtml(`<html lang="${language}"><body>${body}`, { values })
        return [language, text.split('</i>')]
      })
      return [name, Object.fromEntries(byLanguage)]
    }),
  )
}

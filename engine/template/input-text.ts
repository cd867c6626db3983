import type { BoundElement } from './bound-tree.js'
import { cachedFormat, parseDate } from './format-date.js'
import { DEFAULT_LANGUAGE, isLanguage } from './intl-names.js'

const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' }
const MINUTE: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/** How browsers show the values of these types of `<input>` (HTML §4.10.5.1), which are dates and times of ISO 8601. */
const DATE_FIELDS: ReadonlyMap<string, Intl.DateTimeFormatOptions> = new Map<string, Intl.DateTimeFormatOptions>([
  ['date', DAY],
  ['time', MINUTE],
  ['datetime-local', { ...DAY, ...MINUTE }],
  ['month', { year: 'numeric', month: 'long' }],
])

/** Types whose values are lines: breaks in them are left out (HTML §4.10.5.1.2 to 4.10.5.1.6). */
const LINES: ReadonlySet<string> = new Set(['text', 'search', 'tel', 'url', 'email', 'password'])

const TIME = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/

/** The type of an `<input>`; that of one without is `text`. */
export function inputType({ attributes }: BoundElement): string {
  return attributes.get('type')?.trim().toLowerCase() ?? 'text'
}

/**
 * The text that an `<input>` shows: its value, dates and times as the language around it has them. Weeks are shown as
 * they are written, and so is what is no date.
 */
export function inputText(input: BoundElement): string {
  const value = input.attributes.get('value') ?? ''
  const type = inputType(input)
  const fields = DATE_FIELDS.get(type)
  if (!fields) return LINES.has(type) ? value.replace(/[\r\n]/g, '') : value
  const text = value.trim()
  if (type === 'time' && !TIME.test(text)) return value
  const date = parseDate(type === 'time' ? `1970-01-01T${text}` : text)
  if (!date?.floating) return value
  const seconds = /:\d{2}:/.test(text)
  const language = languageAround(input)
  const format = cachedFormat(`${type} ${seconds}\n${language}`, language, {
    ...fields,
    ...(seconds && { second: '2-digit' }),
    timeZone: 'UTC',
  })
  return format.format(date.epoch)
}

function languageAround(element: BoundElement): string {
  for (let at: BoundElement | undefined = element; at; at = at.parent) {
    const language = at.attributes.get('lang')?.trim() ?? ''
    if (language !== '' && isLanguage(language)) return language
  }
  return DEFAULT_LANGUAGE
}

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

/** The types of dates and times. */
export const DATE_TYPES: ReadonlySet<string> = new Set([...DATE_FIELDS.keys(), 'week'])

/** Types whose values are lines: breaks in them are left out (HTML §4.10.5.1.2 to 4.10.5.1.6). */
const LINES: ReadonlySet<string> = new Set(['text', 'search', 'tel', 'url', 'email', 'password'])

const OTHER_TYPES = 'hidden number range color checkbox radio file submit image reset button'.split(' ')

const TYPES: ReadonlySet<string> = new Set([...LINES, ...DATE_TYPES, ...OTHER_TYPES])

const TIME = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/

const WEEK = /^(\d{4,})-W(\d{2})$/

/** Stands for each character of a password. */
const BULLET = '\u2022'

/** The type of an `<input>`; that of one without, or with a type that does not exist, is `text` (HTML §4.10.5). */
export function inputType({ attributes }: BoundElement): string {
  const type = attributes.get('type')?.trim().toLowerCase()
  return type !== undefined && TYPES.has(type) ? type : 'text'
}

/** Whether an element is a button with an image in place of its text (HTML §4.10.5.1.19). */
export function isImageButton(element: BoundElement): boolean {
  return element.name === 'input' && inputType(element) === 'image'
}

/** Whether an `<input>` or `<textarea>` shows its `placeholder` in place of a value (HTML §4.10.5.3.10). */
export function showsPlaceholder(element: BoundElement): boolean {
  const { attributes, children } = element
  if (!attributes.get('placeholder')) return false
  if (element.name === 'textarea') return !children.some((child) => child.kind === 'text' && child.text !== '')
  const type = inputType(element)
  return !attributes.get('value') && (LINES.has(type) || type === 'number')
}

/** Whether a value is one of `<input type=color>` (HTML §2.3.6); browsers show black for others. */
export function isSimpleColor(value: string): boolean {
  return /^#[\da-f]{6}$/i.test(value)
}

/**
 * The text that an `<input>` shows: its value, dates and times as the language around it has them, passwords in bullets.
 * What is no date is shown as it is written.
 */
export function inputText(input: BoundElement): string {
  const value = input.attributes.get('value') ?? ''
  const type = inputType(input)
  if (type === 'password') return BULLET.repeat([...value].length)
  if (type === 'file') return NO_FILE
  if (type === 'submit' && !input.attributes.has('value')) return 'Submit'
  if (type === 'reset' && !input.attributes.has('value')) return 'Reset'
  if (type === 'week') return weekText(value, input)
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

const NO_FILE = 'No file chosen'

/** The week in the words of the language around it: "Week 05, 2026". */
function weekText(value: string, input: BoundElement): string {
  const [, year, week] = WEEK.exec(value.trim()) ?? []
  if (year === undefined || week === undefined || Number(week) < 1 || Number(week) > 53) return value
  const language = languageAround(input)
  const name = new Intl.DisplayNames(language, { type: 'dateTimeField' }).of('weekOfYear') ?? ''
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)} ${week}, ${year}`
}

function languageAround(element: BoundElement): string {
  for (let at: BoundElement | undefined = element; at; at = at.parent) {
    const language = at.attributes.get('lang')?.trim() ?? ''
    if (language !== '' && isLanguage(language)) return language
  }
  return DEFAULT_LANGUAGE
}

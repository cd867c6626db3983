import { BoundedCache } from '../base/bounded-cache.js'
import type { Value } from './values.js'

/** A moment, or a date and time on the calendar that no time zone moves. */
export interface DateValue {
  readonly epoch: number
  /** Written without a zone, like `2024-01-31`: it is printed as it is written. */
  readonly floating: boolean
}

/** The fields of a date in its zone. */
interface DateFields {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
  /** From 0, Sunday. */
  readonly weekday: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

const ISO_DATE =
  /^\s*(\d{4})-(\d{2})(?:-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?)?)?\s*$/

/** Of a date as text, blanks around it included. */
const LONGEST_DATE = 100

/** The range of ECMAScript's time values. */
export const MAX_EPOCH = 8.64e15

const WEEK_MS = 7 * 86_400_000

/** Runs of one pattern letter, quoted text (two quotes are one), or anything else. */
const PATTERN_TOKEN = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g

const FORMATS = 256
const formats = new BoundedCache<string, Intl.DateTimeFormat>(FORMATS)
const names = new BoundedCache<string, readonly string[]>(FORMATS)
const patterns = new BoundedCache<string, readonly PatternToken[]>(FORMATS)

interface PatternToken {
  /** The letter of a field; empty for literal text. */
  readonly field: string
  /** How often the letter stands there. */
  readonly width: number
  readonly text: string
}

/** Reads an ISO 8601 string or milliseconds since 1970; undefined for everything else and dates that do not exist. */
export function parseDate(value: Value): DateValue | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) && Math.abs(value) <= MAX_EPOCH ? { epoch: value, floating: false } : undefined
  }
  const match = typeof value === 'string' && value.length <= LONGEST_DATE ? ISO_DATE.exec(value) : undefined
  if (!match) return undefined
  const number = (group: number, otherwise: number) => Number(match[group] ?? otherwise)
  const [year, month, day] = [number(1, NaN), number(2, NaN), number(3, 1)]
  const [hour, minute, second] = [number(4, 0), number(5, 0), number(6, 0)]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isDay = date.getUTCMonth() + 1 === month && date.getUTCDate() === day
  if (!isDay || hour >= 24 || minute >= 60 || second > 60) return undefined
  // A leap second is printed as the one before it: moments have no number for it, and the next is of another day.
  const milliseconds = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000)
  date.setUTCHours(hour, minute, Math.min(second, 59), milliseconds)
  const zone = match[8]
  const offset = zone === undefined ? 0 : zoneOffset(zone)
  if (offset === undefined) return undefined
  const epoch = date.getTime() - offset
  if (second === 60 && !isLastSecond(epoch)) return undefined
  return { epoch, floating: zone === undefined }
}

/** Leap seconds are behind the last one of a day in UTC (RFC 3339 appendix D). */
function isLastSecond(epoch: number): boolean {
  const date = new Date(epoch)
  return date.getUTCHours() === 23 && date.getUTCMinutes() === 59 && date.getUTCSeconds() === 59
}

/**
 * A date by a pattern of yyyy, yy, M to MMMM, d, dd, E to EEEE, H, HH, h, hh, m, mm, s, ss, S to SSS, a, Q, QQ (quarter),
 * w, ww (week of ISO 8601) and RRRR, RR (the year of that week), with quoted literals, or by one of the language's own forms: `short`, `medium`, `long`, `full`.
 *
 * @param language a valid BCP 47 tag
 * @param timeZone a valid IANA name
 */
export function formatDate(date: DateValue, pattern: string, language: string, timeZone: string): string {
  const zone = date.floating ? 'UTC' : timeZone
  if (pattern === 'short' || pattern === 'medium' || pattern === 'long' || pattern === 'full') {
    const format = cachedFormat(`${pattern}\n${language}\n${zone}`, language, { dateStyle: pattern, timeZone: zone })
    return format.format(date.epoch)
  }
  const fields = fieldsIn(date.epoch, zone)
  let text = ''
  for (const token of readPattern(pattern)) text += token.field === '' ? token.text : field(token, fields, language)
  return text
}

/** Milliseconds that `Z`, `+01`, `+0530` or `-03:30` is ahead of UTC; undefined when that is none. */
function zoneOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0
  if (hours >= 24 || minutes >= 60) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

function fieldsIn(epoch: number, zone: string): DateFields {
  const date = new Date(zone === 'UTC' ? epoch : epoch + offsetOf(epoch, zone))
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  }
}

/** Milliseconds that a zone is ahead of UTC at a moment. */
export function offsetOf(epoch: number, zone: string): number {
  const format = cachedFormat(`offset\n${zone}`, 'en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(epoch).map((part) => [part.type, part.value]))
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const local = new Date(0)
  const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year')
  local.setUTCFullYear(year, number('month') - 1, number('day'))
  local.setUTCHours(number('hour'), number('minute'), number('second'))
  return local.getTime() - Math.floor(epoch / 1000) * 1000
}

function field(token: PatternToken, date: DateFields, language: string): string {
  const { width } = token
  switch (token.field) {
    case 'y':
    case 'Y':
      return yearText(date.year, width)
    case 'M':
      if (width >= 3) return monthNames(language, width === 3 ? 'short' : 'long')[date.month - 1] ?? ''
      return pad(date.month, width)
    case 'd':
    case 'D':
      return pad(date.day, width)
    case 'E':
      return weekdayNames(language, width >= 4 ? 'long' : 'short')[date.weekday] ?? ''
    case 'H':
      return pad(date.hour, width)
    case 'h':
      return pad(date.hour % 12 || 12, width)
    case 'm':
      return pad(date.minute, width)
    case 's':
      return pad(date.second, width)
    case 'S':
      return String(date.millisecond).padStart(3, '0').slice(0, width)
    case 'Q':
      return pad(Math.ceil(date.month / 3), width)
    case 'w':
      return pad(weekOf(date).week, width)
    case 'R':
      return yearText(weekOf(date).year, width)
    case 'a':
      return dayPeriods(language)[date.hour < 12 ? 0 : 1] ?? ''
    default:
      return token.text
  }
}

function yearText(year: number, width: number): string {
  return width === 2 ? pad(year % 100, 2) : pad(year, width)
}

/** The week of ISO 8601, and the year to which it belongs: that of its Thursday. */
function weekOf({ year, month, day, weekday }: DateFields): { readonly week: number; readonly year: number } {
  const thursday = new Date(0)
  thursday.setUTCFullYear(year, month - 1, day + 4 - (weekday || 7))
  const first = new Date(0)
  first.setUTCFullYear(thursday.getUTCFullYear(), 0, 1)
  return { week: 1 + Math.floor((thursday.getTime() - first.getTime()) / WEEK_MS), year: thursday.getUTCFullYear() }
}

function readPattern(pattern: string): readonly PatternToken[] {
  const known = patterns.get(pattern)
  if (known) return known
  const tokens = Array.from(pattern.matchAll(PATTERN_TOKEN), ([text, quoted, letter]): PatternToken => {
    if (letter) return { field: letter, width: text.length, text }
    return { field: '', width: 0, text: quoted === undefined ? text : quoted.replaceAll("''", "'") || "'" }
  })
  patterns.set(pattern, tokens)
  return tokens
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}

/** In the form that stands with a day: languages decline them. */
function monthNames(language: string, width: 'short' | 'long'): readonly string[] {
  return cachedNames(`month ${width}\n${language}`, () => {
    const format = new Intl.DateTimeFormat(language, {
      calendar: 'gregory',
      timeZone: 'UTC',
      day: 'numeric',
      month: width,
    })
    return Array.from({ length: 12 }, (_, month) => partOf(format, Date.UTC(2024, month, 15), 'month'))
  })
}

function weekdayNames(language: string, width: 'short' | 'long'): readonly string[] {
  return cachedNames(`weekday ${width}\n${language}`, () => {
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: width })
    // 7 January 2024 was a Sunday.
    return Array.from({ length: 7 }, (_, day) => partOf(format, Date.UTC(2024, 0, 7 + day), 'weekday'))
  })
}

function dayPeriods(language: string): readonly string[] {
  return cachedNames(`period\n${language}`, () => {
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', hour: 'numeric', hourCycle: 'h12' })
    return [9, 15].map((hour) => partOf(format, Date.UTC(2024, 0, 1, hour), 'dayPeriod'))
  })
}

function partOf(format: Intl.DateTimeFormat, epoch: number, type: Intl.DateTimeFormatPartTypes): string {
  return format.formatToParts(epoch).find((part) => part.type === type)?.value ?? ''
}

function cachedNames(key: string, make: () => readonly string[]): readonly string[] {
  let list = names.get(key)
  if (!list) {
    list = make()
    names.set(key, list)
  }
  return list
}

/** @param key stands for the language and the options together */
export function cachedFormat(key: string, language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(language, options)
    formats.set(key, format)
  }
  return format
}

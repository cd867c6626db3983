import type { JsonValue } from '../base/json.js'
import { type DateValue, MAX_EPOCH, offsetOf } from './format-date.js'

export type CalendarUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

const SECONDS: Readonly<Record<'second' | 'minute' | 'hour', number>> = { second: 1, minute: 60, hour: 3600 }
const DAYS: Readonly<Record<'day' | 'week', number>> = { day: 1, week: 7 }
const MONTHS: Readonly<Record<'month' | 'quarter' | 'year', number>> = { month: 1, quarter: 3, year: 12 }

const DAY_MS = 86_400_000

/**
 * A date so many units later, on the calendar of its time zone: a day later is the same time of the next day, also
 * where clocks change, and a month after the 31st is the last day of the next month.
 *
 * @returns undefined when that is beyond the dates that there are
 */
export function addToDate(date: DateValue, count: number, unit: CalendarUnit, timeZone: string): DateValue | undefined {
  const epoch = addToEpoch(date, count, unit, date.floating ? 'UTC' : timeZone)
  return Math.abs(epoch) <= MAX_EPOCH ? { ...date, epoch } : undefined
}

function addToEpoch({ epoch }: DateValue, count: number, unit: CalendarUnit, zone: string): number {
  if (isIn(SECONDS, unit)) return epoch + count * SECONDS[unit] * 1000
  const offset = offsetIn(epoch, zone)
  const local = epoch + offset
  const later = isIn(DAYS, unit) ? local + count * DAYS[unit] * DAY_MS : addMonths(local, count * MONTHS[unit])
  if (!(Math.abs(later) <= MAX_EPOCH - DAY_MS)) return Number.NaN
  return later - offsetIn(later - offset, zone)
}

/** Whole units from one date to another; negative when the other is earlier. */
export function dateDifference(from: DateValue, to: DateValue, unit: CalendarUnit, timeZone: string): number {
  const start = localEpoch(from, timeZone)
  const end = localEpoch(to, timeZone)
  if (isIn(SECONDS, unit)) {
    const areMoments = !from.floating && !to.floating
    return Math.trunc((areMoments ? to.epoch - from.epoch : end - start) / 1000 / SECONDS[unit])
  }
  // Dates are counted by the calendar, whatever their times of day are.
  const [first, last] = [Math.floor(start / DAY_MS), Math.floor(end / DAY_MS)]
  if (isIn(DAYS, unit)) return Math.trunc((last - first) / DAYS[unit]) + 0
  return Math.trunc(monthsBetween(first * DAY_MS, last * DAY_MS) / MONTHS[unit]) + 0
}

/** A date as it came: with a time if it had one, without a zone if it had none. */
export function printDate({ epoch, floating }: DateValue, input: JsonValue): JsonValue {
  if (typeof input === 'number') return epoch
  const text = new Date(epoch).toISOString()
  if (!floating) return text
  const hasTime = typeof input === 'string' && input.includes(':')
  return hasTime || epoch % DAY_MS !== 0 ? text.slice(0, -1) : text.slice(0, text.indexOf('T'))
}

function isIn<Units extends object>(units: Units, unit: PropertyKey): unit is keyof Units {
  return Object.hasOwn(units, unit)
}

function offsetIn(epoch: number, zone: string): number {
  return zone === 'UTC' ? 0 : offsetOf(epoch, zone)
}

function localEpoch({ epoch, floating }: DateValue, timeZone: string): number {
  return floating ? epoch : epoch + offsetIn(epoch, timeZone)
}

function addMonths(epoch: number, count: number): number {
  const date = new Date(epoch)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(2000, date.getUTCMonth() + 1, 0))
  lastDay.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)
  date.setUTCDate(Math.min(day, lastDay.getUTCDate()))
  return date.getTime()
}

/** Whole months: from the 31st of January to the 28th of February is one in a common year. */
function monthsBetween(start: number, end: number): number {
  const [from, to] = [new Date(start), new Date(end)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  if (months > 0 && addMonths(start, months) > end) return months - 1
  return months < 0 && addMonths(start, months) < end ? months + 1 : months
}

import { isTimeZone } from '../../base/time-zone.js'
import { addToDate, type CalendarUnit, dateDifference, printDate } from '../calendar.js'
import { type DateValue, formatDate, parseDate } from '../format-date.js'
import { isLanguage } from '../intl-names.js'
import { toNumber, type Value } from '../values.js'
import { mistakeInPattern } from './date-patterns.js'
import {
  type Filter,
  type FilterCall,
  formatNothing,
  isBlank,
  patternArgument,
  textArgument,
  unusable,
  wrongArgument,
} from './filter.js'

export const DATE_FILTERS: Readonly<Record<string, Filter>> = {
  date: onDate([0, 3], (date, _input, call) => {
    const pattern = patternArgument(call, 0, 'a pattern such as "yyyy-MM-dd"', 'medium')
    const place = placeOf(call)
    if (pattern === undefined || !place) return undefined
    const mistake = mistakeInPattern(pattern)
    if (mistake !== '') {
      call.report('unusable-argument', `filter "date" ${mistake}`)
      return undefined
    }
    return formatDate(date, pattern, place.language, place.timeZone)
  }),

  add: onDate([2, 2], (date, input, call) => {
    const count = toNumber(call.argument(0))
    const unit = unitOf(call.argument(1))
    if (count === undefined || !Number.isInteger(count) || Math.abs(count) > MOST_UNITS) {
      return wrongArgument(call.argument(0), 'a whole number', call)
    }
    if (!unit) return wrongArgument(call.argument(1), UNITS_EXPECTED, call)
    const later = addToDate(date, count, unit, call.timeZone)
    return later ? printDate(later, input) : wrongArgument(call.argument(0), 'a number that leads to a date', call)
  }),

  diff: onDate([1, 2], (date, _input, call) => {
    const argument = call.argument(0)
    if (argument === undefined || argument === null) return argument
    if (isBlank(argument)) return formatNothing(call)
    const from = parseDate(argument)
    const unit = unitOf(textArgument(call, 1, UNITS_EXPECTED, 'days'))
    if (!from) return wrongArgument(argument, 'a date', call)
    if (!unit) return wrongArgument(call.argument(1), UNITS_EXPECTED, call)
    return dateDifference(from, date, unit, call.timeZone)
  }),
}

/** About 270 years of seconds. */
const MOST_UNITS = 1e10

const UNITS: ReadonlyMap<string, CalendarUnit> = new Map(
  (['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const).flatMap((unit) => [
    [unit, unit],
    [`${unit}s`, unit],
  ]),
)

const UNITS_EXPECTED = 'a unit such as "days", "weeks", "months" or "years"'

function unitOf(value: Value): CalendarUnit | undefined {
  return typeof value === 'string' ? UNITS.get(value) : undefined
}

function onDate(
  count: Filter['arguments'],
  change: (date: DateValue, input: Exclude<Value, undefined>, call: FilterCall) => Value,
): Filter {
  return {
    arguments: count,
    apply(input, call) {
      if (input === undefined || input === null) return input
      if (isBlank(input)) return formatNothing(call)
      const date = parseDate(input)
      return date ? change(date, input, call) : unusable(input, 'a date', call)
    },
  }
}

/** The language and time zone that a date is printed in: those of its arguments behind the pattern, in any order. */
function placeOf(call: FilterCall): { readonly language: string; readonly timeZone: string } | undefined {
  let { language, timeZone } = call
  for (let position = 1; position < call.count; position++) {
    const value = call.argument(position)
    if (typeof value === 'string' && isZoneName(value)) timeZone = value
    else if (typeof value === 'string' && isLanguage(value)) language = value
    else return wrongArgument(value, 'a language such as "de-CH" or a time zone such as "Europe/Zurich"', call)
  }
  return { language, timeZone }
}

/** Zones of regions and UTC; short names such as `EST` are languages too. */
function isZoneName(value: string): boolean {
  return (value.includes('/') || value === 'UTC') && isTimeZone(value)
}

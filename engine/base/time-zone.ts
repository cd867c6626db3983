import { acceptedByIntl } from './accepted-by-intl.js'
import { didYouMean } from './suggest.js'

/** Whether a text is the name of a time zone (IANA). Offsets such as `+01:00` are none: not all versions of Intl take them. */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true
  if (!/^[A-Za-z]/.test(name)) return false
  return acceptedByIntl(`zone ${name}`, () => new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined)
}

/** ` (did you mean "Europe/Berlin"?)` for a name that is nearly one of a time zone. */
export function nearestTimeZone(name: string): string {
  return didYouMean(name, [...Intl.supportedValuesOf('timeZone'), 'UTC'])
}

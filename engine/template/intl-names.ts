import { BoundedCache } from '../base/bounded-cache.js'
import { didYouMean } from '../base/suggest.js'

/** The language that documents are formatted in which name none. */
export const DEFAULT_LANGUAGE = 'en'

/** Names that were looked at, and whether Intl takes them. */
const known = new BoundedCache<string, boolean>(256)

/** Whether a text is a language tag that Intl accepts (BCP 47). */
export function isLanguage(tag: string): boolean {
  return isAccepted(`language ${tag}`, () => Intl.getCanonicalLocales(tag).length > 0)
}

/** Whether a text is the name of a time zone (IANA). Offsets such as `+01:00` are none, though some versions of Intl take them. */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true
  if (!/^[A-Za-z]/.test(name)) return false
  return isAccepted(`zone ${name}`, () => new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined)
}

/** ` (did you mean "Europe/Berlin"?)` for a name that is nearly one of a time zone. */
export function nearestTimeZone(name: string): string {
  return didYouMean(name, [...Intl.supportedValuesOf('timeZone'), 'UTC'])
}

function isAccepted(key: string, use: () => boolean): boolean {
  let accepted = known.get(key)
  if (accepted === undefined) {
    accepted = succeeds(use)
    known.set(key, accepted)
  }
  return accepted
}

function succeeds(use: () => boolean): boolean {
  try {
    return use()
  } catch (error) {
    // How Intl says that it does not know something.
    if (error instanceof RangeError) return false
    throw error
  }
}

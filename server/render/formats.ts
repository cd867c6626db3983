import type { Format } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { parseDate } from '../../engine/template/format-date.js'

/** No host name is longer (RFC 1035 §2.3.4), with a port and room to spare. */
const MAX_HOST = 300

const URL_PARTS = /^((?:https?|ftp):\/\/)([^/]*)(\/\S*)?$/iu

/**
 * The format `url`, for people's web addresses. The expression that comes with the package tries every `@` as the one
 * that ends the user's name, so this gives it the host alone.
 */
function isWebAddress(text: string): boolean {
  const [, scheme, authority = ''] = URL_PARTS.exec(text) ?? []
  if (scheme === undefined) return false
  const hostStart = authority.lastIndexOf('@') + 1
  const host = authority.slice(hostStart)
  const user = authority.slice(0, hostStart)
  if (host.length > MAX_HOST || user === '@' || /\s/.test(user)) return false
  const { url } = fullFormats
  return url instanceof RegExp && url.test(scheme + host)
}

/** An absolute http or https URL, as the URL standard reads it. */
function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Of RFC 3339 §5.6, with a blank for the T and offsets as ISO 8601 shortens them. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/
const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?$/

/** A format of dates that the filter `date` reads: a document could not print others. */
function dates(form: RegExp): (text: string) => boolean {
  return (text) => form.test(text) && parseDate(text) !== undefined
}

/** The formats that are checked. Each takes time in proportion to the text. */
export const FORMATS: Readonly<Record<string, Format>> = {
  ...fullFormats,
  date: dates(DATE),
  'date-time': dates(DATE_TIME),
  'iso-date-time': dates(ISO_DATE_TIME),
  url: isWebAddress,
  'http-url': isHttpUrl,
}

export function isKnownFormat(name: string): boolean {
  return Object.hasOwn(FORMATS, name)
}

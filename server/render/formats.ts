import type { Format } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'

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

/** The formats that are checked. Each takes time in proportion to the text. */
export const FORMATS: Readonly<Record<string, Format>> = { ...fullFormats, url: isWebAddress, 'http-url': isHttpUrl }

export function isKnownFormat(name: string): boolean {
  return Object.hasOwn(FORMATS, name)
}

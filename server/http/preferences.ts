const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"

const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'

/** One element of a list: everything up to a comma that is not in quotes. */
const ELEMENT = new RegExp(`(?:${QUOTED}|[^",])+`, 'g')

const PREFERENCE = new RegExp(`^[ \\t]*(${TOKEN})(?:[ \\t]*=[ \\t]*(${TOKEN}|${QUOTED}))?[ \\t]*(?:;.*)?$`)

/** A client's preferences by lower-case name; a value that is absent or empty is the empty text. */
export type Preferences = ReadonlyMap<string, string>

export const NO_PREFERENCES: Preferences = new Map()

/**
 * Parses `Prefer` (RFC 7240 §2). Several header lines are one list, joined by commas. Of a preference that is given
 * twice the first counts; parameters and what is not a preference are ignored.
 */
export function parsePreferences(header: string): Preferences {
  const preferences = new Map<string, string>()
  for (const [element] of header.matchAll(ELEMENT)) {
    const [, name, value = ''] = PREFERENCE.exec(element) ?? []
    if (name === undefined) continue
    const key = name.toLowerCase()
    if (!preferences.has(key)) preferences.set(key, unquote(value))
  }
  return preferences
}

/** The seconds of `wait` (RFC 7240 §4.3); absent when it is missing or no whole number. */
export function waitSeconds(preferences: Preferences): number | undefined {
  const value = preferences.get('wait')
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
}

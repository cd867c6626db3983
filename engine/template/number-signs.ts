/**
 * Languages whose thousands are parted by an apostrophe. Versions of Node.js have it, the typographic one, or a blank
 * there, and an amount is to look the same on all of them.
 */
const WITH_APOSTROPHE: ReadonlySet<string> = new Set(['de-CH', 'de-LI', 'en-CH', 'fr-CH', 'gsw-CH', 'gsw-LI', 'it-CH'])

/** Languages that part no thousands of four digits in amounts and percentages, which some versions do. */
const FROM_FIVE_DIGITS: ReadonlySet<string> = new Set(['hy-AM'])

/** Formats numbers of one language in one way. */
export interface SignedFormat {
  readonly intl: Intl.NumberFormat
  /** What is between groups of digits, where it is not what Intl has. */
  readonly groupSign: string | undefined
}

/** @param language a valid BCP 47 tag */
export function createSignedFormat(language: string, options: Intl.NumberFormatOptions): SignedFormat {
  const { language: name, region } = new Intl.Locale(language).maximize()
  const place = `${name}-${region}`
  const grouping: Intl.NumberFormatOptions = FROM_FIVE_DIGITS.has(place) ? { useGrouping: 'min2' } : {}
  return {
    intl: new Intl.NumberFormat(language, { ...grouping, ...options }),
    groupSign: WITH_APOSTROPHE.has(place) ? "'" : undefined,
  }
}

export function formatSigned({ intl, groupSign }: SignedFormat, value: number): string {
  if (groupSign === undefined) return intl.format(value)
  const parts = intl.formatToParts(value)
  return parts.map(({ type, value: text }) => (type === 'group' ? groupSign : text)).join('')
}

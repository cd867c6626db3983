/** Standards that a file can claim: PDF/UA (ISO 14289-1), and PDF/A-2 and -3 (ISO 19005) with a conformance level. */
export const STANDARDS = ['pdf/ua-1', 'pdf/a-2b', 'pdf/a-2u', 'pdf/a-2a', 'pdf/a-3b', 'pdf/a-3u', 'pdf/a-3a'] as const

export type Standard = (typeof STANDARDS)[number]

/** Why there is no such standard, to be read behind its name; undefined where nothing is known of it. */
export function withoutStandard(name: string): string | undefined {
  const [, level] = /^pdf\/a-4([a-z]?)$/i.exec(name) ?? []
  if (level === undefined) return undefined
  // ISO 19005-4 §6: accessibility and Unicode maps are no levels of it any more.
  const isLevel = ['', 'e', 'f'].includes(level.toLowerCase())
  return isLevel
    ? ', as PDF/A-4 is not made'
    : ': of PDF/A-4 there are only pdf/a-4, pdf/a-4e and pdf/a-4f, none of which is made'
}

/** The claims of a file in its metadata. */
export interface Claims {
  /** PDF/UA-1. */
  readonly accessible: boolean
  /** A part of PDF/A and how far the file conforms to it; undefined when it claims none. */
  readonly archive: { readonly part: 2 | 3; readonly level: 'A' | 'B' | 'U' } | undefined
}

export const NO_CLAIMS: Claims = { accessible: false, archive: undefined }

const LEVELS = { a: 'A', b: 'B', u: 'U' } as const

/** Those of PDF/A, each once; a file can be of one only. */
export function archivesOf(standards: readonly Standard[]): readonly Standard[] {
  return [...new Set(standards)].filter((standard) => standard !== 'pdf/ua-1')
}

/** @throws TypeError for several standards of PDF/A: a file is of one */
export function claimsOf(standards: readonly Standard[]): Claims {
  const archives = archivesOf(standards)
  if (archives.length > 1) throw new TypeError(`platen: a file cannot be ${archives.join(' and ')} at once: choose one`)
  const [, part, level] = /^pdf\/a-([23])([abu])$/.exec(archives[0] ?? '') ?? []
  return {
    accessible: standards.includes('pdf/ua-1'),
    archive:
      part === undefined ? undefined : { part: part === '2' ? 2 : 3, level: LEVELS[level as keyof typeof LEVELS] },
  }
}

/**
 * The standards that a file must meet.
 *
 * @param standard one or several, as options and template.json have them
 * @param isInvoice it is a Factur-X invoice, which is a PDF/A-3 (Factur-X §6.1): at the least, of the level B
 */
export function standardsOfFile(
  standard: Standard | readonly Standard[] | undefined,
  isInvoice: boolean,
): readonly Standard[] {
  const wanted = standard === undefined ? [] : typeof standard === 'string' ? [standard] : standard
  return isInvoice && !wanted.some((name) => name.startsWith('pdf/a-')) ? [...wanted, 'pdf/a-3b'] : wanted
}

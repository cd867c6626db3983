/** Whose rules an invoice is held to: they disagree about some codes. */
export type Target = 'en16931' | 'facturX' | 'xrechnung' | 'peppol'

/** How the list of a target differs from that of EN 16931. */
interface Difference {
  readonly lacks: string
  readonly adds: string
}

/** A list of codes that a term must be one of. */
export interface CodeList {
  /** The rule of EN 16931 that asks for one of them. */
  readonly rule: string
  /** What they are. */
  readonly what: string
  /** Whether a target has a code. */
  has(code: string, target: Target): boolean
}

/**
 * A list of codes, separated by blanks. It is taken apart when it is first asked.
 *
 * @param differences of targets whose lists are not that of EN 16931
 */
export function codeList(
  rule: string,
  what: string,
  codes: string,
  differences: Readonly<Partial<Record<Target, Difference>>> = {},
): CodeList {
  const sets = new Map<Target, ReadonlySet<string>>()
  const setOf = (target: Target) => {
    const known = sets.get(target)
    if (known) return known
    const { lacks = '', adds = '' } = differences[target] ?? {}
    const set = new Set(codes.split(' '))
    for (const code of lacks.split(' ')) set.delete(code)
    for (const code of adds.split(' ')) if (code !== '') set.add(code)
    sets.set(target, set)
    return set
  }
  return { rule, what, has: (code, target) => setOf(target).has(code) }
}

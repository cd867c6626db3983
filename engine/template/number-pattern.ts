/** What a pattern has around its digits. */
export interface Affixes {
  readonly prefix: string
  readonly suffix: string
}

/** How one pattern of `number` writes numbers: `#,##0.00 kg`. */
export interface NumberPattern extends Affixes {
  readonly grouping: Grouping
  readonly integerDigits: number
  readonly leastDigits: number
  readonly mostDigits: number
  /** `%` in the pattern: the value is printed times 100. */
  readonly percent: boolean
}

/** No groups, those of the language, or groups of so many digits: the last one, and all before it. */
export type Grouping = 'none' | 'language' | { readonly last: number; readonly others: number }

/** The patterns of one text: for numbers, and for those below zero and zero where they differ. */
export interface NumberPatterns {
  readonly positive: NumberPattern
  /** Around numbers below zero, in place of their sign; their digits are those of the positive (Unicode TR 35 part 3 §3). */
  readonly negative: Affixes | undefined
  /** A pattern, or a text without digits. */
  readonly zero: NumberPattern | string | undefined
}

const PATTERN = /^((?:[^#0,.']|'[^']*')*)([#0,]+)(?:\.(0*)(#*))?((?:[^#0,.']|'[^']*')*)$/
const INTEGER = /^(?:#|,)*0+(?:,0+)*$/
const TEXT = /^(?:[^#0,.']|'[^']*')*$/

/** What is between semicolons, but for those in quotes. */
const SECTION = /(?:[^;']|'[^']*'?)*/y

/** Digits that Intl writes at most, before and behind the point. */
const MOST_INTEGER_DIGITS = 21
const MOST_DIGITS = 20

/**
 * Reads a pattern, or up to three between semicolons: of positive numbers, of negative ones and of zero. Undefined when
 * it is none.
 */
export function readNumberPatterns(text: string): NumberPatterns | undefined {
  const [first = '', second, third, ...more] = sectionsOf(text)
  const positive = readPattern(first)
  const negative = second === undefined ? undefined : readPattern(second)
  const zero = third === undefined ? undefined : (readPattern(third) ?? readText(third))
  const isUnread = (section: string | undefined, read: unknown) => section !== undefined && read === undefined
  if (!positive || isUnread(second, negative) || isUnread(third, zero) || more.length > 0) return undefined
  return { positive, negative, zero }
}

function sectionsOf(text: string): readonly string[] {
  const sections: string[] = []
  for (let at = 0; at <= text.length; at++) {
    SECTION.lastIndex = at
    const section = SECTION.exec(text)?.[0] ?? ''
    sections.push(section)
    at += section.length
  }
  return sections
}

function readPattern(text: string): NumberPattern | undefined {
  const match = PATTERN.exec(text)
  const integer = match?.[2] ?? ''
  if (!match || !INTEGER.test(integer)) return undefined
  const zeros = match[3] ?? ''
  const optional = match[4] ?? ''
  const integerDigits = integer.replace(/[^0]/g, '').length
  if (integerDigits > MOST_INTEGER_DIGITS || zeros.length + optional.length > MOST_DIGITS) return undefined
  const affixes = (match[1] ?? '') + (match[5] ?? '')
  return {
    prefix: unquote(match[1] ?? ''),
    suffix: unquote(match[5] ?? ''),
    grouping: groupingOf(integer),
    integerDigits,
    leastDigits: zeros.length,
    mostDigits: zeros.length + optional.length,
    percent: affixes.replace(/'[^']*'/g, '').includes('%'),
  }
}

/** A text of the third section, which needs no digits. */
function readText(text: string): string | undefined {
  return TEXT.test(text) ? unquote(text) : undefined
}

/**
 * One comma asks for the groups of the language, which in India are of two digits. Several commas, or one in front of
 * four digits, say themselves what the groups are.
 */
function groupingOf(integer: string): Grouping {
  const [last = '', others, ...more] = integer.split(',').reverse()
  if (others === undefined) return 'none'
  if (more.length === 0 && last.length <= 3) return 'language'
  return { last: Math.max(1, last.length), others: Math.max(1, more.length === 0 ? last.length : others.length) }
}

function unquote(text: string): string {
  return text.replace(/'([^']*)'/g, (_match, quoted: string) => (quoted === '' ? "'" : quoted))
}

/** Which pages of a file are asked for, by its number of pages. */
export type PageChoice = (count: number) => readonly number[]

/** Longer lists are no list of pages. */
const LONGEST_CHOICE = 1_000

/** All pages, in their order. */
export const ALL_PAGES: PageChoice = (count) => numbersBetween(1, count)

/**
 * Which pages a list such as `1-3,5,8-` names; all where it is empty. Each may be named once.
 * @returns undefined for what is no such list
 */
export function parsePageChoice(text: string): PageChoice | undefined {
  if (text.trim() === '') return ALL_PAGES
  if (text.length > LONGEST_CHOICE) return undefined
  const ranges: (readonly [first: number, last: number | undefined])[] = []
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,6})\s*(?:(-)\s*(\d{1,6})?)?\s*$/.exec(part)
    if (!match) return undefined
    const first = Number(match[1])
    const last = match[2] === undefined ? first : match[3] === undefined ? undefined : Number(match[3])
    if (first === 0 || (last !== undefined && last < first)) return undefined
    ranges.push([first, last])
  }
  if (overlap(ranges)) return undefined
  // Of pages that there are not the first is named.
  return (count) =>
    ranges.flatMap(([first, last = count]) => numbersBetween(first, Math.max(first, Math.min(last, count + 1))))
}

function overlap(ranges: readonly (readonly [first: number, last: number | undefined])[]): boolean {
  const sorted = ranges.toSorted(([a], [b]) => a - b)
  return sorted.some(([first], index) => {
    const before = sorted[index - 1]
    return before !== undefined && (before[1] ?? Number.POSITIVE_INFINITY) >= first
  })
}

function numbersBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

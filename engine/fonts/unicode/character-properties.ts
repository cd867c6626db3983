import {
  CATEGORY_LETTERS,
  INDIC_RANGES,
  JOINING_RANGES,
  POSITIONAL_CATEGORIES,
  SYLLABIC_CATEGORIES,
} from './script-data.js'

/** What a character is in a syllable, by Indic_Syllabic_Category (UAX #44). */
export type SyllabicCategory = (typeof SYLLABIC_CATEGORIES)[number] | 'Other'

/** Where a character stands by its consonant, by Indic_Positional_Category (UAX #44). */
export type PositionalCategory = (typeof POSITIONAL_CATEGORIES)[number] | 'NA'

/** How a letter joins its neighbours: to the right, left, both, as a joiner, not, or as if it were not there. */
export type JoiningType = 'R' | 'L' | 'D' | 'C' | 'U' | 'T'

interface ValueRanges {
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly values: readonly string[]
}

let indic: ValueRanges | undefined
let joining: ValueRanges | undefined

function readRanges(text: string): ValueRanges {
  const rows = Array.from(
    text.matchAll(/([0-9a-f]+)(?:-([0-9a-f]+))?(\S+)/g),
    ([, start = '', end = start, value = '']) => ({
      start: Number.parseInt(start, 16),
      end: Number.parseInt(end, 16),
      value,
    }),
  )
  return {
    starts: Uint32Array.from(rows, (row) => row.start),
    ends: Uint32Array.from(rows, (row) => row.end),
    values: rows.map((row) => row.value),
  }
}

function valueAt({ starts, ends, values }: ValueRanges, codePoint: number): string | undefined {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] as number) < codePoint) low = middle + 1
    else high = middle
  }
  return low < starts.length && (starts[low] as number) <= codePoint ? values[low] : undefined
}

export function syllabicCategory(codePoint: number): SyllabicCategory {
  indic ??= readRanges(INDIC_RANGES)
  const letter = valueAt(indic, codePoint)?.[0] ?? '_'
  return SYLLABIC_CATEGORIES[CATEGORY_LETTERS.indexOf(letter)] ?? 'Other'
}

export function positionalCategory(codePoint: number): PositionalCategory {
  indic ??= readRanges(INDIC_RANGES)
  const letter = valueAt(indic, codePoint)?.[1] ?? '_'
  return POSITIONAL_CATEGORIES[CATEGORY_LETTERS.indexOf(letter)] ?? 'NA'
}

const TRANSPARENT = /^[\p{Mn}\p{Me}\p{Cf}]$/u

export function joiningType(codePoint: number): JoiningType {
  joining ??= readRanges(JOINING_RANGES)
  const known = valueAt(joining, codePoint)
  if (isJoiningType(known)) return known
  return TRANSPARENT.test(String.fromCodePoint(codePoint)) ? 'T' : 'U'
}

function isJoiningType(value: string | undefined): value is JoiningType {
  return value !== undefined && 'RLDCUT'.includes(value)
}

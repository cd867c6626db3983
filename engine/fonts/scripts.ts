import { RANGES_BY_SCRIPT } from './unicode/script-data.js'

/** Tag of characters that belong to no script of their own: punctuation, digits, symbols, combining marks. */
export const COMMON_SCRIPT = 'zyyy'

interface ScriptTable {
  /** First code point of each range, ascending. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly tags: readonly string[]
}

let table: ScriptTable | undefined

/** The OpenType script tag of a code point, `zyyy` for common and inherited characters. */
export function scriptOf(codePoint: number): string {
  if (codePoint < 0x80) {
    const lowered = codePoint | 0x20
    return lowered >= 0x61 && lowered <= 0x7a ? 'latn' : COMMON_SCRIPT
  }
  table ??= readTable()
  const { starts, ends, tags } = table
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] as number) < codePoint) low = middle + 1
    else high = middle
  }
  if (low >= starts.length || (starts[low] as number) > codePoint) return COMMON_SCRIPT
  return tags[low] ?? COMMON_SCRIPT
}

function readTable(): ScriptTable {
  const rows: { readonly start: number; readonly end: number; readonly tag: string }[] = []
  for (const [tag, ranges] of Object.entries(RANGES_BY_SCRIPT)) {
    for (const range of ranges.split(' ')) {
      const dash = range.indexOf('-')
      const start = Number.parseInt(dash < 0 ? range : range.slice(0, dash), 16)
      rows.push({ start, end: Number.parseInt(range.slice(dash + 1), 16), tag })
    }
  }
  rows.sort((a, b) => a.start - b.start)
  return {
    starts: Uint32Array.from(rows, (row) => row.start),
    ends: Uint32Array.from(rows, (row) => row.end),
    tags: rows.map((row) => row.tag),
  }
}

/** Scripts whose letters run from right to left. */
const RIGHT_TO_LEFT_SCRIPTS: ReadonlySet<string> = new Set([
  ...['adlm', 'arab', 'armi', 'avst', 'chrs', 'cprt', 'elym', 'gara', 'hatr', 'hebr', 'hung', 'khar', 'lydi', 'mand'],
  ...['mani', 'mend', 'merc', 'mero', 'narb', 'nbat', 'nko ', 'orkh', 'ougr', 'palm', 'phli', 'phlp', 'phnx', 'prti'],
  ...['rohg', 'samr', 'sarb', 'sidt', 'sogd', 'sogo', 'syrc', 'thaa', 'todr', 'yezi'],
])

export function isRightToLeft(script: string): boolean {
  return RIGHT_TO_LEFT_SCRIPTS.has(script)
}

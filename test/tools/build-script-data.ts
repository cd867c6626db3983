/**
 * Writes `engine/fonts/unicode/script-data.ts` from the files of the Unicode Character Database: `Scripts.txt`,
 * `IndicSyllabicCategory.txt`, `IndicPositionalCategory.txt` and `DerivedJoiningType.txt` in the folder that is named.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

interface Range {
  readonly start: number
  readonly end: number
  readonly value: string
}

/** OpenType tags that are not the code of ISO 15924 in small letters (OpenType 1.9, "Script tags"). */
const SCRIPT_TAGS: Readonly<Record<string, string>> = {
  Hira: 'kana',
  Laoo: 'lao ',
  Nkoo: 'nko ',
  Vaii: 'vai ',
  Yiii: 'yi  ',
}

/** Code points that belong to no script of their own, or are not assigned. */
const NO_SCRIPTS = ['Zyyy', 'Zinh', 'Zzzz']

/** Letters that stand for values; none is a hexadecimal digit. */
const LETTERS = 'ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ'

const [folder = ''] = process.argv.slice(2)

function readRanges(file: string): readonly Range[] {
  const ranges: Range[] = []
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
    const match = /^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)/.exec(line)
    if (!match) continue
    const [, start = '', end = start, value = ''] = match
    ranges.push({ start: Number.parseInt(start, 16), end: Number.parseInt(end, 16), value })
  }
  return ranges.sort((a, b) => a.start - b.start)
}

function version(): string {
  return /-(\d+\.\d+\.\d+)/.exec(readFileSync(join(folder, 'Scripts.txt'), 'utf8'))?.[1] ?? ''
}

function hex({ start, end }: Range): string {
  return start === end ? start.toString(16) : `${start.toString(16)}-${end.toString(16)}`
}

/** Ranges of each script; those between which nothing is assigned are one. */
function scriptRanges(): string {
  const byTag = new Map<string, Range[]>()
  let last: Range | undefined
  for (const range of readRanges('Scripts.txt')) {
    if (range.value === 'Zzzz') continue
    const isOwn = !NO_SCRIPTS.includes(range.value)
    const tag = SCRIPT_TAGS[range.value] ?? range.value.toLowerCase()
    const ranges = byTag.get(tag) ?? []
    if (isOwn && last?.value === tag && (last.start >> 7 === range.end >> 7 || last.end + 1 === range.start)) {
      ranges[ranges.length - 1] = { ...last, end: range.end }
    } else if (isOwn) ranges.push({ ...range, value: tag })
    if (isOwn) byTag.set(tag, ranges)
    last = isOwn ? ranges[ranges.length - 1] : undefined
  }
  return [...byTag]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, ranges]) => `  ${/^[a-z]+$/.test(tag) ? tag : `'${tag}'`}: '${ranges.map(hex).join(' ')}',`)
    .join('\n')
}

/** Values of a property in the order of their first use, without the one that characters have by default. */
function valuesOf(ranges: readonly Range[], none: string): readonly string[] {
  return [...new Set(ranges.map((range) => range.value))].filter((value) => value !== none).sort()
}

function indicRanges(syllabic: readonly string[], positional: readonly string[]): string {
  const values = new Map<number, string>()
  const collect = (file: string, names: readonly string[], place: 0 | 1) => {
    for (const { start, end, value } of readRanges(file)) {
      const index = names.indexOf(value)
      if (index < 0) continue
      for (let code = start; code <= end; code++) {
        const known = values.get(code) ?? '__'
        const letter = LETTERS[index] ?? ''
        values.set(code, place === 0 ? letter + known[1] : known[0] + letter)
      }
    }
  }
  collect('IndicSyllabicCategory.txt', syllabic, 0)
  collect('IndicPositionalCategory.txt', positional, 1)
  const ranges: Range[] = []
  for (const [code, value] of [...values].sort(([a], [b]) => a - b)) {
    const last = ranges[ranges.length - 1]
    if (last && last.value === value && last.end + 1 === code) ranges[ranges.length - 1] = { ...last, end: code }
    else ranges.push({ start: code, end: code, value })
  }
  return ranges.map((range) => `${hex(range)}${range.value}`).join(' ')
}

function joiningRanges(): string {
  return readRanges('DerivedJoiningType.txt')
    .map((range) => ({ ...range, value: LONG_JOINING_TYPES[range.value] ?? range.value }))
    .flatMap(withoutUsual)
    .map((range) => `${hex(range)}${range.value}`)
    .join(' ')
}

/** Marks and format characters are transparent, and others do not join, unless the data say otherwise. */
function withoutUsual(range: Range): readonly Range[] {
  if (range.value !== 'U' && range.value !== 'T') return [range]
  const unusual: Range[] = []
  for (let code = range.start; code <= range.end; code++) {
    const isTransparent = /^[\p{Mn}\p{Me}\p{Cf}]$/u.test(String.fromCodePoint(code))
    if (isTransparent === (range.value === 'T')) continue
    const last = unusual[unusual.length - 1]
    if (last && last.end + 1 === code) unusual[unusual.length - 1] = { ...last, end: code }
    else unusual.push({ ...range, start: code, end: code })
  }
  return unusual
}

const LONG_JOINING_TYPES: Readonly<Record<string, string>> = {
  Right_Joining: 'R',
  Left_Joining: 'L',
  Dual_Joining: 'D',
  Join_Causing: 'C',
  Non_Joining: 'U',
  Transparent: 'T',
}

const syllabic = valuesOf(readRanges('IndicSyllabicCategory.txt'), 'Other')
const positional = valuesOf(readRanges('IndicPositionalCategory.txt'), 'NA').filter((name) => name !== 'Not_Applicable')
const quote = (names: readonly string[]) => names.map((name) => `  '${name}',`).join('\n')

const file = resolve('engine/fonts/unicode/script-data.ts')
writeFileSync(
  file,
  `/**
 * Properties of Unicode ${version()} that decide how scripts are shaped, written by \`test/tools/build-script-data.ts\` from
 * the Unicode Character Database, which is under the Unicode License V3 (https://www.unicode.org/license.txt).
 */

export const UNICODE_VERSION = '${version()}'

/** Code points by the OpenType tag of their script (UAX #24; OpenType 1.9, "Script tags"). */
export const RANGES_BY_SCRIPT: Readonly<Record<string, string>> = {
${scriptRanges()}
}

/** Values of Indic_Syllabic_Category (UAX #44) but \`Other\`. */
export const SYLLABIC_CATEGORIES = [
${quote(syllabic)}
] as const

/** Values of Indic_Positional_Category (UAX #44) but \`NA\`. */
export const POSITIONAL_CATEGORIES = [
${quote(positional)}
] as const

/** Letters that stand for the categories, by their index. */
export const CATEGORY_LETTERS = '${LETTERS}'

/** Ranges of code points with the letters of their syllabic and positional categories, \`_\` for none. */
export const INDIC_RANGES =
  '${indicRanges(syllabic, positional)}'

/**
 * Ranges of code points with their Joining_Type (Unicode §9.2), but marks and format characters that are transparent, and
 * others that do not join.
 */
export const JOINING_RANGES =
  '${joiningRanges()}'
`,
)
execFileSync('npx', ['biome', 'check', '--write', file])

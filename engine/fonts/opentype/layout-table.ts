import { readFeatureVariations } from './feature-variations.js'
import { type Table, tagAt } from './table.js'

/** A lookup of GSUB or GPOS with extension lookups resolved. Offsets are absolute in the table. */
export interface Lookup {
  readonly type: number
  readonly flag: number
  readonly subtables: readonly number[]
  /** Set of marks in GDEF that the lookup sees, if its flags ask for one. */
  readonly markSet: number
}

/** The features of one script and language of GSUB or GPOS. */
export interface LayoutFeatures {
  readonly table: Table
  has(feature: string): boolean
  /** Whether the table has the script itself, and not only one that serves for all. */
  readonly isOfScript: boolean
  /** Indexes of the lookups of a feature in the lookup list. */
  indexesOf(feature: string): readonly number[]
  /** Those of the feature that the language cannot do without. */
  readonly required: readonly number[]
  /** A lookup by its index; undefined when the list has no such one. */
  lookupAt(index: number): Lookup | undefined
  /** The lookups of the features, in the order of the lookup list, each once. */
  lookups(features: ReadonlySet<string>): readonly Lookup[]
}

/** Tried in this order when a table lacks the script. */
const DEFAULT_SCRIPTS = ['DFLT', 'dflt', 'latn']

/**
 * Finds the features of a script and language (OpenType 1.9, "OpenType Layout common table formats").
 * @param extensionType lookup type of extension lookups: 7 in GSUB, 9 in GPOS
 * @param coords of an instance of a variable font, which may have other lookups for a feature
 */
export function readLayoutFeatures(
  table: Table,
  scripts: readonly string[],
  language: string | undefined,
  extensionType: number,
  coords: readonly number[] | undefined,
): LayoutFeatures {
  const varied = coords === undefined ? undefined : readFeatureVariations(table, coords)
  const featureList = table.getUint16(6)
  const lookupList = table.getUint16(8)
  const byTag = new Map<string, number>()
  const found = findLangSys(table, scripts, language)
  const langSys = found?.langSys
  const count = langSys === undefined ? 0 : table.getUint16(langSys + 4)
  for (let i = 0; i < count; i++) {
    const index = table.getUint16((langSys ?? 0) + 6 + i * 2)
    const record = featureList + 2 + index * 6
    byTag.set(tagAt(table, record), varied?.get(index) ?? featureList + table.getUint16(record + 4))
  }
  const indexesAt = (at: number) =>
    Array.from({ length: table.getUint16(at + 2) }, (_, i) => table.getUint16(at + 4 + i * 2))
  const required = langSys === undefined ? NO_FEATURE : table.getUint16(langSys + 2)
  return {
    table,
    isOfScript: found?.isOfScript ?? false,
    required:
      required === NO_FEATURE
        ? []
        : indexesAt(varied?.get(required) ?? featureList + table.getUint16(featureList + 6 + required * 6)),
    has: (feature) => byTag.has(feature),
    indexesOf(feature) {
      const at = byTag.get(feature)
      return at === undefined ? [] : indexesAt(at)
    },
    lookupAt: (index) =>
      index < table.getUint16(lookupList)
        ? readLookup(table, lookupList + table.getUint16(lookupList + 2 + index * 2), extensionType)
        : undefined,
    lookups(features) {
      const indexes = new Set<number>()
      for (const [tag, at] of byTag) {
        if (!features.has(tag)) continue
        for (let i = 0; i < table.getUint16(at + 2); i++) indexes.add(table.getUint16(at + 4 + i * 2))
      }
      return [...indexes]
        .sort((a, b) => a - b)
        .map((index) => readLookup(table, lookupList + table.getUint16(lookupList + 2 + index * 2), extensionType))
    },
  }
}

/** Stands for "none" among features. */
const NO_FEATURE = 0xffff

interface FoundLangSys {
  readonly langSys: number | undefined
  readonly isOfScript: boolean
}

function findLangSys(table: Table, scripts: readonly string[], language: string | undefined): FoundLangSys | undefined {
  const scriptList = table.getUint16(4)
  for (const tag of [...scripts, ...DEFAULT_SCRIPTS]) {
    const script = findRecord(table, scriptList, scriptList, tag)
    if (script === undefined) continue
    const found = language === undefined ? undefined : findRecord(table, script + 2, script, language)
    const isOfScript = scripts.includes(tag)
    if (found !== undefined) return { langSys: found, isOfScript }
    const defaultLangSys = table.getUint16(script)
    return { langSys: defaultLangSys === 0 ? undefined : script + defaultLangSys, isOfScript }
  }
  return undefined
}

/** Looks a tag up in a counted list of (tag, offset) records; offsets count from `base`. */
function findRecord(table: Table, listAt: number, base: number, tag: string): number | undefined {
  const count = table.getUint16(listAt)
  for (let i = 0; i < count; i++) {
    const record = listAt + 2 + i * 6
    if (tagAt(table, record) === tag) return base + table.getUint16(record + 4)
  }
  return undefined
}

const USES_MARK_SET = 0x0010

function readLookup(table: Table, at: number, extensionType: number): Lookup {
  let type = table.getUint16(at)
  const subtables: number[] = []
  for (let i = 0; i < table.getUint16(at + 4); i++) {
    const subtable = at + table.getUint16(at + 6 + i * 2)
    if (table.getUint16(at) === extensionType) {
      type = table.getUint16(subtable + 2)
      subtables.push(subtable + table.getUint32(subtable + 4))
    } else {
      subtables.push(subtable)
    }
  }
  const flag = table.getUint16(at + 2)
  const markSet = (flag & USES_MARK_SET) === 0 ? 0 : table.getUint16(at + 6 + subtables.length * 2)
  return { type, flag, subtables, markSet }
}

/** Index of a glyph in a coverage table, -1 when it is not covered. */
export function coverageIndex(table: Table, at: number, glyphId: number): number {
  const isRanges = table.getUint16(at) === 2
  const size = isRanges ? 6 : 2
  let low = 0
  let high = table.getUint16(at + 2)
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = at + 4 + middle * size
    if (table.getUint16(isRanges ? entry + 2 : entry) < glyphId) low = middle + 1
    else high = middle
  }
  if (low >= table.getUint16(at + 2)) return -1
  const entry = at + 4 + low * size
  const first = table.getUint16(entry)
  if (!isRanges) return first === glyphId ? low : -1
  return first <= glyphId ? table.getUint16(entry + 4) + glyphId - first : -1
}

/** Class of a glyph in a class definition table, 0 when it has none. */
export function classOf(table: Table, at: number, glyphId: number): number {
  if (table.getUint16(at) === 1) {
    const index = glyphId - table.getUint16(at + 2)
    return index >= 0 && index < table.getUint16(at + 4) ? table.getUint16(at + 6 + index * 2) : 0
  }
  let low = 0
  let high = table.getUint16(at + 2)
  while (low < high) {
    const middle = (low + high) >> 1
    if (table.getUint16(at + 4 + middle * 6 + 2) < glyphId) low = middle + 1
    else high = middle
  }
  if (low >= table.getUint16(at + 2)) return 0
  const range = at + 4 + low * 6
  return table.getUint16(range) <= glyphId ? table.getUint16(range + 4) : 0
}

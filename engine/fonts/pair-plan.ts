import type { ShapingStyle } from './font-types.js'
import { readKernTable } from './kern-table.js'
import type { FontFile } from './opentype/font-file.js'
import {
  classOf,
  coverageIndex,
  type LayoutFeatures,
  type Lookup,
  readLayoutFeatures,
} from './opentype/layout-table.js'
import type { Table } from './opentype/table.js'
import type { ItemDelta } from './opentype/variation-store.js'
import { languageTag, scriptTags } from './opentype-tags.js'

/** The pair may become something else than its two glyphs side by side. */
export const COMPLEX_PAIR = -0x8000

/**
 * The effect of a face's layout tables on plain text in one style, as far as it depends on neighbours only. Text
 * without complex glyphs and pairs is drawn with the glyphs of the `cmap`, each followed by its pair's kerning.
 */
export interface PairPlan {
  /** Some lookup could act on the glyph in a way that pairs do not describe. */
  isComplex(glyphId: number): boolean
  /** The pair's adjustment of its left glyph's advance, or COMPLEX_PAIR. */
  kerning(left: number, right: number): number
}

/**
 * Scripts that need no shaping beyond substitution and kerning, at least not for the digits and punctuation between
 * their letters, which never come here.
 */
const SIMPLE_SCRIPTS = new Set([
  ...['latn', 'grek', 'cyrl', 'zyyy'],
  ...['arab', 'armn', 'bopo', 'ethi', 'geor', 'hang', 'hani', 'hebr', 'kana', 'thai'],
])

/** The features that are on by default for horizontal text from left to right. */
const DEFAULT_FEATURES = [
  ...['rvrn', 'ltra', 'ltrm', 'ccmp', 'locl', 'rlig', 'mark', 'mkmk'],
  ...['calt', 'clig', 'liga', 'rclt', 'curs', 'kern'],
]

/** Lookups that skip base glyphs or ligatures see other neighbours than the pair. */
const SKIPS_BASES_OR_LIGATURES = 0x0006
const X_ADVANCE = 0x0004
/** A device table with what hinting or, in variable fonts, the instance adds to the advance. */
const X_ADVANCE_DEVICE = 0x0040
/** Format of the device tables that point into the variation store. */
const VARIATION_INDEX = 0x8000
const GLYPH_CLASS_MARK = 3

/** Lookups sorted by what they need to know. */
interface Triggers {
  /** Coverage tables whose glyphs are complex, as (table, offset). */
  readonly coverages: { readonly table: Table; readonly at: number }[]
  /** Ligature substitution subtables. */
  readonly ligatures: { readonly table: Table; readonly at: number }[]
  /** Pair positioning lookups with nothing but horizontal advances. */
  readonly pairs: { readonly table: Table; readonly lookup: Lookup }[]
}

/** Reads the plan, or undefined where pairs do not describe the face or the style. */
export function readPairPlan(file: FontFile, style: ShapingStyle): PairPlan | undefined {
  if (style.direction !== 'ltr' || !SIMPLE_SCRIPTS.has(style.script)) return undefined
  const scripts = scriptTags(style.script)
  const language = languageTag(style.language)
  const coords = file.variation?.coords
  const gsub = featuresOf(file.tables.get('GSUB'), scripts, language, 7, coords)
  const gpos = featuresOf(file.tables.get('GPOS'), scripts, language, 9, coords)
  const active = activeFeatures(style)
  const triggers: Triggers = { coverages: [], ligatures: [], pairs: [] }
  if (gsub !== undefined) sortSubstitutions(gsub, active, triggers)
  if (gpos !== undefined) sortPositionings(gpos, active, triggers)
  const usesKernTable = style.features.kern !== false && !(gpos?.has('kern') ?? false)
  const kern = usesKernTable ? file.tables.get('kern') : undefined
  const kernTable = kern === undefined ? () => 0 : readKernTable(kern)
  if (kernTable === undefined) return undefined
  const markClasses = markClassesOf(file.tables.get('GDEF'))
  return {
    isComplex: (glyphId) =>
      (markClasses !== undefined && classOf(markClasses.table, markClasses.at, glyphId) === GLYPH_CLASS_MARK) ||
      triggers.coverages.some(({ table, at }) => coverageIndex(table, at, glyphId) >= 0),
    kerning: (left, right) =>
      triggers.ligatures.some(({ table, at }) => startsLigature(table, at, left, right))
        ? COMPLEX_PAIR
        : pairKerning(triggers, file.variation?.layoutDelta, left, right) + kernTable(left, right),
  }
}

function featuresOf(
  table: Table | undefined,
  scripts: readonly string[],
  language: string | undefined,
  extensionType: number,
  coords: readonly number[] | undefined,
): LayoutFeatures | undefined {
  return table === undefined ? undefined : readLayoutFeatures(table, scripts, language, extensionType, coords)
}

function activeFeatures(style: ShapingStyle): ReadonlySet<string> {
  const active = new Set(DEFAULT_FEATURES)
  for (const [tag, on] of Object.entries(style.features)) {
    if (on) active.add(tag)
    else active.delete(tag)
  }
  return active
}

function markClassesOf(gdef: Table | undefined): { readonly table: Table; readonly at: number } | undefined {
  const at = gdef?.getUint16(4) ?? 0
  return gdef === undefined || at === 0 ? undefined : { table: gdef, at }
}

function sortSubstitutions(features: LayoutFeatures, active: ReadonlySet<string>, triggers: Triggers): void {
  const { table } = features
  for (const lookup of features.lookups(active)) {
    for (const at of lookup.subtables) {
      if (lookup.type === 4 && (lookup.flag & SKIPS_BASES_OR_LIGATURES) === 0) triggers.ligatures.push({ table, at })
      else triggers.coverages.push({ table, at: firstCoverage(table, at, contextKind(lookup.type, 5, 6)) })
    }
  }
}

function sortPositionings(features: LayoutFeatures, active: ReadonlySet<string>, triggers: Triggers): void {
  const { table } = features
  for (const lookup of features.lookups(active)) {
    if (lookup.type === 2 && isAdvanceOnly(table, lookup)) {
      triggers.pairs.push({ table, lookup })
      continue
    }
    for (const at of lookup.subtables) {
      triggers.coverages.push({ table, at: firstCoverage(table, at, contextKind(lookup.type, 7, 8)) })
    }
  }
}

function isAdvanceOnly(table: Table, lookup: Lookup): boolean {
  return (
    (lookup.flag & SKIPS_BASES_OR_LIGATURES) === 0 &&
    lookup.subtables.every(
      (at) => (table.getUint16(at + 4) & ~(X_ADVANCE | X_ADVANCE_DEVICE)) === 0 && table.getUint16(at + 6) === 0,
    )
  )
}

type ContextKind = 'plain' | 'context' | 'chaining'

function contextKind(type: number, context: number, chaining: number): ContextKind {
  return type === context ? 'context' : type === chaining ? 'chaining' : 'plain'
}

/** The coverage of the glyphs at which a subtable can begin to act. */
function firstCoverage(table: Table, at: number, kind: ContextKind): number {
  if (kind === 'plain' || table.getUint16(at) !== 3) return at + table.getUint16(at + 2)
  if (kind === 'context') return at + table.getUint16(at + 6)
  const backtrackCount = table.getUint16(at + 2)
  return at + table.getUint16(at + 4 + backtrackCount * 2 + 2)
}

/** Whether a ligature of the subtable begins with the two glyphs, or is made of the first alone. */
function startsLigature(table: Table, at: number, left: number, right: number): boolean {
  const index = coverageIndex(table, at + table.getUint16(at + 2), left)
  if (index < 0) return false
  const set = at + table.getUint16(at + 6 + index * 2)
  for (let i = 0; i < table.getUint16(set); i++) {
    const ligature = set + table.getUint16(set + 2 + i * 2)
    if (table.getUint16(ligature + 2) < 2 || table.getUint16(ligature + 4) === right) return true
  }
  return false
}

function pairKerning(triggers: Triggers, delta: ItemDelta | undefined, left: number, right: number): number {
  let sum = 0
  for (const { table, lookup } of triggers.pairs) {
    for (const at of lookup.subtables) {
      const value = pairValue(table, at, delta, left, right)
      if (value === undefined) continue
      sum += value
      break
    }
  }
  return Math.round(sum)
}

/** The advance that a pair positioning subtable gives, undefined when it does not apply (GPOS lookup type 2). */
function pairValue(
  table: Table,
  at: number,
  delta: ItemDelta | undefined,
  left: number,
  right: number,
): number | undefined {
  const index = coverageIndex(table, at + table.getUint16(at + 2), left)
  if (index < 0) return undefined
  const format = table.getUint16(at + 4)
  const valueSize = ((format & X_ADVANCE) !== 0 ? 2 : 0) + ((format & X_ADVANCE_DEVICE) !== 0 ? 2 : 0)
  if (table.getUint16(at) === 1) {
    const set = at + table.getUint16(at + 10 + index * 2)
    const value = valueInSet(table, set, right, valueSize)
    return value === undefined ? undefined : advanceOf(table, value, set, format, delta)
  }
  const leftClass = classOf(table, at + table.getUint16(at + 8), left)
  const rightClass = classOf(table, at + table.getUint16(at + 10), right)
  const value = at + 16 + (leftClass * table.getUint16(at + 14) + rightClass) * valueSize
  return advanceOf(table, value, at, format, delta)
}

/** Where the value of a pair is in its set, undefined when the pair is not there. */
function valueInSet(table: Table, set: number, right: number, valueSize: number): number | undefined {
  let low = 0
  let high = table.getUint16(set)
  while (low < high) {
    const middle = (low + high) >> 1
    if (table.getUint16(set + 2 + middle * (2 + valueSize)) < right) low = middle + 1
    else high = middle
  }
  const record = set + 2 + low * (2 + valueSize)
  return low < table.getUint16(set) && table.getUint16(record) === right ? record + 2 : undefined
}

/** @param parent what the offset of a device table counts from */
function advanceOf(table: Table, at: number, parent: number, format: number, delta: ItemDelta | undefined): number {
  const hasAdvance = (format & X_ADVANCE) !== 0
  const advance = hasAdvance ? table.getInt16(at) : 0
  if ((format & X_ADVANCE_DEVICE) === 0 || delta === undefined) return advance
  const device = table.getUint16(hasAdvance ? at + 2 : at)
  if (device === 0 || table.getUint16(parent + device + 4) !== VARIATION_INDEX) return advance
  return advance + delta(table.getUint16(parent + device), table.getUint16(parent + device + 2))
}

import { classOf, coverageIndex } from '../opentype/layout-table.js'
import { type Glyph, MARK_GLYPH } from './glyph.js'
import { applyContext, type LookupContext } from './lookup-context.js'

const VARIATION_INDEX = 0x8000
const IGNORE_MARKS = 0x0008
const RIGHT_TO_LEFT = 0x0001

/**
 * Applies a subtable of GPOS at the current glyph (OpenType 1.9, "GPOS"). Afterwards the context stands at the last
 * glyph that is done with.
 * @param isRtl whether the text runs from right to left
 */
export function applyPosition(context: LookupContext, type: number, at: number, isRtl: boolean): boolean {
  switch (type) {
    case 1:
      return applySingle(context, at)
    case 2:
      return applyPair(context, at)
    case 3:
      return applyCursive(context, at, isRtl)
    case 4:
      return applyMarkToBase(context, at)
    case 5:
      return applyMarkToLigature(context, at)
    case 6:
      return applyMarkToMark(context, at)
    case 7:
      return applyContext(context, at, false)
    case 8:
      return applyContext(context, at, true)
    default:
      return false
  }
}

/** Adds a value record; returns the offset behind it. */
function addValues(context: LookupContext, base: number, at: number, format: number, glyph: Glyph | undefined): number {
  const { table } = context
  let place = at
  for (let bit = 0; bit < 8; bit++) {
    if ((format & (1 << bit)) === 0) continue
    const value = bit < 4 ? table.getInt16(place) : deltaAt(context, base, table.getUint16(place))
    place += 2
    if (glyph === undefined) continue
    if (bit % 4 === 0) glyph.xOffset += value
    else if (bit % 4 === 1) glyph.yOffset += value
    else if (bit % 4 === 2) glyph.advance += value
  }
  return place
}

/** What the instance of a variable font adds to a value. */
function deltaAt({ table, font }: LookupContext, base: number, offset: number): number {
  if (offset === 0 || font.delta === undefined) return 0
  const at = base + offset
  if (table.getUint16(at + 4) !== VARIATION_INDEX) return 0
  return font.delta(table.getUint16(at), table.getUint16(at + 2))
}

function applySingle(context: LookupContext, at: number): boolean {
  const { table, current } = context
  const covered = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (covered < 0) return false
  const format = table.getUint16(at + 4)
  const isOne = table.getUint16(at) === 1
  if (!isOne && covered >= table.getUint16(at + 6)) return false
  addValues(context, at, isOne ? at + 6 : at + 8 + covered * sizeOf(format), format, current)
  return true
}

function sizeOf(format: number): number {
  let size = 0
  for (let bits = format & 0xff; bits > 0; bits >>= 1) size += 2 * (bits & 1)
  return size
}

function applyPair(context: LookupContext, at: number): boolean {
  const { table, current, glyphs } = context
  const covered = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (covered < 0) return false
  const place = context.next(context.index, false)
  if (place < 0) return false
  const second = glyphs[place] as Glyph
  const firstFormat = table.getUint16(at + 4)
  const secondFormat = table.getUint16(at + 6)
  const found =
    table.getUint16(at) === 1
      ? findPair(context, at, covered, second.id, sizeOf(firstFormat) + sizeOf(secondFormat))
      : findClassPair(context, at, second.id, sizeOf(firstFormat) + sizeOf(secondFormat))
  if (found === undefined) return false
  const behind = addValues(context, found.base, found.at, firstFormat, current)
  addValues(context, found.base, behind, secondFormat, second)
  // A second glyph with values of its own is not the first of another pair.
  context.index = secondFormat === 0 ? place - 1 : place
  return true
}

interface PairValues {
  /** Devices are counted from here. */
  readonly base: number
  readonly at: number
}

function findPair(
  { table }: LookupContext,
  at: number,
  covered: number,
  second: number,
  size: number,
): PairValues | undefined {
  if (covered >= table.getUint16(at + 8)) return undefined
  const set = at + table.getUint16(at + 10 + covered * 2)
  let low = 0
  let high = table.getUint16(set)
  while (low < high) {
    const middle = (low + high) >> 1
    const id = table.getUint16(set + 2 + middle * (2 + size))
    if (id === second) return { base: set, at: set + 2 + middle * (2 + size) + 2 }
    if (id < second) low = middle + 1
    else high = middle
  }
  return undefined
}

function findClassPair(
  { table, current }: LookupContext,
  at: number,
  second: number,
  size: number,
): PairValues | undefined {
  const first = classOf(table, at + table.getUint16(at + 8), current.id)
  const next = classOf(table, at + table.getUint16(at + 10), second)
  if (first >= table.getUint16(at + 12) || next >= table.getUint16(at + 14)) return undefined
  return { base: at, at: at + 16 + (first * table.getUint16(at + 14) + next) * size }
}

/** A point of an anchor table, undefined for an offset of 0. */
function anchorAt(context: LookupContext, base: number, offset: number): { x: number; y: number } | undefined {
  if (offset === 0) return undefined
  const { table } = context
  const at = base + offset
  const anchor = { x: table.getInt16(at + 2), y: table.getInt16(at + 4) }
  if (table.getUint16(at) === 3) {
    anchor.x += deltaAt(context, at, table.getUint16(at + 6))
    anchor.y += deltaAt(context, at, table.getUint16(at + 8))
  }
  return anchor
}

function applyCursive(context: LookupContext, at: number, isRtl: boolean): boolean {
  const { table, current, glyphs } = context
  const coverage = at + table.getUint16(at + 2)
  const covered = coverageIndex(table, coverage, current.id)
  if (covered < 0 || covered >= table.getUint16(at + 4)) return false
  const entry = anchorAt(context, at, table.getUint16(at + 6 + covered * 4))
  if (entry === undefined) return false
  const place = context.previous(context.index, false)
  if (place < 0) return false
  const before = glyphs[place] as Glyph
  const coveredBefore = coverageIndex(table, coverage, before.id)
  if (coveredBefore < 0 || coveredBefore >= table.getUint16(at + 4)) return false
  const exit = anchorAt(context, at, table.getUint16(at + 8 + coveredBefore * 4))
  if (exit === undefined) return false
  if (isRtl) {
    const shift = exit.x + before.xOffset
    before.advance -= shift
    before.xOffset -= shift
    current.advance = entry.x + current.xOffset
  } else {
    before.advance = exit.x + before.xOffset
    const shift = entry.x + current.xOffset
    current.advance -= shift
    current.xOffset -= shift
  }
  const followsLast = (context.lookup.flag & RIGHT_TO_LEFT) !== 0
  const child = followsLast ? before : current
  const parent = followsLast ? current : before
  const rise = followsLast ? entry.y - exit.y : exit.y - entry.y
  // A chain that leads back to the parent would go in a circle.
  for (let one: Glyph | undefined = parent; one !== undefined; one = one.base) {
    if (one === child) return true
  }
  child.base = parent
  child.isCursive = true
  child.yOffset = rise
  return true
}

/** Attaches a mark to a base at the anchors of their classes; an absent anchor means "not here". */
function attach(
  context: LookupContext,
  at: number,
  markIndex: number,
  base: Glyph,
  anchors: { readonly base: number; readonly row: number },
): boolean {
  const { table, current } = context
  const classes = table.getUint16(at + 6)
  const marks = at + table.getUint16(at + 8)
  if (markIndex >= table.getUint16(marks)) return false
  const markClass = table.getUint16(marks + 2 + markIndex * 4)
  if (markClass >= classes) return false
  const markAnchor = anchorAt(context, marks, table.getUint16(marks + 4 + markIndex * 4))
  const offset = table.getUint16(anchors.base + 2 + (anchors.row * classes + markClass) * 2)
  const baseAnchor = anchorAt(context, anchors.base, offset)
  if (markAnchor === undefined || baseAnchor === undefined) return false
  current.xOffset = baseAnchor.x - markAnchor.x
  current.yOffset = baseAnchor.y - markAnchor.y
  current.base = base
  current.isCursive = false
  return true
}

function applyMarkToBase(context: LookupContext, at: number): boolean {
  const { table, current, glyphs } = context
  const mark = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (mark < 0) return false
  const coverage = at + table.getUint16(at + 4)
  let place = context.index
  let covered = -1
  for (;;) {
    place = context.previous(place, false, undefined, IGNORE_MARKS)
    if (place < 0) return false
    covered = coverageIndex(table, coverage, (glyphs[place] as Glyph).id)
    if (isFirstOfMany(glyphs, place) || covered >= 0) break
  }
  const bases = at + table.getUint16(at + 10)
  if (covered < 0 || covered >= table.getUint16(bases)) return false
  return attach(context, at, mark, glyphs[place] as Glyph, { base: bases, row: covered })
}

/** Marks stand at the first glyph that a character became, unless a later one has anchors of its own. */
function isFirstOfMany(glyphs: readonly Glyph[], place: number): boolean {
  const glyph = glyphs[place] as Glyph
  if (!glyph.isMultiplied || glyph.component === 0 || place === 0) return true
  const before = glyphs[place - 1] as Glyph
  return (
    before.kind === MARK_GLYPH ||
    !before.isMultiplied ||
    before.ligature !== glyph.ligature ||
    before.component !== glyph.component - 1
  )
}

function applyMarkToLigature(context: LookupContext, at: number): boolean {
  const { table, current, glyphs } = context
  const mark = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (mark < 0) return false
  const place = context.previous(context.index, false, undefined, IGNORE_MARKS)
  if (place < 0) return false
  const base = glyphs[place] as Glyph
  const covered = coverageIndex(table, at + table.getUint16(at + 4), base.id)
  const ligatures = at + table.getUint16(at + 10)
  if (covered < 0 || covered >= table.getUint16(ligatures)) return false
  const ligature = ligatures + table.getUint16(ligatures + 2 + covered * 2)
  const components = table.getUint16(ligature)
  if (components === 0) return false
  const isItsOwn = base.ligature !== 0 && base.ligature === current.ligature && current.component > 0
  const row = isItsOwn ? Math.min(components, current.component) - 1 : components - 1
  return attach(context, at, mark, base, { base: ligature, row })
}

function applyMarkToMark(context: LookupContext, at: number): boolean {
  const { table, current, glyphs } = context
  const mark = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (mark < 0) return false
  // Other marks are seen as the lookup says, bases and ligatures end the search.
  const place = context.previous(context.index, false, undefined, context.lookup.flag & ~0x000e)
  if (place < 0) return false
  const base = glyphs[place] as Glyph
  if (base.kind !== MARK_GLYPH || !goTogether(current, base)) return false
  const covered = coverageIndex(table, at + table.getUint16(at + 4), base.id)
  const bases = at + table.getUint16(at + 10)
  if (covered < 0 || covered >= table.getUint16(bases)) return false
  return attach(context, at, mark, base, { base: bases, row: covered })
}

function goTogether(mark: Glyph, base: Glyph): boolean {
  const markComponent = mark.isLigated ? 0 : mark.component
  const baseComponent = base.isLigated ? 0 : base.component
  if (mark.ligature === base.ligature) return mark.ligature === 0 || markComponent === baseComponent
  // Either may be a ligature of marks, whose number says nothing.
  return (mark.ligature > 0 && markComponent === 0) || (base.ligature > 0 && baseComponent === 0)
}

/**
 * Turns attachments into offsets: of marks from the base to the mark, over the advances between.
 * @param glyphs in logical order
 */
export function placeAttached(glyphs: readonly Glyph[], isRtl: boolean): void {
  const done = new Set<Glyph>()
  const places = new Map(glyphs.map((glyph, i) => [glyph, i]))
  const starts = new Float64Array(glyphs.length + 1)
  for (let i = 0; i < glyphs.length; i++) starts[i + 1] = (starts[i] as number) + (glyphs[i] as Glyph).advance
  for (const glyph of glyphs) {
    const chain: Glyph[] = []
    for (let one = glyph; one.base !== undefined && !done.has(one); one = one.base) {
      done.add(one)
      chain.push(one)
    }
    for (const one of chain.reverse()) {
      const base = one.base as Glyph
      one.yOffset += base.yOffset
      if (one.isCursive) continue
      one.xOffset += base.xOffset
      const from = places.get(base) ?? 0
      const to = places.get(one) ?? 0
      one.xOffset += isRtl
        ? (starts[to + 1] as number) - (starts[from + 1] as number)
        : (starts[from] as number) - (starts[to] as number)
    }
  }
}

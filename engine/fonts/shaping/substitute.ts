import { coverageIndex } from '../opentype/layout-table.js'
import { BASE_GLYPH, type Glyph, LIGATURE_GLYPH, MARK_GLYPH } from './glyph.js'
import { applyContext, type LookupContext } from './lookup-context.js'

/**
 * Applies a subtable of GSUB at the current glyph (OpenType 1.9, "GSUB"). Afterwards the context stands at the last
 * glyph that was written or matched.
 */
export function applySubstitution(context: LookupContext, type: number, at: number): boolean {
  switch (type) {
    case 1:
      return applySingle(context, at)
    case 2:
      return applyMultiple(context, at)
    case 3:
      return applyAlternate(context, at)
    case 4:
      return applyLigatures(context, at)
    case 5:
      return applyContext(context, at, false)
    case 6:
      return applyContext(context, at, true)
    case 8:
      return applyReverse(context, at)
    default:
      return false
  }
}

function replace(context: LookupContext, glyph: Glyph, id: number): void {
  context.font.setId(glyph, id)
  glyph.isSubstituted = true
  // What a font draws in place of a character is drawn.
  glyph.isIgnorable = false
}

function applySingle(context: LookupContext, at: number): boolean {
  const { table, current } = context
  const covered = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (covered < 0) return false
  if (table.getUint16(at) === 1) {
    replace(context, current, (current.id + table.getInt16(at + 4)) & 0xffff)
    return true
  }
  if (covered >= table.getUint16(at + 4)) return false
  replace(context, current, table.getUint16(at + 6 + covered * 2))
  return true
}

function applyMultiple(context: LookupContext, at: number): boolean {
  const { table, current, glyphs } = context
  const covered = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (covered < 0 || covered >= table.getUint16(at + 4)) return false
  const sequence = at + table.getUint16(at + 6 + covered * 2)
  const count = table.getUint16(sequence)
  if (count === 1) {
    replace(context, current, table.getUint16(sequence + 2))
    return true
  }
  if (count === 0) {
    glyphs.splice(context.index, 1)
    context.index--
    return true
  }
  const made: Glyph[] = []
  const isOnLigature = current.ligature !== 0 && !current.isLigated && !current.isMultiplied
  for (let i = 0; i < count; i++) {
    const glyph = { ...current }
    replace(context, glyph, table.getUint16(sequence + 2 + i * 2))
    if (!context.font.kinds.hasKinds && glyph.kind === LIGATURE_GLYPH) glyph.kind = BASE_GLYPH
    glyph.isMultiplied = true
    glyph.isLigated = false
    if (!isOnLigature) {
      glyph.ligature = 0
      glyph.component = i
    }
    made.push(glyph)
  }
  glyphs.splice(context.index, 1, ...made)
  context.work.checkGlyphs(glyphs.length)
  context.index += count - 1
  return true
}

/** The first alternate, as features that are on without a number ask for. */
function applyAlternate(context: LookupContext, at: number): boolean {
  const { table, current } = context
  const covered = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (covered < 0 || covered >= table.getUint16(at + 4)) return false
  const set = at + table.getUint16(at + 6 + covered * 2)
  if (table.getUint16(set) === 0) return false
  replace(context, current, table.getUint16(set + 2))
  return true
}

function applyLigatures(context: LookupContext, at: number): boolean {
  const { table, current } = context
  const covered = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (covered < 0 || covered >= table.getUint16(at + 4)) return false
  const set = at + table.getUint16(at + 6 + covered * 2)
  for (let i = 0, count = table.getUint16(set); i < count; i++) {
    const ligature = set + table.getUint16(set + 2 + i * 2)
    const components = table.getUint16(ligature + 2)
    if (components === 0) continue
    if (components === 1) {
      replace(context, current, table.getUint16(ligature))
      return true
    }
    const places = context.matchInput(ligature + 4, components, (value, glyph) => glyph.id === value)
    if (places === undefined) continue
    ligate(context, places, table.getUint16(ligature))
    return true
  }
  return false
}

let ligatures = 0

/** A number for a new ligature, unlike that of others in reach. */
function nextLigature(): number {
  ligatures = (ligatures % 0xffff) + 1
  return ligatures
}

function componentsOf(glyph: Glyph): number {
  return glyph.isLigated ? glyph.components : 1
}

/** The component of its ligature at which a mark stands, 0 for none. */
function componentOf(glyph: Glyph): number {
  return glyph.isLigated || glyph.isMultiplied ? 0 : glyph.component
}

/**
 * Puts a ligature in the place of its components. Marks between and behind them remember the component at which they
 * stand; ligatures of marks, and of a base with marks, keep the component of what they were made of.
 */
function ligate(context: LookupContext, places: readonly number[], id: number): void {
  const { glyphs } = context
  const first = glyphs[places[0] as number] as Glyph
  const isMark = (place: number) => (glyphs[place] as Glyph).kind === MARK_GLYPH
  const restAreMarks = places.every((place, i) => i === 0 || isMark(place))
  const isPlain = restAreMarks && (first.kind === BASE_GLYPH || first.kind === MARK_GLYPH)
  const number = isPlain ? 0 : nextLigature()
  const total = places.reduce((sum, place) => sum + componentsOf(glyphs[place] as Glyph), 0)
  let lastLigature = first.ligature
  let lastComponents = componentsOf(first)
  let soFar = lastComponents
  const source = places.reduce((least, place) => Math.min(least, (glyphs[place] as Glyph).source), first.source)
  for (let i = 1; i < places.length; i++) {
    const place = places[i] as number
    if (!isPlain) {
      for (let k = (places[i - 1] as number) + 1; k < place; k++) {
        joinComponent(glyphs[k] as Glyph, number, soFar, lastComponents)
      }
    }
    const part = glyphs[place] as Glyph
    lastLigature = part.ligature
    lastComponents = componentsOf(part)
    soFar += lastComponents
  }
  const last = places[places.length - 1] as number
  if (!isPlain && lastLigature !== 0) {
    for (let k = last + 1; k < glyphs.length; k++) {
      const glyph = glyphs[k] as Glyph
      if (glyph.ligature !== lastLigature || componentOf(glyph) === 0) break
      joinComponent(glyph, number, soFar, lastComponents)
    }
  }
  replace(context, first, id)
  if (!isPlain) {
    first.ligature = number
    first.component = 0
    if (!context.font.kinds.hasKinds) first.kind = LIGATURE_GLYPH
  }
  first.isLigated = true
  first.isMultiplied = false
  first.components = isPlain ? 1 : total
  first.source = source
  for (let i = places.length - 1; i > 0; i--) glyphs.splice(places[i] as number, 1)
  context.index = last - (places.length - 1)
}

function joinComponent(glyph: Glyph, ligature: number, soFar: number, lastComponents: number): void {
  const own = componentOf(glyph) || lastComponents
  glyph.component = soFar - lastComponents + Math.min(own, lastComponents)
  glyph.ligature = ligature
  glyph.isMultiplied = false
}

/** Reverse chaining contextual single substitution. The walk over the text goes backwards too. */
function applyReverse(context: LookupContext, at: number): boolean {
  const { table, current } = context
  const covered = coverageIndex(table, at + table.getUint16(at + 2), current.id)
  if (covered < 0) return false
  const matches = (value: number, glyph: Glyph) => coverageIndex(table, at + value, glyph.id) >= 0
  const beforeCount = table.getUint16(at + 4)
  const afterAt = at + 6 + beforeCount * 2
  const afterCount = table.getUint16(afterAt)
  const substitutes = afterAt + 2 + afterCount * 2
  if (covered >= table.getUint16(substitutes)) return false
  if (!context.matchBacktrack(at + 6, beforeCount, matches)) return false
  if (!context.matchLookahead(context.index, afterAt + 2, afterCount, matches)) return false
  replace(context, current, table.getUint16(substitutes + 2 + covered * 2))
  return true
}

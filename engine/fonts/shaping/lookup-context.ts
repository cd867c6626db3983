import { classOf, coverageIndex, type Lookup } from '../opentype/layout-table.js'
import type { Table } from '../opentype/table.js'
import type { Glyph } from './glyph.js'
import type { LayoutWork, ShapingFont } from './shaping-font.js'

const IGNORE_BASES = 0x0002
const IGNORE_LIGATURES = 0x0004
const IGNORE_MARKS = 0x0008
const USE_MARK_SET = 0x0010

const ZWNJ = 0x200c
const ZWJ = 0x200d

/** How a lookup of a plan is applied. */
export interface LookupUse {
  readonly index: number
  /** Glyphs that have one of these bits are changed. */
  readonly mask: number
  /** Whether joiners between glyphs do not keep them apart; the features of some scripts see them. */
  readonly skipsJoiner: boolean
  readonly skipsNonJoiner: boolean
  /** Whether glyphs of another syllable end a match. */
  readonly isPerSyllable: boolean
}

/** Whether a value of a context matches a glyph. */
type Matches = (value: number, glyph: Glyph) => boolean

/** Deeper contexts than any font has. */
const MOST_NESTED = 16

/** The place in a text where a lookup is applied, and the rules by which it sees the glyphs around. */
export class LookupContext {
  index = 0
  lookup: Lookup
  use: LookupUse
  #depth = 0

  constructor(
    readonly font: ShapingFont,
    readonly table: Table,
    readonly isGpos: boolean,
    readonly glyphs: Glyph[],
    readonly work: LayoutWork,
    /** Applies a lookup at the current place, by its index in the lookup list. */
    private readonly applyNested: (context: LookupContext, lookup: number) => boolean,
    first: { readonly lookup: Lookup; readonly use: LookupUse },
  ) {
    this.lookup = first.lookup
    this.use = first.use
  }

  get current(): Glyph {
    return this.glyphs[this.index] as Glyph
  }

  /** Whether the flags of the lookup let it see a glyph (OpenType 1.9, "LookupFlag bit enumeration"). */
  sees(glyph: Glyph, flag = this.lookup.flag): boolean {
    const { kind } = glyph
    if (kind === 1) return (flag & IGNORE_BASES) === 0
    if (kind === 2) return (flag & IGNORE_LIGATURES) === 0
    if (kind !== 3) return true
    if ((flag & IGNORE_MARKS) !== 0) return false
    if ((flag & USE_MARK_SET) !== 0) return this.font.kinds.isInMarkSet(this.lookup.markSet, glyph.id)
    return (flag & 0xff00) === 0 || flag >> 8 === glyph.attachmentClass
  }

  /**
   * The next glyph that is seen and fulfils a condition, -1 when the next one that cannot be passed over does not.
   * @param isContext for glyphs around the input, which need not have the feature
   */
  next(from: number, isContext: boolean, matches?: (glyph: Glyph) => boolean, flag = this.lookup.flag): number {
    for (let i = from + 1; i < this.glyphs.length; i++) {
      const result = this.#look(this.glyphs[i] as Glyph, isContext, matches, flag)
      if (result !== undefined) return result ? i : -1
    }
    return -1
  }

  previous(from: number, isContext: boolean, matches?: (glyph: Glyph) => boolean, flag = this.lookup.flag): number {
    for (let i = from - 1; i >= 0; i--) {
      const result = this.#look(this.glyphs[i] as Glyph, isContext, matches, flag)
      if (result !== undefined) return result ? i : -1
    }
    return -1
  }

  /** True for a match, false for the end of it, undefined for a glyph to pass over. */
  #look(
    glyph: Glyph,
    isContext: boolean,
    matches: ((glyph: Glyph) => boolean) | undefined,
    flag: number,
  ): boolean | undefined {
    if (!this.sees(glyph, flag)) return undefined
    const mayPass = this.#mayPass(glyph, isContext)
    if (!isContext && !this.#isOpen(glyph)) return mayPass ? undefined : false
    if (matches === undefined) return mayPass ? undefined : true
    if (matches(glyph)) return true
    return mayPass ? undefined : false
  }

  #isOpen(glyph: Glyph): boolean {
    if (this.isGpos) return true
    if ((glyph.mask & this.use.mask) === 0) return false
    return !this.use.isPerSyllable || glyph.syllable === this.current.syllable
  }

  #mayPass(glyph: Glyph, isContext: boolean): boolean {
    if (!glyph.isIgnorable) return false
    if (this.isGpos) return true
    if (glyph.isHidden) return false
    if (glyph.codePoint === ZWNJ) return isContext && this.use.skipsNonJoiner
    if (glyph.codePoint === ZWJ) return isContext || this.use.skipsJoiner
    return true
  }

  /**
   * Matches the glyphs behind the current one with a sequence; returns the places of all, the current one first, or
   * undefined.
   * @param at of the values of the second glyph and those behind it
   * @param count of all glyphs
   */
  matchInput(at: number, count: number, matches: Matches): number[] | undefined {
    const places = [this.index]
    const first = this.current
    let last = this.index
    for (let i = 1; i < count; i++) {
      const value = this.table.getUint16(at + (i - 1) * 2)
      const place = this.next(last, false, (glyph) => matches(value, glyph))
      if (place < 0 || !this.#staysTogether(first, this.glyphs[place] as Glyph)) return undefined
      places.push(place)
      last = place
    }
    return places
  }

  /** Marks of different components of a ligature do not go together. */
  #staysTogether(first: Glyph, glyph: Glyph): boolean {
    const isOnComponent = (one: Glyph) =>
      one.ligature !== 0 && one.component !== 0 && !one.isLigated && !one.isMultiplied
    if (isOnComponent(first)) return first.ligature === glyph.ligature && first.component === glyph.component
    return !isOnComponent(glyph) || glyph.ligature === first.ligature
  }

  matchBacktrack(at: number, count: number, matches: Matches): boolean {
    let place = this.index
    for (let i = 0; i < count; i++) {
      const value = this.table.getUint16(at + i * 2)
      place = this.previous(place, true, (glyph) => matches(value, glyph))
      if (place < 0) return false
    }
    return true
  }

  matchLookahead(from: number, at: number, count: number, matches: Matches): boolean {
    let place = from
    for (let i = 0; i < count; i++) {
      const value = this.table.getUint16(at + i * 2)
      place = this.next(place, true, (glyph) => matches(value, glyph))
      if (place < 0) return false
    }
    return true
  }

  /** Applies the lookups of a rule that matched, then stands at the last glyph that it matched. */
  applyRule(places: number[], records: number, count: number): void {
    const { lookup } = this
    let end = (places[places.length - 1] as number) + 1
    if (this.#depth < MOST_NESTED) {
      this.#depth++
      for (let i = 0; i < count; i++) {
        const place = places[this.table.getUint16(records + i * 4)]
        if (place === undefined || place >= this.glyphs.length) continue
        const before = this.glyphs.length
        this.index = place
        this.applyNested(this, this.table.getUint16(records + i * 4 + 2))
        this.lookup = lookup
        const change = this.glyphs.length - before
        if (change === 0) continue
        end = Math.max(place, end + change)
        moveMatches(places, this.table.getUint16(records + i * 4), change)
      }
      this.#depth--
    }
    this.index = Math.min(end, this.glyphs.length) - 1
  }
}

/** Follows the places of a match through a lookup that made more glyphs at one of them, or fewer. */
function moveMatches(places: number[], sequence: number, change: number): void {
  const place = places[sequence] as number
  if (change > 0) {
    const added = Array.from({ length: change }, (_, i) => place + 1 + i)
    for (let i = sequence + 1; i < places.length; i++) places[i] = (places[i] as number) + change
    places.splice(sequence + 1, 0, ...added)
    return
  }
  const removed = Math.min(-change, places.length - sequence - 1)
  places.splice(sequence + 1, removed)
  for (let i = sequence + 1; i < places.length; i++) places[i] = (places[i] as number) + change
}

/** Applies a contextual subtable (OpenType 1.9, "Sequence context" and "Chained sequence context"). */
export function applyContext(context: LookupContext, at: number, isChain: boolean): boolean {
  const format = context.table.getUint16(at)
  if (format === 3) return isChain ? applyChainFormat3(context, at) : applyFormat3(context, at)
  return applyRuleSets(context, at, format, isChain)
}

function applyRuleSets(context: LookupContext, at: number, format: number, isChain: boolean): boolean {
  const { table } = context
  const covered = coverageIndex(table, at + table.getUint16(at + 2), context.current.id)
  if (covered < 0) return false
  const definitions = format === 2 ? (isChain ? 3 : 1) : 0
  const setsAt = at + 4 + definitions * 2
  const classAt = (i: number) => at + table.getUint16(at + 4 + i * 2)
  const byClass =
    (definition: number): Matches =>
    (value, glyph) =>
      classOf(table, definition, glyph.id) === value
  const byId: Matches = (value, glyph) => glyph.id === value
  const inputClass = isChain ? 1 : 0
  const set = format === 2 ? classOf(table, classAt(inputClass), context.current.id) : covered
  if (set >= table.getUint16(setsAt)) return false
  const offset = table.getUint16(setsAt + 2 + set * 2)
  if (offset === 0) return false
  const rules = at + offset
  const input = format === 2 ? byClass(classAt(inputClass)) : byId
  const before = format === 2 && isChain ? byClass(classAt(0)) : byId
  const after = format === 2 && isChain ? byClass(classAt(2)) : byId
  for (let i = 0, count = table.getUint16(rules); i < count; i++) {
    const rule = rules + table.getUint16(rules + 2 + i * 2)
    if (isChain ? applyChainRule(context, rule, before, input, after) : applySimpleRule(context, rule, input))
      return true
  }
  return false
}

function applySimpleRule(context: LookupContext, rule: number, input: Matches): boolean {
  const { table } = context
  const count = Math.max(1, table.getUint16(rule))
  const places = context.matchInput(rule + 4, count, input)
  if (places === undefined) return false
  context.applyRule(places, rule + 4 + (count - 1) * 2, table.getUint16(rule + 2))
  return true
}

function applyChainRule(
  context: LookupContext,
  rule: number,
  before: Matches,
  input: Matches,
  after: Matches,
): boolean {
  const { table } = context
  const beforeCount = table.getUint16(rule)
  const inputAt = rule + 2 + beforeCount * 2
  const inputCount = Math.max(1, table.getUint16(inputAt))
  const afterAt = inputAt + 2 + (inputCount - 1) * 2
  const afterCount = table.getUint16(afterAt)
  const places = context.matchInput(inputAt + 2, inputCount, input)
  if (places === undefined) return false
  if (!context.matchBacktrack(rule + 2, beforeCount, before)) return false
  if (!context.matchLookahead(places[places.length - 1] as number, afterAt + 2, afterCount, after)) return false
  const records = afterAt + 2 + afterCount * 2
  context.applyRule(places, records + 2, table.getUint16(records))
  return true
}

function byCoverage({ table }: LookupContext, base: number): Matches {
  return (value, glyph) => coverageIndex(table, base + value, glyph.id) >= 0
}

function applyFormat3(context: LookupContext, at: number): boolean {
  const { table } = context
  const count = table.getUint16(at + 2)
  if (count === 0 || coverageIndex(table, at + table.getUint16(at + 6), context.current.id) < 0) return false
  const places = context.matchInput(at + 8, count, byCoverage(context, at))
  if (places === undefined) return false
  context.applyRule(places, at + 6 + count * 2, table.getUint16(at + 4))
  return true
}

function applyChainFormat3(context: LookupContext, at: number): boolean {
  const { table } = context
  const matches = byCoverage(context, at)
  const beforeCount = table.getUint16(at + 2)
  const inputAt = at + 4 + beforeCount * 2
  const inputCount = table.getUint16(inputAt)
  if (inputCount === 0 || !matches(table.getUint16(inputAt + 2), context.current)) return false
  const afterAt = inputAt + 2 + inputCount * 2
  const afterCount = table.getUint16(afterAt)
  const places = context.matchInput(inputAt + 4, inputCount, matches)
  if (places === undefined) return false
  if (!context.matchBacktrack(at + 4, beforeCount, matches)) return false
  if (!context.matchLookahead(places[places.length - 1] as number, afterAt + 2, afterCount, matches)) return false
  const records = afterAt + 2 + afterCount * 2
  context.applyRule(places, records + 2, table.getUint16(records))
  return true
}

/** Where the coverage of the glyphs begins at which a subtable may be applied. */
export function firstCoverageAt(table: Table, at: number, kind: 'context' | 'chain' | 'other'): number {
  if (kind === 'other' || table.getUint16(at) !== 3) return at + table.getUint16(at + 2)
  if (kind === 'context') return at + table.getUint16(at + 6)
  const input = at + 4 + table.getUint16(at + 2) * 2
  return at + table.getUint16(input + 2)
}

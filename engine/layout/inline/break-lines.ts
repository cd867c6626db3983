import { assertNever, invariant } from '../../base/invariant.js'
import type { AtomicBox, InlineBox, OutOfFlowBox } from '../../boxes/box-tree.js'
import { floatSide } from '../../boxes/out-of-flow.js'
import type { InlinePosition } from '../break-token.js'
import type { LayoutContext } from '../layout-types.js'
import { type LineStart, textIndent } from './align-line.js'
import type { AtomicInline } from './atomic-inline.js'
import { ANYWHERE, divideFirst, divideToFit, divisionsOf, fitsAtEnd } from './divide-word.js'
import { floatUnits, placeBehind, slotOfFirstLine } from './first-line.js'
import { clonedEnd, clonedEnds, clonedRoom, edgeRoom } from './inline-edges.js'
import { addHyphen, lastContent, trim } from './line-ends.js'
import type { LineSlot } from './line-slot.js'
import { isTransparent, type LineUnit, type Paragraph, type TabUnit, type Unit, type WordUnit } from './paragraph.js'
import { divideWord, isDivisible, shapeWordUnit } from './shape-text.js'

/** A step of work for each 2⁴ units that a line has looked at. */
const UNITS_PER_STEP = 4

/** A line's content, without the spaces that vanish at its ends. */
export interface BrokenLine {
  /** The content it was filled from: a first line with a style of its own has another than all others. */
  readonly paragraph: Paragraph
  /** In logical order. */
  readonly units: readonly LineUnit[]
  /** Inline boxes that continue from the line before, outermost first. */
  readonly openAtStart: readonly InlineBox[]
  /** `soft`: the line was full; `forced`: a break item; `last`: the paragraph ends. */
  readonly end: 'soft' | 'forced' | 'last'
  /** The paragraph begins with it. */
  readonly isFirst: boolean
  /** No content follows it. */
  readonly isLast: boolean
  readonly indent: number
  /** Width of the line box: less than the container's beside floats. */
  readonly room: number
  /** Content that may wrap is wider than the room. */
  readonly overflows: boolean
  /** No more lines are shown, though there is more to show (css-overflow-4 §4). */
  readonly clamped?: boolean
}

/** Where a line begins, for going back to it. */
export interface LineCursorState {
  readonly index: number
  readonly rest: WordUnit | undefined
  readonly open: readonly InlineBox[]
}

/**
 * Breaks a paragraph into lines, first fit: each line takes as much as it can (css-text-3 §5). A cursor over the
 * units; a word that is divided leaves its rest to the next line.
 */
export class LineCursor {
  /** Laid out once per width, whichever line they land on. */
  readonly atomics: ReadonlyMap<AtomicBox, AtomicInline>
  #index: number
  #rest: WordUnit | undefined
  #open: readonly InlineBox[]
  readonly #lastContent: number

  // State of the line being filled.
  /** Index of its first unit. */
  #start = 0
  #indent = 0
  #units: Unit[] = []
  /** Width of the line before each of its units. */
  #before: number[] = []
  /** Width of the line if it ends here, with the ends of boxes that clone their edges. */
  #width = 0
  /** Width of the line box. */
  #room = 0
  /** Width of the edges that wait for the ends of the boxes that are open here. */
  #ends = 0
  /** Index of the last unit before which the line may end, -1 for none. */
  #candidate = -1
  /** Index of the first unit before which the line may end but for its hyphen, which does not fit; -1 for none. */
  #hyphenated = -1
  /** Units before this one have no place at which they could be divided so that the line fits. */
  #undivided = 0
  #overflows = false
  /** The content that overflows would have wrapped, had there been room. */
  #isTooWide = false
  #hasLeaf = false
  #isFirst = false

  /** Fills the first line, where that has a style of its own; made when it is asked for. */
  #ofFirstLine: LineCursor | undefined
  #floatUnits: ReadonlyMap<OutOfFlowBox, number> | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly paragraph: Paragraph,
    private readonly availableWidth: number,
    origin: InlinePosition,
    atomics: ReadonlyMap<AtomicBox, AtomicInline>,
  ) {
    this.atomics = atomics
    this.#lastContent = lastContent(paragraph.units)
    this.#index = origin.unit
    this.#rest = restOf(ctx, paragraph, origin)
    this.#open = openAfter([], paragraph.units.slice(0, origin.unit))
  }

  /** There is content behind the last line. */
  get hasMore(): boolean {
    return this.#rest !== undefined || this.#index <= this.#lastContent
  }

  /** Where the next line begins. */
  get position(): InlinePosition {
    return { unit: this.#index, offset: this.#rest?.start }
  }

  /** Goes back to where an earlier line began. */
  goBack(state: LineCursorState): void {
    this.#index = state.index
    this.#rest = state.rest
    this.#open = state.open
  }

  get state(): LineCursorState {
    return { index: this.#index, rest: this.#rest, open: this.#open }
  }

  /** The line height of the next line if nothing on it asks for more. */
  get lineHeight(): number {
    const { strutAbove, strutBelow } = (this.#beginsFirstLine()?.paragraph ?? this.paragraph).rootStyle
    return strutAbove + strutBelow
  }

  /** @param slot where floats narrow the line */
  next(slot?: LineSlot): BrokenLine | undefined {
    const ofFirstLine = this.#beginsFirstLine()
    return ofFirstLine ? this.#nextFrom(ofFirstLine, slot) : this.#next(slot)
  }

  /** The cursor for the next line, if that is a first line with a style of its own. */
  #beginsFirstLine(): LineCursor | undefined {
    const { firstLine } = this.paragraph
    if (!firstLine || this.#lineStart() !== 'paragraph') return undefined
    this.#ofFirstLine ??= new LineCursor(this.ctx, firstLine, this.availableWidth, this.position, this.atomics)
    return this.#ofFirstLine
  }

  /** The next line from another cursor; continues behind it. Only floats stand before a first line, unit for unit. */
  #nextFrom(other: LineCursor, slot: LineSlot | undefined): BrokenLine | undefined {
    if (slot) this.#floatUnits ??= floatUnits(this.paragraph)
    other.goBack(this.state)
    const line = other.next(slot && this.#floatUnits && slotOfFirstLine(slot, this.#floatUnits))
    if (!line) return undefined
    const behind = placeBehind(this.paragraph, other.position)
    invariant(behind.unit > this.#index || behind.offset !== undefined, 'a first line with something on it')
    this.#index = behind.unit
    this.#rest = restOf(this.ctx, this.paragraph, behind)
    this.#open = other.#open
    return line
  }

  #next(slot: LineSlot | undefined): BrokenLine | undefined {
    const { units, breakBefore } = this.paragraph
    const start = this.#index
    if (start >= units.length) return undefined
    this.#beginLine(slot)
    for (let i = start; i < units.length; i++) {
      const unit = i === start && this.#rest ? this.#rest : (units[i] as Unit)
      if (this.#hasLeaf && breakBefore[i]) {
        if (this.#overflows) return this.#finish(i, undefined, 'soft')
        if (this.#hyphenFits()) this.#candidate = i
        else if (this.#hyphenated < 0) this.#hyphenated = i
      }
      if (unit.kind === 'out-of-flow') {
        if (slot && floatSide(unit.box)) this.#room = slot.placeFloat(unit, i, this.#hasLeaf ? this.#width : 0)
        this.#place(unit, 0)
        continue
      }
      if (unit.kind === 'break') {
        this.#place(unit, 0)
        return this.#finishForced(i, slot)
      }
      // An ideographic space behind another space may begin a line.
      if (unit.kind === 'space' && unit.hangs && !breakBefore[i]) {
        this.#place(unit, unit.collapsible && !this.#hasLeaf ? 0 : unit.width)
        if (!unit.collapsible) this.#hasLeaf = true
        continue
      }
      const sized = unit.kind === 'tab' ? this.#sizeTab(unit) : unit
      const width = this.#widthOf(sized)
      if (width > 0 && this.#width + width > this.#room) {
        const line = this.#breakBehind(i, sized)
        if (line) return line
        this.#overflows = true
        if (this.#wraps(sized)) this.#isTooWide = true
      }
      this.#place(sized, width)
      if (!isTransparent(sized)) this.#hasLeaf = true
    }
    return this.#finish(units.length, undefined, 'last')
  }

  #beginLine(slot: LineSlot | undefined): void {
    const lineStart = this.#lineStart()
    this.#start = this.#index
    this.#indent = textIndent(this.paragraph.root, lineStart, this.availableWidth)
    this.#isFirst = lineStart === 'paragraph'
    this.#units = []
    this.#before = []
    this.#width = this.#indent + clonedRoom(this.#open, this.availableWidth)
    this.#room = slot ? slot.room : this.availableWidth
    this.#ends = clonedEnds(this.#open, this.availableWidth)
    this.#candidate = -1
    this.#hyphenated = -1
    this.#undivided = this.#start
    this.#overflows = false
    this.#isTooWide = false
    this.#hasLeaf = false
  }

  /** Width of what a line holds, with its indent. */
  widthOfLine({ units, indent, openAtStart }: BrokenLine): number {
    let width = indent + clonedRoom(openAtStart, this.availableWidth)
    for (const unit of units) width += this.#widthOf(unit)
    return width
  }

  #lineStart(): LineStart {
    if (this.#rest) return 'line'
    let before = this.#index - 1
    while (this.paragraph.units[before]?.kind === 'out-of-flow') before--
    if (before < 0) return 'paragraph'
    return this.paragraph.units[before]?.kind === 'break' ? 'forced-break' : 'line'
  }

  #place(unit: Unit, width: number): void {
    this.#before.push(this.#width)
    this.#units.push(unit)
    this.#width += width
    if (unit.kind === 'open') this.#ends += clonedEnd(unit.box, this.availableWidth)
    else if (unit.kind === 'close') this.#ends -= clonedEnd(unit.box, this.availableWidth)
  }

  /** Boxes that end right behind a forced break end on its line. */
  #placeEnds(from: number): number {
    const { units } = this.paragraph
    let next = from
    while (units[next]?.kind === 'close') this.#place(units[next++] as Unit, 0)
    return next
  }

  /** Edges behind the last break of the paragraph belong to its line: they make no line of their own. */
  #placeRemaining(from: number, slot: LineSlot | undefined): number {
    const { units } = this.paragraph
    for (let i = from; i < units.length; i++) {
      const unit = units[i] as Unit
      if (slot && unit.kind === 'out-of-flow' && floatSide(unit.box)) slot.deferFloat(unit, i)
      this.#place(unit, 0)
    }
    return units.length
  }

  #widthOf(unit: LineUnit): number {
    switch (unit.kind) {
      case 'word':
      case 'space':
      case 'tab':
      case 'leader':
        return unit.width
      case 'open':
      case 'close':
        return edgeRoom(unit, this.availableWidth)
      case 'atomic':
        return this.atomics.get(unit.box)?.width ?? 0
      case 'break':
      case 'separator':
      case 'out-of-flow':
        return 0
      default:
        return assertNever(unit)
    }
  }

  #wraps(unit: Unit): boolean {
    return unit.kind === 'word' ? unit.run.style.wraps : this.paragraph.rootStyle.wraps
  }

  #sizeTab(unit: TabUnit): TabUnit {
    return { ...unit, width: widthToStop(unit, this.#width - this.#ends) }
  }

  /** A line ends at a soft hyphen whose hyphen does not fit only where it can end nowhere before. */
  #hyphenFits(): boolean {
    const last = this.#units.at(-1)
    if (last?.kind !== 'word' || !last.softHyphen) return true
    return fitsAtEnd(this.ctx, last, this.#width, this.#room)
  }

  /** Ends the line that `unit` made too wide; undefined when there is no place to break, so it overflows. */
  #breakBehind(index: number, unit: Unit): BrokenLine | undefined {
    const line =
      this.#divideAtOpportunity(index, unit) ??
      (this.#candidate > this.#start ? this.#finish(this.#candidate, undefined, 'soft') : undefined) ??
      this.#divideAnywhere(index, unit) ??
      (this.#hyphenated > this.#start ? this.#finish(this.#hyphenated, undefined, 'soft') : undefined)
    // The room only shrinks from here on: what could not be divided now is not asked again by the next unit.
    if (!line) this.#undivided = index + 1
    return line
  }

  /** Divides the last word that has an opportunity within the room, if it stands behind the last candidate. */
  #divideAtOpportunity(index: number, unit: Unit): BrokenLine | undefined {
    const { paragraph } = this
    const start = this.#start
    for (let k = index; k >= Math.max(this.#undivided, this.#candidate); k--) {
      const word = k === index ? unit : (this.#units[k - start] as Unit)
      if (word.kind !== 'word' || !word.run.style.wraps) continue
      const room = this.#room - this.#widthBefore(k - start)
      const parts = divideToFit(this.ctx, word, room, divisionsOf(this.ctx, paragraph, word))
      if (parts) return this.#finish(k, parts, 'soft')
    }
    if (
      this.#candidate > start ||
      this.#hyphenated > start ||
      unit.kind !== 'word' ||
      !unit.run.style.wraps ||
      unit.run.style.breaksAnywhere
    ) {
      return undefined
    }
    const parts = divideFirst(this.ctx, unit, divisionsOf(this.ctx, paragraph, unit))
    return parts && this.#finish(index, parts, 'soft')
  }

  /** `overflow-wrap: anywhere` and `break-word` (css-text-3 §5.5). */
  #divideAnywhere(index: number, unit: Unit): BrokenLine | undefined {
    const start = this.#start
    // An edge without room has its place behind the break.
    if (unit.kind === 'open' && this.#standsBetweenWords(index))
      return this.#finish(this.#beforeEdges(index), undefined, 'soft')
    if (isBreakSpace(unit) && this.#hasLeafBefore(index - start))
      return this.#finish(this.#beforeEdges(index), undefined, 'soft')
    for (let k = index; k >= this.#undivided; k--) {
      const word = k === index ? unit : (this.#units[k - start] as Unit)
      if (word.kind !== 'word' || !word.run.style.breaksAnywhere) continue
      const before = this.#widthBefore(k - start)
      const parts = divideToFit(this.ctx, word, this.#room - before, ANYWHERE)
      if (parts) return this.#finish(k, parts, 'soft')
      if (this.#hasLeafBefore(k - start)) return this.#finish(this.#beforeEdges(k), undefined, 'soft')
    }
    if (unit.kind !== 'word' || !unit.run.style.breaksAnywhere) return undefined
    const parts = divideFirst(this.ctx, unit, ANYWHERE)
    return parts && this.#finish(index, parts, 'soft')
  }

  /** Whether nothing but edges is between the start of a box and words on both sides that may be broken anywhere. */
  #standsBetweenWords(index: number): boolean {
    const { units } = this.paragraph
    let next = index + 1
    while (units[next]?.kind === 'open') next++
    let last = this.#beforeEdges(index) - 1 - this.#start
    while (this.#units[last]?.kind === 'close') last--
    return breaksAnywhere(units[next]) && breaksAnywhere(this.#units[last])
  }

  /** Boxes that begin right before a unit begin on its line. */
  #beforeEdges(index: number): number {
    let first = index
    while (this.#units[first - 1 - this.#start]?.kind === 'open') first--
    return first
  }

  #widthBefore(position: number): number {
    return this.#before[position] ?? this.#width
  }

  #hasLeafBefore(position: number): boolean {
    for (let i = 0; i < position; i++) {
      if (!isTransparent(this.#units[i] as Unit)) return true
    }
    return false
  }

  /** Completes the line with the forced break at `index`, which is placed, and the edges that belong to it. */
  #finishForced(index: number, slot: LineSlot | undefined): BrokenLine {
    const isLast = index === this.#lastContent
    const next = isLast ? this.#placeRemaining(index + 1, slot) : this.#placeEnds(index + 1)
    return this.#finish(next, undefined, next === this.paragraph.units.length ? 'last' : 'forced')
  }

  /**
   * Completes the line with the units before `next`, or the first of `parts` of unit `next`, and moves on.
   */
  #finish(next: number, parts: readonly [WordUnit, WordUnit] | undefined, end: BrokenLine['end']): BrokenLine {
    const units = this.#units
    this.ctx.work.spend(1 + (units.length >> UNITS_PER_STEP))
    units.length = Math.min(units.length, next - this.#start)
    if (parts) units.push(parts[0])
    const openAtStart = this.#open
    this.#open = openAfter(openAtStart, units)
    this.#index = next
    this.#rest = parts?.[1]
    if (end === 'soft') addHyphen(this.ctx, units)
    return {
      paragraph: this.paragraph,
      units: trim(units, end === 'soft'),
      openAtStart,
      end,
      isFirst: this.#isFirst,
      isLast: !this.hasMore,
      indent: this.#indent,
      room: this.#room,
      overflows: this.#isTooWide,
    }
  }
}

function breaksAnywhere(unit: Unit | undefined): boolean {
  return unit?.kind === 'word' && unit.run.style.breaksAnywhere
}

/** A space of `break-spaces` begins a line as any other character does. */
function isBreakSpace(unit: Unit): boolean {
  return unit.kind === 'space' && unit.run.style.breakSpaces && unit.run.style.breaksAnywhere
}

/** The part of a word that was divided before at `offset` in the text. */
function restOf(
  ctx: LayoutContext,
  { units, text }: Paragraph,
  { unit, offset }: InlinePosition,
): WordUnit | undefined {
  if (offset === undefined) return undefined
  const word = units[unit]
  invariant(word?.kind === 'word' && offset > word.start && offset < word.end, 'a word to continue with')
  // Divided by a first line that has no small capitals, of which some are longer than what they stand for.
  if (!isDivisible(word)) {
    return shapeWordUnit(ctx, word.run, text.slice(offset, word.end).toUpperCase(), { ...word, start: offset })
  }
  return divideWord(ctx, word, offset - word.start, false)[1]
}

/** Room from `at` to the next tab stop that is at least half a digit away (css-text-3 §4.2). */
export function widthToStop({ interval, minimum }: TabUnit, at: number): number {
  if (interval <= 0) return 0
  const room = (Math.floor(at / interval) + 1) * interval - at
  return room < minimum ? room + interval : room
}

function openAfter(open: readonly InlineBox[], units: readonly Unit[]): readonly InlineBox[] {
  let after: InlineBox[] | undefined
  for (const unit of units) {
    if (unit.kind === 'open') {
      after ??= [...open]
      after.push(unit.box)
    } else if (unit.kind === 'close') {
      after ??= [...open]
      after.pop()
    }
  }
  return after ?? open
}

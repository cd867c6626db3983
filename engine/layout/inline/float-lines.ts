import type { InlineRootBox, OutOfFlowBox } from '../../boxes/box-tree.js'
import { floatSide } from '../../boxes/out-of-flow.js'
import type { InlinePosition } from '../break-token.js'
import { inlineEffects, withEffects } from '../carried-effects.js'
import { type FloatContext, type PagedFragmentation, shrinkSpace } from '../constraint-space.js'
import {
  type ClearedSides,
  clearanceLine,
  type ExclusionSpace,
  type FloatSlot,
  lineSlotAt,
  nextLineTop,
  slotAt,
  waitsForNextPage,
} from '../floats/exclusion-space.js'
import { type FloatPage, placeFloat } from '../floats/place-float.js'
import { shapesBeside } from '../floats/shape-levels.js'
import type { LineFragment, OutOfFlowPlace, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveMargin } from '../sizing.js'
import { layoutAtomics } from './atomic-inline.js'
import { type BrokenLine, LineCursor, type LineCursorState } from './break-lines.js'
import { buildLine } from './build-line.js'
import { countedFrom, goesOn, linesLeft } from './clamped-lines.js'
import type { LineSlot } from './line-slot.js'
import { isTransparent, type OutOfFlowUnit, type Paragraph } from './paragraph.js'

/** The lines of a paragraph beside floats, as far as they are of interest for the page on which they stand. */
export interface FloatLineSet {
  readonly lines: readonly LineFragment[]
  /** Place of each line, from the top left corner of the paragraph. */
  readonly lefts: readonly number[]
  readonly tops: readonly number[]
  /** 0, then the bottom of each line. */
  readonly ends: readonly number[]
  /** Bottom of all lines, and of the floats that a `<br>` at their end clears. */
  readonly height: number
  /** Where each line begins; one more where the lines behind the last one wait for floats that it clears. */
  readonly positions: readonly InlinePosition[]
  /** The floats before each line, and after the last one. */
  readonly exclusions: readonly ExclusionSpace[]
  readonly floats: readonly { readonly line: number; readonly placed: PlacedFragment }[]
  /** The floats before the first line alone, without any line, where they push it down. */
  readonly leading?: FloatLineSet | undefined
  /** Absolutely positioned boxes that stand before the last of such floats. */
  readonly outOfFlow?: readonly OutOfFlowPlace[] | undefined
}

interface FloatLinesTask {
  readonly root: InlineRootBox
  readonly paragraph: Paragraph
  readonly context: FloatContext
  /** Width of the container. */
  readonly width: number
  readonly height: number | undefined
  readonly origin: InlinePosition
  readonly page: PagedFragmentation | undefined
}

/**
 * Breaks a paragraph into lines that are shortened by floats and carry floats of their own (CSS 2.2 §9.5), from
 * `origin` to a few lines beyond the end of the page.
 */
export function breakFloatLines(ctx: LayoutContext, task: FloatLinesTask): FloatLineSet {
  return new FloatLines(ctx, task).run()
}

/** A line that has found its place. */
interface PlacedLine {
  readonly line: BrokenLine
  readonly fragment: LineFragment
  readonly top: number
  readonly slot: Slot
}

class FloatLines {
  readonly #lines: LineFragment[] = []
  readonly #lefts: number[] = []
  readonly #tops: number[] = []
  readonly #ends: number[] = [0]
  readonly #positions: InlinePosition[] = []
  readonly #before: ExclusionSpace[]
  readonly #floats: { readonly line: number; readonly placed: PlacedFragment }[] = []
  readonly #cursor: LineCursor
  /** Lines that are shown. */
  readonly #most: number | 'none'
  #exclusions: ExclusionSpace
  /** Bottom of the lines so far, and of what the last one clears. */
  #bottom = 0
  #leading: FloatLineSet | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly task: FloatLinesTask,
  ) {
    const { root, paragraph, width, height, origin } = task
    this.#cursor = new LineCursor(ctx, paragraph, width, origin, layoutAtomics(ctx, paragraph, width, height))
    this.#most = linesLeft(root, origin)
    this.#exclusions = task.context.exclusions
    this.#before = [this.#exclusions]
  }

  run(): FloatLineSet {
    const { page, root, origin } = this.task
    let waits = this.#clear(origin, this.#exclusions)
    // Lines beyond the page are counted only as far as `widows` needs them.
    let beyond = page ? root.style.widows + 1 : 0
    while (!waits && this.#lines.length !== this.#most && (!page || this.#bottom <= page.room || beyond-- > 0)) {
      const { position } = this.#cursor
      const placed = this.#nextLine()
      if (!placed) break
      this.#positions.push(this.#counted(position))
      waits = this.#accept(placed)
    }
    if (waits && this.#lines.length !== this.#most) this.#positions.push(this.#counted(this.#cursor.position))
    return {
      lines: this.#lines,
      lefts: this.#lefts,
      tops: this.#tops,
      ends: this.#ends,
      height: this.#bottom,
      positions: this.#positions,
      exclusions: this.#before,
      floats: this.#floats,
      leading: this.#leading,
    }
  }

  /** Where the next line begins, with the lines before it where they are counted. */
  #counted(position: InlinePosition): InlinePosition {
    return this.#most === 'none' ? position : countedFrom(this.task.origin, position, this.#lines.length)
  }

  /** Breaks the next line at the highest place where it fits. */
  #nextLine(): PlacedLine | undefined {
    const start = this.#cursor.state
    let top = this.#bottom
    let leading: LeadingFloats = { exclusions: this.#exclusions, placed: [], last: -1 }
    for (;;) {
      this.#cursor.goBack(start)
      const placed = this.#lineAt(top, leading)
      if (!placed?.line.overflows || !placed.slot.isNarrowed) return placed
      // Not even the first word fits beside the floats. Those that come before it stay where they are.
      leading = placed.slot.leading
      const next = nextLineTop(leading.exclusions, this.task.context.y + top)
      if (next === undefined) return placed
      top = next - this.task.context.y
    }
  }

  /** Breaks the next line at `top`; once more if it turns out so tall that floats below make it narrower. */
  #lineAt(top: number, leading: LeadingFloats): PlacedLine | undefined {
    const start = this.#cursor.state
    const least = this.#cursor.lineHeight
    let height = least
    for (let round = 0; ; round++) {
      const placed = this.#lineOf(start, top, height, leading)
      if (!placed) return undefined
      const found = placed.fragment.height
      // The shape may be that of a float which the line itself begins with.
      const { shaped } = placed.slot.exclusions
      if (found < height && height > least && shaped) return this.#lowerLine(placed, start, leading)
      if (found <= height || round === MAX_ROUNDS || !placed.slot.narrows(found)) return placed
      height = found
    }
  }

  /**
   * A line in the room that one as high as itself has. What did not fit on it was higher, and left it less: it stays as it is
   * if that comes back.
   */
  #lowerLine(line: PlacedLine, start: LineCursorState, leading: LeadingFloats): PlacedLine | undefined {
    const end = this.#cursor.state
    const { height } = line.fragment
    const lower = this.#lineOf(start, line.top, height, leading)
    if (lower && lower.fragment.height <= height) return lower
    this.#cursor.goBack(end)
    return line
  }

  /** Breaks the next line with the room of a line of some height. */
  #lineOf(start: LineCursorState, top: number, height: number, leading: LeadingFloats): PlacedLine | undefined {
    const { ctx, task } = this
    this.#cursor.goBack(start)
    const slot = new Slot(ctx, { task, leading, top, height, isFirst: this.#lines.length === 0 })
    const line = this.#cursor.next(slot)
    if (!line) return undefined
    slot.cutAt(this.#cursor.position.unit, this.#cursor.position.offset !== undefined)
    const isLast = this.#lines.length + 1 === this.#most
    const clamped = isLast && goesOn(task.root, this.#cursor.hasMore)
    const shown = { ...line, room: slot.room, clamped }
    const fragment = buildLine(ctx, shown, task.width, this.#cursor.atomics)
    return { line, fragment, top, slot }
  }

  /**
   * Clears what a `<br>` right before a place does.
   * @returns whether some of those floats continue on the next page
   */
  #clear(position: InlinePosition, exclusions: ExclusionSpace): boolean {
    const sides = clearedBefore(this.task.paragraph, position)
    const line = clearanceLine(exclusions, sides)
    if (line !== undefined) this.#bottom = Math.max(this.#bottom, line - this.task.context.y)
    return waitsForNextPage(exclusions, sides)
  }

  /** @returns whether what follows the line waits for floats that continue on the next page */
  #accept({ fragment, top, slot }: PlacedLine): boolean {
    const { context } = this.task
    const index = this.#lines.length
    const bottom = top + fragment.height
    if (index === 0 && top > 0) this.#leading = this.#floatsAlone(slot.leading.placed)
    slot.placeDeferred(bottom)
    this.#lines.push(this.#withBlocksAtEdge(fragment, slot.left))
    this.#lefts.push(slot.left)
    this.#tops.push(top)
    this.#ends.push(bottom)
    this.#bottom = bottom
    const waits = this.#clear(this.#cursor.position, slot.exclusions)
    slot.placeTrailing(this.#bottom)
    this.#exclusions = slot.exclusions
    this.#before.push(slot.exclusions)
    for (const { placed } of slot.placed) this.#floats.push({ line: index, placed: placeFrom(context, placed) })
    return waits
  }

  /** Where blocks would stand, positioned boxes do not make way for floats as the line does that they are anchored in. */
  #withBlocksAtEdge(line: LineFragment, left: number): LineFragment {
    const { paragraph, width } = this.task
    if (!line.outOfFlow || (left === 0 && line.width === width)) return line
    const x = (paragraph.direction === 'rtl' ? width : 0) - left
    return {
      ...line,
      outOfFlow: line.outOfFlow.map((place) => (place.box.style.inlineLevel ? place : { ...place, x })),
    }
  }

  /** Those of some floats before the first line that have no content before them. */
  #floatsAlone(placed: readonly AnchoredFloat[]): FloatLineSet | undefined {
    const { context, origin, paragraph } = this.task
    let start = origin.unit
    for (let unit = paragraph.units[start]; unit && isTransparent(unit); unit = paragraph.units[start]) start++
    const alone = placed.filter(({ unit }) => unit < start)
    const last = alone.at(-1)
    return (
      last && {
        lines: [],
        lefts: [],
        tops: [],
        ends: [0],
        height: 0,
        positions: [this.#counted({ unit: last.unit + 1, offset: undefined })],
        exclusions: [last.after],
        floats: alone.map((float) => ({ line: -1, placed: placeFrom(context, float.placed) })),
        outOfFlow: this.#placesBefore(last),
      }
    )
  }

  /** Static positions of the absolutely positioned boxes before a float that comes before the first line. */
  #placesBefore({ unit: end, after }: AnchoredFloat): readonly OutOfFlowPlace[] | undefined {
    const { context, origin, paragraph, width } = this.task
    const slot = lineSlotAt(after, context.y, 0, { left: context.x, right: context.x + width })
    const rtl = paragraph.direction === 'rtl'
    const edge = rtl ? width : 0
    const inLine = slot.right > slot.left ? (rtl ? slot.right : slot.left) - context.x : edge
    const places: OutOfFlowPlace[] = []
    for (const unit of paragraph.units.slice(origin.unit, end)) {
      if (unit.kind !== 'out-of-flow' || floatSide(unit.box)) continue
      const { box, inline, affecting } = unit
      const x = box.style.inlineLevel ? inLine : edge
      places.push({ box, x, y: 0, alignX: rtl ? 'end' : 'start', inline, groups: affecting })
    }
    return places.length > 0 ? places : undefined
  }
}

/** The sides cleared by the `<br>` that ends the line before a place. */
function clearedBefore({ units }: Paragraph, { unit, offset }: InlinePosition): ClearedSides {
  if (offset !== undefined) return 'none'
  let before = unit - 1
  // Floats behind the last break stand below what it clears, those behind another one belong to the next line.
  const isEnd = unit === units.length
  while (units[before]?.kind === 'close' || (isEnd && units[before]?.kind === 'out-of-flow')) before--
  const last = units[before]
  return last?.kind === 'break' ? last.clear : 'none'
}

function placeFrom(context: FloatContext, { x, y, fragment }: PlacedFragment): PlacedFragment {
  return { x: x - context.x, y: y - context.y, fragment }
}

/** Floats that come before all content of a line. */
interface LeadingFloats {
  readonly exclusions: ExclusionSpace
  readonly placed: readonly AnchoredFloat[]
  /** Index of the unit of the last one, which may wait for the next page; -1 where there is none. */
  readonly last: number
}

interface AnchoredFloat {
  /** Index of its unit. */
  readonly unit: number
  readonly before: ExclusionSpace
  readonly after: ExclusionSpace
  readonly placed: PlacedFragment
}

interface WaitingFloat {
  /** Index of its unit. */
  readonly unit: number
  readonly float: OutOfFlowUnit
}

/** A line grows with what it holds; more often than this it does not become taller by becoming shorter. */
const MAX_ROUNDS = 3

/** As a power of two: floats with shapes that are looked at in the time that laying out a box takes. */
const SHAPES_PER_STEP = 4

/** The room of one line at one place, and the floats that are anchored in it. */
class Slot implements LineSlot {
  exclusions: ExclusionSpace
  readonly placed: AnchoredFloat[]
  /** The floats before the line, which stay if the line moves down. */
  leading: LeadingFloats
  #deferred: WaitingFloat[] = []
  readonly #trailing: WaitingFloat[] = []
  readonly #edges: FloatSlot
  #slot: FloatSlot

  constructor(
    private readonly ctx: LayoutContext,
    private readonly options: {
      readonly task: FloatLinesTask
      readonly leading: LeadingFloats
      readonly top: number
      readonly height: number
      readonly isFirst: boolean
    },
  ) {
    const { task, leading } = options
    const { x } = task.context
    this.leading = leading
    this.exclusions = leading.exclusions
    this.placed = [...leading.placed]
    this.#edges = { left: x, right: x + task.width }
    this.#slot = this.#measure()
  }

  get #y(): number {
    return this.options.task.context.y + this.options.top
  }

  #measure(): FloatSlot {
    const { shaped } = this.exclusions
    if (shaped) this.ctx.work.spend(1 + (shapesBeside(shaped.shapes) >> SHAPES_PER_STEP))
    return lineSlotAt(this.exclusions, this.#y, this.options.height, this.#edges)
  }

  get room(): number {
    return Math.max(0, this.#slot.right - this.#slot.left)
  }

  /** Left end of the line, from the left edge of the paragraph. */
  get left(): number {
    return this.#slot.left - this.#edges.left
  }

  get isNarrowed(): boolean {
    return this.#slot !== this.#edges
  }

  /** Whether a line of this height has less room. */
  narrows(height: number): boolean {
    const { left, right } = lineSlotAt(this.exclusions, this.#y, height, this.#edges)
    return left > this.#slot.left || right < this.#slot.right
  }

  placeFloat(float: OutOfFlowUnit, unit: number, used: number): number {
    // Floats come in their order: up to the last that stays, all of them do.
    if (unit <= this.leading.last) return this.room
    // Before all content a float takes the highest place there is, also below the top of the line (CSS 2.2 §9.5.1).
    if (this.#deferred.length > 0 || (used > 0 && !this.#fits(float.box, used))) {
      this.#deferred.push({ unit, float })
      return this.room
    }
    this.#place(float, unit, this.#y)
    if (used === 0) this.leading = { exclusions: this.exclusions, placed: [...this.placed], last: unit }
    this.#slot = this.#measure()
    return this.room
  }

  deferFloat(float: OutOfFlowUnit, unit: number): void {
    this.#trailing.push({ unit, float })
  }

  /** Whether a float can stand at the top of the line beside `used` px of content. */
  #fits(box: OutOfFlowBox, used: number): boolean {
    const { lastTop } = this.exclusions
    const clear = clearanceLine(this.exclusions, box.style.clear)
    if ((lastTop !== undefined && lastTop > this.#y) || (clear !== undefined && clear > this.#y)) return false
    const slot = slotAt(this.exclusions, this.#y, 0, this.#edges)
    if (used === 0 && slot === this.#edges) return true
    return this.#outerWidth(box) <= slot.right - slot.left - used
  }

  #outerWidth(box: OutOfFlowBox): number {
    const { width } = this.options.task
    const { marginLeft, marginRight } = box.style
    const fragment = this.ctx.layoutWhole(box, shrinkSpace(width, this.options.task.height))
    return resolveMargin(marginLeft, width) + fragment.width + resolveMargin(marginRight, width)
  }

  #place({ box, affecting }: OutOfFlowUnit, unit: number, y: number): void {
    const before = this.exclusions
    const { context, width } = this.options.task
    const effects = inlineEffects(affecting, { x: context.x, width }, context.effects)
    const result = placeFloat(this.ctx, before, {
      box,
      token: undefined,
      edges: this.#edges,
      containingHeight: this.options.task.height,
      y,
      page: this.#page(y),
      effects,
    })
    this.exclusions = result.exclusions
    const { exclusions: after, placed } = result
    if (!placed) return
    this.placed.push({ unit, before, after, placed: withEffects(placed, effects, context.effects?.box) })
  }

  #page(y: number): FloatPage | undefined {
    const { page, context } = this.options.task
    if (!page) return undefined
    // A float that stands below the line can continue below it on the next page.
    const atTop = page.atTop && this.options.isFirst && this.exclusions.lastTop === undefined && y <= this.#y
    const { room, freshRoom, policy } = page
    return { end: context.y + room, freshRoom, atTop, policy }
  }

  /** The line ends before a unit, or within it: floats from there on belong to later lines. */
  cutAt(unit: number, within: boolean): void {
    const end = within ? unit + 1 : unit
    this.#deferred = this.#deferred.filter((float) => float.unit < end)
    const first = this.placed.findIndex((float) => float.unit >= end)
    if (first < 0) return
    this.exclusions = this.placed[first]?.before ?? this.exclusions
    this.placed.length = first
    this.#slot = this.#measure()
  }

  /** Places the floats that found no room beside the line below it. */
  placeDeferred(bottom: number): void {
    for (const { float, unit } of this.#deferred) this.#place(float, unit, this.options.task.context.y + bottom)
  }

  /** Places the floats behind the break that ends the paragraph, below what that break clears. */
  placeTrailing(bottom: number): void {
    for (const { float, unit } of this.#trailing) this.#place(float, unit, this.options.task.context.y + bottom)
  }
}

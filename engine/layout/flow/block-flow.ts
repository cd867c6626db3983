import { invariant } from '../../base/invariant.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { APPEAL, type Appeal, type BreakPath, type Breakpoint, type BreakToken } from '../break-token.js'
import type { Fragmentation, PagedFragmentation } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutResult, PlacedResult } from '../layout-types.js'
import { inOnePiece } from './one-piece.js'
import { overflowing } from './overflow.js'

/**
 * The one place where breaks between pages are decided (css-break-3 §4), for everything that stacks children
 * one below the other: block containers, table sections, lists of flex lines.
 *
 * Every possible break has an appeal. When a child does not fit, the flow breaks before it, unless an earlier
 * place on the page is better; a better place between siblings costs nothing (later siblings are dropped
 * again), one inside an earlier sibling lays out that sibling once more with the break imposed. A flow that
 * could only break badly says so in its outcome, and the flow around it compares with its own places.
 */

/** What a flow asks of its owner. Asked for ascending indexes. */
export interface FlowSource {
  readonly count: number
  /** The break rule between `index - 1` and `index`, joined from both sides. */
  breakBetween(index: number): BreakBetween
  /**
   * Distance in px from the bottom of what stands above to the top of child `index`. `after-break`: the child
   * begins a page after an unforced break, where margins are truncated (css-break-3 §5.2). `continued`: the
   * child began on an earlier page, so there is no margin.
   * @param bottom bottom edge of what stands above, from the top of the flow's box
   */
  gapBefore(index: number, position: GapPosition, bottom: number): number
  /**
   * Places child `index` beside the flow if it is a float or absolutely positioned: it takes no room in the flow and
   * is not among its children. `break`: it and what follows wait for the next page.
   * @param bottom bottom edge of what stands above in the flow
   */
  beside?(index: number, bottom: number, page: BesidePage | undefined): 'in-flow' | 'placed' | 'break'
  /** Whether child `index` must wait for floats that go on on the next page. Asked after `gapBefore`. */
  waits?(index: number): boolean
  /**
   * Whether floats on this page push child `index` down, so that it does not stand at the top though nothing of the flow
   * stands above it. Asked after `gapBefore`.
   */
  belowFloats?(index: number): boolean
  /** Floats of the source stand on this page, so that the flow may go on with the next one without more. */
  hasFloats?(): boolean
  insideBreaks(index: number): InsideBreaks
  /** The child in one piece. `y` as for `layout`. */
  layoutWhole(index: number, y: number): BoxFragment
  /** The child, or the part of it that fits. `y` is its top edge from the top of the flow's box. */
  layout(index: number, fragmentation: Fragmentation, token: BreakToken | undefined, y: number): LayoutResult
  /** How much lower than where it was laid out a child must stand, in px, now that its first line is known. */
  lowering?(index: number, fragment: BoxFragment): number
  place(index: number, y: number, fragment: BoxFragment): PlacedFragment
}

/** The page on which something is placed beside the flow. */
export interface BesidePage {
  /** End of the page from the top of the flow's box. */
  readonly end: number
  readonly freshRoom: number
  /** Nothing in the flow stands above. */
  readonly atTop: boolean
  /** Nothing may overflow even there. */
  readonly strict?: boolean | undefined
}

export type GapPosition = 'flow-start' | 'after-break' | 'continued' | 'between'

/**
 * Whether a child may be broken inside. `avoid`: moved whole to the next page, broken only when it is taller
 * than a page. `prefer-whole`: likewise, but what is taller than a page starts where it stands. `never`: drawn
 * beyond the page rather than broken.
 */
export type InsideBreaks = 'auto' | 'prefer-whole' | 'avoid' | 'never'

/**
 * What stands side by side (lines of flex items, rows of a grid, table rows that a cell spans) is kept whole up to this
 * part of a page. AD-HOC: browsers break it anywhere; authors of cards and of groups mean them to stay together, but
 * moving what is taller would leave too much of a page empty.
 */
export const KEPT_WHOLE = 1 / 3

export interface FlowOptions {
  readonly fragmentation: Fragmentation
  /** Child to begin with and, when it was broken, where in it. */
  readonly startIndex: number
  readonly startToken: BreakToken | undefined
  /** Position of the first child for `gapBefore`. */
  readonly startPosition: GapPosition
  /** Space above the first child within the box: border, padding, repeated headers. */
  readonly startEdge: number
  /** Space that must fit below the last child: padding and border. */
  readonly endEdge: number
  /** Space that must fit below any child on a page: repeated footers. */
  readonly repeatedEnd: number
  /** Space that repeats above on each page and so is missing on a fresh one too. */
  readonly repeatedStart: number
  /** Every break inside violates a `break-inside: avoid` of the box. */
  readonly avoidInside: boolean
  /** Called when an earlier sibling is laid out again with a break imposed. */
  readonly onRerun: () => void
}

export interface FlowPlaced {
  readonly kind: 'placed'
  readonly children: PlacedFragment[]
  /** Bottom edge of the last child, from the top of the flow's box. */
  readonly bottom: number
  /** Where the flow goes on; undefined when all children are placed. */
  readonly next: FlowPosition | undefined
  readonly appeal: Appeal
  readonly breakpoint: Breakpoint | undefined
}

export interface FlowPosition {
  readonly index: number
  readonly child: BreakToken | undefined
  readonly forced: BreakBetween | undefined
}

export type FlowOutcome = FlowPlaced | { readonly kind: 'no-room' }

export function runFlow(source: FlowSource, options: FlowOptions): FlowOutcome {
  const { fragmentation } = options
  return fragmentation.kind === 'none'
    ? flowWhole(source, options)
    : new PagedFlow(source, options, fragmentation).run()
}

/** Without pages: every child below the one before. */
function flowWhole(source: FlowSource, options: FlowOptions): FlowPlaced {
  const children: PlacedFragment[] = []
  let bottom = options.startEdge
  let first = true
  for (let index = options.startIndex; index < source.count; index++) {
    if (source.beside && source.beside(index, bottom, undefined) !== 'in-flow') continue
    let y = bottom + source.gapBefore(index, first ? options.startPosition : 'between', bottom)
    first = false
    let result = source.layout(index, options.fragmentation, undefined, y)
    const lowering = loweringOf(source, index, result)
    if (lowering > 0) {
      y += lowering
      result = source.layout(index, options.fragmentation, undefined, y)
    }
    invariant(result.kind === 'placed', 'every box to be placed where there are no pages')
    const { fragment } = result
    children.push(source.place(index, y, fragment))
    bottom = y + fragment.height
  }
  return { kind: 'placed', children, bottom, next: undefined, appeal: APPEAL.perfect, breakpoint: undefined }
}

function loweringOf(source: FlowSource, index: number, result: LayoutResult): number {
  return (result.kind === 'placed' && source.lowering?.(index, result.fragment)) || 0
}

class PagedFlow {
  readonly #children: PlacedFragment[] = []
  #bottom: number
  #best: Breakpoint | undefined
  /** Index of the first child in the flow, once it has come. */
  #first: number | undefined
  /** Indexes of the children placed beside the flow. */
  readonly #beside: number[] = []

  constructor(
    private readonly source: FlowSource,
    private readonly options: FlowOptions,
    private readonly page: PagedFragmentation,
  ) {
    this.#bottom = options.startEdge
  }

  run(): FlowOutcome {
    const { source, options, page } = this
    const { startIndex } = options
    const { imposed } = page
    for (let index = startIndex; index < source.count; index++) {
      const beside = source.beside ? source.beside(index, this.#bottom, this.#besidePage()) : 'in-flow'
      if (beside === 'break') return this.#endBeforeFloat(index)
      if (beside === 'placed') {
        this.#beside.push(index)
        continue
      }
      this.#first ??= index
      const first = index === this.#first
      const between = first ? 'auto' : breakIn(page, source.breakBetween(index))
      if (!first && isForcedBreak(between))
        return this.#end({ index, child: undefined, forced: between }, APPEAL.forced)
      if (imposed?.kind === 'before' && imposed.index === index) {
        return this.#end({ index, child: undefined, forced: undefined }, APPEAL.perfect)
      }
      const appeal = between === 'avoid' ? APPEAL.violatesAvoid : APPEAL.perfect
      const token = first && index === startIndex ? options.startToken : undefined
      let top = this.#bottom + source.gapBefore(index, first ? options.startPosition : 'between', this.#bottom)
      const inner = imposed?.kind === 'inside' && imposed.index === index ? imposed.inner : undefined

      const waits = source.waits?.(index) ?? false
      let result = waits ? NO_ROOM : this.#child(index, top, token, inner)
      const lowering = loweringOf(source, index, result)
      if (lowering > 0) {
        top += lowering
        result = this.#child(index, top, token, inner)
      }
      if (result.kind === 'no-room') {
        if (first && (waits || page.atTop) && source.hasFloats?.())
          return this.#end({ index, child: token, forced: undefined }, APPEAL.perfect)
        return first ? result : this.#breakBefore(index, appeal)
      }
      if (!first) this.#record(appeal, { kind: 'before', index })
      if (result.token) {
        if (inner) return this.#endInside(index, top, result)
        return this.#breakInside(index, top, result)
      }
      if (result.breakpoint) {
        const { appeal, path } = result.breakpoint
        this.#record(appeal, { kind: 'inside', index, inner: path })
      }
      this.#place(index, top, result.fragment)
    }
    return this.#end(undefined, APPEAL.perfect)
  }

  #besidePage(): BesidePage {
    const { options, page } = this
    return {
      end: page.room - options.repeatedEnd,
      freshRoom: page.freshRoom - options.repeatedStart - options.repeatedEnd,
      atTop: page.atTop && this.#first === undefined,
      strict: page.strict,
    }
  }

  /** All that is left are floats that do not fit. */
  #endBeforeFloat(index: number): FlowOutcome {
    const isEmpty = this.#first === undefined && this.#beside.length === 0 && !this.source.hasFloats?.()
    if (isEmpty && (!this.page.atTop || this.page.strict)) return NO_ROOM
    return this.#end({ index, child: undefined, forced: undefined }, APPEAL.perfect)
  }

  /** Lays out one child with the room that is left. */
  #child(index: number, top: number, token: BreakToken | undefined, imposed: BreakPath | undefined): LayoutResult {
    const { source, options, page } = this
    const reserve = this.#reserveBelow(index)
    const room = page.room - top - options.repeatedEnd
    const freshRoom = page.freshRoom - options.repeatedStart - options.repeatedEnd
    const atTop = page.atTop && index === this.#first && !source.belowFloats?.(index)
    const { strict, inColumn } = page
    const fragmentation: PagedFragmentation = {
      kind: 'paged',
      room,
      reserve,
      freshRoom,
      atTop,
      strict,
      imposed,
      inColumn,
    }
    const inside = source.insideBreaks(index)
    if (inside === 'auto' || token || imposed) {
      return room < 0 && (!atTop || strict) ? NO_ROOM : source.layout(index, fragmentation, token, top)
    }
    const fragment = source.layoutWhole(index, top)
    if (fragment.height <= room - reserve) return inOnePiece(fragment)
    if (inside === 'never') {
      if (!atTop || page.strict) return NO_ROOM
      return inOnePiece(overflowing(fragment, 'content', fragment.height - (room - reserve)))
    }
    if (atTop) return source.layout(index, fragmentation, undefined, top)
    if (inside === 'avoid' || fragment.height <= freshRoom - reserve || room <= 0) return NO_ROOM
    return source.layout(index, fragmentation, undefined, top)
  }

  /** With the last child the box ends, and so may the boxes around it. */
  #reserveBelow(index: number): number {
    return index === this.source.count - 1 ? this.options.endEdge + this.page.reserve : 0
  }

  /** Child `index` does not fit at all. */
  #breakBefore(index: number, appeal: Appeal): FlowPlaced {
    const best = this.#best
    if (best && best.appeal > appeal) return this.#breakAt(best)
    return this.#end({ index, child: undefined, forced: undefined }, appeal)
  }

  /** Child `index` was broken inside: that break stands unless the flow has a better place above it. */
  #breakInside(index: number, top: number, result: PlacedResult): FlowPlaced {
    const best = this.#best
    if (best && best.appeal > result.appeal) return this.#breakAt(best)
    return this.#endInside(index, top, result)
  }

  #endInside(index: number, top: number, result: PlacedResult): FlowPlaced {
    this.#place(index, top, result.fragment)
    return this.#end({ index, child: result.token, forced: undefined }, result.appeal)
  }

  /** Goes back to an earlier place and ends the flow there. */
  #breakAt({ appeal, path }: Breakpoint): FlowPlaced {
    invariant(path.kind !== 'line', 'a break path of children in a flow of children')
    const { source, options } = this
    const kept = path.index - options.startIndex - this.#countBeside(path.index)
    const dropped = this.#children[kept]
    this.#children.length = Math.min(this.#children.length, kept)
    const last = this.#children.at(-1)
    this.#bottom = last ? last.y + heightOf(last) : options.startEdge
    if (path.kind === 'before') return this.#end({ index: path.index, child: undefined, forced: undefined }, appeal)
    invariant(dropped, 'a breakpoint inside a child that was placed')
    options.onRerun()
    const token = path.index === options.startIndex ? options.startToken : undefined
    const result = source.layout(path.index, this.#imposing(dropped.y, path), token, dropped.y)
    invariant(result.kind === 'placed' && result.token, 'an imposed break to be taken')
    this.#place(path.index, dropped.y, result.fragment)
    return this.#end({ index: path.index, child: result.token, forced: undefined }, appeal)
  }

  /** How many of the children before `index` stand beside the flow. */
  #countBeside(index: number): number {
    let count = this.#beside.length
    while (count > 0 && (this.#beside[count - 1] as number) >= index) count--
    return count
  }

  #imposing(top: number, path: BreakPath & { kind: 'inside' }): PagedFragmentation {
    const { options, page } = this
    return {
      kind: 'paged',
      room: page.room - top - options.repeatedEnd,
      reserve: this.#reserveBelow(path.index),
      freshRoom: page.freshRoom - options.repeatedStart - options.repeatedEnd,
      atTop: page.atTop && path.index === this.#first,
      strict: page.strict,
      imposed: path.inner,
      inColumn: page.inColumn,
    }
  }

  #record(appeal: Appeal, path: BreakPath): void {
    if (!this.#best || appeal >= this.#best.appeal) this.#best = { appeal, path }
  }

  /** How good a break is for what stands around a box that avoids breaks. Places within the box differ all the same. */
  #limit(appeal: Appeal): Appeal {
    const isLimited = this.options.avoidInside && appeal !== APPEAL.forced
    return isLimited && appeal > APPEAL.violatesAvoid ? APPEAL.violatesAvoid : appeal
  }

  #place(index: number, top: number, fragment: BoxFragment): void {
    this.#children.push(this.source.place(index, top, fragment))
    this.#bottom = top + fragment.height
  }

  #end(next: FlowPosition | undefined, appeal: Appeal): FlowPlaced {
    const best = this.#best
    return {
      kind: 'placed',
      children: this.#children,
      bottom: this.#bottom,
      next,
      appeal: next ? this.#limit(appeal) : appeal,
      breakpoint: next || !best ? undefined : { ...best, appeal: this.#limit(best.appeal) },
    }
  }
}

const NO_ROOM = { kind: 'no-room' } as const

function heightOf(placed: PlacedFragment): number {
  invariant(placed.fragment.kind === 'box', 'boxes in a flow')
  return placed.fragment.height
}

/** Whether a break value demands a break whatever the room. */
export function isForcedBreak(value: BreakBetween): boolean {
  return value !== 'auto' && value !== 'avoid' && value !== 'avoid-column'
}

/** What a break value means where it stands: those of columns mean nothing on a page. */
function breakIn({ inColumn }: PagedFragmentation, value: BreakBetween): BreakBetween {
  if (value === 'column') return inColumn ? value : 'auto'
  if (value === 'avoid-column') return inColumn ? 'avoid' : 'auto'
  return value
}

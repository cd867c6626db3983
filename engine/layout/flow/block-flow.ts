import { invariant } from '../../base/invariant.js'
import type { RenderStats } from '../../base/stats.js'
import type { BreakBetween } from '../../style/computed-style.js'
import {
  APPEAL,
  type Appeal,
  type BreakPath,
  type Breakpoint,
  type BreakToken,
  type FlowBreakToken,
  type FlowPosition,
  type OverflowingChild,
} from '../break-token.js'
import { type Fragmentation, type PagedFragmentation, type PagePolicy, withoutOverflow } from '../constraint-space.js'
import type { PlacedFragment } from '../fragment-tree.js'
import type { LayoutResult, PlacedResult } from '../layout-types.js'
import { isBarred } from './barred-calls.js'
import type { BesidePage, FlowSource, GapPosition } from './flow-source.js'
import { fitsWhole, inOnePiece, isSliced, markTooTall } from './pieces.js'

/**
 * The one place where breaks between pages are decided (css-break-3 §4), for everything that stacks children
 * one below the other: block containers, table sections, lists of flex lines.
 *
 * Every possible break has an appeal. When a child does not fit, the flow breaks before it, unless an earlier
 * place on the page is better; a better place between siblings costs nothing (later siblings are dropped
 * again), one inside an earlier sibling lays out that sibling once more with the break imposed. A flow that
 * could only break badly says so in its outcome, and the flow around it compares with its own places.
 */

export interface FlowOptions {
  readonly fragmentation: Fragmentation
  /** Child to begin with and, when it was broken, where in it. */
  readonly startIndex: number
  readonly startToken: BreakToken | undefined
  /** Children on earlier pages whose overflow continues above the first child. */
  readonly overflowing?: readonly OverflowingChild[] | undefined
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
  /** Counts how often an earlier sibling is laid out again with a break imposed. */
  readonly stats: RenderStats
}

/** The edges of a box on each of its pages, see `FlowOptions`; it has none when they are left out. */
type FlowEdges = Partial<Pick<FlowOptions, 'startEdge' | 'endEdge' | 'repeatedStart' | 'repeatedEnd' | 'avoidInside'>>

/** How a box flows on a page from where it was broken. */
export function flowFrom(
  stats: RenderStats,
  fragmentation: Fragmentation,
  token: FlowBreakToken | undefined,
  edges: FlowEdges,
): FlowOptions {
  return {
    fragmentation,
    startIndex: token?.index ?? 0,
    startToken: token?.child,
    overflowing: token?.overflowing,
    startPosition: startPosition(token),
    startEdge: edges.startEdge ?? 0,
    endEdge: edges.endEdge ?? 0,
    repeatedStart: edges.repeatedStart ?? 0,
    repeatedEnd: edges.repeatedEnd ?? 0,
    avoidInside: edges.avoidInside ?? false,
    stats,
  }
}

/** Margins at the start of a page stay after a forced break and are truncated after an unforced one (css-break-3 §5.2). */
function startPosition(token: FlowBreakToken | undefined): GapPosition {
  if (!token) return 'flow-start'
  if (token.child) return 'continued'
  return token.forced && isForcedBreak(token.forced) ? 'flow-start' : 'after-break'
}

export interface FlowPlaced {
  readonly kind: 'placed'
  readonly children: PlacedFragment[]
  /** Bottom edge of the last child, from the top of the flow's box. */
  readonly bottom: number
  /** Where the flow continues; undefined when all children are placed. */
  readonly next: FlowPosition | undefined
  /** Children that have ended, but not what overflows them; undefined when there are none. */
  readonly overflowing?: readonly OverflowingChild[] | undefined
  readonly appeal: Appeal
  readonly breakpoint: Breakpoint | undefined
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
    if (source.isBeside?.(index)) {
      source.beside?.(index, bottom, undefined)
      continue
    }
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
  /** Children whose overflow stands above the first child. */
  #above = 0
  /** Bottom edge of that. */
  #start: number
  #overflowing: OverflowingChild[] | undefined
  /** How good the worst break is in what overflows children that end here. */
  #overflowAppeal: Appeal = APPEAL.perfect
  /** That of the children. */
  readonly #policy: PagePolicy

  constructor(
    private readonly source: FlowSource,
    private readonly options: FlowOptions,
    private readonly page: PagedFragmentation,
  ) {
    this.#bottom = options.startEdge
    this.#start = options.startEdge
    this.#policy = source.takesOverflow ? page.policy : withoutOverflow(page.policy)
  }

  run(): FlowOutcome {
    const { source, options, page } = this
    const { startIndex } = options
    const { imposed } = page
    if (options.overflowing && !this.#placeOverflowing(options.overflowing)) return this.#endOverflowing()
    for (let index = startIndex; index < source.count; index++) {
      const isBeside = source.isBeside?.(index) ?? false
      if (!isBeside) this.#first ??= index
      const isFirst = this.#first === undefined || index === this.#first
      const token = isFirst && index === startIndex ? options.startToken : undefined
      const first = isFirst && (this.#above === 0 || token !== undefined)
      const between = first ? 'auto' : breakIn(page, source.breakBetween(index))
      if (isForcedBreak(between)) return this.#endAtForced(index, between)
      if (isBeside) {
        if (!this.#placeBeside(index)) return this.#endBeforeFloat(index)
        continue
      }
      if (isBefore(imposed, index)) return this.#end({ index, child: token, forced: undefined }, APPEAL.perfect)
      const appeal = between === 'avoid' ? APPEAL.violatesAvoid : this.#appealBefore(index)
      let top = this.#bottom + source.gapBefore(index, first ? options.startPosition : 'between', this.#bottom)
      top = this.#truncatedTop(index, top)
      const inner = pathInside(imposed, index)
      const waits = source.waits?.(index) ?? false
      let result = waits ? NO_ROOM : this.#child(index, top, token, inner)
      const lowering = loweringOf(source, index, result)
      if (lowering > 0) {
        top += lowering
        result = this.#child(index, top, token, inner)
      }
      if (result.kind === 'no-room')
        return first ? this.#endBeforeFirst(index, token, waits) : this.#breakBefore(index, appeal)
      if (!first) this.#recordBefore(index, appeal)
      if (result.token) {
        if (inner) return this.#endInside(index, top, result)
        const best = this.#best
        if (!isEnded(result.token)) return this.#breakInside(index, top, result)
        if (best && best.appeal > result.appeal) return this.#breakAt(best)
        this.#overflow(index, result.token)
        this.#overflowAppeal = worse(this.#overflowAppeal, result.appeal)
      }
      this.#recordInside(index, result)
      this.#place(index, top, result)
    }
    return this.#end(undefined, APPEAL.perfect)
  }

  #appealBefore(index: number): Appeal {
    return this.source.leavesOrphans?.(index) ? APPEAL.violatesOrphansOrWidows : APPEAL.perfect
  }

  /** Top edge of a child, not beyond the end of the page if it is nothing but margins. */
  #truncatedTop(index: number, top: number): number {
    const end = this.page.room - this.options.repeatedEnd
    return top > end && this.source.isOnlyMargin?.(index) ? Math.max(this.#bottom, end) : top
  }

  #endAtForced(index: number, between: BreakBetween): FlowPlaced {
    // The overflow comes first, so the break is still to come.
    const forced = this.#overflowing ? undefined : between
    return this.#end({ index, child: undefined, forced }, APPEAL.forced)
  }

  /** @returns whether the child is placed, or left to the next page without a break */
  #placeBeside(index: number): boolean {
    if (this.source.beside?.(index, this.#bottom, this.#besidePage()) === 'break') return false
    this.#beside.push(index)
    return true
  }

  /** Nothing fits of what overflows boxes above: floats may stand on the page without it. */
  #endOverflowing(): FlowOutcome {
    const { startIndex: index, startToken: child } = this.options
    if (!this.page.atTop || !this.source.hasFloats?.(false)) return NO_ROOM
    return this.#end({ index, child, forced: undefined }, APPEAL.perfect)
  }

  /** The first child does not fit: floats or overflow may stand on the page without it. */
  #endBeforeFirst(index: number, child: BreakToken | undefined, waits: boolean): FlowOutcome {
    const hasFloats = (waits || this.page.atTop) && this.source.hasFloats?.(waits)
    if (!hasFloats && this.#above === 0) return NO_ROOM
    return this.#end({ index, child, forced: undefined }, APPEAL.perfect)
  }

  /** @returns whether there is room for anything */
  #placeOverflowing(children: readonly OverflowingChild[]): boolean {
    for (const { index, child } of children) {
      const top = this.#bottom
      const atTop = this.page.atTop && this.#above === 0
      const result = this.source.layout(index, this.#space(index, top, atTop, undefined), child, top)
      if (result.kind === 'no-room') {
        this.#overflow(index, child)
        continue
      }
      this.#above++
      if (result.token) this.#overflow(index, result.token)
      this.#place(index, top, result)
    }
    this.#start = this.#bottom
    return this.#above > 0
  }

  #overflow(index: number, child: BreakToken): void {
    invariant(child.kind === 'flow', 'the token of a flow')
    this.#overflowing ??= []
    this.#overflowing.push({ index, child })
  }

  #besidePage(): BesidePage {
    const { options, page } = this
    return {
      end: page.room - options.repeatedEnd,
      freshRoom: page.freshRoom - options.repeatedStart - options.repeatedEnd,
      atTop: page.atTop && this.#first === undefined,
      policy: page.policy,
    }
  }

  /** All that is left are floats that do not fit. */
  #endBeforeFloat(index: number): FlowOutcome {
    const isEmpty = this.#first === undefined && this.#beside.length === 0 && !this.source.hasFloats?.(false)
    if (isEmpty && (!this.page.atTop || this.page.policy.strict)) return NO_ROOM
    return this.#end({ index, child: undefined, forced: undefined }, APPEAL.perfect)
  }

  /** Lays out one child with the room that is left. */
  #child(index: number, top: number, token: BreakToken | undefined, imposed: BreakPath | undefined): LayoutResult {
    const { source } = this
    const isAtTop = this.#isAtTop(index) && !source.belowFloats?.(index)
    const fragmentation = this.#space(index, top, isAtTop, imposed)
    const { room, reserve, freshRoom, atTop } = fragmentation
    const { strict } = this.page.policy
    const inside = token || imposed ? 'auto' : source.insideBreaks(index, this.page.policy)
    if (inside === 'auto') {
      return room < 0 && (!atTop || strict) ? NO_ROOM : source.layout(index, fragmentation, token, top)
    }
    const fragment = source.layoutWhole(index, top)
    if (fitsWhole(fragment, room, reserve) && !isBarred(fragmentation, fragment)) return inOnePiece(fragment)
    if (inside === 'never') {
      if (!atTop || strict) return NO_ROOM
      const { box } = fragment
      if (box.kind !== 'inline' && isSliced(box, fragmentation) && fragment.height > room)
        return source.layout(index, fragmentation, undefined, top)
      return inOnePiece(markTooTall(fragment, 'content', room, reserve))
    }
    if (atTop) return source.layout(index, fragmentation, undefined, top)
    const isShort = typeof inside === 'string' || fitsWhole(fragment, freshRoom * inside.keptUpTo, 0)
    if (inside === 'avoid' || (isShort && fitsWhole(fragment, freshRoom, reserve)) || room <= 0) return NO_ROOM
    return source.layout(index, fragmentation, undefined, top)
  }

  #isAtTop(index: number): boolean {
    return this.page.atTop && index === this.#first && this.#above === 0
  }

  /** The rest of the page, as a child sees it. */
  #space(index: number, top: number, atTop: boolean, imposed: BreakPath | undefined): PagedFragmentation {
    const { options, page } = this
    return {
      kind: 'paged',
      room: page.room - top - options.repeatedEnd,
      reserve: this.#reserveBelow(index),
      freshRoom: page.freshRoom - options.repeatedStart - options.repeatedEnd,
      atTop,
      imposed,
      policy: this.#policy,
    }
  }

  /** With the last child the box ends, and so may the boxes around it. */
  #reserveBelow(index: number): number {
    const { source, options, page } = this
    if (index < source.count - 1) return 0
    const reserve = options.endEdge + page.reserve
    return reserve > 0 && source.liftBelow ? Math.max(0, reserve - source.liftBelow(index)) : reserve
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
    this.#place(index, top, result)
    return this.#end({ index, child: result.token, forced: undefined }, result.appeal)
  }

  /** Goes back to an earlier place and ends the flow there. */
  #breakAt({ appeal, path }: Breakpoint): FlowPlaced {
    invariant(path.kind !== 'line', 'a break path of children in a flow of children')
    const { source, options } = this
    const kept = this.#above + path.index - options.startIndex - this.#countBeside(path.index)
    const dropped = this.#children[kept]
    this.#children.length = Math.min(this.#children.length, kept)
    this.#dropOverflowing(path.index)
    const last = kept > this.#above ? this.#children.at(-1) : undefined
    this.#bottom = last ? last.y + heightOf(last) : this.#start
    if (path.kind === 'before') return this.#end({ index: path.index, child: undefined, forced: undefined }, appeal)
    invariant(dropped, 'a breakpoint inside a child that was placed')
    options.stats.reruns++
    const token = path.index === options.startIndex ? options.startToken : undefined
    const page = this.#space(path.index, dropped.y, this.#isAtTop(path.index), path.inner)
    const result = source.layout(path.index, page, token, dropped.y)
    invariant(result.kind === 'placed' && result.token, 'an imposed break to be taken')
    this.#place(path.index, dropped.y, result)
    return this.#end({ index: path.index, child: result.token, forced: undefined }, appeal)
  }

  /** How many of the children before `index` stand beside the flow. */
  #countBeside(index: number): number {
    let count = this.#beside.length
    while (count > 0 && (this.#beside[count - 1] as number) >= index) count--
    return count
  }

  /** Children from `index` on are dropped again. */
  #dropOverflowing(index: number): void {
    const kept = this.#overflowing?.filter((each) => each.index < index)
    this.#overflowing = kept && kept.length > 0 ? kept : undefined
  }

  #record(appeal: Appeal, path: BreakPath): void {
    if (!this.#best || appeal >= this.#best.appeal) this.#best = { appeal, path }
  }

  #recordBefore(index: number, appeal: Appeal): void {
    if (this.source.canGoBackTo?.(index) ?? true) this.#record(appeal, { kind: 'before', index })
  }

  #recordInside(index: number, { breakpoint }: PlacedResult): void {
    if (breakpoint) this.#record(breakpoint.appeal, { kind: 'inside', index, inner: breakpoint.path })
  }

  /** How good a break is for what stands around a box that avoids breaks. Places within the box differ all the same. */
  #limit(appeal: Appeal): Appeal {
    const isLimited = this.options.avoidInside && appeal !== APPEAL.forced
    return isLimited && appeal > APPEAL.violatesAvoid ? APPEAL.violatesAvoid : appeal
  }

  #place(index: number, top: number, { fragment, extent }: PlacedResult): void {
    this.#children.push(this.source.place(index, top, fragment))
    this.#bottom = top + (extent ?? fragment.height)
  }

  #end(next: FlowPosition | undefined, place: Appeal): FlowPlaced {
    const best = this.#best
    const appeal = this.#overflowing ? worse(place, this.#overflowAppeal) : place
    return {
      kind: 'placed',
      children: this.#children,
      bottom: this.#bottom,
      next,
      overflowing: this.#overflowing,
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

function isBefore(path: BreakPath | undefined, index: number): boolean {
  return path?.kind === 'before' && path.index === index
}

/** The part of a path within child `index`, if it leads there. */
function pathInside(path: BreakPath | undefined, index: number): BreakPath | undefined {
  return path?.kind === 'inside' && path.index === index ? path.inner : undefined
}

function worse(one: Appeal, other: Appeal): Appeal {
  return one < other ? one : other
}

/** Whether a box has ended and only what overflows it continues. */
function isEnded(token: BreakToken): boolean {
  return token.kind === 'flow' && token.ended === true
}

/** Whether a break value demands a break whatever the room. */
export function isForcedBreak(value: BreakBetween): boolean {
  return value !== 'auto' && value !== 'avoid' && value !== 'avoid-column'
}

/** The meaning of a break value in its context: those of columns mean nothing on a page. */
export function breakIn({ policy }: PagedFragmentation, value: BreakBetween): BreakBetween {
  const inColumn = policy.columnHeight !== undefined
  if (value === 'column') return inColumn ? value : 'auto'
  if (value === 'avoid-column') return inColumn ? 'avoid' : 'auto'
  return value
}

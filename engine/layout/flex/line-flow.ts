import { invariant } from '../../base/invariant.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { boxFragment } from '../box-fragment.js'
import { type BreakToken, flowToken, openToken, type ParallelBreakToken, parallelToken } from '../break-token.js'
import type { Fragmentation, PagedFragmentation } from '../constraint-space.js'
import { isBarred } from '../flow/barred-calls.js'
import { joinBreaks, lineBreakBetween } from '../flow/break-values.js'
import type { FlowSource, GapPosition, InsideBreaks } from '../flow/flow-source.js'
import { hasForcedBreak } from '../flow/forced-breaks.js'
import { type ParallelChild, type ParallelPart, runParallel } from '../flow/parallel-flow.js'
import { fitsWhole, inOnePiece, reachOf, spillOf } from '../flow/pieces.js'
import { hasEdges, isKeptSideBySide } from '../flow/side-by-side.js'
import { endingPart } from '../flow/stacked-box.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import type { FlexContainer } from './flex-container.js'
import type { FlexItem } from './flex-item.js'
import type { FlexLayout, PlacedItem } from './flex-layout.js'
import { ItemSource } from './item-flow.js'

/** Flows side by side: the items of a line of a row, or all columns of a container. */
export interface Band {
  readonly top: number
  readonly height: number
  /** Each from top to bottom. */
  readonly columns: readonly (readonly PlacedItem[])[]
  /** Items that come before it, in the order of the pages: tokens name lines by it, for their width may change. */
  readonly itemsBefore: number
}

/** The bands of a container from top to bottom. */
export function bandsOf({ container, lines, height }: FlexLayout): readonly Band[] {
  if (!container.isRow) {
    const columns = lines.map(({ items }) => downwards(container, items))
    return columns.length === 0 ? [] : [{ top: 0, height, columns, itemsBefore: 0 }]
  }
  const bands: Band[] = []
  let itemsBefore = container.itemsBefore
  for (const { crossStart, crossSize, items } of downwardLines(container, lines)) {
    bands.push({ top: crossStart, height: crossSize, columns: items.map((item) => [item]), itemsBefore })
    itemsBefore += items.length
  }
  return bands
}

/** Lines of a row from top to bottom. */
export function downwardLines(container: FlexContainer, lines: FlexLayout['lines']): FlexLayout['lines'] {
  return container.crossFlipped ? [...lines].reverse() : lines
}

/** The band that begins after so many items. */
export function bandAfter(bands: readonly Band[], items: number): number {
  let low = 0
  let high = bands.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bands[middle]?.itemsBefore ?? 0) < items) low = middle + 1
    else high = middle
  }
  return low
}

/** Items of a column from top to bottom. */
export function downwards(container: FlexContainer, items: readonly PlacedItem[]): readonly PlacedItem[] {
  return container.mainFlipped ? [...items].reverse() : items
}

interface BandOptions {
  /** Left edge of the content box in the container. */
  readonly left: number
  /** Room of a page on which nothing stands yet. */
  readonly freshRoom: number
  /** Height of the content box on the pages before: free space between lines that ends there is gone. */
  readonly consumed: number
}

/** The bands of a container as a flow. Their fragments are made for it only: the container holds the items. */
export class BandSource implements FlowSource {
  readonly count: number

  constructor(
    private readonly ctx: LayoutContext,
    private readonly container: FlexContainer,
    private readonly bands: readonly Band[],
    private readonly options: BandOptions,
  ) {
    this.count = bands.length
  }

  /** Breaks between items of two lines are breaks between the lines (css-flexbox-1 §10). */
  breakBetween(index: number): BreakBetween {
    let value: BreakBetween = 'auto'
    for (const [before] of this.#band(index - 1).columns) {
      for (const [after] of this.#band(index).columns) {
        if (before && after) value = joinBreaks(value, lineBreakBetween(this.ctx, before.item.box, after.item.box))
      }
    }
    return value
  }

  gapBefore(index: number, position: GapPosition): number {
    const { top } = this.#band(index)
    // Lines of another width than those before begin at the top.
    const isNew = index === 0 && this.container.itemsBefore > 0
    if (position === 'continued' || isNew) return 0
    if (position === 'flow-start') return index === 0 ? top : 0
    const above = this.bands[index - 1]
    const gap = top - (above ? above.top + above.height : 0)
    if (position === 'between') return gap
    return gap > this.container.crossGap ? Math.max(0, top - this.options.consumed) : -this.#marginAbove(index)
  }

  /** How far the margins of all items keep them from the top of a line: they are truncated there (css-break-3 §5.2). */
  #marginAbove(index: number): number {
    let margin: number | undefined
    for (const [first] of this.#band(index).columns) {
      if (first) margin = Math.min(margin ?? first.item.margin.top, first.item.margin.top)
    }
    return Math.max(0, margin ?? 0)
  }

  insideBreaks(index: number): InsideBreaks {
    const band = this.#band(index)
    const { ctx, options } = this
    const isKept = isKeptSideBySide(ctx.profile, band.height, options.freshRoom, () =>
      band.columns.some((column) => column.some(({ item }) => hasEdges(ctx, item.box))),
    )
    return isKept && !this.#hasForcedBreak(band) ? 'prefer-whole' : 'auto'
  }

  layoutWhole(index: number): BoxFragment {
    const band = this.#band(index)
    const children: PlacedFragment[] = []
    for (const column of band.columns) {
      for (const { x, y, fragment } of column) children.push({ x: this.options.left + x, y: y - band.top, fragment })
    }
    const spill = spillOf(this.container.box, band.height, reachOf(children))
    return this.#fragment(children, band.height, spill)
  }

  layout(index: number, fragmentation: Fragmentation, token: BreakToken | undefined): LayoutResult {
    const band = this.#band(index)
    if (fragmentation.kind === 'none') return inOnePiece(this.layoutWhole(index))
    if (!token && !this.#hasForcedBreak(band)) {
      const whole = this.layoutWhole(index)
      const { room, reserve } = fragmentation
      if (fitsWhole(whole, room, reserve) && !isBarred(fragmentation, whole)) return inOnePiece(whole)
      const moves = this.ctx.profile.movesWithEdges && this.container.isRow && !fragmentation.atTop
      if (moves && fitsWhole(whole, room, 0)) return { kind: 'no-room' }
    }
    const resumed = parallelToken(token)
    const rest = this.#rest(band, resumed)
    const whole = this.#part(rest, fragmentation, resumed, rest !== band)
    const part = this.#mayEnd
      ? endingPart(whole, fragmentation, (page) => this.#part(rest, page, resumed, true))
      : whole
    if (part.kind === 'no-room') return part
    const { height, token: next, appeal } = part
    const children = next || !this.container.isRow ? part.children : filled(rest, part)
    return { kind: 'placed', fragment: this.#fragment(children, height), token: next, appeal, breakpoint: undefined }
  }

  /** Whether the height of a line follows from nothing but its items. */
  get #mayEnd(): boolean {
    const { isRow, height, minHeight } = this.container
    return !this.ctx.profile.keepsItemHeights && isRow && height === undefined && minHeight === 0
  }

  /** A line of a row as a page continues with it: an item that begins later than its line has less than its height left. */
  #rest(band: Band, resumed: ParallelBreakToken | undefined): Band {
    if (!resumed || !this.container.isRow) return band
    return { ...band, columns: band.columns.map((column, at) => restOf(band, column, resumed, at)) }
  }

  #part(
    band: Band,
    page: PagedFragmentation,
    resumed: ParallelBreakToken | undefined,
    grows: boolean,
  ): ParallelPart | { readonly kind: 'no-room' } {
    const children = band.columns.map((column) => this.#child(band, column, grows))
    return runParallel(children, page, resumed, this.ctx.stats)
  }

  place(_index: number, y: number, fragment: BoxFragment): PlacedFragment {
    return { x: 0, y, fragment }
  }

  #child(band: Band, column: readonly PlacedItem[], grows: boolean): ParallelChild {
    const [first] = column
    const last = column.at(-1)
    const start = first?.y ?? band.top
    return {
      source: new ItemSource(this.ctx, this.container, column, {
        start,
        left: this.options.left,
        consumed: start,
        grows,
        takesOverflow: false,
      }),
      top: start - band.top,
      isLowered: first !== undefined && isLowered(band, first),
      mayWait: this.container.isRow && start > band.top && this.ctx.profile.beginsWithoutItems,
      trailing: last?.item.margin.bottom ?? 0,
    }
  }

  #hasForcedBreak(band: Band): boolean {
    return band.columns.some((column) =>
      hasForcedBreak(
        this.ctx,
        column.map(({ item }) => item.box),
      ),
    )
  }

  #fragment(children: readonly PlacedFragment[], height: number, spill?: number): BoxFragment {
    const { box, width, edges } = this.container
    return boxFragment({ box, width: width + edges.horizontal, height, children, spill })
  }

  #band(index: number): Band {
    const band = this.bands[index]
    invariant(band, 'an index within the bands')
    return band
  }
}

/** Whether an item stands lower in its line than its margin puts it, and not for the sake of a shared baseline. */
function isLowered(band: Band, { y, item: { alignment, margin } }: PlacedItem): boolean {
  return y - band.top > margin.top && alignment.keyword !== 'baseline' && alignment.keyword !== 'last-baseline'
}

/** The items of a line that ends on a page: breaks may have made one longer than those that are stretched beside it. */
function filled({ columns }: Band, { children, height }: ParallelPart): readonly PlacedFragment[] {
  const stretched = new Map<BoxFragment['box'], FlexItem>()
  for (const [placed] of columns) {
    const item = placed?.item
    if (item?.stretches && item.box.kind !== 'replaced' && item.box.style.maxHeight === 'none') {
      stretched.set(item.box, item)
    }
  }
  return children.map((placed) => {
    const { y, fragment } = placed
    const item = fragment.kind === 'box' ? stretched.get(fragment.box) : undefined
    if (!item || fragment.kind !== 'box') return placed
    const wanted = height - y - item.margin.bottom
    return wanted > fragment.height ? { ...placed, fragment: boxFragment({ ...fragment, height: wanted }) } : placed
  })
}

/**
 * The item of a row as a later page continues with it: one that is stretched ends where its line would have ended,
 * also when it began later than the line.
 */
function restOf(
  band: Band,
  column: readonly PlacedItem[],
  resumed: ParallelBreakToken,
  at: number,
): readonly PlacedItem[] {
  const [only] = column
  if (!only?.item.stretches || only.fixedHeight === undefined) return column
  // The rows of a grid are laid out for one height.
  if (only.item.box.kind !== 'block' && only.item.box.kind !== 'flex') return column
  const start = startOf(band, only, resumed, at)
  const rest = band.height - resumed.consumed - Math.max(0, start) - only.item.margin.bottom
  // An item that has continued beyond its line is as tall as that was: it would never end if it grew with each page.
  return [{ ...only, fixedHeight: Math.min(only.fixedHeight, Math.max(0, rest) - Math.min(0, start)) }]
}

/** Where an item of a row begins, from where its line continues: above by what earlier pages hold of it, if it has begun. */
function startOf(band: Band, { y }: PlacedItem, resumed: ParallelBreakToken | undefined, at: number): number {
  if (!resumed) return y - band.top
  const token = flowToken(openToken(resumed.children[at]))?.child
  if (token?.kind === 'flow') return -token.consumed
  return token ? 0 : Math.max(0, y - band.top - resumed.consumed)
}

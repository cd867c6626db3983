import { BoundedCache } from '../../base/bounded-cache.js'
import { invariant } from '../../base/invariant.js'
import { hasGapRules } from '../../style/gap-rules.js'
import { boxFragment } from '../box-fragment.js'
import { type BreakToken, type FlowBreakToken, flowToken, isOver } from '../break-token.js'
import {
  type ConstraintSpace,
  type Fragmentation,
  isLeastHeight,
  type PagedFragmentation,
} from '../constraint-space.js'
import { arePlacesBarred } from '../flow/barred-calls.js'
import type { FlowSource } from '../flow/flow-source.js'
import { baselineWithin, clipsBelow, truncated } from '../flow/pieces.js'
import {
  boxFlow,
  consumedContent,
  heightsOf,
  layoutStackedBox,
  runBelowSpace,
  type StackedBox,
  type StackedContent,
  type StackedPart,
} from '../flow/stacked-box.js'
import type { BoxFragment, OutOfFlowPlace, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import { type FlexLayout, staticPlaces } from './flex-layout.js'
import { columnRules, type LineStretch, rowRules } from './flex-rules.js'
import { ItemSource } from './item-flow.js'
import { type Band, BandSource, bandAfter, bandsOf, downwards } from './line-flow.js'

/**
 * Places a container, or the part of it that fits, on a page (css-flexbox-1 §10): a column breaks between and inside its
 * items as blocks do, a row between its lines, and the items of a line that is too tall continue side by side.
 */
export function placeOnPage(
  ctx: LayoutContext,
  layout: FlexLayout,
  space: ConstraintSpace,
  given: BreakToken | undefined,
): LayoutResult {
  const { box, edges } = layout.container
  const token = flowToken(given)
  const heights = { definite: definiteHeight(layout, space), least: leastHeight(layout) }
  const stack: StackedBox<FlexContent> = {
    box,
    edges,
    heights: heightsOf(box, space, edges, heights),
    count: box.children.length,
    layout: (fragmentation) => layoutContent(ctx, layout, fragmentation, token),
    fragment: (content, part) => partFragment(ctx, layout, content, part),
  }
  return layoutStackedBox(ctx, stack, space, token)
}

/** The part of a container on a page. */
interface FlexContent extends StackedContent {
  readonly items: readonly PlacedFragment[]
  readonly outOfFlow: readonly OutOfFlowPlace[] | undefined
  /** Top edge of the content. */
  readonly top: number
  /** The lines of a row. */
  readonly lines: readonly LineStretch[]
}

function layoutContent(
  ctx: LayoutContext,
  layout: FlexLayout,
  page: Fragmentation,
  token: FlowBreakToken | undefined,
): FlexContent | undefined {
  invariant(page.kind === 'paged', 'a page for the part of a container')
  const { box, edges } = layout.container
  const outOfFlow = token ? undefined : staticPlaces(layout)
  if (arePlacesBarred(page, outOfFlow)) return undefined
  const { source, bands, trailing } = piecesOf(ctx, layout, page, token)
  const options = boxFlow(ctx, layout.container, page, token)
  const startIndex = bands ? bandAfter(bands, options.startIndex) : options.startIndex
  const flow = runBelowSpace(source, { ...options, startIndex })
  if (flow.kind === 'no-room') return undefined
  const { next } = flow
  const below = token?.ended ? 0 : edges.border.bottom + edges.padding.bottom
  const end = page.room - page.reserve - below
  return {
    flow,
    // Tokens name bands by the items before them.
    next: next && bands ? { ...next, index: bands[next.index]?.itemsBefore ?? box.children.length } : next,
    bottom: next ? flow.bottom : truncated(flow.bottom + trailing, flow.bottom, end),
    isOver: !next || isOver(next, source.count),
    items: bands ? itemsOf(flow.children) : flow.children,
    outOfFlow,
    top: options.startEdge,
    lines:
      bands && layout.container.isRow && hasGapRules(box.style)
        ? stretchesOf(bands, startIndex, flow.children)
        : NO_LINES,
  }
}

const NO_LINES: readonly LineStretch[] = []

/** @param parts of bands, from that of the index on */
function stretchesOf(bands: readonly Band[], start: number, parts: readonly PlacedFragment[]): readonly LineStretch[] {
  return parts.flatMap(({ y, fragment }, index) => {
    if (fragment.kind !== 'box') return []
    const columns = bands[start + index]?.columns ?? []
    return [{ from: y, to: y + fragment.height, items: columns.flat() }]
  })
}

function partFragment(ctx: LayoutContext, layout: FlexLayout, content: FlexContent, part: StackedPart): BoxFragment {
  const { box, width, edges } = layout.container
  const { height, border, padding, cut } = part
  return boxFragment({
    box,
    width: width + edges.horizontal,
    height,
    border,
    padding,
    children: content.items,
    ...baselines(layout, content.top, part),
    outOfFlow: content.outOfFlow,
    cut,
    collapsedBorders: partRules(ctx, layout, content, part),
  })
}

function partRules(ctx: LayoutContext, layout: FlexLayout, { lines, items, top }: FlexContent, part: StackedPart) {
  const { container } = layout
  if (!hasGapRules(container.style)) return undefined
  if (container.isRow) return rowRules(container, lines)
  const { height, border, padding } = part
  return columnRules(ctx, layout, items, { from: top, to: height - border.bottom - padding.bottom })
}

/** The units that the container stacks: its items in a column, else bands of items side by side. */
interface Pieces {
  readonly source: FlowSource
  readonly bands: readonly Band[] | undefined
  /** Margin below the last piece, if that does not stand on earlier pages. */
  readonly trailing: number
}

function piecesOf(
  ctx: LayoutContext,
  layout: FlexLayout,
  page: PagedFragmentation,
  token: FlowBreakToken | undefined,
): Pieces {
  const { container } = layout
  const { border, padding } = container.edges
  const left = border.left + padding.left
  const consumed = consumedContent(container, token)
  const [line] = layout.lines
  if (!container.isRow && layout.lines.length === 1 && line) {
    const items = downwards(container, line.items)
    const source = new ItemSource(ctx, container, items, {
      start: 0,
      left,
      consumed,
      grows: false,
      takesOverflow: !clipsBelow(container.box),
    })
    const isPast = token !== undefined && token.index >= items.length
    return { source, bands: undefined, trailing: isPast ? 0 : (items.at(-1)?.item.margin.bottom ?? 0) }
  }
  const bands = keptBands(ctx, layout)
  const source = new BandSource(ctx, container, bands, { left, freshRoom: page.freshRoom, consumed })
  return { source, bands, trailing: 0 }
}

/** Whether a line of the container begins where it continues: measuring it on a page of another width made other lines. */
export function holdsPlace(ctx: LayoutContext, layout: FlexLayout, token: BreakToken): boolean {
  if (!layout.container.isRow || token.kind !== 'flow') return true
  const bands = keptBands(ctx, layout)
  const next = bands[bandAfter(bands, token.index)]
  const last = bands.at(-1)
  return next ? next.itemsBefore === token.index : !last || last.itemsBefore + last.columns.length <= token.index
}

interface CachedBands {
  readonly lines: FlexLayout['lines']
  readonly bands: readonly Band[]
}

function createBandCache(): BoundedCache<number, CachedBands> {
  return new BoundedCache(64)
}

function keptBands(ctx: LayoutContext, layout: FlexLayout): readonly Band[] {
  const cache = ctx.cache(createBandCache)
  const { id } = layout.container.box
  const known = cache.get(id)
  if (known?.lines === layout.lines) return known.bands
  const bands = bandsOf(layout)
  cache.set(id, { lines: layout.lines, bands })
  return bands
}

/** The border-box height that the container has whatever its content needs. */
export function definiteHeight(layout: FlexLayout, space: ConstraintSpace): number | undefined {
  const { height, growsWithContent } = layout.container
  return height === undefined || growsWithContent || isLeastHeight(space) ? undefined : leastHeight(layout)
}

function leastHeight({ container: { height, edges } }: FlexLayout): number {
  return height === undefined ? 0 : height + edges.vertical
}

/** The items of bands, placed in the container. */
function itemsOf(bands: readonly PlacedFragment[]): readonly PlacedFragment[] {
  const children: PlacedFragment[] = []
  for (const band of bands) {
    if (band.fragment.kind !== 'box') continue
    for (const { x, y, fragment } of band.fragment.children) children.push({ x, y: band.y + y, fragment })
  }
  return children
}

/**
 * Those of the whole container, on the pages where they are.
 * @param top top edge of the content
 */
function baselines(
  { firstBaseline, lastBaseline }: FlexLayout,
  top: number,
  { isFirst, broken, height }: StackedPart,
): Pick<BoxFragment, 'firstBaseline' | 'lastBaseline'> {
  const first = isFirst && firstBaseline !== undefined ? top + firstBaseline : undefined
  return {
    firstBaseline: broken ? baselineWithin(first, height) : first,
    lastBaseline: isFirst && !broken && lastBaseline !== undefined ? top + lastBaseline : undefined,
  }
}

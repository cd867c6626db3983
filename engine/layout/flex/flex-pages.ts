import { BoundedCache } from '../../base/bounded-cache.js'
import { boxHeight, breakToken, flowToken, isTooTall, startPosition, usedInsets } from '../block/layout-block.js'
import type { BreakToken, FlowBreakToken } from '../break-token.js'
import { type ConstraintSpace, isLeastHeight, type PagedFragmentation } from '../constraint-space.js'
import { type FlowPlaced, type FlowSource, runFlow } from '../flow/block-flow.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import { type FlexLayout, staticPlaces } from './flex-layout.js'
import { ItemSource } from './item-flow.js'
import { type Band, BandSource, bandAfter, bandsOf, downwards } from './line-flow.js'

/**
 * Places a container, or the part of it that fits, on a page (css-flexbox-1 §10): a column breaks between and inside its
 * items as blocks do, a row between its lines, and the items of a line that is too tall go on side by side.
 */
export function placeOnPage(
  ctx: LayoutContext,
  layout: FlexLayout,
  space: ConstraintSpace,
  page: PagedFragmentation,
  given: BreakToken | undefined,
): LayoutResult {
  const { box, style, edges } = layout.container
  const token = given && flowToken(given)
  const clones = style.boxDecorationBreak === 'clone'
  const startInsets = !token || clones
  const startEdge = startInsets ? edges.border.top + edges.padding.top : 0
  const endEdge = edges.border.bottom + edges.padding.bottom
  const pieces = piecesOf(ctx, layout, page, token)
  const flow = runFlow(pieces.source, {
    fragmentation: page,
    startIndex: pieces.bands ? bandAfter(pieces.bands, token?.index ?? 0) : (token?.index ?? 0),
    startToken: token?.child,
    startPosition: startPosition(token),
    startEdge,
    endEdge: clones ? 0 : endEdge,
    repeatedStart: clones ? startEdge : 0,
    repeatedEnd: clones ? endEdge : 0,
    avoidInside: style.breakInside === 'avoid',
    onRerun: () => {
      ctx.stats.reruns++
    },
  })
  if (flow.kind === 'no-room') return flow

  const automatic = flow.bottom + (flow.next ? 0 : pieces.trailing) + endEdge
  const wanted = wantedHeight(layout, automatic + (token?.consumed ?? 0), token !== undefined && isLeastHeight(space))
  const height = boxHeight(space, box, edges, wanted, automatic, token, flow)
  const broken = flow.next !== undefined || height.rest > 0
  if (!broken && isTooTall(page, height.used)) {
    if (flow.breakpoint) return breakEarlier(ctx, layout, space, page, given, flow)
    if (!page.atTop && !token) return { kind: 'no-room' }
  }
  const outOfFlow = token ? undefined : staticPlaces(layout)
  const insets = usedInsets(edges, startInsets, !broken || clones)
  return {
    kind: 'placed',
    fragment: {
      kind: 'box',
      box,
      style,
      width: layout.container.width + edges.horizontal,
      height: height.used,
      border: insets.border,
      padding: insets.padding,
      children: pieces.bands ? itemsOf(flow.children) : flow.children,
      ...baselines(layout, token, broken, startEdge),
      image: undefined,
      collapsedBorders: undefined,
      ...(outOfFlow && { outOfFlow }),
      ...((broken || token) && { cut: { top: token !== undefined, bottom: broken } }),
    },
    token: broken ? pageToken(layout, pieces, flow, (token?.consumed ?? 0) + height.used) : undefined,
    appeal: flow.appeal,
    breakpoint: broken ? undefined : flow.breakpoint,
  }
}

/** What the container stacks: its items in a column, else bands of items side by side. */
interface Pieces {
  readonly source: FlowSource
  readonly bands: readonly Band[] | undefined
  /** Margin below the last piece. */
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
  const consumed = token ? token.consumed - border.top - padding.top : 0
  const [line] = layout.lines
  if (!container.isRow && layout.lines.length === 1 && line) {
    const items = downwards(container, line.items)
    const source = new ItemSource(ctx, container, items, { start: 0, left, consumed })
    return { source, bands: undefined, trailing: items.at(-1)?.item.margin.bottom ?? 0 }
  }
  const bands = keptBands(ctx, layout)
  const source = new BandSource(ctx, container, bands, { left, freshRoom: page.freshRoom, consumed })
  return { source, bands, trailing: 0 }
}

interface CachedBands {
  readonly layout: FlexLayout
  readonly bands: readonly Band[]
}

function createBandCache(): BoundedCache<number, CachedBands> {
  return new BoundedCache(64)
}

function keptBands(ctx: LayoutContext, layout: FlexLayout): readonly Band[] {
  const cache = ctx.cache(createBandCache)
  const { id } = layout.container.box
  const known = cache.get(id)
  if (known?.layout === layout) return known.bands
  const bands = bandsOf(layout)
  cache.set(id, { layout, bands })
  return bands
}

/** Where the container goes on: bands are named by the items before them. */
function pageToken({ container }: FlexLayout, pieces: Pieces, flow: FlowPlaced, consumed: number): FlowBreakToken {
  const token = breakToken(flow, container.box.children.length, consumed)
  const { bands } = pieces
  if (!bands || !flow.next) return token
  return { ...token, index: bands[flow.next.index]?.itemsBefore ?? container.box.children.length }
}

/** Border-box height of the whole container where its content does not decide. */
function wantedHeight({ container }: FlexLayout, least: number, grows: boolean): number | undefined {
  if (container.height === undefined) return undefined
  const height = container.height + container.edges.vertical
  return container.growsWithContent || grows ? Math.max(height, least) : height
}

/** The container cannot end on this page though its content could: it is broken before its last piece. */
function breakEarlier(
  ctx: LayoutContext,
  layout: FlexLayout,
  space: ConstraintSpace,
  page: PagedFragmentation,
  token: BreakToken | undefined,
  flow: FlowPlaced,
): LayoutResult {
  if (!flow.breakpoint) return { kind: 'no-room' }
  ctx.stats.reruns++
  const { path, appeal } = flow.breakpoint
  const result = placeOnPage(ctx, layout, space, { ...page, imposed: path }, token)
  return result.kind === 'placed' ? { ...result, appeal } : result
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

/** Those of the whole container, on the pages where they are. */
function baselines(
  { firstBaseline, lastBaseline }: FlexLayout,
  token: FlowBreakToken | undefined,
  broken: boolean,
  top: number,
): Pick<BoxFragment, 'firstBaseline' | 'lastBaseline'> {
  return {
    firstBaseline: token || firstBaseline === undefined ? undefined : top + firstBaseline,
    lastBaseline: token || broken || lastBaseline === undefined ? undefined : top + lastBaseline,
  }
}

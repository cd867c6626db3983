import { BoundedCache } from '../../base/bounded-cache.js'
import { boxFragment } from '../box-fragment.js'
import type { BreakToken, FlowBreakToken } from '../break-token.js'
import { type ConstraintSpace, isLeastHeight, type PagedFragmentation } from '../constraint-space.js'
import { arePlacesBarred } from '../flow/barred-calls.js'
import type { FlowPlaced } from '../flow/block-flow.js'
import {
  afterAll,
  baselineWithin,
  boxFlow,
  brokenAt,
  cutSides,
  flowToken,
  imposeBreak,
  isOver,
  isTooTall,
  partHeight,
  partInsets,
  tokenAt,
  truncated,
  withoutRest,
} from '../flow/broken-box.js'
import { runBelowSpace } from '../flow/empty-page.js'
import { clipsBelow, greatestHeight, mayEnd } from '../flow/ended-box.js'
import type { FlowSource } from '../flow/flow-source.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import { limitBoxHeight } from '../sizing.js'
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
  const { box, edges } = layout.container
  const token = flowToken(given)
  const outOfFlow = token ? undefined : staticPlaces(layout)
  if (arePlacesBarred(page, outOfFlow)) return { kind: 'no-room' }
  const pieces = piecesOf(ctx, layout, page, token)
  const options = boxFlow(ctx, layout.container, page, token)
  const startIndex = pieces.bands ? bandAfter(pieces.bands, options.startIndex) : options.startIndex
  const flow = runBelowSpace(pieces.source, { ...options, startIndex })
  if (flow.kind === 'no-room') return flow

  const consumed = token?.consumed ?? 0
  const below = token?.ended ? 0 : edges.border.bottom + edges.padding.bottom
  const end = page.room - page.reserve - below
  const automatic = (flow.next ? flow.bottom : truncated(flow.bottom + pieces.trailing, flow.bottom, end)) + below
  const definite = definiteHeight(layout, space)
  const wanted = definite ?? Math.max(leastHeight(layout), consumed + automatic)
  const rest = Math.max(0, limitBoxHeight(box, space, edges, wanted) - consumed)
  const left = withoutRest(page, rest, automatic, space.fixedHeight !== undefined)
  const greatest = flow.next && mayEnd(box, space, flow) ? greatestHeight(box, space, edges, definite) : undefined
  const limit = greatest === undefined ? undefined : Math.max(0, greatest - consumed)
  const height = partHeight(page, token, { left, automatic, limit }, flow)
  const broken = !height.ended && (flow.next !== undefined || height.rest > 0)
  if (!broken && isTooTall(page, height.used)) {
    if (flow.breakpoint) {
      const again = imposeBreak(ctx, page, flow.breakpoint)
      return brokenAt(flow.breakpoint, placeOnPage(ctx, layout, space, again, given))
    }
    if (!page.atTop && !token) return { kind: 'no-room' }
  }
  const goesOn = broken || flow.overflowing !== undefined || (flow.next !== undefined && !clipsBelow(box))
  const cut = cutSides(!token, !goesOn, !broken && !token?.ended)
  const { border, padding } = partInsets(layout.container, token, { isLast: !broken })
  return {
    kind: 'placed',
    fragment: boxFragment({
      box,
      width: layout.container.width + edges.horizontal,
      height: height.used,
      border,
      padding,
      children: pieces.bands ? itemsOf(flow.children) : flow.children,
      ...baselines(layout, { token, broken, top: options.startEdge, height: height.used }),
      outOfFlow,
      cut,
    }),
    token: goesOn
      ? pageToken(layout, pieces, flow, {
          consumed: consumed + height.used,
          ended: broken ? undefined : true,
          stretched: space.fixedHeight !== undefined && (!flow.next || isOver(flow.next, pieces.source.count)),
        })
      : undefined,
    ...(token?.ended && { extent: automatic }),
    appeal: flow.appeal,
    breakpoint: broken ? undefined : flow.breakpoint,
  }
}

/** What the container stacks: its items in a column, else bands of items side by side. */
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
  const consumed = token ? token.consumed - border.top - padding.top : 0
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
    const isOver = token !== undefined && token.index >= items.length
    return { source, bands: undefined, trailing: isOver ? 0 : (items.at(-1)?.item.margin.bottom ?? 0) }
  }
  const bands = keptBands(ctx, layout)
  const source = new BandSource(ctx, container, bands, { left, freshRoom: page.freshRoom, consumed })
  return { source, bands, trailing: 0 }
}

/** Whether a line of the container begins where it goes on: measuring it on a page of another width made other lines. */
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

/** Where the container goes on: bands are named by the items before them. */
function pageToken(
  { container }: FlexLayout,
  { bands }: Pieces,
  { next: position, overflowing }: FlowPlaced,
  { consumed, ended, stretched }: { readonly consumed: number } & Pick<FlowBreakToken, 'ended' | 'stretched'>,
): FlowBreakToken {
  const next = position ?? afterAll(container.box.children.length)
  const token = tokenAt(next, consumed, { overflowing, ended, stretched })
  if (!bands || !position) return token
  return { ...token, index: bands[next.index]?.itemsBefore ?? container.box.children.length }
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

/** Those of the whole container, on the pages where they are. */
function baselines(
  { firstBaseline, lastBaseline }: FlexLayout,
  part: {
    readonly token: FlowBreakToken | undefined
    readonly broken: boolean
    /** Top edge of the content. */
    readonly top: number
    readonly height: number
  },
): Pick<BoxFragment, 'firstBaseline' | 'lastBaseline'> {
  const { token, broken, top, height } = part
  const first = token || firstBaseline === undefined ? undefined : top + firstBaseline
  return {
    firstBaseline: broken ? baselineWithin(first, height) : first,
    lastBaseline: token || broken || lastBaseline === undefined ? undefined : top + lastBaseline,
  }
}

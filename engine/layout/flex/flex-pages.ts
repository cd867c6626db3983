import { boxHeight, breakToken, flowToken, isTooTall, startPosition, usedInsets } from '../block/layout-block.js'
import type { BreakToken, FlowBreakToken } from '../break-token.js'
import { type ConstraintSpace, isLeastHeight, type PagedFragmentation } from '../constraint-space.js'
import { type FlowPlaced, type FlowSource, runFlow } from '../flow/block-flow.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import type { FlexLayout } from './flex-layout.js'
import { ItemSource } from './item-flow.js'
import { BandSource, bandsOf, downwards } from './line-flow.js'

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
  const pieces = piecesOf(ctx, layout, page)
  const flow = runFlow(pieces.source, {
    fragmentation: page,
    startIndex: token?.index ?? 0,
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
      children: pieces.areBands ? itemsOf(flow.children) : flow.children,
      ...baselines(layout, token, broken, startEdge),
      image: undefined,
      collapsedBorders: undefined,
    },
    token: broken ? breakToken(flow, pieces.source.count, (token?.consumed ?? 0) + height.used) : undefined,
    appeal: flow.appeal,
    breakpoint: broken ? undefined : flow.breakpoint,
  }
}

/** What the container stacks: its items in a column, else bands of items side by side. */
interface Pieces {
  readonly source: FlowSource
  readonly areBands: boolean
  /** Margin below the last piece. */
  readonly trailing: number
}

function piecesOf(ctx: LayoutContext, layout: FlexLayout, page: PagedFragmentation): Pieces {
  const { container } = layout
  const left = container.edges.border.left + container.edges.padding.left
  const [line] = layout.lines
  if (!container.isRow && layout.lines.length === 1 && line) {
    const items = downwards(container, line.items)
    const source = new ItemSource(ctx, container, items, 0, left)
    return { source, areBands: false, trailing: items.at(-1)?.item.margin.bottom ?? 0 }
  }
  const source = new BandSource(ctx, container, bandsOf(layout), left, page.freshRoom)
  return { source, areBands: true, trailing: 0 }
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

import { invariant } from '../../base/invariant.js'
import type { GridBox } from '../../boxes/box-tree.js'
import { hasGapRules } from '../../style/gap-rules.js'
import { boxFragment } from '../box-fragment.js'
import { type FlowBreakToken, flowToken } from '../break-token.js'
import {
  type ConstraintSpace,
  type Fragmentation,
  isDefiniteHeight,
  type PagedFragmentation,
} from '../constraint-space.js'
import { arePlacesBarred } from '../flow/barred-calls.js'
import { inOnePiece, reachOf, spillOf } from '../flow/pieces.js'
import {
  boxFlow,
  consumedContent,
  greatestHeight,
  layoutStackedBox,
  runBelowSpace,
  type StackedBox,
  type StackedContent,
  type StackedPart,
} from '../flow/stacked-box.js'
import type { BoxFragment, OutOfFlowPlace, PlacedFragment } from '../fragment-tree.js'
import type { IntrinsicAlgorithm, LayoutAlgorithm, LayoutContext, LayoutResult, PlacedResult } from '../layout-types.js'
import { clampBoxHeight, type Edges, ratioHeight, resolveBoxHeight, resolveBoxWidth, resolveEdges } from '../sizing.js'
import { absolutePlaces } from './absolute-places.js'
import { gridContentWidths } from './content-widths.js'
import { gridBaseline } from './grid-baselines.js'
import { type GridGeometry, gridGeometry } from './grid-geometry.js'
import { GridRows } from './grid-rows.js'
import { allRows, gridRules, type RowStretch } from './grid-rules.js'
import { inOrder, nestItems } from './nest-items.js'
import type { GridSize } from './place-grid.js'
import { areaHeight, type GridFrame, itemAt, placeWhole } from './place-item.js'
import { notedSubgrid } from './subgrid-widths.js'

/** Lays out a grid container (css-grid-1), in one piece or the part of it that fits on a page. */
export const layoutGrid: LayoutAlgorithm<GridBox> = (ctx, box, space, given): LayoutResult => {
  ctx.stats.layoutCalls++
  const { style } = box
  const edges = resolveEdges(style, space.availableWidth, space.border)
  const width = resolveBoxWidth(ctx, box, space, edges)
  const specified =
    space.heightMode === 'content' ? undefined : resolveBoxHeight(style, style.height, space.availableHeight, edges)
  const contentWidth = Math.max(0, width - edges.horizontal)
  const byRatio = space.fixedHeight ?? specified ?? ratioHeight(box, width, edges)
  const isRatio = space.fixedHeight === undefined && specified === undefined && byRatio !== undefined
  const definite = isRatio ? Math.max(byRatio, leastByContent(ctx, box, space, edges, contentWidth)) : byRatio
  const size = gridSize(box, space, edges, contentWidth, definite)
  const geometry = gridGeometry(ctx, box, size, space.subgrid)
  const frame: GridFrame = {
    ctx,
    box,
    geometry,
    contentLeft: edges.border.left + edges.padding.left,
    contentWidth,
  }
  const height = geometry.height + edges.vertical
  const { fragmentation } = space
  if (fragmentation.kind === 'none') return layoutInOnePiece(frame, edges, width, height)
  const isDefinite = definite !== undefined || size.minHeight !== undefined
  const grid: PagedGrid = { frame, edges, width, height, isDefinite }
  const token = flowToken(given)
  const stack: StackedBox<GridContent> = {
    box,
    edges,
    heights: {
      left: (consumed, automatic) => heightLeft(grid, fragmentation.room, consumed, automatic),
      // Only rows that reach beyond the grid in one piece leave it behind.
      greatest: () => (rowsEnd(geometry) > geometry.height ? greatestHeight(box, space, edges, definite) : undefined),
    },
    count: geometry.rows.starts.length,
    layout: (page) => layoutRows(grid, page, token),
    fragment: (content, part) => partFragment(grid, content, part),
  }
  return layoutStackedBox(ctx, stack, space, token)
}

/** The automatic minimum height of a grid whose height comes from its ratio (css-sizing-4 §5.2): what its rows need. */
function leastByContent(
  ctx: LayoutContext,
  box: GridBox,
  space: ConstraintSpace,
  edges: Edges,
  contentWidth: number,
): number {
  if (box.style.minHeight !== 'auto' || box.style.overflow === 'hidden') return 0
  const size = gridSize(box, space, edges, contentWidth, undefined)
  return gridGeometry(ctx, box, size, space.subgrid).height + edges.vertical
}

function gridSize(
  { style }: GridBox,
  space: ConstraintSpace,
  edges: Edges,
  width: number,
  definite: number | undefined,
): GridSize & { readonly width: number } {
  const inner = (height: number) => Math.max(0, height - edges.vertical)
  if (definite === undefined) {
    const limit = (value: typeof style.minHeight | 'none') => {
      const height = resolveBoxHeight(style, value, space.availableHeight, edges)
      return height === undefined || space.heightMode === 'content' ? undefined : inner(height)
    }
    return {
      width,
      height: undefined,
      ...NO_LIMITS,
      minHeight: limit(style.minHeight),
      maxHeight: limit(style.maxHeight),
    }
  }
  const height = inner(space.fixedHeight ?? clampBoxHeight(style, definite, space.availableHeight, edges))
  // Rows fill the height that is imposed even where their percentages do not refer to it.
  if (!isDefiniteHeight(space)) return { width, height: undefined, ...NO_LIMITS, minHeight: height, maxHeight: height }
  return { width, height, ...NO_LIMITS }
}

const NO_LIMITS = { minWidth: undefined, maxWidth: undefined, minHeight: undefined, maxHeight: undefined } as const

function layoutInOnePiece(frame: GridFrame, edges: Edges, width: number, height: number): PlacedResult {
  const { geometry } = frame
  const top = edges.border.top + edges.padding.top
  const outOfFlow = absolutePlaces({ box: frame.box, ...geometry }, { edges, width, height })
  const placed: PlacedFragment[] = []
  for (let index = 0; index < geometry.items.length; index++) {
    const item = itemAt(frame, index)
    const { x, y, fragment } = placeWhole(frame, index, areaHeight(frame, item))
    const areaTop = (geometry.rows.starts[item.area.row.start] ?? 0) + (item.place?.top ?? 0)
    placed.push({ x, y: top + areaTop + y, fragment })
  }
  const children = geometry.hasNested ? inOrder(nestItems(frame, new Map(placed.entries()))) : placed
  const items = geometry.hasNested ? geometry.items.filter(({ place }) => !place?.level) : geometry.items
  const spill = spillOf(frame.box, height, reachOf(children))
  return inOnePiece(
    boxFragment({
      box: frame.box,
      width,
      height,
      border: edges.border,
      padding: edges.padding,
      children,
      firstBaseline: gridBaseline(items, children, 'first'),
      lastBaseline: gridBaseline(items, children, 'last'),
      outOfFlow,
      spill,
      collapsedBorders: gridRules(frame, allRows(frame, top), undefined),
    }),
  )
}

/** A grid to be laid out page by page. */
interface PagedGrid {
  readonly frame: GridFrame
  readonly edges: Edges
  readonly width: number
  /** Border-box height in one piece. */
  readonly height: number
  /** It has a height or least height of its own. */
  readonly isDefinite: boolean
}

/** Bottom edge of the rows in one piece, from the top of the content. */
function rowsEnd({ rows }: GridGeometry): number {
  return rows.ends.at(-1) ?? 0
}

/** The part of a grid on a page. */
interface GridContent extends StackedContent {
  readonly items: readonly PlacedFragment[]
  readonly outOfFlow: readonly OutOfFlowPlace[] | undefined
  /** Those with rules between them. */
  readonly ruled: readonly RowStretch[]
}

/** The rows that fit on a page, as a flow (css-grid-1 §12). */
function layoutRows(grid: PagedGrid, page: Fragmentation, token: FlowBreakToken | undefined): GridContent | undefined {
  invariant(page.kind === 'paged', 'a page for the part of a grid')
  const { frame, edges } = grid
  // The first part names them, by the rows as they would stand without a break.
  const outOfFlow = token ? undefined : absolutePlaces({ box: frame.box, ...frame.geometry }, grid)
  if (arePlacesBarred(page, outOfFlow)) return undefined
  const options = boxFlow(frame.ctx, { box: frame.box, edges }, page, token)
  const inner: PagedFragmentation = {
    ...page,
    room: page.room - options.repeatedEnd,
    freshRoom: page.freshRoom - options.repeatedStart - options.repeatedEnd,
  }
  const above = consumedContent({ box: frame.box, edges }, token)
  const rows = new GridRows(frame, inner, { startEdge: options.startEdge, above }, token)
  const flow = runBelowSpace(rows, { ...options, startIndex: rows.first })
  if (flow.kind === 'no-room') return undefined
  const { children, bottom, index, token: child, isOver, isWaiting } = rows.finish(flow, options.endEdge + page.reserve)
  if (isWaiting && !token && !page.atTop && !page.imposed) return undefined
  const hasMore = index < rows.count || child !== undefined
  return {
    flow: { ...flow, bottom },
    next: hasMore ? { index, child, forced: flow.next?.forced } : undefined,
    bottom,
    isOver,
    mayDropRest: hasMore && isOver && !grid.isDefinite && !page.imposed,
    items: children,
    outOfFlow,
    ruled: hasGapRules(frame.box.style) ? rows.stretches(flow) : NO_ROWS,
  }
}

const NO_ROWS: readonly RowStretch[] = []

function partFragment({ frame, width }: PagedGrid, content: GridContent, part: StackedPart): BoxFragment {
  const { items, outOfFlow, ruled } = content
  const { height, border, padding, cut } = part
  const first = items.find(({ fragment }) => fragment.kind === 'box' && fragment.firstBaseline !== undefined)
  const firstBaseline = first?.fragment.kind === 'box' ? first.y + (first.fragment.firstBaseline ?? 0) : undefined
  return boxFragment({
    box: frame.box,
    width,
    height,
    border,
    padding,
    children: items,
    firstBaseline,
    outOfFlow,
    cut,
    collapsedBorders: gridRules(frame, ruled, content.next && height - border.bottom - padding.bottom),
  })
}

/** Border-box height that the grid has from here on. Rows that were moved or grew at breaks take more than was planned. */
function heightLeft({ height, isDefinite }: PagedGrid, room: number, consumed: number, automatic: number): number {
  if (consumed === 0 && height <= room) return height
  // An automatic height follows the rows.
  return isDefinite ? Math.max(height - consumed, automatic) : automatic
}

export const gridIntrinsicSizes: IntrinsicAlgorithm<GridBox> = (ctx, box, height) => {
  const size = intrinsicSize(box)
  return gridContentWidths(ctx, box, height === undefined ? size : { ...size, height }, notedSubgrid(ctx, box))
}

/** A size that is definite before the container's width is known: a length. */
function intrinsicSize({ style }: GridBox): GridSize {
  const edges = resolveEdges(style, 0, undefined)
  const content = (value: typeof style.width | 'none', vertical: boolean) => {
    if (typeof value !== 'number') return undefined
    const inner = style.boxSizing === 'border-box' ? value - (vertical ? edges.vertical : edges.horizontal) : value
    return Math.max(0, inner)
  }
  return {
    width: undefined,
    height: content(style.height, true),
    minWidth: content(style.minWidth, false),
    maxWidth: content(style.maxWidth, false),
    minHeight: content(style.minHeight, true),
    maxHeight: content(style.maxHeight, true),
  }
}

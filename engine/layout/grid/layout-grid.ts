import type { GridBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { boxFragment } from '../box-fragment.js'
import type { BreakToken } from '../break-token.js'
import { type ConstraintSpace, isDefiniteHeight, type PagedFragmentation, withPolicy } from '../constraint-space.js'
import { arePlacesBarred } from '../flow/barred-calls.js'
import type { FlowPosition } from '../flow/block-flow.js'
import {
  boxFlow,
  brokenAt,
  cutSides,
  flowToken,
  imposeBreak,
  isTooTall,
  partHeight,
  partInsets,
  tokenAt,
  withoutRest,
} from '../flow/broken-box.js'
import { runBelowSpace } from '../flow/empty-page.js'
import { clipsBelow, greatestHeight, mayEnd, reachOf, spillOf } from '../flow/ended-box.js'
import { inOnePiece } from '../flow/one-piece.js'
import type { PlacedFragment } from '../fragment-tree.js'
import type { IntrinsicAlgorithm, LayoutAlgorithm, LayoutResult, PlacedResult } from '../layout-types.js'
import { clampBoxHeight, type Edges, ratioHeight, resolveBoxHeight, resolveBoxWidth, resolveEdges } from '../sizing.js'
import { absolutePlaces } from './absolute-places.js'
import { areaSize } from './axis-tracks.js'
import { gridBaseline } from './grid-baselines.js'
import { type GridGeometry, type GridSize, gridContentWidths, gridGeometry } from './grid-geometry.js'
import { GridRows } from './grid-rows.js'
import { type GridFrame, itemAt, placeWhole } from './place-item.js'

/** Lays out a grid container (css-grid-1), in one piece or the part of it that fits on a page. */
export const layoutGrid: LayoutAlgorithm<GridBox> = (ctx, box, space, given): LayoutResult => {
  ctx.stats.layoutCalls++
  const { style } = box
  const edges = resolveEdges(style, space.availableWidth, space.border)
  const width = resolveBoxWidth(ctx, box, space, edges)
  const specified =
    space.heightMode === 'content' ? undefined : resolveBoxHeight(style, style.height, space.availableHeight, edges)
  const definite = space.fixedHeight ?? specified ?? ratioHeight(box, width, edges)
  const contentWidth = Math.max(0, width - edges.horizontal)
  const size = gridSize(box, space, edges, contentWidth, definite)
  const geometry = gridGeometry(ctx, box, size)
  const frame: GridFrame = {
    ctx,
    box,
    geometry,
    contentLeft: edges.border.left + edges.padding.left,
    contentWidth,
  }
  const height = geometry.height + edges.vertical
  return space.fragmentation.kind === 'none'
    ? layoutInOnePiece(frame, edges, width, height)
    : layoutPart(
        {
          frame,
          style,
          edges,
          width,
          height,
          isDefinite: definite !== undefined || size.minHeight !== undefined,
          isStretched: space.fixedHeight !== undefined,
          limit: rowsEnd(geometry) > geometry.height ? greatestHeight(box, space, edges, definite) : undefined,
        },
        space.fragmentation,
        given,
      )
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
  const outOfFlow = absolutePlaces(frame, { edges, width, height })
  const children: PlacedFragment[] = []
  for (let index = 0; index < geometry.items.length; index++) {
    const { row } = itemAt(frame, index).area
    const { x, y, fragment } = placeWhole(frame, index, areaSize(geometry.rows, row))
    children.push({ x, y: top + (geometry.rows.starts[row.start] ?? 0) + y, fragment })
  }
  const spill = spillOf(frame.box, height, reachOf(children))
  return inOnePiece(
    boxFragment({
      box: frame.box,
      width,
      height,
      border: edges.border,
      padding: edges.padding,
      children,
      firstBaseline: gridBaseline(geometry.items, children, 'first'),
      lastBaseline: gridBaseline(geometry.items, children, 'last'),
      outOfFlow,
      spill,
    }),
  )
}

/** A grid to be laid out page by page. */
interface PagedGrid {
  readonly frame: GridFrame
  readonly style: ComputedStyle
  readonly edges: Edges
  readonly width: number
  /** Border-box height in one piece. */
  readonly height: number
  /** It has a height or least height of its own. */
  readonly isDefinite: boolean
  /** That height is imposed on it. */
  readonly isStretched: boolean
  /** The border-box height beyond which its rows reach in one piece; undefined if they do not. */
  readonly limit: number | undefined
}

/** Bottom edge of the rows in one piece, from the top of the content. */
function rowsEnd({ rows }: GridGeometry): number {
  return rows.ends.at(-1) ?? 0
}

/** The rows that fit on a page, as a flow (css-grid-1 §12). */
function layoutPart(grid: PagedGrid, page: PagedFragmentation, given: BreakToken | undefined): LayoutResult {
  const { frame, edges } = grid
  const { ctx } = frame
  const token = flowToken(given)
  // The first part names them, by the rows as they would stand without a break.
  const outOfFlow = token ? undefined : absolutePlaces(frame, { edges, width: grid.width, height: grid.height })
  if (arePlacesBarred(page, outOfFlow)) return { kind: 'no-room' }
  const options = boxFlow(ctx, grid, page, token)
  const inner: PagedFragmentation = {
    ...page,
    room: page.room - options.repeatedEnd,
    freshRoom: page.freshRoom - options.repeatedStart - options.repeatedEnd,
  }
  const consumed = token?.consumed ?? 0
  const above = token ? consumed - edges.border.top - edges.padding.top : 0
  const rows = new GridRows(frame, inner, { startEdge: options.startEdge, above }, token)
  const flow = runBelowSpace(rows, { ...options, startIndex: rows.first })
  if (flow.kind === 'no-room') return flow

  const part = rows.finish(flow, options.endEdge + page.reserve)
  if (part.isWaiting && !token && !page.atTop && !page.imposed) return { kind: 'no-room' }
  const { children, bottom } = part
  const hasMore = part.index < rows.count || part.token !== undefined
  if (hasMore && part.isOver && !grid.isDefinite && !page.policy.dropsHeights && !page.imposed) {
    const ended = layoutPart(grid, withPolicy(page, { dropsHeights: true }), given)
    if (ended.kind === 'placed' && !ended.token) return ended
  }
  const next: FlowPosition = { index: part.index, child: part.token, forced: flow.next?.forced }
  const automatic = bottom + (token?.ended ? 0 : edges.border.bottom + edges.padding.bottom)
  const greatest = mayEnd(frame.box, { fragmentation: page }, flow) ? grid.limit : undefined
  const limit = greatest === undefined ? undefined : Math.max(0, greatest - consumed)
  const left = limit ?? withoutRest(page, heightLeft(grid, page.room, consumed, automatic), automatic, grid.isStretched)
  const height = partHeight(page, token, { left, automatic, limit }, { next: hasMore ? next : undefined, bottom })
  const broken = !height.ended && (hasMore || height.rest > 0)
  if (!broken && !flow.next && isTooTall(page, height.used)) {
    if (flow.breakpoint) {
      return brokenAt(flow.breakpoint, layoutPart(grid, imposeBreak(ctx, page, flow.breakpoint), given))
    }
    if (!page.atTop && !token) return { kind: 'no-room' }
  }
  const goesOn = broken || (hasMore && !clipsBelow(frame.box))
  const cut = cutSides(!token, !goesOn, !broken && !token?.ended)
  const { border, padding } = partInsets(grid, token, { isLast: !broken })
  const first = children.find((child) => child.fragment.kind === 'box' && child.fragment.firstBaseline !== undefined)
  return {
    kind: 'placed',
    fragment: boxFragment({
      box: frame.box,
      width: grid.width,
      height: height.used,
      border,
      padding,
      children,
      firstBaseline: first?.fragment.kind === 'box' ? first.y + (first.fragment.firstBaseline ?? 0) : undefined,
      outOfFlow,
      cut,
    }),
    token: goesOn
      ? tokenAt(next, consumed + height.used, {
          stretched: grid.isStretched && part.isOver,
          ended: broken ? undefined : true,
        })
      : undefined,
    ...(token?.ended && { extent: automatic }),
    appeal: flow.appeal,
    breakpoint: broken ? undefined : flow.breakpoint,
  }
}

/** Border-box height that the grid has from here on. Rows that were moved or grew at breaks take more than was planned. */
function heightLeft({ height, isDefinite }: PagedGrid, room: number, consumed: number, automatic: number): number {
  if (consumed === 0 && height <= room) return height
  // An automatic height follows the rows.
  return isDefinite ? Math.max(height - consumed, automatic) : automatic
}

export const gridIntrinsicSizes: IntrinsicAlgorithm<GridBox> = (ctx, box) =>
  gridContentWidths(ctx, box, intrinsicSize(box))

/** What is definite before the width of the container is known: only lengths. */
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

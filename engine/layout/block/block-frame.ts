import type { BlockContainerBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { LayoutContext } from '../layout-types.js'
import {
  baseOfHeights,
  type Edges,
  lengthOfLines,
  ratioHeight,
  resolveBoxHeight,
  resolveBoxWidth,
  resolveEdges,
} from '../sizing.js'
import { type PlacedLegend, placeLegend } from './place-legend.js'

/** A block container with what its surroundings decide: its edges, and its size as far as it is definite. */
export interface BlockFrame {
  readonly box: BlockContainerBox
  readonly style: ComputedStyle
  readonly edges: Edges
  /** The border and padding that sizes count: a legend makes no box taller whose height is given. */
  readonly ownEdges: Edges
  readonly legend: PlacedLegend | undefined
  /** Width of the border box. */
  readonly width: number
  /** Height of the border box, without its limits; undefined when the content decides. */
  readonly height: number | undefined
  /** The content may make the box taller than `height`. */
  readonly growsWithContent: boolean
  /** Left edge and width of the content box. */
  readonly contentLeft: number
  readonly contentWidth: number
  /** The height to which percentages of the children refer. */
  readonly contentHeight: number | undefined
  /** The container starts a block formatting context. */
  readonly isRoot: boolean
}

/** @param begins this is the first part of the box */
export function blockFrame(
  ctx: LayoutContext,
  box: BlockContainerBox,
  space: ConstraintSpace,
  begins: boolean,
): BlockFrame {
  const { style } = box
  const edges = resolveEdges(style, space.availableWidth, space.border)
  const width = resolveBoxWidth(ctx, box, space, edges)
  const contentWidth = Math.max(0, width - edges.horizontal)
  const rendered = box.kind === 'block' ? box.legend : undefined
  const legend = rendered && placeLegend(ctx, rendered, edges, contentWidth, style.direction)
  const inner = legend ? withTopBorder(edges, legend.space) : edges
  const specified =
    space.fixedHeight ??
    (space.heightMode === 'content' ? undefined : resolveBoxHeight(style, style.height, space.availableHeight, edges))
  const byRatio = specified === undefined ? ratioHeight(box, width, edges) : undefined
  const height = specified ?? byRatio
  return {
    box,
    style,
    edges: begins ? inner : edges,
    ownEdges: edges,
    legend: begins ? legend : undefined,
    width,
    height,
    growsWithContent: isMinimum(box, byRatio),
    contentLeft: edges.border.left + edges.padding.left,
    contentWidth,
    contentHeight: baseOfHeights(box, space, height, inner) ?? lengthOfLines(ctx, box, space, inner),
    isRoot: box.kind !== 'block' || box.formattingContext,
  }
}

function withTopBorder(edges: Edges, top: number): Edges {
  const { border, vertical } = edges
  return { ...edges, border: { ...border, top }, vertical: vertical - border.top + top }
}

/**
 * Whether the height is but the least one: that of cells is (CSS 2.2 §17.5.3), and a height by aspect ratio grows with
 * the content unless that may be cut off (css-sizing-4 §5.1.1).
 */
function isMinimum({ kind, style }: BlockContainerBox, byRatio: number | undefined): boolean {
  if (kind === 'table-cell') return true
  return byRatio !== undefined && style.minHeight === 'auto' && style.overflow !== 'hidden'
}

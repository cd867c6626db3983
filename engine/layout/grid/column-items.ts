import { snap } from '../../base/units.js'
import type { ItemBox } from '../../boxes/box-tree.js'
import { needsBase } from '../../css/values/resolve-length.js'
import { shrinkSpace } from '../constraint-space.js'
import type { IntrinsicSizes, LayoutContext } from '../layout-types.js'
import { type Edges, intrinsicContribution, preferredRatio, resolveEdges, resolveMargin } from '../sizing.js'
import { widthFollowsHeight } from '../width-by-height.js'
import type { ColumnContributors } from './column-contributors.js'
import type { GridItem } from './grid-item.js'
import type { TrackSpan } from './grid-types.js'
import { layoutItem, stretchedHeight } from './item-layout.js'
import type { AxisItems, SpannedTracks } from './size-tracks.js'
import { noteSubgrid } from './subgrid-widths.js'

/** The items' contributions to the columns (css-grid-1 §6.6, §11.5). Percentages of the area count as auto or zero. */
export class ColumnItems implements AxisItems {
  readonly spans: readonly TrackSpan[]

  /** @param heights of the items' areas as far as they are definite: widths may follow from them by a ratio */
  constructor(
    private readonly ctx: LayoutContext,
    private readonly contributors: ColumnContributors,
    private readonly heights: (item: number) => number | undefined,
  ) {
    this.spans = contributors.spans
  }

  minContent(item: number): number {
    return this.#inset(item) + this.#content(item, 'minContent')
  }

  maxContent(item: number): number {
    return this.#inset(item) + this.#content(item, 'maxContent')
  }

  #content(item: number, which: keyof IntrinsicSizes): number {
    const box = this.#box(item)
    const found = this.contributors.items[item]
    if (!box || !found) return 0
    return this.#byHeight(item, found, which) ?? intrinsicContribution(this.ctx, box)[which]
  }

  /** The outer size with the used minimum size as the preferred one, where that is automatic or a percentage. */
  minimum(item: number, spanned: SpannedTracks): number {
    const box = this.#box(item)
    const inset = this.#inset(item)
    if (!box) return inset
    const { style } = box
    const isAutomatic = style.width === 'auto' || (typeof style.width === 'object' && needsBase(style.width))
    if (!isAutomatic) return this.minContent(item)
    const edges = resolveEdges(style, 0, undefined)
    const margins = resolveMargin(style.marginLeft, 0) + resolveMargin(style.marginRight, 0) + inset
    const most = typeof style.maxWidth === 'number' ? borderBox(box, style.maxWidth, edges) : undefined
    const size = this.#minimumSize(item, box, spanned, edges, margins)
    return snap(Math.max(edges.horizontal, most === undefined ? size : Math.min(size, most)) + margins)
  }

  /** Used `min-width` as a border-box width; `auto` is what the content needs, in tracks that adapt to it. */
  #minimumSize(item: number, box: ItemBox, spanned: SpannedTracks, edges: Edges, margins: number): number {
    const { minWidth, overflowX } = box.style
    if (typeof minWidth === 'number') return borderBox(box, minWidth, edges)
    if (minWidth === 'min-content') return this.ctx.intrinsicSizes(box).minContent + edges.horizontal
    if (minWidth === 'max-content') return this.ctx.intrinsicSizes(box).maxContent + edges.horizontal
    if (minWidth !== 'auto' || overflowX === 'hidden' || !isContentBased(spanned)) return 0
    const content = this.minContent(item) - margins
    return spanned.fixedMaximum === undefined ? content : Math.min(content, spanned.fixedMaximum - margins)
  }

  /** What the definite height of an area makes the outer widths of an item in it. */
  #byHeight(index: number, item: GridItem, which: keyof IntrinsicSizes): number | undefined {
    const height = dependsOnRowHeight(this.ctx, item) ? this.heights(index) : undefined
    if (height === undefined) return undefined
    const { box } = item
    if (box.kind === 'replaced') {
      const fragment = layoutItem(this.ctx, box, shrinkSpace(0, height))
      const { marginLeft, marginRight } = box.style
      return fragment.width + resolveMargin(marginLeft, 0) + resolveMargin(marginRight, 0)
    }
    return intrinsicContribution(this.ctx, box, height, filledHeight(item, height))[which]
  }

  #inset(item: number): number {
    return this.contributors.insets?.[item] ?? 0
  }

  /** Undefined for the edge of a subgrid. */
  #box(item: number): ItemBox | undefined {
    const found = this.contributors.items[item]
    if (found?.axes) noteSubgrid(this.ctx, found.box, found.axes)
    return found?.box
  }
}

/** §6.6: whether an automatic minimum size is that of the content. */
export function isContentBased({ automatic, flexible, single }: SpannedTracks): boolean {
  return automatic && (single || !flexible)
}

function borderBox({ style }: ItemBox, length: number, { horizontal }: Edges): number {
  return style.boxSizing === 'border-box' ? Math.max(length, horizontal) : length + horizontal
}

/**
 * Border-box height of an item that is as high as its area where its width is asked for: also one whose ratio makes its
 * height of its width when that is known.
 */
function filledHeight(item: GridItem, areaHeight: number): number | undefined {
  const { box, align } = item
  const isNormal = align.keyword === 'normal' && preferredRatio(box) !== undefined
  return stretchedHeight(isNormal ? { ...item, align: { ...align, keyword: 'stretch' } } : item, 0, areaHeight)
}

/** Whether the width of an item, or of what is in it, follows from the height of its area. */
export function dependsOnRowHeight(ctx: LayoutContext, item: GridItem): boolean {
  const { box } = item
  const { width, height } = box.style
  if (width !== 'auto') return false
  const isPercent = typeof height === 'object'
  if (box.kind === 'replaced') return isPercent
  const isFilled = filledHeight(item, 0) !== undefined
  if (!isPercent && !isFilled) return false
  return preferredRatio(box) !== undefined || widthFollowsHeight(ctx, box)
}

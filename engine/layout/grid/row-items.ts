import { invariant } from '../../base/invariant.js'
import type { ItemBox } from '../../boxes/box-tree.js'
import { BaselineGroup } from '../align/baseline-group.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { type Edges, resolveBoxHeight, resolveEdges, resolveMargin } from '../sizing.js'
import { type AxisTracks, areaSize } from './axis-tracks.js'
import { isContentBased } from './column-items.js'
import { baselineOf, type GridItem, isRowFrame } from './grid-item.js'
import type { TrackSpan } from './grid-types.js'
import { itemSpace, layoutItem } from './item-layout.js'
import type { AxisItems, SpannedTracks } from './size-tracks.js'

/** The items' contributions to the rows once the columns are sized: their heights, moved to shared baselines. */
export class RowItems implements AxisItems {
  /** Those of the items, and behind them the last rows of subgrids. */
  readonly spans: readonly TrackSpan[]
  /** The bottom edges of subgrids, for the spans behind those of the items. */
  readonly #bottoms: number[] = []
  /** How far an item is moved to its baseline; undefined while none are shared. */
  #shims: Float64Array | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly items: readonly GridItem[],
    private readonly columns: AxisTracks,
  ) {
    this.spans = this.#collectSpans()
    this.#shims = this.#alignBaselines()
  }

  /** The edges of subgrids count in their first and last rows (css-grid-2 §9), what is in them is items of its own. */
  #collectSpans(): readonly TrackSpan[] {
    const spans = this.items.map(({ area }) => area.row)
    for (let index = 0; index < this.items.length; index++) {
      const item = this.#item(index)
      const { start, end } = item.area.row
      if (!isRowFrame(item) || end - start === 1) continue
      spans[index] = { start, end: start + 1 }
      spans.push({ start: end - 1, end })
      this.#bottoms.push(this.#edges(item, 'bottom'))
    }
    return spans
  }

  /** Px that a subgrid and those around it add above or below what is in it. */
  #edges({ box, area, place }: GridItem, side: 'top' | 'bottom'): number {
    if (!place?.frame) return 0
    const { border, padding } = place.frame.edges
    const width = areaSize(place.level?.columns ?? this.columns, area.column)
    const { marginTop, marginBottom } = box.style
    return place[side] + resolveMargin(side === 'top' ? marginTop : marginBottom, width) + border[side] + padding[side]
  }

  /** What is given in place of the height of the content for edges of subgrids. */
  #edgeOf(index: number): number | undefined {
    if (index >= this.items.length) return this.#bottoms[index - this.items.length] ?? 0
    const item = this.#item(index)
    if (!isRowFrame(item)) return undefined
    const { start, end } = item.area.row
    return this.#edges(item, 'top') + (end - start === 1 ? this.#edges(item, 'bottom') : 0)
  }

  /** Distance that a shared baseline moves an item away from the edge of its area. */
  shim(item: number): number {
    return this.#shims?.[item] ?? 0
  }

  minContent(item: number): number {
    return this.#edgeOf(item) ?? this.#measured(item).height + this.#margins(item) + this.shim(item)
  }

  maxContent(item: number): number {
    return this.minContent(item)
  }

  minimum(item: number, spanned: SpannedTracks): number {
    const edge = this.#edgeOf(item)
    if (edge !== undefined) return edge
    const { box } = this.#item(item)
    const { height, minHeight, overflowY } = box.style
    if (height !== 'auto' && typeof height !== 'object') return this.minContent(item)
    const edges = resolveEdges(box.style, this.#width(item), undefined)
    const margins = this.#margins(item) + this.shim(item)
    if (minHeight !== 'auto') return this.#givenMinimum(box, edges) + margins
    if (overflowY === 'hidden' || !isContentBased(spanned)) return edges.vertical + margins
    const content = this.#measured(item).height
    const size = spanned.fixedMaximum === undefined ? content : Math.min(content, spanned.fixedMaximum - margins)
    return Math.max(edges.vertical, size) + margins
  }

  #givenMinimum({ style }: ItemBox, edges: Edges): number {
    return Math.max(edges.vertical, resolveBoxHeight(style, style.minHeight, undefined, edges) ?? 0)
  }

  #measured(item: number): BoxFragment {
    const found = this.#item(item)
    return layoutItem(this.ctx, found.box, itemSpace(this.ctx, found, this.#width(item), undefined))
  }

  #margins(item: number): number {
    const { box, place } = this.#item(item)
    const width = this.#width(item)
    const insets = place ? place.top + place.bottom : 0
    return resolveMargin(box.style.marginTop, width) + resolveMargin(box.style.marginBottom, width) + insets
  }

  #width(item: number): number {
    const { area, place } = this.#item(item)
    return areaSize(place?.level?.columns ?? this.columns, area.column)
  }

  /** Items that begin in the same row share their first baseline, those that end in it the last (css-grid-1 §10.6). */
  #alignBaselines(): Float64Array | undefined {
    const groups = new Map<string, BaselineGroup>()
    for (let item = 0; item < this.items.length; item++) {
      const key = this.#groupKey(item)
      if (key === undefined) continue
      const { near, far } = this.#extents(item)
      const group = groups.get(key) ?? new BaselineGroup()
      groups.set(key, group)
      group.add(near, far)
    }
    if (groups.size === 0) return undefined
    const shims = new Float64Array(this.items.length)
    for (let item = 0; item < this.items.length; item++) {
      const key = this.#groupKey(item)
      const group = key === undefined ? undefined : groups.get(key)
      if (group) shims[item] = group.offset(this.#extents(item).near)
    }
    return shims
  }

  #groupKey(item: number): string | undefined {
    const found = this.#item(item)
    const baseline = baselineOf(found)
    if (baseline === 'first') return `first ${found.area.row.start}`
    return baseline === 'last' ? `last ${found.area.row.end}` : undefined
  }

  /** Distances of the baseline from the edges of the margin box: from the edge that aligns, and from the other. */
  #extents(item: number): { readonly near: number; readonly far: number } {
    const fragment = this.#measured(item)
    const { box, place } = this.#item(item)
    const { style } = box
    const width = this.#width(item)
    const isFirst = baselineOf(this.#item(item)) === 'first'
    const baseline = (isFirst ? fragment.firstBaseline : fragment.lastBaseline) ?? fragment.height
    const above = resolveMargin(style.marginTop, width) + baseline + (place?.top ?? 0)
    const below = fragment.height - baseline + resolveMargin(style.marginBottom, width) + (place?.bottom ?? 0)
    return isFirst ? { near: above, far: below } : { near: below, far: above }
  }

  #item(item: number): GridItem {
    const found = this.items[item]
    invariant(found, 'an item of the grid')
    return found
  }
}

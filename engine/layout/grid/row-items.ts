import { invariant } from '../../base/invariant.js'
import type { ItemBox } from '../../boxes/box-tree.js'
import { BaselineGroup } from '../align/baseline-group.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { type Edges, resolveBoxHeight, resolveEdges, resolveMargin } from '../sizing.js'
import { type AxisTracks, areaSize } from './axis-tracks.js'
import { isContentBased } from './column-items.js'
import { baselineOf, type GridItem } from './grid-item.js'
import type { TrackSpan } from './grid-types.js'
import { itemSpace, layoutItem } from './item-layout.js'
import type { AxisItems, SpannedTracks } from './size-tracks.js'

/** The items' contributions to the rows once the columns are sized: their heights, moved to shared baselines. */
export class RowItems implements AxisItems {
  readonly spans: readonly TrackSpan[]
  /** How far an item is moved to its baseline; undefined while none are shared. */
  #shims: Float64Array | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly items: readonly GridItem[],
    private readonly columns: AxisTracks,
  ) {
    this.spans = items.map(({ area }) => area.row)
    this.#shims = this.#alignBaselines()
  }

  /** Distance that a shared baseline moves an item away from the edge of its area. */
  shim(item: number): number {
    return this.#shims?.[item] ?? 0
  }

  minContent(item: number): number {
    return this.#measured(item).height + this.#margins(item) + this.shim(item)
  }

  maxContent(item: number): number {
    return this.minContent(item)
  }

  minimum(item: number, spanned: SpannedTracks): number {
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
    const { style } = this.#item(item).box
    const width = this.#width(item)
    return resolveMargin(style.marginTop, width) + resolveMargin(style.marginBottom, width)
  }

  #width(item: number): number {
    return areaSize(this.columns, this.#item(item).area.column)
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
    const { style } = this.#item(item).box
    const width = this.#width(item)
    const isFirst = baselineOf(this.#item(item)) === 'first'
    const baseline = (isFirst ? fragment.firstBaseline : fragment.lastBaseline) ?? fragment.height
    const above = resolveMargin(style.marginTop, width) + baseline
    const below = fragment.height - baseline + resolveMargin(style.marginBottom, width)
    return isFirst ? { near: above, far: below } : { near: below, far: above }
  }

  #item(item: number): GridItem {
    const found = this.items[item]
    invariant(found, 'an item of the grid')
    return found
  }
}

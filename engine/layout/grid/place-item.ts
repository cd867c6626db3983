import { invariant } from '../../base/invariant.js'
import type { GridBox } from '../../boxes/box-tree.js'
import { selfOffset } from '../align/align-self.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveMargin } from '../sizing.js'
import { areaSize } from './axis-tracks.js'
import { columnAxis, type GridGeometry, ROW_AXIS } from './grid-geometry.js'
import { baselineOf, type GridItem } from './grid-item.js'
import { itemSpace, layoutItem } from './item-layout.js'

/** A grid container that is being laid out, or the part of it on a page. */
export interface GridFrame {
  readonly ctx: LayoutContext
  readonly box: GridBox
  readonly geometry: GridGeometry
  /** Left edge and width of the container's content box. */
  readonly contentLeft: number
  readonly contentWidth: number
}

export function itemAt({ geometry }: GridFrame, index: number): GridItem {
  const item = geometry.items[index]
  invariant(item, 'an item of the grid')
  return item
}

/** The space of an item in its area, of the height that its rows have. */
export function frameSpace({ ctx, geometry }: GridFrame, item: GridItem, areaHeight: number): ConstraintSpace {
  return itemSpace(ctx, item, areaSize(geometry.columns, item.area.column), areaHeight)
}

/** Lays an item out in one piece and aligns it in its area (css-grid-1 §10); `y` is from the top of the area. */
export function placeWhole(
  frame: GridFrame,
  index: number,
  areaHeight: number,
): PlacedFragment & { readonly fragment: BoxFragment } {
  const item = itemAt(frame, index)
  const fragment = layoutItem(frame.ctx, item.box, frameSpace(frame, item, areaHeight))
  return { x: itemLeft(frame, item, fragment.width), y: itemTop(frame, item, index, fragment, areaHeight), fragment }
}

/** Left edge of an item in the container. Inline positions are counted from the start edge and mirrored at the end. */
export function itemLeft(
  { box, geometry, contentLeft, contentWidth }: GridFrame,
  item: GridItem,
  width: number,
): number {
  const { style } = item.box
  const axis = columnAxis(box.style)
  const isRtl = axis.startSide === 'right'
  const area = areaSize(geometry.columns, item.area.column)
  const [before, after] = isRtl ? [style.marginRight, style.marginLeft] : [style.marginLeft, style.marginRight]
  const margins = resolveMargin(before, area) + resolveMargin(after, area)
  const free = area - width - margins
  const offset =
    resolveMargin(before, area) +
    (before === 'auto' || after === 'auto'
      ? autoOffset(free, before === 'auto', after === 'auto')
      : selfOffset(item.justify, axis, free, style.direction === 'rtl' ? 'right' : 'left'))
  const start = (geometry.columns.starts[item.area.column.start] ?? 0) + offset
  return contentLeft + (isRtl ? contentWidth - start - width : start)
}

/** Auto margins share the free space (css-grid-1 §10.2); where there is none they count as zero. */
function autoOffset(free: number, before: boolean, after: boolean): number {
  if (free <= 0 || !before) return 0
  return after ? Math.round(free * 32) / 64 : free
}

function itemTop(
  { geometry }: GridFrame,
  item: GridItem,
  index: number,
  fragment: BoxFragment,
  areaHeight: number,
): number {
  const { marginTop, marginBottom } = item.box.style
  const width = areaSize(geometry.columns, item.area.column)
  const above = resolveMargin(marginTop, width)
  const free = areaHeight - fragment.height - above - resolveMargin(marginBottom, width)
  if (marginTop === 'auto' || marginBottom === 'auto') {
    return above + autoOffset(free, marginTop === 'auto', marginBottom === 'auto')
  }
  const baseline = baselineOf(item)
  const shim = geometry.shims[index] ?? 0
  if (baseline === 'first') return above + shim
  if (baseline === 'last') return above + free - shim
  return above + selfOffset(item.align, ROW_AXIS, free, 'top')
}

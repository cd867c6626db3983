import { invariant } from '../../base/invariant.js'
import type { GridBox } from '../../boxes/box-tree.js'
import { selfOffset } from '../align/align-self.js'
import { boxFragment } from '../box-fragment.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveMargin } from '../sizing.js'
import { areaSize } from './axis-tracks.js'
import { type GridGeometry, ROW_AXIS } from './grid-geometry.js'
import { baselineOf, type GridItem } from './grid-item.js'
import { itemSpace, layoutItem, stretchedHeight } from './item-layout.js'
import type { RowLevel } from './row-levels.js'
import { columnAxis } from './size-columns.js'

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

/** The width of an item's area, in the columns of the grid or of the subgrid in which it stands. */
export function areaWidth({ geometry }: GridFrame, { area, place }: GridItem): number {
  return areaSize(place?.level?.columns ?? geometry.columns, area.column)
}

/** The height of an item's area as its rows were sized, without what keeps it from their edges. */
export function areaHeight({ geometry }: GridFrame, { area, place }: GridItem): number {
  const height = areaSize(geometry.rows, area.row)
  return place ? Math.max(0, height - place.top - place.bottom) : height
}

/** The space of an item in its area, of the height that its rows have. */
export function frameSpace(frame: GridFrame, item: GridItem, height: number | undefined): ConstraintSpace {
  return itemSpace(frame.ctx, item, areaWidth(frame, item), height)
}

/** The border and padding of a subgrid with nothing between them. */
export function hollowFrame({ box, width, edges }: RowLevel): BoxFragment {
  const { border, padding, vertical } = edges
  return boxFragment({ box, width, height: vertical, border, padding, children: [] })
}

/** Lays an item out in one piece and aligns it in its area (css-grid-1 §10); `y` is from the top of the area. */
export function placeWhole(
  frame: GridFrame,
  index: number,
  height: number,
): PlacedFragment & { readonly fragment: BoxFragment } {
  const item = itemAt(frame, index)
  const fragment = wholeItem(frame, item, height)
  return { x: itemLeft(frame, item, fragment.width), y: itemTop(frame, item, index, fragment, height), fragment }
}

function wholeItem(frame: GridFrame, item: GridItem, height: number): BoxFragment {
  const level = item.place?.frame
  if (!level) return layoutItem(frame.ctx, item.box, frameSpace(frame, item, height))
  const hollow = hollowFrame(level)
  return boxFragment({ ...hollow, height: stretchedHeight(item, areaWidth(frame, item), height) ?? hollow.height })
}

/**
 * Left edge of an item in the container or subgrid. Inline positions are counted from the start edge and mirrored at
 * the end.
 */
export function itemLeft(frame: GridFrame, item: GridItem, width: number): number {
  const { style } = item.box
  const { level } = item.place ?? NO_PLACE
  const { columns } = level ?? frame.geometry
  const contentWidth = level ? level.contentWidth : frame.contentWidth
  const contentLeft = level ? level.edges.border.left + level.edges.padding.left : frame.contentLeft
  const axis = columnAxis((level ?? frame).box.style)
  const isRtl = axis.startSide === 'right'
  const area = areaSize(columns, item.area.column)
  const [before, after] = isRtl ? [style.marginRight, style.marginLeft] : [style.marginLeft, style.marginRight]
  const margins = resolveMargin(before, area) + resolveMargin(after, area)
  const free = area - width - margins
  const offset =
    resolveMargin(before, area) +
    (before === 'auto' || after === 'auto'
      ? autoOffset(free, before === 'auto', after === 'auto')
      : selfOffset(item.justify, axis, free, style.direction === 'rtl' ? 'right' : 'left'))
  const start = (columns.starts[item.area.column.start] ?? 0) + offset
  return contentLeft + (isRtl ? contentWidth - start - width : start)
}

const NO_PLACE = { level: undefined } as const

/** Auto margins share the free space (css-grid-1 §10.2); where there is none they count as zero. */
function autoOffset(free: number, before: boolean, after: boolean): number {
  if (free <= 0 || !before) return 0
  return after ? Math.round(free * 32) / 64 : free
}

/** Top edge of an item of some height in its area. */
export function itemTop(
  frame: GridFrame,
  item: GridItem,
  index: number,
  fragment: Pick<BoxFragment, 'height'>,
  height: number,
): number {
  const { marginTop, marginBottom } = item.box.style
  const width = areaWidth(frame, item)
  const above = resolveMargin(marginTop, width)
  const free = height - fragment.height - above - resolveMargin(marginBottom, width)
  if (marginTop === 'auto' || marginBottom === 'auto') {
    return above + autoOffset(free, marginTop === 'auto', marginBottom === 'auto')
  }
  const baseline = baselineOf(item)
  const shim = frame.geometry.shims[index] ?? 0
  if (baseline === 'first') return above + shim
  if (baseline === 'last') return above + free - shim
  return above + selfOffset(item.align, ROW_AXIS, free, 'top')
}

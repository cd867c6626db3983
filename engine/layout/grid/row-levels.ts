import { snap } from '../../base/units.js'
import type { GridBox } from '../../boxes/box-tree.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import type { LayoutContext } from '../layout-types.js'
import { type Edges, resolveBoxWidth, resolveEdges, resolveMargin } from '../sizing.js'
import { type AxisTracks, areaSize } from './axis-tracks.js'
import type { GridItem } from './grid-item.js'
import { itemSpace } from './item-layout.js'
import { type GridLines, gapOf, type PlacedGrid, placeGrid, UNKNOWN_SIZE } from './place-grid.js'
import { sizeColumns } from './size-columns.js'
import { type SubgridAxis, subgridTracks, subgridWidth } from './subgrid-axes.js'
import { keptSpace, noteSubgrid } from './subgrid-widths.js'

/** A subgrid whose rows are those of the grid at hand (css-grid-2 §9). */
export interface RowLevel {
  readonly box: GridBox
  readonly lines: GridLines
  readonly columns: AxisTracks
  readonly edges: Edges
  /** Of the border box and of the content box. */
  readonly width: number
  readonly contentWidth: number
  /** Between its rows. */
  readonly rowGap: number
  /** Index of the item that is its frame. */
  readonly index: number
}

/** Where an item that is, or is in, a subgrid stands in the rows of the grid. */
export interface RowPlace {
  /** The subgrid in whose columns it stands; undefined for an item of the grid itself. */
  readonly level: RowLevel | undefined
  /** The subgrid that it is itself: its border and padding, around items that stand in the same rows. */
  readonly frame: RowLevel | undefined
  /** Px between the edges of its rows and its area: edges of the subgrid, or half of what its gutters are wider. */
  readonly top: number
  readonly bottom: number
  /** `top` is that of a gutter, which goes with a break. */
  readonly followsGutter: boolean
}

/**
 * The items that stand in the rows of a grid: its own and, after each subgrid with the same rows, those in it. Rows are
 * sized and broken between pages with all of them, so that what is aligned stays aligned.
 * @param columns those of the grid, in px
 * @param gaps between its columns and rows, in px
 */
export function rowItems(
  ctx: LayoutContext,
  grid: PlacedGrid,
  columns: AxisTracks,
  gaps: { readonly column: number; readonly row: number },
): readonly GridItem[] {
  if (!grid.hasSubgrids) return grid.items
  const collector = new Collector(ctx, gaps.row)
  collector.addItems(grid, { columns, columnGap: gaps.column, level: undefined, frame: undefined })
  return collector.items
}

/** The rows that a subgrid spans. */
interface RowFrame {
  readonly start: number
  readonly end: number
  readonly before: number
  readonly after: number
  readonly gap: number
}

interface Level {
  readonly columns: AxisTracks
  readonly columnGap: number
  readonly level: RowLevel | undefined
  readonly frame: RowFrame | undefined
}

class Collector {
  readonly items: GridItem[] = []

  constructor(
    private readonly ctx: LayoutContext,
    private readonly rowGap: number,
  ) {}

  addItems(grid: PlacedGrid, level: Level): void {
    for (const item of grid.items) {
      if (!item.axes && !level.level) this.items.push(item)
      else if (item.axes?.rows) this.#addFrame(item, level)
      else this.#addItem(item, level)
    }
  }

  #addItem(item: GridItem, level: Level): void {
    const { area } = item
    const place = this.#place(item, level)
    const row = level.frame
      ? { start: level.frame.start + area.row.start, end: level.frame.start + area.row.end }
      : area.row
    const subgrid = item.axes?.columns && this.#columnsOf(item, level)
    this.items.push({
      ...item,
      area: { column: area.column, row },
      place: level.level && place,
      subgrid: subgrid && item.axes && keptSpace(this.ctx, item.box, { axes: item.axes, ...subgrid }),
    })
  }

  #place({ area }: GridItem, { level, frame }: Level): RowPlace {
    if (!frame) return { level, frame: undefined, top: 0, bottom: 0, followsGutter: false }
    const half = snap((frame.gap - this.rowGap) / 2)
    const isFirst = area.row.start === 0
    const top = isFirst ? frame.before : half
    const bottom = frame.start + area.row.end === frame.end ? frame.after : half
    return { level, frame: undefined, top, bottom, followsGutter: !isFirst }
  }

  /** A subgrid in its rows, and what is in it. */
  #addFrame(item: GridItem, outer: Level): void {
    const { box, area, axes } = item
    if (box.kind !== 'grid' || !axes?.rows) return
    const { style } = box
    const areaWidth = areaSize(outer.columns, area.column)
    const edges = resolveEdges(style, areaWidth, undefined)
    const width = this.#width(item, areaWidth, edges)
    const contentWidth = Math.max(0, width - edges.horizontal)
    const placed = placeGrid(box, { ...UNKNOWN_SIZE, width: contentWidth }, axes)
    const { columns, columnGap } = axes.columns
      ? this.#columnsOf(item, outer)
      : {
          columns: sizeColumns(this.ctx, placed, contentWidth, () => undefined),
          columnGap: gapOf(style.columnGap, contentWidth),
        }
    const place = this.#place(item, outer)
    const start = (outer.frame?.start ?? 0) + area.row.start
    const end = (outer.frame?.start ?? 0) + area.row.end
    const rowGap = ownGap(style.rowGap, undefined) ?? outer.frame?.gap ?? this.rowGap
    const level: RowLevel = {
      box,
      lines: placed.lines,
      columns,
      edges,
      width,
      contentWidth,
      rowGap,
      index: this.items.length,
    }
    this.items.push({ ...item, area: { column: area.column, row: { start, end } }, place: { ...place, frame: level } })
    const frame: RowFrame = {
      start,
      end,
      before: place.top + resolveMargin(style.marginTop, areaWidth) + edges.border.top + edges.padding.top,
      after: place.bottom + resolveMargin(style.marginBottom, areaWidth) + edges.border.bottom + edges.padding.bottom,
      gap: rowGap,
    }
    this.addItems(placed, { columns, columnGap, level, frame })
  }

  #width(item: GridItem, areaWidth: number, edges: Edges): number {
    const { box, axes } = item
    if (axes?.columns) return subgridWidth(box, areaWidth)
    if (axes) noteSubgrid(this.ctx, box, axes)
    return resolveBoxWidth(this.ctx, box, itemSpace(this.ctx, item, areaWidth, undefined), edges)
  }

  /** The columns of a subgrid in those around it. */
  #columnsOf(
    { box, area, axes }: GridItem,
    outer: Level,
  ): { readonly columns: AxisTracks; readonly columnGap: number } {
    const { style } = box
    const areaWidth = areaSize(outer.columns, area.column)
    const edges = resolveEdges(style, areaWidth, undefined)
    const left = resolveMargin(style.marginLeft, areaWidth) + edges.border.left + edges.padding.left
    const right = resolveMargin(style.marginRight, areaWidth) + edges.border.right + edges.padding.right
    const isRtl = style.direction === 'rtl'
    const contentWidth = Math.max(0, subgridWidth(box, areaWidth) - edges.horizontal)
    const columnGap = ownGap(style.columnGap, contentWidth) ?? outer.columnGap
    const axis = axes?.columns ?? NO_AXIS
    const insets = { before: isRtl ? right : left, size: contentWidth, gap: ownGap(style.columnGap, contentWidth) }
    return { columns: subgridTracks(outer.columns, area.column, axis, insets), columnGap }
  }
}

/** A gap that is not that of the grid around. */
function ownGap(gap: LengthPercentage | 'normal', size: number | undefined): number | undefined {
  return gap === 'normal' ? undefined : gapOf(gap, size)
}

const NO_AXIS: SubgridAxis = { count: 1, names: [], areas: [], reversed: false }

import { BoundedCache } from '../../base/bounded-cache.js'
import type { GridBox } from '../../boxes/box-tree.js'
import { needsBase } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { LayoutContext } from '../layout-types.js'
import { rowSet } from './axis-set.js'
import { type AxisTracks, areaSize, placeTracks } from './axis-tracks.js'
import { dependsOnRowHeight } from './column-items.js'
import { hasPercentages } from './explicit-axis.js'
import type { GridItem } from './grid-item.js'
import type { AvailableSpace, TrackSpan } from './grid-types.js'
import { type GridLines, type GridSize, gapOf, type PlacedGrid, placeGrid, UNKNOWN_SIZE } from './place-grid.js'
import { RowItems } from './row-items.js'
import { rowItems } from './row-levels.js'
import { estimatedHeights, isStretching, sizeColumns } from './size-columns.js'
import { type AxisItems, sizeTracks } from './size-tracks.js'
import type { SubgridSpace } from './subgrid-axes.js'
import type { TrackSet } from './track.js'

/** A grid with its tracks sized and its items in them. */
export interface GridGeometry {
  /** All that stand in its rows, in order-modified document order. */
  readonly items: readonly GridItem[]
  /** How far a shared baseline moves each item. */
  readonly shims: Float64Array
  /** Some of them stand in subgrids. */
  readonly hasNested: boolean
  readonly columns: AxisTracks
  readonly rows: AxisTracks
  /** By row, the part of its height that does not follow from what stands in it. */
  readonly givenHeights: Float64Array
  /** Likewise, but for shares of a height of the container. */
  readonly trackHeights: Float64Array
  /** Height of the container's content box: its own, or what the rows make it within its limits. */
  readonly height: number
  /** By row, the items that stand in it, in their order. */
  readonly occupants: readonly (readonly number[])[]
  /** The first and the last row in which items begin. */
  readonly firstBeginning: number
  readonly lastBeginning: number
  readonly lines: GridLines
}

/**
 * The grid sizing algorithm (css-grid-1 §11.1) on the items as §7 and §8 place them.
 * @param subgrid the columns that a subgrid takes from the grid around it
 */
export function gridGeometry(
  ctx: LayoutContext,
  box: GridBox,
  size: GridSize & { readonly width: number },
  subgrid?: SubgridSpace,
): GridGeometry {
  const cache = ctx.cache(createGeometryCache)
  const known = cache.get(box.id)
  const found = known?.find((entry) => entry.subgrid === subgrid && sameSize(entry.size, size))
  if (found) return found.geometry
  const geometry = sizeGrid(ctx, placeGrid(box, size, subgrid?.axes), size.width, subgrid)
  const entry = { size, subgrid, geometry }
  if (known && known.length < SIZES_PER_GRID) known.push(entry)
  else cache.set(box.id, [entry])
  return geometry
}

/** Grids that are open at a time or will be placed on a page soon. */
const GEOMETRY_CAPACITY = 2048

/** A grid is measured with its own height and laid out with those that its row or its page gives it. */
const SIZES_PER_GRID = 4

interface SizedGrid {
  readonly size: GridSize
  readonly subgrid: SubgridSpace | undefined
  readonly geometry: GridGeometry
}

function createGeometryCache(): BoundedCache<number, SizedGrid[]> {
  return new BoundedCache(GEOMETRY_CAPACITY)
}

function sameSize(a: GridSize, b: GridSize): boolean {
  return a.width === b.width && a.height === b.height && a.minHeight === b.minHeight && a.maxHeight === b.maxHeight
}

function sizeGrid(
  ctx: LayoutContext,
  grid: PlacedGrid,
  width: number,
  subgrid: SubgridSpace | undefined,
): GridGeometry {
  const own = grid.items
  let columns = subgrid?.columns ?? sizeColumns(ctx, grid, width, estimatedHeights(ctx, grid))
  const { rowGap, columnGap } = grid.box.style
  const gaps = { column: subgrid?.columnGap ?? gapOf(columnGap, width), row: gapOf(rowGap, grid.size.height) }
  let items = rowItems(ctx, grid, columns, gaps)
  let sized = sizeRows(ctx, grid, items, columns)
  if (!subgrid && own.some((item) => dependsOnRowHeight(ctx, item))) {
    const { rows } = sized
    const heights = (index: number) => {
      const item = own[index]
      return item && areaSize(rows, item.area.row)
    }
    columns = sizeColumns(ctx, grid, width, heights)
    items = rowItems(ctx, grid, columns, gaps)
    sized = sizeRows(ctx, grid, items, columns)
  }
  const { rows, givenHeights, trackHeights, contributions, height } = sized
  const gutter = (rows.starts[1] ?? 0) - (rows.ends[0] ?? 0)
  // Space between the rows widens the gutters in which those of subgrids stand.
  if (items !== own && rows.starts.length > 1 && gutter !== gaps.row) {
    items = rowItems(ctx, grid, columns, { column: gaps.column, row: gutter })
  }
  const shims = new Float64Array(items.length)
  for (let item = 0; item < items.length; item++) shims[item] = contributions.shim(item)
  const occupants = occupantsByRow(items, rows.starts.length)
  const beginnings = {
    firstBeginning: items.reduce((first, { area }) => Math.min(first, area.row.start), items[0]?.area.row.start ?? 0),
    lastBeginning: items.reduce((last, { area }) => Math.max(last, area.row.start), 0),
  }
  const heights = { givenHeights, trackHeights, height }
  return {
    items,
    hasNested: items !== own,
    shims,
    columns,
    rows,
    ...heights,
    occupants,
    ...beginnings,
    lines: grid.lines,
  }
}

function occupantsByRow(items: readonly GridItem[], count: number): readonly (readonly number[])[] {
  const occupants: number[][] = []
  for (let row = 0; row < count; row++) occupants.push([])
  for (let item = 0; item < items.length; item++) {
    const { start, end } = items[item]?.area.row ?? NO_TRACKS
    for (let row = start; row < end; row++) occupants[row]?.push(item)
  }
  return occupants
}

const NO_TRACKS: TrackSpan = { start: 0, end: 0 }

export const ROW_AXIS = { reversed: false, startSide: 'top' } as const

interface SizedRows {
  readonly rows: AxisTracks
  readonly givenHeights: Float64Array
  readonly trackHeights: Float64Array
  readonly contributions: RowItems
  readonly height: number
}

/**
 * Sizes the rows. Where the height follows from them, percentages are automatic at first and refer to that height
 * then (§11.1, §7.2.1). AD-HOC: flexible rows with factors that sum to less than 1 are sized once more, too, as in
 * browsers: they take that part of the height.
 */
export function sizeRows(
  ctx: LayoutContext,
  grid: PlacedGrid,
  items: readonly GridItem[],
  columns: AxisTracks,
): SizedRows {
  const { size, box } = grid
  const { style } = box
  const contributions = new RowItems(ctx, items, columns)
  let set = sizedRows(grid, contributions, size.height)
  const leaves = size.height === undefined && leavesFraction(set)
  if (leaves) set = sizedRows(grid, contributions, undefined, UNKNOWN_SIZE)
  const height = size.height ?? limitedHeight(set.size, size)
  if (leaves || (size.height === undefined && rowsNeedHeight(style))) set = sizedRows(grid, contributions, height)
  const rows = placeTracks(set, style.alignContent, ROW_AXIS, height)
  const given = size.height ?? size.minHeight
  const trackHeights = ownHeights(set)
  const isShared = given !== undefined && set.size <= given && sizedRows(grid, contributions, undefined).size < given
  const givenHeights = isShared ? Float64Array.from(set.tracks, ({ base }) => base) : trackHeights
  return { rows, givenHeights, trackHeights, contributions, height }
}

/** The heights of rows by their own sizing functions, regardless of their content. */
function ownHeights({ tracks }: TrackSet): Float64Array {
  const heights = new Float64Array(tracks.length)
  for (const [index, { min, max, base }] of tracks.entries()) {
    const least = typeof min === 'number' ? min : 0
    heights[index] = Math.min(base, typeof max === 'number' ? Math.max(least, max) : least)
  }
  return heights
}

function sizedRows(
  grid: PlacedGrid,
  items: AxisItems,
  height: number | undefined,
  { minHeight: least, maxHeight: most }: GridSize = grid.size,
): TrackSet {
  const { style } = grid.box
  const set = rowSet(grid, items.spans, height)
  const available: AvailableSpace = height === undefined ? { kind: 'indefinite' } : { kind: 'definite', size: height }
  sizeTracks({ set, items, available, least, most, stretches: isStretching(style.alignContent) })
  return set
}

/** The content height that follows from the rows, within its limits. */
function limitedHeight(rows: number, { minHeight, maxHeight }: GridSize): number {
  return Math.max(minHeight ?? 0, maxHeight === undefined ? rows : Math.min(rows, maxHeight))
}

/** Whether flexible rows take less than all of the height that is left for them. */
function leavesFraction({ tracks }: TrackSet): boolean {
  let factors = 0
  for (const { flexFactor } of tracks) factors += flexFactor
  return factors > 0 && factors < 1
}

function rowsNeedHeight({ gridTemplateRows, gridAutoRows, rowGap }: ComputedStyle): boolean {
  return hasPercentages(gridTemplateRows, gridAutoRows) || (rowGap !== 'normal' && needsBase(rowGap))
}

import { BoundedCache } from '../../base/bounded-cache.js'
import type { GridBox } from '../../boxes/box-tree.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import type { GridAreas, TrackSize } from '../../css/values/grid-value.js'
import { needsBase, resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { IntrinsicSizes, LayoutContext } from '../layout-types.js'
import { AxisLines } from './axis-lines.js'
import { type AxisTracks, areaSize, placeTracks } from './axis-tracks.js'
import { ColumnItems, dependsOnRowHeight } from './column-items.js'
import { explicitAxis, hasPercentages, implicitSize } from './explicit-axis.js'
import { type GridItem, makeItem } from './grid-item.js'
import type { AvailableSpace, ExplicitAxis, ImplicitAxis, Placement, TrackSpan } from './grid-types.js'
import { placeItems } from './place-items.js'
import { RowItems } from './row-items.js'
import { type AxisItems, sizeTracks } from './size-tracks.js'
import { makeTrack, type Track, TrackSet } from './track.js'

/** The content box of a grid container as far as it is known before its tracks. */
export interface GridSize {
  /** Undefined for the intrinsic sizes of the container. */
  readonly width: number | undefined
  /** Undefined for an automatic height. */
  readonly height: number | undefined
  /** Limits of a size that is not known. */
  readonly minWidth: number | undefined
  readonly maxWidth: number | undefined
  readonly minHeight: number | undefined
  readonly maxHeight: number | undefined
}

/** A grid with its tracks sized and its items in them. */
export interface GridGeometry {
  /** In order-modified document order. */
  readonly items: readonly GridItem[]
  /** How far a shared baseline moves each item. */
  readonly shims: Float64Array
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

/** The lines by which absolutely positioned children find their areas. */
interface GridLines {
  readonly columns: AxisLines
  readonly rows: AxisLines
  readonly columnsBefore: number
  readonly rowsBefore: number
}

/** The items placed in a grid whose tracks have no sizes yet. */
interface PlacedGrid {
  readonly box: GridBox
  readonly size: GridSize
  readonly items: readonly GridItem[]
  readonly placement: Placement
  readonly columns: ExplicitAxis
  readonly rows: ExplicitAxis
  readonly lines: GridLines
}

/** The grid sizing algorithm (css-grid-1 §11.1) on the items as §7 and §8 place them. */
export function gridGeometry(
  ctx: LayoutContext,
  box: GridBox,
  size: GridSize & { readonly width: number },
): GridGeometry {
  const cache = ctx.cache(createGeometryCache)
  const known = cache.get(box.id)
  const found = known?.find((entry) => sameSize(entry.size, size))
  if (found) return found.geometry
  const geometry = sizeGrid(ctx, placeGrid(box, size), size.width)
  const entry = { size, geometry }
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
  readonly geometry: GridGeometry
}

function createGeometryCache(): BoundedCache<number, SizedGrid[]> {
  return new BoundedCache(GEOMETRY_CAPACITY)
}

function sameSize(a: GridSize, b: GridSize): boolean {
  return a.width === b.width && a.height === b.height && a.minHeight === b.minHeight && a.maxHeight === b.maxHeight
}

function sizeGrid(ctx: LayoutContext, grid: PlacedGrid, width: number): GridGeometry {
  const { items } = grid
  const estimates = estimatedHeights(grid)
  let columns = sizeColumns(ctx, grid, width, estimates)
  let sized = sizeRows(ctx, grid, columns)
  if (items.some(({ box }) => dependsOnRowHeight(box))) {
    const { rows } = sized
    const heights = (item: number) => areaSize(rows, items[item]?.area.row ?? NO_TRACKS)
    columns = sizeColumns(ctx, grid, width, heights)
    sized = sizeRows(ctx, grid, columns)
  }
  const { rows, givenHeights, trackHeights, rowItems, height } = sized
  const shims = new Float64Array(items.length)
  for (let item = 0; item < items.length; item++) shims[item] = rowItems.shim(item)
  const occupants = occupantsByRow(items, rows.starts.length)
  const beginnings = {
    firstBeginning: items.reduce((first, { area }) => Math.min(first, area.row.start), items[0]?.area.row.start ?? 0),
    lastBeginning: items.reduce((last, { area }) => Math.max(last, area.row.start), 0),
  }
  const heights = { givenHeights, trackHeights, height }
  return { items, shims, columns, rows, ...heights, occupants, ...beginnings, lines: grid.lines }
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

/** Resolves the explicit grid and places the items (§7, §8). */
export function placeGrid(box: GridBox, size: GridSize): PlacedGrid {
  const { style } = box
  const { gridTemplateAreas: areas } = style
  const columns = explicitAxis(style.gridTemplateColumns, areas.columns, style.gridAutoColumns, {
    fits: size.width ?? size.maxWidth,
    fills: size.minWidth,
    gap: gapOf(style.columnGap, size.width),
  })
  const rows = explicitAxis(style.gridTemplateRows, areas.rows, style.gridAutoRows, {
    fits: size.height ?? size.maxHeight,
    fills: size.minHeight,
    gap: gapOf(style.rowGap, size.height),
  })
  const columnLines = new AxisLines(columns.sizes.length, columns.names, columnAreas(areas))
  const rowLines = new AxisLines(rows.sizes.length, rows.names, rowAreas(areas))
  const children = box.children.filter((child) => !isAbsolutelyPositioned(child.style))
  const placement = placeItems({
    items: children.map(({ style: item }) => ({
      column: columnLines.place(item.gridColumnStart, item.gridColumnEnd),
      row: rowLines.place(item.gridRowStart, item.gridRowEnd),
    })),
    explicitColumns: columns.sizes.length,
    explicitRows: rows.sizes.length,
    flow: style.gridAutoFlow,
  })
  const items: GridItem[] = []
  for (let index = 0; index < children.length; index++) {
    const child = children[index]
    const area = placement.areas[index]
    if (child && area) items.push(makeItem(box, child, area))
  }
  const lines: GridLines = {
    columns: columnLines,
    rows: rowLines,
    columnsBefore: placement.columns.before,
    rowsBefore: placement.rows.before,
  }
  return { box, size, items, placement, columns, rows, lines }
}

function columnAreas({ areas }: GridAreas) {
  return areas.map(({ name, columnStart, columnEnd }) => ({ name, span: { start: columnStart, end: columnEnd } }))
}

function rowAreas({ areas }: GridAreas) {
  return areas.map(({ name, rowStart, rowEnd }) => ({ name, span: { start: rowStart, end: rowEnd } }))
}

/** A gutter in px; percentages of an indefinite size are zero (css-align-3 §8.1). */
function gapOf(gap: LengthPercentage | 'normal', size: number | undefined): number {
  return gap === 'normal' ? 0 : Math.max(0, resolveLength(gap, size ?? 0))
}

/** The tracks that an axis has: those of its template, and those around them, whose sizes repeat. */
interface AxisDefinition {
  readonly explicit: ExplicitAxis
  readonly implicit: ImplicitAxis
  readonly autoSizes: readonly TrackSize<LengthPercentage>[]
}

/** The tracks of an axis before they are sized, those that `auto-fit` leaves empty collapsed (§7.2.3.2). */
function trackSet(
  { explicit, implicit: { count, before }, autoSizes }: AxisDefinition,
  spans: readonly TrackSpan[],
  gap: number,
  size: number | undefined,
): TrackSet {
  const tracks: Track[] = []
  const explicitEnd = before + explicit.sizes.length
  for (let index = 0; index < count; index++) {
    const own = explicit.sizes[index - before]
    const implicit = index < before ? index - before : index - explicitEnd
    tracks.push(makeTrack(own ?? implicitSize(autoSizes, implicit), size))
  }
  const collapsed = collapsedTracks(explicit, count, before, spans)
  if (!collapsed) return new TrackSet(tracks, gap, undefined)
  const kept = tracks.map((track, index) => (collapsed[index] ? makeTrack(COLLAPSED, undefined) : track))
  return new TrackSet(kept, gap, collapsed)
}

const COLLAPSED: TrackSize<LengthPercentage> = { min: { kind: 'length', value: 0 }, max: { kind: 'length', value: 0 } }

function collapsedTracks(
  { fitStart, fitEnd }: ExplicitAxis,
  count: number,
  before: number,
  spans: readonly TrackSpan[],
): Uint8Array | undefined {
  if (fitStart === fitEnd) return undefined
  const collapsed = new Uint8Array(count)
  collapsed.fill(1, before + fitStart, before + fitEnd)
  for (const { start, end } of spans) collapsed.fill(0, start, end)
  return collapsed.includes(1) ? collapsed : undefined
}

function sizeColumns(
  ctx: LayoutContext,
  grid: PlacedGrid,
  width: number,
  heights: (item: number) => number | undefined,
): AxisTracks {
  const { style } = grid.box
  const items = new ColumnItems(ctx, grid.items, heights)
  const set = columnSet(grid, items.spans, width)
  const stretches = isStretching(style.justifyContent)
  const available: AvailableSpace = { kind: 'definite', size: width }
  sizeTracks({ set, items, available, least: undefined, most: undefined, stretches })
  return placeTracks(set, style.justifyContent, columnAxis(style), width)
}

function columnSet(grid: PlacedGrid, spans: readonly TrackSpan[], width: number | undefined): TrackSet {
  const { style } = grid.box
  const axis = { explicit: grid.columns, implicit: grid.placement.columns, autoSizes: style.gridAutoColumns }
  return trackSet(axis, spans, gapOf(style.columnGap, width), width)
}

function rowSet(grid: PlacedGrid, spans: readonly TrackSpan[], height: number | undefined): TrackSet {
  const { style } = grid.box
  const axis = { explicit: grid.rows, implicit: grid.placement.rows, autoSizes: style.gridAutoRows }
  return trackSet(axis, spans, gapOf(style.rowGap, height), height)
}

export function columnAxis({ direction }: ComputedStyle) {
  return { reversed: false, startSide: direction === 'rtl' ? 'right' : 'left' } as const
}

export const ROW_AXIS = { reversed: false, startSide: 'top' } as const

function isStretching({ keyword }: ComputedStyle['alignContent']): boolean {
  return keyword === 'normal' || keyword === 'stretch'
}

interface SizedRows {
  readonly rows: AxisTracks
  readonly givenHeights: Float64Array
  readonly trackHeights: Float64Array
  readonly rowItems: RowItems
  readonly height: number
}

/**
 * Sizes the rows. Where the height follows from them, percentages are automatic at first and refer to that height
 * then (§11.1, §7.2.1).
 */
function sizeRows(ctx: LayoutContext, grid: PlacedGrid, columns: AxisTracks): SizedRows {
  const { size, box } = grid
  const { style } = box
  const rowItems = new RowItems(ctx, grid.items, columns)
  let set = sizedRows(grid, rowItems, size.height)
  const height = size.height ?? limitedHeight(set.size, size)
  if (size.height === undefined && rowsNeedHeight(style)) set = sizedRows(grid, rowItems, height)
  const rows = placeTracks(set, style.alignContent, ROW_AXIS, height)
  const given = size.height ?? size.minHeight
  const trackHeights = ownHeights(set)
  const isShared = given !== undefined && set.size <= given && sizedRows(grid, rowItems, undefined).size < given
  const givenHeights = isShared ? Float64Array.from(set.tracks, ({ base }) => base) : trackHeights
  return { rows, givenHeights, trackHeights, rowItems, height }
}

/** The heights of rows by their own sizing functions, regardless of their content. */
function ownHeights({ tracks }: TrackSet): Float64Array {
  return Float64Array.from(tracks, ({ min, max, base }) => {
    const least = typeof min === 'number' ? min : 0
    return Math.min(base, typeof max === 'number' ? Math.max(least, max) : least)
  })
}

function sizedRows(grid: PlacedGrid, items: AxisItems, height: number | undefined): TrackSet {
  const { style } = grid.box
  const set = rowSet(grid, items.spans, height)
  const available: AvailableSpace = height === undefined ? { kind: 'indefinite' } : { kind: 'definite', size: height }
  const { minHeight: least, maxHeight: most } = grid.size
  sizeTracks({ set, items, available, least, most, stretches: isStretching(style.alignContent) })
  return set
}

/** The content height that follows from the rows, within its limits. */
function limitedHeight(rows: number, { minHeight, maxHeight }: GridSize): number {
  return Math.max(minHeight ?? 0, maxHeight === undefined ? rows : Math.min(rows, maxHeight))
}

function rowsNeedHeight({ gridTemplateRows, gridAutoRows, rowGap }: ComputedStyle): boolean {
  return hasPercentages(gridTemplateRows, gridAutoRows) || (rowGap !== 'normal' && needsBase(rowGap))
}

/** Heights of areas whose rows are all fixed (§11.1, step 1): known before the rows are sized. */
function estimatedHeights(grid: PlacedGrid): (item: number) => number | undefined {
  const { size, items } = grid
  if (!items.some((item) => dependsOnRowHeight(item.box))) return () => undefined
  const spans = items.map(({ area }) => area.row)
  const set = rowSet(grid, spans, size.height)
  return (item) => {
    const span = spans[item] ?? NO_TRACKS
    let sum = set.guttersWithin(span)
    for (let row = span.start; row < span.end; row++) {
      const track = set.tracks[row]
      if (typeof track?.max !== 'number') return undefined
      sum += Math.max(track.max, typeof track.min === 'number' ? track.min : 0)
    }
    return sum
  }
}

/** Content widths of a grid container: its tracks under a min-content and a max-content constraint (§11.2, §5.2). */
export function gridContentWidths(ctx: LayoutContext, box: GridBox, size: GridSize): IntrinsicSizes {
  const grid = placeGrid(box, size)
  const heights = estimatedHeights(grid)
  const items = new ColumnItems(ctx, grid.items, heights)
  const sized = (kind: 'min-content' | 'max-content') => {
    const set = columnSet(grid, items.spans, undefined)
    const stretches = isStretching(box.style.justifyContent)
    sizeTracks({ set, items, available: { kind }, least: undefined, most: undefined, stretches })
    return set.size
  }
  return { minContent: sized('min-content'), maxContent: sized('max-content') }
}

import type { GridBox } from '../../boxes/box-tree.js'
import type { IntrinsicSizes, LayoutContext } from '../layout-types.js'
import { columnSet } from './axis-set.js'
import { areaSize, placeTracks } from './axis-tracks.js'
import { columnContributors } from './column-contributors.js'
import { ColumnItems, dependsOnRowHeight } from './column-items.js'
import { sizeRows } from './grid-geometry.js'
import { type GridSize, gapOf, type PlacedGrid, placeGrid } from './place-grid.js'
import { rowItems } from './row-levels.js'
import { columnAxis, estimatedHeights, isStretching } from './size-columns.js'
import { sizeTracks } from './size-tracks.js'
import type { SubgridAxes } from './subgrid-axes.js'
import type { TrackSet } from './track.js'

type Constraint = 'min-content' | 'max-content'

/**
 * Content widths of a grid container: its tracks under a min-content and a max-content constraint (css-grid-1 §11.2,
 * §5.2).
 * @param axes of a subgrid whose columns are its own
 */
export function gridContentWidths(
  ctx: LayoutContext,
  box: GridBox,
  size: GridSize,
  axes: SubgridAxes | undefined,
): IntrinsicSizes {
  const grid = placeGrid(box, size, axes)
  const estimated = estimatedHeights(ctx, grid)
  const contributors = columnContributors(grid, gapOf(box.style.columnGap, undefined))
  const items = new ColumnItems(ctx, contributors, estimated)
  // Rows that share a given height are known once the columns are: these are sized again (§11.1, step 3).
  const takesRows =
    size.height !== undefined &&
    !axes &&
    grid.items.some((item, index) => estimated(index) === undefined && dependsOnRowHeight(ctx, item))
  const width = (constraint: Constraint) => {
    const set = sizedColumns(grid, items, constraint)
    if (!takesRows) return set.size
    const heights = heightsBeside(ctx, grid, set)
    return sizedColumns(grid, new ColumnItems(ctx, contributors, heights), constraint).size
  }
  return { minContent: width('min-content'), maxContent: width('max-content') }
}

function sizedColumns(grid: PlacedGrid, items: ColumnItems, kind: Constraint): TrackSet {
  const set = columnSet(grid, items.spans, undefined)
  const stretches = isStretching(grid.box.style.justifyContent)
  sizeTracks({ set, items, available: { kind }, least: undefined, most: undefined, stretches })
  return set
}

/** Heights of the areas of items in rows beside which the columns have these widths. */
function heightsBeside(ctx: LayoutContext, grid: PlacedGrid, set: TrackSet): (item: number) => number | undefined {
  const { style } = grid.box
  const columns = placeTracks(set, style.justifyContent, columnAxis(style), set.size)
  const gaps = { column: gapOf(style.columnGap, set.size), row: gapOf(style.rowGap, grid.size.height) }
  const { rows } = sizeRows(ctx, grid, rowItems(ctx, grid, columns, gaps), columns)
  return (index) => {
    const item = grid.items[index]
    return item && areaSize(rows, item.area.row)
  }
}

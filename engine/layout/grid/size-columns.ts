import type { GridBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { IntrinsicSizes, LayoutContext } from '../layout-types.js'
import { columnSet, rowSet } from './axis-set.js'
import { type AxisTracks, placeTracks } from './axis-tracks.js'
import { columnContributors } from './column-contributors.js'
import { ColumnItems, dependsOnRowHeight } from './column-items.js'
import type { AvailableSpace } from './grid-types.js'
import { type GridSize, gapOf, type PlacedGrid, placeGrid } from './place-grid.js'
import { sizeTracks } from './size-tracks.js'
import type { SubgridAxes } from './subgrid-axes.js'

/** Sizes the columns of a grid (css-grid-1 §11.3), and of the subgrids in it that share them. */
export function sizeColumns(
  ctx: LayoutContext,
  grid: PlacedGrid,
  width: number,
  heights: (item: number) => number | undefined,
): AxisTracks {
  const { style } = grid.box
  const items = new ColumnItems(ctx, columnContributors(grid, gapOf(style.columnGap, width)), heights)
  const set = columnSet(grid, items.spans, width)
  const stretches = isStretching(style.justifyContent)
  const available: AvailableSpace = { kind: 'definite', size: width }
  sizeTracks({ set, items, available, least: undefined, most: undefined, stretches })
  return placeTracks(set, style.justifyContent, columnAxis(style), width)
}

export function columnAxis({ direction }: ComputedStyle) {
  return { reversed: false, startSide: direction === 'rtl' ? 'right' : 'left' } as const
}

export function isStretching({ keyword }: ComputedStyle['alignContent']): boolean {
  return keyword === 'normal' || keyword === 'stretch'
}

/** Heights of areas whose rows are all fixed (§11.1, step 1): known before the rows are sized. */
export function estimatedHeights(ctx: LayoutContext, grid: PlacedGrid): (item: number) => number | undefined {
  const { size, items } = grid
  if (!items.some((item) => dependsOnRowHeight(ctx, item))) return () => undefined
  const spans = items.map(({ area }) => area.row)
  const set = rowSet(grid, spans, size.height)
  return (item) => {
    const span = spans[item]
    if (!span) return undefined
    let sum = set.guttersWithin(span)
    for (let row = span.start; row < span.end; row++) {
      const track = set.tracks[row]
      if (typeof track?.max !== 'number') return undefined
      sum += Math.max(track.max, typeof track.min === 'number' ? track.min : 0)
    }
    return sum
  }
}

/**
 * Content widths of a grid container: its tracks under a min-content and a max-content constraint (§11.2, §5.2).
 * @param axes of a subgrid whose columns are its own
 */
export function gridContentWidths(
  ctx: LayoutContext,
  box: GridBox,
  size: GridSize,
  axes: SubgridAxes | undefined,
): IntrinsicSizes {
  const grid = placeGrid(box, size, axes)
  const heights = estimatedHeights(ctx, grid)
  const items = new ColumnItems(ctx, columnContributors(grid, gapOf(box.style.columnGap, undefined)), heights)
  const sized = (kind: 'min-content' | 'max-content') => {
    const set = columnSet(grid, items.spans, undefined)
    const stretches = isStretching(box.style.justifyContent)
    sizeTracks({ set, items, available: { kind }, least: undefined, most: undefined, stretches })
    return set.size
  }
  return { minContent: sized('min-content'), maxContent: sized('max-content') }
}

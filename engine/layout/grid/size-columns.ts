import type { ComputedStyle } from '../../style/computed-style.js'
import type { LayoutContext } from '../layout-types.js'
import { columnSet, rowSet } from './axis-set.js'
import { type AxisTracks, placeTracks } from './axis-tracks.js'
import { columnContributors } from './column-contributors.js'
import { ColumnItems, dependsOnRowHeight } from './column-items.js'
import type { AvailableSpace } from './grid-types.js'
import { gapOf, type PlacedGrid } from './place-grid.js'
import { sizeTracks } from './size-tracks.js'

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

import type { PlacedFragment } from '../fragment-tree.js'
import { baselineOf, type GridItem } from './grid-item.js'

/**
 * The first or last baseline of a grid (css-grid-1 §10.6): that of the items in its first or last occupied row which
 * share one, else of the first or last item there.
 * @param placed by item, from the top of the container
 */
export function gridBaseline(
  items: readonly GridItem[],
  placed: readonly (PlacedFragment | undefined)[],
  which: 'first' | 'last',
): number | undefined {
  let row: number | undefined
  for (const { area } of items) {
    const own = which === 'first' ? area.row.start : area.row.end
    if (row === undefined || (which === 'first' ? own < row : own > row)) row = own
  }
  let best: number | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (!item || (which === 'first' ? item.area.row.start : item.area.row.end) !== row) continue
    if (baselineOf(item) === which) return baselineAt(placed[index], which)
    if (best === undefined || isBefore(item, items[best], which)) best = index
  }
  return best === undefined ? undefined : baselineAt(placed[best], which)
}

/** In grid order, from the end for the last baseline. */
function isBefore({ area }: GridItem, other: GridItem | undefined, which: 'first' | 'last'): boolean {
  if (!other) return true
  return which === 'first' ? area.column.start < other.area.column.start : area.column.end > other.area.column.end
}

function baselineAt(placed: PlacedFragment | undefined, which: 'first' | 'last'): number | undefined {
  if (placed?.fragment.kind !== 'box') return undefined
  const { firstBaseline, lastBaseline, height } = placed.fragment
  return placed.y + ((which === 'first' ? firstBaseline : lastBaseline) ?? height)
}

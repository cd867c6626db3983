import type { GridBox, ItemBox } from '../../boxes/box-tree.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import { placeGrid, UNKNOWN_SIZE } from './place-grid.js'

/**
 * The items in the first or last row of a grid, whose breaks are those of the grid (css-grid-1 §12): nothing stands above
 * the first in which there are any. AD-HOC: where the
 * number of columns depends on the width, the first or last item alone: it stands there for certain.
 */
export function edgeItems(box: GridBox, edge: 'first' | 'last'): readonly ItemBox[] {
  const children = box.children.filter(({ style }) => !isAbsolutelyPositioned(style))
  if (children.length < 2) return children
  const { gridTemplateColumns: template } = box.style
  if (template.kind === 'subgrid' || template.repeat)
    return edge === 'first' ? children.slice(0, 1) : children.slice(-1)
  const { items, placement } = placeGrid(box, UNKNOWN_SIZE)
  const { count } = placement.rows
  const edgeRow = edge === 'first' ? Math.min(...items.map(({ area }) => area.row.start)) : count
  return items.flatMap(({ box: item, area }) => {
    return (edge === 'first' ? area.row.start : area.row.end) === edgeRow ? [item] : []
  })
}

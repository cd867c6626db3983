import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import { boxFragment } from '../box-fragment.js'
import { reachOf, spillOf } from '../flow/pieces.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import { resolveMargin } from '../sizing.js'
import { absolutePlaces } from './absolute-places.js'
import { areaSize } from './axis-tracks.js'
import { gridBaseline } from './grid-baselines.js'
import type { GridItem } from './grid-item.js'
import { areaWidth, type GridFrame, itemAt } from './place-item.js'
import type { RowLevel } from './row-levels.js'
import { subgridTracks } from './subgrid-axes.js'

/**
 * Puts what stands in subgrids with the rows of the grid into the fragments of these subgrids.
 * @param placed by item, from the corner of the grid, or of their subgrid across it
 * @returns the children of the grid, by item
 */
export function nestItems(
  frame: GridFrame,
  placed: ReadonlyMap<number, PlacedFragment>,
): ReadonlyMap<number, PlacedFragment> {
  const { items, hasNested } = frame.geometry
  if (!hasNested) return placed
  const children = new Map<number, PlacedFragment>()
  const inside = new Map<number, Map<number, PlacedFragment>>()
  // From the last to the first: what is in a subgrid follows its frame.
  for (let index = items.length - 1; index >= 0; index--) {
    const own = placed.get(index)
    if (!own) continue
    const { place } = itemAt(frame, index)
    const level = place?.frame
    const whole =
      level && own.fragment.kind === 'box' ? filled(frame, level, own.fragment, inside.get(index)) : own.fragment
    const outer = place?.level
    const around = outer && placed.get(outer.index)
    const child = { x: own.x, y: own.y - (around?.y ?? 0), fragment: whole }
    if (!outer) children.set(index, child)
    else {
      const siblings = inside.get(outer.index)
      if (siblings) siblings.set(index, child)
      else inside.set(outer.index, new Map([[index, child]]))
    }
  }
  return children
}

/** In document order. */
export function inOrder(placed: ReadonlyMap<number, PlacedFragment>): PlacedFragment[] {
  return [...placed].sort(([a], [b]) => a - b).map(([, child]) => child)
}

function filled(
  frame: GridFrame,
  level: RowLevel,
  fragment: BoxFragment,
  inside: ReadonlyMap<number, PlacedFragment> | undefined,
): BoxFragment {
  const children = inside ? inOrder(inside) : []
  const items = inside ? [...inside.keys()].sort((a, b) => a - b).map((index) => itemAt(frame, index)) : []
  const begins = !fragment.cut?.top
  return boxFragment({
    ...fragment,
    children,
    firstBaseline: gridBaseline(items, children, 'first'),
    lastBaseline: gridBaseline(items, children, 'last'),
    spill: spillOf(level.box, fragment.height, reachOf(children)),
    outOfFlow: begins ? placesIn(frame, level, itemAt(frame, level.index)) : undefined,
  })
}

function placesIn(frame: GridFrame, level: RowLevel, item: GridItem) {
  const { box, edges, width, lines, columns } = level
  if (!box.children.some(({ style }) => isAbsolutelyPositioned(style))) return undefined
  const { place, area, axes } = item
  const across = areaWidth(frame, item)
  const above = resolveMargin(box.style.marginTop, across)
  const below = resolveMargin(box.style.marginBottom, across)
  const before = (place?.top ?? 0) + above + edges.border.top + edges.padding.top
  const after = (place?.bottom ?? 0) + below + edges.border.bottom + edges.padding.bottom
  const size = Math.max(0, areaSize(frame.geometry.rows, area.row) - before - after)
  const axis = axes?.rows
  if (!axis) return undefined
  const rows = subgridTracks(frame.geometry.rows, area.row, axis, { before, size, gap: level.rowGap })
  return absolutePlaces({ box, lines, columns, rows }, { edges, width, height: size + edges.vertical })
}

import type { GridBox, ItemBox } from '../../boxes/box-tree.js'
import type { SelfAlignment } from '../../css/values/alignment-value.js'
import { usedSelfAlignment } from '../align/align-self.js'
import type { GridArea } from './grid-types.js'
import type { RowPlace } from './row-levels.js'
import type { SubgridAxes, SubgridSpace } from './subgrid-axes.js'

/** An item with its place in the grid and its used alignment. */
export interface GridItem {
  readonly box: ItemBox
  readonly area: GridArea
  readonly justify: SelfAlignment
  readonly align: SelfAlignment
  /** What the item takes from the grid if it is a subgrid (css-grid-2 §9). */
  readonly axes: SubgridAxes | undefined
  /** Its columns are those of the grid, but its rows are its own: it is laid out in this space. */
  readonly subgrid: SubgridSpace | undefined
  /** Where it stands among the rows if it is, or is in, a subgrid whose rows are those of the grid. */
  readonly place: RowPlace | undefined
}

export function makeItem(container: GridBox, box: ItemBox, area: GridArea, axes: SubgridAxes | undefined): GridItem {
  return {
    box,
    area,
    justify: usedSelfAlignment(box.style.justifySelf, container.style.justifyItems),
    align: usedSelfAlignment(box.style.alignSelf, container.style.alignItems),
    axes,
    subgrid: undefined,
    place: undefined,
  }
}

/** Whether the item is a subgrid of which only the frame is an item of the rows: what is in it stands in them as well. */
export function isRowFrame({ place }: GridItem): boolean {
  return place?.frame !== undefined
}

/** Whether the item shares a baseline with others of its row; auto margins take the room that it would move in. */
export function baselineOf(item: GridItem): 'first' | 'last' | undefined {
  const { box, align } = item
  if (box.style.marginTop === 'auto' || box.style.marginBottom === 'auto' || isRowFrame(item)) return undefined
  if (align.keyword === 'baseline') return 'first'
  return align.keyword === 'last-baseline' ? 'last' : undefined
}

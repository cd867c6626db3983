import type { GridBox, ItemBox } from '../../boxes/box-tree.js'
import type { SelfAlignment } from '../../css/values/alignment-value.js'
import { usedSelfAlignment } from '../align/align-self.js'
import type { GridArea } from './grid-types.js'

/** An item with its place in the grid and its used alignment. */
export interface GridItem {
  readonly box: ItemBox
  readonly area: GridArea
  readonly justify: SelfAlignment
  readonly align: SelfAlignment
}

export function makeItem(container: GridBox, box: ItemBox, area: GridArea): GridItem {
  return {
    box,
    area,
    justify: usedSelfAlignment(box.style.justifySelf, container.style.justifyItems),
    align: usedSelfAlignment(box.style.alignSelf, container.style.alignItems),
  }
}

/** Whether the item shares a baseline with others of its row; auto margins take the room that it would move in. */
export function baselineOf({ box, align }: GridItem): 'first' | 'last' | undefined {
  if (box.style.marginTop === 'auto' || box.style.marginBottom === 'auto') return undefined
  if (align.keyword === 'baseline') return 'first'
  return align.keyword === 'last-baseline' ? 'last' : undefined
}

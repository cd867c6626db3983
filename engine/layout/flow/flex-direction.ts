import type { FlexBox } from '../../boxes/box-tree.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'

/** Which way the items of a flex container go, as far as its style says. */

/** Whether the items of a flex container that come first in the document stand on later pages. */
export function goesUpwards(box: FlexBox): boolean {
  return isRow(box) ? box.style.flexWrap === 'wrap-reverse' : box.style.flexDirection === 'column-reverse'
}

export function isRow({ style }: FlexBox): boolean {
  return style.flexDirection === 'row' || style.flexDirection === 'row-reverse'
}

/** The items of a column that has a single line for certain, from top to bottom. */
export function stackedItems(box: FlexBox): FlexBox['children'] | undefined {
  if (isRow(box) || box.style.flexWrap !== 'nowrap') return undefined
  const items = box.children.filter(({ style }) => !isAbsolutelyPositioned(style))
  return goesUpwards(box) ? items.reverse() : items
}

import { BLOCK_AXIS } from '../align/alignment-axis.js'
import { distributeContent } from '../align/distribute-content.js'
import { boxFragment } from '../box-fragment.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'

/**
 * Aligns the content of a block container in its height (css-align-3 §5.1.1), all of it as one thing. In a box that goes
 * on on another page it stays where the page begins.
 * That of table cells moves with their rows (`cell-fragment.ts`).
 * @param bottom bottom edge of the content, from the top of the border box
 */
export function withAlignedContent(fragment: BoxFragment, bottom: number): BoxFragment {
  const { style, box, height, border, padding } = fragment
  if (style.alignContent.keyword === 'normal' || box.kind === 'table-cell') return fragment
  const free = height - border.bottom - padding.bottom - bottom
  // AD-HOC: without a word of it, alignment is safe in blocks and unsafe in flex containers and grids, as in browsers.
  if (free < 0 && style.alignContent.overflow !== 'unsafe') return fragment
  const { offset } = distributeContent(style.alignContent, BLOCK_AXIS, free, 1)
  if (offset === 0) return fragment
  const { children, firstBaseline, lastBaseline, outOfFlow } = fragment
  return boxFragment({
    ...fragment,
    children: children.map((child): PlacedFragment => ({ ...child, y: child.y + offset })),
    firstBaseline: firstBaseline === undefined ? undefined : firstBaseline + offset,
    lastBaseline: lastBaseline === undefined ? undefined : lastBaseline + offset,
    outOfFlow: outOfFlow?.map((place) => ({ ...place, y: place.y + offset })),
  })
}

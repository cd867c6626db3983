import type { BlockContainerBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import { spillOf } from '../flow/pieces.js'
import type { BoxFragment, CutSides } from '../fragment-tree.js'
import type { BlockFrame } from './block-frame.js'

/**
 * A box in one piece around nothing but a text, as most paragraphs and table cells are: no flow is needed.
 * @param frame of a box with the same edges, width and style
 * @param height of the border box
 */
export function boxAroundText(
  box: BlockContainerBox,
  { edges: { border, padding }, width, contentLeft }: BlockFrame,
  text: BoxFragment,
  height: number,
  cut?: CutSides,
): BoxFragment {
  const y = border.top + padding.top
  const { firstBaseline, lastBaseline } = text
  return boxFragment({
    box,
    width,
    height,
    border,
    padding,
    children: [{ x: contentLeft, y, fragment: text }],
    firstBaseline: firstBaseline === undefined ? undefined : y + firstBaseline,
    lastBaseline: lastBaseline === undefined ? undefined : y + lastBaseline,
    spill: spillOf(box, height, y + text.height + (text.spill ?? 0)),
    cut,
  })
}

import type { BlockBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import type { BoxFragment, LineFragment, PlacedFragment } from '../fragment-tree.js'

/**
 * Turns each line of `vertical-lr` content over in its place. Such content is turned by a reflection, which puts what
 * follows below a line to its right; the tops of letters point to the right all the same (css-writing-modes-4 §4.1).
 *
 * @param content the fragment of turned content, whose style is that of an anonymous box
 */
export function turnLinesOver(content: BoxFragment): BoxFragment {
  const around: BlockBox = {
    kind: 'block',
    // It is never laid out: nothing is kept by its number.
    id: -1,
    style: { ...content.style, transform: [], scale: { x: 1, y: -1 } },
    node: undefined,
    children: [],
    marker: undefined,
    formattingContext: true,
  }
  return withLinesIn(content, around)
}

function withLinesIn(fragment: BoxFragment, around: BlockBox): BoxFragment {
  const children: PlacedFragment[] = []
  let isSame = true
  for (const placed of fragment.children) {
    const turned = turnedOver(placed, around)
    isSame &&= turned === placed
    children.push(turned)
  }
  return isSame ? fragment : boxFragment({ ...fragment, children })
}

function turnedOver(placed: PlacedFragment, around: BlockBox): PlacedFragment {
  const { x, y, fragment } = placed
  if (fragment.kind === 'line') return { x, y: y + fragment.height, fragment: lineTurnedOver(fragment, around) }
  // Content with another writing mode has been turned already.
  if (fragment.kind !== 'box' || fragment.box.kind === 'enclosed') return placed
  const turned = withLinesIn(fragment, around)
  return turned === fragment ? placed : { x, y, fragment: turned }
}

function lineTurnedOver(line: LineFragment, box: BlockBox): BoxFragment {
  const { width, height } = line
  return boxFragment({ box, width, height, children: [{ x: 0, y: 0, fragment: line }] })
}

import type { BoxFragment, PlacedFragment } from './fragment-tree.js'
import { isOrthogonal, resolveMargin } from './sizing.js'

/**
 * The last baseline of a block container, from where its children are placed: that of the last of them that has one.
 * @param contentWidth which percentages of their margins refer to
 */
export function lastBaseline(
  children: readonly PlacedFragment[],
  contentWidth: number,
  baselineOf: (child: BoxFragment) => number | undefined = ownLastBaseline,
): number | undefined {
  for (let index = children.length - 1; index >= 0; index--) {
    const child = children[index]
    if (child?.fragment.kind !== 'box') continue
    const { box, height } = child.fragment
    // What clips its content stands on its bottom margin edge, as it does within a line (CSS 2.2 §10.8.1).
    if (
      box.kind === 'block' &&
      (box.style.overflow === 'hidden' || box.style.overflow === 'shown') &&
      !isOrthogonal(box)
    ) {
      return child.y + height + resolveMargin(box.style.marginBottom, contentWidth)
    }
    const baseline = baselineOf(child.fragment)
    if (baseline !== undefined) return child.y + baseline
  }
  return undefined
}

/** AD-HOC: browsers take the first baseline of containers of items. */
function ownLastBaseline({ box, firstBaseline, lastBaseline }: BoxFragment): number | undefined {
  return box.kind === 'flex' || box.kind === 'grid' ? firstBaseline : lastBaseline
}

/** The baseline of the last line of an inline block. AD-HOC: browsers pass over tables. */
export function lastLineBaseline(block: BoxFragment): number | undefined {
  if (block.lastBaseline === undefined) return undefined
  const { children, width, border, padding } = block
  const contentWidth = width - border.left - padding.left - padding.right - border.right
  return lastBaseline(children, contentWidth, (child) => {
    if (child.box.kind === 'table-wrapper') return undefined
    return child.box.kind === 'block' ? lastLineBaseline(child) : ownLastBaseline(child)
  })
}

import { invariant } from '../../base/invariant.js'
import type { Matrix } from '../../base/matrix.js'
import { snap } from '../../base/units.js'
import { isParallel, turnBetween, turnInPlace } from '../../base/writing-mode.js'
import type { EnclosedBox } from '../../boxes/box-tree.js'
import { isOrthogonal } from '../../boxes/build/turned-content.js'
import { containedIntrinsicSizes, isContained, layoutContained } from '../block/layout-contained.js'
import { boxFragment } from '../box-fragment.js'
import { flowSpace } from '../constraint-space.js'
import { inOnePiece } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { IntrinsicAlgorithm, LayoutAlgorithm, LayoutContext } from '../layout-types.js'
import { resolveBoxHeight, resolveEdges } from '../sizing.js'
import { turnLinesOver } from './turn-lines-over.js'

/**
 * Lays out content of another writing mode than the box around it (css-writing-modes-4 §7.3): by itself, in one piece,
 * as if its lines ran to the right. Its fragment is turned as transformed boxes are.
 */
export const layoutEnclosed: LayoutAlgorithm<EnclosedBox> = (ctx, box, space) => {
  ctx.stats.layoutCalls++
  if (isContained(box)) return layoutContained(ctx, box, space)
  const width = space.fixedWidth ?? space.availableWidth
  const turn = turnBetween(box.container.frame, box.container.contentMode)
  if (!isOrthogonal(box.container)) {
    const content = contentOf(ctx, box, width, space.availableHeight)
    return inOnePiece(turnedFragment(box, turn, content, width, content.height))
  }
  const length = lineLength(ctx, box, space.availableHeight)
  const content = contentOf(ctx, box, length, width)
  return inOnePiece(turnedFragment(box, turn, content, Math.max(width, content.height), length))
}

/** Content that stands across is as wide as its lines are high, whatever room it has. */
export const enclosedIntrinsicSizes: IntrinsicAlgorithm<EnclosedBox> = (ctx, box) => {
  if (isContained(box)) return containedIntrinsicSizes(ctx, box)
  if (!isOrthogonal(box.container)) return ctx.intrinsicSizes(box.content)
  const { height } = contentOf(ctx, box, lineLength(ctx, box, undefined), undefined)
  return { minContent: height, maxContent: height }
}

/**
 * The room of lines that stand across: what the height of the box leaves, or as much as they want within the greatest
 * height of the box and that of a page.
 */
function lineLength(ctx: LayoutContext, box: EnclosedBox, definite: number | undefined): number {
  const { container } = box
  const edges = resolveEdges(container, 0, undefined)
  const given = (value: (typeof container)['height' | 'maxHeight']) => {
    const size = resolveBoxHeight(container, value, undefined, edges)
    return size === undefined ? undefined : size - edges.vertical
  }
  const least = given(container.minHeight) ?? 0
  const most = given(container.maxHeight) ?? Number.POSITIVE_INFINITY
  const known = definite ?? given(container.height)
  if (known !== undefined) return Math.max(least, Math.min(most, known))
  const { minContent, maxContent } = ctx.intrinsicSizes(box.content)
  const room = Math.min(most, ctx.pageArea().height)
  return Math.max(least, snap(Math.min(Math.max(minContent, room), maxContent)))
}

function contentOf(
  ctx: LayoutContext,
  { content }: EnclosedBox,
  width: number,
  height: number | undefined,
): BoxFragment {
  // A flex container or grid fills the box with its edges around it.
  const fixedHeight = content.kind === 'block' ? undefined : height
  const space = { ...flowSpace(width, height), fixedWidth: width, fixedHeight }
  const result = ctx.layout(content, space, undefined)
  invariant(result.kind === 'placed', 'turned content in one piece')
  return result.fragment
}

/** The content within a box of this size, turned. */
function turnedFragment(
  box: EnclosedBox,
  turn: Matrix,
  content: BoxFragment,
  width: number,
  height: number,
): BoxFragment {
  const upright = box.container.contentMode === 'vertical-lr' ? turnLinesOver(content) : content
  const { e, f } = turnInPlace(turn, content.width, content.height)
  const x = isParallel(turn) ? 0 : alignedStart(box, turn, width - content.height)
  return boxFragment({ box, width, height, children: [{ x: e + x, y: f, fragment: upright }] })
}

/** Where content begins that leaves `free` px of the width: where its first line belongs, in cells and margin boxes as they are aligned. */
function alignedStart({ container, alignsLines }: EnclosedBox, turn: Matrix, free: number): number {
  if (alignsLines && container.verticalAlign === 'middle') return snap(free / 2)
  const startsRight = turn.c < 0
  const atEnd = alignsLines === true && container.verticalAlign === 'bottom'
  return startsRight === atEnd ? 0 : free
}

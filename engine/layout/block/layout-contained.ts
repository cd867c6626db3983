import { invariant } from '../../base/invariant.js'
import type { EnclosedBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import { type ConstraintSpace, flowSpace } from '../constraint-space.js'
import { inOnePiece } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { IntrinsicSizes, LayoutContext, PlacedResult } from '../layout-types.js'

/** Content that has no say in the height of the box around it, and mostly none in its width. */
export type ContainedBox = EnclosedBox & { readonly empty: NonNullable<EnclosedBox['empty']> }

export function isContained(box: EnclosedBox): box is ContainedBox {
  return box.empty !== undefined
}

/**
 * Lays out content of a box that is sized as if it were empty (css-contain-2 §3.3): in one piece, within that size, from
 * which it may stick out.
 */
export function layoutContained(ctx: LayoutContext, box: ContainedBox, space: ConstraintSpace): PlacedResult {
  const width = space.fixedWidth ?? space.availableWidth
  const given = space.availableHeight
  const height = given ?? heightOf(ctx, box, width)
  // A flex container or grid fills the box with its edges around it; percentages of blocks refer to a definite height only.
  const fragment = wholeFragment(ctx, box.content, width, given, box.content.kind === 'block' ? given : height)
  return inOnePiece(boxFragment({ box, width, height, children: [{ x: 0, y: 0, fragment }] }))
}

/** The width that the box gets in place of that of its content. */
export function containedIntrinsicSizes(
  ctx: LayoutContext,
  { container, content, empty }: ContainedBox,
): IntrinsicSizes {
  if (container.contain.size === 'block') return ctx.intrinsicSizes(content)
  const width = container.containIntrinsicWidth
  return width === 'none' ? ctx.intrinsicSizes(empty) : { minContent: width, maxContent: width }
}

function heightOf(ctx: LayoutContext, { container, empty }: ContainedBox, width: number): number {
  const height = container.containIntrinsicHeight
  return height === 'none' ? wholeFragment(ctx, empty, width, undefined, undefined).height : height
}

function wholeFragment(
  ctx: LayoutContext,
  content: EnclosedBox['content'],
  width: number,
  height: number | undefined,
  fixedHeight: number | undefined,
): BoxFragment {
  const result = ctx.layout(content, { ...flowSpace(width, height), fixedWidth: width, fixedHeight }, undefined)
  invariant(result.kind === 'placed', 'contained content in one piece')
  return result.fragment
}

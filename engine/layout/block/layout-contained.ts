import { invariant } from '../../base/invariant.js'
import type { EnclosedBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import { type ConstraintSpace, flowSpace } from '../constraint-space.js'
import { inOnePiece } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { IntrinsicSizes, LayoutContext, PlacedResult } from '../layout-types.js'
import { resolveEdges } from '../sizing.js'

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
  const { rows } = box.container.contain
  if (rows !== undefined) return layoutListBox(ctx, box, width, rows, given)
  const height = given ?? heightOf(ctx, box, width)
  // A flex container or grid fills the box with its edges around it; percentages of blocks refer to a definite height only.
  const fragment = wholeFragment(ctx, box.content, width, given, box.content.kind === 'block' ? given : height)
  const { firstBaseline, lastBaseline } = fragment
  return inOnePiece(
    boxFragment({ box, width, height, children: [{ x: 0, y: 0, fragment }], firstBaseline, lastBaseline }),
  )
}

/** A list box is as tall as its rows would be if each were as tall as the tallest, as in browsers. */
function layoutListBox(
  ctx: LayoutContext,
  box: ContainedBox,
  width: number,
  rows: number,
  given: number | undefined,
): PlacedResult {
  const fragment = wholeFragment(ctx, box.content, width, given, given)
  const tallest = tallestRow(fragment)
  const height = given ?? (tallest > 0 ? rows * tallest : heightOf(ctx, box, width))
  const y = -scrolledBy(box, fragment, width, height)
  return inOnePiece(boxFragment({ box, width, height, children: [{ x: 0, y, fragment }] }))
}

/** Height of the tallest option or label of a group: of the blocks within which there are no others. */
function tallestRow({ children }: BoxFragment): number {
  let tallest = 0
  for (const { fragment } of children) {
    if (fragment.kind !== 'box' || fragment.box.kind !== 'block') continue
    tallest = Math.max(tallest, tallestRow(fragment) || fragment.height)
  }
  return tallest
}

/**
 * How far the content of a list box is scrolled, as little as it takes to show all of the first option that is chosen:
 * down to the padding edge, as in browsers.
 */
function scrolledBy({ container }: ContainedBox, content: BoxFragment, width: number, height: number): number {
  const target = scrollTarget(content, 0)
  if (!target) return 0
  const { padding } = resolveEdges(container, width, undefined)
  const hidden = target.bottom - height - padding.bottom
  return Math.max(0, Math.min(hidden, target.top + padding.top))
}

/** The first box within a fragment that is to be seen when its surroundings are scrolled. */
function scrollTarget({ children }: BoxFragment, top: number): { top: number; bottom: number } | undefined {
  for (const { y, fragment } of children) {
    if (fragment.kind !== 'box') continue
    const found =
      fragment.style.scrollInitialTarget === 'nearest'
        ? { top: top + y, bottom: top + y + fragment.height }
        : scrollTarget(fragment, top + y)
    if (found) return found
  }
  return undefined
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

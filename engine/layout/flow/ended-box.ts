import type { Box, InlineBox } from '../../boxes/box-tree.js'
import { APPEAL } from '../break-token.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import { clampBoxHeight, type Edges, limitBoxHeight, resolveBoxHeight } from '../sizing.js'
import { isBoxBarred } from './barred-calls.js'
import type { FlowPlaced } from './block-flow.js'

/**
 * Boxes whose height is used up while their content goes on (css-break-3 §2, parallel flows): they end where their height
 * does, and what overflows them goes on without them.
 */

/** Whether what overflows a box downwards is cut off. Overflow of the root and body elements is that of the page. */
export function clipsBelow({ style, node }: Box | InlineBox): boolean {
  return style.overflowY !== 'visible' && node?.name !== 'html' && node?.name !== 'body'
}

/**
 * The greatest border-box height that a box can have, whatever its content needs; undefined when the content decides.
 * Heights that were imposed follow the content where it is broken, but not those that are the box's own.
 * @param definite height that the content does not change
 */
export function greatestHeight(
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
  definite: number | undefined,
): number | undefined {
  const { style } = box
  if (definite !== undefined) {
    const isOwn = space.fixedHeight === undefined || typeof style.height !== 'string'
    return isOwn ? limitBoxHeight(box, space, edges, definite) : undefined
  }
  if (space.fixedHeight !== undefined || space.heightMode === 'content' || box.kind === 'table-cell') return undefined
  const limit = resolveBoxHeight(style, style.maxHeight, space.availableHeight, edges)
  return limit === undefined ? undefined : clampBoxHeight(style, limit, space.availableHeight, edges)
}

/**
 * Whether a box that goes on may end before its content does. One that clips its content loses what overflows it, but
 * goes on where the document demands a break in it.
 */
export function mayEnd(
  box: Box,
  { fragmentation }: Pick<ConstraintSpace, 'fragmentation'>,
  { appeal }: Pick<FlowPlaced, 'appeal'>,
): boolean {
  if (clipsBelow(box)) return appeal !== APPEAL.forced
  return fragmentation.kind === 'paged' && fragmentation.policy.letsOverflow
}

/**
 * How far content reaches below a box in one piece that has a height of its own; undefined where it does not.
 * @param bottom bottom edge of the content, from the top of the box
 */
export function spillOf(box: Box | InlineBox, height: number, bottom: number): number | undefined {
  return bottom > height && !clipsBelow(box) ? bottom - height : undefined
}

/** Bottom edge of placed content with what spills from it. */
export function reachOf(placed: readonly PlacedFragment[]): number {
  let reach = 0
  for (const { y, fragment } of placed) {
    if (fragment.kind !== 'box' && fragment.kind !== 'line') continue
    reach = Math.max(reach, y + fragment.height + (fragment.spill ?? 0))
  }
  return reach
}

/** A fragment in one piece with what spills from its children. */
export function withSpill(fragment: BoxFragment): BoxFragment {
  const spill = spillOf(fragment.box, fragment.height, reachOf(fragment.children))
  return spill ? { ...fragment, spill } : fragment
}

/** Whether a box in one piece fits with all that spills from it: only the box itself must leave the `reserve` free. */
export function fitsWhole({ height, spill = 0 }: BoxFragment, room: number, reserve: number): boolean {
  return height <= room - reserve && height + spill <= room
}

/** Whether a box that clips its content fits here with all that shows of it: breaks in it would only hide more. */
export function isClippedWhole(box: Box, space: ConstraintSpace, edges: Edges, definite: number | undefined): boolean {
  const { fragmentation } = space
  if (fragmentation.kind !== 'paged' || !clipsBelow(box)) return false
  const height = greatestHeight(box, space, edges, definite)
  if (height === undefined || height > fragmentation.room - fragmentation.reserve) return false
  return !isBoxBarred(fragmentation, box)
}

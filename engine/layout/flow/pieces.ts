import { type Insets, NO_INSETS } from '../../base/geometry.js'
import type { Box, InlineBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import { APPEAL } from '../break-token.js'
import type { PagedFragmentation, PagePolicy } from '../constraint-space.js'
import type { BoxFragment, CutSides, PlacedFragment } from '../fragment-tree.js'
import type { PlacedResult } from '../layout-types.js'

/**
 * Boxes in one piece and parts of boxes: whether they fit with all that spills from them, what is reported when they do
 * not, and the sides at which a part continues.
 */

/** The result for a box that is not broken and could not be. */
export function inOnePiece(fragment: BoxFragment): PlacedResult {
  return { kind: 'placed', fragment, token: undefined, appeal: APPEAL.perfect, breakpoint: undefined }
}

/**
 * Whether a box is never broken (css-break-3 §4.1). So are in columns those that are sized as if they were empty
 * (css-contain-2 §3.3): of these browsers show what is beyond a page on the next one.
 */
export function isMonolithic({ kind, style }: Box, { columnHeight }: Pick<PagePolicy, 'columnHeight'>): boolean {
  return kind === 'replaced' || kind === 'enclosed' || (columnHeight !== undefined && style.contain.size === 'both')
}

/**
 * Whether something that is never broken is cut where the page ends, as pictures are that no page has room for: nothing
 * of them is lost then (css-break-3 §4.1).
 */
export function isSliced({ kind, style }: Box, { room, policy }: Pick<PagedFragmentation, 'room' | 'policy'>): boolean {
  return kind === 'replaced' && style.frame === 'horizontal-tb' && policy.columnHeight === undefined && room >= 1
}

/** Whether a box is broken only where no page has room for it: so are those that are sized as if they were empty. */
export function avoidsBreaks({ style }: Box): boolean {
  return style.breakInside === 'avoid' || style.contain.size === 'both'
}

/** Whether what overflows a box downwards is cut off. Overflow of the root and body elements is that of the page. */
export function clipsBelow({ style, node }: Box | InlineBox): boolean {
  return style.overflowY !== 'visible' && node?.name !== 'html' && node?.name !== 'body'
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
  return spill ? boxFragment({ ...fragment, spill }) : fragment
}

/** Whether a box in one piece fits with all that spills from it: only the box itself must leave the `reserve` free. */
export function fitsWhole({ height, spill = 0 }: BoxFragment, room: number, reserve: number): boolean {
  return height <= room - reserve && height + spill <= room
}

/**
 * Marks the fragment of something that cannot be broken where it is taller than the room it has. Layout may be done
 * again with another outcome, so that only what stands on the pages in the end is reported.
 */
export function markTooTall(
  fragment: BoxFragment,
  what: 'content' | 'float',
  room: number,
  reserve: number,
): BoxFragment {
  const excess = Math.ceil(fragment.height + Math.max(fragment.spill ?? 0, reserve) - room)
  if (excess <= 0) return fragment
  return boxFragment({
    ...fragment,
    overflow: `this ${what} is ${excess} px taller than the page has room for and cannot be broken`,
  })
}

/** The same for a paragraph of which not even one line fits into `room` px: what is around it may leave none. */
export function markLineTooTall(fragment: BoxFragment, room: number): BoxFragment {
  const { node } = fragment.box
  const line = node ? `a line of <${node.name}>` : 'a line'
  const left = Math.round(room)
  const overflow =
    left > 0
      ? `${line} is taller than the ${left}px that a page has for it`
      : `the padding, borders and margins around ${line} leave it no room on a page`
  return boxFragment({ ...fragment, overflow })
}

/** `overflow` of a part of a box that clips its content, of which what is below its end stands nowhere. */
export const CUT_BELOW = 'content is cut off at the bottom edge of this box'

/** The baseline of a whole box, if the line that gives it stands on the first part of the box. */
export function baselineWithin(baseline: number | undefined, height: number): number | undefined {
  return baseline === undefined || baseline > height ? undefined : baseline
}

/** A bottom edge with margins above it that are cut off at the end of a page (css-break-3 §5.2). */
export function truncated(bottom: number, solid: number, end: number): number {
  return Math.min(bottom, Math.max(solid, end))
}

/**
 * The sides at which a part of a box continues elsewhere; undefined when it is the whole box.
 * @param ends whether the box itself ends although what overflows it continues
 */
export function cutSides(isFirst: boolean, isLast: boolean, ends = false): CutSides | undefined {
  if (isFirst && isLast) return undefined
  return ends && !isLast ? { top: !isFirst, bottom: true, overflows: true } : { top: !isFirst, bottom: !isLast }
}

/** Border and padding of one part of a box. */
export interface PartInsets {
  readonly border: Insets
  readonly padding: Insets
}

export const NO_EDGES: PartInsets = { border: NO_INSETS, padding: NO_INSETS }

/** Border and padding without the sides at which the box continues on another page. */
export function slicedInsets(insets: PartInsets, hasTop: boolean, hasBottom: boolean): PartInsets {
  if (hasTop && hasBottom) return insets
  return { border: sliced(insets.border, hasTop, hasBottom), padding: sliced(insets.padding, hasTop, hasBottom) }
}

function sliced({ top, right, bottom, left }: Insets, hasTop: boolean, hasBottom: boolean): Insets {
  return { top: hasTop ? top : 0, right, bottom: hasBottom ? bottom : 0, left }
}

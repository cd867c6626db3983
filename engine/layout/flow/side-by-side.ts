import type { Profile } from '../../base/profile.js'
import type { Box, FlowChild, InlineItem } from '../../boxes/box-tree.js'
import { isOutOfFlow } from '../../boxes/out-of-flow.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { LayoutContext } from '../layout-types.js'

/**
 * Whether content side by side (a line of flex items, a row of a grid or of a table) that does not fit moves to the next
 * page rather than be broken. A break through text is one that readers know: only what is short stays whole. One through
 * frames and pictures looks torn.
 * @param needs height of all of it in one piece
 * @param freshRoom that of a page on which nothing stands yet
 * @param hasEdges whether something in it has edges that a break would cut; asked only if it matters
 */
export function isKeptSideBySide(
  { keptSideBySide }: Profile,
  needs: number,
  freshRoom: number,
  hasEdges: () => boolean,
): boolean {
  if (needs <= freshRoom * keptSideBySide.text) return true
  return needs <= freshRoom * keptSideBySide.edges && hasEdges()
}

/**
 * Whether a break through a box would cut more than text: the box, or the only one in it, is seen as such or holds a
 * picture. Only children are looked at, and each box once, however many rows and pages ask.
 */
export function hasEdges(ctx: Pick<LayoutContext, 'cache'>, box: Box): boolean {
  const cache = ctx.cache(createEdgesCache)
  const known = cache.get(box.id)
  if (known !== undefined) return known
  const found = findEdges(ctx, box)
  cache.set(box.id, found)
  return found
}

function findEdges(ctx: Pick<LayoutContext, 'cache'>, box: Box): boolean {
  if (box.kind === 'replaced') return true
  // An inline root has the style of the block around it.
  if (box.kind === 'inline-root') return beginsWithPicture(box.items)
  // The lines of a table are those between its cells, and go on over a break: what counts is in the cells.
  if (box.kind !== 'table-cell' && isSeen(box.style)) return true
  if (box.kind === 'table-wrapper') return isSeen(box.table.style)
  if (box.kind !== 'block' && box.kind !== 'table-cell' && box.kind !== 'flex' && box.kind !== 'grid') return false
  const children: readonly FlowChild[] = box.children
  const [only] = children
  if (only && children.length === 1) return !isOutOfFlow(only) && hasEdges(ctx, only)
  // Things side by side within it decide for themselves.
  return (box.kind === 'block' || box.kind === 'table-cell') && children.some(isPicture)
}

/** Whether a box shows where it begins and ends. Borders at its sides go on over a break as text does. */
function isSeen(style: ComputedStyle): boolean {
  return (
    style.borderTopWidth > 0 ||
    style.borderBottomWidth > 0 ||
    style.backgroundColor.alpha > 0 ||
    style.backgroundImage.length > 0 ||
    style.boxShadow.length > 0
  )
}

/** Whether a child of a block is a picture, or begins with one, also in a block of its own such as a figure. */
function isPicture(child: FlowChild): boolean {
  if (child.kind === 'replaced') return !isOutOfFlow(child)
  if (child.kind === 'inline-root') return beginsWithPicture(child.items)
  if (child.kind !== 'block') return false
  const [first] = child.children
  const begins = first?.kind === 'replaced' || (first?.kind === 'inline-root' && beginsWithPicture(first.items))
  return begins && !isOutOfFlow(child)
}

/** Whether the first line is a picture and nothing else: one with text beside it is an icon. */
function beginsWithPicture(items: readonly InlineItem[]): boolean {
  let hasPicture = false
  for (const item of items) {
    if (item.kind === 'break') break
    if (item.kind === 'atomic' && item.box.kind === 'replaced') hasPicture = true
    else if (item.kind === 'atomic' || item.kind === 'leader') return false
    else if (item.kind === 'text' && /\S/.test(item.text)) return false
  }
  return hasPicture
}

function createEdgesCache(): Map<number, boolean> {
  return new Map()
}

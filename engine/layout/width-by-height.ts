import { BoundedCache } from '../base/bounded-cache.js'
import type { Box, FlowChild, InlineItem } from '../boxes/box-tree.js'
import type { LayoutContext } from './layout-types.js'
import { contentRatio } from './natural-ratio.js'
import { isPercentage, preferredRatio } from './sizing.js'

/**
 * Whether the intrinsic widths of a box depend on the height of its content box: because of a ratio in it that takes a
 * percentage of that height to a width (css-sizing-3 §5.2.1, css-sizing-4 §5.1).
 */
export function widthFollowsHeight(ctx: LayoutContext, box: Box): boolean {
  const known = ctx.cache(createCache)
  const found = known.get(box.id)
  if (found !== undefined) return found
  const follows = contentFollows(ctx, box)
  known.set(box.id, follows)
  return follows
}

/** Enough for the boxes on a page. */
const CAPACITY = 8192

function createCache(): BoundedCache<number, boolean> {
  return new BoundedCache(CAPACITY)
}

function contentFollows(ctx: LayoutContext, box: Box): boolean {
  switch (box.kind) {
    case 'replaced':
      return contentRatio(box) !== undefined
    case 'inline-root':
      return box.items.some((item) => itemFollows(ctx, item))
    case 'block':
    case 'table-cell':
      return box.children.some((child) => childFollows(ctx, child))
    case 'flex':
    case 'grid':
      // Items may be stretched to the height, whatever their own is.
      return box.children.some((child) => preferredRatio(child) !== undefined || widthFollowsHeight(ctx, child))
    default:
      return false
  }
}

function itemFollows(ctx: LayoutContext, item: InlineItem): boolean {
  return (item.kind === 'atomic' || item.kind === 'out-of-flow') && childFollows(ctx, item.box)
}

/** Whether the width of a box follows from the height of its containing block. */
function childFollows(ctx: LayoutContext, child: FlowChild): boolean {
  if (child.kind === 'inline-root') return widthFollowsHeight(ctx, child)
  const { width, height, minHeight, maxHeight } = child.style
  const hasRatio = child.kind === 'replaced' ? contentRatio(child) !== undefined : preferredRatio(child) !== undefined
  if (hasRatio && width === 'auto' && [height, minHeight, maxHeight].some(isPercentage)) return true
  const handsOn = isPercentage(height) || (child.kind === 'block' && child.handsHeightOn !== undefined)
  return handsOn && child.kind !== 'replaced' && widthFollowsHeight(ctx, child)
}

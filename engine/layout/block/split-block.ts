import type { BlockBox, SplitBlock } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { type ConstraintSpace, flowSpace } from '../constraint-space.js'
import type { LayoutContext } from '../layout-types.js'
import { clampBoxHeight, resolveBoxHeight, resolveEdges } from '../sizing.js'

/**
 * Blocks of a given height that boxes across all columns split (css-multicol-1 §6.1): their parts take of the height as
 * much as they need, the last one what is left, as parts of a box on pages do (css-break-3 §5.1).
 */

/** A part with the height that is left for it, in a block container's flow. */
export function partOfHeight(
  ctx: LayoutContext,
  part: BlockBox,
  split: SplitBlock,
  { availableWidth, availableHeight }: ConstraintSpace,
): BlockBox {
  const cache = ctx.cache(createPartCache)
  const known = cache.get(part.id)
  if (known?.availableWidth === availableWidth && known.availableHeight === availableHeight) return known.part
  const { before } = split
  let above = 0
  if (before) {
    above = cache.get(before.id)?.above ?? 0
    above += ctx.layoutWhole(before, flowSpace(availableWidth, availableHeight)).height
  }
  const sized = { ...part, style: partStyle(part, split.style, above, availableWidth, availableHeight) }
  cache.set(part.id, { availableWidth, availableHeight, above, part: sized })
  return sized
}

interface KnownPart {
  readonly availableWidth: number
  readonly availableHeight: number | undefined
  /** Height of the parts before. */
  readonly above: number
  readonly part: BlockBox
}

function createPartCache(): Map<number, KnownPart> {
  return new Map()
}

/**
 * AD-HOC: a part for which nothing is left of the height takes as much as its content, so that this overlaps nothing;
 * in browsers it overlaps what follows.
 */
function partStyle(
  { style, slice }: BlockBox,
  block: ComputedStyle,
  above: number,
  availableWidth: number,
  availableHeight: number | undefined,
): ComputedStyle {
  const edges = resolveEdges(block, availableWidth, undefined)
  const given = resolveBoxHeight(block, block.height, availableHeight, edges)
  const height = given === undefined ? undefined : clampBoxHeight(block, given, availableHeight, edges)
  const least = height ?? resolveBoxHeight(block, block.minHeight, availableHeight, edges)
  const most = height ?? resolveBoxHeight(block, block.maxHeight, availableHeight, edges)
  const own = style.boxSizing === 'content-box' ? resolveEdges(style, availableWidth, undefined).vertical : 0
  const left = (value: number | undefined) => (value === undefined ? 0 : Math.max(0, value - above - own))
  return {
    ...style,
    minHeight: slice === 'last' ? left(least) : 'auto',
    maxHeight: left(most) > 0 ? left(most) : 'none',
  }
}

import type { BlockContainerBox, FlowChild, InlineRootBox } from '../../boxes/box-tree.js'
import { isOutOfFlow } from '../../boxes/out-of-flow.js'
import type { FlowBreakToken } from '../break-token.js'
import { type ConstraintSpace, sameSpace, UNFRAGMENTED } from '../constraint-space.js'
import { type CopyIds, copyIds } from '../copy-ids.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'

/*
 * Boxes that clamp lines of blocks within them (css-overflow-4 §5). The lines are counted in a layout in one piece.
 * What is laid out then is a copy of the box that ends at the clamp point: neither page breaks nor floats or heights
 * need to know of it.
 */

/**
 * A box without what follows the lines that it shows at most. They are those of its formatting context: the lines of
 * floats, positioned boxes and other formatting contexts do not count.
 */
export function clampedBox(
  ctx: LayoutContext,
  box: BlockContainerBox,
  space: ConstraintSpace,
  token: FlowBreakToken | undefined,
): BlockContainerBox {
  const { maxLines } = box.style
  if (maxLines === 'none' || isOnlyText(box)) return box
  if (token?.clamped) return token.clamped
  const cache = ctx.cache(createClampCache)
  const known = cache.get(box.id)
  if (known && sameSpace(known.space, space)) return known.clamped
  const ids = copyIds(ctx)
  const all = { ...box, id: --ids.last, style: { ...box.style, maxLines: 'none' } } as const
  const result = ctx.layout(all, { ...space, fragmentation: UNFRAGMENTED }, undefined)
  const clamped =
    (result.kind === 'placed' && cutBlock({ ids, left: maxLines }, box, result.fragment, undefined)) || box
  cache.set(box.id, { space, clamped })
  return clamped
}

/** A box that clamps lines shows on its next pages what it was found to show on the first. */
export function withClamped(result: LayoutResult, box: BlockContainerBox): LayoutResult {
  if (box.style.maxLines === 'none' || result.kind !== 'placed' || result.token?.kind !== 'flow') return result
  return { ...result, token: { ...result.token, clamped: box } }
}

/** The lines of its own text are counted where they are broken. */
function isOnlyText({ children }: BlockContainerBox): boolean {
  return children.length === 0 || (children.length === 1 && children[0]?.kind === 'inline-root')
}

interface KnownClamp {
  readonly space: ConstraintSpace
  readonly clamped: BlockContainerBox
}

function createClampCache(): Map<number, KnownClamp> {
  return new Map()
}

interface ClampSearch {
  readonly ids: CopyIds
  /** Lines that may still be shown. */
  left: number
}

/** A child of a box that clamps lines, or of one within that. */
interface ChildPlace {
  readonly box: BlockContainerBox
  readonly index: number
  readonly around: ChildPlace | undefined
}

/** A box up to the clamp point; undefined where that is not in it. */
function cutBlock<B extends BlockContainerBox>(
  search: ClampSearch,
  box: B,
  fragment: BoxFragment,
  around: ChildPlace | undefined,
): B | undefined {
  const fragments = childFragments(fragment)
  for (const [index, child] of box.children.entries()) {
    const laidOut = isOutOfFlow(child) ? undefined : fragments.get(child.id)
    const cut = laidOut && cutChild(search, child, laidOut, { box, index, around })
    if (cut) return { ...box, children: [...box.children.slice(0, index), cut] }
  }
  return undefined
}

function childFragments({ children }: BoxFragment): Map<number, BoxFragment> {
  const fragments = new Map<number, BoxFragment>()
  for (const { fragment } of children) if (fragment.kind === 'box') fragments.set(fragment.box.id, fragment)
  return fragments
}

function cutChild(
  search: ClampSearch,
  child: FlowChild,
  fragment: BoxFragment,
  place: ChildPlace,
): FlowChild | undefined {
  if (child.kind === 'inline-root') return cutLines(search, child, fragment, place)
  if (child.kind !== 'block' || child.formattingContext) return undefined
  const cut = cutBlock(search, child, fragment, place)
  // The clamped line is the last thing before the edges of the boxes around it.
  return cut && { ...cut, id: --search.ids.last, style: { ...cut.style, marginBottom: 0 } }
}

function cutLines(
  search: ClampSearch,
  root: InlineRootBox,
  { children }: BoxFragment,
  place: ChildPlace,
): InlineRootBox | undefined {
  let lines = 0
  for (const { fragment } of children) if (fragment.kind === 'line') lines++
  if (lines < search.left || lines === 0 || (lines === search.left && !isFollowed(place))) {
    search.left -= lines
    return undefined
  }
  return { ...root, id: --search.ids.last, clampedTo: search.left }
}

/** Whether anything in the flow follows within the box that clamps. */
function isFollowed(place: ChildPlace): boolean {
  for (let at: ChildPlace | undefined = place; at; at = at.around) {
    const { children } = at.box
    for (let index = at.index + 1; index < children.length; index++) {
      if (isInFlow(children[index] as FlowChild)) return true
    }
  }
  return false
}

function isInFlow(child: FlowChild): boolean {
  return child.kind === 'inline-root' ? !child.empty : !isOutOfFlow(child)
}

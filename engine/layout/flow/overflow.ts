import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'

/**
 * Boxes that are taller than their page has room for and cannot be broken. Layout only marks their fragments: it may be
 * done again with another outcome. What stands on the pages in the end is reported.
 */

/** The fragment of something that cannot be broken and is too tall by `excess`. */
export function overflowing(
  ctx: LayoutContext,
  fragment: BoxFragment,
  what: 'content' | 'float',
  excess: number,
): BoxFragment {
  const message = `this ${what} is ${Math.ceil(excess)} px taller than the page has room for and cannot be broken`
  return withOverflow(ctx, fragment, message)
}

/** The fragment of a paragraph of which not even one line fits. */
export function overflowingLine(ctx: LayoutContext, fragment: BoxFragment, room: number): BoxFragment {
  const { node } = fragment.box
  const name = node ? ` of <${node.name}>` : ''
  const message = `a line${name} is taller than the ${Math.round(room)}px that a page has for it`
  return withOverflow(ctx, fragment, message)
}

function withOverflow(ctx: LayoutContext, fragment: BoxFragment, overflow: string): BoxFragment {
  ctx.cache(createMarked).any = true
  return { ...fragment, overflow }
}

/** Whether there is anything to look for: in most documents nothing is too tall. */
export function hasOverflow(ctx: LayoutContext): boolean {
  return ctx.cache(createMarked).any
}

function createMarked(): { any: boolean } {
  return { any: false }
}

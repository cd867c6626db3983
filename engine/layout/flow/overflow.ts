import type { BoxFragment } from '../fragment-tree.js'

/**
 * Boxes that are taller than their page has room for and cannot be broken. Layout only marks their fragments: it may be
 * done again with another outcome. What stands on the pages in the end is reported.
 */

/** The fragment of something that cannot be broken and is too tall by `excess`, in px. */
export function overflowing(fragment: BoxFragment, what: 'content' | 'float', excess: number): BoxFragment {
  const overflow = `this ${what} is ${Math.ceil(excess)} px taller than the page has room for and cannot be broken`
  return { ...fragment, overflow }
}

/** The fragment of a paragraph of which not even one line fits into `room` px. */
export function overflowingLine(fragment: BoxFragment, room: number): BoxFragment {
  const { node } = fragment.box
  const name = node ? ` of <${node.name}>` : ''
  return { ...fragment, overflow: `a line${name} is taller than the ${Math.round(room)}px that a page has for it` }
}

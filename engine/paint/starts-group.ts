import type { BoxFragment } from '../layout/fragment-tree.js'

/**
 * Whether the fragment is painted as one translucent object (css-color-4 §3.3). Inline roots share the style of
 * the block around them, tables that of their wrapper; there it counts once.
 */
export function startsGroup(fragment: BoxFragment): boolean {
  return fragment.style.opacity < 1 && fragment.box.kind !== 'inline-root' && fragment.box.kind !== 'table'
}

import type { BoundElement } from '../../template/bound-tree.js'
import type { BuildContext } from './build-context.js'

/** The number of items of a reversed list (HTML §4.4.5): those of lists within it are their own. */
export function countItems(context: BuildContext, list: BoundElement): number {
  let count = 0
  for (const child of list.children) {
    if (child.kind === 'text') continue
    const { display } = context.styleOf(child)
    if (display === 'none') continue
    if (display === 'list-item') count++
    if (child.name !== 'ol' && child.name !== 'ul' && child.name !== 'menu') count += countItems(context, child)
  }
  return count
}

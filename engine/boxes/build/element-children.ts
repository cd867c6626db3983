import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { isListBox, shownOption } from '../../template/list-box.js'
import type { BuildContext } from './build-context.js'

/**
 * The children that a page shows: bars are drawn instead of theirs, closed details hide their text (HTML §15.5). The
 * options that a list would open make it as wide as they are, unless its size is that of its content.
 */
export function shownChildren(element: BoundElement, { fieldSizing }: ComputedStyle): BoundElement['children'] {
  switch (element.name) {
    case 'meter':
    case 'progress':
      return []
    case 'details':
      return element.attributes.has('open') ? element.children : element.children.filter(({ kind }) => kind !== 'text')
    case 'select': {
      if (fieldSizing === 'fixed' || isListBox(element)) return element.children
      const shown = shownOption(element)
      return shown ? [shown] : []
    }
    default:
      return element.children
  }
}

/** The number of items of a reversed list (HTML §4.4.5): those of lists within it are their own, and so are contained ones. */
export function countItems(context: BuildContext, list: BoundElement): number {
  let count = 0
  for (const child of list.children) {
    if (child.kind === 'text') continue
    const { display, contain } = context.styleOf(child)
    if (display === 'none') continue
    if (display === 'list-item') count++
    if (contain.style) continue
    if (child.name !== 'ol' && child.name !== 'ul' && child.name !== 'menu') count += countItems(context, child)
  }
  return count
}

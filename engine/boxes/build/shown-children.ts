import type { BoundElement } from '../../template/bound-tree.js'

/** The children that a page shows: bars are drawn instead of theirs, closed details hide their text (HTML §15.5). */
export function shownChildren(element: BoundElement): BoundElement['children'] {
  switch (element.name) {
    case 'meter':
    case 'progress':
      return []
    case 'details':
      return element.attributes.has('open') ? element.children : element.children.filter(({ kind }) => kind !== 'text')
    default:
      return element.children
  }
}

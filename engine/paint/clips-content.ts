import type { BoxFragment } from '../layout/fragment-tree.js'

/** Whether what a box contains is cut off at its padding edge (css-overflow-3 §3). */
export function clipsContent({ style, box }: BoxFragment): boolean {
  if (style.overflow === 'visible') return false
  switch (box.kind) {
    case 'table-cell':
      return true
    case 'block':
    case 'flex':
    case 'grid': {
      // Overflow of the root and body elements is that of the page, which has none to hide.
      const name = box.node?.name
      return name !== 'html' && name !== 'body'
    }
    default:
      return false
  }
}

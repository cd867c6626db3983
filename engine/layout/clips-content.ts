import { assertNever } from '../base/invariant.js'
import type { BoxFragment } from './fragment-tree.js'

/** Whether a box cuts off what overflows it along one axis at least (css-overflow-3 §3). */
export function clipsContent({ style, box }: BoxFragment): boolean {
  if (style.overflow === 'visible' || style.overflow === 'shown') return false
  switch (box.kind) {
    case 'table-cell':
    case 'table':
      return true
    case 'block':
    case 'flex':
    case 'grid': {
      // Overflow of the root and body elements is that of the page, which has none to hide.
      const name = box.node?.name
      return name !== 'html' && name !== 'body'
    }
    // Captions stand outside of what a table clips, sections and rows do not clip, nor do inline boxes, and images clip
    // themselves.
    case 'table-wrapper':
    case 'table-section':
    case 'table-row':
    case 'column-set':
    case 'enclosed':
    case 'inline-root':
    case 'inline':
    case 'replaced':
      return false
    default:
      return assertNever(box)
  }
}

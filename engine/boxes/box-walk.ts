import { assertNever } from '../base/invariant.js'
import type { Box, PageMark } from './box-tree.js'

/**
 * The boxes that a box stacks or has on its lines, in document order. Markers and legends are none of them: they are
 * set beside and above what their boxes stack.
 */
export function childrenOf(box: Box): readonly Box[] {
  switch (box.kind) {
    case 'inline-root':
      return box.items.flatMap((item) => (item.kind === 'atomic' || item.kind === 'out-of-flow' ? [item.box] : []))
    case 'block':
    case 'flex':
    case 'grid':
    case 'table-cell':
      return box.children
    case 'column-set':
    case 'enclosed':
      return [box.content]
    case 'table-wrapper':
      return [...box.captions, box.table]
    case 'table':
      return box.sections
    case 'table-section':
      return box.rows
    case 'table-row':
      return box.cells
    case 'replaced':
      return []
    default:
      return assertNever(box)
  }
}

/** Calls back for each mark that stands in a box or in what is in it, in document order. */
export function eachMarkWithin(box: Box, found: (mark: PageMark) => void): void {
  for (const mark of box.marks ?? []) found(mark)
  if (box.kind === 'inline-root') {
    for (const item of box.items) {
      if (item.kind === 'open') for (const mark of item.box.marks ?? []) found(mark)
      else if (item.kind === 'atomic' || item.kind === 'out-of-flow') eachMarkWithin(item.box, found)
    }
    return
  }
  for (const child of childrenOf(box)) eachMarkWithin(child, found)
}

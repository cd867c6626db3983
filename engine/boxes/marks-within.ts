import { assertNever } from '../base/invariant.js'
import type { Box } from './box-tree.js'
import type { PageMark } from './page-mark.js'

/** Calls back for each mark that stands in a box or in what is in it. */
export function eachMarkWithin(box: Box, found: (mark: PageMark) => void): void {
  for (const mark of box.marks ?? []) found(mark)
  switch (box.kind) {
    case 'inline-root':
      for (const item of box.items) {
        if (item.kind === 'open') for (const mark of item.box.marks ?? []) found(mark)
        else if (item.kind === 'atomic' || item.kind === 'out-of-flow') eachMarkWithin(item.box, found)
      }
      return
    case 'block':
    case 'flex':
    case 'grid':
    case 'table-cell':
      for (const child of box.children) eachMarkWithin(child, found)
      return
    case 'column-set':
      eachMarkWithin(box.content, found)
      return
    case 'table-wrapper':
      for (const caption of box.captions) eachMarkWithin(caption, found)
      eachMarkWithin(box.table, found)
      return
    case 'table':
      for (const section of box.sections) eachMarkWithin(section, found)
      return
    case 'table-section':
      for (const row of box.rows) eachMarkWithin(row, found)
      return
    case 'table-row':
      for (const cell of box.cells) eachMarkWithin(cell, found)
      return
    case 'replaced':
      return
    default:
      assertNever(box)
  }
}

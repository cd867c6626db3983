import { assertNever } from '../../../engine/base/invariant.js'
import type { Box, InlineBox } from '../../../engine/boxes/box-tree.js'

/** Every box of a tree, inline boxes included. */
export function allBoxes(root: Box): (Box | InlineBox)[] {
  const found: (Box | InlineBox)[] = []
  const visit = (box: Box): void => {
    found.push(box)
    switch (box.kind) {
      case 'block':
        if (box.marker) visit(box.marker)
        for (const child of box.children) visit(child)
        return
      case 'table-cell':
      case 'flex':
      case 'grid':
        for (const child of box.children) visit(child)
        return
      case 'inline-root':
        for (const item of box.items) {
          if (item.kind === 'open') found.push(item.box)
          else if (item.kind === 'atomic') visit(item.box)
        }
        return
      case 'replaced':
        return
      case 'column-set':
        visit(box.content)
        return
      case 'enclosed':
        visit(box.content)
        return
      case 'table-wrapper':
        for (const caption of box.captions) visit(caption)
        visit(box.table)
        return
      case 'table':
        for (const section of box.sections) visit(section)
        return
      case 'table-section':
        for (const row of box.rows) visit(row)
        return
      case 'table-row':
        for (const cell of box.cells) visit(cell)
        return
      default:
        assertNever(box)
    }
  }
  visit(root)
  return found
}

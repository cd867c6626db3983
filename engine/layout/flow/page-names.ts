import { assertNever } from '../../base/invariant.js'
import type { Profile } from '../../base/profile.js'
import type {
  Box,
  FlexBox,
  GridBox,
  TableBox,
  TableCellBox,
  TableRowBox,
  TableSectionBox,
} from '../../boxes/box-tree.js'
import { firstInFlow, lastInFlow } from '../../boxes/out-of-flow.js'
import { stackedItems } from './flex-direction.js'

/**
 * The `page` property (css-page-3 §6): a box begins and ends on pages of the names that its first and last
 * descendants ask for. Styles hold used values, so only the path to those descendants is left to walk.
 */

/** The name of the page on which a box begins. */
export function startPageName(box: Box, profile: Profile): string {
  return edgePageName(box, 'first', profile)
}

/** The name of the page on which a box ends. */
export function endPageName(box: Box, profile: Profile): string {
  return edgePageName(box, 'last', profile)
}

function edgePageName(box: Box, edge: 'first' | 'last', profile: Profile): string {
  let innermost = box
  for (let child = edgeChild(box, edge, profile); child; child = edgeChild(child, edge, profile)) innermost = child
  return innermost.style.page
}

/** The child whose page name counts at an edge of a box: breaks between it and the box are one. */
export function edgeChild(box: Box, edge: 'first' | 'last', profile: Profile): Box | undefined {
  switch (box.kind) {
    case 'block':
      return edge === 'first' ? firstInFlow(box.children) : lastInFlow(box.children)
    case 'column-set':
      return box.content
    case 'table-wrapper':
      return edgeRow(box.table, edge)
    case 'table':
      return edgeRow(box, edge)
    case 'table-section':
      return box.rows.at(edge === 'first' ? 0 : -1)
    case 'table-row':
      return namingCell(box)
    case 'table-cell':
      return edge === 'first' ? firstInFlow(box.children) : lastInFlow(box.children)
    case 'flex':
      return stackedItems(box)?.at(edge === 'first' ? 0 : -1) ?? namingItem(box, profile)
    case 'grid':
      return namingItem(box, profile)
    case 'enclosed':
    case 'inline-root':
    case 'replaced':
      return undefined
    default:
      return assertNever(box)
  }
}

/** The cell whose page name a row has, as in browsers: the first one that asks for another than is around it. */
export function namingCell({ cells, style }: TableRowBox): TableCellBox | undefined {
  return cells.find((cell) => cell.style.page !== style.page) ?? cells[0]
}

/** The item whose page name a container has whose items stand side by side, where they have any (`Profile.itemsNamePages`). */
function namingItem({ children, style }: FlexBox | GridBox, { itemsNamePages }: Profile): Box | undefined {
  return itemsNamePages ? children.find((item) => item.style.page !== style.page) : undefined
}

/** Captions, headers and footers go with the rows that they stand by. */
function edgeRow({ sections }: TableBox, edge: 'first' | 'last'): TableRowBox | undefined {
  const hasRows = ({ role, rows }: TableSectionBox) => role === 'body' && rows.length > 0
  return edge === 'first' ? sections.find(hasRows)?.rows[0] : sections.findLast(hasRows)?.rows.at(-1)
}

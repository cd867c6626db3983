import type { TableRowBox } from '../../boxes/box-tree.js'
import { hadBetterWait } from '../break-token.js'
import { KEPT_WHOLE } from '../flow/block-flow.js'
import type { PlacedResult } from '../layout-types.js'
import type { GroupCells } from './group-cells.js'
import type { RowGroup } from './layout-row-group.js'

/** Height of a row in one piece with what overflows it, and that of a page on which nothing stands yet. */
interface RowOnPage {
  readonly needs: number
  readonly freshRoom: number
}

/**
 * Whether a row that does not fit moves to the next page rather than be broken (css-tables-3 §6.1): every row that a page
 * has room for, except tall ones that a cell spans together with the next row.
 */
export function isKeptWhole(group: RowGroup, cells: GroupCells, row: number, { needs, freshRoom }: RowOnPage): boolean {
  if (needs > freshRoom) return false
  if (needs <= freshRoom * KEPT_WHOLE) return true
  if (group.section.rows[row]?.style.breakInside === 'avoid') return true
  let isSpanned = false
  for (const cell of cells.at(row)) {
    if (cell.style.breakInside === 'avoid') return true
    isSpanned ||= !cells.endsIn(cell, row)
  }
  return !isSpanned
}

/** Whether a row is broken so that a cell has content on both pages and none too few lines on this one. */
export function goesOnWell(row: TableRowBox | undefined, parts: readonly PlacedResult[]): boolean {
  if (parts.some(({ token, appeal }) => token && hadBetterWait(appeal))) return false
  return parts.some(({ token }, at) => token?.kind === 'flow' && token.index < (row?.cells[at]?.children.length ?? 0))
}

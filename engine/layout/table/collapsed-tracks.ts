import { NO_INSETS } from '../../base/geometry.js'
import type { TableCellBox, TableRowBox, TableSectionBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { TableModel } from './table-geometry.js'

/**
 * `visibility: collapse` (CSS 2.2 §17.5.5): rows and columns that take no room, although the others are as wide and
 * high as if they were there. Their cells hide themselves; what reaches into them from outside is cut.
 */

export function isCollapsedRow(row: TableRowBox | undefined): boolean {
  return row?.style.visibility === 'collapse'
}

/** The rows `[start, end)` of a section take no room, nor does the spacing before them. */
export function areCollapsedRows({ rows }: TableSectionBox, start: number, end: number): boolean {
  for (let row = start; row < end; row++) if (!isCollapsedRow(rows[row])) return false
  return end > start
}

export function isCollapsedColumn({ table }: TableModel, column: number): boolean {
  const { style, group } = table.columns[column] ?? {}
  return (style ?? group)?.visibility === 'collapse' || group?.visibility === 'collapse'
}

/** A cell of which nothing is left: it stands in collapsed columns only. */
export function isCollapsedCell(model: TableModel, { column, colSpan }: TableCellBox): boolean {
  for (let at = column; at < column + colSpan; at++) if (!isCollapsedColumn(model, at)) return false
  return true
}

/**
 * The visible part of a cell, or of a part of it: where its columns are collapsed, nothing but its place among the
 * cells of the row.
 */
export function shownCell(model: TableModel, cell: TableCellBox, fragment: BoxFragment): BoxFragment {
  if (!isCollapsedCell(model, cell)) return fragment
  return boxFragment({ ...fragment, width: 0, border: NO_INSETS, padding: NO_INSETS, children: [] })
}

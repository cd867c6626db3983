import type { TableCellBox } from '../../boxes/box-tree.js'
import { type EdgeLine, largerHalf, smallerHalf, widthOf } from './collapsed-model.js'
import { type RowGroup, rowPosition } from './layout-row-group.js'
import { bottomLine, clonesEdges, topLine } from './page-borders.js'
import type { TableGeometry } from './table-geometry.js'
import { type RowPosition, visualColumn } from './table-rows.js'

/** How much of the lines between rows stands outside of them where the table is broken there, in px. */
export interface CutEdges {
  readonly above: number
  readonly below: number
}

/**
 * The edges of a part of a table with collapsed borders at which it is broken between two rows; undefined where parts
 * have other edges. Never more than those of the table: lines stronger than its own overhang its ends as well. The line
 * below the first row of a part stands for the one at its end, which is known when the rows are placed.
 */
export function cutEdges({ model, edges: { border } }: TableGeometry, first: RowPosition): CutEdges | undefined {
  const { collapsed, table } = model
  if (!collapsed || clonesEdges(table)) return undefined
  return {
    above: Math.min(border.top, smallerHalf(widest(topLine(collapsed, table, undefined, first)))),
    below: Math.min(border.bottom, largerHalf(widest(bottomLine(collapsed, table, first)))),
  }
}

function widest(line: EdgeLine): number {
  let width = 0
  for (const border of line) width = Math.max(width, widthOf(border))
  return width
}

/**
 * How much of the line with which a part of a table opens above a row is in a cell that continues there: its content
 * stands below the line, as it does where the cell begins. Nothing unless borders collapse.
 */
export function openingLine(group: RowGroup, cell: TableCellBox, row: number): number {
  const { geometry } = group
  const { collapsed, table } = geometry.model
  if (!collapsed) return 0
  const position = rowPosition(group, row)
  const own = widestOver(topLine(collapsed, table, undefined, position), cell, geometry)
  // The part may begin with a header, whose line it is then.
  const header = table.sections.findIndex(({ role }) => role === 'header')
  const last = (table.sections[header]?.rows.length ?? 0) - 1
  if (last < 0) return largerHalf(own)
  const below = widestOver(topLine(collapsed, table, { section: header, row: last }, position), cell, geometry)
  return largerHalf(Math.max(own, below))
}

/** How much of the line with which a part of a table closes below a row is in a cell that continues behind it. */
export function closingLine(group: RowGroup, cell: TableCellBox, row: number): number {
  const { geometry } = group
  const { collapsed, table } = geometry.model
  return collapsed ? smallerHalf(widestOver(bottomLine(collapsed, table, rowPosition(group, row)), cell, geometry)) : 0
}

function widestOver(line: EdgeLine, cell: TableCellBox, { model }: RowGroup['geometry']): number {
  const first = visualColumn(model.table, cell)
  let width = 0
  for (let column = first; column < first + cell.colSpan; column++) width = Math.max(width, widthOf(line[column]))
  return width
}

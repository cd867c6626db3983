import type { TableCellBox } from '../../boxes/box-tree.js'
import { type RowGroup, rowPosition } from './layout-row-group.js'
import type { RowSlots } from './table-rows.js'

/** Where the cells of a group of rows begin and end. */
export class GroupCells {
  constructor(private readonly group: RowGroup) {}

  /** The cells that stand in a row, wherever they begin. */
  at(row: number): ReadonlySet<TableCellBox> {
    const cells = new Set<TableCellBox>()
    for (const cell of this.slots(row)) if (cell) cells.add(cell)
    return cells
  }

  /** Whether a cell that stands in a row ends there. */
  endsIn(cell: TableCellBox, row: number): boolean {
    if (cell.rowSpan === 1 || row + 1 >= this.group.end) return true
    return !this.slots(row + 1).includes(cell)
  }

  /** The row in which a cell begins that stands in `row`. */
  firstRowOf(cell: TableCellBox, row: number): number {
    let begin = row
    while (cell.rowSpan > 1 && begin > this.group.start && this.slots(begin - 1).includes(cell)) begin--
    return begin
  }

  /** The row in which a cell begins, where its border depends on it. */
  borderRowOf(cell: TableCellBox, row: number): number {
    return this.group.geometry.model.collapsed ? this.firstRowOf(cell, row) : row
  }

  slots(row: number): RowSlots {
    return this.group.geometry.model.slots.at(rowPosition(this.group, row))
  }
}

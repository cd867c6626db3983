import { BoundedCache } from '../../base/bounded-cache.js'
import { invariant } from '../../base/invariant.js'
import type { TableBox, TableCellBox, TableRowBox, TableSectionBox } from '../../boxes/box-tree.js'
import type { LayoutContext } from '../layout-types.js'

/**
 * The rows of a section as groups that row-spanning cells hold together: breaks come between groups first. A
 * section without such cells has one group per row, and nothing is stored for it.
 */
export interface RowGroups {
  readonly count: number
  /** First row of each group and, at the end, the number of rows; absent when each row is a group. */
  readonly starts: Uint32Array | undefined
}

export function rowGroups(ctx: LayoutContext, section: TableSectionBox): RowGroups {
  const known = ctx.cache(createGroupsCache)
  let groups = known.get(section.id)
  if (!groups) {
    groups = findGroups(section.rows)
    known.set(section.id, groups)
  }
  return groups
}

function createGroupsCache(): BoundedCache<number, RowGroups> {
  return new BoundedCache(512)
}

function findGroups(rows: readonly TableRowBox[]): RowGroups {
  let count = 0
  for (const row of rows) if (!row.spannedInto) count++
  if (count === rows.length) return { count, starts: undefined }
  const starts = new Uint32Array(count + 1)
  let group = 0
  for (let row = 0; row < rows.length; row++) if (!rows[row]?.spannedInto) starts[group++] = row
  starts[count] = rows.length
  return { count, starts }
}

/** First row of a group; for the number of groups, the number of rows. */
export function groupStart({ starts }: RowGroups, group: number): number {
  return starts ? (starts[group] ?? 0) : group
}

/** The group in which a row stands. */
function groupOf({ starts, count }: RowGroups, row: number): number {
  if (!starts) return row
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return low
}

/** A row of a table by section and index. */
export interface RowPosition {
  readonly section: number
  readonly row: number
}

/** The cell that covers each column of a row, in visual order; undefined where there is none. */
export type RowSlots = readonly (TableCellBox | undefined)[]

/** A step of work for each 2⁴ slots. */
const SLOTS_PER_STEP = 4

/** Tells which cell stands where. Rows are looked up in or near document order. */
export class CellSlots {
  /** Slots of all rows of a group, by the first row's box. */
  readonly #groups = new BoundedCache<number, readonly RowSlots[]>(128)

  constructor(
    private readonly ctx: LayoutContext,
    private readonly table: TableBox,
  ) {}

  at({ section, row }: RowPosition): RowSlots {
    const box = this.table.sections[section]
    invariant(box, 'a section of the table')
    const groups = rowGroups(this.ctx, box)
    const group = groupOf(groups, row)
    const start = groupStart(groups, group)
    const first = box.rows[start]
    invariant(first, 'a row of the section')
    let slots = this.#groups.get(first.id)
    if (!slots) {
      const end = groupStart(groups, group + 1)
      this.ctx.work.spend(((end - start) * this.table.columns.length) >> SLOTS_PER_STEP)
      slots = fillSlots(this.table, box.rows, start, end)
      this.#groups.set(first.id, slots)
    }
    return slots[row - start] ?? []
  }
}

function fillSlots(table: TableBox, rows: readonly TableRowBox[], start: number, end: number): readonly RowSlots[] {
  const slots: (TableCellBox | undefined)[][] = []
  for (let row = start; row < end; row++) slots.push(new Array(table.columns.length).fill(undefined))
  for (let row = start; row < end; row++) {
    for (const cell of rows[row]?.cells ?? []) {
      const left = visualColumn(table, cell)
      const bottom = Math.min(end, row + cell.rowSpan)
      for (let covered = row; covered < bottom; covered++) {
        slots[covered - start]?.fill(cell, left, left + cell.colSpan)
      }
    }
  }
  return slots
}

/** The leftmost column of a cell, counted from the left edge of the table whatever its direction. */
export function visualColumn(table: TableBox, cell: TableCellBox): number {
  return table.style.direction === 'rtl' ? table.columns.length - cell.column - cell.colSpan : cell.column
}

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

/** The cells of a group of rows. */
interface GroupSlots {
  /** First row of the group. */
  readonly start: number
  /** Slots of its rows. */
  readonly rows: readonly RowSlots[]
  /** The rows in which cells of several rows begin. */
  readonly spanning: ReadonlyMap<TableCellBox, number>
  /** Those of them that others overlap, which have the slots. */
  readonly overlapped: ReadonlySet<TableCellBox>
}

/** Tells which cell stands where. Rows are looked up in or near document order. */
export class CellSlots {
  /** By the first row's box. */
  readonly #groups = new BoundedCache<number, GroupSlots>(128)

  constructor(
    private readonly ctx: LayoutContext,
    private readonly table: TableBox,
  ) {}

  at(position: RowPosition): RowSlots {
    const { rows, start } = this.#groupAt(position)
    return rows[position.row - start] ?? []
  }

  /** The cells that stand in a row below others. */
  overlappedIn(position: RowPosition): readonly TableCellBox[] {
    return [...this.#groupAt(position).overlapped].filter((cell) => this.isIn(cell, position))
  }

  /** Whether a cell of several rows stands in one of its group. */
  isIn(cell: TableCellBox, position: RowPosition): boolean {
    const begin = this.#groupAt(position).spanning.get(cell)
    return begin !== undefined && begin <= position.row && position.row < begin + cell.rowSpan
  }

  #groupAt({ section, row }: RowPosition): GroupSlots {
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
    return slots
  }
}

function fillSlots(table: TableBox, rows: readonly TableRowBox[], start: number, end: number): GroupSlots {
  const slots: (TableCellBox | undefined)[][] = []
  const spanning = new Map<TableCellBox, number>()
  const overlapped = new Set<TableCellBox>()
  for (let row = start; row < end; row++) slots.push(new Array(table.columns.length).fill(undefined))
  for (let row = start; row < end; row++) {
    for (const cell of rows[row]?.cells ?? []) {
      const left = visualColumn(table, cell)
      const bottom = Math.min(end, row + cell.rowSpan)
      if (cell.rowSpan > 1) spanning.set(cell, row)
      // Two may want the same slot (HTML §4.9.12.1).
      for (let column = left; row > start && column < left + cell.colSpan; column++) {
        const below = slots[row - start]?.[column]
        if (below) overlapped.add(below)
      }
      for (let covered = row; covered < bottom; covered++) {
        slots[covered - start]?.fill(cell, left, left + cell.colSpan)
      }
    }
  }
  return { start, rows: slots, spanning, overlapped }
}

/** The leftmost column of a cell, counted from the left edge of the table whatever its direction. */
export function visualColumn(table: TableBox, cell: TableCellBox): number {
  return table.style.direction === 'rtl' ? table.columns.length - cell.column - cell.colSpan : cell.column
}

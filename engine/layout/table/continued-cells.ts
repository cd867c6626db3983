import type { TableCellBox } from '../../boxes/box-tree.js'
import { type Appeal, type BreakToken, openToken, type ParallelBreakToken } from '../break-token.js'
import type { PlacedResult } from '../layout-types.js'
import type { GroupCells } from './group-cells.js'

/** A cell that began on an earlier page. It stands at the top of the part. */
export interface ContinuedCell {
  readonly cell: TableCellBox
  /** Where it continues; its content has ended when there is none. */
  readonly token: BreakToken | undefined
  /** Its layout with the page's full room, once it is known to end on this page. */
  result: PlacedResult | undefined
}

/** How the cells stand on the page whose last row a row is. */
interface EndedCells {
  /** How far down they reach, in px from the top of the part. */
  readonly reach: number
  /** They do not end on this page, for want of room. */
  readonly continues: boolean
  /** That of the worst break in them, if any is broken. */
  readonly appeal: Appeal | undefined
}

/** The cells of a group of rows that began on earlier pages, while the rows of this page are placed beside them. */
export class ContinuedCells {
  readonly all: readonly ContinuedCell[]

  /**
   * @param first the row with which the page begins
   * @param token has an entry for each grid column in which such a cell begins
   */
  constructor(
    private readonly cells: GroupCells,
    private readonly first: number,
    token: ParallelBreakToken | undefined,
  ) {
    this.all = token ? this.#resume(token) : []
  }

  #resume({ children }: ParallelBreakToken): ContinuedCell[] {
    const all: ContinuedCell[] = []
    const slots = this.cells.slots(this.first)
    for (let column = 0; column < slots.length; column++) {
      const cell = slots[column]
      if (!cell || cell === slots[column - 1]) continue
      const state = children[cell.column] ?? 'waiting'
      if (state !== 'waiting') all.push({ cell, token: openToken(state), result: undefined })
    }
    return all
  }

  entryOf(cell: TableCellBox): ContinuedCell | undefined {
    return this.all.find((entry) => entry.cell === cell)
  }

  has(cell: TableCellBox): boolean {
    return this.entryOf(cell) !== undefined
  }

  /** Lays out the rest of the cells whose last row this is. */
  endIn(row: number): EndedCells {
    let reach = 0
    let continues = false
    let appeal: Appeal | undefined
    for (const entry of this.all) {
      if (!entry.token || !this.cells.endsIn(entry.cell, row)) continue
      // It may have ended above, with the borders of its own row.
      entry.result ??= this.cells.layoutFrom(entry.cell, row, 0, entry.token)
      const { result } = entry
      if (result) reach = Math.max(reach, result.fragment.height)
      if (result && !result.token) continue
      continues = true
      if (result && (appeal === undefined || result.appeal < appeal)) appeal = result.appeal
    }
    return { reach, continues, appeal }
  }

  /** No more than the first rows stay on the page: cells that end below them do not end here. */
  keepWithin(rows: number): void {
    for (const entry of this.all) if (!this.#endsWithin(entry.cell, rows)) entry.result = undefined
  }

  #endsWithin(cell: TableCellBox, rows: number): boolean {
    for (let row = this.first; row < this.first + rows; row++) if (this.cells.endsIn(cell, row)) return true
    return false
  }

  /** Whether none of them continues behind a row that has been placed. */
  haveEnded(): boolean {
    return this.all.every(({ token, result }) => !token || result !== undefined)
  }

  /** Whether there is no room for any of those that are to end in a row. */
  areStuckIn(row: number): boolean {
    const ending = this.all.filter(({ cell, token }) => token && this.cells.endsIn(cell, row))
    return ending.length > 0 && ending.every(({ result }) => !result)
  }
}

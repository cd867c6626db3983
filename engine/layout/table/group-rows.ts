import { invariant } from '../../base/invariant.js'
import type { TableCellBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import { type BranchState, hadBetterWait } from '../break-token.js'
import { baselineWithin } from '../flow/pieces.js'
import type { BoxFragment, CutSides, PlacedFragment } from '../fragment-tree.js'
import type { PlacedResult } from '../layout-types.js'
import { fitCell } from './cell-fragment.js'
import { shownCell } from './collapsed-tracks.js'
import type { ContinuedCell } from './continued-cells.js'
import { BEGINNING, type GroupCells } from './group-cells.js'
import { type RowGroup, rowFragment } from './layout-row-group.js'
import { cellLeft } from './table-geometry.js'

/** The rows of a group that a page takes, in px from the top of the group's part. */
export interface TakenRows {
  /** The first row, and whether it was begun on an earlier page. */
  readonly first: number
  readonly begun: boolean
  readonly tops: readonly number[]
  readonly heights: readonly number[]
  readonly continued: readonly ContinuedCell[]
  /** The row that is cut although it begins here, and the parts of its cells in their order. */
  readonly parts: { readonly row: number; readonly cells: readonly PlacedResult[] } | undefined
  /** The cells laid out already that continue below the last row. */
  readonly open: ReadonlyMap<TableCellBox, PlacedResult>
  /** The last row continues on the next page. */
  readonly splitLast: boolean
  /** Bottom edge of the page. */
  readonly room: number
}

interface RowFragments {
  readonly rows: readonly PlacedFragment[]
  /** Those of the cells by the grid column in which they begin; what does not continue waits. */
  readonly states: readonly BranchState[]
}

/** The fragments of rows that a page takes, with what of their cells stands on it. */
export function fragmentRows(group: RowGroup, cells: GroupCells, taken: TakenRows): RowFragments {
  return new RowFragmenter(group, cells, taken).fragment()
}

class RowFragmenter {
  readonly #states: BranchState[]

  constructor(
    private readonly group: RowGroup,
    private readonly cells: GroupCells,
    private readonly taken: TakenRows,
  ) {
    this.#states = new Array(group.geometry.model.table.columns.length).fill('waiting')
  }

  fragment(): RowFragments {
    const { first, tops } = this.taken
    const rows = tops.map((y, index) => ({ x: 0, y, fragment: this.#row(first + index, index) }))
    return { rows, states: this.#states }
  }

  #row(row: number, index: number): BoxFragment {
    const { group, taken } = this
    const box = group.section.rows[row]
    invariant(box, 'a row of the group')
    const whole = this.cells.wholeRow(row)
    const isBegun = index === 0 && taken.begun
    const children: PlacedFragment[] = []
    if (index === 0) for (const entry of taken.continued) children.push(this.#continuedCell(entry, row))
    if (!isBegun) {
      for (let at = 0; at < whole.children.length; at++) {
        const placed = whole.children[at]
        if (placed?.fragment.kind !== 'box' || placed.fragment.box.kind !== 'table-cell') continue
        const cell = placed.fragment.box
        const fragment = this.#beginningCell(placed.fragment, cell, row, at)
        children.push({ x: placed.x, y: 0, fragment: shownCell(group.geometry.model, cell, fragment) })
      }
    }
    const height = taken.heights[index] ?? 0
    const baseline = isBegun ? undefined : baselineWithin(whole.firstBaseline, height)
    const fragment = rowFragment(group.geometry, box, height, children, baseline)
    const cut: CutSides = { top: isBegun, bottom: this.#isSplitLast(row) }
    return cut.top || cut.bottom ? boxFragment({ ...fragment, cut }) : fragment
  }

  /** A cell that begins in a row of this page. */
  #beginningCell(whole: BoxFragment, cell: TableCellBox, row: number, at: number): BoxFragment {
    const { cells, taken } = this
    const top = taken.tops[row - taken.first] ?? 0
    const { bottom, continues } = this.#extent(cell, row)
    const cuts: CutSides = { top: false, bottom: continues }
    const split = taken.parts?.row === row ? taken.parts.cells[at] : undefined
    if (split) {
      if (continues) this.#remember(cell, split.token ?? 'done')
      return fitCell(split.fragment, bottom - top, 0, cuts)
    }
    if (!continues) return fitCell(whole, bottom - top, 0, cuts)
    const end = this.#endOfContent(bottom)
    const fits = whole.height + (whole.spill ?? 0) <= end - top
    if (fits && !cells.isForced(cell) && !cells.isBarred(whole)) {
      this.#remember(cell, 'done')
      return fitCell(whole, bottom - top, 0, cuts)
    }
    const extent = { top, bottom: end, closes: !taken.splitLast }
    const part = taken.open.get(cell) ?? cells.layout(cell, this.#lastRow, extent, undefined)
    const result = part && !hadBetterWait(part.appeal) ? part : undefined
    this.#remember(cell, result ? (result.token ?? 'done') : BEGINNING)
    return result
      ? fitCell(result.fragment, bottom - top, 0, cuts)
      : fitCell(
          boxFragment({ ...whole, children: [], firstBaseline: undefined, lastBaseline: undefined }),
          bottom - top,
          0,
          cuts,
        )
  }

  #continuedCell({ cell, token, result }: ContinuedCell, row: number): PlacedFragment {
    const { cells, taken } = this
    const { geometry } = this.group
    const { bottom, continues } = this.#extent(cell, row)
    const extent = { top: 0, bottom: this.#endOfContent(bottom), closes: continues && !taken.splitLast }
    const placed =
      result ?? taken.open.get(cell) ?? (token && cells.layout(cell, continues ? this.#lastRow : row, extent, token))
    if (continues) this.#remember(cell, placed ? (placed.token ?? 'done') : (token ?? 'done'))
    const fragment = placed?.fragment ?? cells.layoutEmpty(cell, row)
    const part = fitCell(fragment, bottom, 0, { top: true, bottom: continues })
    return { x: cellLeft(geometry, cell), y: 0, fragment: shownCell(geometry.model, cell, part) }
  }

  /** Where the content of a cell must end that continues: a cell beside it that is too tall for the page makes no room. */
  #endOfContent(bottom: number): number {
    return Math.min(bottom, this.taken.room)
  }

  #remember(cell: TableCellBox, state: BranchState): void {
    this.#states[cell.column] = state
  }

  /** The last row on the page. */
  get #lastRow(): number {
    const { first, heights } = this.taken
    return first + heights.length - 1
  }

  #isSplitLast(row: number): boolean {
    return this.taken.splitLast && row === this.#lastRow
  }

  /** Bottom edge of a cell that stands in `row`, on this page, and whether it continues on the next one. */
  #extent(cell: TableCellBox, row: number): { readonly bottom: number; readonly continues: boolean } {
    const { first, tops, heights } = this.taken
    const last = first + heights.length - 1
    let end = row
    while (end < last && !this.cells.endsIn(cell, end)) end++
    const index = end - first
    const continues = !this.cells.endsIn(cell, end) || this.#isSplitLast(end)
    return { bottom: (tops[index] ?? 0) + (heights[index] ?? 0), continues }
  }
}

import { invariant } from '../../base/invariant.js'
import type { TableCellBox } from '../../boxes/box-tree.js'
import type { BreakToken, FlowBreakToken } from '../break-token.js'
import { beside, type PagedFragmentation } from '../constraint-space.js'
import { isBarred } from '../flow/barred-calls.js'
import { isForcedInCell } from '../flow/forced-breaks.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext, PlacedResult } from '../layout-types.js'
import { fitCell, NO_CUTS } from './cell-fragment.js'
import { layoutGroupWhole, type RowGroup, rowPosition, type WholeGroup } from './layout-row-group.js'
import { closingLine, openingLine } from './part-lines.js'
import { cellSpace } from './table-geometry.js'
import type { CellSlots, RowSlots } from './table-rows.js'

/** Continues with a cell of which nothing but empty room was placed. */
export const BEGINNING: FlowBreakToken = { kind: 'flow', index: 0, child: undefined, consumed: 0, forced: undefined }

/** The part of a page for a cell, in px from the top of the group's part. */
interface CellExtent {
  readonly top: number
  readonly bottom: number
  /** The part of the table ends with the row, with a line of its own, while the cell continues in the next one. */
  readonly closes: boolean
}

/** The cells of a group of rows that a page breaks: where they begin and end, in one piece and what of them fits. */
export class GroupCells {
  readonly #whole: WholeGroup

  constructor(
    private readonly ctx: LayoutContext,
    private readonly group: RowGroup,
    private readonly page: PagedFragmentation,
    /** The row above which a line opens the part; undefined where the group begins, or continues inside of a row. */
    private readonly opened: number | undefined,
  ) {
    this.#whole = layoutGroupWhole(ctx, group)
  }

  /** The cells that stand in a row, wherever they begin. */
  at(row: number): ReadonlySet<TableCellBox> {
    const cells = new Set<TableCellBox>()
    for (const cell of this.slots(row)) if (cell) cells.add(cell)
    for (const cell of this.#slots.overlappedIn(rowPosition(this.group, row))) cells.add(cell)
    return cells
  }

  /** Whether a cell that stands in a row ends there. */
  endsIn(cell: TableCellBox, row: number): boolean {
    return cell.rowSpan === 1 || row + 1 >= this.group.end || !this.#isIn(cell, row + 1)
  }

  /** The row in which a cell begins that stands in `row`. */
  firstRowOf(cell: TableCellBox, row: number): number {
    let begin = row
    while (cell.rowSpan > 1 && begin > this.group.start && this.#isIn(cell, begin - 1)) begin--
    return begin
  }

  /** Whether a cell of several rows stands in a row, be it below others that overlap it. */
  #isIn(cell: TableCellBox, row: number): boolean {
    return this.#slots.isIn(cell, rowPosition(this.group, row))
  }

  slots(row: number): RowSlots {
    return this.#slots.at(rowPosition(this.group, row))
  }

  get #slots(): CellSlots {
    return this.group.geometry.model.slots
  }

  /** A row in one piece. */
  wholeRow(row: number): BoxFragment {
    const placed = this.#whole.rows[row - this.group.start]
    invariant(placed?.fragment.kind === 'box', 'a row of the group')
    return placed.fragment
  }

  /** A cell in one piece, as it stands in the row in which it begins. */
  wholeCell(cell: TableCellBox, row: number): BoxFragment | undefined {
    for (const { fragment } of this.wholeRow(row).children) {
      if (fragment.kind === 'box' && fragment.box === cell) return fragment
    }
    return undefined
  }

  /** Whether a break is forced inside of a cell. */
  isForced(cell: TableCellBox): boolean {
    return isForcedInCell(
      this.ctx,
      this.group.section,
      cell,
      this.page.policy.columnHeight === undefined ? 'page' : 'any',
    )
  }

  /**
   * A cell that stands in `row`, or what of it fits on the page.
   * @returns undefined if there is no room for it
   */
  layout(cell: TableCellBox, row: number, extent: CellExtent, token: BreakToken | undefined): PlacedResult | undefined {
    const { page, group, opened } = this
    const { top, bottom, closes } = extent
    const atTop = page.atTop && top === 0 && bottom === page.room
    const opening = token && opened !== undefined ? openingLine(group, cell, opened) : 0
    const closing = closes ? closingLine(group, cell, row) : 0
    const fragmentation = beside({ ...page, room: bottom - closing }, top + opening, atTop)
    const result = this.ctx.layout(cell, this.#space(cell, row, fragmentation), token)
    if (result.kind !== 'placed') return undefined
    const { fragment } = result
    const height = fragment.height + opening + (result.token ? closing : 0)
    return height === fragment.height ? result : { ...result, fragment: fitCell(fragment, height, opening, NO_CUTS) }
  }

  /** The part of a cell that fits on the page below `top`. */
  layoutFrom(cell: TableCellBox, row: number, top: number, token: BreakToken | undefined): PlacedResult | undefined {
    return this.layout(cell, row, { top, bottom: this.page.room, closes: false }, token)
  }

  /** The parts of a row's new cells that fit below `top`; undefined if there is no room for one. */
  layoutBeginning(row: number, top: number): PlacedResult[] | undefined {
    const parts: PlacedResult[] = []
    for (const cell of this.group.section.rows[row]?.cells ?? []) {
      const result = this.layoutFrom(cell, row, top, undefined)
      if (!result) return undefined
      parts.push(result)
    }
    return parts
  }

  /** Whether a cell in one piece holds a call that the page does not take. */
  isBarred(whole: BoxFragment): boolean {
    return isBarred(this.page, whole)
  }

  /** A cell whose content has ended while its rows continue. */
  layoutEmpty(cell: TableCellBox, row: number): BoxFragment {
    const ended: FlowBreakToken = { ...BEGINNING, index: cell.children.length }
    const fragmentation: PagedFragmentation = { ...this.page, imposed: undefined }
    const result = this.ctx.layout(cell, this.#space(cell, row, fragmentation), ended)
    invariant(result.kind === 'placed', 'an empty cell to be placed')
    return result.fragment
  }

  #space(cell: TableCellBox, row: number, fragmentation: PagedFragmentation) {
    const { group } = this
    // Only collapsed borders depend on where the cell begins.
    const begin = group.geometry.model.collapsed ? this.firstRowOf(cell, row) : row
    return cellSpace(group.geometry, cell, rowPosition(group, begin), fragmentation)
  }
}

import { invariant } from '../../base/invariant.js'
import type { TableCellBox } from '../../boxes/box-tree.js'
import type { BreakBetween } from '../../style/computed-style.js'
import {
  APPEAL,
  type Appeal,
  type BranchState,
  type BreakToken,
  type FlowBreakToken,
  hadBetterWait,
  type ParallelBreakToken,
} from '../break-token.js'
import type { PagedFragmentation } from '../constraint-space.js'
import { isForcedBreak } from '../flow/block-flow.js'
import type { PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, PlacedResult } from '../layout-types.js'
import { isCollapsedRow } from './collapsed-tracks.js'
import { ContinuedCells } from './continued-cells.js'
import { GroupCells } from './group-cells.js'
import { fragmentRows } from './group-rows.js'
import type { RowGroup } from './layout-row-group.js'
import { breakAboveRow, continuesWell, countAboveBreak, cutsEdges, isKeptWhole } from './row-break-place.js'

/** The rows of a group that stand on one page, or their parts. */
interface GroupPart {
  readonly rows: readonly PlacedFragment[]
  readonly height: number
  readonly token: FlowBreakToken | undefined
  readonly appeal: Appeal
}

/**
 * Breaks a group of rows that does not fit, or where a break is forced between its rows: between its rows if it can,
 * else inside a row that is taller than a page, whose cells then continue side by side. The content of cells that span
 * the break is divided with them.
 *
 * The token names the row to continue with; its parallel token has an entry for each grid column in which a cell
 * begins that has begun already. The row itself has begun when part of its height is consumed.
 * @returns undefined if not even the first piece fits
 */
export function layoutGroupPart(
  ctx: LayoutContext,
  group: RowGroup,
  page: PagedFragmentation,
  token: BreakToken | undefined,
): GroupPart | undefined {
  const part = new GroupPartBuilder(ctx, group, page, groupToken(token))
  return part.placeRows() ? part.finish() : undefined
}

interface Resumed {
  readonly row: number
  readonly cells: ParallelBreakToken | undefined
}

function groupToken(token: BreakToken | undefined): Resumed | undefined {
  if (!token) return undefined
  invariant(token.kind === 'flow' && token.child?.kind === 'parallel', 'a token of a row group')
  return { row: token.index, cells: token.child }
}

/** Whether a group continues inside a row that has begun. */
export function isRowBegun(token: BreakToken | undefined): boolean {
  return (groupToken(token)?.cells?.consumed ?? 0) > 0
}

const NO_CELLS: ReadonlySet<TableCellBox> = new Set()

class GroupPartBuilder {
  readonly #cells: GroupCells
  readonly #first: number
  /** Height of the first row on earlier pages. */
  readonly #consumed: number
  /** The first row was begun on an earlier page. */
  readonly #begun: boolean
  readonly #continued: ContinuedCells
  readonly #tops: number[] = []
  readonly #heights: number[] = []
  /** The row that is cut although it begins here, and the parts of its cells in their order. */
  #parts: { readonly row: number; readonly cells: readonly PlacedResult[] } | undefined
  /** The cells that continue below the last row, laid out with the room of the page. */
  readonly #open = new Map<TableCellBox, PlacedResult>()
  /** The last row placed continues on the next page. */
  #splitLast = false
  /** The break behind the last row, if it is forced. */
  #forced: BreakBetween | undefined
  #bottom = 0
  /** That of the worst break so far. */
  #appeal: Appeal | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly group: RowGroup,
    private readonly page: PagedFragmentation,
    resumed: Resumed | undefined,
  ) {
    this.#first = resumed?.row ?? group.start
    this.#consumed = resumed?.cells?.consumed ?? 0
    this.#begun = this.#consumed > 0
    this.#cells = new GroupCells(ctx, group, page, resumed && !this.#begun ? resumed.row : undefined)
    this.#continued = new ContinuedCells(this.#cells, this.#first, resumed?.cells)
  }

  /** @returns false if nothing fits */
  placeRows(): boolean {
    const { group, page } = this
    const { spacingY } = group.geometry.model
    for (let row = this.#first; row < group.end; row++) {
      const first = row === this.#first
      const between = first ? 'auto' : breakAboveRow(this.ctx, group, page, row)
      if (isForcedBreak(between)) {
        this.#forced = between
        this.#growLast(row)
        return true
      }
      const top = first ? 0 : this.#bottom + (isCollapsedRow(group.section.rows[row]) ? 0 : spacingY)
      const natural = this.#naturalHeight(row)
      const fits = this.#fits(row, top, natural)
      const forced = this.#forcedCells(row)
      if (forced.size > 0) {
        if (!this.#splitWhere(row, top, forced)) return first ? false : this.#stepBack()
        if (this.#splitLast) return true
      }
      if (fits && !this.#isBarred(row)) {
        const bottom = top + Math.max(natural, this.#endContinued(row) - top)
        if (first && this.#isRefused(row, bottom)) return false
        this.#add(top, this.#splitLast ? Math.max(bottom, page.room) : bottom)
      } else {
        if (!first) return this.#splitTall(row, top) || this.#stepBack()
        if (!this.#placeTall(row, natural)) return false
      }
      if (this.#splitLast) return true
    }
    return true
  }

  /** Places what the page has room for of a first row that does not fit. @returns false if that is nothing */
  #placeTall(row: number, natural: number): boolean {
    if (this.#begun) this.#continueRow(row, natural)
    else if (!this.page.atTop && this.#isKept(row, 0)) return false
    else if (!this.#splitFirst(natural)) return false
    return !this.#isRefused(row, this.#bottom)
  }

  /** Whether the first row may not stand here as nothing may overflow the page. */
  #isRefused(row: number, bottom: number): boolean {
    const { policy, room } = this.page
    return policy.strict && (bottom > room || this.#continued.areStuckIn(row))
  }

  /** Height of what is left of a row in one piece: the height that it has beyond its content continues as well. */
  #naturalHeight(row: number): number {
    return Math.max(0, this.#cells.wholeRow(row).height - (row === this.#first ? this.#consumed : 0))
  }

  #fits(row: number, top: number, natural: number): boolean {
    const { room } = this.page
    const isBegun = row === this.#first && this.#begun
    const spill = isBegun ? 0 : (this.#cells.wholeRow(row).spill ?? 0)
    return top + natural <= room - this.#below(row) && top + natural + spill <= room
  }

  /** The height that must fit below a row: with the last one the group ends, and so may the boxes around it. */
  #below(row: number): number {
    return row + 1 === this.group.end ? this.page.reserve : 0
  }

  /** Whether a row that does not fit moves to the next page. */
  #isKept(row: number, top: number): boolean {
    const { freshRoom, room, policy } = this.page
    const onPage = { needs: this.#needs(row), freshRoom, policy }
    if (isKeptWhole(this.ctx, this.group, this.#cells, row, onPage)) return true
    return onPage.needs <= freshRoom && cutsEdges(this.#cells, row, room - top, this.#below(row))
  }

  /** Height of a row in one piece with what overflows it. */
  #needs(row: number): number {
    const { height, spill = 0 } = this.#cells.wholeRow(row)
    return height + spill
  }

  /** Whether a cell that begins on this page and ends in a row must not end there, for a call in it. */
  #isBarred(row: number): boolean {
    const { takesCall } = this.page.policy
    if (!takesCall || (row === this.#first && this.#begun)) return false
    for (const cell of this.#cells.at(row)) {
      if (!this.#cells.endsIn(cell, row) || this.#continued.has(cell)) continue
      const whole = this.#cells.wholeCell(cell, this.#cells.firstRowOf(cell, row))
      if (whole && this.#cells.isBarred(whole)) return true
    }
    return false
  }

  /** The next row does not fit: the break goes up to where it is not to be avoided, if there is such a place. */
  #stepBack(): true {
    const { group, page } = this
    const rows = { group, page, cells: this.#cells, continued: this.#continued, first: this.#first, tops: this.#tops }
    const count = countAboveBreak(this.ctx, rows)
    if (count === 0) {
      this.#lower(APPEAL.violatesAvoid)
    } else if (count < this.#heights.length) {
      this.#tops.length = count
      this.#heights.length = count
      this.#bottom = (this.#tops[count - 1] ?? 0) + (this.#heights[count - 1] ?? 0)
      this.#continued.keepWithin(count)
    }
    this.#growLast(this.#first + this.#heights.length)
    return true
  }

  /** More is left of the row than a page has room for. A page without any takes what is left of its empty height. */
  #continueRow(row: number, natural: number): void {
    this.#fill(row, this.#endContinued(row), natural)
  }

  /**
   * The row fills the page unless all that its cells hold has ended: it is longer than that by margins truncated at
   * breaks, which leave no room on the next page (css-break-3 §5.2).
   */
  #fill(row: number, content: number, natural: number): void {
    const { room } = this.page
    const own = this.#ownHeight(row) - this.#consumed
    if (!this.#splitLast && this.#continued.haveEnded() && own <= room) {
      this.#add(0, Math.max(content, own))
      return
    }
    if (room > 0) this.#splitLast = true
    this.#add(0, Math.max(content, this.#splitLast ? room : natural))
  }

  /** Height of a row that does not come from what its cells hold: its own, or from a table with a height of its own. */
  #ownHeight(row: number): number {
    const { extraHeights, section } = this.group
    if ((extraHeights?.[row] ?? 0) > 0) return this.#cells.wholeRow(row).height
    const height = section.rows[row]?.style.height
    return typeof height === 'number' ? height : 0
  }

  #add(top: number, bottom: number): void {
    this.#tops.push(top)
    this.#heights.push(bottom - top)
    this.#bottom = bottom
  }

  /** The part ends above row `next`: cells that continue there have what is left of this page first, as in browsers. */
  #growLast(next: number): void {
    const last = this.#heights.length - 1
    let bottom = this.#bottom
    for (const cell of this.#cells.at(next - 1)) {
      if (this.#cells.endsIn(cell, next - 1)) continue
      const { top, part } = this.#layoutOpen(cell, next - 1, true)
      if (!part || hadBetterWait(part.appeal)) continue
      this.#open.set(cell, part)
      bottom = Math.max(bottom, top + part.fragment.height)
    }
    this.#heights[last] = (this.#heights[last] ?? 0) + bottom - this.#bottom
    this.#bottom = bottom
  }

  /**
   * A cell that stands in a row already placed, with what is left of the page from where it begins there.
   * @param closes the part ends below the row, and the cell continues in the next one
   */
  #layoutOpen(
    cell: TableCellBox,
    row: number,
    closes: boolean,
  ): { readonly top: number; readonly part: PlacedResult | undefined } {
    const bottom = this.page.room
    const entry = this.#continued.entryOf(cell)
    if (entry)
      return { top: 0, part: entry.token && this.#cells.layout(cell, row, { top: 0, bottom, closes }, entry.token) }
    const begin = this.#cells.firstRowOf(cell, row)
    const top = this.#tops[begin - this.#first] ?? 0
    return { top, part: this.#cells.layout(cell, row, { top, bottom, closes }, undefined) }
  }

  /** Lays out the rest of the cells whose last row this is; returns how far down they reach. */
  #endContinued(row: number): number {
    const { reach, continues, appeal } = this.#continued.endIn(row)
    if (continues) this.#splitLast = true
    if (appeal !== undefined) this.#lower(appeal)
    return reach
  }

  /** The first row leaves too little of the page: its cells are broken side by side. */
  #splitFirst(natural: number): boolean {
    const row = this.#first
    const reach = this.#endContinued(row)
    const parts = this.#cells.layoutBeginning(row, 0)
    if (!parts || (!this.page.atTop && !this.#mayContinue(row, parts))) return false
    const height = parts.reduce((most, { fragment }) => Math.max(most, fragment.height), reach)
    if (parts.some(({ token }) => token)) this.#splitLast = true
    if (!this.#splitLast && natural <= this.page.room) {
      // Breaking it makes no room for what ends below it.
      this.#add(0, Math.max(natural, reach))
      return true
    }
    this.#takeParts(row, parts)
    this.#fill(row, height, natural)
    return true
  }

  /** The cells that end in a row, began on this page and are broken by force. */
  #forcedCells(row: number): ReadonlySet<TableCellBox> {
    if (row === this.#first && this.#begun) return NO_CELLS
    let cells: Set<TableCellBox> | undefined
    for (const cell of this.#cells.slots(row)) {
      if (!cell || !this.#cells.endsIn(cell, row) || !this.#cells.isForced(cell)) continue
      if (this.#continued.has(cell)) continue
      cells ??= new Set()
      cells.add(cell)
    }
    return cells ?? NO_CELLS
  }

  /**
   * A row is broken where a cell demands it, though the row may fit; the others continue beside that cell.
   * @param breaking the cells that may demand it
   * @returns false if there is no room for a cell
   */
  #splitWhere(row: number, top: number, breaking: ReadonlySet<TableCellBox>): boolean {
    const parts = this.#cells.layoutBeginning(row, top)
    if (!parts) return false
    const cells = this.group.section.rows[row]?.cells ?? []
    let isBroken = false
    for (const cell of breaking) {
      const own = cells.indexOf(cell)
      isBroken ||= (own < 0 ? this.#layoutOpen(cell, row, false).part : parts[own])?.token !== undefined
    }
    if (!isBroken) return true
    this.#splitAt(row, top, parts)
    return true
  }

  /** A tall row that stands below others is broken if it does not fit. */
  #splitTall(row: number, top: number): boolean {
    if (this.#isKept(row, top)) return false
    const parts = this.#cells.layoutBeginning(row, top)
    if (!parts || !this.#mayContinue(row, parts)) return false
    this.#splitAt(row, top, parts)
    return true
  }

  /** Whether a row continues with these parts of its cells: it must if no page has room for it. */
  #mayContinue(row: number, parts: readonly PlacedResult[]): boolean {
    return (
      this.#needs(row) > this.page.freshRoom || continuesWell(this.ctx.profile, this.group.section.rows[row], parts)
    )
  }

  #splitAt(row: number, top: number, parts: readonly PlacedResult[]): void {
    const height = parts.reduce((most, { fragment }) => Math.max(most, fragment.height), 0)
    const reach = this.#endContinued(row)
    this.#takeParts(row, parts)
    this.#splitLast = true
    this.#add(top, Math.max(top + height, reach, this.page.room))
  }

  /** The row stands on this page with these parts of its cells. */
  #takeParts(row: number, cells: readonly PlacedResult[]): void {
    this.#parts = { row, cells }
    for (const { token, appeal } of cells) if (token) this.#lower(appeal)
  }

  finish(): GroupPart {
    const { group } = this
    const { rows, states } = fragmentRows(group, this.#cells, {
      first: this.#first,
      begun: this.#begun,
      tops: this.#tops,
      heights: this.#heights,
      continued: this.#continued.all,
      parts: this.#parts,
      open: this.#open,
      splitLast: this.#splitLast,
      room: this.page.room,
    })
    const next = this.#first + this.#heights.length - (this.#splitLast ? 1 : 0)
    return {
      rows,
      height: this.#bottom,
      token: next < group.end ? this.#token(next, states) : undefined,
      appeal: this.#forced ? APPEAL.forced : (this.#appeal ?? APPEAL.perfect),
    }
  }

  #token(index: number, children: readonly BranchState[]): FlowBreakToken {
    const earlier = index === this.#first ? this.#consumed : 0
    const consumed = this.#splitLast ? earlier + Math.max(1, this.#heights.at(-1) ?? 0) : 0
    const child: ParallelBreakToken = { kind: 'parallel', children, consumed }
    return { kind: 'flow', index, child, consumed: 0, forced: this.#forced }
  }

  #lower(appeal: Appeal): void {
    if (this.#appeal === undefined || appeal < this.#appeal) this.#appeal = appeal
  }
}

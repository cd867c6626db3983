import { invariant } from '../../base/invariant.js'
import type { TableCellBox } from '../../boxes/box-tree.js'
import type { BreakBetween } from '../../style/computed-style.js'
import {
  APPEAL,
  type Appeal,
  type BreakToken,
  type FlowBreakToken,
  hadBetterWait,
  type ParallelBreakToken,
} from '../break-token.js'
import type { PagedFragmentation } from '../constraint-space.js'
import { breakIn, isForcedBreak } from '../flow/block-flow.js'
import { rowBreakBetween } from '../flow/break-values.js'
import { baselineWithin } from '../flow/broken-box.js'
import { isForcedInCell } from '../flow/forced-breaks.js'
import type { BoxFragment, CutSides, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, PlacedResult } from '../layout-types.js'
import { fitCell } from './cell-fragment.js'
import { isCollapsedRow, shownCell } from './collapsed-tracks.js'
import { GroupCells } from './group-cells.js'
import { layoutGroupWhole, type RowGroup, rowFragment, rowPosition } from './layout-row-group.js'
import { cellLeft, cellSpace } from './table-geometry.js'

/** The rows of a group that stand on one page, or their parts. */
interface GroupPart {
  readonly rows: readonly PlacedFragment[]
  readonly height: number
  readonly token: FlowBreakToken | undefined
  readonly appeal: Appeal
}

/**
 * Breaks a group of rows that does not fit, or where a break is forced between its rows: between its rows if it can,
 * else inside a row that is taller than a page, whose cells then go on side by side. The content of cells that span
 * the break is divided with them.
 *
 * The token names the row to go on with; its parallel token has an entry for each grid column in which a cell
 * begins that has begun already. The row itself has begun when part of its height is consumed.
 * @returns undefined if not even the first piece fits
 */
export function layoutGroupPart(
  ctx: LayoutContext,
  group: RowGroup,
  page: PagedFragmentation,
  token: BreakToken | undefined,
): GroupPart | undefined {
  const part = new PartBuilder(ctx, group, page, groupToken(token))
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

/** A cell that began on an earlier page. It stands at the top of the part. */
interface Continued {
  readonly cell: TableCellBox
  /** Where it goes on; its content has ended when there is none. */
  readonly token: BreakToken | undefined
  /** Its layout with the page's full room, once it is known to end on this page. */
  result: PlacedResult | undefined
}

class PartBuilder {
  readonly #cells: GroupCells
  readonly #first: number
  /** Height of the first row on earlier pages. */
  readonly #consumed: number
  /** The first row was begun on an earlier page. */
  readonly #begun: boolean
  readonly #continued: Continued[] = []
  readonly #tops: number[] = []
  readonly #heights: number[] = []
  /** The row that is cut although it begins here, and the parts of its cells in their order. */
  #parts: { readonly row: number; readonly cells: readonly PlacedResult[] } | undefined
  /** The last row placed goes on on the next page. */
  #splitLast = false
  /** The break behind the last row, if it is forced. */
  #forced: BreakBetween | undefined
  #bottom = 0
  /** That of the worst break so far. */
  #appeal: Appeal | undefined
  readonly #tokens: (BreakToken | 'done' | undefined)[]

  constructor(
    private readonly ctx: LayoutContext,
    private readonly group: RowGroup,
    private readonly page: PagedFragmentation,
    resumed: Resumed | undefined,
  ) {
    this.#cells = new GroupCells(group)
    this.#first = resumed?.row ?? group.start
    this.#consumed = resumed?.cells?.consumed ?? 0
    this.#begun = this.#consumed > 0
    this.#tokens = new Array(group.geometry.model.table.columns.length).fill(undefined)
    if (resumed?.cells) this.#resume(resumed.cells)
  }

  #resume({ children }: ParallelBreakToken): void {
    const slots = this.#cells.slots(this.#first)
    for (let column = 0; column < slots.length; column++) {
      const cell = slots[column]
      if (!cell || cell === slots[column - 1]) continue
      const token = children[cell.column]
      if (token === undefined) continue
      this.#continued.push({ cell, token: token === 'done' ? undefined : token, result: undefined })
    }
  }

  /** @returns false if nothing fits */
  placeRows(): boolean {
    const { group, page } = this
    const { spacingY } = group.geometry.model
    const whole = layoutGroupWhole(this.ctx, group)
    for (let row = this.#first; row < group.end; row++) {
      const first = row === this.#first
      const between = first ? 'auto' : breakIn(page, this.#breakBefore(row))
      if (isForcedBreak(between)) {
        this.#forced = between
        this.#growLast(row)
        return true
      }
      const top = first ? 0 : this.#bottom + (isCollapsedRow(group.section.rows[row]) ? 0 : spacingY)
      // What a row is taller than its content goes on as well.
      const natural = Math.max(0, boxOf(whole.rows[row - group.start]).height - (first ? this.#consumed : 0))
      // With the last row the group ends, and so may the boxes around it.
      const reserve = !first && row + 1 === group.end ? page.reserve : 0
      if (!(first && this.#begun) && this.#isForcedIn(row)) {
        if (!this.#splitForced(row, top)) return first ? false : this.#stepBack()
        if (this.#splitLast) return true
      }
      if (top + natural > page.room - reserve) {
        if (!first) return this.#stepBack()
        if (this.#begun) this.#goOn(row, natural)
        else if (!page.atTop && natural <= page.freshRoom) return false
        else if (!this.#splitFirst(natural)) return false
        if (page.strict && (this.#bottom > page.room || this.#isStuck(row))) return false
        if (this.#splitLast) return true
        continue
      }
      const bottom = top + Math.max(natural, this.#endContinued(row) - top)
      if (first && page.strict && (bottom > page.room || this.#isStuck(row))) return false
      this.#add(top, this.#splitLast ? Math.max(bottom, page.room) : bottom)
      if (this.#splitLast) return true
    }
    return true
  }

  #breakBefore(row: number): BreakBetween {
    return rowBreakBetween(this.ctx, this.group.section, row)
  }

  /** The next row does not fit: the break goes up to where it is not to be avoided, if there is such a place. */
  #stepBack(): true {
    let count = this.#heights.length
    while (count > 0 && this.#avoidsBreakBefore(this.#first + count)) count--
    if (count === 0) {
      this.#lower(APPEAL.violatesAvoid)
    } else if (count < this.#heights.length) {
      this.#tops.length = count
      this.#heights.length = count
      this.#bottom = (this.#tops[count - 1] ?? 0) + (this.#heights[count - 1] ?? 0)
      for (const entry of this.#continued) if (!this.#endsWithin(entry.cell, count)) entry.result = undefined
    }
    return true
  }

  /** Rows and cells that are not to be broken inside keep together the rows that they span, as in browsers. */
  #avoidsBreakBefore(row: number): boolean {
    if (breakIn(this.page, this.#breakBefore(row)) === 'avoid') return true
    const above = this.#cells.slots(row - 1)
    return this.#cells.slots(row).some((cell) => {
      if (!cell || !above.includes(cell)) return false
      const begin = this.group.section.rows[this.#cells.firstRowOf(cell, row)]
      return cell.style.breakInside === 'avoid' || begin?.style.breakInside === 'avoid'
    })
  }

  #endsWithin(cell: TableCellBox, rows: number): boolean {
    for (let row = this.#first; row < this.#first + rows; row++) if (this.#cells.endsIn(cell, row)) return true
    return false
  }

  /** More is left of the row than a page has room for. A page without any takes what is left of its empty height. */
  #goOn(row: number, natural: number): void {
    const { room } = this.page
    const reach = this.#endContinued(row)
    if (room > 0) this.#splitLast = true
    this.#add(0, Math.max(reach, this.#splitLast ? room : natural))
  }

  #add(top: number, bottom: number): void {
    this.#tops.push(top)
    this.#heights.push(bottom - top)
    this.#bottom = bottom
  }

  /** A break is forced above row `next`: cells that go on there have what is left of this page first. */
  #growLast(next: number): void {
    const last = this.#heights.length - 1
    let bottom = this.#bottom
    for (const cell of this.#cells.at(next - 1)) {
      if (this.#cells.endsIn(cell, next - 1)) continue
      const { top, part } = this.#layoutOpen(cell, next - 1)
      if (part && !hadBetterWait(part.appeal)) bottom = Math.max(bottom, top + part.fragment.height)
    }
    this.#heights[last] = (this.#heights[last] ?? 0) + bottom - this.#bottom
    this.#bottom = bottom
  }

  /** A cell that stands in a row already placed, with what is left of the page from where it begins there. */
  #layoutOpen(cell: TableCellBox, row: number): { readonly top: number; readonly part: PlacedResult | undefined } {
    const { room } = this.page
    const entry = this.#continued.find((continued) => continued.cell === cell)
    if (entry) return { top: 0, part: entry.token && this.#layoutCell(cell, row, 0, room, entry.token) }
    const begin = this.#cells.firstRowOf(cell, row)
    const top = this.#tops[begin - this.#first] ?? 0
    return { top, part: this.#layoutCell(cell, begin, top, room, undefined) }
  }

  /** Lays out the rest of the cells whose last row this is; returns how far down they reach. */
  #endContinued(row: number): number {
    let reach = 0
    for (const entry of this.#continued) {
      if (!entry.token || !this.#cells.endsIn(entry.cell, row)) continue
      // It may have ended above, with the borders of its own row.
      const result = entry.result ?? this.#layoutCell(entry.cell, row, 0, this.page.room, entry.token)
      if (!result) {
        this.#splitLast = true
        continue
      }
      entry.result = result
      reach = Math.max(reach, result.fragment.height)
      if (!result.token) continue
      this.#splitLast = true
      this.#lower(result.appeal)
    }
    return reach
  }

  /** There is no room for any of the cells that are to end in the row. */
  #isStuck(row: number): boolean {
    const ending = this.#continued.filter(({ cell, token }) => token && this.#cells.endsIn(cell, row))
    return ending.length > 0 && ending.every(({ result }) => !result)
  }

  /** The first row is taller than the page: its cells are broken side by side. */
  #splitFirst(natural: number): boolean {
    const row = this.#first
    const reach = this.#endContinued(row)
    const parts = this.#cellParts(row, 0)
    if (!parts) return false
    const height = parts.reduce((most, { fragment }) => Math.max(most, fragment.height), reach)
    if (parts.some(({ token }) => token)) this.#splitLast = true
    this.#takeParts(row, parts)
    const { room } = this.page
    if (room > 0) this.#splitLast = true
    this.#add(0, Math.max(height, this.#splitLast ? room : natural))
    return true
  }

  /** Whether a cell that ends in a row and began on this page is broken by force. */
  #endsForced(cell: TableCellBox, row: number): boolean {
    if (!this.#cells.endsIn(cell, row) || !this.#isForced(cell)) return false
    return this.#continued.every((entry) => entry.cell !== cell)
  }

  #isForced(cell: TableCellBox): boolean {
    return isForcedInCell(this.ctx, this.group.section, cell, this.page.inColumn ? 'any' : 'page')
  }

  #isForcedIn(row: number): boolean {
    for (const cell of this.#cells.slots(row)) if (cell && this.#endsForced(cell, row)) return true
    return false
  }

  /**
   * A row is broken where a cell that ends in it demands it, though the row may fit; the others go on beside that cell.
   * @returns false if there is no room for a cell
   */
  #splitForced(row: number, top: number): boolean {
    const parts = this.#cellParts(row, top)
    if (!parts) return false
    const cells = this.group.section.rows[row]?.cells ?? []
    let isBroken = false
    for (const cell of this.#cells.at(row)) {
      if (!this.#endsForced(cell, row)) continue
      const own = cells.indexOf(cell)
      isBroken ||= (own < 0 ? this.#layoutOpen(cell, row).part : parts[own])?.token !== undefined
    }
    if (!isBroken) return true
    const height = parts.reduce((most, { fragment }) => Math.max(most, fragment.height), 0)
    const reach = this.#endContinued(row)
    this.#takeParts(row, parts)
    this.#splitLast = true
    this.#add(top, Math.max(top + height, reach, this.page.room))
    return true
  }

  /** The parts of the cells that begin in a row; undefined if there is no room for one. */
  #cellParts(row: number, top: number): PlacedResult[] | undefined {
    const parts: PlacedResult[] = []
    for (const cell of this.group.section.rows[row]?.cells ?? []) {
      const result = this.#layoutCell(cell, row, top, this.page.room, undefined)
      if (!result) return undefined
      parts.push(result)
    }
    return parts
  }

  /** The row stands on this page with these parts of its cells. */
  #takeParts(row: number, cells: readonly PlacedResult[]): void {
    this.#parts = { row, cells }
    for (const { token, appeal } of cells) if (token) this.#lower(appeal)
  }

  #layoutCell(
    cell: TableCellBox,
    row: number,
    top: number,
    bottom: number,
    token: BreakToken | undefined,
  ): PlacedResult | undefined {
    const { group, page } = this
    const position = rowPosition(group, this.#cells.borderRowOf(cell, row))
    const fragmentation: PagedFragmentation = {
      kind: 'paged',
      room: bottom - top,
      reserve: page.reserve,
      freshRoom: page.freshRoom,
      atTop: page.atTop && top === 0 && bottom === page.room,
      strict: page.strict,
      imposed: undefined,
      inColumn: page.inColumn,
    }
    const result = this.ctx.layout(cell, cellSpace(group.geometry, cell, position, fragmentation), token)
    return result.kind === 'placed' ? result : undefined
  }

  finish(): GroupPart {
    const { group } = this
    const count = this.#heights.length
    const rows: PlacedFragment[] = []
    for (let index = 0; index < count; index++) {
      const y = this.#tops[index] ?? 0
      rows.push({ x: 0, y, fragment: this.#row(this.#first + index, index) })
    }
    const next = this.#splitLast ? this.#first + count - 1 : this.#first + count
    return {
      rows,
      height: this.#bottom,
      token: next < group.end ? this.#token(next) : undefined,
      appeal: this.#forced ? APPEAL.forced : (this.#appeal ?? APPEAL.perfect),
    }
  }

  #token(index: number): FlowBreakToken {
    const earlier = index === this.#first ? this.#consumed : 0
    const consumed = this.#splitLast ? earlier + Math.max(1, this.#heights.at(-1) ?? 0) : 0
    const child: ParallelBreakToken = { kind: 'parallel', children: this.#tokens, consumed }
    return { kind: 'flow', index, child, consumed: 0, forced: this.#forced }
  }

  #row(row: number, index: number): BoxFragment {
    const { group, ctx } = this
    const box = group.section.rows[row]
    invariant(box, 'a row of the section')
    const whole = boxOf(layoutGroupWhole(ctx, group).rows[row - group.start])
    const children: PlacedFragment[] = []
    if (index === 0) for (const entry of this.#continued) children.push(this.#continuedCell(entry, row))
    if (index > 0 || !this.#begun) {
      for (let at = 0; at < whole.children.length; at++) {
        const placed = whole.children[at]
        if (placed?.fragment.kind !== 'box' || placed.fragment.box.kind !== 'table-cell') continue
        const cell = placed.fragment.box
        const fragment = this.#beginningCell(placed.fragment, cell, row, at)
        children.push({ x: placed.x, y: 0, fragment: shownCell(group.geometry.model, cell, fragment) })
      }
    }
    const height = this.#heights[index] ?? 0
    const baseline = index > 0 || !this.#begun ? baselineWithin(whole.firstBaseline, height) : undefined
    const fragment = rowFragment(group.geometry, box, height, children, baseline)
    const cut: CutSides = { top: index === 0 && this.#begun, bottom: this.#isSplitLast(row) }
    return cut.top || cut.bottom ? { ...fragment, cut } : fragment
  }

  /** A cell that begins in a row of this page. */
  #beginningCell(whole: BoxFragment, cell: TableCellBox, row: number, at: number): BoxFragment {
    const top = this.#tops[row - this.#first] ?? 0
    const { bottom, goesOn } = this.#extent(cell, row)
    const cuts: CutSides = { top: false, bottom: goesOn }
    const split = this.#parts?.row === row ? this.#parts.cells[at] : undefined
    if (split) {
      if (goesOn) this.#remember(cell, split.token ?? 'done')
      return fitCell(split.fragment, bottom - top, 0, cuts)
    }
    if (!goesOn) return fitCell(whole, bottom - top, 0, cuts)
    const end = this.#endOfContent(bottom)
    if (whole.height <= end - top && !this.#isForced(cell)) {
      this.#remember(cell, 'done')
      return fitCell(whole, bottom - top, 0, cuts)
    }
    const part = this.#layoutCell(cell, row, top, end, undefined)
    const result = part && !hadBetterWait(part.appeal) ? part : undefined
    this.#remember(cell, result ? (result.token ?? 'done') : BEGINNING)
    return result
      ? fitCell(result.fragment, bottom - top, 0, cuts)
      : fitCell({ ...whole, children: [], firstBaseline: undefined, lastBaseline: undefined }, bottom - top, 0, cuts)
  }

  #continuedCell({ cell, token, result }: Continued, row: number): PlacedFragment {
    const { bottom, goesOn } = this.#extent(cell, row)
    const placed = result ?? (token && this.#layoutCell(cell, row, 0, this.#endOfContent(bottom), token))
    if (goesOn) this.#remember(cell, placed ? (placed.token ?? 'done') : (token ?? 'done'))
    const fragment = placed?.fragment ?? this.#emptyCell(cell, row)
    const { geometry } = this.group
    const part = fitCell(fragment, bottom, 0, { top: true, bottom: goesOn })
    return { x: cellLeft(geometry, cell), y: 0, fragment: shownCell(geometry.model, cell, part) }
  }

  /** Where the content of a cell must end that goes on: a cell beside it that is too tall for the page makes no room. */
  #endOfContent(bottom: number): number {
    return Math.min(bottom, this.page.room)
  }

  /** A cell whose content has ended while its rows go on. */
  #emptyCell(cell: TableCellBox, row: number): BoxFragment {
    const { group, ctx } = this
    const position = rowPosition(group, this.#cells.borderRowOf(cell, row))
    const ended: FlowBreakToken = { ...BEGINNING, index: cell.children.length }
    const fragmentation: PagedFragmentation = { ...this.page, imposed: undefined }
    const result = ctx.layout(cell, cellSpace(group.geometry, cell, position, fragmentation), ended)
    invariant(result.kind === 'placed', 'an empty cell to be placed')
    return result.fragment
  }

  #remember(cell: TableCellBox, token: BreakToken | 'done'): void {
    this.#tokens[cell.column] = token
  }

  #lower(appeal: Appeal): void {
    if (this.#appeal === undefined || appeal < this.#appeal) this.#appeal = appeal
  }

  #isSplitLast(row: number): boolean {
    return this.#splitLast && row === this.#first + this.#heights.length - 1
  }

  /** Bottom edge of a cell that stands in `row`, on this page, and whether it goes on on the next one. */
  #extent(cell: TableCellBox, row: number): { readonly bottom: number; readonly goesOn: boolean } {
    const last = this.#first + this.#heights.length - 1
    let end = row
    while (end < last && !this.#cells.endsIn(cell, end)) end++
    const index = end - this.#first
    const goesOn = !this.#cells.endsIn(cell, end) || this.#isSplitLast(end)
    return { bottom: (this.#tops[index] ?? 0) + (this.#heights[index] ?? 0), goesOn }
  }
}

/** Goes on with a cell of which nothing but empty room was placed. */
const BEGINNING: FlowBreakToken = { kind: 'flow', index: 0, child: undefined, consumed: 0, forced: undefined }

function boxOf(placed: PlacedFragment | undefined): BoxFragment {
  invariant(placed?.fragment.kind === 'box', 'a row of the group')
  return placed.fragment
}

import type { Profile } from '../../base/profile.js'
import type { TableRowBox } from '../../boxes/box-tree.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { hadBetterWait } from '../break-token.js'
import type { PagedFragmentation, PagePolicy } from '../constraint-space.js'
import { breakIn } from '../flow/block-flow.js'
import { rowBreakBetween } from '../flow/break-values.js'
import { hasEdges, isKeptSideBySide } from '../flow/side-by-side.js'
import type { LayoutContext, PlacedResult } from '../layout-types.js'
import type { ContinuedCells } from './continued-cells.js'
import type { GroupCells } from './group-cells.js'
import type { RowGroup } from './layout-row-group.js'

/** The rows of a group that have room on a page, and what is known of their cells. */
export interface FittingRows {
  readonly group: RowGroup
  readonly page: PagedFragmentation
  readonly cells: GroupCells
  readonly continued: ContinuedCells
  readonly first: number
  /** Top edge of each row, in px from the top of the group's part. */
  readonly tops: readonly number[]
}

/** So many rows go to the next page with a cell that begins in the last one of this page and has no content there. */
const ROWS_LEFT_FREE = 3

/** The break value that applies on a page above a row of a group. */
export function breakAboveRow(
  ctx: LayoutContext,
  group: RowGroup,
  page: PagedFragmentation,
  row: number,
): BreakBetween {
  return breakIn(page, rowBreakBetween(ctx, group.section, row))
}

/**
 * How many of the rows stay on a page that has no room for the next one: the break goes up to where it is not to be
 * avoided (css-break-3 §4.4). 0 if there is no such place.
 */
export function countAboveBreak(ctx: LayoutContext, rows: FittingRows): number {
  let count = rows.tops.length
  while (count > 0 && isAvoidedAbove(ctx, rows, rows.first + count)) count--
  return betterBreak(ctx, rows, count)
}

/** Rows and cells that are not to be broken inside keep together the rows that they span, as in browsers. */
function isAvoidedAbove(ctx: LayoutContext, rows: FittingRows, row: number): boolean {
  const { cells, group, page } = rows
  if (breakAboveRow(ctx, group, page, row) === 'avoid') return true
  const above = cells.slots(row - 1)
  return cells.slots(row).some((cell) => {
    if (!cell || !above.includes(cell)) return false
    const begin = group.section.rows[cells.firstRowOf(cell, row)]
    return cell.style.breakInside === 'avoid' || begin?.style.breakInside === 'avoid'
  })
}

/**
 * A break somewhat above one that leaves a cell without content, if it leaves none: above all of the rows where these
 * are few.
 */
function betterBreak(ctx: LayoutContext, rows: FittingRows, count: number): number {
  for (let better = count; better >= Math.max(0, count - ROWS_LEFT_FREE); better--) {
    if (better === 0) return 0
    if (better < count && isAvoidedAbove(ctx, rows, rows.first + better)) continue
    if (!leavesCellEmpty(rows, better)) return better
  }
  return count
}

/** Whether a cell that begins on this page and continues behind its first rows would have nothing above the break. */
function leavesCellEmpty({ cells, continued, first, page, tops }: FittingRows, count: number): boolean {
  const last = first + count - 1
  for (const cell of cells.at(last)) {
    if (cells.endsIn(cell, last) || continued.has(cell)) continue
    const begin = cells.firstRowOf(cell, last)
    const top = tops[begin - first] ?? 0
    const whole = cells.wholeCell(cell, begin)
    if (whole && whole.height <= page.room - top && !cells.isBarred(whole)) continue
    const part = cells.layoutFrom(cell, begin, top, undefined)
    if (!part || hadBetterWait(part.appeal)) return true
  }
  return false
}

/**
 * The part of a page up to which a row stays whole. A column is as low as its content allows, so that a part of it says
 * nothing: a row stays whole that a column has room for.
 */
export function keptPart({ keptRows }: Profile, { columnHeight }: PagePolicy): number {
  return keptRows > 0 && columnHeight !== undefined ? 1 : keptRows
}

/** Whether the author allows breaks in a row, or in one of its cells. */
export function allowsBreaks({ style, cells }: TableRowBox): boolean {
  return style.breakInside === 'auto' || cells.some((cell) => cell.style.breakInside === 'auto')
}

/** Height of a row in one piece with what overflows it, and that of a page on which nothing stands yet. */
interface RowOnPage {
  readonly needs: number
  readonly freshRoom: number
  readonly policy: PagePolicy
}

/**
 * Whether a row that does not fit moves to the next page rather than be broken (css-tables-3 §6.1): every row up to the part
 * of a page that the profile says, but of those that a cell spans together with the next row only what is kept side by side
 * elsewhere, and none in which the author allows breaks.
 */
export function isKeptWhole(
  ctx: LayoutContext,
  group: RowGroup,
  cells: GroupCells,
  row: number,
  { needs, freshRoom, policy }: RowOnPage,
): boolean {
  if (needs > freshRoom) return false
  const box = group.section.rows[row]
  if (box?.style.breakInside === 'avoid') return true
  let isSpanned = false
  for (const cell of cells.at(row)) {
    if (cell.style.breakInside === 'avoid') return true
    isSpanned ||= !cells.endsIn(cell, row)
  }
  if (box && allowsBreaks(box)) return false
  const kept = keptPart(ctx.profile, policy)
  if (kept > 0 && !isSpanned) return needs <= freshRoom * kept
  return isKeptSideBySide(ctx.profile, needs, freshRoom, () => [...cells.at(row)].some((cell) => hasEdges(ctx, cell)))
}

/**
 * Whether all that a cell of a row contains has room on a page, but not the edges below it: the break goes above such a
 * row, as in browsers.
 * @param room from the top of the row
 * @param below what must fit below the row
 */
export function cutsEdges(cells: GroupCells, row: number, room: number, below: number): boolean {
  for (const { fragment: cell } of cells.wholeRow(row).children) {
    if (cell.kind !== 'box' || cell.box.kind !== 'table-cell' || !cells.endsIn(cell.box, row)) continue
    const last = cell.children.at(-1)
    if (last?.fragment.kind !== 'box') continue
    const bottom = last.y + last.fragment.height
    const edges = cell.padding.bottom + cell.border.bottom + below
    if (edges > 0 && bottom <= room && bottom + edges > room) return true
  }
  return false
}

/**
 * Whether a row is broken so that a cell has content on both pages and none too few lines on this one. Rows that are not
 * kept whole leave also what is empty below their content to the next page.
 */
export function continuesWell(
  { keptRows }: Profile,
  row: TableRowBox | undefined,
  parts: readonly PlacedResult[],
): boolean {
  if (parts.some(({ token, appeal }) => token && hadBetterWait(appeal))) return false
  if (keptRows === 0 && parts.some(({ fragment }) => fragment.children.length > 0)) return true
  return parts.some(({ token }, at) => token?.kind === 'flow' && token.index < (row?.cells[at]?.children.length ?? 0))
}

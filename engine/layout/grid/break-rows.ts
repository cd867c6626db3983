import { type BranchState, type FlowPosition, hadBetterWait, type ParallelBreakToken } from '../break-token.js'
import type { PlacedFragment } from '../fragment-tree.js'
import type { ItemPart } from './item-splitter.js'
import type { PageRows } from './page-rows.js'
import { itemAt } from './place-item.js'

/** The part that the end of a page cuts off. */
interface RowsBreak {
  /** By item, the parts on this page of those that span the break. */
  readonly placed: ReadonlyMap<number, PlacedFragment>
  /** The row that the next page begins with or continues with, and what continues in it. */
  readonly index: number
  readonly token: ParallelBreakToken | undefined
  /** Bottom edge of the rows on this page, with what spans the break if nothing is left. */
  readonly bottom: number
}

/** The end of the rows on a page. */
interface RowsEnd {
  /** Bottom edge of those that stand on it whole. */
  readonly bottom: number
  /** The room to be left below if the grid ends here. */
  readonly reserve: number
}

/**
 * Ends the rows of a grid on a page.
 * @param next the row that the next page is to begin with or, if it was split, to continue with
 */
export function breakRows(rows: PageRows, { index, child }: FlowPosition, { bottom, reserve }: RowsEnd): RowsBreak {
  const split = child ? rows.placed[index] : undefined
  const isMore = split !== undefined || isMoreBelow(rows, index)
  const spanning = new SpanningItems(rows, isMore ? 0 : reserve)
  const short: number[] = []
  for (const item of rows.occupants(index)) {
    const known = split?.states?.get(item)
    if (known !== undefined) spanning.states.set(item, known)
    else if (!split && itemAt(rows.frame, item).area.row.start >= index) continue
    else if (spanning.isShort(item)) short.push(item)
    else spanning.place(item, true)
  }
  const continues = isMore || spanning.continues
  for (const item of short) spanning.place(item, continues)
  const { states } = spanning
  const start = split ? { row: index, taken: split.height } : nextStart(rows, index, bottom, states)
  const ends = start.row === rows.count
  const end = ends ? Math.max(bottom, spanning.bottom) : rows.page.room
  const placed = spanning.filled(start.row, end)
  const occupants = rows.occupants(start.row)
  if (!split && !occupants.some((item) => states.has(item))) {
    return { placed, index: start.row, token: undefined, bottom: ends ? end : bottom }
  }
  const children = occupants.map((item) => states.get(item) ?? 'waiting')
  const above = start.row === rows.first ? rows.consumed : 0
  return { placed, index: start.row, token: { kind: 'parallel', children, consumed: above + start.taken }, bottom }
}

/** Whether something is left for the next page besides what spans the break above a row. */
function isMoreBelow(rows: PageRows, index: number): boolean {
  if (index <= rows.lastBeginning) return true
  for (let row = index; row < rows.count; row++) if (rows.givenHeight(row) > 0) return true
  return false
}

/**
 * Where the next page begins if no row is split. Rows in which nothing begins take what is left of this one, as what
 * stands in them does; if nothing of that is left, they are dropped at the break, as margins are.
 */
function nextStart(
  rows: PageRows,
  index: number,
  bottom: number,
  states: ReadonlyMap<number, BranchState>,
): { readonly row: number; readonly taken: number } {
  const { count, frame } = rows
  const isOver = (row: number) => row > 0 && rows.occupants(row).every((item) => states.get(item) === 'done')
  const ends = (row: number) => rows.occupants(row).some((item) => itemAt(frame, item).area.row.end === row + 1)
  let row = index
  while (row < count && isOver(row)) row++
  let left = rows.page.room - bottom
  while (row < count && !rows.begins(row)) {
    const height = rows.naturalHeight(row)
    left -= rows.gapAbove(row)
    if (left < height || ends(row)) return { row, taken: Math.max(0, Math.min(left, height)) }
    left -= height
    row++
  }
  return { row, taken: 0 }
}

/** The items that span the end of a page. */
class SpanningItems {
  readonly states = new Map<number, BranchState>()
  readonly #parts = new Map<number, ItemPart>()
  /** The content of one of them continues. */
  continues = false

  /** @param reserve what must stay free below what ends here */
  constructor(
    private readonly rows: PageRows,
    private readonly reserve: number,
  ) {}

  isShort(item: number): boolean {
    const { continued, splitter } = this.rows
    return splitter.isShort(item, continued.get(item), this.#topOf(item), this.reserve)
  }

  get bottom(): number {
    let bottom = 0
    for (const { y, fragment } of this.#parts.values()) bottom = Math.max(bottom, y + fragment.height)
    return bottom
  }

  /** @param continues the rows continue on the next page */
  place(item: number, continues: boolean): void {
    const part = this.rows.isOver(item) ? undefined : this.#partOf(item, continues)
    if (part) this.#parts.set(item, part)
    const state = part?.state ?? this.rows.continued.get(item) ?? 'waiting'
    if (state !== 'done') this.continues = true
    this.states.set(item, state)
  }

  #partOf(item: number, continues: boolean): ItemPart | undefined {
    const { continued, page, splitter, startEdge } = this.rows
    const { reserve } = this
    const state = continued.get(item)
    if (state !== undefined) return splitter.rest(item, state, startEdge, { reserve, continues })
    const top = this.#topOf(item)
    const atTop = page.atTop && top === startEdge
    const part = splitter.begin(item, top, { atTop, reserve, continues })
    return part && !atTop && hadBetterWait(part.appeal) ? undefined : part
  }

  /** Top edge of an item on this page. */
  #topOf(item: number): number {
    const { continued, frame, placed, startEdge } = this.rows
    const { start } = itemAt(frame, item).area.row
    return continued.has(item) ? startEdge : this.rows.topOf(item, start, placed[start]?.top ?? startEdge)
  }

  /**
   * The parts on this page.
   * @param nextRow the row that the next page begins with
   * @param end bottom edge of the rows
   */
  filled(nextRow: number, end: number): ReadonlyMap<number, PlacedFragment> {
    const { frame, splitter } = this.rows
    const placed = new Map<number, PlacedFragment>()
    for (const [item, { x, y, fragment }] of this.#parts) {
      const continues = itemAt(frame, item).area.row.end > nextRow
      placed.set(item, { x, y, fragment: splitter.fill(item, fragment, end - y, continues) })
    }
    return placed
  }
}

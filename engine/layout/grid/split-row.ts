import { APPEAL, type Appeal, type BranchState } from '../break-token.js'
import type { PagedFragmentation } from '../constraint-space.js'
import { isBarred } from '../flow/barred-calls.js'
import { fitsWhole } from '../flow/pieces.js'
import type { PlacedFragment } from '../fragment-tree.js'
import { type ItemPart, isUnbreakable } from './item-splitter.js'
import type { PageRows, RowPart } from './page-rows.js'
import { itemAt } from './place-item.js'

/** The part of a row on a page that ends inside of it. */
interface SplitRow {
  readonly part: RowPart
  readonly continues: boolean
  readonly appeal: Appeal
}

/** Splits the items of a row side by side; undefined if one of them has no room at all. */
export function splitRow(rows: PageRows, row: number, page: PagedFragmentation, y: number): SplitRow | undefined {
  if (!spanningItemsFit(rows, row, page)) return undefined
  const { room, reserve } = page
  if (reserve <= 0) return splitWith(rows, row, page, y, reserve)
  // What ends beside something that continues needs no room below it: the boxes around the row do not end here.
  const split = splitWith(rows, row, { ...page, reserve: 0 }, y, reserve)
  if (!split || split.continues || split.part.height <= room - reserve) return split
  return splitWith(rows, row, page, y, reserve)
}

/** @param reserve room to be left free below a row that ends here, at the cost of the height that follows from margins */
function splitWith(
  rows: PageRows,
  row: number,
  page: PagedFragmentation,
  y: number,
  reserve: number,
): SplitRow | undefined {
  const split = splitItems(rows, row, page, y)
  if (!split || (page.policy.strict && split.itemsContinue && !split.progresses)) return undefined
  const { room } = page
  const { parts, states, appeal, bottom, continues } = split
  const natural = rows.naturalHeight(row)
  const end = continues ? y + Math.max(room, bottom - y) : Math.max(bottom, y + Math.min(natural, room - reserve))
  const placed = new Map<number, PlacedFragment>()
  for (const [item, part] of parts) {
    const fragment = rows.splitter.fill(item, part.fragment, end - part.y, continues)
    placed.set(item, { x: part.x, y: part.y, fragment })
  }
  return { part: { top: y, height: end - y, placed, states: continues ? states : undefined }, continues, appeal }
}

/**
 * Whether there is room for what begins in the row, spans further ones and must not be split. What may be split is laid
 * out when it is known where this page ends.
 */
function spanningItemsFit(rows: PageRows, row: number, page: PagedFragmentation): boolean {
  const { frame, splitter } = rows
  const { atTop, room } = page
  return rows.occupants(row).every((item) => {
    const { area, box } = itemAt(frame, item)
    const spans = area.row.start === row && area.row.end !== row + 1
    if (!spans || atTop || !isUnbreakable(box) || rows.continued.has(item)) return true
    const whole = splitter.whole(item)
    return fitsWhole(whole, room - splitter.marginAbove(item), 0) && !isBarred(page, whole)
  })
}

/** The parts on this page of the items that end in a row: those that are long decide whether it continues. */
function splitItems(rows: PageRows, row: number, page: PagedFragmentation, y: number): RowSplitter | undefined {
  const split = new RowSplitter(rows, row, page, y)
  const short: number[] = []
  for (const item of rows.occupants(row)) {
    if (itemAt(rows.frame, item).area.row.end !== row + 1) continue
    if (split.isShort(item)) short.push(item)
    else if (!split.place(item, true)) return undefined
  }
  const { continues } = split
  for (const item of short) if (!split.place(item, continues)) return undefined
  return split
}

class RowSplitter {
  readonly parts = new Map<number, ItemPart>()
  readonly states = new Map<number, BranchState>()
  /** Something is left for the next page. */
  itemsContinue = false
  /** Something of the content stands on this page. */
  progresses = false
  appeal: Appeal = APPEAL.perfect

  /** @param y top edge of the row */
  constructor(
    private readonly rows: PageRows,
    private readonly row: number,
    private readonly page: PagedFragmentation,
    private readonly y: number,
  ) {}

  /** Its lower edge here: the others end with the page where something in one piece reaches beyond that. */
  get bottom(): number {
    const { room } = this.page
    const bottom = this.#bottom
    return room > this.y ? Math.min(bottom, room) : bottom
  }

  get #bottom(): number {
    let bottom = this.y
    for (const [item, { y, fragment, state }] of this.parts) {
      const below = state === 'done' ? this.rows.splitter.insetBelow(item) : 0
      bottom = Math.max(bottom, y + fragment.height + below)
    }
    return bottom
  }

  /** A row of its own height continues although its content has ended. */
  get continues(): boolean {
    const { room } = this.page
    const isTaller = room > 0 && this.rows.givenHeight(this.row) > Math.max(room, this.bottom - this.y)
    return this.itemsContinue || isTaller
  }

  isShort(item: number): boolean {
    const { rows, row, page, y } = this
    return rows.splitter.isShort(item, rows.continued.get(item), rows.topOf(item, row, y), page.reserve)
  }

  /**
   * @param continues the row is to continue
   * @returns false if there is no room for an item that cannot wait
   */
  place(item: number, continues: boolean): boolean {
    const { rows, page } = this
    const state = rows.continued.get(item)
    if (rows.isOver(item)) {
      this.states.set(item, 'done')
      return true
    }
    const part = this.#partOf(item, state, continues)
    if (!part) {
      if (!page.atTop) return false
      this.states.set(item, state ?? 'waiting')
      this.itemsContinue = true
      return true
    }
    this.parts.set(item, part)
    this.states.set(item, part.state)
    if (state !== 'done') this.progresses = true
    if (part.state !== 'done') this.itemsContinue = true
    if (part.appeal < this.appeal) this.appeal = part.appeal
    return true
  }

  #partOf(item: number, state: BranchState | undefined, continues: boolean): ItemPart | undefined {
    const { rows, row, y } = this
    const { atTop, reserve } = this.page
    if (state !== undefined) return rows.splitter.rest(item, state, rows.startEdge, { reserve, continues })
    const top = rows.topOf(item, row, y)
    return rows.splitter.begin(item, top, { atTop: atTop && top === y, reserve, continues })
  }
}

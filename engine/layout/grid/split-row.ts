import { APPEAL, type Appeal } from '../break-token.js'
import type { PagedFragmentation } from '../constraint-space.js'
import { fitsWhole } from '../flow/ended-box.js'
import type { PlacedFragment } from '../fragment-tree.js'
import { type ItemPart, type ItemState, isUnbreakable } from './item-splitter.js'
import type { PageRows, RowPart } from './page-rows.js'
import { itemAt, placeWhole } from './place-item.js'

/** The part of a row on a page that ends inside of it. */
interface SplitRow {
  readonly part: RowPart
  readonly goesOn: boolean
  readonly appeal: Appeal
}

/** Splits the items of a row side by side; undefined if one of them has no room at all. */
export function splitRow(rows: PageRows, row: number, page: PagedFragmentation, y: number): SplitRow | undefined {
  if (!spanningItemsFit(rows, row, page)) return undefined
  const split = splitFilled(rows, row, page, y)
  if (!split || (page.strict && split.goesOn && !split.progresses)) return undefined
  const { room, reserve } = page
  const { parts, states, appeal } = split
  const bottom = bottomOf(split, y)
  const natural = rows.naturalHeight(row)
  // A row of its own height goes on although its content has ended.
  const goesOn = split.goesOn || (room > 0 && rows.solidHeight(row) > Math.max(room, bottom - y))
  const end = goesOn ? y + Math.max(room, bottom - y) : Math.max(bottom, y + Math.min(natural, room - reserve))
  const placed = new Map<number, PlacedFragment>()
  for (const [item, part] of parts) {
    const fragment = rows.splitter.fill(item, part.fragment, end - part.y, goesOn)
    placed.set(item, { x: part.x, y: part.y, fragment })
  }
  return { part: { top: y, height: end - y, placed, states: goesOn ? states : undefined }, goesOn, appeal }
}

/**
 * Whether there is room for what begins in the row, spans further ones and must not be split. What may be split is laid
 * out when it is known where this page ends.
 */
function spanningItemsFit(rows: PageRows, row: number, { atTop, room }: PagedFragmentation): boolean {
  const { frame, splitter } = rows
  return rows.occupants(row).every((item) => {
    const { area, box } = itemAt(frame, item)
    const spans = area.row.start === row && area.row.end !== row + 1
    if (!spans || atTop || !isUnbreakable(box) || rows.continued.has(item)) return true
    const whole = placeWhole(frame, item, splitter.areaHeight(item))
    return fitsWhole(whole.fragment, room - whole.y, 0)
  })
}

/** The items, none of which goes on only because one that is taller than the page takes all of the row with it. */
function splitFilled(rows: PageRows, row: number, page: PagedFragmentation, y: number): SplitItems | undefined {
  const split = splitItems(rows, row, page, { y, stretches: true })
  if (!split?.goesOn) return split
  const height = bottomOf(split, y) - y
  const isTaken = height > page.room && height >= rows.naturalHeight(row)
  return isTaken ? splitItems(rows, row, page, { y, stretches: false }) : split
}

function bottomOf({ parts }: SplitItems, y: number): number {
  let bottom = y
  for (const { y: top, fragment } of parts.values()) bottom = Math.max(bottom, top + fragment.height)
  return bottom
}

interface SplitItems {
  /** By item, in their order. */
  readonly parts: ReadonlyMap<number, ItemPart>
  readonly states: ReadonlyMap<number, ItemState>
  /** Something is left for the next page. */
  readonly goesOn: boolean
  /** Something of the content stands on this page. */
  readonly progresses: boolean
  readonly appeal: Appeal
}

/** The parts on this page of the items that end in a row. */
function splitItems(
  rows: PageRows,
  row: number,
  page: PagedFragmentation,
  { y, stretches }: { readonly y: number; readonly stretches: boolean },
): SplitItems | undefined {
  const parts = new Map<number, ItemPart>()
  const states = new Map<number, ItemState>()
  let goesOn = false
  let progresses = false
  let appeal: Appeal = APPEAL.perfect
  for (const item of rows.occupants(row)) {
    if (itemAt(rows.frame, item).area.row.end !== row + 1) continue
    const state = rows.continued.get(item)
    if (rows.isOver(item)) {
      states.set(item, 'done')
      continue
    }
    const part = partOfItem(rows, item, page, { top: rows.topOf(item, row, y), y, stretches })
    if (!part) {
      if (!page.atTop) return undefined
      states.set(item, state ?? 'waiting')
      goesOn = true
      continue
    }
    parts.set(item, part)
    states.set(item, part.state)
    if (state !== 'done') progresses = true
    if (part.state !== 'done') goesOn = true
    if (part.appeal < appeal) appeal = part.appeal
  }
  return { parts, states, goesOn, progresses, appeal }
}

/** @param place `top`: top edge of the item's area on this page, `y`: that of the row; `stretches`: see `PartOptions` */
function partOfItem(
  { continued, splitter, startEdge }: PageRows,
  item: number,
  { atTop, reserve }: PagedFragmentation,
  { top, y, stretches }: { readonly top: number; readonly y: number; readonly stretches: boolean },
): ItemPart | undefined {
  const state = continued.get(item)
  return state === undefined
    ? splitter.begin(item, top, { atTop: atTop && top === y, reserve, stretches })
    : splitter.rest(item, state, startEdge, { reserve, stretches })
}

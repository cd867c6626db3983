import type { PagedFragmentation } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import { isUnbreakable } from './item-splitter.js'
import type { PageRows } from './page-rows.js'
import { itemAt, placeWhole } from './place-item.js'

/** The items of a row placed, before it is known whether all of it fits. */
export interface WholeRow {
  readonly placed: ReadonlyMap<number, PlacedFragment>
  /** Height of the row. */
  readonly height: number
  /** Room that it asks for: also for what must not be split but spans further rows. */
  readonly need: number
  /** Bottom edge of content that is longer than its items, from the top of the row. */
  readonly spill: number
}

/**
 * The row with all its items in one piece; undefined if one that continues here does not end on this page.
 * @param page what may be dropped at a break gives way where the row is taller
 */
export function layoutWholeRow(
  rows: PageRows,
  row: number,
  y: number,
  { room, reserve }: PagedFragmentation,
): WholeRow | undefined {
  const ending = endingItems(rows, row, reserve)
  if (!ending) return undefined
  const { frame, startEdge, splitter } = rows
  const natural = rows.naturalHeight(row)
  const end = room - reserve
  let height = natural > end ? Math.min(natural, Math.max(end, rows.givenHeight(row))) : natural
  for (const { item, fragment } of ending) {
    height = Math.max(height, startEdge + fragment.height + splitter.insetBelow(item) - y)
  }
  const placed = new Map<number, PlacedFragment>()
  for (const { item, x, fragment } of ending) {
    placed.set(item, { x, y: startEdge, fragment: splitter.fill(item, fragment, y + height - startEdge, false) })
  }
  let need = ending.length > 0 ? height : rows.givenHeight(row)
  let spill = 0
  for (const item of rows.occupants(row)) {
    if (rows.continued.has(item)) continue
    const { area, box } = itemAt(frame, item)
    const ends = area.row.end === row + 1
    const top = rows.topOf(item, row, y)
    const areaHeight = y + height - top - splitter.insetBelow(item)
    const isCut = ends && areaHeight < splitter.areaHeight(item)
    if (isCut || (area.row.start === row && !ends && isUnbreakable(box))) {
      const natural = splitter.whole(item)
      const bottom = top + splitter.marginAbove(item) + natural.height - y
      need = Math.max(need, bottom)
      spill = Math.max(spill, bottom + (natural.spill ?? 0))
    }
    // An item that has to be split needs no place.
    if (!ends || (isCut && need > end)) continue
    const whole = placeWhole(frame, item, areaHeight)
    placed.set(item, { x: whole.x, y: top + whole.y, fragment: whole.fragment })
    const bottom = top + whole.y + whole.fragment.height - y
    need = Math.max(need, bottom)
    spill = Math.max(spill, bottom + (whole.fragment.spill ?? 0))
  }
  return { placed, height, need, spill }
}

interface EndingItem {
  readonly item: number
  readonly x: number
  readonly fragment: BoxFragment
}

/** The rest of items that began on earlier pages and end in the row; undefined if one of them does not end. */
function endingItems(rows: PageRows, row: number, reserve: number): readonly EndingItem[] | undefined {
  const { continued, frame, splitter, startEdge } = rows
  const ending: EndingItem[] = []
  const short: number[] = []
  for (const item of rows.occupants(row)) {
    const state = continued.get(item)
    if (state === undefined || itemAt(frame, item).area.row.end !== row + 1 || rows.isOver(item)) continue
    if (splitter.isShort(item, state, startEdge, reserve)) {
      short.push(item)
      continue
    }
    const part = splitter.rest(item, state, startEdge, { reserve, continues: true })
    if (part?.state !== 'done') return undefined
    ending.push({ item, x: part.x, fragment: part.fragment })
  }
  for (const item of short) {
    const state = continued.get(item)
    const part = state && splitter.rest(item, state, startEdge, { reserve, continues: false })
    if (part?.state !== 'done') return undefined
    ending.push({ item, x: part.x, fragment: part.fragment })
  }
  return ending
}

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
 * The row with all its items in one piece; undefined if one that goes on here does not end on this page.
 * @param room what may be dropped at a break gives way where the row is taller
 */
export function layoutWholeRow(rows: PageRows, row: number, y: number, room: number): WholeRow | undefined {
  const ending = endingItems(rows, row)
  if (!ending) return undefined
  const { frame, startEdge, splitter } = rows
  const natural = rows.naturalHeight(row)
  let height = natural > room ? Math.min(natural, Math.max(room, rows.solidHeight(row))) : natural
  const isCut = height < natural
  for (const { fragment } of ending) height = Math.max(height, startEdge + fragment.height - y)
  const placed = new Map<number, PlacedFragment>()
  for (const { item, x, fragment } of ending) {
    placed.set(item, { x, y: startEdge, fragment: splitter.fill(item, fragment, y + height - startEdge, false) })
  }
  let need = ending.length > 0 ? height : rows.solidHeight(row)
  let spill = 0
  for (const item of rows.occupants(row)) {
    if (rows.continued.has(item)) continue
    const { area, box } = itemAt(frame, item)
    if (area.row.end === row + 1) {
      const top = rows.topOf(item, row, y)
      const whole = placeWhole(frame, item, y + height - top)
      placed.set(item, { x: whole.x, y: top + whole.y, fragment: whole.fragment })
      need = Math.max(need, top + whole.y + (isCut ? contentHeight(rows, item, whole) : whole.fragment.height) - y)
      spill = Math.max(spill, top + whole.y + whole.fragment.height + (whole.fragment.spill ?? 0) - y)
    } else if (area.row.start === row && isUnbreakable(box)) {
      const whole = placeWhole(frame, item, splitter.areaHeight(item))
      need = Math.max(need, whole.y + whole.fragment.height)
    }
  }
  return { placed, height, need, spill }
}

/** What an item that stretches to its rows needs of them. */
function contentHeight({ splitter }: PageRows, item: number, { fragment }: { readonly fragment: BoxFragment }): number {
  return splitter.fills(item) ? Math.max(fragment.height, splitter.whole(item).height) : fragment.height
}

interface EndingItem {
  readonly item: number
  readonly x: number
  readonly fragment: BoxFragment
}

/** What is left of the items that began on earlier pages and end in the row; undefined if one of them does not end. */
function endingItems(rows: PageRows, row: number): readonly EndingItem[] | undefined {
  const ending: EndingItem[] = []
  for (const item of rows.occupants(row)) {
    const state = rows.continued.get(item)
    if (state === undefined || itemAt(rows.frame, item).area.row.end !== row + 1 || rows.isOver(item)) continue
    const part = rows.splitter.rest(item, state, rows.startEdge, { reserve: 0 })
    if (part?.state !== 'done') return undefined
    ending.push({ item, x: part.x, fragment: part.fragment })
  }
  return ending
}

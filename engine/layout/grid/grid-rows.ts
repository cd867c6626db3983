import { NO_INSETS } from '../../base/geometry.js'
import { invariant } from '../../base/invariant.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { APPEAL, type BreakToken, type FlowBreakToken, type ParallelBreakToken } from '../break-token.js'
import type { Fragmentation, PagedFragmentation } from '../constraint-space.js'
import {
  type FlowPlaced,
  type FlowSource,
  type GapPosition,
  type InsideBreaks,
  isForcedBreak,
  KEPT_WHOLE,
} from '../flow/block-flow.js'
import { breakAfter, breakBefore, joinBreaks } from '../flow/break-values.js'
import { parallelToken } from '../flow/broken-box.js'
import { hasForcedBreak } from '../flow/forced-breaks.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutResult } from '../layout-types.js'
import type { GridItem } from './grid-item.js'
import { ItemSplitter, type ItemState, isUnbreakable } from './item-splitter.js'
import { type GridFrame, itemAt, placeWhole } from './place-item.js'

/** What of a grid stands on a page. */
interface GridPart {
  readonly children: readonly PlacedFragment[]
  /** The row that the next page begins with or goes on with, and what goes on in it. */
  readonly index: number
  readonly token: ParallelBreakToken | undefined
}

/** A row on this page, or the part of it. */
interface RowPart {
  /** Top edge from the top of the container's box, and height. */
  readonly top: number
  height: number
  /** Items that end here, by item. */
  readonly placed: Map<number, PlacedFragment>
  /** Where items that began on this page go on, in a row that is split. */
  readonly states: Map<number, ItemState> | undefined
}

/** The items of a row placed, before it is known whether all of it fits. */
interface WholeRow {
  readonly placed: Map<number, PlacedFragment>
  /** Height of the row. */
  readonly height: number
  /** How far down its items reach: what is empty below them may be dropped at a break, as margins are. */
  readonly extent: number
  /** Room that it asks for: also for what must not be split but spans further rows. */
  readonly need: number
}

/**
 * The rows of a grid on one page as a flow (css-grid-1 §12). A row is laid out whole where it fits; otherwise it moves
 * to the next page or its items are split side by side. Items that span rows are placed with the last of them; what a
 * page break cuts off goes on at the top of the next page.
 */
export class GridRows implements FlowSource {
  readonly count: number
  readonly #first: number
  /** Height of the first row already on earlier pages. */
  readonly #consumed: number
  /** Items that began on earlier pages. */
  readonly #continued = new Map<number, ItemState>()
  /** The last row in which items begin. */
  readonly #lastBeginning: number
  readonly #rows: RowPart[] = []
  readonly #splitter: ItemSplitter

  constructor(
    private readonly frame: GridFrame,
    private readonly page: PagedFragmentation,
    /** Top edge of the content on this page. */
    private readonly startEdge: number,
    token: FlowBreakToken | undefined,
  ) {
    this.count = frame.geometry.rows.starts.length
    this.#first = token?.index ?? 0
    this.#lastBeginning = lastBeginning(frame.geometry.items)
    this.#splitter = new ItemSplitter(frame, page)
    const states = parallelToken(token?.child)
    this.#consumed = states?.consumed ?? 0
    const occupants = this.#occupants(this.#first)
    for (let at = 0; states && at < occupants.length; at++) {
      const item = occupants[at] ?? -1
      const state = states.children[at]
      const begins = itemAt(frame, item).area.row.start === this.#first && this.#consumed === 0
      if (!begins) this.#continued.set(item, state ?? 'waiting')
    }
  }

  breakBetween(index: number): BreakBetween {
    const { ctx } = this.frame
    let before: BreakBetween = 'auto'
    for (const at of this.#occupants(index)) {
      const { box, area } = itemAt(this.frame, at)
      if (area.row.start === index) before = joinBreaks(before, breakBefore(ctx, box))
    }
    const value = joinBreaks(this.#breakAfter(index - 1), before)
    // There is nothing left to begin a page with.
    return index > this.#lastBeginning && isForcedBreak(value) ? 'auto' : value
  }

  /**
   * The break that a row asks for below it. AD-HOC: one is avoided only if all items that end there ask for it. The
   * headings of the default style sheet do, and one beside its text is no reason to keep the rows of a grid together.
   */
  #breakAfter(row: number): BreakBetween {
    let value: BreakBetween = 'auto'
    let ending = 0
    let avoiding = 0
    let isSpanned = false
    for (const at of this.#occupants(row)) {
      const { box, area } = itemAt(this.frame, at)
      if (area.row.end !== row + 1) {
        isSpanned ||= isUnbreakable(box)
        continue
      }
      const own = breakAfter(this.frame.ctx, box)
      ending++
      if (own === 'avoid') avoiding++
      else value = joinBreaks(value, own)
    }
    if (isForcedBreak(value)) return value
    return isSpanned || (ending > 0 && avoiding === ending) ? 'avoid' : 'auto'
  }

  gapBefore(index: number, position: GapPosition): number {
    const { starts, ends } = this.frame.geometry.rows
    if (position === 'between') return (starts[index] ?? 0) - (ends[index - 1] ?? 0)
    // A break takes the gap with it, even one that was forced (css-grid-1 §12).
    return position === 'flow-start' && index === 0 ? (starts[0] ?? 0) : 0
  }

  /** Rows decide for themselves, by the items in them. */
  insideBreaks(): InsideBreaks {
    return 'auto'
  }

  layoutWhole(): BoxFragment {
    invariant(false, 'the rows of a grid to be laid out by page')
  }

  layout(index: number, fragmentation: Fragmentation, _token: BreakToken | undefined, y: number): LayoutResult {
    invariant(fragmentation.kind === 'paged', 'the rows of a grid to be laid out by page')
    const { room, reserve } = fragmentation
    const whole = this.#layoutWholeRow(index, y)
    const isForced = this.#hasForcedBreak(index)
    if (whole && !isForced && whole.need <= room - reserve) {
      const height = Math.min(whole.height, room - reserve)
      this.#rows[index] = { top: y, height, placed: whole.placed, states: undefined }
      return this.#result(height, undefined)
    }
    const mayStart = fragmentation.atTop || (isForced && room > 0) || this.#mayStartHere(index, whole, fragmentation)
    if (!mayStart) return { kind: 'no-room' }
    return this.#split(index, fragmentation, y)
  }

  place(_index: number, y: number, fragment: BoxFragment): PlacedFragment {
    return { x: 0, y, fragment }
  }

  overflows(): void {
    invariant(false, 'rows to be breakable')
  }

  /** The row with all its items in one piece; undefined if one that goes on here does not end on this page. */
  #layoutWholeRow(index: number, y: number): WholeRow | undefined {
    const { frame } = this
    const natural = this.#naturalHeight(index)
    let height = natural
    const ending: { readonly item: number; readonly fragment: BoxFragment; readonly x: number }[] = []
    for (const item of this.#occupants(index)) {
      const state = this.#continued.get(item)
      if (state === undefined || itemAt(frame, item).area.row.end !== index + 1) continue
      if (state === 'done' && !this.#splitter.fills(item)) continue
      const part = this.#splitter.rest(item, state, this.startEdge)
      if (part?.state !== 'done') return undefined
      ending.push({ item, fragment: part.fragment, x: part.x })
      height = Math.max(height, this.startEdge + part.fragment.height - y)
    }
    let extent = 0
    let need = 0
    const placed = new Map<number, PlacedFragment>()
    for (const { item, fragment, x } of ending) {
      const bottom = y + height
      extent = Math.max(extent, height)
      placed.set(item, {
        x,
        y: this.startEdge,
        fragment: this.#splitter.fill(item, fragment, bottom - this.startEdge, false),
      })
    }
    for (const item of this.#occupants(index)) {
      if (this.#continued.has(item)) continue
      const { area, box } = itemAt(frame, item)
      if (area.row.end === index + 1) {
        const top = area.row.start === index ? y : (this.#rows[area.row.start]?.top ?? y)
        const whole = placeWhole(frame, item, y + height - top)
        placed.set(item, { x: whole.x, y: top + whole.y, fragment: whole.fragment })
        extent = Math.max(extent, top + whole.y + whole.fragment.height - y)
      } else if (area.row.start === index && isUnbreakable(box)) {
        const whole = placeWhole(frame, item, this.#splitter.areaHeight(item))
        need = Math.max(need, whole.y + whole.fragment.height)
      }
    }
    return { placed, height, extent, need: Math.max(extent, need) }
  }

  /** A page ends inside of an item that begins here, whatever room there is. */
  #hasForcedBreak(index: number): boolean {
    const { ctx } = this.frame
    return this.#occupants(index).some((item) => {
      const { box, area } = itemAt(this.frame, item)
      return area.row.start === index && !this.#continued.has(item) && hasForcedBreak(ctx, [box])
    })
  }

  /** What the row needs on this page besides what goes on in it. */
  #naturalHeight(index: number): number {
    const { starts, ends } = this.frame.geometry.rows
    const height = (ends[index] ?? 0) - (starts[index] ?? 0)
    return index === this.#first ? Math.max(0, height - this.#consumed) : height
  }

  /** Whether a row that does not fit is split where it stands. */
  #mayStartHere(index: number, whole: WholeRow | undefined, { room, reserve, freshRoom }: PagedFragmentation): boolean {
    if (room <= 0) return false
    if (!whole) return true
    const fresh = freshRoom - reserve
    if (whole.need > fresh) return true
    const avoids = this.#occupants(index).some((item) => isUnbreakable(itemAt(this.frame, item).box))
    return !avoids && whole.need > fresh * KEPT_WHOLE
  }

  /** Splits the items of a row side by side. */
  #split(index: number, fragmentation: PagedFragmentation, y: number): LayoutResult {
    const { frame } = this
    const { room, reserve } = fragmentation
    const placed = new Map<number, PlacedFragment>()
    const states = new Map<number, ItemState>()
    const complete: {
      readonly item: number
      readonly top: number
      readonly x: number
      readonly fragment: BoxFragment
    }[] = []
    const natural = this.#naturalHeight(index)
    let bottom = y
    let reach = 0
    let goesOn = false
    let progresses = false
    let appeal: PlacedAppeal = APPEAL.perfect
    for (const item of this.#occupants(index)) {
      const { area } = itemAt(frame, item)
      if (area.row.end !== index + 1 && area.row.start !== index) continue
      const state = this.#continued.get(item)
      const top = state === undefined ? (this.#rows[area.row.start]?.top ?? y) : this.startEdge
      // What spans further rows is laid out when it is known where this page ends.
      if (area.row.end !== index + 1) {
        if (!isUnbreakable(itemAt(frame, item).box) || state !== undefined) continue
        const whole = placeWhole(frame, item, this.#splitter.areaHeight(item))
        if (whole.y + whole.fragment.height > room && !fragmentation.atTop) return { kind: 'no-room' }
        continue
      }
      if (state === 'done' && !this.#splitter.fills(item)) {
        states.set(item, state)
        continue
      }
      const part =
        state === undefined
          ? this.#splitter.begin(item, top, { atTop: fragmentation.atTop && top === y, reserve })
          : this.#splitter.rest(item, state, this.startEdge)
      if (!part) {
        if (!fragmentation.atTop) return { kind: 'no-room' }
        states.set(item, state ?? 'waiting')
        goesOn = true
        continue
      }
      if (state !== 'done') progresses = true
      if (part.appeal < appeal) appeal = part.appeal
      if (part.state !== 'done') goesOn = true
      states.set(item, part.state)
      if (this.#splitter.fills(item)) reach = Math.max(reach, natural - this.#splitter.marginBelow(item))
      complete.push({ item, top: part.y, x: part.x, fragment: part.fragment })
      bottom = Math.max(bottom, part.y + part.fragment.height)
    }
    if (fragmentation.strict && goesOn && !progresses) return { kind: 'no-room' }
    // What stretches to a row of its own height goes on although its content has ended.
    if (reach > Math.max(room, bottom - y)) goesOn = true
    const end = goesOn ? y + Math.max(room, bottom - y) : Math.max(bottom, y + Math.min(natural, room - reserve))
    for (const { item, top, x, fragment } of complete) {
      placed.set(item, { x, y: top, fragment: this.#splitter.fill(item, fragment, end - top, goesOn) })
    }
    this.#rows[index] = { top: y, height: end - y, placed, states: goesOn ? states : undefined }
    // The token proper is made when all rows of the page are known.
    return { ...this.#result(end - y, goesOn ? SPLIT : undefined), appeal }
  }

  /** Rows are no boxes: the flow sees a fragment of the row's height, the container takes its items. */
  #result(height: number, token: BreakToken | undefined) {
    const { box } = this.frame
    const fragment: BoxFragment = {
      kind: 'box',
      box,
      style: box.style,
      width: 0,
      height,
      border: NO_INSETS,
      padding: NO_INSETS,
      children: [],
      firstBaseline: undefined,
      lastBaseline: undefined,
      image: undefined,
      collapsedBorders: undefined,
    }
    return { kind: 'placed', fragment, token, appeal: APPEAL.perfect, breakpoint: undefined } as const
  }

  /** The items on this page in document order, and where the next one goes on. */
  finish(flow: FlowPlaced): GridPart {
    const byItem = new Map<number, PlacedFragment>()
    const end = flow.next ? flow.next.index + (flow.next.child ? 1 : 0) : this.count
    for (let row = this.#first; row < end; row++) {
      for (const [item, placed] of this.#rows[row]?.placed ?? []) byItem.set(item, placed)
    }
    const next = flow.next && this.#finishGoingOn(flow.next.index, flow.next.child !== undefined, byItem)
    const children = [...byItem].sort(([a], [b]) => a - b).map(([, placed]) => placed)
    return { children, index: next?.index ?? this.count, token: next?.token }
  }

  /** Places what goes on beyond this page. @param index the row that the next page begins with or goes on with */
  #finishGoingOn(index: number, isSplit: boolean, byItem: Map<number, PlacedFragment>): Omit<GridPart, 'children'> {
    const split = isSplit ? this.#rows[index] : undefined
    const states = new Map<number, ItemState>()
    for (const item of this.#occupants(index)) {
      const known = split?.states?.get(item)
      if (known !== undefined) states.set(item, known)
      else if (split || itemAt(this.frame, item).area.row.start < index) states.set(item, this.#goOn(item, byItem))
    }
    const start = split ? index : this.#nextStart(index, states)
    const occupants = this.#occupants(start)
    if (!split && !occupants.some((item) => states.has(item))) return { index: start, token: undefined }
    const children = occupants.map((item) => {
      const state = states.get(item)
      return state === 'waiting' ? undefined : state
    })
    const consumed = split ? (index === this.#first ? this.#consumed : 0) + split.height : 0
    return { index: start, token: { kind: 'parallel', children, consumed } }
  }

  /** Rows in which nothing begins and nothing is left are dropped at a break, as margins are. */
  #nextStart(index: number, states: ReadonlyMap<number, ItemState>): number {
    let start = index
    while (start < this.count && this.#isOver(start, states)) start++
    return start
  }

  #isOver(row: number, states: ReadonlyMap<number, ItemState>): boolean {
    return row > 0 && this.#occupants(row).every((item) => states.get(item) === 'done')
  }

  /** The part on this page of an item that spans the break. */
  #goOn(item: number, byItem: Map<number, PlacedFragment>): ItemState {
    const { area } = itemAt(this.frame, item)
    const state = this.#continued.get(item)
    if (state === 'done' && !this.#splitter.fills(item)) return state
    const top = state === undefined ? (this.#rows[area.row.start]?.top ?? this.startEdge) : this.startEdge
    const part =
      state === undefined
        ? this.#splitter.begin(item, top, { atTop: this.page.atTop && top === this.startEdge, reserve: 0 })
        : this.#splitter.rest(item, state, this.startEdge)
    if (!part) return state ?? 'waiting'
    const fragment = this.#splitter.fill(item, part.fragment, this.page.room - part.y, true)
    byItem.set(item, { x: part.x, y: part.y, fragment })
    return part.state
  }

  #occupants(row: number): readonly number[] {
    return this.frame.geometry.occupants[row] ?? NOBODY
  }
}

function lastBeginning(items: readonly GridItem[]): number {
  let last = 0
  for (const { area } of items) last = Math.max(last, area.row.start)
  return last
}

type PlacedAppeal = (typeof APPEAL)[keyof typeof APPEAL]

const NOBODY: readonly number[] = []

/** Stands for the token of a row that goes on, see `finish`. */
const SPLIT: ParallelBreakToken = { kind: 'parallel', children: [], consumed: 0 }

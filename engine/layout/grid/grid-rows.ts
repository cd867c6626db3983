import { invariant } from '../../base/invariant.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { breakAfter, breakBefore, joinBreaks } from '../block/break-values.js'
import { APPEAL, type BreakToken, type FlowBreakToken, type ParallelBreakToken } from '../break-token.js'
import type { Fragmentation, PagedFragmentation } from '../constraint-space.js'
import type { FlowPlaced, FlowSource, GapPosition, InsideBreaks } from '../flow/block-flow.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutResult } from '../layout-types.js'
import { ItemSplitter, type ItemState, isUnbreakable } from './item-splitter.js'
import { type GridFrame, itemAt, placeWhole } from './place-item.js'

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
  /** How far down its items reach, which may be further. */
  readonly extent: number
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
    let after: BreakBetween = 'auto'
    let before: BreakBetween = 'auto'
    let inside: BreakBetween = 'auto'
    for (const at of this.#occupants(index - 1)) {
      const { box, area } = itemAt(this.frame, at)
      if (area.row.end === index) after = joinBreaks(after, breakAfter(ctx, box))
      else if (isUnbreakable(box)) inside = 'avoid'
    }
    for (const at of this.#occupants(index)) {
      const { box, area } = itemAt(this.frame, at)
      if (area.row.start === index) before = joinBreaks(before, breakBefore(ctx, box))
    }
    return joinBreaks(inside, joinBreaks(after, before))
  }

  gapBefore(index: number, position: GapPosition): number {
    const { starts, ends } = this.frame.geometry.rows
    if (position === 'after-break' || position === 'continued') return 0
    return (starts[index] ?? 0) - (position === 'flow-start' ? 0 : (ends[index - 1] ?? 0))
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
    if (whole && whole.extent <= room - reserve) {
      this.#rows[index] = { top: y, height: whole.height, placed: whole.placed, states: undefined }
      return this.#result(whole.height, undefined)
    }
    if (!fragmentation.atTop && !this.#mayStartHere(index, whole, fragmentation)) return { kind: 'no-room' }
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
      const part = this.#splitter.rest(item, state, this.startEdge)
      if (part?.state !== 'done') return undefined
      ending.push({ item, fragment: part.fragment, x: part.x })
      height = Math.max(height, this.startEdge + part.fragment.height - y)
    }
    let extent = height
    const placed = new Map<number, PlacedFragment>()
    for (const { item, fragment, x } of ending) {
      const bottom = y + height
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
        extent = Math.max(extent, whole.y + whole.fragment.height)
      }
    }
    return { placed, height, extent }
  }

  /** What the row needs on this page besides what goes on in it. */
  #naturalHeight(index: number): number {
    const { starts, ends } = this.frame.geometry.rows
    const height = (ends[index] ?? 0) - (starts[index] ?? 0)
    return index === this.#first ? Math.max(0, height - this.#consumed) : height
  }

  /**
   * Whether a row that does not fit is split where it stands. AD-HOC: one that is at most half a page tall moves to the
   * next page whole, which is what authors of cards mean; a taller one would leave too much of the page empty.
   */
  #mayStartHere(index: number, whole: WholeRow | undefined, { room, reserve, freshRoom }: PagedFragmentation): boolean {
    if (room <= 0) return false
    if (!whole) return true
    const fresh = freshRoom - reserve
    if (whole.extent > fresh) return true
    const avoids = this.#occupants(index).some((item) => isUnbreakable(itemAt(this.frame, item).box))
    return !avoids && whole.extent > fresh / 2
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
    let bottom = y
    let goesOn = false
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
      const part =
        state === undefined
          ? this.#splitter.begin(item, top, { atTop: fragmentation.atTop && top === y, reserve })
          : this.#splitter.rest(item, state, this.startEdge)
      if (!part) {
        if (!fragmentation.atTop) return { kind: 'no-room' }
        states.set(item, 'waiting')
        goesOn = true
        continue
      }
      if (part.appeal < appeal) appeal = part.appeal
      if (part.state !== 'done') goesOn = true
      states.set(item, part.state)
      complete.push({ item, top: part.y, x: part.x, fragment: part.fragment })
      bottom = Math.max(bottom, part.y + part.fragment.height)
    }
    const natural = this.#naturalHeight(index)
    if (!goesOn && natural > room) goesOn = true
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
      border: NO_EDGES,
      padding: NO_EDGES,
      children: [],
      firstBaseline: undefined,
      lastBaseline: undefined,
      image: undefined,
      collapsedBorders: undefined,
    }
    return { kind: 'placed', fragment, token, appeal: APPEAL.perfect, breakpoint: undefined } as const
  }

  /** The items on this page in document order, and the token of what goes on. */
  finish(flow: FlowPlaced): {
    readonly children: readonly PlacedFragment[]
    readonly token: ParallelBreakToken | undefined
  } {
    const byItem = new Map<number, PlacedFragment>()
    const end = flow.next ? flow.next.index + (flow.next.child ? 1 : 0) : this.count
    for (let row = this.#first; row < end; row++) {
      for (const [item, placed] of this.#rows[row]?.placed ?? []) byItem.set(item, placed)
    }
    const token = flow.next && this.#finishGoingOn(flow.next.index, flow.next.child !== undefined, byItem)
    const children = [...byItem].sort(([a], [b]) => a - b).map(([, placed]) => placed)
    return { children, token }
  }

  /** Places what goes on beyond this page. @param index the row that the next page begins with or goes on with */
  #finishGoingOn(index: number, isSplit: boolean, byItem: Map<number, PlacedFragment>): ParallelBreakToken | undefined {
    const { frame } = this
    const split = isSplit ? this.#rows[index] : undefined
    const occupants = this.#occupants(index)
    const children: (BreakToken | 'done' | undefined)[] = []
    let any = isSplit
    for (const item of occupants) {
      const { area } = itemAt(frame, item)
      const known = split?.states?.get(item)
      if (known !== undefined) {
        children.push(known === 'waiting' ? undefined : known)
        continue
      }
      if (area.row.start >= index && !split) {
        children.push(undefined)
        continue
      }
      any = true
      const state = this.#goOn(item, byItem)
      children.push(state === 'waiting' ? undefined : state)
    }
    const consumed = split ? (index === this.#first ? this.#consumed : 0) + split.height : 0
    return any ? { kind: 'parallel', children, consumed } : undefined
  }

  /** The part on this page of an item that spans the break. */
  #goOn(item: number, byItem: Map<number, PlacedFragment>): ItemState {
    const { area } = itemAt(this.frame, item)
    const state = this.#continued.get(item)
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

type PlacedAppeal = (typeof APPEAL)[keyof typeof APPEAL]

const NOBODY: readonly number[] = []

const NO_EDGES = { top: 0, right: 0, bottom: 0, left: 0 } as const

/** Stands for the token of a row that goes on, see `finish`. */
const SPLIT: ParallelBreakToken = { kind: 'parallel', children: [], consumed: 0 }

function parallelToken(token: BreakToken | undefined): ParallelBreakToken | undefined {
  if (!token) return undefined
  invariant(token.kind === 'parallel', 'a parallel token for a row of a grid')
  return token
}

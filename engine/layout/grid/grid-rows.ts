import { invariant } from '../../base/invariant.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { boxFragment } from '../box-fragment.js'
import {
  APPEAL,
  type Appeal,
  type BreakToken,
  type FlowBreakToken,
  isStretchedOnly,
  type ParallelBreakToken,
  parallelToken,
} from '../break-token.js'
import type { Fragmentation, PagedFragmentation } from '../constraint-space.js'
import { isBarred } from '../flow/barred-calls.js'
import { type FlowPlaced, isForcedBreak } from '../flow/block-flow.js'
import { breakAfter, breakBefore, joinBreaks } from '../flow/break-values.js'
import type { FlowSource, GapPosition, InsideBreaks } from '../flow/flow-source.js'
import { hasForcedBreak } from '../flow/forced-breaks.js'
import { hasEdges, isKeptSideBySide } from '../flow/side-by-side.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutResult } from '../layout-types.js'
import { breakRows } from './break-rows.js'
import { isRowFrame } from './grid-item.js'
import type { RowStretch } from './grid-rules.js'
import { isUnbreakable } from './item-splitter.js'
import { inOrder, nestItems } from './nest-items.js'
import { type ContentEdges, PageRows } from './page-rows.js'
import { type GridFrame, itemAt } from './place-item.js'
import { splitRow } from './split-row.js'
import { layoutWholeRow, type WholeRow } from './whole-row.js'

/** The part of a grid that stands on a page. */
interface GridPart {
  readonly children: readonly PlacedFragment[]
  /** The row that the next page begins with or continues with, and what continues in it. */
  readonly index: number
  readonly token: ParallelBreakToken | undefined
  /** No item continues with more than height that was imposed on it. */
  readonly isOver: boolean
  /** Nothing stands here, and the first items would begin on a page of their own. */
  readonly isWaiting: boolean
  /** Bottom edge of the rows. */
  readonly bottom: number
}

/**
 * The rows of a grid on one page as a flow (css-grid-1 §12). A row is laid out whole where it fits; otherwise it moves
 * to the next page or its items are split side by side. Items that span rows are placed with the last of them; what a
 * page break cuts off continues at the top of the next page.
 */
export class GridRows implements FlowSource {
  readonly count: number
  /** The row to begin with. */
  readonly first: number
  readonly #rows: PageRows

  constructor(
    private readonly frame: GridFrame,
    page: PagedFragmentation,
    content: ContentEdges,
    token: FlowBreakToken | undefined,
  ) {
    this.#rows = new PageRows(frame, page, content, token && { index: token.index, states: parallelToken(token.child) })
    this.count = this.#rows.count
    this.first = this.#rows.first
  }

  breakBetween(index: number): BreakBetween {
    const value = joinBreaks(this.#breakAfter(index - 1), this.#breakBefore(index))
    // There is nothing left to begin a page with.
    return index > this.#rows.lastBeginning && isForcedBreak(value) ? 'auto' : value
  }

  #breakBefore(row: number): BreakBetween {
    let value: BreakBetween = 'auto'
    // Those of the first items are breaks before the grid.
    if (row === this.#rows.firstBeginning) return value
    for (const at of this.#rows.occupants(row)) {
      const { box, area } = itemAt(this.frame, at)
      if (area.row.start === row) value = joinBreaks(value, breakBefore(this.frame.ctx, box))
    }
    return value
  }

  /** Items that span the rows behind the last beginning may have ended above them. */
  canGoBackTo(index: number): boolean {
    return index <= this.#rows.lastBeginning
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
    for (const at of this.#rows.occupants(row)) {
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
    if (position === 'between') return this.#rows.gapAbove(index)
    // A break takes the gap with it, even one that was forced (css-grid-1 §12).
    return position === 'continued' ? 0 : this.#rows.startGap
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
    const rows = this.#rows
    const { room, reserve, atTop } = fragmentation
    const whole = layoutWholeRow(rows, index, y, fragmentation)
    const isForced = this.#hasForcedBreak(index)
    const fits = whole && whole.need <= room - reserve && whole.spill <= room
    if (fits && !isForced && !isRowBarred(fragmentation, whole)) {
      const height = Math.min(whole.height, room - reserve)
      rows.placed[index] = { top: y, height, placed: whole.placed, states: undefined }
      return this.#result(height, false, APPEAL.perfect)
    }
    const moves = this.frame.ctx.profile.movesWithEdges && !atTop && !isForced && !rows.continued.size
    if (moves && whole && whole.need <= room && whole.spill <= room) return { kind: 'no-room' }
    const mayStart = atTop || (isForced && room > 0) || this.#mayStartHere(index, whole, fragmentation)
    const split = mayStart ? splitRow(rows, index, fragmentation, y) : undefined
    if (!split) return { kind: 'no-room' }
    rows.placed[index] = split.part
    return this.#result(split.part.height, split.continues, split.appeal)
  }

  place(_index: number, y: number, fragment: BoxFragment): PlacedFragment {
    return { x: 0, y, fragment }
  }

  /** A page ends inside of an item that begins here, whatever room there is. */
  #hasForcedBreak(index: number): boolean {
    const { ctx } = this.frame
    return this.#rows.occupants(index).some((item) => {
      const found = itemAt(this.frame, item)
      if (found.area.row.start !== index || this.#rows.continued.has(item)) return false
      // The breaks in a subgrid are those before and in its items.
      return !isRowFrame(found) && hasForcedBreak(ctx, [found.box])
    })
  }

  /** Whether a row that does not fit is split where it stands. */
  #mayStartHere(index: number, whole: WholeRow | undefined, { room, reserve, freshRoom }: PagedFragmentation): boolean {
    if (room <= 0) return false
    if (!whole) return true
    const fresh = freshRoom - reserve
    if (whole.need > fresh || whole.spill > freshRoom) return true
    const { ctx } = this.frame
    const boxes = this.#rows.occupants(index).map((item) => itemAt(this.frame, item).box)
    if (boxes.some(isUnbreakable)) return false
    return !isKeptSideBySide(ctx.profile, whole.need, fresh, () => boxes.some((box) => hasEdges(ctx, box)))
  }

  /** Rows are no boxes: the flow sees a fragment of the row's height, the container takes its items. */
  #result(height: number, continues: boolean, appeal: Appeal): LayoutResult {
    const fragment = boxFragment({ box: this.frame.box, width: 0, height, children: [] })
    // The token proper is made when all rows of the page are known.
    return { kind: 'placed', fragment, token: continues ? SPLIT : undefined, appeal, breakpoint: undefined }
  }

  /** Whether items begin here with nothing above them. */
  get #beginsAtTop(): boolean {
    const { firstBeginning, placed, startEdge } = this.#rows
    return this.#rows.occupants(firstBeginning).length > 0 && placed[firstBeginning]?.top === startEdge
  }

  /** The rows on this page, or the parts of them. */
  stretches({ next }: FlowPlaced): readonly RowStretch[] {
    const stretches: RowStretch[] = []
    const end = this.#endOf(next)
    for (let row = this.#rows.first; row < end; row++) {
      const part = this.#rows.placed[row]
      if (part) stretches.push({ row, from: part.top, to: part.top + part.height })
    }
    return stretches
  }

  /** The row behind those that stand on this page, or begin on it. */
  #endOf(next: FlowPlaced['next']): number {
    return next ? next.index + (next.child ? 1 : 0) : this.count
  }

  /**
   * The items on this page in document order, and where the next one continues.
   * @param reserve what must stay free below the rows if the grid ends here
   */
  finish(flow: FlowPlaced, reserve: number): GridPart {
    const byItem = new Map<number, PlacedFragment>()
    const end = this.#endOf(flow.next)
    for (let row = this.#rows.first; row < end; row++) {
      for (const [item, placed] of this.#rows.placed[row]?.placed ?? []) byItem.set(item, placed)
    }
    const rest = flow.next && breakRows(this.#rows, flow.next, { bottom: flow.bottom, reserve })
    for (const [item, placed] of rest?.placed ?? []) byItem.set(item, placed)
    const children = inOrder(nestItems(this.frame, byItem))
    const { index, token, bottom } = rest ?? { index: this.count, token: undefined, bottom: flow.bottom }
    const { lastBeginning } = this.#rows
    const isOver = token ? index >= lastBeginning && isStretchedOnly(token) : index > lastBeginning
    return { children, index, token, isOver, isWaiting: children.length === 0 && this.#beginsAtTop, bottom }
  }
}

function isRowBarred(page: PagedFragmentation, { placed }: WholeRow): boolean {
  return page.policy.takesCall !== undefined && [...placed.values()].some(({ fragment }) => isBarred(page, fragment))
}

/** Stands for the token of a row that continues, see `finish`. */
const SPLIT: ParallelBreakToken = { kind: 'parallel', children: [], consumed: 0 }

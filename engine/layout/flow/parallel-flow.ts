import type { RenderStats } from '../../base/stats.js'
import {
  APPEAL,
  type Appeal,
  type BranchState,
  type FlowBreakToken,
  flowToken,
  hadBetterWait,
  isOver,
  openToken,
  type ParallelBreakToken,
  tokenAt,
} from '../break-token.js'
import type { PagedFragmentation } from '../constraint-space.js'
import type { PlacedFragment } from '../fragment-tree.js'
import { type FlowOutcome, flowFrom, runFlow } from './block-flow.js'
import type { FlowSource } from './flow-source.js'
import { truncated } from './pieces.js'

/** A flow that stands beside others. */
export interface ParallelChild {
  readonly source: FlowSource
  /** Distance of its beginning from the top of the row, where the row begins. */
  readonly top: number
  /** Alignment keeps it from the top of the row, so that it may begin on a later page than the row does. */
  readonly isLowered: boolean
  /** It may do so whatever keeps it there: its row begins without it, and without all others (`Profile.beginsWithoutItems`). */
  readonly mayWait?: boolean | undefined
  /** Margin below its last child: it leaves no room at the end of a page. */
  readonly trailing: number
}

/** The part of a row on one page. */
export interface ParallelPart {
  readonly kind: 'placed'
  readonly children: PlacedFragment[]
  readonly height: number
  /** Where the row continues; undefined when it is complete. */
  readonly token: ParallelBreakToken | undefined
  readonly appeal: Appeal
}

/**
 * Cuts flows that progress side by side at the end of a page: each continues on the next page where it was cut, while
 * those that have ended wait for the others. A flow that begins lower than the page ends, begins on a later one.
 */
export function runParallel(
  children: readonly ParallelChild[],
  page: PagedFragmentation,
  token: ParallelBreakToken | undefined,
  stats: RenderStats,
): ParallelPart | { readonly kind: 'no-room' } {
  if (page.reserve <= 0) return runRow(children, page, token, stats, page.reserve)
  // What ends beside something that continues needs no room below it: the boxes around the row do not end here.
  const part = runRow(children, { ...page, reserve: 0 }, token, stats, page.reserve)
  if (part.kind === 'no-room' || part.token || part.height <= page.room - page.reserve) return part
  stats.reruns++
  return runRow(children, page, token, stats, page.reserve)
}

/** @param reserve room to be left free below a row that ends here, at the cost of its last margins */
function runRow(
  children: readonly ParallelChild[],
  page: PagedFragmentation,
  token: ParallelBreakToken | undefined,
  stats: RenderStats,
  reserve: number,
): ParallelPart | { readonly kind: 'no-room' } {
  const row = new ParallelRow(page, token, 0, stats, reserve)
  if (!row.placeAll(children)) return { kind: 'no-room' }
  if (!row.isEmpty) return row.finish()
  // A row of which nothing stands here begins on the next page, if anything of it would stand there.
  const highest = token ? 0 : highestTop(children)
  const isFilledBySpace = token !== undefined && page.room > 0 && row.isBelow
  if (!token && !page.policy.strict && !page.atTop && page.room > 0 && children.every(({ mayWait }) => mayWait))
    return row.finish()
  if ((page.policy.strict && !isFilledBySpace) || (!token && !page.atTop && highest < page.freshRoom))
    return { kind: 'no-room' }
  if (highest === 0) return row.finish()
  const below = new ParallelRow(page, token, highest, stats, reserve)
  return below.placeAll(children) ? below.finish() : { kind: 'no-room' }
}

/** Where the first child begins: nothing but margins stand above. */
function highestTop(children: readonly ParallelChild[]): number {
  let highest: number | undefined
  for (const { top } of children) highest = Math.min(highest ?? top, top)
  return Math.max(0, highest ?? 0)
}

class ParallelRow {
  readonly #placed: PlacedFragment[] = []
  readonly #states: BranchState[] = []
  readonly #consumed: number
  #continues = false
  #hasRefused = false
  #height = 0
  /** That of the worst break so far. */
  #appeal: Appeal | undefined

  constructor(
    private readonly page: PagedFragmentation,
    private readonly resumed: ParallelBreakToken | undefined,
    /** Children that begin no lower must place something at the top of a page. */
    private readonly highest: number,
    private readonly stats: RenderStats,
    private readonly reserve: number,
  ) {
    this.#consumed = resumed?.consumed ?? 0
  }

  /** @returns false if the row had better begin on the next page */
  placeAll(children: readonly ParallelChild[]): boolean {
    return children.every((child, index) => this.#place(child, this.resumed?.children[index] ?? 'waiting'))
  }

  #place(child: ParallelChild, state: BranchState): boolean {
    if (state === 'done') {
      this.#states.push(state)
      return true
    }
    const token = flowToken(openToken(state))
    const top = token ? 0 : Math.max(0, child.top - this.#consumed)
    const isBelow = top > 0 && top >= this.page.room
    const flow: FlowOutcome = isBelow ? { kind: 'no-room' } : this.#flow(child.source, top, token)
    if (flow.kind === 'no-room' || (top > 0 && (this.resumed || child.mayWait) && hadBetterWait(flow.appeal))) {
      // Items that cannot begin on this page wait; a row moves as a whole if they would begin where it does.
      if (!this.resumed && !this.page.atTop && top < this.page.room && !child.isLowered && !child.mayWait) return false
      this.#continues = true
      if (!isBelow) this.#hasRefused = true
      this.#states.push(state)
      return true
    }
    for (const placed of flow.children) this.#placed.push(placed)
    const end = this.page.room - this.reserve
    this.#height = Math.max(
      this.#height,
      flow.next ? flow.bottom : truncated(flow.bottom + child.trailing, flow.bottom, end),
    )
    if (flow.next) {
      this.#continues = true
      this.#states.push(tokenAt(flow.next, 0, { stretched: isOver(flow.next, child.source.count) }))
      if (this.#appeal === undefined || flow.appeal < this.#appeal) this.#appeal = flow.appeal
    } else {
      this.#states.push('done')
    }
    return true
  }

  #flow(source: FlowSource, top: number, token: FlowBreakToken | undefined): FlowOutcome {
    const page = { ...this.page, atTop: this.page.atTop && top <= this.highest, imposed: undefined }
    return runFlow(source, flowFrom(this.stats, page, token, { startEdge: top }))
  }

  get isEmpty(): boolean {
    return this.#placed.length === 0
  }

  /** All that is left of it begins lower than the page ends. */
  get isBelow(): boolean {
    return this.#continues && this.isEmpty && !this.#hasRefused
  }

  /** A row that continues reaches to the end of the page. */
  finish(): ParallelPart {
    const height = this.#continues ? Math.max(this.#height, this.page.room) : this.#height
    return {
      kind: 'placed',
      children: this.#placed,
      height,
      token: this.#continues
        ? { kind: 'parallel', children: this.#states, consumed: this.#consumed + Math.max(1, height) }
        : undefined,
      appeal: this.#appeal ?? APPEAL.perfect,
    }
  }
}

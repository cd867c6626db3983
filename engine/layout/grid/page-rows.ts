import type { BranchState, ParallelBreakToken } from '../break-token.js'
import type { PagedFragmentation } from '../constraint-space.js'
import type { PlacedFragment } from '../fragment-tree.js'
import type { GridGeometry } from './grid-geometry.js'
import { ItemSplitter } from './item-splitter.js'
import { type GridFrame, itemAt } from './place-item.js'

/** A row on this page, or the part of it. */
export interface RowPart {
  /** Top edge from the top of the container's box, and height. */
  readonly top: number
  readonly height: number
  /** Items that end here, by item. */
  readonly placed: ReadonlyMap<number, PlacedFragment>
  /** Where items that began on this page continue, in a row that is split. */
  readonly states: ReadonlyMap<number, BranchState> | undefined
}

/** The content box of a grid on a page. */
export interface ContentEdges {
  /** Its top edge from the top of the container's box. */
  readonly startEdge: number
  /** Height of it on the pages before. */
  readonly above: number
}

/** The rows of a grid on a page: where the page before left them, and those placed on it already. */
export class PageRows {
  readonly count: number
  /** The row that this page begins with. */
  readonly first: number
  /** Distance of that row from the top of the content if no row stands on earlier pages. */
  readonly startGap: number
  /** Height of the first row already on earlier pages. */
  readonly consumed: number
  /** Items that began on earlier pages. */
  readonly continued = new Map<number, BranchState>()
  readonly placed: RowPart[] = []
  readonly splitter: ItemSplitter
  /** Top edge of the content on this page. */
  readonly startEdge: number

  constructor(
    readonly frame: GridFrame,
    readonly page: PagedFragmentation,
    { startEdge, above }: ContentEdges,
    token: { readonly index: number; readonly states: ParallelBreakToken | undefined } | undefined,
  ) {
    this.count = frame.geometry.rows.starts.length
    this.startEdge = startEdge
    const first = firstRow(frame.geometry)
    this.first = token?.index ?? first
    const gap = frame.geometry.rows.starts[first] ?? 0
    const hasBegun = token !== undefined && (token.index > first || token.states !== undefined)
    // Rows that overflow at both ends begin above the content.
    this.startGap = hasBegun ? 0 : Math.max(gap - above, Math.min(gap, 0))
    const states = token?.states
    this.consumed = states?.consumed ?? 0
    this.splitter = new ItemSplitter(frame, page, { row: this.first, consumed: this.consumed })
    const occupants = this.occupants(this.first)
    for (let at = 0; states && at < occupants.length; at++) {
      const item = occupants[at] ?? -1
      const state = states.children[at] ?? 'waiting'
      const begins = itemAt(frame, item).area.row.start === this.first && this.consumed === 0
      if (state !== 'waiting' || !begins) this.continued.set(item, state)
    }
  }

  /** The row in which the first items begin: above it, nothing does. */
  get firstBeginning(): number {
    return this.frame.geometry.firstBeginning
  }

  /** The last row in which items begin. */
  get lastBeginning(): number {
    return this.frame.geometry.lastBeginning
  }

  /** The items that stand in a row. */
  occupants(row: number): readonly number[] {
    return this.frame.geometry.occupants[row] ?? NOBODY
  }

  /** Distance of a row from the one above it. */
  gapAbove(row: number): number {
    const { starts, ends } = this.frame.geometry.rows
    return (starts[row] ?? 0) - (ends[row - 1] ?? 0)
  }

  /** The room a row needs on this page apart from the items that continue in it. */
  naturalHeight(row: number): number {
    if (this.#holdsRests(row)) return this.givenHeight(row)
    const { starts, ends } = this.frame.geometry.rows
    const height = (ends[row] ?? 0) - (starts[row] ?? 0)
    return row === this.first ? Math.max(0, height - this.consumed) : height
  }

  /** The row has its height from nothing but items that continued from page to page, however much of them is left. */
  #holdsRests(row: number): boolean {
    const occupants = this.occupants(row)
    if (!occupants.every((item) => this.continued.has(item))) return false
    return !this.begins(row) && occupants.some((item) => itemAt(this.frame, item).area.row.end === row + 1)
  }

  /** Whether items begin in a row. */
  begins(row: number): boolean {
    return this.occupants(row).some((item) => itemAt(this.frame, item).area.row.start === row)
  }

  /** Height that a row needs on this page although what stands in it has ended: the rest ends with its items. */
  givenHeight(row: number): number {
    const { givenHeights, trackHeights } = this.frame.geometry
    const height = (this.page.policy.dropsHeights ? trackHeights : givenHeights)[row] ?? 0
    return row === this.first ? Math.max(0, height - this.consumed) : height
  }

  /** Top edge on this page of the area of an item that stands in a row whose top edge is `y`. */
  topOf(item: number, row: number, y: number): number {
    if (this.continued.has(item)) return this.startEdge
    const { area, place } = itemAt(this.frame, item)
    const { start } = area.row
    const top = start === row ? y : (this.placed[start]?.top ?? y)
    if (!place) return top
    // A break takes the gutter above the row with it.
    return place.followsGutter && top === this.startEdge ? top : top + place.top
  }

  /** An item has ended on an earlier page and does not fill what is left of its rows. */
  isOver(item: number): boolean {
    return this.continued.get(item) === 'done' && !this.splitter.fills(item)
  }
}

/** Rows above the first items are nothing that a page could begin with, unless they have a height. */
function firstRow({ firstBeginning, rows: { starts, ends } }: GridGeometry): number {
  for (let row = 0; row < firstBeginning; row++) if (ends[row] !== starts[row]) return 0
  return firstBeginning
}

const NOBODY: readonly number[] = []

import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { BreakToken } from '../break-token.js'
import { splitKey } from '../carried-effects.js'
import type { ConstraintSpace, PagedFragmentation } from '../constraint-space.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { BrokenContainer } from './broken-container.js'
import { ColumnRow, type PlacedColumns } from './column-row.js'
import type { ContainerPart, OutOfFlowCandidate } from './position-fragment.js'

/** The part of a positioned box on a page, and where the box continues. */
interface PositionedPart {
  readonly fragment: BoxFragment
  readonly token: BreakToken | undefined
}

/** What was met on a page whose containing block is not whole on it. */
interface FoundOnPage {
  readonly parts: readonly ContainerPart[]
  readonly pending: readonly OutOfFlowCandidate[]
}

/** The containing blocks over several pages that have begun and not ended. */
export class BrokenContainers {
  /** Where fixed boxes stand in the flow, or in positioned boxes. */
  readonly fixed = new Map<OutOfFlowBox, OutOfFlowCandidate>()
  readonly #broken = new Map<unknown, BrokenContainer>()
  /** Positioned boxes that were broken, by number. */
  readonly #brokenBoxes = new Set<number>()

  /** Rows of columns that go on, by the number of their box. */
  readonly #rows = new Map<number, ColumnRow>()
  /** Rows with boxes that are still to be put into columns. */
  readonly #unsettled = new Set<ColumnRow>()

  constructor(private readonly ctx: LayoutContext) {}

  /**
   * Lays out the part of a positioned box that fits on a page; undefined when none does. What stands once more in the
   * head or foot of a table that repeats is not broken again: its parts would stand among those of the first one.
   */
  layoutPart(
    box: OutOfFlowBox,
    space: ConstraintSpace,
    page: PagedFragmentation,
    token: BreakToken | undefined,
  ): PositionedPart | undefined {
    if (!token && this.#brokenBoxes.has(box.id)) return { fragment: this.ctx.layoutWhole(box, space), token: undefined }
    const result = this.ctx.layout(box, { ...space, fragmentation: page }, token)
    if (result.kind !== 'placed') return undefined
    if (result.token) this.#brokenBoxes.add(box.id)
    return result
  }

  /** A row of columns has come. */
  addRow(placed: PlacedColumns): ColumnRow {
    const { id } = placed.set
    const row = new ColumnRow(this.ctx, this, placed)
    this.#rows.get(id)?.end(row)
    if (row.continues) this.#rows.set(id, row)
    else this.#rows.delete(id)
    return row
  }

  /** A row has boxes that are to be put into columns. */
  noteRow(row: ColumnRow): void {
    this.#unsettled.delete(row)
    this.#unsettled.add(row)
  }

  /** Puts the boxes that are left into columns, as far as these have come. */
  settle(): void {
    // Rows that get boxes meanwhile are noted behind the others.
    for (const row of this.#unsettled) {
      row.settle()
      if (!row.hasLeft) this.#unsettled.delete(row)
    }
  }

  /** Boxes wait for columns that have not come. */
  get awaitsColumns(): boolean {
    return this.#unsettled.size > 0
  }

  /**
   * Takes note of the fixed boxes that were found on a page, and of the parts of containing blocks; those that end there
   * get their boxes.
   */
  add({ parts, pending }: FoundOnPage): void {
    for (const candidate of pending) {
      const { box } = candidate.place
      if (box.style.position === 'fixed' && !this.fixed.has(box)) this.fixed.set(box, candidate)
    }
    for (const { fragment, area, children, x, y, candidates, within, fragmentainer } of parts) {
      const { box } = fragment
      const key = splitKey(box)
      const container = this.#broken.get(key) ?? new BrokenContainer(this.ctx, box.node)
      this.#broken.set(key, container)
      const added = box === fragmentainer.box ? fragmentainer.children : children
      container.addPart({ area, within, children: added, x, y, fragmentainer }, candidates)
      if (fragment.cut?.bottom) continue
      this.#broken.delete(key)
      container.resolve()
    }
  }

  /** Whether one of these elements is a containing block that continues. */
  some(isAwaited: (node: BoundElement) => boolean): boolean {
    for (const { node } of this.#broken.values()) if (node && isAwaited(node)) return true
    return false
  }

  /** No more parts come: what has begun gets its boxes. */
  finish(): void {
    for (const [key, container] of this.#broken) {
      this.#broken.delete(key)
      container.resolve()
    }
    for (const row of this.#rows.values()) row.end()
    this.#rows.clear()
    this.settle()
  }
}

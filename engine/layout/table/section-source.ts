import { invariant } from '../../base/invariant.js'
import type { TableSectionBox } from '../../boxes/box-tree.js'
import type { BreakBetween } from '../../style/computed-style.js'
import type { BreakToken } from '../break-token.js'
import type { Fragmentation } from '../constraint-space.js'
import { sectionBreakBetween } from '../flow/break-values.js'
import type { FlowSource, GapPosition, InsideBreaks } from '../flow/flow-source.js'
import { isForcedInside } from '../flow/forced-breaks.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import { areCollapsedRows } from './collapsed-tracks.js'
import type { ExtraHeights } from './extra-heights.js'
import { layoutSectionPart, layoutSectionWhole, remainingHeight, type SectionTask } from './layout-section.js'
import type { PlacedSection } from './page-borders.js'
import { NO_SUMS, sumsOfAll } from './part-sums.js'
import { type PartPlace, type PartSums, type SectionAtPart, sectionAt, WHOLE_TABLE } from './section-variant.js'
import type { TableGeometry } from './table-geometry.js'

/** A header or footer for one part of its table. */
export interface RepeatedSection {
  readonly fragment: BoxFragment
  /** Where its rows stand in the table's own section; undefined when all of them are there. */
  readonly rowIndexes: readonly number[] | undefined
}

/** The sections of a table that have rows, as a flow. */
export class SectionSource implements FlowSource {
  count: number
  readonly isEmpty: boolean
  /** Headers and footers that differ from part to part, as they stand in the flow. */
  readonly #inFlow: SectionTask[] = []

  constructor(
    private readonly ctx: LayoutContext,
    readonly geometry: TableGeometry,
    readonly extra: ExtraHeights | undefined,
  ) {
    this.count = geometry.model.sections.length
    this.isEmpty = this.count === 0
  }

  breakBetween(index: number): BreakBetween {
    return sectionBreakBetween(this.ctx, this.section(index - 1).section, this.section(index).section)
  }

  gapBefore(index: number, position: GapPosition): number {
    if (position !== 'between' || this.#isAbsent(index) || (index === 1 && this.#isAbsent(0))) return 0
    return this.geometry.model.spacingY
  }

  /** Nothing of the section is there: its rows stand at other parts of the table, or take no room. */
  #isAbsent(index: number): boolean {
    const { section } = this.section(index)
    return section.rows.length === 0 || areCollapsedRows(section, 0, section.rows.length)
  }

  insideBreaks(index: number): InsideBreaks {
    const { section } = this.section(index)
    return section.style.breakInside === 'avoid' && !isForcedInside(this.ctx, section) ? 'avoid' : 'auto'
  }

  layoutWhole(index: number): BoxFragment {
    return layoutSectionWhole(this.ctx, this.section(index))
  }

  layout(index: number, fragmentation: Fragmentation, token: BreakToken | undefined): LayoutResult {
    return layoutSectionPart(this.ctx, this.section(index), fragmentation, token)
  }

  place(_index: number, y: number, fragment: BoxFragment): PlacedFragment {
    return { x: this.#left, y, fragment }
  }

  placed(index: number, y: number, { fragment, rowIndexes }: RepeatedSection, firstRow: number): PlacedSection {
    const sectionIndex = this.geometry.model.sections[index] ?? -1
    return { placed: { x: this.#left, y, fragment }, sectionIndex, firstRow, rowIndexes }
  }

  /** The section as it stands in the flow: a header or footer there stands once, as if the table were not broken. */
  section(index: number): SectionTask {
    const { model } = this.geometry
    const whole = this.#whole(index)
    if (!whole.variants) return this.#task(index, { section: whole, rowIndexes: undefined })
    let task = this.#inFlow[index]
    if (!task) {
      const upTo = model.hasTotals && whole.role === 'footer' ? sumsOfAll(model) : NO_SUMS
      task = this.#task(index, sectionAt(this.ctx, whole, WHOLE_TABLE, { before: NO_SUMS, upTo }))
      this.#inFlow[index] = task
    }
    return task
  }

  /**
   * A header or footer for one part of the table.
   * @param sums undefined to measure it
   */
  repeated(index: number, place: PartPlace, sums: PartSums | undefined): RepeatedSection {
    const { section, rowIndexes } = sectionAt(this.ctx, this.#whole(index), place, sums)
    return { fragment: layoutSectionWhole(this.ctx, this.#task(index, { section, rowIndexes })), rowIndexes }
  }

  /** Whether what is left of the table is no taller than `room`. */
  remainingFits(from: { readonly index: number; readonly child: BreakToken | undefined }, room: number): boolean {
    let left = room
    for (let index = from.index; index < this.count && left >= 0; index++) {
      const token = index === from.index ? from.child : undefined
      left -= remainingHeight(this.ctx, this.section(index), token, left) + this.geometry.model.spacingY
    }
    return left >= 0
  }

  roleOf(index: number): TableSectionBox['role'] {
    return this.#whole(index).role
  }

  /** It differs from part to part. */
  isVaried(index: number): boolean {
    return this.#whole(index).variants !== undefined
  }

  hasTotals(index: number): boolean {
    return this.#whole(index).variants?.hasTotals ?? false
  }

  #whole(index: number): TableSectionBox {
    const { model } = this.geometry
    const section = model.table.sections[model.sections[index] ?? -1]
    invariant(section, 'a section of the table')
    return section
  }

  #task(index: number, { section, rowIndexes }: SectionAtPart): SectionTask {
    const { geometry, extra } = this
    const sectionIndex = geometry.model.sections[index] ?? -1
    return { geometry, sectionIndex, section, rowIndexes, extraHeights: extra?.sections[sectionIndex] }
  }

  get #left(): number {
    const { edges, model } = this.geometry
    return edges.border.left + edges.padding.left + model.spacingX
  }
}

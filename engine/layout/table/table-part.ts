import type { TableSums } from '../../template/bound-tree.js'
import { boxFragment } from '../box-fragment.js'
import { type FlowBreakToken, type FlowPosition, tokenAt } from '../break-token.js'
import { type ConstraintSpace, type Fragmentation, withPolicy } from '../constraint-space.js'
import { isBarred } from '../flow/barred-calls.js'
import { type FlowOutcome, type FlowPlaced, flowFrom, runFlow } from '../flow/block-flow.js'
import { cutSides, type PartInsets, slicedInsets, withSpill } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import { extraRowHeights } from './extra-heights.js'
import { continuesRow, firstRowOf } from './layout-section.js'
import { collapsedBorders, type PlacedSection } from './page-borders.js'
import { type CutEdges, cutEdges } from './part-lines.js'
import { NO_SUMS, sumsBefore, sumsWith } from './part-sums.js'
import {
  type RepeatedSections,
  type Repeating,
  repeatedSections,
  tooTallToRepeat,
  type VariedSection,
} from './repeated-sections.js'
import { type RepeatedSection, SectionSource } from './section-source.js'
import type { PartPlace } from './section-variant.js'
import type { TableGeometry } from './table-geometry.js'

/**
 * Lays out a table, or the part of it that fits on a page, in its used geometry. Where what repeats would leave too
 * little of a fresh page for even the first piece of the rows, it gives way to them: first the footer, then both.
 */
export function layoutTablePart(
  ctx: LayoutContext,
  geometry: TableGeometry,
  space: ConstraintSpace,
  token: FlowBreakToken | undefined,
): LayoutResult {
  ctx.stats.layoutCalls++
  const { fragmentation } = space
  if (fragmentation.kind === 'paged' && fragmentation.atTop && !fragmentation.policy.strict) {
    const strict: ConstraintSpace = { ...space, fragmentation: withPolicy(fragmentation, { strict: true }) }
    for (const repeating of ['all', 'header'] as const) {
      const part = new TablePartBuilder(ctx, geometry, strict, token, repeating)
      if (!part.repeats(repeating)) continue
      const result = part.build()
      if (result.kind === 'placed') return result
      ctx.stats.reruns++
    }
    return new TablePartBuilder(ctx, geometry, space, token, 'nothing').build()
  }
  return new TablePartBuilder(ctx, geometry, space, token, 'all').build()
}

/** Heights of what repeats above and below the rows. */
interface RepeatedHeights {
  readonly above: number
  readonly below: number
}

interface RunOptions {
  /** The rows are not placed once more, so that tables in them may be. */
  readonly isFinal: boolean
  /** Nothing of the table continues, or the rows are not placed so. */
  readonly ends?: true
  /** Room for the border that closes a part, where it is another than that of the table. */
  readonly closingEdge?: number
}

/** The sections of one part as they are placed. */
interface PlacedRows {
  readonly flow: FlowPlaced
  readonly place: PartPlace
  /** How much the sections stand lower than where the flow put them. */
  readonly shift: number
}

class TablePartBuilder {
  readonly #source: SectionSource
  readonly #before: TableSums
  readonly #repeated: RepeatedSections
  /** Parts of broken tables that show their own border and padding at both ends. */
  readonly #clones: boolean
  readonly #cutTop: boolean
  readonly #cutEdges: CutEdges | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly geometry: TableGeometry,
    private readonly space: ConstraintSpace,
    private readonly token: FlowBreakToken | undefined,
    repeating: Repeating,
  ) {
    const { model } = geometry
    this.#source = new SectionSource(ctx, geometry, extraRowHeights(ctx, geometry, space))
    this.#before = model.hasTotals ? sumsBefore(ctx, model, token) : NO_SUMS
    this.#repeated = repeatedSections(this.#source, space.fragmentation, token, {
      before: this.#before,
      repeating,
    })
    this.#source.count -= this.#repeated.footer ? 1 : 0
    // Collapsed borders close each part, with those of the table or of the rows between which it is broken.
    this.#clones = model.table.style.boxDecorationBreak === 'clone' || model.collapsed !== undefined
    this.#cutTop = token !== undefined && (!this.#clones || (!this.#repeated.header && this.#isOpen(token)))
    this.#cutEdges = this.#edgesOfCuts()
  }

  #edgesOfCuts(): CutEdges | undefined {
    const { ctx, geometry, space, token } = this
    const index = this.#start
    if (!geometry.model.collapsed || space.fragmentation.kind === 'none' || index >= this.#source.count)
      return undefined
    const { section, sectionIndex } = this.#source.section(index)
    return cutEdges(geometry, { section: sectionIndex, row: token?.child ? firstRowOf(ctx, section, token.child) : 0 })
  }

  /** Whether something repeats that may give way, so that fewer things repeat next. */
  repeats(repeating: Repeating): boolean {
    const { header, footer } = this.#repeated
    return header !== undefined || (repeating === 'all' && footer !== undefined)
  }

  build(): LayoutResult {
    const rows = this.#isBarred() ? undefined : this.#placeRows()
    if (!rows) return { kind: 'no-room' }
    const { ctx, geometry, space, token } = this
    const { flow } = rows
    const { spacingY } = geometry.model
    if (this.#repeated.gaveWay && (token || flow.next)) tooTallToRepeat(ctx, geometry.model.table)
    const footer = this.#footer(rows)
    const sections = this.#placedSections(rows, footer)
    const cutBottom = flow.next !== undefined && (!this.#clones || (!footer && this.#isOpen(flow.next)))
    const bottomEdge = cutBottom ? 0 : flow.next ? this.#continuedEdge : this.#bottomEdge
    const below = this.#source.isEmpty ? 0 : repeatedHeight(footer, spacingY, flow.next ? 0 : spacingY)
    const height = flow.bottom + rows.shift + below + bottomEdge
    const partOfHeight = tableHeight(geometry, space, this.#source, height)
    const fragment = tableFragment(geometry, sections, partOfHeight, this.#insets(cutBottom, bottomEdge))
    const cut = cutSides(!token, !flow.next)
    const isWhole = space.fragmentation.kind === 'none'
    return {
      kind: 'placed',
      fragment: cut ? boxFragment({ ...fragment, cut }) : isWhole ? withSpill(fragment) : fragment,
      token: flow.next && tokenAt(flow.next, (token?.consumed ?? 0) + height),
      appeal: flow.appeal,
      breakpoint: flow.breakpoint,
    }
  }

  /** Whether what stands at each part of the table holds a call that the page does not take. */
  #isBarred(): boolean {
    const { fragmentation } = this.space
    if (fragmentation.kind === 'none' || !fragmentation.policy.takesCall) return false
    const { header, footer } = this.#repeated
    return [header, footer].some((section) => section && isBarred(fragmentation, section.continuing.fragment))
  }

  /** Whether no collapsed border closes a part at the place where the table is broken: there a row is broken itself. */
  #isOpen({ child }: FlowPosition): boolean {
    return this.geometry.model.collapsed !== undefined && continuesRow(child)
  }

  get #topEdge(): number {
    const { border, padding } = this.geometry.edges
    return border.top + padding.top
  }

  get #bottomEdge(): number {
    const { border, padding } = this.geometry.edges
    return border.bottom + padding.bottom
  }

  /** The top edge of this part. */
  get #partTop(): number {
    return this.#cutTop ? 0 : this.token ? this.#resumedEdge : this.#topEdge
  }

  /** The top edge of parts that continue the table: above a header that repeats it is the table's. */
  get #resumedEdge(): number {
    if (!this.#clones) return 0
    return this.#repeated.header ? this.#topEdge : (this.#cutEdges?.above ?? this.#topEdge)
  }

  /** The bottom edge of parts that the table continues after, likewise. */
  get #continuedEdge(): number {
    if (!this.#clones) return 0
    return this.#repeated.footer ? this.#bottomEdge : (this.#cutEdges?.below ?? this.#bottomEdge)
  }

  /** @param bottom the bottom edge of this part, which is cut if the table continues without a line there */
  #insets(cutBottom: boolean, bottom: number): PartInsets {
    const { border, padding } = slicedInsets(this.geometry.edges, !this.#cutTop, !cutBottom)
    return this.#cutEdges ? { border: { ...border, top: this.#partTop, bottom }, padding } : { border, padding }
  }

  /**
   * The outer border spacing stands at the ends of the table, and at those of its parts no more than between rows of a
   * grid (css-grid-1 §10.1), as in browsers.
   */
  get #spacingAbove(): number {
    return this.token ? 0 : this.geometry.model.spacingY
  }

  get #start(): number {
    return this.token?.index ?? (this.#repeated.header ? 1 : 0)
  }

  /**
   * Places the rows as those of a part that continues, with room left for it to be the last one; what stands at last
   * parts only may be taller or smaller than what stands at the others. If the rest of the table fits without what
   * stands at continuing parts, they are placed once more as the last part.
   */
  #placeRows(): PlacedRows | undefined {
    const { spacingY } = this.geometry.model
    const { header, footer } = this.#repeated
    const first = this.token === undefined
    const heights = (which: keyof VariedSection, endSpacing: number) => ({
      above: repeatedHeight(header?.[which], spacingY, this.#spacingAbove),
      below: repeatedHeight(footer?.[which], spacingY, endSpacing),
    })
    const continuing = heights('continuing', 0)
    const ending = heights('last', spacingY)
    const extra = ending.above - continuing.above + ending.below - continuing.below
    const mayFill = this.#mayFill
    if (extra < 0 && this.#mustEnd) return this.#ended(ending, mayFill)
    const flow = this.#run(continuing, extra, { isFinal: !mayFill })
    if (flow.kind === 'placed' && !flow.next) {
      return { flow, place: { first, last: true }, shift: ending.above - continuing.above }
    }
    if (extra < 0 && this.#mayEnd(flow, -extra)) {
      this.ctx.stats.reruns++
      const ended = this.#ended(ending, mayFill)
      if (ended) return ended
    }
    if (flow.kind === 'no-room') return undefined
    const filled = mayFill ? this.#filled(flow, continuing, extra) : flow
    return { flow: filled, place: { first, last: false }, shift: 0 }
  }

  /** A table around this one is placed once more as a part that ends here, which it only is if this one ends as well. */
  get #mustEnd(): boolean {
    const { fragmentation } = this.space
    return fragmentation.kind === 'paged' && fragmentation.policy.endsParts
  }

  /**
   * The rows as those of the last part; undefined if they do not end here. Tables in them are placed as last parts at
   * once, so that the work does not double with each table that they are nested in.
   */
  #ended(ending: RepeatedHeights, mayFill: boolean): PlacedRows | undefined {
    const flow = this.#run(ending, 0, { isFinal: !mayFill, ends: true })
    if (flow.kind === 'no-room' || flow.next) return undefined
    return { flow, place: { first: this.token === undefined, last: true }, shift: 0 }
  }

  /**
   * Whether the part may be placed once more when it ends inside a row. Only the outermost of such tables is, and the
   * others with it, so that the work does not double with each table that they are nested in.
   */
  get #mayFill(): boolean {
    const { fragmentation } = this.space
    if (fragmentation.kind === 'none' || !fragmentation.policy.fillsParts) return false
    return this.geometry.model.collapsed !== undefined && !this.#repeated.footer && this.#bottomEdge > 0
  }

  /** A part that ends inside a row, placed once more without room for a line that closes it. */
  #filled(flow: FlowPlaced, repeated: RepeatedHeights, extraEnd: number): FlowPlaced {
    if (!flow.next || !this.#isOpen(flow.next)) return flow
    this.ctx.stats.reruns++
    const filled = this.#run(repeated, extraEnd, { isFinal: true, closingEdge: 0 })
    const isOpen = filled.kind === 'placed' && filled.next && this.#isOpen(filled.next)
    return isOpen ? filled : flow
  }

  /** Whether what is left may fit if there is so much more room. */
  #mayEnd(flow: FlowOutcome, gain: number): boolean {
    const { fragmentation } = this.space
    if (fragmentation.kind === 'none') return false
    const next = flow.kind === 'placed' ? flow.next : { index: this.#start, child: this.token?.child }
    const free = flow.kind === 'placed' ? fragmentation.room - flow.bottom : fragmentation.room
    return next !== undefined && this.#source.remainingFits(next, free + gain)
  }

  #run(repeated: RepeatedHeights, extraEnd: number, options: RunOptions): FlowOutcome {
    const { closingEdge } = options
    const page = trialPage(this.space.fragmentation, options)
    const flow = flowFrom(this.ctx.stats, page, this.token, {
      startEdge: this.#partTop + repeated.above,
      endEdge: this.#bottomEdge - this.#continuedEdge + extraEnd,
      repeatedStart: this.#resumedEdge + repeated.above - this.#spacingAbove,
      repeatedEnd: (closingEdge ?? this.#continuedEdge) + repeated.below,
      avoidInside: this.geometry.model.table.style.breakInside === 'avoid',
    })
    return runFlow(this.#source, { ...flow, startIndex: this.#start })
  }

  /** The footer of this part, whose running totals are known now. */
  #footer({ flow, place }: PlacedRows): RepeatedSection | undefined {
    const { footer } = this.#repeated
    const source = this.#source
    if (!footer) return undefined
    if (!source.hasTotals(source.count)) return place.last ? footer.last : footer.continuing
    const upTo = sumsWith(flow, this.#before)
    return source.repeated(source.count, place, { before: this.#before, upTo })
  }

  #placedSections({ flow, place, shift }: PlacedRows, footer: RepeatedSection | undefined): readonly PlacedSection[] {
    const { ctx, token } = this
    const source = this.#source
    const { spacingY } = this.geometry.model
    const header = place.last ? this.#repeated.header?.last : this.#repeated.header?.continuing
    const sections: PlacedSection[] = []
    if (header && !isEmpty(header)) {
      sections.push(source.placed(0, this.#partTop + this.#spacingAbove, header, 0))
    }
    const start = this.#start
    for (let index = 0; index < flow.children.length; index++) {
      const child = flow.children[index]
      if (child?.fragment.kind !== 'box') continue
      const { section, rowIndexes } = source.section(start + index)
      const resumed = index === 0 ? token?.child : undefined
      const firstRow = resumed ? firstRowOf(ctx, section, resumed) : 0
      sections.push(source.placed(start + index, child.y + shift, { fragment: child.fragment, rowIndexes }, firstRow))
    }
    if (footer && !isEmpty(footer)) {
      sections.push(source.placed(source.count, flow.bottom + shift + spacingY, footer, 0))
    }
    return sections
  }
}

function trialPage(page: Fragmentation, { isFinal, ends }: RunOptions): Fragmentation {
  if (page.kind === 'none' || (isFinal && !ends)) return page
  return withPolicy(page, {
    fillsParts: isFinal && page.policy.fillsParts,
    ...(ends && { endsParts: true, strict: true }),
  })
}

/** None of its rows stands at this part. */
function isEmpty({ fragment }: RepeatedSection): boolean {
  return fragment.children.length === 0
}

/** Height of what stands at an end of each part: at least the spacing outside of it. */
function repeatedHeight(section: RepeatedSection | undefined, spacing: number, outer: number): number {
  return section && !isEmpty(section) ? spacing + section.fragment.height + outer : outer
}

/** A table without rows is as tall as its style says. */
function tableHeight(geometry: TableGeometry, space: ConstraintSpace, source: SectionSource, height: number): number {
  if (!source.isEmpty) return height
  const { edges } = geometry
  return Math.max(edges.vertical, space.fixedHeight ?? source.extra?.tableHeight ?? 0)
}

function tableFragment(
  geometry: TableGeometry,
  sections: readonly PlacedSection[],
  height: number,
  { border, padding }: PartInsets,
): BoxFragment {
  const { model, width } = geometry
  const first = sections.find(({ placed }) => placed.fragment.firstBaseline !== undefined)?.placed
  const baseline = first?.fragment.firstBaseline === undefined ? undefined : first.y + first.fragment.firstBaseline
  return boxFragment({
    box: model.table,
    width,
    height,
    border,
    padding,
    children: sections.map(({ placed }) => placed),
    firstBaseline: baseline,
    lastBaseline: baseline,
    collapsedBorders: model.collapsed && collapsedBorders(model.collapsed, geometry, sections),
  })
}

import { invariant } from '../../base/invariant.js'
import type { TableSectionBox } from '../../boxes/box-tree.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { joinBreaks, sectionBreakAfter, sectionBreakBefore } from '../block/break-values.js'
import type { BreakToken, FlowBreakToken } from '../break-token.js'
import type { ConstraintSpace, Fragmentation } from '../constraint-space.js'
import { type FlowPlaced, type FlowSource, type GapPosition, type InsideBreaks, runFlow } from '../flow/block-flow.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import { areCollapsedRows } from './collapsed-tracks.js'
import { type ExtraHeights, extraRowHeights } from './extra-heights.js'
import { startPosition } from './flow-token.js'
import { firstRowOf, layoutSectionPart, layoutSectionWhole, type SectionTask } from './layout-section.js'
import { collapsedBorders, type PlacedSection } from './page-borders.js'
import { type RepeatedSections, repeatedSections, tooTallToRepeat } from './repeated-sections.js'
import type { TableGeometry } from './table-geometry.js'

/** Lays out a table, or the part of it that fits on a page, in its used geometry. */
export function layoutTablePart(
  ctx: LayoutContext,
  geometry: TableGeometry,
  space: ConstraintSpace,
  token: FlowBreakToken | undefined,
): LayoutResult {
  ctx.stats.layoutCalls++
  const { model, edges } = geometry
  const source = new SectionSource(ctx, geometry, extraRowHeights(ctx, geometry, space))
  const repeated = repeatedSections(source, space.fragmentation, token)
  source.count -= repeated.footer ? 1 : 0

  // AD-HOC: collapsed borders close each page's part, as browsers and authors have it; `slice` would leave it open.
  const clones = model.table.style.boxDecorationBreak === 'clone' || model.collapsed !== undefined
  const cutTop = token !== undefined && !clones
  const top = edges.border.top + edges.padding.top
  const bottom = edges.border.bottom + edges.padding.bottom
  const above = repeatedHeight(repeated.header, model.spacingY)
  const below = repeatedHeight(repeated.footer, model.spacingY)
  const flow = runFlow(source, {
    fragmentation: space.fragmentation,
    startIndex: token?.index ?? (repeated.header ? 1 : 0),
    startToken: token?.child,
    startPosition: startPosition(token),
    startEdge: (cutTop ? 0 : top) + above,
    endEdge: clones ? 0 : bottom,
    repeatedStart: (clones ? top : 0) + above,
    repeatedEnd: (clones ? bottom : 0) + below,
    avoidInside: model.table.style.breakInside === 'avoid',
    onRerun: () => {
      ctx.stats.reruns++
    },
  })
  if (flow.kind === 'no-room') return flow
  if (repeated.gaveWay && (token || flow.next)) tooTallToRepeat(ctx, model.table)

  const sections = placedSections(ctx, source, repeated, flow, token, cutTop ? 0 : top)
  const cutBottom = flow.next !== undefined && !clones
  const height = flow.bottom + (source.isEmpty ? 0 : below) + (cutBottom ? 0 : bottom)
  return {
    kind: 'placed',
    fragment: tableFragment(geometry, sections, partHeight(geometry, space, source, height), cutTop, cutBottom),
    token: flow.next && {
      kind: 'flow',
      index: flow.next.index,
      child: flow.next.child,
      forced: flow.next.forced,
      consumed: (token?.consumed ?? 0) + height,
    },
    appeal: flow.appeal,
    breakpoint: flow.breakpoint,
  }
}

/** Height of what repeats at an end of each part: at least the outer border spacing. */
function repeatedHeight(section: BoxFragment | undefined, spacing: number): number {
  return section ? spacing + section.height + spacing : spacing
}

/** A table without rows is as tall as its style says. */
function partHeight(geometry: TableGeometry, space: ConstraintSpace, source: SectionSource, height: number): number {
  if (!source.isEmpty) return height
  const { edges } = geometry
  return Math.max(edges.vertical, space.fixedHeight ?? source.extra?.tableHeight ?? 0)
}

function placedSections(
  ctx: LayoutContext,
  source: SectionSource,
  repeated: RepeatedSections,
  flow: FlowPlaced,
  token: FlowBreakToken | undefined,
  top: number,
): readonly PlacedSection[] {
  const { spacingY } = source.geometry.model
  const sections: PlacedSection[] = []
  if (repeated.header) sections.push(source.placed(0, top + spacingY, repeated.header, 0))
  const start = token?.index ?? (repeated.header ? 1 : 0)
  for (let index = 0; index < flow.children.length; index++) {
    const child = flow.children[index]
    if (child?.fragment.kind !== 'box') continue
    const resumed = index === 0 ? token?.child : undefined
    const firstRow = resumed ? firstRowOf(ctx, source.section(start).section, resumed) : 0
    sections.push(source.placed(start + index, child.y, child.fragment, firstRow))
  }
  if (repeated.footer) sections.push(source.placed(source.count, flow.bottom + spacingY, repeated.footer, 0))
  return sections
}

function tableFragment(
  geometry: TableGeometry,
  sections: readonly PlacedSection[],
  height: number,
  cutTop: boolean,
  cutBottom: boolean,
): BoxFragment {
  const { model, edges, width } = geometry
  const { border, padding } = edges
  const first = sections.find(({ placed }) => placed.fragment.firstBaseline !== undefined)?.placed
  const baseline = first?.fragment.firstBaseline === undefined ? undefined : first.y + first.fragment.firstBaseline
  return {
    kind: 'box',
    box: model.table,
    style: model.table.style,
    width,
    height,
    border: { ...border, top: cutTop ? 0 : border.top, bottom: cutBottom ? 0 : border.bottom },
    padding: { ...padding, top: cutTop ? 0 : padding.top, bottom: cutBottom ? 0 : padding.bottom },
    children: sections.map(({ placed }) => placed),
    firstBaseline: baseline,
    lastBaseline: baseline,
    image: undefined,
    collapsedBorders: model.collapsed && collapsedBorders(model.collapsed, geometry, sections),
  }
}

/** The sections of a table that have rows, as a flow. */
export class SectionSource implements FlowSource {
  count: number
  readonly isEmpty: boolean

  constructor(
    private readonly ctx: LayoutContext,
    readonly geometry: TableGeometry,
    readonly extra: ExtraHeights | undefined,
  ) {
    this.count = geometry.model.sections.length
    this.isEmpty = this.count === 0
  }

  breakBetween(index: number): BreakBetween {
    return joinBreaks(
      sectionBreakAfter(this.section(index - 1).section),
      sectionBreakBefore(this.section(index).section),
    )
  }

  gapBefore(index: number, position: GapPosition): number {
    const { section } = this.section(index)
    if (position !== 'between' || areCollapsedRows(section, 0, section.rows.length)) return 0
    return this.geometry.model.spacingY
  }

  insideBreaks(index: number): InsideBreaks {
    return this.section(index).section.style.breakInside === 'avoid' ? 'avoid' : 'auto'
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

  overflows(): void {
    invariant(false, 'table sections to be breakable')
  }

  placed(index: number, y: number, fragment: BoxFragment, firstRow: number): PlacedSection {
    return { placed: { x: this.#left, y, fragment }, sectionIndex: this.section(index).sectionIndex, firstRow }
  }

  section(index: number): SectionTask {
    const { geometry, extra } = this
    const sectionIndex = geometry.model.sections[index] ?? -1
    const section: TableSectionBox | undefined = geometry.model.table.sections[sectionIndex]
    invariant(section, 'a section of the table')
    const extraHeights = extra?.sections[sectionIndex]
    return { geometry, sectionIndex, section, extraHeights }
  }

  get #left(): number {
    const { edges, model } = this.geometry
    return edges.border.left + edges.padding.left + model.spacingX
  }
}

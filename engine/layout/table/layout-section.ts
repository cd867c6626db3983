import { BoundedCache } from '../../base/bounded-cache.js'
import { invariant } from '../../base/invariant.js'
import type { TableSectionBox } from '../../boxes/box-tree.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { boxFragment } from '../box-fragment.js'
import { type BreakToken, flowToken, tokenAt } from '../break-token.js'
import { type Fragmentation, type PagePolicy, UNFRAGMENTED } from '../constraint-space.js'
import { flowFrom, runFlow } from '../flow/block-flow.js'
import { rowBreakBetween } from '../flow/break-values.js'
import type { FlowSource, GapPosition, InsideBreaks } from '../flow/flow-source.js'
import { isForcedInRows } from '../flow/forced-breaks.js'
import { cutSides, inOnePiece, withSpill } from '../flow/pieces.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import { isRowBegun, layoutGroupPart } from './break-row-group.js'
import { areCollapsedRows } from './collapsed-tracks.js'
import { layoutGroupWhole, partFragment, type RowGroup } from './layout-row-group.js'
import { allowsBreaks, keptPart } from './row-break-place.js'
import type { TableGeometry } from './table-geometry.js'
import { groupStart, type RowGroups, rowGroups } from './table-rows.js'

/** A section and what its table lays down for it. */
export interface SectionTask {
  readonly geometry: TableGeometry
  readonly sectionIndex: number
  readonly section: TableSectionBox
  /** Where the rows stand in the table's own section; undefined when all of them are there. */
  readonly rowIndexes: readonly number[] | undefined
  /** Height beyond their own that the rows get, by row; see `RowGroup`. */
  readonly extraHeights: Float64Array | undefined
}

/** Lays out a row group, or the part of it that fits, as a flow of rows. */
export function layoutSectionPart(
  ctx: LayoutContext,
  task: SectionTask,
  fragmentation: Fragmentation,
  given: BreakToken | undefined,
): LayoutResult {
  ctx.stats.layoutCalls++
  const { section, geometry } = task
  const token = flowToken(given)
  const avoidInside = section.style.breakInside === 'avoid'
  const flow = runFlow(new RowSource(ctx, task), flowFrom(ctx.stats, fragmentation, token, { avoidInside }))
  if (flow.kind === 'no-room') return flow
  const rows = rowsOf(flow.children)
  const baseline = rows[0]?.fragment.kind === 'box' ? rows[0].fragment.firstBaseline : undefined
  const whole = partFragment(section, geometry.rowWidth, flow.bottom, rows, baseline)
  const cut = cutSides(!token, !flow.next)
  return {
    kind: 'placed',
    fragment: cut ? boxFragment({ ...whole, cut }) : fragmentation.kind === 'none' ? withSpill(whole) : whole,
    token: flow.next && tokenAt(flow.next, (token?.consumed ?? 0) + flow.bottom),
    appeal: flow.appeal,
    breakpoint: flow.breakpoint,
  }
}

/** A section in one piece, kept so that it can be placed on every page. */
export function layoutSectionWhole(ctx: LayoutContext, task: SectionTask): BoxFragment {
  const known = ctx.cache(createSectionCache)
  const found = known.get(task.section.id)
  if (found && found.task.geometry === task.geometry && found.task.extraHeights === task.extraHeights) {
    return found.fragment
  }
  const result = layoutSectionPart(ctx, task, UNFRAGMENTED, undefined)
  invariant(result.kind === 'placed' && !result.token, 'a section in one piece')
  known.set(task.section.id, { task, fragment: result.fragment })
  return result.fragment
}

interface CachedSection {
  readonly task: SectionTask
  readonly fragment: BoxFragment
}

/** Headers and footers of the tables that are open at one time. */
function createSectionCache(): BoundedCache<number, CachedSection> {
  return new BoundedCache(128)
}

/** The row with which a section continues, for those who need its index. */
export function firstRowOf(ctx: LayoutContext, section: TableSectionBox, token: BreakToken | undefined): number {
  if (token?.kind !== 'flow') return 0
  return token.child?.kind === 'flow' ? token.child.index : groupStart(rowGroups(ctx, section), token.index)
}

/** Whether a section continues inside a row that has begun. */
export function continuesRow(token: BreakToken | undefined): boolean {
  return token?.kind === 'flow' && isRowBegun(token.child)
}

/** Height of the rows from `token` on, not looked further than `most`. */
export function remainingHeight(
  ctx: LayoutContext,
  task: SectionTask,
  token: BreakToken | undefined,
  most: number,
): number {
  const groups = rowGroups(ctx, task.section)
  let height = 0
  for (let group = token?.kind === 'flow' ? token.index : 0; group < groups.count && height <= most; group++) {
    const start = groupStart(groups, group)
    height += layoutGroupWhole(ctx, { ...task, start, end: groupStart(groups, group + 1) }).height
  }
  return height
}

/** Groups of several rows are taken apart: a section's children are rows. */
function rowsOf(children: readonly PlacedFragment[]): readonly PlacedFragment[] {
  if (children.every(({ fragment }) => fragment.kind === 'box' && fragment.box.kind === 'table-row')) return children
  const rows: PlacedFragment[] = []
  for (const child of children) {
    if (child.fragment.kind !== 'box' || child.fragment.box.kind === 'table-row') rows.push(child)
    else for (const row of child.fragment.children) rows.push({ x: row.x, y: child.y + row.y, fragment: row.fragment })
  }
  return rows
}

/** The rows of a section as a flow of groups. */
class RowSource implements FlowSource {
  readonly count: number
  readonly #groups: RowGroups
  readonly #kept: InsideBreaks

  constructor(
    private readonly ctx: LayoutContext,
    private readonly task: SectionTask,
  ) {
    this.#groups = rowGroups(ctx, task.section)
    this.#kept = { keptUpTo: ctx.profile.keptRows }
    this.count = this.#groups.count
  }

  breakBetween(index: number): BreakBetween {
    const start = groupStart(this.#groups, index)
    return rowBreakBetween(this.ctx, this.task.section, start)
  }

  gapBefore(index: number, position: GapPosition): number {
    if (position !== 'between' || this.#isCollapsed(index)) return 0
    return this.task.geometry.model.spacingY
  }

  #isCollapsed(index: number): boolean {
    const start = groupStart(this.#groups, index)
    return areCollapsedRows(this.task.section, start, groupStart(this.#groups, index + 1))
  }

  /**
   * Rows are broken where they or one of their cells allow it, when they are taller than the profile keeps them, or where a
   * break is forced in one of their cells. Groups are broken wherever `break-row-group.ts` finds a place.
   */
  insideBreaks(index: number, policy: PagePolicy): InsideBreaks {
    const group = this.#group(index)
    const { section, start, end } = group
    if (isForcedInRows(this.ctx, section, [start, end])) return 'auto'
    if (end - start > 1) return 'auto'
    const row = section.rows[start]
    if (row?.style.breakInside === 'avoid') return 'avoid'
    const kept = keptPart(this.ctx.profile, policy)
    if (kept === 0 || (row && allowsBreaks(row))) return 'auto'
    return kept === 1 ? 'prefer-whole' : this.#kept
  }

  layoutWhole(index: number): BoxFragment {
    const group = this.#group(index)
    const { rows, height } = layoutGroupWhole(this.ctx, group)
    const whole = this.#fragment(group, rows, height)
    return group.end - group.start === 1 ? whole : withSpill(whole)
  }

  layout(index: number, fragmentation: Fragmentation, token: BreakToken | undefined): LayoutResult {
    if (fragmentation.kind === 'none') {
      const fragment = this.layoutWhole(index)
      return inOnePiece(fragment)
    }
    const group = this.#group(index)
    const part = layoutGroupPart(this.ctx, group, fragmentation, token)
    if (!part) return { kind: 'no-room' }
    return {
      kind: 'placed',
      fragment: this.#fragment(group, part.rows, part.height),
      token: part.token,
      appeal: part.appeal,
      breakpoint: undefined,
    }
  }

  place(_index: number, y: number, fragment: BoxFragment): PlacedFragment {
    return { x: 0, y, fragment }
  }

  #group(index: number): RowGroup {
    const start = groupStart(this.#groups, index)
    const end = groupStart(this.#groups, index + 1)
    // Written out: this is made for every row, and spreading costs a hundred times as much.
    const { geometry, sectionIndex, section, rowIndexes, extraHeights } = this.task
    return { geometry, sectionIndex, section, rowIndexes, start, end, extraHeights }
  }

  /** The row itself, or a fragment that holds the rows of the group. */
  #fragment(group: RowGroup, rows: readonly PlacedFragment[], height: number): BoxFragment {
    const only = group.end - group.start === 1 ? rows[0]?.fragment : undefined
    if (only?.kind === 'box') return only
    return partFragment(group.section, group.geometry.rowWidth, height, rows, undefined)
  }
}

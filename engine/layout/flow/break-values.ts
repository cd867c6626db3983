import type { Box, FlexBox, FlowChild, TableRowBox, TableSectionBox, TableWrapperBox } from '../../boxes/box-tree.js'
import { firstInFlow, isAbsolutelyPositioned, lastInFlow } from '../../boxes/out-of-flow.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { edgeItems } from '../grid/edge-items.js'
import type { LayoutContext } from '../layout-types.js'
import { isForcedBreak } from './block-flow.js'
import { endPageName, startPageName } from './page-names.js'

/**
 * Break values between siblings (css-break-3 §3.1): a break before the first child of a block is a break before
 * the block itself, and likewise after the last, so values are joined from the first and last descendants.
 */

/** Joins two values that meet at one place: forced beats avoid beats auto; of two forced ones the later wins, and a
 * page break beats one between columns. */
export function joinBreaks(earlier: BreakBetween, later: BreakBetween): BreakBetween {
  if (isForcedBreak(later) && !(later === 'column' && isForcedBreak(earlier))) return later
  if (isForcedBreak(earlier)) return earlier
  if (earlier === 'avoid' || later === 'avoid') return 'avoid'
  return earlier === 'avoid-column' || later === 'avoid-column' ? 'avoid-column' : 'auto'
}

/** A change of page names between siblings forces a break as well (css-page-3 §6). */
export function breakBetween(ctx: LayoutContext, before: FlowChild, after: FlowChild): BreakBetween {
  return withPageNames(joinBreaks(breakAfter(ctx, before), breakBefore(ctx, after)), before, after)
}

function withPageNames(value: BreakBetween, before: Box, after: Box): BreakBetween {
  return isForcedBreak(value) || endPageName(before) === startPageName(after) ? value : 'page'
}

export function breakBefore(ctx: LayoutContext, box: FlowChild): BreakBetween {
  if (box.kind === 'inline-root') return 'auto'
  const own = box.style.breakBefore
  if (box.kind === 'column-set') return breakOfPages(breakBefore(ctx, box.content))
  if (box.kind === 'table-wrapper') return joinBreaks(own, tableEdgeBreak(box, 'first'))
  const edge = edgeChildren(box, 'first')
  if (!edge[0] || edge[0].kind === 'inline-root') return own
  const known = ctx.cache(createBeforeCache)
  let value = known.get(box.id)
  if (value === undefined) {
    value = own
    for (const first of edge) value = joinBreaks(value, breakBefore(ctx, first))
    known.set(box.id, value)
  }
  return value
}

export function breakAfter(ctx: LayoutContext, box: FlowChild): BreakBetween {
  if (box.kind === 'inline-root') return 'auto'
  const own = box.style.breakAfter
  if (box.kind === 'column-set') return breakOfPages(breakAfter(ctx, box.content))
  if (box.kind === 'table-wrapper') return joinBreaks(tableEdgeBreak(box, 'last'), own)
  const edge = edgeChildren(box, 'last')
  if (!edge[0] || edge[0].kind === 'inline-root') return own
  const known = ctx.cache(createAfterCache)
  let value = known.get(box.id)
  if (value === undefined) {
    value = own
    for (const last of edge) value = joinBreaks(breakAfter(ctx, last), value)
    known.set(box.id, value)
  }
  return value
}

/** What columns hand on from their ends: breaks between columns, forced or avoided, end with them (css-break-3 §3.1). */
function breakOfPages(value: BreakBetween): BreakBetween {
  return isForcedBreak(value) && value !== 'column' ? value : 'auto'
}

/** The children that stand at an edge of a box: all items of a flex container that are side by side for certain. */
function edgeChildren(box: FlowChild, edge: 'first' | 'last'): readonly FlowChild[] {
  if (box.kind === 'block') {
    const child = edge === 'first' ? firstInFlow(box.children) : lastInFlow(box.children)
    return child ? [child] : []
  }
  if (box.kind === 'grid') return edgeItems(box, edge)
  if (box.kind !== 'flex') return []
  const items = box.children.filter(({ style }) => !isAbsolutelyPositioned(style))
  if (isRow(box) && box.style.flexWrap === 'nowrap') return items
  return (edge === 'first') === goesUpwards(box) ? items.slice(-1) : items.slice(0, 1)
}

/** Whether the items of a flex container that come first in the document stand on later pages. */
export function goesUpwards(box: FlexBox): boolean {
  return isRow(box) ? box.style.flexWrap === 'wrap-reverse' : box.style.flexDirection === 'column-reverse'
}

function isRow({ style }: FlexBox): boolean {
  return style.flexDirection === 'row' || style.flexDirection === 'row-reverse'
}

/** The value that the first or last row of a table hands on, unless a caption stands there. */
function tableEdgeBreak({ captions, table }: TableWrapperBox, edge: 'first' | 'last'): BreakBetween {
  const side = edge === 'first' ? 'top' : 'bottom'
  if (captions.some(({ style }) => style.captionSide === side)) return 'auto'
  const section = edge === 'first' ? table.sections[0] : table.sections.at(-1)
  if (!section) return 'auto'
  return edge === 'first' ? sectionBreakBefore(section) : sectionBreakAfter(section)
}

/** The break between two row groups, which a change of page names forces between those of the body. */
export function sectionBreakBetween(before: TableSectionBox, after: TableSectionBox): BreakBetween {
  const value = joinBreaks(sectionBreakAfter(before), sectionBreakBefore(after))
  return before.role === 'body' && after.role === 'body' ? withPageNames(value, before, after) : value
}

/** The break between two rows of a row group. */
export function rowBreakBetween(before: TableRowBox, after: TableRowBox): BreakBetween {
  return withPageNames(joinBreaks(before.style.breakAfter, after.style.breakBefore), before, after)
}

/** The break before a table section or its first row. */
function sectionBreakBefore({ style, rows }: TableSectionBox): BreakBetween {
  return joinBreaks(style.breakBefore, rows[0]?.style.breakBefore ?? 'auto')
}

/** The break after a table section or its last row. */
function sectionBreakAfter({ style, rows }: TableSectionBox): BreakBetween {
  return joinBreaks(rows.at(-1)?.style.breakAfter ?? 'auto', style.breakAfter)
}

function createBeforeCache(): Map<number, BreakBetween> {
  return new Map()
}

function createAfterCache(): Map<number, BreakBetween> {
  return new Map()
}

import { assertNever } from '../../base/invariant.js'
import type { Box, FlowChild, TableBox, TableCellBox, TableRowBox, TableSectionBox } from '../../boxes/box-tree.js'
import { firstInFlow, hasFloatsBehind, isAbsolutelyPositioned, lastInFlow } from '../../boxes/out-of-flow.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { edgeItems } from '../grid/edge-items.js'
import type { LayoutContext } from '../layout-types.js'
import { type TablePartBox, tableParts } from '../table/table-parts.js'
import { isForcedBreak } from './block-flow.js'
import { goesUpwards, isRow } from './flex-direction.js'
import { endPageName, startPageName } from './page-names.js'

/**
 * Break values between siblings (css-break-3 §3.1): a break before the first child of a block is a break before
 * the block itself, and likewise after the last, so values are joined from the first and last descendants.
 */

/** An end of a box, in the order of the pages. */
type Edge = 'first' | 'last'

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
  return withPageNames(ctx, lineBreakBetween(ctx, before, after), before, after)
}

/**
 * The break between items of two lines of a row flex container: page names do not count, since the items are no blocks one
 * below the other (css-page-3 §6).
 */
export function lineBreakBetween(ctx: LayoutContext, before: FlowChild, after: FlowChild): BreakBetween {
  return joinBreaks(breakAfter(ctx, before), breakBefore(ctx, after))
}

function withPageNames({ profile }: LayoutContext, value: BreakBetween, before: Box, after: Box): BreakBetween {
  return isForcedBreak(value) || endPageName(before, profile) === startPageName(after, profile) ? value : 'page'
}

export function breakBefore(ctx: LayoutContext, box: FlowChild): BreakBetween {
  if (box.kind === 'inline-root') return 'auto'
  const own = box.style.breakBefore
  if (box.kind === 'column-set') return breakOfPages(breakBefore(ctx, box.content))
  if (box.kind === 'table-wrapper') return joinBreaks(own, partBreak(ctx, tableParts(box)[0], 'first'))
  const cache = ctx.cache(createBeforeCache)
  const known = cache.get(box.id)
  if (known !== undefined) return known
  const edge = edgeChildren(box, 'first')
  if (!edge[0] || edge[0].kind === 'inline-root') return own
  let value: BreakBetween = own
  for (const first of edge) value = joinBreaks(value, breakBefore(ctx, first))
  cache.set(box.id, value)
  return value
}

export function breakAfter(ctx: LayoutContext, box: FlowChild): BreakBetween {
  if (box.kind === 'inline-root') return 'auto'
  const own = box.style.breakAfter
  if (box.kind === 'column-set') return breakOfPages(breakAfter(ctx, box.content))
  if (box.kind === 'table-wrapper') return joinBreaks(partBreak(ctx, tableParts(box).at(-1), 'last'), own)
  const cache = ctx.cache(createAfterCache)
  const known = cache.get(box.id)
  if (known !== undefined) return known
  const edge = edgeChildren(box, 'last')
  if (!edge[0] || edge[0].kind === 'inline-root') return own
  let value: BreakBetween = own
  for (const last of edge) value = joinBreaks(breakAfter(ctx, last), value)
  if (box.kind === 'block' && hasFloatsBehind(box.children)) value = joinBreaks(unforced(value), own)
  cache.set(box.id, value)
  return value
}

/** The break after a last child, as floats behind that child see it: they do not take a forced one. */
function unforced(value: BreakBetween): BreakBetween {
  return isForcedBreak(value) ? 'auto' : value
}

/** The break values that leave columns at their ends: breaks between columns end with them (css-break-3 §3.1). */
function breakOfPages(value: BreakBetween): BreakBetween {
  return isForcedBreak(value) && value !== 'column' ? value : 'auto'
}

/** The children that stand at an edge of a box: all items of a flex container that are side by side for certain. */
function edgeChildren(box: FlowChild, edge: Edge): readonly FlowChild[] {
  switch (box.kind) {
    case 'block': {
      const child = edge === 'first' ? firstInFlow(box.children) : lastInFlow(box.children)
      return child ? [child] : []
    }
    case 'grid':
      return edgeItems(box, edge)
    case 'flex': {
      const items = box.children.filter(({ style }) => !isAbsolutelyPositioned(style))
      if (isRow(box) && box.style.flexWrap === 'nowrap') return items
      return (edge === 'first') === goesUpwards(box) ? items.slice(-1) : items.slice(0, 1)
    }
    case 'inline-root':
    case 'column-set':
    case 'enclosed':
    case 'table-wrapper':
    case 'replaced':
      return []
    default:
      return assertNever(box)
  }
}

/** The break between two parts of a table wrapper: captions stay with the table unless a break is forced there. */
export function partBreakBetween(ctx: LayoutContext, before: TablePartBox, after: TablePartBox): BreakBetween {
  return joinBreaks('avoid', joinBreaks(partBreak(ctx, before, 'last'), partBreak(ctx, after, 'first')))
}

/** The break at an end of a table or a caption. */
function partBreak(ctx: LayoutContext, part: TablePartBox | undefined, edge: Edge): BreakBetween {
  if (!part) return 'auto'
  if (part.kind === 'table') return gridBreak(ctx, part, edge)
  return edge === 'first' ? breakBefore(ctx, part) : breakAfter(ctx, part)
}

/** The break at an end of a table's grid. */
function gridBreak(ctx: LayoutContext, { sections }: TableBox, edge: Edge): BreakBetween {
  const section = edge === 'first' ? sections[0] : sections.at(-1)
  return section ? sectionBreak(ctx, section, edge) : 'auto'
}

/** The break between two row groups, which a change of page names forces between those of the body. */
export function sectionBreakBetween(ctx: LayoutContext, before: TableSectionBox, after: TableSectionBox): BreakBetween {
  const value = joinBreaks(sectionBreak(ctx, before, 'last'), sectionBreak(ctx, after, 'first'))
  return before.role === 'body' && after.role === 'body' ? withPageNames(ctx, value, before, after) : value
}

/** The break between row `index` of a row group and the one above it. */
export function rowBreakBetween(ctx: LayoutContext, section: TableSectionBox, index: number): BreakBetween {
  const [before, after] = [section.rows[index - 1], section.rows[index]]
  if (!before || !after) return 'auto'
  const value = joinBreaks(rowBreak(ctx, section, before, 'last'), rowBreak(ctx, section, after, 'first'))
  return withPageNames(ctx, value, before, after)
}

/** The break before a table section or its first row, or after it or its last row. */
function sectionBreak(ctx: LayoutContext, section: TableSectionBox, edge: Edge): BreakBetween {
  const { style, rows } = section
  const row = edge === 'first' ? rows[0] : rows.at(-1)
  const inner = row ? rowBreak(ctx, section, row, edge) : 'auto'
  return edge === 'first' ? joinBreaks(style.breakBefore, inner) : joinBreaks(inner, style.breakAfter)
}

/**
 * The break before or after a row: its own, and those that its cells and the first or last children in them hand on to
 * it; of a cell that spans several rows, to the first. Headers and footers, which may repeat, stay whole. AD-HOC: as in
 * grids, a break after the row is avoided only if all of its cells ask for it, as that of a heading does.
 */
function rowBreak(ctx: LayoutContext, { role }: TableSectionBox, row: TableRowBox, edge: Edge): BreakBetween {
  const { cells, style } = row
  const own = edge === 'first' ? style.breakBefore : style.breakAfter
  if (role !== 'body') return own
  let value = own
  let avoiding = 0
  for (const cell of cells) {
    const inner = cellBreak(ctx, cell, edge)
    if (inner === 'avoid' && edge === 'last') avoiding++
    else if (inner !== 'auto') value = joinBreaks(value, inner)
  }
  return avoiding > 0 && avoiding === cells.length ? joinBreaks(value, 'avoid') : value
}

function cellBreak(ctx: LayoutContext, { style, children }: TableCellBox, edge: Edge): BreakBetween {
  const own = edge === 'first' ? style.breakBefore : style.breakAfter
  // Most cells hold nothing but text.
  if (children.length === 1 && children[0]?.kind === 'inline-root') return own
  const child = edge === 'first' ? firstInFlow(children) : lastInFlow(children)
  if (!child) return own
  if (edge === 'first') return joinBreaks(own, breakBefore(ctx, child))
  const after = breakAfter(ctx, child)
  return joinBreaks(hasFloatsBehind(children) ? unforced(after) : after, own)
}

function createBeforeCache(): Map<number, BreakBetween> {
  return new Map()
}

function createAfterCache(): Map<number, BreakBetween> {
  return new Map()
}

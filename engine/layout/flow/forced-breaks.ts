import { assertNever } from '../../base/invariant.js'
import type { Box, FlowChild, TableCellBox, TableSectionBox } from '../../boxes/box-tree.js'
import { hasFloatsBehind, isOutOfFlow } from '../../boxes/out-of-flow.js'
import type { BreakBetween } from '../../style/computed-style.js'
import type { LayoutContext } from '../layout-types.js'
import { tableParts } from '../table/table-parts.js'
import { isForcedBreak } from './block-flow.js'
import {
  breakAfter,
  breakBetween,
  lineBreakBetween,
  partBreakBetween,
  rowBreakBetween,
  sectionBreakBetween,
} from './break-values.js'
import { goesUpwards, isRow } from './flex-direction.js'

/** The kind of area that a forced break ends: a page or a column, or pages alone where only these are asked for. */
type Ended = 'any' | 'page'

/** Whether a page or column ends somewhere between these siblings or inside of them, whatever room there is. */
export function hasForcedBreak(
  ctx: LayoutContext,
  siblings: readonly FlowChild[],
  ended: Ended = 'any',
  between = breakBetween,
): boolean {
  return siblings.some((box, index) => {
    const before = siblings[index - 1]
    return (before !== undefined && isForced(between(ctx, before, box), ended)) || isForcedInside(ctx, box, ended)
  })
}

/**
 * Whether a page or column ends somewhere inside a box, whatever room there is. Found out once a box, however many
 * pages ask.
 */
export function isForcedInside(ctx: LayoutContext, box: Box, ended: Ended = 'any'): boolean {
  const cache = ctx.cache(ended === 'any' ? createForcedCache : createForcedPageCache)
  const known = cache.get(box.id)
  if (known !== undefined) return known
  const forced = findForced(ctx, box, ended)
  cache.set(box.id, forced)
  return forced
}

function findForced(ctx: LayoutContext, box: Box, ended: Ended): boolean {
  if (box.style.contain.size === 'both') return false
  switch (box.kind) {
    case 'block':
      return hasForcedInFlow(ctx, box.children, ended)
    case 'column-set':
      // A break that ends its columns does not end the box around them, and in a given height pages do not end.
      return box.container.height === 'auto' && isForcedInside(ctx, box.content, 'page')
    case 'flex':
      return hasForcedBreak(
        ctx,
        goesUpwards(box) ? [...box.children].reverse() : box.children,
        ended,
        isRow(box) ? lineBreakBetween : breakBetween,
      )
    case 'grid':
      return hasForcedBreak(ctx, box.children, ended)
    case 'table-wrapper':
      return tableParts(box).some((part, index, parts) => {
        const before = parts[index - 1]
        if (before && isForced(partBreakBetween(ctx, before, part), ended)) return true
        return isForcedInside(ctx, part, ended)
      })
    case 'table': {
      const { sections } = box
      return sections.some((section, index) => {
        const before = sections[index - 1]
        if (before && isForced(sectionBreakBetween(ctx, before, section), ended)) return true
        return isForcedInside(ctx, section, ended)
      })
    }
    case 'table-section':
      return isForcedInRows(ctx, box, [0, box.rows.length], ended)
    case 'table-row':
    case 'table-cell':
    case 'enclosed':
    case 'inline-root':
    case 'replaced':
      return false
    default:
      return assertNever(box)
  }
}

function isForced(value: BreakBetween, ended: Ended): boolean {
  return isForcedBreak(value) && !(value === 'column' && ended === 'page')
}

/** Whether a page or column ends between rows `[start, end)` of a row group or inside one of their cells. */
export function isForcedInRows(
  ctx: LayoutContext,
  section: TableSectionBox,
  [start, end]: readonly [start: number, end: number],
  ended: Ended = 'any',
): boolean {
  for (let row = start; row < end; row++) {
    if (row > start && isForced(rowBreakBetween(ctx, section, row), ended)) return true
    for (const cell of section.rows[row]?.cells ?? []) if (isForcedInCell(ctx, section, cell, ended)) return true
  }
  return false
}

/** Whether a page or column ends inside a cell. Those of headers and footers may repeat and stay whole. */
export function isForcedInCell(
  ctx: LayoutContext,
  { role }: TableSectionBox,
  { children }: TableCellBox,
  ended: Ended = 'any',
): boolean {
  // Most cells hold nothing but text.
  if (role !== 'body' || (children.length === 1 && children[0]?.kind === 'inline-root')) return false
  return hasForcedInFlow(ctx, children, ended)
}

/** The same among the children of a block container. Floats behind the last one take the break after that. */
function hasForcedInFlow(ctx: LayoutContext, children: readonly FlowChild[], ended: Ended): boolean {
  const inFlow = children.filter((child) => !isOutOfFlow(child))
  if (hasForcedBreak(ctx, inFlow, ended)) return true
  const last = inFlow.at(-1)
  return last !== undefined && hasFloatsBehind(children) && isForced(breakAfter(ctx, last), ended)
}

/** A boolean for each box that was asked for. */
function createForcedCache(): Map<number, boolean> {
  return new Map()
}

/** The same where columns do not count. */
function createForcedPageCache(): Map<number, boolean> {
  return new Map()
}

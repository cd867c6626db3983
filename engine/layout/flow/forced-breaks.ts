import type { Box, FlowChild, TableRowBox, TableSectionBox } from '../../boxes/box-tree.js'
import { isOutOfFlow } from '../../boxes/out-of-flow.js'
import type { BreakBetween } from '../../style/computed-style.js'
import type { LayoutContext } from '../layout-types.js'
import { isForcedBreak } from './block-flow.js'
import { breakBetween, goesUpwards, rowBreakBetween, sectionBreakBetween } from './break-values.js'

/** What a forced break ends: a page or a column, or pages alone where only these are asked for. */
type Ended = 'any' | 'page'

/** Whether a page or column ends somewhere between these siblings or inside of them, whatever room there is. */
export function hasForcedBreak(ctx: LayoutContext, siblings: readonly FlowChild[], ended: Ended = 'any'): boolean {
  return siblings.some((box, index) => {
    const before = siblings[index - 1]
    return (before !== undefined && isForced(breakBetween(ctx, before, box), ended)) || isForcedInside(ctx, box, ended)
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
  switch (box.kind) {
    case 'block':
      return hasForcedBreak(ctx, inFlow(box.children), ended)
    case 'column-set':
      // What ends its columns does not end the box in which they stand, and in a given height pages do not end.
      return box.container.height === 'auto' && isForcedInside(ctx, box.content, 'page')
    case 'flex':
      return hasForcedBreak(ctx, goesUpwards(box) ? [...box.children].reverse() : box.children, ended)
    case 'grid':
      return hasForcedBreak(ctx, box.children, ended)
    case 'table-wrapper': {
      const { sections } = box.table
      return sections.some((section, index) => {
        const before = sections[index - 1]
        if (before && isForced(sectionBreakBetween(before, section), ended)) return true
        return isForcedInside(ctx, section, ended)
      })
    }
    case 'table-section':
      return box.rows.some((row, index) => {
        const above = box.rows[index - 1]
        if (above !== undefined && isForced(rowBreakBetween(above, row), ended)) return true
        return !row.spannedInto && !box.rows[index + 1]?.spannedInto && isForcedInRow(ctx, box, row, ended)
      })
    default:
      return false
  }
}

function isForced(value: BreakBetween, ended: Ended): boolean {
  return isForcedBreak(value) && !(value === 'column' && ended === 'page')
}

/**
 * Whether a page ends inside a cell of a row that no cell connects with others. Those of headers and footers may repeat
 * and stay whole. UNSUPPORTED: forced breaks in the cells of rows that a cell spans.
 */
export function isForcedInRow(
  ctx: LayoutContext,
  { role }: TableSectionBox,
  { cells }: TableRowBox,
  ended: Ended = 'any',
): boolean {
  return role === 'body' && cells.some(({ children }) => hasForcedInCell(ctx, children, ended))
}

function hasForcedInCell(ctx: LayoutContext, children: readonly FlowChild[], ended: Ended): boolean {
  // Most cells hold nothing but text.
  if (children.length === 1 && children[0]?.kind === 'inline-root') return false
  return hasForcedBreak(ctx, inFlow(children), ended)
}

function inFlow(children: readonly FlowChild[]): readonly FlowChild[] {
  return children.filter((child) => !isOutOfFlow(child))
}

/** A boolean for each box that was asked for. */
function createForcedCache(): Map<number, boolean> {
  return new Map()
}

/** The same where columns do not count. */
function createForcedPageCache(): Map<number, boolean> {
  return new Map()
}

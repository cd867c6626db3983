import type { Box, FlowChild, TableRowBox, TableSectionBox } from '../../boxes/box-tree.js'
import { isOutOfFlow } from '../../boxes/out-of-flow.js'
import type { LayoutContext } from '../layout-types.js'
import { isForcedBreak } from './block-flow.js'
import { breakBetween, goesUpwards, rowBreakBetween, sectionBreakBetween } from './break-values.js'

/** Whether a page ends somewhere between these siblings or inside of them, whatever room there is. */
export function hasForcedBreak(ctx: LayoutContext, siblings: readonly FlowChild[]): boolean {
  return siblings.some((box, index) => {
    const before = siblings[index - 1]
    return (before !== undefined && isForcedBreak(breakBetween(ctx, before, box))) || isForcedInside(ctx, box)
  })
}

/** Whether a page ends somewhere inside a box, whatever room there is. Found out once a box, however many pages ask. */
export function isForcedInside(ctx: LayoutContext, box: Box): boolean {
  const known = ctx.cache(createForcedCache).get(box.id)
  if (known !== undefined) return known
  const forced = findForced(ctx, box)
  ctx.cache(createForcedCache).set(box.id, forced)
  return forced
}

function findForced(ctx: LayoutContext, box: Box): boolean {
  switch (box.kind) {
    case 'block':
      return hasForcedBreak(ctx, inFlow(box.children))
    case 'flex':
      return hasForcedBreak(ctx, goesUpwards(box) ? [...box.children].reverse() : box.children)
    case 'grid':
      return hasForcedBreak(ctx, box.children)
    case 'table-wrapper': {
      const { sections } = box.table
      return sections.some((section, index) => {
        const before = sections[index - 1]
        if (before && isForcedBreak(sectionBreakBetween(before, section))) return true
        return isForcedInside(ctx, section)
      })
    }
    case 'table-section':
      return box.rows.some((row, index) => {
        const above = box.rows[index - 1]
        if (above !== undefined && isForcedBreak(rowBreakBetween(above, row))) return true
        return !row.spannedInto && !box.rows[index + 1]?.spannedInto && isForcedInRow(ctx, box, row)
      })
    default:
      return false
  }
}

/**
 * Whether a page ends inside a cell of a row that no cell connects with others. Those of headers and footers may repeat
 * and stay whole. UNSUPPORTED: forced breaks in the cells of rows that a cell spans.
 */
export function isForcedInRow(ctx: LayoutContext, { role }: TableSectionBox, { cells }: TableRowBox): boolean {
  return role === 'body' && cells.some(({ children }) => hasForcedInCell(ctx, children))
}

function hasForcedInCell(ctx: LayoutContext, children: readonly FlowChild[]): boolean {
  // Most cells hold nothing but text.
  if (children.length === 1 && children[0]?.kind === 'inline-root') return false
  return hasForcedBreak(ctx, inFlow(children))
}

function inFlow(children: readonly FlowChild[]): readonly FlowChild[] {
  return children.filter((child) => !isOutOfFlow(child))
}

/** A boolean for each box that was asked for. */
function createForcedCache(): Map<number, boolean> {
  return new Map()
}

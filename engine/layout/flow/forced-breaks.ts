import type { Box, FlowChild } from '../../boxes/box-tree.js'
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
      return hasForcedBreak(
        ctx,
        box.children.filter((child) => !isOutOfFlow(child)),
      )
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
        return above !== undefined && isForcedBreak(rowBreakBetween(above, row))
      })
    default:
      return false
  }
}

/** A boolean for each box that was asked for. */
function createForcedCache(): Map<number, boolean> {
  return new Map()
}

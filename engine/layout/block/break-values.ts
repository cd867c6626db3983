import type { FlowChild } from '../../boxes/box-tree.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { isForcedBreak } from '../flow/block-flow.js'
import type { LayoutContext } from '../layout-types.js'
import { endPageName, startPageName } from './page-names.js'

/**
 * Break values between siblings (css-break-3 §3.1): a break before the first child of a block is a break before
 * the block itself, and likewise after the last, so values are joined from the first and last descendants.
 */

/** Joins two values that meet at one place: forced beats avoid beats auto; of two forced ones the later wins. */
export function joinBreaks(earlier: BreakBetween, later: BreakBetween): BreakBetween {
  if (isForcedBreak(later)) return later
  if (isForcedBreak(earlier)) return earlier
  return earlier === 'avoid' || later === 'avoid' ? 'avoid' : 'auto'
}

/** A change of page names between siblings forces a break as well (css-page-3 §6). */
export function breakBetween(ctx: LayoutContext, before: FlowChild, after: FlowChild): BreakBetween {
  const value = joinBreaks(breakAfter(ctx, before), breakBefore(ctx, after))
  return isForcedBreak(value) || endPageName(before) === startPageName(after) ? value : 'page'
}

export function breakBefore(ctx: LayoutContext, box: FlowChild): BreakBetween {
  if (box.kind === 'inline-root') return 'auto'
  const own = box.style.breakBefore
  const first = box.kind === 'block' ? box.children[0] : undefined
  if (!first || first.kind === 'inline-root') return own
  const known = ctx.cache(createBeforeCache)
  let value = known.get(box.id)
  if (value === undefined) {
    value = joinBreaks(own, breakBefore(ctx, first))
    known.set(box.id, value)
  }
  return value
}

export function breakAfter(ctx: LayoutContext, box: FlowChild): BreakBetween {
  if (box.kind === 'inline-root') return 'auto'
  const own = box.style.breakAfter
  const last = box.kind === 'block' ? box.children.at(-1) : undefined
  if (!last || last.kind === 'inline-root') return own
  const known = ctx.cache(createAfterCache)
  let value = known.get(box.id)
  if (value === undefined) {
    value = joinBreaks(breakAfter(ctx, last), own)
    known.set(box.id, value)
  }
  return value
}

function createBeforeCache(): Map<number, BreakBetween> {
  return new Map()
}

function createAfterCache(): Map<number, BreakBetween> {
  return new Map()
}

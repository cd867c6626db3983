import type { Insets } from '../../base/geometry.js'
import { invariant } from '../../base/invariant.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { Breakpoint, BreakToken, FlowBreakToken, ParallelBreakToken } from '../break-token.js'
import type { Fragmentation, PagedFragmentation } from '../constraint-space.js'
import type { CarriedFloat } from '../floats/exclusion-space.js'
import type { CutSides } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import type { Edges } from '../sizing.js'
import { type FlowOptions, type FlowPlaced, type FlowPosition, type GapPosition, isForcedBreak } from './block-flow.js'

/**
 * What all boxes that stack their content do when they are broken between pages (css-break-3 §5), whatever they stack:
 * blocks, rows of a table or grid, lines of a flex container.
 */

/** A box with border and padding of its own. */
interface FlowBox {
  readonly style: ComputedStyle
  readonly edges: Edges
}

/** The token with which a box goes on that is a flow of its children. */
export function flowToken(token: BreakToken | undefined): FlowBreakToken | undefined {
  if (!token) return undefined
  invariant(token.kind === 'flow', 'the token of a flow')
  return token
}

/** The token with which things go on that stand side by side. */
export function parallelToken(token: BreakToken | undefined): ParallelBreakToken | undefined {
  if (!token) return undefined
  invariant(token.kind === 'parallel', 'the token of things side by side')
  return token
}

/**
 * The token of a box that goes on at `next`.
 * @param consumed height of the box on this page and those before
 */
export function tokenAt(
  { index, child, forced }: FlowPosition,
  consumed: number,
  floats?: readonly CarriedFloat[] | undefined,
): FlowBreakToken {
  return floats
    ? { kind: 'flow', index, child, forced, consumed, floats }
    : { kind: 'flow', index, child, forced, consumed }
}

/** Where a box goes on of whose `count` children none is left: with nothing but the rest of its height. */
export function afterAll(count: number): FlowPosition {
  return { index: count, child: undefined, forced: undefined }
}

/** Margins at the start of a page stay after a forced break and are truncated after an unforced one (css-break-3 §5.2). */
export function startPosition(token: FlowBreakToken | undefined): GapPosition {
  if (!token) return 'flow-start'
  if (token.child) return 'continued'
  return token.forced && isForcedBreak(token.forced) ? 'flow-start' : 'after-break'
}

/** How the content of a box is to flow on a page, by the box's border, padding and break properties. */
export function boxFlow(
  ctx: LayoutContext,
  { style, edges: { border, padding } }: FlowBox,
  fragmentation: Fragmentation,
  token: FlowBreakToken | undefined,
): FlowOptions {
  const clones = style.boxDecorationBreak === 'clone'
  const startEdge = token && !clones ? 0 : border.top + padding.top
  const endEdge = border.bottom + padding.bottom
  return {
    fragmentation,
    startIndex: token?.index ?? 0,
    startToken: token?.child,
    startPosition: startPosition(token),
    startEdge,
    endEdge: clones ? 0 : endEdge,
    repeatedStart: clones ? startEdge : 0,
    repeatedEnd: clones ? endEdge : 0,
    avoidInside: style.breakInside === 'avoid',
    onRerun: () => {
      ctx.stats.reruns++
    },
  }
}

/**
 * Height of the part of a box on this page, and what is left of the box's height for later ones. A box that goes on
 * fills its page, as css-break-3 §5.1 lays down.
 * @param left height that the box has from here on
 * @param automatic height that its content needs here
 */
export function partHeight(
  fragmentation: Fragmentation,
  left: number,
  automatic: number,
  { next, bottom }: Pick<FlowPlaced, 'next' | 'bottom'>,
): { readonly used: number; readonly rest: number } {
  if (fragmentation.kind === 'none') return { used: left, rest: 0 }
  const full = Math.max(fragmentation.room, bottom)
  if (next) return { used: full, rest: 0 }
  if (left <= fragmentation.room || left <= automatic) return { used: left, rest: 0 }
  const used = Math.min(left, full)
  return used > 0 ? { used, rest: left - used } : { used: left, rest: 0 }
}

/** A bottom edge with margins above it that are cut off at the end of a page (css-break-3 §5.2). */
export function truncated(bottom: number, solid: number, end: number): number {
  return Math.min(bottom, Math.max(solid, end))
}

/** Whether a box that would end here leaves no room for its own end or for what must end with it. */
export function isTooTall(fragmentation: Fragmentation, height: number): fragmentation is PagedFragmentation {
  return fragmentation.kind === 'paged' && height > fragmentation.room - fragmentation.reserve
}

/** The page for a box that is laid out once more: it cannot end there though its content could, and is broken before. */
export function imposeBreak(ctx: LayoutContext, page: PagedFragmentation, { path }: Breakpoint): PagedFragmentation {
  ctx.stats.reruns++
  return { ...page, imposed: path }
}

/** What came of a box on which a break was imposed: it is as good as that break. */
export function brokenAt({ appeal }: Breakpoint, result: LayoutResult): LayoutResult {
  return result.kind === 'placed' ? { ...result, appeal } : result
}

/** The baseline of a whole box, if the line that gives it stands on the first part of the box. */
export function baselineWithin(baseline: number | undefined, height: number): number | undefined {
  return baseline === undefined || baseline > height ? undefined : baseline
}

/** The sides at which a part of a box goes on; undefined when it is the whole box. */
export function cutSides(isFirst: boolean, isLast: boolean): CutSides | undefined {
  return isFirst && isLast ? undefined : { top: !isFirst, bottom: !isLast }
}

/** Border and padding of one part of a box. */
export interface PartInsets {
  readonly border: Insets
  readonly padding: Insets
}

/** Border and padding of the part of a box on this page (css-break-3 §5.4, `box-decoration-break`). */
export function partInsets({ style, edges }: FlowBox, isFirst: boolean, isLast: boolean): PartInsets {
  const clones = style.boxDecorationBreak === 'clone'
  return slicedInsets(edges, isFirst || clones, isLast || clones)
}

/** Border and padding without the sides at which the box goes on on another page. */
export function slicedInsets(insets: PartInsets, hasTop: boolean, hasBottom: boolean): PartInsets {
  if (hasTop && hasBottom) return insets
  return { border: sliced(insets.border, hasTop, hasBottom), padding: sliced(insets.padding, hasTop, hasBottom) }
}

function sliced({ top, right, bottom, left }: Insets, hasTop: boolean, hasBottom: boolean): Insets {
  return { top: hasTop ? top : 0, right, bottom: hasBottom ? bottom : 0, left }
}

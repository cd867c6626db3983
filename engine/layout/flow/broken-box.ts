import { type Insets, NO_INSETS } from '../../base/geometry.js'
import { invariant } from '../../base/invariant.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import {
  type Breakpoint,
  type BreakToken,
  type FlowBreakToken,
  isStretchedOnly,
  type OverflowingChild,
  type ParallelBreakToken,
} from '../break-token.js'
import type { Fragmentation, PagedFragmentation } from '../constraint-space.js'
import type { CarriedFloat } from '../floats/exclusion-space.js'
import type { CutSides } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import type { Edges } from '../sizing.js'
import { type FlowOptions, type FlowPlaced, type FlowPosition, isForcedBreak } from './block-flow.js'
import type { GapPosition } from './flow-source.js'

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

/** What goes on beside the children that a box still has. */
interface GoingOn {
  readonly floats?: readonly CarriedFloat[] | undefined
  readonly overflowing?: readonly OverflowingChild[] | undefined
  readonly ended?: true | undefined
  readonly awaitsMarker?: true | undefined
  readonly stretched?: boolean | undefined
}

/**
 * The token of a box that goes on at `next`.
 * @param consumed height of the box on this page and those before
 */
export function tokenAt(
  { index, child, forced }: FlowPosition,
  consumed: number,
  { floats, overflowing, ended, awaitsMarker, stretched }: GoingOn = {},
): FlowBreakToken {
  const token: FlowBreakToken = { kind: 'flow', index, child, forced, consumed, floats, overflowing, ended }
  if (awaitsMarker) return { ...token, awaitsMarker }
  return stretched && !floats && !overflowing ? { ...token, stretched } : token
}

/** Where a box goes on of whose `count` children none is left: with nothing but the rest of its height. */
export function afterAll(count: number): FlowPosition {
  return { index: count, child: undefined, forced: undefined }
}

/** Whether nothing of `count` children goes on but height that was imposed on the last one. */
export function isOver({ index, child }: FlowPosition, count: number): boolean {
  return index >= count || (index === count - 1 && child !== undefined && isStretchedOnly(child))
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
  const clones = style.boxDecorationBreak === 'clone' && !token?.ended
  const startEdge = token && !clones ? 0 : border.top + padding.top
  const endEdge = token?.ended ? 0 : border.bottom + padding.bottom
  return {
    fragmentation,
    startIndex: token?.index ?? 0,
    startToken: token?.child,
    overflowing: token?.overflowing,
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

/** Height of a box from one page on. */
interface HeightLeft {
  /** What the box has left. */
  readonly left: number
  /** What its content needs here. */
  readonly automatic: number
  /** The most that it can have left if it may end before its content does. */
  readonly limit: number | undefined
}

/** Height of a box on one page. */
export interface PartHeight {
  readonly used: number
  /** Height of the box for later pages. */
  readonly rest: number
  /** The box has ended: what goes on overflows it. */
  readonly ended?: true | undefined
}

/**
 * Height of the part of a box on this page. A box that goes on fills its page, as css-break-3 §5.1 lays down. One whose
 * height ends here ends, although its content may go on: beside what follows the box (css-break-3 §2, parallel flows),
 * or, where those around it do not let it, above.
 */
export function partHeight(
  fragmentation: Fragmentation,
  token: FlowBreakToken | undefined,
  { left, automatic, limit }: HeightLeft,
  { next, bottom }: Pick<FlowPlaced, 'next' | 'bottom'>,
): PartHeight {
  if (fragmentation.kind === 'none') return { used: left, rest: 0 }
  if (token?.ended) return { used: 0, rest: 0, ended: true }
  const { room, reserve } = fragmentation
  const full = Math.max(room, bottom)
  if (next) {
    const ends = limit !== undefined && (limit > 0 || !token) && limit <= room - reserve
    return ends ? { used: limit, rest: 0, ended: true } : { used: full, rest: 0 }
  }
  if (token && left === 0) return { used: automatic, rest: 0 }
  if (left <= room || left <= automatic) return { used: left, rest: 0 }
  const used = Math.min(left, full)
  return used > 0 ? { used, rest: left - used } : { used: left, rest: 0 }
}

/**
 * What is left of the height of a box of which nothing else goes on: less where it was imposed and ends with the page.
 * @param automatic what the content needs here
 */
export function withoutRest(
  fragmentation: Fragmentation,
  left: number,
  automatic: number,
  isStretched: boolean,
): number {
  if (fragmentation.kind === 'none' || !fragmentation.policy.dropsHeights || !isStretched) return left
  return Math.min(left, Math.max(automatic, fragmentation.room - fragmentation.reserve))
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

/**
 * The sides at which a part of a box goes on; undefined when it is the whole box.
 * @param ends whether the box itself ends although what overflows it goes on
 */
export function cutSides(isFirst: boolean, isLast: boolean, ends = false): CutSides | undefined {
  if (isFirst && isLast) return undefined
  return ends && !isLast ? { top: !isFirst, bottom: true, overflows: true } : { top: !isFirst, bottom: !isLast }
}

/** Border and padding of one part of a box. */
export interface PartInsets {
  readonly border: Insets
  readonly padding: Insets
}

/** Border and padding of the part of a box on this page (css-break-3 §5.4, `box-decoration-break`). */
export function partInsets(
  { style, edges }: FlowBox,
  token: FlowBreakToken | undefined,
  { isLast }: { readonly isLast: boolean },
): PartInsets {
  const clones = style.boxDecorationBreak === 'clone'
  if (token?.ended) return { border: NO_INSETS, padding: NO_INSETS }
  return slicedInsets(edges, !token || clones, isLast || clones)
}

/** Border and padding without the sides at which the box goes on on another page. */
export function slicedInsets(insets: PartInsets, hasTop: boolean, hasBottom: boolean): PartInsets {
  if (hasTop && hasBottom) return insets
  return { border: sliced(insets.border, hasTop, hasBottom), padding: sliced(insets.padding, hasTop, hasBottom) }
}

function sliced({ top, right, bottom, left }: Insets, hasTop: boolean, hasBottom: boolean): Insets {
  return { top: hasTop ? top : 0, right, bottom: hasBottom ? bottom : 0, left }
}

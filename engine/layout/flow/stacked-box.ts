import type { BlockContainerBox, Box, FlexBox, GridBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import {
  APPEAL,
  type Appeal,
  type Breakpoint,
  type BreakToken,
  type FlowBreakToken,
  type FlowPosition,
  isStretchedOnly,
  tokenAt,
} from '../break-token.js'
import { type ConstraintSpace, type Fragmentation, type PagedFragmentation, withPolicy } from '../constraint-space.js'
import type { CarriedFloat, ExclusionSpace } from '../floats/exclusion-space.js'
import type { BoxFragment, CutSides } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult, MarginSet } from '../layout-types.js'
import { clampBoxHeight, type Edges, limitBoxHeight, resolveBoxHeight } from '../sizing.js'
import { isBoxBarred } from './barred-calls.js'
import { type FlowOptions, type FlowOutcome, type FlowPlaced, flowFrom, runFlow } from './block-flow.js'
import type { FlowSource } from './flow-source.js'
import { CUT_BELOW, clipsBelow, cutSides, NO_EDGES, type PartInsets, slicedInsets, truncated } from './pieces.js'

/**
 * Decides about the end of a page for a box that stacks its content (css-break-3 §5), whatever it stacks: the children
 * of a block container, the lines or items of a flex container, the rows of a grid. How tall its part is, whether the
 * box ends with it, continues on the next page or had better be broken higher up, and which edges the part has: all of
 * that is decided here, and nowhere else.
 */

/** Common to all boxes that stack their content. */
interface StackedFrame {
  readonly box: BlockContainerBox | FlexBox | GridBox
  readonly edges: Edges
  readonly heights: StackedHeights
  /** Children or rows: the index with which a box continues that has none of them left. */
  readonly count: number
  /** Sides at which other boxes have split the box already. */
  readonly split?: { readonly top: boolean; readonly bottom: boolean } | undefined
}

/** A box that stacks its content, as the layout of its kind knows it. */
export interface StackedBox<C extends StackedContent> extends StackedFrame {
  /** The content, or what of it stands on a page; undefined if nothing does. */
  layout(fragmentation: Fragmentation): C | undefined
  fragment(content: C, part: StackedPart): BoxFragment
}

/** The border-box heights of a box over all of its pages. */
export interface StackedHeights {
  /**
   * Height that the box has left.
   * @param consumed height of it on earlier pages
   * @param automatic what its content needs here
   */
  left(consumed: number, automatic: number): number
  /** The greatest height that the box can have, if its content is longer and does not decide. */
  greatest(hasMore: boolean): number | undefined
}

/** The part of such a box's content on a page. */
export interface StackedContent {
  readonly flow: FlowPlaced
  /** Where the content continues. */
  readonly next: FlowPosition | undefined
  /** Bottom edge of the content, from the top of the border box. */
  readonly bottom: number
  /** Bottom edge without margins that give way to what must stand below the box, if they do. */
  readonly solid?: number | undefined
  /** Nothing of the content continues but height that was imposed on it. */
  readonly isOver: boolean
  /** The height of the box follows from that height alone: perhaps the box ends without it. */
  readonly mayDropRest?: boolean
  /** Floats that continue on the next page. */
  readonly carried?: readonly CarriedFloat[] | undefined
  /** The outside marker of the list item waits for the first line in it. */
  readonly awaitsMarker?: true | undefined
  /** See `PlacedResult`. */
  readonly exclusions?: ExclusionSpace | undefined
  readonly marginAfter?: MarginSet | undefined
}

/** The part of a box on a page. */
export interface StackedPart extends PartInsets {
  readonly height: number
  /** The box begins here. */
  readonly isFirst: boolean
  /** The box itself continues on the next page, not only what overflows it. */
  readonly broken: boolean
  readonly cut: CutSides | undefined
}

/** Lays out the part of a box that stands on a page, or all of a box without pages. */
export function layoutStackedBox<C extends StackedContent>(
  ctx: LayoutContext,
  stack: StackedBox<C>,
  space: Pick<ConstraintSpace, 'fragmentation' | 'fixedHeight'>,
  token: FlowBreakToken | undefined,
): LayoutResult {
  const { fragmentation, fixedHeight } = space
  const again = (page: PagedFragmentation) => layoutStackedBox(ctx, stack, { fragmentation: page, fixedHeight }, token)
  const content = contentOnPage(ctx, stack, space, token)
  if (!content) return NO_ROOM
  if (content.mayDropRest && fragmentation.kind === 'paged') {
    const ended = withoutImposedHeights(fragmentation, again)
    if (ended) return ended
  }
  const { box } = stack
  const { flow, next } = content
  const { used, rest, ended } = heightOnPage(stack, content, space, token)
  const broken = !ended && (next !== undefined || rest > 0)
  if (broken && !next && !token && isWithinEdge(stack, fragmentation)) return NO_ROOM
  let height = used
  if (!broken && !flow.next && isTooTall(fragmentation, used)) {
    const solid = withoutLastMargin(stack, content, used, fragmentation, token)
    // Imposed heights that end with the page take the margins at the end of the content with them.
    const ends = fragmentation.policy.dropsHeights && !isTooTall(fragmentation, solid)
    if (flow.breakpoint && !ends) {
      const { path } = flow.breakpoint
      const mayBreak = ctx.profile.breaksForEdges && box.kind !== 'table-cell'
      const forEdge = mayBreak && !isTooTall(fragmentation, used - ownEdge(stack, token))
      return breakBefore(ctx, forEdge ? { appeal: APPEAL.perfect, path } : flow.breakpoint, fragmentation, again)
    }
    if ((!fragmentation.atTop || fragmentation.policy.strict) && !token && !ends) return NO_ROOM
    height = solid
  }
  const continues = broken || flow.overflowing !== undefined || (next !== undefined && !clipsBelow(box))
  const part = partOf(stack, token, { height, broken, continues })
  const consumed = (token?.consumed ?? 0) + contentShare(stack, part)
  const fragment = stack.fragment(content, part)
  return {
    kind: 'placed',
    fragment: next === undefined || continues ? fragment : boxFragment({ ...fragment, overflow: CUT_BELOW }),
    token: continues ? tokenOf(stack, content, part, { consumed, fixedHeight }) : undefined,
    appeal: isBrokenForEdge(ctx, stack, content, space, token) ? APPEAL.perfect : appealOf(box, content, part),
    breakpoint: broken ? undefined : flow.breakpoint,
    extent: token?.ended ? Math.max(content.bottom, flow.bottom) : undefined,
    exclusions: content.exclusions,
    marginAfter: content.marginAfter,
  }
}

/**
 * The content of a box on a page. That of a box which has more height needs no room below it for what ends with the box,
 * if that is on a later page.
 */
function contentOnPage<C extends StackedContent>(
  ctx: LayoutContext,
  stack: StackedBox<C>,
  space: Pick<ConstraintSpace, 'fragmentation' | 'fixedHeight'>,
  token: FlowBreakToken | undefined,
): C | undefined {
  const { fragmentation } = space
  if (fragmentation.kind === 'none' || fragmentation.imposed || !hasHeight(stack, token))
    return stack.layout(fragmentation)
  const edge = ownEdge(stack, token)
  if (edge + fragmentation.reserve <= 0) return stack.layout(fragmentation)
  const content = stack.layout({ ...fragmentation, reserve: -edge })
  if (!content || content.next) return content
  const { used, rest } = heightOnPage(stack, content, space, token)
  if (rest > 0 || !isTooTall(fragmentation, used)) return content
  // It stands where it would with the room below it.
  if (!isTooTall(fragmentation, content.bottom + edge)) return content
  ctx.stats.reruns++
  return stack.layout(fragmentation)
}

/**
 * Whether content that is broken at a bad place has room on the page, as has what is around the box, but not the edge of
 * the box below it (`Profile.breaksForEdges`).
 */
function isBrokenForEdge<C extends StackedContent>(
  ctx: LayoutContext,
  stack: StackedBox<C>,
  { flow, next }: StackedContent,
  { fragmentation }: Pick<ConstraintSpace, 'fragmentation'>,
  token: FlowBreakToken | undefined,
): boolean {
  if (!ctx.profile.breaksForEdges || fragmentation.kind === 'none' || fragmentation.imposed) return false
  // Cells end with their rows, which decide where they are broken.
  if (fragmentation.policy.asksForRoom || stack.box.kind === 'table-cell') return false
  if (!next || flow.appeal >= APPEAL.perfect || stack.box.style.breakInside === 'avoid') return false
  const edge = ownEdge(stack, token)
  if (edge <= 0) return false
  ctx.stats.reruns++
  const page = withPolicy(fragmentation, { asksForRoom: true })
  return stack.layout({ ...page, reserve: -edge })?.next === undefined
}

/** The edge below the content of a box that stands on its last page only. */
function ownEdge(stack: StackedFrame, token: FlowBreakToken | undefined): number {
  return stack.box.style.boxDecorationBreak === 'clone' ? 0 : bottomEdge(stack, token)
}

/** Whether a box has height left that its content does not give it. */
function hasHeight({ heights }: StackedFrame, token: FlowBreakToken | undefined): boolean {
  return !token?.ended && heights.left(token?.consumed ?? 0, 0) > 0
}

/** Whether the page ends in the border or padding at the beginning of a box (css-break-3 §4.4). */
function isWithinEdge({ box, edges: { border, padding } }: StackedFrame, fragmentation: Fragmentation): boolean {
  if (fragmentation.kind === 'none' || (fragmentation.atTop && !fragmentation.policy.strict)) return false
  const above = border.top + padding.top
  const below = box.style.boxDecorationBreak === 'clone' ? border.bottom + padding.bottom : 0
  return fragmentation.room < above + below
}

/**
 * What a part takes of the height of its box: edges that it repeats are no part of that (css-break-3 §5.4.2), unless the
 * height is that of the border box.
 */
function contentShare({ box, edges }: StackedFrame, { broken, height }: StackedPart): number {
  // Where nothing but edges has room, they count: a box must end.
  return broken && addsEdges(box) && height > edges.vertical ? height - edges.vertical : height
}

function addsEdges({ style }: Box): boolean {
  return style.boxDecorationBreak === 'clone' && style.boxSizing === 'content-box'
}

/** How much of the height of a box's content stands on earlier pages. */
export function consumedContent(
  { box, edges: { border, padding } }: Pick<StackedFrame, 'box' | 'edges'>,
  token: FlowBreakToken | undefined,
): number {
  if (!token) return 0
  return addsEdges(box) ? token.consumed : token.consumed - border.top - padding.top
}

/** Where only the height of a box continues, a break is as good as the box lets breaks in it be. */
function appealOf({ style }: Box, { flow, next }: StackedContent, { broken }: StackedPart): Appeal {
  return broken && !next && style.breakInside === 'avoid' ? APPEAL.violatesAvoid : flow.appeal
}

/** Height of a box that is too tall for the page, without the margins at its end that give way. */
function withoutLastMargin(
  stack: StackedFrame,
  { solid }: StackedContent,
  height: number,
  { room, reserve }: PagedFragmentation,
  token: FlowBreakToken | undefined,
): number {
  return solid === undefined ? height : truncated(height, solid + bottomEdge(stack, token), room - reserve)
}

/** @param extent the height of the part, whether the box is broken below it, and whether anything of it continues */
function partOf(
  stack: StackedFrame,
  token: FlowBreakToken | undefined,
  extent: { readonly height: number; readonly broken: boolean; readonly continues: boolean },
): StackedPart {
  const { height, broken, continues } = extent
  const isFirst = !token
  const { border, padding } = partInsets(stack, token, !broken)
  const endsAbove = continues && !broken && !token?.ended
  const cut = cutSides(isFirst && !stack.split?.top, !continues && !stack.split?.bottom, endsAbove)
  return { height, border, padding, isFirst, broken, cut }
}

const NO_ROOM = { kind: 'no-room' } as const

function tokenOf(
  { count }: StackedFrame,
  { flow, next, isOver, carried, awaitsMarker }: StackedContent,
  { broken }: StackedPart,
  { consumed, fixedHeight }: { readonly consumed: number; readonly fixedHeight: number | undefined },
): FlowBreakToken {
  return tokenAt(next ?? { index: count, child: undefined, forced: undefined }, consumed, {
    floats: carried,
    overflowing: flow.overflowing,
    ended: broken ? undefined : true,
    awaitsMarker,
    stretched: fixedHeight !== undefined && isOver,
  })
}

/** The box cannot end here though its content could: it is laid out once more and broken where that is best. */
function breakBefore(
  ctx: LayoutContext,
  { appeal, path }: Breakpoint,
  page: PagedFragmentation,
  again: (page: PagedFragmentation) => LayoutResult,
): LayoutResult {
  ctx.stats.reruns++
  const result = again({ ...page, imposed: path })
  return result.kind === 'placed' ? { ...result, appeal } : result
}

function isTooTall(fragmentation: Fragmentation, height: number): fragmentation is PagedFragmentation {
  return fragmentation.kind === 'paged' && height > fragmentation.room - fragmentation.reserve
}

/** How the content of a box is to flow on a page, by the box's border, padding and break properties. */
export function boxFlow(
  ctx: LayoutContext,
  { box, edges: { border, padding } }: Pick<StackedFrame, 'box' | 'edges'>,
  fragmentation: Fragmentation,
  token: FlowBreakToken | undefined,
): FlowOptions {
  const clones = box.style.boxDecorationBreak === 'clone' && !token?.ended
  const startEdge = token && !clones ? 0 : border.top + padding.top
  const endEdge = token?.ended ? 0 : border.bottom + padding.bottom
  return flowFrom(ctx.stats, fragmentation, token, {
    startEdge,
    endEdge: clones ? 0 : endEdge,
    repeatedStart: clones ? startEdge : 0,
    repeatedEnd: clones ? endEdge : 0,
    avoidInside: box.style.breakInside === 'avoid',
  })
}

/**
 * A flow above whose children a box may have free space (css-align-3 §5): where that takes all of a page, or leaves less
 * than a child in one piece needs, nothing else stands on it.
 */
export function runBelowSpace(source: FlowSource, options: FlowOptions): FlowOutcome {
  if (!isFilledBySpace(source, options)) return runFlow(source, options)
  const { startIndex, startEdge } = options
  const next = { index: startIndex, child: undefined, forced: undefined }
  return { kind: 'placed', children: [], bottom: startEdge, next, appeal: APPEAL.perfect, breakpoint: undefined }
}

function isFilledBySpace(source: FlowSource, options: FlowOptions): boolean {
  const { fragmentation: page, startIndex, startPosition, startEdge, repeatedEnd } = options
  if (page.kind === 'none' || page.imposed || startIndex >= source.count) return false
  const room = page.room - startEdge - repeatedEnd
  if (startPosition === 'continued' || room <= 0) return false
  const space = source.gapBefore(startIndex, startPosition, startEdge)
  // A box that would have a place on a page of its own moves there.
  const mayFill = startPosition === 'after-break' || page.atTop || space >= page.freshRoom
  return mayFill && (space >= room || (space > 0 && isPushedOn(source, options, page, space)))
}

/** Whether the first child is in one piece and has no room for that below free space, but would have on a fresh page. */
function isPushedOn(
  source: FlowSource,
  { startIndex, startEdge, repeatedEnd }: FlowOptions,
  { room, freshRoom, policy }: PagedFragmentation,
  space: number,
): boolean {
  if (source.insideBreaks(startIndex, policy) !== 'never') return false
  if (source.gapBefore(startIndex, 'after-break', startEdge) <= 0) return false
  const top = startEdge + space
  const bottom = top + source.layoutWhole(startIndex, top).height + repeatedEnd
  return bottom > room && bottom - space <= freshRoom
}

/** Height of a box on one page. */
interface HeightOnPage {
  readonly used: number
  /** Height of the box for later pages. */
  readonly rest: number
  /** The box has ended: what continues overflows it. */
  readonly ended?: true | undefined
}

function heightOnPage(
  stack: StackedFrame,
  content: StackedContent,
  { fragmentation, fixedHeight }: Pick<ConstraintSpace, 'fragmentation' | 'fixedHeight'>,
  token: FlowBreakToken | undefined,
): HeightOnPage {
  const { box, heights } = stack
  const { flow, next } = content
  const consumed = token?.consumed ?? 0
  const automatic = content.bottom + bottomEdge(stack, token)
  if (fragmentation.kind === 'none') return { used: heights.left(consumed, automatic), rest: 0 }
  if (token?.ended) return { used: 0, rest: 0, ended: true }
  const greatest = mayEnd(box, fragmentation, flow) ? heights.greatest(next !== undefined) : undefined
  const limit = greatest === undefined ? undefined : Math.max(0, greatest - consumed)
  const { room, reserve } = fragmentation
  const full = Math.max(room, flow.bottom)
  if (next) {
    // A box that continues fills its page (css-break-3 §5.1). One whose height ends here ends, although its content may
    // continue: beside what follows the box (§2, parallel flows) or, where those around it do not let it, above.
    const ends = limit !== undefined && (limit > 0 || !token) && limit <= room - reserve
    return ends ? { used: limit, rest: 0, ended: true } : { used: full, rest: 0 }
  }
  const whole = limit ?? heights.left(consumed, automatic)
  // Height that was imposed may end with the page where nothing else is left.
  const drops = limit === undefined && fixedHeight !== undefined && fragmentation.policy.dropsHeights
  const left = drops ? Math.min(whole, Math.max(automatic, room - reserve)) : whole
  if (token && left === 0) return { used: automatic, rest: 0 }
  // The border and padding at the end of a box stand below the break as a whole.
  return partOfRest(token ? Math.max(left, bottomEdge(stack, token)) : left, automatic, room, full)
}

/** The part on this page of the height that a box has left, whose content ends here. */
function partOfRest(left: number, automatic: number, room: number, full: number): HeightOnPage {
  const used = left <= room || left <= automatic ? left : Math.min(left, full)
  return used > 0 ? { used, rest: left - used } : { used: left, rest: 0 }
}

function bottomEdge({ edges }: StackedFrame, token: FlowBreakToken | undefined): number {
  return token?.ended ? 0 : edges.border.bottom + edges.padding.bottom
}

/**
 * The heights of a box by its properties.
 * @param definite height that the content does not change
 * @param least height that the box has at least otherwise
 */
export function heightsOf(
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
  { definite, least }: { readonly definite: number | undefined; readonly least: number },
): StackedHeights {
  return {
    left(consumed, automatic) {
      const wanted = definite ?? Math.max(least, consumed + automatic)
      return Math.max(0, limitBoxHeight(box, space, edges, wanted) - consumed)
    },
    greatest: (hasMore) => (hasMore ? greatestHeight(box, space, edges, definite) : undefined),
  }
}

/**
 * The greatest border-box height that a box can have, whatever its content needs; undefined when the content decides.
 * Heights that were imposed follow the content where it is broken, but not those that are the box's own.
 * @param definite height that the content does not change
 */
export function greatestHeight(
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
  definite: number | undefined,
): number | undefined {
  const { style } = box
  if (definite !== undefined) {
    const isOwn = space.fixedHeight === undefined || typeof style.height !== 'string'
    return isOwn ? limitBoxHeight(box, space, edges, definite) : undefined
  }
  if (space.fixedHeight !== undefined || space.heightMode === 'content' || box.kind === 'table-cell') return undefined
  const limit = resolveBoxHeight(style, style.maxHeight, space.availableHeight, edges)
  return limit === undefined ? undefined : clampBoxHeight(style, limit, space.availableHeight, edges)
}

/**
 * Whether a box that continues may end before its content does. One that clips its content loses what overflows it, but
 * continues where the document demands a break in it.
 */
function mayEnd(box: Box, { policy }: PagedFragmentation, { appeal }: FlowPlaced): boolean {
  return clipsBelow(box) ? appeal !== APPEAL.forced : policy.letsOverflow
}

/** Whether a box that clips its content fits here with all that shows of it: breaks in it would only hide more. */
export function isClippedWhole(box: Box, space: ConstraintSpace, edges: Edges, definite: number | undefined): boolean {
  const { fragmentation } = space
  if (fragmentation.kind !== 'paged' || !clipsBelow(box)) return false
  const height = greatestHeight(box, space, edges, definite)
  if (height === undefined || isTooTall(fragmentation, height)) return false
  return !isBoxBarred(fragmentation, box)
}

/** Border and padding of the part of a box on this page (css-break-3 §5.4, `box-decoration-break`). */
function partInsets({ box, edges }: StackedFrame, token: FlowBreakToken | undefined, isLast: boolean): PartInsets {
  if (token?.ended) return NO_EDGES
  const clones = box.style.boxDecorationBreak === 'clone'
  return slicedInsets(edges, !token || clones, isLast || clones)
}

type Part = { readonly kind: 'placed'; readonly token: BreakToken | undefined } | { readonly kind: 'no-room' }

/**
 * A part of something of which nothing continues but heights that were imposed: as one that ends with the page, if it
 * can. What breaks take of the content, such as margins (css-break-3 §5.2), is part of those heights.
 * @param layout lays the part out once more
 */
export function endingPart<P extends Part>(
  part: P,
  page: PagedFragmentation,
  layout: (page: PagedFragmentation) => P,
): P {
  if (part.kind === 'no-room' || !part.token || !isStretchedOnly(part.token)) return part
  return withoutImposedHeights(page, layout) ?? part
}

/** The same thing without the heights that were imposed, if nothing is left of it then. */
function withoutImposedHeights<P extends Part>(
  page: PagedFragmentation,
  layout: (page: PagedFragmentation) => P,
): P | undefined {
  if (page.policy.dropsHeights) return undefined
  const ending = layout(withPolicy(page, { dropsHeights: true }))
  return ending.kind === 'placed' && !ending.token ? ending : undefined
}

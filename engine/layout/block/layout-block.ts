import { invariant } from '../../base/invariant.js'
import type { BlockContainerBox, InlineRootBox } from '../../boxes/box-tree.js'
import { isMultiColumn } from '../../boxes/build/column-sets.js'
import { floatSide, isOutOfFlow } from '../../boxes/out-of-flow.js'
import { boxFragment } from '../box-fragment.js'
import { afterAll, type FlowBreakToken, flowToken, isOver } from '../break-token.js'
import {
  type ConstraintSpace,
  type Fragmentation,
  flowSpace,
  isDefiniteHeight,
  isLeastHeight,
  UNFRAGMENTED,
} from '../constraint-space.js'
import { type CarriedFloat, type ExclusionSpace, floatsBottom } from '../floats/exclusion-space.js'
import { FloatWidths } from '../floats/float-widths.js'
import { isBarred } from '../flow/barred-calls.js'
import { type FlowOptions, type FlowPlaced, runFlow } from '../flow/block-flow.js'
import { cutSides, inOnePiece, reachOf, spillOf, truncated } from '../flow/pieces.js'
import {
  boxFlow,
  greatestHeight,
  heightsOf,
  isClippedWhole,
  layoutStackedBox,
  type StackedBox,
  type StackedContent,
  type StackedPart,
} from '../flow/stacked-box.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import { layoutSingleLine } from '../inline/simple-text.js'
import { lastBaseline } from '../last-baseline.js'
import type {
  IntrinsicAlgorithm,
  LayoutAlgorithm,
  LayoutContext,
  LayoutResult,
  MarginSet,
  PlacedResult,
} from '../layout-types.js'
import { intrinsicContribution, limitBoxHeight, resolveBoxHeight } from '../sizing.js'
import { withAlignedContent } from './align-content.js'
import { type BlockFloats, besidePage, floatsOf, isPlainBlock, withFloats } from './block-floats.js'
import { type BlockFrame, blockFrame } from './block-frame.js'
import { BlockSource } from './block-source.js'
import { boxAroundText } from './box-around-text.js'
import { clampedBox, withClamped } from './clamp-lines.js'
import { type AdjoiningEdges, adjoiningEdges, joinMargins, marginSet } from './margins.js'
import { holdLine, type LaidOutMarker, layoutMarker, type PlacedMarker, placeMarker } from './place-marker.js'
import { partOfHeight } from './split-block.js'

/** Lays out a block container (CSS 2.2 §9.4.1, §10.6.3; css-break-3): blocks, list items and table cells. */
export const layoutBlock: LayoutAlgorithm<BlockContainerBox> = (ctx, whole, space, given): LayoutResult => {
  ctx.stats.layoutCalls++
  const token = flowToken(given)
  const box =
    whole.kind === 'block' && whole.split
      ? partOfHeight(ctx, whole, whole.split, space)
      : clampedBox(ctx, whole, space, token)
  const frame = blockFrame(ctx, box, space, !given)
  const text = singleText(box, space)
  if (text) return layoutText(ctx, text, frame, space)
  const definite = definiteHeight(frame, space)
  if (!given && isClippedWhole(box, space, frame.ownEdges, definite)) {
    return layoutBlock(ctx, box, { ...space, fragmentation: UNFRAGMENTED }, undefined)
  }

  const isPaged = space.fragmentation.kind === 'paged'
  const stack: StackedBox<BlockContent> = {
    box,
    edges: frame.edges,
    heights: heightsOf(box, space, frame.ownEdges, { definite, least: frame.height ?? 0 }),
    count: box.children.length,
    split: { top: !beginsWhole(box), bottom: !endsWhole(box) },
    layout: layoutContent(ctx, frame, space, token),
    fragment: (content, part) => blockFragment(frame, content, part, isPaged),
  }
  return withClamped(layoutStackedBox(ctx, stack, space, token), box)
}

function blockFragment(frame: BlockFrame, content: BlockContent, part: StackedPart, isPaged: boolean): BoxFragment {
  const { box, legend } = frame
  const { flow, floats } = content
  const { height, border, padding, cut } = part
  const children = floats ? withFloats(box, flow.children, floats, flow.next) : flow.children
  const first = legend?.placed ?? content.marker
  const fragment = boxFragment({
    box,
    width: frame.width,
    height,
    border,
    padding,
    children: first ? [first, ...children] : children,
    firstBaseline: content.firstBaseline,
    lastBaseline: lastBaseline(flow.children, frame.contentWidth),
    outOfFlow: content.source.outOfFlow(flow.next),
    spill: isPaged ? undefined : spillOf(box, height, reachOf(flow.children)),
    legend: legend?.gap,
    cut,
  })
  return part.isFirst && !part.broken ? withAlignedContent(fragment, content.bottom) : fragment
}

/** Other boxes have not split the box above what is left of it, nor below. */
function beginsWhole(box: BlockContainerBox): boolean {
  return box.kind !== 'block' || box.slice === undefined || box.slice === 'first'
}

function endsWhole(box: BlockContainerBox): boolean {
  return box.kind !== 'block' || box.slice === undefined || box.slice === 'last'
}

/** The children of a block container, or those that fit on a page. */
interface BlockContent extends StackedContent {
  readonly source: BlockSource
  readonly firstBaseline: number | undefined
  /** The outside marker of a list item whose first line stands here. */
  readonly marker: PlacedFragment | undefined
  readonly floats: BlockFloats | undefined
}

/** The children of a container that are about to be laid out. */
interface PendingContent {
  readonly frame: BlockFrame
  readonly space: ConstraintSpace
  readonly token: FlowBreakToken | undefined
  readonly source: BlockSource
  readonly adjoins: AdjoiningEdges
  readonly floats: BlockFloats | undefined
  readonly marker: LaidOutMarker | undefined
}

/**
 * Lays out the children of a container on a page, as often as it is asked to. The flow runs in the function itself and
 * in none that it calls: boxes are nested deeply, and the stack is short.
 */
function layoutContent(
  ctx: LayoutContext,
  frame: BlockFrame,
  space: ConstraintSpace,
  token: FlowBreakToken | undefined,
): (fragmentation: Fragmentation) => BlockContent | undefined {
  return (fragmentation) => {
    const { legend } = frame
    if (legend && fragmentation.kind === 'paged' && isBarred(fragmentation, legend.placed.fragment)) return undefined
    const pending = pendingContent(ctx, frame, space, token)
    const options = boxFlow(ctx, frame, fragmentation, token)
    resumeFloats(pending, fragmentation, options)
    const flow = runFlow(pending.source, options)
    return flow.kind === 'no-room' ? undefined : blockContent(pending, flow, fragmentation, options.startEdge)
  }
}

function pendingContent(
  ctx: LayoutContext,
  frame: BlockFrame,
  space: ConstraintSpace,
  token: FlowBreakToken | undefined,
): PendingContent {
  const { box } = frame
  const adjoins =
    box.kind === 'block'
      ? adjoiningEdges(box, { width: space.availableWidth, height: space.availableHeight })
      : ISOLATED
  const floats = floatsOf(ctx, frame, space, token)
  const marker = outsideMarker(ctx, box, token)
  const source = new BlockSource(ctx, frame, {
    hoistsTop: adjoins.top && !token,
    hoistsBottom: adjoins.bottom,
    floats,
    continues: token !== undefined,
    resumed: token?.child,
    markerAscent: marker?.fragment.firstBaseline,
    columnsEnd: columnsEnd(frame, space, token),
  })
  return { frame, space, token, source, adjoins, floats, marker }
}

/** Places the floats that earlier pages left to this one. */
function resumeFloats(
  { frame, token, floats }: PendingContent,
  fragmentation: Fragmentation,
  options: FlowOptions,
): void {
  if (!floats || !token?.floats || fragmentation.kind === 'none') return
  // With nothing but floats left, the box ends where they do.
  const ends = token.index >= frame.box.children.length
  const reserve = ends ? options.endEdge + fragmentation.reserve : 0
  floats.resume(token.floats, options.startEdge, { ...besidePage(fragmentation, options), reserve })
}

/**
 * The content of a container whose children have been laid out.
 * @returns undefined where they have to begin on the next page
 */
function blockContent(
  pending: PendingContent,
  flow: FlowPlaced,
  fragmentation: Fragmentation,
  startEdge: number,
): BlockContent | undefined {
  const { frame, space, token, source, adjoins, floats } = pending
  const { box, isRoot } = frame
  const exclusions = floats?.exclusionsAt(flow.next)
  const carried = isRoot ? carriedFloats(exclusions) : undefined
  if (carried && isStrict(fragmentation) && !floats?.hasPlaced && flow.children.every(isEmpty)) return undefined
  const inFlow = flowBottom(box, source, flow, { fragmentation, startEdge, adjoins })
  // A box that ends below its content, for its least height, ends without the margins of that (CSS 2.2 §8.3.1).
  const endsBelow = adjoins.bottom && !adjoins.empty && leastHeight(box, frame) > inFlow + (token?.consumed ?? 0)
  const baseline = firstBaseline(flow.children)
  const marker = markerBeside(pending, flow, baseline, startEdge)
  const placed = marker === 'awaited' ? undefined : marker
  // With nothing but floats left, the box continues behind its last child.
  const next = flow.next ?? (carried && afterAll(source.count))
  // A formatting context contains its floats (§10.6.7).
  const floatsEnd = isRoot && exclusions ? (floatsBottom(exclusions) ?? 0) : 0
  return {
    source,
    flow,
    firstBaseline: baseline,
    marker: placed?.placed,
    awaitsMarker: marker === 'awaited' || undefined,
    floats,
    exclusions: isRoot ? undefined : exclusions,
    carried,
    next,
    isOver: !next || isOver(next, source.count),
    // Margins at the end of a box give way to what must stand below it, unless its height is given.
    solid: definiteHeight(frame, space) === undefined ? flow.bottom : undefined,
    marginAfter: flow.next ? undefined : marginAfter(box, space, source, { adjoins: adjoins.bottom, endsBelow }),
    // However negative its last margin, content is not less than nothing high (CSS 2.2 §10.6.3).
    bottom: Math.max(inFlow, startEdge, floatsEnd, placed?.bottom ?? 0),
  }
}

/** The outside marker beside the first line, or what stands for it while that line is to come on a later page. */
function markerBeside(
  { marker, frame, space }: PendingContent,
  { children, next }: FlowPlaced,
  baseline: number | undefined,
  top: number,
): PlacedMarker | 'awaited' | undefined {
  if (!marker) return undefined
  if (baseline === undefined && next !== undefined && !holdLine(children)) return 'awaited'
  return placeMarker(marker, frame, { baseline, top }, space.floats)
}

/** The outside marker of a list item, on the page on which its first line may stand. */
function outsideMarker(
  ctx: LayoutContext,
  box: BlockContainerBox,
  token: FlowBreakToken | undefined,
): LaidOutMarker | undefined {
  const isDue = !token || token.awaitsMarker
  return isDue && box.kind === 'block' && box.marker ? layoutMarker(ctx, box.marker) : undefined
}

/** The floats that continue on the next page. */
function carriedFloats(exclusions: ExclusionSpace | undefined): readonly CarriedFloat[] | undefined {
  return exclusions && exclusions.carried.length > 0 ? exclusions.carried.toArray() : undefined
}

/** Bottom edge of the children in the flow, with those of their margins that the box contains. */
function flowBottom(
  box: BlockContainerBox,
  source: BlockSource,
  { next, bottom }: FlowPlaced,
  where: { readonly fragmentation: Fragmentation; readonly startEdge: number; readonly adjoins: AdjoiningEdges },
): number {
  const { fragmentation, startEdge, adjoins } = where
  const whole = next ? bottom : source.contentBottom(bottom, startEdge, adjoins.bottom || cutsEnd(box))
  return fragmentation.kind === 'paged' ? truncated(whole, bottom, fragmentation.room) : whole
}

/** The border-box height that `min-height` gives a box at least. */
function leastHeight({ style }: BlockContainerBox, { edges }: BlockFrame): number {
  return resolveBoxHeight(style, style.minHeight, undefined, edges) ?? 0
}

/** The height that a container has whatever its content needs. */
function definiteHeight({ height, growsWithContent }: BlockFrame, space: ConstraintSpace): number | undefined {
  return growsWithContent || isLeastHeight(space) ? undefined : height
}

/** Where the columns in a multi-column container end at the latest, from the top of its part on this page (css-multicol-1 §8.2). */
function columnsEnd(
  { box, edges, height }: BlockFrame,
  space: ConstraintSpace,
  token: FlowBreakToken | undefined,
): number | undefined {
  if (!isMultiColumn(box.style)) return undefined
  const greatest =
    height === undefined
      ? greatestHeight(box, space, edges, undefined)
      : isDefiniteHeight(space)
        ? limitBoxHeight(box, space, edges, height)
        : undefined
  return greatest && greatest - (token?.consumed ?? 0) - edges.border.bottom - edges.padding.bottom
}

function isStrict(fragmentation: Fragmentation): boolean {
  return fragmentation.kind === 'paged' && fragmentation.policy.strict
}

/** Whether something takes no room, nor does anything in it. */
function isEmpty({ fragment }: PlacedFragment): boolean {
  return fragment.kind === 'box' && fragment.height === 0 && fragment.children.every(isEmpty)
}

/** The margin at the end of a box where it is not what its profile says. */
function marginAfter(
  box: BlockContainerBox,
  space: ConstraintSpace,
  { endsCleared, otherMarginAfter }: BlockSource,
  { adjoins, endsBelow }: { readonly adjoins: boolean; readonly endsBelow: boolean },
): MarginSet | undefined {
  if (endsCleared || endsBelow) return ownMarginAfter(box, space)
  return adjoins && otherMarginAfter ? joinMargins(ownMarginAfter(box, space), otherMarginAfter) : undefined
}

function ownMarginAfter({ style }: BlockContainerBox, { availableWidth }: ConstraintSpace): MarginSet {
  return marginSet(style.marginBottom, availableWidth)
}

/** The text of a block of nothing but text in one piece, as most table cells and paragraphs are. */
function singleText(box: BlockContainerBox, space: ConstraintSpace): InlineRootBox | undefined {
  const only = box.children.length === 1 ? box.children[0] : undefined
  if (only?.kind !== 'inline-root' || only.floats || space.floats || space.fragmentation.kind !== 'none') {
    return undefined
  }
  return box.kind === 'block' && (box.marker || box.legend) ? undefined : only
}

/** A block of nothing but text in one piece: no flow is needed. */
function layoutText(ctx: LayoutContext, text: InlineRootBox, frame: BlockFrame, space: ConstraintSpace): PlacedResult {
  const { box, edges } = frame
  const fragment = textFragment(ctx, text, frame)
  const automatic = fragment.height + edges.vertical
  const wanted = frame.growsWithContent ? Math.max(frame.height ?? 0, automatic) : (frame.height ?? automatic)
  const height = limitBoxHeight(box, space, edges, wanted)
  const cut = cutSides(beginsWhole(box), endsWhole(box))
  const whole = boxAroundText(box, frame, fragment, height, cut)
  const bottom = edges.border.top + edges.padding.top + fragment.height
  return inOnePiece(withAlignedContent(whole, bottom))
}

function textFragment(ctx: LayoutContext, text: InlineRootBox, frame: BlockFrame): BoxFragment {
  const line = layoutSingleLine(ctx, text, frame.contentWidth)
  if (line) {
    ctx.work.spend(1)
    ctx.stats.layoutCalls++
    return line
  }
  const result = ctx.layout(text, flowSpace(frame.contentWidth, frame.contentHeight), undefined)
  invariant(result.kind === 'placed', 'text in one piece')
  return result.fragment
}

const ISOLATED = { top: false, bottom: false, empty: false } as const

function firstBaseline(children: readonly PlacedFragment[]): number | undefined {
  for (const { y, fragment } of children) {
    if (fragment.kind === 'box' && fragment.firstBaseline !== undefined) return y + fragment.firstBaseline
  }
  return undefined
}

/**
 * Intrinsic widths of a block container: the widest child decides (css-sizing-3 §5.1). Floats count side by side, and
 * beside what follows them, as in browsers.
 */
export const blockIntrinsicSizes: IntrinsicAlgorithm<BlockContainerBox> = (ctx, box, height) => {
  let minContent = 0
  let maxContent = 0
  let floats: FloatWidths | undefined
  if (box.kind === 'block' && box.legend) ({ minContent, maxContent } = intrinsicContribution(ctx, box.legend))
  for (const child of box.children) {
    if (isOutOfFlow(child)) {
      if (!floatSide(child)) continue
      const sizes = intrinsicContribution(ctx, child, height)
      minContent = Math.max(minContent, sizes.minContent)
      floats ??= new FloatWidths()
      floats.add(child, sizes.maxContent)
      continue
    }
    const sizes =
      child.kind === 'inline-root' ? ctx.intrinsicSizes(child, height) : intrinsicContribution(ctx, child, height)
    minContent = Math.max(minContent, sizes.minContent)
    const beside = floats && child.kind !== 'inline-root' && isPlainBlock(child) ? 0 : sizes.maxContent
    maxContent = Math.max(maxContent, sizes.maxContent, floats ? floats.take(beside) : 0)
  }
  return { minContent, maxContent: floats ? Math.max(maxContent, floats.take(0)) : maxContent }
}

/** Margins leave no room at the end of columns, nor above a box that splits the one around it. */
function cutsEnd(box: BlockContainerBox): boolean {
  return box.kind === 'block' && (box.columnContent === true || !endsWhole(box))
}

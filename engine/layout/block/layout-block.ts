import type { Insets } from '../../base/geometry.js'
import { invariant } from '../../base/invariant.js'
import type { BlockContainerBox, Box, InlineRootBox } from '../../boxes/box-tree.js'
import { floatSide, isOutOfFlow } from '../../boxes/out-of-flow.js'
import { APPEAL, type Breakpoint, type BreakToken, type FlowBreakToken } from '../break-token.js'
import {
  type ConstraintSpace,
  type Fragmentation,
  isDefiniteHeight,
  isLeastHeight,
  type PagedFragmentation,
  UNFRAGMENTED,
} from '../constraint-space.js'
import { type CarriedFloat, floatsBottom } from '../floats/exclusion-space.js'
import { FloatWidths } from '../floats/float-widths.js'
import { type FlowOptions, type FlowPlaced, type GapPosition, isForcedBreak, runFlow } from '../flow/block-flow.js'
import type { PlacedFragment } from '../fragment-tree.js'
import type {
  IntrinsicAlgorithm,
  LayoutAlgorithm,
  LayoutContext,
  LayoutResult,
  MarginSet,
  PlacedResult,
} from '../layout-types.js'
import {
  clampBoxHeight,
  type Edges,
  intrinsicContribution,
  ratioHeight,
  resolveBoxHeight,
  resolveBoxWidth,
  resolveEdges,
  resolveMargin,
} from '../sizing.js'
import { besidePage, floatsOf, isPlainBlock, withFloats } from './block-floats.js'
import { BlockSource } from './block-source.js'
import { adjoiningEdges, marginSet } from './margins.js'
import { layoutMarker, placeMarker } from './place-marker.js'

/** Lays out a block container (CSS 2.2 §9.4.1, §10.6.3; css-break-3): blocks, list items and table cells. */
export const layoutBlock: LayoutAlgorithm<BlockContainerBox> = (ctx, box, space, given): LayoutResult => {
  const token = given && flowToken(given)
  ctx.stats.layoutCalls++
  const { style } = box
  const edges = resolveEdges(style, space.availableWidth, space.border)
  const width = resolveBoxWidth(ctx, box, space, edges)
  const byContent = space.heightMode === 'content'
  const specified =
    space.fixedHeight ?? (byContent ? undefined : resolveBoxHeight(style, style.height, space.availableHeight, edges))
  const byRatio = specified === undefined ? ratioHeight(box, width, edges) : undefined
  const definite = specified ?? byRatio
  const only = box.children.length === 1 ? box.children[0] : undefined
  if (
    only?.kind === 'inline-root' &&
    !only.floats &&
    !space.floats &&
    space.fragmentation.kind === 'none' &&
    !(box.kind === 'block' && box.marker)
  ) {
    return layoutText(ctx, box, only, space, edges, { width, height: definite, isMinimum: isMinimum(box, byRatio) })
  }
  const clones = style.boxDecorationBreak === 'clone'
  const startInsets = !token || clones
  const startEdge = startInsets ? edges.border.top + edges.padding.top : 0
  const endEdge = edges.border.bottom + edges.padding.bottom
  const adjoins = box.kind === 'block' ? adjoiningEdges(box, space.availableWidth) : ISOLATED
  const contentHeight =
    definite === undefined || !isDefiniteHeight(space) ? undefined : Math.max(0, definite - edges.vertical)
  const isRoot = !(box.kind === 'block' && isPlainBlock(box))
  const floats = floatsOf(ctx, box, space, token, {
    left: edges.border.left + edges.padding.left,
    width: Math.max(0, width - edges.horizontal),
    height: contentHeight,
    isRoot,
  })

  const marker = box.kind === 'block' && box.marker && !token ? layoutMarker(ctx, box.marker) : undefined
  const source = new BlockSource(ctx, {
    children: box.children,
    contentLeft: edges.border.left + edges.padding.left,
    contentWidth: Math.max(0, width - edges.horizontal),
    contentHeight,
    style,
    hoistsTop: adjoins.top && !token,
    floats,
    isRoot,
    markerAscent: marker?.firstBaseline,
  })
  const options: FlowOptions = {
    fragmentation: space.fragmentation,
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
  if (floats && token?.floats && space.fragmentation.kind === 'paged') {
    floats.resume(token.floats, startEdge, besidePage(space.fragmentation, options))
  }
  const flow = runFlow(source, options)
  if (flow.kind === 'no-room') return flow

  const exclusions = floats?.exclusionsAt(flow.next)
  const carried = isRoot && exclusions !== undefined && exclusions.carried.length > 0 ? exclusions.carried : undefined
  const hoistsEnd = adjoins.bottom || cutsEnd(box)
  const inFlowBottom = flow.next ? flow.bottom : source.contentBottom(flow.bottom, startEdge, hoistsEnd)
  // A formatting context contains its floats (CSS 2.2 §10.6.7).
  const contentBottom = Math.max(inFlowBottom, (isRoot && exclusions && floatsBottom(exclusions)) || 0)
  const placedMarker =
    marker && placeMarker(marker, { style, width, edges, children: flow.children, floats: space.floats })
  const bottom = Math.max(contentBottom, placedMarker ? placedMarker.bottom : 0)
  const least =
    isMinimum(box, byRatio) || (token && isLeastHeight(space)) ? (token?.consumed ?? 0) + bottom + endEdge : 0
  const wanted = definite === undefined ? undefined : Math.max(definite, least)
  const height = boxHeight(space, box, edges, wanted, bottom + endEdge, token, {
    next: flow.next ?? (carried && { index: box.children.length, child: undefined, forced: undefined }),
    bottom: flow.bottom,
  })
  const broken = flow.next !== undefined || height.rest > 0 || carried !== undefined
  if (!broken && isTooTall(space.fragmentation, height.used)) {
    if (flow.breakpoint) return breakAt(ctx, box, space, space.fragmentation, given, flow.breakpoint)
    if (!space.fragmentation.atTop && !token) return { kind: 'no-room' }
  }
  const insets = usedInsets(edges, startInsets, !broken || clones)
  const content = floats ? withFloats(box, flow.children, floats.placed, flow.next) : flow.children
  const children = placedMarker ? [placedMarker.placed, ...content] : content
  const outOfFlow = source.outOfFlow(flow.next)
  return {
    kind: 'placed',
    fragment: {
      kind: 'box',
      box,
      style,
      width,
      height: height.used,
      border: insets.border,
      padding: insets.padding,
      children,
      firstBaseline: firstBaseline(flow.children),
      lastBaseline: lastBaseline(flow.children),
      image: undefined,
      collapsedBorders: undefined,
      ...(outOfFlow && { outOfFlow }),
      ...((broken || token) && { cut: { top: token !== undefined, bottom: broken } }),
    },
    token: broken ? breakToken(flow, box.children.length, (token?.consumed ?? 0) + height.used, carried) : undefined,
    appeal: flow.appeal,
    breakpoint: broken ? undefined : flow.breakpoint,
    ...(!isRoot && exclusions && { exclusions }),
    ...(source.endsCleared && !flow.next && { marginAfter: ownMarginAfter(box, space) }),
  }
}

function ownMarginAfter({ style }: BlockContainerBox, { availableWidth }: ConstraintSpace): MarginSet {
  return marginSet(resolveMargin(style.marginBottom, availableWidth))
}

/** A block of nothing but text in one piece, as most table cells and paragraphs are: no flow is needed. */
function layoutText(
  ctx: LayoutContext,
  box: BlockContainerBox,
  text: InlineRootBox,
  space: ConstraintSpace,
  edges: Edges,
  size: { readonly width: number; readonly height: number | undefined; readonly isMinimum: boolean },
): PlacedResult {
  const contentHeight =
    size.height === undefined || !isDefiniteHeight(space) ? undefined : Math.max(0, size.height - edges.vertical)
  const result = ctx.layout(
    text,
    {
      availableWidth: Math.max(0, size.width - edges.horizontal),
      availableHeight: contentHeight,
      fixedWidth: undefined,
      fixedHeight: undefined,
      border: undefined,
      autoWidth: 'fill',
      fragmentation: UNFRAGMENTED,
    },
    undefined,
  )
  invariant(result.kind === 'placed', 'text in one piece')
  const { fragment } = result
  const y = edges.border.top + edges.padding.top
  const automatic = fragment.height + edges.vertical
  const height = size.isMinimum ? Math.max(size.height ?? 0, automatic) : (size.height ?? automatic)
  return {
    kind: 'placed',
    fragment: {
      kind: 'box',
      box,
      style: box.style,
      width: size.width,
      height: limitedHeight(box, space, edges, height),
      border: edges.border,
      padding: edges.padding,
      children: [{ x: edges.border.left + edges.padding.left, y, fragment }],
      firstBaseline: fragment.firstBaseline === undefined ? undefined : y + fragment.firstBaseline,
      lastBaseline: fragment.lastBaseline === undefined ? undefined : y + fragment.lastBaseline,
      image: undefined,
      collapsedBorders: undefined,
    },
    token: undefined,
    appeal: APPEAL.perfect,
    breakpoint: undefined,
  }
}

/**
 * Whether the height is but the least one: that of cells is (CSS 2.2 §17.5.3), and a height by aspect ratio grows with
 * the content unless that may be cut off (css-sizing-4 §5.1.1).
 */
function isMinimum({ kind, style }: BlockContainerBox, byRatio: number | undefined): boolean {
  const { minHeight, overflow } = style
  if (kind === 'table-cell') return true
  return byRatio !== undefined && minHeight === 'auto' && overflow !== 'hidden'
}

export function flowToken(token: BreakToken): FlowBreakToken {
  invariant(token.kind === 'flow', 'a flow token for a block container')
  return token
}

const ISOLATED = { top: false, bottom: false, empty: false } as const

/** Margins at the start of a page stay after a forced break and are truncated after an unforced one. */
export function startPosition(token: FlowBreakToken | undefined): GapPosition {
  if (!token) return 'flow-start'
  if (token.child) return 'continued'
  return token.forced && isForcedBreak(token.forced) ? 'flow-start' : 'after-break'
}

/**
 * Height of this fragment and what is left of the box's height for later ones. A box that goes on fills its
 * page, as css-break-3 §5.1 lays down for broken boxes.
 */
export function boxHeight(
  space: ConstraintSpace,
  box: Box,
  edges: Edges,
  definite: number | undefined,
  automatic: number,
  token: FlowBreakToken | undefined,
  flow: Pick<FlowPlaced, 'next' | 'bottom'>,
): { readonly used: number; readonly rest: number } {
  const consumed = token?.consumed ?? 0
  const { fragmentation } = space
  const whole = limitedHeight(box, space, edges, definite ?? consumed + automatic)
  const wanted = Math.max(0, whole - consumed)
  if (fragmentation.kind === 'none') return { used: wanted, rest: 0 }
  if (flow.next) return { used: Math.max(fragmentation.room, flow.bottom), rest: 0 }
  const fits = wanted <= fragmentation.room || wanted <= automatic
  return fits ? { used: wanted, rest: 0 } : splitHeight(wanted, Math.max(fragmentation.room, flow.bottom))
}

/** The height of a box under its limits, where these count. */
function limitedHeight(box: Box, space: ConstraintSpace, edges: Edges, height: number): number {
  if (space.fixedHeight !== undefined || space.heightMode === 'content') return height
  return clampBoxHeight(box.style, height, space.availableHeight, edges)
}

/** Whether a box that would end here leaves no room for its own end or for what must end with it. */
export function isTooTall(fragmentation: Fragmentation, height: number): fragmentation is PagedFragmentation {
  return fragmentation.kind === 'paged' && height > fragmentation.room - fragmentation.reserve
}

/** Lays out a box once more that cannot end on this page though its content could: it goes on after `place`. */
function breakAt(
  ctx: LayoutContext,
  box: BlockContainerBox,
  space: ConstraintSpace,
  fragmentation: PagedFragmentation,
  token: BreakToken | undefined,
  { path, appeal }: Breakpoint,
): LayoutResult {
  ctx.stats.reruns++
  const result = layoutBlock(ctx, box, { ...space, fragmentation: { ...fragmentation, imposed: path } }, token)
  return result.kind === 'placed' ? { ...result, appeal } : result
}

function splitHeight(wanted: number, room: number): { readonly used: number; readonly rest: number } {
  const used = Math.min(wanted, room)
  return used > 0 ? { used, rest: wanted - used } : { used: wanted, rest: 0 }
}

export function breakToken(
  flow: FlowPlaced,
  count: number,
  consumed: number,
  carried?: readonly CarriedFloat[] | undefined,
): FlowBreakToken {
  const { index, child, forced } = flow.next ?? { index: count, child: undefined, forced: undefined }
  return carried
    ? { kind: 'flow', index, child, forced, consumed, floats: carried }
    : { kind: 'flow', index, child, forced, consumed }
}

/** Border and padding are cut where the box goes on on another page (`box-decoration-break: slice`). */
export function usedInsets(
  edges: Edges,
  top: boolean,
  bottom: boolean,
): { readonly border: Insets; readonly padding: Insets } {
  if (top && bottom) return edges
  return { border: cutInsets(edges.border, top, bottom), padding: cutInsets(edges.padding, top, bottom) }
}

function cutInsets(insets: Insets, top: boolean, bottom: boolean): Insets {
  return { top: top ? insets.top : 0, right: insets.right, bottom: bottom ? insets.bottom : 0, left: insets.left }
}

function firstBaseline(children: readonly PlacedFragment[]): number | undefined {
  for (const { y, fragment } of children) {
    if (fragment.kind === 'box' && fragment.firstBaseline !== undefined) return y + fragment.firstBaseline
  }
  return undefined
}

function lastBaseline(children: readonly PlacedFragment[]): number | undefined {
  for (let index = children.length - 1; index >= 0; index--) {
    const child = children[index]
    if (child?.fragment.kind !== 'box') continue
    // AD-HOC: browsers take the first baseline of containers of items here.
    const { box, firstBaseline, lastBaseline } = child.fragment
    const baseline = box.kind === 'flex' || box.kind === 'grid' ? firstBaseline : lastBaseline
    if (baseline !== undefined) return child.y + baseline
  }
  return undefined
}

/**
 * Intrinsic widths of a block container: the widest child decides (css-sizing-3 §5.1). Floats count side by side, and
 * beside what follows them, as in browsers.
 */
export const blockIntrinsicSizes: IntrinsicAlgorithm<BlockContainerBox> = (ctx, box) => {
  let minContent = 0
  let maxContent = 0
  let floats: FloatWidths | undefined
  for (const child of box.children) {
    if (isOutOfFlow(child)) {
      if (!floatSide(child)) continue
      const sizes = intrinsicContribution(ctx, child)
      minContent = Math.max(minContent, sizes.minContent)
      floats ??= new FloatWidths()
      floats.add(child, sizes.maxContent)
      continue
    }
    const sizes = child.kind === 'inline-root' ? ctx.intrinsicSizes(child) : intrinsicContribution(ctx, child)
    minContent = Math.max(minContent, sizes.minContent)
    const beside = floats && child.kind !== 'inline-root' && isPlainBlock(child) ? 0 : sizes.maxContent
    maxContent = Math.max(maxContent, sizes.maxContent, floats ? floats.take(beside) : 0)
  }
  return { minContent, maxContent: floats ? Math.max(maxContent, floats.take(0)) : maxContent }
}

/** Margins at the end of columns leave no room. */
function cutsEnd(box: BlockContainerBox): boolean {
  return box.kind === 'block' && box.columnContent === true
}

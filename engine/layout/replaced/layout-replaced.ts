import type { Size } from '../../base/geometry.js'
import { snap } from '../../base/units.js'
import type { ReplacedBox } from '../../boxes/box-tree.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import { boxFragment } from '../box-fragment.js'
import { APPEAL, afterAll, type FlowBreakToken, flowToken, tokenAt } from '../break-token.js'
import type { ConstraintSpace, Fragmentation } from '../constraint-space.js'
import { cutSides, inOnePiece, slicedInsets } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { IntrinsicAlgorithm, LayoutAlgorithm, LayoutContext, PlacedResult } from '../layout-types.js'
import { contentRatio } from '../natural-ratio.js'
import {
  clampBoxHeight,
  clampBoxWidth,
  type Edges,
  resolveBoxHeight,
  resolveBoxWidth,
  resolveEdges,
} from '../sizing.js'

/** Size of a replaced element without any natural size (CSS 2.2 §10.3.2). */
const DEFAULT_SIZE: Size = { width: 300, height: 150 }

/**
 * Lays out an image (CSS 2.2 §10.3.2, §10.6.2). It is broken only where it is asked for on a page that has no room for it:
 * then it is cut there.
 */
export const layoutReplaced: LayoutAlgorithm<ReplacedBox> = (ctx, box, space, given) => {
  ctx.stats.layoutCalls++
  const edges = resolveEdges(box.style, space.availableWidth, space.border)
  const content = contentSize(ctx, box, space, edges)
  const { border, padding } = edges
  const whole = boxFragment({
    box,
    width: space.fixedWidth ?? snap(content.width) + edges.horizontal,
    height: space.fixedHeight ?? snap(content.height) + edges.vertical,
    border,
    padding,
    children: [],
    image: box.image,
  })
  const { fragmentation } = space
  const token = flowToken(given)
  const isCut = token !== undefined || (fragmentation.kind === 'paged' && whole.height > fragmentation.room)
  return isCut ? slice(whole, fragmentation, token) : inOnePiece(whole)
}

/** The part of an image that a page has room for. */
function slice(whole: BoxFragment, fragmentation: Fragmentation, token: FlowBreakToken | undefined): PlacedResult {
  const consumed = token?.consumed ?? 0
  const left = whole.height - consumed
  const room = fragmentation.kind === 'paged' ? Math.max(1, fragmentation.room) : left
  const height = Math.min(left, room)
  const isLast = height === left
  const { border, padding } = slicedInsets(whole, !token, isLast)
  const top = whole.border.top + whole.padding.top
  const inner = whole.height - top - whole.border.bottom - whole.padding.bottom
  const imagePart = { above: Math.max(0, consumed - top), height: inner }
  const overflow = token || isLast ? undefined : cutMessage(whole.height - room)
  const fragment = { ...whole, height, border, padding, imagePart, overflow, cut: cutSides(!token, isLast) }
  return {
    kind: 'placed',
    fragment: boxFragment(fragment),
    token: isLast ? undefined : tokenAt(afterAll(0), consumed + height),
    appeal: isLast ? APPEAL.perfect : APPEAL.lastResort,
    breakpoint: undefined,
  }
}

function cutMessage(excess: number): string {
  return `this image is ${Math.ceil(excess)} px taller than the page has room for and is cut there`
}

/** The sides that the properties give, the others by the natural ratio, limits applied (CSS 2.2 §10.4). */
function contentSize(ctx: LayoutContext, box: ReplacedBox, space: ConstraintSpace, edges: Edges): Size {
  const { style } = box
  const ratio = contentRatio(box)
  const byContent = space.heightMode === 'content'
  const given =
    space.fixedHeight ?? (byContent ? undefined : resolveBoxHeight(style, style.height, space.availableHeight, edges))
  const height = given === undefined ? undefined : Math.max(0, given - edges.vertical)
  const limitWidth = (width: number) =>
    clampBoxWidth(ctx, box, width + edges.horizontal, space, edges) - edges.horizontal
  const limitHeight = (value: number) =>
    byContent || space.fixedHeight !== undefined
      ? value
      : clampBoxHeight(style, value + edges.vertical, space.availableHeight, edges) - edges.vertical

  if (style.width !== 'auto' || space.fixedWidth !== undefined) {
    const width = resolveBoxWidth(ctx, box, space, edges) - edges.horizontal
    return { width, height: limitHeight(height ?? heightFor(box, width, ratio)) }
  }
  if (height !== undefined) {
    const limited = limitHeight(height)
    return {
      width: limitWidth(ratio ? limited * ratio : (box.naturalWidth ?? DEFAULT_SIZE.width * box.style.zoom)),
      height: limited,
    }
  }
  const width = limitWidth(box.naturalWidth ?? widthWithoutOwn(box, space, edges, ratio))
  const natural = heightFor(box, width, ratio)
  const limited = limitHeight(natural)
  return ratio && limited !== natural
    ? { width: limitWidth(limited * ratio), height: limited }
    : { width, height: limited }
}

/** An image with a ratio but no size takes the available width (CSS 2.2 §10.3.2). */
function widthWithoutOwn(
  { style, naturalHeight }: ReplacedBox,
  space: ConstraintSpace,
  edges: Edges,
  ratio: number | undefined,
): number {
  if (!ratio || naturalHeight !== undefined) return DEFAULT_SIZE.width * style.zoom
  const margins = [style.marginLeft, style.marginRight].map((margin) =>
    margin === 'auto' ? 0 : resolveLength(margin, space.availableWidth),
  )
  return Math.max(0, space.availableWidth - edges.horizontal - (margins[0] ?? 0) - (margins[1] ?? 0))
}

function heightFor(box: ReplacedBox, width: number, ratio: number | undefined): number {
  return ratio ? width / ratio : (box.naturalHeight ?? DEFAULT_SIZE.height * box.style.zoom)
}

/** An image asks for its natural width, or for what its height makes of it. */
export const replacedIntrinsicSizes: IntrinsicAlgorithm<ReplacedBox> = (_ctx, box, height) => {
  const own = height ?? (typeof box.style.height === 'number' ? box.style.height : undefined)
  const ratio = contentRatio(box)
  const width =
    own !== undefined && ratio ? snap(own * ratio) : (box.naturalWidth ?? DEFAULT_SIZE.width * box.style.zoom)
  return { minContent: width, maxContent: width }
}

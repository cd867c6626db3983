import type { Insets } from '../base/geometry.js'
import { snap } from '../base/units.js'
import type { BlockBox, Box } from '../boxes/box-tree.js'
import { isOrthogonal as hasOrthogonalContent } from '../boxes/build/turned-content.js'
import type { LengthPercentage } from '../css/values/compute-length.js'
import { hasBase, needsBase, resolveLength } from '../css/values/resolve-length.js'
import type { ComputedStyle, SizeValue } from '../style/computed-style.js'
import { type ConstraintSpace, isDefiniteHeight, isLeastHeight, shrinkSpace } from './constraint-space.js'
import type { IntrinsicSizes, LayoutContext } from './layout-types.js'
import { contentRatio } from './natural-ratio.js'

/** Border and padding of a box, used values in px. */
export interface Edges {
  readonly border: Insets
  readonly padding: Insets
  /** Sums of border and padding on both sides of an axis. */
  readonly horizontal: number
  readonly vertical: number
}

/** The edges of a style, and the width that percentages of its padding refer to; none do where that is undefined. */
interface KnownEdges {
  readonly edges: Edges
  readonly containingWidth: number | undefined
}

/** They live as long as the computed styles do, which documents of a template share. */
const edgesOfStyles = new WeakMap<ComputedStyle, KnownEdges>()

/** Used border and padding (CSS 2.2 §8); percentages resolve against the containing block's width on all sides. */
export function resolveEdges(style: ComputedStyle, containingWidth: number, imposed: Insets | undefined): Edges {
  const known = edgesOfStyles.get(style)
  if (known && (known.containingWidth === undefined || known.containingWidth === containingWidth)) {
    return imposed ? withPadding(imposed, known.edges.padding) : known.edges
  }
  const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth } = style
  const { paddingTop, paddingRight, paddingBottom, paddingLeft } = style
  const padding = {
    top: resolveLength(paddingTop, containingWidth),
    right: resolveLength(paddingRight, containingWidth),
    bottom: resolveLength(paddingBottom, containingWidth),
    left: resolveLength(paddingLeft, containingWidth),
  }
  const isFixed = ![paddingTop, paddingRight, paddingBottom, paddingLeft].some(needsBase)
  const border = { top: borderTopWidth, right: borderRightWidth, bottom: borderBottomWidth, left: borderLeftWidth }
  const edges = withPadding(border, padding)
  edgesOfStyles.set(style, { edges, containingWidth: isFixed ? undefined : containingWidth })
  return imposed ? withPadding(imposed, padding) : edges
}

function withPadding(border: Insets, padding: Insets): Edges {
  return {
    border,
    padding,
    horizontal: border.left + padding.left + padding.right + border.right,
    vertical: border.top + padding.top + padding.bottom + border.bottom,
  }
}

/** A margin in px, `auto` counting as zero. */
export function resolveMargin(margin: LengthPercentage | 'auto', containingWidth: number): number {
  return margin === 'auto' ? 0 : resolveLength(margin, containingWidth)
}

/**
 * Border-box width of a block-level or atomic box (CSS 2.2 §10.3.3, §10.3.9, §10.4; css-sizing-3 §5).
 * @param space its `availableWidth` is the containing block's content width
 */
export function resolveBoxWidth(ctx: LayoutContext, box: Box, space: ConstraintSpace, edges: Edges): number {
  if (space.fixedWidth !== undefined) return space.fixedWidth
  const available = availableForBox(box, space)
  const width =
    widthOf(ctx, box, box.style.width, space, edges) ??
    leastByContent(ctx, box, ratioWidth(box, space, edges), space, edges) ??
    (fills(box, space) ? available : acrossLines(ctx, box, space, edges)) ??
    fitContent(sizesIn(ctx, box, space, edges), edges.horizontal, available)
  return clampBoxWidth(ctx, box, clampByRatio(box, width, space.availableHeight, edges), space, edges)
}

/** Whether a box of automatic width takes all that is available. */
function fills(box: Box, { autoWidth }: ConstraintSpace): boolean {
  return autoWidth === 'stretch' || (autoWidth === 'fill' && !box.style.contain.fits && !isOrthogonal(box))
}

/** Lines that run across those around them make a box as wide as they need (css-writing-modes-4 §7.3). */
export function isOrthogonal({ kind, style }: Box): boolean {
  return kind === 'block' && hasOrthogonalContent(style)
}

/** The width of a box whose lines run across those around it, and are no longer than its containing block is high. */
function acrossLines(ctx: LayoutContext, box: Box, space: ConstraintSpace, edges: Edges): number | undefined {
  const length = lengthOfLines(ctx, box, space, edges)
  const content = box.kind === 'block' ? box.children[0] : undefined
  if (length === undefined || !content) return undefined
  return ctx.layoutWhole(content, shrinkSpace(0, length)).width + edges.horizontal
}

/**
 * The length of lines that run across those around the box, where that is neither given nor left to the content alone: as
 * much as they want within what its containing block leaves, if the height of that is definite (css-writing-modes-4 §7.3.1).
 */
export function lengthOfLines(
  ctx: LayoutContext,
  box: Box,
  { availableWidth, availableHeight, heightMode }: ConstraintSpace,
  { vertical }: Edges,
): number | undefined {
  if (availableHeight === undefined || box.style.height !== 'auto' || heightMode === 'content') return undefined
  if (box.kind !== 'block' || !isOrthogonal(box)) return undefined
  const enclosed = box.children[0]
  // Flex containers and grids fill the size that is imposed on them.
  if (enclosed?.kind !== 'enclosed' || enclosed.content.kind !== 'block') return undefined
  const { marginTop, marginBottom } = box.style
  const margins = resolveMargin(marginTop, availableWidth) + resolveMargin(marginBottom, availableWidth)
  const { minContent, maxContent } = ctx.intrinsicSizes(enclosed.content)
  return snap(Math.min(Math.max(minContent, availableHeight - margins - vertical), maxContent))
}

/** Applies `min-width` and `max-width` to a border-box width (CSS 2.2 §10.4). */
export function clampBoxWidth(
  ctx: LayoutContext,
  box: Box,
  width: number,
  space: ConstraintSpace,
  edges: Edges,
): number {
  const { minWidth, maxWidth } = box.style
  const limit = maxWidth === 'none' ? undefined : widthOf(ctx, box, maxWidth, space, edges)
  const floor = widthOf(ctx, box, minWidth, space, edges) ?? 0
  return Math.max(edges.horizontal, floor, limit === undefined ? width : Math.min(width, limit))
}

/**
 * Left edge of a block-level box by its margins (CSS 2.2 §10.3.3): auto margins share the free space, else it goes to
 * the end side, or where `<center>` and the `align` attribute put blocks.
 * @param left the edges that its margins leave it
 */
export function placeInLine(
  { marginLeft, marginRight }: ComputedStyle,
  { direction, blockAlign: align }: Pick<ComputedStyle, 'direction' | 'blockAlign'>,
  { left, right, width }: { readonly left: number; readonly right: number; readonly width: number },
): number {
  const free = right - left - width
  if (free > 0 && marginLeft === 'auto') return left + (marginRight === 'auto' ? snap(free / 2) : free)
  if (free > 0 && marginRight === 'auto') return left
  if (free > 0 && align === 'center') return left + snap(free / 2)
  const toRight = align === 'normal' ? direction === 'rtl' : align === 'right'
  return toRight ? right - width : left
}

/** Width that the containing block leaves between the box's margins. */
function availableForBox(box: Box, space: ConstraintSpace): number {
  const { marginLeft, marginRight } = box.style
  const { availableWidth } = space
  const margins = resolveMargin(marginLeft, availableWidth) + resolveMargin(marginRight, availableWidth)
  return Math.max(0, availableWidth - margins)
}

/** A width property as a border-box width; undefined for `auto`. */
export function widthOf(
  ctx: LayoutContext,
  box: Box,
  value: SizeValue,
  space: ConstraintSpace,
  edges: Edges,
): number | undefined {
  switch (value) {
    case 'auto':
      return undefined
    case 'min-content':
      return sizesIn(ctx, box, space, edges).minContent + edges.horizontal
    case 'max-content':
      return sizesIn(ctx, box, space, edges).maxContent + edges.horizontal
    case 'fit-content':
      return fitContent(sizesIn(ctx, box, space, edges), edges.horizontal, availableForBox(box, space))
    default: {
      const length = resolveLength(value, space.availableWidth)
      return box.style.boxSizing === 'border-box' ? Math.max(length, edges.horizontal) : length + edges.horizontal
    }
  }
}

/** Shrink-to-fit (CSS 2.2 §10.3.5): as wide as the content wants, within what is available. */
function fitContent({ minContent, maxContent }: IntrinsicSizes, edges: number, available: number): number {
  return Math.min(Math.max(minContent + edges, available), maxContent + edges)
}

/** The preferred aspect ratio where it applies: to all but tables and their parts (css-sizing-4 §5.1). */
export function preferredRatio(box: Box): number | undefined {
  return box.kind === 'block' || box.kind === 'flex' || box.kind === 'grid' ? box.style.aspectRatio.ratio : undefined
}

/** A width by the ratio, which leaves room for the content unless `min-width` or `overflow` say otherwise (§5.1.1). */
function leastByContent(
  ctx: LayoutContext,
  box: Box,
  width: number | undefined,
  space: ConstraintSpace,
  edges: Edges,
): number | undefined {
  const { minWidth, overflowX } = box.style
  if (width === undefined || minWidth !== 'auto' || overflowX === 'hidden') return width
  return Math.max(width, sizesIn(ctx, box, space, edges).minContent + edges.horizontal)
}

/** Border-box width of a box whose height is definite, by its preferred aspect ratio. */
export function ratioWidth(box: Box, space: ConstraintSpace, edges: Edges): number | undefined {
  const ratio = preferredRatio(box)
  if (ratio === undefined) return undefined
  const { style } = box
  const height = space.fixedHeight ?? resolveBoxHeight(style, style.height, space.availableHeight, edges)
  return height === undefined
    ? undefined
    : byRatio(
        style,
        clampBoxHeight(style, height, space.availableHeight, edges),
        edges.vertical,
        edges.horizontal,
        ratio,
      )
}

/**
 * Applies `min-height` and `max-height` to a border-box width that is not given, by the preferred aspect ratio
 * (css-sizing-4 §5.1.2). `min-width` and `max-width` come after them.
 */
export function clampByRatio(box: Box, width: number, containingHeight: number | undefined, edges: Edges): number {
  return typeof box.style.width === 'string' ? limitByHeights(box, width, containingHeight, edges) : width
}

/** The same for a width of which it does not matter what `width` says, such as that of the content of a flex item. */
export function limitByHeights(box: Box, width: number, containingHeight: number | undefined, edges: Edges): number {
  const { style } = box
  const ratio = box.kind === 'replaced' ? contentRatio(box) : preferredRatio(box)
  if (ratio === undefined) return width
  const transferred = (value: SizeValue | 'none'): number | undefined => {
    const height = resolveBoxHeight(style, value, containingHeight, edges)
    return height === undefined ? undefined : byRatio(style, height, edges.vertical, edges.horizontal, ratio)
  }
  return Math.max(transferred(style.minHeight) ?? 0, Math.min(width, transferred(style.maxHeight) ?? width))
}

/** Border-box height of a box whose width is known and whose height is automatic, by its preferred aspect ratio. */
export function ratioHeight(box: Box, width: number, edges: Edges): number | undefined {
  const ratio = preferredRatio(box)
  return ratio === undefined ? undefined : byRatio(box.style, width, edges.horizontal, edges.vertical, 1 / ratio)
}

/** The ratio is that of the box that `box-sizing` names (css-sizing-4 §5.1), unless `auto` makes it the content's. */
function byRatio(
  { boxSizing, aspectRatio }: ComputedStyle,
  size: number,
  from: number,
  to: number,
  factor: number,
): number {
  if (boxSizing === 'border-box' && !aspectRatio.auto) return Math.max(to, snap(size * factor))
  return snap(Math.max(0, size - from) * factor) + to
}

/**
 * A height property as a border-box height, or undefined when it is automatic: also percentages of an
 * indefinite height (CSS 2.2 §10.5) and the content keywords, which equal `auto` for heights.
 */
export function resolveBoxHeight(
  style: ComputedStyle,
  value: SizeValue | 'none',
  containingHeight: number | undefined,
  edges: Edges,
): number | undefined {
  if (typeof value === 'string') return undefined
  // Percentages that cancel each other make a height automatic all the same; limits keep the rest, as in browsers.
  const isPercentage = value === style.height ? hasBase(value) : needsBase(value)
  if (containingHeight === undefined && isPercentage) return undefined
  const length = resolveLength(value, containingHeight ?? 0)
  return style.boxSizing === 'content-box' ? length + edges.vertical : Math.max(length, edges.vertical)
}

/** Applies `min-height` and `max-height` to a border-box height (CSS 2.2 §10.7). */
export function clampBoxHeight(
  style: ComputedStyle,
  height: number,
  containingHeight: number | undefined,
  edges: Edges,
): number {
  const limit = resolveBoxHeight(style, style.maxHeight, containingHeight, edges)
  const floor = resolveBoxHeight(style, style.minHeight, containingHeight, edges)
  const limited = limit === undefined ? height : Math.min(height, limit)
  return floor === undefined ? limited : Math.max(limited, floor)
}

/**
 * Applies `min-height` and `max-height` where they count: not to a height that is imposed or that of the content, nor,
 * as in browsers, to table cells, for which CSS 2.2 §10.7 leaves them undefined.
 */
export function limitBoxHeight(box: Box, space: ConstraintSpace, edges: Edges, height: number): number {
  const isImposed = space.fixedHeight !== undefined && !isLeastHeight(space)
  if (isImposed || space.heightMode === 'content' || box.kind === 'table-cell') return height
  return clampBoxHeight(box.style, height, space.availableHeight, edges)
}

/** The height to which those of the content refer that are given in percent, if there is one. */
export function baseOfHeights(
  box: Box,
  space: ConstraintSpace,
  height: number | undefined,
  edges: Edges,
): number | undefined {
  const { vertical } = edges
  if (height !== undefined) {
    return isDefiniteHeight(space) ? Math.max(0, limitBoxHeight(box, space, edges, height) - vertical) : undefined
  }
  return box.kind === 'block' ? heightHandedOn(box, space.availableWidth, space.availableHeight, vertical) : undefined
}

/** The height that a block of automatic height hands on from its containing block. */
export function heightHandedOn(
  { handsHeightOn, style }: BlockBox,
  availableWidth: number,
  availableHeight: number | undefined,
  vertical: number,
): number | undefined {
  if (!handsHeightOn || availableHeight === undefined) return undefined
  if (handsHeightOn === 'whole') return availableHeight
  const margins = resolveMargin(style.marginTop, availableWidth) + resolveMargin(style.marginBottom, availableWidth)
  return Math.max(0, availableHeight - margins - vertical)
}

/** The height of the content box of a box where it is definite before the box is laid out. */
export function heightOfContent(box: Box, space: ConstraintSpace, edges: Edges): number | undefined {
  const given = space.heightMode === 'content' ? undefined : box.style.height
  const height = space.fixedHeight ?? (given && resolveBoxHeight(box.style, given, space.availableHeight, edges))
  return baseOfHeights(box, space, height, edges)
}

/** Intrinsic widths of a box whose height may be definite. */
function sizesIn(ctx: LayoutContext, box: Box, space: ConstraintSpace, edges: Edges): IntrinsicSizes {
  return ctx.intrinsicSizes(box, heightOfContent(box, space, edges))
}

/**
 * The box's contributions to its container's intrinsic widths: its margin box under min-content and max-content
 * (css-sizing-3 §5.2). Percentages count as zero or as `auto`, as §5.2.1 says.
 * @param height to which percentages of heights refer, where it is definite
 * @param fixedHeight border-box height that is imposed on the box
 */
export function intrinsicContribution(
  ctx: LayoutContext,
  box: Box,
  height?: number,
  fixedHeight?: number,
): IntrinsicSizes {
  const { style } = box
  const edges = resolveEdges(style, 0, undefined)
  const margins = resolveMargin(style.marginLeft, 0) + resolveMargin(style.marginRight, 0)
  const isPlain = height === undefined && fixedHeight === undefined
  const space = isPlain ? INTRINSIC_SPACE : { ...shrinkSpace(0, height), fixedHeight }
  const min = clampIntrinsic(ctx, box, edges, 'minContent', space)
  const max = clampIntrinsic(ctx, box, edges, 'maxContent', space)
  return { minContent: snap(min + margins), maxContent: snap(max + margins) }
}

/** Where percentages of heights are not definite. */
const INTRINSIC_SPACE = shrinkSpace(0, undefined)

function clampIntrinsic(
  ctx: LayoutContext,
  box: Box,
  edges: Edges,
  which: keyof IntrinsicSizes,
  space: ConstraintSpace,
): number {
  const { style } = box
  if (which === 'minContent' && isCompressible(box)) return clampCompressed(ctx, box, edges)
  const given = definiteWidth(ctx, box, style.width, edges) ?? ratioWidth(box, space, edges)
  // A table is never narrower than its content, whatever its width says (css-tables-3 §4.1).
  const width =
    given === undefined || box.kind === 'table-wrapper'
      ? Math.max(
          given ?? 0,
          sizesIn(ctx, box, space, edges)[given === undefined ? which : 'minContent'] + edges.horizontal,
        )
      : given
  const transferred = clampByRatio(box, width, space.availableHeight, edges)
  const limit = style.maxWidth === 'none' ? undefined : definiteWidth(ctx, box, style.maxWidth, edges)
  const floor = definiteWidth(ctx, box, style.minWidth, edges) ?? 0
  return Math.max(floor, limit === undefined ? transferred : Math.min(transferred, limit))
}

/** Whether a percentage lets the container make the box as narrow as it likes (css-sizing-3 §5.2.2). */
function isCompressible({ kind, style }: Box): boolean {
  if (kind !== 'replaced') return false
  return isPercentage(style.width) || isPercentage(style.maxWidth)
}

function clampCompressed(ctx: LayoutContext, box: Box, edges: Edges): number {
  return Math.max(edges.horizontal, definiteWidth(ctx, box, box.style.minWidth, edges) ?? 0)
}

export function isPercentage(value: SizeValue | 'none'): boolean {
  return typeof value === 'object' && needsBase(value)
}

/** A width property that does not depend on the container, as a border-box width. */
export function definiteWidth(ctx: LayoutContext, box: Box, value: SizeValue, edges: Edges): number | undefined {
  if (typeof value === 'number') {
    return box.style.boxSizing === 'border-box' ? Math.max(value, edges.horizontal) : value + edges.horizontal
  }
  if (value === 'min-content') return ctx.intrinsicSizes(box).minContent + edges.horizontal
  if (value === 'max-content') return ctx.intrinsicSizes(box).maxContent + edges.horizontal
  return undefined
}

import { snap } from '../../base/units.js'
import type { FlexBox, ItemBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { usedSelfAlignment } from '../align/align-self.js'
import { type ConstraintSpace, UNFRAGMENTED } from '../constraint-space.js'
import type { IntrinsicAlgorithm, IntrinsicSizes, LayoutContext } from '../layout-types.js'
import {
  clampBoxHeight,
  definiteWidth,
  type Edges,
  intrinsicContribution,
  resolveBoxHeight,
  resolveEdges,
  resolveMargin,
} from '../sizing.js'
import { widthFollowsHeight } from '../width-by-height.js'
import { flexContainer, gapLength, isRowDirection, itemsInFlow, limitLength } from './flex-container.js'
import { isStretched, transferredWidth } from './flex-item.js'
import { multiColumnWidth } from './flex-layout.js'

/**
 * Intrinsic widths of a flex container. AD-HOC: as browsers compute them, not css-flexbox-1 §9.9.1: in a row, an item
 * counts with its contribution, or with its flex base size where it cannot grow or shrink to that; for the min-content size only
 * if that is a length.
 */
export const flexIntrinsicSizes: IntrinsicAlgorithm<FlexBox> = (ctx, box, height) => {
  return isRowDirection(box.style) ? rowSizes(ctx, box, height ?? givenHeight(box)) : columnSizes(ctx, box, height)
}

/** @param height of the content box of the container, where it is definite */
function rowSizes(ctx: LayoutContext, box: FlexBox, height: number | undefined): IntrinsicSizes {
  const isMultiLine = box.style.flexWrap !== 'nowrap'
  const items = itemsInFlow(box)
  const gaps = gapLength(box.style.columnGap, undefined) * Math.max(0, items.length - 1)
  const lineHeight = isMultiLine ? undefined : height
  let sum = 0
  let largest = 0
  let maxContent = gaps
  for (const item of items) {
    const stretched = stretchedHeight(box, item, lineHeight)
    const sizes =
      stretchedByRatio(ctx, item, stretched, height) ?? rowContribution(ctx, item, isMultiLine, { height, stretched })
    sum += sizes.minContent
    largest = Math.max(largest, sizes.minContent)
    maxContent += sizes.maxContent
  }
  const minContent = Math.max(0, snap(isMultiLine ? largest : sum + gaps))
  return { minContent, maxContent: Math.max(minContent, snap(maxContent)) }
}

/** The height of the content box of a container where it depends on nothing around it. */
function givenHeight({ style }: FlexBox): number | undefined {
  const edges = resolveEdges(style, 0, undefined)
  const height = resolveBoxHeight(style, style.height, undefined, edges)
  if (height === undefined) return undefined
  return Math.max(0, clampBoxHeight(style, height, undefined, edges) - edges.vertical)
}

/** The border-box height of an item that is as high as its line. */
function stretchedHeight(
  { style: container }: FlexBox,
  item: ItemBox,
  lineHeight: number | undefined,
): number | undefined {
  const { style } = item
  if (lineHeight === undefined) return undefined
  if (!isStretched({ isRow: true }, style, usedSelfAlignment(style.alignSelf, container.alignItems))) return undefined
  const edges = resolveEdges(style, 0, undefined)
  const outerHeight = lineHeight - resolveMargin(style.marginTop, 0) - resolveMargin(style.marginBottom, 0)
  return Math.max(edges.vertical, clampBoxHeight(style, outerHeight, lineHeight, edges))
}

/** The margin box of an item whose width goes with the height of its line by its aspect ratio (§9.2 step 3 B). */
function stretchedByRatio(
  ctx: LayoutContext,
  item: ItemBox,
  height: number | undefined,
  lineHeight: number | undefined,
): IntrinsicSizes | undefined {
  const { style } = item
  const { flexBasis, width } = style
  if (height === undefined || width !== 'auto' || (flexBasis !== 'auto' && flexBasis !== 'content')) return undefined
  const edges = resolveEdges(style, 0, undefined)
  const transferred = transferredWidth(item, height, lineHeight, edges)
  if (transferred === undefined) return undefined
  const limited = limitWidth(ctx, item, edges, transferred, transferred)
  const outer = limited + resolveMargin(style.marginLeft, 0) + resolveMargin(style.marginRight, 0)
  return { minContent: outer, maxContent: outer }
}

/** Heights that are definite for an item: of the content box of its container, and its own where it is stretched. */
interface KnownHeights {
  readonly height: number | undefined
  readonly stretched: number | undefined
}

/** The margin box of an item under both constraints. */
function rowContribution(
  ctx: LayoutContext,
  item: ItemBox,
  isMultiLine: boolean,
  { height, stretched }: KnownHeights,
): IntrinsicSizes {
  const { style } = item
  const outer = intrinsicContribution(ctx, item, height, stretched)
  const margins = resolveMargin(style.marginLeft, 0) + resolveMargin(style.marginRight, 0)
  const edges = resolveEdges(style, 0, undefined)
  const base = Math.max(edges.horizontal, baseWidth(ctx, item, edges, outer.maxContent - margins))
  const hypothetical =
    limitWidth(ctx, item, edges, base, contentMinimum(ctx, item, edges, outer.minContent - margins)) + margins
  const cannotFlexTo = (size: number) =>
    (size > base && style.flexGrow === 0) || (size < base && style.flexShrink === 0)
  // What it wants by its content is no reason to make a container wider that is to be as narrow as it can.
  const mayKeepBase = !isMultiLine && hasLengthBasis(style)
  return {
    minContent: mayKeepBase && cannotFlexTo(outer.minContent - margins) ? hypothetical : outer.minContent,
    maxContent: cannotFlexTo(outer.maxContent - margins) ? hypothetical : outer.maxContent,
  }
}

/** The width below which the content of an item lets nothing shrink it (css-flexbox-1 §4.5): no more than its own. */
function contentMinimum(ctx: LayoutContext, item: ItemBox, edges: Edges, contribution: number): number {
  if (item.kind === 'replaced' || item.kind === 'table-wrapper' || item.style.width === 'auto') return contribution
  return Math.min(contribution, ctx.intrinsicSizes(item).minContent + edges.horizontal)
}

function hasLengthBasis({ flexBasis, width }: ComputedStyle): boolean {
  return typeof (flexBasis === 'auto' ? width : flexBasis) === 'number'
}

/** The flex base size in a container of indefinite width, where percentages count as `content`. */
function baseWidth(ctx: LayoutContext, item: ItemBox, edges: Edges, maxContent: number): number {
  const { flexBasis, width } = item.style
  const basis = flexBasis === 'auto' ? width : flexBasis
  const given = basis === 'content' ? undefined : definiteWidth(ctx, item, basis, edges)
  if (given !== undefined) return given
  if (item.kind === 'replaced' || widthFollowsHeight(ctx, item)) return maxContent
  return ctx.intrinsicSizes(item).maxContent + edges.horizontal
}

function limitWidth(ctx: LayoutContext, item: ItemBox, edges: Edges, width: number, minContent: number): number {
  const { minWidth, maxWidth, overflow } = item.style
  const maximum = maxWidth === 'none' ? undefined : definiteWidth(ctx, item, maxWidth, edges)
  const automatic = overflow === 'hidden' ? 0 : Math.min(minContent, maximum ?? minContent)
  const minimum = minWidth === 'auto' ? automatic : (definiteWidth(ctx, item, minWidth, edges) ?? 0)
  return limitLength(width, minimum, maximum)
}

/** A column is as wide as its widest item, several columns as wide as all of them. */
function columnSizes(ctx: LayoutContext, box: FlexBox, height: number | undefined): IntrinsicSizes {
  let minContent = 0
  let maxContent = 0
  for (const item of itemsInFlow(box)) {
    const sizes = intrinsicContribution(ctx, item, height)
    minContent = Math.max(minContent, sizes.minContent)
    maxContent = Math.max(maxContent, sizes.maxContent)
  }
  return box.style.flexWrap === 'nowrap' ? { minContent, maxContent } : wrappedSizes(ctx, box, minContent, maxContent)
}

function wrappedSizes(ctx: LayoutContext, box: FlexBox, minContent: number, widest: number): IntrinsicSizes {
  const edges = resolveEdges(box.style, 0, undefined)
  const space: ConstraintSpace = {
    availableWidth: 0,
    availableHeight: undefined,
    fixedWidth: widest + edges.horizontal,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fill',
    fragmentation: UNFRAGMENTED,
  }
  return { minContent, maxContent: Math.max(minContent, multiColumnWidth(ctx, flexContainer(ctx, box, space))) }
}

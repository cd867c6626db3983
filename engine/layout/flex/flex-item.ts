import type { Insets } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { ItemBox } from '../../boxes/box-tree.js'
import type { SelfAlignment } from '../../css/values/alignment-value.js'
import type { ComputedStyle, SizeValue } from '../../style/computed-style.js'
import { usedSelfAlignment } from '../align/align-self.js'
import { type ConstraintSpace, shrinkSpace, UNFRAGMENTED } from '../constraint-space.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { contentRatio } from '../natural-ratio.js'
import {
  clampBoxHeight,
  clampBoxWidth,
  clampByRatio,
  type Edges,
  limitByHeights,
  ratioHeight,
  ratioWidth,
  resolveBoxHeight,
  resolveBoxWidth,
  resolveEdges,
  resolveMargin,
  widthOf,
} from '../sizing.js'
import { type FlexContainer, limitLength } from './flex-container.js'
import type { FlexibleItem } from './flexible-lengths.js'

/** A flex item with its flex base size and its limits along the main axis (css-flexbox-1 §9.2). */
export interface FlexItem extends FlexibleItem {
  readonly box: ItemBox
  readonly edges: Edges
  /** Used margins, `auto` as zero. */
  readonly margin: Insets
  readonly crossMargins: number
  readonly alignment: SelfAlignment
  /** Its cross size is that of its line: `align-self: stretch` with nothing that gives it another. */
  readonly stretches: boolean
  /** Border-box width that is imposed on it in a column; undefined where its height decides. */
  readonly columnWidth: number | undefined
  /** Percentages in it refer to its height in a column: its flex basis or its container has one (§9.8). */
  readonly hasDefiniteHeight: boolean
}

/** css-flexbox-1 §9.2 step 3. */
export function flexItem(ctx: LayoutContext, container: FlexContainer, box: ItemBox): FlexItem {
  const { style } = box
  const { isRow } = container
  const edges = resolveEdges(style, container.width, undefined)
  const margin = usedMargins(style, container.width)
  const alignment = usedSelfAlignment(style.alignSelf, container.style.alignItems)
  const frame = { box, edges, margin, alignment, stretches: isStretched(container, style, alignment) }
  const mainEdges = isRow ? edges.horizontal : edges.vertical
  const sizes = new ItemSizes(ctx, container, frame)
  const basis = sizes.definiteBasis()
  const baseSize = Math.max(mainEdges, basis ?? sizes.contentSize())
  const maximum = sizes.maximum()
  const minimum = Math.max(mainEdges, sizes.minimum(maximum))
  return {
    box,
    edges,
    margin,
    alignment,
    stretches: frame.stretches,
    columnWidth: isRow ? undefined : sizes.columnWidth,
    hasDefiniteHeight: container.percentageHeight !== undefined || (!isRow && basis !== undefined),
    baseSize,
    hypotheticalSize: limitLength(baseSize, minimum, maximum),
    minimum,
    maximum,
    mainEdges,
    mainMargins: isRow ? margin.left + margin.right : margin.top + margin.bottom,
    crossMargins: isRow ? margin.top + margin.bottom : margin.left + margin.right,
    grow: style.flexGrow,
    shrink: style.flexShrink,
  }
}

/** The part of an item that does not depend on its content. */
type ItemFrame = Pick<FlexItem, 'box' | 'edges' | 'margin' | 'alignment' | 'stretches'>

function usedMargins(style: ComputedStyle, containingWidth: number): Insets {
  return {
    top: resolveMargin(style.marginTop, containingWidth),
    right: resolveMargin(style.marginRight, containingWidth),
    bottom: resolveMargin(style.marginBottom, containingWidth),
    left: resolveMargin(style.marginLeft, containingWidth),
  }
}

/** css-flexbox-1 §8.3. AD-HOC: a percentage of an indefinite height is not automatic here, as in browsers. */
export function isStretched(
  container: Pick<FlexContainer, 'isRow'>,
  style: ComputedStyle,
  { keyword }: SelfAlignment,
): boolean {
  if (keyword !== 'stretch' && keyword !== 'normal') return false
  if (!container.isRow) return style.width === 'auto' && style.marginLeft !== 'auto' && style.marginRight !== 'auto'
  return style.height === 'auto' && style.marginTop !== 'auto' && style.marginBottom !== 'auto'
}

/** A space for an item in one piece. */
export function itemSpace(
  container: FlexContainer,
  width: number | undefined,
  height: number | undefined,
  heightMode: ConstraintSpace['heightMode'],
): ConstraintSpace {
  return {
    availableWidth: container.width,
    availableHeight: container.percentageHeight,
    fixedWidth: width,
    fixedHeight: height,
    heightMode,
    border: undefined,
    autoWidth: 'fit-content',
    fragmentation: UNFRAGMENTED,
  }
}

/**
 * Lays out an item in one piece. What its layout does not depend on is left out of the space, so that it is found again
 * when the container is laid out with another height.
 */
export function layoutItem(ctx: LayoutContext, box: ItemBox, space: ConstraintSpace): BoxFragment {
  const { style } = box
  const heightMode = space.heightMode === 'content' && isAutomaticHeight(style) ? undefined : space.heightMode
  const availableHeight = refersToHeight(style) && heightMode !== 'content' ? space.availableHeight : undefined
  return ctx.layoutWhole(box, { ...space, heightMode, availableHeight })
}

function isAutomaticHeight({ height, minHeight, maxHeight }: ComputedStyle): boolean {
  return height === 'auto' && minHeight === 'auto' && maxHeight === 'none'
}

/** Some height of the box is a percentage. */
export function refersToHeight({ height, minHeight, maxHeight }: ComputedStyle): boolean {
  return typeof height === 'object' || typeof minHeight === 'object' || typeof maxHeight === 'object'
}

/** Finds the sizes of one item along the main axis, all of its border box. */
class ItemSizes {
  /** In a column: the width that is imposed on the item. */
  readonly columnWidth: number | undefined
  readonly #ratio: number | undefined
  #content: number | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly container: FlexContainer,
    private readonly item: ItemFrame,
  ) {
    this.#ratio = ratioOf(item.box)
    this.columnWidth = container.isRow ? undefined : this.#columnWidth()
  }

  /** The flex base size where the flex basis gives it (§9.2 step 3 A); else it is the size of the content. */
  definiteBasis(): number | undefined {
    const { flexBasis, width, height } = this.item.box.style
    const basis = flexBasis === 'auto' ? (this.container.isRow ? width : height) : flexBasis
    // Even 0% of an indefinite height is `content` (§7.2.1).
    const isContent = basis === 'content' || (typeof basis === 'object' && this.#mainBase() === undefined)
    return isContent ? undefined : this.#definite(basis)
  }

  /** The size that percentages of main sizes refer to. */
  #mainBase(): number | undefined {
    return this.container.isRow ? this.container.width : this.container.percentageHeight
  }

  maximum(): number | undefined {
    const { maxWidth, maxHeight } = this.item.box.style
    const { isRow } = this.container
    if (!isRow && maxHeight !== 'none' && typeof maxHeight === 'string') return this.#contentHeight()
    const value = isRow ? maxWidth : maxHeight
    return value === 'none' ? undefined : this.#definite(value)
  }

  minimum(maximum: number | undefined): number {
    const { style } = this.item.box
    const value = this.container.isRow ? style.minWidth : style.minHeight
    if (!this.container.isRow && value !== 'auto' && typeof value === 'string') return this.#contentHeight()
    if (value !== 'auto') return Math.max(this.#definite(value) ?? 0, this.#leastOfTable())
    return style.overflow === 'hidden' ? 0 : this.#automaticMinimum(maximum)
  }

  /** A table is never smaller than its content, whatever its minimum says (css-tables-3 §4.1). */
  #leastOfTable(): number {
    return this.item.box.kind === 'table-wrapper' ? this.#minContentSize() : 0
  }

  /** The content-based minimum size (§4.5). */
  #automaticMinimum(maximum: number | undefined): number {
    const { box } = this.item
    const { isRow } = this.container
    const content = isRow ? this.#minContentSize() : this.#withinWidths(this.#minContentSize())
    // A table is never smaller than its content.
    const specified =
      box.kind === 'table-wrapper' ? undefined : this.#definite(isRow ? box.style.width : box.style.height)
    const transferred = box.kind === 'replaced' ? this.#transferredSize() : undefined
    const suggestion = specified ?? transferred
    const size = suggestion === undefined ? content : Math.min(suggestion, content)
    return maximum === undefined ? size : Math.min(size, maximum)
  }

  /** A main size property, undefined where it is automatic. */
  #definite(value: SizeValue): number | undefined {
    const { ctx, container, item } = this
    const { box, edges } = item
    if (!container.isRow) return resolveBoxHeight(box.style, value, container.percentageHeight, edges)
    const space = itemSpace(container, undefined, undefined, undefined)
    return widthOf(ctx, box, value, space, edges)
  }

  contentSize(): number {
    this.#content ??= this.#transferredSize() ?? this.#maxContentSize()
    return this.#content
  }

  #maxContentSize(): number {
    const { ctx, container, item } = this
    if (!container.isRow) return this.#contentHeight()
    if (item.box.kind === 'replaced') return this.#naturalWidth()
    return this.#limitedByRatio(
      snap(ctx.intrinsicSizes(item.box, this.#innerHeight()).maxContent) + item.edges.horizontal,
    )
  }

  #minContentSize(): number {
    const { ctx, container, item } = this
    if (!container.isRow) return this.#contentHeight()
    if (item.box.kind === 'replaced') return this.#naturalWidth()
    const minContent = snap(ctx.intrinsicSizes(item.box, this.#innerHeight()).minContent) + item.edges.horizontal
    return this.#transferredSize() ?? this.#limitedByRatio(minContent)
  }

  /** The width of the content of an item in a row within what limits its height, converted by its ratio (§4.5). */
  #limitedByRatio(width: number): number {
    return clampByRatio(this.item.box, width, this.container.percentageHeight, this.item.edges)
  }

  /** The height of the content of an item in a column within what limits its width, converted by its ratio (§4.5). */
  #withinWidths(height: number): number {
    const { box, edges } = this.item
    const { minWidth, maxWidth } = box.style
    if (this.#ratio === undefined || box.kind === 'replaced') return height
    const transferred = (value: SizeValue) => {
      const width = widthOf(this.ctx, box, value, itemSpace(this.container, undefined, undefined, undefined), edges)
      return width === undefined ? undefined : ratioHeight(box, width, edges)
    }
    const most = maxWidth === 'none' ? undefined : transferred(maxWidth)
    const least = minWidth === 'auto' ? undefined : transferred(minWidth)
    return Math.max(least ?? 0, Math.min(height, most ?? height))
  }

  #contentHeight(): number {
    const space = itemSpace(this.container, this.columnWidth, undefined, 'content')
    return layoutItem(this.ctx, this.item.box, space).height
  }

  /** Width of an image by its natural size and by what limits its height, whatever its `width` says. */
  #naturalWidth(): number {
    const { ctx, container, item } = this
    if (item.box.style.width === 'auto') {
      return layoutItem(ctx, item.box, itemSpace(container, undefined, undefined, undefined)).width
    }
    const natural = ctx.intrinsicSizes(item.box).maxContent + item.edges.horizontal
    return limitByHeights(item.box, natural, container.percentageHeight, item.edges)
  }

  /** The main size that a definite cross size makes by the aspect ratio (§9.2 step 3 B). */
  #transferredSize(): number | undefined {
    const { container, item } = this
    const { box, edges } = item
    if (this.#ratio === undefined) return undefined
    const cross = container.isRow ? this.#definiteHeight() : this.columnWidth
    if (cross === undefined) return undefined
    if (container.isRow) return transferredWidth(box, cross, container.percentageHeight, edges)
    if (box.kind !== 'replaced') return ratioHeight(box, cross, edges)
    return snap(Math.max(0, cross - edges.horizontal) / this.#ratio) + edges.vertical
  }

  /** The height of an item in a row when it is definite: its own, or that of a line of definite height (§9.9.1). */
  #definiteHeight(): number | undefined {
    const { container, item } = this
    const { box, edges, margin, stretches } = item
    const own = resolveBoxHeight(box.style, box.style.height, container.percentageHeight, edges)
    const line = stretches && !container.isMultiLine ? container.height : undefined
    const height = own ?? (line === undefined ? undefined : line - margin.top - margin.bottom)
    return height === undefined
      ? undefined
      : Math.max(edges.vertical, clampBoxHeight(box.style, height, container.percentageHeight, edges))
  }

  /** The height of the content box of an item in a row, where it is definite. */
  #innerHeight(): number | undefined {
    const height = this.#definiteHeight()
    return height === undefined ? undefined : Math.max(0, height - this.item.edges.vertical)
  }

  /** The width of an item in a column: that of the line in a single one, its own, or as wide as its content. */
  #columnWidth(): number | undefined {
    const { ctx, container, item } = this
    const { box, edges, margin, stretches } = item
    const space = itemSpace(container, undefined, undefined, undefined)
    if (stretches && !container.isMultiLine) {
      return clampBoxWidth(ctx, box, container.width - margin.left - margin.right, space, edges)
    }
    if (box.style.width === 'auto' && this.#ratio !== undefined) return undefined
    if (box.kind === 'replaced' || box.kind === 'table-wrapper') return layoutItem(ctx, box, space).width
    return resolveBoxWidth(ctx, box, space, edges)
  }
}

/** The border-box width that a definite border-box height makes by the aspect ratio, if the item has one. */
export function transferredWidth(
  box: ItemBox,
  height: number,
  containingHeight: number | undefined,
  edges: Edges,
): number | undefined {
  const ratio = ratioOf(box)
  if (ratio === undefined) return undefined
  if (box.kind === 'replaced') return snap(Math.max(0, height - edges.vertical) * ratio) + edges.horizontal
  return ratioWidth(box, { ...shrinkSpace(0, containingHeight), fixedHeight: height }, edges)
}

/** Width of an item for each px of its height, where it has a ratio of its own or of its content. */
export function ratioOf(box: ItemBox): number | undefined {
  switch (box.kind) {
    case 'replaced':
      return contentRatio(box)
    case 'table-wrapper':
      return undefined
    case 'block':
    case 'flex':
    case 'grid':
      return box.style.aspectRatio.ratio
    default:
      return assertNever(box)
  }
}

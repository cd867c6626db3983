import { BoundedCache } from '../../base/bounded-cache.js'
import { assertNever, invariant } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { ItemBox } from '../../boxes/box-tree.js'
import { needsBase } from '../../css/values/resolve-length.js'
import { type ConstraintSpace, UNFRAGMENTED } from '../constraint-space.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { contentRatio } from '../natural-ratio.js'
import { clampBoxHeight, clampBoxWidth, resolveEdges, resolveMargin } from '../sizing.js'
import type { GridItem } from './grid-item.js'
import { subgridWidth } from './subgrid-axes.js'

/**
 * The space of an item in its area (css-grid-1 §6.2): the area is its containing block, and what stretches fills it.
 * @param height undefined while the rows are not sized: nothing stretches then and percentages are automatic
 */
export function itemSpace(
  ctx: LayoutContext,
  item: GridItem,
  width: number,
  height: number | undefined,
): ConstraintSpace {
  const { box, justify, subgrid } = item
  const { style } = box
  const isFree = style.marginLeft !== 'auto' && style.marginRight !== 'auto'
  const stretchesX = isFree && style.width === 'auto' && stretches(box, justify.keyword)
  const space: ConstraintSpace = {
    availableWidth: width,
    availableHeight: height,
    fixedWidth: undefined,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: isFree && (stretchesX || justify.keyword === 'normal') ? 'stretch' : 'fit-content',
    fragmentation: UNFRAGMENTED,
    subgrid,
  }
  // Blocks of normal alignment fill the area as they fill any containing block, unless a ratio says otherwise.
  const fixesX = stretchesX && (box.kind === 'table-wrapper' || justify.keyword === 'stretch')
  const fixedWidth = subgrid ? subgridWidth(box, width) : fixesX ? stretchedWidth(ctx, box, space) : undefined
  const fixedHeight = height === undefined ? undefined : stretchedHeight(item, width, height)
  if (box.kind === 'replaced') return replacedSpace(ctx, box, { ...space, fixedWidth, fixedHeight })
  return {
    availableWidth: width,
    availableHeight: height,
    fixedWidth,
    fixedHeight,
    border: undefined,
    autoWidth: space.autoWidth,
    fragmentation: UNFRAGMENTED,
    subgrid,
  }
}

/** `normal` stretches what has neither a ratio nor, as images, a size of its own. */
function stretches(box: ItemBox, keyword: GridItem['justify']['keyword']): boolean {
  if (keyword === 'stretch') return true
  return keyword === 'normal' && box.kind !== 'replaced' && box.style.aspectRatio.ratio === undefined
}

function stretchedWidth(ctx: LayoutContext, box: ItemBox, space: ConstraintSpace): number {
  const { style } = box
  const margins =
    resolveMargin(style.marginLeft, space.availableWidth) + resolveMargin(style.marginRight, space.availableWidth)
  const edges = resolveEdges(style, space.availableWidth, undefined)
  return clampBoxWidth(ctx, box, Math.max(0, space.availableWidth - margins), space, edges)
}

/** Border-box height of an item that stretches to its area; undefined when it does not. */
export function stretchedHeight(item: GridItem, areaWidth: number, areaHeight: number): number | undefined {
  const { box, align, place } = item
  const { style } = box
  // Nothing but its rows says how tall a subgrid is (css-grid-2 §9).
  if (place?.frame) {
    const margins = resolveMargin(style.marginTop, areaWidth) + resolveMargin(style.marginBottom, areaWidth)
    return Math.max(place.frame.edges.vertical, areaHeight - margins)
  }
  if (style.height !== 'auto' || style.marginTop === 'auto' || style.marginBottom === 'auto') return undefined
  if (!stretches(box, align.keyword) && !fillsByRatio(item)) return undefined
  const margins = resolveMargin(style.marginTop, areaWidth) + resolveMargin(style.marginBottom, areaWidth)
  const edges = resolveEdges(style, areaWidth, undefined)
  const height = clampBoxHeight(style, Math.max(0, areaHeight - margins), areaHeight, edges)
  return Math.max(edges.vertical, height)
}

/** A box with a ratio whose width is that of its content fills its area downwards, and its ratio makes the width. */
function fillsByRatio({ box, align, justify: { keyword } }: GridItem): boolean {
  const { style } = box
  if (align.keyword !== 'normal' || box.kind === 'replaced' || style.width !== 'auto') return false
  const isFree = style.marginLeft !== 'auto' && style.marginRight !== 'auto'
  return style.aspectRatio.ratio !== undefined && !(isFree && (keyword === 'normal' || keyword === 'stretch'))
}

/** An image stretched in one axis keeps its ratio in the other, where that is automatic. */
function replacedSpace(
  ctx: LayoutContext,
  box: ItemBox & { kind: 'replaced' },
  space: ConstraintSpace,
): ConstraintSpace {
  const { style } = box
  const { fixedWidth, fixedHeight } = space
  const ratio = contentRatio(box)
  if (ratio === undefined) return space
  const edges = resolveEdges(style, space.availableWidth, undefined)
  if (fixedWidth !== undefined && fixedHeight === undefined && style.height === 'auto') {
    const height = snap(Math.max(0, fixedWidth - edges.horizontal) / ratio) + edges.vertical
    return { ...space, fixedHeight: clampBoxHeight(style, height, space.availableHeight, edges) }
  }
  if (fixedHeight !== undefined && fixedWidth === undefined && style.width === 'auto') {
    const width = snap(Math.max(0, fixedHeight - edges.vertical) * ratio) + edges.horizontal
    return { ...space, fixedWidth: clampBoxWidth(ctx, box, width, space, edges) }
  }
  return space
}

/** Laid-out items, a few sizes of each: an item is measured for its row and placed soon after. */
const ITEM_CAPACITY = 8192

/** Sizes of one item: measured and stretched, by an outer grid that is itself measured and stretched. */
const SIZES_PER_ITEM = 6

interface SizedItem {
  readonly space: ConstraintSpace
  readonly fragment: BoxFragment
}

function createItemCache(): BoundedCache<number, SizedItem[]> {
  return new BoundedCache(ITEM_CAPACITY)
}

/** Lays out an item in one piece, once for each space. */
export function layoutItem(ctx: LayoutContext, box: ItemBox, space: ConstraintSpace): BoxFragment {
  const cache = ctx.cache(createItemCache)
  const known = cache.get(box.id)
  if (known) for (const sized of known) if (serves(ctx, box, sized, space)) return sized.fragment
  const result = ctx.layout(box, space, undefined)
  invariant(result.kind === 'placed' && !result.token, 'an item in one piece')
  const sized = { space, fragment: result.fragment }
  if (!known) cache.set(box.id, [sized])
  else if (known.length < SIZES_PER_ITEM) known.push(sized)
  else known[SIZES_PER_ITEM - 1] = sized
  return result.fragment
}

/** Whether a layout is the one that a space asks for: heights count only for what depends on them. */
function serves(
  ctx: LayoutContext,
  box: ItemBox,
  { space: made, fragment }: SizedItem,
  wanted: ConstraintSpace,
): boolean {
  if (made.availableWidth !== wanted.availableWidth || made.autoWidth !== wanted.autoWidth) return false
  if (made.fixedWidth !== wanted.fixedWidth || made.subgrid !== wanted.subgrid) return false
  if (made.fixedHeight === wanted.fixedHeight && made.availableHeight === wanted.availableHeight) return true
  if (hasPercentageHeight(box) || dependsOnHeight(ctx, box)) return false
  return wanted.fixedHeight === fragment.height || made.fixedHeight === wanted.fixedHeight
}

function hasPercentageHeight({ style: { height, minHeight, maxHeight } }: ItemBox): boolean {
  return isPercentage(height) || isPercentage(minHeight) || isPercentage(maxHeight)
}

function isPercentage(value: ItemBox['style']['height' | 'maxHeight']): boolean {
  return typeof value !== 'string' && needsBase(value)
}

/** Whether the content of a box comes out differently when its height is definite, though the height is the same. */
export function dependsOnHeight(ctx: LayoutContext, box: ItemBox): boolean {
  const known = ctx.cache(createDependenceCache)
  const found = known.get(box.id)
  if (found !== undefined) return found
  const depends = contentDependsOnHeight(ctx, box)
  known.set(box.id, depends)
  return depends
}

function createDependenceCache(): BoundedCache<number, boolean> {
  return new BoundedCache(ITEM_CAPACITY)
}

function contentDependsOnHeight(ctx: LayoutContext, box: ItemBox): boolean {
  switch (box.kind) {
    case 'replaced':
      return false
    case 'table-wrapper':
      return true
    case 'block':
      return box.children.some(
        (child) =>
          child.kind === 'column-set' ||
          child.kind === 'enclosed' ||
          (child.kind !== 'inline-root' && hasPercentageHeight(child)),
      )
    case 'flex':
    case 'grid':
      return box.children.some((child) => hasPercentageHeight(child) || dependsOnHeight(ctx, child))
    default:
      return assertNever(box)
  }
}

import { snap } from '../../base/units.js'
import type { FlexBox, ItemBox } from '../../boxes/box-tree.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import { needsBase, resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { AlignmentAxis } from '../align/alignment-axis.js'
import { type ConstraintSpace, isDefiniteHeight, isLeastHeight } from '../constraint-space.js'
import type { LayoutContext } from '../layout-types.js'
import { type Edges, ratioHeight, resolveBoxHeight, resolveBoxWidth, resolveEdges } from '../sizing.js'

/** A flex container with what its surroundings decide: axes, gaps, and its size as far as it is definite. */
export interface FlexContainer {
  readonly box: FlexBox
  /** The items that are laid out, without absolutely positioned children: all, unless earlier pages with another width hold some of them. */
  readonly items: readonly ItemBox[]
  /** Items on those pages, in the order of the pages. */
  readonly itemsBefore: number
  /** Items of the line that continues from the page before. */
  readonly openItems: number
  readonly style: ComputedStyle
  readonly edges: Edges
  readonly isRow: boolean
  readonly isMultiLine: boolean
  /** The main axis runs from right to left or from bottom to top. */
  readonly mainFlipped: boolean
  readonly crossFlipped: boolean
  readonly mainAxis: AlignmentAxis
  readonly crossAxis: AlignmentAxis
  /** Size of the content box; the height when it does not depend on the content. */
  readonly width: number
  readonly height: number | undefined
  /** The height to which percentages of the items refer. */
  readonly percentageHeight: number | undefined
  /** Limits of the content box's height. */
  readonly minHeight: number
  readonly maxHeight: number | undefined
  /** The content may make the box taller than `height`: it comes from an aspect ratio, or is the least of a part. */
  readonly growsWithContent: boolean
  /** The room of lines along the main axis; undefined where nothing limits them. */
  readonly lineLimit: number | undefined
  readonly mainGap: number
  readonly crossGap: number
}

export function flexContainer(ctx: LayoutContext, box: FlexBox, space: ConstraintSpace): FlexContainer {
  const { style } = box
  const edges = resolveEdges(style, space.availableWidth, space.border)
  const width = Math.max(0, resolveBoxWidth(ctx, box, space, edges) - edges.horizontal)
  const heights = contentHeights(box, space, edges, width)
  const { height, maxHeight } = heights
  const isRow = isRowDirection(style)
  const gaps = {
    row: gapLength(style.rowGap, isDefiniteHeight(space) ? height : undefined),
    column: gapLength(style.columnGap, width),
  }
  return {
    box,
    items: itemsInFlow(box),
    itemsBefore: 0,
    openItems: 0,
    style,
    edges,
    ...flexAxes(style),
    isMultiLine: style.flexWrap !== 'nowrap',
    width,
    ...heights,
    percentageHeight: isDefiniteHeight(space) ? height : undefined,
    // A column of automatic height is limited by its `max-height` only, and so is one that has a least height.
    lineLimit: isRow ? width : isLeastHeight(space) ? maxHeight : (height ?? maxHeight),
    mainGap: isRow ? gaps.column : gaps.row,
    crossGap: isRow ? gaps.row : gaps.column,
  }
}

type ContentHeights = Pick<FlexContainer, 'height' | 'minHeight' | 'maxHeight' | 'growsWithContent'>

function contentHeights(box: FlexBox, space: ConstraintSpace, edges: Edges, width: number): ContentHeights {
  const { style } = box
  const ignoresHeight = space.heightMode === 'content'
  const limited = !ignoresHeight && space.fixedHeight === undefined
  const resolve = (value: ComputedStyle['height'] | 'none') => {
    const height = resolveBoxHeight(style, value, space.availableHeight, edges)
    return height === undefined ? undefined : Math.max(0, height - edges.vertical)
  }
  const minHeight = (limited ? resolve(style.minHeight) : undefined) ?? 0
  const maxHeight = limited ? resolve(style.maxHeight) : undefined
  const imposed = space.fixedHeight === undefined ? undefined : Math.max(0, space.fixedHeight - edges.vertical)
  const given = imposed ?? (ignoresHeight ? undefined : resolve(style.height))
  const byRatio = given === undefined ? ratioHeight(box, width + edges.horizontal, edges) : undefined
  const wanted = given ?? (byRatio === undefined ? undefined : Math.max(0, byRatio - edges.vertical))
  const height = wanted === undefined ? undefined : limitLength(wanted, minHeight, maxHeight)
  const growsByRatio = byRatio !== undefined && style.minHeight === 'auto' && style.overflow !== 'hidden'
  return { height, minHeight, maxHeight, growsWithContent: isLeastHeight(space) || growsByRatio }
}

/** The items of a container: absolutely positioned children are none (css-flexbox-1 §4.1). */
export function itemsInFlow({ children }: FlexBox): readonly ItemBox[] {
  return children.some(({ style }) => isAbsolutelyPositioned(style))
    ? children.filter(({ style }) => !isAbsolutelyPositioned(style))
    : children
}

export function isRowDirection({ flexDirection }: ComputedStyle): boolean {
  return flexDirection === 'row' || flexDirection === 'row-reverse'
}

/** css-flexbox-1 §2: which way the axes run; text runs in horizontal lines always. */
function flexAxes(
  style: ComputedStyle,
): Pick<FlexContainer, 'isRow' | 'mainFlipped' | 'crossFlipped' | 'mainAxis' | 'crossAxis'> {
  const { flexDirection, flexWrap, direction } = style
  const isRow = isRowDirection(style)
  const mainReversed = flexDirection === 'row-reverse' || flexDirection === 'column-reverse'
  const crossReversed = flexWrap === 'wrap-reverse'
  const rightToLeft = direction === 'rtl'
  const inline = rightToLeft ? 'right' : 'left'
  return {
    isRow,
    mainFlipped: isRow ? mainReversed !== rightToLeft : mainReversed,
    crossFlipped: isRow ? crossReversed : crossReversed !== rightToLeft,
    mainAxis: { reversed: mainReversed, startSide: isRow ? inline : 'top' },
    crossAxis: { reversed: crossReversed, startSide: isRow ? 'top' : inline },
  }
}

/** css-align-3 §8.1: `normal` is no gap; percentages of an indefinite size count as zero. */
export function gapLength(gap: LengthPercentage | 'normal', base: number | undefined): number {
  if (gap === 'normal') return 0
  if (base === undefined && needsBase(gap)) return 0
  return Math.max(0, snap(resolveLength(gap, base ?? 0)))
}

export function limitLength(length: number, minimum: number, maximum: number | undefined): number {
  return Math.max(minimum, maximum === undefined ? length : Math.min(length, maximum))
}

import type { Rect } from '../../base/geometry.js'
import { invariant } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { BlockBox } from '../../boxes/box-tree.js'
import { buildGeneratedBlock, type GeneratedBlockContext } from '../../boxes/build/page-margin-content.js'
import { isOrthogonal } from '../../boxes/build/turned-content.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { MARGIN_BOX_NAMES, type MarginBoxName, type PageStyle } from '../../style/page-style.js'
import { boxFragment } from '../box-fragment.js'
import { type ConstraintSpace, UNFRAGMENTED } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { IntrinsicSizes, LayoutContext } from '../layout-types.js'
import type { LaidOutPage, Page, PlacedMarginBox } from '../page.js'
import { resolveBoxHeight, resolveEdges, resolveMargin, widthOf } from '../sizing.js'
import { alignmentAlongLines } from '../writing-modes/alignment-along-lines.js'
import {
  distributeMarginBoxes,
  type Extent,
  type FixedDemand,
  fitAcross,
  type MarginBoxDemand,
  type MarginBoxLimits,
} from './distribute-margin-boxes.js'

/** One side of the page: its three boxes in the order of the variable dimension. */
interface SideBoxes {
  readonly axis: 'horizontal' | 'vertical'
  /** Which edge of these boxes faces the edge of the page. */
  readonly outer: 'start' | 'end'
  readonly names: readonly [MarginBoxName, MarginBoxName, MarginBoxName]
  area(style: PageStyle): Rect
}

const SIDE_BOXES: readonly SideBoxes[] = [
  {
    axis: 'horizontal',
    outer: 'start',
    names: ['top-left', 'top-center', 'top-right'],
    area: ({ size, margin }) => ({
      x: margin.left,
      y: 0,
      width: size.width - margin.left - margin.right,
      height: margin.top,
    }),
  },
  {
    axis: 'horizontal',
    outer: 'end',
    names: ['bottom-left', 'bottom-center', 'bottom-right'],
    area: ({ size, margin }) => ({
      x: margin.left,
      y: size.height - margin.bottom,
      width: size.width - margin.left - margin.right,
      height: margin.bottom,
    }),
  },
  {
    axis: 'vertical',
    outer: 'start',
    names: ['left-top', 'left-middle', 'left-bottom'],
    area: ({ size, margin }) => ({
      x: 0,
      y: margin.top,
      width: margin.left,
      height: size.height - margin.top - margin.bottom,
    }),
  },
  {
    axis: 'vertical',
    outer: 'end',
    names: ['right-top', 'right-middle', 'right-bottom'],
    area: ({ size, margin }) => ({
      x: size.width - margin.right,
      y: margin.top,
      width: margin.right,
      height: size.height - margin.top - margin.bottom,
    }),
  },
]

interface CornerBox {
  readonly name: MarginBoxName
  readonly outerX: 'start' | 'end'
  readonly outerY: 'start' | 'end'
  area(style: PageStyle): Rect
}

const CORNERS: readonly CornerBox[] = [
  {
    name: 'top-left-corner',
    outerX: 'start',
    outerY: 'start',
    area: ({ margin }) => ({ x: 0, y: 0, width: margin.left, height: margin.top }),
  },
  {
    name: 'top-right-corner',
    outerX: 'end',
    outerY: 'start',
    area: ({ size, margin }) => ({ x: size.width - margin.right, y: 0, width: margin.right, height: margin.top }),
  },
  {
    name: 'bottom-left-corner',
    outerX: 'start',
    outerY: 'end',
    area: ({ size, margin }) => ({ x: 0, y: size.height - margin.bottom, width: margin.left, height: margin.bottom }),
  },
  {
    name: 'bottom-right-corner',
    outerX: 'end',
    outerY: 'end',
    area: ({ size, margin }) => ({
      x: size.width - margin.right,
      y: size.height - margin.bottom,
      width: margin.right,
      height: margin.bottom,
    }),
  },
]

/** Lays out the page-margin boxes of a page (css-page-3 §5) and returns the page with them. */
export function layoutMarginBoxes(ctx: LayoutContext, page: LaidOutPage, options: GeneratedBlockContext): Page {
  const { style } = page
  if (style.marginBoxes.size === 0) return { ...page, marginBoxes: [] }
  const placed: PlacedMarginBox[] = []
  for (const side of SIDE_BOXES) layoutSide(ctx, style, side, options, placed)
  for (const corner of CORNERS) {
    const area = corner.area(style)
    const box = marginBoxContent(style, corner.name, options)
    if (!box) continue
    const across = fitAcross(area.width, horizontalDemand(ctx, box, area, corner.outerX))
    const down = fitAcross(area.height, verticalDemand(box, area, corner.outerY))
    const place = { area, horizontal: across, vertical: down, room: wholeHeight(area) }
    placed.push({ name: corner.name, ...placeMarginBox(ctx, box, place) })
  }
  return { ...page, marginBoxes: placed.sort(comparePainting) }
}

/** Margin boxes are painted by `z-index`, then clockwise from the top left corner (css-page-3 §3.3). */
function comparePainting(a: PlacedMarginBox, b: PlacedMarginBox): number {
  return level(a) - level(b) || MARGIN_BOX_NAMES.indexOf(a.name) - MARGIN_BOX_NAMES.indexOf(b.name)
}

function level({ fragment }: PlacedMarginBox): number {
  const { zIndex } = fragment.style
  return zIndex === 'auto' ? 0 : zIndex
}

function layoutSide(
  ctx: LayoutContext,
  style: PageStyle,
  side: SideBoxes,
  options: GeneratedBlockContext,
  placed: PlacedMarginBox[],
): void {
  const area = side.area(style)
  const horizontal = side.axis === 'horizontal'
  const boxes = side.names.map((name) => marginBoxContent(style, name, options))
  const [start, centre, end] = boxes
  if (!boxes.some(Boolean)) return
  const demand = (box: BlockBox | undefined) =>
    box && (horizontal ? widthDemand(ctx, box, area) : heightDemand(ctx, box, area))
  const sizes = distributeMarginBoxes(horizontal ? area.width : area.height, demand(start), demand(centre), demand(end))
  const extents: readonly Extent[] = [{ offset: 0, size: sizes.start }, sizes.centre, sizes.end]
  for (const [index, name] of side.names.entries()) {
    const [box, extent] = [boxes[index], extents[index]]
    if (!box || !extent) continue
    const others = extents.filter((_each, at) => at !== index && boxes[at])
    const along = insideMargins(box, side.axis, extent, area)
    const across = horizontal
      ? fitAcross(area.height, verticalDemand(box, area, side.outer))
      : fitAcross(area.width, horizontalDemand(ctx, box, area, side.outer))
    const place = horizontal
      ? { horizontal: along, vertical: across, room: wholeHeight(area) }
      : { horizontal: across, vertical: along, room: roomBetween(extent, others, area) }
    placed.push({ name, ...placeMarginBox(ctx, box, { area, ...place }) })
  }
}

/** From top to bottom, the room between the boxes above and below one on its side. */
function roomBetween({ offset }: Extent, others: readonly Extent[], { height }: Rect): Extent {
  const above = others.filter((other) => other.offset < offset).map((other) => other.offset + other.size)
  const below = others.filter((other) => other.offset > offset).map((other) => other.offset)
  const top = Math.max(0, ...above)
  return { offset: top, size: Math.min(height, ...below) - top }
}

function wholeHeight({ height }: Rect): Extent {
  return { offset: 0, size: height }
}

function marginBoxContent(style: PageStyle, name: MarginBoxName, options: GeneratedBlockContext): BlockBox | undefined {
  const box = style.marginBoxes.get(name)
  return box && buildGeneratedBlock(box, options)
}

function widthDemand(ctx: LayoutContext, box: BlockBox, area: Rect): MarginBoxDemand {
  const { minContent, maxContent } = contentWidths(ctx, box)
  const { marginLeft, marginRight } = box.style
  const margins = resolveMargin(marginLeft, area.width) + resolveMargin(marginRight, area.width)
  const { size, least, most } = widths(ctx, box, area)
  return demandOf({ size, least, most }, margins, minContent, maxContent)
}

/** Sizes of a border box in one dimension, as its style gives them. */
interface GivenSizes extends MarginBoxLimits {
  readonly size: number | undefined
}

/** @param min the smallest outer size of the content, `max` the largest */
function demandOf({ size, least, most }: GivenSizes, margins: number, min: number, max: number): MarginBoxDemand {
  const outer = (length: number | undefined) => (length === undefined ? undefined : length + margins)
  return { size: outer(size), least: least + margins, most: outer(most), min, max }
}

function widths(ctx: LayoutContext, box: BlockBox, area: Rect): GivenSizes {
  const { style } = box
  const space = contentSpace(area.width, undefined)
  const edges = resolveEdges(style, area.width, undefined)
  const given = (value: ComputedStyle['width']) => widthOf(ctx, box, value, space, edges)
  const most = style.maxWidth === 'none' ? undefined : given(style.maxWidth)
  return { size: given(style.width), least: given(style.minWidth) ?? edges.horizontal, most }
}

function heights({ style }: BlockBox, area: Rect): GivenSizes {
  const edges = resolveEdges(style, area.width, undefined)
  const given = (value: ComputedStyle['height' | 'maxHeight']) => resolveBoxHeight(style, value, area.height, edges)
  return { size: given(style.height), least: given(style.minHeight) ?? edges.vertical, most: given(style.maxHeight) }
}

function horizontalDemand(ctx: LayoutContext, box: BlockBox, area: Rect, outer: 'start' | 'end'): FixedDemand {
  const { marginLeft, marginRight } = box.style
  return {
    ...widths(ctx, box, area),
    marginStart: marginLeft === 'auto' ? 'auto' : resolveLength(marginLeft, area.width),
    marginEnd: marginRight === 'auto' ? 'auto' : resolveLength(marginRight, area.width),
    outer,
  }
}

function verticalDemand(box: BlockBox, area: Rect, outer: 'start' | 'end'): FixedDemand {
  const { marginTop, marginBottom } = box.style
  return {
    ...heights(box, area),
    marginStart: marginTop === 'auto' ? 'auto' : resolveLength(marginTop, area.width),
    marginEnd: marginBottom === 'auto' ? 'auto' : resolveLength(marginBottom, area.width),
    outer,
  }
}

/** Outer widths that the content alone gives the box: its own width and limits count later. */
function contentWidths(ctx: LayoutContext, box: BlockBox): IntrinsicSizes {
  const { minContent, maxContent } = ctx.intrinsicSizes(box)
  const edges = resolveEdges(box.style, 0, undefined).horizontal
  const margins = resolveMargin(box.style.marginLeft, 0) + resolveMargin(box.style.marginRight, 0)
  return { minContent: minContent + edges + margins, maxContent: maxContent + edges + margins }
}

/** The border box within the outer extent that a box got along its side. */
function insideMargins({ style }: BlockBox, axis: SideBoxes['axis'], { offset, size }: Extent, area: Rect): Extent {
  const start = resolveMargin(axis === 'horizontal' ? style.marginLeft : style.marginTop, area.width)
  const end = resolveMargin(axis === 'horizontal' ? style.marginRight : style.marginBottom, area.width)
  return { offset: offset + start, size: Math.max(0, size - start - end) }
}

function heightDemand(ctx: LayoutContext, box: BlockBox, area: Rect): MarginBoxDemand {
  const { style } = box
  const margins = resolveMargin(style.marginTop, area.width) + resolveMargin(style.marginBottom, area.width)
  const { size: width } = fitAcross(area.width, horizontalDemand(ctx, box, area, 'start'))
  const content = contentHeight(layoutContent(ctx, box, area.width, width)) + margins
  return demandOf(heights(box, area), margins, content, content)
}

/** Where a margin box stands, and what is around it. */
interface MarginBoxPlace {
  /** The page margin, or its part for the side or corner. */
  readonly area: Rect
  readonly horizontal: Extent
  readonly vertical: Extent
  /** From top to bottom, where nothing but the box stands. */
  readonly room: Extent
}

/** Lays out a box to fill its extents, its content aligned vertically as `vertical-align` says. */
function placeMarginBox(
  ctx: LayoutContext,
  box: BlockBox,
  { area, horizontal, vertical, room }: MarginBoxPlace,
): Omit<PlacedMarginBox, 'name'> {
  const content = layoutContent(ctx, box, area.width, horizontal.size)
  const free = snap(vertical.size) - contentHeight(content)
  const aligned = alignedShift(contentAlignment(box.style), free)
  // What is too tall for its box stands beside other boxes and the content if it can, and begins with the box otherwise.
  const highest = Math.min(0, room.offset - vertical.offset)
  const lowest = free + Math.max(0, room.offset + room.size - vertical.offset - vertical.size)
  const shift = free >= 0 ? aligned : lowest < highest ? 0 : Math.min(Math.max(aligned, highest), lowest)
  return {
    x: snap(area.x + horizontal.offset),
    y: snap(area.y + vertical.offset),
    fragment: shiftContent(content, snap(shift), snap(vertical.size)),
  }
}

function alignedShift(align: ComputedStyle['verticalAlign'], free: number): number {
  return align === 'middle' ? free / 2 : align === 'bottom' ? free : 0
}

function contentAlignment(style: ComputedStyle): ComputedStyle['verticalAlign'] {
  return isOrthogonal(style) ? alignmentAlongLines(style) : style.verticalAlign
}

function layoutContent(ctx: LayoutContext, box: BlockBox, available: number, fixedWidth: number): BoxFragment {
  const result = ctx.layout(box, contentSpace(available, snap(fixedWidth)), undefined)
  invariant(result.kind === 'placed', 'a margin box in one piece')
  return result.fragment
}

function contentSpace(available: number, fixedWidth: number | undefined): ConstraintSpace {
  return {
    availableWidth: available,
    availableHeight: undefined,
    fixedWidth,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fill',
    fragmentation: UNFRAGMENTED,
  }
}

/** Gives a fragment another height and shifts what it holds. */
function shiftContent(fragment: BoxFragment, shift: number, height: number): BoxFragment {
  if (shift === 0) return boxFragment({ ...fragment, height })
  const children: readonly PlacedFragment[] = fragment.children.map((child) => ({ ...child, y: child.y + shift }))
  return boxFragment({ ...fragment, height, children })
}

/** Height that the content asks for with its edges, whatever height the box has been given. */
function contentHeight({ children, border, padding }: BoxFragment): number {
  const last = children.at(-1)
  const bottom = last?.fragment.kind === 'box' ? last.y + last.fragment.height : border.top + padding.top
  return bottom + padding.bottom + border.bottom
}

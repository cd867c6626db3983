import type { Rect } from '../../base/geometry.js'
import { invariant } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { BlockBox } from '../../boxes/box-tree.js'
import { buildGeneratedBlock } from '../../boxes/page-margin-content.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { MarginBoxName, PageStyle } from '../../style/page-style.js'
import { type ConstraintSpace, UNFRAGMENTED } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { Page } from '../page.js'
import { intrinsicContribution, resolveBoxHeight, resolveEdges, resolveMargin } from '../sizing.js'
import { distributeMarginBoxes, type Extent, type MarginBoxDemand } from './distribute-margin-boxes.js'

export interface MarginBoxOptions {
  /** Values of `counter(page)` and `counter(pages)`. */
  readonly counters: ReadonlyMap<string, number>
  /** Ids for boxes outside the document's own tree. */
  nextId(): number
}

/** One side of the page: its three boxes in the order of the variable dimension. */
interface SideBoxes {
  readonly axis: 'horizontal' | 'vertical'
  readonly names: readonly [MarginBoxName, MarginBoxName, MarginBoxName]
  area(style: PageStyle): Rect
}

const SIDE_BOXES: readonly SideBoxes[] = [
  {
    axis: 'horizontal',
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
    names: ['right-top', 'right-middle', 'right-bottom'],
    area: ({ size, margin }) => ({
      x: size.width - margin.right,
      y: margin.top,
      width: margin.right,
      height: size.height - margin.top - margin.bottom,
    }),
  },
]

const CORNERS: readonly { readonly name: MarginBoxName; area(style: PageStyle): Rect }[] = [
  { name: 'top-left-corner', area: ({ margin }) => ({ x: 0, y: 0, width: margin.left, height: margin.top }) },
  {
    name: 'top-right-corner',
    area: ({ size, margin }) => ({ x: size.width - margin.right, y: 0, width: margin.right, height: margin.top }),
  },
  {
    name: 'bottom-left-corner',
    area: ({ size, margin }) => ({ x: 0, y: size.height - margin.bottom, width: margin.left, height: margin.bottom }),
  },
  {
    name: 'bottom-right-corner',
    area: ({ size, margin }) => ({
      x: size.width - margin.right,
      y: size.height - margin.bottom,
      width: margin.right,
      height: margin.bottom,
    }),
  },
]

/** Lays out the page-margin boxes of a page (css-page-3 §5) and returns the page with them. */
export function layoutMarginBoxes(ctx: LayoutContext, page: Page, options: MarginBoxOptions): Page {
  const { style } = page
  if (style.marginBoxes.size === 0) return page
  const placed: Page['marginBoxes'][number][] = []
  for (const side of SIDE_BOXES) layoutSide(ctx, style, side, options, placed)
  for (const { name, area } of CORNERS) {
    const content = marginBoxContent(style, name, options)
    if (content) placed.push(placeMarginBox(ctx, content, area(style)))
  }
  return { ...page, marginBoxes: placed }
}

function layoutSide(
  ctx: LayoutContext,
  style: PageStyle,
  side: SideBoxes,
  options: MarginBoxOptions,
  placed: Page['marginBoxes'][number][],
): void {
  const [start, centre, end] = side.names.map((name) => marginBoxContent(style, name, options))
  if (!start && !centre && !end) return
  const area = side.area(style)
  const horizontal = side.axis === 'horizontal'
  const demand = (box: BlockBox | undefined) =>
    box && (horizontal ? widthDemand(ctx, box, area.width) : heightDemand(ctx, box, area))
  const sizes = distributeMarginBoxes(horizontal ? area.width : area.height, demand(start), demand(centre), demand(end))
  const extents: readonly Extent[] = [{ offset: 0, size: sizes.start }, sizes.centre, sizes.end]
  for (const [index, box] of [start, centre, end].entries()) {
    const extent = extents[index]
    if (!box || !extent) continue
    const rect = horizontal
      ? { ...area, x: area.x + extent.offset, width: extent.size }
      : { ...area, y: area.y + extent.offset, height: extent.size }
    placed.push(placeMarginBox(ctx, box, rect))
  }
}

function marginBoxContent(style: PageStyle, name: MarginBoxName, options: MarginBoxOptions): BlockBox | undefined {
  const box = style.marginBoxes.get(name)
  return box && buildGeneratedBlock(box, options)
}

function widthDemand(ctx: LayoutContext, box: BlockBox, available: number): MarginBoxDemand {
  const { minContent, maxContent } = intrinsicContribution(ctx, box)
  return { size: outerWidth(box, available), min: minContent, max: maxContent }
}

function outerWidth(box: BlockBox, available: number): number | undefined {
  const { style } = box
  if (typeof style.width === 'string') return undefined
  const edges = resolveEdges(style, available, undefined)
  const margins = resolveMargin(style.marginLeft, available) + resolveMargin(style.marginRight, available)
  const content =
    typeof style.width === 'number' ? style.width : style.width.px + (style.width.percent / 100) * available
  return margins + (style.boxSizing === 'border-box' ? content : content + edges.horizontal)
}

function heightDemand(ctx: LayoutContext, box: BlockBox, area: Rect): MarginBoxDemand {
  const { style } = box
  const edges = resolveEdges(style, area.width, undefined)
  const margins = resolveMargin(style.marginTop, area.width) + resolveMargin(style.marginBottom, area.width)
  const given = resolveBoxHeight(style, style.height, area.height, edges)
  const { height } = layoutContent(ctx, box, area.width, undefined)
  return { size: given === undefined ? undefined : given + margins, min: height + margins, max: height + margins }
}

/** Lays out a box to fill its rectangle, its content aligned vertically as `vertical-align` says. */
function placeMarginBox(ctx: LayoutContext, box: BlockBox, rect: Rect): Page['marginBoxes'][number] {
  const { style } = box
  const left = resolveMargin(style.marginLeft, rect.width)
  const right = resolveMargin(style.marginRight, rect.width)
  const top = resolveMargin(style.marginTop, rect.width)
  const bottom = resolveMargin(style.marginBottom, rect.width)
  const width = Math.max(0, rect.width - left - right)
  const height = Math.max(0, rect.height - top - bottom)
  const content = layoutContent(ctx, box, width, width)
  return {
    x: snap(rect.x + left),
    y: snap(rect.y + top),
    fragment: alignContent(content, style.verticalAlign, snap(height)),
  }
}

function layoutContent(
  ctx: LayoutContext,
  box: BlockBox,
  available: number,
  fixedWidth: number | undefined,
): BoxFragment {
  const space: ConstraintSpace = {
    availableWidth: available,
    availableHeight: undefined,
    fixedWidth: fixedWidth === undefined ? undefined : snap(fixedWidth),
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fill',
    fragmentation: UNFRAGMENTED,
  }
  const result = ctx.layout(box, space, undefined)
  invariant(result.kind === 'placed', 'a margin box in one piece')
  return result.fragment
}

/** Gives a fragment another height and shifts what it holds accordingly. */
function alignContent(fragment: BoxFragment, align: ComputedStyle['verticalAlign'], height: number): BoxFragment {
  const free = height - fragment.height
  const shift = align === 'middle' ? snap(free / 2) : align === 'bottom' ? free : 0
  if (shift === 0) return { ...fragment, height }
  const children: readonly PlacedFragment[] = fragment.children.map((child) => ({ ...child, y: child.y + shift }))
  return { ...fragment, height, children }
}

import { BoundedCache } from '../../base/bounded-cache.js'
import type { FlexBox } from '../../boxes/box-tree.js'
import { hasGapRules } from '../../style/gap-rules.js'
import { boxFragment } from '../box-fragment.js'
import type { BreakToken } from '../break-token.js'
import { inOnePiece, reachOf, spillOf } from '../flow/pieces.js'
import { isClippedWhole } from '../flow/stacked-box.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutAlgorithm, LayoutContext } from '../layout-types.js'
import { type FlexContainer, flexContainer } from './flex-container.js'
import { type FlexLayout, layoutFlexWhole, staticPlaces } from './flex-layout.js'
import { definiteHeight, holdsPlace, placeOnPage } from './flex-pages.js'
import { columnRules, rowRules } from './flex-rules.js'
import { downwardLines } from './line-flow.js'

/** Lays out a flex container (css-flexbox-1): in one piece first, which is then placed or cut into pages. */
export const layoutFlex: LayoutAlgorithm<FlexBox> = (ctx, box, space, token) => {
  ctx.stats.layoutCalls++
  const layout = wholeLayout(ctx, flexContainer(ctx, box, space), token)
  const { fragmentation } = space
  const isWhole = !token && isClippedWhole(box, space, layout.container.edges, definiteHeight(layout, space))
  if (fragmentation.kind === 'none' || isWhole) return inOnePiece(wholeFragment(ctx, layout))
  return placeOnPage(ctx, layout, space, token)
}

/** Containers that continue on the next page, or that are placed after they were measured. */
const KEPT_LAYOUTS = 256

function createLayoutCache(): BoundedCache<number, FlexLayout> {
  return new BoundedCache(KEPT_LAYOUTS)
}

function wholeLayout(ctx: LayoutContext, container: FlexContainer, token: BreakToken | undefined): FlexLayout {
  const cache = ctx.cache(createLayoutCache)
  const known = cache.get(container.box.id)
  const isKnown = token ? isSameWidth(known?.container, container) : isSameAll(known?.container, container)
  if (known && isKnown && (!token || holdsPlace(ctx, known, token))) return resumed(known, container)
  // AD-HOC: columns side by side that have begun keep the width that they have.
  if (known && token && !container.isRow && container.isMultiLine) return known
  const layout = layoutFlexWhole(ctx, token ? remaining(container, token) : container)
  cache.set(container.box.id, layout)
  return layout
}

/** A layout of which pages hold a part already, in a container whose height may be another on this one. */
function resumed(layout: FlexLayout, container: FlexContainer): FlexLayout {
  if (isSameAll(layout.container, container)) return layout
  const { items, itemsBefore, openItems } = layout.container
  return { ...layout, container: { ...container, items, itemsBefore, openItems } }
}

/** The lines of a row that is continued on a page of another width hold what earlier pages do not. */
function remaining(container: FlexContainer, token: BreakToken): FlexContainer {
  if (!container.isRow || token.kind !== 'flow') return container
  const { items } = container
  return {
    ...container,
    items: container.crossFlipped ? items.slice(0, items.length - token.index) : items.slice(token.index),
    itemsBefore: token.index,
    openItems: token.child?.kind === 'parallel' ? token.child.children.length : 0,
  }
}

/** A container that continues keeps its lines while the width is the same: items' heights may depend on the page. */
function isSameWidth(a: FlexContainer | undefined, b: FlexContainer): boolean {
  return a !== undefined && a.width === b.width && a.edges.horizontal === b.edges.horizontal
}

function isSameAll(a: FlexContainer | undefined, b: FlexContainer): boolean {
  return a !== undefined && a.itemsBefore === b.itemsBefore && isSameSize(a, b)
}

/** Whether two containers of one box have the same layout. */
function isSameSize(a: FlexContainer, b: FlexContainer): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.percentageHeight === b.percentageHeight &&
    a.minHeight === b.minHeight &&
    a.maxHeight === b.maxHeight &&
    a.growsWithContent === b.growsWithContent &&
    a.lineLimit === b.lineLimit &&
    a.edges.vertical === b.edges.vertical &&
    a.edges.horizontal === b.edges.horizontal
  )
}

function wholeFragment(ctx: LayoutContext, layout: FlexLayout): BoxFragment {
  const { container, lines, height, firstBaseline, lastBaseline } = layout
  const { box, edges, width } = container
  const left = edges.border.left + edges.padding.left
  const top = edges.border.top + edges.padding.top
  const outOfFlow = staticPlaces(layout)
  const children: PlacedFragment[] = []
  for (const line of lines) {
    for (const { x, y, fragment } of line.items) children.push({ x: left + x, y: top + y, fragment })
  }
  const spill = spillOf(box, height + edges.vertical, reachOf(children))
  return boxFragment({
    box,
    width: width + edges.horizontal,
    height: height + edges.vertical,
    border: edges.border,
    padding: edges.padding,
    children,
    firstBaseline: firstBaseline === undefined ? undefined : top + firstBaseline,
    lastBaseline: lastBaseline === undefined ? undefined : top + lastBaseline,
    outOfFlow,
    spill,
    collapsedBorders: hasGapRules(box.style) ? wholeRules(ctx, layout, children, top) : undefined,
  })
}

function wholeRules(ctx: LayoutContext, layout: FlexLayout, children: readonly PlacedFragment[], top: number) {
  const { container, lines, height } = layout
  if (!container.isRow) return columnRules(ctx, layout, children, { from: top, to: top + height })
  const stretches = downwardLines(container, lines).map(({ crossStart, crossSize, items }) => {
    return { from: top + crossStart, to: top + crossStart + crossSize, items }
  })
  return rowRules(container, stretches)
}

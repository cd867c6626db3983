import { snap } from '../../base/units.js'
import type { InlineRootBox } from '../../boxes/box-tree.js'
import { isSymbol } from '../../boxes/counter-styles.js'
import { MARKER_IMAGE_DISTANCE } from '../../boxes/list-marker.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { type FloatContext, UNFRAGMENTED } from '../constraint-space.js'
import { slotAt } from '../floats/exclusion-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { Edges } from '../sizing.js'

/** The fragment of a list item's outside marker. */
export interface MarkerFragment extends BoxFragment {
  readonly box: InlineRootBox
}

/** The list item that a marker belongs to. */
export interface MarkedItem {
  readonly style: ComputedStyle
  /** Width of its border box. */
  readonly width: number
  readonly edges: Edges
  readonly children: readonly PlacedFragment[]
  /** The floats that come before the item, as its border box sees them. */
  readonly floats: FloatContext | undefined
}

/** Lays out an outside marker: on one line, as wide as it is. */
export function layoutMarker(ctx: LayoutContext, box: InlineRootBox): MarkerFragment {
  const { maxContent } = ctx.intrinsicSizes(box)
  const fragment = ctx.layoutWhole(box, {
    availableWidth: maxContent,
    availableHeight: undefined,
    fixedWidth: maxContent,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fill',
    fragmentation: UNFRAGMENTED,
  })
  return { ...fragment, box }
}

/**
 * Places the outside marker of a list item (css-lists-3 §3.1): at the start side of its border box, on the baseline of
 * the first line in it. `bottom` is where the item's content ends at the earliest because of it.
 */
export function placeMarker(
  marker: MarkerFragment,
  item: MarkedItem,
): { readonly placed: PlacedFragment; readonly bottom: number } {
  const baseline = firstBaseline(item.children)
  const top = item.edges.border.top + item.edges.padding.top
  const y = baseline === undefined ? top : baseline - (marker.firstBaseline ?? 0)
  // A marker beside a line takes no room of its own, as in browsers.
  const bottom = baseline === undefined ? y + marker.height : 0
  return { placed: { x: snap(markerLeft(marker, item, y)), y, fragment: marker }, bottom }
}

function firstBaseline(children: readonly PlacedFragment[]): number | undefined {
  for (const { y, fragment } of children) {
    if (fragment.kind === 'box' && fragment.firstBaseline !== undefined) return y + fragment.firstBaseline
  }
  return undefined
}

/** Beside floats the marker keeps its distance from the line and stands over them, as in browsers. */
function markerLeft(marker: MarkerFragment, item: MarkedItem, y: number): number {
  const { style, width } = item
  const distance = markerDistance(marker)
  const shift = intrusion(item, y)
  return style.direction === 'rtl' ? width + distance - marker.width - shift.right : shift.left - distance
}

/** How far the floats before an item reach into its content box at `y`. */
function intrusion({ width, edges, floats }: MarkedItem, y: number): { readonly left: number; readonly right: number } {
  if (!floats) return { left: 0, right: 0 }
  const left = floats.x + edges.border.left + edges.padding.left
  const right = floats.x + width - edges.border.right - edges.padding.right
  const slot = slotAt(floats.exclusions, floats.y + y, 0, { left, right })
  return { left: slot.left - left, right: right - slot.right }
}

/** From the item's start edge to the far edge of the marker. */
function markerDistance({ box, width }: MarkerFragment): number {
  const { listStyleType, fontSize, font } = box.style
  if (box.items[0]?.kind === 'atomic') return width + MARKER_IMAGE_DISTANCE
  if (listStyleType === 'none' || listStyleType.kind !== 'counter-style' || !isSymbol(listStyleType.name)) return width
  return symbolCentre(Math.round(font.primary.metrics.ascent * fontSize)) + width / 2
}

/** AD-HOC: browsers centre a symbol about two thirds of the ascent and 9 px before the item's edge. */
function symbolCentre(ascent: number): number {
  const offset = Math.floor((ascent * 2) / 3)
  return offset + 9 - (offset + 1) / 4
}

import { snap } from '../../base/units.js'
import type { BlockBox, InlineRootBox } from '../../boxes/box-tree.js'
import { UNFRAGMENTED } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { Edges } from '../sizing.js'

/** Symbols that browsers draw as shapes at a fixed distance from the text. */
const SYMBOLS: ReadonlySet<string> = new Set(['disc', 'circle', 'square'])

/**
 * Places the outside marker of a list item (css-lists-3 §3.1): at the start side of its border box, on the
 * baseline of the first line. `bottom` is where the item's content ends at the earliest because of it.
 */
export function placeMarker(
  ctx: LayoutContext,
  marker: InlineRootBox,
  box: BlockBox,
  children: readonly PlacedFragment[],
  edges: Edges,
): { readonly placed: PlacedFragment; readonly bottom: number } {
  const { maxContent } = ctx.intrinsicSizes(marker)
  const fragment = ctx.layoutWhole(marker, {
    availableWidth: maxContent,
    availableHeight: undefined,
    fixedWidth: maxContent,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fill',
    fragmentation: UNFRAGMENTED,
  })
  const top = edges.border.top + edges.padding.top
  const baseline = contentBaseline(children)
  const y = baseline === undefined ? top : baseline - (fragment.firstBaseline ?? 0)
  // A marker beside a line takes no room of its own, as in browsers.
  const bottom = baseline === undefined ? y + fragment.height : 0
  return { placed: { x: markerLeft(marker, box, fragment), y, fragment }, bottom }
}

function contentBaseline(children: readonly PlacedFragment[]): number | undefined {
  const first = children[0]
  if (first?.fragment.kind !== 'box' || first.fragment.firstBaseline === undefined) return undefined
  return first.y + first.fragment.firstBaseline
}

/** What browsers leave between an image and the item, in px. */
const IMAGE_DISTANCE = 7

/** AD-HOC: browsers centre a symbol about two thirds of the ascent and 9 px before the item's edge. */
function markerLeft(marker: InlineRootBox, box: BlockBox, fragment: BoxFragment): number {
  const { listStyleType, fontSize, font } = marker.style
  const distance =
    marker.items[0]?.kind === 'atomic'
      ? fragment.width + IMAGE_DISTANCE
      : listStyleType !== 'none' && listStyleType.kind === 'counter-style' && SYMBOLS.has(listStyleType.name)
        ? symbolCentre(Math.round(font.primary.metrics.ascent * fontSize)) + fragment.width / 2
        : fragment.width
  return snap(box.style.direction === 'rtl' ? distance - fragment.width : -distance)
}

function symbolCentre(ascent: number): number {
  const offset = Math.floor((ascent * 2) / 3)
  return offset + 9 - (offset + 1) / 4
}

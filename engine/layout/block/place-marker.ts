import type { Insets } from '../../base/geometry.js'
import { snap } from '../../base/units.js'
import type { InlineRootBox } from '../../boxes/box-tree.js'
import { MARKER_IMAGE_DISTANCE } from '../../boxes/build/list-marker.js'
import { usedFontSize } from '../../css/values/font-size-adjust.js'
import { type FloatContext, UNFRAGMENTED } from '../constraint-space.js'
import { lineSlotAt } from '../floats/exclusion-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import { bulletSize, DISCLOSURE_SIZE } from '../inline/text-style.js'
import type { LayoutContext } from '../layout-types.js'
import type { BlockFrame } from './block-frame.js'

/** A list item's outside marker. */
export interface LaidOutMarker {
  readonly box: InlineRootBox
  readonly fragment: BoxFragment
}

/** Lays out an outside marker: on one line, as wide as it is. */
export function layoutMarker(ctx: LayoutContext, box: InlineRootBox): LaidOutMarker {
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
  return { box, fragment }
}

/** A marker in its list item. */
export interface PlacedMarker {
  readonly placed: PlacedFragment
  /** Where the item's content ends at the earliest because of it. */
  readonly bottom: number
}

/**
 * Places the outside marker of a list item (css-lists-3 §3.1): at the start side of its border box, on the baseline of
 * the first line in it, or, if there is none, at the `top` of its content.
 * @param floats those that come before the item, as its border box sees them
 */
export function placeMarker(
  marker: LaidOutMarker,
  item: BlockFrame,
  { baseline, top }: { readonly baseline: number | undefined; readonly top: number },
  floats: FloatContext | undefined,
): PlacedMarker {
  const { fragment } = marker
  const y = baseline === undefined ? top : baseline - (fragment.firstBaseline ?? 0)
  // A marker beside a line takes no room of its own, as in browsers.
  const bottom = baseline === undefined ? y + fragment.height : 0
  return { placed: { x: snap(markerLeft(marker, item, floats, y)), y, fragment }, bottom }
}

/** Whether a line stands among the fragments of a list item, also one whose baseline is not that of the item. */
export function holdLine(children: readonly PlacedFragment[]): boolean {
  return children.some(({ fragment }) => {
    if (fragment.kind !== 'box') return fragment.kind === 'line'
    const isBeside = fragment.box.kind !== 'inline-root' && fragment.style.float !== 'none'
    return !isBeside && holdLine(fragment.children)
  })
}

/** Beside floats the marker keeps its distance from the line and stands over them, as in browsers. */
function markerLeft(marker: LaidOutMarker, item: BlockFrame, floats: FloatContext | undefined, y: number): number {
  const { style, width } = item
  const distance = markerDistance(marker)
  const shift = floats ? intrusion(item, floats, y) : NO_INTRUSION
  return style.direction === 'rtl' ? width + distance - marker.fragment.width - shift.right : shift.left - distance
}

type Intrusion = Pick<Insets, 'left' | 'right'>

/** How far the floats before an item reach into its content box at `y`. */
function intrusion({ width, edges, contentLeft }: BlockFrame, floats: FloatContext, y: number): Intrusion {
  const left = floats.x + contentLeft
  const right = floats.x + width - edges.border.right - edges.padding.right
  const slot = lineSlotAt(floats.exclusions, floats.y + y, 0, { left, right })
  return { left: slot.left - left, right: right - slot.right }
}

const NO_INTRUSION: Intrusion = { left: 0, right: 0 }

/** From the item's start edge to the far edge of the marker. */
function markerDistance({ box, fragment: { width } }: LaidOutMarker): number {
  const content = box.items[0]
  if (content?.kind === 'atomic') return width + MARKER_IMAGE_DISTANCE
  const symbol = content?.kind === 'text' ? content.symbol : undefined
  if (!symbol) return width
  const { font } = box.style
  const fontSize = usedFontSize(box.style, font.primary)
  const centre = symbol.startsWith('disclosure-')
    ? triangleCentre(fontSize)
    : symbolCentre(Math.round(font.primary.metrics.ascent * fontSize))
  return centre + width / 2
}

/** AD-HOC: browsers begin a symbol two thirds of the ascent and 7 px before the item's edge. */
function symbolCentre(ascent: number): number {
  return Math.floor((ascent * 2) / 3) + 7 - bulletSize(ascent) / 2
}

/** AD-HOC: browsers end the square of a triangle 8 px before the item's edge. */
function triangleCentre(fontSize: number): number {
  return 8 + (DISCLOSURE_SIZE * fontSize) / 2
}

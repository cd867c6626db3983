import { snap } from '../../base/units.js'
import type { ItemBox } from '../../boxes/box-tree.js'
import { shrinkSpace } from '../constraint-space.js'
import type { LegendGap, PlacedFragment } from '../fragment-tree.js'
import { alignmentOffset, lineAlignment } from '../inline/align-line.js'
import type { LayoutContext } from '../layout-types.js'
import { type Edges, resolveMargin } from '../sizing.js'

/** The rendered legend of a fieldset in its place. */
export interface PlacedLegend {
  readonly placed: PlacedFragment
  readonly gap: LegendGap
  /** Room at the top of the fieldset for its border and the legend, whichever needs more. */
  readonly space: number
}

/**
 * Lays out a rendered legend in one piece and places it (HTML §15.3.13): as wide as its content, its border box centred
 * over the top border of the fieldset. Of its vertical margins the one below counts, as in browsers.
 * @param edges those of the fieldset
 * @param width of the fieldset's content box
 */
export function placeLegend(
  ctx: LayoutContext,
  legend: ItemBox,
  { border, padding }: Edges,
  width: number,
  direction: 'ltr' | 'rtl',
): PlacedLegend {
  const fragment = ctx.layoutWhole(legend, shrinkSpace(width, undefined))
  const excess = fragment.height - border.top
  const x = border.left + padding.left + offset(legend, width, fragment.width, direction)
  const y = snap(Math.max(0, -excess / 2))
  const bottom = y + fragment.height + resolveMargin(legend.style.marginBottom, width)
  return {
    placed: { x, y, fragment },
    gap: { x, width: fragment.width, inset: snap(Math.max(0, excess / 2)), border: border.top },
    space: Math.max(border.top, bottom),
  }
}

/** Left edge of the border box: by automatic margins, otherwise, as in browsers, by the alignment of the legend's text. */
function offset({ style }: ItemBox, available: number, width: number, direction: 'ltr' | 'rtl'): number {
  const { marginLeft, marginRight } = style
  const left = resolveMargin(marginLeft, available)
  const free = available - left - width - resolveMargin(marginRight, available)
  if (free > 0 && marginLeft === 'auto') return left + (marginRight === 'auto' ? snap(free / 2) : free)
  if (free > 0 && marginRight === 'auto') return left
  // `<center>` aligns blocks, but not the legend.
  const alignment = style.blockAlign === 'normal' ? lineAlignment(style, 'soft', direction) : 'justify'
  return left + alignmentOffset(alignment, free, direction)
}

import type { Insets, Size } from '../base/geometry.js'
import { snap } from '../base/units.js'
import type { LengthPercentage } from '../css/values/compute-length.js'
import { resolveLength } from '../css/values/resolve-length.js'
import type { ComputedStyle } from './computed-style.js'

/** The page box, its margins and its padding, in px. */
export interface PageBox {
  readonly size: Size
  readonly margin: Insets
  readonly padding: Insets
}

/** What the style of a page says of one dimension. Percentages refer to the page box (css-page-3 §4.3). */
interface Dimension {
  readonly available: number
  readonly start: LengthPercentage | 'auto'
  readonly end: LengthPercentage | 'auto'
  readonly wanted: ComputedStyle['width']
  readonly least: ComputedStyle['minWidth']
  readonly most: ComputedStyle['maxWidth']
  /** Border and padding, and how much of it the given sizes include. */
  readonly edges: number
  readonly included: number
}

interface Extents {
  readonly size: number
  readonly start: number
  readonly end: number
}

/**
 * The page box in a sheet of the size that `size` gives (css-page-3 §5.1, §5.2): margins, borders, padding and page area
 * add up to that as those of a block do to its containing block. Where all are given, the sheet is as large as they are.
 */
export function pageBox(style: ComputedStyle, { width, height }: Size): PageBox {
  const padding = {
    top: resolveLength(style.paddingTop, height),
    right: resolveLength(style.paddingRight, width),
    bottom: resolveLength(style.paddingBottom, height),
    left: resolveLength(style.paddingLeft, width),
  }
  const across = padding.left + padding.right + style.borderLeftWidth + style.borderRightWidth
  const down = padding.top + padding.bottom + style.borderTopWidth + style.borderBottomWidth
  const isBorderBox = style.boxSizing === 'border-box'
  const horizontal = extents({
    available: width,
    start: style.marginLeft,
    end: style.marginRight,
    wanted: style.width,
    least: style.minWidth,
    most: style.maxWidth,
    edges: across,
    included: isBorderBox ? across : 0,
  })
  const vertical = extents({
    available: height,
    start: style.marginTop,
    end: style.marginBottom,
    wanted: style.height,
    least: style.minHeight,
    most: style.maxHeight,
    edges: down,
    included: isBorderBox ? down : 0,
  })
  return {
    size: { width: horizontal.size, height: vertical.size },
    margin: { top: vertical.start, right: horizontal.end, bottom: vertical.end, left: horizontal.start },
    padding,
  }
}

/** CSS 2.2 §10.3.3 and §10.4 for one dimension of a page. */
function extents(dimension: Dimension): Extents {
  const { available, start, end, wanted, least, most, edges } = dimension
  const area = (value: Dimension['wanted'] | Dimension['most']) =>
    typeof value === 'string' ? undefined : Math.max(0, resolveLength(value, available) - dimension.included)
  const margins = { start: margin(start, available), end: margin(end, available) }
  const free = Math.max(0, available - (margins.start ?? 0) - (margins.end ?? 0) - edges)
  const tentative = area(wanted)
  const highest = Math.min(tentative ?? free, area(most) ?? Number.MAX_VALUE)
  const limited = Math.max(highest, area(least) ?? 0)
  if (tentative === undefined && limited === free) {
    return { size: available, start: margins.start ?? 0, end: margins.end ?? 0 }
  }
  return around(available, limited + edges, margins)
}

function margin(value: LengthPercentage | 'auto', available: number): number | undefined {
  return value === 'auto' ? undefined : resolveLength(value, available)
}

/** The margins around a border box: automatic ones take the rest of the sheet, if there is one. */
function around(
  available: number,
  border: number,
  { start, end }: { readonly start: number | undefined; readonly end: number | undefined },
): Extents {
  const rest = Math.max(0, available - border - (start ?? 0) - (end ?? 0))
  const share = snap(start === undefined && end === undefined ? rest / 2 : rest)
  const before = start ?? share
  const after = end ?? rest - (start === undefined ? share : 0)
  const size = before + border + after
  // Negative margins may leave nothing of a sheet, which there must be.
  return { size: size > 0 ? size : available, start: before, end: after }
}

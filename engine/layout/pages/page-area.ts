import type { Insets, Size } from '../../base/geometry.js'
import type { PageStyle } from '../../style/page-style.js'

function sides(style: PageStyle): Insets {
  const { margin, padding } = style
  const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth } = style.style
  return {
    top: margin.top + borderTopWidth + padding.top,
    right: margin.right + borderRightWidth + padding.right,
    bottom: margin.bottom + borderBottomWidth + padding.bottom,
    left: margin.left + borderLeftWidth + padding.left,
  }
}

/**
 * Size of the page area: what is left for content, in the px of that. Never negative, even if the margins leave nothing.
 */
export function pageArea(style: PageStyle): Size {
  const { top, right, bottom, left } = sides(style)
  return {
    width: Math.max(0, style.size.width - left - right) / style.contentScale,
    height: Math.max(0, style.size.height - top - bottom) / style.contentScale,
  }
}

/**
 * Height that the flow may take of a page area. AD-HOC: browsers have pages of whole px, so that boxes of 1123px fill an
 * A4 page there, which is 1122.52px high. They are to fill one here as well: the last half px may lie in the margin. Page
 * areas of whole px are as tall as they are.
 */
export function pageRoom(style: PageStyle): number {
  const { size, contentScale } = style
  const { top, bottom } = sides(style)
  const { height } = pageArea(style)
  if (Number.isInteger(height * contentScale)) return height
  return Math.max(height, (Math.round(size.height) - top - bottom) / contentScale)
}

/** The corner of the page area in the page box, in the px of the content. */
export function contentOffset(style: PageStyle): { readonly left: number; readonly top: number } {
  const { top, left } = sides(style)
  return { left: left / style.contentScale, top: top / style.contentScale }
}

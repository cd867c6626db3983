import type { Insets, Size } from '../../base/geometry.js'
import { snap } from '../../base/units.js'
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
  const { exactArea, size, contentScale } = style
  if (exactArea) {
    const { width, height } = scaledArea(exactArea, contentScale)
    return { width: Math.ceil(snap(width)), height: Math.ceil(snap(height)) }
  }
  const { top, right, bottom, left } = sides(style)
  return scaledArea({ width: size.width - left - right, height: size.height - top - bottom }, contentScale)
}

/**
 * Size of the initial containing block: that of the page area. Where pages have whole px, browsers round its height down
 * though content fills the page to the last px.
 */
export function initialBlock(style: PageStyle): Size {
  const { exactArea, contentScale } = style
  const area = pageArea(style)
  return exactArea ? { ...area, height: Math.floor(snap(scaledArea(exactArea, contentScale).height)) } : area
}

/** Size of the page area in which browsers print what was laid out on whole px: that which it is declared to have. */
export function printedArea(style: PageStyle): Size {
  return style.exactArea ? scaledArea(style.exactArea, style.contentScale) : pageArea(style)
}

function scaledArea({ width, height }: Size, scale: number): Size {
  return { width: Math.max(0, width) / scale, height: Math.max(0, height) / scale }
}

/**
 * Height that the flow may take of a page area. AD-HOC: browsers have pages of whole px, so that boxes of 1123px fill an
 * A4 page there, which is 1122.52px high. They are to fill one here as well: the last half px may lie in the margin. Page
 * areas of whole px are as tall as they are.
 */
export function pageRoom(style: PageStyle): number {
  const { size, contentScale, exactArea } = style
  const { top, bottom } = sides(style)
  const { height } = pageArea(style)
  if (exactArea || Number.isInteger(height * contentScale)) return height
  return Math.max(height, (Math.round(size.height) - top - bottom) / contentScale)
}

/** The corner of the page area in the page box, in the px of the content. */
export function contentOffset(style: PageStyle): { readonly left: number; readonly top: number } {
  const { top, left } = sides(style)
  return { left: left / style.contentScale, top: top / style.contentScale }
}

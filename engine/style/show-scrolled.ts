import type { ComputedStyle } from './computed-style.js'
import type { MutableStyle } from './initial-style.js'

/**
 * Makes a box that scrolls on screens show all of its content: along each axis that scrolls nothing is cut off, and what
 * limits the size of the box there gives way to the content. The box keeps its formatting context (css-overflow-3 §3.1).
 *
 * AD-HOC: a least size of the author's own stays as it is where it cannot be joined with that of the content.
 */
export function showScrolled(style: MutableStyle): void {
  const { overflowX, overflowY } = style
  if (overflowX !== 'scroll' && overflowY !== 'scroll') return
  if (overflowX === 'scroll') {
    style.overflowX = 'visible'
    // No greatest width is less than the least one. Lines of controls wrap.
    if (isNothing(style.minWidth) && style.contain.size === 'none') style.minWidth = 'min-content'
  }
  if (overflowY === 'scroll') {
    style.overflowY = 'visible'
    if (style.contain.fits && style.contain.size === 'both') showLines(style)
    heighten(style)
  }
}

/** The lines that a control asks for are the least that it shows. */
function showLines(style: MutableStyle): void {
  const { containIntrinsicHeight: lines, height, minHeight, boxSizing } = style
  style.contain = { ...style.contain, size: 'inline' }
  if (typeof height !== 'string' || lines === 'none' || typeof minHeight === 'object') return
  const least = boxSizing === 'content-box' ? lines : lines + edgesOf(style)
  style.minHeight = typeof minHeight === 'number' ? Math.max(minHeight, least) : least
}

/** AD-HOC: without padding in percent, which refers to widths. */
function edgesOf({ paddingTop, paddingBottom, borderTopWidth, borderBottomWidth }: ComputedStyle): number {
  const lengths = [paddingTop, paddingBottom, borderTopWidth, borderBottomWidth]
  return lengths.reduce((sum: number, length) => sum + (typeof length === 'number' ? length : 0), 0)
}

/** The height becomes the least one. As an item of a column the box does not shrink. */
function heighten(style: MutableStyle): void {
  style.maxHeight = 'none'
  const { height, minHeight } = style
  if (typeof height === 'string') {
    if (isNothing(minHeight)) style.minHeight = 'auto'
    return
  }
  if (isNothing(minHeight)) style.minHeight = height
  else if (typeof minHeight === 'number' && typeof height === 'number') style.minHeight = Math.max(minHeight, height)
  style.height = 'auto'
  style.flexShrink = 0
}

function isNothing(least: ComputedStyle['minWidth' | 'minHeight']): boolean {
  return least === 'auto' || least === 0
}

import type { LengthPercentage } from '../css/values/compute-length.js'
import type { ComputedStyle } from './computed-style.js'
import type { MutableStyle } from './initial-style.js'

/**
 * Makes of heights that are limited by that of the content (css-sizing-3 §5) what comes to the same: a height of at least
 * its content is that of the content, and at least what it was to be. So layout has to know such limits of the main sizes
 * of items in a column alone, where what is limited is no property of the item.
 *
 * UNSUPPORTED: the content of an item that is stretched is no minimum of its height.
 */
export function resolveContentLimits(style: MutableStyle, parent: ComputedStyle): void {
  const least = isOfContent(style.minHeight)
  const most = isOfContent(style.maxHeight)
  if ((!least && !most) || isInColumn(style, parent)) return
  const { height, maxHeight } = style
  const isGiven = typeof height !== 'string'
  // Tables are at least as tall as their content anyway, and browsers limit them by nothing.
  const isTable = style.display === 'table' || style.display === 'inline-table'
  if (isTable || (least && !most && !isGiven)) {
    if (least) style.minHeight = 'auto'
    if (most) style.maxHeight = 'none'
    return
  }
  if (least) style.minHeight = isGiven && !most ? limited(height, maxHeight) : 'auto'
  style.maxHeight = isGiven && !least ? height : 'none'
  // Unlike an automatic height it is not stretched.
  style.height = 'max-content'
}

function isOfContent(limit: ComputedStyle['minHeight' | 'maxHeight']): boolean {
  return limit === 'min-content' || limit === 'max-content' || limit === 'fit-content'
}

/** AD-HOC: of a length and a percentage the height counts, for neither is known to be the smaller one. */
function limited(height: LengthPercentage, most: ComputedStyle['maxHeight']): LengthPercentage {
  return typeof height === 'number' && typeof most === 'number' ? Math.min(height, most) : height
}

function isInColumn({ position }: ComputedStyle, { display, flexDirection }: ComputedStyle): boolean {
  return (
    position !== 'absolute' &&
    position !== 'fixed' &&
    (display === 'flex' || display === 'inline-flex') &&
    flexDirection.startsWith('column')
  )
}

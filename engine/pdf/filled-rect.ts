/** A rectangle that was filled, and where its operators begin and end: nothing was written since while they end there. */
export interface FilledRect {
  x: number
  y: number
  width: number
  height: number
  start: number
  end: number
}

/**
 * Makes one rectangle of two that share a whole side, the second to the right of the first or below it. Not a long side:
 * readers draw lines of some widths as others, and two beside each other would become thinner or thicker.
 */
export function joinRects(last: FilledRect, x: number, y: number, width: number, height: number): boolean {
  if (y === last.y && height === last.height && x === last.x + last.width && height <= Math.min(width, last.width)) {
    last.width += width
    return true
  }
  if (x === last.x && width === last.width && y === last.y + last.height && width <= Math.min(height, last.height)) {
    last.height += height
    return true
  }
  return false
}

import type { Rect } from '../base/geometry.js'
import { type Matrix, mapRect } from '../base/matrix.js'
import type { Box, InlineBox } from '../boxes/box-tree.js'
import type { DrawnLink } from '../images/vector-types.js'
import { targetOf } from './link-target.js'
import type { PaintContext } from './paint-context.js'

/**
 * Makes the links of a drawing clickable.
 * @param matrix from the drawing's coordinates
 * @param frame outside of which nobody clicks
 */
export function markDrawnLinks(
  { ink, structure, untagged, target }: PaintContext,
  { node }: Box | InlineBox,
  links: readonly DrawnLink[],
  matrix: Matrix,
  frame: Rect,
): void {
  if (ink || node === undefined) return
  for (const [index, { address, label, area }] of links.entries()) {
    const place = targetOf(address)
    const shown = overlap(mapRect(matrix, area), frame)
    if (place === undefined || !shown) continue
    const tag = structure?.linkInDrawing(node, index, label || place)
    if (untagged && !tag) untagged.add(node)
    else target.link(shown, place, tag)
  }
}

function overlap(a: Rect, b: Rect): Rect | undefined {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

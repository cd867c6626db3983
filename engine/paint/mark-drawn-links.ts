import { intersection, type Rect } from '../base/geometry.js'
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
  { ink, structure, untagged, target, base }: PaintContext,
  { node }: Box | InlineBox,
  links: readonly DrawnLink[],
  matrix: Matrix,
  frame: Rect,
): void {
  if (ink || node === undefined) return
  for (const [index, { address, label, area }] of links.entries()) {
    const place = targetOf(address, base)
    const shown = intersection(mapRect(matrix, area), frame)
    if (place === undefined || shown.width === 0 || shown.height === 0) continue
    const tag = structure?.linkInDrawing(node, index, label || place)
    if (untagged && !tag) untagged.add(node)
    else target.link(shown, place, tag)
  }
}

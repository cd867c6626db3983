import type { Insets } from '../base/geometry.js'
import type { Path } from '../base/path.js'
import type { LegendGap } from '../layout/fragment-tree.js'
import type { BoxShape } from '../layout/shapes/box-shape.js'

/** The border edge of a fieldset that begins in the middle of its legend (HTML §15.3.13). */
export function belowLegend(shape: BoxShape, { inset }: LegendGap): BoxShape {
  return { ...shape, y: shape.y + inset, height: Math.max(0, shape.height - inset) }
}

/**
 * Where the border of a fieldset shows: all but the part of the top border behind its legend; by the even-odd rule.
 * @param outsets how far an image in place of the border reaches out of the box
 */
export function outsideLegend(
  { x, y, width, height }: BoxShape,
  { x: left, width: gap, inset, border }: LegendGap,
  outsets: Insets,
): Path {
  return [
    {
      kind: 'rect',
      x: x - outsets.left,
      y: y - outsets.top,
      width: width + outsets.left + outsets.right,
      height: height + outsets.top + outsets.bottom,
    },
    { kind: 'rect', x: x + left, y: y + inset, width: gap, height: border },
  ]
}

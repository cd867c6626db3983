import { type Insets, SIDES, type Side } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import type { PathSegment } from '../base/path.js'
import type { BoxShape } from '../layout/shapes/box-shape.js'

/** Whether a side without border ends in a round corner. */
export function hasRoundBareSide(shape: BoxShape, border: Insets): boolean {
  return shape.corners !== undefined && SIDES.some((side) => border[side] === 0 && depthOf(shape, border, side) > 0)
}

/** How far in from a side its border and the curves at its ends reach. */
function depthOf({ corners }: BoxShape, border: Insets, side: Side): number {
  const width = border[side]
  if (!corners) return width
  const { topLeft, topRight, bottomRight, bottomLeft } = corners
  switch (side) {
    case 'top':
      return Math.max(width, topLeft.vertical, topRight.vertical)
    case 'right':
      return Math.max(width, topRight.horizontal, bottomRight.horizontal)
    case 'bottom':
      return Math.max(width, bottomRight.vertical, bottomLeft.vertical)
    case 'left':
      return Math.max(width, bottomLeft.horizontal, topLeft.horizontal)
    default:
      return assertNever(side)
  }
}

/** The strips along the sides that have a border, as deep as the curves at their ends. */
export function strips(shape: BoxShape, border: Insets, sides: readonly Side[] = SIDES): readonly PathSegment[] {
  return sides.filter((side) => border[side] > 0).map((side) => strip(shape, side, depthOf(shape, border, side)))
}

function strip({ x, y, width, height }: BoxShape, side: Side, depth: number): PathSegment {
  switch (side) {
    case 'top':
      return { kind: 'rect', x, y, width, height: depth }
    case 'right':
      return { kind: 'rect', x: x + width - depth, y, width: depth, height }
    case 'bottom':
      return { kind: 'rect', x, y: y + height - depth, width, height: depth }
    case 'left':
      return { kind: 'rect', x, y, width: depth, height }
    default:
      return assertNever(side)
  }
}

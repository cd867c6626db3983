import type { PathSegment } from '../base/path.js'
import type { BoxShape } from '../layout/shapes/box-shape.js'

/** Control points of a cubic that follows a quarter ellipse, as a part of its radius. */
const KAPPA = 0.5522847

/** Appends the outline of a shape to a path as a closed contour, clockwise from the top left. */
export function addShape(path: PathSegment[], shape: BoxShape): void {
  const { x, y, width, height, corners } = shape
  if (!corners) {
    path.push({ kind: 'rect', x, y, width, height })
    return
  }
  const right = x + width
  const bottom = y + height
  const { topLeft, topRight, bottomRight, bottomLeft } = corners
  path.push({ kind: 'move', x: x + topLeft.horizontal, y })
  path.push({ kind: 'line', x: right - topRight.horizontal, y })
  addCorner(path, { x: right - topRight.horizontal, y }, [topRight.horizontal, 0], [0, topRight.vertical])
  path.push({ kind: 'line', x: right, y: bottom - bottomRight.vertical })
  const rightEnd = { x: right, y: bottom - bottomRight.vertical }
  addCorner(path, rightEnd, [0, bottomRight.vertical], [-bottomRight.horizontal, 0])
  path.push({ kind: 'line', x: x + bottomLeft.horizontal, y: bottom })
  const bottomEnd = { x: x + bottomLeft.horizontal, y: bottom }
  addCorner(path, bottomEnd, [-bottomLeft.horizontal, 0], [0, -bottomLeft.vertical])
  path.push({ kind: 'line', x, y: y + topLeft.vertical })
  addCorner(path, { x, y: y + topLeft.vertical }, [0, -topLeft.vertical], [topLeft.horizontal, 0])
  path.push({ kind: 'close' })
}

export function shapePath(shape: BoxShape): PathSegment[] {
  const path: PathSegment[] = []
  addShape(path, shape)
  return path
}

/** Length of the outline. */
export function shapeLength({ width, height, corners }: BoxShape): number {
  let length = 2 * (width + height)
  if (!corners) return length
  for (const { horizontal: a, vertical: b } of [
    corners.topLeft,
    corners.topRight,
    corners.bottomRight,
    corners.bottomLeft,
  ]) {
    // A quarter of Ramanujan's circumference of an ellipse in place of the two straight stretches.
    length += (Math.PI / 4) * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b))) - (a + b)
  }
  return length
}

type Vector = readonly [dx: number, dy: number]

/** A quarter ellipse from (x, y) that leaves along one vector and arrives along another. */
function addCorner(
  path: PathSegment[],
  { x, y }: { readonly x: number; readonly y: number },
  [dx1, dy1]: Vector,
  [dx2, dy2]: Vector,
): void {
  if (dx1 + dy1 === 0 && dx2 + dy2 === 0) return
  path.push({
    kind: 'curve',
    x1: x + dx1 * KAPPA,
    y1: y + dy1 * KAPPA,
    x2: x + dx1 + dx2 * (1 - KAPPA),
    y2: y + dy1 + dy2 * (1 - KAPPA),
    x: x + dx1 + dx2,
    y: y + dy1 + dy2,
  })
}

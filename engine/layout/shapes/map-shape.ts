import type { Point } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { type Matrix, mapPoint, mapRect } from '../../base/matrix.js'
import { transformPath } from '../../images/svg/path-bounds.js'
import type { BoxShape, Corners, Radius } from './box-shape.js'
import type { ResolvedShape } from './resolve-shape.js'

/** A shape turned or mirrored. @param matrix leads each axis to one of both */
export function mapShape(shape: ResolvedShape, matrix: Matrix): ResolvedShape {
  switch (shape.kind) {
    case 'box':
      return { kind: 'box', box: mapBox(shape.box, matrix) }
    case 'polygon':
      return { ...shape, points: shape.points.map(({ x, y }): Point => mapPoint(matrix, x, y)) }
    case 'path':
      return { ...shape, outline: transformPath(shape.outline, matrix) }
    default:
      return assertNever(shape)
  }
}

/** The same for a box. */
export function mapBox(box: BoxShape, matrix: Matrix): BoxShape {
  return { ...mapRect(matrix, box), corners: box.corners && mapCorners(box.corners, matrix) }
}

function mapCorners({ topLeft, topRight, bottomRight, bottomLeft }: Corners, matrix: Matrix): Corners {
  const mapped = new Map<string, Radius>()
  const map = (x: -1 | 1, y: -1 | 1, { horizontal, vertical }: Radius) => {
    const side = mapPoint({ ...matrix, e: 0, f: 0 }, x, y)
    const radius = matrix.a === 0 ? { horizontal: vertical, vertical: horizontal } : { horizontal, vertical }
    mapped.set(`${side.x} ${side.y}`, radius)
  }
  map(-1, -1, topLeft)
  map(1, -1, topRight)
  map(1, 1, bottomRight)
  map(-1, 1, bottomLeft)
  const at = (x: -1 | 1, y: -1 | 1) => mapped.get(`${x} ${y}`) ?? topLeft
  return { topLeft: at(-1, -1), topRight: at(1, -1), bottomRight: at(1, 1), bottomLeft: at(-1, 1) }
}

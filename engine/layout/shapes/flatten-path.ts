import type { Point } from '../../base/geometry.js'
import type { Outline } from '../../base/path.js'
import { clampPx } from '../../css/values/length-value.js'

/** How far straight edges may be from the curve that they stand for, in px: as fine as layout measures. */
const TOLERANCE = 1 / 64

/** Edges that a path may have beyond one for each of its segments. */
const MAX_EDGES = 65_536

/** The contours of a path with straight edges in place of curves. */
export function flattenPath(outline: Outline): readonly (readonly Point[])[] {
  const most = Math.max(1, Math.floor(MAX_EDGES / outline.length))
  const contours: Point[][] = []
  let points: Point[] = []
  let at: Point = { x: 0, y: 0 }
  for (const segment of outline) {
    // What is drawn after a contour was closed begins where that began.
    if (segment.kind === 'close') {
      at = points[0] ?? at
      points = []
      continue
    }
    if (segment.kind === 'move') points = []
    if (points.length === 0) {
      if (segment.kind !== 'move') points.push(at)
      contours.push(points)
    }
    if (segment.kind === 'curve') addCurve(points, at, segment, most)
    else points.push(finite(segment))
    at = points.at(-1) as Point
  }
  return contours
}

type Curve = Extract<Outline[number], { readonly kind: 'curve' }>

function addCurve(points: Point[], { x: x0, y: y0 }: Point, { x1, y1, x2, y2, x, y }: Curve, most: number): void {
  // A curve leaves its chord by no more than its second differences allow.
  const bend = Math.max(Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), Math.hypot(x1 - 2 * x2 + x, y1 - 2 * y2 + y))
  const count = Math.min(most, Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / TOLERANCE))))
  for (let index = 1; index < count; index++) {
    const t = index / count
    const s = 1 - t
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
    points.push(finite({ x: a * x0 + b * x1 + c * x2 + d * x, y: a * y0 + b * y1 + c * y2 + d * y }))
  }
  points.push(finite({ x, y }))
}

function finite({ x, y }: Point): Point {
  return { x: clampPx(x), y: clampPx(y) }
}

import type { Point } from '../../base/geometry.js'
import type { Outline, OutlineSegment } from '../../base/path.js'

/** A curve is as long as so many straight lines along it: places between their ends are on the curve. */
const LINES_PER_CURVE = 24

/** A place on a path and the direction in which it runs there. */
export interface PathPlace extends Point {
  /** Of unit length. */
  readonly direction: Point
}

interface Stretch {
  readonly from: Point
  readonly to: Point
  /** From the start of the path to its end. */
  readonly end: number
  readonly length: number
  /** Of which it is a part; undefined where it is straight. */
  readonly curve: Curve | undefined
  /** The parameter of the curve where it ends. */
  readonly t: number
}

/** A cubic Bézier curve. */
interface Curve {
  readonly from: Point
  readonly to: OutlineSegment & { kind: 'curve' }
}

/** A path as stretches that are nearly straight, to find the places along it. */
export class MeasuredPath {
  readonly #stretches: Stretch[] = []

  constructor(path: Outline) {
    let start: Point = { x: 0, y: 0 }
    let at: Point = start
    for (const segment of path) {
      if (segment.kind === 'move') start = segment
      else if (segment.kind === 'curve') this.#addCurve(at, segment)
      else this.#add(at, segment.kind === 'close' ? start : segment)
      at = segment.kind === 'close' ? start : segment
    }
  }

  get length(): number {
    return this.#stretches.at(-1)?.end ?? 0
  }

  /** The place so far along the path; undefined beyond its ends. */
  at(distance: number): PathPlace | undefined {
    if (!(distance >= 0 && distance <= this.length)) return undefined
    let low = 0
    let high = this.#stretches.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#stretches[middle]?.end ?? 0) < distance) low = middle + 1
      else high = middle
    }
    const stretch = this.#stretches[low]
    if (!stretch) return undefined
    const { from, to, end, length, curve, t } = stretch
    const direction = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
    const back = end - distance
    if (curve) return placeOnCurve(curve, t - back / length / LINES_PER_CURVE, direction)
    return { x: to.x - direction.x * back, y: to.y - direction.y * back, direction }
  }

  #addCurve(from: Point, to: Curve['to']): void {
    const curve: Curve = { from, to }
    let last = from
    for (let i = 1; i <= LINES_PER_CURVE; i++) {
      const t = i / LINES_PER_CURVE
      const next = pointOnCurve(curve, t)
      this.#add(last, next, curve, t)
      last = next
    }
  }

  #add(from: Point, to: Point, curve?: Curve, t = 1): void {
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length > 0) this.#stretches.push({ from, to, end: this.length + length, length, curve, t })
  }
}

function pointOnCurve({ from, to }: Curve, t: number): Point {
  const s = 1 - t
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
  return { x: a * from.x + b * to.x1 + c * to.x2 + d * to.x, y: a * from.y + b * to.y1 + c * to.y2 + d * to.y }
}

/** @param chord the direction where the curve has none: it stands still there */
function placeOnCurve(curve: Curve, t: number, chord: Point): PathPlace {
  const { from, to } = curve
  const s = 1 - t
  const [a, b, c] = [s * s, 2 * s * t, t * t]
  const dx = a * (to.x1 - from.x) + b * (to.x2 - to.x1) + c * (to.x - to.x2)
  const dy = a * (to.y1 - from.y) + b * (to.y2 - to.y1) + c * (to.y - to.y2)
  const speed = Math.hypot(dx, dy)
  const direction = speed > 0 ? { x: dx / speed, y: dy / speed } : chord
  return { ...pointOnCurve(curve, t), direction }
}

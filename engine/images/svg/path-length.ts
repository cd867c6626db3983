import type { Point } from '../../base/geometry.js'
import type { Outline, OutlineSegment } from '../../base/path.js'

/** A curve is as long as so many straight lines along it. */
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
}

/** A path as straight stretches, to find the places along it. */
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
    const { from, to, end, length } = stretch
    const direction = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
    const back = end - distance
    return { x: to.x - direction.x * back, y: to.y - direction.y * back, direction }
  }

  #addCurve(from: Point, { x1, y1, x2, y2, x, y }: OutlineSegment & { kind: 'curve' }): void {
    let last = from
    for (let i = 1; i <= LINES_PER_CURVE; i++) {
      const t = i / LINES_PER_CURVE
      const s = 1 - t
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
      const next = { x: a * from.x + b * x1 + c * x2 + d * x, y: a * from.y + b * y1 + c * y2 + d * y }
      this.#add(last, next)
      last = next
    }
  }

  #add(from: Point, to: Point): void {
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length > 0) this.#stretches.push({ from, to, end: this.length + length, length })
  }
}

import type { Rect } from '../../base/geometry.js'
import { type Matrix, mapPoint } from '../../base/matrix.js'
import type { Outline } from '../../base/path.js'

/** Grows around points. */
export class Bounds {
  #left = Number.POSITIVE_INFINITY
  #top = Number.POSITIVE_INFINITY
  #right = Number.NEGATIVE_INFINITY
  #bottom = Number.NEGATIVE_INFINITY

  add(x: number, y: number): void {
    this.#left = Math.min(this.#left, x)
    this.#top = Math.min(this.#top, y)
    this.#right = Math.max(this.#right, x)
    this.#bottom = Math.max(this.#bottom, y)
  }

  addRect({ x, y, width, height }: Rect): void {
    this.add(x, y)
    this.add(x + width, y + height)
  }

  /** Undefined when there was no point. */
  get rect(): Rect | undefined {
    if (this.#left > this.#right) return undefined
    return { x: this.#left, y: this.#top, width: this.#right - this.#left, height: this.#bottom - this.#top }
  }
}

/** The smallest rectangle around the area of a path, strokes left out (SVG 2 §8.10). */
export function pathBounds(path: Outline): Rect | undefined {
  const bounds = new Bounds()
  let x = 0
  let y = 0
  for (const segment of path) {
    if (segment.kind === 'close') continue
    if (segment.kind === 'curve') {
      for (const t of [
        ...turns(x, segment.x1, segment.x2, segment.x),
        ...turns(y, segment.y1, segment.y2, segment.y),
      ]) {
        bounds.add(cubic(x, segment.x1, segment.x2, segment.x, t), cubic(y, segment.y1, segment.y2, segment.y, t))
      }
    }
    x = segment.x
    y = segment.y
    bounds.add(x, y)
  }
  return bounds.rect
}

/** Where a cubic Bézier curve turns back in one coordinate. */
function turns(p0: number, p1: number, p2: number, p3: number): number[] {
  const a = p3 - 3 * p2 + 3 * p1 - p0
  const b = 2 * (p2 - 2 * p1 + p0)
  const c = p1 - p0
  const inside = (t: number) => t > 0 && t < 1
  if (Math.abs(a) < 1e-12) return b === 0 ? [] : [-c / b].filter(inside)
  const discriminant = b * b - 4 * a * c
  if (discriminant < 0) return []
  const root = Math.sqrt(discriminant)
  return [(-b + root) / (2 * a), (-b - root) / (2 * a)].filter(inside)
}

function cubic(p0: number, p1: number, p2: number, p3: number, t: number): number {
  const s = 1 - t
  return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
}

/** The sine of the least angle that is one: what is thinner is a line of which some point was rounded. */
const LEAST_SINE = 1e-6

/** Whether a path encloses anything: the points of one of its contours are not all on a line. */
export function hasArea(path: Outline): boolean {
  let x = 0
  let y = 0
  let directionX = 0
  let directionY = 0
  const isBeside = (toX: number, toY: number) => {
    const dx = toX - x
    const dy = toY - y
    if (directionX === 0 && directionY === 0) {
      directionX = dx
      directionY = dy
      return false
    }
    const sine = directionX * dy - directionY * dx
    return Math.abs(sine) > LEAST_SINE * Math.hypot(directionX, directionY) * Math.hypot(dx, dy)
  }
  for (const segment of path) {
    if (segment.kind === 'close') continue
    if (segment.kind === 'move') {
      x = segment.x
      y = segment.y
      directionX = 0
      directionY = 0
      continue
    }
    if (segment.kind === 'curve' && (isBeside(segment.x1, segment.y1) || isBeside(segment.x2, segment.y2))) return true
    if (isBeside(segment.x, segment.y)) return true
  }
  return false
}

export function transformPath(path: Outline, matrix: Matrix): Outline {
  return path.map((segment) => {
    if (segment.kind === 'close') return segment
    const { x, y } = mapPoint(matrix, segment.x, segment.y)
    if (segment.kind !== 'curve') return { kind: segment.kind, x, y }
    const first = mapPoint(matrix, segment.x1, segment.y1)
    const second = mapPoint(matrix, segment.x2, segment.y2)
    return { kind: 'curve', x1: first.x, y1: first.y, x2: second.x, y2: second.y, x, y }
  })
}

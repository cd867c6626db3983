import type { Point } from '../../base/geometry.js'
import type { FillRule } from '../../images/vector-types.js'
import { discReach } from './shape-profile.js'

/** From one height to another. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/**
 * The heights at which an upright line lies in polygons, or within `margin` px of them: from the top down, apart from
 * each other.
 *
 * @param x place of the line; of polygons that only touch it, those to its left are said to hold it
 */
export function innerIntervals(
  contours: readonly (readonly Point[])[],
  rule: FillRule,
  margin: number,
  x: number,
): readonly Interval[] {
  const crossings: Crossing[] = []
  const found: Interval[] = []
  for (const points of contours) {
    let before = points.at(-1) as Point
    for (const point of points) {
      const crossing = crossingOf(before, point, x)
      if (crossing) crossings.push(crossing)
      const near = margin > 0 ? stadiumAt(before, point, margin, x) : undefined
      if (near) found.push(near)
      before = point
    }
  }
  for (const interval of between(crossings, rule)) found.push(interval)
  return joined(found)
}

/** Where an edge crosses an upright line, and which way. */
interface Crossing {
  readonly y: number
  readonly turn: 1 | -1
}

function crossingOf(a: Point, b: Point, x: number): Crossing | undefined {
  if (a.x >= x === b.x >= x) return undefined
  return { y: a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x), turn: a.x < b.x ? 1 : -1 }
}

function between(crossings: Crossing[], rule: FillRule): readonly Interval[] {
  crossings.sort((a, b) => a.y - b.y)
  const intervals: Interval[] = []
  let turns = 0
  for (const [index, { y, turn }] of crossings.entries()) {
    turns += turn
    const next = crossings[index + 1]
    const isInside = rule === 'evenodd' ? turns % 2 !== 0 : turns !== 0
    if (next && isInside && next.y > y) intervals.push({ from: y, to: next.y })
  }
  return intervals
}

/** The part of an upright line within some distance of an edge. */
function stadiumAt(a: Point, b: Point, margin: number, x: number): Interval | undefined {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const end of [a, b]) {
    const half = discReach(margin, Math.abs(x - end.x))
    if (half === 0) continue
    from = Math.min(from, end.y - half)
    to = Math.max(to, end.y + half)
  }
  // The two lines beside the edge, at the margin from it.
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  for (const side of [margin / length, -margin / length]) {
    const shift = -(b.y - a.y) * side
    const part = (x - a.x - shift) / (b.x - a.x)
    if (!(part >= 0 && part <= 1)) continue
    const y = a.y + (b.y - a.y) * part + (b.x - a.x) * side
    from = Math.min(from, y)
    to = Math.max(to, y)
  }
  return from < to ? { from, to } : undefined
}

function joined(intervals: Interval[]): readonly Interval[] {
  intervals.sort((a, b) => a.from - b.from)
  const apart: Interval[] = []
  for (const { from, to } of intervals) {
    const last = apart.at(-1)
    if (last && from <= last.to) apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else apart.push({ from, to })
  }
  return apart
}

import type { Point } from '../../base/geometry.js'
import type { FillRule } from '../../images/vector-types.js'
import { type EnvelopePiece, edgeAt, type ShapeEdge, upperEnvelope } from './edge-envelope.js'
import { type Interval, innerIntervals } from './inner-intervals.js'
import { discReach, overlaps, type ProfileArea, type ShapeProfile } from './shape-profile.js'

/**
 * Polygons and all that is within `margin` px of them. Lines ask for the furthest place between two heights: of all
 * edges only the parts that reach furthest are kept, in a tree whose nodes know how far what is in them reaches at most.
 */
export class PolygonProfile implements ShapeProfile {
  readonly #pieces: readonly EnvelopePiece[]
  /** The furthest place of the pieces below each node; the children of a node are at twice its index and after it. */
  readonly #most: Float64Array
  /** Heights at which the shape reaches beyond the margin box. */
  readonly #inner: readonly Interval[]

  /** @param contours closed polygons */
  constructor(
    contours: readonly (readonly Point[])[],
    rule: FillRule,
    private readonly margin: number,
    private readonly area: ProfileArea,
  ) {
    const outlines = contours.map(withoutSpikes).filter((points) => points.length > 2)
    this.#inner = innerIntervals(outlines, rule, margin, area.width)
    this.#pieces = upperEnvelope(edgesWithin(outlines, area.width))
    this.#most = new Float64Array(4 * this.#pieces.length)
    if (this.#pieces.length > 0) this.#measure(1, 0, this.#pieces.length - 1)
  }

  reach(top: number, bottom: number): number | undefined {
    if (!overlaps(0, this.area.height, top, bottom)) return undefined
    const from = Math.max(0, top)
    const to = Math.min(this.area.height, bottom)
    if (this.#isFull(from, to)) return this.area.width
    if (this.#pieces.length === 0) return undefined
    const far = this.#furthest(from, to, { node: 1, first: 0, last: this.#pieces.length - 1 }, 0)
    return far > 0 ? Math.min(far, this.area.width) : undefined
  }

  /** Whether the shape leaves the margin box between two heights. */
  #isFull(top: number, bottom: number): boolean {
    let [low, high] = [0, this.#inner.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#inner[middle] as Interval).to > top) high = middle
      else low = middle + 1
    }
    const inner = this.#inner[low]
    return inner !== undefined && overlaps(inner.from, inner.to, top, bottom)
  }

  #measure(node: number, first: number, last: number): number {
    const middle = (first + last) >> 1
    const most =
      first === last
        ? furthestEnd(this.#pieces[first] as EnvelopePiece)
        : Math.max(this.#measure(2 * node, first, middle), this.#measure(2 * node + 1, middle + 1, last))
    this.#most[node] = most
    return most
  }

  /** The furthest place of the pieces of a node if it is beyond `known`, which is returned otherwise. */
  #furthest(top: number, bottom: number, { node, first, last }: TreeNode, known: number): number {
    const { margin } = this
    const begin = (this.#pieces[first] as EnvelopePiece).top
    const end = (this.#pieces[last] as EnvelopePiece).bottom
    if (!overlaps(begin - margin, end + margin, top, bottom)) return known
    const distance = Math.max(0, top - end, begin - bottom)
    const most = (this.#most[node] as number) + discReach(margin, distance)
    if (most <= known || (begin >= top && end <= bottom)) return Math.max(most, known)
    if (first === last) return Math.max(known, this.#pieceReach(this.#pieces[first] as EnvelopePiece, top, bottom))
    const middle = (first + last) >> 1
    const upper = { node: 2 * node, first, last: middle }
    const lower = { node: 2 * node + 1, first: middle + 1, last }
    // What is nearer mostly reaches further, and then nothing else has to be looked at.
    const isBelow = (this.#pieces[middle] as EnvelopePiece).bottom > top
    const nearer = this.#furthest(top, bottom, isBelow ? upper : lower, known)
    return this.#furthest(top, bottom, isBelow ? lower : upper, nearer)
  }

  /** How far the margin around a piece reaches between two heights: that of the place beside, or of one above or below. */
  #pieceReach(piece: EnvelopePiece, top: number, bottom: number): number {
    const { margin } = this
    const { edge } = piece
    const from = Math.max(piece.top, top)
    const to = Math.min(piece.bottom, bottom)
    if (from <= to) {
      const beside = Math.max(edgeAt(edge, from), edgeAt(edge, to)) + margin
      if (margin === 0) return beside
      return Math.max(beside, this.#discsAt(piece, top), this.#discsAt(piece, bottom))
    }
    return this.#discsAt(piece, piece.bottom < top ? top : bottom)
  }

  /** The furthest place at one height of the discs around all places of a piece. */
  #discsAt({ top, bottom, edge }: EnvelopePiece, y: number): number {
    const { margin } = this
    const across = edge.to - edge.from
    // The disc whose edge is as steep there as the piece is reaches furthest.
    const best = y + (margin * across) / Math.hypot(across, edge.bottom - edge.top)
    const middle = Math.min(Math.max(best, top, y - margin), bottom, y + margin)
    const distance = Math.abs(middle - y)
    return distance > margin ? Number.NEGATIVE_INFINITY : edgeAt(edge, middle) + discReach(margin, distance)
  }
}

interface TreeNode {
  readonly node: number
  /** Its first and last piece. */
  readonly first: number
  readonly last: number
}

function furthestEnd({ top, bottom, edge }: EnvelopePiece): number {
  return Math.max(edgeAt(edge, top), edgeAt(edge, bottom))
}

/**
 * The vertices of a polygon at which its outline turns. Where it only goes on, stays or turns back, as on its way to a
 * single point and from there, nothing is enclosed.
 */
function withoutSpikes(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = []
  const isStraight = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - b.y) === (b.y - a.y) * (c.x - b.x)
  for (const point of points) {
    while (kept.length > 0 && isStraight(kept.at(-2) ?? (kept.at(-1) as Point), kept.at(-1) as Point, point)) {
      if (kept.length === 1 && !isSame(kept[0] as Point, point)) break
      kept.pop()
    }
    kept.push(point)
  }
  // The last ones lead to the first.
  let start = 0
  for (let isDone = false; !isDone && kept.length - start > 2; ) {
    isDone = true
    const [last, first] = [kept.at(-1) as Point, kept[start] as Point]
    if (isStraight(kept.at(-2) as Point, last, first)) {
      kept.pop()
      isDone = false
    } else if (isStraight(last, first, kept[start + 1] as Point)) {
      start++
      isDone = false
    }
  }
  return kept.slice(start)
}

function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y
}

/** The edges of polygons as far as they are nearer than a limit. */
function edgesWithin(contours: readonly (readonly Point[])[], limit: number): ShapeEdge[] {
  const edges: ShapeEdge[] = []
  for (const points of contours) {
    let before = points.at(-1) as Point
    for (const point of points) {
      const [a, b] = before.y < point.y ? [before, point] : [point, before]
      before = point
      if (a.y === b.y || (a.x >= limit && b.x >= limit)) continue
      const crossing = a.y + ((b.y - a.y) * (limit - a.x)) / (b.x - a.x)
      const top = a.x > limit ? crossing : a.y
      const bottom = b.x > limit ? crossing : b.y
      if (top < bottom) edges.push({ top, bottom, from: Math.min(a.x, limit), to: Math.min(b.x, limit) })
    }
  }
  return edges
}

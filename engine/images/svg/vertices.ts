import type { Point } from '../../base/geometry.js'
import type { Outline, OutlineSegment } from '../../base/path.js'

/** A place where a path may be marked. */
export interface Vertex extends Point {
  readonly at: 'start' | 'mid' | 'end'
  /** Into which direction the path runs there, clockwise from rightwards in degrees. */
  readonly angle: number
}

/** A vertex before its neighbours are known; directions point along the path. */
interface OpenVertex {
  x: number
  y: number
  incoming: Point | undefined
  outgoing: Point | undefined
}

/**
 * The vertices of a path in order, with the directions of SVG 2 §11.6.2 ("path direction").
 * @param parts segments that end at no vertex, by their index
 */
export function verticesOf(path: Outline, parts: ReadonlySet<number>): readonly Vertex[] {
  const vertices: OpenVertex[] = []
  let subpath = 0
  for (const [i, segment] of path.entries()) {
    if (segment.kind === 'move') {
      joinDirections(vertices, subpath)
      subpath = vertices.length
      vertices.push({ x: segment.x, y: segment.y, incoming: undefined, outgoing: undefined })
      continue
    }
    addSegment(vertices, segment, subpath, parts.has(i - 1))
  }
  joinDirections(vertices, subpath)
  return vertices.map(({ x, y, incoming, outgoing }, i) => {
    const at = i === 0 ? 'start' : i === vertices.length - 1 ? 'end' : 'mid'
    return { x, y, at, angle: angleBetween(incoming, outgoing) }
  })
}

/** @param continues it is the next part of the arc that ends at the last vertex */
function addSegment(vertices: OpenVertex[], segment: OutlineSegment, subpath: number, continues: boolean): void {
  const last = vertices.at(-1)
  const first = vertices[subpath]
  if (!last || !first) return
  const end = segment.kind === 'close' ? first : segment
  const [start, into] = segment.kind === 'curve' ? curveEnds(last, segment) : [difference(last, end), undefined]
  if (continues) {
    last.x = end.x
    last.y = end.y
    last.incoming = into ?? last.incoming
    return
  }
  last.outgoing = start
  const vertex: OpenVertex = { x: end.x, y: end.y, incoming: into ?? start, outgoing: undefined }
  if (segment.kind === 'close') {
    vertex.outgoing = first.outgoing
    first.incoming = vertex.incoming
  }
  vertices.push(vertex)
}

/** The directions at both ends of a curve: towards the next point that is another. */
function curveEnds(
  from: Point,
  curve: OutlineSegment & { kind: 'curve' },
): readonly [Point | undefined, Point | undefined] {
  const points = [from, { x: curve.x1, y: curve.y1 }, { x: curve.x2, y: curve.y2 }, { x: curve.x, y: curve.y }]
  const [start, first, second, end] = points as [Point, Point, Point, Point]
  return [
    difference(start, first) ?? difference(start, second) ?? difference(start, end),
    difference(second, end) ?? difference(first, end) ?? difference(start, end),
  ]
}

function difference(from: Point, to: Point): Point | undefined {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(x, y)
  return length > 0 ? { x: x / length, y: y / length } : undefined
}

/** Segments without length have the direction of what stands before them, or behind them. */
function joinDirections(vertices: readonly OpenVertex[], subpath: number): void {
  for (let i = subpath + 1; i < vertices.length; i++) {
    const [before, vertex] = [vertices[i - 1], vertices[i]]
    if (before && vertex) vertex.incoming ??= before.incoming
    if (before && vertex) before.outgoing ??= vertex.incoming
  }
  for (let i = vertices.length - 2; i >= subpath; i--) {
    const [vertex, next] = [vertices[i], vertices[i + 1]]
    if (vertex && next) next.incoming ??= next.outgoing
    if (vertex && next) vertex.outgoing ??= next.incoming
  }
}

function angleBetween(incoming: Point | undefined, outgoing: Point | undefined): number {
  const [a, b] = [incoming ?? outgoing, outgoing ?? incoming]
  if (!a || !b) return 0
  // Where a path turns back, the bisector is a matter of taste: it is perpendicular to both.
  const back = Math.hypot(a.x + b.x, a.y + b.y) < 1e-9
  const angle = back ? Math.atan2(a.x, -a.y) : Math.atan2(a.y + b.y, a.x + b.x)
  return (angle * 180) / Math.PI
}

import type { OutlineSegment } from '../../base/path.js'

/** An elliptical arc from the current point (SVG 2 §9.5.1). */
export interface Arc {
  readonly rx: number
  readonly ry: number
  /** Degrees by which the ellipse is turned. */
  readonly angle: number
  /** Which of the four arcs between the points it is. */
  readonly large: boolean
  readonly sweep: boolean
  readonly x: number
  readonly y: number
}

/** An arc as cubic curves, each a quarter of the ellipse at most. */
export function arcToCurves(x0: number, y0: number, arc: Arc): readonly OutlineSegment[] {
  const { x, y } = arc
  if (x === x0 && y === y0) return []
  let rx = Math.abs(arc.rx)
  let ry = Math.abs(arc.ry)
  if (rx === 0 || ry === 0) return [{ kind: 'line', x, y }]
  const turn = (arc.angle * Math.PI) / 180
  const cosine = Math.cos(turn)
  const sine = Math.sin(turn)
  // SVG 2 §B.2.4: the points in coordinates in which the ellipse is upright and half way between them is zero.
  const px = (cosine * (x0 - x)) / 2 + (sine * (y0 - y)) / 2
  const py = (-sine * (x0 - x)) / 2 + (cosine * (y0 - y)) / 2
  const reach = (px / rx) ** 2 + (py / ry) ** 2
  if (reach > 1) {
    rx *= Math.sqrt(reach)
    ry *= Math.sqrt(reach)
  }
  const spread = Math.max(0, 1 / Math.min(1, reach) - 1)
  const factor = (arc.large === arc.sweep ? -1 : 1) * Math.sqrt(spread)
  const cx = (factor * rx * py) / ry
  const cy = (-factor * ry * px) / rx
  const start = Math.atan2((py - cy) / ry, (px - cx) / rx)
  let extent = Math.atan2((-py - cy) / ry, (-px - cx) / rx) - start
  if (arc.sweep && extent < 0) extent += 2 * Math.PI
  if (!arc.sweep && extent > 0) extent -= 2 * Math.PI
  const centerX = cosine * cx - sine * cy + (x0 + x) / 2
  const centerY = sine * cx + cosine * cy + (y0 + y) / 2

  const pieces = Math.max(1, Math.ceil(Math.abs(extent) / (Math.PI / 2) - 1e-9))
  const step = extent / pieces
  const handle = (4 / 3) * Math.tan(step / 4)
  const at = (u: number, v: number) => ({
    x: centerX + cosine * rx * u - sine * ry * v,
    y: centerY + sine * rx * u + cosine * ry * v,
  })
  const curves: OutlineSegment[] = []
  for (let i = 0; i < pieces; i++) {
    const from = start + i * step
    const to = from + step
    const first = at(Math.cos(from) - handle * Math.sin(from), Math.sin(from) + handle * Math.cos(from))
    const second = at(Math.cos(to) + handle * Math.sin(to), Math.sin(to) - handle * Math.cos(to))
    const end = i === pieces - 1 ? { x, y } : at(Math.cos(to), Math.sin(to))
    curves.push({ kind: 'curve', x1: first.x, y1: first.y, x2: second.x, y2: second.y, x: end.x, y: end.y })
  }
  return curves
}

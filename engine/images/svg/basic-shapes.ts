import type { Point } from '../../base/geometry.js'
import type { Outline, OutlineSegment } from '../../base/path.js'
import { parsePathData } from './path-data.js'
import type { SvgElement } from './svg-element.js'
import type { SvgGeometry } from './svg-geometry.js'
import { type LengthAxis, type LengthContext, parseSvgLength } from './svg-length.js'

/** Distance of the control points that makes a cubic curve a quarter of a circle. */
const QUARTER = 0.5522847498

/**
 * The path of a shape (SVG 2 §10, §9); undefined when it draws nothing, or the element is no shape.
 * @param geometry what style sheets say of it
 */
export function shapePath(element: SvgElement, context: LengthContext, geometry?: SvgGeometry): Outline | undefined {
  const { attributes } = element
  const length = (name: string, axis: LengthAxis) =>
    (geometry as ReadonlyMap<string, number> | undefined)?.get(name) ??
    parseSvgLength(attributes.get(name), context, axis)
  const point = (x: string, y: string): Point => ({ x: length(x, 'x') ?? 0, y: length(y, 'y') ?? 0 })
  switch (element.name) {
    case 'path': {
      const path = parsePathData(attributes.get('d') ?? '')
      return path.length > 1 ? path : undefined
    }
    case 'rect':
      return rectPath(
        point('x', 'y'),
        { width: length('width', 'x') ?? 0, height: length('height', 'y') ?? 0 },
        length('rx', 'x'),
        length('ry', 'y'),
      )
    case 'circle': {
      const r = length('r', 'other') ?? 0
      return ellipsePath(point('cx', 'cy'), r, r)
    }
    case 'ellipse': {
      const rx = length('rx', 'x') ?? length('ry', 'y') ?? 0
      const ry = length('ry', 'y') ?? rx
      return ellipsePath(point('cx', 'cy'), rx, ry)
    }
    case 'line':
      return [
        { kind: 'move', ...point('x1', 'y1') },
        { kind: 'line', ...point('x2', 'y2') },
      ]
    case 'polyline':
      return polyline(attributes.get('points') ?? '', false)
    case 'polygon':
      return polyline(attributes.get('points') ?? '', true)
    default:
      return undefined
  }
}

/** SVG 2 §10.2: a radius that is not given is like the other; none is more than half of its side. */
function rectPath(
  { x, y }: Point,
  { width, height }: { readonly width: number; readonly height: number },
  radiusX: number | undefined,
  radiusY: number | undefined,
): Outline | undefined {
  if (!(width > 0) || !(height > 0)) return undefined
  const rx = Math.max(0, Math.min(radiusX ?? radiusY ?? 0, width / 2))
  const ry = Math.max(0, Math.min(radiusY ?? radiusX ?? 0, height / 2))
  const right = x + width
  const bottom = y + height
  if (rx === 0 || ry === 0) {
    return [
      { kind: 'move', x, y },
      { kind: 'line', x: right, y },
      { kind: 'line', x: right, y: bottom },
      { kind: 'line', x, y: bottom },
      { kind: 'close' },
    ]
  }
  const kx = rx * (1 - QUARTER)
  const ky = ry * (1 - QUARTER)
  return [
    { kind: 'move', x: x + rx, y },
    { kind: 'line', x: right - rx, y },
    { kind: 'curve', x1: right - kx, y1: y, x2: right, y2: y + ky, x: right, y: y + ry },
    { kind: 'line', x: right, y: bottom - ry },
    { kind: 'curve', x1: right, y1: bottom - ky, x2: right - kx, y2: bottom, x: right - rx, y: bottom },
    { kind: 'line', x: x + rx, y: bottom },
    { kind: 'curve', x1: x + kx, y1: bottom, x2: x, y2: bottom - ky, x, y: bottom - ry },
    { kind: 'line', x, y: y + ry },
    { kind: 'curve', x1: x, y1: y + ky, x2: x + kx, y2: y, x: x + rx, y },
    { kind: 'close' },
  ]
}

function ellipsePath({ x: cx, y: cy }: Point, rx: number, ry: number): Outline | undefined {
  if (!(rx > 0) || !(ry > 0)) return undefined
  const kx = rx * QUARTER
  const ky = ry * QUARTER
  return [
    { kind: 'move', x: cx + rx, y: cy },
    { kind: 'curve', x1: cx + rx, y1: cy + ky, x2: cx + kx, y2: cy + ry, x: cx, y: cy + ry },
    { kind: 'curve', x1: cx - kx, y1: cy + ry, x2: cx - rx, y2: cy + ky, x: cx - rx, y: cy },
    { kind: 'curve', x1: cx - rx, y1: cy - ky, x2: cx - kx, y2: cy - ry, x: cx, y: cy - ry },
    { kind: 'curve', x1: cx + kx, y1: cy - ry, x2: cx + rx, y2: cy - ky, x: cx + rx, y: cy },
    { kind: 'close' },
  ]
}

function polyline(points: string, closed: boolean): Outline | undefined {
  const numbers = points.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? []
  const path: OutlineSegment[] = []
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    path.push({ kind: i === 0 ? 'move' : 'line', x: Number(numbers[i]), y: Number(numbers[i + 1]) })
  }
  if (path.length < 2) return undefined
  if (closed) path.push({ kind: 'close' })
  return path
}

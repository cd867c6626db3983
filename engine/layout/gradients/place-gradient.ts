import type { Rect, Size } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { type Matrix, translation } from '../../base/matrix.js'
import type { GradientDirection } from '../../css/values/gradient-value.js'
import type {
  CssConicGradient,
  CssGradient,
  CssLinearGradient,
  CssRadialGradient,
} from '../../css/values/image-value.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { GradientStop, VectorGradient } from '../../images/vector-types.js'
import { type ColorAt, gradientStops } from './gradient-stops.js'

/** A gradient at its place, in px. */
export type PlacedGradient = VectorGradient | ConicGradient

/** A gradient by the angle around the origin of its own coordinates. */
export interface ConicGradient {
  readonly kind: 'conic'
  /** Where the first stop is, in degrees clockwise from upwards. */
  readonly from: number
  /** How far from the origin it is seen. */
  readonly radius: number
  /** At least two, offsets ascending from 0 to 1, which is one turn. */
  readonly stops: readonly GradientStop[]
  readonly transform: Matrix
}

type OneColor = { readonly color: ColorAt['color'] }

/** A gradient that fills a rectangle (css-images-4 §3), or its colour if it has but one. */
export function placeGradient(gradient: CssGradient, box: Rect): PlacedGradient | OneColor {
  switch (gradient.kind) {
    case 'linear-gradient':
      return linearGradient(gradient, box)
    case 'radial-gradient':
      return radialGradient(gradient, box)
    case 'conic-gradient':
      return conicGradient(gradient, box)
    default:
      return assertNever(gradient)
  }
}

/** The line runs through the centre, as long as it takes for its ends to reach the corners (§3.1.1). */
function linearGradient(gradient: CssLinearGradient, box: Rect): PlacedGradient | OneColor {
  const { x, y } = directionOf(gradient.direction, box)
  const length = Math.abs(box.width * x) + Math.abs(box.height * y)
  const stops = gradientStops(gradient, length, 1)
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last || length === 0) return { color: (last ?? NOTHING).color }
  if (stops.length === 1) return { color: last.color }
  const at = (offset: number) => ({
    x: box.x + box.width / 2 + x * length * (offset - 0.5),
    y: box.y + box.height / 2 + y * length * (offset - 0.5),
  })
  const [start, end] = [at(first.offset), at(last.offset)]
  const unit = onUnitScale(stops)
  return { kind: 'linear', x1: start.x, y1: start.y, x2: end.x, y2: end.y, stops: unit, transform: translation(0, 0) }
}

const NOTHING: ColorAt = { offset: 0, color: { red: 0, green: 0, blue: 0, alpha: 0 } }

/** A unit vector. Towards a corner, the colour in the middle is that of the two other corners ("magic corners"). */
function directionOf(
  direction: GradientDirection,
  { width, height }: Size,
): { readonly x: number; readonly y: number } {
  if (direction.kind === 'angle') {
    const angle = (direction.degrees * Math.PI) / 180
    return { x: Math.sin(angle), y: -Math.cos(angle) }
  }
  const { x, y } = direction
  if (x === 0 || y === 0) return { x, y }
  const diagonal = Math.hypot(width, height)
  return { x: (x * height) / diagonal, y: (y * width) / diagonal }
}

/** An ending shape this small is as good as none, and none would have no proportions. */
const LEAST_RADIUS = 1e-3

function radialGradient(gradient: CssRadialGradient, box: Rect): PlacedGradient | OneColor {
  const cx = resolveLength(gradient.position.x, box.width)
  const cy = resolveLength(gradient.position.y, box.height)
  const { rx, ry } = radii(gradient, box, cx, cy)
  const reach = Math.hypot(
    Math.max(Math.abs(cx), Math.abs(box.width - cx)) / rx,
    Math.max(Math.abs(cy), Math.abs(box.height - cy)) / ry,
  )
  const stops = gradientStops(gradient, rx, reach)
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last || stops.length === 1) return { color: (last ?? NOTHING).color }
  // A circle whose vertical scale makes it the ellipse.
  const transform: Matrix = { a: 1, b: 0, c: 0, d: ry / rx, e: box.x + cx, f: box.y + cy }
  const base = { kind: 'radial', cx: 0, cy: 0, fx: 0, fy: 0, transform } as const
  return { ...base, fr: first.offset * rx, r: last.offset * rx, stops: onUnitScale(stops) }
}

function radii(gradient: CssRadialGradient, box: Size, cx: number, cy: number): { rx: number; ry: number } {
  const { rx, ry } = endingShape(gradient, box, cx, cy)
  return { rx: Math.max(rx, LEAST_RADIUS), ry: Math.max(ry, LEAST_RADIUS) }
}

/** css-images-3 §3.2.1. */
function endingShape({ shape, size }: CssRadialGradient, box: Size, cx: number, cy: number) {
  if (typeof size !== 'string') {
    return { rx: resolveLength(size[0], box.width), ry: resolveLength(size[1], box.height) }
  }
  const closest = size.startsWith('closest')
  const pick = closest ? Math.min : Math.max
  const dx = pick(Math.abs(cx), Math.abs(box.width - cx))
  const dy = pick(Math.abs(cy), Math.abs(box.height - cy))
  if (size.endsWith('side')) {
    const radius = pick(dx, dy)
    return shape === 'circle' ? { rx: radius, ry: radius } : { rx: dx, ry: dy }
  }
  if (shape === 'circle') {
    const radius = Math.hypot(dx, dy)
    return { rx: radius, ry: radius }
  }
  // Through the corner, in the proportions of the ellipse that touches the sides.
  return { rx: dx * Math.SQRT2, ry: dy * Math.SQRT2 }
}

function conicGradient(gradient: CssConicGradient, box: Rect): PlacedGradient | OneColor {
  const stops = gradientStops(gradient, 1, 1)
  const last = stops.at(-1)
  if (!last || stops.length === 1) return { color: (last ?? NOTHING).color }
  const cx = resolveLength(gradient.position.x, box.width)
  const cy = resolveLength(gradient.position.y, box.height)
  const radius = Math.hypot(Math.max(cx, box.width - cx), Math.max(cy, box.height - cy))
  const transform = translation(box.x + cx, box.y + cy)
  return { kind: 'conic', from: gradient.from, radius, stops, transform }
}

/** Offsets from 0 to 1 between the first and the last stop. */
function onUnitScale(stops: readonly ColorAt[]): readonly ColorAt[] {
  const first = stops[0]?.offset ?? 0
  const range = (stops.at(-1)?.offset ?? 1) - first
  return stops.map(({ offset, color }) => ({ offset: (offset - first) / range, color }))
}

import type { Rect } from '../base/geometry.js'
import type { Matrix } from '../base/matrix.js'
import type { Path } from '../base/path.js'
import { type RgbColor, sameColor } from '../base/rgb-color.js'
import type { CssGradient } from '../css/values/image-value.js'
import type { VectorGradient } from '../images/vector-types.js'
import { gradientPaint } from './css-gradient.js'
import type { PaintTarget } from './paint-target.js'
import { shapePath } from './shape-path.js'

/**
 * Fills a path with a gradient that is the image of `box`. Gradients made of plain bands, such as stripes and
 * ruled lines, are painted as shapes: readers sample gradients so coarsely that narrow bands would fray or vanish.
 */
export function paintGradient(target: PaintTarget, path: Path, gradient: CssGradient, box: Rect): void {
  const paint = gradientPaint(gradient, box)
  const bands = paint.kind === 'gradient' && paint.gradient.kind !== 'conic' ? plainBands(paint.gradient) : undefined
  if (paint.kind === 'color' || paint.gradient.kind === 'conic' || !bands) {
    if (paint.kind === 'gradient' || paint.color.alpha > 0) target.fillShape(path, 'nonzero', paint)
    return
  }
  target.save()
  target.clip(path)
  if (paint.gradient.kind === 'linear') paintStripes(target, paint.gradient, bands, Math.hypot(box.width, box.height))
  else paintRings(target, paint.gradient, bands, box)
  target.restore()
}

interface Band {
  readonly start: number
  readonly end: number
  readonly color: RgbColor
}

/** The bands of a gradient in which no colour changes but at once; undefined for others. */
function plainBands({ stops }: VectorGradient): readonly Band[] | undefined {
  const bands: { start: number; end: number; readonly color: RgbColor }[] = []
  for (const [i, to] of stops.entries()) {
    const from = stops[i - 1]
    if (!from || to.offset <= from.offset) continue
    if (!looksSame(from.color, to.color)) return undefined
    const last = bands.at(-1)
    if (last && looksSame(last.color, from.color)) last.end = to.offset
    else bands.push({ start: from.offset, end: to.offset, color: from.color })
  }
  // Opaque bands that touch reach under what follows them, so that no gap shows between.
  for (let i = bands.length - 2; i >= 0; i--) {
    const [band, next] = [bands[i], bands[i + 1]]
    if (band?.color.alpha === 1 && next?.color.alpha === 1) band.end = next.end
  }
  return bands
}

function looksSame(a: RgbColor, b: RgbColor): boolean {
  return (a.alpha === 0 && b.alpha === 0) || sameColor(a, b)
}

/** @param reach more than the gradient is seen beyond its ends */
function paintStripes(
  target: PaintTarget,
  { x1, y1, x2, y2 }: VectorGradient & { kind: 'linear' },
  bands: readonly Band[],
  reach: number,
): void {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [a, b] = [(x2 - x1) / length, (y2 - y1) / length]
  // Along the gradient line to the right, so that its bands are upright rectangles.
  const turned: Matrix = { a, b, c: -b, d: a, e: x1, f: y1 }
  target.transform(turned)
  for (const [i, { start, end, color }] of bands.entries()) {
    if (color.alpha === 0) continue
    const left = i === 0 ? -reach : start * length
    const right = i === bands.length - 1 ? length + reach : end * length
    target.fillRect({ x: left, y: -reach, width: right - left, height: 2 * reach }, color)
  }
}

function paintRings(
  target: PaintTarget,
  gradient: VectorGradient & { kind: 'radial' },
  bands: readonly Band[],
  box: Rect,
): void {
  const { fr, r } = gradient
  target.transform(gradient.transform)
  const all: Path = [{ kind: 'rect', ...aroundCenter(box, gradient.transform) }]
  for (const [i, { start, end, color }] of bands.entries()) {
    if (color.alpha === 0) continue
    const inner = i === 0 ? 0 : fr + (r - fr) * start
    const outer = i === bands.length - 1 ? all : circle(fr + (r - fr) * end)
    target.fillPath(inner > 0 ? [...outer, ...circle(inner)] : outer, color)
  }
}

/** A rectangle that covers the box in the coordinates of a radial gradient. */
function aroundCenter(box: Rect, { d, e, f }: Matrix): Rect {
  return { x: box.x - e - 1, y: (box.y - f - 1) / d, width: box.width + 2, height: (box.height + 2) / d }
}

function circle(radius: number): Path {
  const corner = { horizontal: radius, vertical: radius }
  const corners = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }
  return shapePath({ x: -radius, y: -radius, width: 2 * radius, height: 2 * radius, corners })
}

import type { Matrix } from '../base/matrix.js'
import type { GradientStop, VectorGradient } from '../images/vector-types.js'
import type { PaintedGradient } from '../paint/paint-target.js'
import type { PdfDictionary, PdfReference, PdfValue } from './pdf-objects.js'

/** Which part of the stops' colours a shading shows: an alpha goes into a soft mask of gray. */
export type ShadingChannel = 'color' | 'alpha'

/** Drawings may contain any number; readers keep to far less. */
const MOST = 1e9

/** A shading pattern (ISO 32000-1 §8.7.4). @param matrix to the coordinates the stream begins with */
export function shadingPattern(shading: PdfDictionary | PdfReference, matrix: Matrix): PdfDictionary {
  const { a, b, c, d, e, f } = matrix
  return { Type: 'Pattern', PatternType: 2, Matrix: finite([a, b, c, d, e, f]), Shading: shading }
}

/** An axial or radial shading (§8.7.4.5.3, §8.7.4.5.4). */
export function gradientShading(gradient: VectorGradient, channel: ShadingChannel): PdfDictionary {
  return {
    ShadingType: gradient.kind === 'linear' ? 2 : 3,
    ColorSpace: channel === 'color' ? 'DeviceRGB' : 'DeviceGray',
    Coords: finite(coordinates(gradient)),
    Function: stopsFunction(gradient.stops, channel),
    Extend: [true, true],
  }
}

function finite(values: readonly number[]): readonly number[] {
  return values.map((value) => Math.max(-MOST, Math.min(value, MOST)) || 0)
}

export function hasAlpha({ stops }: PaintedGradient): boolean {
  return stops.some(({ color }) => color.alpha < 1)
}

/** The gradient with the alpha of all its colours multiplied. */
export function withOpacity<G extends PaintedGradient>(gradient: G, opacity: number): G {
  const stops = gradient.stops.map((stop) => ({
    ...stop,
    color: { ...stop.color, alpha: stop.color.alpha * opacity },
  }))
  return { ...gradient, stops }
}

function coordinates(gradient: VectorGradient): readonly number[] {
  if (gradient.kind === 'linear') return [gradient.x1, gradient.y1, gradient.x2, gradient.y2]
  const { fx, fy, fr, cx, cy, r } = gradient
  return [fx, fy, fr, cx, cy, r]
}

/** Interpolates between each two stops (§7.10.3), stitched together (§7.10.4). */
function stopsFunction(stops: readonly GradientStop[], channel: ShadingChannel): PdfDictionary {
  const functions: PdfDictionary[] = []
  const bounds: number[] = []
  for (const [i, stop] of stops.entries()) {
    const before = stops[i - 1]
    // Where two stops share a place, the colour jumps between one function and the next.
    if (!before || stop.offset <= before.offset) continue
    if (functions.length > 0) bounds.push(before.offset)
    functions.push({
      FunctionType: 2,
      Domain: [0, 1],
      C0: components(before, channel),
      C1: components(stop, channel),
      N: 1,
    })
  }
  const [only] = functions
  if (functions.length === 1 && only) return only
  return {
    FunctionType: 3,
    Domain: [0, 1],
    Functions: functions,
    Bounds: bounds,
    Encode: functions.flatMap(() => [0, 1]),
  }
}

function components({ color }: GradientStop, channel: ShadingChannel): PdfValue {
  return channel === 'alpha' ? [color.alpha] : [color.red, color.green, color.blue]
}

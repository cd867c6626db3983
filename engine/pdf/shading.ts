import type { Matrix } from '../base/matrix.js'
import type { RgbColor } from '../base/rgb-color.js'
import type { GradientStop, VectorGradient } from '../images/vector-types.js'
import type { PlacedGradient } from '../layout/gradients/place-gradient.js'
import type { PdfDictionary, PdfReference, PdfValue } from './pdf-values.js'

/** Which part of the stops' colours a shading shows: an alpha goes into a soft mask, as a shade of gray. */
export type ShadingChannel = 'color' | 'alpha'

/** The colour space of a shading and how it writes colours. */
interface ShadingColors {
  readonly space: PdfValue
  /** Components of a colour. */
  readonly count: 3 | 4
  readonly components: (color: RgbColor) => readonly number[]
}

const INKS: ShadingColors = {
  space: 'DeviceCMYK',
  count: 4,
  components: ({ inks }) => (inks ? [inks.cyan, inks.magenta, inks.yellow, inks.black] : []),
}

/**
 * A gradient is painted with inks where all of its colours are: others cannot be told in them. AD-HOC: alphas are RGB,
 * for Ghostscript takes the luminosity of DeviceGray for less than it is.
 * @param rgb the colour space of RGB
 */
export function shadingColors({ stops }: PlacedGradient, channel: ShadingChannel, rgb: PdfValue): ShadingColors {
  if (channel === 'alpha') return { space: rgb, count: 3, components: ({ alpha }) => [alpha, alpha, alpha] }
  if (stops.every(({ color }) => color.inks)) return INKS
  return { space: rgb, count: 3, components: ({ red, green, blue }) => [red, green, blue] }
}

/** Drawings may contain any number; readers keep to far less. */
const MOST = 1e9

/** A shading pattern (ISO 32000-1 §8.7.4). @param matrix to the coordinates the stream begins with */
export function shadingPattern(shading: PdfDictionary | PdfReference, matrix: Matrix): PdfDictionary {
  const { a, b, c, d, e, f } = matrix
  return { Type: 'Pattern', PatternType: 2, Matrix: finite([a, b, c, d, e, f]), Shading: shading }
}

/** An axial or radial shading (§8.7.4.5.3, §8.7.4.5.4). */
export function gradientShading(gradient: VectorGradient, channel: ShadingChannel, rgb: PdfValue): PdfDictionary {
  const { space, components } = shadingColors(gradient, channel, rgb)
  return {
    ShadingType: gradient.kind === 'linear' ? 2 : 3,
    ColorSpace: space,
    Coords: finite(coordinates(gradient)),
    Function: stopsFunction(gradient.stops, components),
    Extend: [true, true],
  }
}

function finite(values: readonly number[]): readonly number[] {
  return values.map((value) => Math.max(-MOST, Math.min(value, MOST)) || 0)
}

export function hasAlpha({ stops }: PlacedGradient): boolean {
  return stops.some(({ color }) => color.alpha < 1)
}

/** The gradient with the alpha of all its colours multiplied. */
export function withOpacity<G extends PlacedGradient>(gradient: G, opacity: number): G {
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
function stopsFunction(stops: readonly GradientStop[], components: ShadingColors['components']): PdfDictionary {
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
      C0: components(before.color),
      C1: components(stop.color),
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

import { assertNever } from '../../base/invariant.js'
import type { RgbColor } from '../../base/rgb-color.js'
import { type ColorSpace, type Coordinates, SRGB, toRgb } from './color-space.js'

/** css-color-4 §12.4. */
export type HueInterpolation = 'shorter' | 'longer' | 'increasing' | 'decreasing'

/**
 * Mixes two colours in a space, premultiplied by alpha (css-color-4 §12.3).
 * @param share of the second, 0 to 1
 */
export function mixColors(
  space: ColorSpace,
  hue: HueInterpolation,
  first: RgbColor,
  second: RgbColor,
  share: number,
): RgbColor {
  const [from, to] = withoutMissing(coordinatesOf(first, space), coordinatesOf(second, space))
  const alpha = first.alpha * (1 - share) + second.alpha * share
  const mixed = [0, 1, 2].map((i) => {
    const [a, b] = [from[i] ?? 0, to[i] ?? 0]
    if (i === space.hue) return mixHue(a, b, share, hue)
    if (alpha === 0) return a * (1 - share) + b * share
    return (a * first.alpha * (1 - share) + b * second.alpha * share) / alpha
  })
  return toRgb(space, [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0], alpha)
}

function coordinatesOf({ red, green, blue }: RgbColor, space: ColorSpace): Coordinates {
  return space.fromXyz(SRGB.toXyz([red, green, blue]))
}

/** A component that one colour lacks is that of the other (css-color-4 §12.2). */
function withoutMissing(a: Coordinates, b: Coordinates): readonly [readonly number[], readonly number[]] {
  const fill = (own: Coordinates, other: Coordinates) =>
    own.map((value, i) => {
      const filled = Number.isNaN(value) ? other[i] : value
      return filled === undefined || Number.isNaN(filled) ? 0 : filled
    })
  return [fill(a, b), fill(b, a)]
}

function mixHue(from: number, to: number, share: number, method: HueInterpolation): number {
  let difference = to - from
  switch (method) {
    case 'shorter':
      if (difference > 180) difference -= 360
      else if (difference < -180) difference += 360
      break
    case 'longer':
      if (difference > 0 && difference < 180) difference -= 360
      else if (difference > -180 && difference <= 0) difference += 360
      break
    case 'increasing':
      if (difference < 0) difference += 360
      break
    case 'decreasing':
      if (difference > 0) difference -= 360
      break
    default:
      assertNever(method)
  }
  return from + difference * share
}

import type { Rect } from '../base/geometry.js'
import type { CssGradient } from '../css/values/image-value.js'
import { placeGradient } from '../layout/gradients/place-gradient.js'
import type { Paint } from './paint-target.js'

/** The fill of a rectangle whose image is a gradient: the gradient, or a colour if it has but one. */
export function gradientPaint(gradient: CssGradient, box: Rect): Exclude<Paint, { kind: 'tiling' }> {
  const placed = placeGradient(gradient, box)
  if (!('stops' in placed)) return { kind: 'color', color: placed.color }
  return { kind: 'gradient', gradient: placed, opacity: 1, area: box }
}

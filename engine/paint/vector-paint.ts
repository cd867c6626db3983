import type { Rect } from '../base/geometry.js'
import { type Matrix, multiply } from '../base/matrix.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { VectorPaint } from '../images/vector-types.js'
import type { Paint, PaintTarget } from './paint-target.js'

/** What painting a drawing needs everywhere. */
export interface VectorContext {
  readonly target: PaintTarget
  readonly fonts: FontLibrary
}

/** @param box for a gradient in units of what it paints: the map from the unit square */
export function paintOf(paint: VectorPaint, area: Rect, box?: Matrix): Paint {
  if (paint.kind === 'color') return paint
  const { gradient, opacity, ofBox } = paint
  const placed = ofBox && box ? { ...gradient, transform: multiply(box, gradient.transform) } : gradient
  return { kind: 'gradient', gradient: placed, opacity, area }
}

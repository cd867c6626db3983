import type { Rect } from '../../base/geometry.js'
import type { SvgElement } from './svg-element.js'
import { type LengthAxis, type LengthContext, parseSvgLength } from './svg-length.js'

/** Lengths in parts of a bounding box. */
const PARTS: LengthContext = { width: 1, height: 1, fontSize: 16 }

/**
 * The region of a `mask` or `filter`, beyond which it shows nothing: a tenth larger on each side than what it is used on,
 * unless it says otherwise (css-masking-1 §9.1, filter-effects-1 §7).
 * @param units the attribute that says what its lengths refer to
 * @param box the bounding box
 */
export function effectRegion(
  { attributes }: SvgElement,
  units: 'maskUnits' | 'filterUnits',
  box: Rect,
  viewport: LengthContext,
): Rect {
  const inUserSpace = attributes.get(units) === 'userSpaceOnUse'
  const context = inUserSpace ? viewport : PARTS
  const length = (name: string, axis: LengthAxis, usual: number) =>
    parseSvgLength(attributes.get(name), context, axis) ?? usual
  const x = length('x', 'x', -0.1 * context.width)
  const y = length('y', 'y', -0.1 * context.height)
  const width = length('width', 'x', 1.2 * context.width)
  const height = length('height', 'y', 1.2 * context.height)
  if (inUserSpace) return { x, y, width, height }
  return { x: box.x + x * box.width, y: box.y + y * box.height, width: width * box.width, height: height * box.height }
}

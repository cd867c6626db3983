import type { Rect } from '../../base/geometry.js'
import { type Matrix, multiply, translation } from '../../base/matrix.js'
import type { LengthContext } from './svg-length.js'
import type { SvgStyle } from './svg-style.js'

/**
 * The transform of an element about its origin (css-transforms-1 §6, §9). The box of what draws nothing is empty.
 * @param box its bounding box
 */
export function transformOf(style: SvgStyle, viewport: LengthContext, box: () => Rect | undefined): Matrix | undefined {
  const { transform } = style.own
  if (!transform) return undefined
  if (transform.box === 'view-box') return transform.matrixFor(viewport.width, viewport.height)
  const { x, y, width, height } = box() ?? { x: 0, y: 0, width: 0, height: 0 }
  const reach = transform.box === 'stroke-box' ? strokeReachOf(style) : 0
  const matrix = transform.matrixFor(width + 2 * reach, height + 2 * reach)
  return multiply(translation(x - reach, y - reach), multiply(matrix, translation(reach - x, reach - y)))
}

/** How far the stroke of an element reaches out of its bounding box. AD-HOC: pointed corners reach further. */
export function strokeReachOf({ stroke, strokeWidth }: SvgStyle): number {
  return stroke.kind === 'none' ? 0 : strokeWidth / 2
}

import type { Rect } from '../../base/geometry.js'
import { type Matrix, multiply, translation } from '../../base/matrix.js'
import type { LengthContext } from './svg-length.js'
import type { SvgStyle } from './svg-style.js'

/**
 * The transform of an element about its origin (css-transforms-1 §6, §9). The box of what draws nothing is empty.
 * @param box its bounding box
 */
export function transformOf(
  { own: { transform }, stroke, strokeWidth }: SvgStyle,
  viewport: LengthContext,
  box: () => Rect | undefined,
): Matrix | undefined {
  if (!transform) return undefined
  if (transform.box === 'view-box') return transform.matrixFor(viewport.width, viewport.height)
  const { x, y, width, height } = box() ?? { x: 0, y: 0, width: 0, height: 0 }
  const reach = transform.box === 'stroke-box' && stroke.kind !== 'none' ? strokeWidth / 2 : 0
  const matrix = transform.matrixFor(width + 2 * reach, height + 2 * reach)
  return multiply(translation(x - reach, y - reach), multiply(matrix, translation(reach - x, reach - y)))
}

import { IDENTITY, type Matrix, multiply, translation } from '../base/matrix.js'
import { resolveLength } from '../css/values/resolve-length.js'
import { rotation } from '../css/values/transform-value.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import { isTransformed } from './layer-style.js'

/**
 * The map of a transformed box and all it contains (css-transforms-2 §6), from and to the coordinates of the page;
 * undefined for a box that is not transformed. Percentages are of the border box.
 */
export function boxTransform(fragment: BoxFragment, x: number, y: number): Matrix | undefined {
  if (!isTransformed(fragment)) return undefined
  const { style, width, height } = fragment
  const originX = x + resolveLength(style.transformOrigin.x, width)
  const originY = y + resolveLength(style.transformOrigin.y, height)
  let matrix = translation(originX, originY)
  if (style.translate !== 'none') {
    matrix = multiply(
      matrix,
      translation(resolveLength(style.translate.x, width), resolveLength(style.translate.y, height)),
    )
  }
  if (style.rotate !== 'none') matrix = multiply(matrix, rotation(style.rotate))
  if (style.scale !== 'none') matrix = multiply(matrix, { ...IDENTITY, a: style.scale.x, d: style.scale.y })
  for (const part of style.transform) {
    matrix = multiply(
      matrix,
      part.kind === 'matrix' ? part.matrix : translation(resolveLength(part.x, width), resolveLength(part.y, height)),
    )
  }
  return multiply(matrix, translation(-originX, -originY))
}

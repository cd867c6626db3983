import { assertNever } from '../base/invariant.js'
import { IDENTITY, type Matrix, mapRect, multiply, translation } from '../base/matrix.js'
import { resolveLength } from '../css/values/resolve-length.js'
import { rotation } from '../css/values/transform-value.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { hasTransform } from '../style/grouping.js'
import type { BoxFragment } from './fragment-tree.js'

/**
 * Whether a box is transformed itself. Inline roots share the style of the block around them, tables that of their
 * wrapper: there it counts.
 */
export function isTransformed({ style, box: { kind } }: BoxFragment): boolean {
  return kind !== 'inline' && kind !== 'inline-root' && kind !== 'table' && hasTransform(style)
}

/**
 * The map of a transformed box and all it contains (css-transforms-2 §6), from and to the coordinates of the page;
 * undefined for a box that is not transformed. Percentages are of the border box.
 */
export function boxTransform(fragment: BoxFragment, x: number, y: number): Matrix | undefined {
  if (!isTransformed(fragment)) return undefined
  const { style, width, height } = fragment
  return multiply(translation(x, y), multiply(styleTransform(style, width, height), translation(-x, -y)))
}

/** Whether its transform moves a box that is placed at (x, y) to where all of it stands from `top` to `end`. */
export function isMovedWithin(fragment: BoxFragment, x: number, y: number, top: number, end: number): boolean {
  const matrix = boxTransform(fragment, x, y)
  if (!matrix) return false
  const moved = mapRect(matrix, { x, y, width: fragment.width, height: fragment.height })
  return moved.y >= top && moved.y + moved.height <= end
}

/**
 * The map of a transformed box of such a size whose upper left corner is the origin.
 * @param attribute what the `transform` attribute of a part of a drawing says
 */
export function styleTransform(style: ComputedStyle, width: number, height: number, attribute = IDENTITY): Matrix {
  let matrix = IDENTITY
  if (style.translate !== 'none') {
    matrix = translation(resolveLength(style.translate.x, width), resolveLength(style.translate.y, height))
  }
  if (style.rotate !== 'none') matrix = multiply(matrix, rotation(style.rotate))
  if (style.scale !== 'none') matrix = multiply(matrix, { ...IDENTITY, a: style.scale.x, d: style.scale.y })
  for (const part of style.transform) matrix = multiply(matrix, partMatrix(part, width, height, attribute))
  const x = resolveLength(style.transformOrigin.x, width)
  const y = resolveLength(style.transformOrigin.y, height)
  return multiply(translation(x, y), multiply(matrix, translation(-x, -y)))
}

function partMatrix(
  part: ComputedStyle['transform'][number],
  width: number,
  height: number,
  attribute: Matrix,
): Matrix {
  switch (part.kind) {
    case 'matrix':
      return part.matrix
    case 'translate':
      return translation(resolveLength(part.x, width), resolveLength(part.y, height))
    case 'attribute':
      return attribute
    default:
      return assertNever(part)
  }
}

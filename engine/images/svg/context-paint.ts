import type { Rect } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { type Matrix, multiply } from '../../base/matrix.js'
import type { VectorPaint } from '../vector-types.js'
import { boxMatrix } from './gradients.js'

type GradientPaint = Extract<VectorPaint, { kind: 'gradient' }>

/** What a shape is painted with. */
export interface ShapePaints {
  readonly fill: VectorPaint | undefined
  readonly stroke: VectorPaint | undefined
}

/** What `context-fill` and `context-stroke` stand for; asked for where they are used, which is rare. */
export interface ContextPaints {
  readonly fill: () => VectorPaint | undefined
  readonly stroke: () => VectorPaint | undefined
}

export const NO_CONTEXT: ContextPaints = { fill: () => undefined, stroke: () => undefined }

export function isPlain(paint: VectorPaint | undefined): boolean {
  return paint === undefined || paint.kind === 'color'
}

/** A paint in other coordinates. */
export function placed(paint: VectorPaint | undefined, matrix: Matrix): VectorPaint | undefined {
  switch (paint?.kind) {
    case 'gradient':
      return paint.ofBox ? paint : turned(paint, matrix)
    case 'pattern':
      return { ...paint, pattern: { ...paint.pattern, transform: multiply(matrix, paint.pattern.transform) } }
    case 'color':
    case undefined:
      return paint
    default:
      return assertNever(paint)
  }
}

/** A paint of a box that was not known, on a shape. */
export function onShape(paint: VectorPaint, box: (() => Rect | undefined) | undefined): VectorPaint {
  const area = paint.kind === 'gradient' && paint.ofBox ? box?.() : undefined
  return area && paint.kind === 'gradient' ? { ...turned(paint, boxMatrix(area)), ofBox: false } : paint
}

function turned(paint: GradientPaint, matrix: Matrix): GradientPaint {
  return { ...paint, gradient: { ...paint.gradient, transform: multiply(matrix, paint.gradient.transform) } }
}

import type { Rect } from '../../base/geometry.js'
import { type Matrix, multiply, scaling, translation } from '../../base/matrix.js'
import type { ViewBoxFit } from '../vector-types.js'

/** The `viewBox` attribute (SVG 2 §8.6); undefined when absent, wrong or without area. */
export function parseViewBox(text: string | undefined): Rect | undefined {
  const [x, y, width, height] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined
  if (!Number.isFinite(x) || !Number.isFinite(y) || !(width > 0) || !(height > 0)) return undefined
  return Number.isFinite(width) && Number.isFinite(height) ? { x, y, width, height } : undefined
}

/** Whether a `viewBox` has a side of zero, which disables what it stands at (SVG 2 §8.6). */
export function isFlatViewBox(text: string | undefined): boolean {
  const sides = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width = Number.NaN, height = Number.NaN] = sides
  return sides.length === 4 && sides.every((side) => Number.isFinite(side) && side >= 0) && width * height === 0
}

/** The `preserveAspectRatio` attribute. */
export function parseFit(text: string | undefined): ViewBoxFit {
  const match = /^\s*(?:(none)|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?\s*$/.exec(text ?? '')
  if (match?.[1]) return { kind: 'stretch' }
  return { kind: match?.[4] === 'slice' ? 'slice' : 'meet', x: share(match?.[2]), y: share(match?.[3]) }
}

function share(alignment: string | undefined): number {
  return alignment === 'Min' ? 0 : alignment === 'Max' ? 1 : 0.5
}

/**
 * How a drawing without a view box fills its frame: an image is stretched from its own size (as browsers do, for SVG 2
 * §8.2 leaves it to them), in the one direction in which it has one; any other keeps its size, and the frame is what its
 * percentages refer to.
 */
export function fitWithoutViewBox(
  width: number | undefined,
  height: number | undefined,
  isInDocument: boolean,
): 'stretch' | 'unscaled' {
  return isInDocument || (width === undefined && height === undefined) ? 'unscaled' : 'stretch'
}

/** The map from a view box into the rectangle it is fitted into (SVG 2 §8.2). */
export function fitViewBox(viewBox: Rect, fit: ViewBoxFit, into: Rect): Matrix {
  let scaleX = into.width / viewBox.width
  let scaleY = into.height / viewBox.height
  let { x, y } = into
  if (fit.kind === 'unscaled') return translation(x - viewBox.x, y - viewBox.y)
  if (fit.kind !== 'stretch') {
    const scale = fit.kind === 'meet' ? Math.min(scaleX, scaleY) : Math.max(scaleX, scaleY)
    scaleX = scale
    scaleY = scale
    x += fit.x * (into.width - viewBox.width * scale)
    y += fit.y * (into.height - viewBox.height * scale)
  }
  return multiply(translation(x, y), multiply(scaling(scaleX, scaleY), translation(-viewBox.x, -viewBox.y)))
}

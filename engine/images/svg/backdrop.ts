import type { Rect } from '../../base/geometry.js'
import type { VectorNode } from '../vector-types.js'
import type { SvgStyle } from './svg-style.js'
import { rectPath, solid } from './vector-nodes.js'

/** How far the background of a drawing reaches around its view box, in sizes of this: its frame may be wider. */
const BACKDROP_REACH = 100

/** The background of a drawing that stands alone, for all of the frame that it is put into. */
export function backdropOf({ own: { background } }: SvgStyle, { x, y, width, height }: Rect): VectorNode | undefined {
  const fill = background && solid(background, 1)
  if (!fill) return undefined
  const reach = BACKDROP_REACH * Math.max(width, height)
  const area = { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach }
  return { kind: 'shape', path: rectPath(area), rule: 'nonzero', fill, stroke: undefined }
}

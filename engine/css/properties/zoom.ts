import type { ComputeContext } from '../values/compute-values.js'
import { parseNumber, parsePercentage } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { property } from './property.js'

/** Within what letters can be made out, and lengths stay within what layout can count with. */
const [LEAST_ZOOM, MOST_ZOOM] = [1 / 64, 64]

/** css-viewport-1 §5. Zero is no zoom, as in browsers. */
function zoom(cursor: ValueCursor): number | undefined {
  if (cursor.keyword(['normal'])) return 1
  const percent = parsePercentage(cursor)
  const factor = percent === undefined ? parseNumber(cursor) : percent / 100
  if (factor === undefined || factor < 0) return undefined
  return factor || 1
}

function effectiveZoom(factor: number, { parent }: ComputeContext): number {
  return Math.min(Math.max(parent.zoom * factor, LEAST_ZOOM), MOST_ZOOM)
}

export const ZOOM_PROPERTIES = {
  /** Of an element and of all that are around it, together. */
  zoom: property({ parse: zoom, initial: 'normal', inherited: true, compute: effectiveZoom }),
} as const

import type { AlphaMesh } from '../paint/blurred-shape.js'
import type { PdfDictionary } from './pdf-values.js'

const COORDINATE_MAX = 0xffff

/** Two coordinates of two bytes each and a level of gray. */
const VERTEX_BYTES = 5

/** The extent of a mesh, which is never empty. */
export function meshBounds({ vertices }: Pick<AlphaMesh, 'vertices'>) {
  let [left, top, right, bottom] = [0, 0, 1, 1]
  for (const { x, y } of vertices) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { left, top, right, bottom }
}

/** A lattice-form mesh of gray (ISO 32000-1 §8.7.4.5.6): the shading's dictionary and the bytes of its stream. */
export function meshShading({ columns, vertices }: AlphaMesh): {
  readonly dictionary: PdfDictionary
  readonly data: Uint8Array
} {
  const { left, top, right, bottom } = meshBounds({ vertices })
  const data = Buffer.alloc(vertices.length * VERTEX_BYTES)
  let at = 0
  for (const { x, y, alpha } of vertices) {
    at = data.writeUInt16BE(Math.round(((x - left) / (right - left)) * COORDINATE_MAX), at)
    at = data.writeUInt16BE(Math.round(((y - top) / (bottom - top)) * COORDINATE_MAX), at)
    data[at++] = Math.round(alpha * 255)
  }
  return {
    dictionary: {
      ShadingType: 5,
      ColorSpace: 'DeviceGray',
      BitsPerCoordinate: 16,
      BitsPerComponent: 8,
      VerticesPerRow: columns,
      Decode: [left, right, top, bottom, 0, 1],
    },
    data,
  }
}

import type { Outline } from '../../../engine/base/path.js'
import { decodeImage } from '../../../engine/images/decode-image.js'
import type { VectorImage, VectorNode, VectorShape } from '../../../engine/images/vector-types.js'

/** The drawing of an SVG text; what stands between the tags of `svg` when there is no tag. */
export function drawing(text: string): VectorImage {
  const file = text.startsWith('<svg') || text.startsWith('<?') ? text : `<svg width="100" height="100">${text}</svg>`
  const image = decodeImage(Buffer.from(file), { imagePixels: 1_000_000, imageBytes: 1_000_000_000 })
  if (image.kind !== 'vector') throw new Error('not a drawing')
  return image
}

/** All shapes of a drawing, groups left out. */
export function shapes(nodes: readonly VectorNode[]): readonly VectorShape[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'group') return shapes(node.children)
    return node.kind === 'shape' ? [node] : []
  })
}

/** A path as text: `M0,0 L10,0 Z`. */
export function pathText(path: Outline): string {
  return path
    .map((segment) => {
      switch (segment.kind) {
        case 'move':
          return `M${n(segment.x)},${n(segment.y)}`
        case 'line':
          return `L${n(segment.x)},${n(segment.y)}`
        case 'curve':
          return `C${n(segment.x1)},${n(segment.y1)} ${n(segment.x2)},${n(segment.y2)} ${n(segment.x)},${n(segment.y)}`
        default:
          return 'Z'
      }
    })
    .join(' ')
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100 + 0)
}

import type { Outline } from '../../../engine/base/path.js'
import { DrawingFiles } from '../../../engine/drawing-files.js'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import { decodeSvg } from '../../../engine/images/decode-image.js'
import type { VectorImage, VectorNode, VectorShape } from '../../../engine/images/vector-types.js'

const LIMITS = { imagePixels: 1_000_000, imageBytes: 1_000_000_000 }

/** Opened when the first drawing is asked for. */
let files: DrawingFiles | undefined

/** The drawing of an SVG text; what stands between the tags of `svg` when there is no tag. */
export function drawing(text: string, place: 'file' | 'page' = 'file'): VectorImage {
  return drawingWithProblems(text, place).image
}

/** The same with what is wrong with its style sheets. */
export function drawingWithProblems(
  text: string,
  place: 'file' | 'page' = 'file',
): { readonly image: VectorImage; readonly problems: readonly string[] } {
  const whole = text.startsWith('<svg') || text.startsWith('<?') ? text : `<svg width="100" height="100">${text}</svg>`
  files ??= new DrawingFiles(createFontLibrary(), new Map())
  const { root, styles, problems } = files.open(whole, { path: '', limits: LIMITS })
  const image = decodeSvg(root, LIMITS, { place, styles })
  return { image, problems: problems.map(({ message }) => message) }
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

import type { Rect } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { IDENTITY, type Matrix, mapRect, multiply } from '../../base/matrix.js'
import type { VectorNode, VectorText } from '../vector-types.js'
import { Bounds, pathBounds, transformPath } from './path-bounds.js'

/** Width of a letter in em where no font is at hand. */
const LETTER_WIDTH = 0.55

/**
 * The bounding box of nodes, also of what is not painted (SVG 2 §8.10); undefined when there is none.
 * @param count is told how many parts are looked at
 */
export function boundsOf(nodes: readonly VectorNode[], count: (parts: number) => void): Rect | undefined {
  const bounds = new Bounds()
  addNodes(bounds, nodes, IDENTITY, count)
  return bounds.rect
}

/**
 * Whether there is text among nodes, whose bounds are a guess.
 * @param count is told how many parts are looked at
 */
export function containsText(nodes: readonly VectorNode[], count: (parts: number) => void): boolean {
  count(nodes.length)
  return nodes.some((node) => node.kind === 'text' || (node.kind === 'group' && containsText(node.children, count)))
}

function addNodes(bounds: Bounds, nodes: readonly VectorNode[], matrix: Matrix, count: (parts: number) => void): void {
  count(nodes.length)
  for (const node of nodes) {
    switch (node.kind) {
      case 'group':
        if (!node.isMarker)
          addNodes(bounds, node.children, node.transform ? multiply(matrix, node.transform) : matrix, count)
        break
      case 'shape': {
        count(node.path.length)
        const rect = pathBounds(matrix === IDENTITY ? node.path : transformPath(node.path, matrix))
        if (rect) bounds.addRect(rect)
        break
      }
      case 'picture':
      case 'page':
      case 'foreign':
        bounds.addRect(mapRect(matrix, node.rect))
        break
      case 'text':
        addText(bounds, node, matrix)
        break
      default:
        assertNever(node)
    }
  }
}

/** AD-HOC: text is measured by guess here, for fonts are known only when it is painted. */
function addText(bounds: Bounds, { chunks }: VectorText, matrix: Matrix): void {
  for (const { x = 0, y = 0, anchor, path, runs } of chunks) {
    let size = 0
    let width = 0
    for (const run of runs) {
      size = Math.max(size, run.fontSize)
      width += run.text.length * run.fontSize * LETTER_WIDTH
    }
    const along = path && pathBounds(path)
    if (along) {
      const area = {
        x: along.x - size,
        y: along.y - size,
        width: along.width + 2 * size,
        height: along.height + 2 * size,
      }
      bounds.addRect(mapRect(matrix, area))
      continue
    }
    const start = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x
    bounds.addRect(mapRect(matrix, { x: start, y: y - 0.9 * size, width, height: 1.15 * size }))
  }
}

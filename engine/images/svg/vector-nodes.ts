import type { Rect } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { type Matrix, multiply } from '../../base/matrix.js'
import type { Outline } from '../../base/path.js'
import type { VectorGroup, VectorNode, VectorPaint, VectorShape } from '../vector-types.js'
import { transformPath } from './path-bounds.js'
import { withOpacity } from './svg-color.js'
import { INITIAL_STYLE, type SvgStyle } from './svg-style.js'

/** A plain paint; undefined when nothing of it shows. */
export function solid(color: SvgStyle['color'], opacity: number): VectorPaint | undefined {
  const own = withOpacity(color, opacity)
  return own.alpha > 0 ? { kind: 'color', color: own } : undefined
}

/** A group that does nothing but what `parts` say. */
export function group(children: readonly VectorNode[], parts: Partial<VectorGroup>): VectorGroup {
  return { kind: 'group', transform: undefined, opacity: 1, clips: [], masks: [], ...parts, children }
}

/** The outline of a rectangle, which may be turned. */
export function rectPath({ x, y, width, height }: Rect): Outline {
  return [
    { kind: 'move', x, y },
    { kind: 'line', x: x + width, y },
    { kind: 'line', x: x + width, y: y + height },
    { kind: 'line', x, y: y + height },
    { kind: 'close' },
  ]
}

/** Nodes without those that count for the bounding boxes of groups alone, for they show nothing. */
export function shownNodes(nodes: readonly VectorNode[]): readonly VectorNode[] {
  return nodes.flatMap((node): readonly VectorNode[] => {
    if (node.kind === 'shape') return node.fill || node.stroke ? [node] : []
    if (node.kind !== 'group') return [node]
    const children = node.opacity > 0 ? shownNodes(node.children) : []
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** A shape that is only filled or only stroked is translucent by its paint; undefined for anything else. */
export function withoutGroup(node: VectorNode, opacity: number): VectorNode | undefined {
  if (node.kind !== 'shape' || (node.fill && node.stroke)) return undefined
  return {
    ...node,
    fill: node.fill && faded(node.fill, opacity),
    stroke: node.stroke && { ...node.stroke, paint: faded(node.stroke.paint, opacity) },
  }
}

/** A paint that is more translucent. */
export function faded(paint: VectorPaint, opacity: number): VectorPaint {
  if (paint.kind === 'color') return { kind: 'color', color: withOpacity(paint.color, opacity) }
  return { ...paint, opacity: paint.opacity * opacity }
}

/** A shape within transforms alone, with these applied to its path. */
export function flatShape(node: VectorNode, matrix: Matrix): VectorShape | undefined {
  if (node.kind === 'shape') return { ...node, path: transformPath(node.path, matrix) }
  const [only] = node.kind === 'group' ? node.children : []
  if (node.kind !== 'group' || !only || node.children.length > 1 || node.clips.length > 0 || node.masks.length > 0) {
    return undefined
  }
  return flatShape(only, node.transform ? multiply(matrix, node.transform) : matrix)
}

/** Shapes of a clip path count by their area: black, without strokes or opacity. */
export function blackened(nodes: readonly VectorNode[]): readonly VectorNode[] {
  const fill: VectorPaint = { kind: 'color', color: INITIAL_STYLE.color }
  return nodes.map((node): VectorNode => {
    switch (node.kind) {
      case 'shape':
        return { ...node, fill, stroke: undefined }
      case 'group':
        return { ...node, opacity: 1, children: blackened(node.children) }
      case 'text':
        return {
          ...node,
          chunks: node.chunks.map((chunk) => ({
            ...chunk,
            runs: chunk.runs.map((run) => ({ ...run, fill, stroke: undefined })),
          })),
        }
      case 'picture':
      case 'page':
      case 'foreign':
        return node
      default:
        return assertNever(node)
    }
  })
}

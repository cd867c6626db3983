import { type Matrix, multiply, scaling, translation } from '../../base/matrix.js'
import type { Outline } from '../../base/path.js'
import type { VectorNode } from '../vector-types.js'
import type { ConvertedDrawing } from './clip-and-mask.js'
import { arcParts } from './path-data.js'
import type { SvgElement } from './svg-element.js'
import { type LengthAxis, type LengthContext, parseSvgLength } from './svg-length.js'
import type { SvgStyle } from './svg-style.js'
import { degrees, rotation } from './transform-list.js'
import { group, rectPath } from './vector-nodes.js'
import { type Vertex, verticesOf } from './vertices.js'
import { fitViewBox, isFlatViewBox, parseFit, parseViewBox } from './view-box.js'

/** Shapes that have vertices to be marked. */
const MARKABLE = new Set(['path', 'line', 'polyline', 'polygon'])

/** A drawing that stands once at each vertex of a kind. */
interface Marker {
  readonly element: SvgElement
  readonly style: SvgStyle
  readonly inner: LengthContext
  /** From the content to a system whose origin is the vertex. */
  readonly placed: Matrix
  readonly clips: readonly { readonly path: Outline; readonly rule: 'nonzero' }[]
  /** Undefined for `auto`. */
  readonly angle: number | undefined
  readonly turnedAtStart: boolean
}

/** The markers of a shape (SVG 2 §11.6). */
export function markersOf(
  drawing: ConvertedDrawing,
  shape: { readonly element: SvgElement; readonly path: Outline },
  style: SvgStyle,
  viewport: LengthContext,
): readonly VectorNode[] {
  const { markerStart, markerMid, markerEnd } = style
  if (markerStart === undefined && markerMid === undefined && markerEnd === undefined) return []
  const { element, path } = shape
  if (!MARKABLE.has(element.name)) return []
  const read = (id: string | undefined) => (id === undefined ? undefined : readMarker(drawing, id, style, viewport))
  const markers = { start: read(markerStart), mid: read(markerMid), end: read(markerEnd) }
  const parts = element.name === 'path' ? arcParts(element.attributes.get('d') ?? '') : new Set<number>()
  const contents = new Map<Marker, { readonly nodes: readonly VectorNode[]; readonly parts: number }>()
  const nodes: VectorNode[] = []
  for (const vertex of verticesOf(path, parts)) {
    const marker = markers[vertex.at]
    if (!marker) continue
    const matrix = multiply(placeOf(marker, vertex), marker.placed)
    let content = contents.get(marker)
    if (content) drawing.source.count(content.parts + 1)
    else {
      const before = drawing.source.parts
      content = { nodes: contentOf(drawing, marker), parts: drawing.source.parts - before }
      contents.set(marker, content)
    }
    const { opacity } = marker.style.own
    if (content.nodes.length === 0 || opacity === 0) continue
    nodes.push(group(content.nodes, { transform: matrix, clips: marker.clips, opacity, isMarker: true }))
  }
  return nodes
}

function contentOf(drawing: ConvertedDrawing, { element, style, inner }: Marker): readonly VectorNode[] {
  drawing.active.add(element)
  const nodes = drawing.children(element, style, inner)
  drawing.active.delete(element)
  return nodes
}

function placeOf({ angle, turnedAtStart }: Marker, vertex: Vertex): Matrix {
  const turn = angle ?? (turnedAtStart && vertex.at === 'start' ? vertex.angle + 180 : vertex.angle)
  return multiply(translation(vertex.x, vertex.y), rotation(turn))
}

const SIDES: ReadonlyMap<string, number> = new Map([
  ['left', 0],
  ['top', 0],
  ['center', 0.5],
  ['right', 1],
  ['bottom', 1],
])

/** Undefined when it draws nothing. @param marked the style of the shape */
function readMarker(
  drawing: ConvertedDrawing,
  id: string,
  marked: SvgStyle,
  viewport: LengthContext,
): Marker | undefined {
  const element = drawing.source.byId(id)
  if (element?.name !== 'marker' || drawing.active.has(element)) return undefined
  const { attributes } = element
  const length = (name: string, axis: LengthAxis) => parseSvgLength(attributes.get(name), viewport, axis)
  const width = length('markerWidth', 'x') ?? 3
  const height = length('markerHeight', 'y') ?? 3
  const unit = attributes.get('markerUnits') === 'userSpaceOnUse' ? 1 : marked.strokeWidth
  if (!(width > 0) || !(height > 0) || !(unit > 0) || isFlatViewBox(attributes.get('viewBox'))) return undefined
  const style = drawing.styles.styleOf(element, viewport)
  const viewBox = parseViewBox(attributes.get('viewBox')) ?? { x: 0, y: 0, width, height }
  const fitted = fitViewBox(viewBox, parseFit(attributes.get('preserveAspectRatio')), { x: 0, y: 0, width, height })
  const reference = (name: string, axis: 'x' | 'y', from: number, size: number) => {
    const side = SIDES.get(attributes.get(name)?.trim() ?? '')
    if (side !== undefined) return from + side * size
    return (
      parseSvgLength(attributes.get(name), { ...viewport, width: viewBox.width, height: viewBox.height }, axis) ?? 0
    )
  }
  const refX = reference('refX', 'x', viewBox.x, viewBox.width)
  const refY = reference('refY', 'y', viewBox.y, viewBox.height)
  const orient = attributes.get('orient')?.trim()
  // The visible part of the marker, in the coordinates of its view box.
  const shown = { x: -fitted.e / fitted.a, y: -fitted.f / fitted.d, width: width / fitted.a, height: height / fitted.d }
  return {
    element,
    style,
    inner: { width: viewBox.width, height: viewBox.height, fontSize: style.fontSize },
    // The reference point comes to the vertex.
    placed: multiply(scaling(unit * fitted.a, unit * fitted.d), translation(-refX, -refY)),
    clips: style.own.showsOverflow ? [] : [{ path: rectPath(shown), rule: 'nonzero' }],
    angle: orient === 'auto' || orient === 'auto-start-reverse' ? undefined : (degrees(orient ?? '') ?? 0),
    turnedAtStart: orient === 'auto-start-reverse',
  }
}

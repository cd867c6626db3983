import type { Rect } from '../../base/geometry.js'
import { assertNever, invariant } from '../../base/invariant.js'
import { IDENTITY, inverse, type Matrix, multiply } from '../../base/matrix.js'
import type { VectorGroup, VectorNode, VectorPaint, VectorShape, VectorStroke, VectorText } from '../vector-types.js'
import type { SvgSource } from './svg-source.js'
import { faded } from './vector-nodes.js'

/** Of `context-fill` or `context-stroke`, or of any other paint. */
export type PaintProperty = 'fill' | 'stroke'

type Nodes = readonly VectorNode[]

/** A shape that is marked, or a `use`. */
export interface ContextElement {
  /** Its bounding box; the nodes may be what it draws. */
  readonly box: (nodes: Nodes) => Rect | undefined
  readonly paint: (of: PaintProperty, box: Rect | undefined) => VectorPaint | undefined
}

/**
 * The paints of context elements, whose markers or content are being converted (SVG 2 §13.2). They are put in when all
 * of that is there: they may be in units of its bounding box, and transforms within it do not move them. (Where a `use`
 * takes its paint from one around it, Chromium lays it over the inner one.)
 */
export class PaintContexts {
  /** What the content being converted refers to; undefined outside of any context. */
  #used: Set<PaintProperty> | undefined

  constructor(private readonly source: SvgSource) {}

  /** Stands for a paint of the innermost context; undefined when there is none. */
  reference(of: PaintProperty, opacity: number): VectorPaint | undefined {
    this.#used?.add(of)
    return this.#used && { kind: 'context', of, opacity }
  }

  /** Converts what stands in the context of an element, in its user space. */
  within(element: ContextElement, convert: () => Nodes): Nodes {
    const used = new Set<PaintProperty>()
    const nodes = this.#converted(used, convert)
    if (used.size === 0) return nodes
    const box = element.box(nodes)
    const paints = new Map([...used].map((of) => [of, this.#counted(() => element.paint(of, box))]))
    return paintedNodes(nodes, { paints, matrix: IDENTITY, count: (parts) => this.source.count(parts) })
  }

  /** Converts what stands in no context: masks and patterns, whatever refers to them. */
  outside(convert: () => Nodes): Nodes {
    return this.#converted(undefined, convert)
  }

  #counted(make: () => VectorPaint | undefined): CountedPaint {
    const before = this.source.parts
    const paint = make()
    return { paint, parts: this.source.parts - before }
  }

  #converted(used: Set<PaintProperty> | undefined, convert: () => Nodes): Nodes {
    const outer = this.#used
    this.#used = used
    const nodes = convert()
    this.#used = outer
    return nodes
  }
}

interface CountedPaint {
  readonly paint: VectorPaint | undefined
  /** It counts each time it is used: patterns within it are told as often in the key of the drawing. */
  readonly parts: number
}

/** Where the paints have to be, to stay where they are in the user space of the context element. */
interface Place {
  readonly paints: ReadonlyMap<PaintProperty, CountedPaint>
  /** From the coordinates of the nodes to that user space. */
  readonly matrix: Matrix
  readonly count: (parts: number) => void
}

/** Nodes with the paints in place of those that refer to them. */
function paintedNodes(nodes: Nodes, place: Place): Nodes {
  place.count(nodes.length)
  return nodes.map((node) => {
    switch (node.kind) {
      case 'group':
        return paintedGroup(node, place)
      case 'shape':
        return paintedPart(node, place)
      case 'text':
        return paintedText(node, place)
      case 'picture':
      case 'page':
      case 'foreign':
        return node
      default:
        return assertNever(node)
    }
  })
}

function paintedGroup(group: VectorGroup, place: Place): VectorGroup {
  const { transform, children } = group
  const inner = transform ? { ...place, matrix: multiply(place.matrix, transform) } : place
  return { ...group, children: paintedNodes(children, inner) }
}

function paintedText(text: VectorText, place: Place): VectorText {
  place.count(text.chunks.length)
  const chunks = text.chunks.map((chunk) => {
    place.count(chunk.runs.length)
    return { ...chunk, runs: chunk.runs.map((run) => paintedPart(run, place)) }
  })
  return { ...text, chunks }
}

type PaintedPart = Pick<VectorShape, 'fill' | 'stroke'>

function paintedPart<T extends PaintedPart>(part: T, place: Place): T {
  return { ...part, fill: part.fill && painted(part.fill, place), stroke: part.stroke && drawn(part.stroke, place) }
}

function drawn(stroke: VectorStroke, place: Place): VectorStroke | undefined {
  const paint = painted(stroke.paint, place)
  return paint && { ...stroke, paint }
}

function painted(reference: VectorPaint, { paints, matrix, count }: Place): VectorPaint | undefined {
  if (reference.kind !== 'context') return reference
  const own = paints.get(reference.of)
  invariant(own, 'all paints that are referred to')
  count(own.parts)
  return own.paint && placed(faded(own.paint, reference.opacity), matrix)
}

/** A paint where `matrix` leads from other coordinates to its own; what flattens everything shows nothing. */
function placed(paint: VectorPaint, matrix: Matrix): VectorPaint | undefined {
  // A reference to a context further out is put in its place with that.
  if (paint.kind === 'color' || paint.kind === 'context') return paint
  const back = inverse(matrix)
  if (!back) return undefined
  if (paint.kind === 'gradient') {
    return { ...paint, gradient: { ...paint.gradient, transform: multiply(back, paint.gradient.transform) } }
  }
  return { ...paint, pattern: { ...paint.pattern, transform: multiply(back, paint.pattern.transform) } }
}

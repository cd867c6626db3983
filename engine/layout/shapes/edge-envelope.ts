/** A straight edge of a polygon that leads down, however it was drawn: `top` is less than `bottom`. */
export interface ShapeEdge {
  readonly top: number
  readonly bottom: number
  /** Place at the top, and at the bottom. */
  readonly from: number
  readonly to: number
}

/** Where an edge reaches furthest of all. */
export interface EnvelopePiece {
  readonly top: number
  readonly bottom: number
  readonly edge: ShapeEdge
}

/** Place of an edge at a height. */
export function edgeAt({ top, bottom, from, to }: ShapeEdge, y: number): number {
  if (y <= top) return from
  return y >= bottom ? to : from + ((to - from) * (y - top)) / (bottom - top)
}

/**
 * The parts of edges that reach further than all others at their heights, from the top down. Made by halves, which are
 * merged, so that edges that all lie beside each other take little longer than those one below the other.
 */
export function upperEnvelope(edges: readonly ShapeEdge[], start = 0, end = edges.length): readonly EnvelopePiece[] {
  if (end - start > 1) {
    const middle = (start + end) >> 1
    return merged(upperEnvelope(edges, start, middle), upperEnvelope(edges, middle, end))
  }
  return edges.slice(start, end).map((edge) => ({ top: edge.top, bottom: edge.bottom, edge }))
}

/** Walks down two envelopes at once. */
function merged(first: readonly EnvelopePiece[], second: readonly EnvelopePiece[]): readonly EnvelopePiece[] {
  const pieces: EnvelopePiece[] = []
  let [at, other] = [0, 0]
  let y = Number.NEGATIVE_INFINITY
  for (;;) {
    const [a, b] = [first[at], second[other]]
    const next = Math.min(nextChange(a, y), nextChange(b, y))
    if (next === Number.POSITIVE_INFINITY) return pieces
    addFurther(pieces, a && a.top <= y ? a.edge : undefined, b && b.top <= y ? b.edge : undefined, y, next)
    y = next
    if (a && a.bottom <= y) at++
    if (b && b.bottom <= y) other++
  }
}

/** Where a piece begins, or ends if it has begun. */
function nextChange(piece: EnvelopePiece | undefined, y: number): number {
  if (!piece) return Number.POSITIVE_INFINITY
  return piece.top > y ? piece.top : piece.bottom
}

/** Adds the one of two edges that reaches further between two heights, or the parts of both where they cross. */
function addFurther(
  pieces: EnvelopePiece[],
  a: ShapeEdge | undefined,
  b: ShapeEdge | undefined,
  top: number,
  bottom: number,
): void {
  if (!a || !b) {
    const edge = a ?? b
    if (edge) addPiece(pieces, edge, top, bottom)
    return
  }
  const above = edgeAt(a, top) - edgeAt(b, top)
  const below = edgeAt(a, bottom) - edgeAt(b, bottom)
  if (above * below >= 0) {
    addPiece(pieces, above + below >= 0 ? a : b, top, bottom)
    return
  }
  const crossing = top + ((bottom - top) * above) / (above - below)
  addPiece(pieces, above > 0 ? a : b, top, crossing)
  addPiece(pieces, above > 0 ? b : a, crossing, bottom)
}

function addPiece(pieces: EnvelopePiece[], edge: ShapeEdge, top: number, bottom: number): void {
  if (!(top < bottom)) return
  const last = pieces.at(-1)
  if (last?.edge === edge && last.bottom === top) pieces[pieces.length - 1] = { top: last.top, bottom, edge }
  else pieces.push({ top, bottom, edge })
}

import type { OutlineSegment } from '../../base/path.js'

/** Directions in the order of right turns: right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/**
 * The outlines of the dark squares of a matrix, in squares. Squares with a common edge are one shape, so that no viewer
 * shows seams between them.
 *
 * @param dark row by row from the top
 */
export function traceMatrix(dark: readonly boolean[], width: number, height: number): readonly OutlineSegment[] {
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x] === true
  const columns = width + 1
  // The edges that leave each corner, a bit for each direction; the dark square is to their right.
  const edges = new Uint8Array(columns * (height + 1))
  const add = (x: number, y: number, direction: number) => {
    edges[y * columns + x] = (edges[y * columns + x] as number) | (1 << direction)
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDark(x, y)) continue
      if (!isDark(x, y - 1)) add(x, y, 0)
      if (!isDark(x + 1, y)) add(x + 1, y, 1)
      if (!isDark(x, y + 1)) add(x + 1, y + 1, 2)
      if (!isDark(x - 1, y)) add(x, y + 1, 3)
    }
  }
  const outline: OutlineSegment[] = []
  for (let start = 0; start < edges.length; start++) {
    while (edges[start] !== 0) follow(edges, columns, start, outline)
  }
  return outline
}

/** Takes one closed contour out of the edges. At corners where squares touch, it stays with its own. */
function follow(edges: Uint8Array, columns: number, start: number, outline: OutlineSegment[]): void {
  let at = start
  let before = -1
  outline.push({ kind: 'move', x: start % columns, y: Math.floor(start / columns) })
  do {
    const leaving = edges[at] as number
    const right = (before + 1) & 3
    const direction = before >= 0 && (leaving & (1 << right)) !== 0 ? right : 31 - Math.clz32(leaving & -leaving)
    const [dx, dy] = STEPS[direction] as readonly [number, number]
    if (before >= 0 && direction !== before) {
      outline.push({ kind: 'line', x: at % columns, y: Math.floor(at / columns) })
    }
    edges[at] = leaving & ~(1 << direction)
    at += dx + dy * columns
    before = direction
  } while (at !== start)
  outline.push({ kind: 'close' })
}

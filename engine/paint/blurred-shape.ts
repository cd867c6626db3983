import type { BoxShape, Corners } from '../layout/shapes/box-shape.js'

/**
 * How much of a blurred shape shows at each vertex of a grid that follows its outline: rows at growing depth within
 * the outline, columns along it. Between vertices the alpha changes evenly.
 */
export interface AlphaMesh {
  /** Equal keys mean equal meshes. */
  readonly key: string
  readonly columns: number
  readonly vertices: readonly AlphaVertex[]
}

interface AlphaVertex {
  readonly x: number
  readonly y: number
  /** 0 to 1. */
  readonly alpha: number
}

/** Beyond this many standard deviations a Gaussian adds less than half a step of 255. */
export const REACH = 3

/** Depths of the rows, in standard deviations: closest where the bell curve bends most. */
const DEPTHS = [-REACH, -2.2, -1.6, -1.1, -0.6, 0, 0.6, 1.1, 1.6, 2.2, REACH]

/** Places of columns on straight edges, in standard deviations from where the corner's curve ends. */
const EDGE_PLACES = [0.7, 1.4, 2.2, REACH]

/**
 * The mesh of a shape blurred by a Gaussian, with the top left corner of its rectangle at the origin.
 * @param sigma standard deviation in px, above zero
 * @param inverted for what the shape is a hole in: alpha 1 far outside
 * @param margin how far an inverted mesh reaches
 */
export function blurredShape(shape: BoxShape, sigma: number, inverted: boolean, margin = 0): AlphaMesh {
  const local: BoxShape = { ...shape, x: 0, y: 0 }
  const cover = new BlurredCover(local, sigma)
  const outline = outlineColumns(local, sigma)
  const vertices: AlphaVertex[] = []
  for (const depth of rowDepths(local, sigma, inverted ? margin : 0)) {
    for (const column of outline) {
      const { x, y } = pointAt(local, column, depth)
      const alpha = depth < -REACH * sigma ? 0 : cover.at(x, y)
      vertices.push({ x, y, alpha: inverted ? 1 - alpha : alpha })
    }
  }
  const { width, height, corners } = shape
  const key = `${width} ${height} ${sigma} ${inverted ? margin : 0} ${corners ? cornersKey(corners) : ''}`
  return { key, columns: outline.length, vertices }
}

function cornersKey({ topLeft, topRight, bottomRight, bottomLeft }: Corners): string {
  return [topLeft, topRight, bottomRight, bottomLeft].map((r) => `${r.horizontal},${r.vertical}`).join(' ')
}

/** From outside to the middle; the last row is a point or a line. */
function rowDepths({ width, height }: BoxShape, sigma: number, margin: number): readonly number[] {
  const deepest = Math.min(width, height) / 2
  const depths = DEPTHS.map((depth) => depth * sigma).filter((depth) => depth < deepest)
  return [...(margin > 0 ? [-REACH * sigma - margin] : []), ...depths, deepest]
}

/** A column of the mesh: a place on the outline, given by a corner and either an angle or a distance from it. */
interface OutlineColumn {
  readonly corner: CornerIndex
  /** 0 on the vertical edge of the corner, π/2 on the horizontal one. */
  readonly angle: number
  /** From where the curve ends, along the edge that the angle leads to. */
  readonly along: number
}

/** Clockwise from the top left. */
type CornerIndex = 0 | 1 | 2 | 3

/** Clockwise from the left end of the top left corner, the first column repeated at the end. */
function outlineColumns(shape: BoxShape, sigma: number): readonly OutlineColumn[] {
  const columns: OutlineColumn[] = []
  for (const corner of [0, 1, 2, 3] as const) {
    const { horizontal, vertical } = radiusOf(shape, corner)
    const next = radiusOf(shape, ((corner + 1) % 4) as CornerIndex)
    const steps = arcSteps(Math.max(horizontal, vertical) + REACH * sigma, sigma)
    const isUpright = corner % 2 === 1
    const [startAngle, endAngle] = isUpright ? [Math.PI / 2, 0] : [0, Math.PI / 2]
    for (let i = 0; i <= steps; i++) {
      columns.push({ corner, angle: startAngle + ((endAngle - startAngle) * i) / steps, along: 0 })
    }
    const length = isUpright ? shape.height - vertical - next.vertical : shape.width - horizontal - next.horizontal
    const places = EDGE_PLACES.map((place) => place * sigma).filter((place) => place < length / 2)
    for (const along of places) columns.push({ corner, angle: endAngle, along })
    const nextCorner = ((corner + 1) % 4) as CornerIndex
    for (const along of places.toReversed()) columns.push({ corner: nextCorner, angle: endAngle, along })
  }
  const [first] = columns
  return first ? [...columns, first] : columns
}

/** So many chords that none is visibly flatter than its arc after the blur. */
function arcSteps(radius: number, sigma: number): number {
  const flat = Math.acos(Math.max(0, 1 - (0.06 * sigma) / radius))
  return Math.max(4, Math.min(Math.ceil(Math.PI / 4 / flat), 32))
}

const SQUARE = { horizontal: 0, vertical: 0 }

function radiusOf({ corners }: BoxShape, corner: CornerIndex): { horizontal: number; vertical: number } {
  if (!corners) return SQUARE
  return [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft][corner] ?? SQUARE
}

/** The point of a column at a depth within the outline; negative depths are outside. */
function pointAt(shape: BoxShape, { corner, angle, along }: OutlineColumn, depth: number): { x: number; y: number } {
  const radius = radiusOf(shape, corner)
  const a = Math.max(0, radius.horizontal - depth)
  const b = Math.max(0, radius.vertical - depth)
  const isHorizontal = angle > 1
  // From the corner inwards, as if it were the top left one. Columns on edges do not pass the middle.
  const dx = along > 0 && isHorizontal ? Math.max(radius.horizontal + along, depth) : depth + a * (1 - Math.cos(angle))
  const dy = along > 0 && !isHorizontal ? Math.max(radius.vertical + along, depth) : depth + b * (1 - Math.sin(angle))
  const inX = Math.min(dx, shape.width / 2)
  const inY = Math.min(dy, shape.height / 2)
  return {
    x: corner === 0 || corner === 3 ? inX : shape.width - inX,
    y: corner === 0 || corner === 1 ? inY : shape.height - inY,
  }
}

/** Rows into which the height of a corner is cut for integration, per standard deviation. */
const SLICES_PER_SIGMA = 3

/** A horizontal slice of the shape. */
interface Slice {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The convolution of a shape with a Gaussian. */
class BlurredCover {
  readonly #slices: readonly Slice[]

  constructor(
    shape: BoxShape,
    private readonly sigma: number,
  ) {
    this.#slices = slicesOf(shape, sigma)
  }

  at(x: number, y: number): number {
    let sum = 0
    for (const { top, bottom, left, right } of this.#slices) {
      const rows = normal((bottom - y) / this.sigma) - normal((top - y) / this.sigma)
      if (rows > 1e-5) sum += rows * (normal((right - x) / this.sigma) - normal((left - x) / this.sigma))
    }
    return Math.max(0, Math.min(sum, 1))
  }
}

/** Thin slices where corners are round, one between them. */
function slicesOf(shape: BoxShape, sigma: number): readonly Slice[] {
  const { width, height } = shape
  const [tl, tr, br, bl] = [0, 1, 2, 3].map((corner) => radiusOf(shape, corner as CornerIndex))
  const top = Math.max(tl?.vertical ?? 0, tr?.vertical ?? 0)
  const bottom = Math.max(bl?.vertical ?? 0, br?.vertical ?? 0)
  const slices: Slice[] = []
  const cut = (from: number, to: number) => {
    const count = Math.max(4, Math.min(Math.ceil(((to - from) / sigma) * SLICES_PER_SIGMA), 64))
    for (let i = 0; i < count; i++) {
      const start = from + ((to - from) * i) / count
      const end = from + ((to - from) * (i + 1)) / count
      const middle = (start + end) / 2
      const left = Math.max(indent(tl, middle), indent(bl, height - middle))
      const right = width - Math.max(indent(tr, middle), indent(br, height - middle))
      if (right > left) slices.push({ top: start, bottom: end, left, right })
    }
  }
  if (top > 0) cut(0, top)
  if (height - bottom > top) slices.push({ top, bottom: height - bottom, left: 0, right: width })
  if (bottom > 0) cut(Math.max(top, height - bottom), height)
  return slices
}

/** How far a corner's curve is from the straight edge, at a height below the corner's end of it. */
function indent(radius: { horizontal: number; vertical: number } | undefined, height: number): number {
  if (!radius || height >= radius.vertical) return 0
  const part = 1 - height / radius.vertical
  return radius.horizontal * (1 - Math.sqrt(Math.max(0, 1 - part * part)))
}

/** The normal distribution function, by the approximation 26.2.17 of Abramowitz and Stegun: exact to 1e-7. */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    0.3989422804014327 *
    Math.exp((-x * x) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x > 0 ? 1 - tail : tail
}

import type { Insets, Rect } from '../base/geometry.js'
import type { PathSegment } from '../base/path.js'
import type { CornerRadius } from '../css/properties/borders.js'
import { resolveLength } from '../css/values/resolve-length.js'
import type { BoxFragment, CutSides } from '../layout/fragment-tree.js'
import type { ComputedStyle } from '../style/computed-style.js'

/** A rectangle whose corners may be quarter ellipses. */
export interface BoxShape extends Rect {
  /** Undefined when all corners are square. */
  readonly corners: Corners | undefined
}

export interface Corners {
  readonly topLeft: Radius
  readonly topRight: Radius
  readonly bottomRight: Radius
  readonly bottomLeft: Radius
}

interface Radius {
  readonly horizontal: number
  readonly vertical: number
}

const SQUARE: Radius = { horizontal: 0, vertical: 0 }

/** Control points of a cubic that follows a quarter ellipse, as a part of its radius. */
const KAPPA = 0.5522847

/** The border edge of a fragment placed at (x, y), radii reduced so that curves do not overlap (css-backgrounds-3 §5.5). */
export function borderShape(fragment: BoxFragment, x: number, y: number): BoxShape {
  return { x, y, width: fragment.width, height: fragment.height, corners: usedCorners(fragment) }
}

/** The shape of an edge further in: its corners are those of `shape` less the insets (css-backgrounds-3 §5.2). */
export function insetShape(shape: BoxShape, insets: Insets, part = 1): BoxShape {
  const top = insets.top * part
  const right = insets.right * part
  const bottom = insets.bottom * part
  const left = insets.left * part
  const { corners } = shape
  return {
    x: shape.x + left,
    y: shape.y + top,
    width: Math.max(0, shape.width - left - right),
    height: Math.max(0, shape.height - top - bottom),
    corners: corners && {
      topLeft: insetRadius(corners.topLeft, left, top),
      topRight: insetRadius(corners.topRight, right, top),
      bottomRight: insetRadius(corners.bottomRight, right, bottom),
      bottomLeft: insetRadius(corners.bottomLeft, left, bottom),
    },
  }
}

/** Appends the outline of a shape to a path as a closed contour, clockwise from the top left. */
export function addShape(path: PathSegment[], shape: BoxShape): void {
  const { x, y, width, height, corners } = shape
  if (!corners) {
    path.push({ kind: 'rect', x, y, width, height })
    return
  }
  const right = x + width
  const bottom = y + height
  const { topLeft, topRight, bottomRight, bottomLeft } = corners
  path.push({ kind: 'move', x: x + topLeft.horizontal, y })
  path.push({ kind: 'line', x: right - topRight.horizontal, y })
  addCorner(path, { x: right - topRight.horizontal, y }, [topRight.horizontal, 0], [0, topRight.vertical])
  path.push({ kind: 'line', x: right, y: bottom - bottomRight.vertical })
  const rightEnd = { x: right, y: bottom - bottomRight.vertical }
  addCorner(path, rightEnd, [0, bottomRight.vertical], [-bottomRight.horizontal, 0])
  path.push({ kind: 'line', x: x + bottomLeft.horizontal, y: bottom })
  const bottomEnd = { x: x + bottomLeft.horizontal, y: bottom }
  addCorner(path, bottomEnd, [-bottomLeft.horizontal, 0], [0, -bottomLeft.vertical])
  path.push({ kind: 'line', x, y: y + topLeft.vertical })
  addCorner(path, { x, y: y + topLeft.vertical }, [0, -topLeft.vertical], [topLeft.horizontal, 0])
  path.push({ kind: 'close' })
}

export function shapePath(shape: BoxShape): PathSegment[] {
  const path: PathSegment[] = []
  addShape(path, shape)
  return path
}

/** Length of the outline. */
export function shapeLength({ width, height, corners }: BoxShape): number {
  let length = 2 * (width + height)
  if (!corners) return length
  for (const { horizontal: a, vertical: b } of [
    corners.topLeft,
    corners.topRight,
    corners.bottomRight,
    corners.bottomLeft,
  ]) {
    // A quarter of Ramanujan's circumference of an ellipse in place of the two straight stretches.
    length += (Math.PI / 4) * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b))) - (a + b)
  }
  return length
}

type Vector = readonly [dx: number, dy: number]

/** A quarter ellipse from (x, y) that leaves along one vector and arrives along another. */
function addCorner(
  path: PathSegment[],
  { x, y }: { readonly x: number; readonly y: number },
  [dx1, dy1]: Vector,
  [dx2, dy2]: Vector,
): void {
  if (dx1 + dy1 === 0 && dx2 + dy2 === 0) return
  path.push({
    kind: 'curve',
    x1: x + dx1 * KAPPA,
    y1: y + dy1 * KAPPA,
    x2: x + dx1 + dx2 * (1 - KAPPA),
    y2: y + dy1 + dy2 * (1 - KAPPA),
    x: x + dx1 + dx2,
    y: y + dy1 + dy2,
  })
}

function usedCorners(fragment: BoxFragment): Corners | undefined {
  const { style, width, height } = fragment
  const { borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius } = style
  if (!hasRadii(style)) return undefined
  if (style.borderCollapse === 'collapse' && fragment.box.kind.startsWith('table')) return undefined
  const { top, right, bottom, left } = cutEnds(fragment) ?? UNCUT
  if ((top && bottom) || (left && right)) return undefined
  return scaledToFit(
    {
      topLeft: top || left ? SQUARE : resolveRadius(borderTopLeftRadius, width, height),
      topRight: top || right ? SQUARE : resolveRadius(borderTopRightRadius, width, height),
      bottomRight: bottom || right ? SQUARE : resolveRadius(borderBottomRightRadius, width, height),
      bottomLeft: bottom || left ? SQUARE : resolveRadius(borderBottomLeftRadius, width, height),
    },
    width,
    height,
  )
}

const UNCUT = { top: false, right: false, bottom: false, left: false }

function hasRadii(style: ComputedStyle): boolean {
  return !(
    isSquare(style.borderTopLeftRadius) &&
    isSquare(style.borderTopRightRadius) &&
    isSquare(style.borderBottomRightRadius) &&
    isSquare(style.borderBottomLeftRadius)
  )
}

/** Corners with such radii, from the top left one clockwise, of a box of such a size. */
export function cornersOf(
  [topLeft, topRight, bottomRight, bottomLeft]: readonly [CornerRadius, CornerRadius, CornerRadius, CornerRadius],
  width: number,
  height: number,
): Corners {
  return scaledToFit(
    {
      topLeft: resolveRadius(topLeft, width, height),
      topRight: resolveRadius(topRight, width, height),
      bottomRight: resolveRadius(bottomRight, width, height),
      bottomLeft: resolveRadius(bottomLeft, width, height),
    },
    width,
    height,
  )
}

function isSquare(radius: CornerRadius): boolean {
  return radius.horizontal === 0 || radius.vertical === 0
}

function resolveRadius(radius: CornerRadius, width: number, height: number): Radius {
  const horizontal = Math.max(0, resolveLength(radius.horizontal, width))
  const vertical = Math.max(0, resolveLength(radius.vertical, height))
  return horizontal === 0 || vertical === 0 ? SQUARE : { horizontal, vertical }
}

/** css-backgrounds-3 §5.5: one factor for all radii, so that no two of them are longer than the side they share. */
function scaledToFit(corners: Corners, width: number, height: number): Corners {
  const { topLeft, topRight, bottomRight, bottomLeft } = corners
  const factor = Math.min(
    1,
    width / (topLeft.horizontal + topRight.horizontal),
    width / (bottomLeft.horizontal + bottomRight.horizontal),
    height / (topLeft.vertical + bottomLeft.vertical),
    height / (topRight.vertical + bottomRight.vertical),
  )
  if (!(factor < 1)) return corners
  return {
    topLeft: scaledRadius(topLeft, factor),
    topRight: scaledRadius(topRight, factor),
    bottomRight: scaledRadius(bottomRight, factor),
    bottomLeft: scaledRadius(bottomLeft, factor),
  }
}

function scaledRadius(radius: Radius, factor: number): Radius {
  return { horizontal: radius.horizontal * factor, vertical: radius.vertical * factor }
}

function insetRadius(radius: Radius, horizontal: number, vertical: number): Radius {
  const inset = { horizontal: radius.horizontal - horizontal, vertical: radius.vertical - vertical }
  return inset.horizontal <= 0 || inset.vertical <= 0 ? SQUARE : inset
}

/**
 * The sides at which a box continues in another fragment without an edge: corners there are square (css-break-3 §5.4).
 * Undefined when it has all edges.
 */
export function cutEnds({ style, cut }: BoxFragment): CutSides | undefined {
  if (style.boxDecorationBreak === 'clone') return undefined
  if (!cut?.overflows) return cut
  return cut.top ? { top: true, bottom: false } : undefined
}

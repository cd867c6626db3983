import type { Insets, Rect } from '../../base/geometry.js'
import type { CornerRadius } from '../../css/properties/borders.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoxFragment, CutSides } from '../fragment-tree.js'

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

export interface Radius {
  readonly horizontal: number
  readonly vertical: number
}

const SQUARE: Radius = { horizontal: 0, vertical: 0 }

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

/** The shape of a margin edge: corners that are nearly square grow less than round ones (css-shapes-1 §4.2). */
export function outsetShape(shape: BoxShape, outsets: Insets): BoxShape {
  const { top, right, bottom, left } = outsets
  const { corners } = shape
  return {
    x: shape.x - left,
    y: shape.y - top,
    width: Math.max(0, shape.width + left + right),
    height: Math.max(0, shape.height + top + bottom),
    corners: corners && {
      topLeft: outsetRadius(corners.topLeft, left, top),
      topRight: outsetRadius(corners.topRight, right, top),
      bottomRight: outsetRadius(corners.bottomRight, right, bottom),
      bottomLeft: outsetRadius(corners.bottomLeft, left, bottom),
    },
  }
}

function outsetRadius(radius: Radius, horizontal: number, vertical: number): Radius {
  const outset = {
    horizontal: outsetLength(radius.horizontal, horizontal),
    vertical: outsetLength(radius.vertical, vertical),
  }
  return outset.horizontal <= 0 || outset.vertical <= 0 ? SQUARE : outset
}

function outsetLength(radius: number, margin: number): number {
  if (margin <= 0 || radius >= margin) return radius + margin
  return radius + margin * (1 + (radius / margin - 1) ** 3)
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

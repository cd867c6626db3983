import { type Insets, SIDES, type Side } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import type { PathSegment } from '../base/path.js'
import { sameColor } from '../base/rgb-color.js'
import { type BoxShape, type Corners, insetShape } from '../layout/shapes/box-shape.js'
import type { BorderStyle, Color, ComputedStyle } from '../style/computed-style.js'
import { shadesOf } from './border-shades.js'
import { hasRoundBareSide, strips } from './border-strips.js'
import { closedPen, dashedLine, type Line } from './dashes.js'
import type { PaintTarget } from './paint-target.js'
import { addShape, shapeLength, shapePath } from './shape-path.js'

/**
 * Paints the border of a box (css-backgrounds-3 §4) as filled outlines, joined at the corners from the outer to
 * the inner edge.
 * @param border used widths; sides of width zero are not painted
 * @param shape the border edge
 */
export function paintBorder(target: PaintTarget, style: ComputedStyle, border: Insets, shape: BoxShape): void {
  if (border.top === 0 && border.right === 0 && border.bottom === 0 && border.left === 0) return
  const color = solidColor(style, border)
  if (color) {
    paintSolid(target, border, shape, color)
    return
  }
  const alpha = commonAlpha(style, border)
  if (alpha === undefined) {
    paintSides(target, style, border, shape)
    return
  }
  // Where sides overlap at the corners, they must not show twice.
  target.beginGroup(alpha, shape)
  paintSides(target, opaque(style), border, shape)
  target.endGroup()
}

function paintSides(target: PaintTarget, style: ComputedStyle, border: Insets, shape: BoxShape): void {
  if (shape.corners) paintRounded(target, style, border, shape)
  else for (const side of SIDES) paintStraightSide(target, style, border, shape, side)
}

/** The alpha of all sides that are seen, if it is one and they are translucent. */
function commonAlpha(style: ComputedStyle, border: Insets): number | undefined {
  let alpha: number | undefined
  for (const side of SIDES) {
    const own = sideColor(style, side).alpha
    if (border[side] === 0 || own === 0) continue
    if (own === 1 || (alpha !== undefined && own !== alpha)) return undefined
    alpha = own
  }
  return alpha
}

/** The style with borders that are not translucent; what is transparent stays so. */
function opaque(style: ComputedStyle): ComputedStyle {
  const solid = (color: Color) => (color.alpha === 0 ? color : { ...color, alpha: 1 })
  return {
    ...style,
    borderTopColor: solid(style.borderTopColor),
    borderRightColor: solid(style.borderRightColor),
    borderBottomColor: solid(style.borderBottomColor),
    borderLeftColor: solid(style.borderLeftColor),
  }
}

/** The bands, from the outer edge (0) to the inner (1), that a side is made of. */
interface BorderBand {
  readonly from: number
  readonly to: number
  readonly color: Color
}

/** `lit` sides are those that a light from the top left falls on: top and left. */
export function borderBands(style: BorderStyle, width: number, color: Color, lit: boolean): readonly BorderBand[] {
  switch (style) {
    case 'none':
    case 'hidden':
      return []
    case 'double':
      // Thinner lines would run together.
      if (width < 3) return [{ from: 0, to: 1, color }]
      return [
        { from: 0, to: 1 / 3, color },
        { from: 2 / 3, to: 1, color },
      ]
    case 'groove':
    case 'ridge': {
      const darkOutside = lit === (style === 'groove')
      const { light, dark } = shadesOf(color)
      return [
        { from: 0, to: 0.5, color: darkOutside ? dark : light },
        { from: 0.5, to: 1, color: darkOutside ? light : dark },
      ]
    }
    case 'inset':
    case 'outset':
      return [{ from: 0, to: 1, color: shadesOf(color)[lit === (style === 'inset') ? 'dark' : 'light'] }]
    case 'solid':
    case 'dashed':
    case 'dotted':
      return [{ from: 0, to: 1, color }]
    default:
      return assertNever(style)
  }
}

/** The one colour of a border whose sides are all solid and alike; undefined for others. */
function solidColor(style: ComputedStyle, border: Insets): Color | undefined {
  let color: Color | undefined
  for (const side of SIDES) {
    if (border[side] === 0) continue
    const own = sideColor(style, side)
    if (sideStyle(style, side) !== 'solid' || (color && !sameColor(color, own))) return undefined
    color = own
  }
  return color
}

/** A shape a little longer at the ends where it has neither border nor round corners, as parts of broken boxes have. */
function beyondOpenEnds(shape: BoxShape, border: Insets): BoxShape {
  const { x, y, width, height, corners } = shape
  if (!corners) return shape
  const { topLeft, topRight, bottomRight, bottomLeft } = corners
  const open = (side: Side, a: Corners['topLeft'], b: Corners['topLeft']): number =>
    border[side] === 0 && a.horizontal === 0 && b.horizontal === 0 ? 1 : 0
  const top = open('top', topLeft, topRight)
  const right = open('right', topRight, bottomRight)
  const bottom = open('bottom', bottomRight, bottomLeft)
  const left = open('left', bottomLeft, topLeft)
  if (top + right + bottom + left === 0) return shape
  return { ...shape, x: x - left, y: y - top, width: width + left + right, height: height + top + bottom }
}

function paintSolid(target: PaintTarget, border: Insets, shape: BoxShape, color: Color): void {
  if (color.alpha === 0) return
  const { x, y, width, height } = shape
  const { top, right, bottom, left } = border
  const longer = beyondOpenEnds(shape, border)
  const round = hasRoundBareSide(shape, border)
  if (longer !== shape || round) {
    // The two outlines meet where there is no border, and readers would show a hair line: there they are cut off.
    target.save()
    target.clip(round ? strips(shape, border) : [{ kind: 'rect', x, y, width, height }])
    target.fillPath(ring(longer, border, 0, 1), color)
    target.restore()
    return
  }
  if (shape.corners || (top > 0 && right > 0 && bottom > 0 && left > 0)) {
    target.fillPath(ring(shape, border, 0, 1), color)
    return
  }
  // Rectangles that do not overlap, so that translucent colours show evenly.
  const inner = height - top - bottom
  if (top > 0) target.fillRect({ x, y, width, height: top }, color)
  if (bottom > 0) target.fillRect({ x, y: y + height - bottom, width, height: bottom }, color)
  if (left > 0) target.fillRect({ x, y: y + top, width: left, height: inner }, color)
  if (right > 0) target.fillRect({ x: x + width - right, y: y + top, width: right, height: inner }, color)
}

function paintStraightSide(
  target: PaintTarget,
  style: ComputedStyle,
  border: Insets,
  shape: BoxShape,
  side: Side,
): void {
  const width = border[side]
  const color = sideColor(style, side)
  if (width === 0 || color.alpha === 0) return
  const lineStyle = sideStyle(style, side)
  if (lineStyle === 'dashed' || lineStyle === 'dotted') {
    const mitred = meetsOther(style, border, side)
    if (mitred) {
      target.save()
      target.clip(sidePolygon(shape, insetShape(shape, border), side))
    }
    target.strokeLine(dashedLine(lineStyle, middleOf(shape, side, width), width, color))
    if (mitred) target.restore()
    return
  }
  for (const band of borderBands(lineStyle, width, color, side === 'top' || side === 'left')) {
    const outer = insetShape(shape, border, band.from)
    target.fillPath(sidePolygon(outer, insetShape(shape, border, band.to), side), band.color)
  }
}

/** Rounded borders of several styles or colours: each side is what its sector shows of a full ring. */
function paintRounded(target: PaintTarget, style: ComputedStyle, border: Insets, shape: BoxShape): void {
  if (style.borderTopStyle === 'dashed' || style.borderTopStyle === 'dotted') {
    if (isUniform(style, border)) {
      const line = { width: border.top, lineStyle: style.borderTopStyle, color: style.borderTopColor }
      strokeAround(target, border, shape, line)
      return
    }
  }
  const hasBareSide = hasRoundBareSide(shape, border)
  for (const side of SIDES) {
    const width = border[side]
    const color = sideColor(style, side)
    if (width === 0 || color.alpha === 0) continue
    const lineStyle = sideStyle(style, side)
    target.save()
    target.clip(sidePolygon(shape, sectorEdge(shape, border), side))
    if (hasBareSide) target.clip(strips(shape, border, [side]))
    if (lineStyle === 'dashed' || lineStyle === 'dotted') {
      strokeAround(target, border, shape, { width, lineStyle, color })
    } else {
      for (const band of borderBands(lineStyle, width, color, side === 'top' || side === 'left')) {
        target.fillPath(ring(shape, border, band.from, band.to), band.color)
      }
    }
    target.restore()
  }
}

/** Strokes the middle of the border all around. */
function strokeAround(
  target: PaintTarget,
  border: Insets,
  shape: BoxShape,
  line: { readonly width: number; readonly lineStyle: 'dashed' | 'dotted'; readonly color: Color },
): void {
  const { width, lineStyle, color } = line
  const middle = insetShape(shape, border, 0.5)
  target.strokePath({ ...closedPen(shapeLength(middle), width, color, lineStyle), path: shapePath(middle) })
}

/** Whether the side meets one that looks different at a corner. */
function meetsOther(style: ComputedStyle, border: Insets, side: Side): boolean {
  const neighbours = side === 'top' || side === 'bottom' ? UPRIGHT_SIDES : LEVEL_SIDES
  return neighbours.some(
    (other) =>
      border[other] > 0 &&
      (sideStyle(style, other) !== sideStyle(style, side) ||
        !sameColor(sideColor(style, other), sideColor(style, side))),
  )
}

const UPRIGHT_SIDES = ['left', 'right'] as const
const LEVEL_SIDES = ['top', 'bottom'] as const

function isUniform(style: ComputedStyle, border: Insets): boolean {
  return SIDES.every(
    (side) =>
      border[side] === border.top &&
      sideStyle(style, side) === style.borderTopStyle &&
      sameColor(sideColor(style, side), style.borderTopColor),
  )
}

/** The area between two edges, as two contours. */
function ring(shape: BoxShape, border: Insets, from: number, to: number): readonly PathSegment[] {
  const path: PathSegment[] = []
  addShape(path, from === 0 ? shape : insetShape(shape, border, from))
  addShape(path, insetShape(shape, border, to))
  return path
}

/** The part of the area between two rectangles that belongs to a side, with slanted ends. */
function sidePolygon(outer: BoxShape, inner: BoxShape, side: Side): readonly PathSegment[] {
  const outerRight = outer.x + outer.width
  const outerBottom = outer.y + outer.height
  const innerRight = inner.x + inner.width
  const innerBottom = inner.y + inner.height
  switch (side) {
    case 'top':
      return polygon([outer.x, outer.y], [outerRight, outer.y], [innerRight, inner.y], [inner.x, inner.y])
    case 'right':
      return polygon([outerRight, outer.y], [outerRight, outerBottom], [innerRight, innerBottom], [innerRight, inner.y])
    case 'bottom':
      return polygon(
        [outerRight, outerBottom],
        [outer.x, outerBottom],
        [inner.x, innerBottom],
        [innerRight, innerBottom],
      )
    case 'left':
      return polygon([outer.x, outerBottom], [outer.x, outer.y], [inner.x, inner.y], [inner.x, innerBottom])
    default:
      return assertNever(side)
  }
}

/**
 * How far in the sectors of the sides reach: past the curves of the corners along the line from the outer to the
 * inner corner, but not past the middle of the box.
 */
function sectorEdge(shape: BoxShape, border: Insets): BoxShape {
  const { corners } = shape
  let reach = 1
  if (corners) {
    for (const radius of [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]) {
      const horizontal =
        radius.horizontal / Math.max(1e-3, Math.min(border.left || border.right, border.right || border.left))
      const vertical =
        radius.vertical / Math.max(1e-3, Math.min(border.top || border.bottom, border.bottom || border.top))
      reach = Math.max(reach, horizontal, vertical)
    }
  }
  const limit = Math.min(
    shape.width / Math.max(1e-3, border.left + border.right),
    shape.height / Math.max(1e-3, border.top + border.bottom),
  )
  return insetShape({ ...shape, corners: undefined }, border, Math.max(1, Math.min(reach, limit)))
}

/** The line along the middle of a side, through the corners. */
function middleOf(shape: BoxShape, side: Side, width: number): Line {
  const half = width / 2
  const right = shape.x + shape.width
  const bottom = shape.y + shape.height
  if (side === 'top' || side === 'bottom') {
    const y = side === 'top' ? shape.y + half : bottom - half
    return { x1: shape.x, y1: y, x2: right, y2: y }
  }
  const x = side === 'left' ? shape.x + half : right - half
  return { x1: x, y1: shape.y, x2: x, y2: bottom }
}

type Corner = readonly [x: number, y: number]

function polygon([x, y]: Corner, ...others: readonly Corner[]): readonly PathSegment[] {
  const lines = others.map(([x, y]) => ({ kind: 'line', x, y }) as const)
  return [{ kind: 'move', x, y }, ...lines, { kind: 'close' }]
}

function sideStyle(style: ComputedStyle, side: Side): BorderStyle {
  switch (side) {
    case 'top':
      return style.borderTopStyle
    case 'right':
      return style.borderRightStyle
    case 'bottom':
      return style.borderBottomStyle
    case 'left':
      return style.borderLeftStyle
    default:
      return assertNever(side)
  }
}

function sideColor(style: ComputedStyle, side: Side): Color {
  switch (side) {
    case 'top':
      return style.borderTopColor
    case 'right':
      return style.borderRightColor
    case 'bottom':
      return style.borderBottomColor
    case 'left':
      return style.borderLeftColor
    default:
      return assertNever(side)
  }
}

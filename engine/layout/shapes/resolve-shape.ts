import type { Insets, Point, Rect } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { translation } from '../../base/matrix.js'
import type { Outline } from '../../base/path.js'
import type { ComputedShape, ShapeCorners } from '../../css/values/basic-shape.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import { transformPath } from '../../images/svg/path-bounds.js'
import { parsePathData } from '../../images/svg/path-data.js'
import type { FillRule } from '../../images/vector-types.js'
import type { BoxFragment } from '../fragment-tree.js'
import { type BoxShape, cornersOf } from './box-shape.js'
import { shapePathData } from './shape-path-data.js'

/** A basic shape at its place, in px. */
export type ResolvedShape =
  | { readonly kind: 'box'; readonly box: BoxShape }
  | { readonly kind: 'polygon'; readonly points: readonly Point[]; readonly rule: FillRule }
  | { readonly kind: 'path'; readonly outline: Outline; readonly rule: FillRule }

/** From the border box of a fragment inwards to another of its boxes. */
export function insetsTo(
  box: 'border-box' | 'padding-box' | 'content-box',
  { border, padding }: Pick<BoxFragment, 'border' | 'padding'>,
): Insets {
  switch (box) {
    case 'border-box':
      return { top: 0, right: 0, bottom: 0, left: 0 }
    case 'padding-box':
      return border
    case 'content-box':
      return {
        top: border.top + padding.top,
        right: border.right + padding.right,
        bottom: border.bottom + padding.bottom,
        left: border.left + padding.left,
      }
    default:
      return assertNever(box)
  }
}

/** A shape within its reference box (css-shapes-1 §3.1). */
export function resolveShape(shape: ComputedShape, reference: Rect): ResolvedShape {
  const { x, y, width, height } = reference
  const across = (value: LengthPercentage) => resolveLength(value, width)
  const down = (value: LengthPercentage) => resolveLength(value, height)
  switch (shape.kind) {
    case 'inset': {
      const [left, right] = within(across(shape.left), across(shape.right), width)
      const [top, bottom] = within(down(shape.top), down(shape.bottom), height)
      const area = { width: width - left - right, height: height - top - bottom }
      return rounded({ x: x + left, y: y + top, ...area }, shape.round)
    }
    case 'rect': {
      const left = shape.left === 'auto' ? 0 : across(shape.left)
      const top = shape.top === 'auto' ? 0 : down(shape.top)
      const right = shape.right === 'auto' ? width : across(shape.right)
      const bottom = shape.bottom === 'auto' ? height : down(shape.bottom)
      return rounded({ x: x + left, y: y + top, width: right - left, height: bottom - top }, shape.round)
    }
    case 'xywh': {
      const corner = { x: x + across(shape.x), y: y + down(shape.y) }
      return rounded({ ...corner, width: across(shape.width), height: down(shape.height) }, shape.round)
    }
    case 'circle': {
      const [cx, cy] = [across(shape.center.x), down(shape.center.y)]
      const sides = [Math.abs(cx), Math.abs(width - cx), Math.abs(cy), Math.abs(height - cy)]
      // css-shapes-1: percentages of a circle's radius are of the diagonal.
      const radius = radiusOf(shape.radius, sides, Math.hypot(width, height) / Math.SQRT2)
      return ellipse(x + cx, y + cy, radius, radius)
    }
    case 'ellipse': {
      const [cx, cy] = [across(shape.center.x), down(shape.center.y)]
      const rx = radiusOf(shape.radii[0], [Math.abs(cx), Math.abs(width - cx)], width)
      const ry = radiusOf(shape.radii[1], [Math.abs(cy), Math.abs(height - cy)], height)
      return ellipse(x + cx, y + cy, rx, ry)
    }
    case 'polygon': {
      const points = shape.points.map(([px, py]) => ({ x: x + across(px), y: y + down(py) }))
      return { kind: 'polygon', points, rule: shape.rule }
    }
    case 'path':
      return {
        kind: 'path',
        outline: transformPath(parsePathData(shape.data), translation(x, y)),
        rule: shape.rule,
      }
    case 'shape':
      return { kind: 'path', outline: parsePathData(shapePathData(shape, reference)), rule: shape.rule }
    default:
      return assertNever(shape)
  }
}

/** Two opposite insets, made smaller together where they would meet beyond each other. */
function within(start: number, end: number, size: number): readonly [start: number, end: number] {
  if (start + end <= size) return [start, end]
  const factor = size / (start + end)
  return [start * factor, size - start * factor]
}

function rounded({ x, y, width, height }: Rect, round: ShapeCorners<LengthPercentage> | undefined): ResolvedShape {
  const area = { x, y, width: Math.max(0, width), height: Math.max(0, height) }
  return { kind: 'box', box: { ...area, corners: round && cornersOf(round, area.width, area.height) } }
}

function radiusOf(
  radius: LengthPercentage | 'closest-side' | 'farthest-side',
  sides: readonly number[],
  base: number,
): number {
  if (radius === 'closest-side') return Math.min(...sides)
  return radius === 'farthest-side' ? Math.max(...sides) : resolveLength(radius, base)
}

function ellipse(cx: number, cy: number, horizontal: number, vertical: number): ResolvedShape {
  const area = { x: cx - horizontal, y: cy - vertical, width: 2 * horizontal, height: 2 * vertical }
  if (horizontal === 0 || vertical === 0) return { kind: 'box', box: { ...area, corners: undefined } }
  const corner = { horizontal, vertical }
  const corners = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }
  return { kind: 'box', box: { ...area, corners } }
}

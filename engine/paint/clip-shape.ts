import type { Insets, Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { translation } from '../base/matrix.js'
import type { Outline, Path } from '../base/path.js'
import type { ClipShape } from '../css/properties/effects.js'
import type { ComputedShape, ShapeCorners } from '../css/values/basic-shape.js'
import type { LengthPercentage } from '../css/values/compute-length.js'
import { resolveLength } from '../css/values/resolve-length.js'
import { pathBounds, transformPath } from '../images/svg/path-bounds.js'
import { parsePathData } from '../images/svg/path-data.js'
import type { FillRule } from '../images/vector-types.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import { type BoxShape, borderShape, cornersOf, insetShape, shapePath } from './box-shape.js'

/** An outline outside of which nothing shows, with a rectangle around it. */
export interface ClipOutline {
  readonly path: Path
  readonly rule: FillRule
  readonly bounds: Rect
}

/** The outline of a `clip-path` around a box at (x, y) (css-masking-1 §5.1). */
export function clipOutline(fragment: BoxFragment, { shape, box }: ClipShape, x: number, y: number): ClipOutline {
  const reference = insetShape(borderShape(fragment, x, y), edgesTo(box, fragment))
  return shape ? shapeOutline(shape, reference) : boxOutline(reference)
}

/** From the border box to another box of a fragment. */
function edgesTo(box: ClipShape['box'], { border, padding }: BoxFragment): Insets {
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

function boxOutline(shape: BoxShape): ClipOutline {
  const { x, y, width, height } = shape
  return { path: shapePath(shape), rule: 'nonzero', bounds: { x, y, width, height } }
}

/** The outline of a shape within a box (css-shapes-1 §3.1). */
function shapeOutline(shape: ComputedShape, { x, y, width, height }: Rect): ClipOutline {
  const across = (value: LengthPercentage) => resolveLength(value, width)
  const down = (value: LengthPercentage) => resolveLength(value, height)
  switch (shape.kind) {
    case 'inset': {
      const [left, top] = [across(shape.left), down(shape.top)]
      const area = { width: width - left - across(shape.right), height: height - top - down(shape.bottom) }
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
      return ellipseOutline(x + cx, y + cy, radius, radius)
    }
    case 'ellipse': {
      const [cx, cy] = [across(shape.center.x), down(shape.center.y)]
      const rx = radiusOf(shape.radii[0], [Math.abs(cx), Math.abs(width - cx)], width)
      const ry = radiusOf(shape.radii[1], [Math.abs(cy), Math.abs(height - cy)], height)
      return ellipseOutline(x + cx, y + cy, rx, ry)
    }
    case 'polygon': {
      const points = shape.points.map(([px, py]) => ({ x: x + across(px), y: y + down(py) }))
      const path: Outline = [
        ...points.map((point, at) => ({ kind: at === 0 ? ('move' as const) : ('line' as const), ...point })),
        { kind: 'close' },
      ]
      return outlineOf(path, shape.rule)
    }
    case 'path':
      return outlineOf(transformPath(parsePathData(shape.data), translation(x, y)), shape.rule)
    default:
      return assertNever(shape)
  }
}

function rounded({ x, y, width, height }: Rect, round: ShapeCorners<LengthPercentage> | undefined): ClipOutline {
  const area = { x, y, width: Math.max(0, width), height: Math.max(0, height) }
  return boxOutline({ ...area, corners: round && cornersOf(round, area.width, area.height) })
}

function radiusOf(
  radius: LengthPercentage | 'closest-side' | 'farthest-side',
  sides: readonly number[],
  base: number,
): number {
  if (radius === 'closest-side') return Math.min(...sides)
  return radius === 'farthest-side' ? Math.max(...sides) : resolveLength(radius, base)
}

function ellipseOutline(cx: number, cy: number, horizontal: number, vertical: number): ClipOutline {
  const area = { x: cx - horizontal, y: cy - vertical, width: 2 * horizontal, height: 2 * vertical }
  const corner = { horizontal, vertical }
  return boxOutline({
    ...area,
    corners: { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner },
  })
}

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 }

function outlineOf(path: Outline, rule: FillRule): ClipOutline {
  return { path, rule, bounds: pathBounds(path) ?? NOTHING }
}

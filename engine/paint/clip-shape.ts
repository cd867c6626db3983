import type { Insets, Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import type { Outline, Path } from '../base/path.js'
import type { ClipShape, GeometryBox } from '../css/properties/effects.js'
import { resolveLength } from '../css/values/resolve-length.js'
import { pathBounds } from '../images/svg/path-bounds.js'
import { rectPath } from '../images/svg/vector-nodes.js'
import type { FillRule, VectorClip } from '../images/vector-types.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import { type BoxShape, borderShape, insetShape, outsetShape } from '../layout/shapes/box-shape.js'
import { insetsTo, type ResolvedShape, resolveShape } from '../layout/shapes/resolve-shape.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { shapePath } from './shape-path.js'

/** An outline outside of which nothing shows, with a rectangle around it. */
export interface ClipOutline {
  readonly path: Path
  readonly rule: FillRule
  readonly bounds: Rect
}

/** The outline of a `clip-path` around a box at (x, y) (css-masking-1 §5.1). */
export function clipOutline(fragment: BoxFragment, { shape, box }: ClipShape, x: number, y: number): ClipOutline {
  const reference = referenceBox(fragment, box, borderShape(fragment, x, y))
  return shape ? shapeOutline(resolveShape(shape, reference)) : boxOutline(reference)
}

/** The outline of a `clip-path` around an element of a drawing, whose reference box is known. */
export function clipWithin({ shape }: ClipShape, reference: Rect): VectorClip {
  const { path, rule } = shape
    ? shapeOutline(resolveShape(shape, reference))
    : boxOutline({ ...reference, corners: undefined })
  return { path: path.flatMap((segment) => (segment.kind === 'rect' ? rectPath(segment) : [segment])), rule }
}

/** The boxes of drawings stand for the box of their kind. */
function referenceBox(fragment: BoxFragment, box: GeometryBox, border: BoxShape): BoxShape {
  switch (box) {
    case 'border-box':
    case 'stroke-box':
    case 'view-box':
      return border
    case 'padding-box':
      return insetShape(border, insetsTo(box, fragment))
    case 'content-box':
    case 'fill-box':
      return insetShape(border, insetsTo('content-box', fragment))
    case 'margin-box':
      return outsetShape(border, marginsOf(fragment.style))
    default:
      return assertNever(box)
  }
}

/** AD-HOC: the widths of margins that are percentages, or `auto`, are not known any more when boxes are painted. */
function marginsOf({ marginTop, marginRight, marginBottom, marginLeft }: ComputedStyle): Insets {
  const width = (margin: ComputedStyle['marginTop']) => (margin === 'auto' ? 0 : resolveLength(margin, 0))
  return {
    top: width(marginTop),
    right: width(marginRight),
    bottom: width(marginBottom),
    left: width(marginLeft),
  }
}

function boxOutline(shape: BoxShape): ClipOutline {
  const { x, y, width, height } = shape
  return { path: shapePath(shape), rule: 'nonzero', bounds: { x, y, width, height } }
}

function shapeOutline(shape: ResolvedShape): ClipOutline {
  switch (shape.kind) {
    case 'box':
      return boxOutline(shape.box)
    case 'polygon': {
      const path: Outline = [
        ...shape.points.map((point, at) => ({ kind: at === 0 ? ('move' as const) : ('line' as const), ...point })),
        { kind: 'close' },
      ]
      return outlineOf(path, shape.rule)
    }
    case 'path':
      return outlineOf(shape.outline, shape.rule)
    default:
      return assertNever(shape)
  }
}

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 }

function outlineOf(path: Outline, rule: FillRule): ClipOutline {
  return { path, rule, bounds: pathBounds(path) ?? NOTHING }
}

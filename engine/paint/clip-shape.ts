import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import type { Outline, Path } from '../base/path.js'
import type { ClipShape } from '../css/properties/effects.js'
import { pathBounds } from '../images/svg/path-bounds.js'
import type { FillRule } from '../images/vector-types.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import { type BoxShape, borderShape, insetShape } from '../layout/shapes/box-shape.js'
import { insetsTo, type ResolvedShape, resolveShape } from '../layout/shapes/resolve-shape.js'
import { shapePath } from './shape-path.js'

/** An outline outside of which nothing shows, with a rectangle around it. */
export interface ClipOutline {
  readonly path: Path
  readonly rule: FillRule
  readonly bounds: Rect
}

/** The outline of a `clip-path` around a box at (x, y) (css-masking-1 §5.1). */
export function clipOutline(fragment: BoxFragment, { shape, box }: ClipShape, x: number, y: number): ClipOutline {
  const reference = insetShape(borderShape(fragment, x, y), insetsTo(box, fragment))
  return shape ? shapeOutline(resolveShape(shape, reference)) : boxOutline(reference)
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

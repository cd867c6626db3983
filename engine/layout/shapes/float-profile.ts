import type { Insets } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { IDENTITY, inverse, type Matrix, multiply } from '../../base/matrix.js'
import { turnBetween, turnInPlace, type WritingMode } from '../../base/writing-mode.js'
import type { FloatShape } from '../../css/properties/shapes.js'
import type { ComputedShape } from '../../css/values/basic-shape.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { type BoxShape, borderShape, insetShape, outsetShape } from './box-shape.js'
import { flattenPath } from './flatten-path.js'
import { mapBox, mapShape } from './map-shape.js'
import { PolygonProfile } from './polygon-profile.js'
import { insetsTo, type ResolvedShape, resolveShape } from './resolve-shape.js'
import { RoundedProfile } from './rounded-profile.js'
import type { ProfileArea, ShapeProfile } from './shape-profile.js'

/** A float, or its part on a page, whose shape lines are to follow. */
export interface ShapedPart {
  readonly fragment: BoxFragment
  readonly side: 'left' | 'right'
  readonly margins: Insets
  /** Width of the containing block, which percentages of `shape-margin` refer to. */
  readonly containingWidth: number
}

/**
 * The shape of a float (css-shapes-1 §5): of a float that is broken over pages, each part has it as if it were the whole.
 *
 * @returns undefined where lines follow its margin box
 */
export function floatProfile(ctx: LayoutContext, part: ShapedPart): ShapeProfile | undefined {
  const { style } = part.fragment.box
  const value = style.shapeOutside
  if (value === 'none') return undefined
  const { area, reference } = referenceOf(part, value)
  const margin = resolveLength(style.shapeMargin, part.containingWidth)
  const mirror = part.side === 'left' ? IDENTITY : { ...IDENTITY, a: -1, e: area.width }
  const { shape } = value
  if (!shape) return new RoundedProfile(mapBox(reference, mirror), margin, area)
  const make = () => profileOf(shapeWithin(shape, reference, area, style.frame, mirror), margin, area, ctx)
  if (shape.kind !== 'polygon' && shape.kind !== 'path' && shape.kind !== 'shape') return make()
  const { x, y, width, height } = reference
  const space = [part.side, style.frame, margin, x, y, width, height, area.width, area.height].join()
  const kept = ctx.cache(makeProfiles).get(shape)
  if (kept?.space === space) return kept.profile
  const profile = make()
  ctx.cache(makeProfiles).set(shape, { space, profile })
  return profile
}

/** The last profile of each shape with many edges, as floats of one style are often of one size. */
interface KeptProfile {
  readonly space: string
  readonly profile: ShapeProfile
}

function makeProfiles(): WeakMap<ComputedShape, KeptProfile> {
  return new WeakMap()
}

/** The margin box, and in it the reference box. */
function referenceOf(
  { fragment, margins }: ShapedPart,
  { box }: FloatShape,
): { readonly area: ProfileArea; readonly reference: BoxShape } {
  const area = {
    width: margins.left + fragment.width + margins.right,
    height: margins.top + fragment.height + margins.bottom,
  }
  const border = borderShape(fragment, margins.left, margins.top)
  const reference = box === 'margin-box' ? outsetShape(border, margins) : insetShape(border, insetsTo(box, fragment))
  return { area, reference }
}

/** A basic shape in the margin box. It is drawn as the page has it, whichever way lines run. */
function shapeWithin(
  shape: ComputedShape,
  reference: BoxShape,
  { width, height }: ProfileArea,
  frame: WritingMode,
  mirror: Matrix,
): ResolvedShape {
  const turn = turnInPlace(turnBetween('horizontal-tb', frame), width, height)
  const onPage = resolveShape(shape, mapBox({ ...reference, corners: undefined }, turn))
  return mapShape(onPage, multiply(mirror, inverse(turn) ?? IDENTITY))
}

function profileOf(shape: ResolvedShape, margin: number, area: ProfileArea, ctx: LayoutContext): ShapeProfile {
  switch (shape.kind) {
    case 'box':
      return new RoundedProfile(shape.box, margin, area)
    case 'polygon':
      ctx.work.spend(shape.points.length >> EDGES_PER_STEP)
      return new PolygonProfile([shape.points], shape.rule, margin, area)
    case 'path': {
      const contours = flattenPath(shape.outline)
      for (const points of contours) ctx.work.spend(1 + (points.length >> EDGES_PER_STEP))
      return new PolygonProfile(contours, shape.rule, margin, area)
    }
    default:
      return assertNever(shape)
  }
}

/** As a power of two: what takes as long as laying out a box. */
const EDGES_PER_STEP = 4

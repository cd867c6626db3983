import type { Insets, Point } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { IDENTITY, inverse, type Matrix, mapPoint, mapRect, multiply } from '../../base/matrix.js'
import { turnBetween, turnInPlace, type WritingMode } from '../../base/writing-mode.js'
import type { FloatBoxShape, FloatImageShape } from '../../css/properties/shapes.js'
import type { ComputedShape } from '../../css/values/basic-shape.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { type BoxShape, borderShape, insetShape, outsetShape } from './box-shape.js'
import { flattenPath } from './flatten-path.js'
import { type AlphaAt, alphaOfGradient, alphaOfRaster } from './image-alpha.js'
import { contoursOfAlpha, contoursOfDrawing } from './image-contours.js'
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
  const isImage = 'image' in value
  const { area, reference } = referenceOf(part, isImage ? 'content-box' : value.box)
  const margin = resolveLength(style.shapeMargin, part.containingWidth)
  const mirror = part.side === 'left' ? IDENTITY : { ...IDENTITY, a: -1, e: area.width }
  if (isImage) return imageProfile(ctx, value, { style, side: part.side, area, reference, margin, mirror })
  const { shape } = value
  if (!shape) return new RoundedProfile(mapBox(reference, mirror), margin, area)
  const make = () => profileOf(shapeWithin(shape, reference, area, style.frame, mirror), margin, area, ctx)
  if (shape.kind !== 'polygon' && shape.kind !== 'path' && shape.kind !== 'shape') return make()
  return keptProfile(ctx, shape, { style, side: part.side, area, reference, margin, mirror }, make)
}

/** What the shape of a float depends on besides its value. */
interface ShapeSpace {
  readonly style: ComputedStyle
  readonly side: 'left' | 'right'
  readonly area: ProfileArea
  readonly reference: BoxShape
  readonly margin: number
  /** From the margin box to one on the left. */
  readonly mirror: Matrix
}

/** The last profile of each shape with many edges, as floats of one style are often of one size. */
interface KeptProfile {
  readonly space: string
  readonly profile: ShapeProfile
}

function keptProfile<P extends ShapeProfile | undefined>(
  ctx: LayoutContext,
  shape: ComputedShape | FloatImageShape,
  { style, side, area, reference, margin }: ShapeSpace,
  make: () => P,
): ShapeProfile | P {
  const { x, y, width, height } = reference
  const { frame, shapeImageThreshold } = style
  const space = [side, frame, shapeImageThreshold, margin, x, y, width, height, area.width, area.height].join()
  const kept = ctx.cache(makeProfiles).get(shape)
  if (kept?.space === space) return kept.profile
  const profile = make()
  if (profile) ctx.cache(makeProfiles).set(shape, { space, profile })
  return profile
}

function makeProfiles(): WeakMap<ComputedShape | FloatImageShape, KeptProfile> {
  return new WeakMap()
}

/** The margin box, and in it the reference box. */
function referenceOf(
  { fragment, margins }: ShapedPart,
  box: FloatBoxShape['box'],
): { readonly area: ProfileArea; readonly reference: BoxShape } {
  const area = {
    width: margins.left + fragment.width + margins.right,
    height: margins.top + fragment.height + margins.bottom,
  }
  const border = borderShape(fragment, margins.left, margins.top)
  const reference = box === 'margin-box' ? outsetShape(border, margins) : insetShape(border, insetsTo(box, fragment))
  return { area, reference }
}

/** The opaque part of an image; undefined for an image that cannot be shown. */
function imageProfile(ctx: LayoutContext, value: FloatImageShape, space: ShapeSpace): ShapeProfile | undefined {
  return keptProfile(ctx, value, space, () => {
    const contours = imageContours(ctx, value, space)
    return contours && new PolygonProfile(contours, 'nonzero', space.margin, space.area)
  })
}

function imageContours(
  ctx: LayoutContext,
  { image: value }: FloatImageShape,
  { style, area, reference, mirror }: ShapeSpace,
): readonly (readonly Point[])[] | undefined {
  const image = value.kind === 'url' ? ctx.styleImage(value) : value
  if (!image) return undefined
  const threshold = style.shapeImageThreshold
  const turn = turnInPlace(turnBetween('horizontal-tb', style.frame), area.width, area.height)
  // Images stand upright on the page, whichever way lines run.
  const onPage = mapRect(turn, reference)
  if (image.kind === 'vector') {
    return contoursOfDrawing(ctx, image, onPage, threshold, multiply(mirror, inverse(turn) ?? IDENTITY))
  }
  const alphaAt: AlphaAt =
    (image.kind === 'raster' ? alphaOfRaster(ctx, image) : alphaOfGradient(image, onPage)) ?? (() => 1)
  const box = mapRect(mirror, reference)
  const toPage = multiply(turn, mirror)
  return contoursOfAlpha(
    ctx,
    box,
    (x, y) => {
      const place = mapPoint(toPage, box.x + x * box.width, box.y + y * box.height)
      return alphaAt((place.x - onPage.x) / onPage.width, (place.y - onPage.y) / onPage.height)
    },
    threshold,
  )
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

import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { translation } from '../base/matrix.js'
import type { ColorFilter, FilterFunction } from '../css/values/filter-value.js'
import type { RasterImage } from '../images/image-types.js'
import type { Color } from '../style/computed-style.js'
import { paintBlurred, paintBlurredContent } from './blurred-ink.js'
import { filterColor, overlaysOf } from './color-filter.js'
import type { PaintContext } from './paint-context.js'
import type { PaintTarget } from './paint-target.js'
import { type Recoloring, RecoloringTarget } from './recoloring-target.js'

/** Each shadow and blur of a list paints once more all that is before it; those behind so many are left out. */
const MOST_REPEATED = 3

/**
 * Paints a box with all that it contains through its filters (filter-effects-1 §5).
 * @param bounds around all that is seen of it
 * @param paint paints the box in a context
 */
export function paintFiltered(
  ctx: PaintContext,
  filters: readonly FilterFunction[],
  bounds: Rect,
  paint: (ctx: PaintContext) => void,
): void {
  if (ctx.ink) paint(ctx)
  else paintSteps(ctx, withoutExcess(filters), bounds, paint)
}

function withoutExcess(filters: readonly FilterFunction[]): readonly FilterFunction[] {
  let repeated = 0
  return filters.filter(({ kind }) => (kind !== 'blur' && kind !== 'drop-shadow') || ++repeated <= MOST_REPEATED)
}

/** The last function filters what all before it make. */
function paintSteps(
  ctx: PaintContext,
  steps: readonly FilterFunction[],
  bounds: Rect,
  paint: (ctx: PaintContext) => void,
): void {
  const last = steps.at(-1)
  if (!last) {
    paint(ctx)
    return
  }
  const before = steps.slice(0, -1)
  const paintBefore = (inner: PaintContext) => paintSteps(inner, before, bounds, paint)
  switch (last.kind) {
    case 'color':
      paintBefore({ ...ctx, target: recolored(ctx.target, last) })
      return
    case 'opacity':
      if (last.amount <= 0) return
      ctx.target.beginGroup(last.amount, bounds)
      paintBefore(ctx)
      ctx.target.endGroup()
      return
    case 'drop-shadow':
      if (!ctx.silhouette) paintDropShadow(ctx, last, bounds, paintBefore)
      paintBefore(ctx)
      return
    case 'blur':
      if (ctx.silhouette || last.blur <= 0) paintBefore(ctx)
      else
        paintBlurredContent(ctx.target, bounds, last.blur, {
          paint: () => paintBefore(ctx),
          ornament: (target) => paintBefore(asOrnament(ctx, target, 'own')),
          ink: (target, ink) => paintBefore(asOrnament(ctx, target, ink)),
        })
      return
    default:
      assertNever(last)
  }
}

function paintDropShadow(
  ctx: PaintContext,
  { x, y, blur, color }: FilterFunction & { kind: 'drop-shadow' },
  bounds: Rect,
  paint: (ctx: PaintContext) => void,
): void {
  if (color.alpha === 0) return
  const { target } = ctx
  target.save()
  target.transform(translation(x, y))
  const cast = (ink: Color) => paint(asOrnament(ctx, target, ink))
  if (blur > 0) paintBlurred(target, bounds, 2 * blur, color, cast)
  else {
    target.beginGroup(color.alpha, bounds)
    cast({ ...color, alpha: 1 })
    target.endGroup()
  }
  target.restore()
}

/** Paints what is no content: in its own colours, or as a silhouette in one. */
function asOrnament(ctx: PaintContext, target: PaintTarget, ink: Color | 'own'): PaintContext {
  const recoloring = ink === 'own' ? OWN_COLORS : silhouette(ink)
  return { ...ctx, target: new RecoloringTarget(target, recoloring), structure: undefined, silhouette: true }
}

const OWN_COLORS: Recoloring = {
  key: 'ornament',
  ornament: true,
  color: (color) => color,
  drawImage: (target, image, rect, smooth) => target.drawImage(image, rect, smooth),
}

function silhouette(ink: Color): Recoloring {
  const { red, green, blue } = ink
  return {
    key: `silhouette ${red} ${green} ${blue}`,
    ornament: true,
    color: ({ alpha }) => ({ ...ink, alpha }),
    drawImage: (target, image, rect, smooth) =>
      overImage(target, image, rect, smooth, () => target.fillRect(rect, ink)),
  }
}

/** Paints where an image is opaque. */
function overImage(target: PaintTarget, image: RasterImage, rect: Rect, smooth: boolean, paint: () => void): void {
  target.save()
  if (image.softMask) target.mask('alpha', rect, () => target.drawImage(image, rect, smooth))
  paint()
  target.restore()
}

/** Paints in other colours; filters around come behind those within. */
function recolored(target: PaintTarget, filter: ColorFilter): PaintTarget {
  const outer = target instanceof RecoloringTarget ? target.recoloring.filters : undefined
  return outer && target instanceof RecoloringTarget
    ? new RecoloringTarget(target.target, byFilters([filter, ...outer]))
    : new RecoloringTarget(target, byFilters([filter]))
}

function byFilters(filters: readonly ColorFilter[]): Recoloring {
  const overlays = filters.flatMap(overlaysOf)
  return {
    key: filters.map(({ name, amount }) => `${name} ${amount}`).join(' '),
    filters,
    ornament: false,
    color: (color) => filterColor(filters, color),
    drawImage(target, image, rect, smooth) {
      // What is translucent would be mixed with what lies over it only in part: the alpha comes last.
      overImage(target, image, rect, smooth, () => {
        target.beginGroup(1, rect)
        target.drawImage(withoutAlpha(image), rect, smooth)
        for (const { mode, color } of overlays) {
          target.beginGroup(1, rect, mode)
          target.fillRect(rect, color)
          target.endGroup()
        }
        target.endGroup()
      })
    },
  }
}

function withoutAlpha(image: RasterImage): RasterImage {
  return image.softMask ? { ...image, key: `${image.key} opaque`, softMask: undefined } : image
}

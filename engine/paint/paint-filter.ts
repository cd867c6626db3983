import type { ColorFilter, FilterStep, ShadowFilter } from '../base/filter-function.js'
import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { translation } from '../base/matrix.js'
import type { Color } from '../style/computed-style.js'
import { paintBlurred, paintBlurredContent } from './blurred-ink.js'
import { filterColor, overlaysOf } from './color-filter.js'
import type { PaintTarget } from './paint-target.js'
import { type Recoloring, RecoloringTarget, type WholePicture } from './recoloring-target.js'

/** Each shadow and blur of a list paints once more all that is before it; those behind so many are left out. */
const MOST_REPEATED = 3

/** The parts of a context that filters need, of a box or of a part of a drawing. */
interface FilterContext {
  readonly target: PaintTarget
  readonly silhouette?: true
  readonly ink?: Color
}

/** Where something is filtered. */
interface FilteredPlace {
  /** Around all that is seen of it. */
  readonly bounds: Rect
  /** The corner from which regions are measured. */
  readonly x: number
  readonly y: number
}

interface FilterPlace extends FilteredPlace {
  /** False in the shadow of something around: else the layers of shadows would multiply with each element. */
  readonly castsShadows: boolean
}

/**
 * Paints a box or a part of a drawing with all that it contains through its filters (filter-effects-1 §5).
 * @param paint paints it in a context
 */
export function paintFiltered<C extends FilterContext>(
  ctx: C,
  filters: readonly FilterStep[],
  place: FilteredPlace,
  paint: (ctx: C) => void,
): void {
  if (ctx.ink) paint(ctx)
  else paintSteps(ctx, withoutExcess(filters), { ...place, castsShadows: !ctx.silhouette }, paint)
}

/**
 * Paints a part of a drawing once for each layer of its filter, the first at the bottom. The topmost that is more than a
 * shadow is its content; the others are ornament.
 */
export function paintFilterLayers<C extends FilterContext>(
  ctx: C,
  layers: readonly (readonly FilterStep[])[],
  place: FilteredPlace,
  paint: (ctx: C) => void,
): void {
  const content = layers.findLast((steps) => !isShadow(steps))
  for (const steps of layers) {
    if (steps === content) paintFiltered(ctx, steps, place, paint)
    else if (!ctx.silhouette) {
      paintFiltered(ctx, steps, place, (inner) => paint(asOrnament(inner, inner.target, 'own')))
    }
  }
}

/** Whether a layer shows nothing but a shadow, or a part of one, or a colour. */
function isShadow(steps: readonly FilterStep[]): boolean {
  const last = steps.findLast(({ kind }) => kind !== 'region')?.kind
  return last === 'shadow' || last === 'flood'
}

function withoutExcess(filters: readonly FilterStep[]): readonly FilterStep[] {
  let repeated = 0
  return filters.filter(({ kind }) => (kind !== 'blur' && kind !== 'drop-shadow') || ++repeated <= MOST_REPEATED)
}

/** The last function filters what all before it make. */
function paintSteps<C extends FilterContext>(
  ctx: C,
  steps: readonly FilterStep[],
  place: FilterPlace,
  paint: (ctx: C) => void,
): void {
  const last = steps.at(-1)
  if (!last) {
    paint(ctx)
    return
  }
  const { bounds, castsShadows } = place
  const before = steps.slice(0, -1)
  const paintBefore = (inner: C) => paintSteps(inner, before, place, paint)
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
      if (castsShadows) paintDropShadow(ctx, softened(last, before), bounds, paintBefore)
      paintBefore(ctx)
      return
    case 'shadow':
      if (castsShadows) paintDropShadow(ctx, softened(last, before), bounds, paintBefore)
      return
    case 'flood':
      if (!ctx.silhouette) ctx.target.fillRect(bounds, last.color)
      return
    case 'offset':
      ctx.target.save()
      ctx.target.transform(translation(last.x, last.y))
      paintBefore(ctx)
      ctx.target.restore()
      return
    case 'region':
      paintWithin(ctx, last.rect, place, paintBefore)
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

/** A shadow of what was blurred before, of which the silhouette is sharp. The variances of bell curves add up. */
function softened(shadow: ShadowFilter, before: readonly FilterStep[]): ShadowFilter {
  let { blur } = shadow
  for (let i = before.length - 1; i >= 0; i--) {
    const step = before[i]
    if (step?.kind === 'blur') blur = Math.hypot(blur, step.blur)
    else if (step?.kind !== 'color' && step?.kind !== 'opacity' && step?.kind !== 'offset') break
  }
  return blur === shadow.blur ? shadow : { ...shadow, blur }
}

function paintWithin<C extends FilterContext>(
  ctx: C,
  { x, y, width, height }: Rect,
  place: FilteredPlace,
  paint: (ctx: C) => void,
): void {
  if (!(width > 0 && height > 0)) return
  ctx.target.save()
  ctx.target.clip([{ kind: 'rect', x: place.x + x, y: place.y + y, width, height }])
  paint(ctx)
  ctx.target.restore()
}

function paintDropShadow<C extends FilterContext>(
  ctx: C,
  { x, y, blur, color }: ShadowFilter,
  bounds: Rect,
  paint: (ctx: C) => void,
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
function asOrnament<C extends FilterContext>(ctx: C, target: PaintTarget, ink: Color | 'own'): C {
  const recoloring = ink === 'own' ? OWN_COLORS : silhouette(ink)
  return { ...ctx, target: new RecoloringTarget(target, recoloring), structure: undefined, silhouette: true }
}

const OWN_COLORS: Recoloring = {
  key: 'ornament',
  ornament: true,
  color: (color) => color,
  drawPicture: (target, picture) => picture.draw(target),
}

function silhouette(ink: Color): Recoloring {
  const { red, green, blue } = ink
  return {
    key: `silhouette ${red} ${green} ${blue}`,
    ornament: true,
    color: ({ alpha }) => ({ ...ink, alpha }),
    drawPicture: (target, picture) => overPicture(target, picture, () => target.fillRect(picture.rect, ink)),
  }
}

/** Paints where a picture is opaque. */
function overPicture(target: PaintTarget, picture: WholePicture, paint: () => void): void {
  target.save()
  if (picture.hasAlpha) target.mask('alpha', picture.rect, () => picture.draw(target))
  paint()
  target.restore()
}

/** Paints in other colours; filters around come behind those within. */
/** A target that paints in other colours on another. */
export function recolored(target: PaintTarget, filter: ColorFilter): PaintTarget {
  const outer = target instanceof RecoloringTarget ? target.recoloring.filters : undefined
  return outer && target instanceof RecoloringTarget
    ? new RecoloringTarget(target.target, byFilters([filter, ...outer]))
    : new RecoloringTarget(target, byFilters([filter]))
}

function byFilters(filters: readonly ColorFilter[]): Recoloring {
  const overlays = filters.flatMap(overlaysOf)
  return {
    key: filters.map(keyOf).join(' '),
    filters,
    ornament: false,
    color: (color) => filterColor(filters, color),
    drawPicture(target, picture) {
      // Translucent samples would be mixed with the layers above them only in part: the alpha comes last.
      const { rect } = picture
      overPicture(target, picture, () => {
        target.beginGroup(1, rect)
        picture.drawOpaque(target)
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

function keyOf(filter: ColorFilter): string {
  const light = filter.linear ? 'linear ' : ''
  if (filter.name !== 'matrix') return `${light}${filter.name} ${filter.amount}`
  return `${light}matrix ${filter.rows.flat().join(' ')}`
}

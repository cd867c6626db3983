import { inverse, translation } from '../base/matrix.js'
import type { BoxCut } from '../images/svg/convert-cut.js'
import { transformPath } from '../images/svg/path-bounds.js'
import { boxTransform, isTransformed } from '../layout/box-transform.js'
import { boxClip } from './clips-content.js'
import type { Layer } from './layers.js'
import type { ImageContext } from './paint-context.js'
import { beginMask, isDrawing, isMasked, paintMoved } from './paint-mask.js'

/**
 * Sets up the clip of a positioned box, and the transform and the group of a stacking context; false when nothing of it
 * is to be seen.
 */
export function beginLayer(ctx: ImageContext, layer: Layer): boolean {
  const { target } = ctx
  const { fragment, x, y } = layer
  const clip = boxClip(fragment, x, y)
  if (clip && (clip.bounds.width === 0 || clip.bounds.height === 0)) return false
  if (drawnClip(ctx, layer)?.hidesAll) return false
  if (layer.kind === 'context' && !beginContext(ctx, layer)) return false
  if (clip) {
    target.save()
    for (const { path, rule } of clip.outlines) target.clip(path, rule)
  }
  beginDrawnClip(ctx, layer)
  return true
}

/** The `clipPath` of a drawing that cuts a box (css-masking-1 §5.1); each part of a broken box is cut as a box of its own. */
function drawnClip({ drawings }: ImageContext, { fragment }: Layer): BoxCut | undefined {
  const { clipPath } = fragment.style
  if (clipPath === 'none' || clipPath.kind !== 'reference' || isDrawing(fragment)) return undefined
  const { width, height, box } = fragment
  return drawings?.cut('clipPath', clipPath.id, { width, height }, box.node)
}

function beginDrawnClip(ctx: ImageContext, layer: Layer): void {
  const cut = drawnClip(ctx, layer)
  if (!cut) return
  const { target, fonts } = ctx
  const { x, y, bounds } = layer
  target.save()
  for (const { path, rule } of cut.clips) target.clip(transformPath(path, translation(x, y)), rule)
  for (const { kind, children } of cut.masks) {
    target.save()
    target.mask(kind, bounds, () => paintMoved(target, fonts, children, x, y, bounds))
    target.beginGroup(1, bounds)
  }
}

function endDrawnClip(ctx: ImageContext, layer: Layer): void {
  const cut = drawnClip(ctx, layer)
  if (!cut) return
  for (let open = cut.masks.length; open > 0; open--) {
    ctx.target.endGroup()
    ctx.target.restore()
  }
  ctx.target.restore()
}

function beginContext(ctx: ImageContext, layer: Layer): boolean {
  const { target } = ctx
  const { fragment, x, y } = layer
  const { opacity, mixBlendMode } = fragment.style
  const matrix = boxTransform(fragment, x, y)
  if (opacity <= 0 || (matrix && !inverse(matrix))) return false
  if (matrix) {
    target.save()
    target.transform(matrix)
  }
  if (isMasked(ctx, layer)) {
    target.save()
    beginMask(ctx, layer)
  }
  if (isGroup(ctx, layer)) target.beginGroup(opacity, layer.bounds, mixBlendMode)
  return true
}

export function endLayer(ctx: ImageContext, layer: Layer): void {
  const { target } = ctx
  endDrawnClip(ctx, layer)
  if (boxClip(layer.fragment, layer.x, layer.y)) target.restore()
  if (layer.kind !== 'context') return
  if (isGroup(ctx, layer)) target.endGroup()
  if (isMasked(ctx, layer)) target.restore()
  if (isTransformed(layer.fragment)) target.restore()
}

/** Whether it is composed as one object (css-color-4 §3.3, compositing-1 §3). */
function isGroup(ctx: ImageContext, layer: Layer): boolean {
  const { style } = layer.fragment
  return layer.isolates || style.opacity < 1 || style.mixBlendMode !== 'normal' || isMasked(ctx, layer)
}

import { inverse } from '../base/matrix.js'
import { boxTransform, isTransformed } from '../layout/box-transform.js'
import { boxClip } from './clips-content.js'
import type { Layer } from './layers.js'
import type { ImageContext } from './paint-context.js'
import { beginMask, isMasked } from './paint-mask.js'
import type { PaintTarget } from './paint-target.js'

/**
 * Sets up the clip of a positioned box, and the transform and the group of a stacking context; false when nothing of it
 * is to be seen.
 */
export function beginLayer(ctx: ImageContext, layer: Layer): boolean {
  const { target } = ctx
  const { fragment, x, y } = layer
  const clip = boxClip(fragment, x, y)
  if (clip && (clip.bounds.width === 0 || clip.bounds.height === 0)) return false
  if (layer.kind === 'context' && !beginContext(ctx, layer)) return false
  if (clip) {
    target.save()
    for (const { path, rule } of clip.outlines) target.clip(path, rule)
  }
  return true
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
  if (isMasked(fragment.style)) {
    target.save()
    beginMask(ctx, layer)
  }
  if (isGroup(layer)) target.beginGroup(opacity, layer.bounds, mixBlendMode)
  return true
}

export function endLayer(target: PaintTarget, layer: Layer): void {
  if (boxClip(layer.fragment, layer.x, layer.y)) target.restore()
  if (layer.kind !== 'context') return
  if (isGroup(layer)) target.endGroup()
  if (isMasked(layer.fragment.style)) target.restore()
  if (isTransformed(layer.fragment)) target.restore()
}

/** Whether it is composed as one object (css-color-4 §3.3, compositing-1 §3). */
function isGroup({ fragment, isolates }: Layer): boolean {
  const { style } = fragment
  return isolates || style.opacity < 1 || style.mixBlendMode !== 'normal' || isMasked(style)
}

import { inverse } from '../base/matrix.js'
import { boxTransform, isTransformed } from '../layout/box-transform.js'
import { boxClip } from './clips-content.js'
import type { Layer } from './layers.js'
import type { PaintTarget } from './paint-target.js'

/**
 * Sets up the clip of a positioned box, and the transform and the group of a stacking context; false when nothing of it
 * is to be seen.
 */
export function beginLayer(target: PaintTarget, layer: Layer): boolean {
  const { fragment, x, y } = layer
  const clip = boxClip(fragment, x, y)
  if (clip && (clip.bounds.width === 0 || clip.bounds.height === 0)) return false
  if (layer.kind === 'context' && !beginContext(target, layer)) return false
  if (clip) {
    target.save()
    for (const { path, rule } of clip.outlines) target.clip(path, rule)
  }
  return true
}

function beginContext(target: PaintTarget, layer: Layer): boolean {
  const { fragment, x, y } = layer
  const { opacity, mixBlendMode } = fragment.style
  const matrix = boxTransform(fragment, x, y)
  if (opacity <= 0 || (matrix && !inverse(matrix))) return false
  if (matrix) {
    target.save()
    target.transform(matrix)
  }
  if (isGroup(layer)) target.beginGroup(opacity, layer.bounds, mixBlendMode)
  return true
}

export function endLayer(target: PaintTarget, layer: Layer): void {
  if (boxClip(layer.fragment, layer.x, layer.y)) target.restore()
  if (layer.kind !== 'context') return
  if (isGroup(layer)) target.endGroup()
  if (isTransformed(layer.fragment)) target.restore()
}

/** Whether it is composed as one object (css-color-4 §3.3, compositing-1 §3). */
function isGroup({ fragment, isolates }: Layer): boolean {
  return isolates || fragment.style.opacity < 1 || fragment.style.mixBlendMode !== 'normal'
}

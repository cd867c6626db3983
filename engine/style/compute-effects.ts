import { snap } from '../base/units.js'
import { resolveColor } from '../css/color-value.js'
import type { LengthValue } from '../css/length-value.js'
import type { DeclaredValue } from '../css/longhands.js'
import type { EFFECT_LONGHANDS } from '../css/longhands-effects.js'
import { computePosition } from './compute-background.js'
import { computeLengthPercentage, lengthPx, type UnitContext } from './compute-length.js'
import type { MutableStyle } from './initial-style.js'
import type { LonghandContext } from './longhand-context.js'

type EffectLonghand = keyof typeof EFFECT_LONGHANDS

type Computations = {
  readonly [P in EffectLonghand]: (style: MutableStyle, value: DeclaredValue<P>, context: LonghandContext) => void
}

/** From declared to computed values of shadows, outlines, transforms, clips and compositing. */
export const EFFECT_COMPUTATIONS: Computations = {
  'box-shadow': (style, value, { units }) => {
    style.boxShadow = value.map((shadow) => ({
      inset: shadow.inset,
      x: px(shadow.x, units),
      y: px(shadow.y, units),
      blur: shadow.blur ? Math.max(0, px(shadow.blur, units)) : 0,
      spread: shadow.spread ? px(shadow.spread, units) : 0,
      color: resolveColor(shadow.color, style.color),
    }))
  },
  'outline-color': (style, value) => {
    style.outlineColor = resolveColor(value, style.color)
  },
  'outline-style': (style, value) => {
    style.outlineStyle = value
  },
  'outline-width': (style, value, { units }) => {
    style.outlineWidth = Math.max(0, px(value, units))
  },
  'outline-offset': (style, value, { units }) => {
    style.outlineOffset = px(value, units)
  },
  transform: (style, value, { units }) => {
    style.transform = value.map((part) =>
      part.kind === 'matrix' ? part : { kind: 'translate', ...computePosition(part, units) },
    )
  },
  'transform-origin': (style, value, { units }) => {
    style.transformOrigin = computePosition(value, units)
  },
  translate: (style, value, { units }) => {
    style.translate =
      value === 'none'
        ? value
        : { x: computeLengthPercentage(value.x, units), y: computeLengthPercentage(value.y, units) }
  },
  rotate: (style, value) => {
    style.rotate = value
  },
  scale: (style, value) => {
    style.scale = value
  },
  clip: (style, value, { units }) => {
    const edge = (length: LengthValue | 'auto') => (length === 'auto' ? length : px(length, units))
    style.clip =
      value === 'auto'
        ? value
        : { top: edge(value.top), right: edge(value.right), bottom: edge(value.bottom), left: edge(value.left) }
  },
  'clip-path': (style, value, { units }) => {
    const edge = (length: LengthValue) => computeLengthPercentage(length, units)
    style.clipPath =
      value === 'none'
        ? value
        : { top: edge(value.top), right: edge(value.right), bottom: edge(value.bottom), left: edge(value.left) }
  },
  'mix-blend-mode': (style, value) => {
    style.mixBlendMode = value
  },
  isolation: (style, value) => {
    style.isolation = value
  },
  'image-rendering': (style, value) => {
    style.imageRendering = value
  },
  'image-orientation': (style, value) => {
    style.imageOrientation = value
  },
}

function px(value: LengthValue, units: UnitContext): number {
  return snap(lengthPx(value, units))
}

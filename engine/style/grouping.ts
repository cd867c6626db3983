import type { ComputedStyle } from './computed-style.js'

/** Whether a style transforms its box (css-transforms-2 §3); inline boxes are none that can be transformed. */
export function hasTransform({ transform, translate, rotate, scale }: ComputedStyle): boolean {
  return transform.length > 0 || translate !== 'none' || rotate !== 'none' || scale !== 'none'
}

/** Whether a style makes its box a stacking context wherever `z-index` applies to it (css-will-change-1 §2). */
export function hasLevel({ zIndex, willChange }: ComputedStyle): boolean {
  return zIndex !== 'auto' || willChange.isGroup === 'where-positioned'
}

/**
 * Whether a style makes its box a group that is painted as one, wherever the box stands (compositing-1 §2.1,
 * css-masking-1 §5.1, §6.1, filter-effects-1 §5, css-contain-2 §3.3, css-will-change-1 §2).
 */
export function isGroup(style: ComputedStyle): boolean {
  const { opacity, mixBlendMode, isolation, clipPath, maskImage, filter, contain, willChange, position, display } =
    style
  return (
    opacity < 1 ||
    mixBlendMode !== 'normal' ||
    isolation !== 'auto' ||
    clipPath !== 'none' ||
    maskImage.length > 0 ||
    filter.length > 0 ||
    (contain.layout && display !== 'inline') ||
    willChange.isGroup === 'always' ||
    (willChange.isGroup === 'where-positioned' && position !== 'static')
  )
}

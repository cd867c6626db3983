import type { RgbColor } from '../../base/rgb-color.js'

/** A colour with its alpha multiplied. */
export function withOpacity(color: RgbColor, opacity: number): RgbColor {
  return opacity === 1 ? color : { ...color, alpha: color.alpha * opacity }
}

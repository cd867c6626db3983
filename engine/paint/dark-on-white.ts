import type { RgbColor } from '../base/rgb-color.js'

/** The square of the distance from white, in parts of 255, within which text is hard to read on it: as in Chromium 156. */
const TOO_CLOSE = 255 ** 2

/** By how much the lightest component becomes darker. */
const DARKER = 0.33

/** A colour for text that is printed without the background it was chosen for: too light ones become darker, as in browsers. */
export function darkOnWhite(color: RgbColor): RgbColor {
  const { red, green, blue, inks } = color
  if (inks) return color
  const distance = [red, green, blue].reduce((sum, part) => sum + (255 * (1 - part)) ** 2, 0)
  if (distance > TOO_CLOSE) return color
  const lightest = Math.max(red, green, blue)
  const factor = Math.max(0, lightest - DARKER) / lightest
  return { ...color, red: red * factor, green: green * factor, blue: blue * factor }
}

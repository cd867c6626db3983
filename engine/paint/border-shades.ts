import type { Color } from '../style/computed-style.js'

/** How much lighter or darker a shade is, as a part of full brightness. */
const STEP = 0.33

/** Luminance below which a colour is so dark that a darker shade could not be told from it. */
const DARKEST = 0.015

/** Luminance above which a lighter shade could not be told from white paper. */
const LIGHTEST = 0.83

/**
 * The two shades of three-dimensional borders, which css-backgrounds-3 §4.2 leaves open: those of Chromium. Colours
 * that are too dark for a darker shade get two lighter ones, those that are too light for a lighter one stand for it.
 */
export function shadesOf(color: Color): { readonly light: Color; readonly dark: Color } {
  const bright = luminance(color)
  if (bright < DARKEST) {
    const dark = lighter(color)
    return { dark, light: lighter(dark) }
  }
  return { dark: darker(color), light: bright > LIGHTEST ? color : lighter(color) }
}

function lighter(color: Color): Color {
  const brightest = Math.max(color.red, color.green, color.blue)
  if (brightest === 0) return { red: STEP, green: STEP, blue: STEP, alpha: color.alpha }
  return scaled(color, Math.min(1, brightest + STEP) / brightest)
}

function darker(color: Color): Color {
  const brightest = Math.max(color.red, color.green, color.blue)
  return scaled(color, Math.max(0, brightest - STEP) / brightest)
}

function scaled({ red, green, blue, alpha }: Color, by: number): Color {
  return { red: red * by, green: green * by, blue: blue * by, alpha }
}

/** Relative luminance (css-color-4 §10.2). */
function luminance({ red, green, blue }: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

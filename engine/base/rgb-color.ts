import { NAMED_COLORS } from './named-colors.js'
import type { Span } from './source.js'

/** Non-premultiplied sRGB, each component 0 to 1. */
export interface RgbColor {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
  /** The same colour as amounts of ink, where it was declared so: it is painted with these. */
  readonly inks?: Inks | undefined
}

/** The process colours of a press, each 0 to 1 (css-color-5 §9). */
export interface Inks {
  readonly cyan: number
  readonly magenta: number
  readonly yellow: number
  readonly black: number
  /** Where it was declared. */
  readonly span: Span | undefined
}

export const BLACK: RgbColor = { red: 0, green: 0, blue: 0, alpha: 1 }
export const TRANSPARENT: RgbColor = { red: 0, green: 0, blue: 0, alpha: 0 }

export function sameColor(a: RgbColor, b: RgbColor): boolean {
  return a === b || (a.alpha === b.alpha && samePaint(a, b))
}

/** Whether colours differ in nothing but their alpha. */
export function samePaint(a: RgbColor, b: RgbColor): boolean {
  return a.red === b.red && a.green === b.green && a.blue === b.blue && sameInks(a.inks, b.inks)
}

function sameInks(a: Inks | undefined, b: Inks | undefined): boolean {
  if (!a || !b) return a === b
  return a.cyan === b.cyan && a.magenta === b.magenta && a.yellow === b.yellow && a.black === b.black
}

/**
 * A colour between two in sRGB, not premultiplied; between amounts of ink where both have them.
 * @param share of the second, 0 to 1
 */
export function mixRgb(a: RgbColor, b: RgbColor, share: number): RgbColor {
  const mix = (from: number, to: number) => from + (to - from) * share
  return {
    red: mix(a.red, b.red),
    green: mix(a.green, b.green),
    blue: mix(a.blue, b.blue),
    alpha: mix(a.alpha, b.alpha),
    inks: mixInks(a.inks, b.inks, share),
  }
}

/** Undefined unless both are given. @param share of the second, 0 to 1 */
export function mixInks(a: Inks | undefined, b: Inks | undefined, share: number): Inks | undefined {
  if (!a || !b) return undefined
  const mix = (from: number, to: number) => from + (to - from) * share
  return {
    cyan: mix(a.cyan, b.cyan),
    magenta: mix(a.magenta, b.magenta),
    yellow: mix(a.yellow, b.yellow),
    black: mix(a.black, b.black),
    span: a.span,
  }
}

/** How inks look where no profile tells it (css-color-5 §9.1). */
export function inksToRgb({ cyan, magenta, yellow, black }: Inks, alpha: number): RgbColor {
  const light = (ink: number) => 1 - Math.min(1, ink * (1 - black) + black)
  return { red: light(cyan), green: light(magenta), blue: light(yellow), alpha }
}

/** A colour keyword (css-color-4 §6.1), `transparent` included. @param name in lower case */
export function namedColor(name: string): RgbColor | undefined {
  if (name === 'transparent') return TRANSPARENT
  const rgb = NAMED_COLORS.get(name)
  return rgb === undefined ? undefined : fromBytes(rgb >> 16, (rgb >> 8) & 255, rgb & 255, 1)
}

/** The digits behind `#`: three, four, six or eight. */
export function hexColor(digits: string): RgbColor | undefined {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(digits)) return undefined
  const long = digits.length <= 4 ? digits.replace(/./g, '$&$&') : digits
  const byte = (index: number) => Number.parseInt(long.slice(index, index + 2), 16)
  return fromBytes(byte(0), byte(2), byte(4), long.length === 8 ? byte(6) / 255 : 1)
}

function fromBytes(red: number, green: number, blue: number, alpha: number): RgbColor {
  return { red: red / 255, green: green / 255, blue: blue / 255, alpha }
}

/** css-color-4 §7.1. Saturation, lightness and alpha are 0 to 1. */
export function hslToRgb(hueDegrees: number, saturation: number, lightness: number, alphaValue: number): RgbColor {
  const strength = saturation * Math.min(lightness, 1 - lightness)
  const at = (n: number): number => {
    const k = (n + hueDegrees / 30) % 12
    return byteStep(lightness - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return { red: at(0), green: at(8), blue: at(4), alpha: alphaValue }
}

/** css-color-4 §8.1. Whiteness, blackness and alpha are 0 to 1. */
export function hwbToRgb(hueDegrees: number, white: number, black: number, alphaValue: number): RgbColor {
  if (white + black >= 1) {
    const gray = byteStep(white / (white + black))
    return { red: gray, green: gray, blue: gray, alpha: alphaValue }
  }
  const pure = hslToRgb(hueDegrees, 1, 0.5, alphaValue)
  const mix = (value: number) => byteStep(value * (1 - white - black) + white)
  return { red: mix(pure.red), green: mix(pure.green), blue: mix(pure.blue), alpha: alphaValue }
}

function byteStep(value: number): number {
  return Math.round(Math.max(0, Math.min(value, 1)) * 255) / 255
}

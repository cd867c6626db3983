import type { BlendMode } from '../base/blend-mode.js'
import type { ColorFilter, ColorFunction, ColorMatrix } from '../base/filter-function.js'
import { assertNever } from '../base/invariant.js'
import type { RgbColor } from '../base/rgb-color.js'

type Rgb = readonly [red: number, green: number, blue: number]

/** The colour that functions make of another, one after the other (filter-effects-1 §8). */
export function filterColor(filters: readonly ColorFilter[], color: RgbColor): RgbColor {
  let rgb: Rgb = [color.red, color.green, color.blue]
  for (const filter of filters) rgb = filtered(filter, rgb)
  const [red, green, blue] = rgb
  return { red, green, blue, alpha: color.alpha }
}

function filtered(filter: ColorFilter, rgb: Rgb): Rgb {
  if (filter.name === 'matrix') return byMatrix(filter, rgb)
  return filter.linear ? each(byFunction(filter, each(rgb, toLinear)), fromLinear) : byFunction(filter, rgb)
}

function byFunction({ name, amount }: ColorFunction, rgb: Rgb): Rgb {
  switch (name) {
    case 'brightness':
      return each(rgb, (part) => part * amount)
    case 'contrast':
      return each(rgb, (part) => (part - 0.5) * amount + 0.5)
    case 'invert':
      return each(rgb, (part) => part + amount * (1 - 2 * part))
    case 'grayscale':
      return mixed(rgb, [GRAY, GRAY, GRAY], amount)
    case 'saturate':
      return mixed(rgb, [GRAY, GRAY, GRAY], 1 - amount)
    case 'sepia':
      return mixed(rgb, SEPIA, amount)
    case 'hue-rotate':
      return turned(rgb, (amount * Math.PI) / 180)
    default:
      return assertNever(name)
  }
}

function byMatrix({ rows, linear }: ColorMatrix, rgb: Rgb): Rgb {
  const from = linear ? each(rgb, toLinear) : rgb
  const part = ([red, green, blue, added]: ColorMatrix['rows'][number]) => {
    const value = clamped(sum([red, green, blue], from) + added)
    return linear ? fromLinear(value) : value
  }
  return [part(rows[0]), part(rows[1]), part(rows[2])]
}

/** The transfer function of sRGB (css-color-4 §10.2). */
function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function fromLinear(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
}

/** The parts of the luminance. */
const GRAY: Rgb = [0.2126, 0.7152, 0.0722]

const SEPIA: readonly [Rgb, Rgb, Rgb] = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
]

function each(rgb: Rgb, map: (part: number) => number): Rgb {
  return [clamped(map(rgb[0])), clamped(map(rgb[1])), clamped(map(rgb[2]))]
}

/** Between a colour and what a matrix makes of it. */
function mixed(rgb: Rgb, rows: readonly [Rgb, Rgb, Rgb], share: number): Rgb {
  const part = (own: number, row: Rgb) => clamped(own + share * (sum(row, rgb) - own))
  return [part(rgb[0], rows[0]), part(rgb[1], rows[1]), part(rgb[2], rows[2])]
}

/** Turned around the axis of grays, its luminance kept (§8.5). */
function turned(rgb: Rgb, angle: number): Rgb {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const row = (index: number, sines: Rgb): Rgb => {
    const part = (column: 0 | 1 | 2) =>
      GRAY[column] + cos * ((column === index ? 1 : 0) - GRAY[column]) + sin * sines[column]
    return [part(0), part(1), part(2)]
  }
  const rows = [row(0, [-0.213, -0.715, 0.928]), row(1, [0.143, 0.14, -0.283]), row(2, [-0.787, 0.715, 0.072])] as const
  return [clamped(sum(rows[0], rgb)), clamped(sum(rows[1], rgb)), clamped(sum(rows[2], rgb))]
}

function sum(row: Rgb, rgb: Rgb): number {
  return row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]
}

function clamped(part: number): number {
  return Math.max(0, Math.min(part, 1))
}

/** A colour that is laid over an image. */
export interface Overlay {
  readonly mode: BlendMode
  readonly color: RgbColor
}

/**
 * Layers over an image whose samples stay as they are, which make it look as a filter would. For most
 * functions the formulas of blend modes (ISO 32000-1 §11.3.5) are just these.
 *
 * UNSUPPORTED: `hue-rotate`, matrices, and colours more saturated than they are. AD-HOC: readers weigh the parts of the luminance
 * a little differently.
 */
export function overlaysOf(filter: ColorFilter): readonly Overlay[] {
  if (filter.name === 'matrix') return []
  const { name, amount } = filter
  switch (name) {
    case 'brightness':
      return factor(amount)
    case 'contrast':
      if (amount <= 1) return [{ mode: 'normal', color: gray(0.5, 1 - amount) }]
      return [{ mode: 'color-burn', color: gray((amount + 1) / (2 * amount)) }, ...factor((amount + 1) / 2)]
    case 'invert':
      return [{ mode: 'difference', color: gray(1, amount) }]
    case 'grayscale':
      return [{ mode: 'saturation', color: gray(0.5, amount) }]
    case 'saturate':
      return amount < 1 ? [{ mode: 'saturation', color: gray(0.5, 1 - amount) }] : []
    case 'sepia': {
      const [red, green, blue] = SEPIA_TINT.map((part) => 1 + (part - 1) * amount) as [number, number, number]
      return [
        { mode: 'saturation', color: gray(0.5, amount) },
        { mode: 'color-dodge', color: { red: 1 - 1 / red, green: 1 - 1 / green, blue: 0, alpha: 1 } },
        { mode: 'multiply', color: { red: 1, green: 1, blue, alpha: 1 } },
      ]
    }
    case 'hue-rotate':
      return []
    default:
      return assertNever(name)
  }
}

/** White in sepia, with components above 1 where they are cut off. */
const SEPIA_TINT: Rgb = [1.351, 1.203, 0.937]

function factor(amount: number): readonly Overlay[] {
  if (amount === 1) return []
  return amount < 1
    ? [{ mode: 'multiply', color: gray(amount) }]
    : [{ mode: 'color-dodge', color: gray(1 - 1 / amount) }]
}

function gray(part: number, alpha = 1): RgbColor {
  return { red: part, green: part, blue: part, alpha }
}

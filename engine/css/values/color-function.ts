import { BLACK, hslToRgb, hwbToRgb, inksToRgb, type RgbColor } from '../../base/rgb-color.js'
import { type HueInterpolation, mixColors } from './color-mix.js'
import {
  COLOR_FUNCTION_SPACES,
  COLOR_SPACES,
  type ColorSpace,
  type Coordinates,
  normalHue,
  SRGB,
  toRgb,
} from './color-space.js'
import type { MathConstants } from './math-function.js'
import { parseAngle, parseNumber, parsePercentage } from './numeric-value.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'

/** Valid colour functions that are not implemented. */
const UNSUPPORTED_FUNCTIONS = new Set(['contrast-color', 'alpha'])

/** Reads a colour within a colour; `unknown` when it depends on a `currentcolor` that is not known. */
type ReadColor = (cursor: ValueCursor) => RgbColor | 'unknown' | undefined

/** A component as written. NaN for `none`. */
interface Component {
  readonly value: number
  readonly percent: boolean
}

/** The names of the components of the colour that a relative one starts from. */
const NO_CHANNELS: MathConstants = new Map()

/** Reads a colour function (css-color-4 §4.1, css-color-5 §2 to §4) into sRGB, clipped to its gamut. */
export class ColorParser {
  /** `currentcolor` was met while it is not known: the result stands for nothing. */
  needsCurrentColor = false

  constructor(private readonly read: ReadColor) {}

  parse(call: FunctionCall): RgbColor | undefined {
    const { name, args } = call
    switch (name) {
      case 'rgb':
      case 'rgba':
        return args.peekIdent() === 'from' ? this.#relative(args, RGB_BYTES) : rgbFunction(args)
      case 'hsl':
      case 'hsla':
        return args.peekIdent() === 'from' ? this.#relative(args, spaceOf('hsl')) : hueFunction(args, hslToRgb, true)
      case 'hwb':
        return args.peekIdent() === 'from' ? this.#relative(args, spaceOf('hwb')) : hueFunction(args, hwbToRgb, false)
      case 'lab':
      case 'lch':
      case 'oklab':
      case 'oklch':
        return args.peekIdent() === 'from'
          ? this.#relative(args, spaceOf(name))
          : components(args, spaceOf(name), NO_CHANNELS)
      case 'color':
        return this.#colorFunction(args)
      case 'color-mix':
        return this.#mix(args)
      case 'light-dark':
        return this.#lightDark(args)
      case 'device-cmyk':
        return this.#deviceCmyk(args)
      default:
        return UNSUPPORTED_FUNCTIONS.has(name) ? args.unsupported(`the colour function ${name}()`) : undefined
    }
  }

  #inner(cursor: ValueCursor): RgbColor | undefined {
    const color = this.read(cursor)
    if (color !== 'unknown') return color
    this.needsCurrentColor = true
    return BLACK
  }

  #colorFunction(args: ValueCursor): RgbColor | undefined {
    const before = args.position
    const isRelative = args.keyword(['from']) !== undefined
    const origin = isRelative ? this.#inner(args) : undefined
    const space = COLOR_FUNCTION_SPACES.get(args.peekIdent() ?? '')
    if (!space || (isRelative && !origin)) {
      args.reset(before)
      return undefined
    }
    args.advance()
    return components(args, space, origin ? channelsOf(origin, space) : NO_CHANNELS)
  }

  /** `from <color>`, then components in which the names of its components are numbers (css-color-5 §4.1). */
  #relative(args: ValueCursor, space: ColorSpace): RgbColor | undefined {
    args.advance()
    const origin = this.#inner(args)
    return origin && components(args, space, channelsOf(origin, space))
  }

  /** `color-mix(in <space>, <color> p%, <color> p%)` (css-color-5 §3). */
  #mix(args: ValueCursor): RgbColor | undefined {
    let space = spaceOf('oklab')
    let hue: HueInterpolation = 'shorter'
    if (args.keyword(['in'])) {
      const named = COLOR_SPACES.get(args.peekIdent() ?? '')
      if (!named) return undefined
      args.advance()
      space = named
      const method = args.keyword(['shorter', 'longer', 'increasing', 'decreasing'])
      if (method && (space.hue === undefined || !args.keyword(['hue']))) return undefined
      hue = method ?? hue
      if (!args.comma()) return undefined
    }
    const first = this.#weighed(args)
    const second = first && args.comma() ? this.#weighed(args) : undefined
    if (!first || !second || !args.done) return undefined
    const p1 = first.percent ?? (second.percent === undefined ? 50 : 100 - second.percent)
    const p2 = second.percent ?? 100 - p1
    const sum = p1 + p2
    if (!isPercentage(p1) || !isPercentage(p2) || sum === 0) return undefined
    const mixed = mixColors(space, hue, first.color, second.color, p2 / sum)
    return sum < 100 ? { ...mixed, alpha: (mixed.alpha * sum) / 100 } : mixed
  }

  #weighed(args: ValueCursor): { readonly color: RgbColor; readonly percent: number | undefined } | undefined {
    const before = parsePercentage(args)
    const color = this.#inner(args)
    return color && { color, percent: before ?? parsePercentage(args) }
  }

  /**
   * `device-cmyk(c m y k / alpha, fallback)`, or four numbers with commas (css-color-5 §9). The fallback is how it looks
   * where inks cannot be painted with.
   */
  #deviceCmyk(args: ValueCursor): RgbColor | undefined {
    const cyan = component(args)
    const legacy = args.comma()
    const inks = [cyan]
    while (inks.length < 4) {
      if (legacy && inks.length > 1 && !args.comma()) return undefined
      inks.push(component(args))
    }
    const amounts: number[] = []
    for (const ink of inks) {
      if (!ink || (legacy && (ink.percent || isMissing(ink)))) return undefined
      amounts.push(fraction(ink))
    }
    const slash = !legacy && args.delim('/') ? component(args) : OPAQUE
    if (!slash) return undefined
    const fallback = !legacy && args.comma() ? this.#inner(args) : undefined
    if (!args.done) return undefined
    const [c = 0, m = 0, y = 0, k = 0] = amounts
    const color = { cyan: c, magenta: m, yellow: y, black: k, span: args.notes.span?.() }
    const alphaValue = fraction(slash)
    return { ...(fallback ?? inksToRgb(color, alphaValue)), alpha: alphaValue, inks: color }
  }

  /** Paper is light (css-color-5 §6). */
  #lightDark(args: ValueCursor): RgbColor | undefined {
    const light = this.#inner(args)
    const dark = light && args.comma() ? this.#inner(args) : undefined
    return dark && args.done ? light : undefined
  }
}

function isPercentage(value: number): boolean {
  return value >= 0 && value <= 100
}

function spaceOf(name: string): ColorSpace {
  return COLOR_SPACES.get(name) ?? SRGB
}

/** sRGB with components up to 255, as `rgb()` has them. */
const RGB_BYTES: ColorSpace = {
  ...SRGB,
  toXyz: ([r, g, b]) => SRGB.toXyz([r / 255, g / 255, b / 255]),
  fromXyz: (xyz) => {
    const [r, g, b] = SRGB.fromXyz(xyz)
    return [r * 255, g * 255, b * 255]
  },
  hundredPercent: [255, 255, 255],
}

function channelsOf(color: RgbColor, space: ColorSpace): MathConstants {
  const values = space.fromXyz(SRGB.toXyz([color.red, color.green, color.blue]))
  const channels = space.channels.map((name, i) => [name, zeroIfMissing(values[i])] as const)
  return new Map([...channels, ['alpha', color.alpha]])
}

const OPAQUE: Component = { value: 1, percent: false }

/** A number from 0 to 1 or a percentage. */
function fraction(part: Component): number {
  return clamp01(zeroIfMissing(part.percent ? part.value / 100 : part.value))
}

/** `none` is for the forms without commas (css-color-4 §4.4). */
function isMissing({ value }: Component): boolean {
  return Number.isNaN(value)
}

function zeroIfMissing(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value
}

/** Three components and the alpha behind a slash. */
function components(args: ValueCursor, space: ColorSpace, channels: MathConstants): RgbColor | undefined {
  const values: number[] = []
  for (const [i, hundred] of space.hundredPercent.entries()) {
    const part = i === space.hue ? hueComponent(args, channels) : component(args, channels)
    if (!part || (part.percent && hundred === undefined)) return undefined
    values.push(part.percent ? (part.value * (hundred ?? 0)) / 100 : zeroIfMissing(part.value))
  }
  const inherited = channels.get('alpha') ?? 1
  const alphaValue = args.done ? inherited : alpha(args, false, channels)
  if (alphaValue === undefined) return undefined
  return toRgb(space, withinRange([values[0] ?? 0, values[1] ?? 0, values[2] ?? 0], space), alphaValue)
}

/** Lightness and chroma that are out of range are cut when they are parsed (css-color-4 §9.3). */
function withinRange([first, second, third]: Coordinates, space: ColorSpace): Coordinates {
  if (space.channels[0] !== 'l') return [first, second, third]
  const lightness = Math.max(0, Math.min(first, space.hundredPercent[0] ?? first))
  return [lightness, space.hue === undefined ? second : Math.max(0, second), third]
}

function component(cursor: ValueCursor, channels: MathConstants = NO_CHANNELS): Component | undefined {
  if (cursor.keyword(['none'])) return { value: Number.NaN, percent: false }
  const channel = channels.get(cursor.peekIdent() ?? '')
  if (channel !== undefined) {
    cursor.advance()
    return { value: channel, percent: false }
  }
  const number = parseNumber(cursor, channels)
  if (number !== undefined) return { value: number, percent: false }
  const percent = parsePercentage(cursor)
  return percent === undefined ? undefined : { value: percent, percent: true }
}

function hueComponent(cursor: ValueCursor, channels: MathConstants = NO_CHANNELS): Component | undefined {
  const degrees = parseAngle(cursor)
  return degrees === undefined ? component(cursor, channels) : { value: degrees, percent: false }
}

/** The alpha behind a slash or, in the legacy form, a comma; 1 when absent; undefined when wrong. */
function alpha(cursor: ValueCursor, legacy: boolean, channels: MathConstants = NO_CHANNELS): number | undefined {
  if (cursor.done) return 1
  if (legacy ? !cursor.comma() : !cursor.delim('/')) return undefined
  const part = component(cursor, channels)
  if (!part || !cursor.done) return undefined
  return fraction(part)
}

function rgbFunction(cursor: ValueCursor): RgbColor | undefined {
  const red = component(cursor)
  const legacy = cursor.comma()
  const green = component(cursor)
  if (legacy && !cursor.comma()) return undefined
  const blue = component(cursor)
  if (!red || !green || !blue) return undefined
  if (legacy && [red, green, blue].some(isMissing)) return undefined
  if (legacy && (red.percent !== green.percent || red.percent !== blue.percent)) return undefined
  const a = alpha(cursor, legacy)
  if (a === undefined) return undefined
  return { red: channel(red), green: channel(green), blue: channel(blue), alpha: a }
}

/** Channels are rounded to bytes as browsers do for these forms. */
function channel(part: Component): number {
  const byte = zeroIfMissing(part.percent ? (part.value * 255) / 100 : part.value)
  return Math.round(Math.max(0, Math.min(byte, 255))) / 255
}

type HueConversion = (hue: number, second: number, third: number, alpha: number) => RgbColor

/** @param hasLegacyForm may stand with commas */
function hueFunction(cursor: ValueCursor, convert: HueConversion, hasLegacyForm: boolean): RgbColor | undefined {
  const hue = hueComponent(cursor)
  const legacy = hasLegacyForm && cursor.comma()
  const second = component(cursor)
  if (legacy && !cursor.comma()) return undefined
  const third = component(cursor)
  if (!hue || hue.percent || !second || !third) return undefined
  if (legacy && isMissing(hue)) return undefined
  if (legacy && (!second.percent || !third.percent)) return undefined
  const a = alpha(cursor, legacy)
  if (a === undefined) return undefined
  const share = (part: Component) => clamp01(zeroIfMissing(part.value) / 100)
  return convert(normalHue(zeroIfMissing(hue.value)), share(second), share(third), a)
}

function clamp01(value: number): number {
  return Math.max(0, Math.min(value, 1))
}

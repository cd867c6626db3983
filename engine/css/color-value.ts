import { TokenType } from '@csstools/css-tokenizer'
import { hexColor, hslToRgb, hwbToRgb, namedColor, type RgbColor } from '../base/rgb-color.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'

export type ColorValue = RgbColor | 'currentcolor'

/** Valid colour functions that are not implemented. */
const UNSUPPORTED_FUNCTIONS = new Set([
  'lab',
  'lch',
  'oklab',
  'oklch',
  'color',
  'color-mix',
  'device-cmyk',
  'light-dark',
  'contrast-color',
])

const DEGREES_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
])

/** `<color>` (css-color-4): names, hexadecimal, `rgb()`, `hsl()`, `hwb()`, `transparent`, `currentcolor`. */
export function parseColor(cursor: ValueCursor): ColorValue | undefined {
  const token = cursor.token
  if (!token) return undefined
  if (token[0] === TokenType.Ident) {
    const name = token[4].value.toLowerCase()
    const color = name === 'currentcolor' ? name : namedColor(name)
    if (color) cursor.advance()
    return color
  }
  if (token[0] === TokenType.Hash) {
    const color = hexColor(token[4].value)
    if (color) cursor.advance()
    return color
  }
  if (token[0] !== TokenType.Function) return undefined
  const before = cursor.position
  const call = cursor.call()
  const color = call && colorFunction(call)
  if (!color) cursor.reset(before)
  return color
}

function colorFunction(call: FunctionCall): RgbColor | undefined {
  switch (call.name) {
    case 'rgb':
    case 'rgba':
      return rgbFunction(call.args)
    case 'hsl':
    case 'hsla':
      return hueFunction(call.args, hslToRgb)
    case 'hwb':
      return hueFunction(call.args, hwbToRgb)
    default:
      return UNSUPPORTED_FUNCTIONS.has(call.name)
        ? call.args.unsupported(`the colour function ${call.name}()`)
        : undefined
  }
}

/** A component as a number, and whether it was a percentage. `none` counts as zero. */
interface Component {
  readonly value: number
  readonly percent: boolean
}

function component(cursor: ValueCursor): Component | undefined {
  if (cursor.keyword(['none'])) return { value: 0, percent: false }
  const token = cursor.token
  if (!token || (token[0] !== TokenType.Number && token[0] !== TokenType.Percentage)) return undefined
  cursor.advance()
  return { value: token[4].value, percent: token[0] === TokenType.Percentage }
}

function hue(cursor: ValueCursor): number | undefined {
  const token = cursor.token
  if (token?.[0] !== TokenType.Dimension) return component(cursor)?.value
  const factor = DEGREES_PER_UNIT.get(token[4].unit.toLowerCase())
  if (factor === undefined) return undefined
  cursor.advance()
  return token[4].value * factor
}

/** The alpha behind a slash or, in the legacy form, a comma; 1 when absent; undefined when wrong. */
function alpha(cursor: ValueCursor, legacy: boolean): number | undefined {
  if (cursor.done) return 1
  if (legacy ? !cursor.comma() : !cursor.delim('/')) return undefined
  const part = component(cursor)
  if (!part || !cursor.done) return undefined
  return clamp01(part.percent ? part.value / 100 : part.value)
}

function rgbFunction(cursor: ValueCursor): RgbColor | undefined {
  const red = component(cursor)
  const legacy = cursor.comma()
  const green = component(cursor)
  if (legacy && !cursor.comma()) return undefined
  const blue = component(cursor)
  if (!red || !green || !blue) return undefined
  if (legacy && (red.percent !== green.percent || red.percent !== blue.percent)) return undefined
  const a = alpha(cursor, legacy)
  if (a === undefined) return undefined
  return { red: channel(red), green: channel(green), blue: channel(blue), alpha: a }
}

/** Channels are rounded to bytes as browsers do for these forms. */
function channel(part: Component): number {
  const byte = part.percent ? (part.value * 255) / 100 : part.value
  return Math.round(Math.max(0, Math.min(byte, 255))) / 255
}

type HueConversion = (hue: number, second: number, third: number, alpha: number) => RgbColor

function hueFunction(cursor: ValueCursor, convert: HueConversion): RgbColor | undefined {
  const degrees = hue(cursor)
  const legacy = cursor.comma()
  const second = component(cursor)
  if (legacy && !cursor.comma()) return undefined
  const third = component(cursor)
  if (degrees === undefined || !second || !third) return undefined
  if (legacy && (!second.percent || !third.percent)) return undefined
  const a = alpha(cursor, legacy)
  if (a === undefined) return undefined
  const normal = ((degrees % 360) + 360) % 360
  return convert(normal, clamp01(second.value / 100), clamp01(third.value / 100), a)
}

function clamp01(value: number): number {
  return Math.max(0, Math.min(value, 1))
}

import { hexColor, hslToRgb, hwbToRgb, namedColor, type RgbColor } from '../../base/rgb-color.js'

/** A colour of SVG, as css-color-4 writes it; `currentcolor` is `current`. Undefined when it is wrong. */
export function parseSvgColor(text: string, current: RgbColor): RgbColor | undefined {
  const value = text.trim().toLowerCase()
  if (value === 'currentcolor') return current
  if (value.startsWith('#')) return hexColor(value.slice(1))
  const call = /^(rgba?|hsla?|hwb)\(([^()]*)\)$/.exec(value)
  return call ? colorFunction(call[1] ?? '', call[2] ?? '') : namedColor(value)
}

function colorFunction(name: string, text: string): RgbColor | undefined {
  const parts = text.split(/[\s,/]+/).filter((part) => part !== '')
  if (parts.length !== 3 && parts.length !== 4) return undefined
  const [first = '', second = '', third = '', last] = parts
  const alpha = last === undefined ? 1 : fraction(last, 1)
  if (name.startsWith('rgb')) {
    const color = {
      red: fraction(first, 255),
      green: fraction(second, 255),
      blue: fraction(third, 255),
      alpha,
    }
    return Object.values(color).every(Number.isFinite) ? color : undefined
  }
  const hue = ((Number.parseFloat(first) % 360) + 360) % 360
  const convert = name === 'hwb' ? hwbToRgb : hslToRgb
  const color = convert(hue, fraction(second, 100), fraction(third, 100), alpha)
  return Object.values(color).every(Number.isFinite) ? color : undefined
}

/** A component from 0 to 1, of a percentage or a number up to `most`. */
function fraction(text: string, most: number): number {
  if (text === 'none') return 0
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / most
  return Math.max(0, Math.min(value, 1))
}

/** A colour with its alpha multiplied. */
export function withOpacity(color: RgbColor, opacity: number): RgbColor {
  return opacity === 1 ? color : { ...color, alpha: color.alpha * opacity }
}

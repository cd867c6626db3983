import type { CornerRadius } from '../../../engine/css/properties/borders.js'
import type { LengthPercentage } from '../../../engine/css/values/compute-length.js'
import type { Color, ComputedStyle } from '../../../engine/style/computed-style.js'
import { serializeGrid } from './serialize-grid.js'

/** Fields whose numbers have no unit. */
const PLAIN_NUMBERS = new Set(['opacity', 'fontWeight', 'orphans', 'widows', 'flexGrow', 'flexShrink', 'order'])

/** A computed value as `getComputedStyle()` writes it. @param property a longhand */
export function serializeValue(style: ComputedStyle, property: string): string {
  switch (property) {
    case 'font-family':
      return style.fontFamily.map((name) => (/[ A-Z]/.test(name) ? `"${name}"` : name)).join(', ')
    case 'font-stretch':
      return `${style.fontStretch}%`
    case 'line-height':
      return lineHeight(style)
    case 'letter-spacing':
    case 'word-spacing': {
      const spacing = property === 'letter-spacing' ? style.letterSpacing : style.wordSpacing
      return spacing === 0 ? 'normal' : length(spacing)
    }
    case 'text-align':
      return style.blockAlign === 'normal' ? style.textAlign : `-webkit-${style.blockAlign}`
    case 'border-spacing':
      return `${style.borderSpacingX}px ${style.borderSpacingY}px`
    default:
      return serializeField(
        style,
        property.replace(/-./g, (match) => match.slice(1).toUpperCase()),
      )
  }
}

function lineHeight({ lineHeight: value, fontSize }: ComputedStyle): string {
  if (value === 'normal') return value
  return `${value.kind === 'number' ? value.value * fontSize : value.px}px`
}

function serializeField(style: ComputedStyle, field: string): string {
  const grid = serializeGrid(style, field, length)
  if (grid !== undefined) return grid
  const value: unknown = new Map<string, unknown>(Object.entries(style)).get(field)
  if (typeof value === 'string') return value
  if (typeof value === 'number') return PLAIN_NUMBERS.has(field) ? `${value}` : `${value}px`
  switch (field) {
    case 'objectPosition':
      return `${length(style.objectPosition.x)} ${length(style.objectPosition.y)}`
    case 'aspectRatio':
      return aspectRatio(style.aspectRatio)
    case 'textDecorationLine': {
      const { underline, overline, lineThrough } = style.textDecorationLine
      const lines = [underline ? 'underline' : '', overline ? 'overline' : '', lineThrough ? 'line-through' : '']
      return lines.filter((line) => line !== '').join(' ') || 'none'
    }
    case 'listStyleType':
      return style.listStyleType === 'none'
        ? 'none'
        : 'name' in style.listStyleType
          ? String(style.listStyleType.name)
          : ''
    case 'counterReset':
    case 'counterIncrement':
      return style[field].map(({ name, value: by }) => `${name} ${by}`).join(' ') || 'none'
    case 'quotes':
      return typeof style.quotes === 'string'
        ? style.quotes
        : style.quotes.map((q) => `"${q.open}" "${q.close}"`).join(' ')
    case 'tabSize':
      return style.tabSize.kind === 'spaces' ? `${style.tabSize.count}` : `${style.tabSize.px}px`
    case 'verticalAlign':
      return typeof style.verticalAlign === 'string' ? style.verticalAlign : length(style.verticalAlign)
    default:
      return object(value)
  }
}

function object(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('red' in value) return color(value as Color)
  if ('horizontal' in value) return radius(value as CornerRadius)
  return length(value as LengthPercentage)
}

function color({ red, green, blue, alpha }: Color): string {
  const bytes = [red, green, blue].map((part) => Math.round(part * 255)).join(', ')
  return alpha === 1 ? `rgb(${bytes})` : `rgba(${bytes}, ${Math.round(alpha * 1000) / 1000})`
}

function radius({ horizontal, vertical }: CornerRadius): string {
  const [x, y] = [length(horizontal), length(vertical)]
  return x === y ? x : `${x} ${y}`
}

function length(value: LengthPercentage): string {
  if (typeof value === 'number') return `${value}px`
  const { px, percent } = value
  if (px === 0) return `${percent}%`
  return percent === 0 ? `${px}px` : `calc(${percent}% ${px < 0 ? '-' : '+'} ${Math.abs(px)}px)`
}

function aspectRatio({ ratio, auto }: ComputedStyle['aspectRatio']): string {
  if (ratio === undefined) return 'auto'
  return `${auto ? 'auto ' : ''}${ratio} / 1`
}

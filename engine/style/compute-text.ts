import { snap } from '../base/units.js'
import { resolveColor } from '../css/color-value.js'
import type { TEXT_LONGHANDS } from '../css/longhands-text.js'
import { computeLengthPercentage, lengthPx, type UnitContext } from './compute-length.js'
import { color, length, nonNegativeLength } from './compute-values.js'
import type { ComputedStyle, LengthPercentage, PercentageLength } from './computed-style.js'
import type { Computation, FontLonghand } from './longhand-context.js'
import { resolveLength } from './resolve-length.js'

/** A length or percentage of `vertical-align`; a function of both is resolved against the line height at once. */
function raised(value: LengthPercentage, units: UnitContext): PercentageLength {
  if (typeof value === 'object' && !value.expression) return value
  return { kind: 'percentage', px: resolveLength(value, units.lineHeight), percent: 0 }
}

type TextLonghand = Exclude<keyof typeof TEXT_LONGHANDS, FontLonghand>

/** From declared to computed values of text; those of fonts come before all others. */
export const TEXT_COMPUTATIONS: { readonly [P in TextLonghand]: Computation<P> } = {
  direction: (style, value) => {
    style.direction = value
  },
  color: (style, value, { parent }) => {
    style.color = resolveColor(value, parent.color)
  },
  'line-height': (style, value, { units }) => {
    if (value === 'normal' || value.kind === 'number') style.lineHeight = value
    else style.lineHeight = { kind: 'length', px: Math.max(0, snap(lengthPx(value, units, units.fontSize))) }
  },
  'font-kerning': (style, value) => {
    style.fontKerning = value
  },
  'font-variant-caps': (style, value) => {
    style.fontVariantCaps = value
  },
  'font-variant-ligatures': (_style, ligatures, context) => {
    context.features = { ...context.features, ligatures }
  },
  'font-variant-numeric': (_style, numeric, context) => {
    context.features = { ...context.features, numeric }
  },
  'font-feature-settings': (_style, settings, context) => {
    context.features = { ...context.features, settings }
  },
  'letter-spacing': (style, value, { units }) => {
    style.letterSpacing = computeLengthPercentage(value, units)
  },
  'word-spacing': (style, value, { units }) => {
    style.wordSpacing = computeLengthPercentage(value, units)
  },
  'text-align': (style, value, { parent }) => {
    switch (value) {
      case '-internal-center':
        style.textAlign = parent.textAlign === 'start' ? 'center' : parent.textAlign
        style.blockAlign = parent.blockAlign
        return
      case '-webkit-left':
        style.textAlign = style.blockAlign = 'left'
        return
      case '-webkit-right':
        style.textAlign = style.blockAlign = 'right'
        return
      case '-webkit-center':
        style.textAlign = style.blockAlign = 'center'
        return
      default:
        style.textAlign = value === 'match-parent' ? physicalAlignment(parent) : value
        style.blockAlign = 'normal'
    }
  },
  'text-align-last': (style, value) => {
    style.textAlignLast = value
  },
  'text-indent': (style, value, { units }) => {
    style.textIndent = computeLengthPercentage(value.length, units)
    style.textIndentHanging = value.hanging
    style.textIndentEachLine = value.eachLine
  },
  'text-transform': (style, value) => {
    style.textTransform = value
  },
  'white-space': (style, value) => {
    style.whiteSpace = value
  },
  'tab-size': (style, value, { units }) => {
    style.tabSize = value.kind === 'spaces' ? value : { kind: 'length', px: nonNegativeLength(value, units) }
  },
  'line-break': (style, value) => {
    style.lineBreak = value
  },
  'word-break': (style, value) => {
    style.wordBreak = value
  },
  'overflow-wrap': (style, value) => {
    style.overflowWrap = value
  },
  hyphens: (style, value) => {
    style.hyphens = value
  },
  'hyphenate-limit-chars': (style, value) => {
    style.hyphenateLimitChars = value
  },
  'hyphenate-character': (style, value) => {
    style.hyphenateCharacter = value
  },
  'vertical-align': (style, value, { units }) => {
    if (typeof value === 'string') style.verticalAlign = value
    else style.verticalAlign = raised(computeLengthPercentage(value, units), units)
  },
  'unicode-bidi': (style, value) => {
    style.unicodeBidi = value
  },
  'text-decoration-line': (style, value) => {
    style.textDecorationLine = value
  },
  'text-decoration-style': (style, value) => {
    style.textDecorationStyle = value
  },
  'text-decoration-color': (style, value) => {
    style.textDecorationColor = color(value, style)
  },
  'text-decoration-thickness': (style, value, { units }) => {
    style.textDecorationThickness = typeof value === 'string' ? value : computeLengthPercentage(value, units)
  },
  'text-underline-offset': (style, value, { units }) => {
    style.textUnderlineOffset = typeof value === 'string' ? value : computeLengthPercentage(value, units)
  },
  'text-shadow': (style, value, { units }) => {
    style.textShadow = value.map((shadow) => ({
      x: length(shadow.x, units),
      y: length(shadow.y, units),
      blur: shadow.blur ? nonNegativeLength(shadow.blur, units) : 0,
      color: shadow.color === 'currentcolor' ? shadow.color : color(shadow.color, style),
    }))
  },
  'text-overflow': (style, value) => {
    style.textOverflow = value
  },
}

/** css-text-4 §7.1: `start` and `end` become the sides that they are for the parent. */
function physicalAlignment(parent: ComputedStyle): ComputedStyle['textAlign'] {
  const { textAlign, direction } = parent
  if (textAlign !== 'start' && textAlign !== 'end') return textAlign
  return (textAlign === 'start') === (direction === 'ltr') ? 'left' : 'right'
}

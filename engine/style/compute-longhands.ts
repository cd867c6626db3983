import { snap } from '../base/units.js'
import { type ColorValue, resolveColor } from '../css/color-value.js'
import type { LengthValue } from '../css/length-value.js'
import type { DeclaredValue, LonghandName } from '../css/longhands.js'
import type { RadiusDeclaration, SizeDeclaration } from '../css/longhands-box.js'
import type { FeatureSettings } from '../css/longhands-text.js'
import { BACKGROUND_COMPUTATIONS } from './compute-background.js'
import { COLUMN_COMPUTATIONS } from './compute-columns.js'
import { EFFECT_COMPUTATIONS } from './compute-effects.js'
import { GRID_COMPUTATIONS } from './compute-grid.js'
import { computeLengthPercentage, computeNonNegative, lengthPx, type UnitContext } from './compute-length.js'
import { PAGED_COMPUTATIONS } from './compute-paged.js'
import { POSITION_COMPUTATIONS } from './compute-position.js'
import type {
  Color,
  ComputedStyle,
  CornerRadius,
  LengthPercentage,
  PercentageLength,
  SizeValue,
} from './computed-style.js'
import type { MutableStyle } from './initial-style.js'
import { resolveLength } from './resolve-length.js'

/** The three properties that become `fontFeatures` together. Inherited. */
export interface FeatureParts {
  readonly ligatures: FeatureSettings
  readonly numeric: FeatureSettings
  readonly settings: FeatureSettings
}

export const NO_FEATURE_PARTS: FeatureParts = { ligatures: {}, numeric: {}, settings: {} }

/** What the computation of a longhand may read besides its declared value. */
export interface LonghandContext {
  readonly parent: ComputedStyle
  /** For all properties but `font-size`, which `compute-font-size.ts` computes. */
  readonly units: UnitContext
  features: FeatureParts
}

export type Computation<P extends LonghandName> = (
  style: MutableStyle,
  value: DeclaredValue<P>,
  context: LonghandContext,
) => void

/** Longhands whose computation needs the parent's font size come before all others, in `compute-font.ts`. */
type FontLonghand = 'font-family' | 'font-size' | 'font-weight' | 'font-style' | 'font-stretch'

export const FONT_LONGHANDS: readonly FontLonghand[] = [
  'font-family',
  'font-weight',
  'font-style',
  'font-stretch',
  'font-size',
]

export type OtherLonghand = Exclude<LonghandName, FontLonghand>

function color(value: ColorValue, style: MutableStyle): Color {
  return resolveColor(value, style.color)
}

function size(value: SizeDeclaration, units: UnitContext): SizeValue {
  return typeof value === 'string' ? value : computeNonNegative(value, units)
}

function margin(value: LengthValue | 'auto', units: UnitContext): LengthPercentage | 'auto' {
  return value === 'auto' ? value : computeLengthPercentage(value, units)
}

function radius(value: RadiusDeclaration, units: UnitContext): CornerRadius {
  return {
    horizontal: computeNonNegative(value.horizontal, units),
    vertical: computeNonNegative(value.vertical, units),
  }
}

function length(value: LengthValue, units: UnitContext): number {
  return snap(lengthPx(value, units))
}

/** A length or percentage of `vertical-align`; a function of both is resolved against the line height at once. */
function raised(value: LengthPercentage, units: UnitContext): PercentageLength {
  if (typeof value === 'object' && !value.expression) return value
  return { kind: 'percentage', px: resolveLength(value, units.lineHeight), percent: 0 }
}

function nonNegativeLength(value: LengthValue, units: UnitContext): number {
  return Math.max(0, length(value, units))
}

/** From declared to computed values (the "Computed value" lines of the specifications). */
export const COMPUTATIONS: { readonly [P in OtherLonghand]: Computation<P> } = {
  ...BACKGROUND_COMPUTATIONS,
  ...EFFECT_COMPUTATIONS,
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
  display: (style, value) => {
    style.display = value
  },
  'box-sizing': (style, value) => {
    style.boxSizing = value
  },
  width: (style, value, { units }) => {
    style.width = size(value, units)
  },
  height: (style, value, { units }) => {
    style.height = size(value, units)
  },
  'min-width': (style, value, { units }) => {
    style.minWidth = size(value, units)
  },
  'min-height': (style, value, { units }) => {
    style.minHeight = size(value, units)
  },
  'max-width': (style, value, { units }) => {
    style.maxWidth = value === 'none' ? value : size(value, units)
  },
  'max-height': (style, value, { units }) => {
    style.maxHeight = value === 'none' ? value : size(value, units)
  },
  'margin-top': (style, value, { units }) => {
    style.marginTop = margin(value, units)
  },
  'margin-right': (style, value, { units }) => {
    style.marginRight = margin(value, units)
  },
  'margin-bottom': (style, value, { units }) => {
    style.marginBottom = margin(value, units)
  },
  'margin-left': (style, value, { units }) => {
    style.marginLeft = margin(value, units)
  },
  'padding-top': (style, value, { units }) => {
    style.paddingTop = computeNonNegative(value, units)
  },
  'padding-right': (style, value, { units }) => {
    style.paddingRight = computeNonNegative(value, units)
  },
  'padding-bottom': (style, value, { units }) => {
    style.paddingBottom = computeNonNegative(value, units)
  },
  'padding-left': (style, value, { units }) => {
    style.paddingLeft = computeNonNegative(value, units)
  },
  'border-top-style': (style, value) => {
    style.borderTopStyle = value
  },
  'border-right-style': (style, value) => {
    style.borderRightStyle = value
  },
  'border-bottom-style': (style, value) => {
    style.borderBottomStyle = value
  },
  'border-left-style': (style, value) => {
    style.borderLeftStyle = value
  },
  'border-top-width': (style, value, { units }) => {
    style.borderTopWidth = nonNegativeLength(value, units)
  },
  'border-right-width': (style, value, { units }) => {
    style.borderRightWidth = nonNegativeLength(value, units)
  },
  'border-bottom-width': (style, value, { units }) => {
    style.borderBottomWidth = nonNegativeLength(value, units)
  },
  'border-left-width': (style, value, { units }) => {
    style.borderLeftWidth = nonNegativeLength(value, units)
  },
  'border-top-color': (style, value) => {
    style.borderTopColor = color(value, style)
  },
  'border-right-color': (style, value) => {
    style.borderRightColor = color(value, style)
  },
  'border-bottom-color': (style, value) => {
    style.borderBottomColor = color(value, style)
  },
  'border-left-color': (style, value) => {
    style.borderLeftColor = color(value, style)
  },
  'border-top-left-radius': (style, value, { units }) => {
    style.borderTopLeftRadius = radius(value, units)
  },
  'border-top-right-radius': (style, value, { units }) => {
    style.borderTopRightRadius = radius(value, units)
  },
  'border-bottom-right-radius': (style, value, { units }) => {
    style.borderBottomRightRadius = radius(value, units)
  },
  'border-bottom-left-radius': (style, value, { units }) => {
    style.borderBottomLeftRadius = radius(value, units)
  },
  'overflow-x': (style, value) => {
    style.overflowX = value
  },
  'overflow-y': (style, value) => {
    style.overflowY = value
  },
  'aspect-ratio': (style, value) => {
    style.aspectRatio = value
  },
  visibility: (style, value) => {
    style.visibility = value
  },
  opacity: (style, value) => {
    style.opacity = value
  },
  'background-color': (style, value) => {
    style.backgroundColor = color(value, style)
  },
  ...POSITION_COMPUTATIONS,
  ...PAGED_COMPUTATIONS,
  ...COLUMN_COMPUTATIONS,
  'table-layout': (style, value) => {
    style.tableLayout = value
  },
  'border-collapse': (style, value) => {
    style.borderCollapse = value
  },
  'border-spacing': (style, [horizontal, vertical], { units }) => {
    style.borderSpacingX = nonNegativeLength(horizontal, units)
    style.borderSpacingY = nonNegativeLength(vertical, units)
  },
  'caption-side': (style, value) => {
    style.captionSide = value
  },
  'empty-cells': (style, value) => {
    style.emptyCells = value
  },
  'flex-direction': (style, value) => {
    style.flexDirection = value
  },
  'flex-wrap': (style, value) => {
    style.flexWrap = value
  },
  'flex-grow': (style, value) => {
    style.flexGrow = value
  },
  'flex-shrink': (style, value) => {
    style.flexShrink = value
  },
  'flex-basis': (style, value, { units }) => {
    style.flexBasis = value === 'content' ? value : size(value, units)
  },
  order: (style, value) => {
    style.order = value
  },
  'align-content': (style, value) => {
    style.alignContent = value
  },
  'align-items': (style, value) => {
    style.alignItems = value
  },
  'align-self': (style, value) => {
    style.alignSelf = value
  },
  'justify-content': (style, value) => {
    style.justifyContent = value
  },
  'justify-items': (style, value) => {
    style.justifyItems = value
  },
  'justify-self': (style, value) => {
    style.justifySelf = value
  },
  'row-gap': (style, value, { units }) => {
    style.rowGap = value === 'normal' ? value : computeNonNegative(value, units)
  },
  'column-gap': (style, value, { units }) => {
    style.columnGap = value === 'normal' ? value : computeNonNegative(value, units)
  },
  'object-fit': (style, value) => {
    style.objectFit = value
  },
  'object-position': (style, { x, y }, { units }) => {
    style.objectPosition = { x: computeLengthPercentage(x, units), y: computeLengthPercentage(y, units) }
  },
  'break-before': (style, value) => {
    style.breakBefore = value
  },
  'break-after': (style, value) => {
    style.breakAfter = value
  },
  'break-inside': (style, value) => {
    style.breakInside = value
  },
  page: (style, value, { parent }) => {
    style.page = value === '' ? parent.page : value
  },
  orphans: (style, value) => {
    style.orphans = value
  },
  widows: (style, value) => {
    style.widows = value
  },
  'box-decoration-break': (style, value) => {
    style.boxDecorationBreak = value
  },
  'list-style-type': (style, value) => {
    style.listStyleType = value
  },
  'list-style-position': (style, value) => {
    style.listStylePosition = value
  },
  'list-style-image': (style, value) => {
    style.listStyleImage = value === 'none' ? undefined : value
  },
  content: (style, value) => {
    style.content = value
  },
  'counter-reset': (style, value) => {
    style.counterReset = value
  },
  'counter-increment': (style, value) => {
    style.counterIncrement = value
  },
  'counter-set': (style, value) => {
    style.counterSet = value
  },
  quotes: (style, value) => {
    style.quotes = value
  },
  ...GRID_COMPUTATIONS,
}

/** css-text-4 §7.1: `start` and `end` become the sides that they are for the parent. */
function physicalAlignment(parent: ComputedStyle): ComputedStyle['textAlign'] {
  const { textAlign, direction } = parent
  if (textAlign !== 'start' && textAlign !== 'end') return textAlign
  return (textAlign === 'start') === (direction === 'ltr') ? 'left' : 'right'
}

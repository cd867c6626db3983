import { snap } from '../../base/units.js'
import { lengthPx, type UnitContext } from '../values/compute-length.js'
import type { ComputeContext, LineHeight } from '../values/compute-values.js'
import { faceHeights, type LineMetrics } from '../values/face-heights.js'
import { computeFontSize, FONT_SIZE_KEYWORDS, type FontSizeDeclaration, inheritFontSize } from '../values/font-size.js'
import {
  type AdjustedMetrics,
  computeFontSizeAdjust,
  type DeclaredFontSizeAdjust,
  type FontSizeAdjust,
  fontSizeAdjust,
  usedFontSize,
} from '../values/font-size-adjust.js'
import type { LengthValue } from '../values/length-value.js'
import { parseAngle, parseNumber, parsePercentage } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import {
  either,
  keywords,
  keywordsBut,
  nonNegativeLengthPercentage,
  type ValueParser,
} from '../values/value-parsers.js'
import { property, propertyOfFields } from './property.js'

const GENERIC_FAMILIES = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'ui-rounded',
  'math',
  'emoji',
])

/** Strings and sequences of identifiers; generic families in lower case. */
export function fontFamily(cursor: ValueCursor): readonly string[] | undefined {
  const families: string[] = []
  do {
    const quoted = cursor.string()
    if (quoted !== undefined) {
      families.push(quoted)
      continue
    }
    const words: string[] = []
    for (let word = cursor.customIdent(); word !== undefined; word = cursor.customIdent()) words.push(word)
    if (words.length === 0) return undefined
    const name = words.join(' ')
    families.push(GENERIC_FAMILIES.has(name.toLowerCase()) ? name.toLowerCase() : name)
  } while (cursor.comma())
  return families
}

export const fontSize: ValueParser<FontSizeDeclaration> = either(
  keywords(...FONT_SIZE_KEYWORDS, 'larger', 'smaller'),
  nonNegativeLengthPercentage,
)

export function fontWeight(cursor: ValueCursor): number | 'bolder' | 'lighter' | undefined {
  const word = cursor.keyword(['normal', 'bold', 'bolder', 'lighter'])
  if (word === 'normal') return 400
  if (word === 'bold') return 700
  if (word) return word
  const before = cursor.position
  const weight = parseNumber(cursor)
  if (weight !== undefined && weight >= 1 && weight <= 1000) return weight
  cursor.reset(before)
  return undefined
}

/** css-fonts-4 §2.2.1. */
function computeFontWeight(value: number | 'bolder' | 'lighter', { parent }: ComputeContext): number {
  const { fontWeight } = parent
  if (value === 'bolder') return fontWeight < 350 ? 400 : fontWeight < 550 ? 700 : Math.max(fontWeight, 900)
  if (value === 'lighter') return fontWeight < 100 ? fontWeight : fontWeight < 550 ? 100 : fontWeight < 750 ? 400 : 700
  return value
}

/** A number is the angle of an oblique that states one (css-fonts-4 §2.4). */
export function fontStyle(cursor: ValueCursor): 'normal' | 'italic' | 'oblique' | number | undefined {
  const style = cursor.keyword(['normal', 'italic', 'oblique'])
  return style === 'oblique' ? (obliqueAngle(cursor) ?? style) : style
}

/** Degrees clockwise, up to a quarter turn to either side. */
export function obliqueAngle(cursor: ValueCursor): number | undefined {
  const before = cursor.position
  const angle = parseAngle(cursor)
  if (angle === undefined || Math.abs(angle) <= 90) return angle
  cursor.reset(before)
  return undefined
}

/** Percentages of css-fonts-4 §2.3. */
const STRETCHES = {
  'ultra-condensed': 50,
  'extra-condensed': 62.5,
  condensed: 75,
  'semi-condensed': 87.5,
  normal: 100,
  'semi-expanded': 112.5,
  expanded: 125,
  'extra-expanded': 150,
  'ultra-expanded': 200,
} as const

export const fontStretchKeyword: ValueParser<number> = (cursor) => {
  const word = cursor.keyword([
    'ultra-condensed',
    'extra-condensed',
    'condensed',
    'semi-condensed',
    'normal',
    'semi-expanded',
    'expanded',
    'extra-expanded',
    'ultra-expanded',
  ])
  return word && STRETCHES[word]
}

export const fontStretch: ValueParser<number> = (cursor) => {
  const percent = parsePercentage(cursor)
  if (percent !== undefined) return percent >= 0 ? percent : undefined
  return fontStretchKeyword(cursor)
}

export const fontVariantCaps = keywords(
  'normal',
  'small-caps',
  'all-small-caps',
  'petite-caps',
  'all-petite-caps',
  'unicase',
  'titling-caps',
)

const fontSynthesisStyle = keywordsBut(['auto', 'none'], ['oblique-only'])

/** OpenType features switched on or off. */
type FeatureSettings = Readonly<Record<string, boolean>>

const NO_FEATURES: FeatureSettings = {}

const LIGATURE_FEATURES: ReadonlyMap<string, FeatureSettings> = new Map<string, FeatureSettings>([
  ['common-ligatures', { liga: true, clig: true }],
  ['no-common-ligatures', { liga: false, clig: false }],
  ['discretionary-ligatures', { dlig: true }],
  ['no-discretionary-ligatures', { dlig: false }],
  ['historical-ligatures', { hlig: true }],
  ['no-historical-ligatures', { hlig: false }],
  ['contextual', { calt: true }],
  ['no-contextual', { calt: false }],
])

export const NO_LIGATURES: FeatureSettings = { liga: false, clig: false, dlig: false, hlig: false, calt: false }

const NUMERIC_FEATURES: ReadonlyMap<string, FeatureSettings> = new Map<string, FeatureSettings>([
  ['lining-nums', { lnum: true }],
  ['oldstyle-nums', { onum: true }],
  ['proportional-nums', { pnum: true }],
  ['tabular-nums', { tnum: true }],
  ['diagonal-fractions', { frac: true }],
  ['stacked-fractions', { afrc: true }],
  ['ordinal', { ordn: true }],
  ['slashed-zero', { zero: true }],
])

const EAST_ASIAN_FEATURES: ReadonlyMap<string, FeatureSettings> = new Map<string, FeatureSettings>([
  ['jis78', { jp78: true }],
  ['jis83', { jp83: true }],
  ['jis90', { jp90: true }],
  ['jis04', { jp04: true }],
  ['simplified', { smpl: true }],
  ['traditional', { trad: true }],
  ['full-width', { fwid: true }],
  ['proportional-width', { pwid: true }],
  ['ruby', { ruby: true }],
])

const POSITION_FEATURES: Readonly<Record<'normal' | 'sub' | 'super', FeatureSettings>> = {
  normal: NO_FEATURES,
  sub: { subs: true },
  super: { sups: true },
}

/** Features of which a value may name one only (css-fonts-4 §6.7, §6.10). */
const EXCLUSIVE_FEATURES: readonly (readonly string[])[] = [
  ['jp78', 'jp83', 'jp90', 'jp04', 'smpl', 'trad'],
  ['fwid', 'pwid'],
  ['lnum', 'onum'],
  ['pnum', 'tnum'],
  ['frac', 'afrc'],
]

function excludes(features: FeatureSettings, tag: string): boolean {
  if (Object.hasOwn(features, tag)) return true
  return EXCLUSIVE_FEATURES.some((pair) => pair.includes(tag) && pair.some((other) => Object.hasOwn(features, other)))
}

/** A set of words of a table, in any order, each at most once. */
function featureWords(table: ReadonlyMap<string, FeatureSettings>): ValueParser<FeatureSettings> {
  return (cursor) => {
    let features: FeatureSettings | undefined
    for (;;) {
      const word = cursor.peekIdent()
      const found = word === undefined ? undefined : table.get(word)
      if (!found) return features
      const known = features
      if (known && Object.keys(found).some((tag) => excludes(known, tag))) return undefined
      features = { ...features, ...found }
      cursor.advance()
    }
  }
}

export const ligatureWords = featureWords(LIGATURE_FEATURES)
export const numericWords = featureWords(NUMERIC_FEATURES)
export const eastAsianWords = featureWords(EAST_ASIAN_FEATURES)

const fontVariantLigatures: ValueParser<FeatureSettings> = (cursor) => {
  const word = cursor.keyword(['normal', 'none'])
  if (word) return word === 'none' ? NO_LIGATURES : NO_FEATURES
  return ligatureWords(cursor)
}

const fontVariantNumeric: ValueParser<FeatureSettings> = (cursor) =>
  cursor.keyword(['normal']) ? NO_FEATURES : numericWords(cursor)

const fontVariantEastAsian: ValueParser<FeatureSettings> = (cursor) =>
  cursor.keyword(['normal']) ? NO_FEATURES : eastAsianWords(cursor)

/**
 * css-fonts-4 §6.5.
 *
 * UNSUPPORTED: letters made smaller where a font has none of its own, as in browsers.
 */
export const positionWord: ValueParser<FeatureSettings> = (cursor) => {
  const word = cursor.keyword(['sub', 'super'])
  return word && POSITION_FEATURES[word]
}

const fontVariantPosition: ValueParser<FeatureSettings> = (cursor) =>
  cursor.keyword(['normal']) ? POSITION_FEATURES.normal : positionWord(cursor)

export const fontFeatureSettings: ValueParser<FeatureSettings> = (cursor) => {
  if (cursor.keyword(['normal'])) return NO_FEATURES
  const features: Record<string, boolean> = {}
  do {
    const tag = cursor.string()
    if (tag === undefined || !/^[ -~]{4}$/.test(tag)) return undefined
    const word = cursor.keyword(['on', 'off'])
    const level = word === undefined ? cursor.integer() : undefined
    if (level !== undefined && level < 0) return undefined
    features[tag] = word === undefined ? level !== 0 : word === 'on'
  } while (cursor.comma())
  return features
}

/** Places on axes of variable fonts, sorted by axis, so that equal settings are equal whatever their order. */
type VariationSettings = readonly (readonly [axis: string, value: number])[]

export const fontVariationSettings: ValueParser<VariationSettings> = (cursor) => {
  if (cursor.keyword(['normal'])) return []
  const settings = new Map<string, number>()
  do {
    const axis = cursor.string()
    const value = parseNumber(cursor)
    if (axis === undefined || !/^[ -~]{4}$/.test(axis) || value === undefined) return undefined
    settings.set(axis, value)
  } while (cursor.comma())
  return [...settings].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The last two are for the lines that form controls make in our own style sheet. */
type LineHeightDeclaration =
  | 'normal'
  | LengthValue
  | { readonly kind: 'number'; readonly value: number }
  | '-internal-field'
  | '-internal-drop-down'

export function lineHeight(cursor: ValueCursor): LineHeightDeclaration | undefined {
  const keyword = cursor.keyword(['normal', '-internal-field', '-internal-drop-down'])
  if (keyword) return keyword
  const number = parseNumber(cursor)
  if (number !== undefined) return number >= 0 ? { kind: 'number', value: number } : undefined
  return nonNegativeLengthPercentage(cursor)
}

function computeLineHeight(value: LineHeightDeclaration, { units, parent }: ComputeContext): LineHeight {
  if (value === '-internal-field') return fieldLine(units, parent)
  if (value === '-internal-drop-down') return dropDownLine(units, parent)
  if (value === 'normal' || value.kind === 'number') return value
  // Browsers round these lengths, and cut off those of all other properties.
  return { kind: 'length', px: Math.max(0, snap(lengthPx(value, units, units.fontSize))) }
}

/** AD-HOC: browsers give the text of a field the line height of the field, unless that is about the font size or less. */
function fieldLine({ lineHeight, fontSize }: UnitContext, field: ComputeContext['parent']): LineHeight {
  return Math.floor(lineHeight) <= Math.round(fontSize) ? 'normal' : field.lineHeight
}

/**
 * AD-HOC: browsers make a drop-down list as high as letters are, without the gap between lines, whatever line height it
 * has; that counts where a style takes the looks of a control away.
 */
function dropDownLine({ font, fontSize }: UnitContext, list: ComputeContext['parent']): LineHeight {
  if (list.appearance === 'none' && list.lineHeight !== 'normal') return list.lineHeight
  const { ascent, descent } = faceHeights(font.primary.metrics, fontSize)
  return { kind: 'length', px: ascent + descent }
}

interface LineHeightStyle {
  readonly lineHeight: LineHeight
  readonly fontSize: number
  readonly fontSizeAdjust: FontSizeAdjust
  readonly font: { readonly primary: { readonly metrics: LineMetrics & AdjustedMetrics } }
}

/** Used line height in px (CSS 2.2 §10.8.1). */
export function usedLineHeight(style: LineHeightStyle): number {
  const { lineHeight, fontSize, font } = style
  if (lineHeight === 'normal') return faceHeights(font.primary.metrics, usedFontSize(style, font.primary)).lineHeight
  return lineHeight.kind === 'number' ? lineHeight.value * fontSize : lineHeight.px
}

/** Fonts (css-fonts-4). What selects faces, and the size, are computed before all other properties. */
export const FONT_PROPERTIES = {
  'font-family': property({ parse: fontFamily, initial: 'serif', inherited: true }),
  'font-size': propertyOfFields({
    parse: fontSize,
    initial: 'medium',
    inherited: true,
    quirk: 'length',
    compute: computeFontSize,
    inherit: inheritFontSize,
  }),
  'font-size-adjust': property({
    parse: fontSizeAdjust,
    initial: 'none',
    inherited: true,
    compute: (value: DeclaredFontSizeAdjust, { units }) => computeFontSizeAdjust(value, units.font),
  }),
  'font-weight': property({ parse: fontWeight, initial: 'normal', inherited: true, compute: computeFontWeight }),
  'font-style': property({ parse: fontStyle, initial: 'normal', inherited: true }),
  'font-stretch': property({ parse: fontStretch, initial: 'normal', inherited: true, aliases: ['font-width'] }),
  'font-kerning': property({ parse: keywords('auto', 'normal', 'none'), initial: 'auto', inherited: true }),
  'font-variant-caps': property({ parse: fontVariantCaps, initial: 'normal', inherited: true }),
  'font-synthesis-weight': property({ parse: keywords('auto', 'none'), initial: 'auto', inherited: true }),
  'font-synthesis-style': property({ parse: fontSynthesisStyle, initial: 'auto', inherited: true }),
  'font-optical-sizing': property({ parse: keywords('auto', 'none'), initial: 'auto', inherited: true }),
  'font-synthesis-small-caps': property({ parse: keywords('auto', 'none'), initial: 'auto', inherited: true }),
  'font-variation-settings': property({ parse: fontVariationSettings, initial: 'normal', inherited: true }),
  // These five become `fontFeatures` together.
  'font-variant-ligatures': property({ parse: fontVariantLigatures, initial: 'normal', inherited: true }),
  'font-variant-numeric': property({ parse: fontVariantNumeric, initial: 'normal', inherited: true }),
  'font-variant-east-asian': property({ parse: fontVariantEastAsian, initial: 'normal', inherited: true }),
  'font-variant-position': property({ parse: fontVariantPosition, initial: 'normal', inherited: true }),
  'font-feature-settings': property({ parse: fontFeatureSettings, initial: 'normal', inherited: true }),
  /** `lh` in it is the parent's line height. */
  'line-height': property({ parse: lineHeight, initial: 'normal', inherited: true, compute: computeLineHeight }),
} as const

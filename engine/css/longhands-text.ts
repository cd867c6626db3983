import type { ColorValue } from './color-value.js'
import type { LengthValue } from './length-value.js'
import { parseAngle, parseLength, parseNumber, parsePercentage } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'
import {
  color,
  either,
  keywords,
  keywordsBut,
  lengthPercentage,
  nonNegativeLengthPercentage,
  type ValueParser,
} from './value-parsers.js'

export const FONT_SIZE_KEYWORDS = [
  'xx-small',
  'x-small',
  'small',
  'medium',
  'large',
  'x-large',
  'xx-large',
  'xxx-large',
] as const

export type FontSizeKeyword = (typeof FONT_SIZE_KEYWORDS)[number]

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

export const fontSize = either(keywords(...FONT_SIZE_KEYWORDS, 'larger', 'smaller'), nonNegativeLengthPercentage)

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

export function fontStyle(cursor: ValueCursor): 'normal' | 'italic' | 'oblique' | undefined {
  const style = cursor.keyword(['normal', 'italic', 'oblique'])
  if (style !== 'oblique') return style
  const before = cursor.position
  const angle = parseAngle(cursor)
  if (angle !== undefined && Math.abs(angle) > 90) cursor.reset(before)
  return style
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

const fontStretch: ValueParser<number> = (cursor) => {
  const percent = parsePercentage(cursor)
  if (percent !== undefined) return percent >= 0 ? percent : undefined
  return fontStretchKeyword(cursor)
}

export const fontVariantCaps = keywordsBut(
  ['normal', 'small-caps', 'all-small-caps'],
  ['petite-caps', 'all-petite-caps', 'unicase', 'titling-caps'],
)

/** OpenType features switched on or off. */
export type FeatureSettings = Readonly<Record<string, boolean>>

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

/** Features of which a value may name one only (css-fonts-4 §6.7). */
const EXCLUSIVE_FEATURES: readonly (readonly string[])[] = [
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

const fontVariantLigatures: ValueParser<FeatureSettings> = (cursor) => {
  const word = cursor.keyword(['normal', 'none'])
  if (word) return word === 'none' ? NO_LIGATURES : NO_FEATURES
  return ligatureWords(cursor)
}

const fontVariantNumeric: ValueParser<FeatureSettings> = (cursor) =>
  cursor.keyword(['normal']) ? NO_FEATURES : numericWords(cursor)

const fontFeatureSettings: ValueParser<FeatureSettings> = (cursor) => {
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

type LineHeightDeclaration = 'normal' | LengthValue | { readonly kind: 'number'; readonly value: number }

export function lineHeight(cursor: ValueCursor): LineHeightDeclaration | undefined {
  const normal = cursor.keyword(['normal'])
  if (normal) return normal
  const number = parseNumber(cursor)
  if (number !== undefined) return number >= 0 ? { kind: 'number', value: number } : undefined
  return nonNegativeLengthPercentage(cursor)
}

/** Percentages refer to the font size (css-text-4 §9.1, §9.2). */
const spacing: ValueParser<LengthValue> = (cursor) =>
  cursor.keyword(['normal']) ? { kind: 'px', value: 0 } : lengthPercentage(cursor)

/**
 * The prefixed values align blocks as well: `<center>` and the `align` attribute stand for them.
 * `-internal-center` is for the `th` of our own style sheet: centred unless the table says otherwise.
 */
const textAlign: ValueParser<TextAlignDeclaration> = (cursor) => {
  const moz = cursor.keyword(['-moz-left', '-moz-right', '-moz-center'])
  return moz ? MOZILLA_ALIGNMENTS[moz] : cursor.keyword(TEXT_ALIGNMENTS)
}

const TEXT_ALIGNMENTS = [
  'start',
  'end',
  'left',
  'right',
  'center',
  'justify',
  'match-parent',
  '-webkit-left',
  '-webkit-right',
  '-webkit-center',
  '-internal-center',
] as const

type TextAlignDeclaration = (typeof TEXT_ALIGNMENTS)[number]

const MOZILLA_ALIGNMENTS = {
  '-moz-left': '-webkit-left',
  '-moz-right': '-webkit-right',
  '-moz-center': '-webkit-center',
} as const

export interface TextIndentDeclaration {
  readonly length: LengthValue
  readonly hanging: boolean
  readonly eachLine: boolean
}

/** css-text-3 §7.1: a length, and two keywords in any order. */
function textIndent(cursor: ValueCursor): TextIndentDeclaration | undefined {
  let length: LengthValue | undefined
  const words = new Set<string>()
  while (!cursor.done) {
    const before = cursor.position
    length ??= lengthPercentage(cursor)
    const word = cursor.position === before ? cursor.keyword(['hanging', 'each-line']) : undefined
    if (word && !words.has(word)) words.add(word)
    else if (word || cursor.position === before) return undefined
  }
  return length && { length, hanging: words.has('hanging'), eachLine: words.has('each-line') }
}

type TabSizeDeclaration = LengthValue | { readonly kind: 'spaces'; readonly count: number }

const tabSize: ValueParser<TabSizeDeclaration> = (cursor) => {
  const count = parseNumber(cursor)
  if (count !== undefined) return count >= 0 ? { kind: 'spaces', count } : undefined
  return parseLength(cursor, { nonNegative: true })
}

const verticalAlign = either(
  keywords('baseline', 'sub', 'super', 'text-top', 'text-bottom', 'middle', 'top', 'bottom'),
  lengthPercentage,
)

interface DecorationLines {
  readonly underline: boolean
  readonly overline: boolean
  readonly lineThrough: boolean
}

const NO_DECORATION: DecorationLines = { underline: false, overline: false, lineThrough: false }

export function textDecorationLine(cursor: ValueCursor): DecorationLines | undefined {
  if (cursor.keyword(['none'])) return NO_DECORATION
  const seen = new Set<string>()
  for (;;) {
    const before = cursor.position
    const word = cursor.keyword(['underline', 'overline', 'line-through', 'blink'])
    if (!word) break
    if (seen.has(word)) {
      cursor.reset(before)
      break
    }
    seen.add(word)
  }
  if (seen.size === 0) return undefined
  return { underline: seen.has('underline'), overline: seen.has('overline'), lineThrough: seen.has('line-through') }
}

type HyphenLimit = number | 'auto'

export interface HyphenLimits {
  /** Letters of a word that may be hyphenated. */
  readonly word: HyphenLimit
  readonly before: HyphenLimit
  readonly after: HyphenLimit
}

function hyphenLimit(cursor: ValueCursor): HyphenLimit | undefined {
  const auto = cursor.keyword(['auto'])
  if (auto) return auto
  const count = cursor.integer()
  return count !== undefined && count >= 0 ? count : undefined
}

/** css-text-4 §6.4.2: the third value is the second if it is left out, the second `auto`. */
function hyphenateLimitChars(cursor: ValueCursor): HyphenLimits | undefined {
  const word = hyphenLimit(cursor)
  if (word === undefined) return undefined
  const before = hyphenLimit(cursor) ?? 'auto'
  return { word, before, after: hyphenLimit(cursor) ?? before }
}

export interface TextShadowDeclaration {
  readonly x: LengthValue
  readonly y: LengthValue
  readonly blur: LengthValue | undefined
  readonly color: ColorValue
}

const NO_SHADOWS: readonly TextShadowDeclaration[] = []

/** css-text-decor-3 §4: `none`, or shadows separated by commas, the first on top. */
function textShadow(cursor: ValueCursor): readonly TextShadowDeclaration[] | undefined {
  if (cursor.keyword(['none'])) return NO_SHADOWS
  const shadows: TextShadowDeclaration[] = []
  do {
    const before = color(cursor)
    const x = parseLength(cursor)
    const y = x && parseLength(cursor)
    if (!x || !y) return undefined
    const blur = parseLength(cursor, { nonNegative: true })
    shadows.push({ x, y, blur, color: before ?? color(cursor) ?? 'currentcolor' })
  } while (cursor.comma())
  return shadows
}

export const textDecorationStyle = keywords('solid', 'double', 'dotted', 'dashed', 'wavy')

export const textDecorationThickness = either(keywords('auto', 'from-font'), lengthPercentage)

/** Parsers of the properties of fonts and inline text. */
export const TEXT_LONGHANDS = {
  'font-family': fontFamily,
  'font-size': fontSize,
  'font-weight': fontWeight,
  'font-style': fontStyle,
  'font-stretch': fontStretch,
  'font-kerning': keywords('auto', 'normal', 'none'),
  'font-variant-caps': fontVariantCaps,
  'font-variant-ligatures': fontVariantLigatures,
  'font-variant-numeric': fontVariantNumeric,
  'font-feature-settings': fontFeatureSettings,
  direction: keywords('ltr', 'rtl'),
  color,
  'line-height': lineHeight,
  'letter-spacing': spacing,
  'word-spacing': spacing,
  'text-align': textAlign,
  'text-align-last': keywords('auto', 'start', 'end', 'left', 'right', 'center', 'justify'),
  'text-indent': textIndent,
  'text-transform': keywordsBut(
    ['none', 'uppercase', 'lowercase', 'capitalize'],
    ['full-width', 'full-size-kana', 'math-auto'],
  ),
  'white-space': keywords('normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line', 'break-spaces'),
  'tab-size': tabSize,
  'line-break': keywords('auto', 'loose', 'normal', 'strict', 'anywhere'),
  'word-break': keywordsBut(['normal', 'break-all', 'keep-all'], ['auto-phrase']),
  'overflow-wrap': keywords('normal', 'anywhere', 'break-word'),
  hyphens: keywords('none', 'manual', 'auto'),
  'hyphenate-limit-chars': hyphenateLimitChars,
  'hyphenate-character': either(keywords('auto'), (cursor) => cursor.string()),
  'vertical-align': verticalAlign,
  'unicode-bidi': keywords('normal', 'embed', 'isolate', 'bidi-override', 'isolate-override', 'plaintext'),
  'text-decoration-line': textDecorationLine,
  'text-decoration-style': textDecorationStyle,
  'text-decoration-color': color,
  'text-decoration-thickness': textDecorationThickness,
  'text-underline-offset': either(keywords('auto'), lengthPercentage),
  'text-shadow': textShadow,
  'text-overflow': keywords('clip', 'ellipsis'),
} as const

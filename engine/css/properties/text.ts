import type { RgbColor } from '../../base/rgb-color.js'
import { WRITING_MODES, type WritingMode } from '../../base/writing-mode.js'
import { type ColorValue, resolveColor } from '../values/color-value.js'
import { computeLengthPercentage, type LengthPercentage, type PercentageLength } from '../values/compute-length.js'
import {
  type BlockAlign,
  type ComputeContext,
  computedColor,
  computedLength,
  computedLengthPercentage,
  computedNonNegativeLength,
  computedSpacing,
  orKeyword,
  type TextAlign,
} from '../values/compute-values.js'
import type { LengthValue } from '../values/length-value.js'
import { parseInteger, parseLength, parseNumber } from '../values/numeric-value.js'
import { resolveLength } from '../values/resolve-length.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { color, either, keywords, keywordsBut, lengthPercentage, type ValueParser } from '../values/value-parsers.js'
import { property, propertyOfFields } from './property.js'

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

export interface ComputedTextAlign {
  readonly textAlign: TextAlign
  readonly blockAlign: BlockAlign
}

function computeTextAlign(value: TextAlignDeclaration, { parent, own }: ComputeContext): ComputedTextAlign {
  switch (value) {
    case '-internal-center':
      return {
        textAlign: parent.textAlign === 'start' ? 'center' : parent.textAlign,
        blockAlign: parent.blockAlign,
      }
    case '-webkit-left':
      return { textAlign: 'left', blockAlign: 'left' }
    case '-webkit-right':
      return { textAlign: 'right', blockAlign: 'right' }
    case '-webkit-center':
      return { textAlign: 'center', blockAlign: 'center' }
    case 'match-parent':
      return { textAlign: own.isRoot ? 'start' : physicalAlignment(parent), blockAlign: 'normal' }
    default:
      return { textAlign: value, blockAlign: 'normal' }
  }
}

/** css-text-4 §7.1: `start` and `end` become the sides that they are for the parent. */
function physicalAlignment({ textAlign, direction }: ComputeContext['parent']): TextAlign {
  if (textAlign !== 'start' && textAlign !== 'end') return textAlign
  return (textAlign === 'start') === (direction === 'ltr') ? 'left' : 'right'
}

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

export interface ComputedTextIndent {
  readonly textIndent: LengthPercentage
  /** The indent is that of all lines but those that would have it. */
  readonly textIndentHanging: boolean
  /** Lines behind a forced break are indented as well. */
  readonly textIndentEachLine: boolean
}

function computeTextIndent(value: TextIndentDeclaration, context: ComputeContext): ComputedTextIndent {
  return {
    textIndent: computedLengthPercentage(value.length, context),
    textIndentHanging: value.hanging,
    textIndentEachLine: value.eachLine,
  }
}

type TabSizeDeclaration = LengthValue | { readonly kind: 'spaces'; readonly count: number }

const tabSize: ValueParser<TabSizeDeclaration> = (cursor) => {
  const count = parseNumber(cursor)
  if (count !== undefined) return count >= 0 ? { kind: 'spaces', count } : undefined
  return parseLength(cursor, { nonNegative: true })
}

type TabSize = { readonly kind: 'spaces'; readonly count: number } | { readonly kind: 'length'; readonly px: number }

function computeTabSize(value: TabSizeDeclaration, context: ComputeContext): TabSize {
  return value.kind === 'spaces' ? value : { kind: 'length', px: computedNonNegativeLength(value, context) }
}

const verticalAlign = either(
  keywords('baseline', 'sub', 'super', 'text-top', 'text-bottom', 'middle', 'top', 'bottom'),
  lengthPercentage,
)

/**
 * A raised baseline, in px and percent of the element's own line height; a function of both is resolved at once.
 */
function raised(value: LengthValue, { units }: ComputeContext): PercentageLength {
  const computed = computeLengthPercentage(value, units)
  if (typeof computed === 'object' && !computed.expression) return computed
  return { kind: 'percentage', px: resolveLength(computed, units.lineHeight), percent: 0 }
}

export interface DecorationLines {
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

/** Letters: of a word, and on either side of a hyphen; `auto` is as usual for the language. */
export interface HyphenLimits {
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

/** css-text-decor-4 §2.7. The sides are those of vertical text. */
function underlinePosition(cursor: ValueCursor): 'auto' | 'from-font' | 'under' | undefined {
  const sides = ['left', 'right'] as const
  const side = cursor.keyword(sides)
  const position = cursor.keyword(['auto', 'from-font', 'under'])
  if (position === 'auto') return side ? undefined : 'auto'
  const last = side ?? cursor.keyword(sides)
  return position ?? (last && 'auto')
}

export interface TextShadow {
  readonly x: number
  readonly y: number
  readonly blur: number
  /** `currentcolor` is the colour of the text, also where the shadow is inherited. */
  readonly color: RgbColor | 'currentcolor'
}

function computeTextShadow(shadows: readonly TextShadowDeclaration[], context: ComputeContext): readonly TextShadow[] {
  return shadows.map(({ x, y, blur, color }) => ({
    x: computedLength(x, context),
    y: computedLength(y, context),
    blur: blur ? computedNonNegativeLength(blur, context) : 0,
    color: color === 'currentcolor' ? color : computedColor(color, context),
  }))
}

export const textDecorationStyle = keywords('solid', 'double', 'dotted', 'dashed', 'wavy')

export const textDecorationThickness = either(keywords('auto', 'from-font'), lengthPercentage)

const textSpacing = property({
  parse: spacing,
  initial: 'normal',
  inherited: true,
  quirk: 'length',
  compute: computedSpacing,
})

export const maxLines = either(keywords('none'), (cursor) => {
  const count = parseInteger(cursor)
  return count !== undefined && count > 0 ? count : undefined
})

export const blockEllipsis = either(keywords('none', 'auto'), (cursor) => {
  const text = cursor.string()
  return text === undefined ? undefined : { text }
})

export const whiteSpaceCollapse = keywords('collapse', 'preserve', 'preserve-breaks', 'break-spaces')

export const textWrapMode = keywords('wrap', 'nowrap')

export const textWrapStyle = keywords('auto', 'balance', 'pretty', 'stable')

/** Without the names of SVG 1.1, which map to these (css-writing-modes-4 §3.2.1). */
const writingMode: ValueParser<WritingMode> = (cursor) => {
  const old = cursor.keyword(['lr', 'lr-tb', 'rl', 'rl-tb', 'tb', 'tb-rl', 'tb-lr'])
  return old ? OLD_WRITING_MODES[old] : cursor.keyword(WRITING_MODES)
}

const OLD_WRITING_MODES = {
  lr: 'horizontal-tb',
  'lr-tb': 'horizontal-tb',
  rl: 'horizontal-tb',
  'rl-tb': 'horizontal-tb',
  tb: 'vertical-rl',
  'tb-rl': 'vertical-rl',
  'tb-lr': 'vertical-lr',
} as const

/** Inline text (css-text-4, css-text-decor-4, css-writing-modes-4, css-inline-3). */
/** The last keyword is for what controls draw themselves. */
function computeOwnColor(value: ColorValue | '-internal-accent', { parent }: ComputeContext): RgbColor {
  return value === '-internal-accent' ? parent.accentColor : resolveColor(value, parent.color)
}

export const TEXT_PROPERTIES = {
  /** Computed before all others, as flow-relative properties depend on it. */
  direction: property({ parse: keywords('ltr', 'rtl'), initial: 'ltr', inherited: true }),
  'writing-mode': property({ parse: writingMode, initial: 'horizontal-tb', inherited: true }),
  'text-orientation': property({ parse: keywords('mixed', 'upright', 'sideways'), initial: 'mixed', inherited: true }),
  color: property({
    parse: either(keywords('-internal-accent'), color),
    initial: 'black',
    inherited: true,
    quirk: 'color',
    compute: computeOwnColor,
  }),
  'letter-spacing': textSpacing,
  'word-spacing': textSpacing,
  'text-align': propertyOfFields({
    parse: textAlign,
    initial: 'start',
    inherited: true,
    compute: computeTextAlign,
  }),
  'text-align-last': property({
    parse: keywords('auto', 'start', 'end', 'left', 'right', 'center', 'justify'),
    initial: 'auto',
    inherited: true,
  }),
  'text-justify': property({
    parse: keywordsBut(['auto', 'none', 'inter-word'], ['inter-character', 'distribute']),
    initial: 'auto',
    inherited: true,
  }),
  'text-indent': propertyOfFields({
    parse: textIndent,
    initial: '0',
    inherited: true,
    quirk: 'length',
    compute: computeTextIndent,
  }),
  'text-transform': property({
    parse: keywordsBut(['none', 'uppercase', 'lowercase', 'capitalize'], ['full-width', 'full-size-kana', 'math-auto']),
    initial: 'none',
    inherited: true,
  }),
  'white-space-collapse': property({ parse: whiteSpaceCollapse, initial: 'collapse', inherited: true }),
  'text-wrap-mode': property({ parse: textWrapMode, initial: 'wrap', inherited: true }),
  'text-wrap-style': property({ parse: textWrapStyle, initial: 'auto', inherited: true }),
  'tab-size': property({ parse: tabSize, initial: '8', inherited: true, compute: computeTabSize }),
  'line-break': property({
    parse: keywords('auto', 'loose', 'normal', 'strict', 'anywhere'),
    initial: 'auto',
    inherited: true,
  }),
  'word-break': property({
    parse: keywords('normal', 'break-all', 'keep-all', 'auto-phrase'),
    initial: 'normal',
    inherited: true,
  }),
  'overflow-wrap': property({
    parse: keywords('normal', 'anywhere', 'break-word'),
    initial: 'normal',
    inherited: true,
    aliases: ['word-wrap'],
  }),
  hyphens: property({ parse: keywords('none', 'manual', 'auto'), initial: 'manual', inherited: true }),
  'hyphenate-limit-chars': property({ parse: hyphenateLimitChars, initial: 'auto', inherited: true }),
  /** Text at the end of a line that ends within a word. */
  'hyphenate-character': property({
    parse: either(keywords('auto'), (cursor) => cursor.string()),
    initial: 'auto',
    inherited: true,
  }),
  'vertical-align': property({
    parse: verticalAlign,
    initial: 'baseline',
    quirk: 'length',
    compute: orKeyword(raised),
  }),
  'unicode-bidi': property({
    parse: keywords('normal', 'embed', 'isolate', 'bidi-override', 'isolate-override', 'plaintext'),
    initial: 'normal',
  }),
  'text-decoration-line': property({ parse: textDecorationLine, initial: 'none' }),
  'text-decoration-style': property({ parse: textDecorationStyle, initial: 'solid' }),
  'text-decoration-color': property({ parse: color, initial: 'currentcolor', compute: computedColor }),
  'text-decoration-thickness': property({
    parse: textDecorationThickness,
    initial: 'auto',
    compute: orKeyword(computedLengthPercentage),
  }),
  'text-underline-offset': property({
    parse: either(keywords('auto'), lengthPercentage),
    initial: 'auto',
    inherited: true,
    compute: orKeyword(computedLengthPercentage),
  }),
  'text-underline-position': property({ parse: underlinePosition, initial: 'auto', inherited: true }),
  /** The first on top. */
  'text-shadow': property({ parse: textShadow, initial: 'none', inherited: true, compute: computeTextShadow }),
  'text-overflow': property({ parse: keywords('clip', 'ellipsis'), initial: 'clip' }),
  /** Of a block that holds text: what follows so many lines is left out. */
  'max-lines': property({ parse: maxLines, initial: 'none' }),
  /** Counts in boxes of the early flexbox alone (css-overflow-4 §5.1). */
  '-webkit-line-clamp': property({ parse: maxLines, initial: 'none' }),
  /** Text at the end of the last of them that says that there is more. */
  'block-ellipsis': property({ parse: blockEllipsis, initial: 'none', inherited: true }),
} as const

import { BoundedCache } from '../../base/bounded-cache.js'
import type { Profile } from '../../base/profile.js'
import { snap, snapDown } from '../../base/units.js'
import type { SymbolName } from '../../boxes/box-tree.js'
import { faceHeights } from '../../css/values/face-heights.js'
import { usedFontSize } from '../../css/values/font-size-adjust.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { Direction, FontFace, FontLibrary, ShapedWord, ShapingStyle } from '../../fonts/font-types.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { leadingAbove, usedLineHeight } from '../../style/line-height.js'
import type { LayoutContext } from '../layout-types.js'
import { type Emphasis, emphasisOf, noteMissingMark } from './emphasis-marks.js'
import { type Hyphenation, hyphenationOf, reportHyphenation } from './hyphenate.js'
import { textEdges } from './trim-line.js'
import { type UprightRule, uprightRule } from './upright-rule.js'

/** The part of a computed style that inline layout needs, worked out once per style. */
export interface TextStyle {
  readonly style: ComputedStyle
  /** The primary face: gives the strut. */
  readonly face: FontFace
  /** The size in which the primary face is used (`font-size-adjust`). */
  readonly fontSize: number
  /** Content area of the primary face above and below the baseline. */
  readonly ascent: number
  readonly descent: number
  /** The same with half-leading (CSS 2.2 §10.8.1). */
  readonly lineAscent: number
  readonly lineDescent: number
  /** What the line box must enclose above and below the baseline: these, and emphasis marks. */
  readonly strutAbove: number
  readonly strutBelow: number
  /** The edges to which lines of a box that is trimmed are cut, and those of an inline box. */
  readonly edgeOver: number
  readonly edgeUnder: number
  readonly boxAscent: number
  readonly boxDescent: number
  readonly lineHeight: number
  /** `line-height: normal`: fallback faces bring line heights of their own. */
  readonly normalLineHeight: boolean
  /** Lines may break at opportunities. */
  readonly wraps: boolean
  /** Spaces have been collapsed and vanish at the ends of lines. */
  readonly collapses: boolean
  /** `break-spaces`: every space takes room and may end a line. */
  readonly breakSpaces: boolean
  /** A word that does not fit may break between any two characters. */
  readonly breaksAnywhere: boolean
  /** How words are hyphenated where no soft hyphen says it; undefined when they are not. */
  readonly hyphenation: Hyphenation | undefined
  readonly letterSpacing: number
  readonly wordSpacing: number
  /** The primary face draws all of printable ASCII, so such text needs no itemization. */
  readonly drawsAscii: boolean
  /** The letters that must be drawn as scaled capitals. */
  readonly synthesizedCaps: 'none' | 'lowercase' | 'uppercase' | 'all'
  /** Marks beside its characters. */
  readonly emphasis: Emphasis | undefined
  /** Which letters stand upright. */
  readonly upright: UprightRule
  /** Shaping of left-to-right Latin text, and of text without a script. */
  readonly latin: ShapingStyle
  /** Kerning of the space behind (first half) and before (second half) each Latin character, learnt as needed. */
  readonly spaceKerning: Int16Array
  /** The space between words of Latin text, once it was shaped. */
  space: ShapedWord | undefined
  /** All other shapings by script and direction. */
  readonly shapings: Map<string, ShapingStyle>
}

/** Latin characters, the first in Unicode, have their kerning with spaces kept. */
export const KERNED_CHARACTERS = 0x180

export const UNKNOWN_KERNING = -0x8000

/** They live as long as the computed styles do, which documents of a template share. */
const textStyles = new WeakMap<ComputedStyle, TextStyle>()

/** Styles kept by a document; a template rarely has more. */
const KEPT_STYLES = 8192

function createTextStyleCache(): BoundedCache<ComputedStyle, TextStyle> {
  return new BoundedCache(KEPT_STYLES)
}

export function textStyleOf(ctx: LayoutContext, style: ComputedStyle): TextStyle {
  const cache = ctx.cache(createTextStyleCache)
  const known = cache.get(style)
  if (known) return known
  let textStyle = textStyles.get(style)
  if (!textStyle) {
    textStyle = makeTextStyle(ctx.fonts, ctx.profile, style)
    textStyles.set(style, textStyle)
  }
  reportHyphenation(ctx.diagnostics, style)
  if (textStyle.emphasis?.mark.missing) noteMissingMark(ctx, textStyle.emphasis, style)
  cache.set(style, textStyle)
  return textStyle
}

/** The interned shaping style of text of this script and direction. */
export function shapingOf(fonts: FontLibrary, text: TextStyle, script: string, direction: Direction): ShapingStyle {
  if (script === 'latn' && direction === 'ltr') return text.latin
  const key = script + direction
  const known = text.shapings.get(key)
  if (known) return known
  const made = fonts.shaping({ ...text.latin, script, direction })
  text.shapings.set(key, made)
  return made
}

const ASCII = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)).join('')

function makeTextStyle(fonts: FontLibrary, profile: Profile, style: ComputedStyle): TextStyle {
  const face = style.font.primary
  const { whiteSpaceCollapse } = style
  const fontSize = usedFontSize(style, face)
  const wraps = style.textWrapMode === 'wrap'
  const heights = faceHeights(face.metrics, fontSize)
  const lineHeight = usedLineHeight(style, heights)
  const lineAscent = heights.ascent + leadingAbove(lineHeight, heights.ascent, heights.descent)
  const lineDescent = lineHeight - lineAscent
  const runs = style.font.itemize(ASCII)
  const letterSpacing = resolveLength(style.letterSpacing, style.fontSize)
  const { features, synthesizedCaps } = featuresOf(fonts, style, letterSpacing)
  const { language } = style
  const alignsFigures = alignsFiguresOf(profile, style, features)
  const latin = fonts.shaping({ direction: 'ltr', script: 'latn', language, features, alignsFigures })
  const emphasis = emphasisOf(fonts, style, latin)
  const edges = textEdges(style, heights)
  const trim = style.textBoxTrim
  return {
    style,
    face,
    fontSize,
    ascent: heights.ascent,
    descent: heights.descent,
    lineAscent,
    lineDescent,
    strutAbove: emphasis ? Math.max(lineAscent, emphasis.above) : lineAscent,
    strutBelow: emphasis ? Math.max(lineDescent, emphasis.below) : lineDescent,
    edgeOver: edges.over,
    edgeUnder: edges.under,
    boxAscent: trim === 'trim-start' || trim === 'trim-both' ? edges.over : heights.ascent,
    boxDescent: trim === 'trim-end' || trim === 'trim-both' ? edges.under : heights.descent,
    lineHeight,
    normalLineHeight: style.lineHeight === 'normal',
    wraps,
    collapses: whiteSpaceCollapse === 'collapse' || whiteSpaceCollapse === 'preserve-breaks',
    breakSpaces: whiteSpaceCollapse === 'break-spaces',
    breaksAnywhere: style.overflowWrap !== 'normal' && wraps,
    hyphenation: hyphenationOf(style),
    letterSpacing,
    wordSpacing: resolveLength(style.wordSpacing, style.fontSize),
    drawsAscii: runs.length === 1 && runs[0]?.face === face,
    synthesizedCaps,
    emphasis,
    upright: uprightRule(style),
    latin,
    spaceKerning: new Int16Array(2 * KERNED_CHARACTERS).fill(UNKNOWN_KERNING),
    space: undefined,
    shapings: new Map(),
  }
}

/** AD-HOC: what browsers give an inside symbol with the space after it. */
export function symbolAdvance({ ascent, fontSize }: TextStyle, symbol: SymbolName): number {
  if (symbol === 'disclosure-open' || symbol === 'disclosure-closed')
    return snapDown(DISCLOSURE_SIZE * fontSize) + snapDown(DISCLOSURE_DISTANCE * fontSize)
  return snap(bulletSize(ascent) + 1 + fontSize)
}

/** How large browsers draw discs, circles and squares, in px. */
export function bulletSize(ascent: number): number {
  return Math.floor((Math.floor((ascent * 2) / 3) + 1) / 2)
}

/** The triangle before a summary and its distance from the text, in em. */
export const DISCLOSURE_SIZE = 0.66
const DISCLOSURE_DISTANCE = 0.4

/** How a value of `font-variant-caps` is drawn (css-fonts-4 §6.6). */
interface CapsRule {
  /** OpenType features, the best first: those whose first one the face has. */
  readonly features: readonly (readonly [string, ...string[]])[]
  /** A letter that they change. */
  readonly sample: string
  /** What is made of scaled capitals where the face has none of them. */
  readonly otherwise: TextStyle['synthesizedCaps']
}

const CAPS_RULES: Readonly<Record<Exclude<ComputedStyle['fontVariantCaps'], 'normal'>, CapsRule>> = {
  'small-caps': { features: [['smcp']], sample: 'a', otherwise: 'lowercase' },
  'all-small-caps': { features: [['smcp', 'c2sc']], sample: 'a', otherwise: 'all' },
  'petite-caps': { features: [['pcap'], ['smcp']], sample: 'a', otherwise: 'lowercase' },
  'all-petite-caps': {
    features: [
      ['pcap', 'c2pc'],
      ['smcp', 'c2sc'],
    ],
    sample: 'a',
    otherwise: 'all',
  },
  unicase: { features: [['unic'], ['c2sc']], sample: 'A', otherwise: 'uppercase' },
  'titling-caps': { features: [['titl']], sample: 'A', otherwise: 'none' },
}

/** OpenType features of a style, and what of its capitals the face cannot do. */
function featuresOf(
  fonts: FontLibrary,
  style: ComputedStyle,
  letterSpacing: number,
): { readonly features: Readonly<Record<string, boolean>>; readonly synthesizedCaps: TextStyle['synthesizedCaps'] } {
  const features = { ...style.fontFeatures }
  if (style.fontKerning === 'none') features.kern = false
  // css-text-3 §8.2: spaced letters form no optional ligatures.
  if (letterSpacing !== 0) Object.assign(features, { liga: false, clig: false })
  if (style.fontVariantCaps === 'normal') return { features, synthesizedCaps: 'none' }
  const { features: choices, sample, otherwise } = CAPS_RULES[style.fontVariantCaps]
  const chosen = choices.find(([first]) => hasFeature(fonts, style, first, sample))
  for (const tag of chosen ?? []) features[tag] = true
  const isSynthesized = !chosen && style.fontSynthesisSmallCaps === 'auto'
  return { features, synthesizedCaps: isSynthesized ? otherwise : 'none' }
}

/** `font-kerning` that nobody has set leaves kerning to us (css-fonts-4 §6.4); figures of one width are asked for otherwise. */
function alignsFiguresOf(
  profile: Profile,
  { fontKerning }: ComputedStyle,
  features: Readonly<Record<string, boolean>>,
): boolean {
  if (features.tnum === true) return true
  return profile.alignsFigures && fontKerning === 'auto' && features.kern === undefined
}

/** Whether the face draws `sample` otherwise with the feature on. */
function hasFeature(fonts: FontLibrary, style: ComputedStyle, feature: string, sample: string): boolean {
  const face = style.font.primary
  const base = { direction: 'ltr', script: 'latn', language: style.language } as const
  const plain = fonts.shape(face, fonts.shaping({ ...base, features: {} }), sample)
  const changed = fonts.shape(face, fonts.shaping({ ...base, features: { [feature]: true } }), sample)
  return plain.glyphs[0] !== changed.glyphs[0]
}

import { BoundedCache } from '../../base/bounded-cache.js'
import { snap } from '../../base/units.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import { faceHeights } from '../../css/values/face-heights.js'
import { usedFontSize } from '../../css/values/font-size-adjust.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { leadingAbove, usedLineHeight } from '../../style/line-height.js'
import { expressionOf } from '../../style/stretch-sizes.js'

/** What a first letter becomes that is several lines high. */
interface InitialLetterStyles {
  /** Of the letter: a float as high as its capitals, whose baseline is that of the line to which it sinks. */
  readonly letter: ComputedStyle
  /** Of an empty inline box that makes the first line taller, because the letter is raised above it. */
  readonly raise: ComputedStyle | undefined
}

/** What initial letters depend on besides their own style. */
interface LetterPlace {
  /** Style of the block container whose lines they are. */
  readonly block: ComputedStyle
  /** Style of an inline box in it that has none of its own. */
  readonly inline: ComputedStyle
  readonly text: string
}

/** Letters that are kept with each style of them: more than an alphabet has. */
const KEPT_LETTERS = 256

interface KnownLetter extends LetterPlace {
  readonly styles: InitialLetterStyles
}

/** They live as long as the styles do, which documents of a template share. */
const knownLetters = new WeakMap<ComputedStyle, BoundedCache<string, KnownLetter>>()

/** @returns undefined for a first letter that is no initial letter */
export function initialLetter(style: ComputedStyle, place: LetterPlace): InitialLetterStyles | undefined {
  const { initialLetter, display } = style
  if (initialLetter === 'normal' || display !== 'inline') return undefined
  let letters = knownLetters.get(style)
  if (!letters) {
    letters = new BoundedCache(KEPT_LETTERS)
    knownLetters.set(style, letters)
  }
  const known = letters.get(place.text)
  if (known?.block === place.block && known.inline === place.inline) return known.styles
  const styles = makeStyles(style, initialLetter, place)
  letters.set(place.text, { ...place, styles })
  return styles
}

/**
 * An initial letter (css-inline-3 §7): capitals of its font are so large that they reach from the baseline of the line
 * to which it sinks to the capitals of the text so many lines higher. As in browsers its box is no wider than what is
 * seen of it.
 *
 * UNSUPPORTED: letters that hang or stand in their em box, as of scripts without capitals; a paragraph with an initial
 * letter does not begin below that of a shorter one before it.
 */
function makeStyles(
  style: ComputedStyle,
  { size, sink }: { readonly size: number; readonly sink: number },
  { block, inline, text }: LetterPlace,
): InitialLetterStyles {
  const { font, direction } = style
  const letters = usedFontSize(block, block.font.primary)
  const heights = faceHeights(block.font.primary.metrics, letters)
  const lineHeight = usedLineHeight(block, heights)
  const capitals = block.font.primary.metrics.capHeight * letters
  const height = Math.max(0, (size - 1) * lineHeight + capitals)
  const raise = Math.max(0, size - sink) * lineHeight
  const ofFirstLine = raise + heights.ascent + leadingAbove(lineHeight, heights.ascent, heights.descent)
  const baseline = ofFirstLine + (sink - 1) * lineHeight
  const fontSize = height / (font.primary.metrics.capHeight || 1)
  const ink = inkOf(style, fontSize, text)
  const side = direction === 'ltr' ? 'left' : 'right'
  const margin = direction === 'ltr' ? 'marginLeft' : 'marginRight'
  const edge = style.borderTopWidth + resolveLength(style.paddingTop, 0)
  return {
    letter: {
      ...style,
      display: 'block',
      inlineLevel: false,
      float: side,
      fontSize,
      fontSizeAdjust: 'none',
      textBoxTrim: 'trim-both',
      textBoxEdge: { over: 'cap', under: 'alphabetic' },
      marginTop: snap(baseline - height - edge),
      ...(isIndented(block) && { [margin]: indentedMargin(style[margin], block.textIndent) }),
      ...(ink && { marginBottom: belowLetter(style, ink.below) }),
      textAlign: 'start',
      textIndentHanging: false,
      textIndentEachLine: false,
      textIndent: ink ? -ink[side] : 0,
      textWrapMode: 'nowrap',
      boxSizing: 'content-box',
      ...(ink && { width: ink.width }),
    },
    raise: raise > 0 ? { ...inline, verticalAlign: { kind: 'percentage', px: raise, percent: 0 } } : undefined,
  }
}

function isIndented({ textIndent, textIndentHanging }: ComputedStyle): boolean {
  return textIndent !== 0 && !textIndentHanging
}

/** The letter is indented in place of its line, and so is what stands beside it (css-inline-3 §7.5). */
function indentedMargin(margin: LengthPercentage | 'auto', indent: LengthPercentage): LengthPercentage {
  if (margin === 'auto' || margin === 0) return indent
  if (typeof margin === 'number' && typeof indent === 'number') return margin + indent
  const terms = [expressionOf(margin), expressionOf(indent)]
  return { kind: 'percentage', px: 0, percent: 0, expression: { kind: 'sum', terms } }
}

/** Lines are short beside all that is seen of the letter, such as the tail of a Q. */
function belowLetter({ marginBottom, paddingBottom, borderBottomWidth }: ComputedStyle, ink: number): number {
  const margin = marginBottom === 'auto' ? 0 : resolveLength(marginBottom, 0)
  return margin + Math.max(0, ink - borderBottomWidth - resolveLength(paddingBottom, 0))
}

/** What the outlines of a text leave free at its sides, how wide they are, and how far they reach below the baseline; undefined where that is not known. */
function inkOf(
  { font }: ComputedStyle,
  fontSize: number,
  text: string,
): { readonly left: number; readonly right: number; readonly width: number; readonly below: number } | undefined {
  let advance = 0
  let left = Number.POSITIVE_INFINITY
  let right = 0
  let below = 0
  for (const { start, end, face } of font.itemize(text)) {
    const px = fontSize / face.unitsPerEm
    for (const character of text.slice(start, end)) {
      const glyph = face.program.glyphOf(character.codePointAt(0) ?? 0)
      const box = face.program.inkBox(glyph)
      if (!box) return undefined
      left = Math.min(left, advance + box.left * px)
      right = Math.max(right, advance + box.right * px)
      below = Math.max(below, -box.bottom * px)
      advance += face.program.advanceWidth(glyph) * px
    }
  }
  const begin = Math.floor(left)
  const end = Math.ceil(right)
  return begin < end
    ? { left: begin, right: snap(advance - end), width: end - begin, below: Math.ceil(below) }
    : undefined
}

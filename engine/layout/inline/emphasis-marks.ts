import { graphemeClusters } from '../../base/segment-text.js'
import type { EmphasisShape, EmphasisStyle } from '../../css/properties/text-emphasis.js'
import { usedFontSize } from '../../css/values/font-size-adjust.js'
import type { FontFace, FontLibrary, ShapedWord, ShapingStyle } from '../../fonts/font-types.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { EmphasisMarks } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { noteMissing } from './missing-glyphs.js'
import { isUpright, uprightRule } from './upright-rule.js'

/** The mark beside each character of a style (css-text-decor-4 §3). */
export interface Emphasis {
  readonly mark: ShapedWord
  readonly fontSize: number
  /** Its baseline below that of the text; of one that stands upright in a line that runs down, its middle. */
  readonly baseline: number
  /** How far they reach above or below the baseline of the text; 0 on the other side, where text alone is. */
  readonly above: number
  readonly below: number
}

/** Marks are half as large as the text (css-text-decor-4 §3.5). */
const MARK_SCALE = 0.5

const SHAPES: Readonly<Record<EmphasisShape, readonly [filled: string, open: string]>> = {
  dot: ['\u2022', '\u25e6'],
  circle: ['\u25cf', '\u25cb'],
  'double-circle': ['\u25c9', '\u25ce'],
  triangle: ['\u25b2', '\u25b3'],
  sesame: ['\ufe45', '\ufe46'],
}

/**
 * The marks of a style that asks for some. They stand beyond the em box of the text, and their own em box is their room,
 * as in browsers: letters rarely fill the content area, which fonts make taller.
 */
export function emphasisOf(fonts: FontLibrary, style: ComputedStyle, shaping: ShapingStyle): Emphasis | undefined {
  const { font, textEmphasisStyle } = style
  if (textEmphasisStyle === 'none') return undefined
  const character = drawable(style, textEmphasisStyle)
  const face = faceOf(style, character)
  const fontSize = style.fontSize * MARK_SCALE
  const text = emBox(font.primary, usedFontSize(style, font.primary))
  // Bundled symbols stand for fonts with the heights of texts.
  const marks = emBox(face.lends ? font.primary : face, fontSize)
  const isOver = standsOver(style)
  const upright = isUpright(character.codePointAt(0) ?? 0, uprightRule(style), false)
  // Of a mark that is turned upright, the middle is that of its room.
  const inRoom = upright ? fontSize / 2 : isOver ? Math.ceil(marks.below) : Math.round(marks.above)
  return {
    mark: upright ? uprightMark(fonts, face, shaping, character) : fonts.shape(face, shaping, character),
    fontSize,
    baseline: isOver ? -Math.ceil(text.above) - inRoom : Math.ceil(text.below) + inRoom,
    above: isOver ? Math.round(text.above + fontSize) : 0,
    below: isOver ? 0 : Math.round(text.below + fontSize),
  }
}

/** The em box around the baseline: the content area, reduced to the font size. */
function emBox({ metrics: { ascent, descent } }: FontFace, fontSize: number): { above: number; below: number } {
  const share = ascent + descent > 0 ? ascent / (ascent + descent) : 1
  return { above: share * fontSize, below: (1 - share) * fontSize }
}

/** The character that is the mark; a dot in place of a shape that no font has. */
function drawable(style: ComputedStyle, emphasis: Exclude<EmphasisStyle, 'none'>): string {
  if (emphasis.kind === 'text') return emphasis.text
  const fill = emphasis.isOpen ? 1 : 0
  const character = SHAPES[usedShape(emphasis.shape, style)][fill]
  const isDrawn = faceOf(style, character).hasGlyph(character.charCodeAt(0))
  return isDrawn ? character : SHAPES.dot[fill]
}

function usedShape(shape: EmphasisShape | 'auto', { contentMode }: ComputedStyle): EmphasisShape {
  if (shape !== 'auto') return shape
  return contentMode === 'vertical-rl' || contentMode === 'vertical-lr' ? 'sesame' : 'circle'
}

function faceOf({ font }: ComputedStyle, character: string): FontFace {
  return font.itemize(character)[0]?.face ?? font.primary
}

/** Whether marks stand at the side of the line that is its upper one when it is turned to run to the right. */
function standsOver({ contentMode, textEmphasisPosition }: ComputedStyle): boolean {
  if (contentMode === 'horizontal-tb') return textEmphasisPosition.side === 'over'
  return (textEmphasisPosition.verticalSide === 'right') === (contentMode !== 'sideways-lr')
}

function uprightMark(fonts: FontLibrary, face: FontFace, shaping: ShapingStyle, character: string): ShapedWord {
  const vertical = fonts.shaping({ ...shaping, features: { ...shaping.features, vert: true } })
  const letter = fonts.shape(face, vertical, character)
  const { ascent, descent } = face.metrics
  const height = Math.round((ascent + descent) * face.unitsPerEm)
  return {
    ...letter,
    advances: [height],
    clusters: new Uint16Array(1),
    width: height,
    upright: { letters: [letter], ascent: ascent * face.unitsPerEm, middle: 0 },
  }
}

export function noteMissingMark(ctx: LayoutContext, { mark }: Emphasis, style: ComputedStyle): void {
  noteMissing(ctx, mark.face, style.fontFamily[0], mark.text)
}

/** Words on a line, and their left edges. */
interface PlacedWords {
  readonly fontSize: number
  readonly words: readonly ShapedWord[]
  readonly positions: readonly number[]
  readonly letterSpacing: number
}

/** The marks beside the characters of a text, each in the middle of its own; undefined where none has one. */
export function placeMarks(emphasis: Emphasis, text: PlacedWords): EmphasisMarks | undefined {
  const { mark, fontSize, baseline } = emphasis
  const half = (mark.width * fontSize) / mark.face.unitsPerEm / 2
  const positions: number[] = []
  for (let i = 0; i < text.words.length; i++) {
    addMiddles(text.words[i] as ShapedWord, text, (text.positions[i] ?? 0) - half, positions)
  }
  return positions.length === 0 ? undefined : { mark, fontSize, baseline, positions }
}

/** Adds the middles of the characters of a word that take marks. */
function addMiddles(
  { text, face, glyphs, advances, clusters, direction }: ShapedWord,
  { fontSize, letterSpacing }: PlacedWords,
  left: number,
  middles: number[],
): void {
  const px = fontSize / face.unitsPerEm
  const rtl = direction === 'rtl'
  let x = left
  let previous = text.length
  for (let i = 0; i < glyphs.length; ) {
    const start = clusters[i] as number
    let advance = 0
    let next = i
    for (; next < glyphs.length && clusters[next] === start; next++) advance += advances[next] as number
    const end = rtl ? previous : next < glyphs.length ? (clusters[next] as number) : text.length
    addOfCluster(text.slice(start, end), { x, width: advance * px, rtl }, middles)
    x += advance * px + letterSpacing
    previous = start
    i = next
  }
}

/** Characters that are drawn as one, as ligatures are, share its room. */
function addOfCluster(
  text: string,
  { x, width, rtl }: { readonly x: number; readonly width: number; readonly rtl: boolean },
  middles: number[],
): void {
  const characters = text.length < 2 ? [text] : Array.from(graphemeClusters(text), ({ segment }) => segment)
  const share = width / characters.length
  for (let i = 0; i < characters.length; i++) {
    const character = characters[rtl ? characters.length - 1 - i : i] as string
    if (takesMark(character)) middles.push(x + (i + 0.5) * share)
  }
}

/** Separators, control characters and unassigned ones, punctuation, and what combines with the character before it. */
const UNMARKED = /^[\p{Z}\p{Cc}\p{Cf}\p{Cn}\p{P}\p{M}]/u

/** Punctuation that stands for words or numbers (css-text-decor-4 §3.1), also in its small and wide forms. */
const MARKED_PUNCTUATION = /^[#%&@§¶\u0609\u060a\u066a‰‱\u204a\u204b\u2053〽\ufe5f\ufe60\ufe6a\ufe6b＃％＆＠]/u

function takesMark(character: string): boolean {
  return character !== '' && (!UNMARKED.test(character) || MARKED_PUNCTUATION.test(character))
}

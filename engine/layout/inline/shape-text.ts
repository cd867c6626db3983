import { snap, snapDown, snapUp } from '../../base/units.js'
import type { ShapedWord } from '../../fonts/font-types.js'
import type { LayoutContext } from '../layout-types.js'
import { mirror } from './bidi-levels.js'
import { type Joins, joinsAt, joinsOf, shapeJoined } from './joining.js'
import { noteMissing } from './missing-glyphs.js'
import type { InlineRun, WordUnit } from './paragraph.js'
import { KERNED_CHARACTERS, UNKNOWN_KERNING } from './text-style.js'
import { shapeUpright } from './upright-text.js'

/** Longest text shaped at once: a longer word without any space is divided where a character begins. */
export const MAX_WORD_LENGTH = 512

/**
 * Shapes text of a run and notes characters that no face draws. Brackets in right-to-left runs have mirrored glyphs
 * (UAX #9 L4) but keep their text: readers of the file get back what the document says.
 */
export function shapeText(ctx: LayoutContext, run: InlineRun, text: string, joins: Joins = 'none'): ShapedWord {
  if (run.upright) {
    const word = shapeUpright(ctx, run, text)
    if (word.missing) noteMissing(ctx, run.face, run.style.style.fontFamily[0], text)
    return word
  }
  const drawn = run.level & 1 ? mirror(text) : text
  const word = joins === 'none' ? ctx.fonts.shape(run.face, run.shaping, drawn) : shapeJoined(ctx, run, drawn, joins)
  if (word.missing) noteMissing(ctx, run.face, run.style.style.fontFamily[0], text)
  return drawn === text ? word : { ...word, text }
}

/** Shapes the space between words of a run, every second word of a text. */
export function shapeSpace(ctx: LayoutContext, run: InlineRun): ShapedWord {
  if (!isPlainLatin(run)) return shapeText(ctx, run, ' ')
  run.style.space ??= shapeText(ctx, run, ' ')
  return run.style.space
}

/** Left-to-right text of the primary face, as most is. */
function isPlainLatin({ upright, face, shaping, style }: InlineRun): boolean {
  return !upright && face === style.face && shaping === style.latin
}

/**
 * Widths on the grid of layout for what stands side by side, in this order: those of any of them that follow each other
 * come to what they measure together, rounded once, as browsers round lines and not words.
 */
export class WidthSum {
  /** By how much the widths so far exceed the exact ones: less than a unit of the grid. */
  #ahead = 0

  /** The width of the next thing, which measures `px`. */
  add(px: number): number {
    const width = snapUp(px - this.#ahead)
    this.#ahead += width - px
    return width
  }
}

/** The px of a unit of a font. Browsers measure text at its size cut off to 1/64 px, and so break lines by that. */
export function pxPerUnit({ fontSize }: InlineRun, { face }: ShapedWord): number {
  return snapDown(fontSize) / face.unitsPerEm
}

/** Width of a shaped word at the size of its run, letter spacing included, not rounded. */
export function wordAdvance(run: InlineRun, word: ShapedWord): number {
  const width = word.width * pxPerUnit(run, word)
  const spacing = run.style.letterSpacing
  return spacing === 0 ? width : width + spacing * countClusters(word)
}

/** Width of a shaped word that is measured by itself. */
export function measureWord(run: InlineRun, word: ShapedWord): number {
  return snap(wordAdvance(run, word))
}

/**
 * Width of a space between two characters of its run, not rounded: fonts kern spaces with letters such as T, and
 * browsers shape them together.
 * @param before code unit before the space, NaN where its run begins; `after` likewise
 */
export function spaceAdvance(
  ctx: LayoutContext,
  run: InlineRun,
  space: ShapedWord,
  before: number,
  after: number,
): number {
  const { style } = run
  const spacing = style.wordSpacing + style.letterSpacing
  const kerning = spaceKerning(ctx, run, space, before, 0) + spaceKerning(ctx, run, space, after, KERNED_CHARACTERS)
  return (space.width + kerning) * pxPerUnit(run, space) + spacing
}

/** By how many px a space is wider before a character than by itself. */
export function kerningBehindSpace(ctx: LayoutContext, run: InlineRun, space: ShapedWord, behind: number): number {
  return spaceKerning(ctx, run, space, behind, KERNED_CHARACTERS) * pxPerUnit(run, space)
}

/** Kerning of a space with the character before (`side` 0) or behind it, in font units. */
function spaceKerning(ctx: LayoutContext, run: InlineRun, space: ShapedWord, code: number, side: number): number {
  const { style } = run
  // AD-HOC: kerned in left-to-right text of the primary face only, where fonts have such pairs.
  if (!(code < KERNED_CHARACTERS) || !isPlainLatin(run)) return 0
  const known = style.spaceKerning[side + code] as number
  if (known !== UNKNOWN_KERNING) return known
  const character = String.fromCharCode(code)
  const alone = ctx.fonts.shape(run.face, run.shaping, character).width
  const pair = ctx.fonts.shape(run.face, run.shaping, side === 0 ? `${character} ` : ` ${character}`).width
  const kerning = pair - alone - space.width
  style.spaceKerning[side + code] = kerning
  return kerning
}

function countClusters(word: ShapedWord): number {
  let count = 0
  let last = -1
  for (const cluster of word.clusters) {
    if (cluster !== last) count++
    last = cluster
  }
  return count
}

/** A word's place in the paragraph, and what its neighbours make of it. */
type WordPlace = Pick<WordUnit, 'start' | 'end' | 'softHyphen' | 'joins' | 'kerning'>

/**
 * A word of these letters, at its place in the paragraph.
 * @param widths those of what stands before it; the word is measured by itself when they are left out
 */
export function shapeWordUnit(
  ctx: LayoutContext,
  run: InlineRun,
  text: string,
  { start, end, softHyphen, joins, kerning }: WordPlace,
  widths?: WidthSum,
): WordUnit {
  const word = shapeText(ctx, run, text, joins)
  const advance = wordAdvance(run, word) + kerning
  const width = widths ? widths.add(advance) : snap(advance)
  return { kind: 'word', start, end, run, word, width, softHyphen, joins, kerning }
}

/** A word can be divided when offsets in its text are offsets in the paragraph. */
export function isDivisible(unit: WordUnit): boolean {
  return unit.word.text.length === unit.end - unit.start
}

/**
 * The part of a word before and behind an offset counted from its start, each shaped anew.
 * @param softHyphen a line that ends between the parts shows a hyphen
 */
export function divideWord(
  ctx: LayoutContext,
  unit: WordUnit,
  offset: number,
  softHyphen: boolean,
): readonly [WordUnit, WordUnit] {
  const { run, start, end, joins, kerning } = unit
  const { text } = unit.word
  // css-text-3 §7.3: letters keep the forms they have in the whole word.
  const joined = run.shaping.script === 'arab' && joinsAt(text, offset)
  const first = joinsOf(joins === 'before' || joins === 'both', joined)
  const second = joinsOf(joined, joins === 'after' || joins === 'both')
  return [
    shapeWordUnit(ctx, run, text.slice(0, offset), {
      start,
      end: start + offset,
      softHyphen,
      joins: first,
      kerning: 0,
    }),
    shapeWordUnit(ctx, run, text.slice(offset), {
      start: start + offset,
      end,
      softHyphen: unit.softHyphen,
      joins: second,
      kerning,
    }),
  ]
}

/**
 * Width of the text before each offset of a word, as shaped within it; NaN inside a cluster, where the word
 * cannot be divided. Element `text.length` is the whole.
 */
export function prefixWidths(unit: WordUnit): readonly number[] {
  const { word, run } = unit
  const length = word.text.length
  // Arrays of numbers: V8 makes short ones faster than typed arrays.
  const widths = new Array<number>(length + 1).fill(Number.NaN)
  const advances = new Array<number>(length).fill(0)
  for (let i = 0; i < word.clusters.length; i++) {
    const cluster = word.clusters[i] as number
    advances[cluster] = (advances[cluster] as number) + (word.advances[i] as number)
    widths[cluster] = 0
  }
  const scale = pxPerUnit(run, word)
  let sum = 0
  let spacing = 0
  for (let i = 0; i < length; i++) {
    if (Number.isNaN(widths[i])) continue
    widths[i] = sum * scale + spacing
    sum += advances[i] as number
    spacing += run.style.letterSpacing
  }
  widths[length] = sum * scale + spacing
  return widths
}

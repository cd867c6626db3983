import type { ShapedWord } from '../fonts/font-types.js'

/**
 * A word as the operand of a TJ operator, made once and kept for as long as the word. Glyph ids are the font's
 * own, so it does not depend on the document or the font size.
 */
export interface WordOperand {
  /**
   * Hexadecimal glyph ids and kerning in thousandths of an em, without the outermost brackets: `0024>-12<0039`.
   * So words join without `><` between them.
   */
  readonly hex: string
  /** How far the text position moves, in thousandths of an em. */
  readonly advance: number
  readonly text: WordText
  /** Glyphs of one cluster overlap, as marks do: readers that go by positions would take them apart. */
  readonly overlaps: boolean
}

/** What each glyph of a word stands for. */
type WordText =
  /** Glyph `i` stands for code unit `i` of the text; from the end in right-to-left words. */
  | { readonly kind: 'one-to-one' }
  /** The text of each glyph in visual order (ligatures have several characters, marks may have none), and all of it. */
  | { readonly kind: 'clusters'; readonly glyphTexts: readonly string[]; readonly visual: string }

const operands = new WeakMap<ShapedWord, WordOperand>()

export function wordOperand(word: ShapedWord): WordOperand {
  let operand = operands.get(word)
  if (!operand) {
    operand = makeOperand(word)
    operands.set(word, operand)
  }
  return operand
}

/** Thousandths of an em per font unit. */
function perMille(word: ShapedWord): number {
  return 1000 / word.face.unitsPerEm
}

/** The width of a glyph as the W array gives it, in thousandths of an em with two decimals. */
export function glyphWidth(word: ShapedWord, glyph: number): number {
  return Math.round(word.face.program.advanceWidth(glyph) * perMille(word) * 100) / 100
}

export function hexGlyph(glyph: number): string {
  return (glyph + 0x10000).toString(16).slice(1)
}

function makeOperand(word: ShapedWord): WordOperand {
  const scale = perMille(word)
  const last = word.glyphs.length - 1
  let hex = ''
  let pen = 0
  let wanted = 0
  let overlaps = word.offsets !== undefined
  for (let i = 0; i <= last; i++) {
    const glyph = word.glyphs[i] ?? 0
    hex += hexGlyph(glyph)
    pen += glyphWidth(word, glyph)
    wanted += (word.advances[i] ?? 0) * scale
    const kerning = Math.round(pen - wanted)
    // Kerning after the last glyph is left to the next word's position.
    if (kerning !== 0 && i < last) {
      overlaps ||= kerning > 0 && word.clusters[i] === word.clusters[i + 1]
      hex += `>${kerning}<`
      pen -= kerning
    }
  }
  return { hex, advance: pen, text: wordText(word), overlaps }
}

function wordText(word: ShapedWord): WordText {
  return isOneToOne(word)
    ? { kind: 'one-to-one' }
    : { kind: 'clusters', glyphTexts: glyphTexts(word), visual: visualOrder(word, word.text) }
}

function isOneToOne(word: ShapedWord): boolean {
  const count = word.glyphs.length
  if (count !== word.text.length) return false
  for (let i = 0; i < count; i++) {
    if (word.clusters[i] !== (word.direction === 'rtl' ? count - 1 - i : i)) return false
  }
  return true
}

/**
 * The text of each glyph; of several glyphs of one cluster the first in logical order has all of it. Composed where
 * that is possible: readers take a letter and a mark for two words where one glyph shows both.
 */
function glyphTexts(word: ShapedWord): readonly string[] {
  const starts = [...new Set(word.clusters)].sort((a, b) => a - b)
  const given = new Set<number>()
  const texts = new Array<string>(word.glyphs.length).fill('')
  for (let i = 0; i < texts.length; i++) {
    const index = word.direction === 'rtl' ? texts.length - 1 - i : i
    const start = word.clusters[index] ?? 0
    if (given.has(start)) continue
    given.add(start)
    const end = starts[starts.indexOf(start) + 1] ?? word.text.length
    texts[index] = visualOrder(word, word.text.slice(start, end).normalize('NFC'))
  }
  return texts
}

/**
 * Text in the order of its glyphs on the page. Readers turn right-to-left runs around as a whole, ligatures
 * included, so the characters of a ligature must stand in reverse.
 */
function visualOrder(word: ShapedWord, text: string): string {
  return word.direction === 'rtl' ? [...text].reverse().join('') : text
}

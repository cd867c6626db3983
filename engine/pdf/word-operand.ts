import type { ShapedWord, WordOperand, WordText } from '../fonts/font-types.js'

/** The operand of a word, made when it is shown for the first time. */
export function wordOperand(word: ShapedWord): WordOperand {
  const known = word.operand
  // What was made of a word by changing it has the operand of another.
  if (known?.word === word) return known
  const made = makeOperand(word)
  word.operand = made
  return made
}

/** Thousandths of an em per font unit. */
function perMille(word: ShapedWord): number {
  return 1000 / word.face.unitsPerEm
}

/** The width of a glyph as the W array gives it, in thousandths of an em with two decimals. */
export function glyphWidth(word: ShapedWord, glyph: number): number {
  return Math.round(word.face.program.advanceWidth(glyph) * perMille(word) * 100) / 100
}

/** A glyph id as two bytes of a literal string (ISO 32000-1 §7.3.4.2), in Latin-1. */
export function shownGlyph(glyph: number): string {
  return literalByte(glyph >> 8) + literalByte(glyph & 0xff)
}

/** A carriage return would be read as a line feed. */
function literalByte(byte: number): string {
  return LITERAL_BYTES[byte] ?? ''
}

const LITERAL_BYTES = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  if (character === '\r') return '\\r'
  return '()\\'.includes(character) ? `\\${character}` : character
})

function makeOperand(word: ShapedWord): WordOperand {
  const scale = perMille(word)
  const last = word.glyphs.length - 1
  let shown = ''
  let pen = 0
  let wanted = 0
  let overlaps = word.offsets !== undefined
  for (let i = 0; i <= last; i++) {
    const glyph = word.glyphs[i] ?? 0
    shown += shownGlyph(glyph)
    pen += glyphWidth(word, glyph)
    wanted += (word.advances[i] ?? 0) * scale
    const kerning = Math.round(pen - wanted)
    // Kerning after the last glyph is left to the next word's position.
    if (kerning !== 0 && i < last) {
      overlaps ||= kerning > 0 && word.clusters[i] === word.clusters[i + 1]
      shown += `)${kerning}(`
      pen -= kerning
    }
  }
  return { word, shown, advance: pen, text: wordText(word), overlaps, noted: undefined, faithful: true }
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

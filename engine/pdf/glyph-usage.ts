import type { FontProgram, ShapedWord, WordOperand } from '../fonts/font-types.js'

/** In place of a code unit: the glyph stands for other than one code unit, see the map of longer texts. */
const LONGER = 0xffff

/** The glyphs of one font program that a document shows, and what they stand for. */
export class GlyphUsage {
  /** By glyph id: the UTF-16 code unit it stands for, 0 when the glyph is not used, or `LONGER`. */
  #units = new Uint16Array(1024)
  readonly #longer = new Map<number, string>()
  /** In its place in operands, which outlive the document. */
  readonly #token = {}

  constructor(
    readonly program: FontProgram,
    /** The name by which content streams select the font. */
    readonly resourceName: string,
  ) {}

  /**
   * Notes the glyphs of a word, once. What a glyph stands for is settled by the first word that shows it.
   * @returns whether the word would be extracted right from its glyphs; if not, it needs an ActualText
   */
  note(word: ShapedWord, operand: WordOperand): boolean {
    if (operand.noted !== this.#token) {
      operand.noted = this.#token
      operand.faithful = this.#add(word, operand)
    }
    return operand.faithful
  }

  #add(word: ShapedWord, operand: WordOperand): boolean {
    return operand.text.kind === 'one-to-one'
      ? this.#addOneToOne(word)
      : this.#addClusters(word, operand.text.glyphTexts, operand.text.visual)
  }

  /** The ids of all glyphs used, ascending. */
  glyphIds(): number[] {
    const ids: number[] = []
    const units = this.#units
    for (let glyph = 0; glyph < units.length; glyph++) if (units[glyph] !== 0) ids.push(glyph)
    return ids
  }

  /** What a glyph stands for; empty when nothing is known. */
  textOf(glyph: number): string {
    const unit = this.#units[glyph] ?? 0
    if (unit === LONGER) return this.#longer.get(glyph) ?? ''
    return unit === 0 ? '' : String.fromCharCode(unit)
  }

  #addOneToOne(word: ShapedWord): boolean {
    const { glyphs, text } = word
    const last = glyphs.length - 1
    const reversed = word.direction === 'rtl'
    let faithful = true
    for (let i = 0; i <= last; i++) {
      const glyph = glyphs[i] ?? 0
      const unit = text.charCodeAt(reversed ? last - i : i)
      if (this.#units[glyph] === unit) continue
      const known = this.#learn(glyph, String.fromCharCode(unit))
      if (!isEquivalent(known, String.fromCharCode(unit))) faithful = false
    }
    return faithful
  }

  #addClusters(word: ShapedWord, texts: readonly string[], expected: string): boolean {
    let extracted = ''
    for (let i = 0; i < word.glyphs.length; i++) extracted += this.#learn(word.glyphs[i] ?? 0, texts[i] ?? '')
    return isEquivalent(extracted, expected)
  }

  /** Settles what the glyph stands for, if that is open, and returns it. */
  #learn(glyph: number, text: string): string {
    if (glyph >= this.#units.length) this.#grow(glyph)
    if (this.#units[glyph] !== 0) return this.textOf(glyph)
    const learnt = text !== '' ? text : this.#textOfCharacterMap(glyph)
    if (learnt.length === 1 && learnt !== '\0' && learnt !== '\uffff') this.#units[glyph] = learnt.charCodeAt(0)
    else {
      this.#units[glyph] = LONGER
      this.#longer.set(glyph, learnt)
    }
    return learnt
  }

  #textOfCharacterMap(glyph: number): string {
    const codePoint = this.program.codePointsOf(glyph)[0]
    return codePoint === undefined ? '' : String.fromCodePoint(codePoint)
  }

  #grow(glyph: number): void {
    let length = this.#units.length
    while (length <= glyph) length *= 2
    const units = new Uint16Array(length)
    units.set(this.#units)
    this.#units = units
  }
}

/** Equal but for characters that look the same, such as kinds of spaces, which share a glyph in many fonts. */
function isEquivalent(a: string, b: string): boolean {
  return a === b || a.normalize('NFKC') === b.normalize('NFKC')
}

import type { FontProgram, ShapedWord, WordOperand } from '../fonts/font-types.js'

/** In place of a code unit: the glyph stands for other than one code unit, see the map of longer texts. */
const LONGER = 0xffff

/**
 * The glyphs of one font program that a document shows, and what they stand for. Content shows glyphs by their ids; one
 * that stands for several texts, as a missing glyph does for all that the font lacks, has a code of its own for each
 * further text, behind the ids of the font.
 */
export class GlyphUsage {
  /** By code: the UTF-16 code unit it stands for, 0 when it is not used, or `LONGER`. */
  #units = new Uint16Array(1024)
  readonly #longer = new Map<number, string>()
  /** By glyph and text. */
  readonly #furtherCodes = new Map<string, number>()
  /** By code, from the first behind the glyph ids. */
  readonly #furtherGlyphs: number[] = []
  /** In its place in operands, which outlive the document. */
  readonly #token = {}

  constructor(
    readonly program: FontProgram,
    /** The name by which content streams select the font. */
    readonly resourceName: string,
  ) {}

  /** Notes the glyphs of a word, once, and what their codes are in this document. */
  note(word: ShapedWord, operand: WordOperand): void {
    if (operand.noted === this.#token) return
    operand.noted = this.#token
    operand.codes = undefined
    operand.unseen = undefined
    operand.faithful =
      operand.text.kind === 'one-to-one'
        ? this.#addOneToOne(word, operand)
        : this.#addClusters(word, operand, operand.text.glyphTexts, operand.text.visual)
  }

  /** Notes the glyphs of characters that may be typed. */
  noteCharacters(characters: string): void {
    for (const character of characters) {
      const glyph = this.program.glyphOf(character.codePointAt(0) ?? 0)
      if (glyph !== 0) this.#learn(glyph, character)
    }
  }

  /** All codes used, ascending: glyph ids, then those of further texts. */
  codes(): number[] {
    const codes: number[] = []
    const units = this.#units
    for (let code = 0; code < units.length; code++) if (units[code] !== 0) codes.push(code)
    return codes
  }

  /** Whether some codes are not the ids of their glyphs. */
  get hasFurtherCodes(): boolean {
    return this.#furtherGlyphs.length > 0
  }

  glyphOf(code: number): number {
    return code < this.program.glyphCount ? code : (this.#furtherGlyphs[code - this.program.glyphCount] ?? 0)
  }

  /** The text of a code, taken from the font where the document does not show it; empty when nothing is known. */
  textOf(code: number): string {
    const unit = this.#units[code] ?? 0
    if (unit === LONGER) return this.#longer.get(code) ?? ''
    return unit === 0 ? this.#textOfCharacterMap(code) : String.fromCharCode(unit)
  }

  #addOneToOne(word: ShapedWord, operand: WordOperand): boolean {
    const { glyphs, text } = word
    const last = glyphs.length - 1
    const reversed = word.direction === 'rtl'
    let faithful = true
    for (let i = 0; i <= last; i++) {
      const glyph = glyphs[i] ?? 0
      const unit = text.charCodeAt(reversed ? last - i : i)
      if (this.#units[glyph] === unit) continue
      const character = String.fromCharCode(unit)
      if (!isEquivalent(this.#encode(operand, i, character), character)) faithful = false
    }
    return faithful
  }

  #addClusters(word: ShapedWord, operand: WordOperand, texts: readonly string[], expected: string): boolean {
    let extracted = ''
    for (let i = 0; i < word.glyphs.length; i++) {
      const text = texts[i] ?? ''
      const apart = operand.isRightToLeft && text.length > 1 ? this.#takeApart(operand, i, text) : undefined
      extracted += apart ?? this.#encode(operand, i, text)
    }
    return isEquivalent(extracted, expected) && !texts.some(isSequence)
  }

  /** Chooses the code of a glyph of a word, and returns what it stands for. */
  #encode(operand: WordOperand, index: number, text: string): string {
    const glyph = operand.word.glyphs[index] ?? 0
    const known = this.#learn(glyph, text)
    if (text === '' || isEquivalent(known, text)) return known
    const code = this.#furtherCode(glyph, text)
    if (code === undefined) return known
    operand.codes ??= operand.word.glyphs.slice()
    operand.codes[index] = code
    return text
  }

  /**
   * Gives each further character of a ligature from right to left a glyph of its own that is not seen: some readers turn
   * the characters of one glyph around and others do not. The glyph has no code but these, so that its outline, which some
   * fonts have, is left out of the file. Undefined where the font has no such glyph or no room for its codes.
   */
  #takeApart(operand: WordOperand, index: number, text: string): string | undefined {
    const characters = [...text]
    const last = characters.pop() ?? ''
    const glyph = this.#unseenGlyph()
    if (glyph === undefined || characters.length === 0) return undefined
    const codes: number[] = []
    for (const character of characters) {
      const code = this.#furtherCode(glyph, character)
      if (code === undefined) return undefined
      codes.push(code)
    }
    const encoded = this.#encode(operand, index, last)
    operand.unseen ??= new Map()
    operand.unseen.set(index, codes)
    return characters.join('') + encoded
  }

  /** That of a joiner or non-joiner, which takes no room. */
  #unseenGlyph(): number | undefined {
    const { program } = this
    return UNSEEN.map((codePoint) => program.glyphOf(codePoint)).find(
      (glyph) => glyph !== 0 && !this.#units[glyph] && program.widthInFile(glyph) === 0,
    )
  }

  /** Settles what the glyph's own code stands for, if that is open, and returns it. */
  #learn(glyph: number, text: string): string {
    if (glyph >= this.#units.length) this.#grow(glyph)
    if (this.#units[glyph] !== 0) return this.textOf(glyph)
    const learnt = text !== '' ? text : this.#textOfCharacterMap(glyph)
    this.#settle(glyph, learnt)
    return learnt
  }

  /** Undefined where there are none left, and in fonts whose programs name their glyphs by the codes (CFF). */
  #furtherCode(glyph: number, text: string): number | undefined {
    const key = `${glyph} ${text}`
    const known = this.#furtherCodes.get(key)
    if (known !== undefined) return known
    const code = this.program.glyphCount + this.#furtherGlyphs.length
    if (code > MOST_CODES || this.program.outlines === 'cff') return undefined
    this.#furtherGlyphs.push(glyph)
    this.#furtherCodes.set(key, code)
    if (code >= this.#units.length) this.#grow(code)
    this.#settle(code, text)
    return code
  }

  #settle(code: number, text: string): void {
    if (text.length === 1 && text !== '\0' && text !== '\uffff') this.#units[code] = text.charCodeAt(0)
    else {
      this.#units[code] = LONGER
      this.#longer.set(code, text)
    }
  }

  #textOfCharacterMap(glyph: number): string {
    const codePoint = this.program.codePointsOf(glyph)[0]
    return codePoint === undefined ? '' : String.fromCodePoint(codePoint)
  }

  #grow(code: number): void {
    let length = this.#units.length
    while (length <= code) length *= 2
    const units = new Uint16Array(length)
    units.set(this.#units)
    this.#units = units
  }
}

/** Zero width non-joiner and joiner. */
const UNSEEN = [0x200c, 0x200d]

/** Codes have two bytes. */
const MOST_CODES = 0xffff

/**
 * Several characters beyond the Basic Multilingual Plane, as those of a flag.
 * AD-HOC: MuPDF reads the halves of each such character on their own where a glyph stands for several.
 */
function isSequence(text: string): boolean {
  return text.length > 2 && /[\ud800-\udfff]/.test(text)
}

/**
 * Equal but for characters that look the same, such as kinds of spaces, which share a glyph in many fonts. Characters that
 * stand for each other by themselves, as compatibility ideographs of names do for unified ones, are read as they are written.
 */
function isEquivalent(a: string, b: string): boolean {
  if (a === b) return true
  return (
    a.normalize('NFKC') === b.normalize('NFKC') &&
    !(isSingle(a) && isSingle(b) && a.normalize('NFC') === b.normalize('NFC'))
  )
}

function isSingle(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff)
}

import {
  fixedSpaceWidth,
  HYPHEN,
  HYPHEN_MINUS,
  isControl,
  isDefaultIgnorable,
  isSpace,
  NON_BREAKING_HYPHEN,
  SOFT_HYPHEN,
  SPACE,
  ZERO_WIDTH_JOINER,
  ZERO_WIDTH_NON_JOINER,
  ZERO_WIDTH_SPACE,
} from './characters.js'
import { isTag } from './emoji.js'

/** Text as a shaper takes it: NFC, nothing that must not be drawn, and substitutes for what the face lacks. */
export interface PreparedText {
  readonly codePoints: readonly number[]
  /** For each code point the offset in the original text of the first code unit it stands for. */
  readonly offsets: readonly number[]
  /** Widths in em of spaces that stand for one the face lacks, by index in `codePoints`. */
  readonly spaceWidths: ReadonlyMap<number, number> | undefined
}

/** Which code points the face has. */
export interface Repertoire {
  hasGlyph(codePoint: number): boolean
}

/**
 * A base with what may compose with it: marks, and Hangul vowels and finals. No more than 30 marks are put in order
 * with each other, as in the Stream-Safe Text Format (UAX #15 §13): ordering any number would cost its square.
 */
const COMPOSING_PIECE = /[^\p{M}\u1160-\u11ff]?[\p{M}\u1160-\u11ff]{0,30}/suy
const TOO_MANY_MARKS = /\p{M}{31}/u

/** Below this nothing composes, decomposes or has to be reordered, but the letters that NFC leaves alone. */
const FIRST_COMBINING = 0x300

const THAI_SARA_AM = 0x0e33
const LAO_SARA_AM = 0x0eb3

/** Prepares a text for a shaper. */
export function prepareText(face: Repertoire, text: string): PreparedText {
  const builder = new TextBuilder(face, text.length)
  if (isComposed(text)) {
    for (let i = 0; i < text.length; ) {
      const codePoint = text.codePointAt(i) ?? 0
      builder.add(codePoint, i)
      i += codePoint > 0xffff ? 2 : 1
    }
    return builder
  }
  COMPOSING_PIECE.lastIndex = 0
  for (let at = 0; at < text.length; at = COMPOSING_PIECE.lastIndex) {
    const piece = COMPOSING_PIECE.exec(text)?.[0] ?? ''
    const composed = compose(piece)
    let inPiece = 0
    for (const character of composed) {
      builder.add(character.codePointAt(0) ?? 0, composed === piece ? at + inPiece : at)
      inPiece += character.length
    }
  }
  return builder
}

/**
 * NFC, but for characters that it would replace by one other: compatibility ideographs, which names are written with, stay
 * what they are.
 */
function compose(piece: string): string {
  const [base = ''] = piece
  const [replaced = '', further] = base.normalize('NFC')
  if (replaced === base || further !== undefined) return piece.normalize('NFC')
  return base + piece.slice(base.length).normalize('NFC')
}

/**
 * Whether a face can draw the text without a missing glyph, with the same substitutes as `prepareText`.
 * @param text a grapheme cluster
 */
export function canDraw(face: Repertoire, text: string): boolean {
  const { codePoints } = prepareText(face, text)
  for (const codePoint of codePoints) {
    if (!face.hasGlyph(codePoint)) return false
  }
  return true
}

function isComposed(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) >= FIRST_COMBINING) return !TOO_MANY_MARKS.test(text) && text.normalize('NFC') === text
  }
  return true
}

/** Characters that are not drawn but change what stands beside them, in fonts that have them. */
function isShapingControl(codePoint: number): boolean {
  if (codePoint === ZERO_WIDTH_JOINER || codePoint === ZERO_WIDTH_NON_JOINER || isTag(codePoint)) return true
  // The grapheme joiner and the zero width space, which keep syllables apart, and the selectors of Mongolian.
  if (codePoint === 0x034f || codePoint === ZERO_WIDTH_SPACE) return true
  return codePoint >= 0x180b && codePoint <= 0x180f
}

class TextBuilder implements PreparedText {
  readonly codePoints: number[] = []
  readonly offsets: number[] = []
  spaceWidths: Map<number, number> | undefined

  constructor(
    private readonly face: Repertoire,
    private readonly length: number,
  ) {}

  add(codePoint: number, offset: number): void {
    if (codePoint === SOFT_HYPHEN) {
      // A soft hyphen shows only where the line was broken at it (css-text-3 §6.1): at the end of the text.
      if (offset === this.length - 1) this.#push(this.face.hasGlyph(HYPHEN) ? HYPHEN : HYPHEN_MINUS, offset)
    } else if (codePoint === THAI_SARA_AM || codePoint === LAO_SARA_AM) {
      this.#addSaraAm(codePoint, offset)
    } else if (isShapingControl(codePoint)) {
      if (this.face.hasGlyph(codePoint)) this.#push(codePoint, offset)
    } else if (!isDefaultIgnorable(codePoint) && !isControl(codePoint)) {
      if (this.face.hasGlyph(codePoint)) this.#push(codePoint, offset)
      else this.#addSubstitute(codePoint, offset)
    }
  }

  #push(codePoint: number, offset: number): void {
    this.codePoints.push(codePoint)
    this.offsets.push(offset)
  }

  #addSubstitute(codePoint: number, offset: number): void {
    if (codePoint === NON_BREAKING_HYPHEN) {
      this.#push(this.face.hasGlyph(HYPHEN) ? HYPHEN : HYPHEN_MINUS, offset)
    } else if (isSpace(codePoint)) {
      const width = fixedSpaceWidth(codePoint)
      if (width !== undefined) {
        this.spaceWidths ??= new Map()
        this.spaceWidths.set(this.codePoints.length, width)
      }
      this.#push(SPACE, offset)
    } else {
      this.#addDecomposed(codePoint, offset)
    }
  }

  /**
   * Another character that is canonically the same, or a base and marks from which the face can build the letter; else the
   * letter itself, missing.
   */
  #addDecomposed(codePoint: number, offset: number): void {
    const letter = String.fromCodePoint(codePoint)
    for (const form of codePoint < 0xc0 ? [] : (['NFC', 'NFD'] as const)) {
      const parts = Array.from(letter.normalize(form), (part) => part.codePointAt(0) ?? 0)
      if (!parts.every((part) => this.face.hasGlyph(part))) continue
      for (const part of parts) this.#push(part, offset)
      return
    }
    this.#push(codePoint, offset)
  }

  /**
   * Sara am is a nikhahit over the consonant and a sara aa behind it; a tone mark typed between the consonant
   * and sara am stands above the nikhahit. fontkit does not take it apart.
   */
  #addSaraAm(codePoint: number, offset: number): void {
    const block = codePoint - THAI_SARA_AM
    const nikhahit = 0x0e4d + block
    if (!this.face.hasGlyph(nikhahit) || !this.face.hasGlyph(codePoint - 1)) {
      this.#push(codePoint, offset)
      return
    }
    let at = this.codePoints.length
    while (at > 0 && isToneMark((this.codePoints[at - 1] as number) - block)) at--
    this.codePoints.splice(at, 0, nikhahit)
    this.offsets.splice(at, 0, offset)
    this.#push(codePoint - 1, offset)
  }
}

/** Mai ek to mai chattawa, or the Lao tone marks moved into the Thai block. */
function isToneMark(codePoint: number): boolean {
  return codePoint >= 0x0e48 && codePoint <= 0x0e4b
}

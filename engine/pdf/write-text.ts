import type { FontFace, ShapedWord, Synthesis, WordOperand } from '../fonts/font-types.js'
import type { TextRun } from '../paint/paint-target.js'
import type { ContentStream } from './content-stream.js'
import type { GlyphUsage } from './glyph-usage.js'
import { shownGlyph, shownUnseen, shownWith, wordOperand } from './word-operand.js'

/** How far a word may stand from where layout put it before it is moved there, in px. Far below what can be seen. */
const TOLERANCE = 1 / 32

/** How far synthesized oblique letters lean, as the tangent of the angle: about 14°, as Skia slants them. */
const SLANT = 0.25

/**
 * The line width that makes letters bold, in em, at the smallest and the largest of the font sizes between which it
 * changes evenly: as Skia does, so that small text gains weight and large text stays open.
 */
const BOLD_OUTLINE = { smallSize: 9, largeSize: 36, small: 1 / 24, large: 1 / 32 }

const EMPTY_TEXT = '/Span<</ActualText<feff>>>BDC\n'

/** Finds the record of a face in a document. */
export type UsageOf = (word: ShapedWord) => GlyphUsage

/**
 * Writes a run as one line of a text object: one TJ for all words of a face, moved apart by numbers within it. A new line
 * begins where synthesized slanted letters begin and end.
 */
export function writeText(stream: ContentStream, run: TextRun, usageOf: UsageOf): void {
  if (run.fontSize <= 0 || run.words.length === 0) return
  const line = new TextLine(stream, run)
  /** Whether what is shown as its glyphs tell goes on. */
  let isOpen = false
  const isBackwards = isReadBackwards(run, usageOf)
  const last = run.words.length - 1
  for (let n = 0; n <= last; n++) {
    const i = isBackwards ? last - n : n
    const word = run.words[i]
    if (word === undefined || word.glyphs.length === 0) continue
    const usage = usageOf(word)
    const operand = wordOperand(word)
    usage.note(word, operand)
    const replaced = isReplaced(operand) && !run.decorative
    if (replaced) {
      isOpen = false
      line.beginActualText(word)
    } else if (!isOpen) {
      isOpen = true
      line.begin()
    }
    line.setFont(usage, word.face)
    line.moveTo(run.positions[i] ?? 0)
    if (word.offsets || run.letterSpacing !== 0) line.showSpaced(operand, run.letterSpacing)
    else line.show(operand)
    if (replaced) line.endActualText()
  }
  line.finish()
}

/** Whether a word carries its text, since its glyphs do not tell. */
function isReplaced(operand: WordOperand): boolean {
  return !operand.faithful || operand.overlaps
}

/**
 * Whether words from right to left are written from the first to the last. Else they stand as they are seen, which readers
 * turn around; words that carry their text are not turned around, so that those around them must not be either.
 */
function isReadBackwards({ words, decorative }: TextRun, usageOf: UsageOf): boolean {
  const [first] = words
  if (decorative || !first || !wordOperand(first).isRightToLeft) return false
  let isBackwards = false
  for (const word of words) {
    if (word.glyphs.length === 0) continue
    const operand = wordOperand(word)
    usageOf(word).note(word, operand)
    if (isReplaced(operand)) isBackwards = true
  }
  return isBackwards
}

/** A line being written. The pen is where the reader's text position will be, in px from the line's start. */
class TextLine {
  #hasBegun = false
  #pen = 0
  #usage: GlyphUsage | undefined
  #synthesis: Synthesis | undefined
  /** The slant of the text matrix; undefined before the first one was set. */
  #slant: number | undefined
  /** At which the current face is drawn. */
  #fontSize: number

  constructor(
    private readonly stream: ContentStream,
    private readonly run: TextRun,
  ) {
    this.#fontSize = run.fontSize
  }

  /** Begins what is shown as its glyphs tell. */
  begin(): void {
    this.stream.beginText(this.run.decorative ? 'artifact' : this.run.tag)
    if (!this.#hasBegun) this.#beginRun()
  }

  /** ISO 32000-1 §14.9.4: what a word says when its glyphs do not tell, in the order in which it is read. */
  beginActualText({ text, readAs }: ShapedWord): void {
    this.end()
    const hasEnded = this.stream.beginActualText(readAs ?? text, this.run.tag)
    if (hasEnded && this.#slant !== undefined) this.stream.setLine(this.run.x + this.#pen, this.run.y, this.#slant)
    if (!this.#hasBegun) this.#beginRun()
  }

  endActualText(): void {
    this.end()
    this.stream.endActualText()
  }

  /** Ends all that was begun. */
  finish(): void {
    this.end()
    if (this.#hasBegun && this.run.decorative) this.stream.append('EMC\n')
  }

  #beginRun(): void {
    this.#hasBegun = true
    const { run, stream } = this
    // Patterns and what outlines are drawn with have been set.
    if (!run.pattern && !run.outline) stream.state.setFill(run.color)
    // Readers of the structure skip artifacts, as which no part of what is one object may be marked; readers of text take the
    // replacement text, which is empty.
    if (run.decorative) stream.append(EMPTY_TEXT)
  }

  setFont(usage: GlyphUsage, { synthesis, scale }: FontFace): void {
    if (usage === this.#usage && synthesis === this.#synthesis) return
    this.end()
    this.#usage = usage
    this.#synthesis = synthesis
    this.#fontSize = this.run.fontSize * scale
    const slant = synthesis?.oblique ? SLANT : 0
    if (slant !== this.#slant) {
      this.#slant = slant
      this.stream.setLine(this.run.x + this.#pen, this.run.y, slant)
    }
    if (this.run.invisible) this.stream.state.hideText()
    else if (!this.run.outline)
      this.stream.state.setTextOutline(this.run.color, synthesis?.bold ? boldOutline(this.#fontSize) : undefined)
    this.stream.state.setFont(usage.resourceName, this.#fontSize)
  }

  moveTo(position: number): void {
    const distance = position - this.#pen
    if (distance < TOLERANCE && distance > -TOLERANCE) return
    this.#move(distance)
  }

  show(operand: WordOperand): void {
    this.stream.show(operand.codes || operand.unseen ? shownWith(operand) : operand.shown)
    this.#pen += (operand.advance * this.#fontSize) / 1000
  }

  /** Shows a word glyph by glyph, with letter spacing after each cluster and marks moved to their places. */
  showSpaced(operand: WordOperand, letterSpacing: number): void {
    const { word, codes = word.glyphs } = operand
    const px = this.run.fontSize / word.face.unitsPerEm
    let x = this.#pen
    let rise = 0
    for (let i = 0; i < word.glyphs.length; i++) {
      const glyph = word.glyphs[i] ?? 0
      const dx = (word.offsets?.[2 * i] ?? 0) * px
      const dy = (word.offsets?.[2 * i + 1] ?? 0) * px
      if (dy !== rise) {
        this.end()
        // A text rise, not a new text matrix: readers would take that for a new word.
        this.stream.setRise(dy)
        rise = dy
      }
      this.moveTo(x + dx)
      this.stream.show(shownUnseen(operand, i) + shownGlyph(codes[i] ?? 0))
      this.#pen += (word.face.program.widthInFile(glyph) * this.#fontSize) / 1000
      x += (word.advances[i] ?? 0) * px
      if (word.clusters[i] !== word.clusters[i + 1]) x += letterSpacing
    }
    this.moveTo(x)
    if (rise !== 0) {
      this.end()
      this.stream.setRise(0)
    }
  }

  /** Ends the TJ that is open. */
  end(): void {
    this.stream.endShow()
  }

  #move(distance: number): void {
    const thousandths = Math.round((-distance * 1000) / this.#fontSize)
    if (thousandths === 0) return
    this.stream.moveBack(thousandths)
    this.#pen -= (thousandths * this.#fontSize) / 1000
  }
}

/** The line width of synthesized bold letters, in px. */
function boldOutline(fontSize: number): number {
  const { smallSize, largeSize, small, large } = BOLD_OUTLINE
  const share = (Math.min(Math.max(fontSize, smallSize), largeSize) - smallSize) / (largeSize - smallSize)
  return fontSize * (small + share * (large - small))
}

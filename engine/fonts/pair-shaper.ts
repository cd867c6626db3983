import { isDigit, SIMPLE_SLOTS, simpleSlot } from './characters.js'
import type { ShapedGlyphs } from './complex-shaper.js'
import type { FontFile } from './opentype/font-file.js'
import { COMPLEX_PAIR, type PairPlan } from './pair-plan.js'

/** Glyph of a character that was not looked up yet. Glyph 0 never stands in the table: missing is complex. */
const NOT_LOOKED_UP = 0
/** The character has no glyph or one that needs a real shaper. No font can have this glyph id. */
const COMPLEX_GLYPH = 0xffff
/** A pair that was not looked up yet. */
const NO_KERNING_YET = -0x7fff
/** Pairs within Latin-1 are kept, others are looked up in the font each time. */
const KEPT_SLOTS = 256

/** Clusters of a word whose glyphs are its code units, by length: most words share theirs. */
const IDENTITIES: Uint16Array[] = []

/**
 * Shapes plain text by adding up glyph widths and pair kerning, both remembered: the fast path in front of
 * `ComplexShaper`, with the same results. One per face and style.
 */
export class PairShaper {
  readonly #glyphOfSlot = new Uint16Array(SIMPLE_SLOTS)
  readonly #advanceOfSlot = new Int32Array(SIMPLE_SLOTS)
  readonly #kerningRows: (Int16Array | undefined)[] = []

  constructor(
    private readonly file: FontFile,
    private readonly plan: PairPlan,
    /** Digits are not kerned with each other. */
    private readonly alignsFigures: boolean,
  ) {}

  /** The shaped text, or undefined when it holds a character or a pair that is not plain. */
  shape(text: string): ShapedGlyphs | undefined {
    const length = text.length
    // Plain arrays of their final length: typed ones of a few numbers take longer to make, and more memory.
    const glyphs = new Array<number>(length)
    const advances = new Array<number>(length)
    let left = 0
    let leftSlot = 0
    let width = 0
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      const slot = simpleSlot(code)
      if (slot === 0) return undefined
      let glyph = this.#glyphOfSlot[slot] as number
      if (glyph === NOT_LOOKED_UP) glyph = this.#lookUp(slot, code)
      if (glyph === COMPLEX_GLYPH) return undefined
      if (i > 0) {
        const kerning = this.#kerning(leftSlot, slot, left, glyph)
        if (kerning === COMPLEX_PAIR) return undefined
        advances[i - 1] = (advances[i - 1] as number) + kerning
        width += kerning
      }
      const advance = this.#advanceOfSlot[slot] as number
      glyphs[i] = glyph
      advances[i] = advance
      width += advance
      left = glyph
      leftSlot = slot
    }
    return { glyphs, advances, clusters: identity(length), offsets: undefined, width, missing: false }
  }

  #lookUp(slot: number, code: number): number {
    const glyph = this.file.cmap.glyphOf(code)
    const known = glyph === 0 || this.plan.isComplex(glyph) ? COMPLEX_GLYPH : glyph
    this.#glyphOfSlot[slot] = known
    if (known !== COMPLEX_GLYPH) this.#advanceOfSlot[slot] = this.file.advanceWidth(known)
    return known
  }

  #kerning(leftSlot: number, rightSlot: number, left: number, right: number): number {
    if (leftSlot >= KEPT_SLOTS || rightSlot >= KEPT_SLOTS) return this.plan.kerning(left, right)
    let row = this.#kerningRows[leftSlot]
    if (row === undefined) {
      row = new Int16Array(KEPT_SLOTS).fill(NO_KERNING_YET)
      this.#kerningRows[leftSlot] = row
    }
    let kerning = row[rightSlot] as number
    if (kerning === NO_KERNING_YET) {
      kerning = this.plan.kerning(left, right)
      if (this.alignsFigures && kerning !== COMPLEX_PAIR && isDigit(leftSlot) && isDigit(rightSlot)) kerning = 0
      row[rightSlot] = kerning
    }
    return kerning
  }
}

function identity(length: number): Uint16Array {
  if (length > 64) return Uint16Array.from({ length }, (_, i) => i)
  let clusters = IDENTITIES[length]
  if (clusters === undefined) {
    clusters = Uint16Array.from({ length }, (_, i) => i)
    IDENTITIES[length] = clusters
  }
  return clusters
}

import type { Table } from '../opentype/table.js'

/** Classes of glyphs (OpenType 1.9, "GDEF", glyph class definition table). */
export const BASE_GLYPH = 1
export const LIGATURE_GLYPH = 2
export const MARK_GLYPH = 3

/** A glyph of a text that is being shaped. Lookups change it in place. */
export interface Glyph {
  id: number
  /** Of the first character that the glyph stands for. */
  codePoint: number
  /** Index of that character in the prepared text. Glyphs that are reordered together share the smallest one. */
  source: number
  /** Class in GDEF, 0 for none. */
  kind: number
  /** Class of marks in GDEF, by which lookups choose the marks that they see. */
  attachmentClass: number
  /** The features that apply to the glyph, by the bits of the plan. */
  mask: number
  /** Category of the character in its script's model of syllables. */
  category: number
  /** Place in the syllable, by which models sort. */
  place: number
  /** Number of the syllable, from 1; 0 for none. */
  syllable: number
  /** Number of the ligature that the glyph is, or to which the mark belongs; 0 for none. */
  ligature: number
  /** Of a mark the component of its ligature, from 1; of a glyph of a multiple substitution its place in it. */
  component: number
  /** Components of a ligature. */
  components: number
  isLigated: boolean
  /** Came out of a multiple substitution. */
  isMultiplied: boolean
  /** A lookup replaced the glyph since this was last cleared. */
  isSubstituted: boolean
  /** The character is never drawn, and no lookup replaced it by something that is. */
  isIgnorable: boolean
  /** An ignorable character that substitutions must see: variation selectors of Mongolian, the grapheme joiner. */
  isHidden: boolean
  advance: number
  xOffset: number
  yOffset: number
  /** The glyph to which this one is attached. */
  base: Glyph | undefined
  /** Attached by a cursive connection: the vertical place of the base counts, the advances between do not. */
  isCursive: boolean
}

/** The classes of a font's glyphs in GDEF. */
export interface GlyphKinds {
  /** Whether GDEF has classes; otherwise characters decide. */
  readonly hasKinds: boolean
  kindOf(glyphId: number): number
  attachmentClassOf(glyphId: number): number
  /** Whether a glyph is in a set of marks. */
  isInMarkSet(set: number, glyphId: number): boolean
}

/** A glyph of a character as the font's cmap has it. */
export function makeGlyph(id: number, codePoint: number, source: number): Glyph {
  return {
    id,
    codePoint,
    source,
    kind: 0,
    attachmentClass: 0,
    mask: 0,
    category: 0,
    place: 0,
    syllable: 0,
    ligature: 0,
    component: 0,
    components: 0,
    isLigated: false,
    isMultiplied: false,
    isSubstituted: false,
    isIgnorable: false,
    isHidden: false,
    advance: 0,
    xOffset: 0,
    yOffset: 0,
    base: undefined,
    isCursive: false,
  }
}

/** Reads classes of glyphs (OpenType 1.9, "GDEF"). */
export function readGlyphKinds(
  gdef: Table | undefined,
  classOf: (table: Table, at: number, glyphId: number) => number,
  coverageIndex: (table: Table, at: number, glyphId: number) => number,
): GlyphKinds {
  if (gdef === undefined) return NO_KINDS
  const kinds = gdef.getUint16(4)
  const attachments = gdef.getUint16(10)
  const sets = gdef.getUint16(2) >= 2 ? gdef.getUint16(12) : 0
  return {
    hasKinds: kinds !== 0,
    kindOf: (glyphId) => (kinds === 0 ? 0 : classOf(gdef, kinds, glyphId)),
    attachmentClassOf: (glyphId) => (attachments === 0 ? 0 : classOf(gdef, attachments, glyphId)),
    isInMarkSet(set, glyphId) {
      if (sets === 0 || set >= gdef.getUint16(sets + 2)) return false
      return coverageIndex(gdef, sets + gdef.getUint32(sets + 4 + set * 4), glyphId) >= 0
    },
  }
}

const NO_KINDS: GlyphKinds = {
  hasKinds: false,
  kindOf: () => 0,
  attachmentClassOf: () => 0,
  isInMarkSet: () => false,
}

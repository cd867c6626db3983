import type { Glyph } from '../glyph.js'
import { EVERYWHERE, type Feature, type LayoutPlan } from '../layout-plan.js'
import type { LayoutWork, ShapingFont } from '../shaping-font.js'

/** A text while a model prepares its glyphs for the features. */
export interface ShapingRun {
  readonly glyphs: Glyph[]
  readonly font: ShapingFont
  readonly script: string
  readonly gsub: LayoutPlan | undefined
  readonly work: LayoutWork
  /** A glyph of a character that is not in the text. */
  makeGlyph(codePoint: number, beside: Glyph): Glyph | undefined
}

/** Features that are applied together, and what is done to the glyphs before. */
export interface ModelStage {
  readonly before?: (run: ShapingRun) => void
  readonly features: readonly Feature[]
}

/** How the texts of some scripts are shaped (OpenType, "Script-specific development"). */
export interface ShapingModel {
  /** When marks lose their advance: before GPOS, after it, or never. */
  readonly zeroMarks: 'early' | 'late' | 'never'
  /** Whether vowel signs of several parts are taken apart, even where the font has a glyph for the whole. */
  readonly splitsVowels: boolean
  /** The substitutions of the script; the features of all scripts go with the last stage. */
  readonly stages: readonly ModelStage[]
  /** Features of all scripts that are off. */
  readonly off?: readonly string[]
}

/** Features everywhere in the text. */
export function everywhere(tags: string): readonly Feature[] {
  return tags.split(' ').map((tag) => ({ tag, mask: EVERYWHERE }))
}

/** Features everywhere that see joiners, and do not reach beyond a syllable. */
export function inSyllables(tags: string): readonly Feature[] {
  return tags.split(' ').map((tag) => ({ tag, mask: EVERYWHERE, seesJoiners: true, isPerSyllable: true }))
}

/** Features everywhere that see ZWJ. */
export function withJoiners(tags: string): readonly Feature[] {
  return tags.split(' ').map((tag) => ({ tag, mask: EVERYWHERE, seesJoiners: true }))
}

/** Moves a glyph within an array. */
export function move(glyphs: Glyph[], from: number, to: number): void {
  const [glyph] = glyphs.splice(from, 1)
  if (glyph !== undefined) glyphs.splice(to, 0, glyph)
}

/** Glyphs that were reordered stand for the same piece of text. */
export function mergeSources(glyphs: readonly Glyph[], start: number, end: number): void {
  let least = Number.POSITIVE_INFINITY
  for (let i = start; i < end; i++) least = Math.min(least, (glyphs[i] as Glyph).source)
  for (let i = start; i < end; i++) (glyphs[i] as Glyph).source = least
}

export function clearSubstituted({ glyphs }: ShapingRun): void {
  for (const glyph of glyphs) glyph.isSubstituted = false
}

export function clearSyllables({ glyphs }: ShapingRun): void {
  for (const glyph of glyphs) glyph.syllable = 0
}

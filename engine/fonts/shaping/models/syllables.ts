import type { Glyph } from '../glyph.js'
import type { ShapingRun } from './model.js'

const DOTTED_CIRCLE = 0x25cc

/** A kind of syllable: a regular expression over the letters of categories. */
export interface SyllableRule {
  readonly kind: number
  readonly pattern: RegExp
}

/** Longer runs of marks are more than one syllable: the work for a syllable grows faster than its length. */
const LONGEST_SYLLABLE = 128

/**
 * Cuts a text into syllables: at each place the rule with the longest match, the first of equals. Glyphs get the
 * number of their syllable; returns the kind of each, by its number, from 1.
 * @param letters one letter for each glyph, `''` for those that syllables do not see
 */
export function findSyllables(
  glyphs: readonly Glyph[],
  letters: readonly string[],
  rules: readonly SyllableRule[],
  other: number,
): readonly number[] {
  const kinds = [0]
  const seen: number[] = []
  for (let i = 0; i < letters.length; i++) if (letters[i] !== '') seen.push(i)
  const text = letters.join('')
  let at = 0
  while (at < text.length) {
    let end = at + 1
    let kind = other
    for (const rule of rules) {
      rule.pattern.lastIndex = at
      const match = rule.pattern.exec(text)
      if (match === null || at + match[0].length <= end - (kind === other ? 1 : 0)) continue
      kind = rule.kind
      end = at + Math.min(match[0].length, LONGEST_SYLLABLE)
    }
    const number = kinds.push(kind) - 1
    const last = end < seen.length ? (seen[end] as number) : glyphs.length
    for (let i = at === 0 ? 0 : (seen[at] as number); i < last; i++) (glyphs[i] as Glyph).syllable = number
    at = end
  }
  return kinds
}

/** Calls back for each syllable, with where it begins and ends; the callback may reorder within. */
export function forEachSyllable(glyphs: readonly Glyph[], handle: (start: number, end: number) => void): void {
  for (let start = 0; start < glyphs.length; ) {
    const { syllable } = glyphs[start] as Glyph
    let end = start + 1
    while (end < glyphs.length && (glyphs[end] as Glyph).syllable === syllable) end++
    handle(start, end)
    start = end
  }
}

/** Puts a dotted circle where a syllable has no base. @param isBefore whether a glyph stands before the base */
export function addDottedCircles(
  run: ShapingRun,
  kinds: readonly number[],
  broken: number,
  category: number,
  isBefore: (glyph: Glyph) => boolean,
): void {
  const { glyphs } = run
  if (!kinds.includes(broken)) return
  let last = 0
  const result: Glyph[] = []
  for (let i = 0; i < glyphs.length; i++) {
    const glyph = glyphs[i] as Glyph
    if (glyph.syllable !== last && kinds[glyph.syllable] === broken) {
      last = glyph.syllable
      const circle = run.makeGlyph(DOTTED_CIRCLE, glyph)
      if (circle !== undefined) {
        circle.syllable = glyph.syllable
        circle.category = category
        circle.mask = glyph.mask
        while (i < glyphs.length && (glyphs[i] as Glyph).syllable === last && isBefore(glyphs[i] as Glyph)) {
          result.push(glyphs[i] as Glyph)
          i++
        }
        result.push(circle)
        if (i >= glyphs.length) break
      }
    }
    result.push(glyphs[i] as Glyph)
  }
  glyphs.length = 0
  for (const glyph of result) glyphs.push(glyph)
}

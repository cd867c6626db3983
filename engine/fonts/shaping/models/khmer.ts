import { positionalCategory, syllabicCategory } from '../../unicode/character-properties.js'
import type { Glyph } from '../glyph.js'
import { MASKS } from '../masks.js'
import {
  clearSyllables,
  everywhere,
  mergeSources,
  move,
  type ShapingModel,
  type ShapingRun,
  withJoiners,
} from './model.js'
import { addDottedCircles, findSyllables, forEachSyllable, type SyllableRule } from './syllables.js'

/**
 * Letters for the categories: C consonant, R ro, G other base, H coeng, r robatic, x signs of the first group, y of
 * the second, p e b t vowel signs (pre, above, below, post), z non-joiner, j joiner.
 */
const CATEGORIES: ReadonlyMap<number, string> = new Map([
  [0x179a, 'R'],
  [0x17d2, 'H'],
  ...[0x17c9, 0x17ca, 0x17cc].map((code) => [code, 'r'] as const),
  ...[0x17c6, 0x17cb, 0x17cd, 0x17ce, 0x17cf, 0x17d0, 0x17d1].map((code) => [code, 'x'] as const),
  ...[0x17c7, 0x17c8, 0x17d3, 0x17dd].map((code) => [code, 'y'] as const),
  [0x17be, 'e'],
  ...[0x17bf, 0x17c0, 0x17c4, 0x17c5].map((code) => [code, 't'] as const),
  ...[0x00a0, 0x00d7, 0x2012, 0x2013, 0x2014, 0x2015, 0x2022, 0x25cc].map((code) => [code, 'G'] as const),
  [0x200c, 'z'],
  [0x200d, 'j'],
])

function categoryOf(codePoint: number): string {
  const known = CATEGORIES.get(codePoint)
  if (known !== undefined) return known
  switch (syllabicCategory(codePoint)) {
    case 'Consonant':
    case 'Vowel_Independent':
      return 'C'
    case 'Number':
    case 'Consonant_Placeholder':
      return 'G'
    case 'Vowel_Dependent': {
      const position = positionalCategory(codePoint)
      return position === 'Left' ? 'p' : position === 'Bottom' ? 'b' : position === 'Right' ? 't' : 'e'
    }
    default:
      return 'O'
  }
}

const OTHER = 0
const CONSONANT = 1
const BROKEN = 2

const RULES = makeRules()

/** The syllables of Khmer ("Developing OpenType fonts for Khmer script"). */
function makeRules(): readonly SyllableRule[] {
  const consonant = '[CR](?:[zj]?r)?'
  const signs = '(?:[zj]*x)*'
  const vowels = `p?${signs}b?${signs}(?:[zj]?e)?${signs}t?`
  const tail = `${signs}${vowels}${signs}(?:H[CR])?y*`
  const rest = `r?(?:H${consonant})*(?:H(?![CR])|${tail})`
  return [
    { kind: CONSONANT, pattern: new RegExp(`(?:${consonant}|G)${rest}`, 'y') },
    { kind: BROKEN, pattern: new RegExp(rest, 'y') },
  ]
}

const kindsOfRun = new WeakMap<ShapingRun, readonly number[]>()

function setSyllables(run: ShapingRun): void {
  const categories = run.glyphs.map((glyph) => {
    const letter = categoryOf(glyph.codePoint)
    glyph.category = letter.charCodeAt(0)
    return letter
  })
  kindsOfRun.set(run, findSyllables(run.glyphs, categories, RULES, OTHER))
}

const is = (glyph: Glyph | undefined, letter: string) => glyph?.category === letter.charCodeAt(0)

function reorder(run: ShapingRun): void {
  const kinds = kindsOfRun.get(run) ?? []
  addDottedCircles(run, kinds, BROKEN, 'G'.charCodeAt(0), () => false)
  forEachSyllable(run.glyphs, (start, end) => {
    const kind = kinds[(run.glyphs[start] as Glyph).syllable]
    if (kind === CONSONANT || kind === BROKEN) reorderSyllable(run.glyphs, start, end)
  })
}

/** Subjoined ro, and vowel signs that stand before their base, go to the beginning of the syllable. */
function reorderSyllable(glyphs: Glyph[], start: number, end: number): void {
  for (let i = start + 1; i < end; i++) (glyphs[i] as Glyph).mask |= MASKS.blwf | MASKS.abvf | MASKS.pstf
  let coengs = 0
  for (let i = start + 1; i < end; i++) {
    if (is(glyphs[i], 'H') && coengs < 2 && i + 1 < end) {
      coengs++
      if (!is(glyphs[i + 1], 'R')) continue
      for (const glyph of [glyphs[i], glyphs[i + 1]] as Glyph[]) glyph.mask |= MASKS.pref
      mergeSources(glyphs, start, i + 2)
      move(glyphs, i, start)
      move(glyphs, i + 1, start + 1)
      for (let k = i + 2; k < end; k++) (glyphs[k] as Glyph).mask |= MASKS.cfar
      coengs = 2
    } else if (is(glyphs[i], 'p')) {
      mergeSources(glyphs, start, i + 1)
      move(glyphs, i, start)
    }
  }
}

const basic = (['pref', 'blwf', 'abvf', 'pstf', 'cfar'] as const).map((tag) => ({
  tag,
  mask: MASKS[tag],
  seesJoiners: true,
  seesNonJoiners: true,
  isPerSyllable: true,
}))

export const KHMER_MODEL: ShapingModel = {
  zeroMarks: 'never',
  splitsVowels: true,
  off: ['liga'],
  stages: [
    { before: setSyllables, features: everywhere('locl ccmp').map((one) => ({ ...one, isPerSyllable: true })) },
    { before: reorder, features: basic },
    {
      before: clearSyllables,
      features: withJoiners('pres abvs blws psts').map((one) => ({ ...one, seesNonJoiners: true })),
    },
  ],
}

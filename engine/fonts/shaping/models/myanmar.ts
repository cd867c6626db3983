import { positionalCategory, syllabicCategory } from '../../unicode/character-properties.js'
import type { Glyph } from '../glyph.js'
import {
  clearSyllables,
  everywhere,
  inSyllables,
  mergeSources,
  type ShapingModel,
  type ShapingRun,
  withJoiners,
} from './model.js'
import { addDottedCircles, findSyllables, forEachSyllable, type SyllableRule } from './syllables.js'

/**
 * Letters for the categories: C consonant, R consonant that forms kinzi, I independent vowel, G other base,
 * H stacker, A asat, Y W Q M m medials (ya, wa, ra, ha, mon la), D dot below, a anusvara, p e b x vowel signs
 * (pre, above, below, post), P tone of Pwo, S sign, s variation selector, j joiner.
 */
const CATEGORIES: ReadonlyMap<number, string> = new Map([
  ...letters('R', [0x1004, 0x101b, 0x105a]),
  ...letters('H', [0x1039]),
  ...letters('A', [0x103a]),
  ...letters('Y', [0x103b, 0x105e, 0x105f]),
  ...letters('Q', [0x103c]),
  ...letters('W', [0x103d, 0x1082]),
  ...letters('M', [0x103e]),
  ...letters('m', [0x1060]),
  ...letters('D', [0x1037]),
  ...letters('a', [0x1032, 0x1036]),
  ...letters('P', [0x1063, 0x1064, 0x1069, 0x106a, 0x106b, 0x106c, 0x106d, 0xaa7b]),
  ...letters('G', [0x00a0, 0x00d7, 0x104e, 0x2012, 0x2013, 0x2014, 0x2015, 0x2022, 0x25cc]),
  ...letters('G', [0x25fb, 0x25fc, 0x25fd, 0x25fe]),
  ...letters('j', [0x200c, 0x200d]),
])

function letters(letter: string, codePoints: readonly number[]): readonly (readonly [number, string])[] {
  return codePoints.map((codePoint) => [codePoint, letter] as const)
}

function categoryOf(codePoint: number): string {
  const known = CATEGORIES.get(codePoint)
  if (known !== undefined) return known
  switch (syllabicCategory(codePoint)) {
    case 'Consonant':
      return 'C'
    case 'Vowel_Independent':
      return 'I'
    case 'Number':
    case 'Consonant_Placeholder':
      return 'G'
    case 'Visarga':
    case 'Tone_Mark':
    case 'Syllable_Modifier':
      return 'S'
    case 'Vowel_Dependent':
    case 'Vowel':
      return vowelAt(codePoint)
    default:
      return codePoint >= 0xfe00 && codePoint <= 0xfe0f ? 's' : 'O'
  }
}

function vowelAt(codePoint: number): string {
  switch (positionalCategory(codePoint)) {
    case 'Left':
      return 'p'
    case 'Bottom':
      return 'b'
    case 'Right':
      return 'x'
    default:
      return 'e'
  }
}

const OTHER = 0
const CONSONANT = 1
const BROKEN = 2

const RULES = makeRules()

/** The syllables of Myanmar ("Developing OpenType fonts for Myanmar script"). */
function makeRules(): readonly SyllableRule[] {
  const kinzi = 'RAH'
  const medials = 'Y?A?Q?(?:(?:WM?m?|Mm?|m)A?)?'
  const mainVowels = '(?:ps?)*e*b*a*(?:DA?)?'
  const postVowels = 'xM?m?A*e*a*(?:DA?)?'
  const tones = '(?:S|Pa*D?A?)'
  const tail = `(?:H[CRI]s?)*(?:H|A*${medials}${mainVowels}(?:${postVowels})*${tones}*j?)`
  return [
    { kind: CONSONANT, pattern: new RegExp(`(?:${kinzi})?[CRIG]s?${tail}`, 'y') },
    { kind: BROKEN, pattern: new RegExp(`(?:${kinzi})?s?${tail}`, 'y') },
  ]
}

/** Places in a syllable, in order. */
const PREBASE_VOWEL = 1
const PREBASE_CONSONANT = 2
const BASE = 3
const AFTER_MAIN = 4
const BEFORE_SUB = 5
const BELOW = 6
const AFTER_SUB = 7

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

function reorderSyllable(glyphs: Glyph[], start: number, end: number): void {
  const syllable = glyphs.slice(start, end)
  const hasKinzi = is(syllable[0], 'R') && is(syllable[1], 'A') && is(syllable[2], 'H') && syllable.length > 3
  const first = hasKinzi ? 3 : 0
  const base = syllable.findIndex((glyph, i) => i >= first && ['C', 'R', 'I', 'G'].some((one) => is(glyph, one)))
  const baseAt = base < 0 ? first : base
  let place = AFTER_MAIN
  for (const [i, glyph] of syllable.entries()) {
    if (i < first) glyph.place = AFTER_MAIN
    else if (i < baseAt) glyph.place = PREBASE_CONSONANT
    else if (i === baseAt) glyph.place = BASE
    else if (is(glyph, 'Q')) glyph.place = PREBASE_CONSONANT
    else if (is(glyph, 's')) glyph.place = (syllable[i - 1] as Glyph).place
    else if (is(glyph, 'p')) glyph.place = PREBASE_VOWEL
    else {
      if (place === AFTER_MAIN && is(glyph, 'b')) place = BELOW
      else if (place === BELOW && !is(glyph, 'b') && !is(glyph, 'a')) place = AFTER_SUB
      glyph.place = place === BELOW && is(glyph, 'a') ? BEFORE_SUB : place
    }
  }
  const sorted = [...syllable].sort((a, b) => a.place - b.place)
  reversePrebaseVowels(sorted)
  if (sorted.every((glyph, i) => glyph === syllable[i])) return
  for (const [i, glyph] of sorted.entries()) glyphs[start + i] = glyph
  mergeSources(glyphs, start, end)
}

/** Several vowel signs before the base stand in reverse order, each with its variation selector behind. */
function reversePrebaseVowels(sorted: Glyph[]): void {
  const count = sorted.findIndex((glyph) => glyph.place !== PREBASE_VOWEL)
  if (count < 2) return
  const groups: Glyph[][] = []
  for (const glyph of sorted.slice(0, count)) {
    if (is(glyph, 's')) groups[groups.length - 1]?.push(glyph)
    else groups.push([glyph])
  }
  for (const [i, glyph] of groups.reverse().flat().entries()) sorted[i] = glyph
}

/** Burmese and the other languages in Myanmar script. */
export const MYANMAR_MODEL: ShapingModel = {
  zeroMarks: 'early',
  splitsVowels: true,
  stages: [
    { before: setSyllables, features: everywhere('locl ccmp').map((one) => ({ ...one, isPerSyllable: true })) },
    { before: reorder, features: inSyllables('rphf') },
    { features: inSyllables('pref') },
    { features: inSyllables('blwf') },
    { features: inSyllables('pstf') },
    { before: clearSyllables, features: withJoiners('pres abvs blws psts') },
  ],
}

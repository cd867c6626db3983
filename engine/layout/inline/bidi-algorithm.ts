import bidiFactory from 'bidi-js'
import { BIDI_RANGES } from './unicode/bidi-ranges.js'
import { CodePointClasses } from './unicode/code-point-classes.js'

/** Embedding level per code unit of a text (UAX #9); odd levels run right to left. */
export type BidiLevels = Uint8Array

interface Resolved {
  readonly levels: BidiLevels
  /** The level of the first paragraph, 0 where there is none. */
  readonly firstLevel: number
}

const bidi = bidiFactory()

/** The classes of UAX #9, table 4, each with a character of it below U+10000, which the package `bidi-js` knows. */
const REPRESENTATIVES = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  AN: '\u0661',
  B: '\u2029',
  BN: '\u00ad',
  CS: ',',
  EN: '0',
  ES: '+',
  ET: '$',
  FSI: '\u2068',
  LRE: '\u202a',
  LRI: '\u2066',
  LRO: '\u202d',
  NSM: '\u0300',
  ON: '!',
  PDF: '\u202c',
  PDI: '\u2069',
  RLE: '\u202b',
  RLI: '\u2067',
  RLO: '\u202e',
  S: '\t',
  WS: ' ',
} as const

export type BidiClass = keyof typeof REPRESENTATIVES

const NAMES = Object.keys(REPRESENTATIVES) as BidiClass[]
const CHARACTERS = NAMES.map((name) => REPRESENTATIVES[name])
const NEUTRAL = NAMES.indexOf('ON')

/**
 * Brackets that are newer than the package, and some that it knows.
 * AD-HOC: a text that has both kinds of one pair, which are for mathematics, may take an end of one for that of the other.
 */
const NEWER_BRACKETS: ReadonlyMap<string, string> = new Map([
  ['\u2e55', '\u2991'],
  ['\u2e56', '\u2992'],
  ['\u2e57', '\u2993'],
  ['\u2e58', '\u2994'],
  ['\u2e59', '\u2995'],
  ['\u2e5a', '\u2996'],
  ['\u2e5b', '\u2997'],
  ['\u2e5c', '\u2998'],
])

let classes: CodePointClasses | undefined

function classNumber(codePoint: number): number {
  classes ??= new CodePointClasses(BIDI_RANGES, Object.fromEntries(NAMES.map((name, index) => [name, index])), 0)
  return classes.of(codePoint)
}

export function bidiClassOf(codePoint: number): BidiClass {
  return NAMES[classNumber(codePoint)] as BidiClass
}

/** The mirrored form of a character, for text that runs right to left (UAX #9 L4). */
export function mirroredForm(character: string): string | undefined {
  return bidi.getMirroredCharacter(character) ?? undefined
}

/**
 * Levels by UAX #9. The package `bidi-js` works on code units and knows Unicode 13: it is given a character below U+10000 of the
 * same class for each of the text, brackets themselves.
 */
export function resolveEmbeddings(text: string, base: 'ltr' | 'rtl' | 'auto'): Resolved {
  let representatives = ''
  for (const character of text) representatives += representativeOf(character)
  const { levels, paragraphs } = bidi.getEmbeddingLevels(representatives, base)
  const firstLevel = paragraphs[0]?.level ?? 0
  if (representatives.length === text.length) return { levels, firstLevel }
  const spread = new Uint8Array(text.length)
  let at = 0
  let index = 0
  for (const { length } of text) {
    spread.fill(levels[index++] ?? 0, at, at + length)
    at += length
  }
  return { levels: spread, firstLevel }
}

function representativeOf(character: string): string {
  const own = classNumber(character.codePointAt(0) as number)
  if (own !== NEUTRAL) return CHARACTERS[own] as string
  if (bidi.openingToClosingBracket(character) !== null || bidi.closingToOpeningBracket(character) !== null)
    return character
  return bidi.getCanonicalBracket(character) ?? NEWER_BRACKETS.get(character) ?? (CHARACTERS[NEUTRAL] as string)
}

import { BoundedCache } from '../../base/bounded-cache.js'
import type { DiagnosticSink } from '../../base/diagnostics.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { LayoutContext } from '../layout-types.js'
import {
  type HyphenationLanguage,
  type HyphenationPatterns,
  hyphenationLanguage,
  type PatternNode,
  type PatternTrie,
  patternsOf,
} from './hyphenation-patterns.js'
import type { WordUnit } from './paragraph.js'

/** How a style's words are hyphenated (css-text-3 §5.4, css-text-4 §6.4.2). */
export interface Hyphenation {
  readonly language: HyphenationLanguage
  /** Letters that a word must have, and those that stay together at its start and end. */
  readonly word: number
  readonly before: number
  readonly after: number
}

/** The letters of a word that browsers ask for at least. */
const MIN_WORD = 5

/** The rules of `hyphens: auto` for a style; undefined where words stay whole. */
export function hyphenationOf(style: ComputedStyle): Hyphenation | undefined {
  const language = style.hyphens === 'auto' ? hyphenationLanguage(style.language) : undefined
  if (!language) return undefined
  const { word, before, after } = style.hyphenateLimitChars
  return {
    language,
    word: word === 'auto' ? MIN_WORD : word,
    before: Math.max(1, before === 'auto' ? language.before : before),
    after: Math.max(1, after === 'auto' ? language.after : after),
  }
}

/** Reports a style whose words stay whole though they should be hyphenated. */
export function reportHyphenation(diagnostics: DiagnosticSink, { hyphens, language }: ComputedStyle): void {
  if (hyphens !== 'auto' || hyphenationLanguage(language)) return
  const reason =
    language === '' ? 'needs to know the language: set the lang attribute' : `has no patterns for "${language}"`
  diagnostics.warn('no-hyphenation', `"hyphens: auto" ${reason}`)
}

const NONE: readonly number[] = []

/** Characters within one word, addresses and numbers included: those are never hyphenated. */
const CONNECTED = /[\p{L}\p{M}\p{N}\u00ad'’_@/.:&=]/u
const CONNECTED_RUNS = /[\p{L}\p{M}\p{N}\u00ad'’_@/.:&=]+/gu
const LETTERS = /^[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*$/u
const OUTER = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu
const LEADING = /^[^\p{L}\p{M}\p{N}]+/u
const APOSTROPHE = /['’]/

/** Longer words are no words. */
const MAX_LETTERS = 100

/**
 * Offsets, from the start of a unit, at which it may be divided with a hyphen, in ascending order. Words are
 * taken from the text of the paragraph, so that they may run across inline boxes.
 */
export function hyphenPoints(ctx: LayoutContext, text: string, unit: WordUnit): readonly number[] {
  const { hyphenation } = unit.run.style
  if (!hyphenation || unit.end - unit.start < 2) return NONE
  let from = unit.start
  let to = unit.end
  while (from > 0 && unit.start - from < MAX_LETTERS && CONNECTED.test(text.charAt(from - 1))) from--
  while (to < text.length && to - unit.end < MAX_LETTERS && CONNECTED.test(text.charAt(to))) to++
  const points: number[] = []
  for (const match of text.slice(from, to).matchAll(CONNECTED_RUNS)) {
    addPoints(ctx, hyphenation, match[0], from + match.index - unit.start, points)
  }
  return points.filter((at) => at > 0 && at < unit.end - unit.start)
}

/** @param at offset of the run, counted like the points */
function addPoints(ctx: LayoutContext, hyphenation: Hyphenation, run: string, at: number, points: number[]): void {
  const word = run.replace(OUTER, '')
  if (!LETTERS.test(word)) return
  let start = at + (LEADING.exec(run)?.[0].length ?? 0)
  for (const part of hyphenation.language.apostrophes ? [word] : word.split(APOSTROPHE)) {
    for (const point of pointsOfWord(ctx, hyphenation, part)) points.push(start + point)
    start += part.length + 1
  }
}

/** Words kept: those of a long text in one language. */
const KEPT_WORDS = 8192

function createWordCache(): BoundedCache<string, readonly number[]> {
  return new BoundedCache(KEPT_WORDS)
}

function pointsOfWord(ctx: LayoutContext, hyphenation: Hyphenation, word: string): readonly number[] {
  const { language, before, after } = hyphenation
  if (word.length < hyphenation.word || word.length > MAX_LETTERS) return NONE
  const cache = ctx.cache(createWordCache)
  const key = `${language.file} ${before} ${after} ${word}`
  const known = cache.get(key)
  if (known) return known
  const points = findPoints(language, word).filter((point) => point >= before && point <= word.length - after)
  cache.set(key, points)
  return points
}

function findPoints(language: HyphenationLanguage, word: string): readonly number[] {
  const lower = word.toLocaleLowerCase(language.tag).replaceAll('’', "'")
  // Capitals only: an abbreviation. A length that changes would shift the points.
  if (lower.length !== word.length || (lower !== word && word === word.toUpperCase())) return NONE
  const patterns = patternsOf(language)
  return patterns.exceptions.get(lower) ?? applyPatterns(patterns, lower)
}

/**
 * Liang's method: every pattern found in the word gives levels to the places between its letters, the highest
 * counts, and odd ones are places for a hyphen.
 */
function applyPatterns({ levels, trie }: HyphenationPatterns, word: string): readonly number[] {
  const bounded = `.${word}.`
  const highest = new Uint8Array(word.length + 2)
  for (let start = 0; start < bounded.length - 1; start++) {
    // A pattern that begins with the edge of the word counts its levels from the first letter.
    const offset = Math.max(0, start - 1)
    let node: PatternTrie | undefined = trie
    for (let at = start; node && at < bounded.length; at++) {
      const next: PatternNode | undefined = childOf(node, bounded.charAt(at))
      if (next === undefined) break
      const ending = typeof next === 'number' ? next : isPair(next) ? next[1] : undefined
      if (ending !== undefined) raise(highest, levels[ending] ?? NONE, offset)
      node = typeof next === 'number' ? undefined : isPair(next) ? next[0] : next
    }
  }
  const points: number[] = []
  for (let at = 1; at < word.length; at++) if ((highest[at] as number) & 1) points.push(at)
  return points
}

function childOf(trie: PatternTrie, letter: string): PatternNode | undefined {
  return Object.hasOwn(trie, letter) ? trie[letter] : undefined
}

function isPair(node: PatternTrie | readonly [PatternTrie, number]): node is readonly [PatternTrie, number] {
  return Array.isArray(node)
}

function raise(highest: Uint8Array, levels: readonly number[], offset: number): void {
  for (let i = 0; i < levels.length && offset + i < highest.length; i++) {
    const level = levels[i] as number
    if (level > (highest[offset + i] as number)) highest[offset + i] = level
  }
}

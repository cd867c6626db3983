import { segmentText } from '../../base/segment-text.js'
import type { BreakOpportunities } from './line-breaks.js'

const JAPANESE = /^ja(?:-|$)/i

/** Endings, particles and long vowels: what a phrase of Japanese goes on with. */
const CONTINUES = /^[\p{Script=Hiragana}\u30fc]+$/u

const JAPANESE_LETTER = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u30fc]/u

let words: Intl.Segmenter | undefined

/**
 * `word-break: auto-phrase` (css-text-4 §5.2): in Japanese, no breaks within phrases. Other languages have spaces between
 * theirs, or words are known by dictionaries already.
 *
 * AD-HOC: a phrase is a word that `Intl.Segmenter` finds, with the words in hiragana behind it, which are mostly its particles
 * and endings. Removes opportunities in `[start, end)`.
 */
export function keepPhrases(
  language: string,
  text: string,
  breaks: BreakOpportunities,
  start: number,
  end: number,
): void {
  if (!JAPANESE.test(language)) return
  words ??= new Intl.Segmenter('ja', { granularity: 'word' })
  for (const { segment, index } of segmentText(words, text.slice(start, end))) {
    const first = start + index
    if (index > 0 && CONTINUES.test(segment) && JAPANESE_LETTER.test(text.charAt(first - 1))) breaks[first] = 0
    for (let at = first + 1; at < first + segment.length; at++)
      if (JAPANESE_LETTER.test(text.charAt(at))) breaks[at] = 0
  }
}

import type { ComputedStyle } from '../../style/computed-style.js'
import type { BreakOpportunities } from './line-breaks.js'

/** Small kana and the prolonged sound mark, class CJ of UAX #14: only `strict` keeps them from starting a line. */
const SMALL_KANA =
  /[\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fc\u31f0-\u31ff\uff67-\uff70]/g

/** Also allowed by `loose`: lines that start with iteration marks, centred punctuation, hyphens, postfixes. */
const LOOSE_STARTS =
  /(?<=[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])[\u2010\u2013\u3005\u303b\u309d\u309e\u30fd\u30fe\u301c\u30a0\u30fb\uff1a\uff1b\uff65\u203c\u2047-\u2049\uff01\uff1f\u2026\u2025%\u2030\u2032\u2033\u2103\u00b0\uff05\uffe0]/g

/** Also allowed by `normal` in Chinese and Japanese: lines that start with a wave dash or a double hyphen. */
const DASHES = /[\u301c\u30a0]/g

const CJK_LANGUAGE = /^(?:ja|zh)(?:-|$)/i

const LETTERS = /\P{M}/gu

/** `line-break` (css-text-3 §5.3). Changes the opportunities in `[start, end)`. */
export function adjustStrictness(
  { lineBreak, language }: Pick<ComputedStyle, 'lineBreak' | 'language'>,
  text: string,
  breaks: BreakOpportunities,
  start: number,
  end: number,
): void {
  switch (lineBreak) {
    case 'auto':
    case 'strict':
      return
    case 'anywhere':
      allowBefore(LETTERS, text, breaks, start, end)
      return
    case 'loose':
      allowBefore(LOOSE_STARTS, text, breaks, start, end)
      allowBefore(SMALL_KANA, text, breaks, start, end)
      return
    case 'normal':
      allowBefore(SMALL_KANA, text, breaks, start, end)
      if (CJK_LANGUAGE.test(language)) allowBefore(DASHES, text, breaks, start, end)
  }
}

/** Lets lines break before each match, but not where the text begins: what is before it decides there. */
function allowBefore(pattern: RegExp, text: string, breaks: BreakOpportunities, start: number, end: number): void {
  for (const { index } of text.slice(start, end).matchAll(pattern)) if (index > 0) breaks[start + index] = 1
}

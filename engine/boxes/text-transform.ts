import { assertNever } from '../base/invariant.js'
import { wordsAndBetween } from '../base/segment-text.js'
import type { ComputedStyle } from '../style/computed-style.js'

/** Languages whose case mapping differs from the general one (Unicode SpecialCasing). */
const CASED_LANGUAGES: ReadonlySet<string> = new Set(['az', 'el', 'lt', 'tr'])

/** Title-case forms that are neither the lower nor the upper case of the letter (Dž, Lj, Nj, Dz). */
const TITLE_CASE: ReadonlyMap<string, string> = new Map([
  ['\u01c4', '\u01c5'],
  ['\u01c6', '\u01c5'],
  ['\u01c7', '\u01c8'],
  ['\u01c9', '\u01c8'],
  ['\u01ca', '\u01cb'],
  ['\u01cc', '\u01cb'],
  ['\u01f1', '\u01f2'],
  ['\u01f3', '\u01f2'],
])

/**
 * Applies `text-transform` (css-text-3 §2.1).
 * @param before the character that stands before the text in its inline formatting context, empty for none: a
 *   text that continues within a word is not capitalized
 */
export function transformText(text: string, style: ComputedStyle, before: string): string {
  switch (style.textTransform) {
    case 'none':
      return text
    case 'uppercase':
      return upper(text, casedLanguage(style.language))
    case 'lowercase':
      return lower(text, casedLanguage(style.language))
    case 'capitalize':
      return capitalize(text, casedLanguage(style.language), before)
    default:
      return assertNever(style.textTransform)
  }
}

/** The primary subtag when it matters. Other tags, well-formed or not, never reach Intl. */
function casedLanguage(language: string): string | undefined {
  if (language === '') return undefined
  const end = language.indexOf('-')
  const primary = (end < 0 ? language : language.slice(0, end)).toLowerCase()
  return CASED_LANGUAGES.has(primary) ? primary : undefined
}

function upper(text: string, language: string | undefined): string {
  return language === undefined ? text.toUpperCase() : text.toLocaleUpperCase(language)
}

function lower(text: string, language: string | undefined): string {
  return language === undefined ? text.toLowerCase() : text.toLocaleLowerCase(language)
}

/** A letter or number, which `capitalize` changes; enclosed letters are symbols (css-text-3 §2.1.1). */
const LETTER_UNIT = /[\p{L}\p{N}]/u

function capitalize(text: string, language: string | undefined, before: string): string {
  const whole = before + text
  let result = ''
  for (const { segment, index } of wordsAndBetween(whole)) {
    if (index < before.length) {
      result += segment.slice(before.length - index)
      continue
    }
    const first = String.fromCodePoint(segment.codePointAt(0) ?? 0)
    result += (LETTER_UNIT.test(first) ? titleCase(first, language) : first) + segment.slice(first.length)
  }
  return result
}

function titleCase(letter: string, language: string | undefined): string {
  const digraph = TITLE_CASE.get(letter)
  if (digraph !== undefined) return digraph
  // Greek capitals lose their accents in text that is all capitals only.
  const capital = upper(letter, language === 'el' ? undefined : language)
  if (capital.length <= letter.length) return capital
  const head = String.fromCodePoint(capital.codePointAt(0) ?? 0)
  return head + lower(capital.slice(head.length), language)
}

import { segmentText } from '../../base/segment-text.js'
import { findUnicodeBreaks } from './unicode-breaks.js'

/**
 * Where a line may break in a paragraph's text (UAX #14, css-text-3 §5): element `i` is 1 when it may break
 * before the code unit at offset `i`. Mandatory breaks are not among them: they are items of their own.
 */
export type BreakOpportunities = Uint8Array

const SPACE = 0x20
const TAB = 0x09
const LINE_FEED = 0x0a
const HYPHEN = 0x2d
const QUESTION = 0x3f
const FIRST_PRINTABLE = 0x21
const LAST_PRINTABLE = 0x7e

/** Scripts written without spaces, whose words only a dictionary knows: Thai, Lao, Myanmar, Khmer. */
const DICTIONARY_SCRIPTS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\ua9e0-\ua9fe\uaa60-\uaa7f]+/g

const NOT_PLAIN = /[\x7f-\u{10ffff}]/u

export function findBreaks(text: string): BreakOpportunities {
  const breaks = new Uint8Array(text.length + 1)
  if (NOT_PLAIN.test(text)) {
    findBreaksAroundForeignWords(text, breaks)
    findDictionaryBreaks(text, breaks)
    findAtomicBreaks(text, breaks)
  }
  findAsciiBreaks(text, breaks)
  return breaks
}

/**
 * Looks at words with characters beyond ASCII, each with the words around it: between others `findAsciiBreaks` decides, and
 * no rule looks further than over the spaces between two words.
 */
function findBreaksAroundForeignWords(text: string, breaks: BreakOpportunities): void {
  for (let foreign = text.search(NOT_PLAIN); foreign >= 0; ) {
    const start = startOfWord(text, wordBefore(text, startOfWord(text, foreign)))
    let end = start
    while (foreign >= 0) {
      const behind = endOfWord(text, foreign)
      end = endOfWord(text, wordBehind(text, behind))
      foreign = findForeign(text, behind, end)
    }
    findUnicodeBreaks(text.slice(start, end), breaks, start)
    foreign = findForeign(text, end, text.length)
  }
}

/** The first character beyond ASCII in a part of a text, -1 where there is none. */
function findForeign(text: string, start: number, end: number): number {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) > LAST_PRINTABLE) return i
  return -1
}

/** Where a word begins that an offset is in or behind. */
function startOfWord(text: string, offset: number): number {
  let start = offset
  while (start > 0 && text.charCodeAt(start - 1) !== SPACE) start--
  return start
}

function endOfWord(text: string, offset: number): number {
  let end = offset
  while (end < text.length && text.charCodeAt(end) !== SPACE) end++
  return end
}

/** The end of the word before the spaces before an offset. */
function wordBefore(text: string, offset: number): number {
  let end = offset
  while (end > 0 && text.charCodeAt(end - 1) === SPACE) end--
  return end
}

/** The start of the word behind the spaces at an offset. */
function wordBehind(text: string, offset: number): number {
  let start = offset
  while (start < text.length && text.charCodeAt(start) === SPACE) start++
  return start
}

/** Lines break between an atomic inline and a no-break space, for pages that rely on it (css-text-3 §5.1). */
function findAtomicBreaks(text: string, breaks: BreakOpportunities): void {
  if (!text.includes('\ufffc')) return
  for (const { index } of text.matchAll(/\ufffc(?=\u00a0)|\u00a0(?=\ufffc)/g)) breaks[index + 1] = 1
}

/**
 * AD-HOC: between two ASCII characters a line breaks as in browsers, not by UAX #14: after spaces whatever
 * follows, but for those behind a quotation mark that opens, after hyphens and question marks, before opening brackets that follow punctuation; never after a
 * slash, so dates, fractions and paths stay whole.
 */
function findAsciiBreaks(text: string, breaks: BreakOpportunities): void {
  let before = 0
  let last = text.length === 0 ? 0 : text.charCodeAt(0)
  /** The last character that is not a space. */
  let wordEnd = last
  for (let i = 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (last === SPACE || last === TAB) {
      if (code !== SPACE && code !== TAB && code !== LINE_FEED && code <= LAST_PRINTABLE && !opensQuotation(wordEnd))
        breaks[i] = 1
    } else if (isPrintable(last) && isPrintable(code)) {
      breaks[i] = breaksBetween(before, last, code) ? 1 : 0
    }
    before = last
    last = code
    if (code !== SPACE && code !== TAB) wordEnd = code
  }
}

/** Whether spaces behind a character may belong to a quotation, as in French (LB15a). */
function opensQuotation(code: number): boolean {
  return code > LAST_PRINTABLE && INITIAL_QUOTE.test(String.fromCharCode(code))
}

const INITIAL_QUOTE = /\p{Pi}/u

function isPrintable(code: number): boolean {
  return code >= FIRST_PRINTABLE && code <= LAST_PRINTABLE
}

const OPENING = asciiSet('(<[{')
const BEFORE_OPENING = asciiSet('!"#%&)*+,.:;=>\\]|}~')
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const ALPHANUMERIC = asciiSet(LETTERS + DIGITS)
const AFTER_HYPHEN = asciiSet(`"#%&'(*+-<=>@[\\^_\`{|~${LETTERS}`)
const AFTER_QUESTION = asciiSet(`#$%&(*+-<=>@[\\^_\`{|~${LETTERS}${DIGITS}`)

function asciiSet(characters: string): Uint8Array {
  const set = new Uint8Array(0x80)
  for (let i = 0; i < characters.length; i++) set[characters.charCodeAt(i)] = 1
  return set
}

/** @param before the character before `last`, 0 at the start of the text */
function breaksBetween(before: number, last: number, next: number): boolean {
  if (last === HYPHEN) {
    // Between a hyphen and a digit only inside a word such as A-1: elsewhere it is a minus sign.
    const isDigit = next >= 0x30 && next <= 0x39
    return isDigit ? ALPHANUMERIC[before] === 1 : AFTER_HYPHEN[next] === 1
  }
  if (last === QUESTION) return AFTER_QUESTION[next] === 1
  return OPENING[next] === 1 && BEFORE_OPENING[last] === 1
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenter(granularity: 'word' | 'grapheme'): Intl.Segmenter {
  const known = segmenters.get(granularity)
  if (known) return known
  const made = new Intl.Segmenter('th', { granularity })
  segmenters.set(granularity, made)
  return made
}

function findDictionaryBreaks(text: string, breaks: BreakOpportunities): void {
  if (text.search(DICTIONARY_SCRIPTS) < 0) return
  for (const match of text.matchAll(DICTIONARY_SCRIPTS)) {
    for (const segment of segmentText(segmenter('word'), match[0])) {
      if (segment.index > 0) breaks[match.index + segment.index] = 1
    }
  }
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}\p{M}]/u

/** `word-break: break-all` (css-text-3 §5.2): letters and digits break like ideographs. Changes `[start, end)`. */
export function addBreaksBetweenLetters(text: string, breaks: BreakOpportunities, start: number, end: number): void {
  let lastIsLetter = false
  for (const { index, segment } of segmentText(segmenter('grapheme'), text.slice(start, end))) {
    const isLetter = LETTER_OR_NUMBER.test(segment)
    if (isLetter && lastIsLetter && index > 0) breaks[start + index] = 1
    lastIsLetter = isLetter
  }
}

/** `word-break: keep-all` (css-text-3 §5.2): no breaks between letters, ideographs included. */
export function removeBreaksBetweenLetters(text: string, breaks: BreakOpportunities, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    if (breaks[i] === 1 && endsInLetter(text, i) && LETTER_OR_NUMBER.test(characterAt(text, i))) breaks[i] = 0
  }
}

function endsInLetter(text: string, end: number): boolean {
  const code = text.charCodeAt(end - 1)
  const low = code >= 0xdc00 && code < 0xe000
  return LETTER_OR_NUMBER.test(low ? text.slice(end - 2, end) : text.charAt(end - 1))
}

function characterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0)
}

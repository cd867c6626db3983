import type { HostileCases } from '../hostile-case.js'
import { page, repeat, words } from './pieces.js'

/** Texts that a paragraph should not have, each long enough that a cost that grows with the square would be felt. */
export const textCases: HostileCases = [
  document('families of emoji without a space', '', () => repeat(10_000, '👨‍👩‍👧‍👦')),
  document('families of emoji with spaces', '', () => repeat(16_000, '👨‍👩‍👧‍👦 ')),
  document('flags', '', () => repeat(40_000, '🇩🇪')),
  document('one line of 20,000 words', 'white-space: nowrap', () => words(20_000)),
  document('one justified line of 20,000 words', 'white-space: nowrap; text-align-last: justify', () => words(20_000)),
  document('words held together by no-break spaces', '', () => repeat(60_000, 'a\u00a0')),
  document('a line of 20,000 spans', 'white-space: nowrap', () => repeat(20_000, '<span>word</span> ')),
  document('a word of 200,000 letters', '', () => letters(200_000)),
  document('a word of 60,000 letters to be hyphenated', 'hyphens: auto', () => letters(60_000)),
  document('a word of 10,000 letters broken anywhere in no room', 'overflow-wrap: anywhere; width: 1px', () =>
    letters(10_000),
  ),
  document('a line of 200,000 digits', '', () => repeat(40_000, (i) => `${i},`)),
  document('200,000 preserved spaces', 'white-space: pre', () => repeat(200_000, ' ')),
  document('100,000 tabs', 'white-space: pre', () => repeat(100_000, '\t')),
  document('Arabic of 400 KB', 'direction: rtl', () =>
    repeat(40_000, (i) => `${'السلام عليكم ورحمة'.slice(0, 5 + (i % 13))} `),
  ),
  document('Thai without spaces', '', () => repeat(40_000, 'สวัสดีครับ')),
  document('Devanagari of 240 KB', '', () => repeat(40_000, 'नमस्ते ')),
  document('Hangul of conjoining letters', '', () => repeat(40_000, '\u1112\u1161\u11ab')),
  document('right-to-left embeddings in a row', '', () => repeat(80_000, '\u202b')),
  document('right-to-left embeddings around letters', '', () => repeat(80_000, '\u202bx')),
  document('isolates around letters', '', () => repeat(80_000, '\u2067x\u2069')),
  document('isolates that find their own direction', '', () => repeat(80_000, '\u2068x')),
  document('10,000 bdi elements on one line', '', () => repeat(10_000, '<bdi>אב</bdi>')),
  document('letters of two directions in turn', '', () => repeat(80_000, 'aא')),
  document('numbers in a right-to-left line', 'direction: rtl', () => repeat(20_000, '12 ')),
  document('30,000 different characters', '', () => repeat(30_000, different)),
  document('a letter with 120,000 marks', '', () => `a${repeat(60_000, '\u0301\u0323')}`),
  document('an Arabic letter with 120,000 marks', '', () => `س${repeat(60_000, '\u064e\u0651')}`),
  document('letters with two marks each', '', () => repeat(60_000, 'a\u0301\u0323 ')),
  document('soft hyphens in a row', '', () => repeat(200_000, '\u00ad')),
  document('soft hyphens between letters', '', () => repeat(60_000, 'x\u00ad')),
  document('zero width spaces between letters', '', () => repeat(60_000, 'x\u200b')),
  document('zero width non-joiners between letters', '', () => repeat(120_000, 'x\u200c')),
  document('word joiners between letters', '', () => repeat(120_000, 'x\u2060')),
  document('words to be capitalized', 'text-transform: capitalize', () => words(60_000)),
  document('letters of either case as small capitals', 'font-variant: small-caps', () => repeat(30_000, 'aB')),
]

function document(name: string, style: string, content: () => string): HostileCases[number] {
  return { name, make: () => page('', `<p lang="en" style="${style}">${content()}</p>`), expected: 'document' }
}

function letters(count: number): string {
  return repeat(count, (i) => String.fromCharCode(0x61 + ((i * 7) % 26)))
}

/** Characters in the order of their code points, without those of HTML and surrogates. */
function different(index: number): string {
  const codePoint = 0xa1 + index
  return String.fromCodePoint(codePoint < 0xd800 ? codePoint : codePoint + 0x800)
}

import t from 'tap'
import type { LineFragment } from '../../../../engine/layout/fragment-tree.js'
import { lay, linesOf, lineTexts, type Overrides, span, wordPositions } from './inline-builder.js'

interface Case {
  readonly name: string
  readonly style?: Overrides
  /** In characters. */
  readonly width: number
  readonly text: string
  readonly lines: readonly string[]
}

const CASES: readonly Case[] = [
  { name: 'text that fits stays on one line', width: 7, text: 'foo bar', lines: ['foo bar'] },
  { name: 'breaks at a space, which vanishes', width: 6, text: 'foo bar', lines: ['foo', 'bar'] },
  { name: 'a space hangs at the end of a full line', width: 3, text: 'foo bar', lines: ['foo', 'bar'] },
  { name: 'ideographic spaces hang as well', width: 2, text: '字字\u3000\u3000字', lines: ['字字\u3000\u3000', '字'] },
  { name: 'an ideographic space may begin a line', width: 3, text: 'abc \u3000d', lines: ['abc', '\u3000d'] },
  {
    name: 'break-spaces lets a line end behind each ideographic space',
    style: { whiteSpaceCollapse: 'break-spaces' },
    width: 2,
    text: '字字\u3000\u3000\u3000字',
    lines: ['字', '字\u3000', '\u3000\u3000', '字'],
  },
  {
    name: 'break-spaces moves a space that does not fit to the next line where words may be broken',
    style: { whiteSpaceCollapse: 'break-spaces', overflowWrap: 'anywhere' },
    width: 4,
    text: 'abcd ef',
    lines: ['abcd', ' ef'],
  },
  { name: 'takes as much as fits', width: 8, text: 'a bb ccc dddd e', lines: ['a bb ccc', 'dddd e'] },
  { name: 'a long word overflows', width: 4, text: 'a incredible b', lines: ['a', 'incredible', 'b'] },
  { name: 'breaks after a hyphen', width: 5, text: 'foo-bar', lines: ['foo-', 'bar'] },
  { name: 'a minus sign stays with its digits', width: 3, text: 'ab -55', lines: ['ab', '-55'] },
  { name: 'a hyphen between letters and digits breaks', width: 2, text: 'A-1', lines: ['A-', '1'] },
  { name: 'does not break after a slash', width: 4, text: 'a 10/20/30', lines: ['a', '10/20/30'] },
  { name: 'breaks after a question mark', width: 5, text: 'a.de?q=1', lines: ['a.de?', 'q=1'] },
  { name: 'punctuation stays with its word', width: 4, text: 'foo, bar', lines: ['foo,', 'bar'] },
  { name: 'a no-break space does not break', width: 4, text: 'a b\u00a0c d', lines: ['a', 'b\u00a0c', 'd'] },
  { name: 'the euro sign stays with its amount', width: 6, text: 'zu 12,00\u00a0€', lines: ['zu', '12,00\u00a0€'] },
  { name: 'breaks around an em dash', width: 4, text: 'foo—bar', lines: ['foo—', 'bar'] },
  { name: 'a zero width space breaks without a trace', width: 3, text: 'foo\u200bbar', lines: ['foo', 'bar'] },
  { name: 'a soft hyphen shows where the line breaks', width: 5, text: 'ex\u00adam\u00adple', lines: ['exam‐', 'ple'] },
  {
    name: 'a soft hyphen counts the hyphen it shows',
    width: 4,
    text: 'ex\u00adam\u00adple',
    lines: ['ex‐', 'am‐', 'ple'],
  },
  { name: 'a soft hyphen whose hyphen just fits', width: 5, text: 'exam\u00adples', lines: ['exam‐', 'ples'] },
  {
    name: 'a line that can end nowhere else ends at a soft hyphen whose hyphen does not fit',
    width: 4,
    text: 'exam\u00adples\u00ades',
    lines: ['exam‐', 'ples‐', 'es'],
  },
  {
    name: 'but at no soft hyphen whose hyphen does not fit where it can end before',
    width: 6,
    text: 'a exam\u00adples',
    lines: ['a', 'exam‐', 'ples'],
  },
  { name: 'a soft hyphen is invisible otherwise', width: 9, text: 'ex\u00adam\u00adple', lines: ['example'] },
  {
    name: 'hyphens: none ignores soft hyphens',
    style: { hyphens: 'none' },
    width: 3,
    text: 'a ex\u00adam',
    lines: ['a', 'exam'],
  },
  { name: 'forced breaks end lines', width: 9, text: 'foo\nbar', lines: ['foo', 'bar'] },
  { name: 'an empty line between two forced breaks', width: 9, text: 'foo\n\nbar', lines: ['foo', '', 'bar'] },
  { name: 'a forced break at the end adds no line', width: 9, text: 'foo\n', lines: ['foo'] },
  { name: 'ideographs break between any two', width: 3, text: '日本語文字', lines: ['日本語', '文字'] },
  { name: 'a closing bracket does not begin a line', width: 3, text: '日本（語）', lines: ['日本', '（語）'] },
  { name: 'Thai breaks between words', width: 6, text: 'สวัสดีชาวโลก', lines: ['สวัสดี', 'ชาวโลก'] },
  {
    name: 'word-break: break-all breaks words',
    style: { wordBreak: 'break-all' },
    width: 4,
    text: 'abcdefg hi',
    lines: ['abcd', 'efg', 'hi'],
  },
  {
    name: 'line-break: anywhere breaks between all letters',
    style: { lineBreak: 'anywhere' },
    width: 4,
    text: 'ab cd, e',
    lines: ['ab c', 'd, e'],
  },
  {
    name: 'line-break: strict keeps small kana from starting a line',
    style: { lineBreak: 'strict' },
    width: 3,
    text: 'アイウェブ',
    lines: ['アイ', 'ウェブ'],
  },
  {
    name: 'line-break: normal lets small kana start a line',
    style: { lineBreak: 'normal' },
    width: 3,
    text: 'アイウェブ',
    lines: ['アイウ', 'ェブ'],
  },
  {
    name: 'line-break: normal keeps iteration marks from starting a line',
    style: { lineBreak: 'normal' },
    width: 3,
    text: '我我人々人',
    lines: ['我我', '人々人'],
  },
  {
    name: 'line-break: normal lets a wave dash start a line of Japanese',
    style: { lineBreak: 'normal', language: 'ja' },
    width: 3,
    text: '中中中〜文゠な',
    lines: ['中中中', '〜文゠', 'な'],
  },
  {
    name: 'line-break: normal lets a double hyphen start a line of Chinese',
    style: { lineBreak: 'normal', language: 'zh-TW' },
    width: 3,
    text: 'かかか゠な',
    lines: ['かかか', '゠な'],
  },
  {
    name: 'line-break: normal lets no wave dash start a line of other languages',
    style: { lineBreak: 'normal', language: 'en' },
    width: 3,
    text: '中中中〜文',
    lines: ['中中', '中〜文'],
  },
  {
    name: 'line-break: auto lets no wave dash start a line',
    style: { language: 'ja' },
    width: 3,
    text: '中中中〜文',
    lines: ['中中', '中〜文'],
  },
  {
    name: 'line-break: loose lets iteration marks start a line',
    style: { lineBreak: 'loose' },
    width: 3,
    text: '我我人々人',
    lines: ['我我人', '々人'],
  },
  {
    name: 'word-break: keep-all keeps ideographs',
    style: { wordBreak: 'keep-all' },
    width: 3,
    text: '日本語文 字',
    lines: ['日本語文', '字'],
  },
  {
    name: 'overflow-wrap: anywhere divides what does not fit',
    style: { overflowWrap: 'anywhere' },
    width: 4,
    text: 'ab cdefghijk',
    lines: ['ab', 'cdef', 'ghij', 'k'],
  },
  {
    name: 'overflow-wrap prefers opportunities',
    style: { overflowWrap: 'break-word' },
    width: 5,
    text: 'abc defgh',
    lines: ['abc', 'defgh'],
  },
  {
    name: 'overflow-wrap continues where not even one character fits',
    style: { overflowWrap: 'anywhere' },
    width: 0.5,
    text: 'abc',
    lines: ['a', 'b', 'c'],
  },
  {
    name: 'overflow-wrap keeps combining marks',
    style: { overflowWrap: 'anywhere' },
    width: 1,
    text: 'ab\u0301c',
    lines: ['a', 'b\u0301', 'c'],
  },
  {
    name: 'overflow-wrap keeps the two letters of a flag',
    style: { overflowWrap: 'anywhere' },
    width: 3,
    text: '\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}',
    lines: ['\u{1f1e9}\u{1f1ea}', '\u{1f1eb}\u{1f1f7}'],
  },
  { name: 'nowrap does not break', style: { textWrapMode: 'nowrap' }, width: 3, text: 'foo bar', lines: ['foo bar'] },
  {
    name: 'pre does not break and keeps spaces',
    style: { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' },
    width: 3,
    text: '  foo  bar',
    lines: ['  foo  bar'],
  },
  {
    name: 'pre-wrap keeps spaces, which hang',
    style: { whiteSpaceCollapse: 'preserve' },
    width: 4,
    text: 'foo   bar',
    lines: ['foo   ', 'bar'],
  },
  {
    name: 'break-spaces lets spaces take room',
    style: { whiteSpaceCollapse: 'break-spaces' },
    width: 4,
    text: 'foo   bar',
    lines: ['foo ', '  ', 'bar'],
  },
  {
    name: 'pre-line breaks at spaces',
    style: { whiteSpaceCollapse: 'preserve-breaks' },
    width: 3,
    text: 'foo bar\nx',
    lines: ['foo', 'bar', 'x'],
  },
  {
    name: 'balanced lines are about equally long',
    style: { textWrapStyle: 'balance' },
    width: 12,
    text: 'aaa bbb ccc ddd eee',
    lines: ['aaa bbb ccc', 'ddd eee'],
  },
  {
    name: 'balanced lines are as few as others',
    style: { textWrapStyle: 'balance' },
    width: 16,
    text: 'aaa bbb ccc ddd e',
    lines: ['aaa bbb', 'ccc ddd e'],
  },
  {
    name: 'the lines of longer paragraphs are not balanced',
    style: { textWrapStyle: 'balance' },
    width: 5,
    text: 'a b c d e f g h i j k l m n o p q r s t u v w x y z aa bb c d e f',
    lines: ['a b c', 'd e f', 'g h i', 'j k l', 'm n o', 'p q r', 's t u', 'v w x', 'y z', 'aa bb', 'c d e', 'f'],
  },
  {
    name: 'pretty lines leave less room than those that take as much as fits',
    style: { textWrapStyle: 'pretty' },
    width: 6,
    text: 'aaa bb cc ddddd ee',
    lines: ['aaa', 'bb cc', 'ddddd', 'ee'],
  },
  {
    name: 'pretty paragraphs do not end with a short line',
    style: { textWrapStyle: 'pretty' },
    width: 20,
    text: 'aaaa bbbb cccc dd ee f',
    lines: ['aaaa bbbb cccc dd', 'ee f'],
  },
  {
    name: 'pretty paragraphs do not leave a short word alone',
    style: { textWrapStyle: 'pretty' },
    width: 20,
    text: 'aaaa bbbb cccc dd ee ffffff',
    lines: ['aaaa bbbb cccc dd', 'ee ffffff'],
  },
  {
    name: 'pretty lines overflow where nothing else is possible, and end where they must',
    style: { textWrapStyle: 'pretty' },
    width: 4,
    text: 'a incredible b\nc',
    lines: ['a', 'incredible', 'b', 'c'],
  },
]

for (const { name, style = {}, width, text, lines } of CASES) {
  t.test(name, async (t) => {
    t.strictSame(lineTexts(lay(width * 10, style, text).fragment), lines)
  })
}

t.test('a word over several spans is one word', async (t) => {
  const { fragment } = lay(60, {}, 'ab ', span({}, 'cd'), 'ef', span({}, 'gh'), ' ij')
  t.strictSame(lineTexts(fragment), ['ab', 'cdefgh', 'ij'])
})

t.test('a space in a span breaks the line behind the span', async (t) => {
  const { fragment } = lay(40, {}, span({}, 'foo '), span({}, 'bar'))
  t.strictSame(lineTexts(fragment), ['foo', 'bar'])
})

t.test('an opportunity inside an earlier word is taken when the word behind it does not fit', async (t) => {
  const { fragment } = lay(80, {}, 'foo-bar', span({}, 'baz'))
  t.strictSame(lineTexts(fragment), ['foo-', 'barbaz'])
})

t.test('nowrap spans stay whole and break around', async (t) => {
  const nowrap: Overrides = { textWrapMode: 'nowrap' }
  const { fragment } = lay(60, {}, 'aa ', span(nowrap, 'bb cc'), ' dd')
  t.strictSame(lineTexts(fragment), ['aa', 'bb cc', 'dd'])
})

t.test('padding of a span takes room on the line', async (t) => {
  const { fragment } = lay(70, {}, 'foo ', span({ paddingLeft: 10 }, 'bar'))
  t.strictSame(lineTexts(fragment), ['foo', 'bar'])
})

const CLONED: Overrides = { boxDecorationBreak: 'clone', paddingLeft: 5, paddingRight: 5 }

t.test('a line has room for the edges that its open spans repeat at both ends', async (t) => {
  const text = (width: number) =>
    lineTexts(lay(width, {}, span(CLONED, 'aa bb ', span(CLONED, 'cc dd'), ' ee')).fragment)
  t.strictSame(text(60), ['aa bb', 'cc', 'dd', 'ee'])
  t.strictSame(text(70), ['aa bb', 'cc dd', 'ee'])
  t.strictSame(text(69), ['aa bb', 'cc', 'dd', 'ee'])
  t.strictSame(text(100), ['aa bb cc', 'dd ee'])
})

t.test('a word that is divided leaves room for the edges that its line repeats', async (t) => {
  t.strictSame(lineTexts(lay(40, { overflowWrap: 'anywhere' }, span(CLONED, 'abcdefg')).fragment), ['abc', 'def', 'g'])
})

t.test('tab stops do not move for the ends of spans that repeat them', async (t) => {
  const { fragment } = lay(200, { whiteSpaceCollapse: 'preserve' }, span(CLONED, 'a\tb'))
  t.strictSame(wordPositions(linesOf(fragment)[0] as LineFragment), ['a@5', 'b@80'])
})

t.test('a span that ends behind a forced break has no part on the next line', async (t) => {
  const { fragment } = lay(90, {}, span({ paddingRight: 10 }, 'foo\n'), 'bar')
  t.strictSame(linesOf(fragment).map(wordPositions), [['foo@0'], ['bar@0']])
})

t.test('wbr is an opportunity', async (t) => {
  const { fragment } = lay(50, {}, 'foo', [{ kind: 'opportunity' }], 'bar')
  t.strictSame(lineTexts(fragment), ['foo', 'bar'])
})

t.test('a forced break at the end of a span adds no line', async (t) => {
  const { fragment } = lay(90, {}, span({}, 'foo\n'))
  t.strictSame(lineTexts(fragment), ['foo'])
})

t.test('letter spacing is added after every character and word spacing to spaces', async (t) => {
  t.strictSame(lineTexts(lay(44, { letterSpacing: 1 }, 'abc d').fragment), ['abc', 'd'])
  t.strictSame(lineTexts(lay(55, { letterSpacing: 1 }, 'abc d').fragment), ['abc d'])
  t.strictSame(lineTexts(lay(55, { wordSpacing: 6 }, 'abc d').fragment), ['abc', 'd'])
})

t.test('text-indent shortens the first line only', async (t) => {
  t.strictSame(lineTexts(lay(70, { textIndent: 10 }, 'foo bar foo bar').fragment), ['foo', 'bar foo', 'bar'])
})

t.test('a very long word without opportunities is laid out in linear work', async (t) => {
  const { fragment, ctx } = lay(100, { overflowWrap: 'anywhere' }, 'x'.repeat(20_000))
  t.equal(fragment.children.length, 2000)
  t.ok(ctx.fonts.shapedWords < 5000)
})

t.test('what pretty lines cost grows with the length of a paragraph', async (t) => {
  const words = 'aaa bb c dddd ee ffffff ggg hhhhh i jj '
  const steps = (count: number) => lay(200, { textWrapStyle: 'pretty' }, words.repeat(count)).ctx.work.spent
  t.ok(steps(200) < 11 * steps(20))
  t.ok(steps(200) > 10 * lay(200, {}, words.repeat(20)).ctx.work.spent, 'they are counted')
})

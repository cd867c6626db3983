import t from 'tap'
import { lay, linesOf, type Overrides, type Piece, span, textOf, wordPositions } from './inline-builder.js'

interface Case {
  readonly name: string
  readonly style: Overrides
  readonly width?: number
  readonly text: string
  readonly lines: readonly (readonly string[])[]
}

const CASES: readonly Case[] = [
  { name: 'start', style: {}, text: 'ab c', lines: [['ab@0', 'c@30']] },
  { name: 'end', style: { textAlign: 'end' }, text: 'ab c', lines: [['ab@60', 'c@90']] },
  { name: 'right', style: { textAlign: 'right' }, text: 'ab', lines: [['ab@80']] },
  { name: 'center', style: { textAlign: 'center' }, text: 'abc', lines: [['abc@35']] },
  { name: 'start of rtl is right', style: { direction: 'rtl' }, text: 'ab', lines: [['ab@80']] },
  { name: 'left in rtl', style: { direction: 'rtl', textAlign: 'left' }, text: 'ab', lines: [['ab@0']] },
  {
    name: 'what is too wide overflows at the end',
    style: { textAlign: 'right' },
    width: 20,
    text: 'abc',
    lines: [['abc@0']],
  },
  {
    name: 'what is too wide overflows at the left in rtl',
    style: { direction: 'rtl' },
    width: 20,
    text: 'abc',
    lines: [['abc@-10']],
  },
  {
    name: 'trailing spaces do not shift right-aligned lines',
    style: { textAlign: 'right' },
    width: 50,
    text: 'abc def',
    lines: [['abc@20'], ['def@20']],
  },
  {
    name: 'preserved spaces hang',
    style: { textAlign: 'right', whiteSpaceCollapse: 'preserve' },
    width: 50,
    text: 'abc  def',
    lines: [['abc@20'], ['def@20']],
  },
  {
    name: 'justify spreads the room over the spaces, the last line stands at the start',
    style: { textAlign: 'justify' },
    width: 70,
    text: 'a b c dddd e',
    lines: [
      ['a@0', 'b@30', 'c@60'],
      ['dddd@0', 'e@50'],
    ],
  },
  {
    name: 'justify does not stretch lines before forced breaks',
    style: { textAlign: 'justify' },
    text: 'a b\nc',
    lines: [['a@0', 'b@20'], ['c@0']],
  },
  { name: 'text-align-last: justify', style: { textAlignLast: 'justify' }, text: 'a b', lines: [['a@0', 'b@90']] },
  {
    name: 'justify spreads ideographs',
    style: { textAlign: 'justify' },
    width: 45,
    text: '日日日日日',
    lines: [['日@0', '日@11.671875', '日@23.328125', '日@35'], ['日@0']],
  },
  {
    name: 'justify spreads characters between which no line may break',
    style: { textAlign: 'justify' },
    width: 55,
    text: '日本。日本日日',
    lines: [
      ['日@0', '本@11.25', '。@22.5', '日@33.75', '本@45'],
      ['日@0', '日@10'],
    ],
  },
  {
    name: 'justify spreads Latin words in East Asian text',
    style: { textAlign: 'justify' },
    width: 66,
    text: '日abc本日日',
    lines: [['日@0', 'abc@12', '本@44', '日@56'], ['日@0']],
  },
  {
    name: 'justify does not add to the spaces in East Asian text',
    style: { textAlign: 'justify' },
    width: 45,
    text: '日 日 日',
    lines: [['日@0', '日@35'], ['日@0']],
  },
  { name: 'text-indent', style: { textIndent: 15 }, width: 60, text: 'abc def', lines: [['abc@15'], ['def@0']] },
  {
    name: 'text-indent in percent',
    style: { textIndent: { kind: 'percentage', px: 0, percent: 10 } },
    text: 'a',
    lines: [['a@10']],
  },
  {
    name: 'a hanging text-indent',
    style: { textIndent: 15, textIndentHanging: true },
    width: 60,
    text: 'abc def',
    lines: [['abc@0'], ['def@15']],
  },
  {
    name: 'a text-indent of each line',
    style: { textIndent: 15, textIndentEachLine: true },
    width: 60,
    text: 'abc\ndef ghi',
    lines: [['abc@15'], ['def@15'], ['ghi@0']],
  },
  {
    name: 'a hanging text-indent of each line',
    style: { textIndent: 15, textIndentHanging: true, textIndentEachLine: true },
    width: 60,
    text: 'abc\ndef ghi',
    lines: [['abc@0'], ['def@0'], ['ghi@15']],
  },
  { name: 'a negative text-indent', style: { textIndent: -5 }, text: 'a', lines: [['a@-5']] },
  { name: 'text-indent in rtl', style: { direction: 'rtl', textIndent: 15 }, text: 'a', lines: [['a@75']] },
  {
    name: 'tabs go to the next stop',
    style: { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap', tabSize: { kind: 'spaces', count: 4 } },
    text: 'a\tb\t\tc',
    lines: [['a@0', 'b@40', 'c@120']],
  },
  {
    name: 'a tab stop nearer than half a digit is skipped',
    style: { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap', tabSize: { kind: 'length', px: 14 } },
    text: 'a\tb',
    lines: [['a@0', 'b@28']],
  },
  {
    name: 'tab stops in px',
    style: { whiteSpaceCollapse: 'preserve', tabSize: { kind: 'length', px: 25 } },
    text: 'abc\td',
    lines: [['abc@0', 'd@50']],
  },
  { name: 'letter spacing', style: { letterSpacing: 2 }, text: 'ab c', lines: [['ab@0', 'c@36']] },
  { name: 'word spacing', style: { wordSpacing: 5 }, text: 'ab c', lines: [['ab@0', 'c@35']] },
]

for (const { name, style, width = 100, text, lines } of CASES) {
  t.test(name, async (t) => {
    t.strictSame(linesOf(lay(width, style, text).fragment).map(wordPositions), lines)
  })
}

interface BidiCase {
  readonly name: string
  readonly style?: Overrides
  readonly width?: number
  readonly pieces: readonly Piece[]
  readonly visual: readonly string[]
}

const BIDI: readonly BidiCase[] = [
  { name: 'Hebrew in a left-to-right line', pieces: ['ab אבג cd'], visual: ['ab גבא cd'] },
  { name: 'two Hebrew words change places', pieces: ['ab אב גד cd'], visual: ['ab דג בא cd'] },
  { name: 'a Hebrew paragraph', style: { direction: 'rtl' }, pieces: ['אב גד'], visual: ['דג בא'] },
  { name: 'numbers keep their order', style: { direction: 'rtl' }, pieces: ['אב 123 גד'], visual: ['דג 123 בא'] },
  {
    name: 'Latin in a Hebrew paragraph',
    style: { direction: 'rtl' },
    pieces: ['אב xy zw גד'],
    visual: ['דג xy zw בא'],
  },
  { name: 'Arabic with a number', style: { direction: 'rtl' }, pieces: ['عدد 42'], visual: ['42 ددع'] },
  { name: 'brackets are mirrored', style: { direction: 'rtl' }, pieces: ['אב (גד)'], visual: ['(דג) בא'] },
  {
    name: 'every line is ordered by itself',
    style: { direction: 'rtl' },
    width: 60,
    pieces: ['אב גד הו זח'],
    visual: ['דג בא', 'חז וה'],
  },
  {
    name: 'an isolate is neutral to its surroundings',
    pieces: ['א ', span({ unicodeBidi: 'isolate' }, 'x'), ' ב'],
    visual: ['ב x א'],
  },
  {
    name: 'bidi-override reverses Latin',
    pieces: [span({ unicodeBidi: 'bidi-override', direction: 'rtl' }, 'abc')],
    visual: ['cba'],
  },
  {
    name: 'embed turns a Latin phrase around',
    pieces: [span({ unicodeBidi: 'embed', direction: 'rtl' }, 'ab - cd!')],
    visual: ['!ab - cd'],
  },
  {
    name: 'plaintext takes its direction from the text',
    style: { unicodeBidi: 'plaintext' },
    pieces: ['אב cd'],
    visual: ['cd בא'],
  },
]

for (const { name, style = {}, width = 200, pieces, visual } of BIDI) {
  t.test(name, async (t) => {
    const lines = linesOf(lay(width, style, ...pieces).fragment)
    t.strictSame(
      lines.map((line) => textOf(line.children)),
      visual,
    )
  })
}

t.test('mirrored brackets keep their text, for those who copy it', (t) => {
  const [line] = linesOf(lay(200, { direction: 'rtl' }, '(אב)').fragment)
  const texts = line?.children.flatMap(({ fragment }) => (fragment.kind === 'text' ? fragment.words : [])) ?? []
  t.equal(texts.map(({ text }) => text).join(''), '(אב)')
  t.equal(textOf(line?.children ?? []), '(בא)')
  t.end()
})

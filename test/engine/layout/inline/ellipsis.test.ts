import t from 'tap'
import { lay, linesOf, lineTexts, type Overrides, type Piece, span, wordPositions } from './inline-builder.js'

const NOWRAP: Overrides = { textOverflow: 'ellipsis', overflow: 'hidden', textWrapMode: 'nowrap' }

const CASES: readonly {
  readonly name: string
  readonly width: number
  readonly style?: Overrides
  readonly pieces: readonly Piece[]
  readonly expected: readonly string[]
}[] = [
  { name: 'what fits is left alone', width: 70, pieces: ['abc def'], expected: ['abc def'] },
  { name: 'the ellipsis takes the place of letters', width: 60, pieces: ['abc def'], expected: ['abc d…'] },
  { name: 'or of whole words', width: 50, pieces: ['abc def'], expected: ['abc …'] },
  { name: 'half a letter is none', width: 48, pieces: ['abc def'], expected: ['abc…'] },
  { name: 'everything behind it goes', width: 50, pieces: ['abcdef', span({}, 'gh'), ' i'], expected: ['abcd…'] },
  { name: 'it may fall into an inline box', width: 50, pieces: ['ab', span({}, 'cdef'), 'gh'], expected: ['abcd…'] },
  { name: 'one letter always stays', width: 10, pieces: ['abc'], expected: ['a…'] },
  { name: 'a letter stays with its accents', width: 20, pieces: ['a\u0301\u0302bc'], expected: ['a\u0301\u0302…'] },
  {
    name: 'long words of wrapped text are shortened each on its line',
    width: 40,
    style: { whiteSpaceCollapse: 'collapse', textWrapMode: 'wrap' },
    pieces: ['abcdef gh'],
    expected: ['abc…', 'gh'],
  },
  {
    name: 'content that may overflow is not shortened',
    width: 40,
    style: { overflow: 'visible' },
    pieces: ['abcdef'],
    expected: ['abcdef'],
  },
  {
    name: 'clip shortens nothing',
    width: 40,
    style: { textOverflow: 'clip' },
    pieces: ['abcdef'],
    expected: ['abcdef'],
  },
  {
    name: 'right-to-left lines are shortened at the left',
    width: 40,
    style: { direction: 'rtl' },
    pieces: ['אבגדהו'],
    expected: ['…\u05d2\u05d1\u05d0'],
  },
  {
    name: 'foreign text is shortened at the end of the line, not at its own',
    width: 40,
    style: { direction: 'rtl' },
    pieces: ['abcdef'],
    expected: ['…def'],
  },
  {
    name: 'so is right-to-left text in a line that runs right',
    width: 40,
    pieces: ['אבגדהו'],
    expected: ['\u05d5\u05d4\u05d3…'],
  },
]

for (const { name, width, style, pieces, expected } of CASES) {
  t.test(name, async (t) => {
    t.same(lineTexts(lay(width, { ...NOWRAP, ...style }, ...pieces).fragment), expected)
  })
}

t.test('a shortened line stands at the start edge, however it is aligned', async (t) => {
  const places = (style: Overrides, text: string) => {
    const [line] = linesOf(lay(45, { ...NOWRAP, ...style }, text).fragment)
    return line && wordPositions(line)
  }
  t.same(places({}, 'abcdef'), ['abc@0', '…@30'])
  t.same(places({ textAlign: 'right' }, 'abcdef'), ['abc@0', '…@30'])
  t.same(places({ direction: 'rtl' }, 'abcdef'), ['…@5', 'def@15'])
  t.same(places({ textIndent: 5 }, 'abcdef'), ['abc@5', '…@35'])
})

t.test('no more lines are shown than max-lines allows', async (t) => {
  const text = (width: number, style: Overrides, ...pieces: readonly Piece[]) =>
    lineTexts(lay(width, { maxLines: 2, blockEllipsis: 'auto', ...style }, ...pieces).fragment)
  t.strictSame(text(60, {}, 'aaa bb cc dd'), ['aaa bb', 'cc dd'], 'what fits is left alone')
  t.strictSame(text(60, {}, 'aaa bb c dd ee'), ['aaa bb', 'c dd…'], 'the ellipsis follows the text')
  t.strictSame(text(60, {}, 'aaa bb cccc dd'), ['aaa bb', 'cccc…'])
  t.strictSame(text(60, {}, 'aaa bb cccccc dd'), ['aaa bb', 'ccccc…'], 'or takes the place of letters')
  t.strictSame(text(60, {}, 'aaa\nbb\ncc'), ['aaa', 'bb…'], 'at forced breaks as well')
  t.strictSame(text(60, { blockEllipsis: 'none' }, 'aaa bb cccccc dd'), ['aaa bb', 'cccccc'])
  t.strictSame(text(60, { blockEllipsis: { text: ' >' } }, 'aaa bb cccccc dd'), ['aaa bb', 'cccc >'])
  t.strictSame(text(60, { maxLines: 1 }, 'aa ', span({}, 'bb cc'), ' dd'), ['aa bb…'])
})

t.test('the last line that is shown is aligned with its ellipsis', async (t) => {
  const { fragment } = lay(60, { maxLines: 1, blockEllipsis: 'auto', textAlign: 'right' }, 'aa bbbb')
  t.strictSame(linesOf(fragment).map(wordPositions), [['aa@30', '…@50']])
})

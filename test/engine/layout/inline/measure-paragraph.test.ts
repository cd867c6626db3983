import t from 'tap'
import { createFontLibrary } from '../../../../engine/fonts/create-font-library.js'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext, testSpace } from '../test-context.js'
import {
  INLINE_ALGORITHMS,
  inlineRoot,
  lay,
  layOut,
  linesOf,
  type Overrides,
  type Piece,
  span,
} from './inline-builder.js'

function sizes(style: Overrides, ...pieces: readonly Piece[]): readonly [number, number] {
  const fonts = createSquareFonts()
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const { minContent, maxContent } = ctx.intrinsicSizes(inlineRoot(fonts, style, ...pieces))
  return [minContent, maxContent]
}

const CASES: readonly {
  readonly name: string
  readonly style?: Overrides
  readonly pieces: readonly Piece[]
  readonly expected: readonly [number, number]
}[] = [
  { name: 'the longest word and the whole line', pieces: ['a bbb cc'], expected: [30, 80] },
  {
    name: 'preserved spaces at the end count where no line wraps',
    style: { whiteSpaceCollapse: 'preserve' },
    pieces: ['a bb  '],
    expected: [20, 60],
  },
  { name: 'ideographic spaces are kept', pieces: ['a \u3000bb\u3000'], expected: [20, 60] },
  { name: 'hyphens are opportunities', pieces: ['a bbb-cc'], expected: [40, 80] },
  { name: 'forced breaks end lines', pieces: ['aa bb\ncccc'], expected: [40, 50] },
  { name: 'nowrap', style: { textWrapMode: 'nowrap' }, pieces: ['aa bb'], expected: [50, 50] },
  {
    name: 'pre',
    style: { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' },
    pieces: ['aa bb \nc'],
    expected: [60, 60],
  },
  { name: 'overflow-wrap: anywhere', style: { overflowWrap: 'anywhere' }, pieces: ['aa bbb'], expected: [10, 60] },
  {
    name: 'overflow-wrap: break-word does not shrink',
    style: { overflowWrap: 'break-word' },
    pieces: ['aa bbb'],
    expected: [30, 60],
  },
  { name: 'word-break: break-all', style: { wordBreak: 'break-all' }, pieces: ['aa bbb'], expected: [10, 60] },
  {
    name: 'overflow-wrap: anywhere breaks behind a space that gives no opportunity',
    style: { overflowWrap: 'anywhere' },
    pieces: ['a( 日'],
    expected: [10, 40],
  },
  { name: 'words across spans', pieces: ['a', span({}, 'bb'), 'c d'], expected: [40, 60] },
  { name: 'padding of spans', pieces: ['a ', span({ paddingLeft: 5, paddingRight: 7 }, 'bb')], expected: [32, 52] },
  {
    name: 'padding that spans repeat on each line',
    pieces: ['a ', span({ boxDecorationBreak: 'clone', paddingLeft: 5, paddingRight: 7 }, 'bb c\nd eee'), 'f'],
    expected: [52, 72],
  },
  { name: 'a space at the end does not count', pieces: [span({}, 'aa '), span({}, '')], expected: [20, 20] },
  { name: 'text-indent', style: { textIndent: 15 }, pieces: ['aa b'], expected: [35, 55] },
  {
    name: 'a hanging indent is that of lines behind the first one',
    style: { textIndent: 15, textIndentHanging: true },
    pieces: ['aaa bb'],
    expected: [35, 60],
  },
  {
    name: 'an indent of each line is that of lines behind forced breaks',
    style: { textIndent: 15, textIndentEachLine: true },
    pieces: ['a\nbb cc'],
    expected: [35, 65],
  },
  {
    name: 'letter spacing in percent of the font size',
    style: { letterSpacing: { kind: 'percentage', px: 0, percent: 10 } },
    pieces: ['aa b'],
    expected: [22, 44],
  },
  { name: 'ideographs', pieces: ['日本語'], expected: [10, 30] },
  { name: 'letter spacing', style: { letterSpacing: 1 }, pieces: ['aa b'], expected: [22, 44] },
  { name: 'a non-Latin letter', pieces: ['für Öl'], expected: [30, 60] },
]

for (const { name, style = {}, pieces, expected } of CASES) {
  t.test(name, async (t) => {
    t.strictSame(sizes(style, ...pieces), expected)
  })
}

t.test('text fits on one line at its max-content width', async (t) => {
  for (const text of ['a bbb cc', 'x-y z', 'für 5 € (netto)']) {
    const [, maxContent] = sizes({ letterSpacing: 0.25 }, text)
    t.equal(lay(maxContent, { letterSpacing: 0.25 }, text).fragment.children.length, 1)
  }
})

t.test('a word that may be divided anywhere is measured without shaping its parts', async (t) => {
  const fonts = createSquareFonts()
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const word = 'abcdefghij'.repeat(500)
  const sizesOfWord = ctx.intrinsicSizes(inlineRoot(fonts, { overflowWrap: 'anywhere' }, word))
  t.strictSame(sizesOfWord, { minContent: 10, maxContent: 50_000 })
  t.ok(fonts.shapedWords < 20, `${fonts.shapedWords} words shaped`)
})

t.test('what words measure is added before it is rounded, at a size that is cut off', async (t) => {
  const fonts = createFontLibrary()
  const style = {
    fontSize: 40 / 3,
    font: fonts.select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 }),
  }
  const text = Array.from({ length: 40 }, () => 'a').join(' ')
  // An "a" of 1139 units and a space of 569 of 2048, at 853/64 px.
  const rounded = Math.ceil(((40 * 1139 + 39 * 569) * 853) / 2048) / 64
  const root = (...pieces: readonly Piece[]) => inlineRoot(fonts, style, ...pieces)
  const widest = (...pieces: readonly Piece[]) =>
    createTestContext(fonts, INLINE_ALGORITHMS).intrinsicSizes(root(...pieces)).maxContent
  t.equal(widest(text), rounded, 'rounded up to 1/64 px once')
  t.equal(widest(text.slice(0, 40), span({}, text.slice(40))), rounded, 'also across boxes')
  const linesIn = (width: number) =>
    linesOf(layOut(createTestContext(fonts, INLINE_ALGORITHMS), root(text), testSpace(width))).length
  t.equal(linesIn(rounded), 1)
  t.equal(linesIn(rounded - 1 / 64), 2)
})

import t from 'tap'
import { dumpFragment } from '../../../../engine/dump/dump-fragments.js'
import { missingGlyphs } from '../../../../engine/layout/inline/missing-glyphs.js'
import { lay, linesOf, type Overrides, type Piece, span } from './inline-builder.js'

const CIRCLE: Overrides = { textEmphasisStyle: { kind: 'shape', isOpen: false, shape: 'circle' } }
const UNDER: Overrides = { ...CIRCLE, textEmphasisPosition: { side: 'under', verticalSide: 'right' } }

/** The text fragments of all lines with their marks; letters are squares of 10px, marks of 5px. */
function texts(style: Overrides, ...pieces: readonly Piece[]): readonly string[] {
  const { fragment } = lay(200, style, ...pieces)
  const lines = dumpFragment(fragment).split('\n')
  return lines.filter((line) => / text /.test(line)).map((line) => line.trim().replace(/^text \S+ \S+ /, ''))
}

/** Height and baseline of the first line. */
function heights(style: Overrides, ...pieces: readonly Piece[]): readonly (number | undefined)[] {
  const [line] = linesOf(lay(200, style, ...pieces).fragment)
  return [line?.height, line?.baseline]
}

t.test('each character has a mark over its middle, but spaces and punctuation', async (t) => {
  t.same(texts(CIRCLE, 'ab c, d'), ['"ab c, d" "●" at -9 2.5 12.5 32.5 62.5'])
  t.same(texts(CIRCLE, '“a”-#%&@'), ['"“a”-#%&@" "●" at -9 12.5 42.5 52.5 62.5 72.5'], 'some of it stands for words')
  t.same(texts(CIRCLE, '、。 …'), ['"、。 …"'])
})

t.test('a letter and what combines with it have one mark', async (t) => {
  t.same(texts(CIRCLE, 'e\u0301x'), ['"e\u0301x" "●" at -9 2.5 22.5'])
})

t.test('letter spacing is behind the letter, and no room of it', async (t) => {
  t.same(texts({ ...CIRCLE, letterSpacing: 4 }, 'ab'), ['"ab" "●" at -9 2.5 16.5'])
})

t.test('from right to left each character keeps its own mark', async (t) => {
  t.same(texts({ ...CIRCLE, direction: 'rtl' }, 'א,ב'), ['"א,ב" "●" at -9 2.5 22.5'])
})

t.test('marks stand on either side of the line', async (t) => {
  t.same(texts(UNDER, 'a'), ['"a" "●" at 6 2.5'])
  t.same(texts({ ...CIRCLE, contentMode: 'vertical-rl', textOrientation: 'sideways' }, 'a'), ['"a" "●" at -9 2.5'])
  t.same(texts({ ...UNDER, contentMode: 'vertical-rl', textOrientation: 'sideways' }, 'a'), ['"a" "●" at -9 2.5'])
  t.same(texts({ ...CIRCLE, contentMode: 'sideways-lr' }, 'a'), ['"a" "●" at 6 2.5'], 'the right is below the line')
})

t.test('a mark that stands upright in a line that runs down has its middle in that of its room', async (t) => {
  t.same(texts({ ...CIRCLE, contentMode: 'vertical-rl' }, '字'), ['"字" "●" at -10.5 2.5'])
})

t.test('without a shape it is a circle, in vertical lines a sesame', async (t) => {
  const open: Overrides = { textEmphasisStyle: { kind: 'shape', isOpen: true, shape: 'auto' } }
  t.match(texts(open, 'a'), [/○/])
  t.match(texts({ ...open, contentMode: 'vertical-rl' }, 'a'), [/\ufe46/])
})

t.test('lines have room for marks, which they share with what the line height leaves', async (t) => {
  t.same(heights({}, 'a'), [10, 8])
  t.same(heights(CIRCLE, 'a'), [15, 13])
  t.same(heights(UNDER, 'a'), [15, 8])
  t.same(heights({ ...CIRCLE, lineHeight: { kind: 'number', value: 1.6 } }, 'a'), [18, 13])
  t.same(heights({ ...CIRCLE, lineHeight: { kind: 'number', value: 2 } }, 'a'), [20, 13])
  t.same(heights({}, 'a', span(CIRCLE, 'b')), [15, 13], 'of an inline box')
})

t.test('a mark that no font has is told of', async (t) => {
  const { ctx } = lay(200, { textEmphasisStyle: { kind: 'text', text: '\ue000' } }, 'a')
  t.same([...missingGlyphs(ctx).keys()], [0xe000])
})

import t from 'tap'
import type { InlineRootBox } from '../../../../engine/boxes/box-tree.js'
import { dumpDocument } from '../../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary } from '../../../../engine/index.js'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext, testSpace } from '../test-context.js'
import { INLINE_ALGORITHMS, inlineRoot, layOut, linesOf, type Overrides, type Piece, span } from './inline-builder.js'

const CAP: Overrides = { textBoxEdge: { over: 'cap', under: 'alphabetic' } }
const EX: Overrides = { textBoxEdge: { over: 'ex', under: 'text' } }
const LOOSE: Overrides = { lineHeight: { kind: 'number', value: 2 } }

/** Height and baseline of each line of squares of 10px, in a paragraph that is trimmed. */
function lines(trim: InlineRootBox['trim'], style: Overrides, ...pieces: readonly Piece[]): readonly string[] {
  const fonts = createSquareFonts()
  const root = { ...inlineRoot(fonts, style, ...pieces), ...(trim && { trim }) }
  const fragment = layOut(createTestContext(fonts, INLINE_ALGORITHMS), root, testSpace(100))
  return linesOf(fragment).map(({ height, baseline }) => `${height} ${baseline}`)
}

t.test('the first line is cut above, the last one below the edge of the text', async (t) => {
  t.same(lines(undefined, LOOSE, 'a\nb\nc'), ['20 13', '20 13', '20 13'])
  t.same(lines('start', LOOSE, 'a\nb\nc'), ['15 8', '20 13', '20 13'])
  t.same(lines('end', LOOSE, 'a\nb\nc'), ['20 13', '20 13', '15 13'])
  t.same(lines('both', { ...LOOSE, ...CAP }, 'a\nb'), ['15 8', '13 13'])
  t.same(lines('both', { ...LOOSE, ...EX }, 'a'), ['7 5'])
})

t.test('a line that is less high than its text is as high as that', async (t) => {
  t.same(lines('both', { lineHeight: { kind: 'length', px: 4 } }, 'a'), ['10 8'])
})

t.test('what is taller than the text of the block overflows', async (t) => {
  t.same(lines('both', LOOSE, 'a', span({ fontSize: 30 }, 'b')), ['10 8'])
})

t.test('a break at the end is followed by no line', async (t) => {
  t.same(lines('end', LOOSE, 'a\nb\n'), ['20 13', '15 13'])
})

t.test('the last line that is shown is trimmed', async (t) => {
  t.same(lines('end', { ...LOOSE, maxLines: 2 }, 'a\nb\nc'), ['20 13', '15 13'])
})

const fonts = createFontLibrary()

/** The heights of the line boxes of each page, in px. */
function pages(html: string): readonly string[] {
  const style =
    '<style>@page { size: 200px 75px; margin: 0 } body { margin: 0; font: 10px/30px Arial; orphans: 1; widows: 1 } p { margin: 0 }</style>'
  const dump = dumpDocument(compileTemplate({ html: style + html }, { fonts }), {}, 'fragments')
  return dump
    .split(/^page.*$/m)
    .slice(1)
    .map((page) => [...page.matchAll(/line \S+ [\d.]+×([\d.]+)/g)].map(([, height]) => height).join(' '))
}

t.test('lines at the edges of pages are not trimmed', async (t) => {
  const text = 'a<br>b<br>c<br>d'
  t.same(pages(`<div>${text}</div>`), ['30 30', '30 30'])
  t.same(
    pages(`<div style="text-box: cap alphabetic">${text}</div>`),
    pages('<div style="text-box: cap alphabetic"><p>a<br>b</p><p>c<br>d</p></div>'),
  )
})

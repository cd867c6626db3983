import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()
const STYLE =
  '<style>p { font: 10px/20px Arial; margin: 0 } p::first-letter { initial-letter: 3 } .raised::first-letter { initial-letter: 3 1 }</style>'

function compile(html: string) {
  return compileTemplate({ html: `<!doctype html>${STYLE}${html}` }, { fonts })
}

function lineHeights(html: string): readonly string[] {
  const dump = dumpDocument(compile(html), {}, 'fragments')
  return [...dump.matchAll(/line \S+ [\d.]+×([\d.]+) /g)].map(([, height]) => height ?? '')
}

t.test('a letter that rises above the first line makes that one taller', async (t) => {
  // The lines of the letter, as high as its capitals, and of the text.
  t.same(lineHeights('<p>Hello'), ['46.875', '20'])
  t.same(lineHeights('<p class="raised">Hello'), ['46.875', '60'])
})

t.test('a first letter that floats or is a block by its own style is none of these', async (t) => {
  const plain = lineHeights('<p style="--x: 1">Hello<style>p::first-letter { float: left }</style>')
  t.ok(plain.every((height) => height !== '46.875'))
})

t.test('it is read as part of its paragraph', async (t) => {
  t.match(dumpDocument(compile('<p>Hello'), {}, 'tags'), /P\n +"Hello"/)
})

t.test('many paragraphs with initial letters share the styles of these', async (t) => {
  const words = (count: number) => renderDocument(compile('<p>Hello</p>'.repeat(count)), {}).stats.shapedWords
  t.equal(words(200), words(20))
})

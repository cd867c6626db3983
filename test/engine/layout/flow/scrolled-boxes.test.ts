import t from 'tap'
import type { BoxFragment, Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut, textsOf, wordsByPage } from '../lay-out.js'

const LINES = 'a<br>b<br>c<br>d'
const WORD = 'x'.repeat(12)

/** Sizes of the border boxes of the elements `i` on pages of 200 × 100 px. Nothing is reported. */
function sizes(body: string, css = ''): string[] {
  const { pages, diagnostics } = layOut(compileSmall(`i { display: block } ${css}`, body))
  t.same(diagnostics, [], 'no diagnostics')
  const found: string[] = []
  const visit = (fragment: Fragment) => {
    if (fragment.kind === 'text' || fragment.kind === 'decoration') return
    if (fragment.kind === 'box' && isElement(fragment, 'i')) found.push(`${fragment.width}x${fragment.height}`)
    for (const child of fragment.children) visit(child.fragment)
  }
  for (const { content } of pages) if (content) visit(content.fragment)
  return found
}

function isElement({ box }: BoxFragment, name: string): boolean {
  return box.kind !== 'inline-root' && box.node?.name === name
}

for (const overflow of ['auto', 'scroll', 'overlay']) {
  t.test(`a box with overflow: ${overflow} shows all of its content`, async (t) => {
    const shown = (style: string, content = LINES) => sizes(`<i style="overflow:${overflow};${style}">${content}</i>`)
    t.same(shown('max-height:20px'), ['200x40'], 'below its greatest height')
    t.same(shown('height:20px'), ['200x40'], 'below its height')
    t.same(shown('height:60px'), ['200x60'], 'which it has at least')
    t.same(shown('height:20px;min-height:50px'), ['200x50'], 'with its least height')
    t.same(shown('width:50px', WORD), ['120x10'], 'beyond its width')
    t.same(shown('max-width:50px', WORD), ['120x10'], 'beyond its greatest width')
    t.same(shown('width:150px', WORD), ['150x10'], 'which it has where that is enough')
  })
}

t.test('each axis that scrolls shows all, another one that hides keeps its limit', async (t) => {
  const cut = (style: string, content: string) =>
    layOut(compileSmall('', `<div style="${style}">${content}</div>`)).diagnostics.map(({ code }) => code)
  t.same(sizes(`<i style="overflow-x:auto;overflow-y:hidden;width:50px">${WORD}</i>`), ['120x10'])
  t.same(cut('overflow-x:auto;overflow-y:hidden;height:20px', LINES), ['content-cut-off'])
  t.same(sizes(`<i style="overflow-x:hidden;overflow-y:auto;height:20px">${LINES}</i>`), ['200x40'])
  t.same(cut('overflow-x:hidden;overflow-y:auto;width:50px', WORD), ['content-cut-off'])
})

t.test('a list box that shows some of its rows reports the others', async (t) => {
  const cut = (attributes: string, options: string) =>
    layOut(compileSmall('', `<select ${attributes}>${options}</select>`)).diagnostics.map(({ message }) => message)
  const options = '<option>a<option>b<option>c'
  const at = (side: string) => [`content is cut off at the ${side} edge of this box`]
  t.same(cut('size=2', options), at('bottom'))
  t.same(cut('multiple', `${options}<option>d<option>e`), at('bottom'), 'four where it does not say')
  t.same(cut('size=2', `${options}<option selected>d`), at('top'), 'it is scrolled to what is chosen')
  t.same(cut('size=3', options), [], 'all are shown')
  t.same(cut('size=2 style="height:auto;contain:none"', options), [], 'all are shown')
  t.same(cut('', options), [], 'a drop-down list shows what is chosen')
})

t.test('the last columns of a table that scrolls are printed', async (t) => {
  const cells = ['a', 'b', 'c', 'd'].map((letter) => `<td>${letter.repeat(5)}`).join('')
  const table = `<table style="border-spacing:0"><tr>${cells}</table>`
  const css = 'td { padding: 0 } .scrolls { overflow-x: auto; width: 100px }'
  const { pages, diagnostics } = layOut(compileSmall(css, `<div class="scrolls">${table}</div>`))
  t.same(diagnostics, [])
  t.same(
    pages.flatMap(textsOf).map(({ text, x }) => `${text}@${x}`),
    ['aaaaa@0', 'bbbbb@50', 'ccccc@100', 'ddddd@150'],
  )
})

t.test('a table that scrolls and is wider than the sheet is reported with how far it passes the sheet', async (t) => {
  const cells = '<td style="padding:0;min-width:60px">a</td>'.repeat(5)
  const table = `<table style="border-spacing:0"><tr>${cells}</tr></table>`
  const { diagnostics } = layOut(compileSmall('.scrolls { overflow-x: auto }', `<div class="scrolls">${table}</div>`))
  t.same(
    diagnostics.map(({ message }) => message),
    ['this content is cut off at the right edge of the page, which it passes by 100 px'],
  )
  t.ok(diagnostics[0]?.span, 'at the table')
})

t.test('content that scrolls goes on on the next page', async (t) => {
  const lines = Array.from({ length: 15 }, (_, index) => `l${index}`)
  const { pages } = layOut(compileSmall('', `<div style="overflow:auto;height:50px">${lines.join('<br>')}</div>`))
  t.same(wordsByPage(pages), [lines.slice(0, 10).join(' '), lines.slice(10).join(' ')])
})

t.test('a box that scrolls contains floats and margins as it does on screens', async (t) => {
  const float = '<b style="float:left;width:10px;height:30px"></b>'
  t.same(sizes(`<i style="overflow:auto">${float}</i>`), ['200x30'])
  t.same(sizes('<i style="overflow:auto"><p style="margin:10px 0">a</p></i>'), ['200x30'])
})

t.test('items that scroll have the size of their content', async (t) => {
  const column = (style: string) =>
    sizes(`<div style="display:flex;flex-direction:column;height:30px"><i style="${style}">${LINES}</i></div>`)
  t.same(column('overflow:auto;flex:1'), ['200x40'])
  t.same(column('overflow:auto;flex:1;min-height:0'), ['200x40'])
  t.same(column('overflow:auto;height:20px'), ['200x40'])
  const row = `<div style="display:flex;width:50px"><i style="overflow:auto;flex:1">${WORD}</i></div>`
  t.same(sizes(row), ['120x10'])
  t.same(sizes(`<div style="display:grid;width:50px"><i style="overflow:auto">${WORD}</i></div>`), ['120x10'])
})

t.test('a text area shows all of its text', async (t) => {
  const css = 'textarea { display: block; padding: 0; border: 0; font: inherit; height: 20px }'
  const { pages, diagnostics } = layOut(compileSmall(css, '<textarea>a\nb\nc\nd</textarea>'))
  t.same(diagnostics, [])
  t.same(wordsByPage(pages), ['a b c d'])
})

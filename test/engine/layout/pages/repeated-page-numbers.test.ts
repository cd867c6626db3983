import t from 'tap'
import { textsOf, wordsByPage } from '../lay-out.js'
import { layOutSmall } from '../lay-out-document.js'

const BASE = `p { margin: 0; font: 10px/1 Square } .n { break-before: page } .page::after { content: counter(page) }
  .pages::after { content: counter(pages) } table { border-spacing: 0 } td, th { padding: 0; font: 10px/1 Square; text-align: left }`

function pagesOf(css: string, body: string): readonly string[] {
  const { pages, diagnostics } = layOutSmall(`${BASE} ${css}`, body)
  t.same(diagnostics, [], 'no diagnostics')
  return wordsByPage(pages)
}

const THREE = '<p>a</p><p class=n>b</p><p class=n>c</p>'
const ROWS = Array.from({ length: 25 }, (_, index) => `<tr><td>r${index}`).join('')
const heads = (pages: readonly string[]) => pages.map((words) => words.replace(/ ?r\d+/g, '').trim())

t.test('a fixed footer counts by page', async (t) => {
  const footer = '<p style="position:fixed;bottom:0"><span class=page></span>/<span class=pages></span></p>'
  const counted = ['a 1 / 3', 'b 2 / 3', 'c 3 / 3']
  t.same(pagesOf('', `${footer}${THREE}`), counted)
  t.same(pagesOf('', `${THREE}${footer}`), counted, 'wherever it stands in the document')
  const flex = `<div style="position:fixed;bottom:0;display:flex"><p class=page>x</p></div>`
  t.same(pagesOf('', `${flex}${THREE}`), ['a x 1', 'b x 2', 'c x 3'], 'in items')
  const table = '<table style="position:fixed;bottom:0"><tr><td class=page>x</table>'
  t.same(pagesOf('', `${table}${THREE}`), ['a x 1', 'b x 2', 'c x 3'], 'in a table')
})

t.test('a fixed box stands where its number lets it', async (t) => {
  const lines = Array.from({ length: 12 }, (_, index) => `<p class="${index > 0 ? 'n' : ''}">x</p>`).join('')
  const footer = '<p style="position:fixed;bottom:0;right:0" class=page></p>'
  const { pages } = layOutSmall(BASE, `${footer}${lines}`)
  const places = pages.map((page) => textsOf(page).find(({ text }) => /\d/.test(text))?.x)
  t.same(places, [...Array(9).fill(190), ...Array(3).fill(180)])
})

t.test('a repeated head and foot count by page', async (t) => {
  const table = (head: string, foot = '') => `<table>${head}${foot}<tbody>${ROWS}</table>`
  const head = '<thead><tr><th>x<span class=page></span>of<span class=pages></span></thead>'
  t.same(heads(pagesOf('', table(head))), ['x 1 of 3', 'x 2 of 3', 'x 3 of 3'])
  const foot = '<tfoot><tr><th class=page>y</tfoot>'
  t.same(heads(pagesOf('', table('', foot))), ['y 1', 'y 2', 'y 3'])
  t.same(heads(pagesOf('', `<p class=page>a</p><p class=n></p>${table(head)}`)), [
    'a 1',
    'x 2 of 4',
    'x 3 of 4',
    'x 4 of 4',
  ])
  const part = '<thead><tr data-table-part=continued><th class=page>more<tr><th class=page>x</thead>'
  t.same(heads(pagesOf('', table(part))), ['x 1', 'more 2 x 2', 'more 3 x 3'], 'with rows of parts')
})

t.test('repeated numbers follow what elements and page rules do to the counter', async (t) => {
  const footer = '<p style="position:fixed;bottom:0" class=page></p>'
  const css = '.from { counter-reset: page 7 }'
  t.same(pagesOf(css, `${footer}<p>a</p><p class="n from">b</p><p class=n>c</p>`), ['a 1', 'b 7', 'c 8'])
  t.same(pagesOf('@page { counter-increment: page 2 }', `${footer}${THREE}`), ['a 2', 'b 4', 'c 6'])
})

t.test('what a repeated head marks counts on its first page', async (t) => {
  const css = 'th { string-set: head "h" } a::after { content: target-counter(attr(href), page) }'
  const head = '<thead><tr><th id=t><span class=page></span></thead>'
  const pages = pagesOf(css, `<p>a</p><table class=n>${head}<tbody>${ROWS}</table><p><a href="#t"></a></p>`)
  t.same(heads(pages), ['a', '2', '3', '4 2'])
})

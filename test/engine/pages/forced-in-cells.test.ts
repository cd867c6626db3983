import t from 'tap'
import { compileSmall, layOut, textsOf } from './lay-out.js'

const CSS =
  'table { border-spacing: 0; width: 100% } td, th { padding: 0; vertical-align: top } p { margin: 0; height: 20px }'

/** The words of each page with their distance from its top, column by column. */
function pagesOf(body: string): readonly string[] {
  const { pages, diagnostics } = layOut(compileSmall(CSS, body))
  t.same(diagnostics, [], 'nothing overflows')
  return pages.map((page) =>
    [...textsOf(page)]
      .filter(({ text }) => text.trim() !== '')
      .sort((a, b) => a.x - b.x || a.y - b.y)
      .map(({ text, y }) => `${text.trim()}@${y}`)
      .join(' '),
  )
}

const FORCED = '<p>a<p style="break-before:page">b<p>c'
const row = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

t.test('a break forced in a cell breaks its row there', async (t) => {
  t.same(
    pagesOf(`<table>${row(FORCED)}${row('<p>d')}</table>`),
    ['a@0', 'b@0 c@20 d@40'],
    'rows below stand below what goes on',
  )
  t.same(
    pagesOf(`<table>${row('<p>a<p style="break-before:page">b<p style="break-before:page">c')}</table>`),
    ['a@0', 'b@0', 'c@0'],
    'each of several',
  )
  t.same(
    pagesOf(`<table>${row('<p>a<p style="break-before:left">b<p style="break-before:left">c')}</table>`),
    ['a@0', 'b@0', '', 'c@0'],
    'onto the side that it asks for',
  )
  t.same(
    pagesOf(`<p>x</p><table><tr style="break-inside:avoid"><td>${FORCED}</td></tr></table>`),
    ['x@0 a@20', 'b@0 c@20'],
    'also one that avoids breaks inside',
  )
  t.same(
    pagesOf(`<p>x</p><div style="break-inside:avoid"><table>${row(FORCED)}</table></div>`),
    ['x@0 a@20', 'b@0 c@20'],
    'or stands in a box that does',
  )
  t.same(
    pagesOf(`<table>${row(`<table>${row(FORCED)}</table>`)}${row('<p>d')}</table>`),
    ['a@0', 'b@0 c@20 d@40'],
    'also in a table within the cell',
  )
})

t.test('the cells beside one with a forced break go on with their own content', async (t) => {
  t.same(
    pagesOf(`<table>${row(FORCED, '<p>x<p>y<p>z')}${row('<p>d', '<p>e')}</table>`),
    ['a@0 x@0 y@20 z@40', 'b@0 c@20 d@40 e@40'],
    'they end on their page if they fit',
  )
  t.same(
    pagesOf(`<div style="height:60px">w</div><table>${row(FORCED, '<p>x<p>y<p>z')}</table>`),
    ['w@0 a@60 x@60 y@80', 'b@0 c@20 z@0'],
    'they are broken where the page ends if they do not',
  )
  t.same(
    pagesOf(`<table>${row(FORCED, '<p>x<p style="break-before:page">y')}</table>`),
    ['a@0 x@0', 'b@0 c@20 y@0'],
    'breaks forced in several of them are one',
  )
})

t.test('breaks in what repeats on each page are not forced', async (t) => {
  const head = '<thead><tr><td><p>h<p style="break-before:page">i</td></tr></thead>'
  t.same(pagesOf(`<table>${head}<tbody>${row('<p>a')}</tbody></table>`), ['h@0 i@20 a@40'])
  t.same(
    pagesOf(`<table>${head}<tbody>${row(FORCED)}</tbody></table>`),
    ['h@0 i@20 a@40', 'h@0 i@20 b@40 c@60'],
    'those in the rows are',
  )
})

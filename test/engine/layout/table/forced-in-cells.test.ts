import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut, topsByPage } from '../lay-out.js'

const CSS =
  'table { border-spacing: 0; width: 100% } td, th { padding: 0; vertical-align: top } p { margin: 0; height: 20px }'

/** The words of each page with their distance from its top, column by column. */
function pagesOf(body: string): readonly string[] {
  const { pages, diagnostics } = layOut(compileSmall(CSS, body))
  t.same(diagnostics, [], 'nothing overflows')
  return topsByPage(pages, 'columns')
}

const FORCED = '<p>a<p style="break-before:page">b<p>c'
const row = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

t.test('a break forced in a cell breaks its row there', async (t) => {
  t.same(
    pagesOf(`<table>${row(FORCED)}${row('<p>d')}</table>`),
    ['a@0', 'b@0 c@20 d@40'],
    'rows below stand below what continues',
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

t.test('the cells beside one with a forced break continue with their own content', async (t) => {
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

const P = (text: string, style = '') => `<p style="${style}">${text}</p>`
const BEFORE = 'break-before:page'

t.test('a row breaks where its cells and the first and last children in them demand it', async (t) => {
  const three = (...cells: readonly string[]) => `<table>${row('a', 'x')}<tr>${cells.join('')}</tr>${row('c')}</table>`
  const above = ['a@0 x@0', 'b@0 c@20 y@0']
  t.same(pagesOf(three(`<td>${P('b', BEFORE)}`, '<td>y')), above, 'before a first child')
  t.same(pagesOf(three('<td><p>b', `<td><div>${P('y', BEFORE)}</div>`)), above, 'before the first child of one')
  t.same(pagesOf(three('<td><p>b', `<td style="${BEFORE}">y`)), above, 'before a cell')
  const below = ['a@0 b@10 x@0 y@10', 'c@0']
  t.same(pagesOf(three(`<td>${P('b', 'break-after:page')}`, '<td>y')), below, 'after a last child')
  t.same(pagesOf(three('<td>b', '<td style="break-after:page">y')), below, 'after a cell')
  t.same(
    pagesOf(`<p>w</p><table>${row(P('b', BEFORE))}</table>`),
    ['w@0', 'b@0'],
    'the table in which it is the first row',
  )
  t.same(
    pagesOf(`<p>w</p><table><caption>C</caption>${row(P('b', BEFORE))}</table>`),
    ['w@0 C@20', 'b@0'],
    'the caption stays above a forced break',
  )
  t.same(pagesOf(`<p>w</p><table><thead>${row(P('h', BEFORE))}</thead>${row('b')}</table>`), ['w@0 h@20 b@40'])
})

t.test('a row stays with the next one if all of its cells ask for it', async (t) => {
  const table = (...cells: readonly string[]) =>
    `<div style="height:60px">w</div><table>${row('<p>a', '<p>x')}${row(...cells)}${row('<p>c')}</table>`
  const keep = 'break-after:avoid'
  t.same(pagesOf(table(P('b', keep), P('y', keep))), ['w@0 a@60 x@60', 'b@0 c@20 y@0'])
  t.same(pagesOf(table(P('b', keep), P('y'))), ['w@0 a@60 b@80 x@60 y@80', 'c@0'], 'a heading beside text does not')
})

t.test('a row that a cell spans breaks where a cell demands it', async (t) => {
  t.same(
    pagesOf(`<table><tr><td rowspan=3><p>s<p>t<td><p>a<tr><td>${FORCED.replace('a', 'd')}<tr><td><p>e</table>`),
    ['s@0 t@20 a@0 d@20', 'b@0 c@20 e@40'],
    'a cell of the row alone',
  )
  t.same(
    pagesOf(`<table><tr><td rowspan=2>${FORCED}<td><p>x<tr><td><p>y<tr><td><p>d<td><p>e</table>`),
    ['a@0 x@0 y@30', 'b@0 c@20 d@40 e@40'],
    'the spanning cell, in its last row',
  )
  t.same(
    pagesOf(`<table><tr><td rowspan=2>${FORCED}<td><p>x<tr style="${BEFORE}"><td><p>y<p>z</table>`),
    ['a@0 x@0', 'b@0 c@20 y@0 z@20'],
    'the spanning cell, where its rows break',
  )
  t.same(
    pagesOf(`<table><tr><td rowspan=2><p>s<td><p>a<tr><td>${P('b', BEFORE)}<tr><td>c</table>`),
    ['s@0 a@0', 'c@20 b@0'],
    'before the row',
  )
  t.same(
    pagesOf(`<table><tr><td rowspan=2>${P('s', 'break-after:page')}<td><p>a<tr><td><p>b<tr><td>c</table>`),
    ['s@0 a@0', 'c@20 b@0'],
    'after the first row of a spanning cell, of which it is a child',
  )
  t.same(
    pagesOf(
      `<div style="height:60px">w</div><table><tr><td rowspan=2><p>s<td><p>a<tr><td><p>b<p style="${BEFORE}">c</table>`,
    ),
    ['w@0 s@60 a@60 b@80', 'c@0'],
    'also where the page ends with its first part',
  )
  t.same(
    pagesOf(
      `<p>w</p><div style="break-inside:avoid"><table><tr><td rowspan=2><p>s<td><p>a<tr style="${BEFORE}"><td><p>b</table></div>`,
    ),
    ['w@0 s@20 a@20', 'b@0'],
    'also in a box that avoids breaks',
  )
})

t.test('a cell that continues below a forced break keeps its border and background on both pages', async (t) => {
  const extents = (css: string) => {
    const { pages } = layOut(
      compileSmall(
        `${CSS} td { border: 1px solid; background: red } ${css}`,
        `<table><tr><td rowspan=2><p>s<p>t<p>u<td><p>a<tr style="${BEFORE}"><td><p>b</table>`,
      ),
    )
    return pages.map((page) => {
      const cells: string[] = []
      const visit = (fragment: Fragment, y: number): void => {
        if (fragment.kind !== 'box') return
        const { box, height, border } = fragment
        if (box.kind === 'table-cell') cells.push(`${y}+${height} border ${border.top} ${border.bottom}`)
        for (const child of fragment.children) visit(child.fragment, y + child.y)
      }
      if (page.content) visit(page.content.fragment, page.content.y)
      return cells
    })
  }
  t.same(extents(''), [
    ['0+62 border 1 0', '0+62 border 1 1'],
    ['0+31 border 0 1', '0+31 border 1 1'],
  ])
  t.same(extents('table { border-collapse: collapse }'), [
    ['0.5+61 border 0.5 0', '0.5+61 border 0.5 0.5'],
    ['0.5+30.5 border 0 0.5', '0.5+30.5 border 0.5 0.5'],
  ])
})

import t from 'tap'
import { compileSmall, layOut, textsOf, wordsByPage } from '../lay-out.js'

/** The pages as `width: words`. */
function pagesOf(css: string, body: string): string[] {
  const { pages, diagnostics } = layOut(compileSmall(css, body))
  t.strictSame(diagnostics, [], `${body}: no diagnostic`)
  const words = wordsByPage(pages)
  return pages.map(({ style }, index) => `${style.size.width}: ${words[index]}`)
}

const NAMES = '@page wide { size: 300px 100px } @page tall { size: 100px 300px } .w { page: wide } .t { page: tall }'

const CASES: readonly {
  readonly name: string
  readonly css?: string
  readonly body: string
  readonly pages: readonly string[]
}[] = [
  {
    name: 'a page begins where the name changes, and again where it ends',
    body: '<p>a</p><p>b</p><p class=w>c</p><p class=w>d</p><p>e</p>',
    pages: ['200: a b', '300: c d', '200: e'],
  },
  {
    name: 'one name after another',
    body: '<p class=w>a</p><p class=t>b</p><p>c</p>',
    pages: ['300: a', '100: b', '200: c'],
  },
  {
    name: 'the name at the start of the document is that of the first content',
    body: '<div><section><p class=w>a</p></section><p class=w>b</p></div>',
    pages: ['300: a b'],
  },
  {
    name: 'descendants without a name have that of the box around them',
    body: '<section class=w><p>a</p><div><p>b</p></div></section><p>c</p>',
    pages: ['300: a b', '200: c'],
  },
  {
    name: 'auto and initial do not leave the pages of the parent',
    body: '<section class=w><p>a</p><p style="page:auto">b</p><p style="page:initial">c</p></section>',
    pages: ['300: a b c'],
  },
  {
    name: 'the names of first and last descendants count at the edges of a box',
    body: '<div><p class=w>a</p><p>b</p></div><div><p>c</p><p class=t>d</p></div><p class=t>e</p>',
    pages: ['300: a', '200: b c', '100: d e'],
  },
  {
    name: 'a name does not apply to inline boxes',
    body: '<p>a <span class=w>b</span> <span class=w style="display:inline-block">c</span></p><p>d</p>',
    pages: ['200: a b c d'],
  },
  {
    name: 'a table has a name',
    body: '<p>a</p><table class=w><tr><td>b</table><p>c</p>',
    pages: ['200: a', '300: b', '200: c'],
  },
  {
    name: 'rows have names',
    body: '<table><tr><td>a<tr class=w><td>b<tr class=w><td>c<tr><td>d</table>',
    pages: ['200: a', '300: b c', '200: d'],
  },
  {
    name: 'row groups have names, and the first and last rows of a table count at its edges',
    body: '<p class=w>a</p><table><tbody class=w><tr><td>b<tbody class=t><tr><td>c</table><p class=t>d</p><p>e</p>',
    pages: ['300: a b', '100: c d', '200: e'],
  },
  {
    name: 'headers, footers and captions are where the rows are',
    body:
      '<p>x</p><table><caption>k</caption><thead><tr><th>h<tfoot><tr><td>f<tbody><tr class=w><td>a<tr class=t><td>b' +
      '</table>',
    pages: ['200: x', '300: k h a f', '100: h b f'],
  },
  {
    name: 'rows that a cell spans have names',
    body: '<table><tr><td rowspan=2>a<td>b<tr class=w><td>c<tr class=w><td>d<td></table>',
    pages: ['200: a b', '300: c d'],
  },
  {
    name: 'a row that continues keeps its name',
    body: '<table><tr class=w><td><p style="height:150px">a</p><p>b</p><tr><td>c</table>',
    pages: ['300: a', '300: b', '200: c'],
  },
  {
    name: 'names are case-sensitive',
    body: '<p>a</p><p style="page:WIDE">b</p>',
    pages: ['200: a', '200: b'],
  },
  {
    name: 'a row has the name of its first cell that has one, or of what is first in its first cell',
    body: '<table><tr><td class=w>a<td>b<tr><td>c<tr><td><p class=t>d<tr><td>e<td class=w>f<tr><td>g</table>',
    pages: ['300: a b', '200: c', '100: d', '300: e f', '200: g'],
  },
  {
    name: 'a row that continues is on pages of the name that this cell continues with',
    body: '<table><tr><td class=w><p style="height:150px">a</p><td>b<tr><td>c<p class=t>d</p><p>e</p><tr><td>f</table>',
    pages: ['300: a b', '300: ', '200: c', '100: d', '200: e f'],
  },
  {
    name: 'what continues from page to page keeps the name',
    body: '<div class=w><p style="height:150px">a</p><p>b</p></div><p>c</p>',
    pages: ['300: a', '300: b', '200: c'],
  },
  {
    name: 'a blank page before a right one has the name of the page that follows',
    body: '<p>a</p><p class=w style="break-before:right">b</p>',
    pages: ['200: a', '300: ', '300: b'],
  },
  {
    name: 'a forced break and a new name make one break',
    body: '<p>a</p><p class=w style="break-before:page">b</p>',
    pages: ['200: a', '300: b'],
  },
  {
    name: 'a new name breaks where a break is to be avoided',
    body: '<h1 style="font-size:10px">a</h1><p class=w>b</p>',
    pages: ['200: a', '300: b'],
  },
]

for (const { name, css = '', body, pages } of CASES) {
  t.test(name, async (t) => {
    t.strictSame(pagesOf(`${NAMES} p { margin: 0 } table { border-spacing: 0 } td { padding: 0 } ${css}`, body), pages)
  })
}

t.test('percentages and lines follow the width of the page', async (t) => {
  const { pages } = layOut(
    compileSmall(`${NAMES} p { margin: 0 }`, '<p>aaaa bbbb cccc dddd eeee</p><p class=w>aaaa bbbb cccc dddd eeee</p>'),
  )
  t.strictSame(
    pages.map((page) => Math.max(...textsOf(page).map(({ y }) => y)) / 10),
    [1, 0],
    'two lines on 200 px, one on 300 px',
  )
})

t.test('the first page may be narrower than the following ones between blocks', async (t) => {
  const css = '@page :first { size: 100px 10px } p { margin: 0 }'
  t.strictSame(pagesOf(css, '<p>aaaa bbbb</p><p>cccc dddd eeee</p>'), ['100: aaaa bbbb', '200: cccc dddd eeee'])
})

t.test('a paragraph continues in lines of the next page’s width', async (t) => {
  const css = '@page :first { size: 100px 20px } p { margin: 0 }'
  t.strictSame(pagesOf(css, '<p>aaaa bbbb cccc dddd eeee ffff gggg</p>'), [
    '100: aaaa bbbb cccc dddd',
    '200: eeee ffff gggg',
  ])
})

t.test('items of a row flex container have no pages of their own, those of a column do', async (t) => {
  const countOf = (style: string) =>
    pagesOf(`${NAMES} p { margin: 0 }`, `<div style="display:flex;${style}"><p>a</p><p class=w>b</p><p>c</p></div>`)
      .length
  t.equal(countOf('flex-flow:wrap;width:10px'), 1)
  t.equal(countOf('flex-flow:row'), 1)
  t.equal(countOf('flex-flow:column'), 3)
})

t.test('items of a column flex container stand on pages of their names', async (t) => {
  const pages = (style: string, items: string) =>
    pagesOf(`${NAMES} p { margin: 0 }`, `<p>x</p><div style="display:flex;${style}">${items}</div><p>y</p>`)
  const column = 'flex-direction:column'
  t.strictSame(pages(column, '<p>a</p><p class=w>b</p><p>c</p>'), ['200: x a', '300: b', '200: c y'])
  t.strictSame(pages(column, '<p class=w>a</p><p>b</p>'), ['200: x', '300: a', '200: b y'], 'the first names its start')
  t.strictSame(pages(column, '<p>a</p><p class=w>b</p>'), ['200: x a', '300: b', '200: y'], 'the last its end')
  t.strictSame(pages(column, '<div><p>a</p><p class=w>b</p></div>'), ['200: x a', '300: b', '200: y'], 'however deep')
  t.strictSame(pages(`${column}-reverse`, '<p>a</p><p class=w>b</p>'), ['200: x', '300: b', '200: a y'])
  t.strictSame(pages('', '<p>a</p><p class=w>b</p>'), ['200: x a b y'], 'those side by side have none')
})

import t from 'tap'
import { wordsByPage } from '../lay-out.js'
import { layOutSmall, type WholeDocument } from '../lay-out-document.js'

/** Cells, notes and tables without edges: all lines are 10 px high. */
const BASE = `p { margin: 0 } td, th { padding: 0 } table { border-spacing: 0 } .f { float: footnote }
  ::footnote-call { font-size: 10px; vertical-align: baseline; line-height: 1 }
  @page { @footnote { margin: 0; border: 0; padding: 0 } }`

/** Each page as `words of the text | words of the notes`. */
function pagesOf({ pages }: WholeDocument): string[] {
  return pages.map((page) => wordsByPage(page.notes ? [page, { ...page, content: page.notes }] : [page]).join(' | '))
}

const codesOf = ({ diagnostics }: WholeDocument): string[] => diagnostics.map(({ code }) => code)

const table = (head: string, body: string, foot = ''): string =>
  `<table><thead><tr><th>${head}</thead><tr><td>${body}${foot && `<tfoot><tr><td>${foot}</tfoot>`}</table>`

const note = (text: string): string => `<span class=f>${text}</span>`

t.test('headers nested in headers give way to the rows where they leave no room for a line of them', async (t) => {
  const body = table('a', table('b', table('c', 'x<br>y<br>z')))
  const laidOut = layOutSmall(`${BASE} @page { size: 200px 30px }`, body)
  t.same(pagesOf(laidOut), ['a b c', 'a b x', 'a b y', 'a b z'])
  t.same(codesOf(laidOut), ['repeated-header-too-tall'])
})

t.test('a footer gives way before the header does', async (t) => {
  const body = table('h', '<p style="padding-top:20px">x</p>', 'f')
  const laidOut = layOutSmall(`${BASE} @page { size: 200px 40px }`, `<p>0<br>1<br>2<br>3</p>${body}`)
  t.same(pagesOf(laidOut), ['0 1 2 3', 'h x', 'h f'])
  t.same(codesOf(laidOut), ['repeated-header-too-tall'])
})

t.test('notes give way to content that has no room beside them, and continue on later pages', async (t) => {
  const laidOut = layOutSmall(
    `${BASE} @page { size: 200px 50px }`,
    table('a', table('b', `x${note('N1<br>N2<br>N3<br>N4')}<br>y<br>z<br>w`)),
  )
  const pages = pagesOf(laidOut)
  t.same(
    pages
      .join(' ')
      .match(/[xyzw]|N\d/g)
      ?.sort(),
    ['N1', 'N2', 'N3', 'N4', 'w', 'x', 'y', 'z'],
    'everything once',
  )
  t.same(codesOf(laidOut), [], 'nothing overflows')
})

t.test('a row continues although repeated sections leave it no room', async (t) => {
  const style = 'border: 1px solid; border-spacing: 3px'
  const body = `<table style="${style}"><tr><td>0<td>1<br>2<br>3<tfoot><tr><td>f<br>g</table>`
  const laidOut = layOutSmall(`${BASE} @page { size: 200px 30px }`, body)
  t.same(pagesOf(laidOut).join(' ').match(/\d/g)?.sort(), ['0', '1', '2', '3'])
  t.ok(laidOut.pages.length <= 3)
})

t.test('a float that is all of a row does not wait for room that never comes', async (t) => {
  const laidOut = layOutSmall(
    `${BASE} @page { size: 200px 30px }`,
    table('h', '<div style="float:left;padding-top:11px">x</div>'),
  )
  t.same(pagesOf(laidOut), ['h', 'x'])
})

t.test('an item of a grid that finds no room continues where it was', async (t) => {
  const grid = `<div style="display:grid;grid-template-columns:auto auto"><p>a</p><p>b${note('N')}<br>c<br>d<br>e</p></div>`
  const css = `${BASE} @page { size: 200px 24px; @footnote { margin-top: 10px } }`
  t.same(pagesOf(layOutSmall(css, grid)).join(' ').match(/[a-e]/g)?.sort(), ['a', 'b', 'c', 'd', 'e'])
})

t.test('what is positioned continues behind pages of nothing but notes', async (t) => {
  const tall = '<div style="position:absolute">1<br>2<br>3<br>4<br>5<br>6</div>'
  const laidOut = layOutSmall(`${BASE} @page { size: 200px 20px }`, `<p>x${note('N1<br>N2<br>N3')}</p>${tall}`)
  t.same(
    pagesOf(laidOut)
      .join(' ')
      .match(/(?<!N)\d/g)
      ?.filter((digit) => digit !== '1')
      .sort(),
    ['2', '3', '4', '5', '6'],
  )
})

t.test('a margin that reaches beyond the page ends with it', async (t) => {
  const box = '<div style="display:flow-root"><p style="margin-bottom:10px">a<br>b<br>c</p></div>'
  t.same(pagesOf(layOutSmall(BASE, `<div style="height:65px">x</div>${box}`)), ['x a b c'])
})

t.test('boxes as tall as an item that continues beyond its rows or its line end', async (t) => {
  const text = Array.from({ length: 12 }, (_, index) => `a${index}`).join('<br>')
  for (const display of ['grid', 'flex']) {
    const body = `<div style="display:${display};width:50px"><div><div>${text}</div><div style="height:100%">b</div></div></div><div>c</div>`
    t.same(
      pagesOf(layOutSmall('', body)).map((page) => page.split(' ').at(-1)),
      ['a9', 'b', 'c'],
      display,
    )
  }
})

import t from 'tap'
import { wordsByPage } from '../lay-out.js'
import { layOutSmall, type WholeDocument } from '../lay-out-document.js'
import { checkArea } from './page-area.js'

/** Cells, notes and tables without edges: all lines are 10 px high. */
const BASE = `p { margin: 0 } td, th { padding: 0 } table { border-spacing: 0 } .f { float: footnote }
  ::footnote-call { font-size: 10px; vertical-align: baseline; line-height: 1 }
  @page { @footnote { margin: 0; border: 0; padding: 0 } }`

const note = (text: string): string => `<span class=f>${text}</span>`

/** Lays out on pages of a height; nothing may stand outside of their areas. */
function layOutWithin(height: number, body: string): WholeDocument {
  const laidOut = layOutSmall(`${BASE} @page { size: 200px ${height}px }`, body)
  t.same(
    laidOut.diagnostics.map(({ code }) => code).filter((code) => code !== 'repeated-header-too-tall'),
    [],
    'no diagnostics',
  )
  t.doesNotThrow(() => checkArea(laidOut))
  return laidOut
}

const LINES = Array.from({ length: 9 }, (_, line) => `w${line}`).join('<br>')

const wordsOf = ({ pages }: WholeDocument): string[] => wordsByPage(pages)

/** Two items of which one has ended on the first page. */
const ITEMS = '<div style="display:flex"><p>a<br>b<br>c</p><p>x</p></div>'

t.test('a footer does not stand over notes that leave less room than what repeats', async (t) => {
  const head = '<thead><tr><th>H<br>I</thead>'
  const laidOut = layOutWithin(40, `<table>${head}<tr><td>${ITEMS}<tfoot><tr><td>f${note('N<br>M')}</table>`)
  t.same(
    wordsOf(laidOut)
      .join(' ')
      .match(/[a-cx]/g),
    ['a', 'x', 'b', 'c'],
  )
})

t.test('notes leave room for the rest of a row whose cells have ended', async (t) => {
  const head = `<thead><tr><th>H${note('K')}<br>I</thead>`
  const laidOut = layOutWithin(50, `<table>${head}<tr><td>${ITEMS}<tfoot><tr><td>f${note('N<br>M')}</table>`)
  t.same(
    wordsOf(laidOut)
      .join(' ')
      .match(/[a-cx]/g),
    ['a', 'x', 'b', 'c'],
  )
})

t.test('margins below the items of a row end with the room that a footer leaves', async () => {
  for (const display of ['flex', 'grid;grid-template-columns:auto auto', 'flex;flex-direction:column']) {
    const items = `<div style="display:${display}"><p style="margin:0 0 9px">1<br>2<br>3<br>4<br>5<br>6</p><p>x</p></div>`
    layOutWithin(40, `<table><tr><td>${items}<tfoot><tr><td>f</table>`)
    const reversed = `<div style="display:${display}"><p>x</p><p style="margin:0 0 9px">1<br>2<br>3<br>4<br>5<br>6</p></div>`
    layOutWithin(40, `<table><tr><td>${reversed}<tfoot><tr><td>f</table>`)
  }
})

t.test('a marker begins on the page of its item, whatever part of what it stands beside is there', async (t) => {
  const beside = [
    `<table><tr><td style="vertical-align:bottom">${LINES}</table>`,
    `<div style="display:flex;align-items:flex-end"><p>x</p><p>${LINES}</p></div>`,
    `<div style="display:grid;align-items:end;grid-template-columns:auto auto"><p>x</p><p>${LINES}</p></div>`,
  ]
  for (const content of beside) {
    const laidOut = layOutWithin(50, `<ol><li>${content}</ol>`)
    t.match(wordsOf(laidOut)[0], /1\./, 'on the first page')
  }
})

t.test('an item of a grid that continues leaves room for the end of what is around it', async (t) => {
  const items = '<div style="display:grid"><p>0<br>1<br>2<br>3<br>4<br>5<br>6<br>7</p></div>'
  const box = `<div style="padding-bottom:9px">${items}</div>`
  const laidOut = layOutWithin(50, `<table><tr><td>${box}<tfoot><tr><td>f</table>`)
  t.same(wordsOf(laidOut).join(' ').match(/\d/g), ['0', '1', '2', '3', '4', '5', '6', '7'])
  t.ok(
    wordsOf(laidOut).every((words) => words.endsWith('f')),
    'the footer need not give way',
  )
})

t.test('a float that continues leaves room for the end of what it stands in', async (t) => {
  const float = '<span style="float:left">0<br>1<br>2<br>3<br>4<br>5<br>6<br>7</span>'
  const box = `<div style="display:grid;padding-bottom:9px"><p>x${float}</p></div>`
  const laidOut = layOutWithin(50, `<table><tr><td>${box}<tfoot><tr><td>f</table>`)
  t.same(wordsOf(laidOut).join(' ').match(/\d/g), ['0', '1', '2', '3', '4', '5', '6', '7'])
  t.ok(
    wordsOf(laidOut).every((words) => words.endsWith('f')),
    'the footer need not give way',
  )
})

t.test('what is left of a row and taller than the height it has left does not stand over a footer', async (t) => {
  const content = '<div style="padding:4px"><p>1</p><p style="border-top:5px solid">2</p></div>'
  const foot = '<tfoot><tr><td style="padding:1px"><svg style="display:block;width:9px;height:13px"></svg></table>'
  const head = '<table style="border:1px solid;border-spacing:2px"><thead><tr><th style="padding:1px">h</thead>'
  const laidOut = layOutWithin(50, `${head}<tr><td style="padding:1px">${content}${foot}`)
  t.same(wordsOf(laidOut).join(' ').match(/\d/g), ['1', '2'])
})

t.test('a cell beside one with something too tall for the page keeps within it', async (t) => {
  const image = '<svg style="display:block;width:9px;height:60px"></svg>'
  const rows = `<tr><td>a${image}</td><td rowspan=2>${LINES}<br>${LINES}</td></tr><tr><td>after</td></tr>`
  const laidOut = layOutSmall(`${BASE} @page { size: 200px 50px }`, `<table>${rows}</table>`)
  t.same(
    laidOut.diagnostics.map(({ code }) => code),
    ['content-overflows-page'],
    'the image is reported, and nothing else',
  )
  t.doesNotThrow(() => checkArea(laidOut))
  t.match(wordsOf(laidOut)[1], /^w5 w6 w7 w8 w0$/)
})

t.test('a float that continues below another one ends with the page as well', async (t) => {
  const noted = `<p style="box-decoration-break:clone;padding:3px">0${note('N<br>M')}<br>1<br>2</p>`
  const floats = [noted, '<p>3<br>4<br>5<br>6<br>7</p>'].map((content) => `<div class=l>${content}</div>`)
  const css = '.l { float: left; width: 100% } @page { size: 200px 30px; @footnote { margin: 4px 0 0 } }'
  const laidOut = layOutSmall(`${BASE} ${css}`, floats.join(''))
  t.same(laidOut.diagnostics, [])
  t.doesNotThrow(() => checkArea(laidOut))
  t.same(wordsOf(laidOut).join(' ').match(/[2-7]/g), ['3', '2', '4', '5', '6', '7'], 'both continue on one page')
})

t.test('boxes that fill the pages of whole px in browsers fill a page', async (t) => {
  const pages = (page: string, height: number) =>
    layOutSmall(`${BASE} @page { ${page} }`, `<div style="height:${height}px">a</div>`.repeat(2)).pages.length
  t.equal(pages('size: A4; margin: 0', 1123), 2, '1122.52 px')
  t.equal(pages('size: A4; margin: 0', 1124), 3)
  t.equal(pages('size: A4; margin: 10mm', 1047.4), 2, '1046.93 px')
  t.equal(pages('size: A4; margin: 10mm', 1048), 3)
  t.equal(pages('size: Letter; margin: 0', 1056), 2, '1056 px')
  t.equal(pages('size: Letter; margin: 0', 1056.1), 3)
})

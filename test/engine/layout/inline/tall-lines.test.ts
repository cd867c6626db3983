import t from 'tap'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import { compileSmall, layOut, textsOf, topsOn, wordsByPage } from '../lay-out.js'

const CSS = '.i { display: inline-block; vertical-align: top } p { margin: 0 }'

function lay(body: string, css = ''): readonly LaidOutPage[] {
  const { pages, diagnostics } = layOut(compileSmall(`${CSS} ${css}`, body))
  t.same(diagnostics, [])
  return pages
}

const words = (body: string, css = '') => wordsByPage(lay(body, css))

const paragraphs = (count: number, name = '') =>
  Array.from({ length: count }, (_, index) => `<p>${name}${index}</p>`).join('')

const range = (from: number, to: number, name = '') =>
  Array.from({ length: to - from }, (_, index) => `${name}${from + index}`).join(' ')

t.test('an inline block longer than a page begins where it stands and continues over pages', async (t) => {
  t.same(words(`<p>h</p><div class=i style="width:100%">${paragraphs(24)}</div><p>a</p>`), [
    `h ${range(0, 9)}`,
    range(9, 19),
    `${range(19, 24)} a`,
  ])
})

t.test('one that a page has room for moves to the next one in one piece', async (t) => {
  t.same(words(`<p>h</p><div class=i>${paragraphs(10)}</div>`), ['h', range(0, 10)])
})

t.test('inline blocks side by side continue side by side', async (t) => {
  const pages = lay(
    `<div><div class=i>${paragraphs(25, 'a')}</div><div class=i>${paragraphs(12, 'b')}</div></div><p>e</p>`,
  )
  t.same(wordsByPage(pages), [
    `${range(0, 10, 'a')} ${range(0, 10, 'b')}`,
    `${range(10, 20, 'a')} ${range(10, 12, 'b')}`,
    `${range(20, 25, 'a')} e`,
  ])
  const places = textsOf(pages[1] as LaidOutPage).filter(({ text }) => /^[ab]1[01]$/.test(text))
  t.same(
    places.map(({ text, x, y }) => `${text} ${x} ${y}`),
    ['a10 0 0', 'a11 0 10', 'b10 30 0', 'b11 30 10'],
  )
})

t.test('all kinds of atomic inlines continue: tables repeat their headers', async (t) => {
  const rows = Array.from({ length: 15 }, (_, index) => `<tr><td>${index}</td></tr>`).join('')
  t.same(
    words(
      `<table><thead><tr><th>H</th></tr></thead>${rows}</table>`,
      'table { display: inline-table; border-spacing: 0 } td, th { padding: 0 }',
    ),
    [`H ${range(0, 9)}`, `H ${range(9, 15)}`],
  )
  const items = Array.from({ length: 15 }, (_, index) => `<div>${index}</div>`).join('')
  for (const display of ['inline-flex; flex-direction: column', 'inline-grid']) {
    t.same(words(`<div style="display: ${display}">${items}</div>`), [range(0, 10), range(10, 15)], display)
  }
})

t.test('text beside an inline block stays at its first line if it is aligned there, else at its last', async (t) => {
  const tall = (style: string) => `<div>x<div class=i style="${style}">${paragraphs(12)}</div>y</div><p>e</p>`
  const texts = (style: string) =>
    lay(tall(style)).map((page) => topsOn(page).filter((text) => /^(?:[xye]|11)@/.test(text)))
  t.same(texts('vertical-align: top'), [
    ['x@0', 'y@0'],
    ['11@10', 'e@20'],
  ])
  t.same(texts('vertical-align: baseline'), [[], ['11@10', 'x@10', 'y@10', 'e@20']])
})

t.test('text beside it and what is raised in the text stand on one page, at their distance', async (t) => {
  const tall = `<div class=i style="vertical-align:-15px">${paragraphs(12)}</div>`
  const pages = lay(`<div>x<sup style="font-size:10px;vertical-align:7px">y</sup>${tall}</div>`)
  t.same(
    pages.map((page) => topsOn(page).filter((text) => /^(?:[xy]|9|11)@/.test(text))),
    [['9@90'], ['11@10', 'x@7', 'y@0']],
  )
})

t.test('a low inline block beside it that the end of the page cuts through stands on the next one', async (t) => {
  const tall = `<div class=i style="vertical-align:-15px">${paragraphs(12)}</div>`
  t.same(words(`<div>${tall}<div class=i style="vertical-align:baseline">x</div></div>`), [
    range(0, 10),
    `${range(10, 12)} x`,
  ])
})

t.test('what is longer than a box beside its end stays on the page', async (t) => {
  const tall = `<div class=i style="vertical-align:baseline">${paragraphs(15)}</div>`
  const long = `<div style="display:inline-grid;height:10px">${paragraphs(7, 'x')}</div>`
  const [, second] = lay(`<div>${tall}${long}</div>`)
  t.ok(second && textsOf(second).every(({ y, height }) => y + height <= 100), topsOn(second as LaidOutPage).join(' '))
})

t.test('lines above it stay on its first page, and lines below it follow on its last', async (t) => {
  const tall = `<div class=i style="width:100%">${paragraphs(12)}</div>`
  t.same(words(`<div>a<br>b<br>${tall}<br>c<br>d</div>`), [`a b ${range(0, 8)}`, `${range(8, 12)} c d`])
  t.same(words(`<div>a<br>${tall}<br>${range(0, 9, 'c').replaceAll(' ', '<br>')}</div>`), [
    `a ${range(0, 9)}`,
    `${range(9, 12)} ${range(0, 7, 'c')}`,
    range(7, 9, 'c'),
  ])
})

t.test('it continues beside a float and below it', async (t) => {
  const float = '<div style="float:right;width:50px;height:30px">f</div>'
  t.same(words(`<div>${float}<span class=i>${paragraphs(12)}</span></div><p>e</p>`), [
    `f ${range(0, 10)}`,
    `${range(10, 12)} e`,
  ])
  t.same(words(`<div>${float}<span class=i style="width:180px">${paragraphs(12)}</span></div><p>e</p>`), [
    `f ${range(0, 7)}`,
    `${range(7, 12)} e`,
  ])
})

t.test('one that floats push down to the end of their page begins below them on the next one', async (t) => {
  const float = `<div style="float:left;width:150px">${paragraphs(13, 'f')}</div>`
  t.same(words(`${float}<div class=i style="width:100px">${paragraphs(12)}</div><p>e</p>`), [
    range(0, 10, 'f'),
    `${range(10, 13, 'f')} ${range(0, 7)}`,
    `${range(7, 12)} e`,
  ])
})

t.test(
  'a float that comes after it and finds no room beside it stands on the next page, and it continues below',
  async (t) => {
    const float = '<span style="float:left;width:190px;height:40px">f</span>'
    const pages = lay(`<div><div class=i>${paragraphs(11)}</div>${float}<br>c</div>`)
    t.same(
      pages.map((page) => topsOn(page)),
      [
        range(0, 10)
          .split(' ')
          .map((text, line) => `${text}@${line * 10}`),
        ['f@0', '10@40', 'c@50'],
      ],
    )
  },
)

t.test('it continues in inline boxes, in other ones, in cells and in columns', async (t) => {
  const tall = `<span class=i>${paragraphs(12)}</span>`
  const wanted = [range(0, 10), range(10, 12)]
  t.same(words(`<div><a href="#"><b>${tall}</b></a></div>`), wanted)
  t.same(words(`<div class=i>${tall}</div>`), wanted)
  t.same(words(`<table style="border-spacing:0"><tr><td style="padding:0">${tall}</td></tr></table>`), wanted)
  t.same(words(`<div style="display:flex"><div>${tall}</div></div>`), wanted)
  t.same(words(`<div style="columns:2">${tall}<p>e</p></div>`), [`${range(0, 12)} e`])
})

t.test('its borders are cut where it continues, and what follows stands below its margin', async (t) => {
  const [first, second] = lay(
    `<div class=i style="padding:5px;border:2px solid;margin:3px">${paragraphs(14)}</div><p>e</p>`,
  )
  t.equal(topsOn(first)[0], '0@10')
  t.same(topsOn(second).slice(-2), ['13@40', 'e@60'])
})

t.test('an image in it that no page has room for is reported', async (t) => {
  const image = `<img style="display:block;width:20px;height:120px" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`
  const { diagnostics } = layOut(compileSmall(CSS, `<div class=i>${image}</div>`))
  t.match(diagnostics, [{ message: /20 px taller than the page has room for/ }])
})

t.test('each page costs the same, however long the inline block is', async (t) => {
  const calls = (count: number) =>
    layOut(compileSmall(CSS, `<div class=i>${paragraphs(count)}</div>`)).stats.layoutCalls / count
  t.ok(calls(2_000) < calls(200) * 1.05)
})

t.test('one that avoids breaks and is longer than a page begins on a page of its own', async (t) => {
  t.same(words(`<p>h</p><div class=i style="break-inside:avoid">${paragraphs(14)}</div>`), [
    'h',
    range(0, 10),
    range(10, 14),
  ])
  t.same(words(`<p>h</p><div style="display:inline-table;break-inside:avoid">${paragraphs(14)}</div>`), [
    'h',
    range(0, 10),
    range(10, 14),
  ])
})

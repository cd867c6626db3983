import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut, wordsByPage } from '../lay-out.js'

/** `a0 a1 …`, a line each. */
function lines(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${name}${index}`).join('<br>')
}

/** Words of a name on each page. */
function countsOf(body: string): readonly string[] {
  const { pages, diagnostics } = layOut(compileSmall('p { margin: 0 }', body))
  t.same(diagnostics, [], 'no diagnostics')
  return wordsByPage(pages).map((text) => {
    const counts = new Map<string, number>()
    for (const word of text.split(' ')) {
      const name = word.charAt(0)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return [...counts].map(([name, count]) => `${name}${count}`).join(' ')
  })
}

const WITH_MARGINS = `<p style="margin:7px 0">${lines('a', 19)}</p>`

t.test('a line in a stretched line ends with what its items hold', async (t) => {
  const nested = `<div style="display:flex"><p>y</p>${WITH_MARGINS}</div>`
  t.same(countsOf(`<div style="display:flex"><p>x</p>${nested}</div>`), ['x1 y1 a9', 'a10'])
})

t.test('a grid that is stretched in a line ends with what its items hold', async (t) => {
  t.same(countsOf(`<div style="display:flex"><div style="display:grid">${WITH_MARGINS}</div></div>`), ['a9', 'a10'])
  const beside = `<div><p style="margin-bottom:20px">${lines('a', 9)}</p><p>${lines('b', 10)}</p></div>`
  const grid = '<div style="display:grid"><p>c</p><p>d</p></div>'
  t.same(countsOf(`<div style="display:flex">${beside}${grid}</div>`), ['a9 c1', 'b10 d1'])
})

t.test('a row of a stretched grid ends with what its items hold', async (t) => {
  const next = `<p style="break-inside:avoid">${lines('b', 10)}</p>`
  const grid = `<div style="display:grid">${WITH_MARGINS}${next}</div>`
  t.same(countsOf(`<div style="display:flex">${grid}</div>`), ['a9', 'a10', 'b10'])
})

t.test('lines that are stretched in a grid end with what the items beside them hold', async (t) => {
  const grid = (items: string) =>
    `<div style="display:grid;grid-template-columns:1fr 1fr">${items}${WITH_MARGINS}</div>`
  t.same(countsOf(grid('<div style="display:flex;flex-wrap:wrap"><p>x</p></div>')), ['x1 a9', 'a10'])
  const wide = (text: string) => `<p style="width:100%">${text}</p>`
  const wrapped = `<div style="display:flex;flex-wrap:wrap">${wide(lines('x', 12))}${wide('y')}</div>`
  t.same(countsOf(grid(wrapped)), ['x10 a9', 'x2 y1 a10'])
})

t.test('an item of a stretched column ends with what it holds, above others too', async (t) => {
  const column = (inner: string, next: string) =>
    `<div style="display:flex"><div style="display:flex;flex-direction:column">
      <div style="display:flex;${inner}"><p style="margin-bottom:12px">${lines('a', 20)}</p></div>${next}</div></div>`
  t.same(countsOf(column('flex-direction:column', '<p style="break-before:page">b</p>')), ['a10', 'a10', 'b1'])
  t.same(countsOf(column('', `<p style="break-inside:avoid">${lines('b', 10)}</p>`)), ['a10', 'a10', 'b10'])
})

t.test('a line in a column of several lines ends with what its items hold, above others too', async (t) => {
  const column = 'display:flex;flex-direction:column;flex-wrap:wrap'
  const row = `<div style="display:flex"><p>y</p>${WITH_MARGINS}</div>`
  t.same(countsOf(`<div style="${column}">${row}<p style="break-before:page">b</p></div>`), ['y1 a9', 'a10', 'b1'])
})

t.test('the end of an item follows its content, without the margin for which the page has no room', async (t) => {
  const item = `<div style="border:2px solid"><p style="break-after:page">x</p><p style="margin-bottom:12px">${lines('a', 9)}</p></div>`
  const column = `<div style="display:flex;flex-flow:column wrap"><div style="height:88px"></div>${item}</div>`
  t.same(countsOf(`${column}<p style="break-before:page">b</p>`), ['x1', 'a9', 'b1'])
})

t.test('items beside one that continues are stretched to the end of the line', async (t) => {
  const nested = `<div style="display:flex"><p>y</p><p>${lines('a', 21)}</p></div>`
  const { pages } = layOut(compileSmall('p { margin: 0 }', `<div style="display:flex"><p>x</p>${nested}</div>`))
  t.same(
    pages.map(({ content }) => content && itemHeights(content.fragment)),
    [
      [100, 100],
      [100, 100],
      [10, 10],
    ],
  )
})

t.test('items that breaks made shorter than those beside them end with them', async (t) => {
  const row = (first: string) =>
    `<div style="display:flex">${first}<p>${lines('a', 9)}</p><div><p>${lines('b', 6)}</p>
      <p style="break-inside:avoid">${lines('c', 3)}</p></div></div>`
  const heightsOn = (first: string) => {
    const { pages } = layOut(compileSmall('p { margin: 0 }', `<p>${lines('x', 3)}</p>${row(first)}`))
    return pages.map(({ content }) => content && itemHeights(content.fragment))
  }
  t.same(heightsOn('<p>y</p>'), [
    [70, 70, 70],
    [30, 30, 30],
  ])
  t.same(heightsOn('<p style="margin-bottom:4px">y</p>'), [
    [70, 70, 70],
    [26, 30, 30],
  ])
  t.same(heightsOn('<p style="align-self:start">y</p>')[1], [30, 30], 'what is not stretched ends alone')
  t.same(heightsOn('<p style="max-height:80px">y</p>')[1], [10, 30, 30], 'nor is an item stretched beyond its limit')
})

t.test('free space that fills a page below a head that repeats is used up there', async (t) => {
  const table = (
    row: string,
  ) => `<p>f</p><table style="border-spacing:0"><thead><tr><th style="padding:0">h</th></tr></thead>
    <tbody><tr><td style="padding:0"><div style="display:flex">${row}</div></td></tr></tbody></table>`
  const low = '<div style="display:flex;align-items:flex-end"><p>x</p></div>'
  t.same(countsOf(table(`${low}<p>${lines('a', 19)}</p>`)), ['f1 h1 a8', 'h1 a9', 'h1 x1 a2'])
})

/** Heights of the items of the first flex container. */
function itemHeights(fragment: Fragment): readonly number[] {
  if (fragment.kind !== 'box') return []
  const { box, children } = fragment
  if (box.kind !== 'flex') return children.flatMap((child) => itemHeights(child.fragment))
  return children.map((item) => (item.fragment.kind === 'box' ? item.fragment.height : 0))
}

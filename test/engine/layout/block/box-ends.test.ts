import t, { type Test } from 'tap'
import type { PlacedFragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut, textsOf, wordsByPage } from '../lay-out.js'

function boxesOf(t: Test, body: string): string[] {
  const { pages, diagnostics } = layOut(compileSmall('p { margin: 0 }', body))
  t.same(diagnostics, [])
  return pages.map((page) => {
    const lines = textsOf(page)
    return `${lines.length} lines, the last ends at ${Math.max(0, ...lines.map(({ y, height }) => y + height))}`
  })
}

/** Of the boxes with borders among the children of the body: `top+height border-top border-bottom`. */
function borderedBoxes(root: PlacedFragment | undefined): string[] {
  const body = root?.fragment.kind === 'box' ? root.fragment.children[0]?.fragment : undefined
  if (body?.kind !== 'box') return []
  return body.children.flatMap(({ y, fragment }) => {
    if (fragment.kind !== 'box' || fragment.style.borderTopWidth === 0) return []
    return [`${y}+${fragment.height} ${fragment.border.top} ${fragment.border.bottom}`]
  })
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`).join('<br>')

t.test(
  'text that continues uses the whole page; only what ends with its box needs room for padding and border',
  async (t) => {
    const box = (count: number) => `<div style="border:2px solid;padding:8px 0">${lines(count)}</div>`
    t.same(boxesOf(t, box(8)), ['8 lines, the last ends at 90'], 'eight lines and the edges fill the page')
    t.same(
      boxesOf(t, box(9)),
      ['8 lines, the last ends at 90', '1 lines, the last ends at 10'],
      'the last line does not stay without the edge below it',
    )
    t.same(boxesOf(t, box(12)), ['9 lines, the last ends at 100', '3 lines, the last ends at 30'])
  },
)

t.test('edges of boxes around a last child count together', async (t) => {
  const nested = `<div style="padding-bottom:10px"><div style="padding-bottom:10px"><p>${lines(9)}</p></div></div>`
  t.same(boxesOf(t, nested), ['8 lines, the last ends at 80', '1 lines, the last ends at 10'])
})

t.test('the last line of a row does not stay without the edges of the boxes that end with its table', async (t) => {
  const row = (style: string, content: string) =>
    `<div style="padding-bottom:20px"><table style="border-spacing:0"><tr style="${style}"><td style="padding:0">${content}</td></tr></table></div>`
  t.same(boxesOf(t, row('', lines(9))), ['8 lines, the last ends at 80', '1 lines, the last ends at 10'])
  t.same(boxesOf(t, row('height:90px', 'a')), ['1 lines, the last ends at 50'], 'what cannot be broken stays as it is')
})

t.test('a box without content is not cut in its padding', async (t) => {
  const { pages } = layOut(
    compileSmall('', '<div style="height:80px">a</div><div style="padding:15px;background:red"></div><div>b</div>'),
  )
  t.same(wordsByPage(pages), ['a', 'b'])
  t.equal(textsOf(pages[1] as (typeof pages)[number])[0]?.y, 30)
})

t.test('the edges of a box without content are not cut where its height continues', async (t) => {
  const parts = (before: number, style: string) => {
    const body = `<div style="height:${before}px"></div><div class="box" style="${style}"></div>`
    const { pages, diagnostics } = layOut(compileSmall('.box { border: 10px solid }', body))
    t.same(diagnostics, [])
    return pages.flatMap(({ content }, index) => borderedBoxes(content).map((box) => `${index + 1}: ${box}`))
  }
  t.same(parts(95, 'height:50px'), ['2: 0+70 10 10'], 'it moves where its first border has no room')
  t.same(parts(85, 'height:50px'), ['1: 85+15 10 0', '2: 0+55 0 10'])
  t.same(parts(35, 'height:50px'), ['1: 35+65 10 0', '2: 0+10 0 10'], 'its last border stands whole')
  t.same(parts(85, 'height:50px;box-decoration-break:clone'), ['2: 0+70 10 10'])
})

t.test('a box whose last margin and padding do not fit continues with its last part', async (t) => {
  const paragraph = (text: string) => `<p style="margin:10px 0">${text}</p>`
  const box = `<div style="padding:5px 0">${paragraph('a<br>b')}${paragraph('c<br>d')}</div>`
  const { pages } = layOut(compileSmall('p { orphans: 2; widows: 2 }', `<div style="height:25px">x</div>${box}`))
  t.same(wordsByPage(pages), ['x a b', 'c d'])
})

t.test('a span that clones its edges has them on both pages and on both sides of a block', async (t) => {
  const span = (content: string) => `<span style="box-decoration-break:clone;padding:0 10px">${content}</span>`
  const xs = (body: string) => {
    const { pages } = layOut(compileSmall('', body))
    return pages.map((page) => textsOf(page).map(({ x }) => x))
  }
  t.same(xs(`<div style="height:90px"></div><p style="orphans:1;widows:1;margin:0">a ${span('b<br>c')} d`), [
    [0, 30],
    [10, 30],
  ])
  t.same(xs(`<div>a ${span('b<div>c</div>d')} e</div>`), [[0, 30, 0, 10, 30]])
})

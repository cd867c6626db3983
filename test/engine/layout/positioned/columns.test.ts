import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, findText, type LaidOut, layOut } from '../lay-out.js'

const COLUMNS = '.m { columns: 2; column-gap: 0; column-fill: auto; height: 50px; width: 100px }'

function lay(body: string, css = ''): LaidOut {
  const plain = '.a { position: absolute } .c { position: relative } div, p { margin: 0 }'
  return layOut(compileSmall(`${plain} ${COLUMNS} ${css}`, body))
}

const find = ({ pages }: LaidOut, word: string): string[] => findText(pages, word)

const LINES = (count: number, name = 'x') => Array.from({ length: count }, (_, i) => `${name}${i}`).join('<br>')

t.test('a box goes on in the next column when its containing block ends in this one', async (t) => {
  const result = lay(`<div class=m><div class=c>c<div class=a style="top:10px;left:20px">${LINES(7)}</div></div></div>`)
  t.strictSame(find(result, 'x3'), ['1: 20,40'])
  t.strictSame(find(result, 'x4'), ['1: 70,0'])
})

t.test('columns are added beside the set for what is positioned below them', async (t) => {
  const result = lay(`<div class=m><div class=c><div class=a style="top:110px">${LINES(5)}</div></div></div>`)
  t.strictSame(find(result, 'x0'), ['1: 100,10'], 'the third column')
  t.strictSame(find(result, 'x4'), ['1: 150,0'], 'the fourth')
  const rtl = lay(
    `<div class=m style="margin-left:100px"><div class=c><div class=a style="top:110px">x0</div></div></div>`,
    '.m { direction: rtl }',
  )
  t.strictSame(find(rtl, 'x0'), ['1: 80,10'], 'to the left where lines run there')
})

t.test('a box that begins above its column begins in an earlier one', async (t) => {
  const body = `<div class=m><p>${LINES(6, 'p')}</p><div class=c>c<div class=a style="top:-20px;left:20px">x</div></div></div>`
  t.strictSame(find(lay(body), 'c'), ['1: 50,10'])
  t.strictSame(find(lay(body), 'x'), ['1: 20,40'])
})

t.test('boxes are broken where their containing block would be, wherever it is moved to', async (t) => {
  const moved = `<div class=c style="top:20px;left:5px">c<div class=a style="top:30px;left:20px">${LINES(3)}</div></div>`
  const result = lay(`<div class=m>${moved}</div>`)
  t.strictSame(find(result, 'x1'), ['1: 25,60'])
  t.strictSame(find(result, 'x2'), ['1: 75,20'])
})

t.test('what is positioned in a broken box stands in the column that holds its place', async (t) => {
  const inner = '<div class=a style="top:60px;left:20px">in</div><div class=a style="bottom:0;left:20px">end</div>'
  const result = lay(`<div class=m><div class=c><div class=a style="top:0">${LINES(12)}${inner}</div></div></div>`)
  t.strictSame(find(result, 'in'), ['1: 70,10'])
  t.strictSame(find(result, 'end'), ['1: 120,10'])
})

t.test('a box whose content overflows it is broken in it', async (t) => {
  const overflowing = `<div class=a style="top:0;height:10px">${LINES(6)}</div>`
  t.strictSame(find(lay(`<div class=m><div class=c>${overflowing}</div></div>`), 'x5'), ['1: 50,0'])
})

t.test('what a box cuts off does not show in columns behind its end', async (t) => {
  const card = (style: string) =>
    `<div class=m><div class=c style="height:40px;${style}"><div class=a style="top:0">${LINES(8)}</div></div></div>`
  t.strictSame(find(lay(card('')), 'x5'), ['1: 50,0'])
  t.strictSame(find(lay(card('overflow:clip')), 'x5'), [])
  t.strictSame(find(lay(card('overflow:hidden')), 'x3'), ['1: 0,30'])
})

t.test('the containing block of an inline box breaks what is in it as well', async (t) => {
  const result = lay(
    `<div class=m><p>p<span class=c>s<span class=a style="top:0;left:10px">${LINES(6)}</span></span></p></div>`,
  )
  t.strictSame(find(result, 'x4'), ['1: 20,40'])
  t.strictSame(find(result, 'x5'), ['1: 70,0'])
})

t.test('balanced columns grow for what is positioned in them, as far as the page goes', async (t) => {
  const set = (lines: number, css = '') =>
    lay(`<div class=m><p>a<br>b</p><div class=c><div class=a style="top:0">${LINES(lines)}</div></div></div>`, css)
  const css = '.m { column-fill: balance; height: auto }'
  t.strictSame(find(set(4, css), 'b'), ['1: 50,0'])
  t.strictSame(find(set(4, css), 'x3'), ['1: 50,40'])
  t.strictSame(find(set(12, css), 'x9'), ['1: 100,0'])
})

t.test('boxes in columns over several pages go on with them', async (t) => {
  const box = `<div class=a style="top:0;left:20px">${LINES(25)}</div>`
  const result = lay(`<div class=m><div class=c>${LINES(30, 'c')}${box}</div></div>`, '.m { height: auto }')
  t.strictSame(find(result, 'x19'), ['1: 70,90'])
  t.strictSame(find(result, 'x20'), ['2: 20,0'])
  t.equal(result.pages.length, 2)
})

t.test('columns within columns', async (t) => {
  const inner = `<div style="columns:2;column-gap:0;column-fill:auto"><div class=c><div class=a style="top:0">${LINES(12)}</div></div></div>`
  const result = lay(`<div class=m>${inner}</div>`)
  t.strictSame(find(result, 'x5'), ['1: 25,0'])
  t.strictSame(find(result, 'x10'), ['1: 50,0'], 'beside the others, as browsers have it')
})

t.test('an image is not broken', async (t) => {
  const svg = '<svg class=a style="top:20px" width=40 height=80></svg>'
  const { pages } = lay(`<div class=m><div class=c>c${svg}</div></div>`)
  t.equal(pages.length, 1)
})

t.test('columns without end are too much work', async (t) => {
  const endless = (height: number) => () =>
    lay(`<div class=m style="height:10px"><div class=c><div class=a style="height:${height}px">x</div></div></div>`)
  t.doesNotThrow(endless(10_000))
  t.throws(endless(1_000_000_000), { code: 'too-much-work' })
})

t.test('columns far away cost nothing but a column', async (t) => {
  const far = lay('<div class=m><div class=c><div class=a style="top:10000000px">x</div></div></div>')
  t.ok(far.stats.layoutCalls < 20, `${far.stats.layoutCalls}`)
})

t.test(
  'a box that comes back to the column of a transformed one is transformed about the origin of that',
  async (t) => {
    const inner = '<div class=a style="top:150px"><div class=a style="top:-150px">x</div></div>'
    const scaled = `<div style="scale:1 2;transform-origin:bottom;height:30px">${inner}</div>`
    const { pages } = lay(`<div class=m style="columns:1"><div style="height:20px"></div>${scaled}</div>`)
    t.strictSame(
      pages.map(({ content }) => content && scaledParts(content.fragment, content.y, 'x')),
      [['20+30']],
    )
  },
)

/** Top and height of the scaled boxes around a word. */
function scaledParts(fragment: Fragment, y: number, word: string, around: readonly string[] = []): readonly string[] {
  if (fragment.kind === 'text') return fragment.words.some(({ text }) => text === word) ? around : []
  if (fragment.kind === 'decoration') return []
  const isScaled = fragment.kind === 'box' && fragment.box.kind === 'block' && fragment.style.scale !== 'none'
  const here = isScaled ? [...around, `${y}+${fragment.height}`] : around
  return fragment.children.flatMap((child) => scaledParts(child.fragment, y + child.y, word, here))
}

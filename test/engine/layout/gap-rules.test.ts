import t from 'tap'
import type { Fragment } from '../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../engine/layout/page.js'
import { layOutSmall } from './lay-out-document.js'

const BASE =
  'div { column-rule: 2px solid red } .g { display: grid; gap: 10px } .f { display: flex; flex-wrap: wrap; gap: 10px }'
const BOTH = `${BASE} .g, .f { row-rule: 2px solid blue } .g > *, .f > * { rule: 0 none }`

/** The rules of each page as `v x y+length` and `h x+length y`, each by its middle, in painting order. */
function rulesOf(body: string, css = ''): string[] {
  const { pages, diagnostics } = layOutSmall(`${BOTH} ${css}`, body)
  t.same(diagnostics, [], 'no diagnostic')
  return pages.map((page) => rulesOn(page).join(', '))
}

function rulesOn({ content }: LaidOutPage): string[] {
  return content ? collect(content.fragment, content.x, content.y) : []
}

function collect(fragment: Fragment, x: number, y: number): string[] {
  if (fragment.kind !== 'box') return []
  const own = (fragment.collapsedBorders ?? []).map((rule) =>
    rule.orientation === 'vertical'
      ? `v ${x + rule.x} ${y + rule.y}+${rule.length}`
      : `h ${x + rule.x}+${rule.length} ${y + rule.y}`,
  )
  return [...own, ...fragment.children.flatMap((child) => collect(child.fragment, x + child.x, y + child.y))]
}

const items = (count: number, style = ''): string => `<p style="margin:0;${style}">x</p>`.repeat(count)
const grid = (style: string, content: string): string => `<div class=g style="${style}">${content}</div>`
const flex = (style: string, content: string): string => `<div class=f style="${style}">${content}</div>`

t.test('rules of a grid stand in the middle of its gaps, also beside empty cells, rows over columns', async (t) => {
  t.same(rulesOf(grid('grid-template-columns: 20px 30px 40px; padding: 5px', items(4))), [
    'v 30 5+30, v 70 5+30, h 5+110 20',
  ])
  t.same(rulesOf(grid('grid-template-columns: 20px 30px; direction: rtl', items(3))), ['v 175 0+30, h 140+60 15'])
})

t.test('rules of a grid end at the gaps that they cross where an item spans theirs', async (t) => {
  const wide = '<p style="margin:0;grid-column:span 2">w</p>'
  const tall = '<p style="margin:0;grid-row:span 2;height:30px">t</p>'
  t.same(rulesOf(grid('grid-template-columns: 20px 20px 20px', `x${wide}${tall}x`)), [
    'v 25 0+50, v 55 20+30, h 0+80 15, h 30+50 35',
  ])
})

t.test('tracks that collapsed have no rules', async (t) => {
  t.same(rulesOf(grid('grid-template-columns: repeat(auto-fit, 20px)', items(2))), ['v 25 0+10'])
  const apart = `${items(1)}<p style="margin:0;grid-column:3">x</p>`
  t.same(rulesOf(grid('grid-template-columns: repeat(auto-fit, 20px)', apart)), ['v 25 0+10'])
})

t.test('free space between tracks widens gaps', async (t) => {
  const style = 'grid-template-columns: 20px 20px; justify-content: space-between; align-content: end; height: 90px'
  t.same(rulesOf(grid(style, items(3))), ['v 100 60+30, h 0+200 75'])
})

t.test('subgrids that share columns have rules of their own', async (t) => {
  const inner = '<div class=g style="grid-template-columns:subgrid;grid-column:span 2;row-rule:1px solid">'
  const style = 'grid-template-columns: 20px 20px; rule: 0 none'
  const css = '.g .g { column-rule: 1px solid }'
  t.same(rulesOf(grid(style, `${inner}${items(3)}</div>`), css), ['v 25 0+30, h 0+50 15'])
})

t.test(
  'the parts of a grid on two pages have the rules of their gaps, and those of columns go on between them',
  async (t) => {
    const style = 'grid-template-columns: 20px 20px; padding: 10px 0'
    t.same(rulesOf(grid(style, items(6, 'height:35px'))), ['v 25 10+90, h 0+50 50', 'v 25 0+35'])
    t.same(rulesOf(grid(style, items(2, 'height:120px;break-inside:auto'))), ['v 25 10+90', 'v 25 0+30'])
  },
)

t.test('rules of a flex row stand between items of a line, and between lines', async (t) => {
  t.same(rulesOf(flex('', items(3, 'width:90px'))), ['v 95 0+10, h 0+200 15'])
  t.same(rulesOf(flex('flex-direction: row-reverse', items(2, 'width:40px'))), ['v 155 0+10'])
  t.same(rulesOf(flex('flex-flow: row wrap-reverse', items(3, 'width:90px'))), ['h 0+200 15, v 95 20+10'].map(order))
  t.same(rulesOf(flex('height: 50px; justify-content: space-between', items(2, 'width:40px'))), ['v 100 0+50'])
})

/** Rules of columns come first. */
function order(rules: string): string {
  return rules.split(', ').sort().reverse().join(', ')
}

t.test('margins of flex items are no part of gaps, and automatic ones none either', async (t) => {
  const margin = '<p style="width:40px;margin:0 10px">x</p><p style="width:40px;margin:0 0 0 20px">x</p>'
  t.same(rulesOf(flex('', margin)), ['v 65 0+10'])
  t.same(rulesOf(flex('', `${items(1)}<p style="width:40px;margin:0 0 0 auto">x</p>`)), ['v 155 0+10'])
})

t.test('rules of a flex column stand below its items, and beside its lines', async (t) => {
  t.same(rulesOf(flex('flex-flow: column nowrap', items(2))), ['h 0+200 15'])
  const wrapping = flex('flex-flow: column wrap; height: 30px; align-content: start', items(3, 'width:40px'))
  t.same(rulesOf(wrapping), ['v 45 0+30, h 0+40 15'])
})

t.test('a gap at the end of a page has no rule', async (t) => {
  t.same(rulesOf(flex('', items(4, 'width:90px;height:60px;break-inside:avoid'))), ['v 95 0+60', 'v 95 0+60'])
  t.same(rulesOf(flex('flex-flow: column nowrap', items(4, 'height:40px;flex:none'))), ['h 0+200 45', 'h 0+200 45'])
})

t.test('items that ended on the page before still have a rule beside them', async (t) => {
  const tall = '<p style="margin:0;width:40px;height:150px">t</p>'
  t.same(rulesOf(flex('', `${items(1, 'width:40px')}${tall}`)), ['v 45 0+100', 'v 45 0+50'])
})

t.test('rules between many rows cost as much as the rows', async (t) => {
  const pages = rulesOf(grid('grid-template-columns: 20px 20px', items(400)))
  t.equal(pages.length, 40)
  t.ok(pages.every((page) => page.split('h ').length === 5))
})

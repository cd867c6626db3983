import t from 'tap'
import { compileSmall, layOut, textsOf } from '../lay-out.js'

function nested(depth: number): string {
  if (depth === 0) return '<p style="margin:0">text</p>'
  return `<div class="g"><div>${'tall '.repeat(depth)}</div>${nested(depth - 1)}<div>b</div></div>`
}

function calls(body: string): number {
  const { stats, diagnostics, pages } = layOut(
    compileSmall('@page { size: 600px 100px } .g { display: grid; grid-template-columns: auto 1fr; gap: 2px }', body),
  )
  t.same(diagnostics, [])
  t.ok(pages.length > 0)
  return stats.layoutCalls
}

t.test('the work for nested grids grows with the square of their depth at most', async (t) => {
  const five = calls(nested(5))
  const ten = calls(nested(10))
  t.ok(ten <= 5 * five, `${ten} layout calls at depth 10, ${five} at depth 5`)
  t.ok(ten <= 600, `${ten} layout calls at depth 10`)
})

t.test('the work for a grid of many items grows as their number', async (t) => {
  const grid = (count: number) => {
    const items = Array.from(
      { length: count },
      (_, index) => `<div>i${index}${index % 3 === 0 ? '<br>more' : ''}</div>`,
    )
    return `<div class="g">${items.join('')}</div>`
  }
  const few = calls(grid(200))
  const many = calls(grid(2000))
  t.ok(many <= 10.5 * few, `${many} layout calls for 2,000 items, ${few} for 200`)
  t.ok(many <= 2000 * 6, `${many} layout calls`)
})

t.test('every item of a large grid is placed once, in order', async (t) => {
  const items = Array.from({ length: 2000 }, (_, index) => `<i>${index}</i>`).join('')
  const { pages } = layOut(
    compileSmall('.g { display: grid; grid-template-columns: repeat(3, 1fr) }', `<div class="g">${items}</div>`),
  )
  const texts = pages.flatMap((page) => textsOf(page).map(({ text }) => text))
  t.same(
    texts,
    Array.from({ length: 2000 }, (_, index) => `${index}`),
  )
})

/** So many cards of three aligned rows each, two side by side. */
function cards(count: number): string {
  const one = (index: number) =>
    `<div class="card"><b>${index}</b><div>text${index % 5 === 0 ? '<br>more' : ''}</div><i>end</i></div>`
  return `<div class="g">${Array.from({ length: count }, (_, index) => one(index)).join('')}</div>`
}

const CARDS = '.card { display: grid; grid-row: span 3; grid-template-rows: subgrid; padding: 2px }'

function cardCalls(css: string, body: string): number {
  const { stats, diagnostics, pages } = layOut(
    compileSmall(
      `@page { size: 600px 100px } .g { display: grid; grid-template-columns: 1fr 1fr; gap: 2px } ${css}`,
      body,
    ),
  )
  t.same(diagnostics, [])
  t.ok(pages.length > 0)
  return stats.layoutCalls
}

t.test('the work for subgrids grows as their number', async (t) => {
  const few = cardCalls(CARDS, cards(100))
  const many = cardCalls(CARDS, cards(1_500))
  t.ok(many <= 17 * few, `${many} layout calls for 1,500 cards, ${few} for 100`)
  t.ok(many <= 1_500 * 3 * 6, `${many} layout calls`)
})

t.test('ten thousand rows whose columns are those of the table of figures are laid out in linear work', async (t) => {
  const css = '.row { display: grid; grid-column: span 2; grid-template-columns: subgrid }'
  const rows = (count: number) =>
    `<div class="g">${Array.from({ length: count }, (_, row) => `<div class="row"><i>${row}</i><i>b</i></div>`).join('')}</div>`
  const few = cardCalls(css, rows(5_000))
  const many = cardCalls(css, rows(10_000))
  t.ok(many <= 2.2 * few, `${many} layout calls for 10,000 rows, ${few} for 5,000`)
})

t.test('the work for subgrids in subgrids grows with the square of their depth at most', async (t) => {
  const css = (rows: string, columns: string) =>
    `.g { grid-template-rows: auto auto } .s { display: grid; grid-template: ${rows} / ${columns}; grid-area: 1 / 1 / 3 / 3; padding: 1px }`
  const nest = (depth: number): string =>
    depth === 0 ? '<i>text</i>' : `<div class="s">${nest(depth - 1)}<i>b</i></div>`
  for (const [rows, columns] of [
    ['subgrid', 'subgrid'],
    ['subgrid', 'auto auto'],
    ['auto auto', 'subgrid'],
  ] as const) {
    const five = cardCalls(css(rows, columns), `<div class="g">${nest(5)}</div>`)
    const twenty = cardCalls(css(rows, columns), `<div class="g">${nest(20)}</div>`)
    t.ok(twenty <= 18 * five, `${rows} / ${columns}: ${twenty} layout calls at depth 20, ${five} at depth 5`)
  }
})

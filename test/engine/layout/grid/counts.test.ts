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

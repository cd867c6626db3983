import t, { type Test } from 'tap'
import { compileSmall, layOut, placesOn } from '../lay-out.js'

/** `a0 a1 …`, one a line. */
const lines = (name: string, count: number) => Array.from({ length: count }, (_, index) => name + index).join('<br>')

/** The texts of each page as `text@x,y`. */
function placesOf(t: Test, body: string): readonly (readonly string[])[] {
  const { pages, diagnostics } = layOut(compileSmall('p { margin: 0 }', body))
  t.same(diagnostics, [])
  return pages.map(placesOn)
}

/** The texts that stand on the first page. */
function firstPage(t: Test, body: string): string {
  return (placesOf(t, body)[0] ?? []).map((place) => place.split('@')[0]).join(' ')
}

const above = (height: number) => `<div style="height:${height}px"></div>`

const ROWS = {
  flex: (style: string, a: string, b: string) => `<div style="display:flex;${style}">${a}${b}</div>`,
  grid: (style: string, a: string, b: string) =>
    `<div style="display:grid;grid-template-columns:50px 50px;${style}">${a}${b}</div>`,
}

const div = (content: string, style = '') => `<div style="${style}">${content}</div>`

for (const [kind, row] of Object.entries(ROWS)) {
  t.test(
    `${kind}: an item that ends beside one which continues needs no room for the padding of the container`,
    async (t) => {
      const both = row('padding-bottom:20px;border-bottom:5px solid', div(lines('a', 4)), div(lines('b', 6)))
      t.equal(firstPage(t, above(50) + both), 'a0 a1 a2 a3 b0 b1 b2 b3 b4')
      const nested = row(
        'padding-bottom:10px',
        row('padding-bottom:15px', div(lines('a', 4)), div(lines('b', 6))),
        div('c'),
      )
      t.equal(firstPage(t, above(50) + nested), 'a0 a1 a2 a3 b0 b1 b2 b3 b4 c', 'of no container around it')
    },
  )

  t.test(`${kind}: where all items end, they leave room for the padding of the container`, async (t) => {
    const both = row('padding-bottom:20px', div(lines('a', 5)), div(lines('b', 5)))
    t.equal(firstPage(t, above(50) + both), 'a0 a1 a2 a3 b0 b1 b2 b3')
  })
}

t.test('content needs no room for the padding of a box whose height continues', async (t) => {
  const box = (style: string) => div(lines('a', 4), `padding-bottom:20px;${style}`)
  t.equal(firstPage(t, above(50) + box('')), 'a0 a1 a2', 'a box that ends with its content')
  for (const style of [
    'height:45px',
    'min-height:45px',
    'height:60px',
    'display:flex;height:55px',
    'display:grid;height:55px',
  ])
    t.equal(firstPage(t, above(50) + box(style)), 'a0 a1 a2 a3', style)
  t.equal(firstPage(t, above(50) + box('height:40px')), 'a0 a1 a2', 'a height that ends with the content')
  const within = div(div(lines('a', 4), 'height:60px'), 'padding-bottom:20px')
  t.equal(firstPage(t, above(50) + within), 'a0 a1 a2 a3', 'the padding of the box around it')
  const around = div(div(lines('a', 4), 'padding-bottom:10px'), 'height:60px;padding-bottom:20px')
  t.equal(firstPage(t, above(50) + around), 'a0 a1 a2 a3', 'the padding of a box in it has room')
})

t.test('content needs no room below it that negative margins take back', async (t) => {
  const box = (margin: number) => div(div(lines('a', 3), `margin-bottom:${margin}px`), 'padding-bottom:20px')
  t.equal(firstPage(t, above(60) + box(0)), 'a0 a1')
  t.equal(firstPage(t, above(60) + box(-10)), 'a0 a1 a2')
  t.equal(firstPage(t, above(70) + box(-10)), 'a0 a1', 'as much as it takes')
  t.equal(firstPage(t, above(75) + box(-40)), 'a0 a1', 'the content needs room all the same')
  const hoisted = div(div(div(lines('a', 3), 'margin-bottom:-10px')), 'padding-bottom:20px')
  t.equal(firstPage(t, above(60) + hoisted), 'a0 a1 a2', 'of boxes within')
})

t.test('an item that stretches beside one which continues needs no room for its own padding', async (t) => {
  const row = ROWS.flex('', div(lines('a', 4), 'padding-bottom:20px'), div(lines('b', 7)))
  t.equal(firstPage(t, above(50) + row), 'a0 a1 a2 a3 b0 b1 b2 b3 b4')
})

t.test(
  'a flex item that alignment moves down begins on a later page than its line, without taking that along',
  async (t) => {
    const line = (align: string, count: number) =>
      ROWS.flex(`align-items:${align}`, div(lines('a', count), 'orphans:2'), div(lines('b', 6)))
    t.same(placesOf(t, above(75) + line('center', 2)), [
      ['b0@20,75', 'b1@20,85'],
      ['a0@0,0', 'a1@0,10', 'b2@20,0', 'b3@20,10', 'b4@20,20', 'b5@20,30'],
    ])
    t.same(
      placesOf(t, above(75) + line('flex-end', 2))[1]?.slice(0, 2),
      ['a0@0,15', 'a1@0,25'],
      'as far down as what is left of the line',
    )
    t.same(placesOf(t, above(95) + line('center', 2))[0], [], 'a line of which nothing has room')
  },
)

t.test('grid items keep their alignment in a row that is broken, or take the row along', async (t) => {
  const row = (align: string, count: number) =>
    ROWS.grid(`align-items:${align}`, div(lines('a', count)), div(lines('b', 6)))
  t.same(placesOf(t, above(60) + row('center', 3)), [
    ['a0@0,75', 'a1@0,85', 'b0@50,60', 'b1@50,70', 'b2@50,80', 'b3@50,90'],
    ['a2@0,0', 'b4@50,0', 'b5@50,10'],
  ])
  t.same(placesOf(t, above(60) + row('end', 2))[0], [])
  t.same(placesOf(t, above(60) + row('end', 2))[1]?.slice(0, 2), ['a0@0,40', 'a1@0,50'])
})

import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, type LaidOut, layOut, placesOn, textsOf, wordsByPage } from '../lay-out.js'

function lay(body: string, css = ''): LaidOut {
  return layOut(compileSmall(`.l { float: left } .r { float: right } p { margin: 0 } ${css}`, body))
}

function places({ pages }: LaidOut, page: number): string[] {
  return placesOn(pages[page])
}

const LINES = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name}${i}`).join('<br>')

t.test('a float that does not fit moves to the next page, and the text after it stays', async (t) => {
  const result = lay(`<p>${LINES(7, 'a')}</p><div class="l" style="width:50px">${LINES(4, 'f')}</div><p>b c</p>`)
  t.strictSame(places(result, 0).slice(-1), ['b c@0,70'])
  t.strictSame(places(result, 1), ['f0@0,0', 'f1@0,10', 'f2@0,20', 'f3@0,30'])
  t.strictSame(result.diagnostics, [])
})

t.test('what comes first on a page are the floats of the page before', async (t) => {
  const result = lay(
    `<p>${LINES(8, 'a')}</p><div class="l" style="width:50px">${LINES(4, 'f')}</div><p>${LINES(4, 'b')}</p>`,
  )
  t.strictSame(places(result, 1), ['f0@0,0', 'f1@0,10', 'f2@0,20', 'f3@0,30', 'b2@50,0', 'b3@50,10'])
})

t.test('a float taller than half a page is broken and continues beside the text', async (t) => {
  const result = lay(`<p>a</p><div class="r" style="width:50px">${LINES(12, 'f')}</div><p>${LINES(12, 'b')}</p>`)
  t.match(wordsByPage(result.pages), [
    'a f0 f1 f2 f3 f4 f5 f6 f7 f8 b0 b1 b2 b3 b4 b5 b6 b7 b8',
    'f9 f10 f11 b9 b10 b11',
  ])
  t.strictSame(places(result, 1).slice(0, 1), ['f9@150,0'])
  t.strictSame(result.diagnostics, [])
})

t.test('a box that clears a float waits until the float has ended', async (t) => {
  const result = lay(`<div class="l" style="width:50px">${LINES(24, 'f')}</div><p style="clear:both">after</p>`)
  t.equal(result.pages.length, 3)
  t.strictSame(places(result, 2).at(-1), 'after@0,40')
})

t.test('what follows a <br> that clears floats waits until they have ended', async (t) => {
  const tall = `<div class="l" style="width:50px">${LINES(24, 'f')}</div>`
  for (const body of [`${tall}a<br clear="all"><p>after</p>`, `<p>${tall}a<br style="clear:left">after</p>`]) {
    const result = lay(body)
    t.equal(result.pages.length, 3, body)
    t.strictSame(places(result, 2).at(-1), 'after@0,40')
    t.strictSame(result.diagnostics, [])
  }
  const card = (name: number) => `<div class="l" style="width:90px;height:30px">c${name}</div>`
  const cards = [0, 1, 2, 3, 4, 5, 6, 7].map(card).join('')
  const rows = lay(`<div>${cards}<br clear="all"></div><p>after</p>`)
  t.match(wordsByPage(rows.pages), ['c0 c1 c2 c3 c4 c5', 'c6 c7 after'])
  t.strictSame(places(rows, 1).at(-1), 'after@0,30')
})

t.test('no float stands above an earlier one that waits for the next page', async (t) => {
  const tall = `<div class="l" style="width:50px">${LINES(4, 'f')}</div>`
  const result = lay(`<p>${LINES(7, 'a')}</p>${tall}<div class="r">g</div><p>b</p>`)
  t.match(wordsByPage(result.pages), [/b$/, 'f0 f1 f2 f3 g'])
})

t.test('a float before a line that moves down, which waits for the next page, stands there once', async (t) => {
  const tall = '<div class="l" style="width:110px;height:80px">a</div>'
  const waiting = `<span class="l" style="width:120px">${LINES(3, 'f')}</span>`
  const result = lay(`${tall}<p>${waiting}tenletters</p>`)
  t.strictSame(places(result, 0), ['a@0,0', 'tenletters@0,80'])
  t.strictSame(places(result, 1), ['f0@0,0', 'f1@0,10', 'f2@0,20'])
})

t.test('what stands beside the flow comes after a break that is forced after the box before it', async (t) => {
  const beside = '<div class="l">f</div><div class="l">g</div><i style="position:absolute">h</i>'
  const between = lay(`<p style="break-after:page">a</p>${beside}<p>b</p>`)
  t.match(wordsByPage(between.pages), ['a', /^f g b h$/])
  const within = lay(`<div><p style="break-after:page">a</p></div>${beside}<p>b</p>`)
  t.match(wordsByPage(within.pages), ['a', /^f g b h$/])
  const before = lay(`<p>a</p>${beside}<p style="break-before:page">b</p>`)
  t.match(wordsByPage(before.pages), [/^a f g h$/, 'b'], 'but before one that is forced before the next')
})

t.test(
  'floats behind a last child take the break that is forced after it, and what follows stands beside them',
  async (t) => {
    const content = '<p style="break-after:page">a</p><div class=l style="height:40px">f</div>'
    for (const [container, y] of [
      [`<div>${content}</div>`, 0],
      [`<section><div>${content}</div></section>`, 0],
      [`<section><div><p style="break-after:page">a</p></div><div class=l style="height:40px">f</div></section>`, 0],
      [`<div style="break-inside:avoid">${content}</div>`, 0],
      [`<div style="display:flow-root">${content}</div>`, 40],
      [`<div style="display:flex"><div>${content}</div></div>`, 40],
      [`<div style="display:grid"><div>${content}</div></div>`, 40],
      // The float is balanced.
      [`<div style="columns:2">${content}</div>`, 20],
      [`<table style="border-spacing:0"><td style="padding:0">${content}</table>`, 40],
    ] as const) {
      t.same(wordsByPage(lay(container).pages), ['a', 'f'], `${container}: on a page of their own`)
      const { pages } = lay(`${container}<p>z</p>`)
      t.same(wordsByPage(pages), ['a', 'f z'], container)
      t.equal(pages[1] && textsOf(pages[1]).find(({ text }) => text === 'z')?.y, y, container)
    }
    const outside = `<div style="break-after:page"><p>a</p><div class=l>f</div></div><p>z</p>`
    t.same(wordsByPage(lay(outside).pages), ['a f', 'z'], 'but not that after the box around them')
  },
)

t.test('what floats push off a page stands on the next one', async (t) => {
  const float = `<div class="l" style="width:100%">${LINES(10, 'f')}</div>`
  const pushed = [
    `${float}<p>after</p>`,
    `<div><div>${float}<p>after</p></div></div>`,
    `${float}<div><p>after</p></div>`,
    `${float}<p style="clear:left">after</p>`,
    `${float}<p style="overflow:hidden">after</p>`,
    `${float}<div style="display:flex"><p>after</p></div>`,
    `${float}<table style="border-spacing:0"><td style="padding:0">after</table>`,
  ]
  for (const body of pushed) {
    const result = lay(body)
    t.match(wordsByPage(result.pages), [/^f0 .* f9$/, 'after'], body)
    t.strictSame(places(result, 1), ['after@0,0'])
    t.strictSame(result.diagnostics, [])
  }
})

t.test('a paragraph whose floats leave no room for its text continues after them on the next page', async (t) => {
  const float = (count: number, name: string) =>
    `<span class="l" style="width:100%;text-indent:0">${LINES(count, name)}</span>`
  const whole = lay(`<p style="text-indent:20px">${float(10, 'f')} after</p>`)
  t.match(wordsByPage(whole.pages), [/^f0 .* f9$/, 'after'])
  t.strictSame(places(whole, 1), ['after@20,0'], 'it is the first line nevertheless')
  t.strictSame(whole.diagnostics, [])

  const broken = lay(`<p>${float(12, 'f')}${float(10, 'g')}after</p>`)
  t.match(wordsByPage(broken.pages), [/^f0 .* f9$/, /^f10 f11 .*g7$/, 'g8 g9 after'])
  t.strictSame(broken.diagnostics, [])
})

t.test('a marker stands on the page of the first line of its item', async (t) => {
  const item = (content: string, style = '') =>
    lay(`<p style="height:80px">x</p><ul><li style="${style}">${content}</ul>`)
  for (const content of [
    '<div style="height:20px"></div><p>after</p>',
    '<div style="height:30px"></div><p>after</p>',
    '<div style="height:20px"></div>after',
    `<div class="l" style="width:100%">${LINES(12, 'f')}</div><p>after</p>`,
    '<div style="height:20px"></div><p style="break-before:page">after</p>',
    '<div style="height:20px"></div><div style="display:flex"><p>after</p></div>',
  ]) {
    const words = wordsByPage(item(content).pages)
    t.match(words.at(-1), /• after$/, content)
    t.notMatch(words.slice(0, -1).join(), /•/, 'not before')
  }
  const nested = wordsByPage(item('<ol><li><div style="height:20px"></div>after</ol>').pages)
  t.same(nested, ['x', '• 1. after'], 'all of the markers beside one line')
  const ended = item('<div style="height:20px"></div>after</ul>z', 'height:20px')
  t.same(places(ended, 1).slice(1), ['after@40,10', 'z@0,20'], 'also beside a line that overflows its item')
  t.match(wordsByPage(item('', 'height:50px').pages)[0], /•$/, 'an item without any line has it at its beginning')
})

t.test('a formatting context continues until its floats have ended', async (t) => {
  const result = lay(
    `<div style="overflow:hidden"><div class="l" style="width:50px">${LINES(14, 'f')}</div>in</div><p>after</p>`,
  )
  t.strictSame(places(result, 1).at(-1), 'after@0,40')
})

t.test('a paragraph continues beside a float, and below it over the whole width', async (t) => {
  const words = Array.from({ length: 60 }, (_, i) => `w${i % 10}`).join(' ')
  const result = lay(`<p>${LINES(8, 'a')}</p><div class="l" style="width:140px">${LINES(3, 'f')}</div><p>${words}</p>`)
  const lines = places(result, 1)
  t.match(lines[3], /@140,0$/)
  t.match(lines.at(-1), /@0,\d+$/)
  t.strictSame(result.diagnostics, [])
})

t.test('a box that may not be broken takes its float along', async (t) => {
  const result = lay(
    `<p>${LINES(8, 'a')}</p><div style="break-inside:avoid;overflow:hidden"><div class="l">${LINES(3, 'f')}</div>b</div>`,
  )
  t.match(wordsByPage(result.pages), [/a7$/, 'f0 f1 f2 b'])
})

t.test('a percentage of a height is the same where a float continues or moves to the next page', async (t) => {
  const after = (float: string, above = 6) => {
    const floating = `<div class="l" style="width:50px;${float}">f</div>`
    const clearing = '<p style="clear:both">after</p>'
    return lay(`<div style="height:200px"><p>${LINES(above, 'a')}</p>${floating}${clearing}</div>`)
  }
  t.strictSame(places(after('height:60px'), 1), ['after@0,20'], 'a length')
  t.strictSame(places(after('height:30%'), 1), ['after@0,20'], 'it continues')
  t.strictSame(places(after('min-height:30%'), 1), ['after@0,20'])
  t.strictSame(places(after('height:20%', 8), 1), ['f@0,0', 'after@0,40'], 'it moves')
})

t.test('an image that floats is never cut', async (t) => {
  const svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='70'/%3E"
  const result = lay(`<p>${LINES(5, 'a')}</p><p><img class="l" alt="" src="${svg}">${LINES(7, 'b')}</p>`)
  t.strictSame(places(result, 0).slice(-5), ['b0@0,50', 'b1@0,60', 'b2@0,70', 'b3@0,80', 'b4@0,90'])
  t.strictSame(places(result, 1), ['b5@20,0', 'b6@20,10'])
})

t.test('thousands of floats cost a few layouts each', async (t) => {
  const count = 2000
  const result = lay(Array.from({ length: count }, (_, i) => `<div class="l">${i}</div>`).join(''))
  t.equal(wordsByPage(result.pages).join(' ').split(' ').length, count)
  t.ok(result.stats.layoutCalls < count * 6, `${result.stats.layoutCalls} layouts`)
})

t.test('a document without floats costs what it did', async (t) => {
  const { stats } = lay(Array.from({ length: 100 }, (_, i) => `<p>word ${i}</p>`).join(''))
  const beside = lay(
    `<div class="l">f</div>${Array.from({ length: 100 }, (_, i) => `<p>word ${i}</p>`).join('')}`,
  ).stats
  t.ok(
    beside.layoutCalls <= stats.layoutCalls + 20,
    `${beside.layoutCalls} layouts with one float, ${stats.layoutCalls} without`,
  )
})

t.test('a table that begins beside a float keeps its columns on pages without it', async (t) => {
  const rows = Array.from({ length: 8 }, (_, i) => `<tr><td>${i}<td>aaa aaa aaa</tr>`).join('')
  const css = 'table { border-spacing: 0 } td { padding: 0; vertical-align: top }'
  const result = lay(`<div class="l" style="width:120px;height:30px">f</div><table>${rows}</table>`, css)
  t.strictSame(places(result, 0).slice(1, 4), ['0@120,0', 'aaa aaa@130,0', 'aaa@130,10'])
  t.strictSame(places(result, 1).slice(0, 3), ['5@0,0', 'aaa aaa@10,0', 'aaa@10,10'])
})

t.test('a table that continues where a float has come with it stands below the float if it is too wide', async (t) => {
  const rows = Array.from({ length: 12 }, (_, i) => `<tr><td>${i}<td>aaa aaa aaa</tr>`).join('')
  const css = 'table { border-spacing: 0 } td { padding: 0; vertical-align: top }'
  const float = '<div class="l" style="width:100px;height:60px;break-inside:avoid">f</div>'
  const result = lay(`<p>${LINES(5, 'p')}</p>${float}<table>${rows}</table>`, css)
  t.strictSame(places(result, 0).slice(-2), ['4@0,90', 'aaa aaa aaa@20,90'])
  t.strictSame(places(result, 1).slice(0, 3), ['f@0,0', '5@0,60', 'aaa aaa aaa@20,60'])
})

t.test('a float continues on the page before a right one', async (t) => {
  const float = `<div class="l" style="width:200px">${LINES(12, 'f')}</div>`
  const result = lay(`<p>a</p>${float}<p style="break-before:right">b</p>`)
  t.strictSame(
    wordsByPage(result.pages).map((words) => words.split(' ').length),
    [10, 3, 1],
  )
  t.strictSame(places(result, 2), ['b@0,0'])
  const long = lay(
    `<p>a</p><div class="l" style="width:200px">${LINES(22, 'f')}</div><p style="break-before:right">b</p>`,
  )
  t.strictSame(places(long, 2), ['f19@0,0', 'f20@0,10', 'f21@0,20', 'b@0,30'])
  t.equal(lay('<p>a</p><p style="break-before:right">b</p>').pages[1]?.content, undefined, 'else that page is blank')
})

t.test('floats of a box that continues below others wait where these fill the page', async (t) => {
  const wide = (count: number, name: string) => `<div class="l" style="width:200px">${LINES(count, name)}</div>`
  const context = `<div style="overflow:hidden"><div class="l" style="width:50px">${LINES(6, 'c')}</div></div>`
  const result = lay(`<p>${LINES(6, 'p')}</p>${wide(5, 'a')}${wide(12, 'b')}${context}`)
  t.match(wordsByPage(result.pages), [/c0 c1 c2 c3$/, 'a0 a1 a2 a3 a4 b0 b1 b2 b3 b4', /b11 c4 c5$/])
  t.strictSame(result.diagnostics, [])
})

t.test('a float continues as narrow as the box around it has become beside another one', async (t) => {
  const words = Array.from({ length: 45 }, (_, i) => `w${i % 10}`).join(' ')
  const waiting = `<div class="r" style="width:60px;break-inside:avoid">${LINES(6, 'f')}</div>`
  const result = lay(
    `<p>${LINES(5, 'p')}</p>${waiting}<div style="overflow:hidden"><div class="l">${words}</div></div>`,
  )
  t.strictSame(places(result, 1).slice(-2), ['w5 w6 w7 w8 w9@0,0', 'w0 w1 w2 w3 w4@0,10'])
})

t.test('a box that continues beside a float stands below one further down that leaves it no room', async (t) => {
  const narrow = `<div class="l" style="width:30px">${LINES(12, 'a')}</div>`
  const wide = `<div class="l" style="width:200px;break-inside:avoid">${LINES(5, 'b')}</div>`
  const result = lay(`${narrow}${wide}<div style="overflow:hidden">${LINES(14, 'c')}</div>`)
  t.strictSame(places(result, 0).slice(-1), ['c9@30,90'])
  t.strictSame(places(result, 1).slice(-4), ['b4@0,60', 'c10@0,70', 'c11@0,80', 'c12@0,90'])
})

t.test('a box has a part on each page on which nothing but its float goes on, before what clears that', async (t) => {
  const section = (style: string) =>
    lay(`<section style="${style}"><div class="l">${LINES(25, 'f')}</div><p style="clear:left">a</p></section>`)
  const heightsIn = (fragment: Fragment | undefined): readonly number[] => {
    if (fragment?.kind !== 'box') return []
    if (fragment.box.node?.name === 'section') return [fragment.height]
    return fragment.children.flatMap((child) => heightsIn(child.fragment))
  }
  const partsOf = ({ pages }: LaidOut) => pages.map(({ content }) => heightsIn(content?.fragment))
  t.strictSame(partsOf(section('')), [[100], [100], [60]])
  t.strictSame(partsOf(section('height:420px')), [[100], [100], [100], [100], [20]], 'its height is used up')
})

t.test('a float that avoids breaks and is taller than a page begins on a page of its own', async (t) => {
  const float = (style: string) => lay(`<p>a</p><div class="l" style="${style}">${LINES(12, 'f')}</div>`).pages
  t.match(wordsByPage(float('break-inside:avoid')), ['a', /^f0 .* f9$/, 'f10 f11'])
  t.match(wordsByPage(float('')), [/^a f0 .* f8$/, 'f9 f10 f11'])
})

import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import { compileSmall, layOut, placesOn, textsOf, wordsByPage } from '../lay-out.js'

/** `a0 a1 …` */
function words(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ')
}

function pagesOf(body: string, css = ''): readonly LaidOutPage[] {
  const { pages, diagnostics } = layOut(compileSmall(css, body))
  t.same(diagnostics, [], 'no diagnostics')
  return pages
}

/** Texts of each page as `text@x,y`. */
function placesOf(body: string, css = ''): readonly (readonly string[])[] {
  return pagesOf(body, css).map(placesOn)
}

interface Box {
  readonly y: number
  readonly height: number
  readonly borders: readonly [top: number, bottom: number]
}

/** The boxes of an element on each page. */
function boxesOf(pages: readonly LaidOutPage[], id: string): readonly (Box | undefined)[] {
  const find = (fragment: Fragment, y: number): Box | undefined => {
    if (fragment.kind !== 'box') return undefined
    if (fragment.box.node?.attributes.get('id') === id) {
      return { y, height: fragment.height, borders: [fragment.border.top, fragment.border.bottom] }
    }
    for (const child of fragment.children) {
      const found = find(child.fragment, y + child.y)
      if (found) return found
    }
    return undefined
  }
  return pages.map(({ content }) => content && find(content.fragment, content.y))
}

t.test('items of a line taller than a page continue side by side', async (t) => {
  const lines = (name: string, count: number) => words(name, count).split(' ').join('<br>')
  t.same(placesOf(`<div style="display:flex"><div>${lines('a', 12)}</div><div>${lines('b', 11)}</div></div>end`), [
    [
      ...Array.from({ length: 10 }, (_, index) => `a${index}@0,${index * 10}`),
      ...Array.from({ length: 10 }, (_, index) => `b${index}@30,${index * 10}`),
    ],
    ['a10@0,0', 'a11@0,10', 'b10@30,0', 'end@0,20'],
  ])
})

t.test('a line of text up to a tenth of a page moves as a whole, a taller one breaks where it stands', async (t) => {
  const row = (above: number, style: string, text: string) =>
    `<div style="height:${above}px">x</div><div style="display:flex"><div style="${style}">${text}</div></div>`
  t.same(wordsByPage(pagesOf(row(95, '', '<div>a</div>'))), ['x', 'a'])
  t.same(wordsByPage(pagesOf(row(95, 'line-height:5px', 'a<br>b'))), ['x', 'a b'])
  t.same(placesOf(row(80, '', 'a<br>b<br>c')), [['x@0,0', 'a@0,80', 'b@0,90'], ['c@0,0']])
  t.same(wordsByPage(pagesOf(row(90, 'orphans:2', 'a<br>b<br>c'))), ['x', 'a b c'], 'too few would stay')
})

t.test('a line with a frame or picture moves as a whole up to half a page', async (t) => {
  const text = (count: number) => words('a', count).split(' ').join('<br>')
  const row = (count: number, beside: string) =>
    `<div style="height:70px">x</div><div style="display:flex"><div>${text(count)}</div>${beside}</div>`
  const isWhole = (count: number, beside: string) => wordsByPage(pagesOf(row(count, beside)))[0] === 'x'
  for (const frame of [
    '<div style="border:1px solid"></div>',
    '<div style="background:#eee"></div>',
    '<div style="box-shadow:0 0 2px"></div>',
    '<div><div style="background:#eee"></div></div>',
  ]) {
    t.ok(isWhole(5, frame), frame)
    t.notOk(isWhole(6, frame), `${frame} beside more than half a page`)
  }
  t.notOk(isWhole(5, '<div style="padding:1px">'), 'edges that nobody sees')
})

t.test('break-inside keeps containers, lines and items together', async (t) => {
  const text = 'a<br>b<br>c<br>d'
  for (const [container, item] of [
    ['break-inside:avoid', ''],
    ['', 'break-inside:avoid'],
    ['flex-direction:column;break-inside:avoid', ''],
    ['flex-direction:column', 'break-inside:avoid'],
  ]) {
    const body = `<p style="height:70px;margin:0">x</p><div style="display:flex;${container}"><div style="${item}">${text}</div></div>`
    t.same(wordsByPage(pagesOf(body)), ['x', 'a b c d'], `${container} / ${item}`)
  }
})

t.test('orphans and widows count within items', async (t) => {
  const body = `<p style="height:70px;margin:0">x</p><div style="display:flex"><div style="orphans:2;widows:2">a<br>b<br>c<br>d</div></div>`
  t.same(wordsByPage(pagesOf(body)), ['x a b', 'c d'])
})

t.test('a forced break inside an item is taken, the items beside it are complete', async (t) => {
  const row = (value: string) =>
    `<div style="display:flex"><div style="flex:1"><p>a</p><p style="break-before:${value}">b</p></div><div>c</div></div>`
  t.same(wordsByPage(pagesOf(row('page'), 'p { margin: 0 }')), ['a c', 'b'])
  t.same(wordsByPage(pagesOf(row('right'), 'p { margin: 0 }')), ['a c', '', 'b'])
})

t.test('a forced break of any item of a line is one of the line, of a single line one of the container', async (t) => {
  const items = '<div>b</div><div style="break-before:page">c</div>'
  t.same(wordsByPage(pagesOf(`<div>a</div><div style="display:flex">${items}</div>`)), ['a', 'b c'])
  const wide = '<div style="width:100px">a</div><div style="width:100px">b</div>'
  const forced = '<div style="width:100px">c</div><div style="width:100px;break-before:page">d</div>'
  t.same(wordsByPage(pagesOf(`<div style="display:flex;flex-wrap:wrap">${wide}${forced}</div>`)), ['a b', 'c d'])
})

t.test('borders are cut where a container continues, or repeated by box-decoration-break', async (t) => {
  const body = (style: string) =>
    `<div id="f" style="display:flex;border:5px solid;${style}"><div id="i" style="border:2px solid">${words('a', 50)}</div></div>`
  const sliced = pagesOf(body(''))
  t.same(
    boxesOf(sliced, 'f').map((box) => box?.borders),
    [
      [5, 0],
      [0, 5],
    ],
  )
  t.same(
    boxesOf(sliced, 'i').map((box) => box?.borders),
    [
      [2, 0],
      [0, 2],
    ],
  )
  t.same(
    boxesOf(pagesOf(body('box-decoration-break:clone')), 'f').map((box) => box?.borders),
    [
      [5, 5],
      [5, 5],
    ],
  )
})

t.test('stretched items reach the end of the page, and the end of their line on the last one', async (t) => {
  const pages = pagesOf(
    `<div style="display:flex"><div id="a" style="flex:1">${words('a', 60)}</div><div id="b" style="flex:1">b</div></div>`,
  )
  t.equal(pages.length, 3)
  const [a, b] = [boxesOf(pages, 'a'), boxesOf(pages, 'b')]
  t.same(b, a)
  t.same(
    a.map((box) => box?.height),
    [100, 100, 80],
  )
})

t.test('items of a column break inside, and what is flexed keeps its size', async (t) => {
  const body = `<div style="display:flex;flex-direction:column;min-height:200px"><div id="a" style="flex:1">a</div><div id="b">b</div></div>`
  const pages = pagesOf(body)
  t.same(wordsByPage(pages), ['a', 'b'])
  t.same(
    boxesOf(pages, 'a').map((box) => box?.height),
    [100, 90],
  )
  t.same(boxesOf(pages, 'b')[1]?.y, 90)
})

t.test('free space between items continues on the next page, margins and gaps do not', async (t) => {
  const column = (style: string, item: string) =>
    `<div style="display:flex;flex-direction:column;${style}"><div style="height:95px">a</div><div style="${item}">b</div></div>`
  t.equal(textsOf(pagesOf(column('min-height:200px', 'margin-top:auto'))[1] as LaidOutPage)[0]?.y, 90)
  t.equal(textsOf(pagesOf(column('height:200px;justify-content:space-between', ''))[1] as LaidOutPage)[0]?.y, 90)
  t.equal(textsOf(pagesOf(column('gap:20px', ''))[1] as LaidOutPage)[0]?.y, 0)
  t.equal(textsOf(pagesOf(column('', 'margin-top:20px'))[1] as LaidOutPage)[0]?.y, 0)
})

t.test('an item that begins below the end of a page begins on the next one', async (t) => {
  const body = `<div style="display:flex"><div>${words('a', 60)}</div><div style="margin-top:120px">b</div></div>`
  const places = placesOf(body)
  t.notOk(places[0]?.some((place) => place.startsWith('b@')))
  t.ok(places[1]?.includes('b@190,20'))
})

t.test('columns side by side continue on the next page', async (t) => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((name) => `<div style="height:50px;width:20px">${name}</div>`).join('')
  const pages = pagesOf(`<div style="display:flex;flex-flow:column wrap;height:150px">${items}</div>after`)
  t.same(wordsByPage(pages), ['a b d e', 'c after'])
})

t.test('tables within items repeat their headers', async (t) => {
  const table = `<table style="border-spacing:0"><thead><tr><th>H</th></tr></thead>${words('r', 12)
    .split(' ')
    .map((name) => `<tr><td>${name}</td></tr>`)
    .join('')}</table>`
  for (const direction of ['row', 'column']) {
    const pages = pagesOf(
      `<div style="display:flex;flex-direction:${direction}">${table}</div>`,
      'td, th { padding: 0 }',
    )
    t.same(wordsByPage(pages), [`H ${words('r', 9)}`, 'H r9 r10 r11'], direction)
  }
})

t.test('the body may be a container', async (t) => {
  const body = `<aside style="width:50px">side</aside><main style="flex:1">${words('m', 50)}</main>`
  const pages = pagesOf(body, 'body { display: flex }')
  t.equal(wordsByPage(pages).join(' '), `side ${words('m', 50)}`)
})

t.test('nothing is lost or repeated where pages differ in width', async (t) => {
  const css = '@page { margin: 0 50px } @page :first { margin: 0 }'
  const boxes = words('i', 30)
    .split(' ')
    .map((name) => `<div style="width:60px;height:30px">${name}</div>`)
  for (const wrap of ['wrap', 'wrap-reverse']) {
    const items = wrap === 'wrap' ? boxes : [...boxes].reverse()
    const pages = pagesOf(`<div style="display:flex;flex-wrap:${wrap}">${items.join('')}</div>`, css)
    const found = wordsByPage(pages).join(' ').split(' ')
    t.same(found.length, 30, wrap)
    t.same(new Set(found).size, 30, wrap)
  }
  const tall = `<div style="display:flex;flex-wrap:wrap"><p style="width:50px">${words('a', 30)}</p><p style="width:50px">b</p><p style="width:50px">${words('c', 30)}</p><p style="width:60px">d</p></div>`
  const found = wordsByPage(pagesOf(tall, `${css} p { margin: 0 }`))
    .join(' ')
    .split(' ')
  t.same(new Set(found).size, 62)
  t.same(found.length, 62)
})

t.test('lines that break where a float makes them narrow continue where it has ended', async (t) => {
  const lines = `<div style="display:flex;flex-wrap:wrap"><p>a</p><p style="break-before:page">b</p><p>c</p></div>`
  const float = '<div style="float:left;width:180px;height:50px">f</div>'
  const pages = pagesOf(`${float}<div style="display:flex"><p>x</p>${lines}</div>`, 'p { margin: 0 }')
  t.same(wordsByPage(pages), ['f x a', 'b c'])
})

const NESTINGS: Readonly<Record<string, (depth: number) => string>> = {
  rows: () => 'display:flex',
  columns: () => 'display:flex;flex-direction:column',
  'columns in rows': (depth) => (depth % 2 ? 'display:flex' : 'display:flex;flex-direction:column'),
  'growing columns in rows': (depth) => `display:flex;flex:1;${depth % 2 ? '' : 'flex-direction:column'}`,
  'wrapping rows in columns': (depth) =>
    `display:flex;flex:1;${depth % 2 ? 'flex-wrap:wrap' : 'flex-direction:column'}`,
  'definite heights': (depth) => `display:flex;flex:1;height:95px;${depth % 2 ? '' : 'flex-direction:column'}`,
  baselines: () => 'display:flex;align-items:baseline',
}

t.test('the work for nested containers grows with their depth, not with its power', async (t) => {
  const calls = (style: (depth: number) => string, depth: number) => {
    let body = 'x'
    for (let level = 0; level < depth; level++) body = `<div style="${style(level)}">${body}<i>y</i></div>`
    return layOut(compileSmall('', body)).stats.layoutCalls
  }
  for (const [name, style] of Object.entries(NESTINGS)) {
    t.ok(calls(style, 10) <= 90, `${name}: ${calls(style, 10)} layouts at depth 10`)
    t.ok(calls(style, 20) <= 2.3 * calls(style, 10), `${name}: twice as deep is twice the work`)
  }
})

t.test('the work for a long container grows with its length', async (t) => {
  const calls = (count: number, style: string) => {
    const items = words('i', count)
      .split(' ')
      .map((name) => `<div style="width:100%">${name}</div>`)
    return layOut(compileSmall('', `<div style="display:flex;${style}">${items.join('')}</div>`)).stats.layoutCalls
  }
  for (const style of ['flex-direction:column', 'flex-direction:column-reverse', 'flex-wrap:wrap']) {
    t.ok(calls(400, style) <= 2.1 * calls(200, style), style)
  }
})

t.test('a line of a nested container that continues alone begins at the top', async (t) => {
  const inner = `<div style="display:flex;flex-wrap:wrap-reverse"><p style="width:100%">a</p><p style="width:100%;break-after:page">b</p><p style="width:100%">${words('c', 25)}</p></div>`
  const pages = pagesOf(`<div style="display:flex">${inner}<p>d</p></div><p>e</p>`, 'p { margin: 0 }')
  t.same(wordsByPage(pages), [`${words('c', 25)} b d`, 'a e'])
})

t.test('a table that is stretched in a line continues with the rows of its content', async (t) => {
  const table = `<table>${words('r', 14)
    .split(' ')
    .map((name) => `<tr><td>${name}</td></tr>`)
    .join('')}</table>`
  const pages = pagesOf(`<div style="display:flex">${table}<p>${words('a', 70)}</p></div>`, 'p { margin: 0 }')
  const found = wordsByPage(pages).join(' ').split(' ')
  t.equal(found.length, 84)
  t.equal(new Set(found).size, 84)
})

t.test(
  'an item that begins on a later page than its line holds its content, however little of the line is left',
  async (t) => {
    const lines = (name: string, count: number) => words(name, count).split(' ').join('<br>')
    const small = '@page { size: 200px 50px }'
    const beside = (item: string) =>
      `<div style="display:flex"><div style="margin:4px 0">${lines('x', 5)}</div>${item}</div><p style="margin:0">end</p>`
    const whole = (align: string) => `<div id="row" style="display:flex;align-items:${align};margin:4px 0">
    <div>a</div><div style="break-inside:avoid">${lines('b', 5)}</div></div>`
    const tall = ['b0@20,0', 'b1@20,10', 'b2@20,20', 'b3@20,30', 'b4@20,40']
    for (const [align, y] of [
      ['flex-start', 0],
      ['center', 20],
      ['flex-end', 40],
    ] as const) {
      const body = beside(whole(align))
      t.same(
        placesOf(body, small)[1],
        ['x4@0,0', `a@20,${y}`, ...tall.map((text) => text.replace('@20', '@30'))],
        align,
      )
      t.same(boxesOf(pagesOf(body, small), 'row')[1], { y: 0, height: 50, borders: [0, 0] }, align)
      t.same(placesOf(body, small)[2], ['end@0,0'], align)
    }
    const block = beside(`<div id="block" style="margin:4px 0;break-inside:avoid">${lines('b', 5)}</div>`)
    t.same(placesOf(block, small), [['x0@0,4', 'x1@0,14', 'x2@0,24', 'x3@0,34'], ['x4@0,0', ...tall], ['end@0,0']])
    t.same(boxesOf(pagesOf(block, small), 'block')[1], { y: 0, height: 50, borders: [0, 0] })
  },
)

t.test('a margin that reaches beyond the page is none of the height of the items beside it', async (t) => {
  const column = '<div style="height:40px;margin-bottom:15px">a</div>'
  for (const container of ['display:flex', 'display:flex;flex-wrap:wrap']) {
    const row = `<div style="${container}"><div style="display:flex;flex-direction:column">${column}</div>
      <div id="b" style="border:2px solid">b</div></div>`
    const pages = pagesOf(`<div style="height:50px">x</div>${row}<div>after</div>`)
    t.same(wordsByPage(pages), ['x a b', 'after'], container)
    t.same(boxesOf(pages, 'b'), [{ y: 50, height: 50, borders: [2, 2] }, undefined], container)
  }
})

t.test('a margin that ended a page in a stretched column is not there on the next one', async (t) => {
  const lines = (name: string, count: number) => words(name, count).split(' ').join('<br>')
  const last = (container: string) =>
    placesOf(`<div style="${container}"><div style="display:flex;flex-direction:column">
      <div style="margin-bottom:40px">${lines('a', 17)}</div></div><div>b</div></div>end`)[2]
  t.same(last('display:flex'), ['end@0,0'])
  t.same(last('display:grid;grid-template-columns:1fr 1fr'), ['end@0,0'])
})

t.test('a table keeps the height that a column gives it where it fits on a page', async (t) => {
  const table = '<table id="t" style="flex:1;border-spacing:0"><tr><td style="padding:0">t</td></tr></table>'
  const column = `<div style="display:flex;flex-direction:column;height:80px"><div style="height:20px">a</div>${table}</div>`
  t.same(boxesOf(pagesOf(`<div style="height:20px"></div>${column}`), 't')[0], { y: 40, height: 60, borders: [0, 0] })
  t.same(boxesOf(pagesOf(`<div style="height:60px"></div>${column}`), 't')[1], { y: 0, height: 60, borders: [0, 0] })
})

t.test('free space between the items of a column may be taller than a page', async (t) => {
  const column = 'display:flex;flex-direction:column;justify-content:space-between;height:250px'
  t.same(placesOf(`<div style="${column}"><div>a</div><div>b</div></div>end`), [['a@0,0'], [], ['b@0,40', 'end@0,50']])
})

t.test('stretched items take no page for a margin that is cut off below the longest of them', async (t) => {
  const lines = (name: string, count: number) => words(name, count).split(' ').join('<br>')
  const row = (count: number) =>
    `<div style="display:flex"><p style="margin:0">${lines('a', 3)}</p><p style="margin:15px 0">${lines('b', count)}</p></div><p style="margin:0">end</p>`
  t.same(pagesOf(row(8)).length, 2, 'on the page on which the line begins')
  t.same(pagesOf(row(18)).length, 3, 'on a later one')
  t.same(placesOf(row(18))[2], ['end@0,0'])
})

t.test('a column whose line makes its items wider takes no page for what their height is longer by', async (t) => {
  const wide = '<div style="width:300px;height:10px">wide</div>'
  const column = (words: string) =>
    `<div style="display:flex;flex-direction:column;flex-wrap:wrap"><div id="a"><div style="height:90px"></div>${words}</div>${wide}</div>`
  const pages = layOut(compileSmall('', column('a a a a a a a a a a a'))).pages
  t.same(wordsByPage(pages), ['a a a a a a a a a a a', 'wide'])
  t.same(boxesOf(pages, 'a'), [{ y: 0, height: 100, borders: [0, 0] }, undefined])
})

t.test('a line that begins with nothing but margins begins at the top of its page', async (t) => {
  const item = `<div style="margin:7px 0;width:100%;break-inside:avoid">${words('t', 12).split(' ').join('<br>')}</div>`
  t.same(wordsByPage(pagesOf(`<div style="display:flex;flex-wrap:wrap"><p style="margin:0">a</p>${item}</div>`)), [
    'a',
    words('t', 10),
    't10 t11',
  ])
})

t.test('what is left of a line for a column that begins on a later page does not part its items', async (t) => {
  const lines = (name: string, count: number) => words(name, count).split(' ').join('<br>')
  const column = `<div style="display:flex;flex-direction:column;flex-wrap:wrap;margin:25px 0"><p style="margin:0;break-inside:avoid">${lines('b', 8)}</p><p style="margin:0">c</p></div>`
  t.same(placesOf(`<div style="display:flex"><p style="margin:0">${lines('a', 9)}</p>${column}</div>`)[1], [
    ...Array.from({ length: 8 }, (_, index) => `b${index}@20,${index * 10}`),
    'c@20,80',
  ])
})

t.test('a break to a right page counts beside one to any page', async (t) => {
  const item = (name: string, value: string) =>
    `<div><p style="margin:0">${name}0</p><p style="margin:0;break-before:${value}">${name}1</p></div>`
  const row = (...values: string[]) =>
    `<div style="display:flex">${values.map((value, index) => item('ab'[index] ?? '', value)).join('')}</div>`
  t.same(wordsByPage(pagesOf(row('page', 'right'))), ['a0 b0', '', 'a1 b1'])
  t.same(wordsByPage(pagesOf(row('right', 'page'))), ['a0 b0', '', 'a1 b1'])
  t.same(wordsByPage(pagesOf(row('page', 'left'))), ['a0 b0', 'a1 b1'])
})

t.test('an item of a column ends where its own height does, whatever breaks do to its content', async (t) => {
  const item = (style: string) =>
    `<div style="${style}"><p style="height:50px">a</p><p style="height:80px;break-inside:avoid">b</p></div><p>c</p>`
  const column = (height: string, style: string) =>
    placesOf(`<div style="display:flex;flex-direction:column;height:${height}">${item(style)}</div>`, 'p { margin: 0 }')
  t.same(column('200px', 'height:130px;flex:none'), [['a@0,0'], ['b@0,0', 'c@0,30']])
  t.same(column('200px', 'flex:none'), [['a@0,0'], ['b@0,0', 'c@0,80']], 'unlike one that is as tall as its content')
})

import t from 'tap'
import type { BoxFragment, Fragment } from '../../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import { compileSmall, type LaidOut, layOut, placesOn, topsOn, wordsByPage } from '../lay-out.js'

/** @param codes the diagnostics that are expected */
function pagesOf(css: string, body: string, codes: readonly string[] = []): LaidOut {
  const laidOut = layOut(compileSmall(css, body))
  t.same(
    laidOut.diagnostics.map(({ code }) => code),
    codes,
    'no diagnostics but those',
  )
  return laidOut
}

/** The fragments of elements with an id, page by page: `id x,y width×height`. */
function boxesByPage(pages: readonly LaidOutPage[]): string[][] {
  return pages.map(({ content }) => {
    const found: string[] = []
    if (content) collect(content.fragment, content.x, content.y, found)
    return found
  })
}

function collect(fragment: Fragment, x: number, y: number, found: string[]): void {
  if (fragment.kind !== 'box' && fragment.kind !== 'line') return
  if (fragment.kind === 'box' && idOf(fragment)) {
    found.push(`${idOf(fragment)} ${x},${y} ${fragment.width}×${fragment.height}`)
  }
  for (const child of fragment.children) collect(child.fragment, x + child.x, y + child.y, found)
}

function idOf({ box }: BoxFragment): string {
  const id = box.node?.template.attributes.find(({ name }) => name === 'id')?.value ?? []
  return id.map((part) => (typeof part === 'string' ? part : '')).join('')
}

const words = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join('<br>')

t.test('gaps are dropped at breaks, as margins are', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; row-gap: 20px } .g > * { height: 40px; break-inside: avoid }',
    '<div class="g"><p id="a" style="margin:0">a</p><p id="b" style="margin:0">b</p><p id="c" style="margin:0">c</p></div>',
  )
  t.same(boxesByPage(pages), [['a 0,0 200×40', 'b 0,60 200×40'], ['c 0,0 200×40']])
})

t.test('a row taller than a page splits its items side by side', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 1fr 1fr }',
    `<div class="g"><div>${words(25, 'a')}</div><div>${words(14, 'b')}</div><div>c</div></div>`,
  )
  const texts = wordsByPage(pages).map((page) => page.split(' '))
  t.same(texts[0]?.slice(0, 2), ['a0', 'a1'])
  t.same(
    texts.map((page) => [page[0], page.at(-1)]),
    [
      ['a0', 'b9'],
      ['a10', 'b13'],
      ['a20', 'c'],
    ],
  )
})

t.test('a row of text begins where it stands, one with a frame moves whole up to half a page', async (t) => {
  const beside = (count: number, style: string) =>
    wordsByPage(
      pagesOf(
        '.g { display: grid; grid-template-columns: 1fr 1fr }',
        `<div style="height: 80px"></div><div class="g"><div style="${style}">${words(count, 'a')}</div><div>${words(count, 'b')}</div></div>`,
      ).pages,
    ).map((page) => page.split(' ').length)
  t.same(beside(3, ''), [4, 2])
  t.same(beside(5, ''), [4, 6])
  t.same(beside(5, 'background: #eee'), [1, 10], 'nothing but the empty text of the first page stands there')
  t.same(beside(6, 'background: #eee'), [4, 8])
})

t.test('items that span rows continue beside them on the next page', async (t) => {
  const rows = Array.from(
    { length: 6 },
    (_, index) => `<div id="r${index}" style="height:30px;break-inside:avoid">r${index}</div>`,
  )
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 50px 1fr } .s { grid-area: 1 / 1 / span 6 }',
    `<div class="g"><div class="s" id="s">${words(12, 's')}</div>${rows.join('')}</div>`,
  )
  t.same(boxesByPage(pages), [
    ['s 0,0 50×100', 'r0 50,0 150×30', 'r1 50,30 150×30', 'r2 50,60 150×30'],
    ['s 0,0 50×90', 'r3 50,0 150×30', 'r4 50,30 150×30', 'r5 50,60 150×30'],
  ])
  t.match(wordsByPage(pages)[1], /^s10 s11 r3/)
})

t.test('the rest of a spanning item makes its last row taller, and nothing else', async (t) => {
  const rows = Array.from({ length: 4 }, (_, index) => `<div class="r" id="r${index}">r${index}</div>`)
  const { pages } = pagesOf(
    '.g { display: grid; grid-template: repeat(4, 30px) / 100px 1fr } .s { grid-area: 1 / 1 / span 4 } .r { background: #eee }',
    `<div class="g"><div class="s" id="s">${words(18, 's')}</div>${rows.join('')}</div>`,
  )
  t.same(boxesByPage(pages), [
    ['s 0,0 100×100', 'r0 100,0 100×30', 'r1 100,30 100×30', 'r2 100,60 100×30'],
    ['s 0,0 100×80', 'r3 100,0 100×80'],
  ])
})

t.test('a margin that reaches beyond the page is none of the height of the items beside it', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 1fr 1fr } .a { height: 40px; margin-bottom: 15px }',
    `<div style="height:50px">x</div><div class="g"><div class="a" id="a">a</div><div id="b">b</div></div><div>y</div>`,
  )
  t.same(wordsByPage(pages), ['x a b', 'y'])
  t.same(boxesByPage(pages), [['a 0,50 100×40', 'b 100,50 100×50'], []])
})

t.test('rows beside an item that must not be split go with it', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template: 40px repeat(3, 30px) / 100px 1fr } .s { grid-area: 2 / 1 / span 3; break-inside: avoid }',
    `<div class="g"><div id="a">a</div><div id="b">b</div><div class="s" id="s">${words(7, 's')}</div>
     <div id="c">c</div><div id="d">d</div><div id="e">e</div></div>`,
  )
  t.same(boxesByPage(pages), [
    ['a 0,0 100×40', 'b 100,0 100×40'],
    ['s 0,0 100×90', 'c 100,0 100×30', 'd 100,30 100×30', 'e 100,60 100×30'],
  ])
})

t.test('a forced break at a row ends the page beside an item that spans it', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 100px 1fr } .s { grid-area: 1 / 1 / span 3 }',
    '<div class="g"><div class="s" id="s">s</div><div>a</div><div style="break-before:page">b</div><div>c</div></div>',
  )
  t.same(wordsByPage(pages), ['s a', 'b c'])
  t.same(boxesByPage(pages), [['s 0,0 100×100'], ['s 0,0 100×20']])
})

t.test('borders and padding of the grid and its items are cut at breaks, or drawn on each page', async (t) => {
  const css = '.g { display: grid; border: 2px solid; padding: 3px } .i { border: 1px solid; padding: 4px }'
  const body = `<div class="g" id="g"><div class="i" id="i">${words(12, 'w')}</div></div>`
  t.same(boxesByPage(pagesOf(css, body).pages), [
    ['g 0,0 200×100', 'i 5,5 190×95'],
    ['g 0,0 200×40', 'i 5,0 190×35'],
  ])
  const clone = '.g, .i { box-decoration-break: clone }'
  t.same(boxesByPage(pagesOf(css + clone, body).pages), [
    ['g 0,0 200×100', 'i 5,5 190×90'],
    ['g 0,0 200×60', 'i 5,5 190×50'],
  ])
})

t.test('an item that has ended fills its row to the end of it', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 1fr 1fr } .g > :nth-child(3) { align-self: start }',
    `<div class="g" style="grid-template-columns: 100px 50px 50px"><div id="a">${words(13, 'a')}</div><div id="b">b</div><div id="c">c</div></div>`,
  )
  t.same(boxesByPage(pages), [
    ['a 0,0 100×100', 'b 100,0 50×100', 'c 150,0 50×10'],
    ['a 0,0 100×30', 'b 100,0 50×30'],
  ])
})

t.test('the rows of a grid of definite height keep their sizes over pages', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; height: 240px; grid-template-rows: 60px 1fr 60px }',
    '<div class="g" id="g"><div id="a">a</div><div id="b">b</div><div id="c" style="break-inside:avoid">c</div></div><p style="margin:0">end</p>',
  )
  t.same(boxesByPage(pages), [
    ['g 0,0 200×100', 'a 0,0 200×60', 'b 0,60 200×40'],
    ['g 0,0 200×100', 'b 0,0 200×80'],
    ['g 0,0 200×60', 'c 0,0 200×60'],
  ])
})

t.test('a grid as tall as its page that cannot end there keeps its last row', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; padding-bottom: 15px } .g > * { height: 30px; break-inside: avoid }',
    '<div class="g"><div>a</div><div>b</div><div>c</div></div>',
  )
  t.same(wordsByPage(pages), ['a b', 'c'], 'the padding goes with the last row')
})

t.test('what follows a grid whose rows are longer than its height stands below that height', async (t) => {
  const rows = Array.from({ length: 6 }, (_, row) => `<div>${'abcdef'[row]}</div>`).join('')
  const grid = (css: string, codes: readonly string[] = []) => {
    const { pages } = pagesOf(
      `p { margin: 0 } .g { display: grid; ${css} }`,
      `<p style="height:70px">p</p><div class="g" id="g">${rows}</div><p id="q">q</p>`,
      codes,
    )
    return { boxes: boxesByPage(pages), words: wordsByPage(pages) }
  }
  t.same(grid('height: 20px'), {
    boxes: [['g 0,70 200×20', 'q 0,90 200×10'], ['g 0,0 200×0']],
    words: ['p a b c q', 'd e f'],
  })
  t.same(grid('height: 50px').boxes, [['g 0,70 200×30'], ['g 0,0 200×20', 'q 0,20 200×10']])
  t.same(grid('max-height: 20px').words, ['p a b c q', 'd e f'])
  t.same(grid('height: 20px; overflow: hidden', ['content-cut-off']).boxes, [['g 0,70 200×20', 'q 0,90 200×10']])
  t.same(grid('min-height: 20px').words, ['p a b c', 'd e f q'], 'a least height ends nothing')
})

t.test('baselines and alignment stay within rows that are not split', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 1fr 1fr; align-items: end; row-gap: 10px } .g > * { break-inside: avoid }',
    `<div class="g"><div>a</div><div style="height:60px">b</div><div>c</div><div style="height:50px">d</div></div>`,
  )
  t.same(pages.map(placesOn), [
    ['a@0,50', 'b@100,0'],
    ['c@0,40', 'd@100,0'],
  ])
})

t.test('items that baselines move beyond the page are not followed by an empty one', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 1fr 1fr; align-items: baseline }',
    `<div class="g"><div>${words(9, 'a')}</div><div style="padding-top:20px">b</div></div>`,
  )
  t.equal(pages.length, 1)
})

t.test('a page forced to end inside of an item ends it', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 1fr 1fr }',
    '<div class="g"><div><p>a</p><p style="break-before:page">b</p></div><div>c</div><div>d</div></div>',
  )
  t.same(wordsByPage(pages), ['a c', 'b d'])
})

t.test('a heading beside its text does not keep the rows of a grid together', async (t) => {
  const rows = Array.from({ length: 8 }, (_, index) => `<h2>h${index}</h2><p>${words(2, `w${index}.`)}</p>`)
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 1fr 1fr } h2, p { margin: 0; font-size: 10px } p { break-inside: avoid }',
    `<p>before</p><div class="g">${rows.join('')}</div>`,
  )
  t.same(
    wordsByPage(pages).map((page) => page.split(' ').at(0)),
    ['before', 'h4'],
  )
})

t.test('a heading beside a tall text does not keep it from beginning where it stands', async (t) => {
  for (const display of ['grid; grid-template-columns: 1fr 1fr', 'flex']) {
    const { pages } = pagesOf(
      `.g { display: ${display} } h2, p { margin: 0; font-size: 10px }`,
      `<div style="height: 60px"></div><div class="g"><h2>h</h2><p>${words(8, 'w')}</p></div>`,
    )
    t.same(wordsByPage(pages), ['h w0 w1 w2 w3', 'w4 w5 w6 w7'], display)
  }
})

t.test('a heading alone in its row stays with the next one', async (t) => {
  const rows = Array.from({ length: 6 }, (_, index) => `<h2>h${index}</h2><p>${words(3, `w${index}.`)}</p>`)
  const { pages } = pagesOf(
    '.g { display: grid } h2, p { margin: 0; font-size: 10px } p { break-inside: avoid }',
    `<div class="g">${rows.join('')}</div>`,
  )
  t.same(
    wordsByPage(pages).map((page) => page.split(' ').at(0)),
    ['h0', 'h2', 'h4'],
  )
})

t.test('rows keep their own height over pages, also below the items that stand in them', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-rows: 160px 130px; align-items: start }',
    '<div class="g" id="g"><div id="a" style="height:120px">a</div><div>b</div></div><p style="margin:0">after</p>',
  )
  t.same(wordsByPage(pages), ['a', 'b', 'after'])
  t.same(boxesByPage(pages), [['g 0,0 200×100', 'a 0,0 200×100'], ['g 0,0 200×100', 'a 0,0 200×20'], ['g 0,0 200×90']])
})

t.test('items that stretch to rows taller than a page lay out their content in that height', async (t) => {
  const tall = '<div style="height:250px">tall</div>'
  const grid = (style: string) =>
    `<div style="${style};display:grid;grid-template-rows:auto 1fr auto"><p>head</p><p>text</p><p>foot</p></div>`
  const css = 'p { margin: 0 } .g { display: grid; grid-template-columns: 50px 50px }'
  const places = (body: string) => pagesOf(css, body).pages.map(placesOn)
  for (const [within, body] of [
    ['a row of a grid', `<div class="g">${tall}${grid('')}</div>`],
    ['a line of a flex container', `<div style="display:flex">${tall}${grid('width:50px;margin-left:10px')}</div>`],
    ['insets', `<div style="position:relative">${tall}${grid('position:absolute;top:0;bottom:0;left:50px')}</div>`],
  ] as const) {
    t.same(places(body), [['tall@0,0', 'head@50,0', 'text@50,10'], [], ['foot@50,40']], within)
  }
  const column = '<div style="display:flex;flex-direction:column;justify-content:space-between"><p>a</p><p>b</p></div>'
  t.same(places(`<div class="g">${tall}${column}</div>`), [['tall@0,0', 'a@50,0'], [], ['b@50,40']], 'a flex container')
  const half = '<div><div id="half" style="height:60%">half</div></div>'
  t.same(
    boxesByPage(pagesOf(css, `<div class="g">${tall}${half}</div>`).pages),
    [['half 50,0 50×100'], ['half 50,0 50×50'], []],
    'percentages in a block',
  )
})

t.test('there is no break between rows that only an item reaches into which has ended above them', async (t) => {
  const { pages } = pagesOf(
    '',
    `<div style="display:grid"><p style="margin:0;break-after:avoid;grid-row:span 2">a</p></div>
    <p style="margin:0;break-inside:avoid">${words(10, 'b')}</p>`,
  )
  t.same(
    wordsByPage(pages).map((page) => page.split(' ')[0]),
    ['a', 'b0'],
    'the break that is to be avoided is taken, since there is no better one',
  )
})

const TWO_COLUMNS = '.g { display: grid; grid-template-columns: 100px 100px }'

t.test('rows in which nothing begins take what is left of the page, as the item that spans them does', async (t) => {
  const { pages } = pagesOf(
    `${TWO_COLUMNS} .s { grid-row: span 3; break-inside: avoid }`,
    `<div class="g" id="g"><div class="s" id="s">${words(13, 's')}</div><div id="a">a</div><div id="b">b</div></div><div id="c">c</div>`,
  )
  t.same(boxesByPage(pages), [
    ['g 0,0 200×100', 's 0,0 100×100', 'a 100,0 100×10', 'b 100,10 100×10'],
    ['g 0,0 200×30', 's 0,0 100×30', 'c 0,30 200×10'],
  ])
})

t.test('an item that must not be split begins beside a tall one to which it stretches', async (t) => {
  const { pages } = pagesOf(
    `${TWO_COLUMNS} .s { grid-row: span 2 } .a { grid-row: span 3; break-inside: avoid }`,
    `<div class="g"><div>a</div><div class="s" id="s">${words(12, 's')}</div><div class="a" id="a">b</div></div>`,
  )
  t.same(boxesByPage(pages), [
    ['s 100,0 100×100', 'a 0,10 100×90'],
    ['s 100,0 100×20', 'a 0,0 100×20'],
  ])
})

t.test('gaps between rows that an item spans are nothing to begin a page for', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 50px 50px; row-gap: 6px } .s { grid-row: span 3 }',
    `<div style="display:grid"><div><div class="g"><div>${words(9, 'a')}</div><div class="s">b</div></div></div><p style="margin:0;break-before:page">c</p></div>`,
  )
  t.same(
    wordsByPage(pages).map((page) => page.split(' ').at(-1)),
    ['b', 'c'],
  )
})

t.test('a page forced to end beside a spanning item leaves no rows without content behind', async (t) => {
  const { pages } = pagesOf(
    `${TWO_COLUMNS} .s { grid-row: span 3 }`,
    `<div class="g"><div class="s" id="s">${words(13, 's')}</div><div id="a">a</div><div id="b" style="break-before:page">b</div></div>`,
  )
  t.same(boxesByPage(pages), [
    ['s 0,0 100×100', 'a 100,0 100×10'],
    ['s 0,0 100×30', 'b 100,0 100×10'],
  ])
})

t.test('rows that an item only stretches to are dropped at a break', async (t) => {
  const { pages } = pagesOf(
    TWO_COLUMNS,
    `<div class="g"><div>a</div><div style="grid-row: span 3">${words(27, 'b')}</div><div>a</div>
     <div style="grid-row: span 3" id="c">${words(25, 'c')}</div><div style="grid-column: span 2">d</div></div>`,
  )
  t.same(
    wordsByPage(pages).map((page) => page.split(' ').at(-1)),
    ['c7', 'c17', 'c24', 'd'],
  )
})

t.test('an item at the end of a row taller than the page begins where it is aligned, and continues', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 100px 100px; align-items: end }',
    `<div class="g"><div id="a">${words(11, 'a')}</div><div id="b" style="margin-bottom:5px">${words(4, 'b')}</div></div>`,
  )
  t.same(boxesByPage(pages), [
    ['a 0,0 100×100', 'b 100,65 100×35'],
    ['a 0,0 100×10', 'b 100,0 100×10'],
  ])
})

t.test('grids in grids that continue are laid out once a page, however deep they stand', async (t) => {
  const nested = (depth: number): string =>
    depth === 0 ? words(35, 'a') : `<div class="g"><div>${nested(depth - 1)}</div><div>b</div></div>`
  const calls = (depth: number) =>
    layOut(compileSmall('.g { display: grid; grid-template-columns: auto 10px }', nested(depth))).stats.layoutCalls
  const step = calls(2) - calls(1)
  t.equal(calls(8) - calls(7), step)
  t.ok(step < 20, `${step} more for each depth over 4 pages`)
})

t.test('an item that must not be split but is too tall below a repeated header is split', async (t) => {
  const { pages } = pagesOf(
    'table { border-spacing: 0 } th, td { padding: 0 } .a { break-inside: avoid }',
    `<table><thead><tr><th>h</th></tr></thead><tr><td><div style="display:grid"><div class="a">${words(10, 'a')}</div></div></td></tr></table>`,
  )
  t.same(wordsByPage(pages), ['h a0 a1 a2 a3 a4 a5 a6 a7 a8', 'h a9'])
})

t.test('rows above the first items are nothing to begin a page with', async (t) => {
  for (const style of ['break-before:page', 'break-inside:avoid']) {
    const { pages } = pagesOf(
      '.g { display: grid } .g > * { grid-row: 2 / span 2 }',
      `<div class="g"><div style="${style}">${words(12, 'a')}</div></div>`,
    )
    t.same(
      wordsByPage(pages).map((page) => page.split(' ').at(-1)),
      ['a9', 'a11'],
      style,
    )
  }
})

t.test('an item at the end of rows that a page cuts off does not begin above them', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template: auto 1fr auto / 100px 100px } .s { align-self: end; grid-row: span 2 }',
    `<div class="g"><div>a</div><div>b</div><div class="s" id="s">${words(10, 's')}</div></div>`,
  )
  t.same(boxesByPage(pages), [['s 0,10 100×90'], ['s 0,0 100×10']])
})

t.test('rows that share the height of an item keep it on the page after another has ended', async (t) => {
  const { pages } = pagesOf(
    '.g { display: grid; grid-template-columns: 50px 50px } .s { grid-row: span 3 }',
    `<div class="g"><div class="s">a</div><div>${words(11, 'b')}</div><div class="s" id="c">c<br>c<br>c</div><div id="d">d</div></div>`,
  )
  t.same(boxesByPage(pages), [[], ['c 50,10 50×30', 'd 0,30 50×10']])
})

t.test('a grid ends below an item whose rows are dropped, or continues with it', async (t) => {
  const grid = (padding: number) =>
    pagesOf(
      TWO_COLUMNS,
      `<div class="g" style="grid-template-columns:100px;padding-bottom:${padding}px"><div>${words(16, 'a')}</div>
       <div style="grid-row:span 2">${words(3, 's')}</div></div><p style="margin:0">end</p>`,
    ).pages.map((page) => topsOn(page).filter((text) => /[se]/.test(text)))
  t.same(grid(5), [[], ['s0@60', 's1@70', 's2@80'], ['end@0']])
  t.same(grid(13), [[], ['s0@60', 's1@70'], ['s2@0', 'end@23']])
})

t.test('an item that began in a row without height on the page is not there once more', async (t) => {
  const inner = '<div style="display:grid"><p style="grid-row:span 3;break-inside:avoid">a</p><p>b</p></div>'
  const grid = `<div style="display:grid;padding-top:110px"><div>${inner}</div></div>`
  t.same(wordsByPage(layOut(compileSmall('p { margin: 0 }', grid)).pages), ['a', 'b'])
})

t.test('a grid whose first item has no room above a page break goes to the next page with it', async (t) => {
  const grid = (height: number, style = '') =>
    `<div class="g" id="g" style="${style}"><div style="grid-row:span 2">
     <div id="a" style="break-inside:avoid">${words(height / 10, 'a')}</div></div><div id="b">b</div></div>`
  const boxes = (body: string) => boxesByPage(pagesOf('.g { display: grid }', body).pages)
  t.same(boxes(`<p id="p" style="margin:0">p</p>${grid(90, 'border:1px solid')}`), [
    ['p 0,0 200×10'],
    ['g 0,0 200×100', 'a 1,1 198×90'],
    ['g 0,0 200×11', 'b 1,0 198×10'],
  ])
  const item = grid(100, 'margin-top:5px')
  t.same(
    boxes(`<div style="display:flex">${item}</div>`),
    [
      ['g 0,5 20×95', 'a 0,5 20×95'],
      ['g 0,0 20×20', 'a 0,0 20×10', 'b 0,10 20×10'],
    ],
    'and begins at the top of a page if no page has room for it',
  )
})

t.test('a row ends with the column in which something of one piece reaches beyond it', async (t) => {
  const tall = '<div><svg style="display:block;width:20px;height:80px"></svg></div>'
  const { pages } = layOut(
    compileSmall(
      '.m { columns: 2; column-gap: 0; column-fill: auto; height: 50px } .g { display: grid; grid-template-columns: 1fr 1fr }',
      `<div class="m"><div class="g">${tall}<div id="a"><div style="height:90px"></div></div></div></div>`,
    ),
  )
  t.same(boxesByPage(pages), [['a 50,0 50×50', 'a 150,0 50×40']])
})

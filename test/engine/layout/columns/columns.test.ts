import t from 'tap'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import { type PlacedText, textsOf, wordsByPage } from '../lay-out.js'
import { layOutSmall, type WholeDocument } from '../lay-out-document.js'

const BASE = 'p, div { margin: 0 } .c { columns: 2; column-gap: 20px } .n { break-before: page }'

function layOut(css: string, body: string): WholeDocument {
  const whole = layOutSmall(`${BASE} ${css}`, body)
  // Columns that overflow their container also leave the small page of these tests.
  const others = whole.diagnostics.filter(({ code }) => code !== 'content-cut-off')
  t.strictSame(others, [], 'no diagnostic')
  return whole
}

const lines = (count: number, from = 1): string =>
  Array.from({ length: count }, (_none, index) => `<p>L${from + index}</p>`).join('')

/** Each page as its columns: the words of the texts that begin at one x, by x. */
function columnsOf(css: string, body: string): string[] {
  return layOut(css, body).pages.map((page) => {
    const columns = new Map<number, string[]>()
    for (const { text, x } of textsOf(page)) columns.set(x, [...(columns.get(x) ?? []), text.trim()])
    return [...columns]
      .sort(([a], [b]) => a - b)
      .map(([x, words]) => `${x}: ${words.join(' ')}`)
      .join(' | ')
  })
}

function textAt(pages: readonly LaidOutPage[], word: string): PlacedText | undefined {
  return pages.flatMap(textsOf).find(({ text }) => text === word)
}

t.test('columns are balanced where their content ends', async (t) => {
  t.strictSame(columnsOf('', `<div class=c>${lines(7)}</div><p>after</p>`), ['0: L1 L2 L3 L4 after | 110: L5 L6 L7'])
  t.equal(textAt(layOut('', `<div class=c>${lines(7)}</div><p>after</p>`).pages, 'after')?.y, 40)
})

t.test('pages are filled, the last is balanced', async (t) => {
  t.strictSame(columnsOf('', `<div class=c>${lines(24)}</div>`), [
    `0: ${words(1, 10)} | 110: ${words(11, 20)}`,
    '0: L21 L22 | 110: L23 L24',
  ])
  t.strictSame(columnsOf('.c { column-fill: auto }', `<div class=c>${lines(13)}</div>`), [
    `0: ${words(1, 10)} | 110: ${words(11, 13)}`,
  ])
})

t.test('columns begin below what stands on the page, and continue below what spans them', async (t) => {
  const spanning = '<h4 style="column-span:all;margin:0">S</h4>'
  const body = `<p>before</p><div class=c>${lines(4)}${spanning}${lines(14, 5)}</div>`
  t.strictSame(columnsOf('h4 { font: 10px/1 Square }', body), [
    '0: before L1 L2 S L5 L6 L7 L8 L9 L10 | 110: L3 L4 L11 L12 L13 L14 L15 L16',
    '0: L17 | 110: L18',
  ])
})

t.test('columns before what spans them are balanced, however they are filled otherwise', async (t) => {
  const body = `<div class=c>${lines(4)}<h4>S</h4>${lines(4, 5)}</div>`
  t.strictSame(columnsOf('.c { column-fill: auto; height: 50px } h4 { column-span: all; margin: 0 }', body), [
    '0: L1 L2 S L5 L6 | 110: L3 L4 L7 L8',
  ])
})

t.test('what spans columns splits the boxes around it', async (t) => {
  const section = `<section><div>${lines(4)}<h4>S</h4>${lines(14, 5)}</div></section>`
  t.strictSame(
    columnsOf('h4 { font: 10px/1 Square; column-span: all; margin: 0 }', `<p>before</p><div class=c>${section}</div>`),
    ['0: before L1 L2 S L5 L6 L7 L8 L9 L10 | 110: L3 L4 L11 L12 L13 L14 L15 L16', '0: L17 | 110: L18'],
  )
})

t.test('the parts of a block share the height that it has', async (t) => {
  const css = 'h4 { font: 10px/1 Square; column-span: all; margin: 0 }'
  const after = (block: string) => {
    const { pages } = layOut(css, `<div class=c>${block}<p>c</p></div><p>after</p>`)
    return ['b', 'c', 'after'].map((word) => `${word}@${textAt(pages, word)?.x},${textAt(pages, word)?.y}`).join(' ')
  }
  const parts = (style: string) => `<section style="${style}">${lines(4)}<h4>S</h4><p>b</p></section>`
  t.equal(after(parts('')), 'b@0,30 c@110,30 after@0,40')
  t.equal(after(parts('height:90px')), 'b@0,30 c@110,50 after@0,60', 'the last one has what is left')
  t.equal(after(parts('min-height:90px')), 'b@0,30 c@110,50 after@0,60', 'of the least height as well')
  t.equal(
    after(parts('height:100px;box-sizing:border-box;padding:5px 0')),
    'b@0,35 c@110,57.5 after@0,67.5',
    'edges are in the height of a border box',
  )
  t.equal(
    after(parts('height:80px;padding:5px 0')),
    'b@0,35 c@110,52.5 after@0,62.5',
    'and beside that of a content box',
  )
  t.equal(after(parts('height:30px')), 'b@0,30 c@110,30 after@0,40', 'with nothing left it is as high as its content')
  const nested = `<section style="height:90px"><div>${lines(2)}<h4>S</h4><p>b</p></div></section>`
  t.equal(after(nested), 'b@0,20 c@110,50 after@0,60', 'of a block around another one that is split')
  const thrice = `<section style="height:80px">${lines(2)}<h4>S</h4>${lines(4)}<h4>S</h4><p>b</p></section>`
  t.equal(after(thrice), 'b@0,50 c@110,55 after@0,65', 'with several spanners')
})

t.test('what overflows blocks of a height is balanced', async (t) => {
  const block = (style: string) => `<div class=c><div style="height:20px;${style}">${lines(5)}</div></div><p>after</p>`
  t.strictSame(columnsOf('', block('')), ['0: L1 L2 L3 after | 110: L4 L5'])
  t.equal(textAt(layOut('', block('')).pages, 'after')?.y, 30)
  t.equal(textAt(layOut('', block('overflow:hidden')).pages, 'after')?.y, 10, 'but not what does not show')
})

t.test('the greatest height of a container is that of its columns', async (t) => {
  const box = (style: string, content: string) => `<div class=c style="${style}">${content}</div><p>after</p>`
  t.strictSame(columnsOf('', box('max-height:30px', lines(4))), ['0: L1 L2 after | 110: L3 L4'])
  t.strictSame(
    columnsOf('', box('max-height:30px', lines(12))),
    ['0: L1 L2 L3 after | 110: L4 L5 L6', '0: L7 L8 L9 | 110: L10 L11 L12'],
    'what overflows continues on the next page, as in browsers',
  )
  t.strictSame(
    columnsOf('', box('max-height:40px;border:5px solid;box-sizing:border-box', lines(6))),
    ['0: after | 5: L1 L2 L3 | 110: L4 L5 L6'],
    'without border and padding',
  )
  for (const style of ['max-height:150px', 'height:150px']) {
    t.strictSame(
      columnsOf('', box(style, lines(34))),
      [
        `0: ${words(1, 10)} | 110: ${words(11, 20)}`,
        `0: ${words(21, 25)} after | 110: ${words(26, 30)}`,
        '0: L31 L32 | 110: L33 L34',
      ],
      `${style}: on the next page they have what is left of it`,
    )
  }
  t.equal(
    textAt(layOut('', box('max-height:150px', lines(34))).pages, 'after')?.y,
    50,
    'and what follows stands below them',
  )
  const spanner = '<h4 style="font:10px/1 Square;column-span:all;margin:0">S</h4>'
  t.strictSame(
    columnsOf('', box('height:60px', `${lines(4)}${spanner}${lines(6, 5)}`)),
    ['0: L1 L2 S L5 L6 L7 after | 110: L3 L4 L8 L9 L10'],
    'below what spans them they have what that leaves',
  )
  t.strictSame(
    columnsOf('', box('max-height:20px', `${lines(4)}${spanner}${lines(4, 5)}`)),
    ['0: L1 L2 S L5 L6 after | 110: L3 L4 L7 L8'],
    'and what they need where nothing is left',
  )
  t.strictSame(
    columnsOf('', box('height:35px', `${lines(4)}${spanner}${lines(4, 5)}`)),
    ['0: L1 L2 S L5 L6 after | 110: L3 L4 L7 L8'],
    'or less than a line',
  )
})

t.test('another formatting context keeps what would span in its column', async (t) => {
  const body = '<div class=c><div style="display:flow-root">a<h4>S</h4>b</div><p>c</p></div>'
  t.strictSame(columnsOf('h4 { font: 10px/1 Square; column-span: all; margin: 0 }', body), ['0: a S b | 110: c'])
})

t.test('breaks between columns', async (t) => {
  const body = '<div class=c><p>a</p><p class=b>b</p><p>c</p></div>'
  t.strictSame(columnsOf('.b { break-before: column }', body), ['0: a | 110: b c'])
  t.strictSame(columnsOf('.b { break-after: column }', '<div class=c><p>a</p><p class=b>b</p><p>c</p></div>'), [
    '0: a b | 110: c',
  ])
  t.strictSame(columnsOf('.b { break-before: page }', body), ['0: a', '0: b | 110: c'])
  t.strictSame(
    columnsOf('.b { break-before: column }', '<p>a</p><p class=b>b</p>'),
    ['0: a b'],
    'mean nothing elsewhere',
  )
  const four = '<div class=c><p>a</p><p class=b>b</p><p class=b>c</p></div>'
  t.strictSame(columnsOf('.b { break-before: column }', four), ['0: a | 110: b', '0: c'], 'continue on the next page')
})

t.test('orphans, widows and what is not to be broken', async (t) => {
  const five = '<div style="orphans:3;widows:3">a<br>b<br>c<br>d<br>e</div>'
  t.strictSame(columnsOf('', `<div class=c>${five}${lines(3)}</div>`), ['0: a b c d e | 110: L1 L2 L3'])
  const kept = `<div class=c>${lines(2)}<div style="break-inside:avoid">${lines(5, 3)}</div></div>`
  t.strictSame(columnsOf('', kept), ['0: L1 L2 | 110: L3 L4 L5 L6 L7'])
})

t.test('a heading goes to the next column with what follows it', async (t) => {
  const body = `<div class=c>${lines(9)}<h4>H</h4>${lines(12, 10)}</div>`
  const [first] = columnsOf('h4 { margin: 0; font: 10px/1 Square }', body)
  t.equal(first, `0: ${words(1, 9)} | 110: H ${words(10, 18)}`)
})

t.test('padding and border of the container', async (t) => {
  const css = '.c { padding: 10px; border: 5px solid; columns: 2; column-gap: 10px }'
  const { pages } = layOut(css, `<div class=c>${lines(4)}</div><p>after</p>`)
  t.match(textAt(pages, 'L1'), { x: 15, y: 15 })
  t.match(textAt(pages, 'L3'), { x: 105, y: 15 })
  t.equal(textAt(pages, 'after')?.y, 50)
})

t.test('what has no room below the columns moves their last lines to the next page', async (t) => {
  const css = '.c { padding-bottom: 25px }'
  t.strictSame(columnsOf(css, `<div class=c>${lines(18)}</div>`), [
    `0: ${words(1, 7)} | 110: ${words(8, 14)}`,
    '0: L15 L16 | 110: L17 L18',
  ])
})

t.test('rules stand between columns with content', async (t) => {
  const { pages } = layOut(
    '.c { columns: 3; column-gap: 20px; column-rule: 2px solid }',
    `<div class=c>${lines(2)}</div>`,
  )
  const rules = JSON.stringify(pages[0]?.content, (key, value) =>
    key === 'box' || key === 'style' ? undefined : value,
  )
  t.match(rules, '"orientation":"vertical"')
  t.equal(rules.split('"orientation":"vertical"').length - 1, 1)
})

t.test('footnotes of columns stand below all of them', async (t) => {
  const css =
    '.f { float: footnote } ::footnote-call { font-size: 10px; vertical-align: baseline } @page { @footnote { margin: 0; border: 0; padding: 0 } }'
  const body = `<div class=c>${lines(11)}<p>X<span class=f>Note</span></p>${lines(10, 12)}</div>`
  const { pages } = layOut(css, body)
  t.strictSame(wordsByPage(pages), [`${words(1, 9)} L10 L11 X 1 ${words(12, 17)}`, 'L18 L19 L20 L21'])
  t.equal(pages[0]?.notes?.y, 90)
})

t.test('columns in cells, columns in columns', async (t) => {
  const css = 'table { border-spacing: 0; width: 200px } td { padding: 0 }'
  t.strictSame(columnsOf(css, `<table><tr><td class=c>${lines(4)}</table>`), ['0: L1 L2 | 110: L3 L4'])
  t.strictSame(columnsOf('', `<div class=c>${lines(2)}<div class=c>${lines(4, 3)}</div></div>`), [
    '0: L1 L2 | 110: L3 L4 | 165: L5 L6',
  ])
})

t.test('page breaks within columns of a given height break columns', async (t) => {
  const body = '<div class=c style="height:40px"><p>a</p><p class=n>b</p><p class=n>c</p></div><p>d</p>'
  const { pages } = layOut('', body)
  t.equal(pages.length, 1)
  t.equal(wordsByPage(pages)[0], 'a b c d')
  t.match(textAt(pages, 'b'), { x: 110, y: 0 })
  t.strictSame(
    columnsOf('.a { break-inside: avoid }', `${lines(8)}<div class=a>${body}</div>`),
    [`0: ${words(1, 8)}`, '0: a d | 110: b | 220: c'],
    'so that what is around them stays whole',
  )
})

t.test('page breaks within columns end the page for what is around them', async (t) => {
  const columns = '<div class=c><p>a</p><p class=n>b</p><p class=n>c</p></div>'
  for (const style of ['display:grid', 'break-inside:avoid', 'display:flex;flex-direction:column']) {
    const { pages } = layOut('', `<p>x</p><div style="${style}">${columns}</div><p>y</p>`)
    t.strictSame(wordsByPage(pages), ['x a', 'b', 'c y'], style)
  }
  const avoiding = '<p>x</p><div class=c style="break-inside:avoid"><p>a</p><p class=n>b</p></div>'
  t.strictSame(wordsByPage(layOut('', avoiding).pages), ['x a', 'b'], 'when the container itself avoids breaks')
  const cell = '<table><tr><td class=c><p>a</p><p class=n>b</p><td>x</table>'
  t.strictSame(wordsByPage(layOut('', cell).pages), ['a x', 'b'], 'in a cell')
})

t.test('page breaks at the ends of columns are those of their container', async (t) => {
  const css = '.e { break-after: page }'
  const pagesOf = (body: string): readonly string[] => wordsByPage(layOut(css, body).pages)
  t.strictSame(pagesOf('<p>x</p><div class=c><p class=n>a</p><p>b</p></div>'), ['x', 'a b'])
  t.strictSame(pagesOf('<div class=c><p>a</p><p class=e>b</p></div><p>x</p>'), ['a b', 'x'])
  t.strictSame(
    pagesOf('<p>x</p><div class=c><p style="break-before:right">a</p><p>b</p></div>'),
    ['x', '', 'a b'],
    'with their side',
  )
  t.strictSame(
    pagesOf('<p>x</p><div class=c><p>q</p><div class=c><p class=n>a</p><p class=e>b</p></div><p>d</p></div>'),
    ['x q', 'a b', 'd'],
    'from columns in columns',
  )
  t.strictSame(
    pagesOf('<div class=c><p>a</p><p class=e>b</p><h4 style="column-span:all">S</h4><p class=n>c</p></div>'),
    ['a b', 'S', 'c'],
    'on both sides of what spans the columns',
  )
})

t.test('breaks of columns end with the columns', async (t) => {
  const css = '.b { break-before: column } .e { break-after: column } .k { break-before: avoid }'
  const pagesOf = (body: string): readonly string[] => wordsByPage(layOut(css, body).pages)
  t.strictSame(pagesOf('<p>x</p><div class=c><p class=b>a</p><p class=e>b</p></div><p>y</p>'), ['x a b y'])
  const inner = '<div class=c><p class=b>b</p><p>c</p></div>'
  t.strictSame(
    columnsOf(css, `<div class=c><p>a</p>${inner}<p>d</p></div>`),
    ['0: a b | 55: c | 110: d'],
    'also within other columns',
  )
  t.strictSame(
    pagesOf(`${lines(9)}<div class=c><p class=k>a</p><p>b</p><p>c</p></div>`),
    [`${words(1, 9)} a b`, 'c'],
    'avoided ones as well',
  )
  t.strictSame(
    pagesOf(
      `${lines(7)}<div style="break-inside:avoid"><p>x</p><div class=c><p>a</p><p>b</p><p class=b>c</p></div><p>y</p></div>`,
    ),
    [words(1, 7), 'x a b c y'],
    'what is around the columns stays whole',
  )
})

t.test('pages of names begin and end with columns that begin or end on them', async (t) => {
  const { pages } = layOut('.q { page: q }', '<p>x</p><div class=c><p class=q>a</p><p>b</p></div>')
  t.strictSame(wordsByPage(pages), ['x', 'a', 'b'])
})

t.test('floats stand in their column', async (t) => {
  const { pages } = layOut('.l { float: left; width: 30px }', `<div class=c><div class=l>F</div>${lines(4)}</div>`)
  t.match(textAt(pages, 'L1'), { x: 30, y: 0 })
  t.match(textAt(pages, 'L3'), { x: 110, y: 0 })
})

t.test(
  'a float taller than the balanced columns continues in the next, one that fits into them stays whole',
  async (t) => {
    const pagesOf = (body: string) =>
      layOut(
        '.l { float: left; width: 30px; height: 60px } .s { height: 30px }',
        `<div class=c>${body}</div><p>after</p>`,
      ).pages
    t.equal(textAt(pagesOf(`<div class=l></div>${lines(2)}`), 'after')?.y, 30)
    const fitting = pagesOf(`${lines(3)}<div class="l s"></div>${lines(4, 4)}`)
    t.match([textAt(fitting, 'L4')?.x, textAt(fitting, 'L7')?.x], [0, 140])
    const forced = `<div class="l s"></div><p>a</p><p style="break-before: column">b</p>`
    t.equal(textAt(pagesOf(forced), 'after')?.y, 30, 'not torn by a forced break')
  },
)

t.test('the work for a paragraph with a float in columns is the same among 100 and 1,000', async (t) => {
  const callsOf = (count: number) => {
    const paragraph = '<p><span class=l></span>a b c</p>'.repeat(5)
    return layOut('.l { float: left; width: 30px; height: 70px }', `<div class=c>${paragraph.repeat(count / 5)}</div>`)
      .stats.layoutCalls
  }
  t.ok(callsOf(1000) < callsOf(100) * 11, `${callsOf(100)} and ${callsOf(1000)} calls`)
})

t.test(
  'columns within each other below headings across them: the work does not multiply with each level',
  async (t) => {
    const callsOf = (levels: number) => {
      const open = '<div class=n><h2>a</h2><p>b</p>'.repeat(levels)
      return layOut('.n { columns: 2 } h2 { column-span: all }', open).stats.layoutCalls
    }
    // If every level filled its columns anew for each that the one around it tries, it would be thirty times as many.
    t.ok(callsOf(12) < callsOf(8) * 8, `${callsOf(8)} and ${callsOf(12)} calls`)
  },
)

t.test('columns cost a bounded number of layouts', async (t) => {
  const few = layOut('', `<div class=c>${lines(200)}</div>`).stats.layoutCalls
  const many = layOut('', `<div class=c>${lines(2000)}</div>`).stats.layoutCalls
  t.ok(many / few < 12, `${few} and ${many} layout calls`)
})

/** A small generator of numbers that is the same on every run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}

t.test('random documents: every word once, in order, within the page', async (t) => {
  for (let seed = 1; seed <= 150; seed++) {
    const next = random(seed)
    let word = 0
    const block = (depth: number): string => {
      const style = [
        next(5) === 0 ? 'break-inside:avoid' : '',
        next(9) === 0 ? 'break-before:column' : '',
        next(6) === 0 ? `margin:${next(3) * 5}px 0` : '',
        next(7) === 0 ? `padding:${next(3) * 4}px 0` : '',
      ].join(';')
      const kind = depth < 2 ? next(8) : 7
      if (kind < 2) return `<div style="${style}">${blocks(depth + 1)}</div>`
      if (kind === 2) return `<div class=c style="${style}">${blocks(depth + 1)}</div>`
      if (kind === 3) return `<div style="column-span:all">${line()}</div>`
      return `<p style="${style}">${Array.from({ length: 1 + next(4) }, line).join('<br>')}</p>`
    }
    const line = (): string => `w${word++}`
    const blocks = (depth: number): string => Array.from({ length: 1 + next(6) }, () => block(depth)).join('')
    const body = `<p>${line()}</p><div class=c>${blocks(1)}</div><p>${line()}</p>`
    const { pages } = layOutSmall(`${BASE} @page { size: 200px ${80 + next(6) * 10}px }`, body)
    t.strictSame(
      wordsByPage(pages).join(' ').trim().split(/\s+/),
      [...body.matchAll(/w\d+/g)].map(([text]) => text),
      `seed ${seed}`,
    )
  }
})

function words(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_none, index) => `L${from + index}`).join(' ')
}

t.test('columns are balanced although their items are to stay together, where no column holds them all', async (t) => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, i) => `<div style="break-before:avoid">${i}</div>`).join('')
  const placesOf = (count: number) =>
    layOut('', `<div class=c>${items(count)}</div>`).pages.flatMap((page) =>
      textsOf(page).map(({ text, x, y }) => `${text}@${x},${y}`),
    )
  t.same(placesOf(3), ['0@0,0', '1@0,10', '2@0,20'], 'they stay together in a column that holds them')
  t.same(placesOf(12).slice(5, 7), ['5@0,50', '6@110,0'])
})

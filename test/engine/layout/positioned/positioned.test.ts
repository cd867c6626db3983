import t from 'tap'
import { compileSmall, findText, type LaidOut, layOut, textsOf } from '../lay-out.js'

function lay(body: string, css = ''): LaidOut {
  return layOut(compileSmall(`.a { position: absolute } .c { position: relative } .f { position: fixed } ${css}`, body))
}

const find = ({ pages }: LaidOut, word: string): string[] => findText(pages, word)

const LINES = (count: number, name = 'x') => Array.from({ length: count }, (_, i) => `${name}${i}`).join('<br>')

t.test('a fixed box stands on every page, however late it comes in the document', async (t) => {
  const result = lay(`<p>${LINES(25)}</p><div class="f" style="right:0;bottom:0">fix</div>`)
  t.strictSame(find(result, 'fix'), ['1: 170,90', '2: 170,90', '3: 170,90'])
  t.strictSame(result.diagnostics, [])
})

t.test('a fixed box without offsets stands on every page where it stands in the flow', async (t) => {
  const result = lay(`<p style="margin:0">${LINES(12)}</p><div class="f">fix</div>`)
  t.strictSame(find(result, 'fix'), ['1: 0,20', '2: 0,20'])
})

t.test('a fixed box is painted in the order of the document', async (t) => {
  const result = lay('<p>p</p><div class="a">one</div><div class="f">fix</div><div class="a">two</div>')
  const texts = result.pages.flatMap((page) => textsOf(page).map(({ text }) => text))
  t.strictSame(texts, ['p', 'one', 'fix', 'two'])
})

t.test('offsets from the initial containing block are measured from the first page', async (t) => {
  const result = lay(
    `<p style="margin:0">${LINES(25)}</p><div class="a" style="top:0;right:0">top</div>
     <div class="a" style="bottom:0;right:0">end</div><div class="a" style="top:120px;right:0">two</div>`,
  )
  t.strictSame(find(result, 'top'), ['1: 170,0'])
  t.strictSame(find(result, 'end'), ['1: 170,90'], 'the end of the first page')
  t.strictSame(find(result, 'two'), ['2: 170,20'])
})

t.test('a static position stays on its page', async (t) => {
  const result = lay(`<p style="margin:0">${LINES(13)}</p><div class="a" style="right:0">st</div>`)
  t.strictSame(find(result, 'st'), ['2: 180,30'])
})

t.test('offsets are measured along all of a container over several pages', async (t) => {
  const result = lay(
    `<div class="c">${LINES(25)}<div class="a" style="top:0;right:0">top</div>
     <div class="a" style="bottom:0;right:0">end</div><div class="a" style="top:50%;right:0">mid</div></div>`,
  )
  t.strictSame(find(result, 'top'), ['1: 170,0'])
  t.strictSame(find(result, 'mid'), ['2: 170,25'])
  t.strictSame(find(result, 'end'), ['3: 170,40'])
  t.strictSame(result.diagnostics, [])
})

t.test('an absolutely positioned box that is too tall continues on the next pages, new ones if need be', async (t) => {
  const result = lay(`<div class="a" style="top:50px;left:0">${LINES(17, 'w')}</div><p>${LINES(12)}</p>`)
  t.equal(result.pages.length, 3)
  t.strictSame(find(result, 'w4'), ['1: 0,90'])
  t.strictSame(find(result, 'w5'), ['2: 0,0'])
  t.strictSame(find(result, 'w16'), ['3: 0,10'])
})

t.test('an absolutely positioned box begins on the next page if nothing of it has room', async (t) => {
  for (const container of ['', 'class="c" style="height:150px"']) {
    const result = lay(`<div ${container}><div class="a" style="top:95px">a<br>b</div></div>`)
    t.strictSame(find(result, 'a'), ['2: 0,0'])
    t.strictSame(find(result, 'b'), ['2: 0,10'])
    t.equal(result.pages.length, 2)
  }
})

t.test(
  'an absolutely positioned box whose place in the flow is below a full page stands on the next one',
  async (t) => {
    for (const container of ['', 'class="c"']) {
      const full = `<div ${container}><div style="height:100px">h</div><div class="a">a</div></div>`
      for (const [body, pages] of [
        [full, 2],
        [`${full}<p>z</p>`, 2],
      ] as const) {
        const result = lay(body)
        t.strictSame(find(result, 'a'), ['2: 0,0'])
        t.equal(result.pages.length, pages)
        t.strictSame(result.diagnostics, [])
      }
    }
    const none = lay(
      '<div style="height:150px">h</div><div class="a">a</div>',
      '@page { size: 200px 20px; margin: 10px }',
    )
    t.ok(none.pages.length < 20, 'pages without any room end all the same')
  },
)

t.test('an absolutely positioned box before a float that fills the page', async (t) => {
  const float = '<span style="float:left;width:200px;height:100px">f</span>'
  for (const [before, places] of [
    ['<span class="a">a</span>', ['2: 0,0']],
    ['<div class="a">a</div>', ['2: 0,0']],
    ['<b><span class="a">a</span></b>', ['2: 0,0']],
    ['<b>', []],
  ] as const) {
    const result = lay(`<p style="margin:0">x</p><p style="margin:0">${before}${float}y</p>`)
    t.strictSame(find(result, 'a'), places)
    t.strictSame(find(result, 'f'), ['2: 0,0'])
    t.strictSame(find(result, 'y'), ['3: 0,0'], 'what follows is not as tall as the float')
    t.strictSame(result.diagnostics, [])
  }
})

t.test('an absolutely positioned box that continues leaves their room to the notes', async (t) => {
  const css = `p { margin: 0 } .n { float: footnote } @page { @footnote { margin: 0; border: 0; padding: 0 } }
    ::footnote-call { font-size: 10px; vertical-align: baseline; line-height: 1 }`
  const parts = (box: number, note: number) => {
    const result = lay(
      `<div class="a" style="top:0;left:100px">${LINES(box, 'w')}</div><p>x<span class="n">${LINES(note, 'n')}</span></p>`,
      css,
    )
    return result.pages.map(
      (page) => `${textsOf(page).filter(({ text }) => text.trim().startsWith('w')).length} above ${page.notes?.y}`,
    )
  }
  t.strictSame(parts(8, 3), ['8 above 70'], 'what has room on the page stays where it is')
  t.strictSame(parts(12, 3), ['7 above 70', '5 above undefined'])
  t.strictSame(parts(24, 14), ['1 above 10', '5 above 50', '10 above undefined', '8 above undefined'])
  t.strictSame(parts(14, 28), ['1 above 10', '0 above 0', '1 above 10', '10 above undefined', '2 above undefined'])
})

t.test('a box below all pages makes pages, and stands on them as far down as it is placed', async (t) => {
  for (const [css, places] of [
    ['top: 300px', ['4: 0,0']],
    ['top: 355px', ['4: 0,55']],
    ['bottom: -235px', ['4: 0,25']],
  ] as const) {
    const result = lay(`<p>x</p><div class="a" style="left:0;${css}">far</div><div class="f" style="top:0">fix</div>`)
    t.strictSame(find(result, 'far'), places, css)
    t.equal(find(result, 'fix').length, 4, 'fixed boxes stand on these pages too')
    t.strictSame(result.diagnostics, [])
  }
})

t.test('a box that is placed below the page by a container on it goes to the pages that follow', async (t) => {
  const result = lay(
    `<div class="c" style="height:50px">x<div class="a" style="top:230px">far</div></div>${LINES(30, 'w')}`,
  )
  t.strictSame(find(result, 'far'), ['3: 0,30'])
})

t.test('below the end of the page stands what is placed from the bottom as long as it is on the page', async (t) => {
  const PAGE = '@page { size: 200px 140px; margin: 20px }'
  const place = (css: string) =>
    find(lay(`<div class="c" style="height:100px"><div class="a" style="${css}">x</div></div>`, PAGE), 'x')
  t.strictSame(place('top:100%'), ['2: 20,20'])
  t.strictSame(place('bottom:-15px'), ['1: 20,125'])
  t.strictSame(place('bottom:-30px'), ['2: 20,40'])
})

t.test('positioned boxes continue at the edge of page areas that begin elsewhere', async (t) => {
  const css = '@page { size: 200px 100px; margin: 0 } @page :left { margin-left: 50px }'
  const result = lay('<div class="a" style="left:10px;top:0">a<p style="break-before:page;margin:0">b</p></div>', css)
  t.strictSame([find(result, 'a'), find(result, 'b')], [['1: 10,0'], ['2: 60,0']])
})

t.test('pages end in absolutely positioned boxes where they must', async (t) => {
  const breaks = lay('<div class="a" style="top:0">a<p style="break-before:page;margin:0">b</p></div>')
  t.strictSame([find(breaks, 'a'), find(breaks, 'b')], [['1: 0,0'], ['2: 0,0']])
  const named = lay('<div class="a"><div style="page:a">a</div><div style="page:b">b</div></div>')
  t.strictSame([find(named, 'a'), find(named, 'b')], [['1: 0,0'], ['2: 0,0']])
})

t.test('too many pages below are an error', async (t) => {
  t.throws(() => lay('<div class="a" style="top:9999999px">far</div>'), { code: 'too-many-pages' })
})

t.test('positioned boxes in repeated table headers repeat with them', async (t) => {
  const rows = Array.from({ length: 20 }, (_, i) => `<tr><td>r${i}</td></tr>`).join('')
  const result = lay(
    `<table><thead><tr><th class="c">head<span class="a" style="right:0;top:0">b</span></th></tr></thead><tbody>${rows}</tbody></table>`,
    'table { width: 100%; border-spacing: 0 } td, th { padding: 0 }',
  )
  t.strictSame(find(result, 'b'), ['1: 190,0', '2: 190,0', '3: 190,0'])
})

for (const container of ['the page', 'a box over several pages']) {
  t.test(`of positioned boxes in repeated table headers the first one is broken, in ${container}`, async (t) => {
    const rows = Array.from({ length: 24 }, (_, i) => `<tr><td>r${i}</td></tr>`).join('')
    const position = container === 'the page' ? 'static' : 'relative'
    const result = lay(
      `<div style="position:${position}"><table><thead><tr><th>head<span class="a">${LINES(22)}</span></th></tr></thead>
       <tbody>${rows}</tbody></table></div>`,
      'table { width: 100%; border-spacing: 0 } td, th { padding: 0; text-align: left }',
    )
    t.strictSame(find(result, 'x0'), ['1: 40,0', '2: 40,0', '3: 40,0'])
    t.strictSame(find(result, 'x12').toSorted(), ['2: 40,120', '2: 40,20', '3: 40,120'])
  })
}

t.test('positioned boxes are laid out once, and cost nothing where there are none', async (t) => {
  const body = (extra: string) => `<p>${LINES(12)}</p>${extra}`
  const plain = lay(body('')).stats.layoutCalls
  const relative = lay(body('<p class="c" style="left:5px">r</p>')).stats.layoutCalls
  const still = lay(body('<p>r</p>')).stats.layoutCalls
  t.equal(relative, still)
  t.ok(lay(body('<div class="a" style="top:0">a</div>')).stats.layoutCalls <= plain + 3)
})

t.test('a box in a container over several columns continues with it from column to column', async (t) => {
  const result = lay(
    `<div class="m"><div class="c"><div style="height:130px">x</div>
     <div class="a" style="top:0;right:0">${LINES(12)}</div><div class="a" style="top:100px;right:20px">end</div></div></div>`,
    '.m { columns: 2; column-gap: 0; height: 80px; column-fill: auto }',
  )
  t.equal(result.pages.length, 1)
  t.strictSame(find(result, 'x7'), ['1: 70,70'])
  t.strictSame(find(result, 'x8'), ['1: 170,0'])
  t.strictSame(find(result, 'end'), ['1: 150,20'])
})

t.test('a box in a table cell over several pages continues below the header that repeats', async (t) => {
  const result = lay(
    `<table><thead><tr><th>head</th></tr></thead><tr><td class="c"><div style="height:150px">cell</div>
     <div class="a" style="top:0;left:100px">${LINES(12)}</div></td></tr></table>`,
    'table { border-spacing: 0; width: 200px } th, td { padding: 0; text-align: left; vertical-align: top }',
  )
  t.strictSame(find(result, 'head'), ['1: 0,0', '2: 0,0'])
  t.strictSame(find(result, 'x8'), ['1: 100,90'])
  t.strictSame(find(result, 'x9'), ['2: 100,10'])
})

t.test('what is positioned in a box over several pages that is positioned itself finds its place', async (t) => {
  const inner = '<div class="a" style="top:0;right:0">top</div><div class="a" style="bottom:0;right:0">end</div>'
  const result = lay(`<div class="a" style="top:60px;width:100px">${LINES(10)}${inner}</div>`)
  t.strictSame(find(result, 'top'), ['1: 70,60'])
  t.strictSame(find(result, 'end'), ['2: 70,50'])
  const within = lay(
    `<div class="c">${LINES(15)}<div class="a" style="top:60px;width:100px">${LINES(10)}${inner}</div></div>`,
  )
  t.strictSame(find(within, 'top'), ['1: 70,60'], 'in a container over several pages')
  t.strictSame(find(within, 'end'), ['2: 70,50'])
})

t.test('a box that its transform moves out of the way of a break is in one piece', async (t) => {
  const cover = (style: string, around = '') =>
    lay(
      `<div style="height:90px;${around}"><div class="a" style="${style}">${LINES(8, 'w')}</div></div><p>${LINES(8)}</p>`,
    )
  const centred = cover('top:50%;left:50%;transform:translate(-50%,-50%)', 'position:relative')
  t.strictSame([...find(centred, 'w0'), ...find(centred, 'w7')], ['1: 100,45', '1: 100,115'])
  const inTheMiddle = lay(
    `<div class="c">${LINES(25)}<div class="a" style="top:50px;left:0;translate:0 -30px">${LINES(6, 'w')}</div></div>`,
  )
  t.strictSame(find(inTheMiddle, 'w5'), ['1: 0,100'], 'in a containing block over several pages')
  const above = cover('top:100px;left:0;transform:translateY(-100%)', 'position:relative')
  t.strictSame(find(above, 'w0'), ['1: 0,100'], 'and one that begins below the page')
  const cut = cover('top:50px;left:0;transform:translateY(-10px)')
  t.strictSame([...find(cut, 'w4'), ...find(cut, 'w5')], ['1: 0,90', '2: 0,0'], 'not where it stays in its way')
})

t.test('self-start and self-end of a box in an area of a grid are those of its own direction', async (t) => {
  const place = (style: string) =>
    find(
      lay(
        `<div class="c" style="display:grid;direction:rtl;grid:10px 20px/20px 50px 80px;width:150px"><i class="a" style="grid-area:2/2/3/3;${style}">x</i></div>`,
      ),
      'x',
    ).join()
  t.equal(place('direction:ltr;justify-self:self-start'), '1: 80,10')
  t.equal(place('direction:ltr;justify-self:self-end'), '1: 120,10')
  t.equal(place('direction:ltr;justify-self:start'), '1: 120,10')
  t.equal(place('justify-self:self-start'), '1: 120,10')
})

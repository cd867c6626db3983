import t from 'tap'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import {
  compileTemplate,
  createFontLibrary,
  type PageMap,
  type ProfileName,
  renderDocument,
} from '../../engine/index.js'

const fonts = createFontLibrary()

/** A page of 400 × 200 px with 100 px of content above what is told about. */
const PAGE =
  '@page { size: 300pt 150pt; margin: 0 } body { margin: 0; font: 10px/20px Liberation Sans } p { margin: 0 }'
const ABOVE = '<hr style="height:100px;margin:0;border:0">'
const LINES = 'a<br>b<br>c<br>d<br>e<br>f<br>g'

function render(profile: ProfileName | undefined, css: string, body: string) {
  const html = `<!doctype html><style>${css}</style>${body}`
  return renderDocument(compileTemplate({ html, profile }, { fonts }), {}, { map: true, date: new Date(0) })
}

function mapOf(profile: ProfileName, css: string, body: string): readonly PageMap[] {
  return render(profile, css, body).map ?? []
}

/** The pages on which parts of an element stand. */
function pagesOf(element: string, map: readonly PageMap[]): readonly number[] {
  return map.flatMap(({ page, boxes }) => (boxes.some((box) => box.element === element) ? [page] : []))
}

function boxOf(element: string, map: readonly PageMap[]) {
  return map.flatMap(({ boxes }) => boxes).find((box) => box.element === element)
}

/** Content that browsers break, or leave behind, and print keeps together. */
const KEPT: readonly (readonly [name: string, element: string, body: string, browser: readonly number[]])[] = [
  [
    'a heading with what follows it',
    'h2',
    '<h2 style="margin:0">x</h2><p style="height:90px;break-inside:avoid">y',
    [1],
  ],
  ['a paragraph of which one line would be left', 'p', '<p style="padding-top:60px">a<br>b<br>c', [1, 2]],
  [
    'a heading whose end has no room',
    'h2',
    '<style>h2{margin:0}h2::after{display:block;content:"";margin-top:90px}</style><h2>x</h2><p>y',
    [1, 2],
  ],
  ['a table row', 'td', '<table style="margin-top:50px"><tr><td>a<br>b<br>c</table>', [1, 2]],
  [
    'a table row below a header',
    'td',
    '<table style="margin-top:30px"><thead><tr><th>x<tbody><tr><td>a<br>b<br>c</table>',
    [1, 2],
  ],
  [
    'cards side by side',
    'dd',
    `<div style="display:flex;height:66px;margin-top:50px"><dd style="background:#eee">${LINES}</div>`,
    [1, 2],
  ],
  [
    'cells of a grid',
    'dd',
    '<div style="display:grid;margin-top:50px"><dd style="border:1px solid">a<br>b<br>c</div>',
    [1, 2],
  ],
  [
    'a small float',
    'dd',
    '<div style="height:40px"></div><dd style="float:left;margin:0">a<br>b<br>c<br>d</dd>',
    [1, 2],
  ],
]

for (const [name, element, body, browser] of KEPT) {
  t.test(`print keeps together what browsers break: ${name}`, async (t) => {
    t.same(pagesOf(element, mapOf('print', PAGE, ABOVE + body)), [2])
    t.same(pagesOf(element, mapOf('browser', PAGE, ABOVE + body)), browser)
  })
}

t.test('browsers move a float whose lower margin does not fit to the next page', async (t) => {
  const float = (style: string) => `<dd style="float:left;margin:0;${style}">a<br>b<br>c<br>d</dd>`
  const pages = (profile: ProfileName, style: string) => pagesOf('dd', mapOf(profile, PAGE, ABOVE + float(style)))
  t.same(pages('browser', 'margin-bottom:20px'), [1], 'it fits')
  t.same(pages('browser', 'margin-bottom:21px'), [2])
  t.same(pages('browser', 'padding-bottom:1px;margin-bottom:20px'), [2])
  t.same(pages('browser', 'padding-bottom:21px'), [1, 2], 'its padding is part of it')
  t.same(pages('print', 'margin-bottom:40px'), [1])
  t.same(pagesOf('dd', mapOf('browser', PAGE, float('height:190px;margin-bottom:40px'))), [1], 'no page has room')
})

t.test('browsers move a row whose text fits to the next page if its lower edges do not', async (t) => {
  const row = (cells: string, table = 'border-spacing:0') => {
    const html = `<style>td { padding: 0; vertical-align: top }</style><table style="${table}"><tr>${cells}</table>`
    return pagesOf('td', mapOf('browser', PAGE, ABOVE + html))
  }
  const five = 'a<br>b<br>c<br>d<br>e'
  t.same(row(`<td>${five}`), [1], 'it fits')
  t.same(row(`<td style="padding-bottom:1px">${five}`), [2], 'its padding does not')
  t.same(row(`<td style="border-bottom:1px solid">${five}`), [2])
  t.same(row(`<td>${five}<td style="padding-bottom:1px">${five}`), [2], 'that of one cell does not')
  t.same(row(`<td>${five}<br>f<td style="padding-bottom:1px">${five}`), [2], 'though another cell could be broken')
  t.same(row(`<td>${five}`, 'border-spacing:0;border-bottom:1px solid'), [2], 'the border of the table does not')
  t.same(row(`<td style="padding-bottom:1px">${five}<br>f`), [1, 2], 'nor do its lines')
  t.same(row(`<td style="height:101px">${five}`), [1, 2], 'what is empty of it does not')
  t.same(row(`<td style="padding-bottom:120px">${five}`), [1, 2], 'no page has room for it')
})

t.test(
  'browsers move content side by side to the next page if edges below it have no room, print breaks it',
  async (t) => {
    const row = (profile: ProfileName, style: string, text: string) =>
      pagesOf('dd', mapOf(profile, PAGE, `${ABOVE}<div style="${style}"><dd style="margin:0">${text}</div>`))
    const five = 'a<br>b<br>c<br>d<br>e'
    for (const display of ['display:flex', 'display:grid']) {
      t.same(row('browser', display, five), [1], 'it fits')
      t.same(row('browser', `${display};padding-bottom:1px`, five), [2])
      t.same(row('browser', `${display};border-bottom:1px solid`, five), [2])
      t.same(row('browser', `${display};padding-bottom:1px`, `${five}<br>f`), [1, 2], 'nor do its lines')
      t.same(row('print', `${display};padding-bottom:1px`, five), [1, 2])
    }
  },
)

t.test('browsers break a box whose lines fit at any of them if only its lower edges do not', async (t) => {
  const pages = (profile: ProfileName, style: string, lines: string) =>
    pagesOf('dd', mapOf(profile, PAGE, `${ABOVE}<dd style="margin:0;padding-top:60px;${style}">${lines}</dd>`))
  t.same(pages('browser', '', 'a<br>b'), [1], 'it fits')
  t.same(pages('browser', 'padding-bottom:1px', 'a<br>b'), [1, 2], 'a single line stays')
  t.same(pages('browser', 'border-bottom:1px solid', '<div>a<br>b</div>'), [1, 2], 'also of a box in it')
  t.same(pages('browser', 'padding-bottom:1px', '<p>a</p><p style="break-before:avoid">b</p>'), [1, 2])
  t.same(pages('browser', 'padding-bottom:1px;break-inside:avoid', 'a<br>b'), [2], 'unless breaks in it are avoided')
  t.same(pages('browser', 'padding-bottom:1px', 'a<br>b<br>c'), [1, 2], 'nor do its lines')
  t.same(pages('browser', 'padding-top:70px', 'a<br>b'), [2], 'nor does its second line')
  t.same(pages('print', 'padding-bottom:1px', 'a<br>b'), [2])
  const item = `<div style="display:flex"><dd style="margin:0;padding:60px 0 1px">a<br>b</dd>c</div>`
  t.same(pagesOf('dd', mapOf('browser', PAGE, ABOVE + item)), [1, 2], 'an item of a row does so with its own edges')
  t.same(pagesOf('dd', mapOf('print', PAGE, ABOVE + item)), [2])
  const table = `<table style="border-spacing:0"><tr><td style="padding:60px 0 1px">a<br>b</table>`
  t.same(pagesOf('td', mapOf('browser', PAGE, ABOVE + table)), [2], 'a cell does not')
})

t.test('the work for edges of nested boxes at the end of a page grows with their number', async (t) => {
  const work = (depth: number, style: string) => {
    const start = `<div style="padding-bottom:1px;${style}">`.repeat(depth)
    const body = `<hr style="height:158px;margin:0;border:0">${start}a<br>b${'</div>'.repeat(depth)}`
    return render('browser', PAGE, body).stats.layoutCalls
  }
  for (const style of ['', 'display:flex', 'display:flex;flex-direction:column', 'display:grid'])
    t.ok(work(60, style) < 5 * work(20, style), style)
})

t.test('browsers print a flex container or grid on the page that one of its items asks for', async (t) => {
  const css = `${PAGE} @page x { size: 300pt 150pt } .x { page: x }`
  const page = (profile: ProfileName, style: string, items: string) =>
    pagesOf('dd', mapOf(profile, css, `<p>a</p><dd style="margin:0;${style}">${items}</dd>`))
  const items = '<p>b</p><p class=x>c</p>'
  for (const style of ['display:flex', 'display:flex;flex-wrap:wrap', 'display:grid']) {
    t.same(page('browser', style, items), [2], style)
    t.same(page('print', style, items), [1], style)
  }
  t.same(page('browser', 'display:flex;flex-direction:column', items), [1, 2], 'a column breaks between its items')
  const long = `<p>b</p><p class=x>${LINES}<br>${LINES}</p>`
  const { map = [] } = render(
    'browser',
    `${css} @page x { margin-top: 20px }`,
    `<div style="display:flex">${long}</div>`,
  )
  t.same(
    map.map(({ boxes }) => boxes.find(({ element }) => element === 'div')?.y),
    [15, 15],
    'also where it goes on',
  )
})

t.test('browsers begin a row of flex items without items that have no room', async (t) => {
  const items = ['height:150px;margin-top:16px', 'height:90px;align-self:flex-end']
  const places = (profile: ProfileName, above: number, style = '', display = 'flex') => {
    const cells = items.map((item) => `<dd style="break-inside:avoid;margin:0;${item}">x</dd>`).join('')
    const html = `<div style="height:${above}px"></div><dl style="display:${display};margin:0;${style}">${cells}</dl>`
    const map = mapOf(profile, PAGE, html)
    return ['dl', 'dd'].flatMap((element) =>
      map.flatMap(({ boxes, page, area }) =>
        boxes.flatMap((box) => (box.element === element ? [`${page}: ${(box.y - area.y) / 0.75}`] : [])),
      ),
    )
  }
  t.same(places('browser', 100), ['1: 100', '2: 0', '2: 0', '2: 0'], 'they lose margins and alignment')
  t.same(places('print', 100), ['2: 0', '2: 16', '2: 76'], 'print moves the row')
  t.same(places('browser', 190), ['1: 190', '2: 0', '2: 6', '2: 66'], 'but for what the page has no room for')
  t.same(places('browser', 190, 'padding-top:20px'), ['2: 0', '2: 36', '2: 96'], 'nor does it have room for edges')
  t.same(places('browser', 100, 'break-inside:avoid'), ['2: 0', '2: 16', '2: 76'])
  t.same(places('browser', 100, '', 'grid'), places('print', 100, '', 'grid'), 'grids move')
})

t.test(
  'browsers take a row along with an item at its top that has no room, and no item that stands lower',
  async (t) => {
    const places = (profile: ProfileName, above: number, style: string, first: string) => {
      const row = `<div style="display:flex;${style}">${first}<pre style="margin:0">b<br>c</pre></div>`
      const map = mapOf(profile, PAGE, `<div style="height:${above}px"></div>${row}`)
      return { first: pagesOf('nav', map), lines: pagesOf('pre', map) }
    }
    const low = '<nav style="line-height:10px">a</nav>'
    t.same(places('browser', 185, '', low), { first: [2], lines: [2] }, 'with an item that has room')
    const high = '<nav style="line-height:30px">d<br>e</nav>'
    const centred = 'align-items:center;orphans:1'
    const kept = places('browser', 165, centred, high)
    t.same(kept, { first: [1, 2], lines: [1, 2] })
    t.same(places('browser', 165, 'align-items:center', `<nav style="line-height:30px;orphans:1">d<br>e</nav>`), {
      first: [1, 2],
      lines: [2],
    })
  },
)

t.test('browsers let what is left of a flex item take room on the next page, and print does not', async (t) => {
  const item = '<dd style="margin:0;width:100%"><p style="margin-bottom:40px">a</p></dd>'
  const top = (profile: ProfileName, above: number, style: string, before = item) => {
    const row = `<div style="display:flex;flex-wrap:wrap;${style}">${before}<nav>b</nav></div>`
    const map = mapOf(profile, PAGE, `<div style="height:${above}px"></div>${row}`)
    return map.flatMap(({ boxes, page, area }) =>
      boxes.flatMap((box) => (box.element === 'nav' ? [`${page}: ${(box.y - area.y) / 0.75}`] : [])),
    )
  }
  for (const style of ['', 'align-items:flex-start', 'flex-direction:column;flex-wrap:nowrap']) {
    t.same(top('browser', 150, style), ['2: 10'], `the rest of a margin: ${style}`)
    t.same(top('browser', 120, style), ['1: 180'], 'which has room')
    t.same(top('print', 150, style), ['2: 0'], 'margins give way')
  }
  const beside =
    '<dd style="margin:0;width:50%">a</dd><dd style="margin:0;width:50%"><p style="margin-bottom:40px">c</p></dd>'
  t.same(top('browser', 150, '', beside), ['2: 10'], 'of an item beside another')
  t.same(top('print', 150, '', beside), ['2: 0'])
})

t.test('items that are lower than their content stay so in both profiles', async (t) => {
  const next = (profile: ProfileName, style: string) => {
    const items = `<div style="width:200px;${style}">a<br>b<br>c</div><dd style="margin:0">d</dd>`
    const body = `<section style="display:flex;flex-direction:column">${items}</section>`
    return boxOf('dd', mapOf(profile, PAGE, body))?.y
  }
  for (const profile of ['browser', 'print'] as const) {
    t.equal(next(profile, 'height:40px'), 30, 'by a height')
    t.equal(next(profile, 'max-height:40px'), 30, 'by a limit')
    t.equal(next(profile, 'aspect-ratio:5;min-height:0'), 30, 'by a ratio')
    t.equal(next(profile, 'flex:0 0 40px;min-height:0'), 30, 'by a basis')
    t.equal(next(profile, 'display:flex;height:40px'), 30, 'as containers')
  }
})

t.test('browsers align the baselines of cells only in heads and feet', async (t) => {
  const css = `${PAGE} td { padding: 0; vertical-align: baseline } p { height: 20px }`
  const row = '<tr><td style="font-size:40px;line-height:60px">A<td><p>x'
  const shiftIn = (profile: ProfileName, section: string, rows = row) => {
    const map = mapOf(profile, css, `<table style="border-spacing:0"><${section}>${rows}</${section}></table>`)
    return (boxOf('p', map)?.y ?? 0) - (boxOf('td', map)?.y ?? 0)
  }
  const spanning = '<tr><td style="font-size:40px;line-height:60px">A<td rowspan="2"><p>x<tr><td>b'
  for (const rows of [row, spanning]) {
    t.ok(shiftIn('print', 'tbody', rows) > 15)
    t.equal(shiftIn('browser', 'tbody', rows), 0)
    t.equal(shiftIn('browser', 'thead', rows), shiftIn('print', 'tbody', rows))
    t.equal(shiftIn('browser', 'tfoot', rows), shiftIn('print', 'tbody', rows))
  }
})

t.test('what must not be broken is not broken in any profile', async (t) => {
  const rows = `<table><tr style="break-inside:avoid"><td>${LINES}</table>`
  const heading = '<h2 style="margin:0;break-after:avoid">x</h2><p style="height:90px;break-inside:avoid">y'
  for (const profile of ['print', 'browser'] as const) {
    t.same(pagesOf('td', mapOf(profile, PAGE, ABOVE + rows)), [2])
    t.same(pagesOf('h2', mapOf(profile, PAGE, ABOVE + heading)), [2])
  }
})

t.test('browsers cut the widths of lines off to whole px, and print has hairlines', async (t) => {
  const css = `${PAGE} p { border: solid; border-width: 0.5pt 1.7pt 0 0.2px } div { column-rule: 0.3pt solid }`
  t.same(boxOf('p', mapOf('print', css, '<p>x'))?.border, {
    top: 0.492_187_5,
    right: 1.699_218_75,
    bottom: 0,
    left: 0.140_625,
  })
  t.same(boxOf('p', mapOf('browser', css, '<p>x'))?.border, { top: 0.75, right: 1.5, bottom: 0, left: 0.75 })
})

t.test('browsers cut border spacing off to whole px', async (t) => {
  const css = `${PAGE} table { border-spacing: 1.6px 0.6px } td { padding: 0 }`
  const cell = boxOf('td', mapOf('browser', css, '<table><tr><td>x</table>'))
  t.same([cell?.x, cell?.y], [0.75, 0])
})

/** Sizes of page areas in px as Chromium lays them out, and where they begin. */
const AREAS: readonly (readonly [page: string, x: number, y: number, width: number, height: number])[] = [
  ['size: A4; margin: 20mm', 76, 76, 643, 972],
  ['size: A4; margin: 15mm', 57, 57, 681, 1010],
  ['size: A4; margin: 0', 0, 0, 794, 1123],
  ['size: 100mm 70mm; margin: 5mm', 19, 19, 341, 227],
]

for (const [page, x, y, width, height] of AREAS) {
  t.test(`browsers print page areas of whole px: ${page}`, async (t) => {
    const [map] = mapOf('browser', `@page { ${page} }`, 'x')
    const px = (points: number) => points / 0.75
    t.same(map && [map.area.x, map.area.y, map.area.width, map.area.height].map(px), [x, y, width, height])
  })
}

t.test('page areas of right-to-left documents begin at whole px from the right edge', async (t) => {
  const areaOf = (css: string) => {
    const [map] = mapOf('browser', `@page { size: A4; margin: 24mm } html { ${css} }`, 'x')
    return map && [map.area.x, map.area.width].map((points) => points / 0.75)
  }
  const [x = 0, width] = areaOf('direction: rtl') ?? []
  t.ok(Math.abs(x + 613 - (793.7 - 91)) < 0.02)
  t.equal(width, 613)
  t.same(areaOf(''), [91, 613])
})

t.test('browsers print on sheets of whole points', async (t) => {
  const [a4] = mapOf('browser', '@page { size: A4 }', 'x')
  t.ok(a4 && Math.abs(a4.width - 594.96) < 0.01 && Math.abs(a4.height - 841.92) < 0.01)
  const [given] = mapOf('browser', '', 'x')
  t.ok(given && Math.abs(given.width - 595.92) < 0.01 && Math.abs(given.area.width - 540.75) < 0.01)
  const [letter] = mapOf('browser', '@page { size: letter }', 'x')
  t.same(letter && [letter.width, letter.height], [612, 792])
  const [exact] = mapOf('print', '@page { size: A4 }', 'x')
  t.ok(exact && Math.abs(exact.width - 595.276) < 0.01)
})

/** The width and height in px up to which media queries hold, as Chromium prints pages of this size with its margins. */
const MEDIA: readonly (readonly [pageSize: 'a4' | 'a5' | 'letter' | 'legal', width: number, height: number])[] = [
  ['a4', 720, 1048],
  ['a5', 485, 720],
  ['letter', 741, 981],
  ['legal', 741, 1269],
]

t.test('media queries of browsers ask about the initial page within its margins, whatever @page says', async (t) => {
  const holds = (profile: ProfileName, pageSize: 'a4' | 'a5' | 'letter' | 'legal', query: string) => {
    const html = `<!doctype html><style>@page{size:A3;margin:2cm}@media(${query}){p{display:none}}</style><p>x`
    const template = compileTemplate({ html, profile, pageSize }, { fonts })
    return renderDocument(template, {}, { map: true }).map?.[0]?.boxes.every(({ element }) => element !== 'p')
  }
  for (const [pageSize, width, height] of MEDIA) {
    t.ok(holds('browser', pageSize, `min-width:${width}px`), pageSize)
    t.notOk(holds('browser', pageSize, `min-width:${width + 1}px`), pageSize)
    t.ok(holds('browser', pageSize, `min-height:${height}px`), pageSize)
    t.notOk(holds('browser', pageSize, `min-height:${height + 1}px`), pageSize)
  }
  t.ok(holds('print', 'a4', 'min-width:1122px'), 'those of print about the sheet')
})

/** Content wider than its page, and the factor by which Chromium enlarges the page area; 1 where it does not. */
const WIDE: readonly (readonly [name: string, body: string, factor: number])[] = [
  ['a wide block', '<div style="width:500px;height:1px"></div>', 1.25],
  ['what is wider than that', '<div style="width:3000px;height:1px"></div>', 1.5],
  ['a long word', `<span style="font:10px Liberation Mono">${'x'.repeat(75)}</span>`, 450.073_24 / 400],
  ['what is hidden', '<div style="width:500px;visibility:hidden">x</div>', 1.25],
  ['overflow of the page', '<style>html,body{overflow:hidden}</style><div style="width:500px">x</div>', 1.25],
  ['an absolute box', '<div style="position:absolute;left:100px;width:400px">x</div>', 1.25],
  ['what is moved by its position', '<div style="position:relative;left:100px">x</div>', 1.25],
  ['what is moved by a transform', '<div style="transform:translateX(100px)">x</div>', 1.25],
  ['what stands on a later page', '<div style="break-before:page;width:500px">x</div>', 1.25],
  ['a fixed box', '<div style="position:fixed;top:0;width:500px">x</div>', 1],
  ['what a box clips', '<div style="overflow:hidden"><div style="width:500px">x</div></div>', 1],
  ['a margin', '<div style="width:380px;margin-right:100px">x</div>', 1],
  ['what reaches to the left', '<div style="width:380px;margin-left:-100px">x</div>', 1],
  ['a shadow', '<div style="box-shadow:100px 0 red">x</div>', 1],
]

for (const [name, body, factor] of WIDE) {
  t.test(`browsers shrink pages to fit: ${name}`, async (t) => {
    const small = '<b style="display:block;width:40px">y</b>'
    t.equal(boxOf('b', mapOf('print', PAGE, small + body))?.width, 30)
    const width = boxOf('b', mapOf('browser', PAGE, small + body))?.width ?? 0
    t.ok(Math.abs(width - 30 / factor) < 0.001, `${width} is not ${30 / factor}`)
  })
}

t.test('shrunk pages are as large as before, with margins and margin boxes that are not shrunk', async (t) => {
  const css = `@page { size: 300pt 150pt; margin: 15pt; @top-left { content: "x"; width: 30pt } } body { margin: 0 }`
  const body =
    '<b style="display:block;height:100%;position:absolute;bottom:0">y</b><i style="display:block;width:450px">z</i>'
  const [map] = mapOf('browser', css, body)
  t.same(map && [map.width, map.height, map.area.x, map.area.width], [300, 150, 15, 270])
  const wide = boxOf('i', map ? [map] : [])
  t.ok(wide && Math.abs(wide.x - 15) < 0.001 && Math.abs(wide.width - 270) < 0.001)
  const low = boxOf('b', map ? [map] : [])
  t.ok(low && Math.abs(low.y + low.height - 135) < 0.001)
})

/** Page areas that are enlarged by what is `wide` more than they, and their size in px as Chromium lays them out. */
const ENLARGED: readonly (readonly [page: string, wide: number, width: number, height: number])[] = [
  ['size: 640.5px 900.4px; margin: 123.09px 105.42px 98.79px 99.01px', 157.03, 593, 922],
  ['size: 793.7px 793.7px; margin: 16.22px 39.89px 28.82px 103.12px', 65.09, 716, 823],
  ['size: 210mm 260mm; margin: 20mm 18mm 22mm 30mm', 22.68, 635, 854],
  ['size: 793.7px 900.4px; margin: 10.2px 30.3px 20.1px 20.3px', 0, 744, 870],
]

for (const [page, wide, width, height] of ENLARGED) {
  t.test(`browsers lay out on whole px what they shrink: ${page}`, async (t) => {
    const css = `@page { ${page} } body { margin: 0 } i { position: absolute; height: 100%; top: 0 }`
    const content = `<b style="display:block;height:100px">x</b><p style="width:calc(100% + ${wide}px)">y</p><i>z</i>`
    const map = mapOf('browser', css, content)
    const scale = (boxOf('b', map)?.height ?? 0) / 100
    const px = (points = 0) => Math.round((points / scale) * 100) / 100
    t.same([px(boxOf('b', map)?.width), px(boxOf('i', map)?.height)], [width, height])
  })
}

t.test('browsers cut off what reaches out of the page area, shrunk or not', async (t) => {
  const css = '@page { size: 400px 200px; margin: 40px } body { margin: 0 } p { margin: 0 0 0 -20px; height: 20px }'
  const painted = (profile: ProfileName, width: number) => {
    const html = `<!doctype html><style>${css}</style><p style="width:${width}px;background:#f00">`
    return dumpDocument(compileTemplate({ html, profile }, { fonts }), {}, 'paint')
  }
  t.match(painted('browser', 200), /clip \[40,40 320×120\]\n *fill #ff0000 \[20,40 200×20\]/)
  t.match(painted('browser', 1000), /clip \[60,60 480×180\]\n *fill #ff0000 \[40,60 1000×20\]/)
  t.notMatch(painted('print', 200), /clip/)
  const exact = `<!doctype html><style>@page { size: 300.4px 200.4px; margin: 20px }</style><p>x`
  const fraction = dumpDocument(compileTemplate({ html: exact, profile: 'browser' }, { fonts }), {}, 'paint')
  t.match(fraction, /clip \[20,20 260\.41×160\.41\]/, 'areas are not rounded up where they are cut off')
})

t.test('lengths that refer to the page refer to the larger area of shrunk pages', async (t) => {
  const css = `@page { size: 400px 300px; margin: 50px 12.5vw } body { margin: 0 }
    p { margin: 0; height: 1px } b { display: block; width: 100vw; height: 50vh }
    i { position: absolute; height: 50% }`
  const areaOf = (body: string) => mapOf('browser', css, body)[0]?.area
  const wide = '<p style="width:400px"></p><b></b><i></i>'
  t.same(areaOf(wide), areaOf(''), 'but those of the page itself')
  const map = mapOf('browser', css, wide)
  const { width = 0, height } = boxOf('b', map) ?? {}
  t.ok(Math.abs(width - (areaOf('')?.width ?? 0)) < 0.01, `${width}`)
  t.equal(height, boxOf('i', map)?.height)
  const plain = render('browser', PAGE, '<p style="width:500px">x')
  t.equal(plain.stats.stylesComputed, render('print', PAGE, '<p style="width:500px">x').stats.stylesComputed)
})

t.test('browsers round the initial containing block down, and fill the page to the last px', async (t) => {
  const css = `@page { size: 300px 200.4px; margin: 0 } html, body { margin: 0 } p { margin: 0; height: 201px }
    b, i, u { display: block; position: absolute; height: 10px } b { bottom: 0 } i { position: fixed; bottom: 0 } u { top: 0; height: 100vh }`
  const map = mapOf('browser', css, '<p>x</p><b>y</b><i>z</i><u>v</u>')
  t.equal(map.length, 1)
  t.same([boxOf('b', map)?.y, boxOf('i', map)?.y, boxOf('u', map)?.height], [142.5, 142.5, 150])
})

t.test('a document that fits is laid out once', async (t) => {
  t.equal(render('browser', PAGE, '<p>x').stats.layoutRounds, render('print', PAGE, '<p>x').stats.layoutRounds)
  const wide = '<div style="width:500px;height:1px"></div>'
  t.equal(render('browser', PAGE, wide).stats.layoutRounds, 1 + render('print', PAGE, wide).stats.layoutRounds)
})

t.test('what was too wide for its page and was shrunk is not reported, as it is in print', async (t) => {
  const body = `<p style="white-space:nowrap">${'word '.repeat(20)}`
  t.same(
    render('print', PAGE, body).diagnostics.map(({ code }) => code),
    ['content-cut-off'],
  )
  t.same(render('browser', PAGE, body).diagnostics, [])
})

t.test('without a profile documents are printed in the print profile', async (t) => {
  const body = `<h2>x</h2><table><tr><td>${LINES}</table><p style="width:500px;border:0.3pt solid">y`
  t.same(render(undefined, PAGE, body).pdf, render('print', PAGE, body).pdf)
})

t.test(
  'browsers break a positioned box where it would be without its transform, and print keeps it whole',
  async (t) => {
    const body = `<div style="position:relative;height:180px"><aside
    style="position:absolute;top:50%;transform:translateY(-50%)">${LINES}</aside></div>`
    t.same(pagesOf('aside', mapOf('print', PAGE, body)), [1])
    t.same(pagesOf('aside', mapOf('browser', PAGE, body)), [1, 2])
  },
)

t.test('a heading beside text that continues on the next page does not keep the text from breaking', async (t) => {
  const body = `<div style="display:grid;grid-template-columns:50px 1fr"><h2 style="margin:0">x</h2><div>${LINES}</div></div>`
  t.same(pagesOf('h2', mapOf('print', PAGE, ABOVE + body)), [1, 2])
})

t.test('an empty paragraph behind a full page makes no page of its own in print', async (t) => {
  const body = '<div style="height:200px"></div><section><p style="margin:10px 0"></p></section>'
  t.equal(render('print', PAGE, body).pages, 1)
  t.equal(render('browser', PAGE, body).pages, 2)
  const more = mapOf(
    'print',
    PAGE,
    '<div style="height:195px"></div><p style="margin:10px 0"></p><h2 style="margin:0">x',
  )
  t.same(pagesOf('h2', more), [2])
  t.equal(boxOf('h2', more)?.y, 0, 'what follows begins the next page')
})

t.test('browsers cut off what scrolls, which is reported, and print shows it', async (t) => {
  const outcome = (profile: ProfileName) => {
    const { map = [], diagnostics } = render(profile, PAGE, `<div style="height:40px;overflow:auto">${LINES}</div>`)
    return [boxOf('div', map)?.height, ...diagnostics.map(({ code, message }) => `${code}: ${message}`)]
  }
  t.same(outcome('print'), [105])
  t.same(outcome('browser'), [30, 'content-cut-off: content is cut off at the bottom edge of this box'])
})

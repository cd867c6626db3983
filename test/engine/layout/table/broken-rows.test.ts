import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import { compileSmall, layOut, topsByPage, wordsByPage } from '../lay-out.js'

const CSS = 'table { border-spacing: 0 } td, th { padding: 0; vertical-align: top }'

function lay(body: string, css = ''): readonly LaidOutPage[] {
  const { pages, diagnostics } = layOut(compileSmall(`${CSS} ${css}`, body))
  t.same(diagnostics, [])
  return pages
}

/** `top+height` of the rows of each page. */
function rowsByPage(pages: readonly LaidOutPage[]): readonly string[] {
  return pages.map((page) => {
    const found: string[] = []
    const visit = (fragment: Fragment, y: number): void => {
      if (fragment.kind !== 'box') return
      if (fragment.box.kind === 'table-row') found.push(`${y}+${fragment.height}`)
      for (const child of fragment.children) visit(child.fragment, y + child.y)
    }
    if (page.content) visit(page.content.fragment, page.content.y)
    return found.join(' ')
  })
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `l${from + index}`).join('<br>')

t.test('a row that is taller than a page by its own height keeps that height', async (t) => {
  const rows = lay('<table><tr style="height:250px"><td>a</td></tr><tr><td>b</td></tr></table>')
  t.same(rowsByPage(rows), ['0+100', '0+100', '0+50 50+10'])
  t.same(wordsByPage(rows), ['a', '', 'b'])
  const cells = lay('<table><tr><td style="height:150px">a</td><td>x</td></tr><tr><td>b</td></tr></table>')
  t.same(rowsByPage(cells), ['0+100', '0+50 50+10'])
})

t.test('a row whose content has ended takes no room on the next page for margins that are cut off', async (t) => {
  const row = (count: number, style = '') =>
    `<table><tr style="${style}"><td><div style="display:flow-root"><p style="margin:15px 0">${lines(0, count)}</p></div></td></tr><tr><td>b</td></tr></table>`
  t.same(rowsByPage(lay(row(8))), ['0+100', '0+10'])
  t.same(rowsByPage(lay(row(18))), ['0+100', '0+100', '0+10'], 'a row that continues')
  t.same(rowsByPage(lay(row(8, 'height:120px'))), ['0+100', '0+20 20+10'], 'what is left of its own height counts')
})

t.test('the height of a table is that of its parts together', async (t) => {
  const pages = lay('<table style="height:250px"><tr><td>a</td></tr><tr><td>b</td></tr></table>')
  t.same(rowsByPage(pages), ['0+100', '0+25 25+75', '0+50'])
  t.same(wordsByPage(pages), ['a', 'b', ''])
})

t.test('cells of a collapsed column are as high as if it were there, and show nothing on any page', async (t) => {
  const columns = '<col><col style="visibility:collapse"><col>'
  const hidden = '<td style="width:50px">h h h h h</td>'
  const row = lay(`<table>${columns}<tr><td>a</td>${hidden}<td>c</td></tr><tr><td>b</td></tr></table>`)
  t.same(rowsByPage(row), ['0+20 20+10'])
  t.same(wordsByPage(row), ['a c b'])
  const tall = lay(`<table>${columns}<tr><td>a</td>${hidden}<td>${lines(0, 15)}</td></tr></table>`)
  t.notMatch(wordsByPage(tall).join(' '), 'h')
  const spanned = lay(
    `<table>${columns}<tr><td>a</td><td rowspan="2">h</td><td>${lines(0, 8)}</td></tr><tr><td>b</td><td>${lines(0, 8)}</td></tr></table>`,
  )
  t.notMatch(wordsByPage(spanned).join(' '), 'h')
})

t.test('a row that begins in the middle of a page continues until its height is placed', async (t) => {
  const pages = lay(`<table><tr><td>a</td></tr><tr style="height:180px"><td>${lines(0, 12)}</td></tr></table>`)
  t.same(rowsByPage(pages), ['0+10 10+90', '0+90'])
})

t.test('breaks are forced between rows that a cell spans', async (t) => {
  const table = (value: string) =>
    `<table><tr><td rowspan=3>s<br>t</td><td>1</td></tr><tr style="break-before:${value}"><td>2</td></tr>
      <tr><td>3</td></tr><tr><td>z</td></tr></table>`
  t.same(wordsByPage(lay(table('page'))), ['s t 1', '2 3 z'], 'what a cell has room for stays above the break')
  t.same(wordsByPage(lay(table('right'))), ['s t 1', '', '2 3 z'], 'to the side that is asked for')
})

t.test('a group of rows that must be broken is broken where that is not to be avoided', async (t) => {
  const rows = Array.from({ length: 14 }, (_, index) =>
    index === 0
      ? '<tr><td rowspan=14>s</td><td>0</td></tr>'
      : `<tr style="${index === 9 || index === 10 ? 'break-before:avoid' : ''}"><td>${index}</td></tr>`,
  )
  t.same(wordsByPage(lay(`<table>${rows.join('')}</table>`)), ['s 0 1 2 3 4 5 6 7', '8 9 10 11 12 13'])
})

t.test('a group of rows is not broken where a cell has begun but nothing of it would stand above', async (t) => {
  const layRows = (cells: Record<number, string>, count = 13) => {
    const rows = Array.from({ length: count }, (_, row) => `<tr><td>r${row}</td>${cells[row] ?? ''}</tr>`)
    return wordsByPage(lay(`<table>${rows.join('')}</table>`, 'td { orphans: 2 }'))
  }
  const cell = (rows: number, text: string) => `<td rowspan="${rows}">${text}</td>`
  const cells = (text: string) => ({
    0: cell(5, 'a') + cell(3, 'd'),
    3: cell(4, 'e'),
    5: cell(4, 'b'),
    7: cell(6, 'f'),
    9: cell(4, text),
  })
  t.same(layRows(cells('c<br>c')), ['r0 a d r1 r2 r3 e r4 r5 b r6 r7 f r8', 'r9 c c r10 r11 r12'])
  t.same(layRows(cells('c')), ['r0 a d r1 r2 r3 e r4 r5 b r6 r7 f r8 r9 c', 'r10 r11 r12'], 'what fits stays')
  t.same(
    layRows({ ...cells('c<br>c'), 8: cell(5, 'g<br>g') }),
    ['r0 a d r1 r2 r3 e r4 r5 b r6 r7 f r8 g g', 'r9 c c r10 r11 r12'],
    'a cell has what is left of the page',
  )
  const tall = (rows: number) => `<td rowspan="${rows}" style="orphans: 6">${lines(0, 6)}</td>`
  t.same(
    layRows({ 6: tall(10), 7: tall(9), 8: tall(8), 9: tall(7) }, 16)[0],
    'r0 r1 r2 r3 r4 r5 r6 r7 r8 r9',
    'where that would cost many rows, the page is used',
  )
})

t.test('the break goes above a group of rows whose spanning cell would have nothing above it', async (t) => {
  const single = '<tr><td>x</td><td>y</td></tr>'
  const group = (rows: number, text: string) =>
    `<tr><td rowspan="${rows}">${text}</td><td>g0</td></tr>${Array.from({ length: rows - 1 }, (_, row) => `<tr><td>g${row + 1}</td></tr>`).join('')}`
  const table = (singles: number, text: string) =>
    wordsByPage(lay(`<table>${single.repeat(singles)}${group(4, text)}</table>`, 'td { orphans: 2 }'))
  t.same(table(9, 'a<br>b<br>c'), ['x y '.repeat(9).trim(), 'a b c g0 g1 g2 g3'], 'one line would be too few')
  t.same(table(9, 'a'), [`${'x y '.repeat(9)}a g0`, 'g1 g2 g3'], 'what fits stays')
  t.same(table(8, 'a<br>b<br>c'), [`${'x y '.repeat(8)}a b g0 g1`, 'c g2 g3'], 'two lines are enough')
  t.same(table(0, `<p style="orphans:3">${lines(0, 3)}</p>`).length, 1)
})

t.test('cells that continue below a break between their rows have what is left of the page above it', async (t) => {
  const row = '<tr style="height:15px"><td>x</td></tr>'
  const spanned = '<tr style="height:15px"><td rowspan="2">a<br>a</td><td>y</td></tr>'
  const pages = lay(`<table>${row.repeat(5)}${spanned}<tr style="height:30px"><td>z</td></tr></table>`)
  t.same(rowsByPage(pages), ['0+15 15+15 30+15 45+15 60+15 75+20', '0+30'])
  t.same(wordsByPage(pages), ['x x x x x a a y', 'z'])
})

t.test('a row of text breaks where it stands if a cell spans it and the next', async (t) => {
  const table = (row: string, next = '<tr><td>n</td></tr>') =>
    wordsByPage(lay(`<table>${'<tr><td>x</td></tr>'.repeat(6)}${row}${next}</table>`))
  const spanning = '<td rowspan="2">s</td>'
  t.same(table(`<tr><td>${lines(0, 5)}</td>${spanning}</tr>`), ['x x x x x x l0 l1 l2 l3 s', 'l4 n'])
  t.same(
    table(`<tr><td>y</td>${spanning.replace('2', '3')}</tr><tr><td>${lines(0, 5)}</td></tr>`),
    ['x x x x x x y s l0 l1 l2', 'l3 l4 n'],
    'also below the first of them',
  )
  const whole = ['x x x x x x', 'l0 l1 l2 l3 l4 s n']
  const avoid = 'style="break-inside:avoid"'
  t.same(table(`<tr ${avoid}><td>${lines(0, 5)}</td>${spanning}</tr>`), whole, 'not if the row avoids it')
  t.same(table(`<tr><td ${avoid}>${lines(0, 5)}</td>${spanning}</tr>`), whole, 'nor if a cell does')
  t.same(table(`<tr><td><div ${avoid}>${lines(0, 5)}</div></td>${spanning}</tr>`), whole, 'nor if its content does')
  t.same(table(`<tr style="height:50px"><td>a</td>${spanning}</tr>`), ['x x x x x x', 'a s n'], 'nor an empty rest')
  t.same(table(`<tr><td><div style="background:#eee">${lines(0, 5)}</div></td>${spanning}</tr>`), whole, 'nor a frame')
  t.same(table(`<tr><td>${lines(0, 5)}</td></tr>`), ['x x x x x x', 'l0 l1 l2 l3 l4 n'], 'nor if all cells end in it')
  t.same(
    table(`<tr><td>y</td>${spanning}</tr>`, `<tr><td>${lines(0, 5)}</td></tr>`),
    ['x x x x x x y s', 'l0 l1 l2 l3 l4'],
    'nor the last of them',
  )
})

t.test('heads of nested tables repeat within a row that is broken', async (t) => {
  const inner = Array.from({ length: 12 }, (_, index) => `<tr><td>${index}</td></tr>`).join('')
  const pages = lay(
    `<table><tr><td>o</td><td><table><thead><tr><th>H</th></tr></thead>${inner}</table></td></tr></table>`,
  )
  t.same(wordsByPage(pages), ['o H 0 1 2 3 4 5 6 7 8', 'H 9 10 11'])
})

t.test('lists in cells that are broken lose and repeat nothing', async (t) => {
  const items = Array.from({ length: 13 }, (_, index) => `<li>i${index}</li>`).join('')
  const pages = lay(`<table><tr><td><ol style="margin:0">${items}</ol></td><td>${lines(0, 3)}</td></tr></table>`)
  const words = wordsByPage(pages).join(' ').split(' ')
  t.same(
    words.filter((word) => word.startsWith('i')),
    Array.from({ length: 13 }, (_, index) => `i${index}`),
  )
  t.same(
    words.filter((word) => word.startsWith('l')),
    ['l0', 'l1', 'l2'],
  )
  t.equal(pages.length, 2)
})

t.test('a cell that ends above other rows of its group loses nothing where borders collapse', async (t) => {
  const cells = `<td>a</td><td>${lines(0, 9)}</td><td rowspan=2>b</td>`
  const below = `<tr><td rowspan=2 style="border:4px solid">c</td></tr><tr><td style="border:8px solid">d</td></tr>`
  const pages = lay(
    `<table style="border-collapse:collapse"><tr>${cells}</tr>${below}</table>`,
    '@page { size: 200px 38px } td { padding: 1px }',
  )
  t.equal(wordsByPage(pages).join(' ').match(/l\d/g)?.join(' '), lines(0, 9).replaceAll('<br>', ' '))
})

t.test('no half of a border stands where a row of a table with collapsed borders is broken', async (t) => {
  const table = (row: string, sections = '') =>
    `<table style="border-collapse:collapse;border:8px solid">${sections}<tr><td>${row}</td></tr></table>`
  t.same(rowsByPage(lay(table(lines(0, 18)))), ['4+96', '0+94'])
  t.same(rowsByPage(lay(table(lines(0, 31)))), ['4+96', '0+100', '0+100', '0+24'])
  const below = `${lines(0, 14)}</td></tr><tr><td>${lines(0, 4)}`
  t.same(rowsByPage(lay(table(below))), ['4+96', '0+50 50+44'], 'a row is below')
  const header = '<thead><tr><th>H</th></tr></thead>'
  t.same(rowsByPage(lay(table(lines(0, 18), header))), ['4+14 18+82', '4+14 18+82', '4+14 18+24'], 'a header closes it')
  const footer = '<tfoot><tr><th>F</th></tr></tfoot>'
  t.same(rowsByPage(lay(table(lines(0, 18), footer))), ['4+78 82+14', '0+82 82+14', '0+30 30+14'], 'a footer closes it')
})

t.test('no line crosses a cell at the break that it spans, and that of a header stands above its text', async (t) => {
  const table = (css: string, count: number, sections = '') =>
    `<table style="border-collapse:collapse;${css}">${sections}<tr><td class=r>a<td class=s rowspan=4>${lines(0, count)}` +
    '<tr><td class=r>b<tr><td class=r>c<tr><td class=r>d</table>'
  const css = '.r { height: 40px } .s { border: 8px solid }'
  // Half of the border is the table's own.
  const sliced = ['l0@8 l1@18 l2@28 l3@38 l4@48 l5@58 l6@68 l7@78 l8@88', 'l9@0 l10@10 l11@20']
  t.same(topsByPage(lay(table('', 12), css)).map(ofSpan), sliced)
  const outer = '.r { height: 40px }'
  t.same(topsByPage(lay(table('border: 8px solid', 12), outer)).map(ofSpan), sliced)
  t.same(topsByPage(lay(table('border: 8px solid; box-decoration-break: clone', 12), outer)).map(ofSpan), [
    'l0@8 l1@18 l2@28 l3@38 l4@48 l5@58 l6@68 l7@78',
    'l8@8 l9@18 l10@28 l11@38',
  ])
  const header = '<thead><tr><th style="border-bottom:8px solid">H<th style="border-bottom:8px solid">H</thead>'
  t.same(topsByPage(lay(table('', 10, header), outer)).map(ofSpan), [
    'l0@18 l1@28 l2@38 l3@48 l4@58 l5@68 l6@78 l7@88',
    'l8@18 l9@28',
  ])
})

/** What of the tops of a page is in the spanning cell. */
function ofSpan(tops: string): string {
  return tops.match(/l\d+@[\d.]+/g)?.join(' ') ?? ''
}

t.test('tables with collapsed borders that are nested and broken add their work, and fill the page', async (t) => {
  const nested = (depth: number) => {
    const words = Array.from({ length: 60 }, (_, index) => `w${index}`).join('<br>')
    const open = '<table style="border-collapse:collapse"><tr><td style="border:2px solid">'
    return layOut(compileSmall(CSS, `${open.repeat(depth)}${words}${'</table>'.repeat(depth)}`))
  }
  const reruns = [1, 4, 8].map((depth) => {
    const { stats, pages } = nested(depth)
    // The lines above the first row of the outermost tables take some of the first page, and nothing of the others.
    t.equal(wordsByPage(pages).at(1)?.split(' ').length, 10, `${depth} tables`)
    return stats.reruns / pages.length
  })
  t.strictSame(
    reruns.map((each, index) => each <= ([1, 4, 8][index] ?? 0)),
    [true, true, true],
    `${reruns} reruns on each page`,
  )
})

import t from 'tap'
import { emptyPage, flowSpace } from '../../../../engine/layout/constraint-space.js'
import type { BoxFragment } from '../../../../engine/layout/fragment-tree.js'
import fc from '../../../fast-check.js'
import type { Rules } from '../../boxes/styled-fixture.js'
import { compileSmall, layOut, wordsByPage } from '../lay-out.js'
import {
  borders,
  cellRects,
  findAll,
  layoutPages,
  layoutWhole,
  linesOf,
  padding,
  type TableCase,
  tableCase,
} from './table-fixture.js'

function numberedRows(count: number, first = 0): string {
  return Array.from({ length: count }, (_, index) => `<tr><td>r${first + index}</td></tr>`).join('')
}

/** Cells whose lines break anywhere. */
const LOOSE = { orphans: 1, widows: 1 } as const

const TOP = { verticalAlign: 'top' } as const

/** Lines of text by page. */
function texts(pages: readonly BoxFragment[]): readonly (readonly string[])[] {
  return pages.map((page) => linesOf(page))
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function words(count: number, prefix: string): string {
  return range(count)
    .map((index) => `${prefix}${index}`)
    .join('<br/>')
}

t.test('rows go to pages whole, once and in order', async (t) => {
  const found = tableCase(`<table>${numberedRows(7)}</table>`)
  t.same(texts(layoutPages(found, 300, 35)), [['r0', 'r1', 'r2'], ['r3', 'r4', 'r5'], ['r6']])
})

t.test('a row of more than half a page is broken, and so is any in which the author allows breaks', async (t) => {
  const pagesOf = (count: number, row = '', cell = '') => {
    const body = `<table><tr><td>${words(6, 'a')}</td></tr><tr style="${row}"><td style="${cell}">${words(count, 'b')}`
    const { pages } = layOut(compileSmall('table { border-spacing: 0 } td { padding: 0 }', body))
    return wordsByPage(pages).map((text) => text.split(' ').filter((word) => word.startsWith('b')).length)
  }
  t.same(pagesOf(6), [4, 2], 'more than half a page')
  t.same(pagesOf(5), [0, 5], 'less')
  t.same(pagesOf(5, 'break-inside:auto'), [4, 1], 'the row allows it')
  t.same(pagesOf(5, 'page-break-inside:auto'), [4, 1])
  t.same(pagesOf(5, '', 'break-inside:auto'), [4, 1], 'a cell allows it')
  t.same(pagesOf(6, 'break-inside:avoid'), [0, 6], 'the row avoids breaks')
})

t.test('a row that does not fit moves to the next page and is laid out once', async (t) => {
  const found = tableCase(`<table><tr><td>${words(3, 'a')}</td></tr><tr><td>${words(2, 'b')}</td></tr></table>`)
  t.same(texts(layoutPages(found, 300, 45)), [
    ['a0', 'a1', 'a2'],
    ['b0', 'b1'],
  ])
  // Wrapper, table and section on two pages; two rows with cell and inline root each.
  t.equal(found.stats.layoutCalls, 2 * 3 + 2 * 3)
})

t.test('header and footer stand on every page, as the same fragments', async (t) => {
  const markup = `<thead><tr><td>H</td></tr></thead><tfoot><tr><td>F</td></tr></tfoot><tbody>${numberedRows(5)}</tbody>`
  const pages = layoutPages(tableCase(`<table>${markup}</table>`), 300, 45)
  t.same(texts(pages), [
    ['H', 'r0', 'r1', 'F'],
    ['H', 'r2', 'r3', 'F'],
    ['H', 'r4', 'F'],
  ])
  const headers = pages.map((page) => findAll(page, 'table-section')[0]?.fragment)
  t.equal(headers[1], headers[0])
  t.equal(headers[2], headers[0])
})

t.test('header and footer stand once in a table that fits, and in one that is not broken', async (t) => {
  const markup = `<thead><tr><td>H</td></tr></thead><tfoot><tr><td>F</td></tr></tfoot><tbody>${numberedRows(2)}</tbody>`
  t.same(linesOf(layoutWhole(tableCase(`<table>${markup}</table>`), 300)), ['H', 'r0', 'r1', 'F'])
  t.same(texts(layoutPages(tableCase(`<table>${markup}</table>`), 300, 40)), [['H', 'r0', 'r1', 'F']])
})

t.test('a header never stands alone at the bottom of a page', async (t) => {
  const markup = `<thead><tr><td>H</td></tr></thead><tbody>${numberedRows(2)}</tbody>`
  const found = tableCase(`<table>${markup}</table>`)
  const space = flowSpace(300, undefined, { ...emptyPage(15), freshRoom: 100, atTop: false })
  t.equal(found.ctx.layout(found.wrapper, space, undefined).kind, 'no-room')
})

t.test('a header that leaves too little room is not repeated', async (t) => {
  const markup = `<thead><tr><td>${words(4, 'H')}</td></tr></thead><tbody>${numberedRows(7)}</tbody>`
  const found = tableCase(`<table>${markup}</table>`)
  t.same(texts(layoutPages(found, 300, 50)), [['H0', 'H1', 'H2', 'H3', 'r0'], ['r1', 'r2', 'r3', 'r4', 'r5'], ['r6']])
  t.same(
    found.diagnostics.items.map(({ code }) => code),
    ['repeated-header-too-tall'],
  )
})

t.test('a tall header of a table on one page is no problem', async (t) => {
  const markup = `<thead><tr><td>${words(4, 'H')}</td></tr></thead><tbody>${numberedRows(1)}</tbody>`
  const found = tableCase(`<table>${markup}</table>`)
  t.equal(layoutPages(found, 300, 50).length, 1)
  t.same(found.diagnostics.items, [])
})

t.test('captions stand once and stay with the table', async (t) => {
  const markup = `<caption>C</caption><caption class="b">B</caption>${numberedRows(4)}`
  const pages = layoutPages(tableCase(`<table>${markup}</table>`, { '.b': { captionSide: 'bottom' } }), 300, 30)
  t.same(texts(pages), [
    ['C', 'r0', 'r1'],
    ['r2', 'r3', 'B'],
  ])
})

interface BreakCase {
  readonly title: string
  readonly markup: string
  readonly rules: Rules
  readonly pages: readonly (readonly string[])[]
}

const BREAKS: readonly BreakCase[] = [
  {
    title: 'break-before of a row',
    markup: '<tr><td>a</td></tr><tr class="x"><td>b</td></tr><tr><td>c</td></tr>',
    rules: { '.x': { breakBefore: 'page' } },
    pages: [['a'], ['b', 'c']],
  },
  {
    title: 'break-after of a row',
    markup: '<tr class="x"><td>a</td></tr><tr><td>b</td></tr>',
    rules: { '.x': { breakAfter: 'page' } },
    pages: [['a'], ['b']],
  },
  {
    title: 'break-before of a row group',
    markup: '<tbody><tr><td>a</td></tr></tbody><tbody class="x"><tr><td>b</td></tr></tbody>',
    rules: { '.x': { breakBefore: 'page' } },
    pages: [['a'], ['b']],
  },
  {
    title: 'break-before of the first row of a group',
    markup: '<tbody><tr><td>a</td></tr></tbody><tbody><tr class="x"><td>b</td></tr></tbody>',
    rules: { '.x': { breakBefore: 'page' } },
    pages: [['a'], ['b']],
  },
  {
    title: 'avoided breaks between rows',
    markup: '<tr><td>a</td></tr><tr><td>b</td></tr><tr class="x"><td>c</td></tr><tr class="x"><td>d</td></tr>',
    rules: { '.x': { breakBefore: 'avoid' } },
    pages: [['a'], ['b', 'c', 'd']],
  },
  {
    title: 'row groups that avoid breaks move whole',
    markup: `<tbody>${numberedRows(2)}</tbody><tbody class="x">${numberedRows(3, 2)}</tbody>`,
    rules: { '.x': { breakInside: 'avoid' } },
    pages: [
      ['r0', 'r1'],
      ['r2', 'r3', 'r4'],
    ],
  },
  {
    title: 'row groups that avoid breaks but are taller than a page are broken',
    markup: `<tbody class="x">${numberedRows(5)}</tbody>`,
    rules: { '.x': { breakInside: 'avoid' } },
    pages: [
      ['r0', 'r1', 'r2'],
      ['r3', 'r4'],
    ],
  },
]

for (const { title, markup, rules, pages } of BREAKS) {
  t.test(title, async (t) => {
    t.same(texts(layoutPages(tableCase(`<table>${markup}</table>`, rules), 300, 35)), pages)
  })
}

t.test('a row stays whole in columns that have room for it, however low they are', async (t) => {
  const rows = range(3).map((row) => `<tr><td>${words(4, `r${row}`)}`)
  const body = `<div style="columns:2;column-gap:0"><table>${rows.join('')}</table></div>`
  const { pages } = layOut(compileSmall('table { border-spacing: 0 } td { padding: 0 }', body))
  t.equal(pages.length, 1)
  const columns = pages.flatMap(({ content }) => findAll(content?.fragment as BoxFragment, 'table'))
  t.same(
    columns.map(({ fragment }) => linesOf(fragment).length),
    [8, 4],
  )
})

t.test('columns keep their widths on all pages', async (t) => {
  const markup = '<tr><td>a</td><td>b</td></tr><tr><td>aaa</td><td>b</td></tr><tr><td>a</td><td>bbbb</td></tr>'
  for (const page of layoutPages(tableCase(`<table>${markup}</table>`), 300, 10)) {
    t.same(cellRects(page), ['0,0 30×10', '30,0 40×10'])
  }
})

t.test('border, padding and outer spacing stand at the ends of the table only', async (t) => {
  const found = tableCase(`<table>${numberedRows(4)}</table>`, {
    table: { ...borders(3), ...padding(2), borderSpacingX: 4, borderSpacingY: 4 },
  })
  const pages = layoutPages(found, 300, 42)
  t.same(pages.map(cellRects), [
    ['9,9 20×10', '9,23 20×10'],
    ['9,0 20×10', '9,14 20×10'],
  ])
  t.same(
    pages.map(({ height }) => height),
    [33, 33],
  )
  const tables = pages.map((page) => findAll(page, 'table')[0]?.fragment)
  t.same(tables[0]?.border, { top: 3, right: 3, bottom: 0, left: 3 })
  t.same(tables[1]?.border, { top: 0, right: 3, bottom: 3, left: 3 })
})

t.test('repeated headers and footers stand at the ends of a page, without the spacing outside of them', async (t) => {
  const markup = `<thead><tr><th>H</th></tr></thead><tfoot><tr><td>F</td></tr></tfoot>${numberedRows(4)}`
  const found = tableCase(`<table>${markup}</table>`, { table: { borderSpacingX: 4, borderSpacingY: 4 } })
  const rows = layoutPages(found, 300, 52).map((page) => cellRects(page).map((rect) => rect.split(' ')[0]))
  t.same(rows, [
    ['4,4', '4,18', '4,32'],
    ['4,0', '4,14', '4,28', '4,42'],
    ['4,0', '4,14', '4,28'],
  ])
})

t.test('a row taller than a page is broken through its cells', async (t) => {
  const found = tableCase(
    `<table><tr><td>${words(7, 'a')}</td><td>${words(2, 'b')}</td></tr><tr><td>c</td></tr></table>`,
    { td: LOOSE },
  )
  const pages = layoutPages(found, 300, 35)
  t.same(texts(pages), [
    ['a0', 'a1', 'a2', 'b0', 'b1'],
    ['a3', 'a4', 'a5'],
    ['a6', 'c'],
  ])
  t.same(pages.map(cellRects), [
    ['0,0 20×35', '20,0 20×35'],
    ['0,0 20×35', '20,0 20×35'],
    ['0,0 20×10', '20,0 20×10', '0,10 20×10'],
  ])
})

t.test('parts of a cell have no border where they continue', async (t) => {
  const found = tableCase(`<table><tr><td>${words(7, 'a')}</td><td>b</td></tr></table>`, {
    td: { ...LOOSE, ...borders(1), ...padding(2) },
  })
  const pages = layoutPages(found, 300, 36)
  t.same(texts(pages), [['a0', 'a1', 'a2', 'b'], ['a3', 'a4', 'a5'], ['a6']])
  for (const column of [0, 1]) {
    const cells = pages.map((page) => findAll(page, 'table-cell')[column]?.fragment.border)
    t.same(cells, [
      { top: 1, right: 1, bottom: 0, left: 1 },
      { top: 0, right: 1, bottom: 0, left: 1 },
      { top: 0, right: 1, bottom: 1, left: 1 },
    ])
  }
})

t.test('a row taller than a page begins where it stands, unless it is to be kept whole', async (t) => {
  const markup = `<table><tr><td>a</td></tr><tr class="x"><td>${words(4, 'b')}</td></tr></table>`
  t.same(texts(layoutPages(tableCase(markup, { td: LOOSE }), 300, 30)), [
    ['a', 'b0', 'b1'],
    ['b2', 'b3'],
  ])
  t.same(texts(layoutPages(tableCase(markup, { td: LOOSE, '.x': { breakInside: 'avoid' } }), 300, 30)), [
    ['a'],
    ['b0', 'b1', 'b2'],
    ['b3'],
  ])
})

t.test('rows that are to be kept and too tall below a repeated header begin on a page of their own', async (t) => {
  const avoid = { breakInside: 'avoid' } as const
  const head = '<thead><tr><td>H</td></tr></thead>'
  const row = `<table>${head}<tr><td>a</td></tr><tr class="x"><td>${words(4, 'b')}</td></tr></table>`
  t.same(texts(layoutPages(tableCase(row, { td: LOOSE, '.x': avoid }), 300, 40)), [
    ['H', 'a'],
    ['H', 'b0', 'b1', 'b2'],
    ['H', 'b3'],
  ])
  const group = `<table>${head}<tbody><tr><td>a</td></tr></tbody><tbody class="x">${numberedRows(4)}</tbody></table>`
  t.same(texts(layoutPages(tableCase(group, { '.x': avoid }), 300, 40)), [
    ['H', 'a'],
    ['H', 'r0', 'r1', 'r2'],
    ['H', 'r3'],
  ])
})

t.test('header and footer stand beside the parts of a broken row', async (t) => {
  const markup = `<thead><tr><td>H</td></tr></thead><tfoot><tr><td>F</td></tr></tfoot><tr><td>${words(5, 'a')}</td></tr>`
  t.same(texts(layoutPages(tableCase(`<table>${markup}</table>`), 300, 40)), [
    ['H', 'a0', 'a1', 'F'],
    ['H', 'a2', 'a3', 'F'],
    ['H', 'a4', 'F'],
  ])
})

t.test('rows that a cell spans break where they stand, however few they are', async (t) => {
  const spanned = (rows: number) =>
    `<tr><td rowspan="${rows}">S</td><td>a0</td></tr>${range(rows - 1)
      .map((index) => `<tr><td>a${index + 1}</td></tr>`)
      .join('')}`
  const found = (rows: number, above: number) =>
    texts(layoutPages(tableCase(`<table>${numberedRows(above)}${spanned(rows)}</table>`, { td: TOP }), 300, 65))
  t.same(found(2, 5), [['r0', 'r1', 'r2', 'r3', 'r4', 'S', 'a0'], ['a1']])
  t.same(found(3, 4), [['r0', 'r1', 'r2', 'r3', 'S', 'a0', 'a1'], ['a2']])
})

t.test('rows that a cell spans stay together if the cell or its first row is not to be broken', async (t) => {
  const markup = `${numberedRows(3)}<tr class="row"><td class="cell" rowspan="3">S</td><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td></tr>`
  for (const name of ['.row', '.cell']) {
    const found = tableCase(`<table>${markup}</table>`, { td: TOP, [name]: { ...TOP, breakInside: 'avoid' } })
    t.same(
      texts(layoutPages(found, 300, 50)),
      [
        ['r0', 'r1', 'r2'],
        ['S', 'a', 'b', 'c'],
      ],
      name,
    )
  }
})

t.test('of rows that a cell spans, those stay together that a smaller cell beside it keeps', async (t) => {
  const markup = `<tr><td rowspan="5">S</td><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>
    <tr><td class="x" rowspan="3">T</td><td>e</td></tr><tr><td>f</td></tr><tr><td>g</td></tr>`
  const found = tableCase(`<table>${markup}</table>`, { td: TOP, '.x': { ...TOP, breakInside: 'avoid' } })
  t.same(texts(layoutPages(found, 300, 40)), [
    ['S', 'a', 'b', 'c', 'd'],
    ['T', 'e', 'f', 'g'],
  ])
})

t.test('the first of the rows that a cell spans moves up to a tenth of a page, a taller one is divided', async (t) => {
  const spanned = `<tr><td rowspan="2">S</td><td>${words(2, 'a')}</td></tr><tr><td>${words(2, 'b')}</td></tr>`
  const found = (above: number, height: number) => {
    const markup = `<table>${numberedRows(above)}${spanned}</table>`
    return texts(layoutPages(tableCase(markup, { td: { ...TOP, ...LOOSE } }), 300, height))
  }
  t.same(found(20, 215).at(-1), ['S', 'a0', 'a1', 'b0', 'b1'])
  t.same(found(5, 65), [
    ['r0', 'r1', 'r2', 'r3', 'r4', 'S', 'a0'],
    ['a1', 'b0', 'b1'],
  ])
  t.same(found(2, 35), [
    ['r0', 'r1', 'S', 'a0'],
    ['a1', 'b0', 'b1'],
  ])
})

t.test('rows that a cell spans break between rows, and the cell with them', async (t) => {
  const markup = `<tr><td rowspan="5">${words(4, 's')}</td><td>a0</td></tr>${range(4)
    .map((index) => `<tr><td>a${index + 1}</td></tr>`)
    .join('')}`
  const pages = layoutPages(tableCase(`<table>${markup}</table>`), 300, 20)
  t.same(texts(pages), [['s0', 's1', 'a0', 'a1'], ['s2', 's3', 'a2', 'a3'], ['a4']])
  t.same(pages.map(cellRects), [
    ['0,0 20×20', '20,0 20×10', '20,10 20×10'],
    ['0,0 20×20', '20,0 20×10', '20,10 20×10'],
    ['0,0 20×10', '20,0 20×10'],
  ])
})

t.test('the last row makes room for what is left of a spanning cell', async (t) => {
  const markup = `<tr><td rowspan="2">${words(5, 's')}</td><td>${words(2, 'a')}</td></tr><tr><td>b</td></tr>`
  const pages = layoutPages(tableCase(`<table>${markup}</table>`, { td: { verticalAlign: 'top' } }), 300, 40)
  t.same(texts(pages), [
    ['s0', 's1', 's2', 'a0', 'a1'],
    ['s3', 's4', 'b'],
  ])
})

t.test('a spanning cell taller than all pages of its rows continues in the last one', async (t) => {
  const markup = `<tr><td rowspan="2">${words(9, 's')}</td><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td><td>d</td></tr>`
  const pages = layoutPages(tableCase(`<table>${markup}</table>`, { td: { verticalAlign: 'top' } }), 300, 30)
  const all = texts(pages).flat()
  t.same(
    all.filter((line) => line.startsWith('s')),
    range(9).map((index) => `s${index}`),
  )
  t.same(
    all.filter((line) => !line.startsWith('s')),
    ['a', 'b', 'c', 'd'],
  )
})

t.test('the last row goes with what must not be parted from the table', async (t) => {
  const found = tableCase(`<table>${numberedRows(3)}</table><p class="x">after</p>`, { '.x': { breakBefore: 'avoid' } })
  t.same(texts(layoutPages(found, 300, 30, found.root)), [
    ['r0', 'r1'],
    ['r2', 'after'],
  ])
  t.equal(found.stats.reruns, 1)
})

t.test('a table that does not fit below what stands above begins there and continues', async (t) => {
  const markup = `<p>before</p><table><thead><tr><td>H</td></tr></thead><tbody>${numberedRows(3)}</tbody></table><p>after</p>`
  const found = tableCase(markup)
  t.same(texts(layoutPages(found, 300, 30, found.root)), [['before', 'H', 'r0'], ['H', 'r1', 'r2'], ['after']])
})

t.test('a table within a cell continues with its row, its header repeated', async (t) => {
  const inner = `<table><thead><tr><td>H</td></tr></thead><tbody>${numberedRows(5)}</tbody></table>`
  const found = tableCase(`<table><tr><td>${inner}</td><td>b</td></tr></table>`)
  t.same(texts(layoutPages(found, 300, 30)), [
    ['H', 'r0', 'r1', 'b'],
    ['H', 'r2', 'r3'],
    ['H', 'r4'],
  ])
})

t.test('layout calls grow with the rows only', async (t) => {
  const callsPerRow = (rows: number, table: Rules) => {
    const markup = `<thead><tr><td>H</td></tr></thead><tbody>${numberedRows(rows)}</tbody>`
    const found: TableCase = tableCase(`<table>${markup}</table>`, table)
    layoutPages(found, 300, 500)
    return found.stats.layoutCalls / rows
  }
  for (const table of [{}, { table: { borderCollapse: 'collapse' } }] as const) {
    t.ok(callsPerRow(1000, table) < 3.1)
    t.ok(callsPerRow(4000, table) < 3.1)
  }
})

/** A table of cells with words of their own, some of which span rows. */
const arbitraryTable = fc.array(
  fc.record({
    spans: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    lines: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 3, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 8 },
)

t.test('whatever the table and the page: it ends, no word is lost, repeated or out of order in its cell', async (t) => {
  fc.assert(
    fc.property(
      arbitraryTable,
      fc.integer({ min: 8, max: 60 }),
      fc.boolean(),
      fc.boolean(),
      (rows, height, collapse, header) => {
        let cell = 0
        const expected: string[] = []
        const body = rows
          .map(({ spans, lines }) => {
            const cells = spans.map((span, index) => {
              const name = `c${cell++}w`
              for (let line = 0; line < (lines[index] ?? 0); line++) expected.push(`${name}${line}`)
              return `<td rowspan="${span}">${words(lines[index] ?? 0, name)}</td>`
            })
            return `<tr>${cells.join('')}</tr>`
          })
          .join('')
        const markup = header ? `<thead><tr><td>H</td></tr></thead><tbody>${body}</tbody>` : body
        const found = tableCase(`<table>${markup}</table>`, {
          td: borders(1),
          table: { borderCollapse: collapse ? 'collapse' : 'separate', borderSpacingX: 2, borderSpacingY: 2 },
        })
        const pages = layoutPages(found, 1000, height)
        const seen = texts(pages)
          .flat()
          .filter((line) => line !== 'H')
        const byCell = (lines: readonly string[]) => {
          const cells = new Map<string, string[]>()
          for (const line of lines) {
            const name = line.slice(0, line.indexOf('w'))
            cells.set(name, [...(cells.get(name) ?? []), line])
          }
          return [...cells].sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
        }
        t.same(byCell(seen), byCell(expected))
        for (const page of pages) {
          let bottom = Number.NEGATIVE_INFINITY
          for (const { y, fragment } of findAll(page, 'table-row')) {
            if (y < bottom) t.fail(`rows overlap at ${y}`)
            bottom = y + fragment.height
          }
        }
      },
    ),
    { numRuns: 200 },
  )
})

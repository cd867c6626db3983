import t from 'tap'
import type { ComputedStyle } from '../../../../engine/style/computed-style.js'
import type { Rules } from '../../boxes/styled-fixture.js'
import { borders, cellRects, findAll, layoutWhole, padding, percent, tableCase } from './table-fixture.js'

interface HeightCase {
  readonly title: string
  readonly table?: Partial<ComputedStyle>
  readonly markup: string
  readonly rules?: Rules
  /** `x,y width×height` of the cells. */
  readonly cells: readonly string[]
}

const CASES: readonly HeightCase[] = [
  {
    title: 'the tallest cell makes the row, the others fill it',
    markup: '<tr><td>a</td><td>b<br/>b</td></tr><tr><td>c</td><td>d</td></tr>',
    cells: ['0,0 10×20', '10,0 10×20', '0,20 10×10', '10,20 10×10'],
  },
  {
    title: 'spacing stands around and between rows',
    table: { borderSpacingX: 2, borderSpacingY: 5, ...borders(1), ...padding(3) },
    markup: '<tr><td>a</td></tr><tr><td>b</td></tr>',
    cells: ['6,9 10×10', '6,24 10×10'],
  },
  {
    title: 'sections stand below each other like rows',
    table: { borderSpacingY: 5 },
    markup: '<tfoot><tr><td>f</td></tr></tfoot><tbody><tr><td>a</td></tr></tbody><thead><tr><td>h</td></tr></thead>',
    cells: ['0,5 10×10', '0,20 10×10', '0,35 10×10'],
  },
  {
    title: 'heights of rows and cells are least heights',
    markup: '<tr class="r"><td>a</td></tr><tr><td class="c">b</td></tr><tr class="s"><td>c</td></tr>',
    rules: { '.r': { height: 30 }, '.c': { height: 25 }, '.s': { height: 5 } },
    cells: ['0,0 10×30', '0,30 10×25', '0,55 10×10'],
  },
  {
    title: 'a spanning cell makes its rows taller in proportion',
    markup: '<tr><td rowspan="2">a<br/>a<br/>a<br/>a<br/>a<br/>a</td><td>b</td></tr><tr><td>c<br/>c</td></tr>',
    cells: ['0,0 10×60', '10,0 10×20', '10,20 10×40'],
  },
  {
    title: 'rows with a height leave the growing to others',
    markup: '<tr class="r"><td rowspan="2">a<br/>a<br/>a<br/>a</td><td>b</td></tr><tr><td>c</td></tr>',
    rules: { '.r': { height: 10 } },
    cells: ['0,0 10×40', '10,0 10×10', '10,10 10×30'],
  },
  {
    title: 'the last of empty rows takes what a spanning cell needs',
    markup: '<tr><td rowspan="2">a<br/>a</td><td></td></tr><tr><td></td></tr>',
    rules: { td: { verticalAlign: 'top' } },
    cells: ['0,0 10×20', '10,0 0×0', '10,0 0×20'],
  },
  {
    title: 'spacing within a spanning cell counts for it',
    table: { borderSpacingY: 10 },
    markup: '<tr><td rowspan="2">a<br/>a<br/>a</td><td>b</td></tr><tr><td>c</td></tr>',
    cells: ['0,10 10×30', '10,10 10×10', '10,30 10×10'],
  },
  {
    title: 'cells of fewer rows come first',
    markup:
      '<tr><td rowspan="3">a<br/>a<br/>a<br/>a<br/>a<br/>a</td><td rowspan="2">b<br/>b<br/>b<br/>b</td><td>c</td></tr>' +
      '<tr><td>d</td></tr><tr><td>e</td><td>f</td></tr>',
    cells: ['0,0 10×60', '10,0 10×48', '20,0 10×24', '20,24 10×24', '10,48 10×12', '20,48 10×12'],
  },
  {
    title: 'a table with a height shares it among rows without one',
    table: { height: 100 },
    markup: '<tr><td>a</td></tr><tr><td>b<br/>b</td></tr><tr class="r"><td>c</td></tr>',
    rules: { '.r': { height: 40 } },
    cells: ['0,0 10×20', '0,20 10×40', '0,60 10×40'],
  },
  {
    title: 'headers and footers keep their height in a table with a height',
    table: { height: 100 },
    markup: '<thead><tr><td>h</td></tr></thead><tbody><tr><td>a</td></tr></tbody><tfoot><tr><td>f</td></tr></tfoot>',
    cells: ['0,0 10×10', '0,10 10×80', '0,90 10×10'],
  },
  {
    title: 'percentages of rows are shares of a definite height',
    table: { height: 100 },
    markup: '<tr class="r"><td>a</td></tr><tr><td>b</td></tr>',
    rules: { '.r': { height: percent(70) } },
    cells: ['0,0 10×70', '0,70 10×30'],
  },
  {
    title: 'percentages of rows mean nothing without a height of the table',
    markup: '<tr class="r"><td>a</td></tr><tr><td>b</td></tr>',
    rules: { '.r': { height: percent(70) } },
    cells: ['0,0 10×10', '0,10 10×10'],
  },
  {
    title: 'collapsed borders take half of their width in each cell',
    table: { borderCollapse: 'collapse' },
    markup: '<tr><td>a</td></tr><tr><td>b</td></tr>',
    rules: { td: borders(2) },
    cells: ['1,1 12×12', '1,13 12×12'],
  },
]

for (const { title, table = {}, markup, rules = {}, cells } of CASES) {
  t.test(title, async (t) => {
    const found = tableCase(`<table>${markup}</table>`, { br: {}, ...rules, table })
    t.same(cellRects(layoutWhole(found, 300)), cells)
    t.same(found.diagnostics.items, [])
  })
}

interface AlignCase {
  readonly title: string
  readonly rules: Rules
  /** Top of the content of the first cell, whose one line stands beside three. */
  readonly top: number
}

const ALIGNED: readonly AlignCase[] = [
  { title: 'baseline, the default', rules: {}, top: 0 },
  { title: 'top', rules: { '.a': { verticalAlign: 'top' } }, top: 0 },
  { title: 'middle', rules: { '.a': { verticalAlign: 'middle' } }, top: 10 },
  { title: 'bottom', rules: { '.a': { verticalAlign: 'bottom' } }, top: 20 },
  { title: 'middle within padding', rules: { '.a': { verticalAlign: 'middle', paddingTop: 6 } }, top: 13 },
  { title: 'middle of a cell with a height', rules: { '.a': { verticalAlign: 'middle', height: 50 } }, top: 20 },
  { title: 'bottom of a cell with a height', rules: { '.a': { verticalAlign: 'bottom', height: 50 } }, top: 40 },
  { title: 'baselines of different fonts meet', rules: { '.b': { fontSize: 20 } }, top: 8 },
  { title: 'baselines meet below padding', rules: { '.b': { paddingTop: 7 } }, top: 7 },
  {
    title: 'other values align at the baseline',
    rules: { '.a': { verticalAlign: 'super' }, '.b': { paddingTop: 7 } },
    top: 7,
  },
]

for (const { title, rules, top } of ALIGNED) {
  t.test(`vertical-align: ${title}`, async (t) => {
    const markup = '<table><tr><td class="a">a</td><td class="b">b<br/>b<br/>b</td></tr></table>'
    const fragment = layoutWhole(tableCase(markup, rules), 300)
    t.equal(findAll(fragment, 'inline-root')[0]?.y, top)
    const [first, second] = findAll(fragment, 'table-cell')
    t.equal(first?.fragment.height, second?.fragment.height, 'both cells fill the row')
  })
}

t.test('a row of aligned baselines is as tall as its parts need', async (t) => {
  const markup = '<table><tr><td class="a">a</td><td class="b">b</td></tr></table>'
  const fragment = layoutWhole(tableCase(markup, { '.a': { paddingTop: 10 }, '.b': { paddingBottom: 10 } }), 300)
  t.same(cellRects(fragment), ['0,0 10×30', '10,0 10×30'])
})

t.test('the baseline of a table is that of its first row', async (t) => {
  const fragment = layoutWhole(
    tableCase('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>', { td: { paddingTop: 5 } }),
    300,
  )
  t.equal(fragment.firstBaseline, 13)
})

t.test('a table without rows is as tall as its style says', async (t) => {
  t.equal(layoutWhole(tableCase('<table></table>', { table: { height: 50, ...borders(1) } }), 300).height, 52)
  t.equal(layoutWhole(tableCase('<table></table>', { table: borders(1) }), 300).height, 2)
})

t.test('captions stand above or below with their margins', async (t) => {
  const markup = '<table><caption class="b">bb</caption><caption>cc</caption><tr><td>aaa</td></tr></table>'
  const fragment = layoutWhole(
    tableCase(markup, { caption: { marginBottom: 4 }, '.b': { captionSide: 'bottom' } }),
    300,
  )
  const [above, table, below] = fragment.children
  t.match([above?.y, table?.y, below?.y], [0, 14, 24])
  t.equal(fragment.height, 38)
})

t.test('empty tables in every shape are laid out', async (t) => {
  for (const markup of [
    '',
    '<tbody></tbody>',
    '<tr></tr>',
    '<thead></thead><tbody><tr></tr></tbody>',
    '<caption>c</caption>',
  ]) {
    const found = tableCase(`<table>${markup}</table>`, { table: { borderSpacingX: 2, borderSpacingY: 2 } })
    t.doesNotThrow(() => layoutWhole(found, 300), markup)
  }
})

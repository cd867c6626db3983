import t from 'tap'
import { intrinsicContribution } from '../../../../engine/layout/sizing.js'
import type { ComputedStyle } from '../../../../engine/style/computed-style.js'
import type { Rules } from '../../boxes/styled-fixture.js'
import { borders, columnWidths, layoutWhole, padding, percent, tableCase } from './table-fixture.js'

interface WidthCase {
  readonly title: string
  readonly table?: Partial<ComputedStyle>
  readonly markup: string
  readonly rules?: Rules
  /** 300 when absent. */
  readonly available?: number
  readonly width: number
  readonly columns: readonly number[]
}

const full = { width: percent(100) } as const

/** Square glyphs of 10px: `aa bb` has a min-content width of 20 and a max-content width of 50. */
const CASES: readonly WidthCase[] = [
  {
    title: 'a table without a width is as wide as its content',
    markup: '<tr><td>aa bb</td><td>c</td></tr>',
    width: 60,
    columns: [50, 10],
  },
  {
    title: 'the widest cell of a column decides',
    markup: '<tr><td>a</td><td>bbbb</td></tr><tr><td>aaa</td><td>b</td></tr>',
    width: 70,
    columns: [30, 40],
  },
  {
    title: 'padding and border of cells count',
    markup: '<tr><td>a</td><td>b</td></tr>',
    rules: { td: { ...padding(3), ...borders(2) } },
    width: 40,
    columns: [20, 20],
  },
  {
    title: 'columns shrink from max-content towards min-content, evenly',
    markup: '<tr><td>aa bb</td><td>cc dd ee</td></tr>',
    available: 95,
    width: 95,
    // Between 20 + 20 and 50 + 80: 55 of 90 px that can be given.
    columns: [38.328125, 56.671875],
  },
  {
    title: 'no table is narrower than its longest words',
    markup: '<tr><td>aaaaa b</td><td>cccc</td></tr>',
    available: 50,
    width: 90,
    columns: [50, 40],
  },
  {
    title: 'a width of 100% is shared in proportion to the content',
    table: full,
    markup: '<tr><td>aaaaa</td><td>bbb</td><td>cc</td></tr>',
    width: 300,
    columns: [150, 90, 60],
  },
  {
    title: 'columns with a width keep it while others can grow',
    table: full,
    markup: '<tr><td class="w">a</td><td>bbb</td><td>b</td></tr>',
    rules: { '.w': { width: 100 } },
    width: 300,
    columns: [100, 150, 50],
  },
  {
    title: 'columns with widths grow in proportion when there are no others',
    table: full,
    markup: '<tr><td class="w">a</td><td class="v">b</td></tr>',
    rules: { '.w': { width: 100 }, '.v': { width: 50 } },
    width: 300,
    columns: [200, 100],
  },
  {
    title: 'a cell width is the content width, or the border box if the style says so',
    markup: '<tr><td class="w">a</td><td class="v">b</td></tr>',
    rules: { td: padding(5), '.w': { width: 100 }, '.v': { width: 100, boxSizing: 'border-box' } },
    width: 210,
    columns: [110, 100],
  },
  {
    title: 'a cell width does not go below the content',
    markup: '<tr><td class="w">aaaa bb</td></tr>',
    rules: { '.w': { width: 10 } },
    width: 40,
    columns: [40],
  },
  {
    title: 'percentages are shares of the table',
    table: full,
    markup: '<tr><td class="p">a</td><td>b</td><td class="q">c</td></tr>',
    rules: { '.p': { width: percent(20) }, '.q': { width: percent(30) } },
    width: 300,
    columns: [60, 150, 90],
  },
  {
    title: 'percentages that do not fill the table are scaled',
    table: full,
    markup: '<tr><td class="p">a</td><td class="q">b</td></tr>',
    rules: { '.p': { width: percent(20) }, '.q': { width: percent(30) } },
    width: 300,
    columns: [120, 180],
  },
  {
    title: 'percentages beyond 100 are cut',
    table: full,
    markup: '<tr><td class="p">a</td><td class="p">b</td></tr>',
    rules: { '.p': { width: percent(80) } },
    width: 300,
    columns: [240, 60],
  },
  {
    title: 'a table without a width is wide enough for its percentages',
    markup: '<tr><td class="p">aaa</td><td>bb</td></tr>',
    rules: { '.p': { width: percent(50) } },
    width: 60,
    columns: [30, 30],
  },
  {
    title: 'col elements set widths and percentages',
    table: full,
    markup: '<col style="display:table-column" class="w"/><col class="p"/><tr><td>a</td><td>b</td><td>c</td></tr>',
    rules: { '.w': { width: 50 }, '.p': { width: percent(25) } },
    width: 300,
    columns: [50, 75, 175],
  },
  {
    title: 'a column group without columns sets the width of those it spans',
    table: full,
    markup: '<colgroup span="2" class="w"></colgroup><tr><td>a</td><td>b</td><td>c</td></tr>',
    rules: { '.w': { width: 80 } },
    width: 300,
    columns: [80, 80, 140],
  },
  {
    title: 'a spanning cell widens its columns in proportion to their content',
    markup: '<tr><td>aa</td><td>bbbb</td></tr><tr><td colspan="2">ccccccccc</td></tr>',
    width: 90,
    columns: [30, 60],
  },
  {
    title: 'a spanning cell that fits changes nothing',
    markup: '<tr><td>aa</td><td>bbbb</td></tr><tr><td colspan="2">ccc</td></tr>',
    width: 60,
    columns: [20, 40],
  },
  {
    title: 'spacing within a spanning cell counts for it',
    table: { borderSpacingX: 10 },
    markup: '<tr><td>aa</td><td>bb</td></tr><tr><td colspan="2">ccccc</td></tr>',
    width: 70,
    columns: [20, 20],
  },
  {
    title: 'spans are shared from the narrowest up',
    markup:
      '<tr><td>a</td><td>a</td><td>a</td></tr><tr><td colspan="3">ccccccccc</td></tr><tr><td colspan="2">cccc</td></tr>',
    width: 90,
    columns: [36, 36, 18],
  },
  {
    title: 'the percentage of a spanning cell goes to columns without one',
    table: full,
    markup: '<tr><td class="q">a</td><td>b</td><td>c</td></tr><tr><td colspan="2" class="p">c</td></tr>',
    rules: { '.q': { width: percent(20) }, '.p': { width: percent(60) } },
    width: 300,
    columns: [60, 120, 120],
  },
  {
    title: 'min-width and max-width of cells',
    markup: '<tr><td class="n">a</td><td class="x">bb bb bb</td></tr>',
    rules: { '.n': { minWidth: 70 }, '.x': { maxWidth: 35 } },
    width: 105,
    columns: [70, 35],
  },
  {
    title: 'min-width of a table',
    table: { minWidth: 200 },
    markup: '<tr><td>a</td><td>bbb</td></tr>',
    width: 200,
    columns: [50, 150],
  },
  {
    title: 'max-width of a table',
    table: { maxWidth: 50 },
    markup: '<tr><td>aa bb cc</td></tr>',
    width: 50,
    columns: [50],
  },
  {
    title: 'border, padding and spacing of the table lie around the columns',
    table: { ...borders(2), ...padding(3), borderSpacingX: 10 },
    markup: '<tr><td>a</td><td>b</td></tr>',
    width: 60,
    columns: [10, 10],
  },
  {
    title: 'the width of a border-box table includes its border',
    table: { ...borders(10), width: 120, boxSizing: 'border-box' },
    markup: '<tr><td>a</td></tr>',
    width: 120,
    columns: [100],
  },
  {
    title: 'empty columns share equally when all are empty',
    table: { width: 120 },
    markup: '<tr><td></td><td></td><td></td></tr>',
    width: 120,
    columns: [40, 40, 40],
  },
  {
    title: 'collapsed borders count half in each cell and half outside',
    table: { borderCollapse: 'collapse' },
    markup: '<tr><td>a</td><td>b</td></tr>',
    rules: { td: borders(4) },
    width: 32,
    columns: [14, 14],
  },
  {
    title: 'fixed layout: the first row decides, the others share the rest',
    table: { width: 300, tableLayout: 'fixed' },
    markup:
      '<tr><td class="w">aaaaaaaaaaaaaaaa</td><td>b</td><td>c</td></tr><tr><td>a</td><td class="w">b</td><td>c</td></tr>',
    rules: { '.w': { width: 100 } },
    width: 300,
    columns: [100, 100, 100],
  },
  {
    title: 'fixed layout: col elements win over the first row',
    table: { width: 300, tableLayout: 'fixed' },
    markup: '<col class="v"/><tr><td class="w">a</td><td>b</td></tr>',
    rules: { '.w': { width: 100 }, '.v': { width: 50 } },
    width: 300,
    columns: [50, 250],
  },
  {
    title: 'fixed layout: a spanning cell is divided among its columns',
    table: { width: 300, tableLayout: 'fixed', borderSpacingX: 10 },
    markup: '<tr><td colspan="2" class="w">a</td><td>b</td></tr><tr><td>a</td><td>b</td><td>c</td></tr>',
    rules: { '.w': { width: 110 } },
    width: 300,
    columns: [110, 160],
  },
  {
    title: 'fixed layout: percentages',
    table: { width: 200, tableLayout: 'fixed' },
    markup: '<tr><td class="p">a</td><td>b</td></tr>',
    rules: { '.p': { width: percent(25) } },
    width: 200,
    columns: [50, 150],
  },
  {
    title: 'fixed layout: columns grow in proportion when nothing else can',
    table: { width: 300, tableLayout: 'fixed' },
    markup: '<tr><td class="w">a</td><td class="v">b</td></tr>',
    rules: { '.w': { width: 100 }, '.v': { width: 50 } },
    width: 300,
    columns: [200, 100],
  },
  {
    title: 'fixed layout: a table is as wide as its columns at least',
    table: { width: 100, tableLayout: 'fixed' },
    markup: '<tr><td class="w">a</td><td class="w">b</td></tr>',
    rules: { '.w': { width: 90 } },
    width: 180,
    columns: [90, 90],
  },
  {
    title: 'fixed layout needs a width',
    table: { tableLayout: 'fixed' },
    markup: '<tr><td>aaa</td><td>b</td></tr>',
    width: 40,
    columns: [30, 10],
  },
  {
    title: 'a table is as wide as the longest word of its caption',
    markup: '<caption>cccccccc c</caption><tr><td>a</td></tr>',
    width: 80,
    columns: [80],
  },
]

for (const { title, table = {}, markup, rules = {}, available = 300, width, columns } of CASES) {
  t.test(title, async (t) => {
    const found = tableCase(`<table>${markup}</table>`, { ...rules, table })
    const fragment = layoutWhole(found, available)
    t.equal(fragment.width, width, 'width of the table')
    t.same(columnWidths(fragment), columns, 'widths of the columns')
    t.same(found.diagnostics.items, [])
  })
}

t.test('columns of a right-to-left table stand from right to left', async (t) => {
  const fragment = layoutWhole(
    tableCase('<table><tr><td>a</td><td>bb</td></tr></table>', { table: { direction: 'rtl' } }),
    300,
  )
  const row = fragment.children[0]?.fragment
  t.equal(row?.width, 30)
  t.same(columnWidths(fragment), [10, 20])
  const cells = fragmentXs(fragment)
  t.same(cells, [20, 0])
})

function fragmentXs(fragment: ReturnType<typeof layoutWhole>): readonly number[] {
  const table = fragment.children[0]?.fragment
  const section = table?.kind === 'box' ? table.children[0]?.fragment : undefined
  const row = section?.kind === 'box' ? section.children[0]?.fragment : undefined
  return row?.kind === 'box' ? row.children.map(({ x }) => x) : []
}

t.test('a table shrinks to fit inside of what shrinks to fit', async (t) => {
  const { ctx, wrapper } = tableCase('<table><tr><td>aa bb</td></tr></table>', {
    table: { ...borders(2), ...padding(1) },
  })
  t.same(intrinsicContribution(ctx, wrapper), { minContent: 26, maxContent: 56 })
})

t.test('the width of a table is asked once for all its pages', async (t) => {
  const { ctx, wrapper, stats } = tableCase('<table><tr><td>aa bb</td></tr></table>')
  ctx.intrinsicSizes(wrapper)
  ctx.intrinsicSizes(wrapper)
  t.equal(stats.layoutCalls, 0)
})

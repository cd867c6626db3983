import t from 'tap'
import type { BoxFragment, CollapsedBorder } from '../../../../engine/layout/fragment-tree.js'
import { strongerBorder } from '../../../../engine/layout/table/border-conflict.js'
import { CollapsedModel } from '../../../../engine/layout/table/collapsed-model.js'
import { CellSlots } from '../../../../engine/layout/table/table-rows.js'
import type { BorderStyle, Color, ComputedStyle } from '../../../../engine/style/computed-style.js'
import type { Rules } from '../../boxes/styled-fixture.js'
import { borders, layoutPages, layoutWhole, tableCase } from './table-fixture.js'

const RED: Color = { red: 1, green: 0, blue: 0, alpha: 1 }
const BLUE: Color = { red: 0, green: 0, blue: 1, alpha: 1 }
const FAINT: Color = { red: 0, green: 0, blue: 0, alpha: 0.5 }
const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }

function border(width: number, style: BorderStyle, color: Color = BLACK) {
  return { width, style, color }
}

const STYLES_FROM_STRONGEST: readonly BorderStyle[] = [
  'double',
  'solid',
  'dashed',
  'dotted',
  'ridge',
  'outset',
  'groove',
  'inset',
]

t.test('which of two borders wins', async (t) => {
  const hidden = border(0, 'hidden')
  const none = border(0, 'none')
  const thin = border(1, 'solid')
  const thick = border(3, 'dotted')
  t.equal(strongerBorder(thick, hidden), hidden, 'hidden beats all')
  t.equal(strongerBorder(hidden, thick), hidden)
  t.equal(strongerBorder(none, thin), thin, 'none loses to all')
  t.equal(strongerBorder(thin, none), thin)
  t.equal(strongerBorder(thin, thick), thick, 'the wider one wins whatever its style')
  t.equal(strongerBorder(thick, thin), thick)
  for (let index = 1; index < STYLES_FROM_STRONGEST.length; index++) {
    const stronger = border(2, STYLES_FROM_STRONGEST[index - 1] ?? 'none')
    const weaker = border(2, STYLES_FROM_STRONGEST[index] ?? 'none')
    t.equal(strongerBorder(weaker, stronger), stronger, `${stronger.style} beats ${weaker.style}`)
    t.equal(strongerBorder(stronger, weaker), stronger)
  }
  const red = border(1, 'solid', RED)
  t.equal(strongerBorder(red, thin), red, 'of equals the first wins')
})

const COLLAPSE = { borderCollapse: 'collapse' } as const

function stretches(wrapper: BoxFragment): readonly CollapsedBorder[] {
  const table = wrapper.children.find(({ fragment }) => fragment.kind === 'box' && fragment.box.kind === 'table')
  return (table?.fragment.kind === 'box' && table.fragment.collapsedBorders) || []
}

/** `h x,y length width colour` of each stretch. */
function picture(wrapper: BoxFragment): readonly string[] {
  return stretches(wrapper).map(({ orientation, x, y, length, width, color }) => {
    const name = color.red === 1 ? ' red' : color.blue === 1 ? ' blue' : ''
    return `${orientation[0]} ${x},${y} ${length} w${width}${name}`
  })
}

interface EdgeCase {
  readonly title: string
  readonly markup: string
  readonly rules: Rules
  readonly table?: Partial<ComputedStyle>
  readonly expected: readonly string[]
}

const CASES: readonly EdgeCase[] = [
  {
    title: 'equal borders of a grid are one stretch per line, joined at the corners',
    markup: '<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>',
    rules: { td: borders(2) },
    expected: ['h 0,1 26 w2', 'h 0,13 26 w2', 'h 0,25 26 w2', 'v 1,2 22 w2', 'v 13,2 22 w2', 'v 25,2 22 w2'],
  },
  {
    title: 'without borders there are no stretches',
    markup: '<tr><td>a</td><td>b</td></tr>',
    rules: {},
    expected: [],
  },
  {
    title: 'lines below rows only',
    markup: '<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>',
    rules: { td: { borderBottomWidth: 2, borderBottomStyle: 'solid' } },
    expected: ['h 0,11 20 w2', 'h 0,23 20 w2'],
  },
  {
    title: 'the wider outer border runs through, inner lines stop at its edge',
    markup: '<tr><td>a</td><td>b</td></tr>',
    rules: { td: borders(2) },
    table: borders(4),
    expected: ['h 0,2 30 w4', 'h 0,16 30 w4', 'v 2,4 10 w4', 'v 15,4 10 w2', 'v 28,4 10 w4'],
  },
  {
    title: 'a cell beats its row, row group, column and table of the same width',
    markup: '<col class="red"/><tbody class="red"><tr class="red"><td>a</td></tr></tbody>',
    rules: { td: borders(2, 'solid', BLUE), '.red': borders(2, 'solid', RED) },
    table: borders(2, 'solid', RED),
    expected: ['h 0,1 14 w2 blue', 'h 0,13 14 w2 blue', 'v 1,2 10 w2 blue', 'v 13,2 10 w2 blue'],
  },
  {
    title: 'a row beats its row group, column and table',
    markup: '<col class="red"/><tbody class="red"><tr class="blue"><td>a</td></tr></tbody>',
    rules: { '.blue': borders(2, 'solid', BLUE), '.red': borders(2, 'solid', RED) },
    table: borders(2, 'solid', RED),
    expected: ['h 0,1 14 w2 blue', 'h 0,13 14 w2 blue', 'v 1,2 10 w2 blue', 'v 13,2 10 w2 blue'],
  },
  {
    title: 'a row group beats columns and table',
    markup: '<col class="red"/><tbody class="blue"><tr><td>a</td></tr></tbody>',
    rules: { '.blue': borders(2, 'solid', BLUE), '.red': borders(2, 'solid', RED) },
    table: borders(2, 'solid', RED),
    expected: ['h 0,1 14 w2 blue', 'h 0,13 14 w2 blue', 'v 1,2 10 w2 blue', 'v 13,2 10 w2 blue'],
  },
  {
    title: 'a column beats its group, and the group the table',
    markup: '<colgroup class="red"><col class="blue"/></colgroup><tr><td>a</td></tr>',
    rules: { '.blue': borders(2, 'solid', BLUE), '.red': borders(2, 'solid', RED) },
    table: borders(2, 'solid', RED),
    expected: ['h 0,1 14 w2 blue', 'h 0,13 14 w2 blue', 'v 1,2 10 w2 blue', 'v 13,2 10 w2 blue'],
  },
  {
    title: 'of equal cells the left and the upper one win',
    markup: '<tr><td class="red">a</td><td class="blue">b</td></tr>',
    rules: { '.red': borders(2, 'solid', RED), '.blue': borders(2, 'solid', BLUE) },
    expected: [
      'h 0,1 14 w2 red',
      'h 14,1 12 w2 blue',
      'h 0,13 14 w2 red',
      'h 14,13 12 w2 blue',
      'v 1,2 10 w2 red',
      'v 13,2 10 w2 red',
      'v 25,2 10 w2 blue',
    ],
  },
  {
    title: 'hidden takes a border away',
    markup: '<tr><td>a</td><td class="h">b</td></tr>',
    rules: { td: borders(2), '.h': borders(0, 'hidden') },
    expected: ['h 0,1 12 w2', 'h 0,13 12 w2', 'v 1,2 10 w2'],
  },
  {
    title: 'nothing crosses a spanning cell',
    markup: '<tr><td colspan="2">ab</td></tr><tr><td>c</td><td rowspan="2">d</td></tr><tr><td>e</td></tr>',
    rules: { td: borders(2) },
    expected: [
      'h 0,1 26 w2',
      'h 0,13 26 w2',
      'h 0,25 14 w2',
      'h 0,37 26 w2',
      'v 1,2 34 w2',
      'v 13,14 22 w2',
      'v 25,2 34 w2',
    ],
  },
  {
    title: 'lines of another colour are cut where a line runs through',
    markup: '<tr><td>a</td></tr><tr><td>b</td></tr>',
    rules: {
      td: { ...borders(2, 'solid', RED), borderLeftColor: BLUE, borderRightColor: BLUE },
    },
    expected: [
      'h 0,1 14 w2 red',
      'h 0,13 14 w2 red',
      'h 0,25 14 w2 red',
      'v 1,2 10 w2 blue',
      'v 1,14 10 w2 blue',
      'v 13,2 10 w2 blue',
      'v 13,14 10 w2 blue',
    ],
  },
]

for (const { title, markup, rules, table = {}, expected } of CASES) {
  t.test(title, async (t) => {
    const found = tableCase(`<table>${markup}</table>`, { ...rules, table: { ...COLLAPSE, ...table } })
    t.same(picture(layoutWhole(found, 300)), expected)
  })
}

t.test('no point of translucent borders is painted twice', async (t) => {
  const markup =
    '<tr><td>a</td><td colspan="2" class="w">b</td></tr><tr><td>c</td><td rowspan="2">d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr>'
  const found = tableCase(`<table>${markup}</table>`, {
    td: borders(2, 'solid', FAINT),
    '.w': borders(4, 'solid', FAINT),
    table: COLLAPSE,
  })
  const rects = stretches(layoutWhole(found, 300)).map(({ orientation, x, y, length, width }) =>
    orientation === 'horizontal'
      ? { left: x, right: x + length, top: y - width / 2, bottom: y + width / 2 }
      : { left: x - width / 2, right: x + width / 2, top: y, bottom: y + length },
  )
  for (const [index, a] of rects.entries()) {
    for (const b of rects.slice(index + 1)) {
      const overlap =
        Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top)
      t.notOk(overlap, JSON.stringify([a, b]))
    }
  }
})

t.test('edges remembered for rows of one shape are those of each row', async (t) => {
  const row = (index: number) => {
    const name = ['', 'w', 'r', '', ''][index % 5]
    const cells = index % 7 === 3 ? '<td colspan="2">a</td>' : `<td>a</td><td class="${name}">b</td>`
    return `<tr class="${index % 3 === 0 ? 'r' : ''}">${cells}</tr>`
  }
  const rows = Array.from({ length: 40 }, (_, index) => row(index)).join('')
  const { ctx, wrapper } = tableCase(
    `<table><thead>${row(1)}${row(2)}</thead><tbody>${rows}</tbody><tbody>${rows}</tbody></table>`,
    {
      td: borders(1),
      '.w': borders(3),
      '.r': borders(2, 'dashed', RED),
      table: COLLAPSE,
    },
  )
  const { table } = wrapper
  const model = new CollapsedModel(table, new CellSlots(ctx, table))
  for (const [section, { rows }] of table.sections.entries()) {
    for (const [index, { cells }] of rows.entries()) {
      const position = { section, row: index }
      const above = model.before(position)
      const below = model.after(position)
      const direct = table.columns.map((_, column) => model.horizontal(above, position, column))
      t.same(model.horizontalLine(above, position), direct)
      const upright = [0, 1, 2].map((column) => model.vertical(position, column))
      t.same(model.verticalLine(position), upright)
      for (const cell of cells) {
        const top = Math.max(...direct.slice(cell.column, cell.column + cell.colSpan).map((edge) => edge?.width ?? 0))
        const bottom = Math.max(
          ...[0, 1]
            .slice(cell.column, cell.column + cell.colSpan)
            .map((column) => model.horizontal(position, below, column)?.width ?? 0),
        )
        const left = upright[cell.column]?.width ?? 0
        const right = upright[cell.column + cell.colSpan]?.width ?? 0
        t.same(model.cellBorder(cell, position), { top: top / 2, right: right / 2, bottom: bottom / 2, left: left / 2 })
      }
    }
  }
})

t.test('every part of a table broken between rows is closed, and rows that meet share a line', async (t) => {
  const markup = `<thead><tr><th>h</th></tr></thead><tbody>${'<tr><td>a</td></tr>'.repeat(4)}</tbody>`
  const found = tableCase(`<table>${markup}</table>`, { td: borders(2), th: borders(2), table: COLLAPSE })
  const pages = layoutPages(found, 300, 40)
  t.equal(pages.length, 2)
  const lines = ['h 0,1 14 w2', 'h 0,13 14 w2', 'h 0,25 14 w2', 'h 0,37 14 w2', 'v 1,2 34 w2', 'v 13,2 34 w2']
  for (const page of pages) {
    t.same(picture(page), lines)
    t.equal(page.height, 38)
  }
})

t.test('rows between which a table is broken have the border between them on both pages', async (t) => {
  const markup = '<tbody><tr class="a"><td>a</td></tr><tr class="b"><td>b</td></tr></tbody>'
  const found = tableCase(`<table>${markup}</table>`, {
    '.a': { borderBottomWidth: 2, borderBottomStyle: 'solid', borderBottomColor: RED },
    '.b': { borderTopWidth: 4, borderTopStyle: 'solid', borderTopColor: BLUE },
    table: COLLAPSE,
  })
  t.same(picture(layoutWhole(found, 300)), ['h 0,12 10 w4 blue'])
  const [first, second] = layoutPages(found, 300, 14)
  t.same(first && picture(first), ['h 0,12 10 w4 blue'])
  t.same(second && picture(second), ['h 0,0 10 w4 blue'])
})

t.test(
  'a table whose frame is stronger than the lines in it has the line between the rows where it is broken',
  async (t) => {
    const rows = '<tr><td>a</td></tr>'.repeat(4)
    const styles = { td: borders(2), th: borders(2), table: { ...COLLAPSE, ...borders(8) } }
    const horizontal = (markup: string, height: number, style = {}) =>
      layoutPages(
        tableCase(`<table>${markup}</table>`, { ...styles, table: { ...styles.table, ...style } }),
        300,
        height,
      ).map(
        (page) =>
          `${page.height}: ${picture(page)
            .filter((line) => line.startsWith('h'))
            .map((line) => line.split(' ').slice(1).join(' '))
            .join(', ')}`,
      )
    t.same(horizontal(rows, 40), ['32: 0,4 26 w8, 8,19 10 w2, 8,31 10 w2', '32: 8,1 10 w2, 8,13 10 w2, 0,28 26 w8'])
    t.same(
      horizontal(`<thead><tr><th>h</th></tr></thead>${rows}`, 60),
      ['56: 0,4 26 w8, 8,19 10 w2, 8,31 10 w2, 8,43 10 w2, 8,55 10 w2', '38: 0,4 26 w8, 8,19 10 w2, 0,34 26 w8'],
      'above a repeated header is the frame',
    )
    t.same(
      horizontal(rows, 60, { boxDecorationBreak: 'clone' }),
      ['47: 0,4 26 w8, 8,19 10 w2, 8,31 10 w2, 0,43 26 w8', '23: 0,4 26 w8, 0,19 26 w8'],
      'parts that clone their frame',
    )
  },
)

t.test('a row that continues has no border of the row before it above', async (t) => {
  const markup = '<tr class="a"><td>a</td></tr><tr><td>b<br/>b<br/>b</td></tr>'
  const found = tableCase(`<table>${markup}</table>`, {
    '.a td': borders(2),
    table: COLLAPSE,
    td: { orphans: 1, widows: 1 },
  })
  const tops = layoutPages(found, 300, 24).map((page) => picture(page).filter((line) => line.startsWith('h 0,0 ')))
  t.same(tops, [[], []])
})

t.test('nothing closes a part within a broken row, whose text the line would cross', async (t) => {
  const found = tableCase('<table><tr><td>a<br/>a<br/>a<br/>a<br/>a<br/>a</td></tr></table>', {
    table: COLLAPSE,
    td: { ...borders(4), orphans: 1, widows: 1 },
  })
  const lines = layoutPages(found, 300, 24).map((page) => picture(page).filter((line) => line.startsWith('h')))
  t.equal(lines.length, 3)
  t.match(lines, [[/^h 0,2 /], [], [/^h 0,\d+ /]], 'above the first part and below the last')
})

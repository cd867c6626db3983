import t from 'tap'
import type { TableColumn } from '../../../engine/boxes/box-tree.js'
import { allBoxes } from './all-boxes.js'
import { build, dumpOf, golden } from './build.js'

const FIX_UP: readonly (readonly [string, string, string])[] = [
  [
    'a complete table',
    '<table>\n <tbody>\n <tr>\n <td>a</td>\n <th>b</th> </tr> </tbody> </table>',
    `
    table-wrapper table
      table - -
        body tbody
          row tr
            cell@0 td
              inline-root "a"
            cell@1 th
              inline-root "b"`,
  ],
  [
    'rows directly in the table share an anonymous section',
    '<table><tr><td>a</td></tr> <tr><td>b</td></tr></table>',
    `
    table-wrapper table
      table -
        body
          row tr
            cell@0 td
              inline-root "a"
          row tr
            cell@0 td
              inline-root "b"`,
  ],
  [
    'cells outside of rows share an anonymous row',
    '<table><td>a</td> <td>b</td><tr><td>c</td></tr><td>d</td></table>',
    `
    table-wrapper table
      table - -
        body
          row
            cell@0 td
              inline-root "a"
            cell@1 td
              inline-root "b"
          row tr
            cell@0 td
              inline-root "c"
          row
            cell@0 td
              inline-root "d"`,
  ],
  [
    'a cell in a section gets a row',
    '<table><tbody><td>a</td></tbody></table>',
    `
    table-wrapper table
      table -
        body tbody
          row
            cell@0 td
              inline-root "a"`,
  ],
  [
    'other content of a row shares an anonymous cell',
    '<table><tr> a <b>b</b><p>c</p> <td>d</td>e</tr></table>',
    `
    table-wrapper table
      table - - -
        body
          row tr
            cell@0
              block
                inline-root "a " <b "b">
              block p
                inline-root "c"
            cell@1 td
              inline-root "d"
            cell@2
              inline-root "e"`,
  ],
  [
    'images and breaks in a row, too',
    '<table><tr><img src="1x1"/><br/></tr></table>',
    `
    table-wrapper table
      table -
        body
          row tr
            cell@0
              inline-root [
                  replaced img ] [break]`,
  ],
  [
    'content of a table',
    '<table>a<tbody></tbody>b</table>',
    `
    table-wrapper table
      table -
        body
          row
            cell@0
              inline-root "a"
        body tbody
        body
          row
            cell@0
              inline-root "b"`,
  ],
  [
    'a cell among blocks gets a table',
    '<div>a <td>b</td> <tr><td>c</td></tr> <p>d</p></div>',
    `
    block div
      block
        inline-root "a"
      table-wrapper
        table -
          body
            row
              cell@0 td
                inline-root "b"
            row tr
              cell@0 td
                inline-root "c"
      block p
        inline-root "d"`,
  ],
  [
    'white space behind an anonymous table stands before what follows',
    '<b><td>b</td> c</b>',
    `
    inline-root <b [
        table-wrapper
          table -
            body
              row
                cell@0 td
                  inline-root "b" ] " c">`,
  ],
  [
    'a row in a row gets a table in a cell',
    '<table><tr><tr><td>a</td></tr></tr></table>',
    `
    table-wrapper table
      table -
        body
          row tr
            cell@0
              table-wrapper
                table -
                  body
                    row tr
                      cell@0 td
                        inline-root "a"`,
  ],
  [
    'display: contents within a table',
    '<table><tbody style="display:contents"><tr style="display:contents"><td>a</td></tr></tbody></table>',
    `
    table-wrapper table
      table -
        body
          row
            cell@0 td
              inline-root "a"`,
  ],
  [
    'an inline table is an atomic inline',
    '<p>a<table style="display:inline-table"></table></p>',
    `
    block p
      inline-root "a" [
          table-wrapper table
            table ]`,
  ],
  [
    'the first header and the last footer frame the bodies; further ones are bodies',
    '<table><tfoot></tfoot><tbody></tbody><tfoot></tfoot><thead></thead><thead></thead></table>',
    `
    table-wrapper table
      table
        header thead
        body tbody
        body tfoot
        body thead
        footer tfoot`,
  ],
  [
    'captions are formatting contexts of the wrapper',
    '<table><caption>a</caption><tr></tr><caption>b</caption></table>',
    `
    table-wrapper table
      block caption (context)
        inline-root "a"
      block caption (context)
        inline-root "b"
      table
        body
          row tr`,
  ],
]

t.test('table fix-up', (t) => {
  for (const [name, markup, expected] of FIX_UP) {
    t.equal(dumpOf(markup), golden(expected), name)
    t.strictSame(build(markup).diagnostics, [], `${name}: no diagnostics`)
  }
  t.end()
})

/** Cells as `column+colSpan×rowSpan`, rows separated by `/`, rows with cells from above marked by `^`. */
function grid(markup: string): string {
  return allBoxes(build(`<table>${markup}</table>`).tree.root)
    .flatMap((box) => (box.kind === 'table-row' ? [box] : []))
    .map((row) => {
      const cells = row.cells.map((cell) => `${cell.column}+${cell.colSpan}×${cell.rowSpan}`)
      return (row.spannedInto ? '^' : '') + cells.join(' ')
    })
    .join(' / ')
}

const GRIDS: readonly (readonly [string, string, string])[] = [
  ['colspan', '<tr><td colspan="2"/><td/></tr><tr><td/><td/><td/></tr>', '0+2×1 2+1×1 / 0+1×1 1+1×1 2+1×1'],
  ['rowspan', '<tr><td rowspan="2"/><td/></tr><tr><td/></tr><tr><td/></tr>', '0+1×2 1+1×1 / ^1+1×1 / 0+1×1'],
  [
    'rowspan in the middle',
    '<tr><td/><td rowspan="3"/><td/></tr><tr><td/><td/></tr><tr><td colspan="1"/></tr>',
    '0+1×1 1+1×3 2+1×1 / ^0+1×1 2+1×1 / ^0+1×1',
  ],
  ['both', '<tr><td colspan="2" rowspan="2"/><td/></tr><tr><td/></tr>', '0+2×2 2+1×1 / ^2+1×1'],
  [
    'a colspan overlaps a cell from above',
    '<tr><td/><td rowspan="2"/></tr><tr><td colspan="2"/><td/></tr>',
    '0+1×1 1+1×2 / ^0+2×1 2+1×1',
  ],
  [
    'rowspan 0 reaches to the end of the section',
    '<tbody><tr><td rowspan="0"/></tr><tr/><tr/></tbody><tbody><tr><td/></tr></tbody>',
    '0+1×3 / ^ / ^ / 0+1×1',
  ],
  [
    'a rowspan is cut at the end of the section',
    '<thead><tr><td rowspan="9"/></tr></thead><tr><td/></tr>',
    '0+1×1 / 0+1×1',
  ],
  [
    'spans that are no numbers are 1',
    '<tr><td colspan="x" rowspan="-2"/><td colspan="0"/><td colspan=" 2px"/></tr>',
    '0+1×1 1+1×1 2+2×1',
  ],
  ['colspan ends at 1000', '<tr><td colspan="5000"/><td/></tr>', '0+1000×1 1000+1×1'],
  ['spans of other elements do not count', '<tr><b style="display:table-cell" colspan="3"/><td/></tr>', '0+1×1 1+1×1'],
]

t.test('cells in the grid', (t) => {
  for (const [name, markup, expected] of GRIDS) t.equal(grid(markup), expected, name)
  t.end()
})

t.test('great spans cannot make millions of columns', (t) => {
  const { tree } = build(`<table><tr>${'<td colspan="1000"/>'.repeat(50)}</tr><col span="1000"/></table>`)
  const [table] = allBoxes(tree.root).flatMap((box) => (box.kind === 'table' ? [box] : []))
  t.equal(table?.columns.length, 10_040)
  t.end()
})

const COLUMNS: readonly (readonly [string, string, readonly string[]])[] = [
  ['columns without col are plain', '<tr><td/><td/></tr>', ['-', '-']],
  ['col', '<col/><col span="2"/>', ['col', 'col', 'col']],
  ['colgroup with col children', '<colgroup span="5"> <col/>text<col span="2"/></colgroup>', ['col*', 'col*', 'col*']],
  ['colgroup without', '<colgroup span="2"/>', ['colgroup*', 'colgroup*']],
  ['more cells than columns', '<col/><tr><td/><td/></tr>', ['col', '-']],
  ['more columns than cells', '<col/><col/><tr><td/></tr>', ['col', 'col']],
  ['a hidden column is none', '<col style="display:none"/><col/>', ['col']],
]

t.test('columns', (t) => {
  const label = (column: TableColumn): string => (column.node?.name ?? '-') + (column.group ? '*' : '')
  for (const [name, markup, expected] of COLUMNS) {
    const boxes = allBoxes(build(`<table>${markup}</table>`).tree.root)
    const table = boxes.find((box) => box.kind === 'table')
    t.strictSame(table?.kind === 'table' ? table.columns.map(label) : [], expected, name)
  }
  t.end()
})

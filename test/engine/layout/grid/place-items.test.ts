import t from 'tap'
import type { GridAutoFlow } from '../../../../engine/css/values/grid-value.js'
import type { AxisPlacement } from '../../../../engine/layout/grid/grid-types.js'
import { placeItems } from '../../../../engine/layout/grid/place-items.js'

interface Wish {
  readonly column?: number
  readonly row?: number
  readonly columns?: number
  readonly rows?: number
}

const axis = (start: number | undefined, span = 1): AxisPlacement => ({ start, span })

/** The grid as letters, a row a string: `a` is the first item. */
function draw(columns: number, flow: GridAutoFlow, wishes: readonly Wish[], rows = 0): string[] {
  const placed = placeItems({
    items: wishes.map((wish) => ({ column: axis(wish.column, wish.columns), row: axis(wish.row, wish.rows) })),
    explicitColumns: columns,
    explicitRows: rows,
    flow,
  })
  const cells = Array.from({ length: placed.rows.count }, () => new Array<string>(placed.columns.count).fill('.'))
  placed.areas.forEach(({ row, column }, index) => {
    for (let at = row.start; at < row.end; at++) {
      cells[at]?.fill(String.fromCharCode(97 + index), column.start, column.end)
    }
  })
  return cells.map((row) => row.join(''))
}

const two = { columns: 2 }

t.test('items fill row by row', async (t) => {
  t.same(draw(3, 'row', [{}, {}, {}, {}]), ['abc', 'd..'])
  t.same(draw(3, 'row', [{}, two, two, {}]), ['abb', 'ccd'])
  t.same(draw(3, 'row', [two, two, {}, {}]), ['aa.', 'bbc', 'd..'], 'sparse packing leaves holes')
  t.same(draw(3, 'row dense', [two, two, {}, {}]), ['aac', 'bbd'], 'dense packing fills them')
})

t.test('items fill column by column', async (t) => {
  t.same(draw(0, 'column', [{}, {}, {}], 2), ['ac', 'b.'])
  t.same(draw(0, 'column', [{}, { rows: 2 }, {}], 2), ['abc', '.b.'])
  t.same(draw(0, 'column dense', [{}, { rows: 2 }, {}], 2), ['ab', 'cb'])
})

t.test('items with a place are placed first, the others around them', async (t) => {
  t.same(draw(3, 'row', [{}, { column: 0, row: 0 }, {}]), ['bac'])
  t.same(draw(3, 'row', [{}, { column: 1, row: 0, columns: 2, rows: 2 }, {}, {}]), ['abb', 'cbb', 'd..'])
  t.same(
    draw(
      2,
      'row',
      [
        { column: 0, row: 0, columns: 2 },
        { column: 1, row: 0 },
      ],
      1,
    ),
    ['ab'],
    'areas may overlap',
  )
})

t.test('items locked to a row or column find room in it', async (t) => {
  t.same(draw(3, 'row', [{ row: 1 }, { row: 1 }, {}, { row: 0 }]), ['dc.', 'ab.'])
  t.same(draw(2, 'row', [{ row: 0 }, { row: 0 }, { row: 0 }]), ['abc'], 'the implicit grid grows for them')
  t.same(draw(3, 'row', [{ column: 2 }, { column: 1 }, { column: 2 }]), ['..a', '.bc'])
})

t.test('tracks before the explicit grid move it', async (t) => {
  const placed = placeItems({
    items: [
      { column: axis(-2), row: axis(-1) },
      { column: axis(undefined), row: axis(undefined) },
    ],
    explicitColumns: 1,
    explicitRows: 1,
    flow: 'row',
  })
  t.same(placed.columns, { count: 3, before: 2 })
  t.same(placed.rows, { count: 2, before: 1 })
  t.same(placed.areas[0], { column: { start: 0, end: 1 }, row: { start: 0, end: 1 } })
  t.same(placed.areas[1]?.column, { start: 1, end: 2 }, 'placement begins with the first line of the implicit grid')
})

t.test('an item wider than the explicit grid widens it', async (t) => {
  t.same(draw(2, 'row', [{}, { columns: 3 }, {}]), ['a..', 'bbb', 'c..'])
})

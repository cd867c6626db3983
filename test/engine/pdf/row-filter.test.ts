import fc from 'fast-check'
import t from 'tap'
import { RowFilter } from '../../../engine/pdf/row-filter.js'
import { undoPredictor } from './read-pdf.js'

const RUNS = { numRuns: 300, seed: Number(process.env.PLATEN_TEST_SEED ?? 20261128) }

function filterTexts(texts: readonly string[], width: number): Uint8Array {
  const filter = new RowFilter(width, texts.length)
  for (const text of texts) filter.row(Buffer.from(text, 'latin1'), 0, text.length)
  return filter.filtered
}

t.test('whatever is filtered, readers get it back, with spaces to the end of the rows', async (t) => {
  const texts = fc.array(fc.stringMatching(/^[ -/ab0-2]{0,12}$/), { maxLength: 20 })
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(texts, fc.integer({ min: 12, max: 20 }), (rows, width) => {
        const expected = rows.map((row) => row.padEnd(width)).join('')
        return undoPredictor(filterTexts(rows, width), width).toString('latin1') === expected
      }),
      RUNS,
    ),
  )
})

t.test('a row like the one above is told by its differences, another one by itself', async (t) => {
  const filtered = filterTexts(['/K 101', '/K 102', 'null', 'null'], 6)
  t.same(
    [0, 7, 14, 21].map((start) => [...filtered.subarray(start, start + 7)]),
    [
      [0, ...Buffer.from('/K 101')],
      [2, 0, 0, 0, 0, 0, 1],
      [0, ...Buffer.from('null  ')],
      [2, 0, 0, 0, 0, 0, 0],
    ],
  )
})

t.test('what was in the room of earlier rows does not come back', async (t) => {
  const first = new RowFilter(6, 2)
  first.row(Buffer.from('abcdef'), 0, 6)
  const second = new RowFilter(6, 2, first.room)
  second.row(Buffer.from('ab'), 0, 2)
  second.row(Buffer.from('ab'), 0, 2)
  t.equal(undoPredictor(second.filtered, 6).toString('latin1'), 'ab    ab    ')
})

import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { encodeRows } from '../../../engine/pdf/encode-rows.js'
import { RowFilter } from '../../../engine/pdf/row-filter.js'

const RUNS = { numRuns: 300, seed: Number(process.env.PLATEN_TEST_SEED ?? 20261128) }

const decoded = (bytes: Uint8Array, width: number) => inflateSync(encodeRows(bytes, width))

/** Rows that go on as numbers do: mostly zeros, now and then a carry. */
function countingRows(rows: number, width: number): Uint8Array {
  const bytes = new Uint8Array(rows * (width + 1))
  for (let row = 0; row < rows; row++) {
    const start = row * (width + 1)
    bytes[start] = 2
    bytes[start + 5] = row % 10 === 9 ? 247 : 1
    if (row % 10 === 9) bytes[start + 4] = 1
  }
  return bytes
}

t.test('whatever is encoded, zlib decodes it', async (t) => {
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1100 }),
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 300 }), fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 255 }))),
        ),
        (width, runs) => {
          const bytes = Uint8Array.from(runs.flatMap(([length, byte]) => new Array<number>(length).fill(byte)))
          return decoded(bytes, width).equals(bytes)
        },
      ),
      RUNS,
    ),
  )
})

t.test('rows that repeat others some way above are decoded, however long they go on', async (t) => {
  for (const width of [1, 7, 50, 100, 127, 341, 512, 1023, 2000]) {
    for (const rows of [0, 1, 2, 40, 700]) {
      const bytes = countingRows(rows, Math.max(width, 6))
      t.ok(decoded(bytes, Math.max(width, 6)).equals(bytes), `${rows} rows of ${width}`)
    }
  }
})

t.test('each byte has a code, at each place between others', async (t) => {
  const bytes = Uint8Array.from({ length: 256 * 257 }, (_, i) => (i % 257 < 256 ? i % 257 : i / 257))
  t.ok(decoded(bytes, 40).equals(bytes))
})

t.test('the cells of a long table take less than two thirds of what zlib makes of them', async (t) => {
  const filter = new RowFilter(50, 6000)
  for (let i = 0; i < 6000; i++) {
    const row = Math.floor(i / 6)
    const text = Buffer.from(
      `<</S/TD/P ${1000 + row} 0 R/Pg ${100 + Math.floor(row / 43)} 0 R/K ${100 + (row % 43) * 10 + (i % 6)}>>`,
    )
    filter.row(text, 0, text.length)
  }
  const { filtered } = filter
  const own = deflateSync(encodeRows(filtered, 50), { level: 9 }).length
  const plain = deflateSync(deflateSync(filtered), { level: 9 }).length
  t.ok(own * 3 < plain * 2, `${own} bytes, ${plain} by zlib`)
})

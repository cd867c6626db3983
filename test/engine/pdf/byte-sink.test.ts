import t from 'tap'
import { ByteSink } from '../../../engine/pdf/byte-sink.js'
import fc from '../../fast-check.js'

function written(write: (sink: ByteSink) => void): string {
  const sink = new ByteSink()
  write(sink)
  return Buffer.from(sink.written).toString('latin1')
}

t.test('numbers have four decimals at most, in their shortest form, within what readers take', async (t) => {
  for (const [value, expected] of [
    [0, '0 '],
    [-0, '0 '],
    [7, '7 '],
    [1234567, '1234567 '],
    [0.5, '.5 '],
    [-0.25, '-.25 '],
    [10.0625, '10.0625 '],
    [1 / 3, '.3333 '],
    [0.99999, '1 '],
    [0.00001, '0 '],
    [-0.00001, '0 '],
    [1e300, '1000000000 '],
    [-1e300, '-1000000000 '],
    [Number.NaN, '0 '],
    [Number.POSITIVE_INFINITY, '1000000000 '],
  ] as const) {
    t.equal(
      written((sink) => sink.number(value)),
      expected,
    )
  }
})

t.test('every number is read as what it was rounded to', async () => {
  fc.assert(
    fc.property(fc.double({ min: -1e8, max: 1e8, noNaN: true }), (value) => {
      const text = written((sink) => sink.number(value))
      return /^-?(\d+|\d*\.\d{0,3}[1-9]) $/.test(text) && Number(text) === (Math.round(value * 10_000) / 10_000 || 0)
    }),
  )
})

t.test('factors have more decimals', async (t) => {
  for (const [value, expected] of [
    [0.00001, '0.00001 '],
    [-1e-12, '0 '],
    [2.5, '2.5 '],
    [1, '1 '],
    [0.5, '0.5 '],
    [Number.NaN, '0 '],
  ] as const) {
    t.equal(
      written((sink) => sink.factor(value)),
      expected,
    )
  }
})

t.test('bytes stay as they are while the room for them grows, and are taken back', async (t) => {
  const sink = new ByteSink()
  sink.bytes(Uint8Array.of(0, 255))
  sink.text('a\u00ff'.repeat(2000))
  sink.integer(-45)
  t.equal(sink.length, 4005)
  t.same([...sink.written.subarray(0, 4), ...sink.written.subarray(-3)], [0, 255, 97, 255, 45, 52, 53])
  sink.truncate(2)
  t.same([...sink.written], [0, 255])
})

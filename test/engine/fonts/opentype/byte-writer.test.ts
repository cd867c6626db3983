import t from 'tap'
import { ByteWriter } from '../../../../engine/fonts/opentype/byte-writer.js'

t.test('bytes grow over the first capacity', (t) => {
  const out = new ByteWriter(1, 1000)
  for (let i = 0; i < 63; i++) out.uint8(i)
  out.uint16(0x1234)
  out.uint32(0xdeadbeef)
  out.bytes(new Uint8Array(200).fill(7))
  out.align()
  const bytes = Buffer.from(out.finish())
  t.equal(bytes.length, 272)
  t.equal(bytes[62], 62)
  t.equal(bytes.readUInt16BE(63), 0x1234)
  t.equal(bytes.readUInt32BE(65), 0xdeadbeef)
  t.equal(bytes[268], 7)
  t.same([...bytes.subarray(269)], [0, 0, 0])
  t.end()
})

t.test('bytes never grow over the limit', (t) => {
  const out = new ByteWriter(1000, 3)
  out.uint16(1)
  t.throws(() => out.uint16(2), RangeError)
  out.uint8(2)
  t.same([...out.finish()], [0, 1, 2])
  t.end()
})

import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { test } from 'tap'
import { deflate } from '../../../engine/pdf/deflate.js'

/** Bytes that repeat at distances up to `length`. */
function sample(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * i) % 251)
}

/** The window that the head of a zlib stream asks readers to keep, in bytes (RFC 1950 §2.2). */
function windowOf(deflated: Uint8Array): number {
  return 1 << (((deflated[0] ?? 0) >> 4) + 8)
}

test('streams of every length inflate to what was deflated', async (t) => {
  const lengths = [0, 1, 31, 250, 251, 1_785, 1_786, 8_000, 15_999, 16_000, 16_001, 32_768, 100_000]
  for (const length of lengths) {
    for (const level of [undefined, 3, 5, 7, 9]) {
      const bytes = sample(length)
      t.same(new Uint8Array(inflateSync(deflate(bytes, level))), bytes, `${length} bytes`)
    }
  }
})

test('short streams have a window of their length, long ones the largest', async (t) => {
  t.equal(windowOf(deflate(sample(100))), 512)
  t.equal(windowOf(deflate(sample(1_700))), 2_048)
  t.equal(windowOf(deflate(sample(16_000))), 16_384)
  t.equal(windowOf(deflate(sample(16_001))), 32_768)
})

test('a match as far back as the stream is long is found', async (t) => {
  for (const length of [500, 1_900, 7_000, 15_000]) {
    const noise = createHash('shake256', { outputLength: length / 2 })
      .update(`${length}`)
      .digest()
    const twice = Buffer.concat([noise, noise])
    t.ok(deflate(twice).length < noise.length * 1.02 + 60, `${length} bytes`)
  }
})

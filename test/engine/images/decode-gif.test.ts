import t from 'tap'
import { decodeRaster } from '../../../engine/images/decode-image.js'
import { ImageError } from '../../../engine/images/image-error.js'
import type { RasterImage } from '../../../engine/images/image-types.js'
import { damage } from './damage.js'
import { type GifPicture, makeGif } from './make-gif.js'
import { readSamples } from './read-samples.js'

const LIMITS = { imagePixels: 100_000, imageBytes: 1_000_000_000 }
const FOUR_COLORS = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]

function decode(picture: GifPicture): RasterImage {
  return decodeRaster(makeGif(picture), LIMITS)
}

/** Indexes without much pattern, so that the code table fills up. */
function noise(count: number, colors: number): number[] {
  let seed = 7
  return Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 16) % colors
  })
}

t.test('reads colour indexes of all depths, interlaced or not', async (t) => {
  for (const bits of [2, 4, 8]) {
    const palette = Array.from({ length: 3 << bits }, (_, i) => (i * 7) % 256)
    const indexes = noise(97 * 83, 1 << bits)
    for (const interlaced of [false, true]) {
      for (const localPalette of [false, true]) {
        const image = decode({ width: 97, height: 83, indexes, palette, interlaced, localPalette })
        const title = `${bits} bits${interlaced ? ', interlaced' : ''}${localPalette ? ', local palette' : ''}`
        t.same(readSamples(image.samples), indexes, title)
        t.same(image.samples.colorSpace, { kind: 'indexed', palette: new Uint8Array(palette) })
        t.equal(image.softMask, undefined)
      }
    }
  }
})

t.test('runs of one colour use codes that are only being defined', async (t) => {
  const indexes = new Array<number>(500).fill(1)
  t.same(readSamples(decode({ width: 50, height: 10, indexes, palette: FOUR_COLORS }).samples), indexes)
})

t.test('the transparent colour becomes a mask', async (t) => {
  const image = decode({ width: 2, height: 2, indexes: [0, 1, 1, 2], palette: FOUR_COLORS, transparent: 1 })
  t.same(image.softMask && readSamples(image.softMask), [255, 0, 0, 255])
})

t.test('a picture smaller than the screen leaves the rest transparent', async (t) => {
  const screen = { width: 3, height: 2, left: 1, top: 1 }
  const image = decode({ width: 1, height: 1, indexes: [3], palette: FOUR_COLORS, screen })
  t.same([image.width, image.height], [3, 2])
  t.same(readSamples(image.samples), [0, 0, 0, 0, 3, 0])
  t.same(image.softMask && readSamples(image.softMask), [0, 0, 0, 0, 255, 0])
})

t.test('a picture larger than the screen enlarges it', async (t) => {
  const screen = { width: 1, height: 1, left: 0, top: 1 }
  const image = decode({ width: 2, height: 1, indexes: [3, 2], palette: FOUR_COLORS, screen })
  t.same([image.width, image.height], [2, 2])
})

t.test('limits and damage', async (t) => {
  const gif = makeGif({ width: 40, height: 30, indexes: noise(1200, 4), palette: FOUR_COLORS, transparent: 2 })
  t.throws(() => decodeRaster(gif, { imagePixels: 1199, imageBytes: 1_000_000_000 }), { code: 'image-too-large' })
  t.throws(() => decodeRaster(gif.subarray(0, 100), LIMITS), { code: 'invalid-image' })
  t.throws(() => decodeRaster(Buffer.from('GIF89a'), LIMITS), { code: 'invalid-image' })
  let errors = 0
  for (const bytes of damage(gif, 300)) {
    try {
      decodeRaster(bytes, LIMITS)
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      errors++
    }
  }
  t.ok(errors > 100, `${errors} of 300 damaged files were refused`)
})

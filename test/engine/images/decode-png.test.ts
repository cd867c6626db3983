import t from 'tap'
import { decodeRaster } from '../../../engine/images/decode-image.js'
import { makeExif } from './make-exif.js'
import { CHANNELS, makePng, type PngPicture } from './make-png.js'
import { readSamples } from './read-samples.js'

const LIMITS = { imagePixels: 10_000, imageBytes: 1_000_000_000 }

const TYPES: readonly [colorType: number, depths: readonly number[]][] = [
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]

const PALETTE = Array.from({ length: 256 * 3 }, (_, i) => (i * 37) % 256)

/** Sizes with empty Adam7 passes, part bytes and all filters. */
const SIZES = [
  [1, 1],
  [3, 2],
  [13, 11],
] as const

function testPicture(colorType: number, bitDepth: number, width: number, height: number): PngPicture {
  const count = width * height * (CHANNELS[colorType] ?? 1)
  return {
    width,
    height,
    bitDepth,
    colorType,
    interlaced: false,
    samples: Array.from({ length: count }, (_, i) => (i * i * 7919 + i * 104_729) % 2 ** bitDepth),
    ...(colorType === 3 ? { palette: PALETTE.slice(0, 3 * 2 ** bitDepth) } : {}),
  }
}

function to8(value: number, depth: number): number {
  return depth === 16 ? value >> 8 : (value * 255) / (2 ** depth - 1)
}

for (const [colorType, depths] of TYPES) {
  for (const depth of depths) {
    for (const [width, height] of SIZES) {
      for (const interlaced of [false, true]) {
        t.test(
          `type ${colorType}, ${depth} bits, ${width} × ${height}${interlaced ? ', interlaced' : ''}`,
          async (t) => {
            const picture = { ...testPicture(colorType, depth, width, height), interlaced }
            const image = decodeRaster(makePng(picture), LIMITS)
            t.match(image, { kind: 'raster', width, height, orientation: 1 })
            const channels = CHANNELS[colorType] ?? 1
            if (colorType === 4 || colorType === 6) {
              const isAlpha = (_: number, i: number) => i % channels === channels - 1
              const values = picture.samples.map((value) => to8(value, depth))
              t.same(
                readSamples(image.samples),
                values.filter((value, i) => !isAlpha(value, i)),
              )
              t.same(image.softMask && readSamples(image.softMask), values.filter(isAlpha))
            } else {
              const asStored = !interlaced || colorType === 3
              t.same(
                readSamples(image.samples),
                picture.samples.map((value) => (asStored ? value : to8(value, depth))),
              )
              t.equal(image.softMask, undefined)
            }
            if (colorType === 3) {
              t.same(image.samples.colorSpace, { kind: 'indexed', palette: Buffer.from(picture.palette ?? []) })
            } else t.same(image.samples.colorSpace, { kind: colorType === 0 || colorType === 4 ? 'gray' : 'rgb' })
          },
        )
      }
    }
  }
}

t.test('alpha of palette entries becomes a soft mask, the indexes stay as they are', async (t) => {
  const picture = { ...testPicture(3, 2, 4, 1), samples: [0, 1, 2, 3], transparency: [0, 128] }
  const image = decodeRaster(makePng(picture), LIMITS)
  t.same(readSamples(image.samples), [0, 1, 2, 3])
  t.equal(image.samples.bitsPerComponent, 2)
  t.same(image.softMask && readSamples(image.softMask), [0, 128, 255, 255])
})

t.test('the one transparent colour becomes a soft mask', async (t) => {
  const gray = { ...testPicture(0, 16, 3, 1), samples: [0x1234, 0x1235, 0x1234], transparency: [0x12, 0x34] }
  const grayMask = decodeRaster(makePng(gray), LIMITS).softMask
  t.same(grayMask && readSamples(grayMask), [0, 255, 0])
  const rgb = { ...testPicture(2, 8, 2, 1), samples: [1, 2, 3, 1, 2, 4], transparency: [0, 1, 0, 2, 0, 3] }
  const rgbMask = decodeRaster(makePng(rgb), LIMITS).softMask
  t.same(rgbMask && readSamples(rgbMask), [0, 255])
})

t.test('an alpha channel without transparency gives no soft mask', async (t) => {
  const picture = { ...testPicture(4, 8, 2, 1), samples: [7, 255, 9, 255] }
  t.equal(decodeRaster(makePng(picture), LIMITS).softMask, undefined)
})

t.test('opaque images keep their compressed data', async (t) => {
  const { samples } = decodeRaster(makePng(testPicture(2, 8, 13, 11)), LIMITS)
  t.same(samples.predictor, { colors: 3, bitsPerComponent: 8, columns: 13 })
  t.equal(samples.filter, 'FlateDecode')
})

t.test('equal bytes have equal keys, others do not', async (t) => {
  const one = makePng(testPicture(0, 8, 3, 2))
  const other = makePng(testPicture(0, 8, 2, 3))
  t.equal(decodeRaster(one, LIMITS).key, decodeRaster(Buffer.from(one), LIMITS).key)
  t.not(decodeRaster(one, LIMITS).key, decodeRaster(other, LIMITS).key)
})

t.test('damaged, oversized and other files are refused with a reason', async (t) => {
  const good = makePng(testPicture(2, 8, 13, 11))
  const oversized = Buffer.from(good)
  oversized.writeUInt32BE(0xffff_ffff, 16)
  const headerOnly = good.subarray(0, 33)
  const cases: readonly [string, Uint8Array, string][] = [
    ['cut off', good.subarray(0, good.length - 40), 'invalid-image'],
    ['no data', headerOnly, 'invalid-image'],
    ['more pixels than allowed', oversized, 'image-too-large'],
    ['impossible depth', Buffer.from(good).fill(3, 24, 25), 'invalid-image'],
    ['no pixels', Buffer.from(good).fill(0, 16, 20), 'invalid-image'],
    ['palette missing', makePng({ ...testPicture(0, 8, 1, 1), colorType: 3 }), 'invalid-image'],
    ['AVIF', Buffer.from('....ftypavif....'), 'unsupported-image'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported-image'],
    ['text', Buffer.from('hello'), 'unsupported-image'],
    ['nothing', Buffer.alloc(0), 'unsupported-image'],
  ]
  for (const [name, bytes, code] of cases) {
    t.throws(() => decodeRaster(bytes, LIMITS), { name: 'ImageError', code }, name)
  }
})

t.test('data that inflate to more than the header announces are refused', async (t) => {
  const tall = makePng({ ...testPicture(0, 8, 100, 100), samples: new Array(10_000).fill(0) })
  const small = Buffer.from(tall)
  small.writeUInt32BE(1, 16)
  t.throws(() => decodeRaster(small, LIMITS), {
    code: 'invalid-image',
    message: 'the image data of the PNG file are damaged or cut off',
  })
})

t.test('a photograph whose chunk eXIf says that it is turned is turned', async (t) => {
  const picture = testPicture(2, 8, 30, 20)
  for (const order of ['II', 'MM'] as const) {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const exif = Buffer.from(makeExif(orientation, order))
      for (const exifBehind of [false, true]) {
        const image = decodeRaster(makePng({ ...picture, exif, exifBehind }), LIMITS)
        t.equal(image.orientation, orientation)
        t.same([image.width, image.height], orientation >= 5 ? [20, 30] : [30, 20])
      }
    }
  }
})

t.test('damaged Exif data leave a PNG upright', async (t) => {
  const whole = makeExif(6, 'MM')
  for (const exif of [[], whole.slice(0, 9), whole.slice(0, 15), makeExif(9, 'II'), [0, ...whole]]) {
    const image = decodeRaster(makePng({ ...testPicture(0, 8, 3, 2), exif: Buffer.from(exif) }), LIMITS)
    t.match(image, { orientation: 1, width: 3, height: 2 })
  }
})

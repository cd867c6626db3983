import t from 'tap'
import { decodeRaster } from '../../../engine/images/decode-image.js'
import { makeExif } from './make-exif.js'

const LIMITS = { imagePixels: 1_000_000, imageBytes: 1_000_000_000 }

function segment(marker: number, content: readonly number[]): number[] {
  const length = content.length + 2
  return [0xff, marker, length >> 8, length & 0xff, ...content]
}

const ASCII = (text: string) => [...Buffer.from(text, 'latin1')]

const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0x34, 0xff, 0xd9]

function frame(marker: number, width: number, height: number, components: number, precision = 8): number[] {
  const head = [precision, height >> 8, height & 0xff, width >> 8, width & 0xff, components]
  return segment(marker, [...head, ...new Array(components * 3).fill(0)])
}

function exif(orientation: number, order: 'II' | 'MM'): number[] {
  return segment(0xe1, [...ASCII('Exif\0\0'), ...makeExif(orientation, order)])
}

function jpeg(...parts: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from([0xff, 0xd8, ...parts.flat()])
}

t.test('size and colour space come from the frame header', async (t) => {
  for (const marker of [0xc0, 0xc1, 0xc2]) {
    const image = decodeRaster(jpeg(frame(marker, 640, 480, 3), SCAN), LIMITS)
    t.match(image, { width: 640, height: 480, orientation: 1, samples: { filter: 'DCTDecode', bitsPerComponent: 8 } })
    t.same(image.samples.colorSpace, { kind: 'rgb' })
  }
  t.same(decodeRaster(jpeg(frame(0xc0, 1, 1, 1), SCAN), LIMITS).samples.colorSpace, { kind: 'gray' })
})

t.test("CMYK of Adobe's kind is inverted, other CMYK is not", async (t) => {
  const adobe = segment(0xee, [...ASCII('Adobe'), 0, 100, 0, 0, 0, 0, 2])
  t.same(decodeRaster(jpeg(adobe, frame(0xc0, 1, 1, 4), SCAN), LIMITS).samples.decode, [1, 0, 1, 0, 1, 0, 1, 0])
  t.equal(decodeRaster(jpeg(frame(0xc0, 1, 1, 4), SCAN), LIMITS).samples.decode, undefined)
})

t.test('Exif orientation turns the natural size', async (t) => {
  for (const order of ['II', 'MM'] as const) {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const image = decodeRaster(jpeg(exif(orientation, order), frame(0xc0, 30, 20, 3), SCAN), LIMITS)
      t.equal(image.orientation, orientation)
      t.same([image.width, image.height], orientation >= 5 ? [20, 30] : [30, 20])
    }
  }
  t.equal(decodeRaster(jpeg(exif(9, 'MM'), frame(0xc0, 3, 2, 3), SCAN), LIMITS).orientation, 1)
})

t.test('camera data and comments are left out, the rest stays as it is', async (t) => {
  const jfif = segment(0xe0, ASCII('JFIF\0'))
  const table = segment(0xdb, [0, 1, 2, 3])
  const header = frame(0xc0, 3, 2, 3)
  const image = decodeRaster(
    jpeg(jfif, exif(1, 'II'), segment(0xfe, ASCII('hi')), segment(0xe2, [1]), table, header, SCAN),
    LIMITS,
  )
  t.same([...image.samples.data], [...jpeg(jfif, table, header, SCAN)])
})

t.test('what PDF readers cannot show is refused with a reason', async (t) => {
  const cases: readonly [string, Uint8Array, string][] = [
    ['lossless', jpeg(frame(0xc3, 3, 2, 3), SCAN), 'unsupported-image'],
    ['arithmetic coding', jpeg(frame(0xc9, 3, 2, 3), SCAN), 'unsupported-image'],
    ['12 bits', jpeg(frame(0xc1, 3, 2, 3, 12), SCAN), 'unsupported-image'],
    ['two components', jpeg(frame(0xc0, 3, 2, 2), SCAN), 'unsupported-image'],
    ['no frame', jpeg(SCAN), 'invalid-image'],
    ['cut off', jpeg(frame(0xc0, 3, 2, 3)), 'invalid-image'],
    ['no height', jpeg(frame(0xc0, 3, 0, 3), SCAN), 'invalid-image'],
    ['too large', jpeg(frame(0xc0, 2000, 2000, 3), SCAN), 'image-too-large'],
    ['a damaged Exif length', jpeg([0xff, 0xe1, 0xff, 0xff, 0], SCAN), 'invalid-image'],
  ]
  for (const [name, bytes, code] of cases) {
    t.throws(() => decodeRaster(bytes, LIMITS), { name: 'ImageError', code }, name)
  }
})

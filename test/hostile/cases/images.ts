import { deflateSync } from 'node:zlib'
import { gifBomb } from '../bombs/gif.js'
import { pngBomb, pngChunk } from '../bombs/png.js'
import { losslessWebpBomb, lossyWebpBomb } from '../bombs/webp.js'
import type { HostileCases, HostileDocument } from '../hostile-case.js'

const TOO_LARGE = { refused: 'image-too-large' }

/** A document that shows an image of its data. */
function shown(image: Buffer, type = 'image/png'): HostileDocument {
  return { html: '<p>Logo</p><img src="{{logo}}" width="100">', data: { logo: dataUri(image, type) } }
}

function dataUri(image: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${image.toString('base64')}`
}

/** A JPEG whose header names a size, with scans of nothing behind it. */
function jpegBomb(width: number, height: number, scans = 1): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  const frame = [0xff, 0xc2, 0, 17, 8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
  const scan = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
  return Buffer.from([0xff, 0xd8, ...frame, ...Array.from({ length: scans }, () => scan).flat(), 0xff, 0xd9])
}

/** Images of their own colours, so that none is taken for another. */
function manyImages(count: number, make: (i: number) => Buffer): HostileDocument {
  const images = Array.from({ length: count }, (_, i) => dataUri(make(i)))
  return { html: '{{#each images}}<img src="{{this}}" width="9">{{/each}}', data: { images } }
}

/** Compressed metadata that nobody has asked for: megabytes of zeros in a kilobyte, often. */
function metadata(type: 'iCCP' | 'zTXt', times: number): Buffer[] {
  const content = Buffer.concat([Buffer.from('Bomb\0\0', 'latin1'), deflateSync(Buffer.alloc(50_000_000))])
  return Array.from({ length: times }, () => pngChunk(type, content))
}

export const imageCases: HostileCases = [
  {
    name: 'a PNG of 100 million pixels with 16 bits and alpha, in one megabyte of data',
    make: () => shown(pngBomb({ width: 10_000, height: 9_999, bitDepth: 16 })),
    expected: TOO_LARGE,
  },
  {
    name: 'a PNG of 100 million pixels with 8 bits and alpha',
    make: () => shown(pngBomb({ width: 10_000, height: 9_999 })),
    expected: TOO_LARGE,
  },
  {
    name: 'a PNG as large as it may be, with alpha',
    make: () => shown(pngBomb({ width: 5_000, height: 5_000 })),
    expected: 'document',
  },
  {
    name: 'an interlaced PNG as large as it may be',
    make: () => shown(pngBomb({ width: 5_000, height: 5_000, colorType: 0, interlaced: true })),
    expected: 'document',
  },
  {
    name: 'a PNG whose header names four billion rows',
    make: () => shown(pngBomb({ width: 1, height: 0xffff_ffff, inflated: 100 })),
    expected: TOO_LARGE,
  },
  {
    name: 'a PNG whose header names 25 million pixels and has none',
    make: () => shown(pngBomb({ width: 5_000, height: 5_000, bitDepth: 16, inflated: 10 })),
    expected: 'document',
    reported: ['invalid-image'],
  },
  {
    name: 'a small PNG that inflates to half a gigabyte',
    make: () => shown(pngBomb({ width: 10, height: 10, inflated: 400_000_000 })),
    expected: 'document',
    reported: ['invalid-image'],
  },
  {
    name: 'a palette PNG of one bit with a transparency of every colour',
    make: () =>
      shown(
        pngBomb({
          width: 5_000,
          height: 5_000,
          bitDepth: 1,
          colorType: 3,
          chunks: [pngChunk('PLTE', Buffer.alloc(6)), pngChunk('tRNS', Buffer.alloc(2))],
        }),
      ),
    expected: 'document',
  },
  {
    name: 'compressed profiles and texts in a PNG',
    make: () => shown(pngBomb({ width: 9, height: 9, chunks: [...metadata('iCCP', 5), ...metadata('zTXt', 5)] })),
    expected: 'document',
  },
  {
    name: 'many large PNGs, each within the limit',
    make: () => manyImages(4, (i) => pngBomb({ width: 5_000 - i, height: 5_000 })),
    expected: TOO_LARGE,
  },
  {
    name: 'a PNG that lacks its last rows, under 300 names',
    make: () => {
      const image = dataUri(pngBomb({ width: 5_000, height: 5_000, inflated: 99_000_000 }), 'image/png')
      const names = Array.from({ length: 300 }, (_, index) => `AAA${String(index).padStart(5, 'A')}`)
      const html = '{{#each names}}<img src="{{@root.image}}{{this}}">{{/each}}'
      return { html, data: { image: image.replace(/=+$/, ''), names } }
    },
    expected: TOO_LARGE,
  },
  {
    name: 'many images of one drawing',
    make: () => {
      const images = Array.from({ length: 4 }, (_, i) => {
        return `<image width="9" height="9" href="${dataUri(pngBomb({ width: 5_000 - i, height: 5_000 }))}"/>`
      })
      return { html: `<svg width="100" height="100">${images.join('')}</svg>` }
    },
    expected: TOO_LARGE,
  },
  {
    name: 'an image that a drawing shows twenty thousand times by reference',
    make: () => {
      const image = `<image id="i" width="9" height="9" href="${dataUri(pngBomb({ width: 3_000, height: 3_000 }))}"/>`
      const uses = '<use href="#i"/>'.repeat(20_000)
      return shown(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${image}${uses}</svg>`), 'image/svg+xml')
    },
    expected: 'document',
  },
  {
    name: 'a JPEG of four billion pixels',
    make: () => shown(jpegBomb(65_535, 65_535), 'image/jpeg'),
    expected: TOO_LARGE,
  },
  {
    name: 'a progressive JPEG of ten thousand scans',
    make: () => shown(jpegBomb(4_000, 4_000, 10_000), 'image/jpeg'),
    expected: 'document',
  },
  {
    name: 'a GIF of four billion pixels',
    make: () => shown(gifBomb({ screen: [65_535, 65_535], frame: [1, 1] }), 'image/gif'),
    expected: TOO_LARGE,
  },
  {
    name: 'a GIF whose frame is larger than its screen',
    make: () => shown(gifBomb({ screen: [1, 1], frame: [65_535, 300] }), 'image/gif'),
    expected: 'document',
  },
  {
    name: 'a GIF of two hundred frames',
    make: () => shown(gifBomb({ screen: [2_000, 2_000], frame: [2_000, 2_000], frames: 200 }), 'image/gif'),
    expected: 'document',
  },
  {
    name: 'a lossless WebP of 268 million pixels in 30 bytes',
    make: () => shown(losslessWebpBomb(16_384, 16_384), 'image/webp'),
    expected: TOO_LARGE,
  },
  {
    name: 'a lossless WebP as large as it may be',
    make: () => shown(losslessWebpBomb(5_000, 5_000), 'image/webp'),
    expected: 'document',
  },
  {
    name: 'a hundred lossless WebPs as large as they may be',
    make: () => manyImages(100, (i) => losslessWebpBomb(5_000 - i, 5_000)),
    expected: TOO_LARGE,
  },
  {
    name: 'a lossy WebP of 268 million pixels',
    make: () => shown(lossyWebpBomb(16_383, 16_383), 'image/webp'),
    expected: TOO_LARGE,
  },
  {
    name: 'a lossy WebP as large as it may be that ends at once',
    make: () => shown(lossyWebpBomb(5_000, 5_000), 'image/webp'),
    expected: 'document',
    reported: ['invalid-image'],
  },
  {
    name: 'drawings in drawings in drawings',
    make: () => {
      let drawing = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
      for (let depth = 0; depth < 12; depth++) {
        const inner = dataUri(Buffer.from(drawing), 'image/svg+xml')
        drawing = `<svg xmlns="http://www.w3.org/2000/svg"><image width="9" height="9" href="${inner}"/></svg>`
      }
      return shown(Buffer.from(drawing), 'image/svg+xml')
    },
    expected: 'document',
  },
]

import { inflateSync } from 'node:zlib'
import t from 'tap'
import { decodeRaster } from '../../../engine/images/decode-image.js'
import { ImageError } from '../../../engine/images/image-error.js'
import { damage } from './damage.js'
import { readSamples } from './read-samples.js'
import { WEBP_FILES } from './webp-files.js'

const LIMITS = { imagePixels: 10_000, imageBytes: 1_000_000_000 }

t.test('decodes lossy and lossless files like the reference decoder', async (t) => {
  for (const { title, width, height, file, pixels } of WEBP_FILES) {
    const image = decodeRaster(Buffer.from(file, 'base64'), LIMITS)
    t.same([image.width, image.height], [width, height], title)
    const expected = inflateSync(Buffer.from(pixels, 'base64'))
    const color = readSamples(image.samples)
    const alpha = image.softMask && readSamples(image.softMask)
    let worst = 0
    let worstAlpha = 0
    for (let i = 0; i < width * height; i++) {
      const opacity = expected[4 * i + 3] ?? 0
      worstAlpha = Math.max(worstAlpha, Math.abs((alpha?.[i] ?? 255) - opacity))
      if (opacity === 0) continue
      for (let c = 0; c < 3; c++) {
        worst = Math.max(worst, Math.abs((color[3 * i + c] ?? 0) - (expected[4 * i + c] ?? 0)))
      }
    }
    t.ok(worst <= (title.startsWith('lossy') ? 2 : 0), `${title}: colours differ by ${worst} at most`)
    t.equal(worstAlpha, 0, `${title}: alpha`)
  }
})

t.test('keeps an alpha channel only where something shows through', async (t) => {
  const withMask = WEBP_FILES.filter(({ file }) => {
    const image = decodeRaster(Buffer.from(file, 'base64'), LIMITS)
    return image.softMask !== undefined
  })
  t.same(
    withMask.map(({ title }) => title),
    ['lossless with alpha', 'lossy with compressed alpha', 'lossy with stored alpha'],
  )
})

t.test('checks the number of pixels before decoding', async (t) => {
  for (const { title, file } of WEBP_FILES) {
    t.throws(
      () => decodeRaster(Buffer.from(file, 'base64'), { imagePixels: 600, imageBytes: 1_000_000_000 }),
      { code: 'image-too-large' },
      title,
    )
  }
})

t.test('damaged files are errors or other pictures, never anything else', async (t) => {
  let errors = 0
  for (const { file } of WEBP_FILES) {
    for (const bytes of damage(Buffer.from(file, 'base64'), 80)) {
      try {
        decodeRaster(bytes, LIMITS)
      } catch (error) {
        if (!(error instanceof ImageError)) throw error
        errors++
      }
    }
  }
  t.ok(errors > 100, `${errors} of 640 damaged files were refused`)
})

t.test('refuses animations and files without a picture', async (t) => {
  const riff = (chunk: string) =>
    Buffer.from(`RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0${chunk}`, 'latin1')
  t.throws(() => decodeRaster(riff('ANIM\x06\0\0\0\0\0\0\0\0\0'), LIMITS), { code: 'unsupported-image' })
  t.throws(() => decodeRaster(riff(''), LIMITS), { code: 'invalid-image' })
})

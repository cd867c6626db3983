import t from 'tap'
import { decodeRaster } from '../../../engine/images/decode-image.js'
import {
  compileTemplate,
  createFontLibrary,
  LimitError,
  type RenderLimits,
  renderDocument,
} from '../../../engine/index.js'
import { pngBomb } from '../../hostile/bombs/png.js'
import { losslessWebpBomb } from '../../hostile/bombs/webp.js'

const fonts = createFontLibrary()

/** RGB and alpha, 100 by 100: 100 rows of 401 bytes, 40,000 samples, and as many twice to be encoded. */
const ALPHA_BYTES = 40_100 + 3 * 40_000

function uri(image: Buffer): string {
  return `data:image/png;base64,${image.toString('base64')}`
}

function png(width = 100): string {
  return uri(pngBomb({ width, height: 100 }))
}

function render(html: string, data: object, limits: Partial<RenderLimits>) {
  return renderDocument(compileTemplate({ html }, { fonts, limits }), data, { limits })
}

const SHOW = '<p>{{#each logos}}<img src="{{this}}" width="9">{{/each}}</p>'

t.test('an image with more pixels than the limit refuses the document, with its place', async (t) => {
  t.throws(() => render(SHOW, { logos: [png()] }, { imagePixels: 9_999 }), {
    name: 'LimitError',
    code: 'image-too-large',
    message: /^template\.html:1:\d+: the image "data:image\/png.*the image has 100 × 100 pixels, more than 9999$/,
  })
  t.equal(render(SHOW, { logos: [png()] }, { imagePixels: 10_000 }).pages, 1)
})

t.test('an image that the template names refuses it when it is compiled', async (t) => {
  const html = `<p>\n<img src="${png()}"></p>`
  t.throws(() => compileTemplate({ html }, { fonts, limits: { imagePixels: 9_999 } }), {
    code: 'image-too-large',
    message: /^template\.html:2:1: /,
  })
})

t.test('the images of a document share a budget of decoded bytes', async (t) => {
  const logos = [png(), png(), png(99)]
  t.equal(render(SHOW, { logos }, { imageBytes: 2 * ALPHA_BYTES }).pages, 1, 'each image counts once')
  t.throws(() => render(SHOW, { logos }, { imageBytes: 2 * ALPHA_BYTES - 2_000 }), {
    code: 'image-too-large',
    message: /more than the \d+ that are left of the \d+ for all images$/,
  })
})

t.test('what earlier documents decoded counts all the same', async (t) => {
  const limits = { imageBytes: ALPHA_BYTES }
  const template = compileTemplate({ html: SHOW }, { fonts, limits })
  for (let round = 0; round < 2; round++) {
    t.equal(renderDocument(template, { logos: [png()] }, { limits }).pages, 1)
    t.equal(renderDocument(template, { logos: [png(99)] }, { limits }).pages, 1)
    t.throws(() => renderDocument(template, { logos: [png(), png(99)] }, { limits }), LimitError)
    t.throws(() => renderDocument(template, { logos: [png()] }, { limits: { imagePixels: 9_999 } }), LimitError)
  }
})

t.test('images of the template count against its own budget', async (t) => {
  const html = `<img src="${png()}"><img src="{{logo}}">`
  t.equal(render(html, { logo: png(99) }, { imageBytes: ALPHA_BYTES }).pages, 1)
  t.throws(
    () =>
      compileTemplate(
        { html: `<img src="${png()}"><img src="${png(99)}">` },
        {
          fonts,
          limits: { imageBytes: ALPHA_BYTES },
        },
      ),
    { code: 'image-too-large' },
  )
})

t.test('images of style sheets and drawings count too', async (t) => {
  const limits = { imageBytes: ALPHA_BYTES }
  const styled = (image: string) => `<style>p { background: url("${image}") }</style>${SHOW}`
  t.equal(render(styled(png()), { logos: [png()] }, limits).pages, 1, 'the same image once')
  t.throws(() => render(styled(png()), { logos: [png(99)] }, limits), LimitError)
  const drawing = (image: string) => `<svg><image href="${image}" width="9" height="9"/></svg>`
  t.throws(() => render(drawing(png()), {}, limits), LimitError, 'the drawing takes some bytes itself')
  t.equal(render(drawing(png()), {}, { imageBytes: ALPHA_BYTES + 10_000 }).pages, 1)
})

t.test('a damaged image counts too, once under each of its names', async (t) => {
  const limits = { imageBytes: 2 * ALPHA_BYTES }
  const damaged = uri(pngBomb({ width: 100, height: 100, inflated: 40_000 })).replace(/=+$/, '')
  const named = (count: number) => Array.from({ length: count }, (_, index) => `${damaged}AAA${'ABC'[index]}`)
  const { diagnostics } = render(SHOW, { logos: [...named(2), ...named(2)] }, limits)
  t.same(new Set(diagnostics.map(({ code }) => code)), new Set(['invalid-image']))
  t.throws(() => render(SHOW, { logos: named(3) }, limits), { code: 'image-too-large' })
  const drawing = `<svg>${named(3).map((image) => `<image href="${image}" width="9" height="9"/>`)}</svg>`
  t.throws(() => render(drawing, {}, limits), { code: 'image-too-large' })
})

t.test('the bytes are known before anything is decoded', async (t) => {
  const limits = { imagePixels: 25_000_000, imageBytes: 1_000_000 }
  const images = [
    pngBomb({ width: 5_000, height: 5_000, inflated: 10 }),
    pngBomb({ width: 5_000, height: 5_000, colorType: 2, inflated: 10 }),
    losslessWebpBomb(5_000, 5_000),
  ]
  for (const image of images) t.throws(() => decodeRaster(image, limits), { code: 'image-too-large' })
})

t.test('samples of 16 bits take half of their room once they are read', async (t) => {
  const { decodedBytes, samples } = decodeRaster(pngBomb({ width: 10, height: 10, bitDepth: 16 }), {
    imagePixels: 100,
    imageBytes: 10_000,
  })
  t.equal(decodedBytes, 10 * 81 + 3 * 400)
  t.equal(samples.bitsPerComponent, 8)
})

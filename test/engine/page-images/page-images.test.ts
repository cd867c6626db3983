import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { imageSizeOf } from '../../../engine/page-images/image-size.js'
import { type PageImageErrorCode, PageRenderer, renderPage } from '../../../engine/page-images/index.js'
import { WARM_UP_PDF } from '../../../engine/page-images/warm-up-pdf.js'
import { readPng, sizeOfJpeg } from './read-picture.js'

const fonts = createFontLibrary()

const TWO_PAGES = `<style>@page { size: 100pt 200pt; margin: 0 } body { margin: 0 } div { height: 100pt }</style>
<div style="background: red"></div><div style="break-before: page; background: #777"></div>`

function make(html: string, options = {}): Uint8Array {
  return renderDocument(compileTemplate({ html }, { fonts }), {}, options).pdf
}

const pdf = make(TWO_PAGES)

/** The page above, changed; offsets stay right since lengths do. */
function warmUpWith(from: string, to: string): Uint8Array {
  const text = Buffer.from(WARM_UP_PDF).toString('latin1')
  t.ok(text.includes(from) && from.length === to.length, `${from} becomes ${to}`)
  return Buffer.from(text.replace(from, to), 'latin1')
}

t.test('a page becomes a PNG, 800 pixels across', async (t) => {
  const image = await renderPage(pdf)
  t.match(image, { format: 'png', width: 800, height: 1600, page: 1, pages: 2, missingFonts: [] })
  const png = readPng(image.content)
  t.match([png.width, png.height, png.colorType], [800, 1600, 2])
  t.same(
    [png.at(400, 10), png.at(400, 1590)],
    [
      [255, 0, 0],
      [255, 255, 255],
    ],
  )
})

t.test('a page without colours has one byte for each pixel', async (t) => {
  const { content, page } = await renderPage(pdf, { page: 2, width: 100 })
  const png = readPng(content)
  t.match([page, png.colorType, png.at(50, 10), png.at(50, 190)], [2, 0, [0x77], [255]])
})

t.test('the size may be given in pixels per inch, which the PNG knows', async (t) => {
  const image = await renderPage(pdf, { dpi: 144 })
  t.match([image.width, image.height], [200, 400])
  t.ok(Math.abs(readPng(image.content).density - 144 / 0.0254) < 1)
})

t.test('a page becomes a JPEG or WebP', async (t) => {
  const jpeg = await renderPage(pdf, { format: 'jpeg', width: 80 })
  t.same(sizeOfJpeg(jpeg.content), [80, 160])
  const coarse = await renderPage(pdf, { format: 'webp', width: 80, quality: 1 })
  t.equal(Buffer.from(coarse.content).toString('latin1', 8, 12), 'WEBP')
})

t.test('all pages are drawn in their order, and a thread that was closed draws none', async (t) => {
  const renderer = new PageRenderer({ threads: 2 })
  const pages: number[] = []
  for await (const { page } of renderer.renderPages(pdf, { width: 20 })) pages.push(page)
  t.same(pages, [1, 2])
  const [one, other] = await Promise.all([renderer.renderPage(pdf), renderer.renderPage(pdf)])
  t.same(one.content, other.content)
  const late = t.rejects(renderer.renderPage(pdf), { code: 'closed' })
  await renderer.close()
  await late
  await t.rejects(renderer.renderPage(pdf), { code: 'closed' })
})

t.test('what cannot be drawn is refused with its reason', async (t) => {
  const refused = (code: PageImageErrorCode, options: object, message: RegExp, file: Uint8Array = pdf) =>
    t.rejects(renderPage(file, options), { name: 'PageImageError', code, message }, `${code} ${message}`)
  await refused('page-not-found', { page: 99 }, /there is no page 99: the document has 2 pages/)
  await refused('invalid-option', { page: 0 }, /page must be/)
  await refused('invalid-option', { width: 0 }, /width must be/)
  await refused('invalid-option', { width: 1e9 }, /width must be/)
  await refused('invalid-option', { width: 10, dpi: 10 }, /dpi must be absent/)
  await refused('invalid-option', { format: 'gif' }, /format must be one of png, jpeg, webp/)
  await refused('too-many-pixels', { width: 5_000 }, /5,000 × 10,00[01] pixels, more than 25,000,000/)
  await refused('not-a-pdf', {}, /is no PDF/, Buffer.from('<p>no</p>'))
  await refused('not-a-pdf', {}, /is no PDF/, new Uint8Array())
  const locked = make(TWO_PAGES, { encryption: { userPassword: 'sesame' } })
  await refused('password', {}, /opens with a password only/, locked)
  await refused('password', { password: 'wrong' }, /does not open with this password/, locked)
  t.match(await renderPage(locked, { password: 'sesame', width: 8 }), { pages: 2 })
})

t.test('a page that takes too long is given up, and the next one is drawn', async (t) => {
  const many = '1 0 0 1 1 1 cm 0 0 180 130 re f '.repeat(400_000)
  const text = Buffer.from(WARM_UP_PDF).toString('latin1')
  const slow = text.replace(
    /<<\/Length \d+>>stream\n.*\nendstream/,
    `<</Length ${many.length}>>stream\n${many}\nendstream`,
  )
  await t.rejects(renderPage(Buffer.from(slow, 'latin1'), { timeoutMs: 1, width: 2_000 }), { code: 'timed-out' })
  t.match(await renderPage(pdf), { pages: 2 })
})

t.test('a page of as many pixels as are allowed is drawn, and the next one after it', async (t) => {
  t.match(await renderPage(pdf, { width: 3_535 }), { width: 3_535, height: 7_070 })
  t.match(await renderPage(pdf, { width: 10 }), { width: 10, height: 20 })
})

t.test('fonts that the file does not contain are named', async (t) => {
  t.same((await renderPage(WARM_UP_PDF)).missingFonts, ['Helvetica'])
  t.same((await renderPage(warmUpWith('/Helvetica', '/MSGothicc'))).missingFonts, ['MSGothicc'])
  t.same((await renderPage(make('<p>Text</p>'))).missingFonts, [])
})

t.test('a picture is at least one pixel high and wide', async (t) => {
  t.same(imageSizeOf({ width: 10_000, height: 1 }, { width: 10 }), { width: 10, height: 1 })
})

t.test('a program that has drawn a page ends by itself', async (t) => {
  const module = new URL('../../../engine/page-images/index.js', import.meta.url)
  const warmUp = new URL('../../../engine/page-images/warm-up-pdf.js', import.meta.url)
  const program = `
    import { renderPage } from ${JSON.stringify(module.href)}
    import { WARM_UP_PDF } from ${JSON.stringify(warmUp.href)}
    console.log((await renderPage(WARM_UP_PDF)).width)`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  t.same([status, stdout], [0, '800\n'])
})

t.test('the engine does not load what draws pages', async (t) => {
  const index = fileURLToPath(new URL('../../../engine/index.js', import.meta.url))
  t.notMatch(readFileSync(index, 'utf8'), /page-images/)
})

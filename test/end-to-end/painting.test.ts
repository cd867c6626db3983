import t from 'tap'
import { compileTemplate } from '../../engine/compile.js'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { createFontLibrary } from '../../engine/fonts/create-font-library.js'
import { renderDocument } from '../../engine/render.js'
import { makePng } from '../engine/images/make-png.js'
import { pageContents, readObjects } from '../engine/pdf/read-pdf.js'

const fonts = createFontLibrary()

function render(html: string, assets: Readonly<Record<string, string>> = {}) {
  const files = new Map(Object.entries(assets).map(([name, text]) => [name, Buffer.from(text)]))
  const template = compileTemplate({ html: `<!doctype html>${html}`, assets: files }, { fonts })
  const { pdf, diagnostics } = renderDocument(template, {}, { date: new Date(0) })
  const messages = diagnostics.map(({ code, message }) => `${code}: ${message}`)
  return { contents: pageContents(pdf).join('\n'), objects: readObjects(pdf), messages }
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><rect width="10" height="5" fill="red"/></svg>'

t.test('a background image comes from the files of the template, relative to its style sheet', async (t) => {
  const html = '<link rel="stylesheet" href="css/a.css"><p>x</p>'
  const css = 'p { background: url(../img/a.svg) no-repeat }'
  const { contents, messages } = render(html, { 'css/a.css': css, 'img/a.svg': SVG })
  t.same(messages, [])
  t.match(contents, /\/V0 Do/)
})

t.test('image-set() names the image that browsers would print', async (t) => {
  const small = SVG.replace('red', '#000001')
  const large = SVG.replace('red', '#000002')
  const assets = new Map([
    ['small.svg', Buffer.from(small)],
    ['large.svg', Buffer.from(large)],
  ])
  const shown = (set: string) => {
    const html = `<style>p { background: image-set(${set}) no-repeat, -webkit-image-set(url(none.svg) type("image/avif")) }</style><p>x</p>`
    const template = compileTemplate({ html, assets }, { fonts })
    t.same(renderDocument(template, {}).diagnostics, [], set)
    return dumpDocument(template, {}, 'paint').includes('fill #000002') ? 'large' : 'small'
  }
  t.equal(shown('"small.svg" 1x, url(large.svg) 2x'), 'small')
  t.equal(shown('url(large.svg) 2x, "small.svg"'), 'small', 'which is 1x')
  t.equal(shown('url(small.svg) 0.5x, url(large.svg) 72dpi'), 'large', 'the highest of low ones')
  t.equal(shown('"small.svg" type("image/avif"), "large.svg" type("image/svg+xml") 3x'), 'large', 'of a known type')
})

t.test('an image of a set has a natural size by its resolution', async (t) => {
  const samples = Array.from({ length: 40 * 20 }, () => 1)
  const picture = { width: 40, height: 20, bitDepth: 8, colorType: 0, interlaced: false, samples }
  const html = `<style>p { background: image-set("a.png" 2x) no-repeat }</style><p>x</p>`
  const template = compileTemplate({ html, assets: new Map([['a.png', makePng(picture)]]) }, { fonts })
  t.match(dumpDocument(template, {}, 'paint'), / 20×10\]/)
})

t.test('a missing background image is reported once, at its declaration', async (t) => {
  const { messages } = render('<style>p { background: url(no.png) red }</style><p>x</p><p>y</p>')
  t.same(messages, ['missing-asset: there is no image "no.png" among the assets'])
})

t.test('an inline drawing takes over the colour and the font of the text around it', async (t) => {
  const drawing =
    '<svg width="50" height="50"><text y="40">A</text><rect width="5" height="5" fill="currentColor"/></svg>'
  const html = `<style>p { color: #ff0000; font: bold 40px Arial }</style><p>${drawing}</p><div>${drawing}</div>`
  const { objects, messages } = render(html)
  t.same(messages, [])
  const forms = [...objects.values()].filter(({ value }) => /\/Subtype \/Form/.test(value))
  t.equal(forms.length, 2, 'two drawings of one source look different')
})

t.test('a drawing with a proportion but no size takes the width that there is', async (t) => {
  const { contents } = render(`<style>@page { size: 200px 200px; margin: 0 } body { margin: 10px }</style>${SVG}`)
  // 180 px wide: 18 times its ten units.
  t.match(contents, /18 0 0 18 10 10 cm/)
})

t.test('a document without effects has no graphics state but constant alphas, no forms and no patterns', async (t) => {
  const { objects } = render('<style>p { background: #eee; border: 1px solid #333 }</style><p>plain</p>')
  const all = [...objects.values()].map(({ value }) => value).join('\n')
  t.notMatch(all, /\/Pattern|\/SMask|\/Subtype \/Form|\/BM/)
})

/** What is painted on the pages of a body, without margins. */
function painted(css: string, body: string): readonly string[] {
  const html = `<!doctype html><style>@page { size: 100px; margin: 0 } body { margin: 0 } ${css}</style>${body}`
  const template = compileTemplate({ html }, { fonts })
  return dumpDocument(template, {}, 'paint').split('\n')
}

t.test('an absolute box without a positioned box around it is painted in the order of the document', async (t) => {
  const css = 'i { position: absolute; width: 50px; height: 40px; background: red } p { position: relative; margin: 0 }'
  const later = '<p style="width: 50px; height: 40px; background: blue"></p>'
  const fills = (body: string) => painted(css, body).flatMap((call) => /fill (#\w+)/.exec(call)?.[1] ?? [])
  t.same(fills(`<div><i></i></div>${later}`), ['#ff0000', '#0000ff'])
  t.same(fills(`<table><tr><td><i></i></table>${later}`), ['#ff0000', '#0000ff'])
  t.same(fills(`<div style="display: flex"><div><i style="top: 0"></i></div></div>${later}`), ['#ff0000', '#0000ff'])
  t.same(fills(`${later}<div><i style="top: 0"></i></div>`), ['#0000ff', '#ff0000'])
})

t.test('pages may hide all but what their margin boxes show', async (t) => {
  const css = `@page { margin: 20px; visibility: hidden; background: red; border: 1px solid;
    @top-left { content: 'no' } @top-right { content: 'yes'; visibility: visible } }`
  const texts = painted(css, '').flatMap((call) => /"(.*)"/.exec(call)?.[1] ?? [])
  t.same(texts, ['yes'])
  t.notMatch(painted(css, '').join(), /stroke/)
})

t.test('the corners of a broken box are those of the whole box', async (t) => {
  const css = 'div { height: 150px; border-radius: 30px; background: red }'
  const outlines = painted(css, '<div></div>').flatMap((call) => /fill #ff0000 (.*)/.exec(call)?.[1] ?? [])
  t.equal(outlines.length, 2)
  const corners = (outline = '') => outline.match(/C/g)?.length
  t.same(outlines.map(corners), [2, 2], 'round above on the first page, and below on the last')
  t.match(outlines[0], /M30,0 /)
  const [first] = painted(`${css} div { border-radius: 50% }`, '<div></div>').filter((call) =>
    call.includes('fill #ff'),
  )
  t.match(first, / 100,50 L100,100 /, 'percentages are of each part, as in browsers')
})

t.test('a drawing without a size of its own fills the background of a box that goes on over pages', async (t) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="50%" fill="lime"/></svg>`
  const html = `<!doctype html><style>@page { size: 200px 100px; margin: 0 } body { margin: 0 }
    div { width: 60px; height: 240px; background: url('data:image/svg+xml,${encodeURIComponent(drawing)}') no-repeat }
    </style><div></div>`
  const calls = dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint')
  t.same(calls.match(/fill #00ff00.*/g), Array(3).fill('fill #00ff00 M0,0 L60,0 L60,120 L0,120 Z'))
})

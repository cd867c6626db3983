import t from 'tap'
import { formatDiagnostic } from '../../engine/base/diagnostics.js'
import { compileTemplate } from '../../engine/compile.js'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { createFontLibrary, renderDocument } from '../../engine/index.js'
import { makePng } from '../engine/images/make-png.js'

const fonts = createFontLibrary()
const PNG = makePng({ colorType: 0, bitDepth: 8, width: 2, height: 1, samples: [0, 255], interlaced: false })

type Files = Readonly<Record<string, string | Buffer>>

function compile(body: string, files: Files = {}) {
  const assets = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]))
  const html = `<!doctype html><style>@page { margin: 0 } body { margin: 0 } svg { display: block }</style><body>${body}`
  return compileTemplate({ html, assets }, { fonts })
}

/** What a body paints: colours, strokes, texts and images, and where. */
function painted(body: string, files: Files = {}): readonly string[] {
  return dumpDocument(compile(body, files), {}, 'paint')
    .split('\n')
    .map((call) => call.trim())
    .filter((call) => /^(?:fill|stroke|text|image|transform)/.test(call))
}

function fills(body: string, files: Files = {}): string {
  return painted(body, files)
    .flatMap((call) => /^fill (\S+)/.exec(call)?.[1] ?? [])
    .join(' ')
}

function problems(body: string, files: Files = {}): readonly string[] {
  return renderDocument(compile(body, files), {}).diagnostics.map(formatDiagnostic)
}

const file = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">${content}</svg>`
const inline = (content: string) => `<svg width="100" height="100">${content}</svg>`
const BOX = '<rect width="10" height="10"'

t.test('use shows an element of a file of the template', async (t) => {
  const icons = file(`<symbol id="a" viewBox="0 0 5 5">${BOX}/></symbol><g id="b">${BOX} fill="lime"/></g>`)
  const files = { 'img/icons.svg': icons }
  t.equal(fills(inline('<use href="img/icons.svg#b"/>'), files), '#00ff00')
  t.equal(fills(inline('<use xlink:href="img/icons.svg#b" x="3"/>'), files), '#00ff00', 'by its older name')
  t.match(
    painted(inline('<use href="img/icons.svg#a" width="10" height="10"/>'), files).join('\n'),
    /transform 2 0 0 2 0 0\nfill #000000/,
  )
  t.equal(fills(inline('<use href="img/icons.svg"/>'), files), '#00ff00', 'all of it, without a name')
})

t.test('what is used inherits from the use, and has the rules and references of its file', async (t) => {
  const icons = file(
    `<style>.r { fill: red } .v { fill: var(--c, blue) }</style><linearGradient id="g"><stop stop-color="gold"/></linearGradient>
    <g id="a">${BOX}/><rect class="r" width="10" height="10"/><rect class="v" width="10" height="10"/>
    ${BOX} fill="currentColor"/>${BOX} fill="url(#g)"/><use href="#b"/></g><g id="b">${BOX} fill="teal"/></g>`,
  )
  const use = '<use href="icons.svg#a" fill="lime" style="color: navy; --c: pink"/>'
  const other =
    '<style>.r { fill: black } </style><linearGradient id="g"><stop stop-color="black"/></linearGradient><g id="b"/>'
  t.equal(fills(inline(use + other), { 'icons.svg': icons }), '#00ff00 #ff0000 #ffc0cb #000080 #ffd700 #008080')
  t.equal(
    fills(inline('<use href="icons.svg#a"/>'), { 'icons.svg': icons }),
    '#000000 #ff0000 #0000ff #000000 #ffd700 #008080',
  )
  const paint = file(`<g id="a">${BOX} fill="context-fill"/></g>`)
  const own = '<linearGradient id="g"><stop stop-color="red"/></linearGradient><use href="icons.svg#a" fill="url(#g)"/>'
  t.equal(fills(inline(own), { 'icons.svg': paint }), '#ff0000', 'a paint of the use is that of its own file')
})

t.test('files use elements of files, relative to themselves', async (t) => {
  const files = {
    'img/a.svg': file('<use href="more/b.svg#x"/>'),
    'img/more/b.svg': file(`<g id="x">${BOX} fill="lime"/><image href="../p.png" width="4" height="2"/></g>`),
    'img/p.png': PNG,
  }
  t.equal(fills('<img src="img/a.svg" alt="">', files), '#00ff00')
  t.match(painted('<img src="img/a.svg" alt="">', files).join(), /image/)
  t.equal(fills('<p style="width:20px;height:20px;background:url(img/a.svg)"></p>', files), '#00ff00')
})

t.test('circles of files end with a diagnostic', async (t) => {
  const files = {
    'a.svg': file(`<g id="x">${BOX}/><use href="b.svg#x"/></g>`),
    'b.svg': file(`<g id="x">${BOX}/><use href="a.svg#x"/></g>`),
  }
  t.equal(fills(inline('<use href="a.svg#x"/>'), files), '#000000 #000000')
  t.match(problems(inline('<use href="a.svg#x"/>'), files), [/a use that contains itself is left out/])
  t.match(problems('<img src="a.svg" alt="">', files), [/a use that contains itself is left out/])
  const images = {
    'a.svg': file(`${BOX}/><image href="b.svg" width="9" height="9"/>`),
    'b.svg': file(`${BOX}/><image href="a.svg" width="9" height="9"/>`),
  }
  t.match(problems('<img src="a.svg" alt="">', images), [/the image "a\.svg" contains itself/])
  t.equal(fills('<img src="a.svg" alt="">', images), '#000000 #000000')
  t.equal(fills('<img src="b.svg" alt="">', images), '#000000 #000000', 'the other way round')
})

t.test('files that use files ten times each are counted', async (t) => {
  const level = (i: number) => file(`<g id="x">${`<use href="${i}.svg#x"/>`.repeat(10)}</g>`)
  const uses: Record<string, string> = { '0.svg': file(`<g id="x">${BOX}/></g>`) }
  for (let i = 1; i < 12; i++) uses[`${i}.svg`] = level(i - 1)
  t.throws(() => renderDocument(compile('<img src="{{f}}" alt="">', uses), { f: '11.svg' }), {
    code: 'image-too-large',
  })
  const images: Record<string, string> = { '0.svg': file(`${BOX}/>`) }
  for (let i = 1; i < 12; i++) images[`${i}.svg`] = file(`<image href="${i - 1}.svg" width="9" height="9"/>`.repeat(10))
  t.throws(() => renderDocument(compile('<img src="{{f}}" alt="">', images), { f: '11.svg' }), {
    code: 'image-too-large',
  })
})

t.test('a missing file or element is told', async (t) => {
  t.match(problems(inline('<use href="none.svg#a"/>')), [
    /error: there is no drawing "none\.svg" among the assets \[missing-asset\]/,
  ])
  t.match(problems(inline('<use href="http://a.example/i.svg#a"/>')), [/nothing is loaded from the network/])
  t.match(problems(inline('<use href="a.svg#b"/>'), { 'a.svg': file('') }), [/there is no element "b" in a\.svg/])
  t.match(problems('<img src="a.svg" alt="">', { 'a.svg': file('<use href="b.svg#b"/>') }), [
    /^a\.svg:1:1: error: there is no drawing "b\.svg"/,
  ])
  t.match(
    problems(inline('<use href="a.svg#b"/>'), { 'a.svg': file(`<style>g { fil: red }</style><g id="b">${BOX}/></g>`) }),
    [/^a\.svg:1:\d+: warning: unknown property "fil"/],
  )
})

t.test('drawings show drawings: files, and those that are their own address', async (t) => {
  const small = file(`${BOX} fill="lime"/>`)
  const image = (href: string) => `<image href="${href}" width="40" height="40"/>`
  t.match(painted(inline(image('a.svg')), { 'a.svg': small }).join('\n'), /transform 2 0 0 2 0 0\nfill #00ff00/)
  const uri = `data:image/svg+xml;base64,${Buffer.from(small).toString('base64')}`
  t.match(painted(inline(image(uri))).join('\n'), /transform 2 0 0 2 0 0\nfill #00ff00/)
  t.equal(fills('<img src="b.svg" alt="">', { 'b.svg': file(image(uri)) }), '#00ff00')
  t.equal(fills('<img src="b.svg" alt="">', { 'b.svg': file(image('a.svg')), 'a.svg': small }), '#00ff00')
  t.same(problems('<img src="b.svg" alt="">', { 'b.svg': file(image(uri)) }), [])
})

t.test('a file costs every document the same, whichever reads it first', async (t) => {
  const template = compile('<img src="{{f}}" alt="">', {
    'a.svg': file(
      `<style>rect { fill: red }</style>${`<g>${BOX}/></g>`.repeat(50)}<image href="b.svg" width="9" height="9"/>`,
    ),
    'b.svg': file(`${BOX}/>`),
  })
  renderDocument(template, { f: 'b.svg' })
  const works = [1, 2, 3].map(() => renderDocument(template, { f: 'a.svg' }).stats.work)
  t.same(works, [works[0], works[0], works[0]])
})

import t from 'tap'
import { POINTS_PER_PX } from '../../engine/base/units.js'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import {
  compileTemplate,
  createFontLibrary,
  type RenderOptions,
  renderDocument,
  type TemplateSource,
} from '../../engine/index.js'

const fonts = createFontLibrary()

const PLAIN = 'html, body, p, div { margin: 0; font: 16px/20px Liberation Sans }'

function compiled(html: string, source: Partial<TemplateSource> = {}) {
  return compileTemplate({ html: `<!doctype html><html lang=en><style>${PLAIN}</style>${html}`, ...source }, { fonts })
}

/** The calls that paint a document. */
function painted(html: string, options: RenderOptions, source: Partial<TemplateSource> = {}): readonly string[] {
  return dumpDocument(compiled(html, source), {}, 'paint', { date: new Date(0), ...options }).split('\n')
}

function pages(html: string, options: RenderOptions, source: Partial<TemplateSource> = {}): readonly string[] {
  return painted(html, options, source).filter((call) => call.startsWith('page '))
}

function bytes(html: string, options: RenderOptions, source: Partial<TemplateSource> = {}): Buffer {
  return Buffer.from(renderDocument(compiled(html, source), {}, { date: new Date(0), ...options }).pdf)
}

t.test('settings that say what counts anyway change no byte, and compile nothing anew', async (t) => {
  const html = '<h1 style="background:#ddd">A</h1><p style="color:red">B'
  const same = { media: 'print', backgrounds: true, pageRules: 'all', scale: 1, pages: '', grayscale: false } as const
  t.ok(bytes(html, {}).equals(bytes(html, same)))
  const template = compiled(html)
  t.equal(template.printed.of(template, same), template)
  const onScreen = template.printed.of(template, { media: 'screen' })
  t.not(onScreen, template)
  t.equal(template.printed.of(template, { media: 'screen', leastScale: 0.5 }), onScreen, 'compiled once')
})

t.test('a template has them as settings, which a rendering replaces', async (t) => {
  const html = '<style>@media screen { p { color: red } }</style><p>x'
  const red = (calls: readonly string[]) => calls.some((call) => call.includes('#ff0000'))
  t.notOk(red(painted(html, {})))
  t.ok(red(painted(html, { media: 'screen' })))
  t.ok(red(painted(html, {}, { media: 'screen' })))
  t.notOk(red(painted(html, { media: 'print' }, { media: 'screen' })))
  const lists = '<style media="screen">p { color: red }</style><style media="not screen">p { color: blue }</style><p>x'
  t.ok(red(painted(lists, { media: 'screen' })))
})

t.test('wrong values are named with what would be right', async (t) => {
  const template = compiled('x')
  const cases: readonly [options: object, message: RegExp][] = [
    [{ media: 'paper' }, /options\.media must be print or screen/],
    [{ paper: '210 297' }, /options\.paper must be a width and a height such as "105mm 148mm"/],
    [{ paper: '0mm 10mm' }, /options\.paper must be/],
    [{ paper: '300in 10mm' }, /options\.paper must be/],
    [{ margins: '1mm 2mm 3mm 4mm 5mm' }, /options\.margins must be one to four lengths/],
    [{ margins: '1em' }, /options\.margins must be/],
    [{ scale: 3 }, /options\.scale must be a number from 0\.1 to 2/],
    [{ leastScale: '1' }, /options\.leastScale must be a number/],
    [{ pages: '3-1' }, /options\.pages must be pages such as "1-3,5,8-"/],
    [{ backgrounds: 'no' }, /options\.backgrounds must be true or false/],
  ]
  for (const [options, message] of cases) t.throws(() => renderDocument(template, {}, options), { message })
})

t.test('without backgrounds boxes have none but by print-color-adjust, and light text is darkened', async (t) => {
  const html = `<style>@page { background: pink } body { background: #eee }</style>
    <p style="background:#000;color:#fff">a</p><p style="color:#f00">b</p>
    <div style="background:#00f;color:#fff;print-color-adjust:exact">c<p>d</div>`
  const calls = painted(html, { backgrounds: false })
  t.same(
    calls.filter((call) => call.includes('fill')).map((call) => /#\w+/.exec(call)?.[0]),
    ['#0000ff'],
  )
  t.same(
    calls.filter((call) => call.startsWith('text')).map((call) => /#\w+/.exec(call)?.[0]),
    ['#ababab', '#ff0000', '#ffffff', '#ffffff'],
  )
  t.ok(painted(html, {}).some((call) => call.includes('#ffc0cb')))
})

t.test('paper and margins are beaten by @page, unless it is told to give way', async (t) => {
  const set = { paper: '300pt 200pt', margins: '30pt 15pt' } as const
  const html = '<p>x'
  const ruled = '<style>@page { size: 150pt 100pt; margin: 0 }</style><p>x'
  const first = (calls: readonly string[]) => calls.find((call) => call.startsWith('text'))
  t.same(pages(html, set), ['page 400 × 266.671875'])
  t.match(first(painted(html, set)), / at 20,5\d/)
  t.same(pages(ruled, set), ['page 200 × 133.328125'])
  t.match(first(painted(ruled, set)), / at 0,1\d/)
  t.same(pages(ruled, { ...set, pageRules: 'margins' }), ['page 400 × 266.671875'])
  t.match(first(painted(ruled, { ...set, pageRules: 'margins' })), / at 0,1\d/)
  t.same(pages(ruled, { ...set, pageRules: 'none' }), ['page 400 × 266.671875'])
  t.match(first(painted(ruled, { ...set, pageRules: 'none' })), / at 20,5\d/)
  const important = '<style>@page :first { size: a5 !important; margin: 0 !important }</style><p>x'
  t.match(first(painted(important, { ...set, pageRules: 'none' })), / at 20,5\d/)
  const turned = '<style>@page { size: landscape }</style><p>x'
  t.same(pages(turned, { paper: '150pt 300pt', pageRules: 'margins' }), ['page 400 × 200'])
})

t.test('media queries ask about the paper that counts', async (t) => {
  const html = '<style>@page { size: 1000px 800px } @media (min-width: 500px) { p { color: red } }</style><p>x'
  const isWide = (options: RenderOptions) => painted(html, options).some((call) => call.includes('#ff0000'))
  t.ok(isWide({}))
  t.notOk(isWide({ paper: '400px 800px', pageRules: 'none' }))
  t.ok(isWide({ paper: '400px 800px', pageRules: 'none', scale: 0.5 }), 'what is smaller has more room')
})

t.test('content is printed at a scale; the boxes in the margins keep their size', async (t) => {
  const html = '<style>@page { margin: 50px; @top-left { content: "head" } } p { width: 50% }</style><p>x'
  const calls = painted(html, { scale: 0.5, paper: '500px 500px' })
  t.ok(
    calls.some((call) => call.includes('0.5')),
    'transformed',
  )
  t.ok(calls.some((call) => /text .* 16px .*"head"/.test(call)))
  const map = renderDocument(compiled(html), {}, { scale: 0.5, paper: '500px 500px', map: true }).map
  const box = map?.[0]?.boxes.find(({ element }) => element === 'p')
  t.same([box?.x, box?.y, box?.width, box?.height], [37.5, 37.5, 150, 7.5], 'in pt')
})

t.test('pages whose content is too wide shrink down to the least scale', async (t) => {
  const widthAt = (width: number, options: RenderOptions) => {
    const html = `<div style="width:${width}px">x</div>`
    const { map } = renderDocument(compiled(html), {}, { paper: '500px 500px', margins: '50px', map: true, ...options })
    const found = map?.[0]?.boxes.find(({ element }) => element === 'div')?.width
    return found && found / POINTS_PER_PX
  }
  t.equal(widthAt(800, {}), 800, 'print scales nothing')
  t.equal(widthAt(800, { leastScale: 0.4 }), 400)
  t.equal(widthAt(300, { leastScale: 0.4 }), 300)
  t.equal(widthAt(1600, { leastScale: 0.5 }), 800, 'the rest is cut off')
  t.equal(Math.round(widthAt(500, { scale: 0.8, leastScale: 0.5 }) ?? 0), 400)
  t.equal(widthAt(640, { scale: 0.8, leastScale: 0.5 }), 400)
})

const THREE = `<style>@page { size: 300px 100px; margin: 20px; @bottom-left { content: counter(page) "/" counter(pages) } }
  h1 { break-before: page; margin: 0 }</style><title>T</title><p>a <a href="#c">to c</a></p><h1 id="b">b</h1><h1 id="c">c</h1>`

t.test('a file has the pages that are asked for, with their numbers, bookmarks and tags', async (t) => {
  const calls = painted(THREE, { pages: '2-' })
  t.same(
    calls
      .filter((call) => /^(?:page|bookmark|text)/.test(call))
      .map((call) => call.replace(/ (?:at|#|\d+px).*"(.*)"/, ' "$1"')),
    [
      'page 300 × 100',
      'text "b"',
      'page 300 × 100',
      'text "c"',
      'page 1 again',
      'text "2/3"',
      'page 2 again',
      'text "3/3"',
      'bookmark 1 "b" on page 1',
      'bookmark 1 "c" on page 2',
      'page labels from page 1: 2 decimal',
    ],
  )
  t.equal(renderDocument(compiled(THREE), {}, { pages: '2-' }).pages, 2)
  t.equal(renderDocument(compiled(THREE), {}, { pages: '3,1', standard: 'pdf/ua-1' }).pages, 2)
  t.throws(() => renderDocument(compiled(THREE), {}, { pages: '2-4' }), {
    code: 'missing-page',
    message: 'page 4 is asked for, but the document ends with page 3',
  })
})

t.test('all colours become grays', async (t) => {
  const svg = '<svg width="10" height="10"><rect width="10" height="10" fill="lime"/></svg>'
  const html = `<style>@page { @top-left { content: "x"; color: blue } }</style><p style="color:red;background:yellow">x${svg}`
  const colors = painted(html, { grayscale: true }).flatMap((call) => call.match(/#[\da-f]{6}/g) ?? [])
  t.ok(colors.length >= 4)
  t.same(
    colors.filter((color) => color.slice(1, 3) !== color.slice(3, 5) || color.slice(3, 5) !== color.slice(5)),
    [],
  )
})

import t from 'tap'
import { formatDiagnostic } from '../../engine/base/diagnostics.js'
import { compileTemplate } from '../../engine/compile.js'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { createFontLibrary, renderDocument } from '../../engine/index.js'

const fonts = createFontLibrary()

function compile(body: string, files: Readonly<Record<string, string>> = {}) {
  const assets = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  return compileTemplate({ html: `<!doctype html><style>body { margin: 0 }</style><body>${body}`, assets }, { fonts })
}

/** What a body paints: colours, strokes, texts and images. */
function painted(body: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
  return dumpDocument(compile(body, files), {}, 'paint')
    .split('\n')
    .map((call) => call.trim())
    .filter((call) => /^(?:fill|stroke|text|image|clip M|mask|begin)/.test(call))
}

/** The places and messages of what is wrong with a body. */
function problems(body: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
  return renderDocument(compile(body, files), {}).diagnostics.map(formatDiagnostic)
}

const file = (content: string, attributes = 'width="100" height="100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`
const IMAGE = '<img src="a.svg" alt="">'
const BOX = '<rect width="10" height="10"'

/** The colours that a file paints its shapes with. */
function fills(content: string, attributes?: string): string {
  return painted(IMAGE, { 'a.svg': file(content, attributes) })
    .map((call) => /^fill (\S+)/.exec(call)?.[1] ?? call)
    .join(' ')
}

t.test('sheets in a file of a drawing have variables and every selector', async (t) => {
  const css = ':root { --a: red; --b: var(--a) }'
  t.equal(fills(`<style>${css} rect { fill: var(--b) }</style>${BOX}/>`), '#ff0000')
  t.equal(fills(`<style>${css}</style><g style="--a: lime">${BOX} style="fill: var(--a)"/></g>`), '#00ff00')
  t.equal(fills(`<style>[data-k] { fill: lime }</style>${BOX} data-k=""/>${BOX}/>`), '#00ff00 #000000')
  t.equal(fills(`<style>rect:not(.a) { fill: lime }</style>${BOX} class="a"/>${BOX}/>`), '#000000 #00ff00')
  t.equal(fills(`<style>rect:nth-child(2n + 1) { fill: lime }</style>${BOX}/>${BOX}/>`), '#000000 #00ff00')
  t.equal(
    fills(`<style>g { rect { fill: lime } } .a ~ rect { fill: blue }</style><g>${BOX} class="a"/>${BOX}/></g>`),
    '#00ff00 #0000ff',
  )
  t.equal(
    fills(`<style>@layer a, b; @layer b { rect { fill: lime } } @layer a { rect { fill: red } }</style>${BOX}/>`),
    '#00ff00',
  )
})

t.test('conditions in a sheet of a file are those of paper and of the size of the drawing', async (t) => {
  const by = (media: string) => fills(`<style>@media ${media} { rect { fill: lime } }</style>${BOX}/>`)
  t.equal(by('print'), '#00ff00')
  t.equal(by('(prefers-color-scheme: light)'), '#00ff00')
  t.equal(by('(prefers-color-scheme: dark)'), '#000000')
  t.equal(by('(max-width: 100px)'), '#00ff00')
  t.equal(by('(max-width: 99px)'), '#000000')
  t.equal(fills(`<style>@supports (fill: red) { rect { fill: lime } }</style>${BOX}/>`), '#00ff00')
})

t.test('a drawing looks the same in the page and in a file', async (t) => {
  const drawings = [
    `<style>.f { flood-color: red; flood-opacity: .5 }</style><filter id="f"><feFlood class="f"/><feComposite in2="SourceGraphic" operator="in"/></filter>${BOX} filter="url(#f)"/>`,
    `<style>.c { color-interpolation-filters: srgb }</style><filter id="f" class="c"><feColorMatrix type="saturate" values=".5"/></filter>${BOX} fill="red" filter="url(#f)"/>`,
    `${BOX} fill="red" style="filter: grayscale(1)"/>`,
    `${BOX} style="clip-path: circle(4px)"/>`,
    `<text y="20" style="text-transform: capitalize; font: italic small-caps bold 12px/2 serif">one two</text>`,
    `<text y="20" font-variant="small-caps" letter-spacing="2">one</text>`,
    `${BOX} fill="color(from color(from white srgb r g b) srgb r g 0)"/>`,
    `<style>rect { x: 5px; width: calc(10px + 10%); rx: 2px }</style>${BOX}/>`,
    `<marker id="m" markerWidth="4" markerHeight="4"><rect width="9" height="9" fill="red"/></marker><path d="M9 9h9" marker-start="url(#m)"/>`,
  ]
  for (const content of drawings) t.same(painted(IMAGE, { 'a.svg': file(content) }), painted(file(content)), content)
})

t.test('the size of a file is what its styles say', async (t) => {
  const size = (attributes: string) =>
    dumpDocument(compile(IMAGE, { 'a.svg': file('', attributes) }), {}, 'fragments').match(/#\d+ img.* (\d+×\d+)/)?.[1]
  t.equal(size('width="20" height="30"'), '20×30')
  t.equal(size('width="20" height="30" style="width: 40px"'), '40×30')
  t.equal(size('width="1in" viewBox="0 0 2 1"'), '96×48')
})

t.test('what is wrong in a file is told at its place in the file', async (t) => {
  const text = file(`\n  <style>\n    rect { fil: red }\n  </style>\n  ${BOX} style="fill: nothing"/>`)
  t.same(problems(IMAGE, { 'img/a.svg': text, 'a.svg': text }), [
    'a.svg:3:12: warning: unknown property "fil" (did you mean "fill"?) [unknown-property]',
    'a.svg:5:3: warning: "nothing" is not a value of "fill" [invalid-value]',
  ])
  const uri = `data:image/svg+xml,${encodeURIComponent(text)}`
  t.match(problems(`<p>x</p>\n<img src="${uri}" alt="">`), [
    /^template.html:2:1: warning: in the drawing: unknown property "fil"/,
    /^template.html:2:1: warning: in the drawing: "nothing" is not a value/,
  ])
  const many = Array.from({ length: 50 }, (_, i) => `.a${i} { fil: red }\n`).join('')
  t.equal(problems(IMAGE, { 'a.svg': file(`<style>${many}</style>`) }).length, 20, 'and no more than is read')
})

t.test('elements of other programs in a file are nothing, whatever their names', async (t) => {
  const other = '<x:rect xmlns:x="http://example.com/" width="10" height="10"/>'
  t.equal(
    fills(`${other}<metadata xmlns:y="urn:y"><y:g><rect width="10" height="10"/></y:g></metadata>${BOX}/>`),
    '#000000',
  )
  const entity = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY c "lime">]>'
  const text = `<?xml version="1.0"?>${entity}<svg xmlns="&ns;" width="10" height="10">${BOX} fill="&c;"/></svg>`
  t.match(painted(IMAGE, { 'a.svg': text }), [/^fill #00ff00/])
})

/** So many groups, no two of which are equal. */
function many(count: number): string {
  return Array.from({ length: count }, (_, i) => `<g id="g${i}">${BOX}/></g>`).join('')
}

t.test('a sheet of 100,000 rules in a file is matched by what its rules ask for', async (t) => {
  const rules = Array.from({ length: 100_000 }, (_, i) => `.a${i}{fill:red}`).join('')
  const content = `<style>${rules}</style>${BOX} class="a7"/>${BOX}/>`
  const { stats } = renderDocument(compile(IMAGE, { 'a.svg': file(content) }), {})
  t.ok(stats.work < 1000, `${stats.work} steps`)
  const open = `<style>${'* * * { fill: red }'.repeat(20_000)}</style>${many(2_000)}`
  const assets = new Map([['a.svg', Buffer.from(file(open))]])
  const limits = { work: 200_000 }
  t.throws(() => compileTemplate({ html: IMAGE, assets }, { fonts, limits }), { code: 'too-much-work' })
})

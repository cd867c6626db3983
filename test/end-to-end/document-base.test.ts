import t from 'tap'
import { formatDiagnostic } from '../../engine/base/diagnostics.js'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'

const fonts = createFontLibrary()

const drawing = (color: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="r"><rect width="9" height="9" fill="${color}"/></g></svg>`,
  )
const FILES: readonly (readonly [string, Buffer])[] = [
  ['a.svg', drawing('red')],
  ['sub/a.svg', drawing('lime')],
  ['sub/css/a.svg', drawing('blue')],
  ['sub/css/a.css', Buffer.from('p { background: url(a.svg) }')],
  ['css/a.css', Buffer.from('p { background: url(../a.svg) }')],
]

function compile(html: string, more: Readonly<Record<string, string>> = {}) {
  const added = Object.entries(more).map(([name, text]) => [name, Buffer.from(text)] as const)
  return compileTemplate(
    { html: `<!doctype html>${html}`, name: 't.html', assets: new Map([...FILES, ...added]) },
    { fonts },
  )
}

/** The colours that a page is filled with. */
function fills(html: string, more: Readonly<Record<string, string>> = {}): string {
  const template = compile(html, more)
  t.same(renderDocument(template, { file: 'a.svg' }).diagnostics.map(formatDiagnostic), [])
  const calls = dumpDocument(template, { file: 'a.svg' }, 'paint').matchAll(/fill (#\w{6})/g)
  return [...new Set(Array.from(calls, ([, color]) => color))].join(' ')
}

const BASE = '<base href="sub/">'

t.test('addresses in the document are relative to its base', async (t) => {
  t.equal(fills('<img alt=x src=a.svg>'), '#ff0000')
  t.equal(fills(`${BASE}<img alt=x src=a.svg>`), '#00ff00')
  t.equal(fills(`${BASE}<img alt=x src="{{file}}">`), '#00ff00', 'also those that come with the data')
  t.equal(fills('<base href="sub/page.html"><img alt=x src=a.svg>'), '#00ff00', 'those of its folder')
  t.equal(fills(`${BASE}<img alt=x src=../a.svg>`), '#ff0000')
  t.equal(fills(`${BASE}<object data=a.svg>x</object>`), '#00ff00')
  t.equal(fills(`${BASE}<p style="background: url(a.svg)">x`), '#00ff00')
  t.equal(fills(`${BASE}<style>p { background: url(a.svg) }</style><p>x`), '#00ff00')
  t.equal(fills(`${BASE}<svg width=9 height=9><image href="a.svg" width="9" height="9"/></svg>`), '#00ff00')
  t.equal(fills(`${BASE}<svg width=9 height=9><use href="a.svg#r"/></svg>`), '#00ff00')
  t.equal(fills(`${BASE}{{> row}}`, { 'partials/row.html': '<img alt=x src=a.svg>' }), '#00ff00', 'in a partial')
})

t.test('addresses of style sheets are relative to the base, and those in them to themselves', async (t) => {
  const link = '<link rel=stylesheet href=css/a.css>'
  t.equal(fills(`${link}<p>x`), '#ff0000')
  t.equal(fills(`${BASE}${link}<p>x`), '#0000ff')
  t.equal(fills(`${BASE}<style>@import "css/a.css";</style><p>x`), '#0000ff')
})

t.test('fonts of style elements are found from the base', async (t) => {
  const face = '<style>@font-face { font-family: F; src: url(f.ttf) } p { font-family: F }</style><p>x'
  const codes = (html: string) => compile(html, { 'sub/f.ttf': 'no font' }).diagnostics.map(({ code }) => code)
  t.ok(codes(face).includes('missing-asset'))
  t.ok(codes(`${BASE}${face}`).includes('invalid-font'), 'the file is there')
})

t.test('the first base with an address counts, and one on the network moves links alone', async (t) => {
  t.equal(fills(`<base target=_blank>${BASE}<base href="no/"><img alt=x src=a.svg>`), '#00ff00')
  const html = '<base href="https://example.com/shop/"><a href="order?id=1">o</a><a href="/top">t</a><a href="#x">i</a>'
  t.equal(fills(`${html}<img alt=x src=a.svg>`), '#0000ee #ff0000')
  const links = dumpDocument(compile(`${html}<p id=x>x`), {}, 'paint').match(/(?<=link ).*/g) ?? []
  t.match(links.join('\n'), /https:\/\/example\.com\/shop\/order\?id=1.*\n.*https:\/\/example\.com\/top.*\n.*#x/)
})

t.test('a base that depends on data is reported', async (t) => {
  const found = (html: string) => compile(html).diagnostics.map(formatDiagnostic)
  const message = 'error: the address of <base> cannot depend on data [dynamic-base]'
  t.same(found('<base href="{{folder}}/">'), [`t.html:1:16: ${message}`])
  t.same(found('{{#if a}}<base href="sub/">{{/if}}'), [`t.html:1:25: ${message}`])
})

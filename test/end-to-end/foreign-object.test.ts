import t from 'tap'
import { compileTemplate } from '../../engine/compile.js'
import { type DumpedStage, dumpDocument } from '../../engine/dump/dump-document.js'
import { createFontLibrary, renderDocument } from '../../engine/index.js'
import { makePng } from '../engine/images/make-png.js'

const fonts = createFontLibrary()
const PIXEL = makePng({ colorType: 0, bitDepth: 8, width: 2, height: 1, samples: [0, 255], interlaced: false })

function compile(body: string, files: Readonly<Record<string, string>> = {}) {
  const assets = new Map<string, Buffer>(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  assets.set('img/pixel.png', PIXEL)
  const css = '@page { margin: 0 } body { margin: 0; font: 10px/10px Liberation Sans } svg { display: block }'
  return compileTemplate(
    { html: `<!doctype html><html lang="en"><style>${css}</style><body>${body}`, assets },
    { fonts },
  )
}

function dump(stage: DumpedStage, body: string, files?: Readonly<Record<string, string>>): readonly string[] {
  return dumpDocument(compile(body, files), {}, stage)
    .split('\n')
    .map((call) => call.trim())
}

/** What is painted of a drawing. */
function painted(content: string, attributes = 'width="200" height="100"'): readonly string[] {
  return dump('paint', `<svg ${attributes}>${content}</svg>`).filter((call) =>
    /^(?:fill|stroke|text|image|transform|clip|begin|group|link)/.test(call),
  )
}

const xhtml = (content: string) => `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`
const file = (content: string, attributes = 'width="200" height="100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`

t.test('HTML in a drawing is laid out in its box and cut off at it', async (t) => {
  const calls = painted(
    '<foreignObject x="20" y="10" width="50" height="30"><p style="margin:0">one two three</p></foreignObject>',
  )
  t.match(
    calls.join('\n'),
    /transform 1 0 0 1 20 10\nclip \[0,0 50×30\]\ntext .*"one two "\ntext .*"three"/,
    'lines of 50px',
  )
  const shown = painted('<foreignObject width="5" height="5" overflow="visible"><p>one</p></foreignObject>')
  t.notMatch(shown.join(), /clip \[0,0 5×5\]/, 'unless it shows what overflows')
  t.same(
    painted('<foreignObject width="0" height="9"><p>one</p></foreignObject>').length,
    0,
    'without an area there is none',
  )
  t.same(painted('<foreignObject height="9"><p>one</p></foreignObject>').length, 0, 'nor without a size')
})

t.test('it is transformed, faded and clipped with the drawing', async (t) => {
  const content = '<foreignObject width="50" height="30"><p style="margin:0">one</p></foreignObject>'
  const inGroup = painted(`<g transform="rotate(90) translate(5)" opacity=".5">${content}</g>`).join('\n')
  t.match(inGroup, /transform 0 1 -1 0 0 5\n.*0\.5.*\ntransform 1 0 0 1 0 0\nclip \[0,0 50×30\]\ntext/)
  const scaled = painted(content, 'width="200" height="100" viewBox="0 0 100 50"').join('\n')
  t.match(scaled, /transform 2 0 0 2 0 0\n/)
  const own =
    '<foreignObject width="50" height="30" opacity=".5" transform="translate(7)" style="background: lime"></foreignObject>'
  t.match(
    painted(own.replace('></f', '>a</f')).join('\n'),
    /transform 1 0 0 1 7 0\n[\s\S]*fill #00ff00 \[0,0 50×30\]/,
    'with its background',
  )
  t.equal(painted(own.replace('></f', '>a</f')).filter((call) => call.includes('0.5')).length, 1, 'once')
  const clip = '<clipPath id="c"><circle r="9"/></clipPath>'
  t.match(painted(`${clip}<g clip-path="url(#c)">${content}</g>`).join('\n'), /clip M9,0[\s\S]*text/)
})

t.test('all boxes are there: tables, flex boxes, lists, images, positioned ones', async (t) => {
  const foreign = (content: string) =>
    painted(`<foreignObject width="100" height="50">${content}</foreignObject>`).slice(2).join('\n')
  t.match(
    foreign('<table style="border-collapse:collapse"><tr><td style="padding:0;border:1px solid">x</table>'),
    /fill[\s\S]*"x"/,
  )
  t.match(
    foreign(
      '<div style="display:flex;height:100%;align-items:center;justify-content:center"><i style="background:red">ab</i></div>',
    ),
    /fill #ff0000 \[4\d[.\d]*,\d+/,
    'percentages are of its height',
  )
  t.match(foreign('<img src="img/pixel.png" alt="" style="width:10px;height:10px;display:block">'), /image .*10×10/)
  t.match(
    foreign('<b style="position:absolute;right:0;bottom:0;width:5px;height:5px;background:red"></b>'),
    /\[95,45 5×5\]/,
  )
  t.match(foreign('<b style="position:fixed;right:0;top:0;width:5px;height:5px;background:red"></b>'), /\[95,0 5×5\]/)
  t.match(foreign('<ol style="margin:0"><li>one<li>two</ol>'), /"1\. "[\s\S]*"2\. "/)
  t.match(foreign('text alone'), /"text alone"/)
  t.match(foreign('<svg width="9" height="9"><rect width="9" height="9" fill="lime"/></svg>'), /#00ff00/)
})

t.test('rules of the page style it, and it inherits from the drawing', async (t) => {
  const calls = painted(
    '<style>.l { color: red }</style><g style="color: blue"><foreignObject width="90" height="50"><p class="l">a</p><p>b</p></foreignObject></g>',
  )
  t.match(calls.join(), /#ff0000 .*"a".*#0000ff .*"b"/)
})

t.test('HTML of a file has its styles, its fonts and its images', async (t) => {
  const foreign = (content: string) => `<foreignObject width="200" height="100">${xhtml(content)}</foreignObject>`
  const shown = (content: string, css = '') =>
    dump('paint', '<img src="img/a.svg" alt="">', {
      'img/a.svg': file(`<style>${css}</style>${foreign(content)}`),
    }).join('\n')
  t.match(shown('<p class="l">one</p>', ':root { --c: lime } .l { color: var(--c) }'), /#00ff00[^\n]*"one"/)
  t.match(shown('<img src="pixel.png" alt=""/>'), /image /, 'relative to the file')
  const background = '<p style="width:200px;height:100px;background:url(a.svg)"></p>'
  t.match(dump('paint', background, { 'a.svg': file(foreign('one')) }).join(), /"one"/, 'as a background')
  const svg = `<svg width="200" height="100"><image href="a.svg" width="100" height="50"/></svg>`
  t.match(dump('paint', svg, { 'a.svg': file(foreign('one')) }).join(), /"one"/, 'as an image of a drawing')
})

t.test('a switch chooses HTML where it stands before texts', async (t) => {
  const content =
    '<switch><foreignObject width="90" height="50"><p>html</p></foreignObject><text y="9">text</text></switch>'
  t.match(painted(content).join(), /"html"/)
  t.notMatch(painted(content).join(), /"text"/)
})

t.test('it is read where it is, in the drawing', async (t) => {
  const html = '<p>One <a href="http://a.example/">link</a></p><table><tr><td>x</table>'
  const svg = (attributes: string) =>
    `<p>Before</p><svg ${attributes}><foreignObject width="200" height="90">${html}</foreignObject></svg><p>After</p>`
  t.same(
    dump('tags', svg('width="200" height="100"')).filter((line) => line !== '' && line !== '""'),
    [
      'Document',
      'P',
      '"Before"',
      'Figure alt="One link x"',
      'P',
      '"One "',
      'Link',
      '"link"',
      'Table',
      'TBody',
      'TR',
      'TD',
      '"x"',
      'P',
      '"After"',
    ],
  )
  const links = dump('paint', svg('width="200" height="100"')).filter((call) => call.startsWith('link'))
  t.match(links, [/http:\/\/a\.example\//])
  t.notMatch(dump('tags', svg('role="presentation" width="200" height="100"')).join(), /One/, 'ornament is not')
  t.match(
    dump('tags', '<img src="a.svg" alt="A chart">', {
      'a.svg': file(`<foreignObject width="9" height="9">${xhtml('x')}</foreignObject>`),
    }).join(),
    /Figure alt="A chart",""/,
    'in a file it is the image',
  )
})

t.test('each document has its own values in a drawing', async (t) => {
  const template = compile(
    '<svg width="90" height="50"><foreignObject width="90" height="50"><p>{{name}}</p></foreignObject></svg>',
  )
  for (const name of ['Ada', 'Grace', 'Ada'])
    t.match(dumpDocument(template, { name }, 'paint'), new RegExp(`"${name}"`))
  const same = compile(
    '<svg width="90" height="50"><foreignObject width="90" height="50"><p>same</p></foreignObject></svg>',
  )
  const [first, second] = [1, 2].map(() =>
    Buffer.from(renderDocument(same, {}, { date: new Date(0) }).pdf).toString('latin1'),
  )
  t.equal(first, second)
})

t.test('HTML that contains itself by references ends with a diagnostic', async (t) => {
  const svg = (id: string, other: string) =>
    `<svg width="90" height="50"><g id="${id}"><foreignObject width="90" height="50"><svg width="40" height="20"><use href="#${other}"/></svg></foreignObject></g></svg>`
  const circle = renderDocument(compile(svg('a', 'b') + svg('b', 'a')), {})
  t.match(
    circle.diagnostics.map(({ message }) => message),
    [/contains itself/],
  )
  t.ok(circle.stats.layoutCalls < 200, `${circle.stats.layoutCalls} layouts`)
  const deep = (levels: number) =>
    `${'<svg width="90" height="50"><foreignObject width="90" height="50">'.repeat(levels)}x${'</foreignObject></svg>'.repeat(levels)}`
  const nested = renderDocument(compile(deep(100)), {})
  t.match(
    nested.diagnostics.map(({ message }) => message),
    [/nested too deep/],
  )
  t.ok(nested.stats.layoutCalls < 200, `${nested.stats.layoutCalls} layouts`)
  t.throws(() => compile(deep(1000)), { code: 'too-deep' })
})

t.test('references to references to HTML are counted', async (t) => {
  const levels = Array.from(
    { length: 12 },
    (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`,
  ).join('')
  const html = '<g id="g0"><foreignObject width="9" height="9"><p>x</p></foreignObject></g>'
  t.throws(() => renderDocument(compile(`<svg width="90" height="50">${html}${levels}</svg>`), {}), {
    code: 'image-too-large',
  })
})

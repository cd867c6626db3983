import t from 'tap'
import {
  compileTemplate,
  createFontLibrary,
  type RenderOptions,
  readOutputProfile,
  renderDocument,
  type Standard,
  StandardError,
} from '../../../engine/index.js'
import { srgbProfile } from '../../../engine/pdf/output-intent.js'
import { pressProfile } from '../images/make-profile.js'
import { findObjects, follow, pageContents, pageText, readObjects } from '../pdf/read-pdf.js'

const fonts = createFontLibrary()
const GOOD = `<html lang="en"><title>Plain</title><h1>Plain</h1><p>Text</p><table><tr><th>a<tr><td>b</table>`

function render(html: string, options: RenderOptions): Buffer {
  return Buffer.from(renderDocument(compileTemplate({ html }, { fonts }), {}, options).pdf)
}

function faultsOf(html: string, standard: Standard | readonly Standard[]): readonly string[] {
  try {
    render(html, { standard })
    return []
  } catch (error) {
    if (!(error instanceof StandardError)) throw error
    return error.diagnostics.map(({ code, span }) => `${code} ${span?.line ?? '-'}:${span?.column ?? '-'}`)
  }
}

t.test('a file claims what it is to be, and nothing else', async (t) => {
  const claims = (standard: RenderOptions['standard']) => {
    const text = render(GOOD, { standard }).toString('latin1')
    return ['pdfuaid:part>1<', 'pdfaid:part>2<', 'pdfaid:part>3<', 'conformance>A<', 'conformance>B<', 'conformance>U<']
      .filter((claim) => text.includes(claim))
      .join(' ')
  }
  t.equal(claims(undefined), '')
  t.equal(claims('pdf/ua-1'), 'pdfuaid:part>1<')
  t.equal(claims('pdf/a-2b'), 'pdfaid:part>2< conformance>B<')
  t.equal(claims('pdf/a-3u'), 'pdfaid:part>3< conformance>U<')
  t.equal(claims(['pdf/ua-1', 'pdf/a-3a']), 'pdfuaid:part>1< pdfaid:part>3< conformance>A<')
})

t.test(
  'cells name headings of their table: what is none is told at its place, and is a fault of a PDF/UA',
  async (t) => {
    const html = `<html lang="en"><title>x</title><table><tr><th id=a>a<td id=b>b<th id=c style="display: none">c
    <tr>{{#each rows}}<td headers="a b">{{this}}</td>{{/each}}
    <tr><td headers="c">1</td>
    <th id=d headers="d">2</table>
    <table><tr><th>e<tr><td headers="a">3</table>`
    const template = compileTemplate({ html }, { fonts })
    const missing = ['b 2:23', 'c 3:9', 'd 4:5', 'a 5:25']
    const found = renderDocument(template, { rows: [1, 2] }).diagnostics
    t.same(
      found.map(({ message, span }) => `${/^headers names "(.)"/.exec(message)?.[1]} ${span?.line}:${span?.column}`),
      missing,
    )
    t.ok(found.every(({ code, severity }) => code === 'missing-header-cell' && severity === 'warning'))
    const { diagnostics } = renderDocument(
      template,
      { rows: [1, 2] },
      { standard: 'pdf/ua-1', nonconforming: 'report' },
    )
    t.equal(
      diagnostics.filter(({ code, severity }) => code === 'missing-header-cell' && severity === 'error').length,
      4,
    )
    t.doesNotThrow(() => renderDocument(template, { rows: [1, 2] }, { standard: 'pdf/a-2a' }), 'PDF/A asks for none')
  },
)

t.test('the standard of a template holds for its documents unless they are told another', async (t) => {
  const template = compileTemplate({ html: '<p>x', standard: 'pdf/ua-1' }, { fonts })
  t.throws(() => renderDocument(template, {}), { name: 'StandardError', code: 'not-conforming' })
  t.doesNotThrow(() => renderDocument(template, {}, { standard: [] }))
})

t.test('a document that is not of its standard may still be looked at: the file claims nothing', async (t) => {
  const template = compileTemplate({ html: '<p>x\u{e000}' }, { fonts })
  const options = { standard: ['pdf/ua-1', 'pdf/a-2b'], nonconforming: 'report' } as const
  const { pdf, diagnostics } = renderDocument(template, {}, options)
  t.same(
    diagnostics.map(({ code, severity }) => `${severity} ${code}`),
    ['warning missing-glyph', 'error missing-title', 'error missing-language', 'error missing-glyph'],
  )
  t.notMatch(Buffer.from(pdf).toString('latin1'), /pdfuaid|pdfaid/)
  t.notMatch(render(GOOD, options).toString('latin1'), /pdfuaid|pdfaid/, 'where nothing is wrong as well')
  const wrong = { nonconforming: 'ignore' } as unknown as RenderOptions
  t.throws(() => render(GOOD, wrong), { message: 'platen: options.nonconforming must be refuse or report' })
})

t.test('what PDF/UA would refuse is a warning where a document claims nothing and is only looked at', async (t) => {
  const html = '<h1>a</h1>\n<h3>b</h3>\n<img src="none.png">\n<table><tr><td>c</table><p lang="en_US">d'
  const lint = compileTemplate({ html }, { fonts, lint: true })
  const told = renderDocument(lint, {}, { nonconforming: 'report' }).diagnostics.map(
    ({ severity, code, span }) => `${severity} ${code} ${span?.line}:${span?.column}`,
  )
  t.same(told.sort(), [
    'error missing-asset 3:1',
    'warning missing-alternative 3:1',
    'warning missing-language 1:1',
    'warning missing-title 1:1',
    'warning skipped-heading 2:1',
    'warning table-without-headings 4:1',
    'warning unknown-language 4:28',
  ])
  t.same(
    renderDocument(compileTemplate({ html: '<h3>a' }, { fonts }), {}).diagnostics,
    [],
    'documents that are made for somebody are not searched',
  )
})

t.test('all faults are told, each with its place', async (t) => {
  const html = '<html lang="en"><title>x</title>\n<h1>a</h1>\n<h3>b</h3>\n<table><tr><td>c</table>\n  <img src="x.png">'
  t.same(faultsOf(html, 'pdf/ua-1'), ['skipped-heading 3:1', 'table-without-headings 4:1', 'missing-alternative 5:3'])
  t.same(faultsOf(html, 'pdf/a-2a'), [], 'PDF/A asks for none of them')
  t.same(faultsOf('<p>\u{e000}', 'pdf/a-2b'), ['missing-glyph 1:1'])
  t.throws(() => render(html, { standard: 'pdf/ua-1' }), {
    message:
      'template.html:3:1: the document is not pdf/ua-1: <h3> follows <h1>: a level is skipped; begin with <h1> and go down one level at a time; and 2 more',
  })
})

t.test('inks that reach no press are told of at their places', async (t) => {
  const warningsOf = (body: string) =>
    renderDocument(
      compileTemplate({ html: `<style>.k { color: device-cmyk(0 0 0 1) }</style>${body}` }, { fonts }),
      {},
    ).diagnostics.map(({ code, message, span }) => `${code} ${span?.line}:${span?.column} ${message}`)
  t.same(
    warningsOf(
      '<p class=k style="opacity: 1; background: linear-gradient(device-cmyk(1 0 0 0), device-cmyk(0 0 0 0))">x',
    ),
    [],
  )
  t.same(warningsOf('<p class=k>x<p class=k style="opacity: .5">x<p class=k style="opacity: .5">x'), [
    'lost-inks 1:13 device-cmyk() does not reach the press here: within opacity, filters and blend modes colours are blended in RGB unless outputIntent names the profile of the press',
  ])
  t.same(warningsOf('\n<p style="background: linear-gradient(device-cmyk(1 0 0 0), white)">x'), [
    'lost-inks 2:1 device-cmyk() does not reach the press here: the gradient has colours that are none of device-cmyk(), and runs in RGB',
  ])
})

/** The head of a JPEG of one pixel in CMYK, which is all of it that is looked at. */
const CMYK_JPEG = `data:image/jpeg;base64,${Buffer.from(
  'ffd8ffc00014080001000104011100021100031100041100ffda0008010100003f001234ffd9',
  'hex',
).toString('base64')}`

t.test('what is painted with inks that nothing describes is no PDF/A', async (t) => {
  const page = (body: string) =>
    `<html lang="en"><title>x</title>\n<style>p { color: device-cmyk(0 0 0 1) }</style>\n${body}`
  t.same(faultsOf(page('<p>x'), 'pdf/a-2b'), ['uncovered-color 2:12'])
  t.same(faultsOf(page('<p>x'), 'pdf/ua-1'), [])
  t.same(faultsOf(page('<h1>x</h1>'), 'pdf/a-2b'), [], 'where none is painted')
  t.same(faultsOf(page(`<img src="${CMYK_JPEG}" alt="x"><h1 style="background: url(${CMYK_JPEG})">x`), 'pdf/a-2b'), [
    'uncovered-color 3:1',
    'uncovered-color 3:96',
  ])
})

const PRESS = readOutputProfile(pressProfile())

t.test('a file for a press says which, keeps its inks, and says what RGB is', async (t) => {
  const html = `<html lang="en"><title>x</title><style>p { color: device-cmyk(0 0 0 1) }</style>
    <p style="opacity: .5">x<p style="mask: linear-gradient(red, blue) luminance; background: linear-gradient(red, blue)">y`
  const template = compileTemplate(
    { html, assets: new Map([['a/press.icc', pressProfile()]]), outputIntent: 'a/press.icc' },
    { fonts },
  )
  const { pdf, diagnostics } = renderDocument(template, {}, { standard: 'pdf/a-2b' })
  t.same(diagnostics, [])
  const texts = [...readObjects(pdf).values()].map(({ value }) => value)
  const intents = texts.filter((text) => text.includes('/OutputIntent\n') || text.includes('/Type /OutputIntent'))
  t.same(
    intents.map((text) => /GTS_PDF\w+/.exec(text)?.[0]),
    ['GTS_PDFX', 'GTS_PDFA1'],
  )
  t.ok(
    intents.every((text) => text.includes('(uCMY')),
    'the name of the profile',
  )
  const groups = texts.filter((text) => text.includes('/S /Transparency'))
  t.match(groups.join('\n'), /\/CS \/DeviceCMYK/)
  t.notMatch(texts.join('\n'), /\/CS \/DeviceRGB|\/ColorSpace \/DeviceRGB/)
  t.match(texts.join('\n'), /\/DefaultRGB \[\/ICCBased \d+ 0 R\]/)
  const plain = renderDocument(compileTemplate({ html }, { fonts }), {}, { outputIntent: PRESS })
  t.same(plain.diagnostics, [])
})

t.test('an output intent that is none is refused with its place', async (t) => {
  const compiled = (assets: readonly (readonly [string, Uint8Array])[]) =>
    compileTemplate({ html: 'x', assets: new Map(assets), outputIntent: 'press.icc' }, { fonts })
  t.throws(() => compiled([]), {
    code: 'invalid-icc-profile',
    message: 'press.icc:1:1: the output intent is not among the files of the template: name a file such as press.icc',
  })
  t.throws(() => compiled([['press.icc', Buffer.from('x')]]), {
    code: 'invalid-icc-profile',
    message: 'press.icc:1:1: the file is no ICC profile, or a part of one',
  })
  const wrong = { outputIntent: pressProfile() } as unknown as RenderOptions
  t.throws(() => render(GOOD, wrong), { message: 'platen: options.outputIntent must come from readOutputProfile()' })
})

const PICTURE = '<svg width="9" height="9"><title>x</title><rect width="9" height="9"/></svg>'

/** Documents with one fault each, and what is said of them as PDF/UA-1 and PDF/A-2a. */
const FAULTY: readonly (readonly [body: string, faults: readonly string[]])[] = [
  ['<p>text', []],
  ['<h2>first</h2>', ['skipped-heading 2:1']],
  ['<h1>a</h1>\n<div role="heading" aria-level="4">b</div>', ['skipped-heading 3:1']],
  ['<table><tr><td>a</table>', ['table-without-headings 2:1']],
  ['<table><tr><th>a<tr><td><table><tr><td>b</table></table>', ['table-without-headings 2:25']],
  ['<table><thead style="display: none"><tr><th>a</thead><tr><td>b</table>', ['table-without-headings 2:1']],
  ['<table role="presentation"><tr><td>a</table>', []],
  ['<img src="none.png">', ['missing-alternative 2:1']],
  ['<img src="none.png" alt="">', []],
  [
    `<figure>${PICTURE.replace('<title>x</title>', '')}<figcaption>c</figcaption></figure>`,
    ['missing-alternative 2:1'],
  ],
  [PICTURE.replace('>x<', `>${'word '.repeat(250)}<`), ['long-alternative 2:1']],
  [PICTURE.replace('>x<', `>${'word '.repeat(190)}<`), []],
  ['<p>a\n<b>\u{1d400}</b>', ['missing-glyph 3:1']],
  ['<p style="font-family: Liberation Serif">a <i>\uf001</i>', ['private-use-character 2:44']],
  [
    '<style>p::before { font: italic 9pt Liberation Serif; content: "\\f001" }</style><p>a',
    ['private-use-character -:-'],
  ],
  ['<p lang="en_US">a', ['unknown-language 2:4']],
  ['<p>a\n<span lang="de-">b</span>', ['unknown-language 3:7']],
]

t.test('documents with a fault are refused for it, at its place', async (t) => {
  for (const [body, faults] of FAULTY) {
    const html = `<html lang="en"><title>x</title>\n${body}`
    t.same(faultsOf(html, ['pdf/ua-1', 'pdf/a-2a']), faults, body)
  }
  t.same(faultsOf('<title> </title><p>a', 'pdf/ua-1'), ['missing-title 1:1', 'missing-language 1:1'])
  t.same(faultsOf('<html lang="x!"><title>x</title><p>a', 'pdf/a-2a'), ['missing-language 1:1', 'unknown-language 1:7'])
  t.same(faultsOf('<html lang="x!"><title>x</title><p>a', 'pdf/a-2b'), [], 'PDF/A asks for it where there are tags')
  t.same(faultsOf('<p style="font-family: Liberation Serif">a <i>\uf001</i>', 'pdf/a-2u'), [])
})

t.test('links that nobody is told of are left out of PDF/UA, with a warning', async (t) => {
  const html = `<html lang="en"><title>x</title><style>.h { position: running(h) } @page { @top-left { content: element(h) } }</style>
<p class=h><a href="https://a.example/">a</a>
<p aria-hidden=true><a href="https://b.example/">b</a>
<p><a href="https://c.example/">c</a>`
  const template = compileTemplate({ html }, { fonts })
  const linksOf = (standard: RenderOptions['standard']) => {
    const { pdf, diagnostics } = renderDocument(template, {}, { standard })
    const texts = [...readObjects(pdf).values()].map(({ value }) => /https:\/\/(\w)\.example/.exec(value)?.[1])
    return {
      links: texts
        .filter((text) => text !== undefined)
        .sort()
        .join(''),
      warned: diagnostics.map(({ code, span }) => `${code} ${span?.line}:${span?.column}`).sort(),
    }
  }
  t.same(linksOf(undefined), { links: 'abc', warned: [] })
  t.same(linksOf('pdf/ua-1'), { links: 'c', warned: ['untagged-link 2:12', 'untagged-link 3:21'] })
})

t.test('a drawing that is one figure has no artifacts within it', async (t) => {
  const html = `<html lang="en"><title>x</title><svg width="90" height="30"><title>x</title>
    <text y="20" style="fill: #f4a259; stroke: #c1440e">Orders</text></svg>`
  const texts = [...readObjects(Buffer.from(render(html, { standard: 'pdf/ua-1' }))).values()]
  const form = texts.find(({ value }) => value.includes('/Subtype /Form'))?.stream?.toString('latin1') ?? ''
  t.match(form, '1 Tr')
  t.notMatch(form, '/Artifact')
})

t.test('heads and feet of pages are told from other artifacts', async (t) => {
  const box = (name: string) => `@${name} { content: 'x' }`
  const boxes = ['top-left-corner', 'top-center', 'bottom-right', 'bottom-right-corner', 'left-middle']
    .map(box)
    .join('')
  const pdf = render(`<style>@page { ${boxes} }</style><hr><p>x</p>`, {})
  const content = pageContents(pdf).join('\n')
  const objects = readObjects(pdf)
  const [page] = findObjects(objects, /\/Type \/Page\n/)
  const lists = follow(objects, follow(objects, page?.value ?? '', 'Resources').value, 'Properties').value
  const listOf = (name: string | undefined) =>
    new RegExp(`/${name} <<(.*?)>>`, 's').exec(lists)?.[1]?.trim().split('\n')
  const artifacts = [...content.matchAll(/\/Artifact(?:\/(\w) BDC| BMC)(.*?)EMC/gs)]
  t.same(
    artifacts.map(([, name, painted = '']) => [name && listOf(name), painted.match(/TJ/g)?.length ?? 0]),
    [
      [undefined, 0],
      [['/Type /Pagination', '/Subtype /Header'], 2],
      [['/Type /Pagination', '/Subtype /Footer'], 2],
      [['/Type /Pagination'], 1],
    ],
  )
})

t.test('cells that reach into other rows count there', async (t) => {
  const table = (rows: string) => `<html lang="en"><title>x</title><table>${rows}</table>`
  t.same(faultsOf(table('<tr><th rowspan=2>a<th>b<tr><td>c<tr><td colspan=2>d'), 'pdf/ua-1'), [])
  t.same(faultsOf(table('<tr><th rowspan=2>a<th>b<tr><td>c<td>d'), 'pdf/ua-1'), ['irregular-table 1:64'])
})

t.test('standards that do not go together, and unknown ones', async (t) => {
  t.throws(() => render(GOOD, { standard: ['pdf/a-2b', 'pdf/a-3b'] }), { name: 'TypeError', message: /choose one/ })
  t.throws(() => render(GOOD, { standard: 'pdf/ua-2' as Standard }), { name: 'TypeError', message: /pdf\/ua-1/ })
  t.throws(() => compileTemplate({ html: '', standard: 'pdf/a-1' as Standard }, { fonts }), { name: 'TypeError' })
  for (const level of ['u', 'a', 'b'])
    t.throws(() => render(GOOD, { standard: `pdf/a-4${level}` as Standard }), {
      message: new RegExp(
        `no "pdf/a-4${level}": of PDF/A-4 there are only pdf/a-4, pdf/a-4e and pdf/a-4f, none of which`,
      ),
    })
  t.throws(() => render(GOOD, { standard: 'pdf/a-4f' as Standard }), {
    message: /"pdf\/a-4f", as PDF\/A-4 is not made/,
  })
})

t.test('archives are not encrypted', async (t) => {
  const encryption = { userPassword: 'secret' }
  t.throws(() => render(GOOD, { standard: 'pdf/a-2b', encryption }), { name: 'TypeError', message: /PDF\/A/ })
  t.doesNotThrow(() => render(GOOD, { standard: 'pdf/ua-1', encryption }))
})

t.test('an archive has no pages and texts beyond its limits', async (t) => {
  const faults = (body: string) => faultsOf(`<html lang="en"><title>x</title>\n${body}`, 'pdf/a-2b')
  t.same(faults('<style>@page { size: 600cm 20cm }</style>x'), ['page-size 1:1'])
  t.same(faults('<style>@page { size: 2pt 2pt; margin: 0 }</style><p>'), ['page-size 1:1'])
  t.same(faults('<style>@page { size: 500cm 20cm }</style>x'), [])
  t.same(faults(`<meta name="author" content="${'a'.repeat(32_768)}">x`), ['text-too-long 1:1'])
  t.same(faults(`<meta name="author" content="${'ä'.repeat(16_383)}">x`), ['text-too-long 1:1'])
  t.same(faults(`<meta name="author" content="${'a'.repeat(32_767)}">x`), [])
  const svg = (text: string) => `<svg width="9" height="9"><title>${text}</title><rect width="9" height="9"/></svg>`
  t.same(faults(svg('a'.repeat(32_768))), ['text-too-long 2:1'])
  t.same(faults(svg('a'.repeat(32_767))), [])
  t.same(faults(`<p><a href="https://a.example/${'ä'.repeat(6_000)}">a</a>`), ['text-too-long 2:4'])
  t.same(faults(`<p><a href="https://a.example/${'a'.repeat(32_000)}">a</a>`), [])
  t.same(faults(`<h1>${'ä '.repeat(20_000)}</h1>`), [], 'titles of the outline are cut')
  const field = `<html lang="en"><title>x</title><label>A <input name="a" value="${'a'.repeat(32_768)}"></label>`
  t.throws(() => render(field, { standard: 'pdf/a-2b', forms: true }), { message: /option of the field "a" is longer/ })
  t.doesNotThrow(() => render(field, { standard: 'pdf/a-2b' }))
})

t.test('a bar without a value or text has nothing in its place', async (t) => {
  const html = '<html lang="en"><title>x</title><h1>a</h1><p><progress></progress>\n<progress value="1"></progress>'
  t.same(faultsOf(html, 'pdf/ua-1'), ['missing-alternative 1:46'])
  t.throws(() => render(html, { standard: 'pdf/ua-1' }), /write between its tags how far it is/)
})

t.test('attachments need PDF/A-3', async (t) => {
  const attachments = [{ name: 'a.csv', data: Buffer.from('a'), mediaType: 'text/csv', relationship: 'Data' as const }]
  t.throws(() => render(GOOD, { standard: 'pdf/a-2b', attachments }), { message: /PDF\/A-2 allows no attachments/ })
  t.doesNotThrow(() => render(GOOD, { standard: 'pdf/a-3b', attachments }))
})

t.test('an archive has the profile of its colours', async (t) => {
  const objects = [...readObjects(render(GOOD, { standard: 'pdf/a-2b' })).values()]
  const profile = objects.find(({ stream }) => stream?.subarray(36, 40).toString('latin1') === 'acsp')
  t.ok(profile?.stream?.equals(srgbProfile()))
  t.equal(profile?.stream?.readUInt32BE(0), profile?.stream?.length, 'its size')
  t.equal(profile?.stream?.toString('latin1', 12, 20), 'mntrRGB ')
})

t.test('however long a word is, no string is longer than archives may have', async (t) => {
  const longest = (text: string) => {
    const html = `<html lang="en"><title>x</title><p style="white-space: nowrap">${text}`
    const pdf = render(html, { standard: 'pdf/a-2u' })
    const strings =
      pageContents(pdf)
        .join('')
        .match(/\((?:\\.|[^\\)])*\)/gs) ?? []
    const lengths = strings.map((string) => string.replace(/\\(.)/gs, '$1').length - 2)
    return { longest: Math.max(...lengths), text: pageText(pdf, 1).trim() === text }
  }
  for (const text of ['x'.repeat(40_000), 'xyz '.repeat(10_000).trim(), '(('.repeat(20_000)]) {
    const found = longest(text)
    t.ok(found.longest <= 32_767, `${found.longest} bytes`)
    t.ok(found.text)
  }
})

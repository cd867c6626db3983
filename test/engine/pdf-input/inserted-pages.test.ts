import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import {
  compileTemplate,
  createFontLibrary,
  type RenderOptions,
  renderDocument,
  StandardError,
} from '../../../engine/index.js'
import { runTool } from '../pdf/pdf-tools.js'
import { readObjects } from '../pdf/read-pdf.js'
import { inserted, read } from './inserted.js'
import { deflated, type MadeObject, makePdf, onePage } from './make-pdf.js'

const fonts = createFontLibrary()
const date = new Date('2026-01-31T10:00:00Z')

/** Two pages of their own sizes with a link to each other and one to the web. */
const TWO: Readonly<Record<number, MadeObject>> = {
  ...onePage('0 0 1 rg 0 0 50 50 re f', '/Annots [7 0 R 8 0 R]'),
  1: '<< /Type /Catalog /Pages 2 0 R /Dests << /second [6 0 R /XYZ 10 40 null] >> >>',
  2: '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>',
  6: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 50] /Rotate 90 /Contents 4 0 R /Annots [9 0 R] >>',
  7: '<< /Subtype /Link /Rect [0 0 50 50] /Dest /second /F 4 >>',
  8: '<< /Subtype /Link /Rect [0 50 50 99] /A << /S /URI /URI (https://example.com/) >> /Border [0 0 2] >>',
  9: '<< /Subtype /Link /Rect [0 0 50 50] /A << /S /GoTo /D [3 0 R /Fit] >> >>',
}

function render(
  html: string,
  file: Uint8Array | Readonly<Record<number, MadeObject>> = TWO,
  options: RenderOptions = {},
) {
  const bytes = file instanceof Uint8Array ? file : makePdf({ objects: file })
  const template = compileTemplate({ html, assets: new Map([['a.pdf', bytes]]) }, { fonts })
  const data = { file: bytes.toString('base64'), files: ['a.pdf', 'a.pdf'] }
  return { template, data, ...renderDocument(template, data, { date, ...options }) }
}

const own = (html: string, options: RenderOptions = {}, forms = false) =>
  renderDocument(compileTemplate({ html, forms }, { fonts }), {}, { date, ...options }).pdf

/** All objects of a file but streams, in its syntax. */
const syntaxIn = (pdf: Uint8Array): string => Array.from(readObjects(pdf).values(), ({ value }) => value).join('\n')

t.test('whole pages stand in the document in their own size, turned as they are', async (t) => {
  const { pdf, pages, diagnostics } = render('<p>before<platen-pages src="a.pdf"><p>after', TWO)
  t.same(diagnostics, [])
  t.equal(pages, 4)
  const found = await read(pdf)
  t.same(
    found.pages.map(({ view, rotate }) => ({ view: view.map(Math.round), rotate })),
    [
      { view: [0, 0, 595, 842], rotate: 0 },
      { view: [0, 0, 100, 200], rotate: 0 },
      { view: [0, 0, 300, 50], rotate: 90 },
      { view: [0, 0, 595, 842], rotate: 0 },
    ],
  )
  t.same(
    found.pages.map(({ text }) => text),
    ['before', '', '', 'after'],
  )
})

t.test('a list says which pages, and in which order', async (t) => {
  const widths = async (pages: string) =>
    (await read(render(`<platen-pages src="a.pdf" pages="${pages}">`).pdf)).pages.map(({ view }) => view[2])
  t.same(await widths('2'), [300])
  t.same(await widths('2,1'), [300, 100])
  t.same(await widths('1-'), [100, 300])
  t.same(await widths(' 1 - 2 '), [100, 300])
  for (const pages of ['3-1', '0', 'x', '1,1', '1-2,2', '1-,2', '-', '1;2']) {
    const { diagnostics } = render(`<p>x<platen-pages src="a.pdf" pages="${pages}">`)
    t.match(diagnostics, [{ code: 'invalid-pages' }], pages)
  }
  t.match(render('<p>x<platen-pages src="a.pdf" pages="2-3">').diagnostics, [
    {
      code: 'unsupported-image',
      message: 'the pages of "a.pdf" cannot be inserted: it has no page 3: its last one is page 2',
    },
  ])
  t.match(render('<p>x<platen-pages src="b.pdf">').diagnostics, [{ code: 'missing-asset' }])
})

t.test('the file may come with the data, in it or as an attachment', async (t) => {
  t.equal(render('<platen-pages src="data:application/pdf;base64,{{file}}">').pages, 2)
  const attachments = [{ name: 'terms.pdf', data: makePdf({ objects: TWO }) }]
  t.equal(render('<platen-pages src="terms.pdf" pages="1">', TWO, { attachments }).pages, 1)
})

t.test('pages that do not count are called as in their file, and have no margin boxes', async (t) => {
  const css = '<style>@page { size: 300px; @bottom-left { content: counter(page) "/" counter(pages) } }</style>'
  const labels = { ...TWO, 1: '<< /Pages 2 0 R /PageLabels << /Nums [0 << /S /r /St 4 >>] >> >>' }
  const apart = await read(render(`${css}<p>a<platen-pages src="a.pdf"><p>b`, labels).pdf)
  t.same(
    apart.pages.map(({ text }) => text),
    ['a1/2', '', '', 'b2/2'],
  )
  t.same(apart.labels, ['1', 'iv', 'v', '2'])
  const on = await read(render(`${css}<p>a<platen-pages src="a.pdf" page-numbers="continue"><p>b`, labels).pdf)
  t.same(
    on.pages.map(({ text }) => text),
    ['a1/4', '2/4', '3/4', 'b4/4'],
  )
  t.equal(on.labels, null)
})

t.test('margin boxes over them are those of their named page, upright on pages that are turned', async (t) => {
  const css = `<style>@page { @top-left { content: 'all' } }
    @page inserted { margin: 20px; @top-left { content: 'inserted' } }</style>`
  const { pages } = await read(render(`${css}<p>a<platen-pages src="a.pdf" page-numbers="continue">`).pdf)
  t.same(
    pages.map(({ text }) => text),
    ['aall', 'inserted', 'inserted'],
  )
  t.same(
    pages.map(({ textTurn }) => textTurn),
    [0, 0, 90],
  )
})

t.test('links within the pages lead to where these are now, and those to the web stay', async (t) => {
  const { pages } = await read(render('<p>a<platen-pages src="a.pdf">').pdf)
  t.same(
    pages.map(({ links }) => links),
    [[], ['page 3 XYZ 10 40 null', 'https://example.com/'], ['page 2 Fit']],
  )
})

t.test('links to pages that are left out are left out, which is told', async (t) => {
  const { pdf, diagnostics } = render('<platen-pages src="a.pdf" pages="2">')
  t.match(diagnostics, [
    { code: 'dropped-from-pdf', message: 'of the PDF this is left out: a link to a page that is not inserted' },
  ])
  t.same((await read(pdf)).pages[0]?.links, [])
})

t.test('links of the document lead to the first of the pages, and references find its number', async (t) => {
  const html = `<style>a::after { content: target-counter(attr(href), page) }</style>
    <p><a href="#t">to </a><platen-pages id="t" src="a.pdf" page-numbers="continue">`
  const { pages } = await read(render(html).pdf)
  t.equal(pages[0]?.text, 'to 2')
  t.match(pages[0]?.links, [/^page 2 XYZ 0 200/])
})

t.test('bookmarks stand below the heading before them', async (t) => {
  const source = own(`<h1>One</h1><h2>One a</h2><h1 style="break-before: page">Two</h1>`)
  const { outline } = await read(render('<h1>A</h1><h2>B</h2><platen-pages src="a.pdf"><h1>C</h1>', source).pdf)
  t.same(outline, ['A 1', '  B 1', '    One 2', '      One a 2', '    Two 3', 'C 4'])
  const second = await read(render('<h1>A</h1><platen-pages src="a.pdf" pages="2">', source).pdf)
  t.same(second.outline, ['A 1', '  Two 2'])
})

t.test('fields are filled in as before, under names of their own', async (t) => {
  const source = own('<form><input name="name" value="Ada"><input name="address.town" value="Bonn"></form>', {}, true)
  const html = '<input name="name" value="Bob"><platen-pages src="a.pdf"><platen-pages src="a.pdf">'
  const template = compileTemplate({ html, forms: true, assets: new Map([['a.pdf', source]]) }, { fonts })
  const { fields } = await read(renderDocument(template, {}, { date }).pdf)
  t.same(fields, {
    name: 'Bob',
    'name-2': 'Ada',
    'address.town': 'Bonn',
    'name-3': 'Ada',
    'address-2.town': 'Bonn',
  })
})

t.test('fonts that what is typed is set in have names that are no others', async (t) => {
  const objects = {
    ...onePage('', '/Annots [7 0 R]'),
    1: '<< /Pages 2 0 R /AcroForm << /Fields [7 0 R] /DA (/F0 9 Tf 0 g) /DR << /Font << /F0 8 0 R >> >> >> >>',
    7: '<< /Subtype /Widget /Rect [0 0 50 20] /FT /Tx /T (a) /V (v) /F 4 >>',
    8: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  }
  const { pdf } = render('<p>a<platen-pages src="a.pdf">', objects)
  const { own: fieldsOf } = inserted(makePdf({ objects }))
  const name = /F0_[0-9a-f]{8}/.exec(fieldsOf('annotation 7'))?.[0]
  t.ok(name)
  const text = syntaxIn(pdf)
  t.match(text, new RegExp(`/${name} \\d+ 0 R`))
})

t.test('the structure of the pages is told where they stand, in their language', async (t) => {
  const source = own(
    '<html lang="de"><title>t</title><h1>Eins</h1><p>Text</p><table><tr><th>A<th><tr><td>1<td></table><p style="opacity: 0.5">blass',
  )
  const { pdf } = render('<html lang="en"><title>t</title><h1>Offer</h1><platen-pages src="a.pdf"><p>end', source)
  const { pages, texts } = await read(pdf)
  t.same(pages[1]?.structure, [
    'H1 de: Eins',
    'P de: Text',
    'Table de',
    '  TBody',
    '    TR',
    '      TH: A',
    '      TH',
    '    TR',
    '      TD: 1',
    '      TD',
    'P de: blass',
  ])
  const told = runTool('pdfinfo', ['-struct', '-'], pdf)?.output
  if (told) {
    t.equal(told.match(/\bDocument\b/g)?.length, 1, 'there is one document')
    t.equal(told.match(/\bTD\b/g)?.length, 2, 'empty cells stay')
  }
  t.same(texts, ['Offer', 'EinsTextA1blass', 'end'])
})

t.test('only what stands on the pages is told', async (t) => {
  const source = own('<h1>One</h1><p>first<ul><li>a<li style="break-before: page">b</ul><p>second')
  const { pages } = await read(render('<platen-pages src="a.pdf" pages="2">', source).pdf)
  t.same(pages[0]?.structure, ['L', '  LI', '    Lbl: •', '    LBody: b', 'P: second'])
})

t.test('types and names of elements do not clash', async (t) => {
  const tagged = (role: string) =>
    makePdf({
      objects: {
        ...onePage('/Odd <</MCID 0>> BDC 0 0 9 9 re f EMC', '/StructParents 0'),
        1: '<< /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R >>',
        5: `<< /K [6 0 R] /ParentTree << /Nums [0 [6 0 R]] >> /RoleMap << /Odd /${role} >> >>`,
        6: '<< /S /Odd /P 5 0 R /K [0] /Pg 3 0 R /ID (x) /A << /O /Table /Headers [(x)] >> >>',
      },
    })
  const html = '<em>a</em><platen-pages src="a.pdf"><platen-pages src="b.pdf"><platen-pages src="b.pdf">'
  const assets = new Map([
    ['a.pdf', tagged('P')],
    ['b.pdf', tagged('Sect')],
  ])
  const { pdf } = renderDocument(compileTemplate({ html, assets }, { fonts }), {}, { date })
  const text = syntaxIn(pdf)
  t.match(text, /\/RoleMap<<\/Odd\/P\/Odd\.2\/Sect\/Em\/Span>>/)
  t.equal(new Set(text.match(/\/ID \(inserted \d 78\)/g)).size, 3)
  t.equal(text.match(/\/StructParents \d+/g)?.length, new Set(text.match(/\/StructParents \d+/g)).size)
})

t.test('a page whose file tells nothing is a figure, which needs a text for those who do not see it', async (t) => {
  const faultsOf = (html: string, options: RenderOptions = { standard: 'pdf/ua-1' }) => {
    try {
      render(`<html lang="en"><title>t</title><p>x${html}`, TWO, options)
      return []
    } catch (error) {
      if (error instanceof StandardError) return error.diagnostics.map(({ message }) => message)
      throw error
    }
  }
  t.same(faultsOf('<platen-pages src="a.pdf" alt="Terms">'), [])
  const message =
    '<platen-pages> has no text in its place: say in alt what its pages are: their file tells nothing of them'
  t.same(faultsOf('<platen-pages src="a.pdf">'), [message])
  const { pages } = await read(render('<platen-pages src="a.pdf" pages="1" alt="Terms">').pdf)
  t.same(pages[0]?.structure, ['Figure "Terms"', 'Link "https://example.com/"'])
})

t.test('what is wrong with a file of the template is found without data', async (t) => {
  const compile = (html: string) =>
    compileTemplate({ html, assets: new Map([['a.pdf', Buffer.from('%PDF-1.7')]]) }, { fonts }).diagnostics
  t.match(compile('<platen-pages src="a.pdf">'), [{ code: 'invalid-image' }])
  t.match(compile('<platen-pages src="a.pdf" pages="x">'), [{ code: 'invalid-pages' }])
  t.same(compile('<platen-pages src="attached.pdf">'), [], 'it may come with the data')
  t.same(compile('<platen-pages src="{{file}}">'), [])
})

t.test('readers paint what is filled in where the file leaves it to them, but not in archives', async (t) => {
  const objects = {
    ...onePage('', '/Annots [7 0 R]'),
    1: '<< /Pages 2 0 R /AcroForm << /Fields [7 0 R] /NeedAppearances true >> >>',
    7: '<< /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (a) /V (v) /F 4 /AP << /N 8 0 R >> >>',
    8: deflated('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', ''),
  }
  t.match(syntaxIn(render('<platen-pages src="a.pdf">', objects).pdf), /\/NeedAppearances true/)
  const archive = () => render('<title>t</title><platen-pages src="a.pdf">', objects, { standard: 'pdf/a-2b' })
  t.throws(archive, /readers are asked to paint what is filled in/)
})

t.test('names of resources are kept, whatever they are', async (t) => {
  const objects = onePage(
    '/Ref Do /AA gs',
    '/Resources << /XObject << /Ref 5 0 R >> /ExtGState << /AA << /ca 0.5 >> >> >>',
    {
      5: deflated('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 g'),
    },
  )
  const syntax = syntaxIn(render('<platen-pages src="a.pdf">', objects).pdf)
  t.match(syntax, /\/XObject <<\/Ref \d+ 0 R/)
  t.match(syntax, /\/ExtGState <<\/AA <</)
})

t.test('layers that are off stay off', async (t) => {
  const objects = {
    ...onePage(
      '/OC /L BDC 1 0 0 rg 0 0 9 9 re f EMC 0 1 0 rg 0 0 5 5 re f',
      '/Resources << /Properties << /L 5 0 R >> >>',
    ),
    1: '<< /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >> >>',
    5: '<< /Type /OCG /Name (Draft) >>',
  }
  t.equal(inserted(makePdf({ objects })).content(1), 'q 1 0 0 rg 0 0 9 9 re n 0 1 0 rg 0 0 5 5 re f Q')
})

t.test('what runs, holds other files or proves something is left out, which is told', async (t) => {
  const objects = {
    ...onePage('', '/Annots [7 0 R 8 0 R 9 0 R 10 0 R 11 0 R] /AA << >>'),
    1: `<< /Pages 2 0 R /OpenAction << /S /JavaScript >> /Names << /JavaScript << >> /EmbeddedFiles << >> >>
      /AcroForm << /Fields [9 0 R] >> >>`,
    7: '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch >> >>',
    8: '<< /Subtype /RichMedia /Rect [0 0 9 9] >>',
    9: '<< /Subtype /Widget /FT /Sig /T (s) /Rect [0 0 9 9] /V << >> /AP << /N 12 0 R >> >>',
    10: '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>',
    11: '<< /Subtype /Widget /FT /Btn /T (b) /Rect [0 0 9 9] /A << /S /JavaScript /JS (x) >> /AA << /U 1 >> /F 4 >>',
    12: deflated('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '1 g'),
  }
  const { pdf, diagnostics } = render('<p>a<platen-pages src="a.pdf">', objects)
  t.equal(
    diagnostics[0]?.message,
    'of the PDF this is left out: an action that starts a program, a link that runs something, a film or the like, ' +
      'a signature, a link that may run something, a script, an action that runs when it is opened, an attached file',
  )
  t.notMatch(syntaxIn(pdf), /JavaScript|Launch|RichMedia|\/Sig\b/)
  t.match(inserted(makePdf({ objects })).content(1), /Annotation0 Do/, 'what is seen of a signature stays')
})

t.test('remarks stay remarks', async (t) => {
  const objects = {
    ...onePage('', '/Annots [7 0 R 8 0 R]'),
    7: '<< /Subtype /Text /Rect [0 0 9 9] /Contents (why?) /T (Ada) /Popup 8 0 R /F 4 >>',
    8: '<< /Subtype /Popup /Rect [0 0 9 9] /Parent 7 0 R >>',
  }
  const { own: objectOf } = inserted(makePdf({ objects }))
  t.match(objectOf('annotation 7'), /\/Contents \(why\?\)[\s\S]*\/P \{page 1\}[\s\S]*\/T \(Ada\)/)
  t.notMatch(objectOf('annotation 7'), /Popup/)
})

t.test('pages need a place where a page can begin', async (t) => {
  for (const html of [
    '<div style="display: flex"><platen-pages src="a.pdf"></div>',
    '<div style="position: absolute"><platen-pages src="a.pdf"></div>',
    '<div style="float: left"><platen-pages src="a.pdf"></div>',
  ]) {
    const { pdf, diagnostics } = render(`<p>x${html}`)
    t.notMatch(syntaxIn(pdf), /MediaBox \[0 0 100 200/, html)
    t.match(diagnostics, [{ code: 'misplaced-pages' }], html)
  }
})

t.test('nothing that would stand on the same page is lost', async (t) => {
  const css = '<style>@page { size: 200px; margin: 0 } body { margin: 0; font: 20px/40px serif }</style>'
  const float = '<div style="float: left; width: 40px">a<br>b<br>c<br>d<br>e<br>f</div>'
  const { pages } = await read(render(`${css}${float}<p>x<platen-pages src="a.pdf" pages="1"><p>y`).pdf)
  const all = pages.map(({ text }) => text).join('')
  for (const letter of 'abcdefxy') t.ok(all.includes(letter), letter)
  const table = '<table><tr><td><p>left<platen-pages src="a.pdf" pages="1"><p>more</td><td>right</td></tr></table>'
  const cells = (await read(render(`${css}${table}`).pdf)).pages.map(({ text }) => text).join('')
  for (const word of ['left', 'more', 'right']) t.ok(cells.includes(word), word)
})

t.test('pages stand first, last, alone, one after another and deep within', async (t) => {
  const pagesOf = (html: string) => render(html).pages
  t.equal(pagesOf('<platen-pages src="a.pdf">'), 2)
  t.equal(pagesOf('<platen-pages src="a.pdf"><p>x'), 3)
  t.equal(pagesOf('<platen-pages src="a.pdf"><platen-pages src="a.pdf" pages="1">'), 3)
  t.equal(pagesOf('<p>x<section><div><platen-pages src="a.pdf"></platen-pages></div></section><p>y'), 4)
  t.equal(pagesOf('{{#each files}}<p>x<platen-pages src="{{this}}">{{/each}}<p>y'), 7)
})

t.test('the word of a test stands over the pages', async (t) => {
  const { pages } = await read(render('<p>a<platen-pages src="a.pdf">', TWO, { watermark: 'TEST' }).pdf)
  t.same(
    pages.map(({ text }) => text.includes('TEST')),
    [true, true, true],
  )
})

t.test('readers find nothing wrong, also with what is encrypted', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'inserted-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.pdf')
  const source = own('<title>t</title><h1>a</h1><a href="#x">to</a><p id="x">x<input name="a">', {}, true)
  for (const encryption of [undefined, { ownerPassword: 'owner' }]) {
    for (const given of [TWO, source]) {
      const html = '<title>t</title><p>x<platen-pages src="a.pdf" page-numbers="continue"><platen-pages src="a.pdf">'
      const { pdf } = render(html, given, { encryption, watermark: 'TEST' })
      writeFileSync(file, pdf)
      const checked = runTool('qpdf', ['--check', file], pdf)
      if (checked) t.equal(checked.status, 0, checked.output)
    }
  }
})

t.test('the second document of a template reads nothing again', async (t) => {
  const { template, data, pdf } = render('<p>a<platen-pages src="a.pdf">')
  t.ok(Buffer.from(pdf).equals(renderDocument(template, data, { date }).pdf))
})

t.test('pages count against the limit of pages', async (t) => {
  t.throws(() => render('<p>a<platen-pages src="a.pdf">', TWO, { limits: { pages: 2 } }), { code: 'too-many-pages' })
})

t.test('PDF/UA refuses pages that do not fit it', async (t) => {
  const faultsOf = (html: string, file: Uint8Array) => {
    try {
      render(`<html lang="en"><title>t</title>${html}`, file, { standard: 'pdf/ua-1' })
      return []
    } catch (error) {
      if (error instanceof StandardError) return error.diagnostics.map(({ code, message }) => `${code}: ${message}`)
      throw error
    }
  }
  const headings = own('<title>t</title><h1>a</h1><h2>b</h2><h3 style="break-before: page">c</h3>')
  t.same(faultsOf('<h1>x</h1><platen-pages src="a.pdf">', headings), [])
  t.match(faultsOf('<h1>x</h1><platen-pages src="a.pdf" pages="2">', headings), [/^skipped-heading: /])
  t.same(faultsOf('<h1>x</h1><h2>y</h2><platen-pages src="a.pdf" pages="2">', headings), [])
  const picture = own('<title>t</title><svg width="9" height="9"><rect width="9" height="9"/></svg>')
  t.same(faultsOf('<h1>x</h1><platen-pages src="a.pdf">', picture), [
    'page-of-pdf: on page 1 of the PDF a figure has no text in its place: save it as PDF/UA',
  ])
  const unmarked = makePdf({
    objects: {
      ...onePage('/P <</MCID 0>> BDC 0 0 9 9 re f EMC 0 0 5 5 re f', '/StructParents 0'),
      1: '<< /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R >>',
      5: '<< /K [6 0 R] /ParentTree << /Nums [0 [6 0 R]] >> >>',
      6: '<< /S /P /P 5 0 R /K [0] /Pg 3 0 R >>',
    },
  })
  t.same(faultsOf('<h1>x</h1><platen-pages src="a.pdf">', unmarked), [
    'page-of-pdf: on page 1 of the PDF some of its content is neither told nor marked as ornament: save it as PDF/UA',
  ])
})

t.test('tables that are cut by the choice of pages stay regular', async (t) => {
  const row = (cells: string, css = '') => `<tr style="${css}">${cells}</tr>`
  const source = own(
    `<table>${row('<th>H<th>I')}${row('<td rowspan="3">long<td>1')}${row('<td>2')}
      ${row('<td>3', 'break-before: page')}${row('<td>a<td>b')}</table>`,
  )
  const first = inserted(source).document
  t.equal(first.structure?.roots.length, 1)
  const spansOf = (pages: string) =>
    [...syntaxIn(render(`<platen-pages src="a.pdf" pages="${pages}">`, source).pdf).matchAll(/\/RowSpan (\d)/g)].map(
      ([, span]) => span,
    )
  t.same(spansOf('1-2'), ['3'])
  t.same(spansOf('1'), ['2'])
  t.same(spansOf('2'), ['2'], 'the row that reaches into the page stays, with its cells')
})

t.test('masks and patterns with marked content belong to the copy', async (t) => {
  const source = own(
    '<title>t</title><p style="mask-image: linear-gradient(black, transparent)">masked</p><p style="opacity: .5">x',
  )
  t.notMatch(syntaxIn(render('<platen-pages src="a.pdf"><platen-pages src="a.pdf">', source).pdf), /undefined|NaN/)
})

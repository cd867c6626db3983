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
import { findObjects, readObjects } from '../pdf/read-pdf.js'
import { deflated, makePdf, onePage } from './make-pdf.js'

const fonts = createFontLibrary()
const date = new Date('2026-01-31T10:00:00Z')
const LETTERHEAD = makePdf({
  objects: {
    ...onePage('/P << /MCID 0 >> BDC 1 0 0 rg 0 180 100 20 re f /X Do EMC', '', {
      5: deflated(
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /X (secret text) >>',
        '0 1 0 rg 0 0 9 9 re f',
      ),
      6: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 50 50] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>',
    }),
    2: '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>
      /Annots [<< /Subtype /Link /Rect [0 100 100 200] /A << /S /URI /URI (https://example.com/) >> >>] >>`,
  },
})

function render(html: string, options: RenderOptions = {}, file: Uint8Array = LETTERHEAD) {
  const template = compileTemplate({ html, assets: new Map([['a.pdf', file]]) }, { fonts })
  return { template, ...renderDocument(template, { data: LETTERHEAD.toString('base64') }, { date, ...options }) }
}
const formsOf = (pdf: Uint8Array) => findObjects(readObjects(pdf), /\/BBox \[0 0 (?:100 200|50 50) \]/)
const COVER = '<style>@page { size: 200px; margin: 20px; background: url(a.pdf) no-repeat }</style>'

t.test('a page has its natural size where it is an image, and stands wherever images may', async (t) => {
  const { pdf, diagnostics } = render('<title>t</title><img src="a.pdf" alt="a">')
  t.same(diagnostics, [])
  t.equal(formsOf(pdf).length, 1)
  const places = [
    '<div style="background-image: url(a.pdf); height: 50px">',
    '<style>p::before { content: url(a.pdf) }</style><p>x',
    '<style>@page { @top-left { content: url(a.pdf) } }</style><p>x',
    '<style>@page :first { background: url(a.pdf) }</style><p>x',
    '<svg width="50" height="50"><image href="a.pdf" width="40" height="40"/></svg>',
    '<img src="data:application/pdf;base64,{{data}}" alt="a">',
    '<img src="a.pdf" alt="a" style="filter: grayscale(1) drop-shadow(2px 2px red)">',
  ]
  for (const html of places) t.equal(formsOf(render(html).pdf).length, 1, html)
})

t.test('the fragment of the address says which page', async (t) => {
  t.match(formsOf(render('<img src="a.pdf#page=2" alt="a">').pdf)[0]?.value, /\[0 0 50 50 \]/)
  t.match(formsOf(render('<p style="background: url(a.pdf#page=2)">x').pdf)[0]?.value, /\[0 0 50 50 \]/)
  t.match(formsOf(render('<img src="data:application/pdf;base64,{{data}}#page=2" alt="a">').pdf)[0]?.value, /50 50/)
  t.match(render('<img src="a.pdf#page=3" alt="a">').diagnostics, [
    {
      code: 'unsupported-image',
      message: 'the image "a.pdf#page=3" cannot be shown: it has no page 3: its last one is page 2',
    },
  ])
})

t.test('a page is written once, and so is what the pages of a file share', async (t) => {
  const { pdf, pages } = render(`${COVER}${'<p style="break-after: page">x'.repeat(5)}`)
  t.ok(pages >= 5)
  t.equal(formsOf(pdf).length, 1)
  const both = readObjects(render('<img src="a.pdf" alt="a"><img src="a.pdf#page=2" alt="a">').pdf)
  t.equal(findObjects(both, /\/BBox \[0 0 9 9 \]/).length, 1)
})

t.test('links are kept where the page is content, and dropped in backgrounds', async (t) => {
  const linksOf = (html: string) =>
    findObjects(readObjects(render(html).pdf), /\/URI \(https:\/\/example\.com\/\)/).length
  t.equal(linksOf('<img src="a.pdf" alt="a">'), 1)
  t.equal(linksOf(COVER), 0)
})

t.test('a file that cannot be read is named, and the document is made without it', async (t) => {
  const { diagnostics, pages } = render('<img src="a.pdf" alt="a">', {}, Buffer.from('%PDF-1.4 nothing'))
  t.equal(pages, 1)
  t.match(diagnostics, [{ code: 'invalid-image', message: /"a\.pdf" cannot be shown: it is damaged beyond repair/ }])
})

t.test('what is left out of a file is told', async (t) => {
  const objects = { ...onePage(''), 1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << >> >>' }
  t.match(render('<img src="a.pdf" alt="a">', {}, makePdf({ objects })).diagnostics, [
    {
      code: 'dropped-from-pdf',
      severity: 'warning',
      message: 'of the PDF this is left out: an action that runs when it is opened',
    },
  ])
})

t.test('readers find nothing wrong, also with what is encrypted', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.pdf')
  for (const encryption of [undefined, { ownerPassword: 'owner' }]) {
    const { pdf } = render('<title>t</title><img src="a.pdf" alt="a"><img src="a.pdf#page=2" alt="a">', { encryption })
    if (encryption) t.notMatch(Buffer.from(pdf).toString('latin1'), /secret text/)
    writeFileSync(file, pdf)
    const checked = runTool('qpdf', ['--check', file], pdf)
    if (checked) t.equal(checked.status, 0, checked.output)
  }
})

t.test('standards refuse what a page has in it that they forbid', async (t) => {
  const faultsOf = (
    content: string,
    page: string,
    standard: RenderOptions['standard'],
    html = '<img src="a.pdf" alt="a">',
  ) => {
    try {
      const file = makePdf({ objects: onePage(content, page) })
      render(`<html lang="en"><title>t</title>${html}`, { standard }, file)
      return []
    } catch (error) {
      if (error instanceof StandardError) return error.diagnostics.map(({ message }) => message)
      throw error
    }
  }
  const font = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
  t.same(faultsOf('/F 9 Tf', font, 'pdf/a-2b'), [
    'on page 1 of the PDF the font Helvetica is not embedded: save it as PDF/A',
  ])
  t.equal(faultsOf('/F 9 Tf', font, 'pdf/ua-1').length, 2, 'nor are its characters known')
  t.same(faultsOf('0 0 0 1 k', '', 'pdf/a-3b'), [
    'on page 1 of the PDF its content has amounts of ink that no profile describes: save it as PDF/A',
  ])
  t.same(faultsOf('1 0 0 rg 0 0 9 9 re f', '', ['pdf/a-3a', 'pdf/ua-1']), [])
  t.match(faultsOf('', '', 'pdf/ua-1', '<img src="a.pdf">'), [/no text in its place|<img>/])
  t.same(
    faultsOf('', '', 'pdf/ua-1', '<style>@page { background: url(a.pdf) }</style>x'),
    [],
    'a background is no figure',
  )
})

t.test('the second document of a template reads nothing again', async (t) => {
  const { template } = render(COVER)
  const first = renderDocument(template, {}, { date }).pdf
  t.ok(Buffer.from(first).equals(renderDocument(template, {}, { date }).pdf))
})

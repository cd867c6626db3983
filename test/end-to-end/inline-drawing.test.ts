import t from 'tap'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import { pageContents, pageText } from '../engine/pdf/read-pdf.js'

const fonts = createFontLibrary()

t.test('a drawing within the document is drawn as vectors, with data in it', async (t) => {
  const html = `<!doctype html><p>Before</p>
    <svg width="100" height="50" viewBox="0 0 100 50">
      <rect width="{{width}}" height="50" fill="#ff0000"/><text x="5" y="20" font-family="Arial">{{label}}</text>
    </svg>`
  const template = compileTemplate({ html }, { fonts })
  const { pdf, diagnostics, pages } = renderDocument(template, { width: 40, label: 'Share' })
  t.same(diagnostics, [])
  t.equal(pages, 1)
  t.match(pageText(pdf, 1), /Before/)
  t.match(pageContents(pdf)[0], /Do/, 'the drawing is an object of its own')
  t.notSame(renderDocument(template, { width: 90, label: 'Share' }).pdf, pdf, 'other data, another drawing')
})

t.test('what of a drawing is not supported is reported with the place of the element', async (t) => {
  const html =
    '<!doctype html>\n<p>x</p>\n  <svg width="10" height="10"><filter id="f"><feTurbulence/></filter><rect filter="url(#f)" width="5" height="5"/></svg>'
  const { diagnostics } = renderDocument(compileTemplate({ html }, { fonts }), {})
  t.match(diagnostics, [{ code: 'unsupported-svg', severity: 'warning', span: { line: 3, column: 3 } }])
})

t.test('the shapes of an icon share the gradient of the use that shows it', async (t) => {
  const html = `<!doctype html><svg width="0" height="0"><linearGradient id="blend"><stop stop-color="red"/><stop offset="1"/></linearGradient>
    <symbol id="icon" viewBox="0 0 20 10"><g style="fill: context-fill"><path d="M0 0h5v10z"/><path d="M15 0h5v10z"/></g></symbol></svg>
    <svg width="200" height="100"><use href="#icon" fill="url(#blend)"/></svg>`
  const template = compileTemplate({ html }, { fonts })
  const painted = dumpDocument(template, {}, 'paint').match(/fill \(linear .*?:/g)
  // In the coordinates of the view box: a tenth of 200 px.
  t.same(painted, ['fill (linear 0,0 1,0 by 20 0 0 10 0 0:', 'fill (linear 0,0 1,0 by 20 0 0 10 0 0:'])
  t.same(renderDocument(template, {}).diagnostics, [])
})

t.test('percentages in a drawing without a view box are of the size that layout gives it', async (t) => {
  const bar = (share: number) => `<rect width="${share}%" height="100%"/>`
  const html = `<!doctype html><style>@page { size: 400px; margin: 0 } body { margin: 0 } svg { display: block }</style>
    <svg width="100%" height="10">${bar(25)}</svg><svg style="width: 200px; height: 300px">${bar(50)}</svg>
    <svg width="300" height="150" style="width: 80px">${bar(100)}</svg>`
  const template = compileTemplate({ html }, { fonts })
  const { diagnostics } = renderDocument(template, {})
  t.same(diagnostics, [])
  const painted = dumpDocument(template, {}, 'paint').match(/fill #000000.*/g)
  t.same(painted, [
    'fill #000000 M0,0 L100,0 L100,10 L0,10 Z',
    'fill #000000 M0,0 L100,0 L100,300 L0,300 Z',
    'fill #000000 M0,0 L80,0 L80,150 L0,150 Z',
  ])
  t.same(dumpDocument(template, {}, 'paint').match(/fill #000000.*/g), painted, 'in every document')
})

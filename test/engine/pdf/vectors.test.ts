import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { VectorImage } from '../../../engine/images/vector-types.js'
import { paintVector } from '../../../engine/paint/paint-vector.js'
import { createPdfTarget } from '../../../engine/pdf/create-pdf-target.js'
import { drawing as drawingOf } from '../images/svg.js'
import { fonts } from '../paint/fragments.js'
import { runTool } from './pdf-tools.js'
import { findObjects, pageContents, readObjects } from './read-pdf.js'

const FOLDER = mkdtempSync(join(tmpdir(), 'vectors-'))
process.on('exit', () => rmSync(FOLDER, { recursive: true }))

function drawing(content: string): VectorImage {
  return drawingOf(`<svg width="100" height="50">${content}</svg>`)
}

/** A document with the drawing on two pages. */
function render(image: VectorImage): Uint8Array {
  const target = createPdfTarget({ date: new Date(0) })
  for (const width of [100, 200]) {
    target.beginPage({ width: 300, height: 200 })
    paintVector(target, image, { x: 10, y: 20, width, height: width / 2 }, fonts)
    target.endPage()
  }
  const pdf = target.finish()
  const file = join(FOLDER, 'drawing.pdf')
  writeFileSync(file, pdf)
  const check = runTool('qpdf', ['--check', file], pdf)
  if (check) t.equal(check.status, 0, check.output)
  return pdf
}

/** The operators of the form of a drawing. */
function form(image: VectorImage): string {
  const forms = findObjects(readObjects(render(image)), /\/Subtype \/Form/)
  return forms.at(-1)?.stream?.toString('latin1') ?? ''
}

const GRADIENT =
  '<linearGradient id="g"><stop stop-color="red"/><stop offset=".5" stop-color="blue"/><stop offset="1"/></linearGradient>'

t.test('a drawing is one form, drawn under different matrices', async (t) => {
  const pdf = render(drawing('<rect width="10" height="10" fill="red"/>'))
  const forms = findObjects(readObjects(pdf), /\/Subtype \/Form/)
  t.equal(forms.length, 1)
  t.match(forms[0]?.value, /\/BBox \[0 0 100 50\]/)
  t.equal(forms[0]?.stream?.toString('latin1'), '1 0 0 rg\n0 0 m\n10 0 l\n10 10 l\n0 10 l\nh\nf\n')
  t.match(pageContents(pdf)[0], 'q\n1 0 0 1 10 20 cm\n/V0 Do\nQ\n')
  t.match(pageContents(pdf)[1], 'q\n2 0 0 2 10 20 cm\n/V0 Do\nQ\n')
})

t.test('pens: width, cap, join, miter limit, dashes, each said once', async (t) => {
  const pen =
    'stroke="blue" stroke-width="2" stroke-linecap="square" stroke-dasharray="3 1" stroke-dashoffset="2" fill="none"'
  t.equal(
    form(drawing(`<g ${pen}><path d="M0 0h5"/><path d="M0 5h5"/></g>`)),
    '0 0 1 RG\n2 w\n[3 1 ] 2 d\n2 J\n0 j\n4 M\n0 0 m\n5 0 l\nS\n0 5 m\n5 5 l\nS\n',
  )
})

t.test('gradients are shading patterns in the coordinates of the form', async (t) => {
  const image = drawing(`${GRADIENT}<g transform="translate(5 6)"><rect width="10" height="20" fill="url(#g)"/></g>`)
  const [pattern] = findObjects(readObjects(render(image)), /\/PatternType 2/)
  t.match(pattern?.value, /\/Matrix \[10 0 0 20 5 6\]/)
  t.match(pattern?.value, /\/ShadingType 2\n\/ColorSpace \/DeviceRGB\n\/Coords \[0 0 1 0\]/)
  t.match(pattern?.value, /\/FunctionType 3[\s\S]*\/Bounds \[0?\.5\]/)
  t.match(form(image), '/Pattern cs /P0 scn\n')
})

t.test('alpha of a gradient is a soft mask, its opacity within', async (t) => {
  const stops = '<stop stop-color="red"/><stop offset="1" stop-opacity="0"/>'
  const image = drawing(
    `<radialGradient id="g">${stops}</radialGradient><rect width="10" height="20" fill="url(#g)" fill-opacity=".5"/>`,
  )
  const objects = readObjects(render(image))
  t.equal(findObjects(objects, /\/SMask <<\n\/Type \/Mask\n\/S \/Luminosity/).length, 1)
  const [alpha] = findObjects(objects, /\/C0 \[0?\.5 0?\.5 0?\.5\]\n\/C1 \[0 0 0\]/)
  t.match(alpha?.value, /\/ColorSpace \/DeviceRGB/, 'in RGB, which Ghostscript takes for as light as it is')
  t.same(findObjects(objects, /\/CS \/DeviceGray/), [])
  t.match(form(image), 'q\n/M0 gs\n/Pattern cs')
  t.notMatch(form(image), '/A500 gs')
})

t.test('masks and opacity are groups', async (t) => {
  const image = drawing(
    '<mask id="m"><rect width="9" height="9" fill="white"/></mask><g mask="url(#m)" opacity=".5"><rect width="5" height="5"/></g>',
  )
  const objects = readObjects(render(image))
  t.equal(findObjects(objects, /\/S \/Transparency/).length, 3)
  t.equal(findObjects(objects, /\/S \/Luminosity/).length, 1)
})

t.test('text of drawings can be extracted', async (t) => {
  const pdf = render(
    drawing('<text y="20" fill="url(#g)" font-family="Liberation Sans">Vector <tspan>text</tspan></text>'),
  )
  const tool = runTool('pdftotext', ['-', '-'], pdf)
  if (tool) t.notMatch(tool.output, 'Vector text', 'nothing paints it')
  const painted = render(
    drawing(`${GRADIENT}<text y="20" fill="url(#g)" font-family="Liberation Sans">Vector <tspan>text</tspan></text>`),
  )
  const found = runTool('pdftotext', ['-', '-'], painted)
  if (found) t.match(found.output, 'Vector text')
})

t.test('hostile numbers stay within what readers take', async () => {
  render(drawing(`${GRADIENT}<path d="M0 0L1e300 1e300 -1e300 5z" fill="url(#g)" stroke="red" stroke-width="1e99"/>`))
  render(
    drawing(
      '<linearGradient id="g" gradientTransform="scale(1e200)"><stop/><stop offset="1"/></linearGradient><path d="M0 0h5v5z" fill="url(#g)"/>',
    ),
  )
})

t.test('outlined letters have the pen of the outline and are filled again behind it', async (t) => {
  const text = '<text y="9" font-size="10" stroke="red" stroke-linejoin="round">a</text><text y="9" x="9">b</text>'
  const operators = form(drawing(text)).replace(/\/F\d+ 10 Tf[\s\S]*?TJ\n/g, 'TJ\n')
  t.match(operators, /1 0 0 RG\n1 w\n\[\] 0 d\n(?:0 J\n)?1 j\n1 Tr\n/)
  t.notMatch(operators, /0 Tr/, 'the state is restored')
})

t.test('patterns are tiling patterns in the coordinates of the form', async (t) => {
  const pattern = '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0h1v1z"/></pattern>'
  const pdf = render(
    drawing(`${pattern}<g transform="translate(5 6)"><path d="M0 0h9v9z" fill="url(#p)" fill-opacity=".5"/></g>`),
  )
  const [tile, ...others] = findObjects(readObjects(pdf), /\/PatternType 1/)
  t.same(others, [], 'one for both pages')
  t.match(tile?.value, /\/BBox \[0 0 4 4\][\s\S]*\/XStep 4\s*\/YStep 4\s*\/Matrix \[1 0 0 1 5 6\]/)
})

t.test('patterns on shapes that no page could hold are written as numbers of a PDF', async (t) => {
  const pattern =
    '<pattern id="p" width=".1" height="9" patternContentUnits="objectBoundingBox"><rect width="1" height="1"/></pattern>'
  const pdf = render(drawing(`${pattern}<path d="M0 0 9 9 1e30 5z" fill="url(#p)"/>`))
  const [found] = findObjects(readObjects(pdf), /\/Type \/Pattern/)
  t.match(found?.value, /\/Matrix \[[-\d. ]+\]/)
})

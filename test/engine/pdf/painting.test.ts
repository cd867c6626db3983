import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { rotation } from '../../../engine/css/values/transform-value.js'
import { blurredShape } from '../../../engine/paint/blurred-shape.js'
import type { PaintTarget } from '../../../engine/paint/paint-target.js'
import { createPdfTarget } from '../../../engine/pdf/create-pdf-target.js'
import { color } from '../paint/fragments.js'
import { runTool } from './pdf-tools.js'
import { findObjects, pageContents, readObjects } from './read-pdf.js'

const FOLDER = mkdtempSync(join(tmpdir(), 'painting-'))
process.on('exit', () => rmSync(FOLDER, { recursive: true }))

/** The dictionaries of objects that match. */
function objects(pdf: Uint8Array, pattern: RegExp): readonly string[] {
  return findObjects(readObjects(pdf), pattern).map(({ value }) => value)
}

/** A page of 200 × 100 px, checked by tools that are there. */
function render(paint: (target: PaintTarget) => void): Uint8Array {
  const target = createPdfTarget({ date: new Date(0) })
  target.beginPage({ width: 200, height: 100 })
  paint(target)
  target.endPage()
  const pdf = target.finish()
  const file = join(FOLDER, 'painting.pdf')
  writeFileSync(file, pdf)
  for (const [tool, ...args] of [
    ['qpdf', '--check', file],
    ['mutool', 'draw', '-q', '-o', join(FOLDER, 'out.png'), file],
  ] as const) {
    const check = runTool(tool, args, pdf)
    if (check) t.equal(check.status, 0, check.output)
  }
  return pdf
}

const RED = color('#f00')
const RECT = [{ kind: 'rect', x: 10, y: 10, width: 100, height: 50 }] as const

t.test('copies side by side are a tiling pattern in the coordinates of the page', async (t) => {
  const tile = { x: 10, y: 10, width: 20, height: 10 }
  const pdf = render((target) =>
    target.fillTiled(RECT, { tile, stepX: 25, stepY: 15 }, () => target.fillRect({ ...tile, width: 5 }, RED)),
  )
  t.match(pageContents(pdf)[0], /\/Pattern cs \/P0 scn\n10 10 100 50 re\nf\n/)
  const [pattern] = objects(pdf, /\/PatternType 1/)
  t.match(pattern, /\/BBox \[10 10 30 20\]/)
  t.match(pattern, /\/XStep 25/)
  t.match(pattern, /\/YStep 15/)
  t.match(pattern, /\/Matrix \[0?\.75 0 0 -0?\.75 0 75\]/)
})

t.test('a conic gradient is a mesh of triangles', async (t) => {
  const transform = { a: 1, b: 0, c: 0, d: 1, e: 60, f: 35 }
  const stops = [
    { offset: 0, color: RED },
    { offset: 1, color: color('#00f', 0.5) },
  ]
  const gradient = { kind: 'conic', from: 0, radius: 60, stops, transform } as const
  const pdf = render((target) =>
    target.fillShape(RECT, 'nonzero', { kind: 'gradient', gradient, opacity: 1, area: RECT[0] }),
  )
  const meshes = objects(pdf, /\/ShadingType 4/)
  t.equal(meshes.length, 2, 'one for the colour, one for the alpha')
  t.notMatch(meshes.join('\n'), 'DeviceGray', 'whose luminosity some readers take for less than it is')
})

t.test('inks are painted with as they are, in fills, strokes, gradients and turns', async (t) => {
  const inks = (cyan: number, magenta: number, yellow: number, black: number, alpha = 1) => ({
    ...color('#000', alpha),
    inks: { cyan, magenta, yellow, black, span: undefined },
  })
  const key = inks(0, 0, 0, 1)
  const stops = [
    { offset: 0, color: inks(1, 0, 0, 0) },
    { offset: 1, color: inks(0, 0.5, 1, 0, 0.5) },
  ]
  const transform = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }
  const pdf = render((target) => {
    target.fillRect(RECT[0], key)
    target.fillRect({ ...RECT[0], x: 120 }, { ...key, inks: { ...key.inks } })
    target.fillRect({ ...RECT[0], x: 130 }, color('#000'))
    target.strokeLine({ x1: 0, y1: 0, x2: 9, y2: 0, width: 1, dashes: [], cap: 'butt', color: inks(0.25, 0, 0.5, 0) })
    const linear = { kind: 'linear', x1: 10, y1: 0, x2: 110, y2: 0, stops, transform } as const
    target.fillShape(RECT, 'nonzero', { kind: 'gradient', gradient: linear, opacity: 1, area: RECT[0] })
    const conic = { kind: 'conic', from: 0, radius: 60, stops, transform } as const
    target.fillShape(RECT, 'nonzero', { kind: 'gradient', gradient: conic, opacity: 1, area: RECT[0] })
    const mixed = [...stops, { offset: 1, color: RED }]
    const partly = { ...linear, stops: mixed } as const
    target.fillShape(RECT, 'nonzero', { kind: 'gradient', gradient: partly, opacity: 1, area: RECT[0] })
  })
  const [content = ''] = pageContents(pdf)
  t.match(
    content,
    /^0 0 0 1 k\n10 10 100 50 re f\n120 10 100 50 re f\n0 g\n/m,
    'equal inks are set once; black is none',
  )
  t.match(content, /\.25 0 \.5 0 K\n/)
  const shadings = objects(pdf, /\/ShadingType/)
  const of = (type: number, space: string) =>
    shadings.filter((text) => text.includes(`/ShadingType ${type}`) && text.includes(space)).length
  t.equal(of(2, '/DeviceCMYK'), 1)
  t.equal(of(4, '/DeviceCMYK'), 1)
  t.equal(of(2, '/DeviceRGB'), 3, 'where one of the colours has no inks, and two of alphas')
  t.match(shadings.join('\n'), /\/C0 \[1 0 0 0\]\s*\/C1 \[0 0?\.5 1 0\]/)
})

t.test('equal shadows share one mask', async (t) => {
  const mesh = () => blurredShape({ x: 0, y: 0, width: 50, height: 30, corners: undefined }, 4, false)
  const pdf = render((target) => {
    target.fillMesh(mesh(), 20, 20, RED)
    target.fillMesh(mesh(), 110, 20, RED)
  })
  t.equal(objects(pdf, /\/ShadingType 5/).length, 1)
  t.equal(objects(pdf, /\/SMask/).length, 1)
  t.match(pageContents(pdf)[0], /1 0 0 1 110 20 cm\n\/S0 gs\n/)
  t.ok(pdf.length < 6000, `small: ${pdf.length}`)
})

t.test('a blended group sets its mode for itself alone', async (t) => {
  const pdf = render((target) => {
    target.beginGroup(0.5, RECT[0], 'color-dodge')
    target.fillRect(RECT[0], RED)
    target.endGroup()
  })
  t.match(pageContents(pdf)[0], /q\n\/BColorDodge gs\n\/A500 gs\n\/X1 Do\nQ\n/)
  t.equal(objects(pdf, /\/BM \/ColorDodge/).length, 1)
})

t.test('links and destinations are where transforms and groups take them', async (t) => {
  const pdf = render((target) => {
    target.save()
    target.transform({ ...rotation(90), e: 100, f: 0 })
    target.beginGroup(0.5, RECT[0])
    target.link({ x: 10, y: 20, width: 30, height: 10 }, '#there')
    target.destination('there', 10, 20)
    target.endGroup()
    target.restore()
  })
  // (10, 20) is turned to (80, 10); in points from below 60 and 67.5.
  const [link] = objects(pdf, /\/Subtype \/Link/)
  t.match(link, /\/Rect \[52\.5 45 60 67\.5\]/)
  t.match(link, /\/XYZ 60 67\.5 null/)
})

t.test('gradients within copies are no patterns, which some readers misplace there', async (t) => {
  const tile = { x: 10, y: 10, width: 20, height: 10 }
  const stops = [
    { offset: 0, color: RED },
    { offset: 1, color: color('#00f', 0.5) },
  ]
  const transform = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }
  const gradient = { kind: 'linear', x1: 10, y1: 0, x2: 30, y2: 0, stops, transform } as const
  const pdf = render((target) =>
    target.fillTiled(RECT, { tile, stepX: 20, stepY: 10 }, () =>
      target.fillShape([{ kind: 'rect', ...tile }], 'nonzero', { kind: 'gradient', gradient, opacity: 1, area: tile }),
    ),
  )
  t.equal(objects(pdf, /\/PatternType 2/).length, 0)
  t.equal(objects(pdf, /\/ShadingType 2/).length, 2)
})

t.test('copies of one object are one form, shown several times', async (t) => {
  const copies = [
    { x: 0, y: 0, opacity: 1 },
    { x: 3, y: -2, opacity: 0.5 },
  ]
  const pdf = render((target) => target.drawCopies(RECT[0], copies, () => target.fillRect(RECT[0], RED)))
  t.match(pageContents(pdf)[0], /q 1 0 0 1 0 0 cm \/X1 Do Q\n\/A500 gs\nq 1 0 0 1 3 -2 cm \/X1 Do Q\n/)
})

t.test('what is painted later is a form on the page that left it out', async (t) => {
  const pdf = render((target) => {
    const draw = target.drawLater(RECT[0])
    target.fillRect({ ...RECT[0], x: 0 }, RED)
    target.endPage()
    target.beginPage({ width: 200, height: 100 })
    draw(() => target.fillRect(RECT[0], RED))
  })
  const [first] = pageContents(pdf)
  t.match(first, /\/X1 Do[\s\S]*\n0 10 100 50 re/, 'below what was painted after it')
  const [form] = objects(pdf, /\/Subtype \/Form/)
  t.match(form, /\/BBox \[10 10 110 60\]/)
})

t.test('a document does not end before all of it is painted', async (t) => {
  const target = createPdfTarget({ date: new Date(0) })
  target.beginPage({ width: 200, height: 100 })
  target.drawLater(RECT[0])
  target.endPage()
  t.throws(() => target.finish(), /left out/)
})

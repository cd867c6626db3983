import t from 'tap'
import type { BoxShadow } from '../../../engine/css/properties/effects.js'
import type { ShapedWord } from '../../../engine/fonts/font-types.js'
import type { BoxShape } from '../../../engine/layout/shapes/box-shape.js'
import { blurredShape } from '../../../engine/paint/blurred-shape.js'
import { at, block, border, color, line, page, radius } from './fragments.js'
import { paintCalls } from './paint-calls.js'

function shadow(changes: Partial<BoxShadow> = {}): BoxShadow {
  return { inset: false, x: 0, y: 0, blur: 0, spread: 0, color: color('#000'), ...changes }
}

/** The calls that paint a white box of 100 × 40 px, placed at (10, 10). */
function calls(shadows: readonly BoxShadow[], changes: Parameters<typeof block>[2] = {}): readonly string[] {
  const box = block(100, 40, {
    ...changes,
    style: { backgroundColor: color('#fff'), boxShadow: shadows, ...changes.style },
  })
  return paintCalls(page(block(180, 80, {}, at(0, 0, box))))
}

t.test('a sharp shadow shows outside of the box only, grown by its spread', async (t) => {
  t.same(calls([shadow({ x: 5, y: 6, spread: 2 })]), [
    'save',
    '  clip [9,9 109×50] [10,10 100×40] evenodd',
    '  fill #000000 [13,14 104×44]',
    'restore',
    'fill #ffffff [10,10 100×40]',
  ])
})

t.test('shadows are painted from the last to the first', async (t) => {
  const fills = calls([shadow({ color: color('#f00') }), shadow({ color: color('#00f') })]).filter((call) =>
    call.includes('fill'),
  )
  t.match(fills, [/#0000ff/, /#ff0000/, /#ffffff/])
})

t.test('an inner shadow lies over the background, within the padding edge', async (t) => {
  t.same(calls([shadow({ inset: true, spread: 3 })], { style: border([2, 'solid', '#00f']) }), [
    'fill #ffffff [10,10 100×40]',
    'save',
    '  clip [12,12 96×36]',
    '  fill #000000 [11,11 98×38] [15,15 90×30]',
    'restore',
    'fill #0000ff [10,10 100×40] [12,12 96×36]',
  ])
  t.match(calls([shadow({ inset: true, spread: 30 })])[3], 'fill #000000 [10,10 100×40]', 'there may be no hole left')
})

t.test('corners grow with the spread, square ones stay square', async (t) => {
  t.match(calls([shadow({ spread: 4 })], { style: radius(10) })[2], /M20,6 L100,6 /)
  t.match(calls([shadow({ spread: 4 })])[2], '[6,6 108×48]')
  // A radius of half the spread grows by 7/8 of it.
  t.match(calls([shadow({ spread: 4 })], { style: radius(2) })[2], /M11.5,6 /)
})

t.test('a blurred shadow is a mesh at the place of what casts it', async (t) => {
  t.match(calls([shadow({ x: 3, blur: 10 })])[2], /mesh 100 40 5 .*#000000 at 13,10/)
  t.match(calls([shadow({ blur: 10, color: color('#000', 0) })]).join(), /^fill #ffffff/)
})

const SQUARE: BoxShape = { x: 0, y: 0, width: 100, height: 60, corners: undefined }

/** The alpha of the vertex nearest to a point. */
function alphaAt(mesh: ReturnType<typeof blurredShape>, x: number, y: number): number {
  const far = (vertex: { x: number; y: number }) => Math.hypot(vertex.x - x, vertex.y - y)
  return mesh.vertices.reduce((best, vertex) => (far(vertex) < far(best) ? vertex : best)).alpha
}

t.test('the blur is a Gaussian of half the blur radius', async (t) => {
  const mesh = blurredShape(SQUARE, 5, false)
  t.ok(Math.abs(alphaAt(mesh, 35, 0) - 0.5) < 2e-3, 'half at an edge')
  t.ok(Math.abs(alphaAt(mesh, 0, 0) - 0.25) < 1e-4, 'a quarter at a corner')
  t.ok(Math.abs(alphaAt(mesh, 15, -8) - 0.0548) < 1e-3, 'Φ(-1.6)')
  t.ok(alphaAt(mesh, 50, 30) > 0.9999, 'all in the middle')
  t.ok(alphaAt(mesh, 50, -15) < 0.002, 'nothing three deviations away')
})

t.test('a shape smaller than its blur never gets opaque', async (t) => {
  const mesh = blurredShape({ ...SQUARE, width: 10, height: 10 }, 10, false)
  // (2 Φ(0.5) - 1)²
  t.ok(Math.abs(alphaAt(mesh, 5, 5) - 0.1466) < 1e-3)
})

t.test('round corners cast less', async (t) => {
  const corner = { horizontal: 20, vertical: 20 }
  const corners = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }
  const mesh = blurredShape({ ...SQUARE, corners }, 2, false)
  const onArc = 20 - 20 * Math.SQRT1_2
  const half = alphaAt(mesh, onArc, onArc)
  t.ok(half > 0.45 && half < 0.5, `a little less than half on the arc: ${half}`)
})

t.test('a hole lets shadow fall on all around it', async (t) => {
  const mesh = blurredShape(SQUARE, 5, true, 50)
  t.equal(alphaAt(mesh, 50, -65), 1)
  t.ok(alphaAt(mesh, 50, 30) < 1e-4)
})

t.test('the mesh is a lattice of few vertices whatever the size', async (t) => {
  for (const [size, sigma] of [
    [50, 1],
    [2000, 1],
    [300, 30],
  ] as const) {
    const corner = { horizontal: size / 4, vertical: size / 4 }
    const corners = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }
    const { columns, vertices } = blurredShape({ x: 0, y: 0, width: size, height: size, corners }, sigma, false)
    t.equal(vertices.length % columns, 0)
    t.ok(vertices.length < 2500, `${vertices.length}`)
  }
})

const OUTLINED = { outlineStyle: 'solid', outlineWidth: 2, outlineColor: color('#f00') } as const

t.test('an outline is painted around the border edge after the content, and away from it by its offset', async (t) => {
  t.same(calls([], { style: OUTLINED }), ['fill #ffffff [10,10 100×40]', 'fill #ff0000 [8,8 104×44] [10,10 100×40]'])
  t.match(calls([], { style: { ...OUTLINED, outlineOffset: 5 } })[1], '[3,3 114×54] [5,5 110×50]')
  t.match(calls([], { style: { ...OUTLINED, outlineOffset: -6 } })[1], '[14,14 92×32] [16,16 88×28]')
  t.match(calls([], { style: { ...OUTLINED, outlineOffset: -60 } })[1], '[58,28 4×4] [60,30 0×0]')
})

t.test('at a page break a shadow is cut off, and corners are square', async (t) => {
  const whole = block(100, 40, { style: { ...radius(10), boxShadow: [shadow({ spread: 5 })] } })
  const cut = { ...whole, cut: { top: false, bottom: true } }
  t.match(paintCalls(page(block(180, 80, {}, at(0, 0, cut)))), [
    'save',
    '  clip [5,5 110×45]',
    '  save',
    /clip .* M20,10 .* L110,55 L10,55/,
    /fill #000000 M20,5 /,
    '  restore',
    'restore',
  ])
})

t.test('at the end of a line a shadow is cut off', async (t) => {
  const whole = block(100, 40, { style: { boxShadow: [shadow({ spread: 5 })] } })
  const cut = { ...whole, cut: { top: false, bottom: false, left: false, right: true } }
  t.match(paintCalls(page(block(180, 80, {}, at(0, 0, cut)))), [
    'save',
    '  clip [5,5 105×50]',
    '  save',
    /clip .* \[10,10 105×40\]/,
    'fill #000000 [5,5 115×50]',
    '  restore',
    'restore',
  ])
})

t.test('a blurred shadow of text is the mean of copies, as a mask', async (t) => {
  const textShadow = [{ x: 1, y: 2, blur: 4, color: color('#00f') }]
  const painted = paintCalls(page(block(180, 80, {}, at(0, 0, line('Hi', { fontSize: 10, textShadow })))))
  t.match(painted, [
    'save',
    /mask by luminance in/,
    /24 copies in/,
    /fill #000000/,
    /text #ffffff .*"Hi" decorative/,
    /end copies/,
    /end mask/,
    /fill #0000ff/,
    'restore',
    /text #000000 .*"Hi"$/,
  ])
})

t.test('emphasis marks are ornament of a colour of their own, with the shadow of their text', async (t) => {
  const styles = { textShadow: [{ x: 1, y: 2, blur: 0, color: color('#00f') }], textEmphasisColor: color('#f00') }
  const plain = line('Hi', { fontSize: 10, ...styles })
  const [placed] = plain.children
  const text = placed?.fragment
  if (text?.kind !== 'text') throw new Error('a line of text')
  const marks = { mark: text.words[0] as ShapedWord, fontSize: 5, baseline: -9, positions: [2, 9] }
  const marked = { ...plain, children: [{ ...placed, x: 0, y: 0, fragment: { ...text, marks } }] }
  t.match(paintCalls(page(block(180, 80, {}, at(0, 0, marked)))), [
    /^text #0000ff 10px .*"Hi" decorative$/,
    /^text #0000ff 5px .*"HiHi" decorative$/,
    /^text #000000 10px .*"Hi"$/,
    /^text #ff0000 5px .*"HiHi" decorative$/,
  ])
})

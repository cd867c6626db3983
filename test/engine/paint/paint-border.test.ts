import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary } from '../../../engine/index.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { at, block, border, color, page, radius } from './fragments.js'
import { paintCalls } from './paint-calls.js'

/** The calls that paint a box of 100 × 40 px at (0, 0). */
function callsOf(style: Partial<ComputedStyle>, padding = { top: 0, right: 0, bottom: 0, left: 0 }): readonly string[] {
  return paintCalls(page(block(0, 0, {}, at(-10, -10, block(100, 40, { style, padding })))))
}

t.test('a border of one colour is one ring, single sides are rectangles that do not overlap', async (t) => {
  t.same(callsOf(border([2, 'solid', '#000'])), ['fill #000000 [0,0 100×40] [2,2 96×36]'])
  t.same(callsOf(border([0, 'none', '#f00'], [0, 'none', '#f00'], [1, 'solid', '#ccc'])), ['fill #cccccc [0,39 100×1]'])
  t.same(callsOf(border([3, 'solid', '#000'], [0, 'none', '#000'], [0, 'none', '#000'], [2, 'solid', '#000'])), [
    'fill #000000 [0,0 100×3]',
    'fill #000000 [0,3 2×37]',
  ])
})

t.test('sides of different colours meet at the line from the outer to the inner corner', async (t) => {
  t.same(callsOf(border([10, 'solid', '#f00'], [5, 'solid', '#0f0'], [4, 'solid', '#00f'], [2, 'solid', '#ff0'])), [
    'fill #ff0000 M0,0 L100,0 L95,10 L2,10 Z',
    'fill #00ff00 M100,0 L100,40 L95,36 L95,10 Z',
    'fill #0000ff M100,40 L0,40 L2,36 L95,36 Z',
    'fill #ffff00 M0,40 L0,0 L2,10 L2,36 Z',
  ])
})

t.test('double borders are two thirds apart, thin ones one line', async (t) => {
  const top = (width: number) => callsOf(border([width, 'double', '#000'], [0, 'none', '#000'], [0, 'none', '#000']))
  t.same(top(6), ['fill #000000 M0,0 L100,0 L100,2 L0,2 Z', 'fill #000000 M0,4 L100,4 L100,6 L0,6 Z'])
  t.same(top(2), ['fill #000000 M0,0 L100,0 L100,2 L0,2 Z'])
})

t.test('three-dimensional borders are dark on the shadow side', async (t) => {
  const colors = (style: 'inset' | 'outset' | 'groove' | 'ridge') =>
    callsOf(border([4, style, '#fff']))
      .map((call) => (call.startsWith('fill #ffffff') ? 'light' : 'dark'))
      .join(' ')
  t.equal(colors('inset'), 'dark light light dark')
  t.equal(colors('outset'), 'light dark dark light')
  t.equal(colors('groove'), 'dark light light dark light dark dark light')
  t.equal(colors('ridge'), 'light dark dark light dark light light dark')
})

t.test('the light shade of a colour that is nearly white is the colour', async (t) => {
  t.match(callsOf(border([4, 'inset', '#eee'])).join(), /#9a9a9a.*#eeeeee/)
  t.match(callsOf(border([4, 'inset', '#ccc'])).join(), /#787878.*#ffffff/)
})

t.test('dashes begin and end at the corners, dots are round', async (t) => {
  const top = (style: 'dashed' | 'dotted', width: number) =>
    callsOf(border([width, style, '#000'], [0, 'none', '#000'], [0, 'none', '#000']))
  t.same(top('dashed', 4), ['stroke #000000 4px dashes 8,3.5 from 0,2 to 100,2'])
  t.same(top('dashed', 1), ['stroke #000000 1px dashes 3,2.11 from 0,0.5 to 100,0.5'])
  t.same(top('dotted', 4), ['stroke #000000 4px dashes 0,8 round from 2,2 to 98,2'])
})

t.test('rounded borders are rings between two rounded edges, inner radii less by the border', async (t) => {
  t.same(callsOf({ ...border([4, 'solid', '#000']), ...radius(10) }), [
    'fill #000000 M10,0 L90,0 C95.52,0 100,4.48 100,10 L100,30 C100,35.52 95.52,40 90,40 L10,40 C4.48,40 0,35.52 0,30 ' +
      'L0,10 C0,4.48 4.48,0 10,0 Z M10,4 L90,4 C93.31,4 96,6.69 96,10 L96,30 C96,33.31 93.31,36 90,36 L10,36 ' +
      'C6.69,36 4,33.31 4,30 L4,10 C4,6.69 6.69,4 10,4 Z',
  ])
})

t.test('a radius smaller than the border leaves the inner corner square', async (t) => {
  t.match(callsOf({ ...border([10, 'solid', '#000']), ...radius(5) })[0], / M10,10 L90,10 L90,30 L10,30 L10,10 Z$/)
})

t.test('radii that are too large shrink by one factor', async (t) => {
  const [call = ''] = callsOf({ backgroundColor: color('#f00'), ...radius(100, 40) })
  t.match(call, /^fill #ff0000 M50,0 L50,0 C77\.61,0 100,8\.95 100,20 L100,20 /)
})

t.test('percentages of a radius refer to the width and the height', async (t) => {
  const half = { kind: 'percentage' as const, px: 0, percent: 50 }
  const corner = { horizontal: half, vertical: half }
  const [call = ''] = callsOf({ backgroundColor: color('#f00'), borderTopLeftRadius: corner })
  t.match(call, /^fill #ff0000 M50,0 L100,0 L100,40 L0,40 L0,20 C0,8\.95 22\.39,0 50,0 Z/)
})

t.test('rounded sides of different colours are sectors of one ring', async (t) => {
  const calls = callsOf({ ...border([4, 'solid', '#f00'], [4, 'solid', '#0f0']), ...radius(10) })
  t.equal(calls.filter((call) => call === 'save').length, 4)
  t.equal(calls[1], '  clip M0,0 L100,0 L90,10 L10,10 Z')
})

t.test('a uniform dashed border with round corners is one closed stroke', async (t) => {
  const calls = callsOf({ ...border([2, 'dotted', '#000']), ...radius(10) })
  t.equal(calls.length, 1)
  t.match(calls[0], /^stroke #000000 2px dashes 2,2\.01 M10,1 /)
})

t.test('corners at a break are square', async (t) => {
  const style = { backgroundColor: color('#f00'), ...radius(10) }
  const cut = { top: false, bottom: true }
  const calls = paintCalls(page(block(0, 0, {}, at(-10, -10, block(100, 40, { style, cut })))))
  t.match(calls[0], /^fill #ff0000 M10,0 L90,0 C.* 100,10 L100,40 L0,40 L0,10 C/)
})

t.test('a rounded border that is cut at an end shows no line there', async (t) => {
  const style = { ...border([2, 'solid', '#f00']), ...radius(10) }
  const cut = { top: false, bottom: true }
  const insets = { top: 2, right: 2, bottom: 0, left: 2 }
  const part = block(100, 40, { style, cut, border: insets })
  const [save, clip, fill] = paintCalls(page(block(0, 0, {}, at(-10, -10, part))))
  t.same([save, clip], ['save', '  clip [0,0 100×40]'])
  t.match(fill, / L100,41 L0,41 .* L98,41 L2,41 /, 'the outlines meet below what is seen')
  const middle = block(100, 40, { style, cut: { top: true, bottom: true }, border: { ...insets, top: 0 } })
  t.same(paintCalls(page(block(0, 0, {}, at(-10, -10, middle)))), [
    'fill #ff0000 [0,0 2×40]',
    'fill #ff0000 [98,0 2×40]',
  ])
  const line = block(100, 40, {
    style,
    cut: { top: false, bottom: false, left: true },
    border: { ...insets, left: 0, bottom: 2 },
  })
  t.match(paintCalls(page(block(0, 0, {}, at(-10, -10, line))))[2], / L-1,40 .* L-1,38 /, 'nor one within a line')
})

t.test('round corners beside sides without border show no line along these', async (t) => {
  const bare = [0, 'none', '#000'] as const
  const bottom = (style: 'solid' | 'double' | 'dotted') =>
    callsOf({ ...border(bare, bare, [3, style, '#00f'], bare), ...radius(8) })
  const [save, clip, fill] = bottom('solid')
  t.same([save, clip], ['save', '  clip [0,32 100×8]'], 'only the strip with the curves of the corners is seen')
  t.match(fill, /^ {2}fill #0000ff M8,0 /)
  for (const style of ['double', 'dotted'] as const) t.equal(bottom(style)[2], '  clip [0,32 100×8]', style)
  const two = callsOf({ ...border([3, 'solid', '#00f'], bare, bare, [2, 'solid', '#00f']), ...radius(8) })
  t.equal(two[1], '  clip [0,0 100×8] [0,0 8×40]', 'a strip for each side')
})

t.test('the border of a fieldset begins in the middle of its legend and is left out behind it', async (t) => {
  const box = block(100, 60, { style: { ...border([2, 'solid', '#000']), backgroundColor: color('#eee') } })
  const legend = { x: 10, width: 30, inset: 9, border: 2 }
  const fragment = { ...box, border: { ...box.border, top: 20 }, legend }
  t.same(paintCalls(page(block(0, 0, {}, at(-10, -10, fragment)))), [
    'fill #eeeeee [0,9 100×51]',
    'save',
    '  clip [0,0 100×60] [10,9 30×2] evenodd',
    '  fill #000000 [0,9 100×51] [2,11 96×47]',
    'restore',
  ])
})

const fonts = createFontLibrary()

/** The image of a border of 10 px around 100 × 50 px: of each part where it is clipped, its scale and its place. */
function borderImage(css: string, around = 'border: 10px solid red'): readonly string[] {
  const html = `<!doctype html><style>@page { margin: 0 } body { margin: 0 } div { width: 100px; height: 50px; ${around} }
    div { ${css} }</style><div></div>`
  const calls = dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint')
  return [...calls.matchAll(/clip \[(.*?)\]\n *transform (.*)/g)].map(([, clip, matrix]) => `${clip} at ${matrix}`)
}

const SQUARES = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='30' height='30'%3E%3Cpath d='M0 0h30v30z'/%3E%3C/svg%3E")`

t.test('an image in the place of a border is cut into nine', async (t) => {
  t.same(borderImage(`border-image: ${SQUARES} 10`), [
    '0,0 10×10 at 1 0 0 1 0 0',
    '10,0 100×10 at 10 0 0 1 -90 0',
    '110,0 10×10 at 1 0 0 1 90 0',
    '0,10 10×50 at 1 0 0 5 0 -40',
    '110,10 10×50 at 1 0 0 5 90 -40',
    '0,60 10×10 at 1 0 0 1 0 40',
    '10,60 100×10 at 10 0 0 1 -90 40',
    '110,60 10×10 at 1 0 0 1 90 40',
  ])
  t.equal(borderImage(`border-image: ${SQUARES} 10 fill`)[4], '10,10 100×50 at 10 0 0 5 -90 -40')
  t.equal(borderImage(`border-image: ${SQUARES} 10 / 20px`)[0], '0,0 20×20 at 2 0 0 2 0 0')
  t.equal(borderImage(`border-image: ${SQUARES} 20% / auto / 3px`)[0], '-3,-3 6×6 at 1 0 0 1 -3 -3')
  t.equal(borderImage(`border-image: ${SQUARES} 10 / 100px`)[0], '0,0 35×35 at 3.5 0 0 3.5 0 0', 'sides never overlap')
  t.same(
    borderImage(`border-image: ${SQUARES}`),
    [
      '0,0 10×10 at 0.33 0 0 0.33 0 0',
      '110,0 10×10 at 0.33 0 0 0.33 110 0',
      '0,60 10×10 at 0.33 0 0 0.33 0 60',
      '110,60 10×10 at 0.33 0 0 0.33 110 60',
    ],
    'slices that overlap leave nothing between them, and each corner is the whole image',
  )
})

t.test('the image of the border of a fieldset is left out behind its legend', async (t) => {
  const image = 'border: 10px solid; border-image: linear-gradient(red, blue) 1 / 1 / 5px'
  const html = `<!doctype html><style>@page { margin: 0 } body { margin: 0 } fieldset { margin: 0; ${image} }</style>`
  const calls = dumpDocument(compileTemplate({ html: `${html}<fieldset><legend>L` }, { fonts }), {}, 'paint')
  const [, outer = '', gap = ''] = /clip \[(.*?)\] \[(.*?)\] evenodd\n *save\n *clip/.exec(calls) ?? []
  t.match(outer, /^-5,-5 /, 'also where it reaches out of the box')
  t.match(gap, /^\d.* \d.*×10$/)
})

t.test('the sides of such an image are repeated as they are told', async (t) => {
  const top = (css: string) =>
    borderImage(`border-image: ${SQUARES} 10 ${css}`, 'border: 10px solid; width: 95px').filter((part) =>
      /^[\d.]+,0 [\d.]+×10 at/.test(part),
    )
  t.equal(top('stretch').length, 3)
  t.equal(top('repeat').length, 2 + 11, 'one in the middle, those at the ends are cut')
  // Copies overlap, stretched so far that none shows what is beside its part of the image: here from 10 to 20.
  t.match(top('repeat')[6], '52.3,0 10.4×10 at 1.08 0 0 1 41.3 0')
  t.equal(top('round').length, 2 + 10)
  t.match(top('round')[1], '9.8,0 9.9×10 at 1.03 0 0 1 -0.7 0')
  t.equal(top('space').length, 2 + 9)
  t.match(top('space')[1], /^10\.5,0 10×10 at 1 /)
})

t.test('a repeated side that is longer than its place is cut to it', async (t) => {
  const html = `<!doctype html><style>@page { margin: 0 } body { margin: 0 }
    div { width: 4px; height: 50px; border: 10px solid; border-image: ${SQUARES} 10 repeat }</style><div></div>`
  const calls = dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint')
  t.match(calls, /clip \[10,0 4×10\]\n *save\n *clip \[7,0 10×10\]/)
})

t.test('what cannot be shown leaves the border as it is, and border takes images away', async (t) => {
  const paints = (css: string) => {
    const html = `<!doctype html><style>div { width: 9px; height: 9px; ${css} }</style><div></div>`
    return /fill #ff0000/.test(dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint'))
  }
  t.equal(paints(`border: 5px solid red; border-image: ${SQUARES} 10`), false)
  t.equal(paints('border: 5px solid red; border-image: url(none.png) 10'), true)
  t.equal(paints(`border-image: ${SQUARES} 10; border: 5px solid red`), true)
})

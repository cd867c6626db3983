import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { createStats } from '../../../engine/base/stats.js'
import { createLayoutContext } from '../../../engine/layout/create-layout-context.js'
import {
  distributeMarginBoxes,
  fitAcross,
  type MarginBoxDemand,
} from '../../../engine/layout/pages/distribute-margin-boxes.js'
import { layoutMarginBoxes } from '../../../engine/layout/pages/layout-margin-boxes.js'
import { compileSmall, layOut, textsOf } from './lay-out.js'

const auto = (min: number, max: number): MarginBoxDemand => ({ size: undefined, min, max })
const fixed = (size: number): MarginBoxDemand => ({ size, min: 0, max: 0 })

/** Sizes of the three boxes along a side of 100 px. */
function sizes(start?: MarginBoxDemand, centre?: MarginBoxDemand, end?: MarginBoxDemand): readonly number[] {
  const result = distributeMarginBoxes(100, start, centre, end)
  return [result.start, result.centre.size, result.end.size]
}

t.test('boxes along one side of the page', async (t) => {
  t.same(sizes(auto(10, 20)), [100, 0, 0], 'a lone start box takes the whole side')
  t.same(sizes(undefined, auto(10, 20)), [0, 100, 0], 'a lone centre box takes the whole side')
  t.same(sizes(auto(10, 20), undefined, auto(10, 60)), [25, 0, 75], 'free space is shared by max-content')
  t.same(sizes(auto(10, 80), undefined, auto(20, 50)), [59, 0, 41], 'too little space is shared by what each can give')
  t.same(sizes(fixed(30), undefined, auto(0, 10)), [30, 0, 70], 'a given size leaves the rest')
  t.same(sizes(auto(0, 10), auto(0, 20), auto(0, 10)), [25, 50, 25], 'the centre box stays in the centre')
  t.same(sizes(auto(0, 30), auto(0, 20), undefined), [37.5, 25, 0], 'the larger neighbour counts on both sides')
  t.same(sizes(fixed(20), fixed(30), fixed(10)), [20, 30, 10], 'given sizes are kept')
})

t.test('boxes across the side of the page', async (t) => {
  const demand = { size: undefined, marginStart: 0, marginEnd: 0, outer: 'start' } as const
  t.same(fitAcross(50, demand), { offset: 0, size: 50 }, 'an automatic size fills')
  t.same(fitAcross(50, { ...demand, marginStart: 10, marginEnd: 5 }), { offset: 10, size: 35 }, 'within its margins')
  t.same(fitAcross(50, { ...demand, size: 20, marginStart: 'auto', marginEnd: 'auto' }), { offset: 15, size: 20 })
  t.same(fitAcross(50, { ...demand, size: 20, marginStart: 5, marginEnd: 'auto' }), { offset: 5, size: 20 })
  t.same(fitAcross(50, { ...demand, size: 20, marginStart: 'auto', marginEnd: 5 }), { offset: 25, size: 20 })
  t.same(fitAcross(50, { ...demand, size: 20 }), { offset: 30, size: 20 }, 'the outer margin gives way')
  t.same(fitAcross(50, { ...demand, size: 20, outer: 'end' }), { offset: 0, size: 20 }, 'on either side')
})

/** The margin boxes of the last page: `text x,y width×height` of the box, `@ x,y` of the text. */
function marginBoxes(css: string, body: string): string[] {
  const template = compileSmall(css, body)
  const { pages } = layOut(template)
  const ctx = createLayoutContext({
    fonts: template.fonts,
    stats: createStats(),
    diagnostics: new DiagnosticList(),
  })
  const last = pages.at(-1)
  if (!last) return []
  const counters = new Map([
    ['page', last.number],
    ['pages', pages.length],
  ])
  let id = 1_000_000
  const page = layoutMarginBoxes(ctx, last, { counters, nextId: () => id++ })
  return page.marginBoxes.map((placed) => {
    const [text] = textsOf({ ...page, content: placed })
    const { fragment, x, y } = placed
    return `${text?.text ?? ''} ${x},${y} ${fragment.width}×${fragment.height} @ ${text?.x ?? '-'},${text?.y ?? '-'}`
  })
}

t.test('margin boxes show page numbers and stand in the page margins', async (t) => {
  const css = `@page { size: 200px 100px; margin: 20px; font: 10px/1 Square;
    @bottom-right { content: counter(page) "/" counter(pages) }
    @top-left { content: "T" } }`
  const body = '<div style="break-after:page">a</div><div>b</div>'
  t.same(marginBoxes(css, body), ['T 20,0 160×20 @ 20,5', '2/2 20,80 160×20 @ 150,85'])
})

t.test('a margin box of a given size is placed by its margins and aligned inside', async (t) => {
  const css = `@page { size: 200px 200px; margin: 50px; font: 10px/1 Square;
    @left-middle { content: "L"; width: 10px; height: 40px; margin-left: 5px; margin-right: auto } }`
  t.same(marginBoxes(css, 'x'), ['L 5,80 10×40 @ 5,95'])
})

t.test('corner boxes fill the corners', async (t) => {
  const css = `@page { size: 200px 100px; margin: 20px 30px; font: 10px/1 Square;
    @top-left-corner { content: "A" } @bottom-right-corner { content: "B" } }`
  t.same(marginBoxes(css, 'x'), ['A 0,0 30×20 @ 20,5', 'B 170,80 30×20 @ 170,85'])
})

import t from 'tap'
import { DiagnosticList } from '../../../../engine/base/diagnostics.js'
import { createStats } from '../../../../engine/base/stats.js'
import { createLayoutContext } from '../../../../engine/layout/create-layout-context.js'
import {
  distributeMarginBoxes,
  fitAcross,
  type MarginBoxDemand,
  type MarginBoxLimits,
} from '../../../../engine/layout/pages/distribute-margin-boxes.js'
import { layoutMarginBoxes } from '../../../../engine/layout/pages/layout-margin-boxes.js'
import { compileSmall, layOut, textsOf } from '../lay-out.js'

const NO_LIMITS = { least: 0, most: undefined }
const auto = (min: number, max: number, limits: Partial<MarginBoxLimits> = {}): MarginBoxDemand => {
  return { size: undefined, min, max, ...NO_LIMITS, ...limits }
}
const fixed = (size: number, limits: Partial<MarginBoxLimits> = {}): MarginBoxDemand => {
  return { size, min: 0, max: 0, ...NO_LIMITS, ...limits }
}

/** Sizes of the three boxes along a side of 100 px. */
function sizes(start?: MarginBoxDemand, centre?: MarginBoxDemand, end?: MarginBoxDemand): readonly number[] {
  const result = distributeMarginBoxes(100, start, centre, end)
  return [result.start, result.centre.size, result.end.size]
}

t.test('boxes along one side of the page', async (t) => {
  t.same(sizes(auto(10, 20)), [100, 0, 0], 'a lone start box takes the whole side')
  t.same(sizes(undefined, auto(10, 20)), [0, 100, 0], 'a lone centre box takes the whole side')
  t.same(sizes(undefined, auto(0, 0)), [0, 100, 0], 'also one without text')
  t.same(sizes(auto(10, 20), undefined, auto(10, 60)), [25, 0, 75], 'free space is shared by max-content')
  t.same(sizes(auto(10, 80), undefined, auto(20, 50)), [59, 0, 41], 'too little space is shared by what each can give')
  t.same(sizes(fixed(30), undefined, auto(0, 10)), [30, 0, 70], 'a given size leaves the rest')
  t.same(sizes(auto(0, 10), auto(0, 20), auto(0, 10)), [25, 50, 25], 'the centre box stays in the centre')
  t.same(sizes(auto(0, 30), auto(0, 20), undefined), [37.5, 25, 0], 'the larger neighbour counts on both sides')
  t.same(sizes(fixed(20), fixed(30), fixed(10)), [20, 30, 10], 'given sizes are kept')
})

t.test('a centre box between boxes of given sizes has the rest', async (t) => {
  t.same(sizes(fixed(20), auto(10, 20)), [20, 60, 0])
  t.same(sizes(fixed(10), auto(10, 20), fixed(30)), [10, 40, 30])
  t.same(sizes(fixed(60), auto(10, 20)), [60, 10, 0], 'but not less than its words need')
})

t.test('least and greatest sizes along one side of the page', async (t) => {
  t.same(sizes(auto(10, 20, { most: 30 })), [30, 0, 0], 'a lone box is no larger')
  t.same(sizes(auto(10, 20, { most: 15 }), undefined, auto(10, 60)), [15, 0, 85], 'the other box takes the rest')
  t.same(sizes(auto(10, 20, { least: 40 }), undefined, auto(10, 60)), [40, 0, 60], 'the other box gives way')
  t.same(sizes(auto(0, 10), auto(0, 20, { most: 20 }), auto(0, 10)), [40, 20, 40], 'the centre box is no larger')
  t.same(sizes(auto(0, 10), auto(0, 20, { least: 60 }), auto(0, 10)), [20, 60, 20], 'the centre box is no smaller')
  t.same(sizes(fixed(20, { least: 30 }), undefined, auto(0, 10)), [30, 0, 70], 'limits count for given sizes')
  t.same(sizes(fixed(80, { least: 60, most: 50 })), [60, 0, 0], 'the least size wins')
  t.same(
    sizes(auto(0, 10, { most: 20 }), undefined, auto(0, 10, { most: 30 })),
    [20, 0, 30],
    'boxes that may not grow leave room between them',
  )
})

t.test('boxes across the side of the page', async (t) => {
  const demand = { ...NO_LIMITS, size: undefined, marginStart: 0, marginEnd: 0, outer: 'start' } as const
  t.same(fitAcross(50, demand), { offset: 0, size: 50 }, 'an automatic size fills')
  t.same(fitAcross(50, { ...demand, marginStart: 10, marginEnd: 5 }), { offset: 10, size: 35 }, 'within its margins')
  t.same(fitAcross(50, { ...demand, size: 20, marginStart: 'auto', marginEnd: 'auto' }), { offset: 15, size: 20 })
  t.same(fitAcross(50, { ...demand, size: 20, marginStart: 5, marginEnd: 'auto' }), { offset: 5, size: 20 })
  t.same(fitAcross(50, { ...demand, size: 20, marginStart: 'auto', marginEnd: 5 }), { offset: 25, size: 20 })
  t.same(fitAcross(50, { ...demand, size: 20 }), { offset: 30, size: 20 }, 'the outer margin gives way')
  t.same(fitAcross(50, { ...demand, size: 20, outer: 'end' }), { offset: 0, size: 20 }, 'on either side')
  const wide = { ...demand, size: 20, marginStart: 40 } as const
  t.same(fitAcross(50, { ...wide, marginEnd: 'auto' }), { offset: 30, size: 20 }, 'automatic margins are not negative')
  t.same(fitAcross(50, { ...wide, marginEnd: 'auto', outer: 'end' }), { offset: 40, size: 20 })
  t.same(fitAcross(50, { ...demand, size: 70, marginStart: 'auto', marginEnd: 'auto' }), { offset: -20, size: 70 })
  t.same(fitAcross(50, { ...demand, most: 20 }), { offset: 30, size: 20 }, 'no larger than it may be')
  t.same(fitAcross(50, { ...demand, size: 20, most: 10, least: 30 }), { offset: 20, size: 30 }, 'no smaller')
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

t.test('words that are too wide for their margin boxes overflow them and do not break', async (t) => {
  const linesOf = (css: string) => {
    const page = `@page { size: 200px 100px; margin: 50px; font: 10px/1 Square; ${css} }`
    return marginBoxes(page, 'x').map((box) => box.replace(/ @.*/, ''))
  }
  t.same(
    linesOf('@top-left { content: "ABCDEFGHIJKL" } @top-right { content: "MNOPQRST" }'),
    ['ABCDEFGHIJKL 50,0 60×50', 'MNOPQRST 110,0 40×50'],
    'in proportion to what they need',
  )
  t.same(linesOf('@top-left { content: "ABCDEFGHIJKL" } @top-center { content: "MN"; width: 20px }'), [
    'ABCDEFGHIJKL 50,0 40×50',
    'MN 90,0 20×50',
  ])
  t.same(
    linesOf('@top-left { content: "AB CDE" } @top-right { content: "FGHIJKLMNOPQRSTU" }'),
    ['AB 50,0 30×50', 'FGHIJKLMNOPQRSTU 80,0 70×50'],
    'a box whose words are short has room for them',
  )
  t.same(
    linesOf('@top-left { content: "A" } @top-center { content: "FGHIJKLMNOPQRSTU" } @top-right { content: "BC" }'),
    ['A 50,0 20×50', 'FGHIJKLMNOPQRSTU 70,0 60×50', 'BC 130,0 20×50'],
    'at both sides of the centre',
  )
  t.same(linesOf('@top-left { content: "ABCDEFGHIJKL" }'), ['ABCDEFGHIJKL 50,0 100×50'], 'nothing is beside it')
  t.same(linesOf('@top-left-corner { content: "ABCDEFGH" }'), ['ABCDEFGH 0,0 50×50'], 'in a corner')
  t.same(linesOf('@left-middle { content: "ABCDEFGH" }'), ['ABCDEFGH 0,50 50×0'], 'at a side')
})

t.test(
  'a box beside one that takes the whole side shows its words one below the other, each in one piece',
  async (t) => {
    const css = `@page { size: 200px 200px; margin: 50px 40px; font: 10px/1 Square;
    @bottom-left { width: 100%; content: "LEFT" } @bottom-right { content: "Page " counter(page) } }`
    t.same(marginBoxes(css, 'x'), ['Page 160,150 0×50 @ 160,165', 'LEFT 40,150 120×50 @ 40,170'])
  },
)

t.test('content that is too tall for its margin box stands within the page margin if it can', async (t) => {
  const topsOf = (css: string) =>
    marginBoxes(`@page { size: 200px 160px; margin: 50px 40px; font: 10px/1 Square; ${css} }`, 'x').map((box) =>
      box.replace(/^(\S+).*,/, '$1 '),
    )
  const short = 'content: "A B C"; width: 10px; height: 10px'
  t.same(topsOf(`@top-left { ${short} }`), ['A 20'])
  t.same(topsOf(`@bottom-left { ${short} }`), ['A 110'])
  t.same(topsOf('@top-left { content: "A B C D E F"; width: 10px }'), ['A 0'], 'what no margin holds begins with it')
  const below = '@left-bottom { content: "A B"; width: 10px; height: 10px }'
  t.same(topsOf(`${below} @left-middle { content: "X"; height: 10px }`), ['A 90', 'X 75'], 'below another box')
})

t.test('corner boxes fill the corners', async (t) => {
  const css = `@page { size: 200px 100px; margin: 20px 30px; font: 10px/1 Square;
    @top-left-corner { content: "A" } @bottom-right-corner { content: "B" } }`
  t.same(marginBoxes(css, 'x'), ['A 0,0 30×20 @ 20,5', 'B 170,80 30×20 @ 170,85'])
})

t.test('margin boxes are painted clockwise from the top left corner, unless z-index says otherwise', async (t) => {
  const css = (declarations: string) => `@page { size: 200px; margin: 50px;
    ${['left-top', 'bottom-left', 'top-right', 'top-left-corner'].map((name) => `@${name} { content: "x" }`).join(' ')}
    @right-middle { content: "y"; ${declarations} } }`
  const order = (declarations: string) => marginBoxes(css(declarations), 'x').map((box) => box.split(' ')[1])
  t.same(order(''), ['0,0', '50,0', '150,50', '50,150', '0,50'])
  t.same(order('z-index: 1'), ['0,0', '50,0', '50,150', '0,50', '150,50'])
  t.same(order('z-index: -1'), ['150,50', '0,0', '50,0', '50,150', '0,50'])
})

/** A page of 200 × 200 px with margins of 50 px and one margin box. */
function oneBox(name: string, declarations: string): string | undefined {
  const css = `@page { size: 200px 200px; margin: 50px; font: 10px/1 Square; @${name} { ${declarations} } }`
  return marginBoxes(css, 'x')[0]
}

const SIZED: readonly (readonly [string, string, string])[] = [
  ['top-left', 'max-width: 40px', 'A 50,0 40×50 @ 50,20'],
  ['top-center', 'max-width: 40px', 'A 80,0 40×50 @ 95,20'],
  ['top-right', 'max-width: 40px; padding: 0 5px', 'A 100,0 50×50 @ 135,20'],
  ['top-right', 'max-width: 40px; padding: 0 5px; box-sizing: border-box', 'A 110,0 40×50 @ 135,20'],
  ['bottom-left', 'min-width: 50%; width: 10px', 'A 50,150 50×50 @ 50,170'],
  ['bottom-center', 'max-width: max-content', 'A 95,150 10×50 @ 95,170'],
  ['top-center', 'max-height: 20px', 'A 50,30 100×20 @ 95,35'],
  ['bottom-center', 'max-height: 20px', 'A 50,150 100×20 @ 95,155'],
  ['left-top', 'max-width: 20px', 'A 30,50 20×100 @ 35,50'],
  ['right-middle', 'max-height: 20px', 'A 150,90 50×20 @ 170,95'],
  ['left-bottom', 'height: 10px; min-height: 30px', 'A 0,120 50×30 @ 20,140'],
  ['top-left-corner', 'max-width: 20px; max-height: 30px', 'A 30,20 20×30 @ 40,30'],
  ['bottom-right-corner', 'max-width: 20px; max-height: 30px', 'A 150,150 20×30 @ 150,160'],
  ['top-left', 'vertical-align: top', 'A 50,0 100×50 @ 50,0'],
  ['top-left', 'vertical-align: bottom', 'A 50,0 100×50 @ 50,40'],
  ['bottom-center', 'width: 40px; margin: auto', 'A 80,150 40×50 @ 95,170'],
  ['left-middle', 'height: 20px; width: 20px; margin: auto', 'A 15,90 20×20 @ 20,95'],
]

for (const [name, declarations, expected] of SIZED) {
  t.test(`@${name} { ${declarations} }`, async (t) => {
    t.equal(oneBox(name, `content: "A"; ${declarations}`), expected)
  })
}

import t from 'tap'
import { RecordingTarget } from '../../../engine/dump/recording-target.js'
import { BrokenBackgrounds } from '../../../engine/paint/broken-backgrounds.js'
import { paintPage } from '../../../engine/paint/paint-page.js'
import { compileSmall, layOut } from '../layout/lay-out.js'

/** The calls that paint a box of 100 × 50 px in the corner of the page, on one line each, within its mask. */
function masked(css: string): readonly string[] {
  return callsOf(`div { width: 100px; height: 50px; background: red; ${css} }`, '<div></div>')
}

function callsOf(css: string, body: string): readonly string[] {
  const template = compileSmall(css, body)
  const target = new RecordingTarget()
  const sources = { fonts: template.fonts, images: { resolve: () => undefined }, broken: new BrokenBackgrounds() }
  for (const page of layOut(template).pages) paintPage(page, target, sources)
  return target.calls.map((call) => call.replace(/\(linear.*?\)/, 'gradient').replace(/\.0+\b/g, ''))
}

/** What a mask is made of, without the box that is masked. */
function mask(css: string): readonly string[] {
  const calls = masked(css)
  return calls.slice(calls.indexOf('  mask by alpha in [0,0 100×50]') + 1, calls.lastIndexOf('  end mask'))
}

const LEFT = 'linear-gradient(90deg, black, transparent)'
const TOP = 'linear-gradient(black, transparent)'

t.test('a box is painted as one object, as strongly as its mask covers', async (t) => {
  t.same(masked(`mask-image: ${LEFT}`), [
    'page 200 × 100',
    'save',
    '  mask by alpha in [0,0 100×50]',
    '    fill gradient [0,0 100×50]',
    '  end mask',
    '  group 1 in [0,0 100×50]',
    '    fill #ff0000 [0,0 100×50]',
    '  end group',
    'restore',
    'end page',
  ])
})

t.test('layers are brought together by their operators', async (t) => {
  const parts = (operator: string) => mask(`mask: ${LEFT} ${operator}, ${TOP}`).map((call) => call.trim())
  const fill = 'fill gradient [0,0 100×50]'
  const group = ['group 1 in [0,0 100×50]', fill, 'end group', 'restore']
  const outside = [
    'save',
    'mask by luminance in [0,0 100×50]',
    'fill #ffffff [0,0 100×50]',
    'save',
    'mask by alpha in [0,0 100×50]',
    fill,
    'end mask',
    'fill #000000 [0,0 100×50]',
    'restore',
    'end mask',
    ...group,
  ]
  t.same(parts('add'), [fill, fill])
  t.same(parts('intersect'), ['save', 'mask by alpha in [0,0 100×50]', fill, 'end mask', ...group])
  t.same(parts('subtract'), outside)
  t.same(parts('exclude'), [...outside, ...outside])
})

t.test('size, position, repetition, boxes and luminance', async (t) => {
  const box = 'border: 5px solid; padding: 5px; box-sizing: border-box'
  const trimmed = (css: string) => mask(css).map((call) => call.trim())
  t.same(trimmed(`mask: ${TOP} no-repeat 10px 100% / 20px 30px`), ['fill gradient [10,20 20×30]'])
  t.match(trimmed(`mask: ${TOP} repeat-y 0 0 / 100px 2px`)[0], /^tile \[0,0 100×2\] by 100,2/)
  t.same(trimmed(`${box}; mask: ${TOP} content-box`), ['fill gradient [10,10 80×30]'])
  t.same(trimmed(`mask: ${TOP} luminance`), [
    'save',
    'mask by luminance in [0,0 100×50]',
    'fill gradient [0,0 100×50]',
    'end mask',
    'fill #000000 [0,0 100×50]',
    'restore',
  ])
})

t.test('what is not masked is painted as ever', async (t) => {
  t.same(masked('mask: none'), masked(''))
  t.same(masked('mask-image: none, none'), masked(''))
  t.notMatch(masked('mask: url(#m)').join(), 'mask')
})

t.test('each part of a broken box is masked', async (t) => {
  const calls = callsOf(`p { mask: ${TOP}; margin: 0 }`, `<p>${Array.from({ length: 15 }, () => 'a').join('<br>')}</p>`)
  t.same(
    calls.filter((call) => call.includes('gradient') || call.startsWith('page')).map((call) => call.trim()),
    ['page 200 × 100', 'fill gradient [0,0 200×100]', 'page 200 × 100', 'fill gradient [0,0 200×50]'],
  )
})

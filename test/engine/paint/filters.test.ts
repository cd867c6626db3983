import t from 'tap'
import { RecordingTarget } from '../../../engine/dump/recording-target.js'
import type { DecodedImage } from '../../../engine/images/image-types.js'
import { BrokenBackgrounds } from '../../../engine/paint/broken-backgrounds.js'
import { filterColor } from '../../../engine/paint/color-filter.js'
import { paintPage } from '../../../engine/paint/paint-page.js'
import { compileSmall, layOut } from '../layout/lay-out.js'
import { at, block, color, page, replaced, style } from './fragments.js'
import { paintCalls } from './paint-calls.js'

function callsOf(css: string, body: string): readonly string[] {
  const template = compileSmall(css, body)
  const target = new RecordingTarget()
  const sources = { fonts: template.fonts, images: { resolve: () => undefined }, broken: new BrokenBackgrounds() }
  for (const page of layOut(template).pages) paintPage(page, target, sources)
  return target.calls.slice(1, -1)
}

/** What a red box of 100 × 50 px with a black letter looks like through a filter. */
function filtered(filter: string): readonly string[] {
  return callsOf(`div { width: 100px; height: 50px; background: red; filter: ${filter} }`, '<div>a</div>')
}

/** The colour that red becomes. */
function red(filter: string): string | undefined {
  return filtered(filter)
    .map((call) => /fill (#\S+)/.exec(call)?.[1])
    .find((color) => color !== undefined)
}

t.test('colours are those that the functions give, one after the other', async (t) => {
  for (const [filter, color] of [
    ['grayscale(1)', '#363636'],
    ['grayscale(50%)', '#9b1b1b'],
    ['sepia(1)', '#645945'],
    ['invert(1)', '#00ffff'],
    ['invert(25%)', '#bf4040'],
    ['brightness(.5)', '#800000'],
    ['brightness(3)', '#ff0000'],
    ['contrast(0)', '#808080'],
    ['saturate(0)', '#363636'],
    ['hue-rotate(180deg)', '#006c6c'],
    ['brightness(.5) invert()', '#80ffff'],
    ['invert() brightness(.5)', '#008080'],
  ] as const)
    t.equal(red(filter), color, filter)
})

t.test('filters of boxes within come first, and texts and gradients are filtered too', async (t) => {
  const calls = callsOf(
    'p { filter: invert(1); margin: 0; color: white } b { filter: brightness(.5); display: inline-block }',
    '<p>c<b>a</b></p><div style="filter: invert(1); background: linear-gradient(red, #0000); height: 9px"></div>',
  )
  t.match(calls.join('\n'), /text #000000 10px at 0,\S+ "c"/)
  t.match(calls.join('\n'), /text #808080 10px at 10,\S+ "a"/)
  t.match(calls.join('\n'), /: 0 #00ffff/)
})

t.test(
  'colours between the stops of a gradient are filtered as they are, not mixed of what the stops become',
  async (t) => {
    const stops = (filter: string) => {
      const calls = callsOf(
        `div { height: 9px; background: linear-gradient(90deg, black, white); filter: ${filter} }`,
        '<div></div>',
      )
      return [...calls.join('\n').matchAll(/([\d.]+) (#[\da-f]{6})/g)].map(([, offset, color]) => `${offset} ${color}`)
    }
    t.same(stops('invert(1)'), ['0 #ffffff', '1 #000000'], 'evenly: no more stops')
    const bright = stops('brightness(2)')
    t.ok(bright.includes('0.5 #ffffff'), bright.join())
    t.ok(bright.includes('0.25 #808080'), bright.join())
  },
)

t.test('a shadow is the silhouette of all that is painted, which is found once', async (t) => {
  t.same(filtered('drop-shadow(3px 4px rgb(0 0 255 / 50%))'), [
    'save',
    '  transform 1 0 0 1 3 4',
    '  group 0.5 in [-14,-14 118×68]',
    '    fill #0000ff [0,0 100×50]',
    '    text #0000ff 10px at 0,8 "a" decorative',
    '  end group',
    'restore',
    'fill #ff0000 [0,0 100×50]',
    'text #000000 10px at 0,8 "a"',
  ])
  const blurred = filtered('drop-shadow(3px 4px 5px blue)')
  t.equal(blurred.filter((call) => call.trim() === 'fill #ffffff [0,0 100×50]').length, 1, 'in a mask of copies')
  t.equal(blurred.filter((call) => call.includes('"a"') && !call.includes('decorative')).length, 1)
})

t.test('a shadow behind another one is cast by it too', async (t) => {
  const fills = filtered('drop-shadow(3px 0 lime) drop-shadow(0 4px blue)').filter((call) =>
    call.includes('[0,0 100×50]'),
  )
  t.same(
    fills.map((call) => call.trim().slice(0, 12)),
    ['fill #0000ff', 'fill #0000ff', 'fill #00ff00', 'fill #ff0000'],
  )
})

t.test('the shadow of blurred content is as soft as both make it', async (t) => {
  const copies = (filter: string) => {
    const calls = filtered(filter)
    return calls.slice(0, calls.indexOf('restore')).find((call) => call.includes('copies'))
  }
  t.match(copies('blur(3px) drop-shadow(3px 4px blue)'), /copies/)
  t.match(copies('blur(3px) grayscale(1) drop-shadow(3px 4px 4px blue)'), /copies/)
  t.equal(copies('drop-shadow(3px 4px blue)'), undefined)
})

t.test('blurred content is found once, its colours a mean of copies within its blurred shape', async (t) => {
  const calls = filtered('blur(2px)')
  t.match(calls[1], 'mask by luminance')
  t.equal(calls.filter((call) => call.includes('"a"') && !call.includes('decorative')).length, 1)
  t.equal(calls.filter((call) => call.includes('copies in')).length, 2)
})

t.test('opacity is that of a group; nothing is filtered by nothing', async (t) => {
  t.match(filtered('opacity(40%)')[0], 'group 0.4')
  t.same(filtered('opacity(0)'), [])
  t.same(filtered('none'), ['fill #ff0000 [0,0 100×50]', 'text #000000 10px at 0,8 "a"'])
})

t.test('images have what makes their colours others laid over them, within their alpha', async (t) => {
  const samples = { filter: 'DCTDecode', width: 1, height: 1 } as never
  const image = (softMask: boolean): DecodedImage => ({
    kind: 'raster',
    key: 'photo',
    width: 10,
    height: 10,
    orientation: 1,
    samples,
    softMask: softMask ? samples : undefined,
    decodedBytes: 4,
  })
  const painted = (softMask: boolean) => {
    const filter = [{ kind: 'color', name: 'grayscale', amount: 1 }] as const
    const box = replaced(10, 10, image(softMask), { style: style({ filter }) })
    return paintCalls(page(block(20, 20, {}, at(0, 0, box)))).map((call) => call.trim())
  }
  const overlaid = (key: string) => [
    'group 1 in [10,10 10×10]',
    `image ${key} [10,10 10×10]`,
    'group 1 saturation in [10,10 10×10]',
    'fill #808080 [10,10 10×10]',
    'end group',
    'end group',
    'restore',
  ]
  t.same(painted(false), ['save', ...overlaid('photo')])
  t.same(painted(true), [
    'save',
    'mask by alpha in [10,10 10×10]',
    'image photo [10,10 10×10]',
    'end mask',
    ...overlaid('photo opaque'),
  ])
})

t.test('the work of shadows of shadows stays within bounds', async (t) => {
  const shadow = 'drop-shadow(1px 1px 1px red)'
  const many = filtered(Array.from({ length: 30 }, () => shadow).join(' '))
  t.equal(many.filter((call) => call.includes('fill #ff0000 [0,0 100×50]')).length, 1)
  t.ok(many.length < 200, `${many.length} calls`)
  const deep = callsOf(`div { filter: ${shadow}; background: red }`, `${'<div>'.repeat(12)}a${'</div>'.repeat(12)}`)
  t.ok(deep.filter((call) => call.includes('"a"')).length <= 13, 'a silhouette has none')
})

t.test('a matrix changes colours as components of sRGB or of linear light', async (t) => {
  const rows = [
    [0.5, 0, 0, 0],
    [0.2, 0, 0, 0.1],
    [0, 0, 0, -1],
  ] as const
  const of = (linear: boolean) => {
    const { red, green, blue } = filterColor([{ kind: 'color', name: 'matrix', rows, linear }], color('#f00'))
    return [red, green, blue].map((part) => Math.round(part * 255))
  }
  t.same(of(false), [128, 77, 0])
  // What browsers make of these amounts of light.
  t.same(of(true), [188, 149, 0])
})

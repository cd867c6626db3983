import t from 'tap'
import type { CssGradient, CssImage } from '../../../engine/css/values/image-value.js'
import type { RasterImage } from '../../../engine/images/image-types.js'
import type { BoxFragment } from '../../../engine/layout/fragment-tree.js'
import type { Page } from '../../../engine/layout/page.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { at, block, border, cell, color, element, page, radius, row, section, table } from './fragments.js'
import { paintCalls } from './paint-calls.js'

const URL: CssImage = { kind: 'url', source: 'a.png', span: undefined }

/** A picture 20 px wide and 10 px high. */
const IMAGE: RasterImage = {
  kind: 'raster',
  key: 'picture',
  width: 20,
  height: 10,
  orientation: 1,
  softMask: undefined,
  decodedBytes: 0,
  samples: {
    width: 20,
    height: 10,
    bitsPerComponent: 8,
    colorSpace: { kind: 'gray' },
    filter: 'FlateDecode',
    predictor: undefined,
    decode: undefined,
    data: new Uint8Array(),
  },
}

const images = { resolve: () => IMAGE }

const percent = (value: number) => ({ kind: 'percentage', px: 0, percent: value }) as const

/** A page with a box within the root element, whose own background would be the canvas's. */
function within(box: BoxFragment): Page {
  return page(block(180, 80, {}, at(0, 0, box)))
}

/** The calls that paint the background of a box of 100 × 40 px, placed at (10, 10). */
function calls(changes: Partial<ComputedStyle>): readonly string[] {
  return paintCalls(within(block(100, 40, { style: { backgroundImage: [URL], ...changes } })), images)
}

const once = { backgroundRepeat: [{ x: 'no-repeat', y: 'no-repeat' }] } as const

const PLACES: readonly (readonly [string, Partial<ComputedStyle>, string])[] = [
  ['at the start', {}, '[10,10 20×10]'],
  ['in px', { backgroundPositionX: [5], backgroundPositionY: [-2] }, '[15,8 20×10]'],
  ['in percent', { backgroundPositionX: [percent(50)], backgroundPositionY: [percent(100)] }, '[50,40 20×10]'],
  ['as large as it must to cover', { backgroundSize: ['cover'] }, '[10,10 100×50]'],
  ['as large as it may to be contained', { backgroundSize: ['contain'] }, '[10,10 80×40]'],
  ['of one size in its proportions', { backgroundSize: [{ width: 40, height: 'auto' }] }, '[10,10 40×20]'],
  ['of another size', { backgroundSize: [{ width: 'auto', height: percent(50) }] }, '[10,10 40×20]'],
  ['of both sizes', { backgroundSize: [{ width: 30, height: 40 }] }, '[10,10 30×40]'],
]

t.test('one image stands where position and size say', async (t) => {
  for (const [name, changes, rect] of PLACES) {
    t.match(
      calls({ ...once, ...changes }).find((call) => call.includes('image')),
      `image picture ${rect}`,
      name,
    )
  }
})

t.test('an image that sticks out is cut off, and one that is out of sight is not painted', async (t) => {
  t.same(calls({ ...once, backgroundPositionX: [90] }), [
    'save',
    '  clip [10,10 100×40]',
    '  image picture [100,10 20×10]',
    'restore',
  ])
  t.same(calls({ ...once, backgroundPositionX: [100] }), [])
})

const REPEATS: readonly (readonly [ComputedStyle['backgroundRepeat'][number], readonly string[]])[] = [
  [
    { x: 'repeat', y: 'repeat' },
    ['tile [7,6 20×10] by 20,10 in [10,10 100×40]', '  image picture [7,6 20×10]', 'end tile'],
  ],
  [
    { x: 'repeat', y: 'no-repeat' },
    [
      'save',
      '  clip [10,10 100×40]',
      ...[7, 27, 47, 67, 87, 107].map((x) => `  image picture [${x},26 20×10]`),
      'restore',
    ],
  ],
  [
    { x: 'space', y: 'round' },
    ['tile [10,6 20×10] by 20,10 in [10,10 100×40]', '  image picture [10,6 20×10]', 'end tile'],
  ],
]

t.test('images repeat from their position in both directions', async (t) => {
  for (const [repeat, expected] of REPEATS) {
    const position = { backgroundPositionX: [17], backgroundPositionY: [16] }
    t.same(calls({ ...position, backgroundRepeat: [repeat] }), expected, `${repeat.x} ${repeat.y}`)
  }
})

t.test('space parts whole images evenly, round stretches them to fit', async (t) => {
  const size = { backgroundSize: [{ width: 30, height: 15 }] }
  const places = (repeat: 'space' | 'round') =>
    calls({ ...size, backgroundRepeat: [{ x: repeat, y: repeat }] }).filter((call) => call.includes('image'))
  t.same(
    places('space'),
    [10, 35].flatMap((y) => [10, 45, 80].map((x) => `  image picture [${x},${y} 30×15]`)),
  )
  t.equal(places('round').length, 9)
  t.equal(places('round').at(-1), '  image picture [76.67,36.67 33.33×13.33]')
})

t.test('origin and clip choose the edges, rounded as the box is', async (t) => {
  const box = block(100, 40, {
    style: {
      ...border([5, 'solid', '#000']),
      ...radius(10),
      ...once,
      backgroundColor: color('#f00'),
      backgroundImage: [URL],
      backgroundOrigin: ['content-box'],
      backgroundClip: ['padding-box'],
    },
    padding: { top: 3, right: 3, bottom: 3, left: 3 },
  })
  const painted = paintCalls(within(box), images)
  t.match(painted[0], /^fill #ff0000 M20,15 L100,15 C/, 'the colour ends at the padding edge')
  t.ok(painted.includes('  image picture [18,18 20×10]'), 'the image starts at the content edge')
  t.match(
    painted.find((call) => call.includes('clip')),
    /clip M20,15/,
  )
})

const gradient = (...colors: readonly string[]): CssGradient => ({
  kind: 'linear-gradient',
  repeating: false,
  direction: { kind: 'to', x: 1, y: 0 },
  interpolation: undefined,
  stops: colors.map((hex) => ({ color: color(hex), position: undefined })),
})

t.test('layers are painted from the last to the first, over the colour', async (t) => {
  const painted = calls({
    backgroundColor: color('#0f0'),
    backgroundImage: [URL, gradient('#f00', '#00f')],
    ...once,
    backgroundSize: [{ width: 10, height: 10 }, 'cover'],
  })
  t.match(painted, [
    /^fill #00ff00/,
    /^fill \(linear 10,30 110,30 .*#ff0000, 1 #0000ff\)/,
    /^image picture \[10,10 10×10\]/,
  ])
})

t.test('a box that is not visible has no background image', async (t) => {
  t.same(calls({ visibility: 'hidden' }), [])
})

t.test('an image that cannot be shown leaves the colour', async (t) => {
  const box = block(10, 10, { style: { backgroundImage: [URL], backgroundColor: color('#f00') } })
  t.same(paintCalls(within(box), { resolve: () => undefined }), ['fill #ff0000 [10,10 10×10]'])
})

t.test('the background image of the body is positioned to the root element and seen on the whole canvas', async (t) => {
  const body = block(160, 20, {
    style: { backgroundImage: [URL], ...once, backgroundPositionX: [percent(100)] },
    node: element('body'),
  })
  const root = block(180, 30, { node: element('html') }, at(10, 5, body))
  t.same(paintCalls(page(root), images), ['save', '  clip [10,10 180×80]', '  image picture [170,10 20×10]', 'restore'])
})

t.test('a contained body, or one in a contained root element, keeps its background', async (t) => {
  const contain = { layout: true, paint: false, size: 'none', style: false } as const
  const filled = (body: object, root: object) => {
    const inner = block(160, 20, { style: { backgroundColor: color('#f00'), ...body }, node: element('body') })
    return paintCalls(page(block(180, 30, { style: root, node: element('html') }, at(10, 5, inner))), images)
  }
  t.same(filled({}, {}), ['fill #ff0000 [10,10 180×80]'])
  t.same(filled({ contain }, {}), ['fill #ff0000 [20,15 160×20]'])
  t.same(filled({}, { contain }), ['fill #ff0000 [20,15 160×20]'])
})

t.test('the background image of a row is positioned to the row and shows in its cells', async (t) => {
  const cells = [at(2, 2, cell(0, 40, 16)), at(44, 2, cell(1, 40, 16))]
  const tr = row(86, 20, { style: { backgroundImage: [gradient('#f00', '#00f')] } }, ...cells)
  const box = table(86, 20, { style: { borderSpacingX: 2 } }, at(0, 0, section(86, 20, {}, at(0, 0, tr))))
  t.match(paintCalls(within(box)), [
    'save',
    '  clip [12,12 40×16] [54,12 40×16]',
    /fill \(linear 10,20 96,20/,
    'restore',
  ])
})

t.test('a background in the letters is masked by them', async (t) => {
  const box = block(100, 40, { style: { backgroundImage: [gradient('#f00', '#00f')], backgroundClip: ['text'] } })
  t.match(paintCalls(within(box)), ['save', /mask by alpha/, '  end mask', /fill \(linear/, 'restore'])
})

t.test('copies too small to be told apart do not become millions', async (t) => {
  const size = [{ width: 0.01, height: 0.01 }] as const
  t.match(calls({ backgroundSize: size })[0], 'tile [10,10 0.25×0.25] by 0.25,0.25')
})

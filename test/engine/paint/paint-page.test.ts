import t from 'tap'
import { RecordingTarget } from '../../../engine/dump/recording-target.js'
import type { DecodedImage } from '../../../engine/images/image-types.js'
import { BrokenBackgrounds } from '../../../engine/paint/broken-backgrounds.js'
import { paintMarginBoxes, paintPage } from '../../../engine/paint/paint-page.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import {
  at,
  block,
  border,
  cell,
  color,
  element,
  fonts,
  inline,
  inlineRoot,
  line,
  page,
  radius,
  replaced,
  row,
  section,
  style,
  table,
} from './fragments.js'
import { paintCalls } from './paint-calls.js'

const RED = { backgroundColor: color('#f00') }
const BLUE = { backgroundColor: color('#00f') }

t.test('backgrounds of all blocks lie below text, also of blocks that come later', async (t) => {
  const first = block(50, 20, { style: RED }, at(0, 0, line('one')))
  const second = block(50, 20, { style: BLUE }, at(0, 0, line('two')))
  t.same(paintCalls(page(block(100, 40, {}, at(0, 0, first), at(0, 10, second)))), [
    'fill #ff0000 [10,10 50×20]',
    'fill #0000ff [10,20 50×20]',
    'text #000000 16px at 10,26 "one"',
    'text #000000 16px at 10,36 "two"',
  ])
})

t.test('a page that clips its content shows nothing of it on its margins', async (t) => {
  const wide = block(180, 80, {}, at(0, 0, block(400, 20, { style: RED })))
  t.same(paintCalls(page(wide, { clipsContent: true })), [
    'save',
    '  clip [10,10 180×80]',
    '  fill #ff0000 [10,10 400×20]',
    'restore',
  ])
})

t.test('text runs keep their spaces and take the colour of their style', async (t) => {
  t.same(paintCalls(page(block(100, 40, {}, at(5, 5, line('a b ', { color: color('#0a0'), fontSize: 10 }))))), [
    'text #00aa00 10px at 15,25 "a b "',
  ])
})

t.test('shadows of text lie below it, the first on top, and are no text', async (t) => {
  const textShadow = [
    { x: 1, y: 2, blur: 0, color: color('#00f') },
    { x: -3, y: 0, blur: 0, color: 'currentcolor' },
  ] as const
  t.same(
    paintCalls(page(block(100, 40, {}, at(5, 5, line('a', { color: color('#0a0'), fontSize: 10, textShadow }))))),
    [
      'text #00aa00 10px at 12,25 "a" decorative',
      'text #0000ff 10px at 16,27 "a" decorative',
      'text #00aa00 10px at 15,25 "a"',
    ],
  )
})

t.test('the canvas has the background of the root, else of the body, within the page margins', async (t) => {
  const body = block(180, 20, { style: RED, node: element('body') })
  t.same(paintCalls(page(block(180, 20, { node: element('html') }, at(0, 0, body)))), ['fill #ff0000 [10,10 180×80]'])
  t.same(paintCalls(page(block(180, 20, { style: BLUE, node: element('html') }, at(0, 0, body)))), [
    'fill #0000ff [10,10 180×80]',
    'fill #ff0000 [10,10 180×20]',
  ])
})

t.test('the background of a page bleeds, and marks stand around it', async (t) => {
  const sheet = { marks: { crop: true, cross: false }, bleed: 10 }
  const calls = paintCalls(page(undefined, { sheet, style: style(RED) }))
  t.equal(calls[0], 'fill #ff0000 [-10,-10 220×120]')
  t.equal(calls.length, 9, 'two marks at each corner')
  const cross = { marks: { crop: false, cross: true }, bleed: 0 }
  t.equal(paintCalls(page(undefined, { sheet: cross })).length, 12, 'two lines and a circle at each side')
})

t.test('the page has a background as far as its edges and a border within its margins', async (t) => {
  t.same(paintCalls(page(undefined, { style: style({ ...RED, ...border([2, 'solid', '#000']) }) })), [
    'fill #ff0000 [0,0 200×100]',
    'fill #000000 [10,10 180×80] [12,12 176×76]',
  ])
})

t.test('a hidden page shows what stands on it, and nothing of itself', async (t) => {
  const hidden = style({ ...RED, ...border([2, 'solid', '#000']), visibility: 'hidden' })
  const root = block(176, 20, { style: BLUE }, at(0, 0, block(50, 20, { style: BLUE })))
  const visible = paintCalls(page(root, { style: style(RED) }))
  t.same(paintCalls(page(root, { style: hidden })), visible.slice(2))
})

t.test(
  'a translucent box is one group with all that it contains, and is left out when it is transparent',
  async (t) => {
    const group = (opacity: number) =>
      block(50, 20, { style: { ...RED, opacity } }, at(40, 0, block(50, 20, { style: BLUE })))
    t.same(paintCalls(page(block(100, 40, {}, at(0, 0, group(0.5))))), [
      'group 0.5 in [10,10 90×20]',
      '  fill #ff0000 [10,10 50×20]',
      '  fill #0000ff [50,10 50×20]',
      'end group',
    ])
    t.same(paintCalls(page(block(100, 40, {}, at(0, 0, group(0))))), [])
  },
)

t.test('the style that an inline root shares with its block is not painted twice', async (t) => {
  const around = style({ ...RED, ...border([1, 'solid', '#000']), opacity: 0.5 })
  const content = block(50, 20, { style: around }, at(1, 1, inlineRoot(48, 18, around, at(0, 0, line('x')))))
  const calls = paintCalls(page(block(100, 40, {}, at(0, 0, content))))
  t.equal(calls.filter((call) => call.includes('#ff0000')).length, 1)
  t.equal(calls.filter((call) => call.startsWith('group')).length, 1)
})

t.test('hidden boxes paint nothing, their visible children do', async (t) => {
  const child = block(10, 10, { style: BLUE })
  const hidden = block(
    50,
    20,
    { style: { ...RED, visibility: 'hidden' } },
    at(0, 0, child),
    at(0, 0, line('x', { visibility: 'hidden' })),
  )
  t.same(paintCalls(page(block(100, 40, {}, at(0, 0, hidden)))), ['fill #0000ff [10,10 10×10]'])
})

t.test('overflow is clipped to the padding edge, for backgrounds and text', async (t) => {
  const box = block(
    50,
    20,
    { style: { overflow: 'hidden', ...border([2, 'solid', '#000']) } },
    at(0, 0, block(90, 9, { style: RED })),
    at(2, 2, line('x')),
  )
  t.same(paintCalls(page(block(100, 40, {}, at(0, 0, box)))), [
    'fill #000000 [10,10 50×20] [12,12 46×16]',
    'save',
    '  clip [12,12 46×16]',
    '  fill #ff0000 [10,10 90×9]',
    'restore',
    'save',
    '  clip [12,12 46×16]',
    '  text #000000 16px at 12,28 "x"',
    'restore',
  ])
})

t.test('a table clips its cells, below its collapsed borders', async (t) => {
  const rows = section(40, 20, {}, at(0, 0, row(40, 20, {}, at(0, 0, block(90, 9, { style: RED })))))
  const line = {
    orientation: 'horizontal',
    x: 0,
    y: 0,
    length: 40,
    width: 2,
    style: 'solid',
    color: color('#000'),
  } as const
  const options = { style: { overflow: 'hidden' }, collapsedBorders: [{ ...line, farBand: undefined }] } as const
  const box = table(40, 20, options, at(0, 0, rows))
  const calls = paintCalls(page(block(100, 40, {}, at(0, 0, box))))
  t.match(calls, ['save', '  clip [10,10 40×20]', '  fill #ff0000 [10,10 90×9]', 'restore', /^fill #000000|^stroke/])
})

t.test('lines that stay inside the padding edge with all that their letters may reach need no clip', async (t) => {
  const clips = (x: number, y: number, changes: Partial<ComputedStyle> = {}, corner = 0) => {
    const text = line('x', { fontSize: 16, ...changes })
    const options = { style: { overflow: 'hidden', ...radius(corner) } } as const
    const box = block(50, 40, options, at(x, y, inlineRoot(40, 20, style(), at(0, 0, text))))
    return paintCalls(page(block(100, 40, {}, at(0, 0, box)))).some((call) => call.includes('clip'))
  }
  t.notOk(clips(8, 8), 'well inside')
  t.ok(clips(3, 8), 'a letter may lean out to the left')
  t.ok(clips(40, 8), 'or to the right')
  t.ok(clips(8, -4), 'the highest letters of the font reach out above')
  t.ok(clips(8, 22), 'or the lowest below')
  t.ok(clips(8, 8, { textShadow: [{ x: 90, y: 0, blur: 0, color: color('#000') }] }), 'shadows reach further')
  t.ok(clips(8, 8, {}, 20), 'round corners are cut')
})

t.test('overflow that is clipped along one axis shows along the other', async (t) => {
  const clips = (overflowX: 'clip' | 'visible', overflowY: 'clip' | 'visible') => {
    const style = { overflow: 'clip', overflowX, overflowY } as const
    const calls = paintCalls(page(block(100, 40, {}, at(0, 0, block(50, 20, { style }, at(0, 0, line('x')))))))
    return [...new Set(calls.filter((call) => call.includes('clip')))]
  }
  t.same(clips('clip', 'clip'), ['  clip [10,10 50×20]'])
  t.same(clips('clip', 'visible'), ['  clip [10,-19990 50×40020]'])
  t.same(clips('visible', 'clip'), ['  clip [-19990,10 40050×20]'])
})

t.test(
  'overflow of the root and body elements is that of the page: its area is clipped, not their boxes',
  async (t) => {
    const body = block(10, 10, { style: { overflow: 'hidden' }, node: element('body') }, at(0, 0, line('x')))
    t.same(paintCalls(page(body)), ['save', '  clip [10,10 180×80]', '  text #000000 16px at 10,26 "x"', 'restore'])
  },
)

t.test('inline boxes are painted in the order of the text', async (t) => {
  const span = inline(30, 18, { style: RED }, ...line('in').children)
  const inner = { ...line('a'), children: [...line('a').children, at(10, 0, span), ...line('z').children] }
  t.same(paintCalls(page(block(100, 40, {}, at(0, 0, inner)))), [
    'text #000000 16px at 10,26 "a"',
    'fill #ff0000 [20,10 30×18]',
    'text #000000 16px at 20,26 "in"',
    'text #000000 16px at 10,26 "z"',
  ])
})

t.test('table backgrounds: columns, row groups, rows, then cells; touching ones are one rectangle', async (t) => {
  const cells = (first: number) => [
    at(0, 0, cell(0, 40, 10)),
    at(40, 0, cell(1, 40, 10, { style: first === 0 ? BLUE : {} })),
  ]
  const rows = [at(0, 0, row(80, 10, { style: RED }, ...cells(0))), at(0, 10, row(80, 10, {}, ...cells(1)))]
  const group = section(80, 20, { style: { backgroundColor: color('#0f0') } }, ...rows)
  const columns = [
    { style: undefined, group: undefined, node: undefined },
    { style: style({ backgroundColor: color('#ff0') }), group: undefined, node: undefined },
  ]
  t.same(
    paintCalls(page(table(80, 20, { style: { backgroundColor: color('#eee') }, columns }, at(0, 0, group)))).slice(1),
    [
      'fill #ffff00 [50,10 40×20]',
      'fill #00ff00 [10,10 80×20]',
      'fill #ff0000 [10,10 80×10]',
      'fill #0000ff [50,10 40×10]',
    ],
  )
})

t.test('row backgrounds do not show in the spacing between cells', async (t) => {
  const cells = [at(5, 0, cell(0, 30, 10)), at(40, 0, cell(1, 30, 10))]
  const content = table(80, 20, {}, at(0, 0, section(80, 20, {}, at(0, 5, row(80, 10, { style: RED }, ...cells)))))
  t.same(paintCalls(page(block(100, 50, {}, at(0, 0, content)))), [
    'fill #ff0000 [15,15 30×10]',
    'fill #ff0000 [50,15 30×10]',
  ])
})

t.test('empty cells show neither background nor border with empty-cells: hide', async (t) => {
  const hide = { ...RED, ...border([1, 'solid', '#000']), emptyCells: 'hide' as const }
  const filled = cell(1, 30, 10, { style: hide }, at(0, 0, block(5, 5)))
  const cells = [at(0, 0, cell(0, 30, 10, { style: hide })), at(40, 0, filled)]
  const content = table(80, 20, {}, at(0, 0, section(80, 20, {}, at(0, 0, row(80, 10, {}, ...cells)))))
  t.same(paintCalls(page(block(100, 50, {}, at(0, 0, content)))), [
    'fill #ff0000 [50,10 30×10]',
    'fill #000000 [50,10 30×10] [51,11 28×8]',
  ])
})

t.test('collapsed borders lie over the cells, which have none of their own', async (t) => {
  const own = { ...border([4, 'solid', '#000']), borderCollapse: 'collapse' as const }
  const cells = [at(0, 0, cell(0, 30, 10, { style: { ...own, ...RED } }))]
  const collapsedBorders = [
    {
      orientation: 'horizontal' as const,
      x: -2,
      y: 0,
      length: 34,
      width: 4,
      style: 'solid' as const,
      color: color('#000'),
      farBand: undefined,
    },
    {
      orientation: 'vertical' as const,
      x: 30,
      y: 0,
      length: 10,
      width: 2,
      style: 'dashed' as const,
      color: color('#00f'),
      farBand: undefined,
    },
  ]
  const content = table(
    30,
    10,
    { style: own, collapsedBorders },
    at(0, 0, section(30, 10, {}, at(0, 0, row(30, 10, {}, ...cells)))),
  )
  t.same(paintCalls(page(block(100, 50, {}, at(0, 0, content)))), [
    'fill #ff0000 [10,10 30×10]',
    'fill #000000 [8,8 34×4]',
    'stroke #0000ff 2px from 40,10 to 40,20',
  ])
})

const IMAGE: DecodedImage = {
  kind: 'raster',
  key: 'photo',
  width: 40,
  height: 20,
  orientation: 1,
  samples: {
    width: 40,
    height: 20,
    bitsPerComponent: 8,
    colorSpace: { kind: 'rgb' },
    filter: 'DCTDecode',
    predictor: undefined,
    decode: undefined,
    data: new Uint8Array(0),
  },
  softMask: undefined,
  decodedBytes: 0,
}

t.test('object-fit', async (t) => {
  const cases: readonly [fit: 'fill' | 'contain' | 'cover' | 'none' | 'scale-down', calls: readonly string[]][] = [
    ['fill', ['image photo [10,10 60×60]']],
    ['contain', ['image photo [10,25 60×30]']],
    ['cover', ['save', '  clip [10,10 60×60]', '  image photo [-20,10 120×60]', 'restore']],
    ['none', ['image photo [20,30 40×20]']],
    ['scale-down', ['image photo [20,30 40×20]']],
  ]
  for (const [objectFit, calls] of cases) {
    t.same(
      paintCalls(page(block(100, 80, {}, at(0, 0, replaced(60, 60, IMAGE, { style: { objectFit } }))))),
      calls,
      objectFit,
    )
  }
})

t.test('images are cut to rounded corners and lie within border and padding', async (t) => {
  const options = {
    style: { ...border([2, 'solid', '#000']), ...radius(10) },
    padding: { top: 3, right: 3, bottom: 3, left: 3 },
  }
  const calls = paintCalls(page(block(100, 80, {}, at(0, 0, replaced(60, 40, IMAGE, options)))))
  t.same(calls.slice(1, 2), ['save'])
  t.match(calls[2], /^ {2}clip M20,15 L60,15 C/)
  t.equal(calls[3], '  image photo [15,15 50×30]')
})

t.test('links: inline, block, blocks within an inline link, and one area with images that stick out', async (t) => {
  const a = element('a', { href: 'https://example.com/' })
  const link = 'to https://example.com/'
  t.same(paintCalls(page(block(100, 50, {}, at(0, 0, inline(30, 18, { node: a }))))), [`link [10,10 30×18] ${link}`])
  t.same(paintCalls(page(block(100, 50, { node: a }, at(0, 0, block(90, 10, { node: element('p', {}, a) }))))), [
    `link [10,10 100×50] ${link}`,
  ])
  t.same(paintCalls(page(block(100, 50, {}, at(0, 0, block(90, 10, { node: element('p', {}, a) }))))), [
    `link [10,10 90×10] ${link}`,
  ])
  const logo = replaced(20, 40, IMAGE, { node: element('img', {}, a) })
  t.same(paintCalls(page(block(100, 50, {}, at(0, 30, inline(30, 18, { node: a }, at(0, -22, logo)))))), [
    `link [10,18 30×40] ${link}`,
    'image photo [10,18 20×40]',
  ])
})

t.test('generated content of a link does not repeat it', async (t) => {
  const a = element('a', { href: '#x' })
  const before = inline(10, 18, { node: a })
  t.same(paintCalls(page(block(100, 50, {}, at(0, 0, inline(30, 18, { node: a }, at(0, 0, before)))))), [
    'link [10,10 30×18] to #x',
  ])
})

t.test('only harmless addresses become links', async (t) => {
  const targetOf = (href: string) =>
    paintCalls(page(block(10, 10, { node: element('a', { href }) })))[0]?.replace(/.* to /, '')
  for (const href of ['http://x.y', 'HTTPS://x.y', 'mailto:a@b.c', 'tel:+1', '#part']) t.equal(targetOf(href), href)
  t.equal(targetOf('#caf%C3%A9'), '#café')
  for (const href of [
    'javascript:alert(1)',
    ' javascript:x',
    'file:///etc/passwd',
    'data:text/html,x',
    'page.html',
    '#',
    '',
  ]) {
    t.equal(targetOf(href), undefined, href)
  }
})

t.test('elements with an id, and old named anchors, are destinations', async (t) => {
  const content = block(
    100,
    50,
    {},
    at(5, 6, block(1, 1, { node: element('p', { id: 'x' }) })),
    at(0, 20, inline(1, 1, { node: element('a', { name: 'y' }) })),
  )
  t.same(paintCalls(page(content)), ['destination x at 15,16', 'destination y at 10,30'])
})

t.test('margin boxes are painted when all pages are, on a page that is opened again', async (t) => {
  const whole = {
    ...page(block(10, 10, { style: RED })),
    marginBoxes: [{ name: 'top-left' as const, x: 50, y: 0, fragment: block(20, 10, {}, at(0, 0, line('7'))) }],
  }
  const target = new RecordingTarget()
  const sources = { fonts, images: { resolve: () => undefined }, broken: new BrokenBackgrounds() }
  paintPage(whole, target, sources)
  paintMarginBoxes(whole, target, sources)
  t.same(target.calls.slice(3), ['page 1 again', 'text #000000 16px at 50,16 "7"', 'end page'])
})

t.test('nesting as deep as the limits allow does not exhaust the stack', async (t) => {
  let content = block(1, 1, {}, at(0, 0, line('deep')))
  for (let depth = 0; depth < 2000; depth++)
    content = block(1, 1, { style: { opacity: depth % 2 ? 1 : 0.9 } }, at(0, 0, content))
  t.match(
    paintCalls(page(content)).find((call) => call.includes('deep')),
    /text/,
  )
})

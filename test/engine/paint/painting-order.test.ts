import t from 'tap'
import { inverse, mapPoint } from '../../../engine/base/matrix.js'
import { compileTemplate } from '../../../engine/compile.js'
import type { LengthPercentage } from '../../../engine/css/values/compute-length.js'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { createFontLibrary } from '../../../engine/index.js'
import { boxTransform } from '../../../engine/layout/box-transform.js'
import type { BoxFragment } from '../../../engine/layout/fragment-tree.js'
import { collectLayers } from '../../../engine/paint/collect-layers.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import {
  at,
  block,
  cell,
  color,
  element,
  inline,
  inlineRoot,
  items,
  line,
  page,
  row,
  section,
  style,
  table,
} from './fragments.js'
import { paintCalls } from './paint-calls.js'

const COLORS = { red: '#f00', green: '#0f0', blue: '#00f' } as const

/** A box of 50 × 20 px in a colour, with a line of text that is its name. */
function box(name: keyof typeof COLORS, changes: Partial<ComputedStyle> = {}, ...children: Parameters<typeof at>[]) {
  const own = { backgroundColor: color(COLORS[name]), ...changes }
  return block(50, 20, { style: own }, at(0, 0, line(name)), ...children.map(([x, y, child]) => at(x, y, child)))
}

/** Names of what is painted in order: the fills by their colour, the texts in quotes. */
function order(...children: readonly (readonly [number, number, BoxFragment])[]): string {
  const root = block(180, 80, {}, ...children.map(([x, y, child]) => at(x, y, child)))
  const names = paintCalls(page(root)).flatMap((call) => {
    const fill = /fill (#\w+) \[/.exec(call)?.[1]
    const text = /"(.*)"/.exec(call)?.[1]
    const name = Object.entries({ red: '#ff0000', green: '#00ff00', blue: '#0000ff' }).find(([, hex]) => hex === fill)
    return [...(name ? [name[0]] : []), ...(text ? [`'${text}'`] : [])]
  })
  return names.join(' ')
}

const relative = { position: 'relative' } as const

t.test('boxes in the flow: all backgrounds, then all text', async (t) => {
  t.equal(order([0, 0, box('red')], [0, 10, box('green')]), "red green 'red' 'green'")
})

for (const kind of ['flex', 'grid'] as const) {
  t.test(`items of a ${kind} container are painted one after the other, each as a whole`, async (t) => {
    const around = (...children: ReturnType<typeof at>[]) => items(kind, 180, 80, ...children)
    t.equal(order([0, 0, around(at(0, 0, box('red')), at(0, 10, box('green')))]), "red 'red' green 'green'")
    t.equal(
      order([0, 0, around(at(0, 0, box('red', {}, [0, 5, box('blue')])), at(0, 10, box('green')))]),
      "red blue 'red' 'blue' green 'green'",
      'within an item, all backgrounds come before all text',
    )
  })

  t.test(`a float in an item of a ${kind} container lies above the item's background`, async (t) => {
    const red = { style: { backgroundColor: color(COLORS.red) } }
    const item = block(50, 20, red, at(0, 5, box('blue', { float: 'left' })))
    t.equal(order([0, 0, items(kind, 180, 80, at(0, 0, item))]), "red blue 'blue'")
  })

  t.test(`a positioned box below an item of a ${kind} container that overlaps it lies above`, async (t) => {
    t.equal(
      order([0, 0, items(kind, 180, 80, at(0, 0, box('red', relative)), at(0, 10, box('green')))]),
      "green 'green' red 'red'",
    )
  })
}

t.test('negative layers lie below the blocks, positive ones above the text', async (t) => {
  t.equal(
    order(
      [0, 0, box('red', { ...relative, zIndex: 1 })],
      [0, 10, box('green')],
      [0, 5, box('blue', { ...relative, zIndex: -1 })],
    ),
    "blue 'blue' green 'green' red 'red'",
  )
})

t.test('positive layers go by their z-index, then by the order of the tree', async (t) => {
  t.equal(
    order(
      [0, 0, box('red', { ...relative, zIndex: 2 })],
      [0, 10, box('green', { ...relative, zIndex: 1 })],
      [0, 5, box('blue', { ...relative, zIndex: 1 })],
    ),
    "green 'green' blue 'blue' red 'red'",
  )
})

t.test('a positioned box lies above the text that comes after it where they overlap', async (t) => {
  t.equal(order([0, 0, box('red', relative)], [0, 10, box('green')]), "green 'green' red 'red'")
  t.equal(order([0, 0, box('red', { opacity: 0.5 })], [0, 10, box('green')]), "green 'green' red 'red'")
  t.equal(order([0, 0, box('red', { rotate: 10 })], [0, 10, box('green')]), "green 'green' red 'red'")
})

t.test('a positioned box that overlaps nothing keeps its place in the text', async (t) => {
  t.equal(order([0, 0, box('red', relative)], [0, 60, box('green')]), "green red 'red' 'green'")
  t.equal(
    order([0, 0, box('red', { opacity: 0.5 })], [100, 0, box('green', relative)], [0, 60, box('blue')]),
    "blue red 'red' green 'green' 'blue'",
  )
})

t.test('a positioned box is not painted before an overlapping one that had to wait', async (t) => {
  t.equal(
    order([0, 0, box('red', relative)], [0, 10, box('green')], [40, 0, box('blue', relative)]),
    "green 'green' red 'red' blue 'blue'",
  )
})

t.test('the layers within a stacking context stay within it', async (t) => {
  const inner = box('blue', { ...relative, zIndex: 100 })
  t.equal(
    order(
      [0, 0, box('red', { ...relative, zIndex: 1 }, [0, 5, inner])],
      [0, 10, box('green', { ...relative, zIndex: 2 })],
    ),
    "red 'red' blue 'blue' green 'green'",
  )
  t.equal(
    order([0, 0, box('red', relative, [0, 5, inner])], [0, 10, box('green', { ...relative, zIndex: 2 })]),
    "red 'red' green 'green' blue 'blue'",
    'a positioned box without z-index starts none',
  )
})

t.test('negative layers lie above the background of their own context', async (t) => {
  const inner = box('blue', { ...relative, zIndex: -1 })
  t.equal(order([0, 0, box('red', { isolation: 'isolate' }, [0, 5, inner])]), "red blue 'blue' 'red'")
  t.equal(order([0, 0, box('red', {}, [0, 5, inner])]), "blue 'blue' red 'red'")
})

t.test('floats lie above backgrounds and below text', async (t) => {
  t.equal(order([0, 0, box('red', { float: 'left' })], [0, 10, box('green')]), "green red 'red' 'green'")
  t.equal(
    order([0, 0, box('green')], [0, 10, box('red', { float: 'left' })]),
    "green red 'red' 'green'",
    'also below text before them that they overlap',
  )
})

t.test('z-index applies to the items of flex containers', async (t) => {
  const item = box('red', { zIndex: 1 })
  const plain = block(180, 80, {}, at(0, 0, item), at(0, 10, box('green')))
  const flex: BoxFragment = { ...plain, box: { ...plain.box, kind: 'flex' } as BoxFragment['box'] }
  t.equal(order([0, 0, item], [0, 10, box('green')]), "red green 'red' 'green'", 'not in the flow')
  t.equal(order([0, 0, flex]), "green 'green' red 'red'")
})

t.test('a layer painted apart is still cut off by the boxes around it', async (t) => {
  const clipping = block(60, 30, { style: { overflow: 'hidden' } }, at(50, 0, box('red', { ...relative, zIndex: 1 })))
  t.match(paintCalls(page(block(180, 80, {}, at(0, 0, clipping)))).join('\n'), /clip \[10,10 60×30\]\n +fill #ff0000/)
})

t.test('inline boxes can be layers', async (t) => {
  const faint = inline(30, 16, { style: { opacity: 0.5, backgroundColor: color('#f00') } }, at(0, 0, line('faint')))
  const own = style()
  const root = inlineRoot(
    180,
    20,
    own,
    at(0, 0, { ...line('x'), children: [at(0, 0, faint), at(60, 0, line('after'))] }),
  )
  const calls = paintCalls(page(block(180, 20, {}, at(0, 0, root))))
  t.match(
    calls.map((call) => call.trim().split(' ').slice(0, 2).join(' ')),
    ['group 0.5', 'fill #ff0000', 'text #000000', 'end group', 'text #000000'],
  )
})

t.test('transforms are about the origin, percentages of the border box', async (t) => {
  const map = (changes: Partial<ComputedStyle>, x: number, y: number) => {
    const matrix = boxTransform(block(100, 40, { style: changes }), 10, 20)
    const point = matrix && mapPoint(matrix, x, y)
    return point && [Math.round(point.x * 100) / 100, Math.round(point.y * 100) / 100]
  }
  t.equal(map({}, 0, 0), undefined)
  t.same(map({ rotate: 90 }, 60, 40), [60, 40], 'the middle stays')
  t.same(map({ rotate: 90 }, 110, 40), [60, 90])
  t.same(map({ scale: { x: 2, y: 1 }, transformOrigin: { x: 0, y: 0 } }, 60, 40), [110, 40])
  t.same(map({ translate: { x: { kind: 'percentage', px: 0, percent: 50 }, y: 5 } }, 10, 20), [60, 25])
  t.same(
    map({ translate: { x: 10, y: 0 }, rotate: 90, transform: [{ kind: 'translate', x: 5, y: 0 }] }, 60, 40),
    [70, 45],
    'translate, rotate, scale, then the list',
  )
})

t.test('a transformed box is painted through its map, and not at all when it is flat', async (t) => {
  const turned = block(100, 40, {
    style: { rotate: 90, backgroundColor: color('#f00') },
    node: element('p', { id: 'a' }),
  })
  t.same(paintCalls(page(block(180, 80, {}, at(0, 0, turned)))), [
    'save',
    '  transform 0 1 -1 0 90 -30',
    '  fill #ff0000 [10,10 100×40]',
    '  destination a at 10,10',
    'restore',
  ])
  t.same(paintCalls(page(block(180, 80, {}, at(0, 0, box('red', { scale: { x: 0, y: 1 } }))))), [])
  t.equal(inverse({ a: 0, b: 0, c: 0, d: 1, e: 0, f: 0 }), undefined)
})

t.test('a blended box is a group, and the context around it keeps the mixture', async (t) => {
  const blended = block(50, 20, { style: { mixBlendMode: 'multiply', backgroundColor: color('#f00') } })
  const around = block(80, 40, { style: { rotate: 0 } }, at(0, 0, blended))
  t.match(paintCalls(page(block(180, 80, {}, at(0, 0, around)))), [
    'save',
    /transform/,
    '  group 1 in [10,10 80×40]',
    '    group 1 multiply in [10,10 50×20]',
    /fill #ff0000/,
    '    end group',
    '  end group',
    'restore',
  ])
})

t.test('a page without layers has none collected', async (t) => {
  t.equal(collectLayers(block(100, 40, {}, at(0, 0, box('red'))), 0, 0), undefined)
  t.equal(collectLayers(block(100, 40, {}, at(0, 0, box('red', relative))), 0, 0)?.layers.size, 1)
})

t.test(
  'a table of positioned cells is looked through a number of times that grows with it, not with its square',
  async (t) => {
    const many = (count: number) => {
      let reads = 0
      const cells = Array.from({ length: count }, (_, i) => {
        const own = box('red', relative)
        return at((i % 5) * 60, Math.floor(i / 5) * 30, {
          ...own,
          get children() {
            reads++
            return own.children
          },
        })
      })
      paintCalls(page(block(300, count * 6, {}, ...cells)))
      return reads
    }
    t.equal(many(400), 4 * many(100))
  },
)

t.test('the background of a positioned cell does not cover collapsed borders', async (t) => {
  const collapsed = { borderCollapse: 'collapse', backgroundColor: color('#f00'), position: 'relative' } as const
  const cells = [at(0, 0, cell(0, 40, 20, { style: collapsed }))]
  const line = {
    orientation: 'horizontal',
    x: 0,
    y: 0,
    length: 40,
    width: 4,
    style: 'solid',
    color: color('#00f'),
    farBand: undefined,
  } as const
  const far = { ...line, y: 60 }
  const tr = row(40, 20, {}, ...cells)
  const grid = table(
    40,
    20,
    { style: { borderCollapse: 'collapse' }, collapsedBorders: [line, far] },
    at(0, 0, section(40, 20, {}, at(0, 0, tr))),
  )
  t.same(paintCalls(page(block(180, 80, {}, at(0, 0, grid)))), [
    'fill #0000ff [10,8 40×4]',
    'fill #0000ff [10,68 40×4]',
    'fill #ff0000 [10,10 40×20]',
    'save',
    '  clip [9,9 42×22]',
    '  fill #0000ff [10,8 40×4]',
    'restore',
  ])
})

t.test('clip cuts absolutely positioned boxes with all they contain', async (t) => {
  const clip = { top: 2, right: 30, bottom: 'auto', left: 'auto' } as const
  const calls = (...child: Parameters<typeof at>) => paintCalls(page(block(180, 80, {}, at(...child))))
  const outline = { outlineWidth: 1, outlineStyle: 'solid' } as const
  const cut = box('red', { position: 'absolute', clip, ...outline })
  const inside = (found: readonly string[]) => found.filter((call) => !call.startsWith('  '))
  t.same(inside(calls(0, 0, cut)), ['save', 'restore'], 'its outline as well')
  t.equal(calls(0, 0, cut)[1], '  clip [10,12 30×18]')
  t.notMatch(calls(0, 0, box('red', { position: 'relative', clip })).join(), /clip/)
  t.equal(
    order([0, 0, box('red', { position: 'absolute', clip: { ...clip, right: 0 } })], [0, 30, box('blue')]),
    "blue 'blue'",
  )
  const around = box('red', { position: 'absolute', clip }, [0, 60, box('blue', { position: 'relative', zIndex: 1 })])
  t.match(calls(0, 0, around).join(), /clip \[10,12 30×18\],.*fill #0000ff/, 'a layer within')
  t.equal(calls(0, 0, around).filter((call) => call.includes('clip')).length, 2, 'also one that is painted later')
  const turned = box('red', { position: 'absolute', clip, rotate: 90 })
  t.match(calls(0, 0, turned)[1], /transform/, 'in the coordinates of the box')
})

t.test('links lead to boxes that are not to be seen', async (t) => {
  const none = { top: 0, right: 0, bottom: 0, left: 0 }
  for (const hidden of [{ position: 'absolute', clip: none }, { opacity: 0 }] as const) {
    const heading = block(50, 20, { style: hidden, node: element('h2', { id: 'a' }) }, at(0, 0, line('heading')))
    t.same(paintCalls(page(block(180, 80, {}, at(0, 5, heading)))), ['destination a at 10,15'])
  }
})

t.test('clip-path: inset() cuts any box, and makes it a stacking context', async (t) => {
  const calls = (changes: Partial<ComputedStyle>) =>
    paintCalls(
      page(block(180, 80, {}, at(0, 0, box('red', changes, [0, 5, box('blue', { ...relative, zIndex: -1 })])))),
    )
  const percent = { kind: 'percentage', px: 0, percent: 10 } as const
  const inset = (top: LengthPercentage, right: LengthPercentage, bottom: LengthPercentage, left: LengthPercentage) =>
    ({
      kind: 'shape',
      box: 'border-box',
      shape: { kind: 'inset', top, right, bottom, left, round: undefined },
    }) as const
  const clipPath = inset(2, percent, 0, -5)
  t.same(calls({ clipPath }).slice(0, 4), [
    'save',
    '  clip [5,12 50×18]',
    '  fill #ff0000 [10,10 50×20]',
    '  fill #0000ff [10,15 50×20]',
  ])
  const clip = { top: 'auto', right: 20, bottom: 4, left: 'auto' } as const
  t.match(calls({ clipPath, clip, position: 'absolute' })[1], 'clip [10,12 20×2]', 'where both let it show')
  const half = { ...percent, percent: 50 }
  t.same(calls({ clipPath: inset(half, half, half, half) }), [])
})

t.test('clip-path: shapes cut boxes by their outlines', async (t) => {
  const clips = (style: string) => {
    const html = `<!doctype html><style>@page { margin: 0 } body { margin: 0 }</style>
      <div style="width:100px;height:50px;padding:10px;border:5px solid red;background:red;${style}"></div>`
    const calls = dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
    return /clip (.*)/.exec(calls)?.[1]
  }
  t.equal(clips('clip-path: inset(5px 10%)'), '[13,5 104×70]')
  t.equal(clips('clip-path: rect(5px auto 20px 1px)'), '[1,5 129×15]')
  t.equal(clips('clip-path: xywh(1px 2px 30px 40px)'), '[1,2 30×40]')
  t.equal(clips('clip-path: content-box'), '[15,15 100×50]')
  t.equal(clips('clip-path: inset(1px) padding-box'), '[6,6 118×68]')
  t.equal(clips('clip-path: content-box polygon(0 0, 100% 0, 50% 100%)'), 'M15,15 L115,15 L65,65 Z')
  t.match(clips('clip-path: polygon(evenodd, 0 0, 100% 0, 50% 100%)'), /^M0,0 L130,0 L65,80 Z.*evenodd/)
  t.match(clips('clip-path: circle(20px at 30px 40px)'), /^M30,20 .*50,40/)
  t.match(clips('clip-path: circle()'), /^M65,0 .*105,40/, 'as far as the closest side')
  t.match(clips('clip-path: ellipse(farthest-side 10px at 0 0)'), /^M0,-10 .*130,0/)
  t.match(clips('clip-path: inset(0 round 10px / 5px)'), /^M10,0 L120,0/)
  t.match(clips("clip-path: path('M0 0h10v10z')"), /^M0,0 L10,0 L10,10 Z/)
})

t.test('clip-path: the margin edge, and boxes of drawings, which stand for those of their kind', async (t) => {
  const clips = (style: string) => {
    const html = `<!doctype html><style>@page { margin: 0 } body { margin: 0 }</style>
      <div style="width:100px;height:50px;margin:20px 10px;padding:10px;border:5px solid red;${style}"></div>`
    const calls = dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
    return /clip (.*)/.exec(calls)?.[1]
  }
  t.equal(clips('clip-path: margin-box'), '[0,0 150×120]')
  t.equal(clips('clip-path: polygon(0 0, 100% 0, 0 100%) margin-box'), 'M0,0 L150,0 L0,120 Z')
  t.equal(clips('clip-path: fill-box'), '[25,35 100×50]')
  t.equal(clips('clip-path: stroke-box'), '[10,20 130×80]')
  t.equal(clips('clip-path: inset(0) view-box'), '[10,20 130×80]')
})

t.test('clip-path: shape() draws a path whose lengths follow the box', async (t) => {
  const clips = (commands: string) => {
    const html = `<!doctype html><style>@page { margin: 0 } body { margin: 0 }</style>
      <div style="width:100px;height:50px;margin-left:10px;background:red;clip-path:shape(${commands})"></div>`
    const calls = dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
    return /clip (.*)/.exec(calls)?.[1]
  }
  const corner = 'M10,0 L110,0 L110,50 Z'
  t.equal(clips('from 0 0, line to 100% 0, line to 100% 100%, close'), corner)
  t.equal(clips('from top left, hline to right, vline to bottom, close'), corner)
  t.equal(clips('from 0 0, hline by 100%, vline by 50px, close'), corner, 'percentages of the axis')
  t.equal(clips('from 0 0, line by 100% 0, line by 0 100%, close'), corner)
  t.equal(clips('evenodd from 0 0, line to 10px 0, line by 0 1px'), 'M10,0 L20,0 L20,1 evenodd')
  t.equal(
    clips('from 0 0, hline by 10px, close, move by 20px 5px, line by 1px 0, line by 0 1px'),
    'M10,0 L20,0 Z M30,5 L31,5 L31,6',
    'what follows a closed contour is counted from its beginning',
  )
  const curve = 'M10,0 C20,5 30,25 40,30'
  t.equal(clips('from 0 0, curve to 30px 30px with 10px 5px / 20px 25px'), curve)
  t.equal(clips('from 0 0, curve by 30px 30px with 10px 5px / 20px 25px'), curve)
  t.equal(clips('from 0 0, curve to 30px 30px with 10px 5px from start / -10px -5px from end'), curve)
  t.equal(
    clips('from 0 0, curve to 30px 0 with 0 10px / 30px 10px, smooth by 30px 0 with 30px -10px'),
    'M10,0 C10,10 40,10 40,0 C40,-10 70,-10 70,0',
  )
  t.equal(
    clips('from 0 0, curve to 30px 0 with 15px 15px, smooth by 30px 0'),
    'M10,0 C20,10 30,10 40,0 C50,-10 60,-10 70,0',
    'one control point: a quadratic curve',
  )
  t.match(clips('from 0 20px, arc to 40px 20px of 20px cw'), /^M10,20 .*30,0 .*50,20$/, 'over the top')
  t.match(clips('from 0 20px, arc to 40px 20px of 20px'), /^M10,20 .*30,40 .*50,20$/, 'counterclockwise: below')
})

t.test('containment of layout starts a stacking context, and so does what will-change announces', async (t) => {
  const within = (change: string, contain = 'none', around = 'block') => {
    const html = `<!doctype html><style>body { margin: 0; display: ${around} } div { width: 50px; height: 50px }</style>
      <div style="background:#00f;will-change:${change};contain:${contain}"><div style="background:#f00;position:relative;z-index:-1"></div></div>`
    const calls = dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
    return [...calls.matchAll(/fill #(f|0)/g)].map(([, first]) => (first === 'f' ? 'inner' : 'outer')).join(' ')
  }
  t.equal(within('auto'), 'inner outer')
  t.equal(within('scroll-position, width'), 'inner outer')
  t.equal(within('auto', 'size'), 'inner outer')
  for (const contain of ['layout', 'paint', 'content']) t.equal(within('auto', contain), 'outer inner', contain)
  t.equal(within('z-index'), 'inner outer', 'that counts for positioned boxes')
  t.equal(within('z-index;position:relative'), 'outer inner')
  for (const container of ['flex', 'grid']) t.equal(within('z-index', 'none', container), 'outer inner', container)
  t.equal(within('auto', 'layout;display:table-row-group'), 'inner outer', 'parts of tables contain nothing')
  t.equal(within('auto', 'layout;display:inline;float:left'), 'outer inner', 'a float is no part of a line')
  for (const change of ['opacity', 'transform', 'width, filter', '-webkit-mask-image', 'position'])
    t.equal(within(change), 'outer inner', change)
})

t.test('absolute boxes are painted in the order of the document, wherever their container ends', async (t) => {
  const paints = (body: string) => {
    const html = `<!doctype html><style>body, div, p { margin: 0; width: 50px; height: 50px }
      .r { background: red } .b { background: blue } .a { position: absolute } .p { position: relative }</style>${body}`
    const calls = dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
    return [...calls.matchAll(/fill #(f|0)/g)].map(([, first]) => (first === 'f' ? 'red' : 'blue')).join(' ')
  }
  const split = (z: string) =>
    paints(
      `<span class="p" style="z-index:${z}">x<div class="r"><i class="a b" style="left:0;z-index:-1">i</i></div></span>`,
    )
  t.equal(split('auto'), 'blue red', 'in a block that splits an inline')
  t.equal(split('1'), 'blue red')
  const above = paints(
    '<span class="p" style="z-index:1">x<div class="r"><i class="a b" style="left:0">i</i></div></span>',
  )
  t.equal(above, 'red blue')
  t.equal(paints('<div class="a r"></div><div class="p b" style="top: 9px"></div>'), 'red blue')
  t.equal(paints('<p><span><b class="a r">x</b></span></p><div class="a b" style="top: 9px"></div>'), 'red blue')
  t.equal(paints('<div class="p b"></div><div class="a r" style="top: 9px"></div>'), 'blue red')
  t.equal(
    paints('<div class="p"><p><i class="a r">x</i></p><div class="p b" style="top: -45px"></div></div>'),
    'red blue',
  )
  const inner = '<div class="p b" style="top: 9px"></div>'
  t.equal(paints(`<div class="a r">${inner}</div><div class="p"></div>`), 'red blue', 'with what stands in them')
  const image = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"/>'
  const generated = (which: string, styles: string, body = inner) =>
    paints(`<style>.g::${which} { ${styles}; background: red; width: 50px; height: 50px }</style>${body}`)
  for (const extra of ['', ';z-index:0', ';opacity:.5', ';display:flex', ';display:table']) {
    for (const position of ['absolute', 'fixed']) {
      const styles = `content: ""; top: 0; position: ${position}${extra}`
      t.equal(generated('before', styles, `<div class="g">${inner}</div>`), 'red blue', `::before, ${styles}`)
      t.equal(generated('after', styles, `<div class="g">${inner}</div>`), 'blue red', `::after, ${styles}`)
      t.equal(
        generated('after', styles, `<div class="g" style="height: 0"></div>${inner}`),
        'red blue',
        `of an element before, ${styles}`,
      )
    }
  }
  const replaced = `content: url('data:image/svg+xml,${encodeURIComponent(image)}'); position: absolute; top: 0; background: red`
  t.equal(
    paints(`<p style="height: 0"><b style="${replaced.replaceAll("'", '&quot;')}">x</b></p>${inner}`),
    'red blue',
    'images as content',
  )
})

t.test('floats lie below the text of the float or positioned box in which they stand', async (t) => {
  const inner = [0, 10, box('green', { float: 'left' })] as Parameters<typeof at>
  for (const outer of [{ float: 'left' }, { position: 'relative' }, { position: 'absolute' }] as const) {
    t.equal(order([0, 0, box('red', outer, inner)]), "red green 'green' 'red'")
  }
  const beside = [60, 10, box('green', { float: 'left' })] as Parameters<typeof at>
  t.equal(
    order([0, 0, box('red', relative, beside)]),
    "red 'red' green 'green'",
    'where they overlap nothing, in place',
  )
})

t.test('floats that overlap are painted in their order', async (t) => {
  const float = { float: 'left' } as const
  t.equal(order([0, 0, box('red', float)], [20, 10, box('green', float)]), "red 'red' green 'green'")
  const [red, green] = [box('red', float), box('green', float)]
  t.equal(order([20, 40, box('blue')], [0, 30, red], [20, 35, green]), "blue red 'red' green 'green' 'blue'")
})

t.test('a translucent inline box whose lines overlap is composed as one object', async (t) => {
  const groups = (lineHeight: number) => {
    const html = `<!doctype html><style>p { font: 10px/${lineHeight}px monospace } span { opacity: .4; background: blue }</style>
      <p><span>XX<br>YY</span> z<p><span>single</span>`
    const calls = dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
    return Array.from(
      calls.matchAll(/group 0\.4|end group|fill #0000ff|"(\w+) ?"/g),
      ([all, text]) => text ?? all,
    ).join(' ')
  }
  t.equal(groups(20).match(/group 0\.4/g)?.length, 3)
  t.equal(groups(6).match(/group 0\.4/g)?.length, 2)
  t.match(groups(6), /group 0\.4 fill #0000ff XX fill #0000ff YY end group/)
})

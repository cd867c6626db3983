import t from 'tap'
import { ImageError } from '../../../engine/images/image-error.js'
import { parseSvg } from '../../../engine/images/svg/parse-svg.js'
import { fitViewBox } from '../../../engine/images/svg/view-box.js'
import type { VectorImage, VectorPaint } from '../../../engine/images/vector-types.js'
import { damage } from './damage.js'
import { makePng } from './make-png.js'
import { drawing, drawingWithProblems, pathText, shapes } from './svg.js'

function paintText(paint: VectorPaint | undefined): string {
  if (!paint) return 'none'
  if (paint.kind !== 'color') return paint.kind === 'gradient' ? paint.gradient.kind : 'pattern'
  const { red, green, blue, alpha } = paint.color
  const hex = [red, green, blue]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
  return alpha === 1 ? hex : `${hex}/${Math.round(alpha * 100) / 100}`
}

/** The fills of all shapes in order. */
function fills(text: string): string {
  return shapes(drawing(text).content)
    .map(({ fill }) => paintText(fill))
    .join(' ')
}

const BOX = 'width="10" height="10"'

t.test('natural size', async (t) => {
  const size = ({ width, height, ratio }: VectorImage) => [width, height, ratio]
  t.same(size(drawing('<svg width="2in" height="48"/>')), [192, 48, 4])
  t.same(size(drawing('<svg viewBox="0 0 40 20"/>')), [undefined, undefined, 2])
  t.same(size(drawing('<svg viewBox="0 0 40 20" width="100"/>')), [100, 50, 2])
  t.same(size(drawing('<svg viewBox="0 0 40 20" height="100"/>')), [200, 100, 2])
  t.same(size(drawing('<svg width="100%" height="50%"/>')), [undefined, undefined, undefined])
  t.same(drawing('<svg width="20" height="30"/>').viewBox, { x: 0, y: 0, width: 20, height: 30 })
})

t.test('without a view box an image is stretched from its own size, a drawing in the document keeps it', async (t) => {
  const table: readonly (readonly [svg: string, image: string, inDocument: string])[] = [
    ['<svg width="20" height="30"/>', '3,0,0,1,5,7', '1,0,0,1,5,7'],
    ['<svg width="20" height="30" preserveAspectRatio="xMidYMid"/>', '3,0,0,1,5,7', '1,0,0,1,5,7'],
    ['<svg id="a"/>', '1,0,0,1,5,7', '1,0,0,1,5,7'],
    ['<svg width="20" height="30" viewBox="0 0 20 30"/>', '1,0,0,1,25,7', '1,0,0,1,25,7'],
  ]
  const into = { x: 5, y: 7, width: 60, height: 30 }
  const matrix = ({ viewBox, fit }: VectorImage) => Object.values(fitViewBox(viewBox, fit, into)).join()
  for (const [svg, image, inDocument] of table) {
    t.equal(matrix(drawing(svg)), image, svg)
    t.equal(matrix(drawing(svg, 'page')), inDocument, `${svg} in a document`)
  }
})

t.test('percentages of a drawing without a view box are of its frame', async (t) => {
  const paths = (svg: string, width: number, height: number) => {
    const image = drawing(svg)
    return shapes((image.inFrame?.({ width, height }) ?? image).content).map(({ path }) => pathText(path))
  }
  const half = '<rect x="50%" width="50%" height="100%"/>'
  t.same(paths(`<svg width="100%" height="20%">${half}</svg>`, 40, 8), ['M20,0 L40,0 L40,8 L20,8 Z'])
  const tall = paths(`<svg height="30">${half}</svg>`, 40, 8)
  t.same(tall, ['M20,0 L40,0 L40,30 L20,30 Z'], 'but of a length of its own, which is stretched')
  t.same(paths(`<svg><svg>${half}</svg></svg>`, 40, 8), ['M20,0 L40,0 L40,8 L20,8 Z'], 'through a drawing in it')
  t.equal(drawing(`<svg viewBox="0 0 9 9">${half}</svg>`).inFrame, undefined, 'a view box is the frame')
  t.equal(drawing(`<svg width="9" height="9">${half}</svg>`).inFrame, undefined, 'and so is a size of its own')
  t.equal(drawing(`<svg><rect width="9" height="9"/></svg>`).inFrame, undefined, 'nothing depends on it')
})

t.test('XML: prefixes, entities, CDATA, comments, document type', async (t) => {
  const text =
    '<?xml version="1.0"?><!-- c --><!DOCTYPE svg [<!ENTITY x "y">]>' +
    '<s:svg xmlns:s="http://www.w3.org/2000/svg" a="&lt;&#65;&#x42;&x;"><![CDATA[<&]]><s:g/>&amp;</s:svg>\n'
  t.match(parseSvg(text), {
    name: 'svg',
    children: [
      { kind: 'text', text: '<&' },
      { kind: 'element', name: 'g' },
      { kind: 'text', text: '&' },
    ],
  })
  t.equal(parseSvg(text).attributes.get('a'), '<ABy')
})

t.test('XML that is not well-formed is refused', async (t) => {
  const deep = `<svg>${'<g>'.repeat(600)}${'</g>'.repeat(600)}</svg>`
  for (const text of [
    '<svg>',
    '<svg></g>',
    '<svg a=b/>',
    '<svg/><svg/>',
    '<svg><',
    '<html/>',
    'x<svg/>',
    '<svg><!-- ',
    deep,
  ]) {
    t.throws(() => parseSvg(text), { name: 'ImageError', code: 'invalid-image' }, text.slice(0, 20))
  }
})

t.test('colours', async (t) => {
  const cases: readonly [string, string][] = [
    ['red', 'ff0000'],
    ['#0f08', '00ff00/0.53'],
    ['rgb(10%, 0%, 100%)', '1a00ff'],
    ['rgb(1 2 3 / 50%)', '010203/0.5'],
    ['hsl(120, 100%, 25%)', '008000'],
    ['none', 'none'],
    ['nonsense', '000000'],
    ['url(#none) blue', '0000ff'],
    ['url(#none)', 'none'],
    ['url(#)', 'none'],
    ['url(!)', 'none'],
    ['url(a.svg#b) red', 'ff0000'],
    ['var(--brand, #123456)', '123456'],
  ]
  for (const [value, expected] of cases) {
    const text = `<rect ${BOX} fill="${value}" stroke="red"/>`
    t.equal(fills(text), expected, value)
  }
  t.equal(fills(`<g color="blue" fill="currentColor"><rect ${BOX} color="lime"/></g>`), '00ff00')
})

t.test('style sheets: specificity, order, importance, ancestors', async (t) => {
  const sheet =
    '<style>/* c */ .a{fill:red} rect{fill:blue} #i{fill:lime} g > .b{fill:navy} svg .c{fill:teal} .d{fill:red!important}' +
    ' @media print{rect{fill:pink}} rect:hover{fill:gold}</style>'
  const text = `<svg>${sheet}<rect ${BOX}/><rect ${BOX} class="x a"/><rect ${BOX} class="a" id="i"/>
    <g><rect ${BOX} class="b"/></g><rect ${BOX} class="b"/><g><rect ${BOX} class="c"/></g>
    <rect ${BOX} class="d" style="fill:blue"/><rect ${BOX} class="a" style="fill:#123456;" fill="gold"/></svg>`
  t.equal(fills(text), 'ffc0cb ff0000 00ff00 000080 ffc0cb 008080 ff0000 123456')
  t.same(drawingWithProblems(text).problems, [])
  const wrong = drawingWithProblems('<svg><style>rect { fil: red } @page { size: nowhere }</style></svg>').problems
  t.match(wrong, [/^unknown property "fil"/, /^"nowhere" is not a value of "size"/])
})

t.test('display, visibility and opacity', async (t) => {
  t.equal(fills(`<g display="none"><rect ${BOX}/></g><rect ${BOX} visibility="hidden"/><rect ${BOX} opacity="0"/>`), '')
  t.equal(fills(`<g visibility="hidden"><rect ${BOX} visibility="visible"/></g>`), '000000')
  t.equal(fills(`<rect ${BOX} opacity=".5" fill-opacity="50%"/>`), '000000/0.25')
  const both = drawing(`<rect ${BOX} opacity=".5" stroke="red"/>`).content[0]
  t.match(both, { kind: 'group', opacity: 0.5, children: [{ kind: 'shape' }] })
})

t.test('sheets of a drawing place its shapes and give its root a background', async (t) => {
  const paths = (text: string) => shapes(drawing(text).content).map(({ path }) => pathText(path))
  const circle = '<svg><circle cx="5" cy="6" r="2"/></svg>'
  t.same(paths('<svg><style>circle { cx: 5px; r: 2 }</style><circle cy="6" r="9"/></svg>'), paths(circle))
  const root = (style: string) => fills(`<svg viewBox="0 0 10 10"${style}<rect ${BOX}/></svg>`)
  t.equal(root(' style="background: pink">'), 'ffc0cb 000000')
  t.equal(root('><style>svg { background-color: #00f8 }</style>'), '0000ff/0.53 000000')
  t.equal(root(' style="background: none">'), '000000')
  const [backdrop] = shapes(drawing('<svg viewBox="0 0 10 20" style="background: red"/>').content)
  t.equal(
    backdrop && pathText(backdrop.path),
    'M-2000,-2000 L2010,-2000 L2010,2020 L-2000,2020 Z',
    'beyond its view box',
  )
  const inDocument = drawing('<svg style="background: red"/>', 'page')
  t.same(inDocument.content, [], 'in a document it is that of the box')
})

t.test('strokes', async (t) => {
  const [shape] = shapes(
    drawing(
      '<g stroke="red" stroke-width="2mm" style="stroke-linecap:square;stroke-linejoin:round;stroke-dasharray:1,2 3">' +
        '<path d="M0 0h5" fill="none" stroke-dashoffset="2" stroke-miterlimit="7"/></g>',
    ).content,
  )
  t.match(shape?.stroke, { cap: 'square', join: 'round', dashes: [1, 2, 3, 1, 2, 3], dashOffset: 2, miterLimit: 7 })
  t.equal(shape?.fill, undefined)
})

t.test('use and symbol', async (t) => {
  const text =
    '<defs><path id="p" d="M0 0h1v1"/><symbol id="s" viewBox="0 0 10 10"><rect width="5" height="5"/></symbol></defs>' +
    '<use href="#p" x="3" fill="red"/><use xmlns:xlink="x" xlink:href="#s" width="20" height="20"/>'
  t.equal(fills(text), 'ff0000 000000')
  t.match(drawing(text).content[0], {
    children: [
      { kind: 'group', transform: { e: 3, f: 0 } },
      { kind: 'group', clips: [{ rule: 'nonzero' }], children: [{ transform: { a: 2, d: 2 } }] },
    ],
  })
})

t.test('references in circles end, references to references are limited', async (t) => {
  t.equal(fills(`<g id="a"><use href="#a"/><rect ${BOX}/></g>`), '000000')
  t.equal(fills('<use href="#none"/>'), '')
  const doubling = Array.from(
    { length: 30 },
    (_, i) => `<g id="g${i + 1}"><use href="#g${i}"/><use href="#g${i}"/></g>`,
  )
  const bomb = `<defs><rect id="g0" ${BOX}/>${doubling.join('')}</defs><use href="#g30"/>`
  t.throws(() => drawing(bomb), { name: 'ImageError', code: 'image-too-large' })
  const chain = Array.from({ length: 5000 }, (_, i) => `<g id="g${i + 1}"><use href="#g${i}"/></g>`)
  t.throws(() => drawing(`<defs><rect id="g0" ${BOX}/>${chain.join('')}</defs><use href="#g5000"/>`), {
    code: 'image-too-large',
  })
})

t.test('gradients: units, inheritance, stops', async (t) => {
  const gradient = (definition: string, shape = '<rect x="10" y="20" width="30" height="40" fill="url(#g)"/>') =>
    shapes(drawing(`<defs>${definition}</defs>${shape}`).content)[0]?.fill
  const stops = '<stop offset="10%" stop-color="red"/><stop offset=".05" stop-color="blue" stop-opacity=".5"/>'
  t.match(gradient(`<linearGradient id="g">${stops}</linearGradient>`), {
    kind: 'gradient',
    gradient: {
      kind: 'linear',
      x1: 0,
      x2: 1,
      transform: { a: 30, d: 40, e: 10, f: 20 },
      stops: [
        { offset: 0 },
        { offset: 0.1, color: { red: 1 } },
        { offset: 0.1, color: { blue: 1, alpha: 0.5 } },
        { offset: 1 },
      ],
    },
  })
  const inherited = `<linearGradient id="base" x1="7" gradientUnits="userSpaceOnUse">${stops}</linearGradient>`
  t.match(gradient(`${inherited}<linearGradient id="g" href="#base" x2="50%" gradientTransform="scale(2)"/>`), {
    gradient: { x1: 7, x2: 50, transform: { a: 2, e: 0 } },
  })
  t.match(gradient(`<radialGradient id="g" fx="5">${stops}</radialGradient>`), {
    gradient: { kind: 'radial', cx: 0.5, cy: 0.5, r: 0.5, fr: 0, fy: 0.5 },
  })
  t.match(gradient(`<linearGradient id="g" x1=".4" x2=".6" spreadMethod="reflect">${stops}</linearGradient>`), {
    gradient: { stops: { length: 20 } },
  })
  t.match(gradient('<linearGradient id="g"><stop stop-color="red"/></linearGradient>'), { color: { red: 1 } })
  t.match(gradient(`<linearGradient id="g" x2="0">${stops}</linearGradient>`), { color: { blue: 1 } })
  t.equal(gradient('<linearGradient id="g"/>'), undefined)
  t.equal(gradient('<linearGradient id="g" href="#g"/>'), undefined)
})

t.test('gradients are repeated as far as strokes reach', async (t) => {
  const stops = (shape: string) => {
    const gradient =
      '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="20" x2="30" spreadMethod="repeat"><stop/><stop offset="1" stop-color="red"/></linearGradient>'
    const [node] = drawing(gradient + shape).content
    const painted = node?.kind === 'text' ? node.chunks[0]?.runs[0] : shapes(node ? [node] : [])[0]
    const paint = painted?.stroke?.paint ?? painted?.fill
    return paint?.kind === 'gradient' ? paint.gradient.stops.length / 2 : undefined
  }
  t.equal(stops('<rect x="20" width="20" height="9" fill="url(#g)"/>'), 2)
  const stroked = '<rect x="20" width="20" height="9" fill="none" stroke="url(#g)" stroke-width="10"'
  t.equal(stops(`${stroked} stroke-linejoin="round"/>`), 4, 'once more on each side')
  t.equal(stops(`${stroked} stroke-miterlimit="5"/>`), 8, 'corners reach further')
  t.equal(stops('<path d="M20 5H40" stroke="url(#g)" stroke-width="10"/>'), 6)
  t.equal(stops('<text fill="url(#g)">a</text>'), 10, 'over the viewport for text, whose place is not known')
})

t.test('clip paths are paths where they are one shape, masks else', async (t) => {
  const clipped = (clip: string) =>
    drawing(`<clipPath id="c">${clip}</clipPath><rect ${BOX} clip-path="url(#c)"/>`).content
  t.match(clipped('<path d="M0 0h5v5z" clip-rule="evenodd" transform="scale(2)"/>'), [
    { clips: [{ rule: 'evenodd', path: [{}, { x: 10 }, {}, {}] }], masks: [] },
  ])
  t.match(clipped(`<rect ${BOX} fill="none" stroke="red"/><circle r="5" opacity=".5"/>`), [
    { clips: [], masks: [{ kind: 'alpha' }] },
  ])
  t.same(clipped(''), [])
  const box = drawing(
    `<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height=".5"/></clipPath><g clip-path="url(#c)"><rect x="5" width="20" height="10"/></g>`,
  ).content[0]
  t.equal(box?.kind === 'group' && box.clips[0] && pathText(box.clips[0].path), 'M5,0 L25,0 L25,5 L5,5 Z')
})

t.test('text: chunks, runs, positions, white space', async (t) => {
  const text = (markup: string) => {
    const [node] = drawing(markup).content
    return node?.kind === 'text'
      ? node.chunks.map(
          ({ x, y, runs }) => `${x},${y}: ${runs.map((run) => `${run.dx},${run.dy} "${run.text}"`).join(' ')}`,
        )
      : []
  }
  t.same(text('<text x="1" y="2">\n  a  b<tspan dy="3"> c </tspan>\n</text>'), ['1,2: 0,0 "a b" 0,3 " c"'])
  t.same(text('<text x="1 2 3" y="9">abcd</text>'), ['1,9: 0,0 "a"', '2,undefined: 0,0 "b"', '3,undefined: 0,0 "cd"'])
  t.same(text('<text><tspan x="5" y="1">a</tspan><tspan x="5" dy="1em">b</tspan></text>'), [
    '5,1: 0,0 "a"',
    '5,undefined: 0,16 "b"',
  ])
  t.same(text('<text xml:space="preserve"> a  b</text>'), ['0,0: 0,0 " a  b"'])
  t.same(text('<text> </text>'), [])
})

t.test('text is painted with patterns in user space, or else with what is given instead', async (t) => {
  const painted = (attributes: string) => {
    const pattern = `<pattern id="p" width="8" height="4" ${attributes}><rect width="3" height="3"/></pattern>`
    const { content, notes } = drawing(`${pattern}<text y="9" fill="url(#p) red">a</text>`)
    const [node] = content
    return [node?.kind === 'text' && paintText(node.chunks[0]?.runs[0]?.fill), ...notes]
  }
  t.same(painted('patternUnits="userSpaceOnUse"'), ['pattern'])
  const note = 'text is not painted with patterns in units of its box'
  t.same(painted(''), ['ff0000', note])
  const ofBox = 'patternUnits="userSpaceOnUse" patternContentUnits="objectBoundingBox"'
  t.same(painted(ofBox), ['ff0000', note])
  t.same(painted(`${ofBox} viewBox="0 0 8 4"`), ['pattern'])
})

t.test('raster images in data: URIs are decoded, others are noted', async (t) => {
  const png = makePng({ colorType: 0, bitDepth: 8, width: 2, height: 1, samples: [0, 255], interlaced: false })
  const uri = `data:image/png;base64,${png.toString('base64')}`
  t.match(drawing(`<image href="${uri}" width="10" height="10"/>`).content, [
    { kind: 'picture', rect: { x: 0, y: 2.5, width: 10, height: 5 } },
  ])
  t.same(drawing('<image href="http://example.com/a.png"/>').notes, ['images outside the drawing are not loaded'])
  t.match(drawing('<image href="data:image/png;base64,AAAA"/>').notes, [/^an image in the drawing cannot be shown/])
})

t.test('what is left out is noted once', async (t) => {
  const text = `<filter id="f"><feTurbulence/></filter><rect ${BOX} filter="url(#f)"/><rect ${BOX} filter="url(#f)"/><rect ${BOX} filter="blur(1px)"/><filter id="p"/><rect ${BOX} fill="url(#p)"/>`
  t.same(drawing(text).notes, [
    'the filter primitive feTurbulence is not supported as it is used here',
    'filter is not supported as a paint',
  ])
})

t.test('filters are layers of what they filter and of its shadows', async (t) => {
  const layers = (primitives: string) => {
    const [node] = drawing(`<filter id="f">${primitives}</filter><rect ${BOX} filter="url(#f)"/>`).content
    return node?.kind === 'group'
      ? node.filters?.map((steps) => steps.filter(({ kind }) => kind !== 'region'))
      : undefined
  }
  const black = { red: 0, green: 0, blue: 0, alpha: 1 }
  const shadow = { kind: 'shadow', x: 2, y: 3, blur: 5, color: black }
  const classic = '<feGaussianBlur in="SourceAlpha" stdDeviation="5"/><feOffset dx="2" dy="3" result="o"/>'
  const merge = '<feMerge><feMergeNode in="o"/><feMergeNode in="SourceGraphic"/></feMerge>'
  t.same(layers(classic + merge), [[shadow], []])
  t.same(layers(`${classic}<feBlend in="SourceGraphic"/>`), [[shadow], []])
  const half = '<feColorMatrix values="0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 .5 0" result="o"/>'
  t.same(layers(classic + half + merge), [[{ ...shadow, color: { red: 1, green: 0, blue: 0, alpha: 0.5 } }], []])
  t.same(layers('<feDropShadow stdDeviation="5" dy="3" style="flood-opacity:.5"/>'), [
    [{ kind: 'drop-shadow', x: 2, y: 3, blur: 5, color: { ...black, alpha: 0.5 } }],
  ])
  t.same(layers('<feFlood flood-color="#00f"/><feComposite in2="SourceAlpha" operator="in"/>'), [
    [{ kind: 'shadow', x: 0, y: 0, blur: 0, color: { ...black, blue: 1 } }],
  ])
  for (const wrong of [
    'type="saturate"',
    'type="saturate" values="0w"',
    'type="hueRotate" values="1 2"',
    'values="1 0"',
  ])
    t.same(layers(`<feColorMatrix ${wrong}/><feOffset dx="1"/>`), layers('<feOffset dx="1"/>'), wrong)
  t.same(layers('<feColorMatrix type="saturate" values="0"/><feOffset dx="1"/>'), [
    [
      { kind: 'color', name: 'saturate', amount: 0, linear: true },
      { kind: 'offset', x: 1, y: 0 },
    ],
  ])
  const swap = 'values="0 1 0 0 .1 0 0 1 0 0 1 0 0 0 0 0 0 0 .5 0"'
  const rows = [
    [0, 1, 0, 0.1],
    [0, 0, 1, 0],
    [1, 0, 0, 0],
  ]
  const halved = { kind: 'opacity', amount: 0.5 }
  t.same(layers(`<feColorMatrix ${swap}/>`), [[{ kind: 'color', name: 'matrix', rows, linear: true }, halved]])
  for (const space of ['color-interpolation-filters="sRGB"', 'style="color-interpolation-filters: srgb"']) {
    const expected = [[{ kind: 'color', name: 'matrix', rows, linear: false }, halved]]
    t.same(layers(`<feColorMatrix ${swap} ${space}/>`), expected, space)
  }
  const byAlpha = 'values="0 1 0 1 0 0 0 1 0 0 1 0 0 0 0 0 0 0 1 0"'
  t.equal(layers(`<feColorMatrix ${byAlpha}/>`), undefined, 'colours that depend on alpha')
  const doubling = '<feMerge result="o"><feMergeNode in="o"/><feMergeNode in="o"/></feMerge>'
  t.equal(layers(`<feOffset result="o"/>${doubling.repeat(40)}`), undefined, 'no more layers than pictures need')
  t.same(layers('<feFlood/>'), [[{ kind: 'flood', color: black }]])
})

t.test('each layer of a filter ends with its region', async (t) => {
  const layers = (region: string, filtered = '<rect x="100" y="20" width="50" height="10" filter="url(#f)"/>') => {
    const [node] = drawing(`<filter id="f" ${region}><feDropShadow/><feOffset dx="1"/></filter>${filtered}`).content
    return node?.kind === 'group' ? node.filters?.map((steps) => steps.at(-1)) : undefined
  }
  const rect = (x: number, y: number, width: number, height: number) => [
    { kind: 'region', rect: { x, y, width, height } },
  ]
  t.same(layers(''), rect(95, 19, 60, 12), 'a tenth more on each side')
  t.same(layers('x="0" y="50%" width="2" height=".5"'), rect(100, 25, 100, 5))
  t.same(layers('filterUnits="userSpaceOnUse" x="0" y="1" width="2" height="3"'), rect(0, 1, 2, 3))
  const text = '<g filter="url(#f)"><text>a</text></g>'
  t.same(layers('', text), [{ kind: 'offset', x: 1, y: 0 }], 'text is not cut off by the guess of its size')
})

t.test('a flood fills the region of its filter, behind what is drawn or in its place', async (t) => {
  const steps = (primitives: string) => {
    const content = drawing(
      `<filter id="f" x="0" y="0" width="1" height="1">${primitives}</filter><rect ${BOX} fill="red" filter="url(#f)"/>`,
    ).content
    const [node] = content
    return node?.kind === 'group' ? node.filters?.map((layer) => layer.map(({ kind }) => kind).join('+')) : undefined
  }
  t.same(steps('<feFlood/>'), ['flood+region'])
  t.same(steps('<feFlood/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>'), [
    'flood+region',
    'region',
  ])
  t.same(steps('<feFlood/><feComposite in="SourceGraphic"/>'), ['flood+region', 'region'], 'over what was last')
  t.same(steps('<feFlood result="a"/><feBlend in="SourceGraphic" in2="a"/>'), ['flood+region', 'region'])
  t.same(
    steps('<feFlood flood-opacity="0" result="a"/><feBlend in="SourceGraphic" in2="a"/>'),
    ['region'],
    'a transparent one is nothing',
  )
  t.same(steps('<feFlood flood-opacity="0"/>'), [], 'and hides all in its place')
  const figma = `<feFlood flood-opacity="0" result="b"/><feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hard"/>
    <feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hard" operator="out"/>
    <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 .25 0"/><feBlend in2="b" result="s"/><feBlend in="SourceGraphic" in2="s"/>`
  t.same(steps(figma), ['shadow+region', 'region'], 'a shadow cut off by the shape that casts it')
})

t.test('a view box with a side of zero disables what it stands at', async (t) => {
  t.same(drawing(`<svg width="8" viewBox="0 0 8 0"><rect ${BOX}/></svg>`).content, [])
  t.equal(fills(`<g/><svg viewBox="0 0 0 8"><rect ${BOX}/></svg><rect ${BOX} fill="lime"/>`), '00ff00')
  t.equal(fills(`<symbol id="a" viewBox="0 0 0 0"><rect ${BOX}/></symbol><use href="#a"/>`), '')
  t.equal(fills(`<g/><svg viewBox="0 0 -1 8"><rect ${BOX}/></svg>`), '000000', 'one that is wrong counts as absent')
})

t.test('radial gradients are repeated inside their focal circle', async (t) => {
  const gradient = (spread: string) => {
    const stops = '<stop offset=".5" stop-color="blue"/><stop offset=".5" stop-color="red"/>'
    const server = `<radialGradient id="g" r=".5" fr=".25" spreadMethod="${spread}">${stops}</radialGradient>`
    const [shape] = shapes(drawing(`${server}<rect width="128" height="128" fill="url(#g)"/>`).content)
    const paint = shape?.fill
    if (paint?.kind !== 'gradient' || paint.gradient.kind !== 'radial') throw new Error('no gradient')
    const { fr, r, stops: all } = paint.gradient
    return all.map(
      ({ offset, color }) => `${color.blue > 0.5 ? 'blue' : 'red'} ${Math.round(128 * (fr + (r - fr) * offset))}`,
    )
  }
  t.same(gradient('repeat').slice(0, 6), ['blue 0', 'blue 16', 'red 16', 'red 32', 'blue 32', 'blue 48'])
  t.same(gradient('reflect').slice(0, 6), ['red 0', 'red 16', 'blue 16', 'blue 32', 'blue 32', 'blue 48'])
  t.same(gradient('pad').slice(0, 2), ['blue 32', 'blue 48'])
})

t.test('equal drawings have equal keys', async (t) => {
  t.equal(drawing(`<rect ${BOX}/>`).key, drawing(`<rect ${BOX}></rect><!-- -->`).key)
  t.not(drawing(`<rect ${BOX}/>`).key, drawing(`<rect ${BOX} fill="red"/>`).key)
})

t.test('damaged files are errors or other drawings', async (t) => {
  const file = Buffer.from(
    `<svg viewBox="0 0 9 9"><style>.a{fill:red}</style><linearGradient id="g"><stop/><stop offset="1"/></linearGradient>
    <g transform="scale(2)" clip-path="url(#c)"><path class="a" d="M0 0a5 5 0 1 0 1 1z"/></g><text x="1 2">ab</text></svg>`,
  )
  for (const bytes of damage(file, 500)) {
    try {
      drawing(Buffer.from(bytes).toString('utf8'))
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
    }
  }
  t.pass('nothing else is thrown')
})

t.test('a file with a size in one direction alone is stretched in that one', async (t) => {
  const { viewBox, fit, inFrame } = drawing('<svg height="50"><rect width="50%" height="50"/></svg>')
  t.same([viewBox, fit], [{ x: 0, y: 0, width: 300, height: 50 }, { kind: 'stretch' }])
  const framed = inFrame?.({ width: 60, height: 200 })
  t.same([framed?.viewBox, framed?.fit], [{ x: 0, y: 0, width: 60, height: 50 }, { kind: 'stretch' }])
  t.same(framed && shapes(framed.content).map(({ path }) => pathText(path)), ['M0,0 L30,0 L30,50 L0,50 Z'])
  t.same(drawing('<svg height="50"><rect width="9" height="9"/></svg>', 'page').fit, { kind: 'unscaled' })
})

t.test('a transform attribute with units or other functions of CSS is reported and does not count', async (t) => {
  const { content, notes } = drawing('<rect width="9" height="9" transform="rotate(10deg)"/>')
  t.same(
    shapes(content).map(({ path }) => pathText(path)),
    ['M0,0 L9,0 L9,9 L0,9 Z'],
  )
  t.same(notes, ['the transform attribute of <rect> is not understood: its functions take plain numbers'])
})

import { readFileSync } from 'node:fs'
import t from 'tap'
import { compileTemplate } from '../../engine/compile.js'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { createFontLibrary, renderDocument } from '../../engine/index.js'
import { makePng } from '../engine/images/make-png.js'

const fonts = createFontLibrary()

/** The painting of a body of drawings: colours, strokes, texts and images, without their places. */
function painted(
  body: string,
  css = '',
  data: object = {},
  assets: ReadonlyMap<string, Uint8Array> = new Map(),
): string[] {
  const html = `<!doctype html><style>body { margin: 0 } ${css}</style><body>${body}`
  const calls = dumpDocument(compileTemplate({ html, assets }, { fonts }), data, 'paint').split('\n')
  return calls
    .map((call) => call.trim())
    .filter((call) => /^(?:fill|stroke|text|image|transform|clip|group|begin)/.test(call))
}

/** The same without transforms. */
function inks(body: string, css = '', data: object = {}): string[] {
  return painted(body, css, data).filter((call) => !call.startsWith('transform'))
}

const svg = (content: string, attributes = '') => `<svg width="100" height="100" ${attributes}>${content}</svg>`
const RECT = 'M0,0 L10,0 L10,10 L0,10 Z'
const BOX = '<rect width="10" height="10"'

t.test('rules of the page style the elements of a drawing', async (t) => {
  const css =
    '.r { fill: red; stroke: #00f; stroke-width: 3; stroke-dasharray: 1 2 } section > svg rect:nth-child(2) { fill: lime }'
  t.same(inks(`<section>${svg(`<g class="r">${BOX}/>${BOX}/></g>`)}</section>`, css), [
    `fill #ff0000 ${RECT}`,
    `stroke #0000ff 3px dashes 1,2 from 0 butt miter ${RECT}`,
    `fill #00ff00 ${RECT}`,
    `stroke #0000ff 3px dashes 1,2 from 0 butt miter ${RECT}`,
  ])
})

t.test(
  'character references in the style of a drawing are the characters, those in the style of a page are not',
  async (t) => {
    const nested = svg(`<style>g&gt;rect{fill:lime}\n#a &#62; rect{stroke:red}</style><g id="a">${BOX}/></g>`)
    t.same(inks(nested), [`fill #00ff00 ${RECT}`, `stroke #ff0000 1px butt miter ${RECT}`])
    t.same(inks(svg(`<g>${BOX}/></g>`), 'g&gt;rect { fill: lime }'), [`fill #000000 ${RECT}`])
  },
)

t.test('shapes of CSS clip elements of a drawing, within their own boxes', async (t) => {
  const clip = (element: string, css = '', attributes = '') =>
    painted(svg(element, attributes), css).find((call) => call.startsWith('clip M') && !call.includes('100,100'))
  const rect = (more: string) => `<rect x="10" y="20" width="40" height="20" ${more}/>`
  t.equal(clip(rect('class="c"'), '.c { clip-path: inset(5px) }'), 'clip M15,25 L45,25 L45,35 L15,35 Z')
  t.equal(clip(rect('clip-path="polygon(0 0, 100% 0, 0 100%)"')), 'clip M10,20 L50,20 L10,40 Z', 'as an attribute')
  t.match(clip(rect('style="clip-path: circle(50%)"')), /^clip M30,14.* /, 'the middle and diagonal of its box')
  const stroked = rect('stroke="red" stroke-width="4" class="c"')
  t.equal(clip(stroked, '.c { clip-path: inset(0) fill-box }'), 'clip M10,20 L50,20 L50,40 L10,40 Z')
  t.equal(clip(stroked, '.c { clip-path: inset(0) }'), 'clip M8,18 L52,18 L52,42 L8,42 Z', 'with its stroke')
  t.equal(clip(stroked, '.c { clip-path: content-box }'), 'clip M10,20 L50,20 L50,40 L10,40 Z')
  t.equal(clip(rect('class="c"'), '.c { clip-path: inset(10%) view-box }'), 'clip M10,10 L90,10 L90,90 L10,90 Z')
  const group = `<g class="c">${rect('')}<rect x="60" y="0" width="10" height="10"/></g>`
  t.equal(clip(group, '.c { clip-path: inset(0) }'), 'clip M10,0 L70,0 L70,40 L10,40 Z', 'around all of a group')
})

t.test('paint-order says which of fill, stroke and markers lie on top', async (t) => {
  const marker = '<marker id="m" markerWidth="4" markerHeight="4"><rect width="1" height="1" fill="lime"/></marker>'
  const kinds = (style: string) =>
    inks(svg(`${marker}<path d="M0 0H9V9z" stroke="red" style="marker-start:url(#m);${style}"/>`))
      .filter((call) => !call.startsWith('clip'))
      .map((call) => (call.startsWith('stroke') ? 'stroke' : call.startsWith('fill #00ff00') ? 'marker' : 'fill'))
      .join(' ')
  t.equal(kinds(''), 'fill stroke marker')
  t.equal(kinds('paint-order: normal'), 'fill stroke marker')
  t.equal(kinds('paint-order: stroke'), 'stroke fill marker')
  t.equal(kinds('paint-order: markers stroke'), 'marker stroke fill')
  const label = '<text stroke="red" fill="blue">x</text>'
  const letters = (css: string) => inks(svg(label), css).map((call) => /outline|#0000ff/.exec(call)?.[0])
  t.same(letters(''), ['#0000ff', 'outline'])
  t.same(letters('svg { paint-order: stroke }'), ['outline', '#0000ff'], 'inherited, and of text')
  t.same(inks(svg('<path d="M0 0H9" stroke="red" paint-order="stroke"/>')).length, 1, 'a line without an area')
})

t.test('markers are cut off at their edges unless they show what overflows', async (t) => {
  const clips = (more: string) =>
    painted(
      svg(
        `<marker id="m" markerWidth="4" markerHeight="4" ${more}><rect width="9" height="9"/></marker><path d="M9 9h9" marker-start="url(#m)"/>`,
      ),
    ).filter((call) => call.startsWith('clip M0,0 L4,0'))
  t.equal(clips('').length, 1)
  t.equal(clips('overflow="visible"').length, 0)
})

t.test('a drawing is zoomed as a whole', async (t) => {
  const content = `${BOX}/><path d="M20 0h20v10z"/>`
  const drawn = painted(`<svg width="40" height="20" style="zoom:2">${content}</svg>`, '@page { margin: 0 }')
  t.same(drawn.filter((call) => !call.startsWith('clip')).slice(0, 2), [
    'transform 2 0 0 2 0 0',
    'transform 1 0 0 1 0 0',
  ])
  t.same(
    drawn.filter((call) => call.startsWith('fill')),
    [`fill #000000 ${RECT}`, 'fill #000000 M20,0 L40,0 L40,10 Z'],
  )
})

t.test('a stroke that is not scaled is drawn in the coordinates of the frame', async (t) => {
  const line = (more: string) =>
    painted(
      `<svg width="200" height="50" viewBox="0 0 100 100" preserveAspectRatio="none"><g transform="translate(10 0)">
        <path d="M0 0V100" stroke="red" stroke-width="3" stroke-dasharray="5 1" ${more}/></g></svg>`,
    ).slice(-2)
  t.match(line('')[1], 'stroke #ff0000 3px dashes 5,1 from 0 butt miter M0,0 L0,100')
  const [back, stroke] = line('vector-effect="non-scaling-stroke"')
  t.equal(back, 'transform 0.5 0 0 2 -10 0')
  t.equal(stroke, 'stroke #ff0000 3px dashes 5,1 from 0 butt miter M20,0 L20,50')
})

t.test('one drawing with such strokes is shown in frames of two sizes', async (t) => {
  const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><style>path { vector-effect: non-scaling-stroke }</style>
    <path d="M0 5H10" stroke="red"/></svg>`
  const image = (width: number) => `<img src="line.svg" alt="" style="display:block;width:${width}px">`
  const lines = painted(image(10) + image(40), '', {}, new Map([['line.svg', Buffer.from(source)]]))
  t.same(
    lines.filter((call) => call.startsWith('stroke')).map((call) => call.split(' ').slice(2)),
    [10, 40].map((width) => ['1px', 'butt', 'miter', `M0,${width / 2}`, `L${width},${width / 2}`]),
  )
})

t.test('a shape that clips an svg element clips its box, once', async (t) => {
  const css = '@page { margin: 0 } svg { display: block; padding: 20px; clip-path: inset(10px) content-box }'
  const clips = painted(svg(`<rect width="50" height="50"/>`), css).filter((call) => call.startsWith('clip'))
  t.same(clips.slice(0, 1), ['clip [30,30 80×80]'])
  t.notMatch(clips.join(), /M/)
})

t.test('names of elements are matched in any case', async (t) => {
  const content = `<linearGradient id="g"><stop/></linearGradient>${BOX} fill="url(#g)"/>`
  t.same(inks(svg(content), 'linearGradient stop { stop-color: red }'), [`fill #ff0000 ${RECT}`])
  t.same(inks(svg(content), 'lineargradient > stop { stop-color: red }'), [`fill #ff0000 ${RECT}`])
})

t.test('attributes are hints that every rule overrides, and inheritance does not', async (t) => {
  t.same(inks(svg(`${BOX} fill="red"/>`), '* { fill: blue }'), [`fill #0000ff ${RECT}`])
  t.same(inks(svg(`<g fill="red">${BOX} fill="lime"/></g>`), 'g { fill: blue }'), [`fill #00ff00 ${RECT}`])
  t.same(inks(svg(`${BOX} fill="red" style="fill: lime"/>`), 'rect { fill: blue }'), [`fill #00ff00 ${RECT}`])
  t.same(inks(svg(`${BOX} fill="red; stroke: blue"/>`)), [`fill #000000 ${RECT}`], 'an attribute is one value')
})

t.test('display, custom properties and currentColor reach into a drawing', async (t) => {
  t.same(inks(svg(`${BOX} class="no"/>`), '.no { display: none }'), [])
  t.same(inks(svg(`${BOX}/>`), ':root { --brand: #06c } rect { fill: var(--brand) }'), [`fill #0066cc ${RECT}`])
  t.same(inks(svg(`${BOX} fill="var(--brand)"/>`), ':root { --brand: #06c }'), [`fill #0066cc ${RECT}`])
  t.same(inks(svg(`${BOX}/>`, 'class="icon" fill="currentColor"'), '.icon { color: green }'), [`fill #008000 ${RECT}`])
  t.same(inks(`<p>${svg(`${BOX}/>`)}</p>`, 'p { fill: green }'), [`fill #008000 ${RECT}`], 'from around it')
})

t.test('fonts and anchors of text come from the page', async (t) => {
  const css = 'text { font: bold 20px Arial; text-anchor: end; fill: red }'
  const [text = ''] = inks(svg('<text x="50" y="50">End</text>'), css)
  t.match(text, /20px/)
  t.match(text, /#ff0000/)
  t.match(text, /End/)
  const x = (call = '') => Number(/(-?[\d.]+),50\b/.exec(call)?.[1])
  t.ok(x(text) < 20, `the end is at 50: ${text}`)
})

t.test('letters and blanks of text follow the page', async (t) => {
  const text = (css: string) => inks(svg('<text y="10">a <tspan>b</tspan></text>'), `text { font-size: 10px; ${css} }`)
  t.match(text('text-transform: uppercase').join(), /"A ".*"B"/)
  const start = (css: string) => Math.round(100 * Number(/at ([\d.]+),10 "b"/.exec(text(css).join())?.[1]))
  t.equal(start('word-spacing: 10px'), start('') + 1000)
  t.equal(start('word-spacing: 1em; letter-spacing: 2px'), start('letter-spacing: 2px') + 1000)
  const hebrew = svg('<text x="90" y="10" style="direction: rtl; word-spacing: 20px">אב גד</text>')
  const plain = svg('<text x="90" y="10" style="direction: rtl">אב גד</text>')
  const places = (body: string) => inks(body).map((call) => Number(/at ([\d.-]+),/.exec(call)?.[1]))
  t.equal(Math.min(...places(hebrew)), Math.min(...places(plain)) - 20, 'from right to left')
})

t.test('blend modes mix elements of a drawing with each other, and with nothing outside of it', async (t) => {
  t.same(inks(svg(`${BOX} fill="red"/>${BOX} fill="blue" class="m"/>`), '.m { mix-blend-mode: multiply }'), [
    'group 1 in [0,0 100×100]',
    `fill #ff0000 ${RECT}`,
    'group 1 multiply in [0,0 100×100]',
    `fill #0000ff ${RECT}`,
  ])
  t.notMatch(inks(svg(`${BOX}/>`)).join(), /group/, 'nothing is a group without')
})

t.test('a switch chooses the first child whose conditions hold, whether it shows anything or not', async (t) => {
  const chosen = (children: string, attributes = '') => inks(svg(`<switch>${children}</switch>`, attributes))
  const [no, yes] = [`${BOX} fill="red"/>`, `${BOX} fill="lime"/>`]
  const lime = [`fill #00ff00 ${RECT}`]
  t.same(chosen(`<g requiredExtensions="x">${no}</g>${yes}${no}`), lime)
  t.same(chosen(`<g requiredFeatures="x"></g>${no}`), [], 'an empty group is chosen')
  t.same(chosen(`<g style="display: none">${no}</g>${no}`), [])
  const languages = `<g systemLanguage="fr, de">${no}</g><g systemLanguage="en-GB,en">${yes}</g><g>${no}</g>`
  t.same(chosen(languages, 'lang="en-US"'), lime)
  t.same(chosen(languages, 'lang="it"'), [`fill #ff0000 ${RECT}`], 'the default')
  t.same(inks(svg(`<g requiredExtensions="x">${no}</g>${yes}`)), lime, 'conditions hold outside of switches too')
})

t.test(
  'the value of an attribute is read by itself, however deep its functions and whatever is left open',
  async (t) => {
    const fill = (value: string) => inks(svg(`${BOX} fill="${value}"/>`))
    const nested = 'color(from color(from color(from lime srgb r g b) srgb r g b) srgb r g b)'
    t.same(fill(nested), [`fill #00ff00 ${RECT}`], 'relative colours of relative colours')
    t.same(fill('rgb(calc(min(255, (2 * (60 + 60)))) 0 0)'), [`fill #f00000 ${RECT}`], 'sums in functions')
    t.same(fill('rgb(255 0 0'), [`fill #ff0000 ${RECT}`], 'the end closes a function')
    t.same(fill("url('#none)"), [], 'the end closes a string: no such paint, so none')
    t.same(fill("url(#none')"), [`fill #000000 ${RECT}`], 'an address that is none: the attribute is left out')
    t.same(fill('red !important'), [`fill #000000 ${RECT}`])
    t.same(fill('var(--none, lime)'), [`fill #00ff00 ${RECT}`])
    const label = '<text y="20" font-size="12" letter-spacing="calc(1px + 2px)" word-spacing="2">a b</text>'
    t.match(inks(svg(label)).join(), /12px/, 'numbers are lengths where lengths are meant')
  },
)

t.test('filter functions may stand in an attribute', async (t) => {
  t.same(inks(svg(`${BOX} fill="white" filter="invert(1)"/>`)), [`fill #000000 ${RECT}`])
  t.same(inks(svg(`${BOX} fill="white" filter="invert(1)"/>`), 'rect { filter: none }'), [`fill #ffffff ${RECT}`])
})

t.test('colour matrices compute in linear light unless they say otherwise', async (t) => {
  const fill = (attributes: string) =>
    inks(svg(`<filter id="f"><feColorMatrix ${attributes}/></filter>${BOX} fill="red" filter="url(#f)"/>`))
      .find((call) => call.startsWith('fill'))
      ?.slice(0, 12)
  t.equal(fill('type="saturate" values="0"'), 'fill #7f7f7f')
  t.equal(fill('type="saturate" values="0" color-interpolation-filters="sRGB"'), 'fill #363636')
})

t.test('an image without proportions takes the size that it is given', async (t) => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="60"><rect width="40" height="20" fill="green"/></svg>'
  const assets = new Map([['a.svg', Buffer.from(drawing)]])
  const body = svg('<image href="a.svg" width="60" height="30"/>')
  t.match(painted(body, '', {}, assets).join(), /fill #008000 M0,0 L40,0 L40,20 L0,20 Z/)
  t.notMatch(painted(body, '', {}, assets).join(), /transform 0/)
})

t.test('a transform may be a property, about an origin of the drawing or of the shape', async (t) => {
  const turned = (rest: string, css = '') =>
    painted(svg(`${BOX} x="20" y="20" ${rest}/>`), css)
      .filter((call) => call.startsWith('transform'))
      .at(-1)
  t.equal(turned('style="transform: translateX(2px)"'), 'transform 1 0 0 1 2 0')
  for (const wrong of ['translateX(2px)', 'rotate(90deg)'])
    t.equal(turned(`transform="${wrong}"`), 'transform 1 0 0 1 0 0', `an attribute has no ${wrong}`)
  t.equal(turned('transform="rotate(90)"', 'rect { transform-origin: 50% 50% }'), 'transform 0 1 -1 0 100 0')
  t.equal(turned('', 'rect { transform: rotate(90deg); transform-origin: 10px 0 }'), 'transform 0 1 -1 0 10 -10')
  const center = 'rect { transform: rotate(90deg); transform-box: fill-box; transform-origin: center }'
  t.equal(turned('', center), 'transform 0 1 -1 0 50 0')
})

t.test('the transform attribute is the weakest of the rules of authors', async (t) => {
  const turned = (rest: string, css = '') =>
    painted(svg(`${BOX} transform="translate(5)" ${rest}/>`), css)
      .filter((call) => call.startsWith('transform'))
      .at(-1)
  const [without, moved] = [
    painted(svg(`${BOX}/>`)).find((call) => call.startsWith('transform')),
    'transform 1 0 0 1 5 0',
  ]
  t.equal(turned(''), moved)
  t.equal(turned('style="transform: none"'), without)
  t.equal(turned('', 'rect { transform: none }'), without)
  t.equal(turned('', 'rect { transform: revert }'), without)
  t.equal(turned('', 'rect { transform: translate(7px) }'), 'transform 1 0 0 1 7 0')
  t.equal(turned('', 'rect { transform: wrong; fill: red }'), moved)
  t.equal(turned('', 'rect { rotate: 90deg }'), 'transform 0 1 -1 0 0 5', 'after properties of their own')
})

t.test('a drawing turns about its centre, by attribute and by rule', async (t) => {
  const [attribute] = painted(svg(`${BOX}/>`, 'transform="rotate(-90)"'))
  const [rule] = painted(svg(`${BOX}/>`, 'class="up"'), '.up { transform: rotate(-90deg) }')
  t.equal(attribute, 'transform 0 -1 1 0 0 176.78', 'margins of 38.4, cut off to the grid, and half of 100')
  t.equal(rule, attribute)
})

t.test('the style sheet in a drawing is one of the document', async (t) => {
  t.same(inks(svg(`<style>.a { fill: red }</style>${BOX} class="a"/>`) + svg(`${BOX} class="a"/>`)), [
    `fill #ff0000 ${RECT}`,
    `fill #ff0000 ${RECT}`,
  ])
})

t.test('one drawing in two surroundings is styled by each', async (t) => {
  const html = `{{#each items}}<p class="{{this}}">${svg(`<g>${BOX}/></g>`)}</p>{{/each}}`
  t.same(inks(html, '.warn rect { fill: red }', { items: ['ok', 'warn', 'ok'] }), [
    `fill #000000 ${RECT}`,
    `fill #ff0000 ${RECT}`,
    `fill #000000 ${RECT}`,
  ])
})

t.test('sprites: a use shows elements of another drawing, which inherit from the use', async (t) => {
  const sprites = `<svg style="display: none"><symbol id="s">${BOX}/></symbol><g id="g">${BOX} class="c"/></g></svg>`
  const css = '.c { stroke: black }'
  t.same(
    inks(
      `${sprites}${svg('<use href="#s"/>', 'fill="red"')}${svg('<use xlink:href="#g"/>', 'style="fill: lime"')}`,
      css,
    ),
    [
      ...painted(svg(`<symbol id="s">${BOX}/></symbol><use href="#s"/>`, 'fill="red"')).filter(
        (call) => !call.startsWith('transform'),
      ),
      `fill #00ff00 ${RECT}`,
      `stroke #000000 1px butt miter ${RECT}`,
    ],
  )
  t.same(inks(svg('<use href="#me"/>', 'id="me"')), [], 'nothing shows itself')
})

t.test('images of the template are shown in drawings', async (t) => {
  const png = makePng({ width: 2, height: 2, bitDepth: 8, colorType: 0, interlaced: false, samples: [0, 1, 2, 3] })
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="red" d="M0 0h1v1"/></svg>',
  )
  const assets = new Map([
    ['x.png', png],
    ['y.svg', drawing],
  ])
  const calls = painted(
    svg('<image href="x.png" width="40" height="20"/><image href="y.svg" x="50" width="40" height="40"/>'),
    '',
    {},
    assets,
  )
  t.match(
    calls.filter((call) => /^(?:image|fill)/.test(call)),
    [/image .*10,0 20×20/, 'fill #ff0000 M0,0 L1,0 L1,1'],
  )
})

t.test('a reference that leads nowhere is no paint, or its fallback', async (t) => {
  for (const value of ['url(!)', 'url(#)', 'url(#none)']) {
    t.same(inks(svg(`${BOX} fill="${value}"/>`)), [], value)
    t.same(inks(svg(`${BOX} fill="${value} lime"/>`)), [`fill #00ff00 ${RECT}`], `${value} lime`)
  }
})

t.test('what is cut out is an area, whatever its fill', async (t) => {
  const clip = `<clipPath id="c">${BOX}/></clipPath><g clip-path="url(#c)">${BOX} fill="red"/></g>`
  t.match(inks(svg(clip, 'fill="none"')), [/^clip .*M0,0 L10,0/, `fill #ff0000 ${RECT}`])
})

t.test('the styles of drawings are computed once for all that look the same', async (t) => {
  const bars = '{{#each bars}}<rect class="bar" transform="translate({{this}})" width="5" height="5"/>{{/each}}'
  const template = compileTemplate({ html: `<style>.bar { fill: red }</style>${svg(bars)}` }, { fonts })
  const count = (length: number) =>
    renderDocument(template, { bars: Array.from({ length }, (_, i) => i) }).stats.stylesComputed
  count(2)
  t.equal(count(500), 0)
})

t.test('a clip path or mask that does not exist is reported on a box, and drawings may have them', async (t) => {
  const codesOf = (html: string) =>
    renderDocument(compileTemplate({ html }, { fonts }), {}).diagnostics.map(
      ({ code, span }) => `${span?.column} ${code}`,
    )
  t.same(codesOf('<p style="clip-path: url(#c)">x</p>'), ['1 missing-target'])
  t.same(codesOf('x<p style="mask: url(#m)">x</p>'), ['2 missing-target'])
  t.same(
    codesOf(`<style>.c { clip-path: url(#c) }</style>${svg(`<clipPath id="c">${BOX}/></clipPath><g class="c"/>`)}`),
    [],
  )
})

t.test('masks of an element of a drawing that do not count are reported', async (t) => {
  const messages = (masks: string) =>
    renderDocument(
      compileTemplate(
        {
          html: svg(
            `<mask id="a"><rect width="9" height="9" fill="white"/></mask><g style="mask-image: ${masks}">${BOX}/></g>`,
          ),
        },
        { fonts },
      ),
      {},
    ).diagnostics.map(({ message }) => message)
  const message = 'of several masks of an element the first counts, and none that is an image'
  t.same(messages('url(#a)'), [])
  t.same(messages('url(#a), linear-gradient(black, transparent)'), [message])
  t.same(messages('linear-gradient(black, transparent)'), [message])
})

t.test('rules place and size shapes, over their attributes', async (t) => {
  t.same(inks(svg(`${BOX} fill="red"/>`), 'rect { x: 5px; y: 10%; width: 20px; height: 1em }'), [
    'fill #ff0000 M5,10 L25,10 L25,26 L5,26 Z',
  ])
  const circle = (attributes: string) => inks(svg(`<circle ${attributes}/>`), 'circle { fill: lime }')
  t.same(circle('style="cx: 10px; cy: 20; r: calc(2px + 3px)"'), circle('cx="10" cy="20" r="5"'))
  t.same(inks(svg(`${BOX} style="rx: 3px"/>`)), inks(svg(`${BOX} rx="3"/>`)))
  t.same(inks(svg(`<ellipse style="--r: 5px; rx: var(--r)"/>`)), inks(svg('<ellipse rx="5"/>')))
  const area = '<clipPath id="c"><circle/></clipPath>'
  t.match(inks(svg(`${area}${BOX} clip-path="url(#c)"/>`), 'clipPath circle { r: 5px }').join(), /clip .*M5,0 /)
})

t.test('a drawing in a file has the fonts of its own rules, which serve nothing else', async (t) => {
  const mono = readFileSync('fonts/liberation/LiberationMono-Bold.ttf').toString('base64')
  // The end of the text is known, so its beginning says how wide the letters are.
  const drawing = (rule: string, family = 'Own') =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><style>@font-face { ${rule} }
    text { font: 20px ${family}; text-anchor: end }</style><text x="100" y="20">Text</text></svg>`
  const assets = new Map([
    ['own.svg', Buffer.from(drawing(`font-family: Own; src: url(data:font/ttf;base64,${mono})`))],
    ['none.svg', Buffer.from(drawing('font-family: Own; src: url(own.woff2)'))],
    ['damaged.svg', Buffer.from(drawing('font-family: Own; src: url(data:font/ttf;base64,AAAA)'))],
    ['other.svg', Buffer.from(drawing(`font-family: Other; src: url(data:font/ttf;base64,${mono})`))],
  ])
  const template = (body: string) => compileTemplate({ html: body, assets }, { fonts })
  const starts = (body: string) =>
    dumpDocument(template(body), {}, 'paint')
      .match(/at [\d.]+,20 "Text"/g)
      ?.map((call) => Number.parseFloat(call.slice(3)))
  const wide = Math.round((100 - (4 * 20 * 1229) / 2048) * 100) / 100
  const [serif = 0] = starts('<img src="other.svg">') ?? []
  t.ok(serif > wide + 5)
  t.same(starts('<img src="own.svg">'), [wide])
  t.same(starts('<img src="own.svg"><img src="other.svg">'), [wide, serif])
  t.same(starts('<div style="width: 200px; height: 50px; background: url(own.svg)"></div>'), [wide])
  for (const [file, code, message] of [
    ['none.svg', 'missing-asset', 'no font of "Own" is among the assets of the template: own.woff2'],
    ['damaged.svg', 'invalid-font', 'the font of "Own" cannot be used: Own is too short for a font file'],
  ] as const) {
    const image = `<p>\n<img src="${file}">`
    t.same(starts(image), [serif])
    t.match(template(image).diagnostics[0], { code, message, span: { file, line: 1, column: 72 } })
  }
})

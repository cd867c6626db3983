import t from 'tap'
import type { Rect } from '../../../engine/base/geometry.js'
import { RecordingTarget } from '../../../engine/dump/recording-target.js'
import { paintVector } from '../../../engine/paint/paint-vector.js'
import { drawing as decode } from '../images/svg.js'
import { at, block, fonts, page, replaced, style } from './fragments.js'
import { paintCalls } from './paint-calls.js'

/** The calls within the form of a drawing. */
function calls(text: string, rect: Rect = { x: 0, y: 0, width: 100, height: 100 }): readonly string[] {
  const image = decode(text.startsWith('<svg') ? text : `<svg width="100" height="100">${text}</svg>`)
  const target = new RecordingTarget()
  paintVector(target, image, rect, fonts)
  return target.calls.slice(3, -2).map((call) => call.slice(4))
}

t.test('a drawing is a form, fitted into the content box', async (t) => {
  const image = decode('<svg viewBox="0 0 10 10"><path d="M0 0L10 0L10 10z" fill="red"/></svg>')
  const box = replaced(40, 20, image)
  t.same(paintCalls(page(block(100, 50, {}, at(5, 6, box)))), [
    'save',
    '  transform 2 0 0 2 25 16',
    '  form in [-5,0 20×10]',
    '    fill #ff0000 M0,0 L10,0 L10,10 Z',
    '  end form',
    'restore',
  ])
})

t.test('object-fit measures drawings without a size by their proportion', async (t) => {
  const image = decode('<svg viewBox="0 0 20 10"><path d="M0 0h1v1"/></svg>')
  const box = replaced(40, 40, image, { style: style({ objectFit: 'cover' }) })
  t.match(paintCalls(page(block(100, 50, {}, at(0, 0, box)))), [
    'save',
    /^ {2}clip/,
    '  save',
    '    transform 4 0 0 4 -10 10',
  ])
})

t.test('shapes: fill, then stroke, with all of the pen', async (t) => {
  t.same(
    calls(
      '<path d="M1 1h8v8" fill-rule="evenodd" stroke="blue" stroke-width="3" stroke-dasharray="4" stroke-linejoin="bevel"/>',
    ),
    ['fill #000000 M1,1 L9,1 L9,9 evenodd', 'stroke #0000ff 3px dashes 4,4 from 0 butt bevel M1,1 L9,1 L9,9'],
  )
})

t.test('lines are not filled, for readers would show hairlines between their dashes', async (t) => {
  for (const line of ['<path d="M1 1h8M1 3h8"', '<polyline points="1,1 4,2 7,3"', '<line x1="1" x2="9"'])
    t.match(calls(`${line} stroke="blue" stroke-dasharray="4"/>`).join(), /^stroke [^,]+,4 from [^f]+$/, line)
  t.same(calls('<path d="M1 1L9 5z"/>'), [])
})

t.test('gradients keep the coordinates of what they paint', async (t) => {
  const gradient =
    '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="#0000"/></linearGradient>'
  t.same(calls(`${gradient}<rect x="5" width="10" height="20" fill="url(#g)" fill-opacity=".5"/>`), [
    'fill (linear 0,0 1,0 by 10 0 0 20 5 0: 0 #ff0000, 1 #000000/0)/0.5 M5,0 L15,0 L15,20 L5,20 Z',
  ])
})

t.test('groups: transform, clip, mask and opacity from the outside in', async (t) => {
  const text =
    '<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="5" height="5"><path d="M0 0h1v1z" fill="white"/></mask>' +
    '<g transform="scale(2)" clip-path="url(#c)" mask="url(#m)" opacity=".5"><path d="M0 0h2v2z"/></g>'
  t.same(calls(text), [
    'save',
    '  transform 2 0 0 2 0 0',
    '  clip M0,0 L9,0 L9,9 Z',
    '  save',
    '    mask by luminance in [0,0 50×50]',
    '      save',
    '        clip M0,0 L5,0 L5,5 L0,5 Z',
    '        fill #ffffff M0,0 L1,0 L1,1 Z',
    '      restore',
    '    end mask',
    '    group 1 in [0,0 50×50]',
    '      group 0.5 in [0,0 50×50]',
    '        fill #000000 M0,0 L2,0 L2,2 Z',
    '      end group',
    '    end group',
    '  restore',
    'restore',
  ])
})

t.test('what a transform flattens is not painted', async (t) => {
  t.same(calls('<g transform="scale(0 1)"><rect width="5" height="5"/></g>'), [])
  t.same(calls('<g transform="scale(1e300)"><g transform="scale(1e300)"><rect width="5" height="5"/></g></g>'), [])
})

t.test('a view box beyond all measure shows nothing', async (t) => {
  t.same(calls('<svg viewBox="0 1e30 40 40"><g opacity=".5"><path d="M0 0h9v9z"/><path d="M1 1h9v9z"/></g></svg>'), [])
  t.not(calls('<svg viewBox="0 1e6 40 40"><path d="M0 0h9v9z"/></svg>').length, 0)
})

t.test('text is aligned by chunk', async (t) => {
  const text = (anchor: string) =>
    calls(
      `<text x="50" y="20" font-family="Liberation Mono" font-size="10" text-anchor="${anchor}">ab<tspan dy="5" fill="red">cd</tspan></text>`,
    )
  t.same(text('start'), ['text #000000 10px at 50,20 "ab"', 'text #ff0000 10px at 62,25 "cd"'])
  t.same(text('middle'), ['text #000000 10px at 38,20 "ab"', 'text #ff0000 10px at 50,25 "cd"'])
  t.same(text('end'), ['text #000000 10px at 26,20 "ab"', 'text #ff0000 10px at 38,25 "cd"'])
})

t.test('a chunk without an x continues where the last one ends', async (t) => {
  t.same(
    calls(
      '<text y="9" font-family="Liberation Mono" font-size="10"><tspan x="10">ab</tspan><tspan y="30">c</tspan></text>',
    ),
    ['text #000000 10px at 10,9 "ab"', 'text #000000 10px at 22,30 "c"'],
  )
})

t.test('underlines, baselines and raised text', async (t) => {
  const found = calls('<text y="50" font-family="Liberation Sans" font-size="100" text-decoration="underline">a</text>')
  t.match(found, [/^fill #000000 \[0,\d+(\.\d+)? 55.62×7.32\]$/, 'text #000000 100px at 0,50 "a"'])
  t.same(calls('<text font-family="Liberation Sans" font-size="100" dominant-baseline="middle">a</text>'), [
    'text #000000 100px at 0,26.42 "a"',
  ])
  t.same(calls('<text font-size="10" font-family="Liberation Mono">a<tspan baseline-shift="super">b</tspan>c</text>'), [
    'text #000000 10px at 0,0 "a"',
    'text #000000 10px at 6,-5.7 "b"',
    'text #000000 10px at 12,0 "c"',
  ])
})

const ARROW = '<marker id="m" markerWidth="2" markerHeight="2" refX="1" orient="auto"><path d="M0 0h2v2z"/></marker>'

t.test('markers stand at the vertices of a path, turned along it and as large as its line is wide', async (t) => {
  const places = (shape: string, marker = ARROW) =>
    calls(`${marker}<g fill="none" stroke="red" stroke-width="2">${shape}</g>`).filter((c) => c.includes('transform'))
  t.same(places('<path d="M10 10h20v20" marker-end="url(#m)"/>'), ['  transform 0 2 -2 0 30 28'])
  t.same(places('<path d="M10 10h20v20" marker-start="url(#m)"/>'), ['  transform 2 0 0 2 8 10'])
  t.same(places('<path d="M10 10h20v20" marker-mid="url(#m)"/>'), ['  transform 1.41 1.41 -1.41 1.41 28.59 8.59'])
  t.equal(places('<path d="M0 0h9v9h-9z" style="marker:url(#m)"/>').length, 5, 'also where it closes')
  t.equal(places('<path d="M0 9a9 9 0 1 1 9 9a1 1 0 0 1 1 1" marker-mid="url(#m)"/>').length, 1, 'an arc has no parts')
  t.equal(places('<rect width="9" height="9" marker-start="url(#m)"/>').length, 0, 'lines and paths alone have any')
  const upright = ARROW.replace('orient="auto"', 'orient="90deg" markerUnits="userSpaceOnUse"')
  t.same(places('<line x2="9" marker-start="url(#m)"/>', upright), ['  transform 0 1 -1 0 0 -1'])
  const reversed = ARROW.replace('"auto"', '"auto-start-reverse"')
  t.same(places('<line x2="9" marker-start="url(#m)"/>', reversed), ['  transform -2 0 0 -2 2 0'])
})

t.test('a view box of a marker is fitted into it, and its edges cut off', async (t) => {
  const marker = '<marker id="m" viewBox="0 0 10 10" refX="right" refY="center"><path d="M0 0h99v9z"/></marker>'
  t.same(calls(`${marker}<line x1="5" x2="9" stroke="red" marker-end="url(#m)"/>`).slice(1), [
    'save',
    '  transform 0.3 0 0 0.3 6 -1.5',
    '  clip M0,0 L10,0 L10,10 L0,10 Z',
    '  fill #000000 M0,0 L99,0 L99,9 Z',
    'restore',
  ])
})

t.test('a marker may take the paints of what it marks', async (t) => {
  const marker =
    '<marker id="m" overflow="visible"><path d="M0 0h2v2z" fill="context-stroke" stroke="context-fill"/></marker>'
  const marked = (attributes: string) =>
    calls(`${marker}<path d="M5 0h10v10" marker-end="url(#m)" ${attributes}/>`).filter((call) => call.startsWith('  '))
  t.same(marked('fill="red" stroke="blue"').slice(1), [
    '  fill #0000ff M0,0 L2,0 L2,2 Z',
    '  stroke #ff0000 1px butt miter M0,0 L2,0 L2,2 Z',
  ])
  const gradient = '<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient>'
  t.match(
    marked(`fill="none" stroke="url(#g)"/>${gradient}<path`)[1],
    /^ {2}fill \(linear 0,0 1,0 by 10 0 0 10 -10 -10: /,
    'a gradient stays where it is',
  )
  t.same(calls('<path d="M0 0h2v2z" fill="context-fill"/>'), [], 'nothing elsewhere')
})

t.test('the content of a use may take its paints', async (t) => {
  const shape = '<path id="a" d="M0 0h2v2z" fill="context-fill" stroke="context-stroke"/>'
  const used = (attributes: string, content = shape) =>
    calls(`<defs>${content}</defs><use href="#a" ${attributes}/>`).map((call) => call.trim())
  t.same(used('fill="red" stroke="blue"'), [
    'fill #ff0000 M0,0 L2,0 L2,2 Z',
    'stroke #0000ff 1px butt miter M0,0 L2,0 L2,2 Z',
  ])
  const symbol = '<symbol id="a" overflow="visible"><path d="M0 0h2v2z" fill="context-fill"/></symbol>'
  t.match(used('fill="red"', symbol).join(' '), /fill #ff0000 M0,0/)
  const nested = '<use id="a" href="#b" fill="context-stroke"/><path id="b" d="M0 0h2v2z" fill="context-fill"/>'
  t.same(used('fill="red" stroke="blue"', nested)[0], 'fill #0000ff M0,0 L2,0 L2,2 Z', 'from the inside out')
  const gradient = '<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient>'
  t.match(used('fill="url(#g)"', shape + gradient)[0], /^fill \(linear 0,0 1,0 by 2 0 0 2 0 0: /)
  const inSpace = gradient.replace('id="g"', 'id="g" gradientUnits="userSpaceOnUse" x1="5" x2="9"')
  t.match(
    used('fill="url(#g)" x="3"', shape + inSpace).join(' '),
    /fill \(linear 5,0 9,0 by 1 0 0 1 -3 0: /,
    'a gradient stays where it is',
  )
})

t.test('patterns are tiles in the units of the drawing or of what they paint', async (t) => {
  const dots = (attributes: string) => `<pattern id="p" ${attributes}><path d="M0 0h1v1z"/></pattern>`
  const rect = '<rect x="10" y="20" width="40" height="20" fill="url(#p)" fill-opacity=".5"/>'
  const fill = 'M10,20 L50,20 L50,40 L10,40 Z'
  t.same(calls(dots('x="1" width="4" height="5" patternUnits="userSpaceOnUse" patternTransform="scale(2)"') + rect), [
    `fill (tile [1,0 4×5] by 2 0 0 2 0 0 /0.5) ${fill}`,
    '  save',
    '    transform 1 0 0 1 1 0',
    '    fill #000000 M0,0 L1,0 L1,1 Z',
    '  restore',
    'end tile',
  ])
  const tile = (attributes: string) =>
    calls(dots(attributes) + rect)
      .slice(0, 3)
      .map((call) => call.trim())
  const whole = `fill (tile [10,20 10×10] by 1 0 0 1 0 0 /0.5) ${fill}`
  t.same(tile('width=".25" height=".5"'), [whole, 'save', 'transform 1 0 0 1 10 20'])
  t.same(tile('width=".25" height=".5" viewBox="0 0 2 2"')[2], 'transform 5 0 0 5 10 20')
  t.same(tile('width=".25" height=".5" patternContentUnits="objectBoundingBox"')[2], 'transform 40 0 0 20 10 20')
  const heir = '<pattern id="p" href="#q"/><pattern id="q" width="1" height="1"><path d="M0 0h1v1z"/></pattern>'
  t.match(calls(heir + rect)[0], 'tile [10,20 40×20]', 'what it does not say itself is that of another')
  t.same(calls(dots('width="0" height="1"') + rect), [], 'a tile without area')
})

t.test('patterns and markers that contain themselves end, and tiny tiles are left out', async (t) => {
  const self = '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern>'
  t.same(calls(`${self}<rect width="9" height="9" fill="url(#p)"/>`), [])
  const marker = '<marker id="m"><path d="M0 0h2v2" marker-end="url(#m)"/></marker>'
  t.equal(calls(`${marker}<path d="M0 0h2v2" marker-end="url(#m)"/>`).filter((call) => call.includes('fill')).length, 2)
  const tiny = '<pattern id="p" width=".001" height=".001"><rect width="9" height="9"/></pattern>'
  t.match(decode(`<svg>${tiny}<rect width="9" height="9" fill="url(#p)"/></svg>`), {
    notes: ['a pattern with too many tiles is left out'],
  })
  const nested = Array.from(
    { length: 12 },
    (_, i) => `<marker id="m${i}"><path d="M0 0${'h1v1'.repeat(8)}" style="marker:url(#m${i + 1})"/></marker>`,
  )
  t.throws(() => decode(`<svg>${nested.join('')}<path d="M0 0h9" style="marker:url(#m0)"/></svg>`), {
    code: 'image-too-large',
  })
})

const MONO = 'font-family="Liberation Mono" font-size="10"'

t.test('letters are filled, then outlined, and found once', async (t) => {
  const stroke = 'stroke="red" stroke-width="2"'
  t.same(calls(`<text y="9" ${MONO} ${stroke}>ab</text>`), [
    'text #000000 10px at 0,9 "ab"',
    'text outlines #ff0000 2px 10px at 0,9 "ab" decorative',
  ])
  t.same(calls(`<text y="9" ${MONO} fill="none" ${stroke}>ab</text>`), ['text outlines #ff0000 2px 10px at 0,9 "ab"'])
})

t.test('text comes to its textLength by space between letters, or stretched', async (t) => {
  const text = (attributes: string, rest = '') =>
    calls(`<text ${MONO} textLength="40" ${attributes}>abcd${rest}</text>`)
  t.same(text('x="5"'), ['text #000000 10px at 5,0 "abcd"'])
  t.same(text('x="50" text-anchor="end"'), ['text #000000 10px at 10,0 "abcd"'])
  t.same(text('x="5" lengthAdjust="spacingAndGlyphs"'), [
    'save',
    '  transform 1.67 0 0 1 5 0',
    '  text #000000 10px at 0,0 "abcd"',
    'restore',
  ])
  const tail = '<tspan fill="red">e</tspan>'
  t.same(text('', tail), ['text #000000 10px at 0,0 "abcd"', 'text #ff0000 10px at 34,0 "e"'], 'its parts too')
  const part = `<text ${MONO}><tspan textLength="20">ab</tspan>c</text>`
  t.same(calls(part), ['text #000000 10px at 0,0 "ab"', 'text #000000 10px at 20,0 "c"'])
  t.same(text('', '<tspan x="50">e</tspan>'), ['text #000000 10px at 0,0 "abcd"', 'text #000000 10px at 50,0 "e"'])
})

t.test('text of right-to-left scripts is set in visual order and aligned at its right edge', async (t) => {
  const text = (attributes: string, content: string) =>
    calls(`<text x="50" y="9" font-family="Liberation Mono" font-size="10" ${attributes}>${content}</text>`).map(
      (call) => call.replace(/^text #0+ 10px at (-?[\d.]+),9 /, '$1 '),
    )
  const [first] = text('direction="rtl"', 'abc')
  t.equal(Number.parseFloat(first ?? ''), 32)
  t.equal(text('direction="rtl" text-anchor="end"', 'abc')[0], '50 "abc"')
  const order = (content: string, direction: string) =>
    text(`direction="${direction}"`, content).map((call) => call.replace(/^\S+ /, ''))
  t.same(order('שלום abc', 'rtl'), ['"abc"', '"שלום "'])
  t.same(order('abc שלום', 'ltr'), ['"abc "', '"שלום"'])
  t.same(order('שלום <tspan>12</tspan> abc', 'rtl'), ['"abc"', '" "', '"12"', '"שלום "'])
})

t.test('each layer of a filter is painted, and only the topmost with the drawing itself is content', async (t) => {
  const filter =
    '<filter id="f"><feGaussianBlur result="b"/><feOffset in="SourceAlpha" dx="3" result="s"/><feMerge><feMergeNode in="s"/><feMergeNode in="b"/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
  const found = calls(`${filter}<text y="9" ${MONO} fill="red" filter="url(#f)">a</text>`)
  t.same(
    found.filter((call) => call.includes('text')).map((call) => call.trim()),
    [
      'text #000000 10px at 0,9 "a" decorative',
      'text #ff0000 10px at 0,9 "a" decorative',
      'text #ff0000 10px at 0,9 "a"',
    ],
  )
  t.ok(found.includes('  transform 1 0 0 1 3 0'))
  const nested = `${'<g filter="url(#f)">'.repeat(30)}<path d="M0 0h9v9z"/>${'</g>'.repeat(30)}`
  t.ok(calls(filter + nested).filter((call) => call.includes('fill')).length < 100, 'layers of layers do not multiply')
})

t.test('text on a path: each letter where its middle is, those beyond the ends left out', async (t) => {
  const path = '<path id="p" d="M10 20h20v100" fill="none"/>'
  const set = (attributes: string, text: string) =>
    calls(`${path}<text ${MONO}><textPath href="#p" ${attributes}>${text}</textPath></text>`)
      .filter((call) => call.includes('transform') || call.includes('text'))
      .map((call) => call.trim())
  t.same(set('', 'abcd'), [
    'transform 1 0 0 1 13 20',
    'text #000000 10px at -3,0 "a"',
    'transform 1 0 0 1 19 20',
    'text #000000 10px at -3,0 "b"',
    'transform 1 0 0 1 25 20',
    'text #000000 10px at -3,0 "c"',
    'transform 0 1 -1 0 30 21',
    'text #000000 10px at -3,0 "d"',
  ])
  t.same(set('startOffset="50%" text-anchor="middle"', 'ab'), [
    'transform 0 1 -1 0 30 57',
    'text #000000 10px at -3,0 "a"',
    'transform 0 1 -1 0 30 63',
    'text #000000 10px at -3,0 "b"',
  ])
  t.same(set('startOffset="-5"', 'ab'), ['transform 1 0 0 1 14 20', 'text #000000 10px at -3,0 "b"'])
  t.same(set('startOffset="119"', 'abc'), [])
  const missing = decode('<svg><text><textPath href="#none">a</textPath></text></svg>')
  t.match(missing, { notes: ['text on a path that does not exist is left out'] })
})

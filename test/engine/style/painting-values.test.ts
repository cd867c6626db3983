import t from 'tap'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { h, StyleFixture } from './style-fixture.js'

const percent = (value: number, px = 0) => ({ kind: 'percentage', px, percent: value })
const RED = { red: 1, green: 0, blue: 0, alpha: 1 }
const BLUE = { red: 0, green: 0, blue: 1, alpha: 1 }
const CENTER = { x: percent(50), y: percent(50) }

function check(css: string): { style: ComputedStyle; messages: string[] } {
  const fixture = new StyleFixture(css, [h('div', { id: 'x' })])
  return { style: fixture.document().style('x'), messages: fixture.messages() }
}

type Row = readonly [declarations: string, field: keyof ComputedStyle, expected: unknown]

const stops = (...list: readonly (readonly [unknown, unknown])[]) =>
  list.map(([color, position]) => ({ color, position }))

const VALID: readonly Row[] = [
  ['background-image: none', 'backgroundImage', []],
  ['background-image: none, none', 'backgroundImage', []],
  ['background-position: center', 'backgroundPositionX', [percent(50)]],
  ['background-position: center', 'backgroundPositionY', [percent(50)]],
  ['background-position: top', 'backgroundPositionX', [percent(50)]],
  ['background-position: top', 'backgroundPositionY', [percent(0)]],
  ['background-position: bottom left', 'backgroundPositionX', [percent(0)]],
  ['background-position: bottom left', 'backgroundPositionY', [percent(100)]],
  ['background-position: 10px 20%', 'backgroundPositionX', [10]],
  ['background-position: 10px 20%', 'backgroundPositionY', [percent(20)]],
  ['background-position: 10px', 'backgroundPositionY', [percent(50)]],
  ['background-position: right 10px bottom 20%', 'backgroundPositionX', [percent(100, -10)]],
  ['background-position: right 10px bottom 20%', 'backgroundPositionY', [percent(80)]],
  ['background-position: bottom 5px right 10px', 'backgroundPositionX', [percent(100, -10)]],
  ['background-position: right 10px top', 'backgroundPositionX', [percent(100, -10)]],
  ['background-position: right 10px top', 'backgroundPositionY', [percent(0)]],
  ['background-position: left bottom 5px', 'backgroundPositionY', [percent(100, -5)]],
  ['background-position: bottom 5px left', 'backgroundPositionX', [percent(0)]],
  ['background-position: center top 5px', 'backgroundPositionX', [percent(50)]],
  ['background-position: 1px 2px, 3px 4px', 'backgroundPositionY', [2, 4]],
  ['background-position-x: right 1em', 'backgroundPositionX', [percent(100, -16)]],
  ['background-position-y: bottom', 'backgroundPositionY', [percent(100)]],
  ['background-size: cover', 'backgroundSize', ['cover']],
  ['background-size: 10px', 'backgroundSize', [{ width: 10, height: 'auto' }]],
  ['background-size: auto 50%', 'backgroundSize', [{ width: 'auto', height: percent(50) }]],
  ['background-size: contain, 1px 2px', 'backgroundSize', ['contain', { width: 1, height: 2 }]],
  ['background-repeat: repeat-x', 'backgroundRepeat', [{ x: 'repeat', y: 'no-repeat' }]],
  ['background-repeat: repeat-y', 'backgroundRepeat', [{ x: 'no-repeat', y: 'repeat' }]],
  ['background-repeat: space', 'backgroundRepeat', [{ x: 'space', y: 'space' }]],
  ['background-repeat: round no-repeat', 'backgroundRepeat', [{ x: 'round', y: 'no-repeat' }]],
  ['background-origin: content-box', 'backgroundOrigin', ['content-box']],
  ['background-clip: padding-box, text', 'backgroundClip', ['padding-box', 'text']],
  ['background-attachment: fixed', 'backgroundAttachment', ['fixed']],
  ['background: border-box red', 'backgroundOrigin', ['border-box']],
  ['background: border-box red', 'backgroundClip', ['border-box']],
  ['background: padding-box content-box red', 'backgroundClip', ['content-box']],
  ['background: red url(a.png) 1px 2px / 3px', 'backgroundSize', [{ width: 3, height: 'auto' }]],
  [
    'background-image: linear-gradient(red, blue)',
    'backgroundImage',
    [
      {
        kind: 'linear-gradient',
        repeating: false,
        direction: { kind: 'to', x: 0, y: 1 },
        interpolation: undefined,
        stops: stops([RED, undefined], [BLUE, undefined]),
      },
    ],
  ],
  [
    'color: blue; background-image: repeating-linear-gradient(.25turn, red 0 1em, 30%, currentcolor calc(50% + 2px))',
    'backgroundImage',
    [
      {
        kind: 'linear-gradient',
        repeating: true,
        direction: { kind: 'angle', degrees: 90 },
        interpolation: undefined,
        stops: stops([RED, 0], [RED, 16], [undefined, percent(30)], [BLUE, percent(50, 2)]),
      },
    ],
  ],
  [
    'background-image: linear-gradient(in oklch longer hue to top left, red, blue)',
    'backgroundImage',
    [
      {
        kind: 'linear-gradient',
        repeating: false,
        direction: { kind: 'to', x: -1, y: -1 },
        interpolation: { space: 'oklch', hue: 'longer' },
        stops: stops([RED, undefined], [BLUE, undefined]),
      },
    ],
  ],
  [
    'background-image: radial-gradient(red, blue)',
    'backgroundImage',
    [
      {
        kind: 'radial-gradient',
        repeating: false,
        shape: 'ellipse',
        size: 'farthest-corner',
        position: CENTER,
        interpolation: undefined,
        stops: stops([RED, undefined], [BLUE, undefined]),
      },
    ],
  ],
  [
    'background-image: radial-gradient(2em at left 5px, red, blue)',
    'backgroundImage',
    [
      {
        kind: 'radial-gradient',
        repeating: false,
        shape: 'circle',
        size: [32, 32],
        position: { x: percent(0), y: 5 },
        interpolation: undefined,
        stops: stops([RED, undefined], [BLUE, undefined]),
      },
    ],
  ],
  [
    'background-image: conic-gradient(from 90deg at 10% 20%, red 0 90deg, blue 0)',
    'backgroundImage',
    [
      {
        kind: 'conic-gradient',
        repeating: false,
        from: 90,
        position: { x: percent(10), y: percent(20) },
        interpolation: undefined,
        stops: stops([RED, percent(0)], [RED, percent(25)], [BLUE, percent(0)]),
      },
    ],
  ],
]

t.test('painting properties compute to what the specifications say', async (t) => {
  for (const [declarations, field, expected] of VALID) {
    const { style, messages } = check(`div { ${declarations} }`)
    t.strictSame(style[field], expected, declarations)
    t.strictSame(messages, [], `${declarations}: no diagnostic`)
  }
})

const INVALID: readonly string[] = [
  'background: red blue',
  'background: red, blue',
  'background: url(a.png),',
  'background: 1px 2px 3px 4px 5px',
  'background-position: left left',
  'background-position: top 10px 20px',
  'background-position: 10px top 20px',
  'background-position: center 10px top',
  'background-size: -1px',
  'background-size: 1px 2px 3px',
  'background-repeat: repeat-x repeat',
  'background-origin: text',
  'background-image: linear-gradient()',
  'background-image: linear-gradient(red,, blue)',
  'background-image: linear-gradient(10%, red, blue)',
  'background-image: linear-gradient(red, 10%, 20%, blue)',
  'background-image: linear-gradient(red, blue, 20%)',
  'background-image: linear-gradient(to top bottom, red, blue)',
  'background-image: linear-gradient(to, red, blue)',
  'background-image: linear-gradient(10px, red, blue)',
  'background-image: radial-gradient(circle 10% at center, red, blue)',
  'background-image: radial-gradient(circle 10px 20px, red, blue)',
  'background-image: radial-gradient(ellipse 10px, red, blue)',
  'background-image: radial-gradient(at, red, blue)',
  'background-image: conic-gradient(red 10px, blue)',
]

t.test('values that are wrong drop their declaration alone', async (t) => {
  for (const declaration of INVALID) {
    const { style, messages } = check(`div { ${declaration}; visibility: hidden }`)
    t.equal(messages.length, 1, `${declaration}: one diagnostic`)
    t.match(messages[0], /\[invalid-value\]/, declaration)
    t.strictSame(style.backgroundImage, [], declaration)
    t.equal(style.visibility, 'hidden', `${declaration}: the next declaration counts`)
  }
})

t.test('an image remembers the place of its declaration, also through a variable', async (t) => {
  for (const css of ['div { background: url(a.png) }', 'div { --a: url(a.png); background: var(--a) }']) {
    const { style } = check(css)
    t.match(style.backgroundImage, [{ kind: 'url', source: 'a.png', span: { file: 'style.css', line: 1 } }], css)
  }
})

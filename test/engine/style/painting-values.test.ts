import t from 'tap'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { h, StyleFixture } from './style-fixture.js'

const percent = (value: number, px = 0) => ({ kind: 'percentage', px, percent: value })
const RED = { red: 1, green: 0, blue: 0, alpha: 1 }
const BLUE = { red: 0, green: 0, blue: 1, alpha: 1 }
const CENTER = { x: percent(50), y: percent(50) }

const translate = (x: number, y: number) => ({ kind: 'translate', x, y })
const matrix = (a: number, b: number, c: number, d: number, e = 0, f = 0) => ({
  kind: 'matrix',
  matrix: { a, b, c, d, e, f },
})

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
  ['box-shadow: none', 'boxShadow', []],
  ['box-shadow: 1px 2px red', 'boxShadow', [{ inset: false, x: 1, y: 2, blur: 0, spread: 0, color: RED }]],
  ['box-shadow: red 1px 2px 3px inset', 'boxShadow', [{ inset: true, x: 1, y: 2, blur: 3, spread: 0, color: RED }]],
  [
    'color: blue; box-shadow: 1em -2px 3px -4px, inset 0 0 red',
    'boxShadow',
    [
      { inset: false, x: 16, y: -2, blur: 3, spread: -4, color: BLUE },
      { inset: true, x: 0, y: 0, blur: 0, spread: 0, color: RED },
    ],
  ],
  ['outline: 2px solid red', 'outlineWidth', 2],
  ['outline: red solid', 'outlineWidth', 3],
  ['outline: 2px red', 'outlineWidth', 0],
  ['outline: 2px dotted', 'outlineStyle', 'dotted'],
  ['outline: auto', 'outlineStyle', 'solid'],
  ['color: red; outline: solid', 'outlineColor', RED],
  ['outline-offset: -3px', 'outlineOffset', -3],
  ['transform: none', 'transform', []],
  ['transform: translate(10px, 50%)', 'transform', [{ kind: 'translate', x: 10, y: percent(50) }]],
  ['transform: translateX(1em) translatey(2px)', 'transform', [translate(16, 0), translate(0, 2)]],
  ['transform: rotate(90deg)', 'transform', [matrix(0, 1, -1, 0)]],
  ['transform: rotate(.5turn)', 'transform', [matrix(-1, 0, 0, -1)]],
  ['transform: scale(2) scale(50%, 3)', 'transform', [matrix(2, 0, 0, 2), matrix(0.5, 0, 0, 3)]],
  ['transform: scaleX(-1) scaleY(2)', 'transform', [matrix(-1, 0, 0, 1), matrix(1, 0, 0, 2)]],
  [
    'transform: skew(0, 0) skewX(0) skewY(0)',
    'transform',
    [matrix(1, 0, 0, 1), matrix(1, 0, 0, 1), matrix(1, 0, 0, 1)],
  ],
  ['transform: matrix(1, 2, 3, 4, 5, 6)', 'transform', [matrix(1, 2, 3, 4, 5, 6)]],
  ['transform: translate(.001px, 0)', 'transform', [translate(0.001, 0)]],
  ['transform: translate3d(1px, 2px, 3px)', 'transform', [translate(1, 2)]],
  ['transform-origin: left', 'transformOrigin', { x: percent(0), y: percent(50) }],
  ['transform-origin: top', 'transformOrigin', { x: percent(50), y: percent(0) }],
  ['transform-origin: bottom right', 'transformOrigin', { x: percent(100), y: percent(100) }],
  ['transform-origin: 10px 20% 5px', 'transformOrigin', { x: 10, y: percent(20) }],
  ['translate: 10px', 'translate', { x: 10, y: 0 }],
  ['translate: 10% 20px', 'translate', { x: percent(10), y: 20 }],
  ['rotate: -45deg', 'rotate', -45],
  ['rotate: z 1turn', 'rotate', 360],
  ['scale: 2', 'scale', { x: 2, y: 2 }],
  ['scale: 50% 2', 'scale', { x: 0.5, y: 2 }],
  ['clip: rect(1px, 2em, auto, -3px)', 'clip', { top: 1, right: 32, bottom: 'auto', left: -3 }],
  [
    'clip-path: inset(1px 50%)',
    'clipPath',
    {
      kind: 'shape',
      box: 'border-box',
      shape: { kind: 'inset', top: 1, right: percent(50), bottom: 1, left: percent(50), round: undefined },
    },
  ],
  ['shape-outside: none', 'shapeOutside', 'none'],
  ['shape-outside: content-box', 'shapeOutside', { shape: undefined, box: 'content-box' }],
  [
    'shape-outside: circle(2em)',
    'shapeOutside',
    { shape: { kind: 'circle', radius: 32, center: { x: percent(50), y: percent(50) } }, box: 'margin-box' },
  ],
  ['shape-margin: 5%', 'shapeMargin', percent(5)],
  ['mix-blend-mode: multiply', 'mixBlendMode', 'multiply'],
  ['isolation: isolate', 'isolation', 'isolate'],
  ['image-rendering: pixelated', 'imageRendering', 'pixelated'],
  ['image-orientation: none', 'imageOrientation', 'none'],
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
    'background-image: linear-gradient(red, color(srgb 0 0 1))',
    'backgroundImage',
    [
      {
        kind: 'linear-gradient',
        repeating: false,
        direction: { kind: 'to', x: 0, y: 1 },
        interpolation: { space: 'oklab', hue: 'shorter' },
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
  'box-shadow: 1px',
  'box-shadow: 1px 2px -3px',
  'box-shadow: 1px 2px 3px 4px 5px',
  'box-shadow: inset 1px 2px inset',
  'box-shadow: 10% 2px',
  'outline: 2px solid red blue',
  'outline-style: hidden',
  'outline-offset: 10%',
  'transform: rotate(10)',
  'transform: translate(1px 2px)',
  'transform: scale(1, 2, 3)',
  'transform: matrix(1, 2, 3)',
  'transform: none rotate(1deg)',
  'transform-origin: left left',
  'rotate: 10',
  'mix-blend-mode: add',
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

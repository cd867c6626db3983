import t from 'tap'
import type { LengthPercentage } from '../../../engine/css/values/compute-length.js'
import type { CssColorStop, CssGradient } from '../../../engine/css/values/image-value.js'
import { at, block, color, page } from './fragments.js'
import { paintCalls } from './paint-calls.js'

const percent = (value: number) => ({ kind: 'percentage', px: 0, percent: value }) as const

const stop = (hex: string | undefined, position?: LengthPercentage, alpha = 1): CssColorStop => ({
  color: hex === undefined ? undefined : color(hex, alpha),
  position,
})

type Linear = Extract<CssGradient, { kind: 'linear-gradient' }>

function linear(direction: Linear['direction'], stops: readonly CssColorStop[], changes: Partial<Linear> = {}): Linear {
  return { kind: 'linear-gradient', repeating: false, direction, interpolation: undefined, stops, ...changes }
}

const RIGHT = { kind: 'to', x: 1, y: 0 } as const

/** The calls that paint a gradient in a box of 100 × 50 px whose corner is at (10, 10). */
function calls(image: CssGradient): readonly string[] {
  const box = block(100, 50, { style: { backgroundImage: [image] } })
  return paintCalls(page(block(180, 80, {}, at(0, 0, box))))
}

/** Offsets and colours of the one gradient that is painted. */
function stopsOf(image: CssGradient): string {
  return /: (.*)\) /.exec(calls(image).join(' '))?.[1] ?? calls(image).join(' ')
}

const BOTH = [stop('#f00'), stop('#00f')]

t.test('the gradient line runs through the middle and ends level with the corners', async (t) => {
  t.match(calls(linear(RIGHT, BOTH))[0], '(linear 10,35 110,35')
  t.match(calls(linear({ kind: 'to', x: 0, y: -1 }, BOTH))[0], '(linear 60,60 60,10')
  t.match(calls(linear({ kind: 'angle', degrees: 180 }, BOTH))[0], '(linear 60,10 60,60')
  t.match(calls(linear({ kind: 'angle', degrees: 45 }, BOTH))[0], '(linear 22.5,72.5 97.5,-2.5')
})

t.test('towards a corner, the two other corners have the colour of the middle', async (t) => {
  // The line is at right angles to the diagonal between the two others.
  t.match(calls(linear({ kind: 'to', x: 1, y: 1 }, BOTH))[0], '(linear 40,-5 80,75')
})

const STOPS: readonly (readonly [string, readonly CssColorStop[], string])[] = [
  ['missing places are spread evenly', [stop('#f00'), stop('#0f0'), stop('#00f')], '0 #ff0000, 0.5 #00ff00, 1 #0000ff'],
  [
    'places never go back',
    [stop('#f00', percent(50)), stop('#0f0', percent(20)), stop('#00f')],
    '0 #ff0000, 0 #ff0000, 0 #00ff00, 1 #0000ff',
  ],
  [
    'a colour that fades to transparent stays itself',
    [stop('#f00'), stop('#000', undefined, 0)],
    '0 #ff0000, 1 #ff0000/0, 1 #000000/0',
  ],
  [
    'between two transparent ends the colour is that of the middle',
    [stop('#000', undefined, 0), stop('#f00'), stop('#fff', undefined, 0)],
    '0 #000000/0, 0 #ff0000/0, 0.5 #ff0000, 1 #ff0000/0, 1 #ffffff/0',
  ],
]

t.test('stops', async (t) => {
  for (const [name, stops, expected] of STOPS.filter(([name]) => !name.startsWith('places')))
    t.equal(stopsOf(linear(RIGHT, stops)), expected, name)
  const back = stopsOf(linear(RIGHT, [stop('#f00', percent(50)), stop('#0f0', percent(20)), stop('#00f')]))
  t.match(back, /0 #ff0000, 0.5 #ff0000, 0.5 #00ff00, 1 #0000ff/, 'places never go back')
})

t.test('colours of differing alpha mix premultiplied', async (t) => {
  const stops = stopsOf(linear(RIGHT, [stop('#f00'), stop('#00f', undefined, 0.2)]))
  // Half way the red has five times the weight of the blue.
  t.match(stops, '0.5 #d5002b/0.6')
})

t.test('a hint moves the middle of two colours', async (t) => {
  const stops = stopsOf(linear(RIGHT, [stop('#000'), stop(undefined, percent(25)), stop('#fff')]))
  t.match(stops, /0.25 #80808[0-9a-f]/)
})

t.test('another colour space is followed in pieces', async (t) => {
  const interpolation = { space: 'oklch', hue: 'shorter' } as const
  t.match(stopsOf(linear(RIGHT, BOTH, { interpolation })), /0.5 #ba00c[0-9a-f]/)
})

t.test('plain bands are shapes, as many as are seen', async (t) => {
  const stops = [stop('#f00', 0), stop('#f00', 10), stop('#00f', 10), stop('#00f', 40)]
  t.same(
    calls(linear(RIGHT, stops, { repeating: true })).slice(2),
    [
      '  transform 1 0 0 1 10 35',
      '  fill #ff0000 [-111.8,-111.8 223.61×223.61]',
      '  fill #0000ff [10,-111.8 90×223.61]',
      '  fill #ff0000 [40,-111.8 60×223.61]',
      '  fill #0000ff [50,-111.8 50×223.61]',
      '  fill #ff0000 [80,-111.8 20×223.61]',
      '  fill #0000ff [90,-111.8 121.8×223.61]',
      'restore',
    ].map((call, i) => (i === 1 ? '  fill #ff0000 [-111.8,-111.8 211.8×223.61]' : call)),
  )
})

t.test('transparent bands leave gaps', async (t) => {
  const stops = [stop('#000', 0, 0), stop('#000', 20, 0), stop('#f00', 20), stop('#f00', 30), stop('#000', 30, 0)]
  t.same(
    calls(linear(RIGHT, stops)).filter((call) => call.includes('fill')),
    ['  fill #ff0000 [20,-111.8 10×223.61]'],
  )
})

t.test('a gradient that repeats too often to be seen has its mean colour', async (t) => {
  const stops = [stop('#f00', 0), stop('#00f', 0.05)]
  t.same(calls(linear(RIGHT, stops, { repeating: true })), ['fill #800080 [10,10 100×50]'])
  t.same(calls(linear(RIGHT, [stop('#f00', 0), stop('#00f', 0)], { repeating: true })), ['fill #0000ff [10,10 100×50]'])
})

type Radial = Extract<CssGradient, { kind: 'radial-gradient' }>

function radial(changes: Partial<Radial>): Radial {
  return {
    kind: 'radial-gradient',
    repeating: false,
    shape: 'circle',
    size: 'farthest-corner',
    position: { x: percent(50), y: percent(50) },
    interpolation: undefined,
    stops: BOTH,
    ...changes,
  }
}

const RADII: readonly (readonly [Partial<Radial>, string])[] = [
  [{ size: 'closest-side' }, '0 0,0 25 by 1 0 0 1 60 35'],
  [{ size: 'farthest-side' }, '0 0,0 50 by 1 0 0 1 60 35'],
  [{ size: 'farthest-corner' }, '0 0,0 55.9 by 1 0 0 1 60 35'],
  [{ size: 'closest-corner', position: { x: 30, y: 40 } }, '0 0,0 31.62 by 1 0 0 1 40 50'],
  [{ shape: 'ellipse', size: 'closest-side' }, '0 0,0 50 by 1 0 0 0.5 60 35'],
  [{ shape: 'ellipse', size: 'farthest-corner' }, '0 0,0 70.71 by 1 0 0 0.5 60 35'],
  [{ shape: 'ellipse', size: [20, percent(80)] }, '0 0,0 20 by 1 0 0 2 60 35'],
  [{ size: [0, 0] }, '0 0,0 0 by'],
]

t.test('the ending shape of a radial gradient', async (t) => {
  for (const [changes, expected] of RADII) {
    t.match(calls(radial(changes))[0], `(radial 0,0 ${expected}`, JSON.stringify(changes))
  }
})

t.test('rings of plain colours are shapes', async (t) => {
  const stops = [stop('#f00', 10), stop('#00f', 10), stop('#00f', 20), stop('#0f0', 20)]
  const painted = calls(radial({ stops })).filter((call) => call.includes('fill'))
  t.match(painted, [/#ff0000 M/, /#0000ff M.* M/, /#00ff00 \[-51,-26 102×52\] M/])
})

t.test('a conic gradient starts upwards and goes round once', async (t) => {
  const image: CssGradient = {
    kind: 'conic-gradient',
    repeating: false,
    from: 30,
    position: { x: percent(50), y: 0 },
    interpolation: undefined,
    stops: [stop('#f00', percent(25)), stop('#00f', percent(50))],
  }
  t.same(calls(image), [
    'fill (conic from 30 to 70.71 by 1 0 0 1 60 10: 0 #ff0000, 0.25 #ff0000, 0.5 #0000ff, 1 #0000ff) [10,10 100×50]',
  ])
})

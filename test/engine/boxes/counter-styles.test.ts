import t from 'tap'
import { formatCounter, isCounterStyle, markerSuffix } from '../../../engine/boxes/counter-styles.js'

const CASES: readonly (readonly [string, readonly (readonly [number, string])[]])[] = [
  [
    'decimal',
    [
      [0, '0'],
      [7, '7'],
      [-12, '-12'],
    ],
  ],
  [
    'decimal-leading-zero',
    [
      [0, '00'],
      [7, '07'],
      [123, '123'],
      [-5, '-5'],
    ],
  ],
  [
    'lower-alpha',
    [
      [1, 'a'],
      [26, 'z'],
      [27, 'aa'],
      [52, 'az'],
      [53, 'ba'],
      [702, 'zz'],
      [703, 'aaa'],
      [0, '0'],
      [-1, '-1'],
    ],
  ],
  ['upper-latin', [[28, 'AB']]],
  [
    'lower-greek',
    [
      [1, 'α'],
      [17, 'ρ'],
      [18, 'σ'],
      [24, 'ω'],
      [25, 'αα'],
    ],
  ],
  [
    'lower-roman',
    [
      [1, 'i'],
      [4, 'iv'],
      [9, 'ix'],
      [1994, 'mcmxciv'],
      [3999, 'mmmcmxcix'],
      [4000, '4000'],
      [0, '0'],
    ],
  ],
  ['upper-roman', [[49, 'XLIX']]],
  ['disc', [[5, '•']]],
  ['circle', [[5, '◦']]],
  ['square', [[5, '▪']]],
  ['none', [[5, '']]],
  ['constructor', [[5, '5']]],
]

t.test('counter styles', (t) => {
  for (const [style, values] of CASES) {
    for (const [value, expected] of values) t.equal(formatCounter(value, style), expected, `${style} ${value}`)
  }
  t.equal(isCounterStyle('upper-alpha'), true)
  t.equal(isCounterStyle('constructor'), false)
  t.equal(markerSuffix('upper-alpha'), '. ')
  t.equal(markerSuffix('disc'), ' ')
  t.equal(markerSuffix('none'), '')
  t.end()
})

import t from 'tap'
import { serializeValue } from './serialize-style.js'
import { h, StyleFixture } from './style-fixture.js'

function check(declarations: string, property: string): { value: string; messages: readonly string[] } {
  const fixture = new StyleFixture('', [h('div', { id: 'x', style: declarations })])
  return { value: serializeValue(fixture.document().style('x'), property), messages: fixture.messages() }
}

t.test('repetitions by number are written out, names on one line joined', async (t) => {
  const table = [
    ['repeat(3, 1fr)', '1fr 1fr 1fr'],
    ['repeat(calc(1 + 1), 5px)', '5px 5px'],
    ['repeat(2, [a] 1fr [b] 10px)', '[a] 1fr [b] 10px [a] 1fr [b] 10px'],
    ['[x] repeat(2, [a] 1fr [b]) [y]', '[x a] 1fr [b a] 1fr [b y]'],
    ['repeat(2, 1px) repeat(auto-fit, [m] 2px) repeat(2, 3px)', '1px 1px repeat(auto-fit, [m] 2px) 3px 3px'],
  ] as const
  for (const [declared, expected] of table) {
    t.strictSame(check(`grid-template-columns: ${declared}`, 'grid-template-columns'), {
      value: expected,
      messages: [],
    })
  }
})

t.test('a subgrid has lists of names, repeated or not', async (t) => {
  const table = [
    ['subgrid', 'subgrid'],
    ['subgrid [a] [] [b c]', 'subgrid [a] [] [b c]'],
    [
      'subgrid [a] repeat(2, [b] [c]) repeat(auto-fill, [d]) [e]',
      'subgrid [a] [b] [c] [b] [c] repeat(auto-fill, [d]) [e]',
    ],
  ] as const
  for (const [declared, expected] of table) {
    t.strictSame(check(`grid-template-columns: ${declared}`, 'grid-template-columns'), {
      value: expected,
      messages: [],
    })
  }
})

t.test('a track list, a span and a line number beyond what a grid may hold are cut', async (t) => {
  const tracks = new StyleFixture('', [h('div', { id: 'x', style: 'grid-template-rows: repeat(1000000, 1px 2px)' })])
  const { gridTemplateRows } = tracks.document().style('x')
  t.equal(gridTemplateRows.kind === 'tracks' && gridTemplateRows.before.tracks.length, 10_000)
  t.equal(check('grid-row-start: span 1000000', 'grid-row-start').value, 'span 10000')
  t.equal(check('grid-row-start: -1000000', 'grid-row-start').value, '-10000')
})

t.test('what cannot be used is dropped alone, with a diagnostic', async (t) => {
  const table = [
    ['grid-template-columns: repeat(auto-fill, 1fr)', 'grid-template-columns', 'none', 'invalid-value'],
    ['grid-template-columns: [a] [b] 1px', 'grid-template-columns', 'none', 'invalid-value'],
    ['grid-template-rows: masonry', 'grid-template-rows', 'none', 'unsupported-value'],
    ['grid-template-rows: subgrid 1px', 'grid-template-rows', 'none', 'invalid-value'],
    ['grid-template-rows: subgrid repeat(auto-fit, [a])', 'grid-template-rows', 'none', 'invalid-value'],
    ['grid-template-areas: "a b" "b a"', 'grid-template-areas', 'none', 'invalid-value'],
    ['grid-row: 0', 'grid-row-start', 'auto', 'invalid-value'],
    ['grid-area: 1 / 2 /', 'grid-row-start', 'auto', 'invalid-value'],
    ['grid: auto-flow / auto-flow', 'grid-auto-flow', 'row', 'invalid-value'],
    ['grid-template: "a" / repeat(2, 1fr)', 'grid-template-areas', 'none', 'invalid-value'],
  ] as const
  for (const [declaration, property, value, code] of table) {
    const found = check(`${declaration}; visibility: hidden`, property)
    t.equal(found.value, value, declaration)
    t.equal(found.messages.length, 1, `${declaration}: one diagnostic`)
    t.match(found.messages[0], `[${code}]`, declaration)
  }
})

t.test('the shorthands take variables', async (t) => {
  t.strictSame(check('--a: 2 / span 3; grid-row: var(--a)', 'grid-row-end'), { value: 'span 3', messages: [] })
  t.strictSame(check('--c: repeat(2, 1fr); grid: auto-flow / var(--c)', 'grid-template-columns'), {
    value: '1fr 1fr',
    messages: [],
  })
})

import t from 'tap'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { h, StyleFixture } from './style-fixture.js'

const REGISTERED = '@property --c { syntax: "<color>"; inherits: false; initial-value: lime }'

/** The green of the text of two elements, one within the other. */
function greens(css: string): readonly number[] {
  const fixture = new StyleFixture(css, [h('div', { id: 'outer' }, h('p', { id: 'inner' }))])
  const document = fixture.document()
  t.strictSame(fixture.messages(), [])
  return ['outer', 'inner'].map((id) => (document.style(id) as ComputedStyle).color.green)
}

const BOTH = 'div, p { color: var(--c) }'

t.test('a registered property has its initial value where nothing is declared', async (t) => {
  t.strictSame(greens(`${REGISTERED} ${BOTH}`), [1, 1])
  t.strictSame(greens(`${BOTH} ${REGISTERED}`), [1, 1], 'wherever the rule stands')
  t.strictSame(greens(`@media print { ${REGISTERED} } ${BOTH}`), [1, 1])
})

t.test('one that is not inherited is initial in each element', async (t) => {
  t.strictSame(greens(`${REGISTERED} div { --c: red } ${BOTH}`), [0, 1])
  t.strictSame(greens(`${REGISTERED} div { --c: red } p { --c: inherit } ${BOTH}`), [0, 0])
  t.strictSame(greens(`${REGISTERED} div, p { --c: red } p { --c: unset } ${BOTH}`), [0, 1])
  t.strictSame(greens(`${REGISTERED} div, p { --c: initial } ${BOTH}`), [1, 1])
})

t.test('a value of another syntax is as good as none', async (t) => {
  t.strictSame(greens(`${REGISTERED} div { --c: 3px } ${BOTH}`), [1, 1])
  t.strictSame(greens(`${REGISTERED} div { --d: 3px; --c: var(--d) } ${BOTH}`), [1, 1], 'also behind a variable')
  const inherited = REGISTERED.replace('false', 'true')
  t.strictSame(greens(`${inherited} div { --c: red } p { --c: solid } ${BOTH}`), [0, 0], 'then inherited ones are')
  const widths = (syntax: string, value: string) => {
    const rule = `@property --w { syntax: "${syntax}"; inherits: false; initial-value: 1px }`
    const fixture = new StyleFixture(`${rule} div { --w: ${value}; border: solid; border-width: var(--w) }`, [
      h('div', { id: 'd' }),
    ])
    const { borderTopWidth, borderRightWidth } = fixture.document().style('d') as ComputedStyle
    return [borderTopWidth, borderRightWidth]
  }
  t.strictSame(widths('<length>+', '2px 4px'), [2, 4])
  t.strictSame(widths('<length>', '2px 4px'), [1, 1])
  t.strictSame(widths('<length>#', '2px, 4px'), [3, 3], 'of the syntax, and no value of the property')
  t.strictSame(widths('<length> | thick', 'thick'), [5, 5])
  t.strictSame(widths('<length> | thick', 'thin'), [1, 1])
  t.strictSame(widths('<url> | <length>', 'thick'), [5, 5], 'types that are not known take everything')
})

t.test('one that is inherited is initial only at the top', async (t) => {
  const inherited = REGISTERED.replace('false', 'true')
  t.strictSame(greens(`${inherited} div { --c: red } ${BOTH}`), [0, 0])
  t.strictSame(greens(`${inherited} div { --c: red } p { --c: initial } ${BOTH}`), [0, 1])
})

t.test('lengths are those of the element that declares them', async (t) => {
  const width = (css: string, inherits = true) => {
    const rules = ['--a', '--b', '--c'].map(
      (name) => `@property ${name} { syntax: "<length>+ | none"; inherits: ${inherits}; initial-value: none }`,
    )
    const fixture = new StyleFixture(`${rules.join(' ')} div { font-size: 10px } p { font-size: 30px } ${css}`, [
      h('div', {}, h('p', { id: 'p' }, h('b', { id: 'b' }))),
    ])
    const document = fixture.document()
    t.strictSame(fixture.messages(), [])
    return (['p', 'b'] as const).map((id) => document.style(id).width)
  }
  t.strictSame(width('div { --a: 1em } p { width: var(--a) }'), [10, 'auto'])
  t.strictSame(
    width('div { --a: 1em } p { width: calc(2 * var(--a)) } b { font-size: 7px; width: var(--a) }'),
    [20, 10],
  )
  t.strictSame(width('div { --a: 2em } p { --a: inherit; width: var(--a) }', false), [20, 'auto'])
  t.strictSame(width('div { --a: calc(1em + 1px) } p { width: var(--a) }'), [11, 'auto'])
  t.strictSame(width('div { --a: 1em } p { --b: var(--a); width: var(--b) }'), [10, 'auto'], 'behind another name')
  t.strictSame(width('div { --a: 1em; --any: var(--a) } p { width: var(--any) }'), [10, 'auto'], 'in any other one')
  t.strictSame(width('p { --a: 1em; width: var(--a) } b { font-size: 5px; width: var(--a) }'), [30, 30])
  t.strictSame(
    width('div { --a: 1em; zoom: 2 } p { width: var(--a) }'),
    [20, 'auto'],
    'as they grow with their element',
  )
  t.strictSame(width('div { --any: 1em } p { width: var(--any) }'), [30, 'auto'], 'not without a syntax')
})

t.test('the last rule with a name counts, and one of another value is made of it', async (t) => {
  t.strictSame(greens(`${REGISTERED.replace('lime', 'red')} ${REGISTERED} ${BOTH}`), [1, 1])
  t.strictSame(greens(`${REGISTERED} div { --d: var(--c) } div, p { color: var(--d) }`), [1, 1])
  t.strictSame(greens(`${REGISTERED} div { --c: var(--none) } ${BOTH}`), [1, 1], 'invalid at computed-value time')
})

t.test('a rule that registers nothing is reported', async (t) => {
  for (const rule of [
    '@property c { syntax: "*"; inherits: false }',
    '@property --c { inherits: false; initial-value: red }',
    '@property --c { syntax: "<color>"; inherits: false }',
    '@property --c { syntax: "<color>"; initial-value: red }',
    '@property --c { syntax: "<color>"; inherits: false; initial-value: 3px }',
    '@property --c { syntax: "<length>"; inherits: false; initial-value: 2em }',
    '@property --c { syntax: "<length>"; inherits: false; initial-value: calc(1px + 1rem) }',
    '@property --c { syntax: "<transform-list>"; inherits: false; initial-value: translate(2ch) }',
    '@property --c { syntax: "<transform-list>"; inherits: false; initial-value: var(--d) }',
  ]) {
    const fixture = new StyleFixture(rule, [h('p', { id: 'p' })])
    fixture.document()
    t.match(fixture.messages(), [/@property/], rule)
  }
})

t.test('an initial value that is the same for all elements registers its property', async (t) => {
  for (const [syntax, value] of [
    ['<length>', 'calc(1px + 2vw)'],
    ['<length>', '1in'],
    ['*', '2em'],
  ] as const) {
    const rule = `@property --c { syntax: "${syntax}"; inherits: false; initial-value: ${value} }`
    const fixture = new StyleFixture(`${rule} p { width: var(--c) }`, [h('p', { id: 'p' })])
    t.type((fixture.document().style('p') as ComputedStyle).width, 'number', value)
    t.strictSame(fixture.messages(), [], value)
  }
})

import t from 'tap'
import { type Attributes, h, StyleFixture } from './style-fixture.js'

const GROW = '@keyframes grow { from { widows: 3 } 50% { widows: 4 } to { widows: 5 } }'

/** `widows` of `<p id=x class=c>`: a number that tells which declaration won; it is 2 initially. */
function winner(css: string, attributes: Attributes = {}): number {
  const fixture = new StyleFixture(css, [h('p', { id: 'x', class: 'c', ...attributes })])
  const { widows } = fixture.document().style('x')
  t.strictSame(fixture.messages(), [], `${css}: no diagnostic`)
  return widows
}

/** The state in which an animation of three keyframes leaves the element; 2 is what it has without. */
const ENDS: readonly (readonly [animation: string, widows: number])[] = [
  ['grow 1s forwards', 5],
  ['grow 1s both', 5],
  ['grow 1s 2s both', 5],
  ['grow 1s -2s forwards', 5],
  ['1s ease-in-out 2s 1 normal forwards running grow', 5],
  ['cubic-bezier(0, 0, 1, 1) grow calc(.1s * 3) forwards', 5],
  ['grow 0s forwards', 5],
  ['forwards 1s "grow"', 5],
  ['grow 1s paused forwards', 5],
  ['grow 1s', 2],
  ['grow 1s 2s backwards', 2],
  ['grow 1s infinite forwards', 2],
  ['grow 1s infinite alternate both', 2],
  ['grow 1s reverse forwards', 3],
  ['grow 1s 2 forwards', 5],
  ['grow 1s 2 reverse forwards', 3],
  ['grow 1s alternate forwards', 5],
  ['grow 1s 2 alternate forwards', 3],
  ['grow 1s 3 alternate forwards', 5],
  ['grow 1s alternate-reverse forwards', 3],
  ['grow 1s 2 alternate-reverse forwards', 5],
  ['grow 1s 0 forwards', 3],
  ['grow 1s 0 reverse forwards', 5],
  ['grow 1s 1.5 forwards', 4],
  ['grow 1s 0.1 forwards', 3],
  ['grow 1s 1.25 alternate forwards', 5],
  ['none', 2],
  ['unknown 1s forwards', 2],
  ['other 1s forwards, grow 1s forwards', 5],
]

t.test('paper shows the state in which an animation ends', async (t) => {
  for (const [animation, widows] of ENDS) t.equal(winner(`${GROW} p { animation: ${animation} }`), widows, animation)
})

t.test('the longhands of an animation say the same, in lists that are repeated', async (t) => {
  const longhands = 'animation-name: none, grow; animation-duration: 1s; animation-delay: 1s; animation-fill-mode: both'
  t.equal(winner(`${GROW} p { ${longhands} }`), 5)
  t.equal(winner(`${GROW} p { ${longhands}; animation-direction: normal, reverse }`), 3)
  t.equal(winner(`${GROW} p { ${longhands}; animation-iteration-count: 1, infinite }`), 2)
  t.equal(winner(`${GROW} p { -webkit-animation: grow 1s forwards }`), 5, 'the older spelling')
  t.equal(winner(`${GROW} p { animation: grow 1s } .c { animation-fill-mode: forwards }`), 5, 'from several rules')
  t.equal(winner(`${GROW} p { --a: grow; animation: var(--a) 1s forwards }`), 5, 'from a variable')
  t.equal(winner(`${GROW} body { animation: grow 1s both } p { animation: inherit }`), 5, 'inherited if asked for')
  t.equal(winner(`${GROW} body { animation: grow 1s both } p { widows: 7 }`), 7, 'not inherited otherwise')
})

const RANKS: readonly (readonly [name: string, css: string, widows: number])[] = [
  ['a keyframe wins over the id of a rule', `${GROW} #x { widows: 8; animation: grow 1s forwards }`, 5],
  ['an important declaration wins over a keyframe', `${GROW} p { widows: 8 !important; animation: grow 1s both }`, 8],
  ['a later animation wins', `${GROW} @keyframes b { to { widows: 6 } } p { animation: grow 1s both, b 1s both }`, 6],
  [
    'a property without a last keyframe keeps its own value',
    '@keyframes a { from { widows: 3 } 99% { widows: 4 } } p { widows: 7; animation: a 1s forwards }',
    7,
  ],
  ['several selectors', '@keyframes a { from, 100% { widows: 3 } } p { animation: a 1s forwards }', 3],
  [
    'the last block of a place wins',
    '@keyframes a { to { widows: 3 } 100% { widows: 4 } } p { animation: a 1s both }',
    4,
  ],
  [
    'the last rule of a name counts alone',
    `${GROW} @keyframes grow { from { widows: 9 } } p { animation: grow 1s both }`,
    2,
  ],
  [
    'the rule of a later layer counts',
    '@layer a, b; @layer b { @keyframes k { to { widows: 4 } } } @layer a { @keyframes k { to { widows: 3 } } } p { animation: k 1s both }',
    4,
  ],
  [
    'a rule for screens does not count',
    `${GROW} @media screen { @keyframes grow { } } p { animation: grow 1s both }`,
    5,
  ],
  [
    'a variable of a keyframe',
    '@keyframes a { to { --n: 6 } } p { --n: 3; widows: var(--n); animation: a 1s forwards }',
    6,
  ],
  ['a keyframe with a variable', '@keyframes a { to { widows: var(--n) } } p { --n: 6; animation: a 1s forwards }', 6],
  [
    'animations of a keyframe do not count',
    `${GROW} @keyframes a { to { animation: grow 1s both; widows: 3 } } p { animation: a 1s both }`,
    3,
  ],
  [
    'revert-layer goes back to what is declared',
    '@keyframes a { to { widows: revert-layer } } p { widows: 6; animation: a 1s both }',
    6,
  ],
  ['the older spelling of a rule', '@-webkit-keyframes a { to { widows: 3 } } p { animation: a 1s both }', 3],
]

t.test('the end of an animation has its place in the cascade', async (t) => {
  for (const [name, css, widows] of RANKS) t.equal(winner(css), widows, name)
  t.equal(winner(GROW, { style: 'widows: 7; animation: grow 1s forwards' }), 5, 'over a style attribute, from one')
})

t.test('a text that fades in and grows is there whole, sized by its own font', async (t) => {
  const css = `@keyframes in { from { opacity: 0 } to { opacity: 1; font-size: 2em; margin-inline-start: 1em } }
    p { font-size: 10px; opacity: 0; direction: rtl; animation: in 1s 2s forwards }`
  const { opacity, fontSize, marginRight } = new StyleFixture(`body { font-size: 20px } ${css}`, [h('p', { id: 'x' })])
    .document()
    .style('x')
  t.strictSame({ opacity, fontSize, marginRight }, { opacity: 1, fontSize: 40, marginRight: 40 })
})

t.test('a pseudo-element ends its animation as an element does', async (t) => {
  const css = `${GROW} p::before { content: "a"; animation: grow 1s forwards }`
  const document = new StyleFixture(css, [h('p', { id: 'x' })]).document()
  t.equal(document.styled.pseudo(document.element('x'), 'before')?.widows, 5)
})

const FAULTY = `@keyframes a { to { colour: red; widows: 3 !important } middle { widows: 4 } 101% { widows: 4 }
  widows: 5; 100% { --x: attr(a); width: calc(attr(b px) * 1) } }`

t.test('faults in keyframes are reported where an element uses them', async (t) => {
  const unused = new StyleFixture(FAULTY, [h('p')])
  unused.document()
  t.strictSame(unused.messages(), [], 'nothing uses them')
  const used = new StyleFixture(`${FAULTY} p { animation: a 1s forwards }`, [h('p')])
  used.document()
  t.strictSame(
    used.diagnostics.items.map(({ code, message, span }) => `${span?.line} ${code}: ${message}`),
    [
      '1 invalid-declaration: nothing is important in "@keyframes"',
      '1 unknown-property: unknown property "colour" (did you mean "color"?)',
      '1 invalid-rule: "middle" is not a place in an animation',
      '1 invalid-rule: "101%" is not a place in an animation',
      '2 invalid-rule: a declaration cannot stand here',
      '2 unsupported-value: attr() is not supported in "--x" of "@keyframes"',
      '2 unsupported-value: attr() is not supported in "width" of "@keyframes"',
    ],
  )
})

t.test('an animation that adds to other values is named', async (t) => {
  const fixture = new StyleFixture('p { animation-composition: add } a { animation-composition: replace }', [h('p')])
  t.strictSame(
    fixture.diagnostics.items.map(({ code, message }) => `${code}: ${message}`),
    ['unsupported-property: the property "animation-composition" is not supported'],
  )
})

import t from 'tap'
import { type Attributes, h, StyleFixture } from './style-fixture.js'

/** `widows` of `<p id=x class=c>`: a number that tells which declaration won; it is 2 initially. */
function winner(css: string, attributes: Attributes = {}, assets: Readonly<Record<string, string>> = {}): number {
  const fixture = new StyleFixture(css, [h('p', { id: 'x', class: 'c', ...attributes })], { assets })
  const { widows } = fixture.document().style('x')
  t.strictSame(fixture.messages(), [], `${css}: no diagnostic`)
  return widows
}

const CASES: readonly (readonly [name: string, css: string, widows: number])[] = [
  ['later layers win whatever the specificity', '@layer a { #x { widows: 3 } } @layer b { p { widows: 4 } }', 4],
  ['what is in no layer wins over all layers', 'p { widows: 5 } @layer a { #x { widows: 3 } }', 5],
  ['within a layer specificity decides', '@layer a { #x { widows: 3 } p { widows: 4 } }', 3],
  ['a statement decides the order', '@layer b, a; @layer a { p { widows: 3 } } @layer b { p { widows: 4 } }', 3],
  [
    'a layer may be continued',
    '@layer a { p { widows: 3 } } @layer b { p { widows: 4 } } @layer a { p { widows: 5 } }',
    4,
  ],
  ['anonymous layers are all different', '@layer { #x { widows: 3 } } @layer { p { widows: 4 } }', 4],
  ['rules of a layer win over the layers in it', '@layer a { @layer b { #x { widows: 3 } } p { widows: 4 } }', 4],
  [
    'nested layers have names with dots',
    '@layer a.b, a.c; @layer a { @layer c { p { widows: 3 } } @layer b { #x { widows: 4 } } }',
    3,
  ],
  [
    'layers inside of each other stay inside',
    '@layer a { @layer z { #x { widows: 3 } } } @layer b { @layer y { p { widows: 4 } } }',
    4,
  ],
  [
    'important declarations turn the order around',
    '@layer a { p { widows: 3 !important } } @layer b { #x { widows: 4 !important } }',
    3,
  ],
  [
    'important in a layer wins over important in none',
    '#x { widows: 3 !important } @layer a { p { widows: 4 !important } }',
    4,
  ],
  ['important wins over normal in any layer', '@layer a { p { widows: 3 !important } } #x { widows: 4 }', 3],
  [
    'conditions do not change the order of layers',
    '@media print { @layer b { p { widows: 3 } } } @layer a { p { widows: 4 } }',
    4,
  ],
  [
    'a layer in a condition that fails is not named',
    '@media screen { @layer b, a; } @layer a { p { widows: 3 } } @layer b { p { widows: 4 } }',
    4,
  ],
  ['a layer in a rule', 'p { @layer a { widows: 3 } } @layer b { p { widows: 4 } }', 4],
  [
    'revert-layer goes back one layer',
    '@layer a { p { widows: 3 } } @layer b { p { widows: 4 } .c { widows: revert-layer } }',
    3,
  ],
  [
    'revert-layer goes back to the layers',
    '@layer a { p { widows: 3 } } p { widows: 4 } p { widows: revert-layer }',
    3,
  ],
  [
    'revert-layer through several layers',
    '@layer a { p { widows: 3 } } @layer b { p { widows: revert-layer } } p { widows: revert-layer }',
    3,
  ],
  ['revert-layer below all layers', 'html { widows: 7 } @layer a { p { widows: revert-layer } }', 7],
  ['revert leaves all layers', 'html { widows: 7 } @layer a { p { widows: 3 } } p { widows: revert }', 7],
  [
    'revert-layer by way of a variable',
    '@layer a { p { widows: 3 } } p { --x: revert-layer; --y: 9; widows: 4 } p { widows: var(--none, revert-layer) }',
    3,
  ],
  ['custom properties obey layers', '@layer a { p { --w: 3 } } @layer b { p { --w: 4 } } p { widows: var(--w) }', 4],
  [
    'custom properties go back',
    '@layer a { p { --w: 3 } } @layer b { p { --w: revert-layer } } p { widows: var(--w) }',
    3,
  ],
]

t.test('cascade layers', async (t) => {
  for (const [name, css, widows] of CASES) t.equal(winner(css), widows, name)
})

t.test('the style attribute stands above all layers', async (t) => {
  t.equal(winner('@layer a { p { widows: 3 } }', { style: 'widows: 6' }), 6)
  t.equal(winner('@layer a { p { widows: 3 !important } }', { style: 'widows: 6 !important' }), 6)
  t.equal(winner('p { widows: 4 } @layer a { p { widows: 3 } }', { style: 'widows: revert-layer' }), 4)
})

t.test('presentational hints stand below all layers', async (t) => {
  const align = (css: string) =>
    new StyleFixture(css, [h('p', { id: 'x', align: 'right' })]).document().style('x').textAlign
  t.equal(align('@layer a { p { text-align: left } }'), 'left')
  t.equal(align('@layer a { p { text-align: revert-layer } }'), 'right')
  t.equal(align('@layer a { p { text-align: revert } }'), 'start')
})

t.test('imports may go into layers', async (t) => {
  const assets = {
    'a.css': '#x { widows: 3 }',
    'b.css': '@layer inner { #x { widows: 4 } } p { widows: 5 }',
  }
  t.equal(winner('@import "a.css" layer(a); @import "b.css" layer(b);', {}, assets), 5)
  t.equal(winner('@layer b, a; @import "a.css" layer(a); @import "b.css" layer(b);', {}, assets), 3)
  t.equal(winner('@import "a.css" layer; p { widows: 6 }', {}, assets), 6)
  t.equal(winner('@import "a.css" layer(a) screen; p { widows: 6 }', {}, assets), 6)
  t.equal(winner('@import "a.css" supports(display: nonsense); p { widows: 6 }', {}, assets), 6)
  t.equal(winner('@import "a.css" layer(a) supports(display: block) print;', {}, assets), 3)
  t.equal(winner('@import "b.css" layer(b); @layer b.later { p { widows: 7 } }', {}, assets), 5)
})

t.test('page rules obey layers', async (t) => {
  const fixture = new StyleFixture('@page { margin: 1px } @layer a { @page :first { margin: 2px } }', [])
  t.equal(fixture.document().styled.pageStyle({ number: 1, name: '', blank: false, groupPage: 1 }).margin.top, 1)
})

t.test('names that are none are reported', async (t) => {
  const table: readonly (readonly [css: string, message: string])[] = [
    ['@layer;', '"" does not name layers'],
    ['@layer a b;', '"a b" does not name layers'],
    ['@layer a, b { }', '"a, b" does not name a layer'],
    ['@layer initial { }', '"initial" does not name a layer'],
    [`@layer ${'a.'.repeat(20_000)}a;`, 'does not name layers'],
  ]
  for (const [css, message] of table) {
    const [first = ''] = new StyleFixture(css, []).messages()
    t.ok(first.includes(message), css.slice(0, 40))
  }
})

import t from 'tap'
import { h, type NodeSpec, StyleFixture } from '../style/style-fixture.js'

const BODY: readonly NodeSpec[] = [
  h(
    'section',
    { id: 'a', class: 'card big' },
    h('h2', { id: 'b', class: 'title' }, h('em', { id: 'c' })),
    h('p', { id: 'd', class: 'card' }, h('em', { id: 'e', class: 'title' })),
    h('p', { id: 'f' }),
  ),
  h('h2', { id: 'g', class: 'title' }),
]

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** Ids of the elements to which `object-fit: cover` applies, and what was reported. */
function matching(css: string): readonly [string, readonly string[]] {
  const fixture = new StyleFixture(css, BODY)
  const document = fixture.document()
  return [IDS.filter((id) => document.style(id).objectFit === 'cover').join(' '), fixture.messages()]
}

const HIT = '{ object-fit: cover }'

const CASES: readonly (readonly [css: string, ids: string])[] = [
  [`.card { .title ${HIT} }`, 'b e'],
  [`.card { & .title ${HIT} }`, 'b e'],
  [`.card { > .title ${HIT} }`, 'b e'],
  [`section { > em, h2 > em ${HIT} }`, 'c'],
  [`.card { &.big ${HIT} }`, 'a'],
  [`.card { &p ${HIT} }`, 'd'],
  [`.card { p& ${HIT} }`, 'd'],
  [`.card { + p ${HIT} }`, 'f'],
  [`.title { .big > & ${HIT} }`, 'b'],
  [`.card { & & ${HIT} }`, 'd'],
  [`.card { :not(&) ${HIT} }`, 'b c e f g'],
  [`.card, h2 { &:is(.title, .big) ${HIT} }`, 'a b g'],
  [`.big { .card { .title ${HIT} } }`, 'e'],
  [`.big { & > p { & > em ${HIT} } }`, 'e'],
  [`em { .big > p > &, .big > h2 > & ${HIT} }`, 'c e'],
  [`h2 { @media print ${HIT} }`, 'b g'],
  [`h2 { @media print { .big > & ${HIT} } }`, 'b'],
  [`h2 { @media screen ${HIT} }`, ''],
  [`h2 { @supports (display: block) { @media print { em ${HIT} } } }`, 'c'],
  [`.card { /* a */ > /* b */ .title ${HIT} }`, 'b e'],
  [`section/**/.card /* a */ > /* b */ .title ${HIT}`, 'b'],
  [`& .title ${HIT}`, 'b e g'],
  [`section { &::before { content: 'x'; } & em:hover { object-fit: cover } }`, ''],
  [`section::before { & em ${HIT} }`, ''],
  [`.card { --x: { a: b }; --y:hover { c: d }; em ${HIT} }`, 'c e'],
]

t.test('nested rules', async (t) => {
  for (const [css, ids] of CASES) t.strictSame(matching(css), [ids, []], css)
})

t.test('`&` counts as much as the most specific selector around', async (t) => {
  const fixture = new StyleFixture('#x, h2 { & em { widows: 7 } } .title.title em { widows: 8 }', BODY)
  t.equal(fixture.document().style('c').widows, 7)
  const top = new StyleFixture('& em { widows: 7 } em { widows: 8 }', BODY)
  t.equal(top.document().style('c').widows, 8, 'nothing outside of rules')
})

t.test('declarations behind a nested rule count after it', async (t) => {
  const fixture = new StyleFixture('p { widows: 3; & { widows: 4 } widows: 5; orphans: 6; & { orphans: 7 } }', BODY)
  const style = fixture.document().style('f')
  t.strictSame([style.widows, style.orphans], [5, 7])
})

t.test('pseudo-elements of nested rules', async (t) => {
  const document = new StyleFixture('.big { &::before { content: "x" } p::after { content: "y" } }', BODY).document()
  const pseudo = (id: string, which: 'before' | 'after') => document.styled.pseudo(document.element(id), which)?.content
  t.strictSame(pseudo('a', 'before'), [{ kind: 'string', text: 'x' }])
  t.strictSame(pseudo('d', 'after'), [{ kind: 'string', text: 'y' }])
  t.equal(pseudo('g', 'before'), undefined)
})

t.test('what is wrong is reported at its place', async (t) => {
  const table: readonly (readonly [css: string, message: RegExp])[] = [
    ['p { > { color: red } }', /1:5: warning: ">" is not a selector: .*\[invalid-selector\]/],
    ['p { 5% { color: red } }', /1:5: .*\[invalid-selector\]/],
    ['p { @scope (a) { } }', /1:5: .*"@scope" is not supported inside a rule \[unsupported-at-rule\]/],
    ['@font-face { p { color: red } font-family: x; src: local(x) }', /1:14: .*a rule cannot stand here/],
  ]
  for (const [css, message] of table) t.match(matching(css)[1][0], message, css)
})

t.test('deep and repeated nesting ends', async (t) => {
  const deep = new StyleFixture(`${'p {'.repeat(2000)} widows: 9 ${'}'.repeat(2000)}`, BODY)
  t.match(deep.messages()[0], /the rule is nested too deep/)
  const wide = new StyleFixture(`em {${'& &, & & & {'.repeat(30)} widows: 9 ${'}'.repeat(30)} }`, BODY)
  t.match(wide.messages()[0], /it is too long with what "&" stands for/)
})

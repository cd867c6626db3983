import t from 'tap'
import { h, repeat, StyleFixture } from './style-fixture.js'

const cells = () => [h('td'), h('td'), h('td', { class: 'n' }), h('td'), h('td')]

t.test('10,000 rows of five cells compute six styles, a second document none', async (t) => {
  const fixture = new StyleFixture('td { padding: 3px } .n { text-align: right }', [
    h('table', {}, repeat(10_000, h('tr', {}, ...cells()))),
  ])
  const first = fixture.document()
  // html, body, table, tr, td, td.n
  t.equal(first.stats.stylesComputed, 6)
  t.equal(first.styled.styles.length, 60_003)
  t.equal(new Set(first.styled.styles).size, 6)
  const second = fixture.document()
  t.equal(second.stats.stylesComputed, 0)
  t.equal(second.styled.styles[500], first.styled.styles[500], 'documents share styles')
  t.strictSame(fixture.messages(), [])
})

t.test('positions and classes that depend on data cost a style per outcome', async (t) => {
  const css = 'tr:nth-child(even) { background: #eee } tr.hot td { color: red } td:last-child { width: 1px }'
  const fixture = new StyleFixture(css, [
    h('table', {}, repeat(10_000, h('tr', { class: (i) => (i % 3 === 0 ? 'hot' : `row${i % 50}`) }, ...cells()))),
  ])
  const { stats, styled } = fixture.document()
  // html, body, table; two rows; below each plain and hot cells, the last one apart.
  t.equal(stats.stylesComputed, 3 + 2 + 2 * 2 * 2)
  t.equal(new Set(styled.styles).size, 13)
  t.equal(fixture.document().stats.stylesComputed, 0)
})

t.test('equal inline styles share, different ones do not', async (t) => {
  const fixture = new StyleFixture('', [repeat(1000, h('p', { style: (i) => `width: ${i % 4}px` }))])
  const { stats, styled } = fixture.document()
  t.equal(stats.stylesComputed, 2 + 4)
  t.equal(new Set(styled.styles).size, 6)
})

t.test('values without a bound do not fill the memory of the plan', async (t) => {
  let base = 0
  const fixture = new StyleFixture('', [repeat(9000, h('p', { style: (i) => `width: ${base + i}px` }))])
  for (let round = 0; round < 4; round++) {
    base = round * 10_000
    const document = fixture.document()
    t.equal(document.stats.stylesComputed >= 9000, true)
    t.equal(document.styled.styles[8000]?.width, base + 7998)
  }
  t.equal(fixture.document().styled.styles[2]?.width, base, 'after the caches were emptied')
})

t.test('copies that inherit something else each time do not fill the memory of the plan', async (t) => {
  const fixture = new StyleFixture('', [h('g', { id: 'copied' })])
  const document = fixture.document()
  const { styled } = document
  const copied = document.element('copied')
  const first = document.style('copied')
  let style = first
  for (let i = 0; i < 30_000; i++) style = styled.inheriting(copied, style)
  t.equal(styled.inheriting(copied, first), styled.inheriting(copied, first), 'the first copies are kept')
  t.not(styled.inheriting(copied, style), styled.inheriting(copied, style), 'no more than so many are')
})

t.test('anonymous styles are interned and inherit', async (t) => {
  const fixture = new StyleFixture('p { color: red; border: 1px solid; text-decoration: underline }', [
    h('p', { id: 'x' }),
  ])
  const document = fixture.document()
  const anonymous = document.styled.anonymous(document.style('x'), 'block')
  t.equal(anonymous, document.styled.anonymous(document.style('x'), 'block'))
  t.strictSame([anonymous.display, anonymous.color.red, anonymous.borderTopWidth], ['block', 1, 0])
  t.equal(anonymous.textDecorationLine.underline, false)
  t.equal(fixture.document().styled.anonymous(document.style('x'), 'block'), anonymous)
})

t.test('sheets with placeholders are parsed once per text', async (t) => {
  const fixture = new StyleFixture('p { orphans: 3 }', [h('p', { id: 'x' })], {
    boundCss: 'p { orphans: 9; colr: red }',
  })
  const first = fixture.document()
  t.equal(first.style('x').orphans, 9)
  t.strictSame(fixture.messages(), [
    'bound.css:1:17: warning: unknown property "colr" (did you mean "color"?) [unknown-property]',
  ])
  t.equal(first.stats.stylesComputed, 3)
  t.equal(fixture.document().stats.stylesComputed, 0)
})

t.test('all styles have one shape', async (t) => {
  const fixture = new StyleFixture('p { margin: 1em; color: red }', [h('p', { id: 'x' }), h('table', { id: 'y' })])
  const document = fixture.document()
  t.strictSame(Object.keys(document.style('x')), Object.keys(document.style('y')))
})

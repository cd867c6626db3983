import t from 'tap'
import { h, StyleFixture } from './style-fixture.js'

/** The styles of `html` and `body` come first. */
const FIRST_SECTION = 2

const sections = () => [h('section', {}, h('p'), h('p', {}, h('em')), h('p')), h('section', {}, h('p'))]

/** Which elements within the body have a width, from 0 on: a section, its three paragraphs with `em` in the second, … */
function styled(selector: string): readonly number[] {
  const fixture = new StyleFixture(`${selector} { width: 1px }`, sections())
  const { styles } = fixture.document().styled
  return styles.slice(FIRST_SECTION).flatMap(({ width }, index) => (width === 1 ? index : []))
}

t.test('what siblings and content decide is decided for each of equal elements', async (t) => {
  t.same(styled('p'), [1, 2, 4, 6])
  t.same(styled('p:first-child'), [1, 6])
  t.same(styled('p:not(:first-child)'), [2, 4])
  t.same(styled('p + p'), [2, 4])
  t.same(styled('p ~ p'), [2, 4])
  t.same(styled('p:nth-last-child(1)'), [4, 6])
  t.same(styled('p:only-of-type'), [6])
  t.same(styled('p:empty'), [1, 4, 6])
  t.same(styled('p:has(em)'), [2])
  t.same(styled(':is(p, h1):has(em)'), [2])
})

t.test('what is beside their ancestors, too', async (t) => {
  t.same(styled('section:last-child p'), [6])
  t.same(styled('section + section > p'), [6])
  t.same(styled('section:has(em) > p'), [1, 2, 4])
})

t.test('elements with the same attribute in several letters match selectors that ignore case', async (t) => {
  const fixture = new StyleFixture('[data-k=A i] { width: 1px } [data-k] { height: 2px } [data-k^=b] { top: 3px }', [
    h('p', { 'data-k': 'a', id: 'a' }),
    h('p', { 'data-k': 'A', id: 'b' }),
    h('p', { 'data-k': 'b', id: 'c' }),
    h('p', { id: 'd' }),
  ])
  const document = fixture.document()
  const of = (id: string) => [document.style(id).width, document.style(id).height, document.style(id).top]
  t.same(of('a'), [1, 2, 'auto'])
  t.same(of('b'), [1, 2, 'auto'])
  t.same(of('c'), ['auto', 2, 3])
  t.same(of('d'), ['auto', 'auto', 'auto'])
})

import t from 'tap'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { h, StyleFixture } from './style-fixture.js'

/** The style of a `p` with these attributes, and what is told about the sheet. */
function styled(css: string, attributes: Readonly<Record<string, string>> = {}) {
  const fixture = new StyleFixture(css, [h('p', { id: 'p', ...attributes })])
  const style = fixture.document().style('p') as ComputedStyle
  return { style, messages: fixture.messages() }
}

t.test('attributes are lengths, numbers and colours where attr() says so', async (t) => {
  const table: readonly (readonly [value: string, attribute: string | undefined, width: ComputedStyle['width']])[] = [
    ['attr(data-w px)', '120', 120],
    ['attr(DATA-W px)', '120', 120],
    ['attr( data-w  px )', ' 120 ', 120],
    ['attr(data-w px)', '12em', 'auto'],
    ['attr(data-w px, 7px)', '12em', 7],
    ['attr(data-w px, 7px)', undefined, 7],
    ['attr(data-w px)', undefined, 'auto'],
    ['calc(attr(data-w number) * 2px)', '3.5', 7],
    ['calc(attr(data-w type(<number>)) * 2px)', '3.5', 7],
    ['attr(data-w type(<length>))', '2px', 2],
    ['attr(data-w type(<length>))', 'calc(1px + 1px)', 2],
    ['attr(data-w type(<length>), 3px)', '50%', 3],
    ['attr(data-w type(<length> | <number>), 3px)', '4px', 4],
    ['attr(data-w type(*))', 'calc(2px * 4)', 8],
    ['attr(data-none px, attr(data-w px))', '5', 5],
    ['attr(data-w type(<length>), var(--v))', 'x', 6],
    ['max(attr(data-w px), 10px)', '5', 10],
    ['attr(data-w)', '5px', 'auto'],
    ['attr(data-w type(<length>))', 'attr(data-w px)', 'auto'],
    ['attr(data-w type(*))', ';', 'auto'],
    ['attr(data-w length, 30px)', '5', 30],
    ['attr(data-w blah, 30px)', '5', 30],
    ['attr(data-w blah)', '5', 'auto'],
    ['attr(data-w vmin, 30px)', '', 30],
  ]
  for (const [value, attribute, width] of table) {
    const attributes = attribute === undefined ? {} : { 'data-w': attribute }
    const { style } = styled(`p { --v: 6px; width: ${value} }`, attributes)
    t.equal(style.width, width, `${value} of ${attribute}`)
  }
  t.match(styled('p { width: attr(data-w %) }', { 'data-w': '25' }).style.width, { percent: 25 })
  t.equal(styled('p { color: attr(data-c type(<color>)) }', { 'data-c': 'lime' }).style.color.green, 1)
  t.equal(styled('p { margin: attr(data-m px) 3px }', { 'data-m': '9' }).style.marginTop, 9, 'in shorthands')
  t.equal(styled('p { --w: attr(data-w px); width: var(--w) }', { 'data-w': '8' }).style.width, 8, 'in variables')
})

t.test('an attr() that cannot be read makes its declaration wrong', async (t) => {
  for (const value of ['attr()', 'attr(data-w type(<fraction>))', 'attr(data-w px 3)', 'attr(3px)']) {
    const { style, messages } = styled(`p { width: 4px; width: ${value} }`)
    t.equal(style.width, 4, value)
    t.match(messages, [/has an attr\(\) that cannot be read/], value)
  }
  t.match(styled('p { width: attr(data-w type(<color>)) }', { 'data-w': 'red' }).messages, [
    /is not a value of "width"/,
  ])
})

t.test('elements with equal attributes share a style', async (t) => {
  const rows = ['1', '2', '1', '2', '1'].map((w, i) => h('p', { id: `p${i}`, 'data-w': w, class: 'a' }))
  const document = new StyleFixture('p { width: attr(data-w px) } .a { height: 3px }', rows).document()
  const styles = rows.map((_row, i) => document.style(`p${i}`) as ComputedStyle)
  t.same(
    styles.map(({ width, height }) => [width, height]),
    ['1', '2', '1', '2', '1'].map((w) => [Number(w), 3]),
  )
  t.equal(styles[0], styles[2])
  t.equal(new Set(styles).size, 2)
})

t.test('pseudo-elements have the attributes of their element', async (t) => {
  const fixture = new StyleFixture('p::before { content: "a"; width: attr(data-w px) }', [
    h('p', { id: 'p', 'data-w': '5' }),
  ])
  const document = fixture.document()
  t.equal(document.styled.pseudo(document.element('p'), 'before')?.width, 5)
})

import t from 'tap'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { h, StyleFixture } from './style-fixture.js'

type Row = readonly [declarations: string, field: keyof ComputedStyle, expected: unknown]

function styleOf(css: string): ComputedStyle {
  const fixture = new StyleFixture(`div { ${css} }`, [h('section', {}, h('div', { id: 'x' }))])
  const style = fixture.document().style('x')
  if (fixture.messages().length > 0) throw new Error(fixture.messages().join('\n'))
  return style
}

const VALUES: readonly Row[] = [
  ['float: left', 'float', 'left'],
  ['float: inline-start', 'float', 'left'],
  ['float: inline-end', 'float', 'right'],
  ['float: footnote', 'float', 'footnote'],
  ['clear: both', 'clear', 'both'],
  ['clear: inline-start', 'clear', 'left'],
  ['position: sticky', 'position', 'sticky'],
  ['position: -webkit-sticky', 'position', 'sticky'],
  ['position: running(header)', 'position', { kind: 'running', name: 'header' }],
  ['top: 1em', 'top', 16],
  ['bottom: -3px', 'bottom', -3],
  ['left: 50%', 'left', { kind: 'percentage', px: 0, percent: 50 }],
  ['inset: 1px auto 2px', 'right', 'auto'],
  ['inset: 1px auto 2px', 'bottom', 2],
  ['inset-inline: 1px 2px', 'left', 1],
  ['direction: rtl; inset-inline: 1px 2px', 'left', 2],
  ['direction: rtl; inset-inline-start: 1px', 'right', 1],
  ['z-index: -2', 'zIndex', -2],
  ['z-index: auto', 'zIndex', 'auto'],
]

t.test('properties of floats and positioned boxes have computed values', async (t) => {
  for (const [css, field, expected] of VALUES) t.strictSame(styleOf(css)[field], expected, css)
})

t.test('flow-relative sides are those of the containing block', async (t) => {
  const fixture = new StyleFixture('section { direction: rtl } div { direction: ltr; float: inline-start }', [
    h('section', {}, h('div', { id: 'x' })),
  ])
  t.equal(fixture.document().style('x').float, 'right')
})

t.test('floats and absolutely positioned boxes are blocks', async (t) => {
  const table: readonly (readonly [css: string, display: ComputedStyle['display']])[] = [
    ['display: inline; float: left', 'block'],
    ['display: inline-block; position: absolute', 'flow-root'],
    ['display: inline-table; position: fixed', 'table'],
    ['display: table-cell; float: right', 'block'],
    ['display: list-item; float: right', 'list-item'],
    ['display: none; float: left', 'none'],
    ['display: contents; position: absolute', 'contents'],
    ['display: inline; position: relative', 'inline'],
  ]
  for (const [css, display] of table) t.equal(styleOf(css).display, display, css)
})

t.test('an absolutely positioned box does not float', async (t) => {
  t.equal(styleOf('float: left; position: absolute').float, 'none')
  t.equal(styleOf('float: left; position: relative').float, 'left')
})

t.test('floats do not name pages', async (t) => {
  t.equal(styleOf('float: left; page: chapter').page, '')
  t.equal(styleOf('page: chapter').page, 'chapter')
})

t.test('attributes float images and tables and clear line breaks', async (t) => {
  const fixture = new StyleFixture('', [
    h('img', { id: 'image', align: 'right' }),
    h('table', { id: 'table', align: 'left' }),
    h('br', { id: 'break', clear: 'all' }),
  ])
  const document = fixture.document()
  t.strictSame([document.style('image').float, document.style('image').display], ['right', 'block'])
  t.equal(document.style('table').float, 'left')
  t.equal(document.style('break').clear, 'both')
})

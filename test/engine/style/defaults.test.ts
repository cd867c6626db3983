import t from 'tap'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { type Attributes, h, type NodeSpec, StyleFixture, styleOf } from './style-fixture.js'

t.test('elements have the style that browsers give them', async (t) => {
  const table: readonly (readonly [name: string, expected: Partial<Record<keyof ComputedStyle, unknown>>])[] = [
    ['div', { display: 'block', marginTop: 0 }],
    ['span', { display: 'inline' }],
    ['p', { display: 'block', marginTop: 16, marginBottom: 16 }],
    ['h1', { fontSize: 32, marginTop: 21.4375, fontWeight: 700, breakAfter: 'avoid', breakInside: 'flow' }],
    ['h4', { fontSize: 16, marginTop: 21.265625 }],
    ['ul', { paddingLeft: 40, marginTop: 16, listStyleType: { kind: 'counter-style', name: 'disc' } }],
    ['ol', { listStyleType: { kind: 'counter-style', name: 'decimal' } }],
    ['li', { display: 'list-item' }],
    ['blockquote', { marginTop: 16, marginLeft: 40, marginRight: 40 }],
    ['dd', { marginLeft: 40 }],
    ['hr', { borderTopWidth: 1, borderTopStyle: 'inset', marginTop: 8, marginLeft: 'auto' }],
    ['pre', { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap', fontSize: 13, marginTop: 13 }],
    ['code', { fontFamily: ['monospace'], fontSize: 13 }],
    ['sub', { verticalAlign: 'sub' }],
    ['b', { fontWeight: 700 }],
    ['em', { fontStyle: 'italic' }],
    ['mark', { backgroundColor: { red: 1, green: 1, blue: 0, alpha: 1 } }],
    ['table', { display: 'table', boxSizing: 'border-box', borderSpacingX: 2, borderSpacingY: 2 }],
    ['tr', { display: 'table-row', verticalAlign: 'baseline' }],
    ['thead', { display: 'table-header-group', verticalAlign: 'middle' }],
    ['td', { display: 'table-cell', paddingTop: 1, borderTopWidth: 0 }],
    ['th', { fontWeight: 700, textAlign: 'center' }],
    ['caption', { display: 'table-caption', textAlign: 'center' }],
    ['script', { display: 'none' }],
  ]
  for (const [name, expected] of table) {
    const style = styleOf('', name)
    for (const [field, value] of Object.entries(expected)) {
      t.strictSame(style[field as keyof ComputedStyle], value, `${name}: ${field}`)
    }
  }
})

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 }
const RED = { red: 1, green: 0, blue: 0, alpha: 1 }
const GRAY = { red: 128 / 255, green: 128 / 255, blue: 128 / 255, alpha: 1 }

t.test('rules with a colour or without shade are filled with it, others are a pale groove', async (t) => {
  const drawn = (attributes: Attributes, css = '') => {
    const { borderTopColor, borderTopStyle, backgroundColor } = styleOf(css, 'hr', attributes)
    return [borderTopColor, borderTopStyle, backgroundColor]
  }
  t.strictSame(drawn({ color: 'red' }), [RED, 'solid', RED])
  t.strictSame(drawn({ noshade: '' }), [GRAY, 'solid', GRAY])
  t.strictSame(drawn({ noshade: '', color: '#f00' }), [RED, 'solid', RED])
  t.equal(styleOf('', 'hr', {}).borderTopColor.red, 0xee / 255)
  t.strictSame(styleOf('#x { border-color: red }', 'hr').borderTopColor, RED)
  t.strictSame(styleOf('#x { border-top: 1px solid }', 'hr').borderTopColor, GRAY)
})

t.test('lines of tables have the colour of the text, also where they are shaded', async (t) => {
  for (const attributes of [{ border: '3' }, { frame: 'box' }, { rules: 'all', border: '1' }]) {
    t.strictSame(styleOf('#x { color: red }', 'table', attributes).borderTopColor, RED, JSON.stringify(attributes))
  }
  t.strictSame(styleOf('#x { color: red; border: 2px inset }', 'td').borderTopColor, RED)
  t.equal(styleOf('#x { color: red; border: 2px ridge }', 'div').borderTopColor.red, 0xee / 255)
})

t.test('form controls with borders of their own have square corners', async (t) => {
  const square = { horizontal: 0, vertical: 0 }
  for (const name of ['input', 'select', 'textarea', 'button']) {
    const style = styleOf('#x { border: 0; border-bottom: 1px solid }', name)
    t.same(style.borderBottomLeftRadius, square, name)
    t.same(styleOf('#x { border-radius: 4px }', name).borderBottomLeftRadius, { horizontal: 4, vertical: 4 }, name)
  }
})

t.test('the body has its margin and the root element is a block', async (t) => {
  const fixture = new StyleFixture('html { display: inline-table } body { orphans: 3 }', [h('p', { id: 'x' })])
  const document = fixture.document()
  t.equal(document.style('html').display, 'table')
  t.equal(document.styled.styles[1]?.marginTop, 8)
})

t.test('nested lists change their markers and lose their margins', async (t) => {
  const fixture = new StyleFixture('', [
    h('ul', {}, h('li', {}, h('ul', { id: 'two' }, h('li', {}, h('ul', { id: 'three' }))))),
  ])
  const document = fixture.document()
  t.strictSame(document.style('two').listStyleType, { kind: 'counter-style', name: 'circle' })
  t.strictSame(document.style('three').listStyleType, { kind: 'counter-style', name: 'square' })
  t.equal(document.style('two').marginTop, 0)
})

t.test('generic monospace is smaller unless a length was given', async (t) => {
  t.equal(styleOf('div { font-size: 20px; font-family: monospace }').fontSize, 20)
  t.equal(styleOf('div { font-size: 2em; font-family: monospace }').fontSize, 26)
  t.equal(styleOf('div { font-family: monospace, monospace }').fontSize, 16)
  t.equal(styleOf('body { font-size: 12px }', 'code').fontSize, 12)
})

t.test('cells are centred only where the table says nothing', async (t) => {
  const cell = (css: string) =>
    new StyleFixture(css, [h('table', {}, h('tr', {}, h('th', { id: 'x' })))]).document().style('x')
  t.equal(cell('').textAlign, 'center')
  t.equal(cell('table { text-align: right }').textAlign, 'right')
})

t.test('in quirks mode tables do not inherit the font', async (t) => {
  const size = (quirks: boolean) =>
    new StyleFixture('body { font: bold 20px a; text-align: right }', [h('table', { id: 'x' })], { quirks })
      .document()
      .style('x')
  t.equal(size(false).fontSize, 20)
  const { fontSize, fontWeight, textAlign, fontFamily } = size(true)
  t.strictSame([fontSize, fontWeight, textAlign, fontFamily], [16, 400, 'start', ['a']])
})

t.test('presentational attributes', async (t) => {
  const percent = (value: number) => ({ kind: 'percentage', px: 0, percent: value })
  const table: readonly (readonly [
    name: string,
    attributes: Attributes,
    field: keyof ComputedStyle,
    expected: unknown,
  ])[] = [
    ['table', { width: '50%' }, 'width', percent(50)],
    ['table', { width: '300' }, 'width', 300],
    ['img', { width: ' 12.5px', height: '3' }, 'width', 12.5],
    ['table', { cellspacing: '0' }, 'borderSpacingX', 0],
    ['table', { border: '2' }, 'borderTopWidth', 2],
    ['table', { border: '' }, 'borderTopStyle', 'outset'],
    ['table', { border: '', bordercolor: 'black' }, 'borderTopStyle', 'solid'],
    ['table', { align: 'center' }, 'marginLeft', 'auto'],
    ['td', { bgcolor: '#FF0000' }, 'backgroundColor', { red: 1, green: 0, blue: 0, alpha: 1 }],
    ['td', { bgcolor: 'ff0000' }, 'backgroundColor', { red: 1, green: 0, blue: 0, alpha: 1 }],
    ['td', { bgcolor: 'Red' }, 'backgroundColor', { red: 1, green: 0, blue: 0, alpha: 1 }],
    ['td', { align: 'RIGHT' }, 'textAlign', 'right'],
    ['td', { valign: 'top' }, 'verticalAlign', 'top'],
    ['td', { nowrap: '' }, 'textWrapMode', 'nowrap'],
    ['font', { size: '+2' }, 'fontSize', 24],
    ['font', { face: 'Arial, "x; y"' }, 'fontFamily', ['Arial', 'x; y']],
    ['font', { color: 'blue' }, 'color', { red: 0, green: 0, blue: 1, alpha: 1 }],
    ['center', {}, 'textAlign', 'center'],
    ['center', {}, 'blockAlign', 'center'],
    ['div', { align: 'middle' }, 'blockAlign', 'center'],
    ['td', { align: 'right' }, 'blockAlign', 'right'],
    ['h1', { align: 'center' }, 'blockAlign', 'normal'],
    ['h1', { align: 'center' }, 'textAlign', 'center'],
    ['p', { align: 'justify' }, 'textAlign', 'justify'],
    ['section', { align: 'middle' }, 'textAlign', 'center'],
    ['section', { align: 'center' }, 'blockAlign', 'normal'],
    ['p', { align: 'absmiddle' }, 'textAlign', 'start'],
    ['td', { align: 'absmiddle' }, 'textAlign', 'center'],
    ['caption', { align: 'left' }, 'textAlign', 'center'],
    ['body', { topmargin: '0' }, 'marginTop', 0],
    ['body', { topmargin: '0' }, 'marginBottom', 0],
    ['body', { leftmargin: '3' }, 'marginRight', 3],
    ['body', { leftmargin: '3', rightmargin: '4' }, 'marginRight', 4],
    ['body', { leftmargin: '3', marginwidth: '20' }, 'marginLeft', 20],
    ['body', { marginwidth: '20' }, 'marginRight', 20],
    ['body', { marginheight: '20' }, 'marginBottom', 20],
    ['ol', { type: 'A' }, 'listStyleType', { kind: 'counter-style', name: 'upper-alpha' }],
    ['div', { dir: 'RTL' }, 'direction', 'rtl'],
    ['div', { hidden: '' }, 'display', 'none'],
    ['div', { width: '30' }, 'width', 'auto'],
    ['td', { width: 'x;color:red' }, 'width', 'auto'],
  ]
  for (const [name, attributes, field, expected] of table) {
    t.strictSame(styleOf('', name, attributes)[field], expected, `${name} ${JSON.stringify(attributes)}`)
  }
  t.equal(styleOf('td { text-align: left }', 'td', { align: 'right' }).textAlign, 'left', 'rules are stronger')
  t.equal(styleOf('* { vertical-align: top }', 'td', { valign: 'bottom' }).verticalAlign, 'top')
})

t.test('a table passes padding and borders to its cells, not to those of inner tables', async (t) => {
  const inner = h('table', {}, h('tr', {}, h('td', { id: 'inner' })))
  const fixture = new StyleFixture('', [
    h('table', { border: '3', cellpadding: '7' }, h('tbody', {}, h('tr', {}, h('td', { id: 'outer' }, inner)))),
  ])
  const document = fixture.document()
  const outer = document.style('outer')
  t.strictSame([outer.borderTopWidth, outer.borderTopStyle, outer.paddingLeft], [1, 'inset', 7])
  t.same(outer.borderTopColor, BLACK)
  t.strictSame([document.style('inner').borderTopWidth, document.style('inner').paddingLeft], [0, 1])
  t.strictSame(fixture.messages(), [])
  const cell = h('td', { id: 'colored' })
  const colored = new StyleFixture('', [
    h('table', { border: '3', bordercolor: 'red' }, h('tbody', {}, h('tr', {}, cell))),
  ])
  const { borderTopStyle, borderTopColor } = colored.document().style('colored')
  t.strictSame([borderTopStyle, borderTopColor], ['solid', { red: 1, green: 0, blue: 0, alpha: 1 }])
})

t.test('dir=auto is the direction of the first letter that has one', async (t) => {
  const direction = (name: string, attributes: Attributes, ...children: NodeSpec[]) =>
    new StyleFixture('', [h('div', { dir: 'rtl' }, h(name, { id: 'x', ...attributes }, ...children))])
      .document()
      .style('x').direction
  t.equal(direction('p', { dir: 'auto' }, '12 abc \u05d0'), 'ltr')
  t.equal(direction('p', { dir: 'AUTO' }, '12 \u05d0 abc'), 'rtl')
  t.equal(direction('p', { dir: 'auto' }, h('b', {}, '(\u0628)'), 'abc'), 'rtl')
  t.equal(direction('p', { dir: 'auto' }, h('b', { dir: 'ltr' }, 'abc'), h('bdi', {}, 'abc'), '\u0628'), 'rtl')
  t.equal(direction('p', { dir: 'auto' }, '12'), 'ltr')
  t.equal(direction('bdi', {}, '\u0628'), 'rtl')
  t.equal(direction('bdi', {}, 'a'), 'ltr')
  t.equal(direction('p', {}, 'a'), 'rtl')
  t.equal(direction('p', { dir: 'auto', style: 'direction: ltr' }, '\u0628'), 'ltr', 'styles are stronger')
  const fixture = new StyleFixture('p:dir(rtl) { widows: 9 }', [
    h('div', { dir: 'auto' }, '\u0628', h('p', { id: 'x' }, 'abc')),
  ])
  t.equal(fixture.document().style('x').widows, 9)
})

t.test('quotes of q, and pseudo-elements that generate boxes', async (t) => {
  const css =
    '#a::before { content: "x" attr(title) counter(c, lower-roman); color: red } #a:after { content: none } li::marker { color: red }'
  const fixture = new StyleFixture(css, [h('p', { id: 'a' }), h('q', { id: 'q' }), h('li', { id: 'li' })])
  const { styled, element } = bound(fixture)
  t.strictSame(styled.pseudo(element('a'), 'before')?.content, [
    { kind: 'string', text: 'x' },
    { kind: 'attribute', name: 'title' },
    { kind: 'counter', name: 'c', style: 'lower-roman' },
  ])
  t.equal(styled.pseudo(element('a'), 'before')?.display, 'inline')
  t.equal(styled.pseudo(element('a'), 'before'), styled.pseudo(element('a'), 'before'), 'interned')
  t.equal(styled.pseudo(element('a'), 'after'), undefined)
  t.equal(styled.pseudo(element('a'), 'marker'), undefined)
  t.strictSame(styled.pseudo(element('q'), 'after')?.content, [{ kind: 'quote', open: false, visible: true }])
  t.equal(styled.pseudo(element('li'), 'marker')?.color.red, 1)
  t.equal(styled.pseudo(element('li'), 'marker')?.whiteSpaceCollapse, 'preserve')
  t.strictSame(fixture.messages(), [])
})

function bound(fixture: StyleFixture) {
  const document = fixture.document()
  return { styled: document.styled, element: (id: string) => document.element(id) }
}

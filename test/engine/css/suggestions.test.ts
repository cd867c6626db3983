import t from 'tap'
import { compileTemplate, createFontLibrary } from '../../../engine/index.js'
import { h, StyleFixture } from '../style/style-fixture.js'

t.test('messages about style sheets name what was probably meant', async (t) => {
  const cases = [
    ['p { colour: red }', 'unknown property "colour" (did you mean "color"?)'],
    ['p { text-algin: center }', 'unknown property "text-algin" (did you mean "text-align"?)'],
    ['p { display: blok }', '"blok" is not a value of "display" (did you mean "block"?)'],
    ['p { text-align: cetner }', '"cetner" is not a value of "text-align" (did you mean "center"?)'],
    ['p { border: 1px soild red }', '"1px soild red" is not a value of "border" (did you mean "solid"?)'],
    ['p { color: geren }', '"geren" is not a value of "color" (did you mean "green"?)'],
    ['p { color: 12 }', '"12" is not a value of "color"'],
    ['p { display: quite-other }', '"quite-other" is not a value of "display"'],
    ['@meda print { p { color: red } }', 'the at-rule "@meda" is not supported (did you mean "@media"?)'],
    ['@page { @top-centre { content: "x" } }', 'not supported in "@page" (did you mean "@top-center"?)'],
    ['p:frist-child { color: red }', 'unknown pseudo-class ":frist-child" (did you mean ":first-child"?)'],
    ['p::bfore { color: red }', 'unknown pseudo-element "::bfore" (did you mean "::before"?)'],
  ] as const
  for (const [css, message] of cases) {
    const fixture = new StyleFixture(css, [h('p', { id: 'p' })])
    fixture.document()
    const [first = '', ...others] = fixture.messages()
    t.match(first.replace(/ \[[a-z-]+\]$/, '').slice(-message.length), message, css)
    t.strictSame(others, [], css)
  }
})

t.test('a hint is of the family of names that the unknown one begins with', async (t) => {
  const cases = [
    ['@page { page-orientation: rotate-left }', 'unknown property "page-orientation"'],
    ['p { font-align: center }', 'unknown property "font-align"'],
    ['p { font-wieght: bold }', 'unknown property "font-wieght" (did you mean "font-weight"?)'],
    ['p { bakground-color: red }', 'unknown property "bakground-color" (did you mean "background-color"?)'],
    ['p { page-break-befor: always }', 'unknown property "page-break-befor" (did you mean "page-break-before"?)'],
  ] as const
  for (const [css, message] of cases) {
    const fixture = new StyleFixture(css, [h('p', { id: 'p' })])
    fixture.document()
    t.strictSame(
      fixture.messages().map((found) => found.replace(/^.*?warning: | \[[a-z-]+\]$/g, '')),
      [message],
      css,
    )
  }
})

t.test('what means nothing on paper is no warning', async (t) => {
  const css = `
    @keyframes spin { to { transform: rotate(1turn) } }
    @-webkit-keyframes spin { to { top: 0 } }
    @-ms-viewport { width: device-width }
    @-moz-document url-prefix() { p { color: red } }
    @starting-style { p { opacity: 0 } }
    @view-transition { navigation: auto }
    input::placeholder, input::-webkit-input-placeholder, ::file-selector-button { color: red }
    p:-moz-focusring, p::-webkit-scrollbar { color: red }
    p {
      -webkit-font-smoothing: antialiased; -webkit-text-size-adjust: 100%; -webkit-tap-highlight-color: transparent;
      -webkit-user-drag: none; -webkit-locale: auto; -webkit-box-orient: vertical; -webkit-appearance: none;
      animation: spin 1s; transition: all 1s; scroll-margin-top: 1px;
      overscroll-behavior-y: none; color-adjust: exact; contain: layout; interpolate-size: allow-keywords; field-sizing: fixed; zoom: 1;
    }`
  const fixture = new StyleFixture(css, [h('p', { id: 'p' })])
  fixture.document()
  t.strictSame(fixture.messages(), [])
})

t.test('a prefixed property that shows on paper is reported', async (t) => {
  const fixture = new StyleFixture('p { -webkit-box-reflect: below; -webkit-hyphens: auto }', [h('p', { id: 'p' })])
  fixture.document()
  t.match(fixture.messages(), [/unknown property "-webkit-box-reflect"/, /use "hyphens" instead of "-webkit-hyphens"/])
})

const fonts = createFontLibrary()

t.test('properties under the names of other programs are read as the standard ones', async (t) => {
  const html = `<style>
    h1 { prince-bookmark-level: 2; -prince-bookmark-label: "x"; -ro-hyphens: none; -weasy-bookmark-state: closed }
    p { prince-page-group: start; -ro-nothing: 1 }</style><h1>a</h1><p>b`
  const { diagnostics } = compileTemplate({ html }, { fonts })
  t.same(
    diagnostics.map(({ code, message }) => `${code} ${message}`),
    [
      'foreign-property "prince-bookmark-level" is read as "bookmark-level"',
      'foreign-property "-prince-bookmark-label" is read as "bookmark-label"',
      'foreign-property "-ro-hyphens" is read as "hyphens"',
      'foreign-property "-weasy-bookmark-state" is read as "bookmark-state"',
      'unknown-property unknown property "prince-page-group"',
      'unknown-property unknown property "-ro-nothing"',
    ],
  )
})

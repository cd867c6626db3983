import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { SourceText, type Span } from '../../../engine/base/source.js'
import { parseStylesheet } from '../../../engine/css/syntax/parse-stylesheet.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { h, StyleFixture } from '../style/style-fixture.js'

function styled(css: string, options = {}) {
  const fixture = new StyleFixture(css, [h('div', { id: 'x' })], options)
  return { style: fixture.document().style('x'), messages: fixture.messages() }
}

t.test('one bad rule or declaration is dropped, the rest continues', async (t) => {
  const table: readonly (readonly [css: string, messages: readonly string[]])[] = [
    [
      'div { orphans 3; widows: 9 }',
      ['style.css:1:7: warning: "orphans 3" is not a declaration [invalid-declaration]'],
    ],
    ['div { *zoom: 1; widows: 9 }', []],
    ['div { *: 1; widows: 9 }', ['style.css:1:7: warning: "*: 1" is not a declaration [invalid-declaration]']],
    ['div { color: (; ) ; widows: 9 }', ['style.css:1:7: warning: "(; )" is not a value of "color" [invalid-value]']],
    [
      'div { p:foo { color: red } @page { margin: 0 } widows: 9 }',
      [
        'style.css:1:7: warning: "p:foo" is not a selector: unknown pseudo-class ":foo" [invalid-selector]',
        'style.css:1:28: warning: the at-rule "@page" is not supported inside a rule [unknown-at-rule]',
      ],
    ],
    [
      ':-internal-right-to-left, div { widows: 1 } div :is(p:-Internal-parent) { widows: 1 } div { widows: 9 }',
      [
        'style.css:1:1: warning: ":-internal-right-to-left, div" is not a selector: unexpected "-internal-right-to-left" [invalid-selector]',
        'style.css:1:45: warning: "div :is(p:-Internal-parent)" is not a selector: unexpected "-Internal-parent" [invalid-selector]',
      ],
    ],
    [
      'div { color: red p { widows: 1 } widows: 9 }',
      ['style.css:1:7: warning: "color: red p" is not a selector: unknown pseudo-class ": red" [invalid-selector]'],
    ],
    [
      'p:foo { color: red }\n\n  div { widows: 9 }\ndiv {\n  colr: red }',
      [
        'style.css:1:1: warning: "p:foo" is not a selector: unknown pseudo-class ":foo" [invalid-selector]',
        'style.css:5:3: warning: unknown property "colr" (did you mean "color"?) [unknown-property]',
      ],
    ],
    [
      '50% { color: red } div { widows: 9 }',
      ['style.css:1:1: warning: "50%" is not a selector: unexpected "50%" [invalid-selector]'],
    ],
    ['div { widows: 9', []],
    ['/* c */ <!-- div { widows: 9; /* c */ } --> /* open', []],
    ['div { widows: 9 } p', ['style.css:1:19: warning: a rule without a block [invalid-rule]']],
    [
      '@foo { div { widows: 1 } } @foo bar; div { widows: 9 }',
      [
        'style.css:1:1: warning: the at-rule "@foo" is not supported [unknown-at-rule]',
        'style.css:1:28: warning: the at-rule "@foo" is not supported [unknown-at-rule]',
      ],
    ],
    ['@keyframes a { from { top: 0 } } div { widows: 9 }', []],
    ['@charset "utf-8"; div { widows: 9 }', []],
    ['@-webkit-keyframes a { 0% { top: 0 } } @-ms-viewport { width: 1px } div { widows: 9 }', []],
    ['d\\69v { wid\\6f ws: 9 }', []],
  ]
  for (const [css, messages] of table) {
    const result = styled(css)
    t.strictSame(result.messages, messages, css)
    t.equal(result.style.widows, 9, css)
  }
})

t.test('style attributes report their element', async (t) => {
  const fixture = new StyleFixture('', [h('div', { id: 'x', style: 'widows: 9; colr: red' })])
  t.equal(fixture.document().style('x').widows, 9)
  t.strictSame(fixture.messages(), [
    'template.html:1:1: warning: unknown property "colr" (did you mean "color"?) [unknown-property]',
  ])
})

t.test('media queries ask about the printed page', async (t) => {
  // The page is 800 by 1000 px.
  const table: readonly (readonly [query: string, matches: boolean])[] = [
    ['print', true],
    ['all', true],
    ['screen', false],
    ['screen, print', true],
    ['only print', true],
    ['not print', false],
    ['not screen', true],
    ['(min-width: 800px)', true],
    ['(min-width: 801px)', false],
    ['print and (max-height: 1000px)', true],
    ['(width >= 50em)', true],
    ['(400px < width < 800px)', false],
    ['(400px < width <= 800px)', true],
    ['(orientation: portrait)', true],
    ['(orientation: landscape)', false],
    ['(orientation: landscape) or (color)', true],
    ['not (orientation: landscape)', true],
    ['(not (orientation: landscape)) and print', false],
    ['(unknown-feature: 3)', false],
    ['not (unknown-feature: 3)', false],
    ['(hover)', false],
  ]
  for (const [query, matches] of table) {
    t.equal(styled(`@media ${query} { div { widows: 9 } }`).style.widows === 9, matches, query)
  }
  t.strictSame(styled('@media print { @media (width) { div { widows: 9 } } }').messages, [])
  const turned = styled('@page { size: landscape } @media (orientation: landscape) { div { widows: 9 } }')
  t.equal(turned.style.widows, 9, 'the size of @page counts')
})

t.test('@supports answers truthfully', async (t) => {
  const table: readonly (readonly [condition: string, matches: boolean])[] = [
    ['(display: block)', true],
    ['(display: inline-flex)', true],
    ['(display: grid)', true],
    ['(display: ruby)', false],
    ['not (display: ruby)', true],
    ['(float: left)', true],
    ['(color: red) and (margin: 1px 2px)', true],
    ['(color: redd) or (color: var(--x))', true],
    ['selector(a > b)', true],
    ['selector(a:has(b))', true],
    ['selector(a:host(b))', false],
    ['selector(:-internal-list-box)', false],
    ['selector(a:not(:-INTERNAL-right-to-left))', false],
    ['selector(a, ;)', false],
    ['(contain: -internal-block-size)', false],
    ['(--a: 1)', true],
    ['(color: red !important)', true],
    ['(color: redd !important)', false],
    ['foo(bar)', false],
    ['selector(a, b)', false],
    ['font-format(WOFF2)', true],
    ['font-format("woff2")', false],
    ['font-format(svg)', false],
    ['font-tech(variations)', true],
    ['font-tech(features-aat)', false],
    ['(--a: whatever !important)', true],
    ['(--a: whatever !bogus)', false],
    ['(--a: b])', false],
    ['(--: a)', false],
    ['(color: var(--a, {;}))', true],
    ['(color: var(--a, !))', false],
    ['(color: var(--a) !important !important)', false],
    ['(color: var(1px))', false],
    ['not ()', true],
    ['() or (color: green)', true],
    ['()', false],
    ['not (not)', true],
    ['(color: green) and (1 2)', false],
  ]
  for (const [condition, matches] of table) {
    const result = styled(`@supports ${condition} { div { widows: 9 } }`)
    t.equal(result.style.widows === 9, matches, condition)
    t.strictSame(result.messages, [], condition)
  }
})

t.test('@import reads assets, relative to the sheet that imports', async (t) => {
  const assets = {
    'css/a.css': '@import "b.css" print; @import "./c.css" screen;',
    'css/b.css': 'div { widows: 9; orphans: 3 }',
    'css/c.css': 'div { widows: 1 }',
  }
  const { style, messages } = styled('@import url(css/a.css); div { orphans: 7 }', { assets })
  t.equal(style.widows, 9)
  t.equal(style.orphans, 7)
  t.strictSame(messages, [])
  t.strictSame(styled('@import "no.css";').messages, [
    'style.css:1:1: error: the style sheet "no.css" is not among the assets of the template [missing-asset]',
  ])
  const cycle = styled('@import "a.css";', { assets: { 'a.css': '@import "a.css"; div { widows: 9 }' } })
  t.equal(cycle.style.widows, 9)
  t.match(cycle.messages, [/imports are nested too deep/])
})

t.test('@import counts before all other rules only', async (t) => {
  const assets = { 'a.css': 'div { widows: 9 }' }
  const before: readonly string[] = [
    '@charset "utf-8";',
    '@layer a, b;',
    'p:foo { widows: 1 }',
    '@foo { a }',
    '@import "no.css" speech;',
    '@media;',
    '@page;',
    '@font-face;',
  ]
  const late = [
    'p {}',
    '::-moz-foo {}',
    '@media print {}',
    '@layer a {}',
    '@page {}',
    '@keyframes a {}',
    '@supports (a:b) {}',
    '@namespace "x";',
  ]
  for (const rule of before) t.equal(styled(`${rule} @import "a.css";`, { assets }).style.widows, 9, rule)
  for (const rule of late) {
    const { style, messages } = styled(`${rule} @import "a.css";`, { assets })
    t.not(style.widows, 9, rule)
    t.match(messages.at(-1), /"@import" must come before all other rules/)
  }
  t.not(styled('@media print { @import "a.css"; }', { assets }).style.widows, 9)
})

t.test('sheets are read in the encoding that they name', async (t) => {
  const css = '.ä { widows: 9 }'
  const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))
  const table: readonly (readonly [name: string, bytes: Uint8Array, read: boolean])[] = [
    ['UTF-8', Buffer.from(css), true],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${css}`), true],
    ['a rule', Buffer.from(`@charset "windows-1252";${css}`, 'latin1'), true],
    ['a rule in capitals is none', Buffer.from(`@CHARSET "windows-1252";${css}`, 'latin1'), false],
    ['a rule in single quotes is none', Buffer.from(`@charset 'windows-1252';${css}`, 'latin1'), false],
    ['no encoding of that name', Buffer.from(`@charset "klingon";${css}`), true],
    ['a rule that cannot be true', Buffer.from(`@charset "utf-16";${css}`), true],
    ['UTF-16', utf16(css), true],
    ['UTF-16, the high byte first', Buffer.from(utf16(css)).swap16(), true],
  ]
  for (const [name, bytes, read] of table) {
    const root = new StyleFixture('@import "a.css";', [h('div', { id: 'x', class: 'ä' })], {
      assets: { 'a.css': bytes },
    })
    t.equal(root.document().style('x').widows === 9, read, name)
  }
})

t.test(
  'a linked sheet that says nothing of its encoding has that of its link, and its imports have its own',
  async (t) => {
    const fonts = createFontLibrary()
    const rule = '.ä { break-before: page }'
    const latin = (css: string) => Buffer.from(css, 'latin1')
    const isRead = (link: string, assets: Readonly<Record<string, Uint8Array>>) => {
      const html = `<!doctype html><link rel=stylesheet href=a.css ${link}><p>x<p class=ä>y`
      const template = compileTemplate({ html, assets: new Map(Object.entries(assets)) }, { fonts })
      return renderDocument(template, {}).pages === 2
    }
    t.ok(isRead('charset=iso-8859-1', { 'a.css': latin(rule) }))
    t.notOk(isRead('', { 'a.css': latin(rule) }), 'else it is UTF-8')
    t.ok(isRead('charset=klingon', { 'a.css': Buffer.from(rule) }), 'also where the link names no encoding')
    t.ok(isRead('charset=latin1', { 'a.css': Buffer.from(`@charset "utf-8";${rule}`) }), 'its own rule counts')
    t.ok(isRead('charset=latin1', { 'a.css': Buffer.from(`\ufeff${rule}`) }), 'and its mark')
    const imports = Buffer.from('@import "b.css";')
    t.ok(isRead('charset=latin1', { 'a.css': imports, 'b.css': latin(rule) }))
    t.ok(isRead('', { 'a.css': Buffer.from(`@charset "latin1";${imports}`), 'b.css': latin(rule) }))
    t.ok(isRead('charset=latin1', { 'a.css': imports, 'b.css': Buffer.from(`@charset "utf-8";${rule}`) }))
  },
)

/** Counts how often a place in the text is worked out. */
class CountingSource extends SourceText {
  places = 0

  override span(start: number, end?: number): Span {
    this.places++
    return super.span(start, end)
  }
}

t.test('a sheet without mistakes is read without working out places', async (t) => {
  const rule =
    '.c { margin: 1px 2px; border: 1px solid #abc; font: bold 12px/1.5 Arial; & b { color: rgb(1, 2, 3) } }\n'
  const source = new CountingSource('a.css', rule.repeat(100))
  const diagnostics = new DiagnosticList()
  const sheet = parseStylesheet(source, { diagnostics, mode: 'no-quirks' })
  t.equal(sheet.rules.length, 200)
  t.equal(source.places, 0)
  t.strictSame(diagnostics.items, [])
})

t.test('deep nesting does no harm', async (t) => {
  for (const bracket of ['(', '{', '[', 'calc(', ':not(']) {
    t.doesNotThrow(() => styled(`div { width: ${bracket.repeat(20_000)}`), bracket)
    t.doesNotThrow(() => styled(`${bracket.repeat(20_000)} {}`), bracket)
  }
  t.doesNotThrow(() => styled('@media print {'.repeat(5000)))
})

t.test('every character from U+0080 on is one of a name', async (t) => {
  const names = ['a→b', '✓', '★★-1', '→', '\u{1f600}', '÷', '«', 'a\u2003b']
  for (const name of names) {
    const fixture = new StyleFixture(
      `.${name} { widows: 3 } #${name} { orphans: 4 } [data-${name}] { color: red }
       :root { --${name}: 7px } div { margin-left: var(--${name}); counter-reset: ${name} 2 }`,
      [h('div', { id: name, class: name, [`data-${name}`]: '' })],
    )
    const style = fixture.document().style(name)
    t.same([style.widows, style.orphans, style.color.red, style.marginLeft], [3, 4, 1, 7], name)
    t.same(fixture.messages(), [], name)
  }
  const cut = styled('div::before { content: "→★" } .-→- , div { widows: 5 } @→ x;')
  t.equal(cut.style.widows, 5)
  t.match(cut.messages, [/@→/])
})

t.test('a block in a style attribute is part of a declaration that cannot be read', async (t) => {
  const styledBy = (style: string) => new StyleFixture('', [h('div', { id: 'x', style })]).document().style('x')
  t.equal(styledBy('widows: 9; {widows: 1;} widows: 2; orphans: 5').widows, 9)
  t.equal(styledBy('widows: 9; {widows: 1;} widows: 2; orphans: 5').orphans, 5)
  t.equal(styledBy('widows: 9; p {widows: 1} widows: 2').widows, 9)
})

t.test('a property whose value is nothing but a block is a declaration', async (t) => {
  const css = 'body { widows: 7 } div { widows: 9; widows: { [ var(--a) ] }; orphans: 5 }'
  const { style, messages } = styled(css)
  t.equal(style.widows, 7, 'invalid at computed-value time, and so inherited')
  t.equal(style.orphans, 5)
  t.match(messages.join(), /^style\.css:1:37: warning: a variable in .* has no value/)
  t.equal(styled('div { widows: 9; widows: { 1 }; orphans: 5 }').style.widows, 9)
  t.equal(styled('div { &:is(div) { widows: 9 } orphans: 5 }').style.widows, 9, 'a nested rule is none')
})

t.test('a sheet may be imported, and linked, by an address that has it all', async (t) => {
  t.equal(styled('@import "data:text/css,div%20{widows:9}";').style.widows, 9)
  t.equal(styled('@import url(data:text/css;base64,ZGl2IHsgd2lkb3dzOiA5IH0=);').style.widows, 9)
  const problem = styled('@import "data:text/css,div{colr:red}";').messages.join()
  t.match(problem, /^data: at style\.css:1:1:1:5: warning: unknown property "colr"/)
  const html = '<!doctype html><link rel=stylesheet href="data:text/css,p+p{break-before:page}"><p>x<p>y'
  t.equal(renderDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}).pages, 2)
})

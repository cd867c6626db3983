import t from 'tap'
import { compileTemplate, createFontLibrary, formatDiagnostic } from '../../../engine/index.js'

const fonts = createFontLibrary()

const FILES = new Map([
  ['brand.css', '.unused { color: red }'],
  ['partials/row.html', '<i class="row">x</i>'],
])

/** The places of unused rules. */
function unused(html: string): readonly string[] {
  const assets = new Map([...FILES].map(([path, text]) => [path, Buffer.from(text)]))
  const { diagnostics } = compileTemplate({ html, name: 't.html', assets }, { fonts, lint: true })
  return diagnostics.filter(({ code }) => code === 'unused-rule').map(formatDiagnostic)
}

t.test('a rule that no element matches is reported at its selectors', async (t) => {
  t.strictSame(unused('<style>\np { margin: 0 }\n.a, b > i { margin: 0 }\n</style><p class="b">x'), [
    't.html:3:1: warning: no element of the template matches this rule [unused-rule]',
  ])
  t.equal(unused('<style>.a { margin: 0; .b { margin: 0 } }</style><p class="a">x').length, 1, 'nested rules')
  t.equal(unused('<style>p::before { content: "x" } h1::before { content: "x" }</style><p>x').length, 1)
})

t.test('a rule that asks for what the template does not have anywhere is reported', async (t) => {
  t.equal(unused('<style>p:has(input[value=dark]:checked) { color: red }</style><p>x').length, 1)
  t.equal(unused('<style>p:has(i, b:not(.x) > u) { color: red }</style><p>x<u>y</u>').length, 0)
})

const USED = [
  '<style>.late { color: red }</style>{{#if late}}<p class="late">x</p>{{/if}}',
  '<style>.late { color: red }</style>{{#each items}}x{{else}}<p class="late">x</p>{{/each}}',
  '<style>.late { color: red }</style><p class="badge {{status}}">x',
  '<style>.late { color: red }</style><p {{#if late}}class="late"{{/if}}>x',
  '<style>.late { color: red }</style>{{{markup}}}',
  '<style>.row { color: red }</style>{{> row}}',
  '<style>p:nth-child(3) { color: red }</style>{{#each items}}<p>x</p>{{/each}}',
  '<style>td:empty { color: red }</style><table><tr><td>{{x}}</table>',
  '<style>body tbody > tr { color: red }</style><table><tr><td>x</table>',
  '<style>circle { fill: red }</style><svg width="9" height="9"><circle r="3"/></svg>',
  '<style>a:hover { color: red } p::-webkit-scrollbar { color: red }</style><p>x',
  '<style>@page { margin: 0 } @font-face { font-family: x; src: local("Arial") }</style><p>x',
  '<link rel="stylesheet" href="brand.css"><p>x',
]

t.test('rules that a document may use, and those of shared sheets, are not', async (t) => {
  for (const html of USED) t.strictSame(unused(html), [], html)
})

t.test('without lint nothing is said', async (t) => {
  const html = '<style>.a { color: red }</style><img src="{{logo}}">'
  t.strictSame(compileTemplate({ html }, { fonts }).diagnostics, [])
})

t.test('an image without an alternative is reported where it stands', async (t) => {
  const html =
    '<img src="data:,"><img alt="" src="data:,"><img aria-hidden="true" src="data:,"><img aria-label="Logo" src="data:,">'
  const { diagnostics } = compileTemplate({ html, name: 't.html' }, { fonts, lint: true })
  t.strictSame(diagnostics.filter(({ code }) => code === 'missing-alternative').map(formatDiagnostic), [
    't.html:1:1: warning: <img> has no text in its place: say in alt what it shows, or alt="" if it is ornament [missing-alternative]',
  ])
})

import t from 'tap'
import { gatherDiagnostics } from '../../../engine/base/diagnostics.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()

function diagnosticsOf(css: string, body = '<p class=a>x</p>', linked = '') {
  const link = linked === '' ? '' : '<link rel=stylesheet href=lib.css>'
  const html = `<!doctype html><style>${css}</style>${link}${body}`
  return compileTemplate({ html, assets: new Map([['lib.css', Buffer.from(linked)]]) }, { fonts }).diagnostics
}

function problemsOf(css: string, body?: string, linked?: string): readonly string[] {
  return gatherDiagnostics(diagnosticsOf(css, body, linked)).map(({ message }) => message)
}

const NAMED = (name: string) => `the property "${name}" is not supported`

t.test('a property that would change the page and does nothing is named', async (t) => {
  const declarations = [
    'perspective: 300px',
    'transform-style: preserve-3d',
    'backface-visibility: hidden',
    'ruby-overhang: none',
    'color-scheme: dark',
    'animation-timeline: scroll()',
    'text-decoration-skip-ink: auto',
    'position-area: top',
  ]
  const ruby = declarations.map((declaration) => declaration.replace('ruby-overhang: none', 'ruby-overhang: spaces'))
  for (const declaration of ruby) {
    t.same(problemsOf(`p { ${declaration} }`), [NAMED(declaration.split(':')[0] ?? '')], declaration)
  }
  const neutral =
    'transform-style: flat; backface-visibility: visible; color-scheme: light dark; perspective: none; text-decoration-skip-ink: none'
  t.same(problemsOf(`p { ${neutral} }`), [])
})

t.test('rules in gaps are drawn, what changes their ends and crossings is named', async (t) => {
  t.same(problemsOf('p { column-rule: 1px solid; row-rule: 2px dashed red; rule: thin dotted; rule-color: red }'), [])
  t.same(problemsOf('p { rule-break: normal; row-rule-inset: 0; rule-overlap: row-over-column }'), [])
  const details = ['rule-break: none', 'column-rule-inset-cap: 5px', 'row-rule-visibility-items: between']
  for (const detail of [...details, 'rule-overlap: column-over-row']) {
    t.same(problemsOf(`p { ${detail} }`), [NAMED(detail.split(':')[0] ?? '')])
  }
})

t.test('rules of subgrids of rows, which are not drawn, are named', async (t) => {
  const css =
    '.a { display: grid; grid-template-rows: subgrid; row-rule: 1px solid red } .b { display: grid; rule: 1px solid }'
  const html = `<style>${css}</style><div class=b><div class=a>x</div></div>`
  t.same(
    renderDocument(compileTemplate({ html }, { fonts }), {}).diagnostics.map(({ code, message, span }) => [
      code,
      message,
      span?.column,
    ]),
    [['unsupported-property', '"row-rule" is not drawn in subgrids of rows', 8]],
  )
})

t.test('a property of a sheet is told in one line, with how often it stands there', async (t) => {
  const rules = Array.from({ length: 40 }, (_, index) => `.a${index} { perspective: ${index + 1}px }`).join('\n')
  t.same(problemsOf(rules), [`${NAMED('perspective')}, 40 times in this file`])
  t.equal(diagnosticsOf(rules).length, 40, 'the places are kept')
  const values = '.a { width: paint(a) } .b { background: paint(b) } .c { background: paint(c) }'
  t.match(problemsOf(values), [/in "width: paint\(a\)"$|is not a value/, /paint\(b\).*, 2 times in this file$/])
  const many = Array.from({ length: 300 }, (_, index) => `.a${index} { perspective: ${index + 1}px }`).join('\n')
  t.same(problemsOf(`${many} .b { colour: red }`).length, 2, 'many uses leave room for other problems')
})

t.test('what has no meaning on paper is not reported', async (t) => {
  const silent = [
    'a:hover { perspective: 3px; colour: red }',
    'a:focus, a:active, a:is(:focus-visible, :focus-within) { filter: nothing }',
    '@keyframes spin { to { rotate: 9deg; perspective: 3px } }',
    '@media screen { p { perspective: 3px } }',
    '@media (prefers-color-scheme: dark) { p { perspective: 3px } }',
    'p { cursor: pointer; transition: all 1s; pointer-events: none; caret-color: red }',
    'a { _display: block; *zoom: 1; margin: 1px \\9; filter: alpha(opacity=50); outline: 5px auto -webkit-focus-ring-color }',
    'p { filter: progid:DXImageTransform.Microsoft.gradient(enabled = false) }',
    'a:host(b), :host(:not(c)), a::part(d), ::slotted(e), select::picker(select) { color: red }',
  ]
  for (const css of silent) t.same(problemsOf(css), [], css)
  t.same(problemsOf('@media (min-width: 30em) { p { perspective: 3px } }'), [NAMED('perspective')], 'what may show is')
})

t.test('of a linked sheet only what elements may match is reported', async (t) => {
  const linked = '.a { perspective: 3px } .b { backface-visibility: hidden; font-family: Nowhere }'
  t.same(problemsOf('', '<p class=a>x', linked), [NAMED('perspective')])
  t.match(problemsOf('', '<p class=b>x', linked), [/no font "Nowhere"/, NAMED('backface-visibility')])
  t.same(problemsOf('', '<p class="{{name}}">x', linked).length, 3, 'whatever the data')
  t.same(problemsOf('', '<p class=c>x', linked), [])
  t.same(problemsOf('@import "lib.css";', '<p class=a>x', linked), [NAMED('perspective')], 'an imported one as well')
  t.same(problemsOf('.b { perspective: 3px }'), [NAMED('perspective')], 'of the template itself all is')
})

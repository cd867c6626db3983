import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import { pageText } from '../engine/pdf/read-pdf.js'

const fonts = createFontLibrary()

const RULES = `@counter-style clause { system: extends lower-alpha; prefix: "§ "; suffix: ") " }
  @media screen { @counter-style clause { symbols: x } }
  @counter-style marks { system: cyclic; symbols: "*" "†" }`

t.test('counters are written in the styles of their author wherever they are generated', async (t) => {
  const html = `<!doctype html><title>x</title><style>${RULES}
    @page { @bottom-center { content: "page " counter(page, clause) } }
    ol { list-style: clause inside } a::after { content: target-counter(attr(href), list-item, marks) }
    h2 { counter-increment: part } h2::before { content: counter(part, symbols(fixed "one" "two")) " " }
    i::before { content: counters(list-item, ".", clause) "!" }</style>
    <h2>First</h2><ol><li id="a">Rent<li id="b">Term <i></i></ol><p><a href="#b">See</a></p>`
  const { pdf, diagnostics } = renderDocument(compileTemplate({ html }, { fonts }), {})
  t.same(diagnostics, [])
  const text = pageText(pdf, 1)
  for (const part of ['one First', '§ a) Rent', '§ b) Term b!', '†', 'page a']) t.match(text, part)
})

t.test('a rule that defines no style is reported at its place', async (t) => {
  const html =
    '<!doctype html>\n<style>\n@counter-style decimal { symbols: a }\n@counter-style x { system: numeric; symbols: a }</style>'
  const { diagnostics } = compileTemplate({ html }, { fonts })
  t.match(diagnostics, [
    { code: 'invalid-rule', span: { line: 3, column: 1 } },
    { code: 'invalid-rule', span: { line: 4, column: 1 } },
  ])
})

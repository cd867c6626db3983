import t from 'tap'
import { compileTemplate, createFontLibrary, formatDiagnostic, renderDocument } from '../../engine/index.js'

const fonts = createFontLibrary()

function problems(html: string, data: object = {}): readonly string[] {
  const template = compileTemplate({ html, name: 't.html' }, { fonts })
  return renderDocument(template, data).diagnostics.map(formatDiagnostic)
}

t.test('characters that no font draws are reported at their element, all of it together and each once', async (t) => {
  const html = '<p>plain</p>\n<p>{{text}}</p><table><tr><td>{{text}}</td></tr></table>'
  t.strictSame(problems(html, { text: 'x \u{10900}\u{10901}' }), [
    't.html:2:1: warning: no font has a glyph for "\u{10900}\u{10901}" (U+10900, U+10901), asked of the family "serif": ' +
      'bring a font that has it with @font-face [missing-glyph]',
  ])
})

t.test('characters that a style sheet adds have no place', async (t) => {
  const [message = ''] = problems('<style>p::before { content: "\\10900" }</style><p>x')
  t.match(message, /^warning: no font has a glyph for "\u{10900}" \(U\+10900\)/u)
})

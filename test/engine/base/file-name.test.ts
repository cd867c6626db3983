import t from 'tap'
import { toFileName } from '../../../engine/base/file-name.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'

t.test('a text becomes a name that every system can save', (t) => {
  const names: readonly (readonly [text: string, name: string | undefined])[] = [
    ['invoice-7.pdf', 'invoice-7.pdf'],
    ['invoice-7', 'invoice-7.pdf'],
    ['Rechnung 7.PDF ', 'Rechnung 7.pdf'],
    ['Quittung Zürich 東京 – 5', 'Quittung Zürich 東京 – 5.pdf'],
    ['../../etc/passwd', '-..-etc-passwd.pdf'],
    ['..\\..\\boot.ini', '-..-boot.ini.pdf'],
    ['a/b:c*d?e"f<g>h|i', 'a-b-c-d-e-f-g-h-i.pdf'],
    ['a\r\nSet-Cookie: x\u0000\u001b[0m\u007f', 'a Set-Cookie- x[0m.pdf'],
    ['annual\u202efdp.exe', 'annualfdp.exe.pdf'],
    ['lone \ud800 half', 'lone  half.pdf'],
    ['.hidden', 'hidden.pdf'],
    ['trailing. . .', 'trailing.pdf'],
    ['con', '_con.pdf'],
    ['COM1.tar', '_COM1.tar.pdf'],
    ['concert', 'concert.pdf'],
    ['u\u0308', '\u00fc.pdf'],
    ['', undefined],
    ['...', undefined],
    ['.pdf', undefined],
    ['\u200b\u202e', undefined],
  ]
  for (const [text, name] of names) t.equal(toFileName(text), name, JSON.stringify(text))
  for (const text of ['x'.repeat(5_000), '東'.repeat(500), '👩‍👩‍👧‍👦'.repeat(100), `${'.'.repeat(1_000_000)}x`]) {
    const name = toFileName(text) ?? ''
    t.ok(Buffer.byteLength(name) <= 200)
    t.equal(Buffer.from(name).toString(), name, 'no character is cut in two')
  }
  t.end()
})

t.test('a template names its documents by their data', (t) => {
  const fonts = createFontLibrary()
  const name = (fileName: string, data: object = {}) => {
    const { fileName: made, diagnostics } = renderDocument(compileTemplate({ html: '<p>x', fileName }, { fonts }), data)
    return [made, diagnostics.map(({ code, span }) => `${span?.file}:${span?.column} ${code}`)]
  }
  const data = { number: '7/2026', on: '2026-11-23', paid: true }
  t.same(name('invoice-{{number}}.pdf', data), ['invoice-7-2026.pdf', []])
  t.same(name('{{on | date "yyyy"}}{{#if paid}} paid{{/if}}{{! a note }}', data), ['2026 paid.pdf', []])
  t.same(name('plain'), ['plain.pdf', []])
  t.same(name('a {{numbr}}', data), ['a {{numbr}}.pdf', ['fileName:3 unmatched-placeholder']])
  t.throws(() => name('{{#if a}}'), { code: 'unclosed-block', message: /^fileName:1:1: / })
  t.throws(() => name('{{a | uper}}'), {
    message: /^fileName:1:7: there is no filter "uper" \(did you mean "upper"\?\)/,
  })
  t.throws(() => name('{{> a}}'), { code: 'misplaced-partial' })
  t.throws(() => compileTemplate({ html: '', fileName: 1 as unknown as string }, { fonts }), TypeError)
  t.equal(renderDocument(compileTemplate({ html: '<p>x' }, { fonts }), {}).fileName, undefined)
  const schema = { type: 'object', properties: { number: { type: 'string' } } }
  const checked = compileTemplate({ html: '<p>x', fileName: '{{number}}', schema }, { fonts })
  t.same(checked.diagnostics, [], 'what the name uses is used')
  const misspelt = compileTemplate({ html: '<p>{{number}}', fileName: '{{numbr}}', schema }, { fonts })
  t.match(misspelt.diagnostics, [{ code: 'unmatched-placeholder', message: /numbr/, span: { file: 'fileName' } }])
  t.end()
})

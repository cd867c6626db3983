import t from 'tap'
import { excerptOf } from '../../engine/base/excerpt.js'
import { SourceText } from '../../engine/base/source.js'
import { compileTemplate, createFontLibrary, formatWithSource, renderDocument } from '../../engine/index.js'

const fonts = createFontLibrary()

t.test('diagnostics come with their line and carets below the place', async (t) => {
  const assets = new Map([['style.css', Buffer.from('p {\r\n\tcolour: red;\r\n}')]])
  const source = { html: '<link rel=stylesheet href=style.css>\n<p>Dear {{nmae}},</p>', name: 't.html', assets }
  const { diagnostics } = renderDocument(compileTemplate(source, { fonts }), { name: 'Ada' })
  t.strictSame(
    diagnostics.map((diagnostic) => formatWithSource(diagnostic, source)),
    [
      'style.css:2:2: warning: unknown property "colour" (did you mean "color"?) [unknown-property]\n' +
        '    2 | \tcolour: red;\n' +
        '      | \t^^^^^^^^^^^',
      't.html:2:9: warning: no field of the data matches {{nmae}} (did you mean "name"?) [unmatched-placeholder]\n' +
        '    2 | <p>Dear {{nmae}},</p>\n' +
        '      |         ^^^^^^^^',
    ],
  )
})

t.test('of long lines the part around the place is shown', async (t) => {
  const text = `${'x'.repeat(300)}HERE${'y'.repeat(300)}`
  const [line = '', carets = ''] = excerptOf(new SourceText('t.html', text).span(300, 304), text).split('\n')
  t.equal(line, `    1 | …${'x'.repeat(20)}HERE${'y'.repeat(96)}…`)
  t.equal(carets, `      |  ${' '.repeat(20)}^^^^`)
})

t.test('places that go over several lines are shown up to the end of the first', async (t) => {
  const text = 'a\n<div\n class=x>'
  t.equal(excerptOf(new SourceText('t.html', text).span(2, 15), text), '    2 | <div\n      | ^^^^')
})

t.test('what has no place comes without', async (t) => {
  const source = { html: '<p>x' }
  const { diagnostics } = renderDocument(compileTemplate(source, { fonts }), {}, { timeZone: 'Nowhere' })
  t.strictSame(
    diagnostics.map((diagnostic) => formatWithSource(diagnostic, source)),
    ['error: "Nowhere" is not a time zone; dates are in UTC [unknown-time-zone]'],
  )
})

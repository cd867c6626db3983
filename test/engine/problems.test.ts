import { readFileSync } from 'node:fs'
import t from 'tap'
import { CODES } from '../../engine/base/diagnostic-codes.js'
import { DiagnosticList, isOfTemplate, plainMessage } from '../../engine/base/diagnostics.js'
import { messageOf, ofData, say } from '../../engine/base/message.js'
import {
  type CompileOptions,
  compileTemplate,
  createFontLibrary,
  ProblemError,
  type ProblemsSetting,
  renderDocument,
  type TemplateSource,
} from '../../engine/index.js'

const fonts = createFontLibrary()

const EPC =
  '<platen-qr preset="epc" name="{{name}}" iban="{{iban}}" amount="{{amount}}" message="{{no}}"></platen-qr><p>Total {{sum | currency "EUR"}}</p>'
const PAYMENT = { no: '17', name: 'Harbour', iban: 'DE89370400440532013001', amount: 12.5, sum: '' }

/** What a document of a template tells, by code: whose it is, and the text without values. */
function told(source: TemplateSource, data: object, options: Partial<CompileOptions> = {}) {
  return renderDocument(compileTemplate(source, { fonts, ...options }), data).diagnostics.map((diagnostic) => ({
    code: diagnostic.code,
    of: isOfTemplate(diagnostic) ? 'template' : 'document',
    plain: plainMessage(diagnostic),
  }))
}

t.test('a message has a text for the author, and one without values', async (t) => {
  t.same(say`"${ofData('DE89')}" is not an ${'IBAN'}`, { text: '"DE89" is not an IBAN', plain: '"…" is not an IBAN' })
  t.same(say`a ${say`b ${ofData('c', 'd')}`} ${1}`, { text: 'a b c 1', plain: 'a b d 1' })
  t.same(messageOf('as it is'), { text: 'as it is', plain: 'as it is' })
})

t.test('a finding without a text of that kind says what its code means', async (t) => {
  const list = new DiagnosticList()
  list.warn('invalid-value', 'the secret is no colour')
  list.error('of-no-table', 'the secret is lost')
  t.same(list.items.map(plainMessage), [
    'a property of CSS has a value that it cannot have',
    'a part of the document was lost',
  ])
})

t.test('every code that is explained has a meaning without values', async (t) => {
  const text = readFileSync(new URL('../../../engine/docs/diagnostics.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \| (.*?) \|/gm)]
  const reported = rows.filter(([, , what = '']) => !what.startsWith('throws')).map(([, code = '']) => code)
  t.same(
    reported.filter((code) => !CODES[code]),
    [],
  )
  t.same(
    Object.keys(CODES).filter((code) => !reported.includes(code)),
    [],
  )
})

t.test('what a document lost is told from what its template gets wrong', async (t) => {
  t.same(told({ html: `<style>p { colour: red }</style>${EPC}` }, PAYMENT), [
    { code: 'unknown-property', of: 'template', plain: 'unknown property "colour" (did you mean "color"?)' },
    { code: 'empty-value', of: 'document', plain: 'filter "currency" prints nothing for an empty text' },
    {
      code: 'invalid-code',
      of: 'document',
      plain:
        '<platen-qr> cannot be shown: the value of "iban" is not an IBAN: its check digits are wrong, or characters are missing',
    },
  ])
})

t.test(
  'drawings, images and rules without values are faults of the template, though a document shows them',
  async (t) => {
    const html = `<style>h1 { background: url(nope.png) }</style><h1>x</h1><p style="background: url(no.png)">x</p>
<svg width="9" height="9"><filter id="f"><feTurbulence/></filter><rect width="9" height="9" filter="url(#f)"/></svg><b>&#x10900;</b>`
    t.same(
      told({ html }, {}).map(({ code, of }) => [code, of]),
      [
        ['unsupported-svg', 'template'],
        ['missing-asset', 'template'],
        ['missing-asset', 'template'],
        ['missing-glyph', 'template'],
      ],
    )
  },
)

t.test('the same with values is what a document lost', async (t) => {
  const html = `<p style="background: url({{logo}})">x</p><img src="{{logo}}" alt=""><b>{{sign}}</b>`
  const found = told({ html }, { logo: 'SECRET.png', sign: '\u{10900}' })
  t.same(
    found.map(({ code, of }) => [code, of]),
    [
      ['missing-asset', 'document'],
      ['missing-asset', 'document'],
      ['missing-glyph', 'document'],
    ],
  )
  t.notMatch(JSON.stringify(found), /SECRET|10900/)
})

t.test('a placeholder that no data fills is a loss of the document, also where the compiler expected it', async (t) => {
  const [found] = told({ html: '{{nmae}}', samples: [{ name: 'Ada' }] }, { name: 'Ada' })
  t.match(found, { code: 'unmatched-placeholder', of: 'document', plain: 'no field of the data matches {{nmae}}' })
})

t.test('problems are refused where that is asked for', async (t) => {
  const render = (template: ProblemsSetting | undefined, problems: ProblemsSetting | undefined, data: object) =>
    renderDocument(compileTemplate({ html: EPC, problems: template }, { fonts }), data, { problems })
  for (const problems of [undefined, 'report', 'ignore'] as const) t.ok(render(undefined, problems, PAYMENT).pdf)
  for (const refuse of [() => render(undefined, 'refuse', PAYMENT), () => render('refuse', undefined, PAYMENT)]) {
    try {
      refuse()
      t.fail('nothing was thrown')
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      t.match(error.message, /^template\.html:1:1: the document has lost something: .*"DE89370400440532013001"/)
      t.match(error.plain, /^template\.html:1:1: the document has lost something: .*the value of "iban"/)
      t.same(
        error.diagnostics.map(({ code }) => code),
        ['invalid-code', 'empty-value'],
      )
    }
  }
  t.ok(render('refuse', 'report', PAYMENT).pdf, 'the option wins')
  const valid = { ...PAYMENT, iban: 'DE89370400440532013000', sum: 1 }
  t.ok(render('refuse', undefined, valid).pdf)
  t.ok(render('refuse', undefined, { ...valid, sum: undefined }).pdf, 'a placeholder that stays is never an error')
})

t.test('an error of the template is refused too', async (t) => {
  const template = compileTemplate({ html: '<img src="nope.png" alt="">' }, { fonts })
  t.throws(() => renderDocument(template, {}, { problems: 'refuse' }), {
    name: 'ProblemError',
    code: 'document-problems',
  })
})

t.test('no number of warnings hides an error, and no fault of a template what a document lost', async (t) => {
  const rules = Array.from({ length: 300 }, (_, index) => `.a${index} { colour${index}: red }`).join('')
  const words = Array.from({ length: 300 }, (_, index) => `{{missing${index}}}`).join('')
  const template = compileTemplate({ html: `<style>${rules}</style>${words}<img src="{{logo}}" alt="">` }, { fonts })
  const { diagnostics, omittedDiagnostics } = renderDocument(template, { logo: 'nope.png' })
  t.equal(diagnostics.filter(isOfTemplate).length, 200)
  t.equal(diagnostics.filter(({ code }) => code === 'unmatched-placeholder').length, 200)
  t.equal(diagnostics.filter(({ severity }) => severity === 'error').length, 1)
  t.equal(omittedDiagnostics, 100)
})

import t from 'tap'
import {
  checkInvoice,
  compileInvoiceMapping,
  invoiceXml,
  type JsonObject,
  TemplateError,
} from '../../../engine/index.js'
import { GROUPS, HEADER_TERMS } from '../../../engine/invoice/terms.js'
import { FULL_MAPPING, invoiceData } from './generated-invoices.js'

const mapping = compileInvoiceMapping(JSON.stringify(FULL_MAPPING))
const FORMS = [
  { format: 'cii', profile: 'en16931' },
  { format: 'ubl', profile: 'en16931' },
  { format: 'cii', profile: 'xrechnung' },
  { format: 'ubl', profile: 'xrechnung' },
  { format: 'ubl', profile: 'peppol' },
] as const

/** An invoice with a standard rate, to be changed. */
const BASE = { ...invoiceData(2), bt3: 380, bg3: [] }

function faultOf(changes: JsonObject, form: (typeof FORMS)[number]): string {
  try {
    invoiceXml(mapping, { ...BASE, ...changes }, form)
    return 'none'
  } catch (error) {
    if (error instanceof TemplateError) return error.message
    throw error
  }
}

t.test('a hundred invoices of all kinds are valid in every form', async (t) => {
  for (let index = 0; index < 100; index++) {
    for (const form of FORMS) {
      const { xml } = invoiceXml(mapping, invoiceData(index), form)
      const { valid, problems } = checkInvoice(Buffer.from(xml))
      if (!valid) t.fail(`${index} ${form.format} ${form.profile}: ${problems[0]?.message}`)
    }
  }
})

/** The values of all terms of an invoice: each is a text of its own. */
function allTerms(): { readonly data: JsonObject; readonly texts: readonly string[] } {
  const texts: string[] = []
  const data: Record<string, unknown> = { ...BASE }
  for (const term of ['BT-11', 'BT-12', 'BT-13', 'BT-14', 'BT-15', 'BT-16', 'BT-17', 'BT-18', 'BT-19', 'BT-33']) {
    data[term.toLowerCase().replace('-', '')] = `text of ${term}`
    texts.push(`text of ${term}`)
  }
  return { data: data as JsonObject, texts }
}

t.test('references and legal texts are written in both syntaxes', async (t) => {
  const { data, texts } = allTerms()
  for (const form of FORMS) {
    const { xml } = invoiceXml(mapping, data, form)
    for (const text of texts) t.ok(xml.includes(`>${text}<`), `${form.format}: ${text}`)
  }
})

t.test('a mapping knows the terms of EN 16931 and those of their schemes', async (t) => {
  const terms = [HEADER_TERMS, ...Object.values(GROUPS)].flatMap((group) => Object.keys(group))
  const whole = terms.filter((term) => /^BT-\d+$/.test(term))
  t.equal(new Set(whole).size, 164, 'BT-1 to BT-165; the standard has no BT-4')
})

t.test('a credit note is a CreditNote of UBL, with its due date at the payment', async (t) => {
  const { xml } = invoiceXml(mapping, invoiceData(3), { format: 'ubl' })
  t.match(xml, '<ubl:CreditNote ')
  t.match(xml, '<cbc:CreditNoteTypeCode>381<')
  t.match(xml, '<cbc:CreditedQuantity ')
  t.match(xml, '<cac:InvoiceDocumentReference><cbc:ID>R-2025-3</cbc:ID><cbc:IssueDate>2025-12-01<')
  t.equal(xml.match(/<cbc:PaymentDueDate>/g)?.length, 1)
})

t.test('XRechnung and Peppol name themselves and their process', async (t) => {
  const guideline = (form: (typeof FORMS)[number]) =>
    /xrechnung_3\.0|billing:3\.0/.exec(invoiceXml(mapping, BASE, form).xml)?.[0]
  t.same(FORMS.map(guideline), [undefined, undefined, 'xrechnung_3.0', 'xrechnung_3.0', 'billing:3.0'])
  t.match(invoiceXml(mapping, BASE, FORMS[4]).xml, '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0<')
  t.throws(() => invoiceXml(mapping, BASE, { format: 'cii', profile: 'peppol' }), { name: 'TypeError', message: /UBL/ })
})

t.test('terms of payment that programs read end with a line break', async (t) => {
  const { xml } = invoiceXml(mapping, { ...BASE, bt20: ['Net 30 days', '#SKONTO#TAGE=14#PROZENT=2.00#'] }, FORMS[3])
  t.match(xml, '<cbc:Note>Net 30 days\n#SKONTO#TAGE=14#PROZENT=2.00#\n</cbc:Note>')
})

const [CII, UBL, , XRECHNUNG, PEPPOL] = FORMS

/** What one target refuses and another one takes: each line is one of the table in engine/docs/invoices.md. */
const DIFFERENCES: readonly (readonly [JsonObject, (typeof FORMS)[number], RegExp])[] = [
  [{ bt49: '0220:12345' }, UBL, /^none$/],
  [{ bt49: '0220:12345' }, XRECHNUNG, /^none$/],
  [{ bt49: '0220:12345' }, CII, /BT-49-1 .* is "0220", which Factur-X does not have.*\(BR-CL-25\)$/],
  [{ bt49: '0220:12345' }, PEPPOL, /which Peppol does not have.*\(BR-CL-25\)$/],
  [{ bt49: 'ada@co.example' }, CII, /^none$/],
  [{ bt49: 'ada@co.example' }, PEPPOL, /"EM", which Peppol does not have/],
  [{ bt5: 'XCG' }, UBL, /^none$/],
  [{ bt5: 'XCG' }, CII, /"XCG", which Factur-X does not have.*\(BR-CL-04\)$/],
  [{ bt5: 'BGN' }, CII, /^none$/],
  [{ bt5: 'BGN' }, UBL, /BT-5 .* is "BGN", and must be a currency/],
  [{ bt3: 389 }, UBL, /^none$/],
  [{ bt3: 389 }, PEPPOL, /BT-3 .* is "389", which Peppol does not have/],
  [{ bt3: 380, bt20: '#SKONTO#TAGE=14#PROZENT=2#' }, XRECHNUNG, /BT-20 .*\(BR-DE-18\)$/],
  [{ bt20: '#SKONTO#TAGE=14#PROZENT=2#' }, UBL, /^none$/],
  [{ bt10: '' }, UBL, /^none$/],
  [{ bt10: '' }, XRECHNUNG, /BT-10 .* has no value \(BR-DE-15\)$/],
  [{ bt10: '', bt13: '' }, PEPPOL, /BT-10 .* or BT-13 .*\(PEPPOL-EN16931-R003\)$/],
  [{ bt41: '' }, XRECHNUNG, /BT-41 .*\(BR-DE-5\)$/],
  [{ bt81: 59, bg17: [] }, UBL, /BT-89 .*\(PEPPOL-EN16931-R061\)$/],
  [{ bg24: [{ bt122: 'D', bt125: 'eA==', bt125_1: 'text/xml', bt125_2: 'a.xml' }] }, UBL, /BT-125-1 .*\(BR-CL-24\)$/],
]

t.test('what targets disagree about is refused where it is refused, with the rule', async (t) => {
  for (const [changes, form, fault] of DIFFERENCES)
    t.match(faultOf(changes, form), fault, `${JSON.stringify(changes)} ${form.format} ${form.profile}`)
})

t.test('an invoice with two categories without tax says the reason of each', async (t) => {
  const line = (category: string) => ({
    each: 'lines',
    'BT-153': "'x'",
    'BT-129': 1,
    'BT-146': 10,
    'BT-151': category,
    'BT-152': 0,
  })
  const flat = {
    'BT-1': "'1'",
    'BT-2': "'2026-01-31'",
    'BT-5': "'EUR'",
    'BT-20': "'now'",
    'BT-27': "'A'",
    'BT-31': "'DE123456789'",
    'BT-40': "'DE'",
    'BT-44': "'B'",
    'BT-48': "'FR1'",
    'BT-55': "'FR'",
    'BG-25': line('this'),
  } as const
  const xmlOf = (more: object) =>
    invoiceXml(compileInvoiceMapping(JSON.stringify({ ...flat, ...more })), { lines: ['E', 'AE'] }, { format: 'ubl' })
      .xml
  t.throws(() => xmlOf({ 'BT-120': "'why'" }), { message: /BT-120 .* one reason for the categories E and AE: .*BG-23/ })
  const taxes = { each: 'lines', 'BT-118': 'this', 'BT-119': 0, 'BT-120': '"because of " + this' }
  const xml = xmlOf({ 'BG-23': taxes })
  t.match(xml, '<cbc:TaxExemptionReason>because of E<')
  t.match(xml, '<cbc:TaxExemptionReason>because of AE<')
})

t.test('a test says so in its number and in a note', async (t) => {
  const { xml } = invoiceXml(mapping, BASE, { format: 'cii', isTest: true })
  t.match(xml, '<ram:ID>TEST-R-2026-1002<')
  t.match(xml, '<ram:Content>TEST: this is no invoice, do not book it.')
})

t.test('money that flows the other way is a warning', async (t) => {
  const lines = [{ ...(invoiceData(0).bg25 as JsonObject[])[0], bt129: -1, bg27: [], bg28: [] }]
  const { diagnostics } = invoiceXml(
    mapping,
    { ...BASE, bg25: lines, bg20: [], bg21: [], bt113: '' },
    { format: 'ubl' },
  )
  t.match(diagnostics, [
    { code: 'doubtful-invoice', message: /BT-112 .* is negative: an invoice of a negative amount/ },
  ])
})

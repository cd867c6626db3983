import t from 'tap'
import {
  checkInvoice,
  compileInvoiceMapping,
  type FacturXLevel,
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
  const ofStandard = whole.filter((term) => Number(term.slice(3)) <= 165)
  t.equal(new Set(ofStandard).size, 164, 'BT-1 to BT-165; the standard has no BT-4')
  t.same(whole.filter((term) => !ofStandard.includes(term)).sort(), [
    'BT-173',
    'BT-174',
    'BT-175',
    'BT-176',
    'BT-194',
    'BT-195',
  ])
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
  [{ bt3: 389 }, UBL, /^none$/],
  [{ bt3: 389 }, PEPPOL, /BT-3 .* is "389", which Peppol does not have/],
  [{ bt3: 380, bt20: '#SKONTO#TAGE=14#PROZENT=2#' }, XRECHNUNG, /BT-20 .*\(BR-DE-18\)$/],
  [{ bt20: '#SKONTO#TAGE=14#PROZENT=2#' }, UBL, /^none$/],
  [{ bt10: '' }, UBL, /^none$/],
  [{ bt10: '' }, XRECHNUNG, /BT-10 .* has no value \(BR-DE-15\)$/],
  [{ bt10: '', bt13: '' }, PEPPOL, /BT-10 .* or BT-13 .*\(PEPPOL-EN16931-R003\)$/],
  [{ bt41: '' }, XRECHNUNG, /BT-41 .*\(BR-DE-5\)$/],
  [{ bt81: 59, bg17: [] }, UBL, /BT-89 .*\(PEPPOL-EN16931-R061\)$/],
  [{ bt46: '1', bt46_1: '0242' }, UBL, /^none$/],
  [{ bt46: '1', bt46_1: '0242' }, CII, /BT-46-1 .* is "0242", which Factur-X does not have.*\(BR-CL-10\)$/],
  ...[325, 751].flatMap((bt3) => [
    [{ bt3 }, UBL, /^none$/] as const,
    [{ bt3 }, XRECHNUNG, /BT-3 .*\(BR-DE-17\)$/] as const,
    [{ bt3 }, PEPPOL, /BT-3 .* which Peppol does not have/] as const,
  ]),
  [taxed('K', 'VATEX-EU-IC', { bt77: '', bt80: 'FR' }), UBL, /^none$/],
  [taxed('K', 'VATEX-EU-IC', { bt77: '', bt80: 'FR' }), XRECHNUNG, /BT-77 .*\(BR-DE-10\)$/],
  [taxed('AE', 'VATEX-EU-IC'), UBL, /^none$/],
  [taxed('AE', 'VATEX-EU-IC'), PEPPOL, /BT-121 .*\(PEPPOL-EN16931-P0106\)$/],
]

/** What all targets refuse, though not all official rules do, and what all take. */
const EVERYWHERE: readonly (readonly [JsonObject, RegExp])[] = [
  [{ bt5: 'XCG' }, /^none$/],
  ...['BGN', 'ANG'].map((bt5) => [{ bt5 }, /BT-5 .*, and must be a currency .*\(BR-CL-04\)$/] as const),
  ...['PCE', 'PX', 'hur'].map((bt130) => [oneLine({ bt130 }), /BT-130 .*\(BR-CL-23\)$/] as const),
  ...['XPX', 'H87'].map((bt130) => [oneLine({ bt130 }), /^none$/] as const),
  ...['text/xml', 'text/plain', 'application/zip', 'image/jpg'].map(
    (type) => [attached(type), /BT-125-1 .*\(BR-CL-24\)$/] as const,
  ),
  ...['application/pdf', 'text/csv', 'image/jpeg'].map((type) => [attached(type), /^none$/] as const),
  [oneLine({ bt129: 3, bt146: '33.33', bt131: '150.00' }), /BT-131 .* is 150\.00.*\(PEPPOL-EN16931-R120\)$/],
  [{ bt110: '0.99' }, /BT-110 .* is 0\.99, but .*\(BR-CO-14\)$/],
  [{ bt9: '', bt20: '' }, /BT-9 .* or BT-20 .*\(BR-CO-25\)$/],
  [{ bt31: '', bt29: '', bt30: '', bt32: '12/345/67890' }, /BT-31 .*\(BR-CO-26\)$/],
  [taxed('Z', undefined, { bg23: [{ bt118: 'Z', bt119: 0, bt120: 'why' }] }), /BT-120 .*\(BR-Z-10\)$/],
  [taxed('K', 'VATEX-EU-IC', { bt80: '' }), /BT-80 .*\(BR-IC-12\)$/],
  [taxed('O', 'VATEX-EU-O', { bt31: 'DE123456789' }), /BT-31 .*\(BR-O-02\)$/],
  [taxed('AE', 'vatex-eu-ae'), /BT-121 .* is "vatex-eu-ae", and must be a code of the list VATEX/],
]

/** One line of the invoice, changed, and nothing that its totals depend on besides. */
function oneLine(changes: JsonObject): JsonObject {
  const [line] = invoiceData(2).bg25 as JsonObject[]
  return { bg20: [], bg21: [], bt113: '', bg25: [{ ...line, bg27: [], bg28: [], ...changes }] }
}

/** The same in a category of tax without one, for a buyer in France. */
function taxed(category: string, reason: string | undefined, more: JsonObject = {}): JsonObject {
  const rate = category === 'O' ? '' : 0
  const reasons = reason === undefined ? {} : { bg23: [{ bt118: category, bt119: rate, bt120: 'x', bt121: reason }] }
  const buyer = category === 'O' ? { bt31: '', bt48: '' } : { bt48: 'FR40303265045' }
  return { ...oneLine({ bt151: category, bt152: rate }), ...reasons, ...buyer, ...more }
}

function attached(type: string): JsonObject {
  return { bg24: [{ bt122: 'D', bt125: 'eA==', bt125_1: type, bt125_2: 'a' }] }
}

t.test('what no target takes is refused by all, and what all take is written for each', async (t) => {
  for (const [changes, fault] of EVERYWHERE)
    for (const form of [CII, UBL, XRECHNUNG, PEPPOL])
      t.match(faultOf(changes, form), fault, `${JSON.stringify(changes)} ${form.format} ${form.profile}`)
})

t.test('what is not subject to VAT has a rate of the breakdown where the target wants one', async (t) => {
  const rateOf = (form: (typeof FORMS)[number]) =>
    /<cac:TaxCategory><cbc:ID>O<\/cbc:ID>(?:<cbc:Percent>(\d+)<)?/.exec(
      invoiceXml(mapping, { ...BASE, ...taxed('O', 'VATEX-EU-O') }, form).xml,
    )?.[1]
  t.same([UBL, XRECHNUNG, PEPPOL].map(rateOf), [undefined, '0', '0'])
})

t.test('more paid than owed, and a reason that no category has, are warnings', async (t) => {
  t.match(invoiceXml(mapping, { ...BASE, bt113: 99_999 }, UBL).diagnostics, [
    { code: 'doubtful-invoice', message: /BT-115 .* is negative: more is paid already/ },
  ])
  const { 'BG-23': _, ...flat } = FULL_MAPPING
  const withReason = compileInvoiceMapping(JSON.stringify({ ...flat, 'BT-120': "'why'" }))
  t.match(invoiceXml(withReason, BASE, UBL).diagnostics, [
    { code: 'doubtful-invoice', message: /BT-120 .* is left out: no category of tax of this invoice has a reason/ },
  ])
})

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

t.test('a German invoice without a time of delivery is a warning', async (t) => {
  const lines = ((BASE as JsonObject).bg25 as JsonObject[]).map((line) => ({ ...line, bt134: '', bt135: '' }))
  const data = { ...BASE, bt72: '', bt73: '', bt74: '', bg25: lines }
  t.match(invoiceXml(mapping, data, CII).diagnostics, [
    { code: 'doubtful-invoice', message: /BT-72 .* there is no period \(BT-73\) either \(BR-FX-EN-04\)$/ },
  ])
  t.same(invoiceXml(mapping, { ...data, bt74: '2026-02-28' }, CII).diagnostics, [])
  t.same(invoiceXml(mapping, { ...data, bt55: 'FR' }, CII).diagnostics, [])
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
  const note = { ...BASE, bt3: 381, bg3: [{ bt25: 'R-1' }], bg25: lines, bg20: [], bg21: [], bt113: '' }
  t.match(invoiceXml(mapping, note, UBL).diagnostics, [
    { code: 'doubtful-invoice', message: /BT-112 .* is negative: a credit note of a negative amount asks for money/ },
  ])
})

t.test('the level EXTENDED says at each part why it is exempt, and the others do not', async (t) => {
  const exempt: JsonObject = {
    ...BASE,
    ...taxed('AE', 'VATEX-EU-AE'),
    bg20: [{ bt92: 1, bt95: 'AE', bt96: 0, bt97: 'x' }],
  }
  const xmlOf = (level: FacturXLevel, data: JsonObject = exempt) =>
    invoiceXml(mapping, data, { format: 'cii', level }).xml
  const extended = xmlOf('EXTENDED')
  t.match(extended, '<ram:ID>urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended<')
  const line =
    '<ram:ExemptionReason>x</ram:ExemptionReason><ram:CategoryCode>AE</ram:CategoryCode>' +
    '<ram:ExemptionReasonCode>VATEX-EU-AE</ram:ExemptionReasonCode><ram:RateApplicablePercent>0<'
  t.equal(extended.split(line).length - 1, 2, 'the line and the allowance')
  t.equal(xmlOf('EN 16931').split('<ram:ExemptionReason>').length - 1, 1, 'the breakdown alone')
  t.match(checkInvoice(Buffer.from(extended)), { valid: true, level: 'EXTENDED', problems: [] })
  const [line1] = exempt.bg25 as JsonObject[]
  const other = { ...exempt, bg25: [{ ...line1, bt194: 'another' }] }
  t.throws(() => xmlOf('EXTENDED', other), { message: /BT-194 .* is not the reason of its category \(BT-120\)/ })
})

t.test('an invoice of the level EXTENDED keeps the rules of EN 16931', async (t) => {
  const wrong = { ...BASE, bt110: '0.99' }
  t.throws(() => invoiceXml(mapping, wrong, { format: 'cii', level: 'EXTENDED' }), { message: /\(BR-CO-14\)/ })
})

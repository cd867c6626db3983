import { deflateSync } from 'node:zlib'
import t from 'tap'
import {
  checkInvoice,
  compileTemplate,
  createFontLibrary,
  renderDocument,
  TemplateError,
} from '../../../engine/index.js'
import { InvoiceNode } from '../../../engine/invoice/invoice-node.js'
import { INVALID_INVOICES, invalidXml } from './invalid-invoices.js'
import { INVOICE_XML, invoiceXmlOf } from './invoice-xml.js'

const fonts = createFontLibrary()
const template = compileTemplate({ html: '<title>Invoice</title><p>198.00' }, { fonts })

/** What is found, a rule or a message in front. */
function problemsOf(xml: string): readonly string[] {
  return checkInvoice(Buffer.from(xml))
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ rule, message }) => `${rule} ${message}`)
}

t.test('an invoice without faults is valid, and the report says what it is', async (t) => {
  const report = checkInvoice(Buffer.from(INVOICE_XML))
  t.match(report, { valid: true, format: 'cii', level: 'EN 16931', file: undefined })
  t.same(report.problems, [])
})

t.test('what official rules refuse is refused with the rule, the place, and no claim in a PDF', async (t) => {
  t.ok(INVALID_INVOICES.length >= 40)
  for (const invalid of INVALID_INVOICES) {
    const xml = invalidXml(invalid)
    const found = problemsOf(xml)
    t.ok(
      found.some((problem) => problem.includes(invalid.fault)),
      `an invoice ${invalid.name}: ${found.join('; ')}`,
    )
    const { line } = checkInvoice(Buffer.from(xml)).problems[0] ?? {}
    t.type(line, 'number', invalid.name)
    t.throws(() => renderDocument(template, {}, { facturX: { xml } }), TemplateError, invalid.name)
  }
})

t.test('problems name the term and stand in the file where it is wrong', async (t) => {
  const xml = INVOICE_XML.replace('unitCode="C62">50', 'unitCode="C62">50').replace(
    '>100.00</ram:LineTotal',
    '>100.05</ram:LineTotal',
  )
  const { valid, problems } = checkInvoice(Buffer.from(xml))
  t.equal(valid, false)
  t.match(problems[0], { term: 'BT-131', rule: 'PEPPOL-EN16931-R120', severity: 'error' })
  t.match(problems[0]?.message, /^BT-131 .* of item 1 is 100\.05, but .* is 100\.00 \(PEPPOL-EN16931-R120\)$/)
})

t.test('the data are found in a PDF', async (t) => {
  const { pdf } = renderDocument(template, {}, { facturX: { xml: INVOICE_XML } })
  t.match(checkInvoice(pdf), { valid: true, level: 'EN 16931', file: 'factur-x.xml' })
})

t.test('what other programs write and official rules allow is no error', async (t) => {
  const withContact = (inner: string) =>
    checkInvoice(
      Buffer.from(invoiceXmlOf('XRECHNUNG').replace('<ram:PersonName>Max Müller</ram:PersonName>', inner)),
    ).problems.map(({ rule }) => rule)
  t.same(withContact('<ram:DepartmentName>Sales</ram:DepartmentName>'), [], 'a department as the contact point')
  t.same(withContact(''), ['BR-DE-5'])
  const tax = '<ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode>'
  const unused = (xml: string) =>
    checkInvoice(Buffer.from(xml.replace(tax, `${tax}<ram:ExemptionReason>x</ram:ExemptionReason>`))).problems
  t.match(unused(invoiceXmlOf('XRECHNUNG')), [{ severity: 'warning', message: /has no element "ExemptionReason"/ }])
  t.match(unused(INVOICE_XML), [{ severity: 'error', message: /has no element "ExemptionReason"/ }])
  const empty = INVOICE_XML.replace('<ram:Description>within 14 days<', '<ram:Description> <')
  t.match(checkInvoice(Buffer.from(empty)), {
    valid: true,
    problems: [
      { severity: 'warning', rule: 'PEPPOL-EN16931-R008' },
      { severity: 'warning', rule: 'BR-CO-25', term: 'BT-9' },
    ],
  })
})

t.test('XML of another specification that builds on EN 16931 is held to that', async (t) => {
  const of = (guideline: string) =>
    checkInvoice(Buffer.from(INVOICE_XML.replace('urn:cen.eu:en16931:2017<', `urn:cen.eu:en16931:2017#${guideline}<`)))
  const none = { severity: 'warning', term: 'BT-24', message: /is none that is known/ }
  t.match(of('compliant#urn:example:2026'), { valid: true, level: 'EN 16931', problems: [none] })
  const extension = of('conformant#urn:example:2026')
  t.match(extension, { valid: true, level: 'EXTENDED', problems: [none] })
  t.ok(extension.unchecked.some((sentence) => /^Sums and taxes: extensions/.test(sentence)))
  const { pdf } = renderDocument(template, {}, { facturX: { xml: INVOICE_XML } })
  t.equal(checkInvoice(pdf).problems.length, 0)
})

/** A PDF of another program: its objects in an object stream, the name in UTF-16 unless another is given. */
function foreignPdf(given?: string): Buffer {
  const data = deflateSync(Buffer.from(INVOICE_XML))
  const name = `FEFF${[...'ZUGFeRD-invoice.xml'].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')}`
  const names = given ?? `/UF<${name}>/F(ZUGFeRD-invoice.xml)`
  const inner = `<</Type/Filespec${names}/EF<</F 7 0 R/UF 7 0 R>>>>`
  const packed = deflateSync(Buffer.from(`5 0 ${inner}`, 'latin1'))
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n7 0 obj\n<</Type/EmbeddedFile/Subtype/application#2Foctet-stream/Filter/FlateDecode/Length ${data.length}>>\nstream\r\n`,
    ),
    data,
    Buffer.from(
      `\nendstream\nendobj\n8 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>stream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n%%EOF\n'),
  ])
}

t.test('and in that of another program, with object streams and older names', async (t) => {
  t.match(checkInvoice(foreignPdf()), { valid: true, file: 'ZUGFeRD-invoice.xml' })
  const escaped = foreignPdf('/F(factur\\055x\\056xml)/UF(factur\\55x\\\n.\\xml)')
  t.match(checkInvoice(escaped), { valid: true, file: 'factur-x.xml' }, 'with characters by their octal codes')
})

const STRANGE: readonly (readonly [bytes: Uint8Array | string, message: RegExp])[] = [
  ['', /there is no element/],
  ['<html/>', /neither a CrossIndustryInvoice/],
  ['<a:CrossIndustryDocument xmlns:a="urn:ferd:CrossIndustryDocument:invoice:1p0"/>', /an invoice of ZUGFeRD 1/],
  ['<a:SCRDMCCBDACIOMessageStructure xmlns:a="urn:un:unece"/>', /an order \(Order-X\), no invoice/],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a/>', /document type/],
  [Buffer.from(INVOICE_XML, 'utf16le'), /UTF-8|outside of the root/],
  ['<a>'.repeat(10_000), /nested more than 100 deep/],
  [Buffer.alloc(10 * 1024 * 1024 + 1, ' '), /larger than 10 MB/],
  ['%PDF-1.7\n%%EOF', /carries no factur-x\.xml/],
  ['%PDF-1.7\n1 0 obj\n<</Encrypt 2 0 R /Root 3 0 R>>\nendobj', /encrypted/],
  [`%PDF-1.7\n${'1 0 obj\n'.repeat(200_000)}`, /carries no factur-x\.xml/],
]

t.test('what is no invoice is said, and nothing is thrown', async (t) => {
  for (const [bytes, message] of STRANGE) {
    const { valid, problems } = checkInvoice(Buffer.from(bytes))
    t.equal(valid, false)
    t.match(problems[0]?.message, message)
  }
})

t.test('an invoice of 5,000 lines is checked in proportion to its size', async (t) => {
  const line = /<ram:IncludedSupplyChainTradeLineItem>[\s\S]*?<\/ram:IncludedSupplyChainTradeLineItem>/.exec(
    INVOICE_XML,
  )?.[0]
  let asked = 0
  const { text } = InvoiceNode.prototype
  InvoiceNode.prototype.text = function (this: InvoiceNode, term) {
    asked += 1
    return text.call(this, term)
  }
  t.teardown(() => {
    InvoiceNode.prototype.text = text
  })
  const work = (count: number) => {
    asked = 0
    checkInvoice(Buffer.from(INVOICE_XML.replace(line ?? '', (line ?? '').repeat(count))))
    return asked
  }
  const [some, many] = [work(500), work(5_000)]
  t.ok(some > 500 * 10, 'each line is looked at')
  t.ok(many < some * 10.5, `terms that were asked for: ${some}, ${many}`)
})

t.test('files that claim more than they hold are bounded', async (t) => {
  const messageOf = (file: string | Buffer) => checkInvoice(Buffer.from(file)).problems[0]?.message ?? ''
  const elements = `<a>${'<b/>'.repeat(500_001)}</a>`
  t.match(messageOf(elements), /there are more than 500000 elements/)
  // Each of the objects in the stream claims all that is behind it.
  const heads = Array.from({ length: 4_000 }, (_, index) => `${index} ${index % 2 ? 60_000 : 0} `).join('')
  const packed = deflateSync(Buffer.from(heads.padEnd(50_000) + ' '.repeat(60_000)))
  const head = `%PDF-1.7\n1 0 obj <</Type/ObjStm/First 50000/Filter/FlateDecode>> stream\n`
  const overlapping = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream endobj')])
  t.match(messageOf(overlapping), /the objects of the PDF come to more than 67108864 bytes/)
  const none = /the PDF carries no factur-x\.xml/
  t.match(messageOf(`%PDF-1.7\n${'1 0 obj endobj\n'.repeat(500_000)}`), none, 'objects without streams')
  t.match(messageOf(`%PDF-1.7\n1 0 obj ${'/F(a)/EF 1 0 R'.repeat(500_000)}`), none, 'names of files')
})

t.test('tax that official rules let pass, and no rounding explains, is a warning', async (t) => {
  const withTax = (tax: string, gross: string, due: string) =>
    checkInvoice(
      Buffer.from(
        INVOICE_XML.replaceAll('37.62<', `${tax}<`)
          .replace('235.62<', `${gross}<`)
          .replace('200.00</ram:DuePayable', `${due}</ram:DuePayable`),
      ),
    ).problems
  t.same(withTax('37.60', '235.60', '199.98'), [])
  t.match(withTax('36.63', '234.63', '199.01'), [
    {
      severity: 'warning',
      rule: 'BR-CO-17',
      term: 'BT-117',
      message: /is 36\.63, but 19\.00 % .* is 37\.62: more than/,
    },
  ])
})

import t from 'tap'
import {
  compileTemplate,
  createFontLibrary,
  type FacturXLevel,
  renderDocument,
  TemplateError,
} from '../../../engine/index.js'
import { findObjects, follow, readObjects } from '../pdf/read-pdf.js'
import { INVOICE_XML, invoiceXmlOf } from './invoice-xml.js'

const fonts = createFontLibrary()
const template = compileTemplate({ html: '<title>Invoice 2026-17</title><p>198.00' }, { fonts })
const render = (xml: string | Uint8Array, level?: FacturXLevel) =>
  renderDocument(template, {}, { facturX: { xml, level } }).pdf

/** The fault found in the invoice after a change. */
function faultOf(search: string | RegExp, replacement: string): string {
  const changed = INVOICE_XML.replace(search, replacement)
  return changed === INVOICE_XML ? 'nothing changed' : faultOfXml(changed)
}

function faultOfXml(xml: string | Uint8Array): string {
  try {
    render(xml)
    return 'none'
  } catch (error) {
    if (error instanceof TemplateError) return `${error.code} ${error.message}`
    throw error
  }
}

t.test('the PDF has the data of the invoice, and says so', async (t) => {
  const pdf = render(INVOICE_XML, 'EN 16931')
  const objects = readObjects(pdf)
  const [file] = findObjects(objects, /\/AFRelationship \/Alternative/)
  t.match(file?.value, '/UF (factur-x.xml)')
  t.equal(follow(objects, file?.value ?? '', 'F').stream?.toString(), INVOICE_XML)
  const packet = Buffer.from(pdf).toString('utf8')
  t.match(packet, '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  t.match(packet, '<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#<')
})

const LEVELS: readonly (readonly [guideline: string, level: FacturXLevel, relationship: string])[] = [
  ['urn:factur-x.eu:1p0:minimum', 'MINIMUM', 'Data'],
  ['urn:factur-x.eu:1p0:basicwl', 'BASIC WL', 'Data'],
  ['urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic', 'BASIC', 'Alternative'],
  ['urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended', 'EXTENDED', 'Alternative'],
  ['urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', 'XRECHNUNG', 'Alternative'],
]

t.test('the level is that of the guideline', async (t) => {
  for (const [guideline, level, relationship] of LEVELS) {
    const pdf = render(invoiceXmlOf(level))
    t.match(invoiceXmlOf(level), guideline)
    t.match(Buffer.from(pdf).toString('utf8'), `<fx:ConformanceLevel>${level}<`)
    t.equal(findObjects(readObjects(pdf), new RegExp(`/AFRelationship /${relationship}\\n`)).length, 1, level)
  }
  t.throws(() => render(INVOICE_XML, 'BASIC'), {
    message: 'factur-x.xml:7:7: the guideline is that of the level EN 16931, not BASIC',
  })
})

const WRONG_TOTALS: readonly (readonly [right: string | RegExp, wrong: string, fault: RegExp])[] = [
  [/100\.00(?=<\/ram:LineTotal)/, '100.01', /BT-106 \(.*\) is 200\.00, but the sum of 2 lines is 200\.01 \(BR-CO-10\)/],
  [
    '10.00</ram:AllowanceTotal',
    '9.00</ram:AllowanceTotal',
    /is 9\.00, but the sum of the allowances is 10\.00 \(BR-CO-11\)/,
  ],
  ['8.00</ram:ChargeTotal', '8.01</ram:ChargeTotal', /the sum of the charges is 8\.00 \(BR-CO-12\)/],
  ['198.00</ram:TaxBasisTotal', '198.01</ram:TaxBasisTotal', /is 198\.01, but .* is 198\.00 \(BR-CO-13\)/],
  ['37.62</ram:TaxTotal', '37.63</ram:TaxTotal', /the sum of the taxes by rate is 37\.62 \(BR-CO-14\)/],
  ['235.62</ram:GrandTotal', '235.6</ram:GrandTotal', /BT-112 \(.*\) is 235\.60, but .* is 235\.62 \(BR-CO-15\)/],
  ['200.00</ram:DuePayable', '-200.00</ram:DuePayable', /is -200\.00, but .* is 200\.00 \(BR-CO-16\)/],
  [
    '37.62</ram:Calculated',
    '36.61</ram:Calculated',
    /36\.61, but 19\.00 % of the amount that is taxed is 37\.62 \(BR-CO-17\)/,
  ],
]

t.test('amounts that do not add up are refused with both numbers', async (t) => {
  for (const [right, wrong, fault] of WRONG_TOTALS) {
    t.match(faultOf(right, wrong), new RegExp(`^wrong-total factur-x\\.xml:\\d+:\\d+: .*${fault.source}`))
  }
  t.match(
    faultOf('<ram:GrandTotalAmount>235.62</ram:GrandTotalAmount>', ''),
    /^invalid-invoice .* has no GrandTotalAmount/,
  )
  t.match(
    faultOf('235.62</ram:GrandTotal', '235,62</ram:GrandTotal'),
    /is "235,62", which is no amount such as 1234\.50/,
  )
})

t.test('amounts are added as decimals, and tax is rounded half up', async (t) => {
  const cents = INVOICE_XML.replaceAll('>19<', '>0.25<')
    .replaceAll('37.62<', '0.50<')
    .replace('235.62<', '198.50<')
    .replace('35.62<', '-1.50<')
  t.equal(faultOfXml(cents), 'none', '0.495 is 0.50')
})

t.test('tax may differ by one from the rate of the whole, as where it is computed line by line', async (t) => {
  const withTax = (tax: string, gross: string, due: string) =>
    INVOICE_XML.replaceAll('37.62<', `${tax}<`)
      .replace('235.62<', `${gross}<`)
      .replace('200.00</ram:DuePayable', `${due}</ram:DuePayable`)
  t.equal(faultOfXml(withTax('37.59', '235.59', '199.97')), 'none')
  t.equal(faultOfXml(withTax('36.62', '234.62', '199.00')), 'none')
  t.equal(faultOfXml(withTax('38.62', '236.62', '201.00')), 'none')
  t.match(faultOfXml(withTax('38.63', '236.63', '201.01')), /BR-CO-17/)
})

t.test('decimals are read in all forms of XML Schema', async (t) => {
  t.equal(faultOf('>198.00</ram:TaxBasisTotal', '>+198.</ram:TaxBasisTotal'), 'none')
  t.match(faultOf('>198.00</ram:TaxBasisTotal', '>.5</ram:TaxBasisTotal'), / is 0\.50, but /)
  for (const text of ['.', '', '1e3', '1,5', '--1']) {
    t.match(faultOf('>198.00</ram:TaxBasisTotal', `>${text}</ram:TaxBasisTotal`), /which is no amount such as/)
  }
})

t.test('the total of taxes is that in the currency of the invoice', async (t) => {
  const other = '<ram:TaxTotalAmount currencyID="PLN">160.10</ram:TaxTotalAmount>'
  t.equal(faultOf('<ram:TaxTotalAmount currencyID="EUR">', `${other}<ram:TaxTotalAmount currencyID="EUR">`), 'none')
})

t.test('other documents are no invoices', async (t) => {
  t.match(
    faultOfXml('<Invoice xmlns="urn:oasis"/>'),
    /^invalid-invoice factur-x\.xml:1:1: .* not Invoice of urn:oasis$/,
  )
  t.match(faultOf('CrossIndustryInvoice:100"', 'CrossIndustryInvoice:15"'), /the root must be CrossIndustryInvoice/)
  const parts = /xmlns:ram="[^"]*"/.exec(INVOICE_XML)?.[0] ?? ''
  t.match(faultOf(parts, 'xmlns:ram="urn:other"'), /the invoice has no guideline \(BT-24\)$/)
  t.match(faultOf('urn:cen.eu:en16931:2017<', 'urn:ferd:CrossIndustryDocument<'), /the guideline "urn:ferd:.*" is none/)
})

const MALFORMED: readonly (readonly [xml: string | Uint8Array, fault: string])[] = [
  ['', '1:1: there is no element'],
  ['x', '1:1: text stands outside of the root element'],
  ['<a>', '1:1: <a> is not closed'],
  ['<a><b></a>', '1:7: </a> stands where <b> is open'],
  ['<a/>\n<b/>', '2:1: there is more than one root element'],
  ['<a/></a>', '1:5: </a> closes nothing'],
  ['<a b="1" b="2"/>', '1:9: the attribute b stands there twice'],
  ['<a b=1/>', '1:3: the tag <a> cannot be read'],
  ['<a b="<"/>', '1:3: the tag <a> cannot be read'],
  ['<a>&nbsp;</a>', '1:4: & begins no reference that XML knows'],
  ['<a>&#0;</a>', '1:4: & begins no reference that XML knows'],
  ['<a>\u0001</a>', '1:4: the character is not allowed in XML'],
  ['<a>]]></a>', '1:4: ]]> must not stand in text'],
  ['<p:a/>', '1:1: the prefix "p" has no namespace'],
  ['<a b:c="1"/>', '1:1: the prefix "b" has no namespace'],
  ['<a xmlns:b=""><b:c/></a>', '1:15: the prefix "b" has no namespace'],
  ['<a:b:c xmlns:a="x"/>', '1:1: "a:b:c" is no name'],
  ['<!-- a', '1:1: this is not a comment'],
  ['<!-- a -- b --><a/>', '1:1: this is not a comment'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a/>', '1:1: a document type is not allowed'],
  [' <?xml version="1.0"?><a/>', '1:2: this is no instruction'],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', '1:1: the encoding must be UTF-8, not ISO-8859-1'],
  [Buffer.from('<a>\xfc</a>', 'latin1'), '1:1: the XML is not valid UTF-8'],
  [`${'<a>'.repeat(101)}`, '1:301: elements are nested more than 100 deep'],
]

t.test('XML that is not well-formed is refused with its place', async (t) => {
  for (const [xml, fault] of MALFORMED) t.equal(faultOfXml(xml), `malformed-xml factur-x.xml:${fault}`)
})

t.test('all of XML that an invoice may have is read', async (t) => {
  t.equal(
    faultOf('<ram:ID>2026-17</ram:ID>', '<?note x?><!-- a-b --><ram:ID><![CDATA[<]]>&#x41;&amp;</ram:ID >'),
    'none',
  )
  t.equal(faultOfXml(Buffer.from(`\ufeff${INVOICE_XML}`)), 'none')
  t.equal(faultOf('198.00</ram:TaxBasis', '<![CDATA[19]]>8.0&#48;</ram:TaxBasis'), 'none')
})

t.test(
  'very long comments are read, and many elements among many namespaces in proportion to their size',
  async (t) => {
    t.match(faultOfXml(`<!--${'x'.repeat(10_000_000)}--><a/>`), 'the root must be CrossIndustryInvoice')
    const prefixes = Array.from({ length: 30_000 }, (_, i) => `xmlns:a${i}="x"`).join(' ')
    t.match(
      faultOfXml(`<a ${prefixes}>${'<b xmlns="x"/>'.repeat(30_000)}</a>`),
      'the root must be CrossIndustryInvoice',
    )
  },
)

t.test('wrong options are named', async (t) => {
  const call = (options: object) => () => renderDocument(template, {}, options)
  t.throws(call({ facturX: {} }), { name: 'TypeError', message: /facturX\.xml must be a text or its bytes/ })
  t.throws(call({ facturX: { xml: '', level: 'COMFORT' } }), { message: /level must be one of MINIMUM, BASIC WL/ })
  const attachments = [{ name: 'factur-x.xml', data: Buffer.from('') }]
  t.throws(call({ facturX: { xml: '' }, attachments }), { message: /the attachment "factur-x\.xml" has the name/ })
})

t.test('XML that is larger than the files of a document may be is refused', async (t) => {
  const limits = { attachmentBytes: 1_000 }
  t.throws(() => renderDocument(template, {}, { facturX: { xml: INVOICE_XML }, limits }), {
    code: 'attachments-too-large',
  })
})

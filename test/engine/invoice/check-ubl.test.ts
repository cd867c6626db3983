import t from 'tap'
import { checkInvoice, compileInvoiceMapping, invoiceXml } from '../../../engine/index.js'
import { FULL_MAPPING, invoiceData } from './generated-invoices.js'

const mapping = compileInvoiceMapping(JSON.stringify(FULL_MAPPING))
const INVOICE = invoiceXml(mapping, { ...invoiceData(2), bt3: 380, bg3: [] }, { format: 'ubl' }).xml
const CREDIT_NOTE = invoiceXml(mapping, invoiceData(3), { format: 'ubl' }).xml

function problemsOf(search: string | RegExp, replacement: string, xml = INVOICE) {
  const changed = xml.replace(search, replacement)
  if (changed === xml) throw new Error(`nothing has ${search}`)
  return checkInvoice(Buffer.from(changed)).problems
}

const ID = /<cbc:ID>R-2026-1002<\/cbc:ID>/
const DATE = '<cbc:IssueDate>2026-03-01</cbc:IssueDate>'

/** What the schema of UBL refuses, in elements that EN 16931 has and in those that it has not. */
const REFUSED: readonly (readonly [search: string | RegExp, replacement: string, message: RegExp])[] = [
  [DATE, `<cbc:Colour>red</cbc:Colour>${DATE}`, /^Invoice has no element "Colour" in UBL 2\.1$/],
  [DATE, DATE.replaceAll('cbc:', 'cac:'), /^Invoice has no element "IssueDate" in UBL 2\.1$/],
  [DATE, '', /^Invoice has no IssueDate$/],
  [DATE, DATE.repeat(2), /^IssueDate stands more than once in Invoice$/],
  [DATE, '<cbc:IssueDate>01.03.2026</cbc:IssueDate>', /^IssueDate is "01\.03\.2026", and must be a date/],
  [DATE, `${DATE}<cbc:IssueTime>noon</cbc:IssueTime>`, /^IssueTime is "noon", and must be a time/],
  [DATE, `${DATE}<cbc:CopyIndicator>no</cbc:CopyIndicator>`, /^CopyIndicator must stand before IssueDate in Invoice$/],
  [
    ID,
    '<cbc:ID>R-2026-1002</cbc:ID><cbc:CopyIndicator>no</cbc:CopyIndicator>',
    /^CopyIndicator is "no", and must be true/,
  ],
  [
    ID,
    '<cbc:ID language="de">R-2026-1002</cbc:ID>',
    /^ID has an attribute "language", which its schema does not have$/,
  ],
  [ID, '<cbc:ID><cbc:ID>1</cbc:ID></cbc:ID>', /^ID must have a text alone$/],
  [/(<cbc:TaxAmount) currencyID="\w+"/, '$1', /^TaxAmount has no attribute currencyID$/],
  [/(<cbc:PriceAmount[^>]*>)[\d.]+/, '$11,50', /^PriceAmount is "1,50", which is no amount/],
  [
    '<cac:AccountingSupplierParty>',
    '<cac:AccountingSupplierParty>text',
    /^AccountingSupplierParty has the text "text"$/,
  ],
  // Deep in what EN 16931 does not have.
  [
    '<cac:AccountingSupplierParty>',
    '<cac:Signature><cbc:ID>1</cbc:ID><cac:SignatoryParty><cac:Person><cbc:BirthDate>long ago</cbc:BirthDate></cac:Person></cac:SignatoryParty></cac:Signature><cac:AccountingSupplierParty>',
    /^BirthDate is "long ago", and must be a date/,
  ],
  [
    '<cac:PaymentMeans>',
    '<cac:DeliveryTerms><cac:DeliveryLocation><cac:Address><cbc:Street>x</cbc:Street></cac:Address></cac:DeliveryLocation></cac:DeliveryTerms><cac:PaymentMeans>',
    /^Address has no element "Street" in UBL 2\.1$/,
  ],
]

t.test('an invoice in UBL is held to the whole schema of UBL', async (t) => {
  t.same(checkInvoice(Buffer.from(INVOICE)).problems, [])
  t.same(checkInvoice(Buffer.from(CREDIT_NOTE)).problems, [])
  for (const [search, replacement, message] of REFUSED) {
    const found = problemsOf(search, replacement)
    t.match(
      found.find((problem) => message.test(problem.message)),
      { severity: 'error', line: Number },
      `${message}: ${found.map((problem) => problem.message).join('; ')}`,
    )
  }
})

t.test('an element that one document has the other one may lack', async (t) => {
  const due = '<cbc:DueDate>2026-04-15</cbc:DueDate>'
  t.match(problemsOf('<cbc:CreditNoteTypeCode>', `${due}<cbc:CreditNoteTypeCode>`, CREDIT_NOTE), [
    { severity: 'error', message: 'CreditNote has no element "DueDate" in UBL 2.1' },
  ])
})

t.test('what UBL has and EN 16931 has not is a warning, and extensions may have anything in them', async (t) => {
  t.match(problemsOf(DATE, `${DATE}<cbc:IssueTime>12:30:00</cbc:IssueTime>`), [
    { severity: 'warning', message: /^Invoice has an element "IssueTime", which EN 16931 does not have$/ },
  ])
  const space = 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2'
  const extensions = `<ext:UBLExtensions xmlns:ext="${space}"><ext:UBLExtension><ext:ExtensionContent><any xmlns="urn:any">x</any></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`
  t.match(problemsOf('<cbc:CustomizationID>', `${extensions}<cbc:CustomizationID>`), [
    { severity: 'warning', message: /^Invoice has an element "UBLExtensions"/ },
  ])
})

t.test('what other programs write and UBL and EN 16931 allow is no error', async (t) => {
  t.same(problemsOf(DATE, '<cbc:IssueDate>2026-03-01+01:00</cbc:IssueDate>'), [], 'a date with a time zone')
  const numbers = CREDIT_NOTE.replaceAll('<cbc:ChargeIndicator>false<', '<cbc:ChargeIndicator>0<').replaceAll(
    '<cbc:ChargeIndicator>true<',
    '<cbc:ChargeIndicator>1<',
  )
  t.not(numbers, CREDIT_NOTE)
  t.same(checkInvoice(Buffer.from(numbers)).problems, [], 'booleans as numbers')
  const item = /<cac:CommodityClassification>.*?<\/cac:CommodityClassification>/
  t.same(problemsOf(item, '$&$&'), [], 'an item of several classes')
  const party = /<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/g
  const other =
    '<cac:PartyTaxScheme><cbc:CompanyID>1</cbc:CompanyID><cac:TaxScheme><cbc:ID>GST</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>'
  t.same(problemsOf(party, `$&${other}`), [], 'a number of another tax')
  t.match(problemsOf(ID, '<cbc:ID>1</cbc:ID><cbc:UUID> </cbc:UUID>'), [
    { severity: 'warning', rule: 'PEPPOL-EN16931-R008' },
    { severity: 'warning', message: /element "UUID", which EN 16931 does not have/ },
  ])
})

t.test('codes of exemptions in small letters are a warning in UBL', async (t) => {
  const exempt = invoiceXml(mapping, { ...invoiceData(6), bt3: 380, bg3: [] }, { format: 'ubl' }).xml
  t.match(problemsOf('>VATEX-EU-132<', '>vatex-eu-132<', exempt), [
    { severity: 'warning', rule: 'BR-CL-22', term: 'BT-121', message: /must be in capital letters/ },
  ])
})

t.test('a credit note is no Invoice of UBL, and an invoice no CreditNote', async (t) => {
  t.match(problemsOf('TypeCode>380<', 'TypeCode>381<'), [
    { severity: 'error', rule: 'BR-CL-01', term: 'BT-3', message: /is "381", and must be .* but a CreditNote/ },
  ])
  t.match(problemsOf('TypeCode>381<', 'TypeCode>380<', CREDIT_NOTE), [
    { severity: 'error', rule: 'BR-CL-01', term: 'BT-3', message: /is "380", and must be a type of credit note/ },
  ])
})

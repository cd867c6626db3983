import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  checkInvoice,
  compileInvoiceMapping,
  compileTemplate,
  createFontLibrary,
  renderDocument,
  TemplateError,
} from '../../../engine/index.js'
import { findObjects, follow, readObjects } from '../pdf/read-pdf.js'

const template = compileTemplate({ html: '<p>x' }, { fonts: createFontLibrary() })

const MAPPING = {
  'BT-1': 'number',
  'BT-2': 'date',
  'BT-5': "'EUR'",
  'BT-20': "'Payable now'",
  'BT-27': 'seller',
  'BT-31': "'DE 123 456 789'",
  'BT-40': "'DE'",
  'BT-44': "'Ada & Co'",
  'BT-55': "'DE'",
  'BG-25': { each: 'items', 'BT-153': 'name', 'BT-129': 'quantity', 'BT-146': 'price', 'BT-152': 'rate' },
}
const DATA = {
  number: '2026-17',
  date: '2026-01-31',
  seller: 'Bolts <Ltd>',
  items: [
    { name: 'Bolt', quantity: 3, price: 0.1, rate: 19 },
    { name: 'Nut', quantity: 1, price: '33.335', rate: 19 },
    { name: 'Book', quantity: 2, price: 10, rate: 7 },
  ],
}

/** The XML that a mapping makes of data, without its namespaces. */
function xmlOf(mapping: object, data: object = DATA): string {
  const facturX = { mapping: compileInvoiceMapping(JSON.stringify(mapping, undefined, 2)) }
  const objects = readObjects(renderDocument(template, data, { facturX }).pdf)
  const [file] = findObjects(objects, /\/AFRelationship \/Alternative/)
  const xml = follow(objects, file?.value ?? '', 'F').stream?.toString() ?? ''
  return xml.replace(/(?<=<\/?)(?:ram|rsm|udt):/g, '')
}

function faultOf(mapping: object, data?: object): string {
  try {
    xmlOf(mapping, data)
    return 'none'
  } catch (error) {
    if (error instanceof TemplateError) return `${error.code} ${error.message}`
    throw error
  }
}

/** A mapping whose lines are all of one category of tax. */
function inCategory(category: string, rate?: number) {
  return { ...MAPPING, 'BG-25': { ...MAPPING['BG-25'], 'BT-151': `'${category}'`, 'BT-152': rate } }
}

t.test('amounts that are not mapped are computed in decimals', async (t) => {
  const xml = xmlOf(MAPPING)
  const lines = [...xml.matchAll(/Summation><LineTotalAmount>(.*?)</g)].map(([, amount]) => amount)
  t.same(lines, ['0.30', '33.34', '20.00', '53.64'], 'three lines and their sum')
  t.match(xml, '<CalculatedAmount>6.39</CalculatedAmount><TypeCode>VAT</TypeCode><BasisAmount>33.64<')
  t.match(xml, '<CalculatedAmount>1.40</CalculatedAmount><TypeCode>VAT</TypeCode><BasisAmount>20.00<')
  t.match(
    xml,
    '<TaxBasisTotalAmount>53.64</TaxBasisTotalAmount><TaxTotalAmount currencyID="EUR">7.79</TaxTotalAmount>' +
      '<GrandTotalAmount>61.43</GrandTotalAmount><DuePayableAmount>61.43</DuePayableAmount>',
  )
})

t.test('the PDF of a mapping claims the level that was asked for, EXTENDED too', async (t) => {
  const mapping = compileInvoiceMapping(JSON.stringify(MAPPING))
  for (const level of ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED'] as const) {
    const { pdf } = renderDocument(template, DATA, { facturX: { mapping, level } })
    t.match(Buffer.from(pdf).toString('utf8'), `<fx:ConformanceLevel>${level}<`)
    t.match(checkInvoice(pdf), { valid: true, level })
  }
})

t.test('texts, dates and codes are written as the standard has them', async (t) => {
  const xml = xmlOf({ ...MAPPING, 'BT-9': "date | add 14 'days'" })
  t.match(xml, '<Name>Bolts &lt;Ltd&gt;</Name>')
  t.match(xml, '<ID schemeID="VA">DE123456789</ID>')
  t.match(xml, '<IssueDateTime><DateTimeString format="102">20260131<')
  t.match(xml, '<DueDateDateTime><DateTimeString format="102">20260214<')
  t.match(xml, '<LineID>3</LineID>')
  t.notMatch(xml, 'IncludedNote')
})

t.test('allowances and charges count for their rate', async (t) => {
  const mapping = {
    ...MAPPING,
    'BG-20': { each: 'discounts', 'BT-92': 'amount', 'BT-96': 19, 'BT-97': 'why' },
    'BG-21': { each: 'freight', 'BT-99': 'this', 'BT-103': 7, 'BT-104': "'Freight'" },
    'BT-113': 'paid',
  }
  const xml = xmlOf(mapping, { ...DATA, discounts: [{ amount: 3.64, why: 'Loyalty' }], freight: [5], paid: '10' })
  t.match(xml, '<CalculatedAmount>5.70</CalculatedAmount><TypeCode>VAT</TypeCode><BasisAmount>30.00<')
  t.match(xml, '<CalculatedAmount>1.75</CalculatedAmount><TypeCode>VAT</TypeCode><BasisAmount>25.00<')
  t.match(xml, '<ChargeTotalAmount>5.00</ChargeTotalAmount><AllowanceTotalAmount>3.64<')
  t.match(xml, '<TotalPrepaidAmount>10.00</TotalPrepaidAmount><DuePayableAmount>52.45<')
})

t.test('what is exempt from tax says why', async (t) => {
  const exempt = { ...inCategory('AE', 0), 'BT-48': "'FR12345678901'" }
  t.match(
    faultOf(exempt),
    /^invalid-invoice .*BT-120 \(VAT exemption reason text\) is missing, or BT-121.*\(BR-AE-10\)$/,
  )
  t.match(xmlOf({ ...exempt, 'BT-120': "'Reverse charge'" }), '<ExemptionReason>Reverse charge<')
})

const item = (changes: object) => ({ ...DATA, items: [{ ...DATA.items[0], ...changes }] })

const FAULTS: readonly (readonly [mapping: object, data: object, fault: RegExp])[] = [
  [
    { ...MAPPING, 'BT-112': 'gross' },
    { ...DATA, gross: 61.44 },
    /^wrong-total .*:\d+:3: BT-112 \(.*\), gross, is 61\.44, but .* is 61\.43 \(BR-CO-15\)$/,
  ],
  [{ ...MAPPING, 'BT-106': 53 }, DATA, /is 53\.00, but the sum of 3 lines is 53\.64 \(BR-CO-10\)/],
  [{ ...MAPPING, 'BT-110': 7.8 }, DATA, /the sum of the taxes by rate is 7\.79 \(BR-CO-14\)/],
  [{ ...MAPPING, 'BT-115': 1 }, DATA, /\(BR-CO-16\)/],
  [
    { ...MAPPING, 'BG-25': { ...MAPPING['BG-25'], 'BT-131': 'net' } },
    item({ net: 0.31 }),
    /BT-131 .* of item 1, net, is 0\.31, but the quantity times the price, less allowances, plus charges is 0\.30/,
  ],
  [{ ...MAPPING, 'BT-113': 'paid' }, { ...DATA, paid: 1.005 }, /paid, is 1\.005, and amounts have two decimals/],
  [
    MAPPING,
    { ...DATA, number: '' },
    /^invalid-invoice factur-x\.json:2:3: BT-1 \(invoice number\), number, has no value \(BR-02\)$/,
  ],
  [MAPPING, { ...DATA, date: '31.1.2026' }, /BT-2 .* is "31\.1\.2026", which is no date such as 2026-01-31/],
  [MAPPING, { ...DATA, seller: ['a'] }, /BT-27 .* is a list or object/],
  [MAPPING, { ...DATA, items: [] }, /an invoice has one line at least/],
  [MAPPING, { ...DATA, items: 'none' }, /items is no list/],
  ...['1.234,50', 'NaN', '1e3', 'Infinity', '0x10', 1e21, 1e-7].map(
    (price) => [MAPPING, item({ price }), /BT-146 .* of item 1, price, is ".*", which is no number such as/] as const,
  ),
  [MAPPING, item({ price: '' }), /BT-146 .* of item 1, price, has no value \(BR-26\)/],
  [{ ...MAPPING, 'BT-5': "'XYZ'" }, DATA, /BT-5 .* is "XYZ", and must be a currency .*\(BR-CL-04\)/],
  [MAPPING, item({ price: '1,50' }), /BT-146 .* of item 1, price, is "1,50", which is no number/],
  [{ ...MAPPING, 'BT-55': undefined }, DATA, /BT-55 \(buyer country code\) is missing/],
]

t.test('what is wrong with the data is said at the term', async (t) => {
  for (const [mapping, data, fault] of FAULTS) t.match(faultOf(mapping, data), fault)
})

const SUPPLY = { 'BT-48': "'FR12345678901'", 'BT-72': 'date', 'BT-80': "'FR'", 'BT-120': "'Intra-community supply'" }
const NO_SELLER = { 'BT-31': undefined, 'BT-120': "'Not subject to VAT'" }

/** What validators refuse by the rules of EN 16931 for codes, taxes, parties and payment. */
const BROKEN_RULES: readonly (readonly [mapping: object, data: object, fault: RegExp])[] = [
  [{ ...MAPPING, 'BT-3': 999 }, DATA, /BT-3 .* is "999", and must be a type of invoice .*\(BR-CL-01\)$/],
  [{ ...MAPPING, 'BT-5': "'EURO'" }, DATA, /"EURO", and must be a currency .*\(BR-CL-04\)$/],
  [{ ...MAPPING, 'BT-55': "'Germany'" }, DATA, /"Germany", and must be a country .*\(BR-CL-14\)$/],
  [{ ...MAPPING, 'BT-81': "'cash'" }, DATA, /\(BR-CL-16\)$/],
  [{ ...MAPPING, 'BG-25': { ...MAPPING['BG-25'], 'BT-130': "'Stück'" } }, DATA, /of item 1.*"Stück".*\(BR-CL-23\)$/],
  [inCategory('X', 0), DATA, /BT-151 .* of item 1.* is "X", and must be one of S, Z, E,.*\(BR-CL-17\)$/],
  [inCategory('S', 0), DATA, /BT-152 .* of item 1.* is 0\.00, and in the category S must be above 0 \(BR-S-05\)$/],
  [inCategory('Z', 19), DATA, /in the category Z must be 0 \(BR-Z-05\)$/],
  [inCategory('L', -7), DATA, /must be 0 or above \(BR-AF-05\)$/],
  [
    { ...MAPPING, 'BG-20': { each: 'items', 'BT-92': 1, 'BT-95': "'E'", 'BT-96': 7, 'BT-97': "'Loyalty'" } },
    DATA,
    /BT-96 .* of item 1.*must be 0 \(BR-E-06\)$/,
  ],
  [
    { ...MAPPING, 'BG-21': { each: 'items', 'BT-99': 1, 'BT-103': 0, 'BT-104': "'Freight'" } },
    DATA,
    /BT-103 .*must be above 0 \(BR-S-07\)$/,
  ],
  [MAPPING, item({ price: -1 }), /BT-146 .* of item 1, price, is negative: .*\(BR-27\)$/],
  [
    { ...MAPPING, 'BT-31': undefined },
    DATA,
    /BT-31 .* is missing \(or BT-32, BT-63\), which the category of tax S needs \(BR-S-02\)$/,
  ],
  [
    { ...inCategory('AE', 0), 'BT-120': "'x'" },
    DATA,
    /BT-48 .* is missing \(or BT-47\), which the category of tax AE needs \(BR-AE-02\)$/,
  ],
  [
    { ...inCategory('K', 0), ...SUPPLY, 'BT-72': undefined },
    DATA,
    /BT-72 .* which the category of tax K needs \(BR-IC-11\)$/,
  ],
  [
    { ...inCategory('K', 0), ...SUPPLY, 'BT-80': undefined },
    DATA,
    /BT-80 .* which the category of tax K needs \(BR-IC-12\)$/,
  ],
  [inCategory('O'), DATA, /BT-31 .* must not be there where nothing is subject to VAT.*\(BR-O-02\)$/],
  [{ ...inCategory('O'), ...NO_SELLER }, DATA, /BT-31 .*; the seller needs one of them \(BR-CO-26\)$/],
  [{ ...MAPPING, 'BT-31': "'123456789'" }, DATA, /BT-31 .* must begin with the code of its country.*\(BR-CO-09\)$/],
  [{ ...MAPPING, 'BT-20': undefined }, DATA, /BT-9 .* is missing, or BT-20 .*\(BR-CO-25\)$/],
  [{ ...MAPPING, 'BT-81': 58 }, DATA, /BT-84 .* is missing: a credit transfer goes to an account \(BR-61\)$/],
  [{ ...MAPPING, 'BT-34': "'Main Street'" }, DATA, /BT-34 .* is "MainStreet", no e-mail address and none such as/],
  [{ ...MAPPING, 'BT-34': "'1234:5'" }, DATA, /BT-34-1 .* is "1234", and must be a scheme.*\(BR-CL-25\)$/],
]

t.test('an invoice that breaks a rule of EN 16931 is refused at the term', async (t) => {
  for (const [mapping, data, fault] of BROKEN_RULES) t.match(faultOf(mapping, data), fault)
})

t.test('what is not subject to VAT stands alone, and names no VAT identifier', async (t) => {
  const lines = { ...MAPPING['BG-25'], 'BT-151': 'category' }
  const mapping = { ...MAPPING, ...NO_SELLER, 'BT-30': "'HRB 1'", 'BT-32': 'tax_number', 'BG-25': lines }
  const [bolt, nut] = DATA.items.map((line) => ({ ...line, category: 'O' }))
  t.equal(faultOf(mapping, { ...DATA, items: [bolt, nut] }), 'none')
  const mixed = { ...DATA, tax_number: '12/345', items: [bolt, { ...nut, category: 'S' }] }
  t.match(faultOf(mapping, mixed), /\(BR-O-11\)$/)
})

t.test('a supply within the Union says where it went', async (t) => {
  const xml = xmlOf({ ...inCategory('K', 0), ...SUPPLY })
  t.match(xml, '<ShipToTradeParty><PostalTradeAddress><CountryID>FR<')
})

t.test('an electronic address is of mail, or of the scheme in front of it', async (t) => {
  const xml = xmlOf({ ...MAPPING, 'BT-34': "'sales@bolts.example'", 'BT-49': "'0204:991-12345-67'" })
  t.match(xml, '<URIID schemeID="EM">sales@bolts.example<')
  t.match(xml, '<URIID schemeID="0204">991-12345-67<')
})

t.test('a moment is on the day that the pages print', async (t) => {
  const facturX = { mapping: compileInvoiceMapping(JSON.stringify(MAPPING)) }
  const data = { ...DATA, date: '2026-01-31T23:30:00Z' }
  const objects = readObjects(renderDocument(template, data, { facturX, timeZone: 'Europe/Berlin' }).pdf)
  const [file] = findObjects(objects, /\/AFRelationship \/Alternative/)
  t.match(follow(objects, file?.value ?? '', 'F').stream?.toString(), 'format="102">20260201<')
  const zoned = compileTemplate({ html: '<p>x', timeZone: 'Europe/Berlin' }, { fonts: createFontLibrary() })
  const again = readObjects(renderDocument(zoned, data, { facturX }).pdf)
  const [other] = findObjects(again, /\/AFRelationship \/Alternative/)
  t.match(follow(again, other?.value ?? '', 'F').stream?.toString(), 'format="102">20260201<')
})

const WRONG_MAPPINGS: readonly (readonly [json: string, fault: RegExp])[] = [
  ['{', /^factur-x\.json:1:1: this is not JSON/],
  ['[]', /1:1: the mapping must be an object/],
  ['{\n  "BT-999": "a"\n}', /2:3: there is no term "BT-999" here/],
  ['{"BT-153": "a"}', /there is no term "BT-153"/],
  ['{"BT-1": "a b c"}', /1:2: "a b c" is not an expression/],
  ['{"BT-1": true}', /BT-1 must be an expression/],
  ['{"BG-25": "items"}', /BG-25 must be an object/],
  ['{"BG-25": {}}', /must have the list that it is repeated for as "each"/],
  ['{"BG-25": {"each": "items", "BT-1": "a"}}', /there is no term "BT-1" here/],
  ['{"BT-1": "a | uper"}', /^factur-x\.json:1:\d+: .*"uper"/],
]

t.test('what is no mapping is refused with its place', async (t) => {
  for (const [json, message] of WRONG_MAPPINGS) t.throws(() => compileInvoiceMapping(json), { message })
})

t.test('the invoice among the templates has a mapping that fits its sample', async (t) => {
  const file = (name: string) => readFileSync(new URL(`../../../../templates/invoice/${name}`, import.meta.url), 'utf8')
  const xml = xmlOf(JSON.parse(file('factur-x.json')), JSON.parse(file('sample.json')))
  t.match(xml, '<DuePayableAmount>47867.22<')
  t.same(
    new Set([...xml.matchAll(/unitCode="(.*?)"/g)].map(([, code]) => code)),
    new Set(['H87', 'SET', 'MTR', 'MTK', 'LS', 'HUR']),
  )
})

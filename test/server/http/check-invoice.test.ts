import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { INVOICE_XML } from '../../engine/invoice/invoice-xml.js'
import { type Service, startService } from '../service.js'
import type { Call } from './request.js'

const template = compileTemplate({ html: '<title>Invoice</title><p>198.00' }, { fonts: createFontLibrary() })
const PDF = Buffer.from(renderDocument(template, {}, { facturX: { xml: INVOICE_XML } }).pdf)

const check = ({ call }: Service, body: Call['body'], type = 'application/xml') =>
  call('invoices/check', { method: 'POST', headers: { 'content-type': type }, body: body ?? '' })

t.test('an invoice without faults is valid, as XML and in a PDF', async (t) => {
  const service = await startService(t, {}, 0)
  for (const [body, type, file] of [
    [INVOICE_XML, 'application/xml', null],
    [INVOICE_XML, 'text/xml; charset=utf-8', null],
    [PDF, 'application/pdf', 'factur-x.xml'],
    [PDF, 'application/octet-stream', 'factur-x.xml'],
  ] as const) {
    const { status, headers, json } = await check(service, body, type)
    t.equal(status, 200, 'it counts as no document: the month has none')
    t.match(headers, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': /^req_/ })
    t.match(json, { valid: true, format: 'cii', level: 'EN 16931', file, problems: [] })
    t.match((json as { unchecked: readonly string[] }).unchecked.at(-1), /^Rules of single countries/)
  }
})

t.test('what is wrong is told by rule, term and place', async (t) => {
  const service = await startService(t)
  const { status, json } = await check(service, INVOICE_XML.replace('unitCode="C62"', 'unitCode="PCE"'))
  t.equal(status, 200)
  t.match(json, {
    valid: false,
    problems: [{ severity: 'error', rule: 'BR-CL-23', term: 'BT-130', line: 20, message: /"PCE", and must be a unit/ }],
  })
})

t.test('what is no invoice, or means harm, is a problem in the answer', async (t) => {
  const service = await startService(t)
  const withType = (type: string) => INVOICE_XML.replace('?>\n', `?>\n<!DOCTYPE a ${type}>\n`)
  const cases: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['a document type', withType('SYSTEM "file:///etc/passwd"'), /a document type is not allowed/],
    ['entities', withType('[<!ENTITY b "&b;&b;">]'), /a document type is not allowed/],
    ['an entity without a type', INVOICE_XML.replace('Bolts', '&b;'), /& begins no reference/],
    ['depth', '<a>'.repeat(100_000), /nested more than 100 deep/],
    ['another encoding', Buffer.from(INVOICE_XML, 'utf16le'), /not valid UTF-8|no element|well-formed/],
    ['latin-1', Buffer.from(INVOICE_XML, 'latin1'), /not valid UTF-8/],
    ['a broken PDF', PDF.subarray(0, 2_000), /carries no factur-x\.xml|are not in the PDF|damaged/],
    ['a PDF that is nothing', '%PDF-1.7\n', /carries no factur-x\.xml/],
    [
      'a PDF without an attachment',
      Buffer.from(renderDocument(template, {}).pdf),
      /the PDF carries no factur-x\.xml, xrechnung\.xml or zugferd-invoice\.xml/,
    ],
    ['another document', '<html/>', /neither a CrossIndustryInvoice .* nor an Invoice/],
    ['text', 'hello', /text stands outside|no element/],
  ]
  for (const [name, body, message] of cases) {
    const { status, json } = await check(service, body)
    t.match([status, json], [200, { valid: false, format: null, problems: [{ severity: 'error', message }] }], name)
  }
})

t.test('requests that are none are refused in the usual form', async (t) => {
  const service = await startService(t)
  const refused = async (name: string, body: Call['body'], type: string, status: number, error: object) => {
    const reply = await check(service, body, type)
    t.match([reply.status, reply.json], [status, { error }], name)
  }
  const invalid = (message: RegExp) => ({ type: 'validation_error', code: 'invalid_template_data', message })
  await refused('another type', INVOICE_XML, 'application/json', 400, invalid(/must be one of application\/pdf/))
  await refused('an empty body', '', 'application/pdf', 400, invalid(/body is empty/))
  const tooLarge = { type: 'validation_error', code: 'payload_too_large', message: /exceeds 10485760 bytes \(10 MB\)/ }
  await refused('11 MB', Buffer.alloc(11 * 2 ** 20, ' '), 'application/pdf', 413, tooLarge)
  const chunks = Array.from({ length: 11 }, () => Buffer.alloc(2 ** 20, ' '))
  await refused('11 MB in chunks', chunks, 'application/pdf', 413, tooLarge)
  const compressed = await service.call('invoices/check', {
    method: 'POST',
    headers: { 'content-type': 'application/xml', 'content-encoding': 'gzip' },
    body: 'x',
  })
  t.match([compressed.status, compressed.json], [400, { error: invalid(/Compressed/) }])
})

t.test('a file of 10 MB is checked in a process beside the one that answers', async (t) => {
  const service = await startService(t)
  const note = `<ram:IncludedNote><ram:Content>${'x'.repeat(10_000_000)}</ram:Content></ram:IncludedNote>`
  const large = INVOICE_XML.replace('</rsm:ExchangedDocument>', `${note}</rsm:ExchangedDocument>`)
  let isAnswered = false
  const checked = check(service, large).finally(() => {
    isAnswered = true
  })
  t.equal((await service.call('../../../healthz')).status, 200)
  t.equal(isAnswered, false)
  t.match((await checked).json, { valid: true })
})

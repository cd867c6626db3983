import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { checkInvoice } from '../../../engine/index.js'
import { contentOfFiles, readTemplate } from '../../../server/templates/template-files.js'
import type { Teardown } from '../folder.js'
import { type Service, startService } from '../service.js'
import type { Reply } from './request.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const BILL = readTemplate(`${ROOT}templates/facturx`)
const SAMPLE = BILL.sample ?? ''

/** The sample invoice with other settings beside its own. */
async function publishBill(
  { addTemplate }: Service,
  path: string,
  settings: object = {},
  mapped: object = {},
): Promise<void> {
  const { html, assets, ...content } = contentOfFiles(BILL)
  const own = JSON.parse(content.settings ?? '{}')
  const mapping = JSON.parse(Buffer.from(assets.get('factur-x.json') ?? []).toString())
  await addTemplate(path, html, {
    ...content,
    settings: JSON.stringify({ ...own, ...settings }),
    assets: new Map([...assets, ['factur-x.json', Buffer.from(JSON.stringify({ ...mapping, ...mapped }))]]),
  })
}

async function openBench(t: Teardown): Promise<Service> {
  const service = await startService(t, { engine: true })
  await publishBill(service, 'facturx')
  return service
}

function ask({ call }: Service, address: string, body = SAMPLE, headers: Record<string, string> = {}): Promise<Reply> {
  return call(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
}

const [, NUMBER = ''] = /"number": "(R-[^"]+)"/.exec(SAMPLE) ?? []

t.test('a template with a mapping answers with the XML of its invoice', async (t) => {
  const service = await openBench(t)
  for (const [query, format, level] of [
    ['format=cii', 'cii', 'EN 16931'],
    ['format=cii&profile=xrechnung', 'cii', 'XRECHNUNG'],
    ['format=ubl', 'ubl', 'EN 16931'],
    ['format=ubl&profile=xrechnung', 'ubl', 'XRECHNUNG'],
  ] as const) {
    const reply = await ask(service, `templates/facturx/documents?${query}`)
    t.match([reply.status, reply.headers['content-type']], [200, 'application/xml'], query)
    t.equal(reply.headers['content-disposition'], `inline; filename="invoice-${NUMBER}.xml"`)
    t.match(reply.headers['x-request-id'], /^req_/)
    t.match(checkInvoice(reply.bytes), { valid: true, format, level, problems: [] }, query)
  }
  const pdf = await ask(service, 'templates/facturx/documents', SAMPLE, { accept: 'application/xml' })
  t.equal(pdf.headers['content-type'], 'application/pdf', 'without a format it is the PDF, whatever Accept says')
})

t.test('the rules of Peppol are asked for by their name', async (t) => {
  const service = await openBench(t)
  const address = 'templates/facturx/documents?format=ubl&profile=peppol'
  const refused = await ask(service, address)
  t.match(
    [refused.status, refused.json],
    [422, { error: { code: 'render_failed', message: /BT-34-1 .*\(BR-CL-25\)/ } }],
  )
  await publishBill(service, 'facturx', {}, { 'BT-34': "'9930:DE298765431'", 'BT-49': "'0204:08135019-0-12'" })
  const reply = await ask(service, address)
  t.match(checkInvoice(reply.bytes), { valid: true, format: 'ubl', level: 'Peppol BIS Billing 3', problems: [] })
})

t.test('the XML is of the level of the template', async (t) => {
  const service = await openBench(t)
  for (const level of ['BASIC', 'XRECHNUNG']) {
    await publishBill(service, 'levels', { facturX: level })
    const reply = await ask(service, 'templates/levels/documents?format=cii')
    t.match(checkInvoice(reply.bytes), { valid: true, level })
  }
})

t.test('XML counts as a document, and gives back what it counted when it fails', async (t) => {
  const service = await startService(t, { engine: true }, 1)
  await publishBill(service, 'facturx')
  const wrong = JSON.parse(SAMPLE)
  wrong.invoice.currency = 'XYZ'
  const failed = await ask(service, 'templates/facturx/documents?format=ubl', JSON.stringify(wrong))
  t.match([failed.status, failed.json], [422, { error: { type: 'generation_error', code: 'render_failed' } }])
  t.match((failed.json as { error: object }).error, { message: /BT-5 .*\(BR-CL-0[45]\)/ })
  t.equal((await ask(service, 'templates/facturx/documents?format=ubl')).status, 200)
  t.match((await ask(service, 'templates/facturx/documents?format=ubl')).json, {
    error: { code: 'monthly_limit_exceeded' },
  })
})

t.test('what cannot be answered as XML is refused with the reason', async (t) => {
  const service = await openBench(t)
  await service.addTemplate('letter', '<p>{{name}}</p>')
  const refused = async (address: string, error: object, headers = {}) => {
    const reply = await ask(service, address, SAMPLE, headers)
    t.match([reply.status, reply.json], [422, { error }], address)
  }
  const path = 'templates/facturx/documents'
  const invalid = (field: string, message: RegExp) => ({
    type: 'validation_error',
    code: 'invalid_value',
    field,
    message,
  })
  await refused(`${path}?format=edi`, invalid('format', /must be cii, ubl, png, jpeg or webp/))
  await refused(`${path}?format=`, invalid('format', /must be cii, ubl, png, jpeg or webp/))
  await refused(`${path}?format=cii&format=ubl`, invalid('format', /must be cii, ubl, png, jpeg or webp/))
  await refused(`${path}?format=ubl&profile=x`, invalid('profile', /must be en16931, xrechnung or peppol/))
  await refused(`${path}?profile=peppol`, invalid('profile', /needs a format/))
  await refused(`${path}?format=cii&profile=peppol`, invalid('profile', /peppol needs the format ubl/))
  await refused(`${path}?format=ubl`, invalid('format', /answered at once/), { prefer: 'respond-async' })
  await refused('templates/facturx/batches?format=ubl', invalid('format', /answered at once/))
  await refused('templates/letter/documents?format=ubl', {
    type: 'generation_error',
    code: 'render_failed',
    message: /the template has no mapping to make XML by/,
  })
})

t.test('a test says that it is one, or has no XML where the settings say so', async (t) => {
  const service = await openBench(t)
  const body = JSON.stringify({ ...JSON.parse(SAMPLE), isTest: true })
  const marked = await ask(service, 'templates/facturx/documents?format=ubl', body)
  t.match(marked.bytes.toString(), `<cbc:ID>TEST-${NUMBER}</cbc:ID>`)
  await publishBill(service, 'silent', { testInvoices: false })
  const reply = await ask(service, 'templates/silent/documents?format=ubl', body)
  t.match([reply.status, reply.json], [422, { error: { code: 'render_failed', message: /"testInvoices" is false/ } }])
  const pdf = await ask(service, 'templates/silent/documents', body)
  t.equal(pdf.status, 200)
  t.match(checkInvoice(pdf.bytes).problems, [{ message: /the PDF carries no factur-x\.xml/ }])
  t.match(checkInvoice((await ask(service, 'templates/silent/documents')).bytes), { valid: true })
})

t.test('a repeated request gets the same XML, and another form is another request', async (t) => {
  const service = await openBench(t)
  const headers = { 'idempotency-key': 'once' }
  const path = 'templates/facturx/documents'
  const first = await ask(service, `${path}?format=ubl`, SAMPLE, headers)
  const again = await ask(service, `${path}?format=ubl`, SAMPLE, headers)
  t.match(again.headers, {
    'idempotent-replayed': 'true',
    'content-type': 'application/xml',
    'content-disposition': `inline; filename="invoice-${NUMBER}.xml"`,
  })
  t.same(again.bytes, first.bytes)
  t.match((await ask(service, path, SAMPLE, headers)).json, { error: { code: 'idempotency_mismatch' } })
  t.match((await ask(service, `${path}?format=cii`, SAMPLE, headers)).json, { error: { code: 'idempotency_mismatch' } })
})

t.test('the commands of the guide work', async (t) => {
  const service = await openBench(t)
  const section = /## Invoices as XML, and checked\n([\s\S]*?)\n##/.exec(
    readFileSync(`${ROOT}server/docs/http-api.md`, 'utf8'),
  )?.[1]
  const script = /```sh\n([\s\S]*?)```/.exec(section ?? '')?.[1] ?? ''
  t.equal(script.match(/^curl /gm)?.length, 3)
  const folder = t.testdir({})
  const { stdout } = await promisify(execFile)(
    'sh',
    [
      '-ec',
      script
        .replaceAll('http://127.0.0.1:3000/api/v1/demo', service.base)
        .replaceAll('@templates/', `@${ROOT}templates/`)
        .replaceAll(/-o (\S+)/g, `-o ${folder}/$1`)
        .replaceAll(/@(invoice\.\w+)/g, `@${folder}/$1`),
    ],
    { env: { ...process.env, PLATEN_KEY: service.key } },
  )
  t.match(checkInvoice(readFileSync(`${folder}/invoice.xml`)), { valid: true, format: 'ubl', level: 'XRECHNUNG' })
  t.match(JSON.parse(stdout), { valid: true, level: 'EN 16931', format: 'cii', file: 'factur-x.xml', problems: [] })
})

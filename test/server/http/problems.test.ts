import t from 'tap'
import { openDatabase } from '../../../server/storage/sqlite/open-database.js'
import { type Service, startOwnService, startService } from '../service.js'
import { pathsIn } from '../storage/openers.js'
import { startReceiver } from '../webhooks/receiver.js'
import { FAULTY, MARKER } from './faulty-documents.js'

const EPC =
  '<platen-qr preset="epc" name="{{name}}" iban="{{iban}}" amount="{{amount}}" message="{{no}}"></platen-qr><p>Total {{sum | currency "EUR"}}</p>'
const PAYMENT = '{"no":"17","name":"Harbour","iban":"DE89370400440532013001","amount":12.5,"sum":""}'
const VALID = '{"no":"17","name":"Harbour","iban":"DE89370400440532013000","amount":12.5,"sum":1}'

const LOST = [
  {
    code: 'invalid-code',
    severity: 'error',
    message:
      '<platen-qr> cannot be shown: the value of "iban" is not an IBAN: its check digits are wrong, or characters are missing',
    place: 'template.html:1:1',
  },
  {
    code: 'empty-value',
    severity: 'warning',
    message: 'filter "currency" prints nothing for an empty text',
    place: 'template.html:1:123',
  },
]

function post({ call }: Service, template: string, body: string, headers: Record<string, string> = {}) {
  const path = `templates/${template}/documents`
  return call(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
}

/** How a request is told of, once the log of synchronous ones is written. */
async function told({ call, process: { logged } }: Service, id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const reply = await call(`requests/${id}`)
    if (reply.status === 200) return reply.json as Record<string, unknown>
    // Every question is a line of the log, so this waits for nothing but the log's own second.
    await logged((line) => line.includes(`/requests/${id}`))
  }
}

t.test('a synchronous answer, its request, the log and the metrics tell what the document lost', async (t) => {
  const service = await startService(t, { engine: true })
  await service.addTemplate('epc', EPC)
  const reply = await post(service, 'epc', PAYMENT)
  t.equal(reply.status, 200)
  t.match(reply.headers, { 'content-type': 'application/pdf', 'x-document-problems': '2' })
  t.notOk(reply.headers['x-document-problem-codes'])
  const debugged = await post(service, 'epc', PAYMENT, { 'x-debug-mode': 'true' })
  t.equal(debugged.headers['x-document-problem-codes'], 'invalid-code, empty-value')

  const id = String(reply.headers['x-request-id'])
  const request = await told(service, id)
  t.match(request, {
    request_id: id,
    status: 'completed',
    document_id: null,
    organization_id: service.organization.id,
    template_id: /^tpl_/,
    is_test: false,
    problem_count: 2,
  })
  t.strictSame(request.problems, LOST)
  const line = await service.process.logged((each) => each.includes(id) && each.includes('"request"'))
  t.match(JSON.parse(line), { problems: 2, problem_codes: ['invalid-code', 'empty-value'] })
  const metrics = (await service.call('../../../metrics')).bytes.toString()
  t.match(metrics, /platen_document_problems_total\{mode="sync",code="invalid-code"\} \d/)

  const good = await post(service, 'epc', VALID)
  t.equal(good.status, 200)
  t.notOk(good.headers['x-document-problems'], 'a document that lost nothing says nothing')
  t.match(await told(service, String(good.headers['x-request-id'])), { problem_count: 0, problems: [] })
})

t.test('an asynchronous request tells it too, and events keep the members that they have', async (t) => {
  const service = await startService(t, { engine: true, webhooks: { allowPrivate: true, allow: [] } })
  const receiver = await startReceiver(t)
  await service.addTemplate('epc', EPC)
  const body = JSON.stringify({ ...JSON.parse(PAYMENT), webhook: { url: receiver.url } })
  const { request_id: id } = (await post(service, 'epc', body, { prefer: 'respond-async' })).json as {
    request_id: string
  }
  const request: object = await service.finished(id)
  t.match(request, { status: 'completed', problem_count: 2 })
  t.strictSame((request as { problems: unknown }).problems, LOST)
  await receiver.until('/', 1)
  t.strictSame(Object.keys(receiver.requests[0]?.json.data ?? {}), [
    'request_id',
    'document_id',
    'organization_id',
    'template_id',
    'document_url',
    'size_bytes',
    'render_time_ms',
    'created_at',
    'completed_at',
    'is_test',
  ])
  const line = await service.process.logged((each) => each.includes('document with problems') && each.includes(id))
  t.match(JSON.parse(line), { problems: 2, problem_codes: ['invalid-code', 'empty-value'] })
  const waited = await post(service, 'epc', PAYMENT, { prefer: 'respond-async, wait=20' })
  t.match([waited.status, waited.headers['x-document-problems']], [200, '2'])
})

t.test('a repeated request gets the headers of the first answer', async (t) => {
  const service = await startService(t, { engine: true })
  await service.addTemplate('epc', EPC)
  const headers = { 'idempotency-key': 'once', 'x-debug-mode': 'true' }
  await post(service, 'epc', PAYMENT, headers)
  const again = await post(service, 'epc', PAYMENT, headers)
  t.match(again.headers, {
    'idempotent-replayed': 'true',
    'x-document-problems': '2',
    'x-document-problem-codes': 'invalid-code, empty-value',
  })
})

t.test('a template that refuses problems gets no document, and nothing is counted', async (t) => {
  const service = await startService(t, { engine: true }, 1)
  await service.addTemplate('epc', EPC, { choices: { problems: 'refuse' } })
  await service.addTemplate('logo', '<img src="nope.png" alt="">', { choices: { problems: 'refuse' } })
  await service.addTemplate('words', '<p>{{missing}}</p>', { choices: { problems: 'refuse' } })

  const refused = await post(service, 'epc', PAYMENT)
  t.equal(refused.status, 422)
  t.strictSame(refused.json, {
    error: {
      message: `template.html:1:1: the document has lost something: ${LOST[0]?.message}`,
      type: 'generation_error',
      code: 'render_failed',
    },
  })
  t.notOk(refused.headers['x-document-problems'])
  t.match((await post(service, 'epc', PAYMENT, { 'x-debug-mode': 'true' })).json, {
    error: { debug: { schema_errors: [/the value of "iban".*\[invalid-code\]$/, /\[empty-value\]$/] } },
  })
  t.match((await post(service, 'logo', '{}')).json, { error: { code: 'render_failed', message: /nope\.png/ } })
  const request = await told(service, String(refused.headers['x-request-id']))
  t.match(request, { status: 'failed', error: { code: 'RENDER_FAILED' }, problem_count: 2 })
  t.strictSame(request.problems, LOST)

  const { request_id: id } = (await service.generateLater('epc', PAYMENT)).json as { request_id: string }
  const later: object = await service.finished(id)
  t.match(later, { status: 'failed', error: { code: 'RENDER_FAILED', details: { diagnostics: LOST } } })
  t.strictSame((later as { problems: unknown }).problems, LOST)

  const words = await post(service, 'words', '{}')
  t.equal(words.status, 200, 'a placeholder that stays as written is never an error, and all before was given back')
  t.equal(words.headers['x-document-problems'], '1')
  t.equal((await post(service, 'words', '{}')).status, 429)
})

t.test('a template that ignores problems says nothing', async (t) => {
  const service = await startService(t, { engine: true })
  await service.addTemplate('epc', EPC, { choices: { problems: 'ignore' } })
  const reply = await post(service, 'epc', PAYMENT)
  t.equal(reply.status, 200)
  t.notOk(reply.headers['x-document-problems'])
  t.match(await told(service, String(reply.headers['x-request-id'])), { problem_count: 0, problems: [] })
})

t.test('fifty problems are told, and how many there are', async (t) => {
  const service = await startService(t, { engine: true })
  const words = Array.from({ length: 60 }, (_, index) => `{{missing${index}}}`).join(' ')
  await service.addTemplate('words', `${words}<img src="{{logo}}" alt="">`)
  const reply = await post(service, 'words', '{"logo":"x.png"}')
  t.equal(reply.headers['x-document-problems'], '61')
  const request = await told(service, String(reply.headers['x-request-id']))
  const problems = request.problems as readonly { readonly code: string }[]
  t.equal(request.problem_count, 61)
  t.equal(problems.length, 50)
  t.equal(problems[0]?.code, 'missing-asset', 'errors are first')
})

t.test('no value of the data leaves but in the PDF', async (t) => {
  const service = await startOwnService(t, { engine: true, webhooks: { allowPrivate: true, allow: [] } })
  const receiver = await startReceiver(t)
  const told: string[] = []
  for (const [index, { name, data, ...content }] of FAULTY.entries()) {
    for (const problems of ['report', 'refuse'] as const) {
      const template = `${problems}-${index}`
      await service.addTemplate(template, content.html, { ...content, choices: { problems } })
      const body = JSON.stringify({ ...data, webhook: { url: receiver.url } })
      const reply = await post(service, template, JSON.stringify(data), { 'x-debug-mode': 'true' })
      if (problems === 'report' && content.settings === undefined) {
        t.equal(reply.status, 200, name)
        t.ok(Number(reply.headers['x-document-problems']) > 0, `${name} has lost something`)
      } else if (reply.status !== 200) told.push(reply.bytes.toString())
      told.push(JSON.stringify(reply.headers))
      const { request_id: id } = (await post(service, template, body, { prefer: 'respond-async' })).json as {
        request_id: string
      }
      told.push(JSON.stringify(await service.finished(id)))
    }
  }
  await receiver.until('/', FAULTY.length * 2)
  told.push(...receiver.requests.map(({ bytes }) => bytes.toString()))
  const organizationId = service.organization.id
  await service.process.end('SIGTERM')
  const logged = await service.store.reader.searchRequests({ organizationId, limit: 200 })
  t.equal(logged.length, FAULTY.length * 4)
  told.push(JSON.stringify(logged), ...service.process.logs)
  for (const text of told) t.notMatch(text, MARKER, text.slice(0, 300))
  t.notMatch(await rowsOf(service), MARKER, 'no table has it once the requests are done')
})

/** All rows of a service's database, as JSON. */
async function rowsOf(service: Service): Promise<string> {
  const handle = await openDatabase(pathsIn(service).main)
  try {
    const tables = handle.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
    return JSON.stringify(tables.map(({ name }) => handle.prepare(`select * from "${name}"`).all()))
  } finally {
    handle.close()
  }
}

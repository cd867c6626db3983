import t from 'tap'
import { startService } from '../service.js'
import { send } from './request.js'

t.test('a batch', async (t) => {
  const service = await startService(t, {}, 6)
  await service.addTemplate('letter', 'letter', {
    schema: '{"required":["name"],"properties":{"name":{"type":"string"}}}',
  })
  const post = (body: unknown, template = 'letter', headers: Record<string, string> = {}) =>
    service.call(`templates/${template}/batches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const names = (count: number) => ({ documents: Array.from({ length: count }, (_, index) => ({ name: `n${index}` })) })

  await t.test('is accepted as a whole', async (t) => {
    const reply = await post({ documents: [{ name: 'Ada' }, { name: 'Bob', isTest: true }, { name: 'Eve' }] })
    t.equal(reply.status, 202)
    const json = reply.json as { requests: { request_id: string }[] }
    t.match(json, { batch_id: /^bat_/, status: 'queued', created_at: /Z$/ })
    t.equal(json.requests.length, 3)
    const documents: unknown[] = []
    for (const { request_id: id } of json.requests) {
      const request = await service.finished(id)
      const { data } = JSON.parse((await send(request.document_url)).bytes.toString())
      documents.push([data.name, request.is_test])
    }
    t.same(documents, [
      ['Ada', false],
      ['Bob', true],
      ['Eve', false],
    ])
    const usage = await service.store.reader.readUsage(service.organization.id)
    t.match(usage, { documents: { used: 2 }, tests: { used: 1 } })
  })

  await t.test('has more than one document could have', async (t) => {
    const large = { documents: ['x', 'y'].map((name) => ({ name: name.repeat(1_000_000), isTest: true })) }
    const reply = await post(large)
    t.equal(reply.status, 202)
    for (const { request_id: id } of Object(reply.json).requests) {
      t.match(await service.finished(id), { status: 'completed' })
    }
  })

  const FAULTS: readonly [name: string, body: unknown, status: number, error: Record<string, unknown>][] = [
    ['not JSON', '{', 400, { code: 'invalid_template_data' }],
    ['no list', {}, 422, { code: 'missing_required_field', field: 'documents' }],
    ['not a list', { documents: {} }, 422, { code: 'invalid_type', field: 'documents' }],
    ['an empty list', { documents: [] }, 422, { code: 'invalid_value', field: 'documents' }],
    ['101 documents', names(101), 422, { code: 'invalid_value', field: 'documents' }],
    ['another member', { documents: [{}], a: 1 }, 422, { code: 'validation_failed', field: 'a' }],
    ['no object', { documents: [{ name: 'a' }, 1] }, 422, { code: 'invalid_type', field: 'documents.1' }],
    [
      'a fault of one',
      { documents: [{ name: 'a' }, {}] },
      422,
      { code: 'missing_required_field', field: 'documents.1.name' },
    ],
    ['a special member', { documents: [{ isTest: 1 }] }, 422, { code: 'invalid_type', field: 'documents.0.isTest' }],
    [
      'a document that is too large',
      { documents: [{ name: 'a' }, { name: 'x'.repeat(1_048_576) }] },
      413,
      { type: 'validation_error', code: 'payload_too_large', field: 'documents.1' },
    ],
    ['too much in all', { documents: [{ name: 'x'.repeat(10_485_760) }] }, 413, { code: 'payload_too_large' }],
    ['more than the quota', names(5), 429, { code: 'monthly_limit_exceeded' }],
    [
      'more tests than the day has',
      { documents: names(10).documents.map((item) => ({ ...item, isTest: true })) },
      429,
      { code: 'test_limit_exceeded' },
    ],
  ]
  for (const [name, body, status, error] of FAULTS) {
    await t.test(name, async (t) => {
      const reply = await post(body)
      t.equal(reply.status, status)
      t.match(reply.json, { error })
    })
  }

  await t.test('is repeated by its idempotency key', async (t) => {
    const replies = [1, 2].map(() => post(names(2), 'letter', { 'idempotency-key': 'x' }))
    const [first] = await Promise.all(replies)
    t.equal((await post(names(2), 'letter', { 'idempotency-key': 'x' })).status, 202)
    t.ok(first)
    t.equal((await service.store.reader.readUsage(service.organization.id)).documents.used, 4)
  })
  t.match((await post(names(1), 'none')).json, { error: { code: 'template_not_found' } })
})

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder } from '../folder.js'
import { type FinishedRequest, reached, type Service, startOwnService, startService } from '../service.js'
import { type Reply, send } from './request.js'

const ASYNC = { prefer: 'respond-async' }

function poster({ call }: Service) {
  return (path: string, body: string, headers: Record<string, string> = {}) =>
    call(`templates/${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
}

function getter({ call }: Service) {
  return (path: string, headers: Record<string, string> = {}) => call(path, { headers })
}

/** Waits until a request has left the queue for good. */
function finished(service: Service, { json }: Reply): Promise<FinishedRequest> {
  return service.finished((json as { request_id: string }).request_id)
}

t.test('the operations that are always asynchronous', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const post = poster(service)

  const reply = await post('letter/documents/async', '{"name":"Ada"}')
  const { request_id: id } = reply.json as { request_id: string }
  t.match(reply, { status: 202, json: { request_id: /^req_/, status: 'queued' } })
  t.match(reply.headers, { 'x-request-id': id, location: `${service.base}/requests/${id}` })
  t.match(await finished(service, reply), { status: 'completed' })

  const waiting = await post('letter/documents/async', '{}', { prefer: 'respond-async, wait=30' })
  t.match(waiting, { status: 202, json: { status: 'queued' } }, 'no preference makes the answer a PDF')
  t.equal(waiting.headers['preference-applied'], undefined)

  const body = JSON.stringify({ documents: [{ template: 'letter', data: {} }] })
  const headers = { 'content-type': 'application/json' }
  const merged = await service.call('documents/async', { method: 'POST', headers, body })
  t.match(merged, { status: 202, json: { status: 'queued' } }, 'several documents as one file')
  t.match(await finished(service, merged), { status: 'completed' })

  t.match((await post('letter/documents/async', '[]')).json, { error: { code: 'invalid_template_data' } })
  t.match((await post('letter/documents/async?format=png', '{}')).json, { error: { field: 'format' } })
  t.match((await post('other/documents/async', '{}')).json, { error: { code: 'template_not_found' } })
})

t.test('an asynchronous request', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const [post, get] = [poster(service), getter(service)]

  const reply = await post('letter/documents', '{"isTest":true,"name":"Ada"}', ASYNC)
  t.equal(reply.status, 202)
  const acknowledgement = reply.json as Record<string, string>
  t.strictSame(Object.keys(acknowledgement), ['request_id', 'status', 'created_at'])
  t.match(acknowledgement, { request_id: /^req_[0-9a-z]{26}$/, status: 'queued', created_at: /^\d{4}-.*\.\d{3}Z$/ })
  t.match(reply.headers, {
    'content-type': 'application/json; charset=utf-8',
    'preference-applied': 'respond-async',
    'x-request-id': acknowledgement.request_id,
    location: `${service.base}/requests/${acknowledgement.request_id}`,
  })

  const request = await finished(service, reply)
  t.match(request, {
    request_id: acknowledgement.request_id,
    status: 'completed',
    document_id: /^doc_[0-9a-z]{26}$/,
    organization_id: service.organization.id,
    template_id: /^tpl_/,
    is_test: true,
    created_at: acknowledgement.created_at,
    completed_at: /Z$/,
    size_bytes: Number,
    render_time_ms: Number,
    pages: 1,
  })
  const document = `documents/${request.document_id}`
  t.match((await get(document)).json, { document_id: request.document_id, document_url: request.document_url })

  for (const pdf of [
    await get(document, { accept: 'application/pdf' }),
    await get(`${document}/pdf`),
    await send(request.document_url),
  ]) {
    t.equal(pdf.status, 200)
    t.equal(pdf.headers['content-type'], 'application/pdf')
    t.equal(Number(pdf.headers['content-length']), pdf.bytes.length)
    t.match(JSON.parse(pdf.bytes.toString()), { data: { name: 'Ada' }, watermark: 'TEST' })
  }
  t.equal((await get(`${document}/pdf`, { 'if-none-match': `"${request.document_id}"` })).status, 304)
  t.equal((await send(request.document_url, { method: 'HEAD' })).headers['content-length'], String(request.size_bytes))

  const whole = await send(request.document_url)
  const size = whole.bytes.length
  const tag = `"${request.document_id}"`
  t.equal(whole.headers['accept-ranges'], 'bytes')
  for (const [range, first, last] of [
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, size - 1],
    ['bytes=-4', size - 4, size - 1],
    [`bytes=-${size + 1}`, 0, size - 1],
    [`bytes=3-${size + 10}`, 3, size - 1],
  ] as const) {
    const part = await send(request.document_url, { headers: { range, 'if-range': tag } })
    t.match([part.status, part.headers['content-range']], [206, `bytes ${first}-${last}/${size}`], range)
    t.same(part.bytes, whole.bytes.subarray(first, last + 1))
  }
  for (const headers of [
    { range: 'bytes=0-1,4-5' },
    { range: 'bytes=9-3' },
    { range: 'pages=0-1' },
    { range: 'bytes=0-9', 'if-range': '"doc_other"' },
    { range: 'bytes=0-9', 'if-range': 'Tue, 01 Dec 2026 00:00:00 GMT' },
  ]) {
    const all = await send(request.document_url, { headers })
    t.match([all.status, all.bytes.length], [200, size], JSON.stringify(headers))
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const none = await send(request.document_url, { headers: { range } })
    t.match([none.status, none.headers['content-range']], [416, `bytes */${size}`], range)
    t.match(none.json, { error: { type: 'validation_error', code: 'range_not_satisfiable' } })
  }
  t.equal((await send(request.document_url, { headers: { range: 'bytes=0-9', 'if-none-match': tag } })).status, 304)
})

t.test('Prefer', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  await service.addTemplate('limit', 'limit')
  const post = poster(service)
  for (const prefer of ['RESPOND-ASYNC', 'return=minimal, respond-async;a="b,c"', 'x="y", respond-async']) {
    t.equal((await post('letter/documents', '{}', { prefer })).status, 202, prefer)
  }
  for (const prefer of ['wait=5', 'x="respond-async"', 'respond-asyncs']) {
    const reply = await post('letter/documents', '{}', { prefer })
    t.equal(reply.status, 200, prefer)
    t.notOk(reply.headers['preference-applied'])
  }
  const reply = await post('letter/documents', '{"name":1}', { prefer: 'respond-async, wait=20' })
  t.equal(reply.status, 200, 'a document that is ready in time is the answer')
  t.equal(reply.headers['preference-applied'], 'respond-async, wait=20')
  t.match(JSON.parse(reply.bytes.toString()), { data: { name: 1 } })
  t.equal((await post('limit/documents', '{}', { prefer: 'respond-async, wait=20' })).status, 202, 'a failure is not')
})

t.test('everything is checked before acceptance', async (t) => {
  const service = await startService(t, {}, 2)
  await service.addTemplate('letter', 'letter', { schema: '{"required":["name"]}' })
  const post = poster(service)
  const refused = async (path: string, body: string, status: number, code: string) => {
    const reply = await post(`${path}/documents`, body, ASYNC)
    t.equal(reply.status, status, code)
    t.match(reply.json, { error: { code } })
  }
  await refused('letter', '{', 400, 'invalid_template_data')
  await refused('none', '{}', 404, 'template_not_found')
  await refused('letter', '{}', 422, 'missing_required_field')
  await refused('letter', '{"name":1,"webhook":{}}', 422, 'missing_required_field')
  await refused('letter', `{"name":"${'x'.repeat(1_048_576)}"}`, 413, 'payload_too_large')
  const replies = await Promise.all(Array.from({ length: 5 }, () => post('letter/documents', '{"name":1}', ASYNC)))
  t.same(replies.map(({ status }) => status).sort(), [202, 202, 429, 429, 429])
  t.match(replies.find(({ status }) => status === 429)?.json, { error: { code: 'monthly_limit_exceeded' } })
  const tests = await Promise.all(
    Array.from({ length: 12 }, () => post('letter/documents', '{"name":1,"isTest":true}', ASYNC)),
  )
  t.equal(tests.filter(({ status }) => status === 202).length, 10)
  t.match(tests.find(({ status }) => status === 429)?.json, { error: { code: 'test_limit_exceeded' } })
})

t.test('failures', async (t) => {
  const service = await startService(t, { asyncTimeoutMs: 6000, workers: 2 }, 8)
  const failures: readonly [html: string, error: Record<string, unknown>][] = [
    ['limit', { code: 'RENDER_FAILED', details: { diagnostics: [{ message: /20000/ }] } }],
    ['uncompilable', { code: 'RENDER_FAILED', message: /template\.html:12:5/ }],
    ['huge', { code: 'DOCUMENT_TOO_LARGE', details: { size_bytes: 52_428_801, limit_bytes: 52_428_800 } }],
    ['forever', { code: 'RENDER_TIMEOUT', details: { timeout_ms: 6000, template_size: 7 } }],
    ['bug', { code: 'INTERNAL_ERROR', details: {} }],
    ['crash', { code: 'RENDER_FAILED' }],
  ]
  const [post, get] = [poster(service), getter(service)]
  const accept = async (html: string) => {
    await service.addTemplate(html, html)
    const reply = await post(`${html}/documents`, '{}', ASYNC)
    t.equal(reply.status, 202, html)
    return finished(service, reply)
  }
  const requests = await Promise.all(failures.map(([html]) => accept(html)))
  for (const [index, [html, error]] of failures.entries()) {
    const request = requests[index]
    t.match(request, { status: 'failed', document_id: /^doc_/, failed_at: /Z$/, error }, html)
    t.notMatch(JSON.stringify(request), /secret/)
    t.equal((await get(`documents/${request?.document_id}`)).status, 404)
  }
  const usage = await service.store.reader.readUsage(service.organization.id)
  t.equal(usage.documents.used, 0, 'what was counted is given back')
})

t.test('a template that is deleted before its turn', async (t) => {
  const service = await startService(t)
  await service.addTemplate('gate', 'gate')
  await service.addTemplate('letter', 'letter')
  const gate = join(makeFolder(t), 'open')
  const post = poster(service)
  const blocking = await post('gate/documents', JSON.stringify({ gate }), ASYNC)
  await reached(gate)
  const reply = await post('letter/documents', '{}', ASYNC)
  await service.store.deleteTemplate(service.organization.id, 'letter')
  writeFileSync(gate, '')
  t.match(await finished(service, reply), { status: 'failed', error: { code: 'TEMPLATE_NOT_FOUND', details: {} } })
  t.match(await finished(service, blocking), { status: 'completed' })
})

t.test('documents and requests that are not there', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const { slug } = service.organization
  const other = await service.store.createOrganization({ slug: `${slug}-other`, name: 'Other', plan: 'free' })
  const otherKey = await service.addKey({ organizationId: other.id })
  const [post, get] = [poster(service), getter(service)]
  const request = await finished(service, await post('letter/documents', '{}', ASYNC))
  const foreign = { authorization: `Bearer ${otherKey}` }
  const replies = [
    await get('requests/req_none'),
    await get('documents/doc_none'),
    await send(`${service.url}/api/v1/${other.slug}/documents/${request.document_id}`, { headers: foreign }),
    await send(`${service.url}/api/v1/${other.slug}/documents/${request.document_id}/pdf`, { headers: foreign }),
    await send(request.document_url.replace(slug, other.slug)),
    await send(request.document_url.replace(/expires=\d+/, 'expires=99999999999')),
    await send(request.document_url.replace(/signature=..../, 'signature=AAAA')),
    await send(request.document_url.replace(/&signature=.*/, '')),
  ]
  const texts = new Set(replies.map(({ bytes }) => bytes.toString()))
  for (const reply of replies) t.equal(reply.status, 404)
  t.equal(texts.size, 1, 'all with the same text')
  t.match(replies[0]?.json, { error: { type: 'resource_error', code: 'document_not_found' } })
  t.match((await send(`${service.base}/documents/${request.document_id}/pdf`)).json, {
    error: { code: 'missing_api_key' },
  })
  t.match((await get(`requests/${request.request_id}`, foreign)).json, { error: { code: 'unauthorized_org' } })
})

t.test('a queue that is full', async (t) => {
  const service = await startService(t, { maxQueue: 3 })
  await service.addTemplate('gate', 'gate')
  const gate = join(makeFolder(t), 'open')
  const post = poster(service)
  const replies = await Promise.all(
    Array.from({ length: 24 }, () => post('gate/documents', JSON.stringify({ gate }), ASYNC)),
  )
  t.ok((await service.store.countWaitingJobs('render')) <= 3, 'no more wait than may')
  const refused = replies.find(({ status }) => status === 503)
  t.match(refused?.json, { error: { type: 'service_unavailable', code: 'service_unavailable', retry_after: 5 } })
  t.equal(refused?.headers['retry-after'], '5')
  writeFileSync(gate, '')
  const accepted = replies.filter(({ status }) => status === 202)
  await Promise.all(accepted.map((reply) => finished(service, reply)))
})

t.test('a queue that one organization would fill has room for another', async (t) => {
  const [greedy, modest] = [await startService(t, { maxQueue: 8 }), await startService(t, { maxQueue: 8 })]
  const gate = join(makeFolder(t), 'open')
  for (const service of [greedy, modest]) await service.addTemplate('gate', 'gate')
  const accepted = async (service: Service, count: number) => {
    const post = poster(service)
    const body = JSON.stringify({ gate })
    const replies = await Promise.all(Array.from({ length: count }, () => post('gate/documents', body, ASYNC)))
    return replies.filter(({ status }) => status === 202)
  }
  const first = await accepted(greedy, 24)
  await reached(gate)
  const others = await accepted(modest, 24)
  // Those that have begun wait no more.
  t.ok(first.length <= 4 + 2, 'half of the queue is the most that one can have')
  t.ok(others.length >= 2, 'and of what is left the next can have half')
  writeFileSync(gate, '')
  await Promise.all(first.map((reply) => finished(greedy, reply)))
  await Promise.all(others.map((reply) => finished(modest, reply)))
  t.equal(await modest.store.recountWaitingJobs('render'), 0, 'the counters were right all the time')
})

t.test('stopping gives back what has not begun, and the next start continues', async (t) => {
  const service = await startOwnService(t)
  await service.addTemplate('letter', 'letter')
  const post = poster(service)
  const replies = await Promise.all(Array.from({ length: 20 }, () => post('letter/documents', '{}', ASYNC)))
  t.equal(await service.process.end('SIGTERM'), 0)
  const next = await startOwnService(t, {}, service)
  for (const { json } of replies) {
    const { request_id: id } = json as { request_id: string }
    const look = async () => (await next.store.findRequest(service.organization.id, id))?.outcome.status
    await new Promise<void>((resolve, reject) => {
      const check = () => look().then((status) => status === 'completed' && resolve(), reject)
      t.teardown(next.store.changes.onChange('finished', check))
      void check()
    })
  }
  const objects = readdirSync(join(service.dataDir, 'objects'), { recursive: true })
  t.equal(objects.filter((name) => String(name).endsWith('.pdf')).length, 20)
})

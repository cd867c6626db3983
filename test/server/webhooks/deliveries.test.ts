import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ANSWER_SCHEMAS } from '../../../server/api/openapi-schemas.js'
import { EVENT_SCHEMAS } from '../../../server/api/openapi-webhooks.js'
import { compileSchema } from '../../../server/render/validate-data.js'
import type { Delivery } from '../../../server/storage/webhooks/webhook-store.js'
import { serviceSignature, standardSignature } from '../../../server/webhooks/signatures.js'
import { makeFolder } from '../folder.js'
import { send } from '../http/request.js'
import { reached } from '../service.js'
import { contentsOf } from '../storage/openers.js'
import {
  answer,
  cutOff,
  drip,
  garbage,
  hang,
  huge,
  type Mood,
  type ReceivedRequest,
  reset,
  startReceiver,
} from './receiver.js'
import { isOver, startWebhookService } from './webhook-service.js'

/** Whether an event is as the interface describes it. */
const violations = ({ json }: ReceivedRequest) => {
  const name = json.type === 'document.completed' ? 'DocumentCompleted' : 'DocumentFailed'
  const schema = {
    $ref: `#/components/schemas/${name}`,
    components: { schemas: { ...ANSWER_SCHEMAS, ...EVENT_SCHEMAS } },
  }
  return compileSchema(JSON.stringify(schema)).validate(JSON.parse(JSON.stringify(json)))
}

const dataOf = ({ json }: ReceivedRequest) => json.data as { readonly [member: string]: unknown }

t.test('an event reaches the endpoints that want it, and the request’s own webhook, with one id', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  const { webhook, secret } = await service.addWebhook(`${receiver.url}/all`)
  await service.addWebhook(`${receiver.url}/letters`, { templatePaths: ['letter'] })
  await service.addWebhook(`${receiver.url}/failures`, { events: ['document.failed'] })
  const legacy = { url: `${receiver.url}/legacy`, headers: { 'X-Token': 'geheim', 'User-Agent': 'mine' } }

  await t.test('when a document is completed', async (t) => {
    const requestId = await service.request('letter', { name: 'Ada', webhook: legacy })
    const deliveries = await service.until((found) => found.length === 3 && found.every(isOver), { requestId })
    t.ok(deliveries.every(({ status, attempts }) => status === 'delivered' && attempts.length === 1))
    t.same(receiver.requests.map(({ path }) => path).sort(), ['/all', '/legacy', '/letters'])
    t.equal(new Set(receiver.requests.map(({ json }) => json.id)).size, 1)
    const [request] = receiver.at('/all')
    if (!request) throw new Error('expected a request')
    t.same(Object.keys(request.json), ['id', 'type', 'created', 'data'])
    t.match(request.json, { id: /^evt_/, type: 'document.completed', created: Number })
    t.ok(Number.isInteger(request.json.created))
    t.same(Object.keys(dataOf(request)), [
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
    t.match(dataOf(request), { request_id: requestId, is_test: false, completed_at: /\.\d{3}Z$/ })
    const pdf = await send(String(dataOf(request).document_url))
    t.equal(pdf.bytes.length, dataOf(request).size_bytes, 'the address works')

    t.same(violations(request), [])
    t.equal(request.method, 'POST')
    t.match(request.headers, { 'content-type': 'application/json', 'content-length': String(request.bytes.length) })
    const { 'webhook-timestamp': timestamp = '', 'webhook-id': id } = request.headers
    const message = { id: String(id), timestamp: Number(timestamp), body: request.bytes }
    t.equal(id, request.json.id)
    t.ok(Math.abs(message.timestamp - Date.now() / 1000) < 60)
    t.equal(request.headers['x-service-signature'], serviceSignature(message, secret))
    t.equal(request.headers['webhook-signature'], standardSignature(message, secret))
  })

  await t.test('the legacy webhook has its own shape and headers, and no signature', async (t) => {
    const [request] = receiver.at('/legacy')
    if (!request) throw new Error('expected a request')
    t.same(Object.keys(request.json), ['id', 'event', 'created', 'data'])
    t.same(dataOf(request), dataOf(receiver.at('/all')[0] ?? request))
    t.match(request.headers, { 'x-token': 'geheim', 'user-agent': 'mine', 'content-type': 'application/json' })
    t.notMatch(request.rawHeaders.join(' '), /signature|webhook-/i)
    const [delivery] = (await service.deliveries()).filter(({ system }) => system === 'legacy')
    t.match(delivery, { webhookId: undefined, type: 'document.completed' })
    t.match(delivery?.attempts[0]?.exchange?.requestHeaders, { 'X-Token': '***', 'User-Agent': '***' })
    t.notMatch(JSON.stringify(await service.deliveries()), /geheim|whsec_/)
  })

  await t.test('when a document fails', async (t) => {
    const requestId = await service.request('limit', { isTest: true, webhook: legacy })
    await service.until((found) => found.length === 3 && found.every(isOver), { requestId })
    t.equal(receiver.at('/letters').length, 1, 'of another template')
    const [failed] = receiver.at('/failures')
    const [, old] = receiver.at('/legacy')
    if (!failed || !old) throw new Error('expected two requests')
    t.same(Object.keys(dataOf(failed)), [
      'request_id',
      'document_id',
      'organization_id',
      'template_id',
      'error',
      'created_at',
      'failed_at',
      'is_test',
    ])
    t.match(failed.json, { type: 'document.failed', data: { is_test: true, document_id: /^doc_/ } })
    t.same(violations(failed), [])
    t.match(dataOf(failed).error, { code: 'RENDER_FAILED', message: String, details: { diagnostics: Array } })
    t.match(old.json, { id: failed.json.id, event: 'document.failed' })
    t.same(Object.keys(dataOf(old)), Object.keys(dataOf(failed)))
    t.same(Object.keys(dataOf(old).error as object), ['message', 'type', 'code'])
    t.match(dataOf(old).error, { type: 'generation_error', code: 'render_failed' })
  })

  await t.test('nothing is announced of synchronous documents', async (t) => {
    const before = receiver.requests.length
    const reply = await service.generate('letter', JSON.stringify({ webhook: legacy }))
    t.equal(reply.status, 200)
    const deliveries = await service.deliveries()
    t.equal(deliveries.length, 6)
    t.equal(receiver.requests.length, before)
    t.equal((await service.webhook(webhook.id)).failingSince, undefined)
  })
})

t.test('a request’s own webhook is nowhere in the clear', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  await service.addTemplate('gate', 'gate')
  const gate = join(makeFolder(t), 'open')
  const url = `${receiver.url}/hooks/for-our-eyes-only`
  const webhook = { url, headers: { 'X-Token': 'told-to-nobody', Accept: 'told-to-nobody-either' } }
  const secrets = ['for-our-eyes-only', 'told-to-nobody', new URL(url).host]
  const found = async () => {
    const contents = await contentsOf(service)
    t.ok(contents.includes(service.organization.id), 'what is stored is looked at')
    return secrets.filter((secret) => contents.includes(secret))
  }
  const requestId = await service.request('gate', { gate, webhook, isTest: true, name: 'Ada' })
  await reached(gate)
  const waiting = await service.request('gate', { gate, webhook })
  t.same(await found(), [], 'while its document waits and is made')
  writeFileSync(gate, '')
  for (const id of [requestId, waiting]) {
    const [delivery] = await service.until(([found]) => found !== undefined && isOver(found), { requestId: id })
    t.match(delivery, { status: 'delivered', system: 'legacy' })
    t.match(delivery?.attempts[0]?.exchange, { url: undefined, requestHeaders: { Host: '***', 'X-Token': '***' } })
  }
  t.same(await found(), [], 'after it has been sent')
  t.match(receiver.at('/hooks/for-our-eyes-only')[0]?.headers, { 'x-token': 'told-to-nobody' })
  const pdf = JSON.parse((await service.call(`requests/${requestId}`)).bytes.toString())
  t.match(JSON.parse((await send(pdf.document_url)).bytes.toString()), { data: { name: 'Ada' }, watermark: 'TEST' })
})

t.test('what a receiver answers, and what follows', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  interface Expected {
    readonly delivered: boolean
    readonly status?: number
    readonly error?: RegExp
    readonly body?: string
  }
  const moods: readonly [path: string, mood: Mood, expected: Expected][] = [
    ['/200', answer(200, { 'x-a': 'b', 'set-cookie': 'c' }, 'fine'), { delivered: true, status: 200, body: 'fine' }],
    ['/204', answer(204), { delivered: true, status: 204, body: '' }],
    ['/299', answer(299), { delivered: true, status: 299 }],
    ['/301', answer(301, { location: '/target' }), { delivered: false, status: 301, error: /redirects/ }],
    ['/304', answer(304), { delivered: false, status: 304 }],
    ['/410', answer(410), { delivered: false, status: 410, error: /answered 410/ }],
    ['/429', answer(429, { 'retry-after': '30' }), { delivered: false, status: 429 }],
    ['/500', answer(500, {}, 'trouble'), { delivered: false, status: 500, body: 'trouble' }],
    ['/reset', reset, { delivered: false, error: /^the connection was closed without an answer$/ }],
    ['/garbage', garbage, { delivered: false, error: /not HTTP/ }],
    [
      '/cut',
      cutOff(200),
      {
        delivered: false,
        status: 200,
        error: /^the connection was closed before the answer was complete$/,
        body: 'the beginning',
      },
    ],
    ['/huge', huge(200), { delivered: true, status: 200, body: 'x'.repeat(4096) }],
    ['/huge500', huge(500), { delivered: false, status: 500, body: 'x'.repeat(4096) }],
  ]
  const ids = new Map<string, string>()
  for (const [path, mood] of moods) {
    receiver.set(path, mood)
    ids.set(path, (await service.addWebhook(receiver.url + path)).webhook.id)
  }
  await service.request('letter')
  const attempted = (found: readonly Delivery[]) =>
    found.length === moods.length && found.every(({ attempts }) => attempts[0]?.exchange !== undefined)
  const deliveries = await service.until(attempted)
  for (const [path, , expected] of moods) {
    const delivery = deliveries.find(({ webhookId }) => webhookId === ids.get(path))
    const [attempt] = delivery?.attempts ?? []
    t.equal(attempt?.status, expected.delivered ? 'succeeded' : 'failed', path)
    t.equal(delivery?.status, expected.delivered ? 'delivered' : 'pending', path)
    const { response, error, durationMs, url } = attempt?.exchange ?? {}
    t.equal(url, receiver.url + path)
    t.type(durationMs, 'number')
    t.equal(response?.status, expected.status, path)
    if (expected.body !== undefined) t.equal(response?.body, expected.body, path)
    if (expected.error) t.match(error, expected.error, path)
    t.equal(error === undefined, expected.delivered, path)
  }
  t.equal(receiver.at('/target').length, 0, 'redirects are not followed')
  const headers = deliveries.find(({ webhookId }) => webhookId === ids.get('/200'))?.attempts[0]?.exchange
  t.match(headers?.response?.headers, { 'x-a': 'b', 'set-cookie': '***' })
  t.match(headers?.requestHeaders, { 'X-Service-Signature': /^t=\d+,v1=[0-9a-f]{64}$/, 'webhook-id': /^evt_/ })
})

t.test('the time limit of an endpoint covers the whole exchange', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  const moods = { '/hang': hang, '/drip': drip(200) }
  for (const [path, mood] of Object.entries(moods)) {
    receiver.set(path, mood)
    // The shortest there is.
    await service.addWebhook(receiver.url + path, { timeoutSeconds: 5, maxRetries: 0 })
  }
  await service.request('letter')
  const deliveries = await service.until((found) => found.length === 2 && found.every(isOver))
  for (const { status, attempts } of deliveries) {
    const exchange = attempts[0]?.exchange
    t.equal(status, 'failed')
    t.equal(exchange?.error, 'no complete answer within 5 s')
    t.ok((exchange?.durationMs ?? 0) >= 4_990, `after ${exchange?.durationMs} ms`)
  }
  t.same(deliveries.map(({ attempts }) => attempts[0]?.exchange?.response?.status).sort(), [200, undefined])
})

import t from 'tap'
import { removeExpired } from '../../../server/schedule/retention.js'
import { DiskObjects } from '../../../server/storage/objects/disk-objects.js'
import {
  changeWebhook,
  createWebhook,
  revealSecret,
  rotateSecret,
  sendTestEvent,
} from '../../../server/webhooks/manage-webhooks.js'
import { PUBLIC_ONLY } from '../../../server/webhooks/rules/address-guard.js'
import { standardSignature } from '../../../server/webhooks/signatures.js'
import { makeFolder } from '../folder.js'
import { send } from '../http/request.js'
import { answer, startReceiver } from './receiver.js'
import { ANYWHERE, isOver, startWebhookService } from './webhook-service.js'

t.test('an endpoint gets what it is subscribed to', async (t) => {
  const service = await startWebhookService(t)
  await service.addTemplate('invoice-2026', 'letter')
  const receiver = await startReceiver(t)
  const filters = {
    '/tests': { isTest: true },
    '/large': { minSizeKb: 1 },
    '/small': { maxSizeKb: 1 },
    '/invoices': { endpointPathPattern: '^invoice-\\d+$' },
    '/other-errors': { excludeErrors: ['RENDER_FAILED'] },
    '/several': { isTest: false, endpointPathPattern: 'invoice' },
  }
  for (const [path, filter] of Object.entries(filters))
    await service.addWebhook(receiver.url + path, { filters: filter })
  const reached = async (requestId: string) => {
    await service.until((found) => found.length > 0 && found.every(isOver), { requestId })
    const paths = receiver.requests
      .filter(({ json }) => (json.data as { request_id: string }).request_id === requestId)
      .map(({ path }) => path)
    return paths.sort().join(' ')
  }
  t.equal(await reached(await service.request('letter')), '/other-errors /small')
  t.equal(
    await reached(await service.request('letter', { isTest: true, long: 'x'.repeat(2000) })),
    '/large /other-errors /tests',
  )
  t.equal(await reached(await service.request('invoice-2026')), '/invoices /other-errors /several /small')
  t.equal(await reached(await service.request('limit')), '/large /small', 'failures have no size')
})

t.test('an endpoint is changed, disabled and deleted', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  const { webhook } = await service.addWebhook(`${receiver.url}/old`)
  const { id } = webhook
  t.match(webhook, { maxRetries: 3, timeoutSeconds: 30, backoffMultiplier: 2, templatePaths: undefined, filters: {} })
  const change = (input: Parameters<typeof changeWebhook>[2]) => changeWebhook(service.services, id, input, 'ada')

  receiver.set('/old', answer(500))
  const requestId = await service.request('letter')
  await service.until(([found]) => found?.attempts.length === 1 && found.nextAttemptAt !== undefined, { requestId })
  t.match(await change({ url: `${receiver.url}/new`, maxRetries: 5 }), { name: 'test', maxRetries: 5 })
  await service.passTime(5000)
  const [moved] = await service.until(([found]) => found?.status === 'delivered', { requestId })
  t.same(
    moved?.attempts.map(({ exchange }) => exchange?.url),
    [`${receiver.url}/old`, `${receiver.url}/new`],
  )

  await change({ templatePaths: ['letter'], filters: { isTest: true } })
  t.match(await service.webhook(id), { templatePaths: ['letter'], filters: { isTest: true }, maxRetries: 5 })
  await change({ allTemplates: true, filters: {} })
  t.match(await service.webhook(id), { templatePaths: undefined, filters: {}, updatedAt: Number })
  await t.rejects(change({ templatePaths: ['none'] }), { code: 'missing', message: /"none"/ })
  await t.rejects(change({ timeoutSeconds: 1 }), { name: 'WebhookError', field: 'timeout' })
  await t.rejects(changeWebhook(service.services, 'whk_none', {}), { code: 'missing' })

  receiver.set('/new', answer(500))
  const waiting = await service.request('letter')
  await service.until(([found]) => found?.attempts.length === 1 && found.nextAttemptAt !== undefined, {
    requestId: waiting,
  })
  t.match(await change({ enabled: false }), { disabled: { reason: 'manual' } })
  t.match(await service.deliveries({ requestId: waiting }), [{ status: 'failed', reason: 'disabled' }])
  await change({ enabled: true })
  await service.store.deleteWebhook(id, 'ada')
  await t.rejects(service.store.deleteWebhook(id), { code: 'missing' })
  await t.rejects(service.store.resendDelivery(moved?.id ?? ''), { code: 'conflict', message: /was deleted/ })
  t.equal((await service.deliveries()).length, 2, 'the log stays')
  t.same(await service.store.reader.listWebhooks(service.organization.id), [])
  const actions = (await service.store.reader.listAudit({ limit: 1000 })).filter(({ subject }) => subject === id)
  t.same([...new Set(actions.map(({ action }) => action))].sort(), [
    'webhook.created',
    'webhook.deleted',
    'webhook.updated',
  ])
})

t.test('endpoints of one organization hear nothing of another', async (t) => {
  const [one, other] = [await startWebhookService(t), await startWebhookService(t)]
  const receiver = await startReceiver(t)
  await one.addWebhook(`${receiver.url}/one`)
  await other.addWebhook(`${receiver.url}/other`)
  const requestId = await one.request('letter')
  await one.until((found) => found.length === 1 && found.every(isOver), { requestId })
  t.equal(receiver.requests.length, 1)
  t.same(await other.deliveries(), [])
})

t.test('a secret is changed while receivers continue', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  const { webhook, secret } = await service.addWebhook(`${receiver.url}/hook`)
  t.notMatch(webhook.secret, secret.slice(6), 'it is stored encrypted')
  t.equal(revealSecret(webhook, service.services.sealer), secret)
  const rotated = await rotateSecret(service.services, webhook.id, 3_600_000)
  t.not(rotated.secret, secret)
  const signatures = async () => {
    const requestId = await service.request('letter')
    await service.until(([found]) => found !== undefined && isOver(found), { requestId })
    const request = receiver.requests.at(-1)
    if (!request) throw new Error('expected a request')
    const message = {
      id: request.json.id,
      timestamp: Number(request.headers['webhook-timestamp']),
      body: request.bytes,
    }
    return {
      found: String(request.headers['webhook-signature']).split(' '),
      by: (key: string) => standardSignature(message, key),
    }
  }
  const during = await signatures()
  t.same(during.found, [during.by(rotated.secret), during.by(secret)])
  await service.passTime(3_600_000)
  const after = await signatures()
  t.same(after.found, [after.by(rotated.secret)])
  await rotateSecret(service.services, webhook.id, 0)
  t.equal((await service.webhook(webhook.id)).previousSecret, undefined)
  t.equal((await signatures()).found.length, 1)
})

t.test('test events', async (t) => {
  const service = await startWebhookService(t, undefined, 'free')
  const receiver = await startReceiver(t)
  const { webhook, secret } = await service.addWebhook(`${receiver.url}/hook`, {
    events: ['document.failed'],
    filters: { isTest: false, endpointPathPattern: 'nothing' },
  })
  const { store, url: baseUrl, organization } = service
  const test = async (type: 'document.completed' | 'document.failed') => {
    const { id, eventId } = await sendTestEvent({ store, baseUrl }, webhook.id, type, 'ada')
    store.changes.notify('deliver')
    const [delivery] = await service.until(([found]) => found?.id === id && isOver(found), { eventId })
    return delivery
  }
  t.match(await test('document.completed'), { isTestEvent: true, status: 'delivered', attempts: [{ cause: 'test' }] })
  const [completed] = receiver.requests
  if (!completed) throw new Error('expected a request')
  const data = completed.json.data as { readonly document_url: string; readonly size_bytes: number }
  t.match(completed.json, {
    id: /^evt_/,
    type: 'document.completed',
    data: { is_test: true, organization_id: organization.id, request_id: /^req_/, document_id: /^doc_/ },
  })
  const pdf = await send(data.document_url)
  t.equal(pdf.headers['content-type'], 'application/pdf')
  t.equal(pdf.bytes.length, data.size_bytes)
  t.match(pdf.bytes.toString('latin1'), /^%PDF-1\.4/)
  const message = {
    id: completed.json.id,
    timestamp: Number(completed.headers['webhook-timestamp']),
    body: completed.bytes,
  }
  t.equal(completed.headers['webhook-signature'], standardSignature(message, secret))

  receiver.set('/hook', answer(410))
  t.match(await test('document.failed'), { status: 'failed', reason: 'exhausted', attempts: { length: 1 } })
  t.match(receiver.requests[1]?.json, {
    type: 'document.failed',
    data: { error: { code: 'RENDER_TIMEOUT', details: { timeout_ms: Number, template_size: Number } }, is_test: true },
  })
  t.match(
    await service.webhook(webhook.id),
    { disabled: undefined, failingSince: undefined },
    'asking disables nothing',
  )
  t.equal(await store.resendFailed({ organizationId: organization.id, since: 0 }), 0, 'and is not repeated')

  await store.updateWebhook(webhook.id, { enabled: false })
  receiver.set('/hook', answer(200))
  t.match(await test('document.completed'), { status: 'delivered' }, 'a disabled endpoint can be tried')
  const usage = await store.reader.readUsage(organization.id)
  t.same([usage.documents.used, usage.tests.used], [0, 0])
  await t.rejects(sendTestEvent({ store, baseUrl }, 'whk_none', 'document.failed'), { code: 'missing' })
})

t.test('the log is searched', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  const good = await service.addWebhook(`${receiver.url}/good`)
  receiver.set('/bad', answer(500))
  await service.addWebhook(`${receiver.url}/bad`, { maxRetries: 0 })
  const first = await service.request('letter')
  await service.until((found) => found.length === 2 && found.every(isOver))
  await service.passTime(60_000)
  const before = Date.now() - 30_000
  const second = await service.request('limit')
  const all = await service.until((found) => found.length === 4 && found.every(isOver))
  t.ok(
    all.every(({ createdAt }, index) => index === 0 || createdAt <= (all[index - 1]?.createdAt ?? 0)),
    'newest first',
  )
  const count = async (query: Parameters<typeof service.deliveries>[0]) => (await service.deliveries(query)).length
  t.equal(await count({ webhookId: good.webhook.id }), 2)
  t.equal(await count({ status: 'failed' }), 2)
  t.equal(await count({ status: 'pending' }), 0)
  t.equal(await count({ type: 'document.failed' }), 2)
  t.equal(await count({ eventId: all[0]?.eventId }), 2)
  t.equal(await count({ requestId: first }), 2)
  t.equal(await count({ since: before }), 2)
  t.equal(await count({ until: before }), 2)
  t.equal(await count({ since: before, until: before }), 0)
  t.equal(await count({ requestId: second, status: 'failed', webhookId: good.webhook.id }), 0)
  const page = await service.deliveries({ limit: 3 })
  const rest = await service.deliveries({ limit: 3, after: page.at(-1) })
  t.same([...page, ...rest], all)
  t.same(await service.store.reader.findDelivery(all[0]?.id ?? ''), all[0])
  t.equal(await service.store.reader.findDelivery('dlv_none'), undefined)

  receiver.set('/bad', answer(200))
  t.equal(await service.store.resendFailed({ organizationId: service.organization.id, since: before }), 1)
  service.store.changes.notify('deliver')
  await service.until((found) => found.filter(({ status }) => status === 'delivered').length === 3)
  t.equal(
    await service.store.resendFailed({ organizationId: service.organization.id, since: 0, webhookId: good.webhook.id }),
    0,
  )
})

t.test('logs are kept as long as the plan says', async (t) => {
  const receiver = await startReceiver(t)
  const DAY_MS = 86_400_000
  const plans = { free: 2, pro: 90, scale: 365, enterprise: 365 } as const
  const services = await Promise.all(
    Object.entries(plans).map(async ([plan, days]) => {
      const service = await startWebhookService(t, undefined, plan as keyof typeof plans)
      await service.addWebhook(`${receiver.url}/hook`)
      await service.request('letter')
      await service.until((found) => found.length === 1 && found.every(isOver))
      return { service, days }
    }),
  )
  const [anyone] = services
  if (!anyone) throw new Error('expected services')
  const { store, passTime } = anyone.service
  const objects = new DiskObjects(makeFolder(t))
  let age = 0
  for (const days of [2, 90, 365]) {
    await passTime((days - 0.1 - age) * DAY_MS)
    await removeExpired({ store, objects })
    for (const { service, days: kept } of services) {
      t.equal((await service.deliveries()).length, kept >= days ? 1 : 0, `${kept} days, after almost ${days}`)
    }
    await passTime(0.2 * DAY_MS)
    await removeExpired({ store, objects })
    for (const { service, days: kept } of services) {
      t.equal((await service.deliveries()).length, kept > days ? 1 : 0, `${kept} days, after ${days}`)
      t.equal(
        (await service.store.reader.listEvents(service.organization.id, { limit: 10 })).length,
        kept > days ? 1 : 0,
      )
    }
    age = days + 0.1
  }

  const { service } = anyone
  receiver.set('/hook', answer(500))
  await service.request('letter')
  await service.until(([found]) => found?.nextAttemptAt !== undefined)
  await service.passTime(3 * DAY_MS)
  await removeExpired({ store, objects })
  t.match(await service.deliveries(), [{ status: 'pending' }], 'what is on its way stays')
})

t.test('only public addresses over https', async (t) => {
  const service = await startWebhookService(t, PUBLIC_ONLY)
  const receiver = await startReceiver(t)
  const input = { name: 'n', events: ['document.completed'] } as const
  for (const url of [
    receiver.url,
    receiver.url.replace('http', 'https'),
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://168.63.129.16/',
    receiver.url.replace(/^http:..[^:]*/, 'https://localhost'),
    'https://localhost./',
    'https://x.localhost/',
    'https://2130706433/',
    'https://127。0。0。1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
  ]) {
    await t.rejects(createWebhook(service.services, service.organization.id, { ...input, url }), {
      name: 'WebhookError',
      field: 'url',
    })
    const reply = await service.generateLater('letter', JSON.stringify({ webhook: { url } }))
    t.equal(reply.status, 422)
    t.match(reply.json, { error: { type: 'validation_error', code: 'invalid_format', field: 'webhook.url' } })
  }
  // An endpoint that was there before the rules were as they are.
  const { port } = new URL(receiver.url)
  const url = `https://localhost:${port}/`
  await createWebhook({ ...service.services, policy: ANYWHERE }, service.organization.id, { ...input, url })
  const requestId = await service.request('letter')
  const deliveries = await service.until(([found]) => found?.attempts[0]?.exchange !== undefined, { requestId })
  t.match(deliveries[0]?.attempts[0]?.exchange, { response: undefined, error: /the URL must have a public address/ })
  t.equal(receiver.requests.length, 0)
})

t.test('webhook members of requests are checked', async (t) => {
  const service = await startWebhookService(t)
  const url = 'https://a.example'
  const faults: readonly [webhook: unknown, code: string, field: string][] = [
    ['x', 'invalid_type', 'webhook'],
    [{}, 'missing_required_field', 'webhook.url'],
    [{ url: 1 }, 'invalid_type', 'webhook.url'],
    [{ url: 'ftp://a.example' }, 'invalid_format', 'webhook.url'],
    [{ url: 'ftp://a.example', headers: { Host: 'a' }, retries: -1 }, 'invalid_format', 'webhook.url'],
    [{ url, headers: [] }, 'invalid_type', 'webhook.headers'],
    [{ url, headers: { 'X-A': 1 } }, 'invalid_type', 'webhook.headers.X-A'],
    [{ url, headers: { Host: 'a' }, retries: -1 }, 'invalid_value', 'webhook.headers.Host'],
    [{ url, headers: { 'Content-Length': '1' } }, 'invalid_value', 'webhook.headers.Content-Length'],
    [{ url, headers: { 'X-A': 'a\r\nb: c' } }, 'invalid_value', 'webhook.headers.X-A'],
    [{ url, retries: 1.5 }, 'invalid_type', 'webhook.retries'],
    [{ url, retries: '1' }, 'invalid_type', 'webhook.retries'],
    [{ url, retries: -1 }, 'invalid_value', 'webhook.retries'],
  ]
  for (const [webhook, code, field] of faults) {
    const reply = await service.generateLater('letter', JSON.stringify({ webhook }))
    t.equal(reply.status, 422, JSON.stringify(webhook))
    t.match(reply.json, { error: { code, field } }, JSON.stringify(webhook))
  }
})

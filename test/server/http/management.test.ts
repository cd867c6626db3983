import t from 'tap'
import { hashKey, issueKey } from '../../../server/http/api-key.js'
import { startService } from '../service.js'
import { type Reply, send } from './request.js'

t.test('the functions of the dashboard over HTTP', async (t) => {
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const { store, organization } = service
  const far = Date.now() + 86_400_000 * 30
  const issued = issueKey(organization.id)
  const owner = await store.createKey({
    ...issued,
    organizationId: organization.id,
    description: 'deploys',
    allowIps: [],
    scopes: ['manage'],
  })
  const call = (method: string, path: string, body?: unknown, key = issued.key): Promise<Reply> =>
    send(service.base + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const member = (reply: Reply, name: string): string => {
    const value: unknown = Object.entries(Object(reply.json)).find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : ''
  }

  await t.test('a key is created, read, changed and revoked', async (t) => {
    const made = await call('POST', '/keys', { description: 'shop', allow_ips: ['203.0.113.0/24'] })
    t.match([made.status, made.json], [201, { description: 'shop', scopes: ['generate'], expires_at: null }])
    const text = member(made, 'key')
    t.match(text, /^sk_live_/)
    const { key: stored } = await store.findCaller(hashKey(text), organization.slug)
    t.equal(stored?.id, member(made, 'id'), 'the text that is shown is the key')
    const path = `/keys/${stored?.id}`
    const found = await call('GET', path)
    t.match([found.status, found.json], [200, { allow_ips: ['203.0.113.0/24'], test_only: false }])
    t.notMatch(found.bytes.toString(), text, 'its text is shown once')
    const change = { description: 'shop, new', expires_at: new Date(far).toISOString(), scopes: ['generate', 'manage'] }
    t.match((await call('PATCH', path, change)).json, { ...change, allow_ips: ['203.0.113.0/24'] })
    t.match((await call('PATCH', path, { expires_at: null })).json, { expires_at: null, description: 'shop, new' })
    t.match((await call('DELETE', path)).json, { revoked_at: /Z$/ })
    t.match(
      [await call('PATCH', path, { description: 'x' })],
      [{ status: 409, json: { error: { code: 'key_revoked' } } }],
    )
    const audit = await call('GET', `/audit?subject=${stored?.id}&actor=${owner.id}`)
    t.match(audit.json, {
      entries: [
        { action: 'key.revoked' },
        { action: 'key.updated' },
        { action: 'key.updated' },
        { action: 'key.created' },
      ],
      next: null,
    })
  })

  await t.test('a list comes in parts', async (t) => {
    for (const description of ['one', 'two', 'three']) await call('POST', '/keys', { description })
    const seen: string[] = []
    let after: string | undefined = ''
    while (after !== undefined) {
      const part: Reply = await call('GET', `/keys?limit=2${after === '' ? '' : `&after=${after}`}`)
      const { keys } = Object(part.json)
      t.ok(keys.length <= 2)
      for (const { description } of keys) seen.push(description)
      after = member(part, 'next') || undefined
    }
    t.same(seen.slice(-3), ['one', 'two', 'three'])
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'after=x', 'limit=1&limit=2']) {
      const refused = await call('GET', `/keys?${query}`)
      t.match([refused.status, refused.json], [422, { error: { field: query.slice(0, query.indexOf('=')) } }], query)
    }
  })

  await t.test('a key grants no more than it has', async (t) => {
    const rights = { allowIps: ['127.0.0.0/8', '::1'], scopes: ['manage' as const], isTestOnly: true, expiresAt: far }
    const narrow = issueKey(organization.id)
    await store.createKey({ ...narrow, ...rights, organizationId: organization.id, description: 'narrow' })
    const wide = member(await call('POST', '/keys', { description: 'wide' }), 'id')
    const asNarrow = (method: string, path: string, body: unknown) => call(method, path, body, narrow.key)

    const made = await asNarrow('POST', '/keys', { description: 'mine' })
    t.match(made.json, { allow_ips: rights.allowIps, test_only: true, expires_at: new Date(far).toISOString() })
    const path = `/keys/${member(made, 'id')}`
    const cases = [
      [{ allow_ips: [] }, 'allow_ips'],
      [{ allow_ips: ['127.0.0.0/7'] }, 'allow_ips'],
      [{ allow_ips: ['127.0.0.1', '203.0.113.7'] }, 'allow_ips'],
      [{ test_only: false }, 'test_only'],
      [{ expires_at: null }, 'expires_at'],
      [{ expires_at: new Date(far + 1).toISOString() }, 'expires_at'],
    ] as const
    for (const [change, field] of cases) {
      const error = { error: { code: 'invalid_value', field } }
      for (const reply of [
        await asNarrow('POST', '/keys', { description: 'more', ...change }),
        await asNarrow('PATCH', path, change),
      ]) {
        t.match([reply.status, reply.json], [422, error], JSON.stringify(change))
      }
    }
    t.match((await asNarrow('PATCH', path, { allow_ips: ['127.0.0.1'] })).status, 200)
    t.match(await asNarrow('PATCH', `/keys/${wide}`, { scopes: ['manage'] }), { status: 422 }, 'nor to a wider key')
    t.match(await asNarrow('PATCH', `/keys/${wide}`, { description: 'renamed', test_only: true }), { status: 200 })
  })

  await t.test('bodies are refused with the member at fault', async (t) => {
    const cases = [
      ['/keys', {}, 'missing_required_field', 'description'],
      ['/keys', { description: ' ' }, 'invalid_value', 'description'],
      ['/keys', { description: 1 }, 'invalid_type', 'description'],
      ['/keys', { description: 'x', owner: 1 }, 'validation_failed', 'owner'],
      ['/keys', { description: 'x', scopes: ['root'] }, 'invalid_value', 'scopes.0'],
      ['/keys', { description: 'x', allow_ips: ['10.0.0.0/99'] }, 'invalid_format', 'allow_ips.0'],
      ['/keys', { description: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'invalid_value', 'expires_at'],
      ['/keys', { description: 'x', expires_at: 'soon' }, 'invalid_format', 'expires_at'],
      ['/webhooks', { name: 'a', url: 'https://example.com' }, 'missing_required_field', 'events'],
      ['/webhooks', { name: 'a', url: 'ftp://example.com', events: ['document.failed'] }, 'invalid_value', 'url'],
      ['/webhooks', { name: 'a', url: 'https://example.com', events: ['x'] }, 'invalid_value', 'events.0'],
      ['/deliveries/resend', {}, 'missing_required_field', 'since'],
    ] as const
    for (const [path, body, code, field] of cases) {
      const reply = await call('POST', path, body)
      t.match([reply.status, reply.json], [422, { error: { code, field } }], JSON.stringify(body))
    }
    const webhook = { name: 'a', url: 'https://example.com', events: ['document.failed'] }
    const details = [
      [{ templates: ['none-such'] }, 'templates'],
      [{ max_retries: 6 }, 'max_retries'],
      [{ filters: { min_size: 1 } }, 'filters.min_size'],
    ] as const
    for (const [more, field] of details) {
      const reply = await call('POST', '/webhooks', { ...webhook, ...more })
      t.match([reply.status, reply.json], [422, { error: { code: 'invalid_value', field } }], field)
    }
  })

  await t.test('a webhook is created, changed, tested and deleted, and its deliveries are read', async (t) => {
    // Nobody listens there: the delivery fails.
    const url = 'http://127.0.0.1:9/hook'
    const input = { name: 'crm', url, events: ['document.completed'], max_retries: 0, filters: { is_test: true } }
    const made = await call('POST', '/webhooks', input)
    t.match([made.status, made.json], [201, { ...input, status: 'active', templates: null }])
    const secret = member(made, 'secret')
    t.match(secret, /^whsec_/)
    const path = `/webhooks/${member(made, 'id')}`
    const found = await call('GET', path)
    t.match(found.json, { name: 'crm', timeout: 30 })
    t.notMatch(found.bytes.toString(), secret)
    t.match((await call('GET', '/webhooks')).json, { webhooks: [{ name: 'crm' }], next: null })
    t.match((await call('PATCH', path, { name: 'erp', filters: {} })).json, { name: 'erp', filters: {}, url })
    const rotated = await call('POST', `${path}/rotate-secret`, { overlap_hours: 2 })
    t.match(rotated.json, { secret: /^whsec_/, previous_secret_until: /Z$/ })
    t.not(member(rotated, 'secret'), secret)

    const test = await call('POST', `${path}/test`, { type: 'document.failed' })
    t.match([test.status, test.json], [202, { type: 'document.failed', is_test_event: true }])
    const settled = async (id: string) => {
      let reply = await call('GET', `/deliveries/${id}`)
      while (member(reply, 'status') === 'pending') reply = await call('GET', `/deliveries/${id}`)
      return reply
    }
    t.match((await settled(member(test, 'id'))).json, {
      status: 'failed',
      request_body: /document\.failed/,
      attempts: [{ url }],
    })

    await service.addTemplate('letter', 'letter')
    const { request_id: requestId } = Object((await service.generateLater('letter', '{}')).json)
    const find = async () => Object((await call('GET', `/deliveries?request=${requestId}`)).json).deliveries[0]
    let delivery = await find()
    while (delivery === undefined) delivery = await find()
    const { id } = delivery
    await settled(id)
    t.match(await call('POST', `/deliveries/${id}/resend`), { status: 202, json: { id } })
    t.match((await settled(id)).json, { attempts: [{ cause: 'event' }, { cause: 'resend' }] })
    t.match((await call('POST', '/deliveries/resend', { since: '2026-01-01T00:00:00Z' })).json, { count: 1 })
    await settled(id)
    const failed = await call('GET', `/deliveries?status=failed&type=document.completed&webhook=${member(made, 'id')}`)
    t.match(failed.json, { deliveries: [{ id }], next: null })
    await call('PATCH', path, { enabled: false })
    const refused = await call('POST', `/deliveries/${id}/resend`)
    t.match([refused.status, refused.json], [409, { error: { code: 'webhook_disabled' } }])
    t.equal((await call('DELETE', path)).status, 204)
    t.match(await call('GET', path), { status: 404, json: { error: { code: 'webhook_not_found' } } })
  })

  await t.test('requests and usage are listed without data', async (t) => {
    await service.generate('letter', '{"name":"confidential"}')
    let list = await call('GET', '/requests?template=letter')
    while (Object(list.json).requests.length < 2) list = await call('GET', '/requests?template=letter')
    t.match(list.json, {
      requests: [{ outcome: 'succeeded', mode: 'sync', endpoint_path: 'letter', status_code: 200 }],
    })
    t.notMatch(list.bytes.toString(), 'confidential')
    const today = new Date().toISOString().slice(0, 10)
    t.match(Object((await call('GET', `/requests?until=${today}&outcome=succeeded`)).json).requests.length, 2)
    t.match(Object((await call('GET', '/requests?until=2026-01-01')).json).requests, [])
    for (const query of ['outcome=some', 'problems=all', 'since=yesterday']) {
      t.match(await call('GET', `/requests?${query}`), { status: 422, json: { error: { field: /^\w+$/ } } }, query)
    }
    const usage = await call('GET', '/usage')
    t.match(usage.json, {
      plan: 'free',
      month: { documents: 2, limit: 100 },
      tests: { limit: 10 },
      templates: [{ endpoint_path: 'letter', documents: 2 }],
    })
    t.equal(Object(usage.json).days.length, 30)
  })

  await t.test('a key asks no more often than it may', async (t) => {
    const limited = await call('POST', '/keys', { description: 'slow', requests_per_second: 2, scopes: ['manage'] })
    t.match(limited.json, { requests_per_second: 2 })
    const key = member(limited, 'key')
    const burst = () => Promise.all(Array.from({ length: 20 }, () => call('GET', '/usage', undefined, key)))
    let replies = await burst()
    while (replies.every(({ status }) => status === 200)) replies = await burst()
    const refused = replies.find(({ status }) => status === 429)
    t.match(refused?.json, { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', retry_after: 1 } })
    t.match(refused?.headers, {
      'retry-after': '1',
      'ratelimit-policy': '"requests";q=2;w=1',
      ratelimit: '"requests";r=0;t=1',
    })
    let reply = refused
    while (reply?.status !== 200) reply = await call('GET', '/usage', undefined, key)
    t.match(reply.headers, { 'ratelimit-policy': '"requests";q=2;w=1', ratelimit: /^"requests";r=[01];t=1$/ })
    t.equal((await call('GET', '/usage')).headers.ratelimit, undefined, 'other keys have no limit')
    const wider = [{ requests_per_second: 3 }, { requests_per_second: null }]
    for (const more of wider) {
      let made = await call('POST', '/keys', { description: 'more', ...more }, key)
      while (made.status === 429) made = await call('POST', '/keys', { description: 'more', ...more }, key)
      t.match(made.json, { error: { code: 'invalid_value', field: 'requests_per_second' } })
    }
    t.match(await call('POST', '/keys', { description: 'x', requests_per_second: 0 }), { status: 422 })
  })

  await t.test('things of another organization are not there', async (t) => {
    const other = await store.createOrganization({ slug: 'managed-neighbour', name: 'Neighbour', plan: 'free' })
    const theirs = issueKey(other.id)
    const { id } = await store.createKey({ ...theirs, organizationId: other.id, description: '', allowIps: [] })
    for (const method of ['GET', 'DELETE']) t.equal((await call(method, `/keys/${id}`)).status, 404)
    t.equal((await call('PATCH', `/keys/${id}`, { description: 'ours' })).status, 404)
    const [delivery, webhook] = [await call('GET', '/deliveries/dlv_x'), await call('GET', '/webhooks/whk_x')]
    t.match(
      [delivery.json, webhook.json],
      [{ error: { code: 'delivery_not_found' } }, { error: { code: 'webhook_not_found' } }],
    )
  })

  await t.test('a key that only generates manages nothing', async (t) => {
    for (const path of ['/keys', '/webhooks', '/deliveries', '/requests', '/usage', '/audit']) {
      const reply = await call('GET', path, undefined, service.key)
      t.match([reply.status, reply.json], [403, { error: { code: 'insufficient_scope' } }], path)
    }
  })
})

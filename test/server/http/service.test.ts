import t from 'tap'
import { openStore } from '../../../server/storage/open-store.js'
import { startService } from '../service.js'
import { send } from './request.js'

const JSON_TYPE = { 'content-type': 'application/json' }

t.test('allow lists of keys', async (t) => {
  const service = await startService(t, { trustedProxies: 1 })
  await service.addTemplate('letter', 'letter')
  const near = await service.addKey({ allowIps: ['127.0.0.0/8'] })
  const far = await service.addKey({ allowIps: ['203.0.113.7', '2001:db8::/32'] })
  const call = (key: string, forwarded?: string) =>
    send(`${service.url}/api/v1/acme/templates/letter/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...JSON_TYPE, ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
      body: '{}',
    })
  t.equal((await call(near)).status, 200)
  t.match((await call(far)).json, { error: { type: 'authentication_error', code: 'unauthorized' } })
  t.equal((await call(far, '203.0.113.7')).status, 200, 'as the proxy says')
  t.equal((await call(far, '2001:db8::5')).status, 200, 'IPv6')
  t.equal((await call(far, '203.0.113.7, 198.51.100.1')).status, 401, 'what the client claims does not count')
})

t.test('a document beyond the time limit', async (t) => {
  const service = await startService(t, { syncTimeoutMs: 1000 })
  await service.addTemplate('endless', 'endless')
  await service.addTemplate('letter', 'letter')
  const call = (template: string) =>
    send(`${service.url}/api/v1/acme/templates/${template}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, ...JSON_TYPE },
      body: '{}',
    })
  const reply = await call('endless')
  t.equal(reply.status, 500)
  t.match(reply.json, { error: { type: 'generation_error', code: 'render_timeout' } })
  t.equal((await call('letter')).status, 200, 'the next one works')
})

t.test('a service that has lost its data', async (t) => {
  const service = await startService(t)
  await service.store.close()
  const reply = await service.generate('letter', '{}')
  t.equal(reply.status, 503)
  t.match(reply.json, { error: { type: 'service_unavailable', code: 'service_unavailable', retry_after: 5 } })
  t.equal(reply.headers['retry-after'], '5')
})

t.test('stopping', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const call = () =>
    send(`${service.url}/api/v1/acme/templates/letter/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, ...JSON_TYPE },
      body: '{}',
    })
  const running = call()
  t.equal((await running).status, 200)
  await service.close()
  const store = await openStore(service)
  const [key] = await store.listKeys(service.organization.id)
  t.ok(
    (key?.lastUsedAt ?? 0) >= service.organization.createdAt,
    'when the key was used last is saved at the latest now',
  )
  await store.close()
  await t.rejects(call(), { code: 'ECONNREFUSED' })

  const again = await startService(t, { dataDir: service.dataDir, databaseUrl: service.databaseUrl }).catch(
    (error: unknown) => error,
  )
  t.match(again, { code: 'conflict' }, 'the data is still there')
})

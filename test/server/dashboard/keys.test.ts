import t from 'tap'
import { startService } from '../service.js'
import { until } from '../until.js'
import { newVisitor } from './visitor.js'

const DAY_MS = 86_400_000

t.test('a key is changed, and what is changed holds for the next request', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  await service.addTemplate('letter', 'letter')
  const editor = await newVisitor(service, 'editor')
  const viewer = await newVisitor(service, 'viewer')
  const [key] = await store.reader.listKeys(organization.id)
  if (!key) throw new Error('the service has a key')
  const base = `/dashboard/${organization.slug}/keys/${key.id}`
  const found = () => store.reader.findKey(organization.id, key.id)
  const make = async (body = '{}') => {
    const { status, json } = await service.generate('letter', body)
    const { error } = (json ?? {}) as { error?: { code: string } }
    return error ? `${status} ${error.code}` : status
  }
  const change = (fields: Readonly<Record<string, string>>) =>
    editor.post(`${base}/settings`, { description: 'shop', scope: 'generate', makes: 'all', ...fields })

  t.match((await editor.get(`${base}/settings`)).text, /name="description"[^>]*value="test"/)
  t.equal((await viewer.get(`${base}/settings`)).status, 403)
  t.notMatch((await viewer.get(base)).text, `${base}/settings`)
  t.equal((await change({ scope: 'manage' })).location, base)
  t.match(await found(), { description: 'shop', scopes: ['generate', 'manage'], isTestOnly: false })
  t.match((await editor.get(`${base}/settings`)).text, /value="manage" checked/)
  await change({ scope: 'generate-html' })
  t.match(await found(), { scopes: ['generate', 'generate-html'] })
  t.match((await viewer.get(base)).text, 'templates, and HTML that is sent')
  t.match(await change({ scope: 'everything' }), { status: 422, text: /There is no scope “everything”/ })
  t.equal(await make(), 200)

  await change({ makes: 'tests' })
  t.equal(await make(), '401 invalid_api_key')
  t.equal((await service.generateLater('letter', '{}')).status, 401)
  t.equal(await make('{"isTest":true}'), 200)

  await change({ allow: '203.0.113.0/24' })
  t.equal(await make(), '401 unauthorized')
  await until(async () => (await found())?.lastRefusal?.code === 'unauthorized')
  t.match(
    (await viewer.get(base)).text,
    /A request with this key was refused[\s\S]*not among the allowed ones[\s\S]*<code>(?:::ffff:)?127\.0\.0\.1</,
  )

  const today = new Date().toISOString().slice(0, 10)
  await change({ expires: today })
  t.equal((await found())?.expiresAt, Date.parse(`${today}T00:00:00Z`) + DAY_MS)
  t.equal(await make(), 200, 'until the day is over')
  t.match((await editor.get(`${base}/settings`)).text, `value="${today}"`)
  const past = await change({ expires: '2020-01-01', allow: 'nowhere' })
  t.equal(past.status, 422)
  t.match(past.text, /value="2020-01-01"[\s\S]*This day is over/)
  t.match(past.text, '“nowhere” is neither an IP address')
  const settings = { description: 'shop', allowIps: [], scopes: [], isTestOnly: false }
  await store.updateKey(organization.id, key.id, { ...settings, expiresAt: Date.now() - 1 })
  t.equal(await make(), '401 expired_api_key')
  t.match((await viewer.get(`/dashboard/${organization.slug}/keys`)).text, '>expired<')

  const [entry] = await store.reader.listAudit({ organizationId: organization.id, action: 'key.updated', limit: 1 })
  t.match(entry, { subject: key.id, details: { before: { description: 'shop' }, after: { test_only: false } } })
  await store.revokeKey(key.id)
  t.equal((await editor.get(`${base}/settings`)).location, base, 'a revoked key stays as it is')
})

t.test('a key of another organization is not changed', async (t) => {
  const service = await startService(t)
  const editor = await newVisitor(service, 'editor')
  const [other] = await service.store.reader.listKeys((await startService(t)).organization.id)
  const address = `/dashboard/${service.organization.slug}/keys/${other?.id}/settings`
  t.equal((await editor.post(address, { description: 'mine' })).status, 404)
})

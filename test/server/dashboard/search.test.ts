import t from 'tap'
import { startService } from '../service.js'
import { until } from '../until.js'
import { newVisitor } from './visitor.js'

t.test('a search finds templates, keys, webhooks, pages and requests by their ids', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  const viewer = await newVisitor(service, 'viewer')
  const owner = await newVisitor(service, 'owner')
  const base = `/dashboard/${organization.slug}`
  await service.addTemplate('harbour-invoice', 'x', { name: 'Harbour <invoice>' })
  for (let i = 0; i < 9; i++) await service.addTemplate(`note-${i}`, 'x', { name: 'A note' })
  await owner.post(`${base}/webhooks`, {
    name: 'orders',
    url: 'https://hooks.example.com/orders',
    events: 'document.completed',
    max_retries: '0',
  })
  await service.generate('harbour-invoice', '{}')
  let id = ''
  await until(async () => {
    const [request] = await store.reader.searchRequests({ organizationId: organization.id, limit: 1 })
    id = request?.id ?? ''
    return id !== ''
  })
  const [key] = await store.reader.listKeys(organization.id)
  const found = async (text: string, who = viewer) => {
    const { text: page, status } = await who.get(`${base}/search?q=${encodeURIComponent(text)}`)
    t.equal(status, 200)
    const results = page.slice(page.indexOf('<div id="results">'))
    return [...results.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.slice(base.length))
  }
  t.same(await found('INVOICE harb'), ['/templates/harbour-invoice'])
  t.match((await viewer.get(`${base}/search?q=invoice`)).text, 'Harbour &lt;invoice&gt;')
  t.same(await found('hooks.example.com'), ['/webhooks/' + (await store.reader.listWebhooks(organization.id))[0]?.id])
  t.same(await found(key?.id ?? ''), [`/keys/${key?.id}`])
  t.same(await found(id), [`/requests/${id}`])
  t.same(await found('usage'), ['/usage'])
  t.equal((await found('note')).length, 8)
  t.match((await viewer.get(`${base}/search?q=note`)).text, '1 more: write more of the name.')
  t.same(await found('audit'), [], 'pages of owners are for owners')
  t.same(await found('audit', owner), ['/audit'])
  t.same(await found('req_none'), [])
  t.match((await viewer.get(`${base}/search?q=${'x'.repeat(5_000)}`)).text, 'Nothing fits')
})

t.test('nothing of another organization is found', async (t) => {
  const [service, other] = [await startService(t), await startService(t)]
  await other.addTemplate('secret-plan', 'x')
  const viewer = await newVisitor(service, 'viewer')
  const page = await viewer.get(`/dashboard/${service.organization.slug}/search?q=secret`)
  t.notMatch(page.text, 'secret-plan')
  const stranger = await viewer.get(`/dashboard/${other.organization.slug}/search?q=secret`)
  t.equal(stranger.status, 404)
})

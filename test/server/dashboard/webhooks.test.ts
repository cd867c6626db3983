import t from 'tap'
import { startService } from '../service.js'
import { until } from '../until.js'
import { startReceiver } from '../webhooks/receiver.js'
import { newVisitor } from './visitor.js'

t.test('the templates of a webhook are ticked', async (t) => {
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const { store, organization } = service
  await service.addTemplate('bill', 'bill', { name: 'Bill' })
  await service.addTemplate('letter', 'letter', { name: 'Letter' })
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${organization.slug}/webhooks`
  const fields = { name: 'orders', url: 'http://127.0.0.1:9/', events: 'document.completed', scope: 'some' }
  const none = await editor.post(base, fields)
  t.equal(none.status, 422)
  t.match(none.text, 'Tick at least one template.')
  const { location = '' } = await editor.post(base, { ...fields, templates: 'letter' })
  const settings = async () => (await editor.get(`${location}/settings`)).text
  const box = (path: string, state: string) => new RegExp(`name="templates" value="${path}" ${state}>`)
  t.match(await settings(), box('letter', 'checked'))
  t.match(await settings(), box('bill', ''))
  await store.hideTemplate(organization.id, 'letter')
  t.match(await settings(), /value="letter" checked>[\s\S]*There is no template at this path now/, 'it is not lost')
})

t.test('it is said how many deliveries are sent again before they are', async (t) => {
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const { store, organization } = service
  const receiver = await startReceiver(t)
  receiver.set('/', (response) => response.writeHead(500).end())
  await service.addTemplate('letter', 'letter')
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${organization.slug}/webhooks`
  const fields = { name: 'orders', url: receiver.url, events: 'document.completed', max_retries: '0' }
  const { location = '' } = await editor.post(base, fields)
  const id = location.split('/').at(-1) ?? ''
  t.equal((await editor.get(`${base}/resend?since=day&target=`)).location, `${base}/deliveries`, 'nothing has failed')
  for (let count = 0; count < 2; count++) await service.generateLater('letter', '{}')
  const failed = () => store.reader.listDeliveries({ organizationId: organization.id, status: 'failed', limit: 9 })
  await until(async () => (await failed()).length === 2)
  for (const target of ['', id]) {
    const page = await editor.get(`${base}/resend?since=day&target=${target}`)
    t.match(
      page.text,
      /2 failed deliveries of [\s\S]* within the last day will be sent again[\s\S]*Send 2 deliveries again/,
    )
  }
  t.equal((await editor.get(`${base}/resend?since=day&target=whk_none`)).status, 404)
  await editor.post(`${location}/disable`)
  t.equal((await editor.get(`${base}/resend?since=day&target=${id}`)).location, `${base}/deliveries`, 'it is disabled')
  await editor.post(`${location}/enable`)
  t.equal((await editor.post(`${base}/resend`, { since: 'day', target: id })).status, 303)
  await until(async () => (await failed()).every(({ attempts }) => attempts.length === 2))
})

t.test('bodies are shown as what they are', async (t) => {
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const { store, organization } = service
  const answers = [
    { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"ok":true}') },
    { headers: { 'content-type': 'image/png' }, body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]) },
  ]
  const receiver = await startReceiver(t)
  receiver.set('/', (response) => {
    const { headers, body } = answers.shift() ?? {}
    response.writeHead(200, headers).end(body)
  })
  await service.addTemplate('letter', 'letter')
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${organization.slug}/webhooks`
  await editor.post(base, { name: 'orders', url: receiver.url, events: 'document.completed' })
  const pages: string[] = []
  for (let count = 1; count <= 2; count++) {
    await service.generateLater('letter', '{}')
    const found = () => store.reader.listDeliveries({ organizationId: organization.id, status: 'delivered', limit: 9 })
    await until(async () => (await found()).length === count)
    const [last] = await found()
    pages.push((await editor.get(`${base}/${last?.webhookId}/deliveries/${last?.id}`)).text)
  }
  t.match(pages[0], /<code>\{\n {2}&quot;ok&quot;: true\n\}<\/code>/, 'the answer')
  t.match(pages[0], /<code>\{\n {2}&quot;id&quot;: &quot;evt_/, 'what was sent, in several lines')
  t.match(pages[0], /As it is sent[\s\S]*<code>\{&quot;id&quot;:&quot;evt_/, 'and as it is signed')
  t.match(pages[1], 'Binary data (<code>image/png</code>), which is not shown.')
})

t.test('there is an example of each event', async (t) => {
  const service = await startService(t)
  const viewer = await newVisitor(service, 'viewer')
  const base = `/dashboard/${service.organization.slug}/webhooks`
  const { text } = await viewer.get(`${base}/events`)
  t.match(
    text,
    /&quot;type&quot;: &quot;document\.completed&quot;[\s\S]*&quot;type&quot;: &quot;document\.failed&quot;/,
  )
  t.match((await viewer.get(base)).text, `href="${base}/events"`)
})

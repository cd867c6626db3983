import t from 'tap'
import { startService } from '../service.js'
import { newVisitor } from './visitor.js'

t.test('a template is tried with the rights of a session, without a key', async (t) => {
  const service = await startService(t, { engine: true })
  const { store, organization } = service
  const viewer = await newVisitor(service, 'viewer')
  const schema = '{"type":"object","required":["total"],"properties":{"total":{"type":"number"}}}'
  const html = '<html lang="en"><title>x</title><p>{{total}}</p>'
  await service.addTemplate('bill', html, { schema, sample: '{"total":1}' })
  const base = `/dashboard/${organization.slug}/templates/bill/use`
  const page = await viewer.get(base)
  t.notMatch(page.text, 'API key</label>', 'no key is asked for')
  t.match(page.text, 'Makes a document of version 1 here')

  const made = await viewer.post(base, { data: '{"total":2}', mode: 'sync' })
  t.match(made, { status: 200, headers: { 'content-type': 'application/pdf' } })
  t.match(made.bytes.subarray(0, 5).toString(), '%PDF-')

  const later = await viewer.post(base, { data: '{"total":2}', mode: 'async' })
  t.match(later.text, 'The interface would answer 202.')
  t.match(later.text, /&quot;status&quot;: &quot;queued&quot;/)
  const { templateId = '' } = (await store.findPublishedTemplate(organization.id, 'bill')) ?? {}
  t.match(later.text, new RegExp(`document\\.completed[\\s\\S]*&quot;template_id&quot;: &quot;${templateId}&quot;`))
  t.match(later.text, /name="mode" value="async" checked/)

  const wrong = await viewer.post(base, { data: '{"total":"2"}', mode: 'async' })
  t.match(
    wrong.text,
    /would answer 422\.[\s\S]*&quot;code&quot;: &quot;invalid_type&quot;[\s\S]*&quot;field&quot;: &quot;total&quot;/,
  )
  t.notMatch(wrong.text, 'document.failed', 'it would not be accepted')
  t.match((await viewer.post(base, { data: '{', mode: 'sync' })).text, /would answer 400\.[\s\S]*invalid_template_data/)

  const live = await viewer.post(base, { data: '{"total":3}', mode: 'sync', live: '1' }, { accept: 'application/json' })
  const length = live.bytes.readUInt32BE(0)
  t.match(JSON.parse(live.bytes.subarray(4, 4 + length).toString()), { status: 200, pages: 1, problems: [] })
  t.match(live.bytes.subarray(4 + length, 9 + length).toString(), '%PDF-')
  t.match(
    await store.reader.readUsage(organization.id),
    { documents: { used: 0 }, tests: { used: 0 } },
    'nothing is counted',
  )
  t.same(await store.reader.searchRequests({ organizationId: organization.id, limit: 9 }), [], 'nor logged')
})

t.test('a template that was never published is tried as its draft', async (t) => {
  const service = await startService(t, { engine: true })
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${service.organization.slug}/templates`
  await editor.post(base, { path: 'draft', sample: 'blank' })
  t.match((await editor.get(`${base}/draft/use`)).text, 'Makes a document of the draft here')
  const made = await editor.post(`${base}/draft/use`, { data: '{}', mode: 'sync' })
  t.equal(made.headers['content-type'], 'application/pdf')
})

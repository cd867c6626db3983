import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openKeptBody } from '../../../server/webhooks/seal-body.js'
import { Sealer } from '../../../server/webhooks/sealer.js'
import { newVisitor } from '../dashboard/visitor.js'
import { makeFolder } from '../folder.js'
import { reached, startService } from '../service.js'
import { type Reply, send } from './request.js'

t.test('a request that is rendered again', async (t) => {
  const service = await startService(t, { workers: 1 })
  const { store, organization, call } = service
  await service.addTemplate('letter', 'letter')
  const keep = (keepDataDays: number | null) =>
    store.updateOrganization(organization.slug, {
      name: undefined,
      plan: undefined,
      monthlyQuota: undefined,
      keepDataDays,
    })
  const again = (id: string, body?: string, headers: Record<string, string> = {}) =>
    call(`requests/${id}/render`, {
      method: 'POST',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const generate = async (body: string) =>
    Object((await service.generateLater('letter', body)).json).request_id as string
  const versionOf = async (id: string) =>
    (await store.reader.findRequestHistory(organization.id, id))?.version ??
    (await store.reader.findLoggedRequest(organization.id, id))?.version
  const publish = (html: string) => service.addTemplate('letter', html)

  await t.test('only while its data are kept', async (t) => {
    const id = await generate('{"name":"Ada"}')
    await service.finished(id)
    const refused = await again(id)
    t.match([refused.status, refused.json], [409, { error: { type: 'resource_error', code: 'data_not_kept' } }])
    for (const unknown of ['req_none', 'x']) {
      t.match(await again(unknown), { status: 404, json: { error: { code: 'document_not_found' } } })
    }
  })

  await keep(7)

  await t.test('comes at once, or later', async (t) => {
    const id = await generate('{"name":"Ada"}')
    await service.finished(id)
    const before = (await store.reader.readUsage(organization.id)).documents.used
    const now = await again(id)
    t.match([now.status, now.headers['content-type']], [200, 'application/pdf'])
    t.match(JSON.parse(now.bytes.toString()), { data: { name: 'Ada' } })
    const later = await again(id, '{}', { prefer: 'respond-async' })
    t.equal(later.status, 202)
    const newId = Object(later.json).request_id
    t.not(newId, id)
    const request = await service.finished(newId)
    t.match(request, { status: 'completed' })
    t.match(JSON.parse((await send(request.document_url)).bytes.toString()), { data: { name: 'Ada' } })
    t.equal((await store.reader.readUsage(organization.id)).documents.used, before + 2, 'each counts as a document')
    t.match(await again(newId), { status: 200 }, 'and can be rendered again itself')
    const repeated = await again(id, '{}', { prefer: 'respond-async', 'idempotency-key': 'k' })
    const repetition = await again(id, '{}', { prefer: 'respond-async', 'idempotency-key': 'k' })
    t.same(repeated.json, repetition.json)
    t.match(await again(id, '{"version":"same"}', { prefer: 'respond-async', 'idempotency-key': 'k' }), { status: 422 })
  })

  await t.test('is made from the version of now, or the same', async (t) => {
    const id = await generate('{"name":"Ada"}')
    await service.finished(id)
    await publish('letter ')
    const later = { prefer: 'respond-async' }
    const [current, same] = [await again(id, '{}', later), await again(id, '{"version":"same"}', later)]
    t.equal(await versionOf(Object(current.json).request_id), 2)
    t.equal(await versionOf(Object(same.json).request_id), 1)
    t.match(await again(id, '{"version":"first"}'), { status: 422, json: { error: { field: 'version' } } })
    t.match(await again(id, '{"data":{}}'), { status: 422, json: { error: { field: 'data' } } })
    t.match(await again(id, '[]'), { status: 400 })
    await store.deleteTemplate(organization.id, 'letter')
    t.match(await again(id), { status: 404, json: { error: { code: 'template_not_found' } } })
    t.match(await again(id, '{"version":"same"}'), { status: 404, json: { error: { code: 'template_not_found' } } })
    await publish('letter')
  })

  await t.test('several documents are made again as one file', async (t) => {
    const merged = JSON.stringify({
      documents: [
        { template: 'letter', data: { n: 1 } },
        { template: 'letter', data: {} },
      ],
    })
    const reply = await call('documents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: merged,
    })
    t.equal(reply.status, 202, reply.bytes.toString())
    const id = Object(reply.json).request_id
    await service.finished(id)
    for (const body of [undefined, '{"version":"same"}']) {
      const now = await again(id, body)
      t.equal(now.status, 200)
      t.match(JSON.parse(now.bytes.toString()), [{ data: { n: 1 } }, {}])
    }
  })

  await t.test('HTML of a request is made again, with a key that may send it', async (t) => {
    const key = await service.addKey({ scopes: ['generate-html'] })
    const headers = { authorization: `Bearer ${key}` }
    const reply = await call('documents', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', prefer: 'respond-async' },
      body: '{"html":"letter","data":{"name":"Ada"}}',
    })
    t.equal(reply.status, 202, reply.bytes.toString())
    const { request_id: id } = Object(reply.json)
    await service.finished(id)
    const now = await again(id, undefined, headers)
    t.equal(now.status, 200, now.bytes.toString())
    t.match(JSON.parse(now.bytes.toString()), { data: { name: 'Ada' } })
    t.match(await again(id), { status: 403, json: { error: { code: 'insufficient_scope' } } })
  })

  await t.test('its data are encrypted, and go when they are to be kept no more', async (t) => {
    const id = await generate('{"name":"confidential"}')
    const kept = await store.findKeptData(organization.id, id)
    t.notMatch(kept?.sealed, 'confidential')
    const sealer = new Sealer(['a secret for tests that nobody guesses'])
    t.equal(Buffer.from(openKeptBody(kept?.sealed ?? '', id, sealer)).toString(), '{"name":"confidential"}')
    const days = () => store.findKeptData(organization.id, id).then((data) => (data?.expiresAt ?? 0) - Date.now())
    t.ok((await days()) > 6 * 86_400_000)
    await keep(1)
    t.ok((await days()) < 86_400_000, 'the shorter time holds for them too')
    const other = await store.createOrganization({ slug: 'again-other', name: 'Other', plan: 'free' })
    t.equal(await store.findKeptData(other.id, id), undefined)
    const owner = await newVisitor(service, 'owner')
    await owner.post(`/dashboard/${organization.slug}/settings`, { name: 'Acme', keepData: '' })
    t.equal(await store.findKeptData(organization.id, id), undefined)
  })

  await t.test('by a button of the dashboard', async (t) => {
    const base = `/dashboard/${organization.slug}`
    const owner = await newVisitor(service, 'owner')
    const saved = await owner.post(`${base}/settings`, { name: 'Acme', keepData: '30', documentDays: '1' })
    t.equal(saved.status, 303)
    t.match(await owner.post(`${base}/settings`, { name: 'Acme', documentDays: '3' }), { status: 422 })
    const id = await generate('{"name":"Ada"}')
    await service.finished(id)
    const editor = await newVisitor(service, 'editor')
    const page = await editor.get(`${base}/requests/${id}`)
    t.match(page.text, 'Render again')
    const sent = await editor.post(`${base}/requests/${id}/render`, { version: 'same' })
    t.match([sent.status, sent.location], [303, new RegExp(`^${base}/requests/req_`)])
    t.not(sent.location, `${base}/requests/${id}`)
    const made = await service.finished(sent.location?.split('/').at(-1) ?? '')
    t.match(made, { status: 'completed' })
    const { expires_at: expires } = Object((await call(`requests/${made.request_id}`)).json)
    t.ok(Date.parse(expires) < Date.now() + 86_400_000, 'documents are kept as long as the organization wants')
    const viewer = await newVisitor(service, 'viewer')
    t.notMatch((await viewer.get(`${base}/requests/${id}`)).text, 'Render again')
    t.equal((await viewer.post(`${base}/requests/${id}/render`)).status, 403)
  })
})

t.test('a request that is cancelled', async (t) => {
  const service = await startService(t, { workers: 1 })
  await service.addTemplate('gate', 'gate')
  const gate = join(makeFolder(t), 'open')
  // More than may be under way at once.
  const ids: string[] = []
  for (let count = 0; count < 12; count++) {
    ids.push(Object((await service.generateLater('gate', JSON.stringify({ gate }))).json).request_id)
  }
  await reached(gate)
  const [blocking = '', waiting = ''] = [ids[0], ids.at(-1)]
  const cancel = (id: string): Promise<Reply> => service.call(`requests/${id}`, { method: 'DELETE' })
  t.equal((await cancel(waiting)).status, 204)
  const found = await service.call(`requests/${waiting}`)
  t.match(found.json, { status: 'failed', error: { code: 'CANCELLED', details: {} } })
  for (const id of [waiting, blocking]) {
    t.match(await cancel(id), { status: 409, json: { error: { code: 'request_not_queued' } } })
  }
  t.match(await cancel('req_none'), { status: 404, json: { error: { code: 'document_not_found' } } })
  writeFileSync(gate, '')
  for (const id of ids.slice(0, -1)) t.match(await service.finished(id), { status: 'completed' })
  t.equal((await service.store.reader.readUsage(service.organization.id)).documents.used, 11)
})

t.test('a priority is one of three', async (t) => {
  const service = await startService(t, { workers: 1 })
  await service.addTemplate('letter', 'letter')
  const later = (priority: string) =>
    service.call(`templates/letter/documents?priority=${priority}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: '{}',
    })
  for (const priority of ['high', 'normal', 'low']) t.equal((await later(priority)).status, 202, priority)
  t.match(await later('urgent'), { status: 422, json: { error: { code: 'invalid_value', field: 'priority' } } })
})

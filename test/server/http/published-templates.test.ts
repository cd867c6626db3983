import t from 'tap'
import { startService } from '../service.js'
import { send } from './request.js'

t.test('partials that templates share', async (t) => {
  const service = await startService(t, { engine: true })
  const { store, organization } = service
  const key = await service.addKey({ scopes: ['manage'] })
  const auth = { authorization: `Bearer ${key}` }
  const json = { ...auth, 'content-type': 'application/json' }
  const at = (name = '') => `${service.base}/partials${name && `/${name}`}`
  const put = (name: string, html: unknown, headers = {}) =>
    send(at(name), { method: 'PUT', headers: { ...json, ...headers }, body: JSON.stringify({ html }) })

  await t.test('are made, read, listed, changed and deleted', async (t) => {
    const made = await put('footer', '<p>ä {{page}}</p>')
    t.match([made.status, made.headers.etag], [201, '"1"'])
    t.match(made.json, { name: 'footer', revision: 1, size_bytes: 18, html: '<p>ä {{page}}</p>', used_by: [] })
    t.match((await put('footer', 'x', { 'if-match': '"1"' })).json, { revision: 2, updated_by: /^key_/ })
    const late = await put('footer', 'late', { 'if-match': '"1"' })
    t.match([late.status, late.json], [412, { error: { type: 'resource_error', code: 'precondition_failed' } }])
    t.equal((await put('footer', 'late', { 'if-match': 'W/"2"' })).status, 412, 'weak tags never match')
    t.equal((await put('footer', 'x')).status, 200)
    const { status, json: found } = await send(at('footer'), { headers: auth })
    t.match([status, found], [200, { html: 'x', revision: 2 }])
    t.match((await send(at(), { headers: auth })).json, { partials: [{ name: 'footer', revision: 2, users: 0 }] })
    t.equal((await send(at('footer'), { method: 'DELETE', headers: auth })).status, 204)
    for (const method of ['GET', 'DELETE']) {
      const gone = await send(at('footer'), { method, headers: auth })
      t.match([gone.status, gone.json], [404, { error: { code: 'partial_not_found' } }])
    }
    const audit = await store.reader.listAudit({ organizationId: organization.id, subject: 'footer', limit: 10 })
    t.same(
      audit.map(({ action }) => action),
      ['partial.deleted', 'partial.saved', 'partial.saved'],
    )
  })

  await t.test('are refused with the field at fault', async (t) => {
    const call = (body: string, headers = {}, name = 'x') =>
      send(at(name), { method: 'PUT', headers: { ...json, ...headers }, body })
    const cases = [
      [await call('{'), 400, { code: 'invalid_template_data' }],
      [await call('[]'), 400, { code: 'invalid_template_data' }],
      [await call('{}', { 'content-type': 'text/html' }), 400, { code: 'invalid_template_data' }],
      [await call('{}'), 422, { code: 'missing_required_field', field: 'html' }],
      [await call('{"html":1}'), 422, { code: 'invalid_type', field: 'html' }],
      [await call('{"html":"","name":"y"}'), 422, { code: 'validation_failed', field: 'name' }],
      [await put('a.b', ''), 422, { code: 'invalid_format', field: 'partial_name' }],
      [await put('large', 'ä'.repeat(131_073)), 422, { code: 'invalid_value', field: 'html' }],
      [await call('"'.padEnd(1_048_577, ' ')), 413, { code: 'payload_too_large' }],
    ] as const
    for (const [reply, status, error] of cases) t.match([reply.status, reply.json], [status, { error }])
    t.match((await send(at(), { headers: auth })).json, { partials: [] })
  })

  await t.test('need a key that may change them', async (t) => {
    for (const [path, method] of [
      ['', 'GET'],
      ['x', 'GET'],
      ['x', 'PUT'],
      ['x', 'DELETE'],
    ] as const) {
      const reply = await send(at(path), { method, headers: { authorization: `Bearer ${service.key}` } })
      t.match(
        [reply.status, reply.json],
        [403, { error: { type: 'authentication_error', code: 'insufficient_scope' } }],
      )
    }
  })

  await t.test('of another organization are not there', async (t) => {
    const foreign = await store.createOrganization({ slug: 'partials-foreign', name: 'Foreign', plan: 'pro' })
    await store.savePartial({ organizationId: foreign.id, name: 'secret', html: 'theirs' })
    const reply = await send(at('secret'), { headers: auth })
    t.match([reply.status, reply.json], [404, { error: { code: 'partial_not_found' } }])
    t.equal((await send(at('secret'), { method: 'DELETE', headers: auth })).status, 404)
    t.equal((await put('secret', 'ours')).status, 201)
    t.match(await store.reader.findPartial(foreign.id, 'secret'), { html: 'theirs', revision: 1 })
    await service.addTemplate('curious', '{{> theirs}}')
    await store.savePartial({ organizationId: foreign.id, name: 'theirs', html: 'theirs' })
    const document = await send(`${service.base}/templates/curious/documents`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${service.key}` },
      body: '{}',
    })
    t.match(
      [document.status, document.json],
      [422, { error: { code: 'render_failed', message: /there is no file partials\/theirs\.html/ } }],
    )
  })

  await t.test('stay in what was published with them', async (t) => {
    await put('greeting', '<p>Hello {{> who}}</p>')
    await put('who', '{{name}}')
    await service.addTemplate('letter', '<html lang="en">{{> greeting}}{{> own}}', {
      assets: new Map([['own.html', Buffer.from('<i>own</i>')]]),
    })
    const render = async () => {
      const body = '{"name":"Ada"}'
      const { status, bytes } = await send(`${service.base}/templates/letter/documents`, {
        method: 'POST',
        headers: json,
        body,
      })
      t.equal(status, 200)
      // The time of creation is in those of other objects, of references and of metadata.
      const objects = bytes.toString('latin1').split('endobj')
      return objects.filter((object) => /\bstream\b/.test(object) && !/\/Type ?\/(?:ObjStm|XRef|Metadata)/.test(object))
    }
    const before = await render()
    t.ok(before.length > 1, 'the page and its fonts')
    await put('who', 'everybody else')
    await send(at('greeting'), { method: 'DELETE', headers: auth })
    t.same(await render(), before)
    t.match((await send(at('who'), { headers: auth })).json, {
      used_by: [{ endpoint_path: 'letter', version: 1, is_current: false }],
    })
  })
})

t.test('the names that templates give to documents', async (t) => {
  const service = await startService(t, { engine: true })
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' }
  const generate = (template: string, data: object, more = {}) =>
    send(`${service.base}/templates/${template}/documents`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(data),
    })
  const HEADER = `inline; filename="Beleg Zurich_5.pdf"; filename*=UTF-8''Beleg%20Z%C3%BCrich%E2%80%935.pdf`
  await service.addTemplate('receipt', '<html lang="de"><p>{{n}}', {
    settings: '{"fileName":"Beleg Zürich–{{n}}"}',
  })
  await service.addTemplate('plain', '<html lang="de"><p>{{n}}')

  await t.test('stand in the answer, and in its repetition', async (t) => {
    const once = { 'idempotency-key': 'receipt-5' }
    for (const again of [false, true]) {
      const reply = await generate('receipt', { n: 5 }, once)
      t.match([reply.status, reply.headers['idempotent-replayed']], [200, again ? 'true' : undefined])
      t.equal(reply.headers['content-disposition'], HEADER)
    }
    t.equal((await generate('plain', { n: 5 })).headers['content-disposition'], undefined)
    const hostile = await generate('receipt', { n: '"\r\nX-Evil: 1/../\\' })
    t.equal(hostile.status, 200)
    t.equal(hostile.headers['x-evil'], undefined)
    t.match(
      hostile.headers['content-disposition'],
      /^inline; filename="Beleg Zurich_-{1,2} X-Evil- 1-\.\.-+\.pdf"; filename\*=/,
    )
  })

  await t.test('stand where the document of an asynchronous request is fetched', async (t) => {
    for (const [template, expected] of [
      ['receipt', HEADER],
      ['plain', undefined],
    ] as const) {
      const { json } = await generate(template, { n: 5 }, { prefer: 'respond-async' })
      const { request_id: id } = json as { request_id: string }
      await service.finished(id)
      const request = (await send(`${service.base}/requests/${id}`, { headers })).json as {
        document_id: string
        document_url: string
      }
      const own = `inline; filename="${request.document_id}.pdf"`
      for (const url of [request.document_url, `${service.base}/documents/${request.document_id}/pdf`]) {
        const reply = await send(url, { headers: url === request.document_url ? {} : headers })
        t.equal(reply.headers['content-disposition'], expected ?? own)
      }
    }
  })
})

import t from 'tap'
import { type Service, startService } from '../service.js'
import { addWebhook } from '../storage/store-inputs.js'
import { type Reply, send } from './request.js'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const BODY = {
  html: '<h1>Hello {{name}}</h1><img src="logo.png" alt="Logo">',
  css: 'h1 { break-after: page }',
  assets: { 'logo.png': PIXEL },
  settings: { pageSize: 'a5', fileName: 'hello-{{name}}.pdf' },
  data: { name: 'Ada' },
}

async function poster(service: Service) {
  const key = await service.addKey({ scopes: ['generate-html'] })
  return (body: unknown, headers: Record<string, string> = {}, query = ''): Promise<Reply> =>
    send(`${service.base}/documents${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
}

const idOf = ({ json }: Reply) => (json as { request_id: string }).request_id

t.test('a document of HTML that is sent', async (t) => {
  const service = await startService(t, { engine: true })
  const { store, organization } = service
  const post = await poster(service)
  const used = async () => (await store.reader.readUsage(organization.id)).documents.used

  await t.test('is the answer, with its style sheet, files, settings and data', async (t) => {
    const { status, headers } = await post(BODY)
    t.equal(status, 200)
    t.match(headers, { 'content-type': 'application/pdf', 'content-disposition': /hello-Ada\.pdf/ })
    t.equal(headers['x-document-problems'], undefined)
    t.equal(await used(), 1)
    const pages = async (body: object) => (await post(body, {}, '?format=png&width=20')).headers['x-document-pages']
    t.equal(await pages(BODY), '2', 'the style sheet breaks the page')
    t.equal(await pages({ ...BODY, css: undefined }), '1', 'another template is not taken for the first')
    t.equal((await post({ html: '<p>{{unknown}}</p>' })).status, 200, 'data may be left out')
  })

  await t.test('may be a test, the picture of a page, or answered once by its key', async (t) => {
    t.equal((await post({ ...BODY, isTest: true })).status, 200)
    t.match((await store.reader.readUsage(organization.id)).tests.used, 1)
    t.match((await post(BODY, {}, '?format=png&width=20')).headers, { 'content-type': 'image/png' })
    t.match((await post(BODY, {}, '?format=ubl')).json, { error: { code: 'render_failed', message: /mapping/ } })
    const once = { 'idempotency-key': 'once' }
    const [first, second] = [await post(BODY, once), await post(BODY, once)]
    t.ok(first.bytes.equals(second.bytes))
    t.equal(second.headers['idempotent-replayed'], 'true')
    t.match((await post({ ...BODY, css: '' }, once)).json, { error: { code: 'idempotency_mismatch' } })
  })

  await t.test('is made later, with the event and the state that requests have', async (t) => {
    await addWebhook(store, organization.id)
    const later = await post(BODY, { prefer: 'respond-async' })
    t.equal(later.status, 202)
    t.match(await service.finished(idOf(later)), { status: 'completed', template_id: 'tpl_adhoc', pages: 2 })
    const [event] = await store.reader.listEvents(organization.id, { limit: 1 })
    t.match(JSON.parse(event?.payload ?? ''), { type: 'document.completed', data: { template_id: 'tpl_adhoc' } })
    const failed = await post({ ...BODY, html: '{{#if a}}' }, { prefer: 'respond-async' })
    t.match(await service.finished(idOf(failed)), { status: 'failed', error: { code: 'RENDER_FAILED' } })
  })

  const FAULTS: readonly (readonly [name: string, body: unknown, status: number, error: object])[] = [
    ['not JSON', '{"html":', 400, { code: 'invalid_template_data' }],
    ['HTML that is no text', { html: 1 }, 422, { code: 'invalid_type', field: 'html' }],
    ['both forms', { ...BODY, documents: [] }, 422, { field: 'documents', message: /either "html" or "documents"/ }],
    ['an unknown member', { ...BODY, style: '' }, 422, { code: 'validation_failed', field: 'style' }],
    ['CSS that is no text', { ...BODY, css: [] }, 422, { code: 'invalid_type', field: 'css' }],
    ['data that are no object', { ...BODY, data: [] }, 422, { code: 'invalid_type', field: 'data' }],
    ['a list of files', { ...BODY, assets: [] }, 422, { code: 'invalid_type', field: 'assets' }],
    ['a file that is no text', { ...BODY, assets: { a: 1 } }, 422, { code: 'invalid_type', field: 'assets.a' }],
    [
      'a file that is no base64',
      { ...BODY, assets: { a: 'ab!=' } },
      422,
      { code: 'invalid_format', field: 'assets.a' },
    ],
    ['a path that leads out', { ...BODY, assets: { '../a': '' } }, 422, { code: 'invalid_value', field: 'assets' }],
    ['the style sheet twice', { ...BODY, assets: { 'style.css': '' } }, 422, { field: 'assets.style.css' }],
    ['an unknown setting', { ...BODY, settings: { pageSise: 'a4' } }, 422, { field: 'settings', message: /pageSize/ }],
    ['a wrong setting', { ...BODY, settings: { pageSize: 'a9' } }, 422, { code: 'invalid_value', field: 'settings' }],
    ['a test that is none', { ...BODY, isTest: 1 }, 422, { code: 'invalid_type', field: 'isTest' }],
    ['digits that are lost', '{"html":"","data":{"a":12345678901234567890}}', 422, { field: 'data.a' }],
    [
      'HTML that does not compile',
      { html: '<p>\n{{/if}}' },
      422,
      { code: 'render_failed', message: /template\.html:2/ },
    ],
    ['too much', { html: ' '.repeat(1_048_577) }, 413, { code: 'payload_too_large' }],
  ]
  for (const [name, body, status, error] of FAULTS) {
    await t.test(`is refused with ${name}`, async (t) => {
      const before = await used()
      const reply = await post(body)
      t.match([reply.status, reply.json], [status, { error }])
      t.equal(await used(), before)
    })
  }

  await t.test('needs a key with the scope for it', async (t) => {
    for (const headers of [{}, { prefer: 'respond-async' }]) {
      const refused = await service.call('documents', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(BODY),
      })
      t.match(
        [refused.status, refused.json],
        [403, { error: { code: 'insufficient_scope', message: /generate-html/ } }],
      )
    }
  })
})

import t from 'tap'
import { startService } from '../service.js'
import { send } from './request.js'

t.test('the description of the interface', async (t) => {
  const service = await startService(t)
  const closed = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' } },
    additionalProperties: false,
  }
  await service.addTemplate('letter', 'letter', { name: 'A letter', schema: JSON.stringify(closed) })
  await service.addTemplate('note', 'note')

  const reply = await send(`${service.url}/api/v1/openapi.json`)
  t.equal(reply.status, 200)
  t.match(reply.json, { openapi: '3.1.0', servers: [{ url: service.url }] })
  const { paths } = reply.json as {
    paths: Record<string, Record<string, { responses: object; requestBody?: unknown }>>
  }
  t.same(Object.keys(paths), [
    '/api/v1/{org_slug}/templates/{endpoint_path}/documents',
    '/api/v1/{org_slug}/templates/{endpoint_path}/batches',
    '/api/v1/{org_slug}/requests/{request_id}',
    '/api/v1/{org_slug}/documents/{document_id}',
    '/api/v1/{org_slug}/documents/{document_id}/pdf',
  ])
  const generate = paths['/api/v1/{org_slug}/templates/{endpoint_path}/documents']?.post
  t.same(Object.keys(generate?.responses ?? {}), [
    '200',
    '202',
    '400',
    '401',
    '404',
    '409',
    '413',
    '422',
    '429',
    '500',
    '503',
  ])
  t.match(JSON.stringify(generate?.requestBody), '"retries":{"description"')
  t.same(Object.keys((reply.json as { webhooks: object }).webhooks), ['document.completed', 'document.failed'])
  const references = [...reply.bytes.toString().matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  const { schemas } = (reply.json as { components: { schemas: object } }).components
  t.same(
    [...new Set(references.map(([, name = '']) => name))].filter((name) => !Object.hasOwn(schemas, name)),
    [],
  )
  t.notMatch(reply.bytes.toString(), 'letter', 'templates are shown to their owners only')

  const own = await send(`${service.base}/openapi.json`, {
    headers: { authorization: `Bearer ${service.key}` },
  })
  const letter = (own.json as typeof reply.json & { paths: typeof paths }).paths[
    `/api/v1/${service.organization.slug}/templates/letter/documents`
  ]?.post
  t.match(letter, { summary: 'A letter' })
  t.match(JSON.stringify(letter?.requestBody), '"properties":{"name":{"type":"string"},"isTest":true,"webhook":true}')
  t.match((await send(`${service.base}/openapi.json`)).json, { error: { code: 'missing_api_key' } })

  const page = await send(`${service.url}/api/v1/docs`)
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  t.match(page.bytes.toString(), 'POST /api/v1/{org_slug}/templates/{endpoint_path}/documents')
})

import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { default as addFormats } from 'ajv-formats'
import t from 'tap'
import { embedSchema } from '../../../server/api/embed-schema.js'
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
    '/api/v1/{org_slug}/templates/{endpoint_path}/documents/async',
    '/api/v1/{org_slug}/templates/{endpoint_path}/batches',
    '/api/v1/{org_slug}/documents',
    '/api/v1/{org_slug}/documents/async',
    '/api/v1/{org_slug}/requests/{request_id}',
    '/api/v1/{org_slug}/requests/{request_id}/render',
    '/api/v1/{org_slug}/requests/{request_id}/render/async',
    '/api/v1/{org_slug}/documents/{document_id}',
    '/api/v1/{org_slug}/documents/{document_id}/pdf',
    '/api/v1/{org_slug}/documents/{document_id}/image',
    '/api/v1/{org_slug}/invoices/check',
    '/api/v1/{org_slug}/partials',
    '/api/v1/{org_slug}/partials/{partial_name}',
    '/api/v1/{org_slug}/templates',
    '/api/v1/{org_slug}/templates/{template}',
    '/api/v1/{org_slug}/templates/{template}/versions',
    '/api/v1/{org_slug}/templates/{template}/versions/{version}',
    '/api/v1/{org_slug}/templates/{template}/check',
    '/api/v1/{org_slug}/templates/{template}/publish',
    '/api/v1/{org_slug}/templates/{template}/restore',
    '/api/v1/{org_slug}/templates/{template}/copy',
    '/api/v1/{org_slug}/templates/{template}/rename',
    '/api/v1/{org_slug}/templates/{template}/download',
    '/api/v1/{org_slug}/templates/{template}/stages/{stage}',
    '/api/v1/{org_slug}/keys',
    '/api/v1/{org_slug}/keys/{key_id}',
    '/api/v1/{org_slug}/webhooks',
    '/api/v1/{org_slug}/webhooks/{webhook_id}',
    '/api/v1/{org_slug}/webhooks/{webhook_id}/rotate-secret',
    '/api/v1/{org_slug}/webhooks/{webhook_id}/test',
    '/api/v1/{org_slug}/deliveries',
    '/api/v1/{org_slug}/deliveries/resend',
    '/api/v1/{org_slug}/deliveries/{delivery_id}',
    '/api/v1/{org_slug}/deliveries/{delivery_id}/resend',
    '/api/v1/{org_slug}/requests',
    '/api/v1/{org_slug}/usage',
    '/api/v1/{org_slug}/audit',
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
  t.match(generate?.requestBody, { content: { 'application/json': { schema: { $ref: /TemplateData$/ } } } })
  t.match(reply.bytes.toString(), '"retries":{"description"')
  t.same(Object.keys((reply.json as { webhooks: object }).webhooks), ['document.completed', 'document.failed'])
  const less = (await send(`${service.url}/api/v1/openapi.json?without=webhooks`)).json as typeof reply.json & object
  t.same(
    { ...(reply.json as object), webhooks: undefined, tags: undefined },
    { ...less, webhooks: undefined, tags: undefined },
  )
  t.notOk(Object.hasOwn(less, 'webhooks'), 'for generators that make nothing right of them')
  t.notMatch(JSON.stringify(less), /"Events"/)
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
  t.same(brokenReferences(own.json), [], 'what templates have in common stands once')
  t.match(JSON.stringify(letter?.requestBody), '{"$ref":"#/components/schemas/Data_letter"}')
  t.match((own.json as Description).components.schemas.Data_letter, {
    properties: { name: { type: 'string' }, isTest: true, webhook: true },
  })
  t.match((await send(`${service.base}/openapi.json`)).json, { error: { code: 'missing_api_key' } })
  t.same((await service.call('openapi.json')).json, own.json, 'the same when it is asked for again')
  const authorization = `Bearer ${service.key}`
  const packed = await send(`${service.base}/openapi.json`, {
    headers: { authorization, 'accept-encoding': 'br, gzip' },
  })
  t.match(packed.headers, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  t.same(JSON.parse(gunzipSync(packed.bytes).toString()), own.json, 'the same for those who take it compressed')
  t.equal(own.headers['content-encoding'], undefined)
  const { etag } = own.headers
  const again = await send(`${service.base}/openapi.json`, { headers: { authorization, 'if-none-match': etag } })
  t.match(again, { status: 304, bytes: { length: 0 } }, 'not sent to those who have it')
  await service.addTemplate('letter', 'letter', { name: 'Another letter' })
  const newer = await send(`${service.base}/openapi.json`, { headers: { authorization, 'if-none-match': etag } })
  t.equal(newer.status, 200, 'but when there is something new')
  t.match((await service.call('openapi.json')).bytes.toString(), '"summary":"Another letter:', 'as it is published now')

  const page = await send(`${service.url}/api/v1/docs`)
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  t.match(page.bytes.toString(), 'POST /api/v1/{org_slug}/templates/{endpoint_path}/documents')
})

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/** The references of a document that lead nowhere in it. */
function brokenReferences(description: unknown): readonly string[] {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference = '']) => reference,
  )
  return references.filter((reference) => {
    const steps = decodeURIComponent(reference).split('/').slice(1)
    const find = (value: unknown, step: string) =>
      (value as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
    return !reference.startsWith('#/') || steps.reduce(find, description) === undefined
  })
}

t.test('schemas that refer to parts of themselves', async (t) => {
  const service = await startService(t)
  const line = { type: 'object', properties: { next: { $ref: '#/$defs/line' } } }
  const schema = JSON.stringify({
    type: 'object',
    properties: { lines: { type: 'array', items: { $ref: '#/$defs/line' } }, copy: { $ref: '#/properties/lines' } },
    unevaluatedProperties: false,
    $defs: { line },
  })
  await service.addTemplate('list', 'letter', { schema })
  const { json } = await service.call('openapi.json')
  t.same(brokenReferences(json), [])
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema(json as object, 'interface')
  const validate = ajv.compile({ $ref: 'interface#/components/schemas/Data_list' })
  t.ok(validate({ lines: [{ next: { next: {} } }], copy: [], isTest: true, webhook: {} }))
  t.notOk(validate({ lines: [{ next: 1 }] }))
  t.notOk(validate({ other: 1 }))
})

t.test('schemas in another document', async (t) => {
  const embed = (schema: Parameters<typeof embedSchema>[0]) => embedSchema(schema, '#/at')
  t.same(embed({ $ref: '#' }), { $ref: '#/at' })
  t.same(embed({ anyOf: [{ not: { $ref: '#/a' } }, true] }), { anyOf: [{ not: { $ref: '#/at/a' } }, true] })
  t.same(embed({ properties: { $ref: { $ref: '#/a' } } }), { properties: { $ref: { $ref: '#/at/a' } } })
  for (const same of [
    true,
    { const: { $ref: '#/a' }, enum: [{ $ref: '#' }], default: { $ref: '#' }, required: ['$ref'] },
    { $ref: 'https://example.com/a.json#/b' },
    { $ref: '#name' },
    { $id: 'https://example.com/a.json', items: { $ref: '#/b' } },
  ]) {
    t.same(embed(same), same)
  }
})

t.test('answers are as they are described', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter', { schema: '{"type":"object","required":["name"]}' })
  await service.addTemplate('broken', 'uncompilable')
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema((await send(`${service.url}/api/v1/openapi.json`)).json as object, 'interface')
  const fits = (name: string, json: unknown) => {
    const validate = ajv.compile({ $ref: `interface#/components/schemas/${name}` })
    t.ok(validate(json), name, { found: json, errors: validate.errors })
  }
  const accepted = await service.generateLater('letter', '{"name":"Ada"}')
  fits('Acknowledgement', accepted.json)
  const completed = await service.finished((accepted.json as { request_id: string }).request_id)
  fits('Request', completed)
  fits('Request', (await service.call(`documents/${completed.document_id}`)).json)
  const failing = await service.generateLater('broken', '{}')
  fits('Request', await service.finished((failing.json as { request_id: string }).request_id))
  const batch = { documents: [{ name: 1 }, { name: 2, isTest: true }] }
  const post = { method: 'POST', headers: { 'content-type': 'application/json', 'x-debug-mode': 'true' } }
  fits(
    'BatchAcknowledgement',
    (await service.call('templates/letter/batches', { ...post, body: JSON.stringify(batch) })).json,
  )
  for (const body of ['{', '{}', '{"isTest":1}']) {
    fits('ApiError', (await service.call('templates/letter/documents', { ...post, body })).json)
  }
  fits('ApiError', (await service.call('templates/letter/documents')).json)
  fits('ApiError', (await service.call('requests/req_none')).json)
})

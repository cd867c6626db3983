import t from 'tap'
import { type Service, startService } from '../service.js'
import { addWebhook } from '../storage/store-inputs.js'
import { send } from './request.js'

const SCHEMA = '{"required":["name"],"properties":{"name":{"type":"string"}}}'

function poster(service: Service) {
  return (body: unknown, headers: Record<string, string> = {}, query = '') =>
    service.call(`documents${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
}

/** A document of the template with the path. */
const document = (template: string, data: object = { name: 'Ada' }) => ({ template, data })

t.test('several documents as one file', async (t) => {
  const service = await startService(t, {}, 20)
  await service.addTemplate('letter', 'letter', { schema: SCHEMA })
  await service.addTemplate('terms', 'terms')
  const post = poster(service)
  const used = () => service.store.reader.readUsage(service.organization.id)

  await t.test('are the answer, and count as many', async (t) => {
    const reply = await post({
      documents: [document('letter'), document('terms', {}), document('letter', { name: 'Bob' })],
    })
    t.equal(reply.status, 200)
    t.match(reply.headers, { 'content-type': 'application/pdf', 'x-request-id': /^req_/ })
    t.same(
      JSON.parse(reply.bytes.toString()).map(({ data }: { data: unknown }) => data),
      [{ name: 'Ada' }, {}, { name: 'Bob' }],
    )
    t.match(await used(), { documents: { used: 3 }, tests: { used: 0 } })
  })

  await t.test('are tests together, none of which counts when there are too many', async (t) => {
    const tests = (count: number) =>
      post({ isTest: true, documents: Array.from({ length: count }, () => document('letter')) })
    const reply = await tests(4)
    t.match(JSON.parse(reply.bytes.toString()), [{ watermark: 'TEST' }])
    const refused = await tests(7)
    t.equal(refused.status, 429)
    t.match(refused.json, { error: { code: 'test_limit_exceeded', message: /only 6 are left/ } })
    t.match(await used(), { documents: { used: 3 }, tests: { used: 4 } })
    t.match((await post({ documents: Array.from({ length: 18 }, () => document('terms')) })).json, {
      error: { code: 'monthly_limit_exceeded' },
    })
  })

  const FAULTS: readonly [name: string, body: unknown, status: number, error: Record<string, unknown>][] = [
    ['not JSON', '{', 400, { code: 'invalid_template_data' }],
    ['no list', {}, 422, { code: 'missing_required_field', field: 'documents' }],
    ['not a list', { documents: {} }, 422, { code: 'invalid_type', field: 'documents' }],
    ['an empty list', { documents: [] }, 422, { code: 'invalid_value', field: 'documents' }],
    [
      'too many',
      { documents: Array.from({ length: 1_001 }, () => document('letter')) },
      422,
      { code: 'invalid_value', field: 'documents' },
    ],
    ['another member', { documents: [document('letter')], a: 1 }, 422, { code: 'validation_failed', field: 'a' }],
    ['no object', { documents: [1] }, 422, { code: 'invalid_type', field: 'documents.0' }],
    [
      'no template',
      { documents: [{ data: {} }] },
      422,
      { code: 'missing_required_field', field: 'documents.0.template' },
    ],
    [
      'no data',
      { documents: [{ template: 'letter' }] },
      422,
      { code: 'missing_required_field', field: 'documents.0.data' },
    ],
    [
      'a template that is no name',
      { documents: [{ template: 1, data: {} }] },
      422,
      { code: 'invalid_type', field: 'documents.0.template' },
    ],
    [
      'a member that is not known',
      { documents: [{ ...document('letter'), html: '' }] },
      422,
      { code: 'validation_failed', field: 'documents.0.html' },
    ],
    [
      'a PDF that is no text',
      { documents: [document('letter'), { pdf: 1 }] },
      422,
      { code: 'invalid_type', field: 'documents.1.pdf' },
    ],
    ...['JVBE*A==', 'JVBERi0', 'JVBE=A==', 'data:application/pdf;base64,JVBERi0x', 'JVBE\nRi0x'].map(
      (pdf): (typeof FAULTS)[number] => [
        `a PDF that is not base64: ${pdf}`,
        { documents: [{ pdf }] },
        422,
        { code: 'invalid_format', field: 'documents.0.pdf' },
      ],
    ),
    [
      'a PDF with data',
      { documents: [{ pdf: 'JVBERi0x', data: {} }] },
      422,
      { code: 'validation_failed', field: 'documents.0.data' },
    ],
    [
      'a title of a PDF that is no text',
      { documents: [{ pdf: 'JVBERi0x', title: 1 }] },
      422,
      { code: 'invalid_type', field: 'documents.0.title' },
    ],
    [
      'an unknown template, before faults of data',
      { isTest: 1, documents: [document('letter', {}), document('../none')] },
      404,
      { type: 'resource_error', code: 'template_not_found', field: 'documents.1.template' },
    ],
    [
      'a special member',
      { isTest: 1, documents: [document('letter')] },
      422,
      { code: 'invalid_type', field: 'isTest' },
    ],
    [
      'data that does not fit',
      { documents: [document('letter'), document('letter', { name: 1 })] },
      422,
      { code: 'invalid_type', field: 'documents.1.data.name' },
    ],
    [
      'a number that would lose digits',
      '{"documents":[{"template":"terms","data":{"n":12345678901234567890}}]}',
      422,
      { code: 'invalid_value', field: 'documents.0.data.n' },
    ],
  ]
  for (const [name, body, status, error] of FAULTS) {
    await t.test(name, async (t) => {
      const reply = await post(body)
      t.equal(reply.status, status)
      t.match(reply.json, { error })
    })
  }

  await t.test('PDFs stand beside templates', async (t) => {
    const reply = await post({ documents: [{ pdf: 'JVBERi0x', alt: 'A plan' }, document('terms')] })
    t.match(JSON.parse(reply.bytes.toString()), [{ pdf: '%PDF-1', alt: 'A plan' }, { data: { name: 'Ada' } }])
  })

  await t.test('members of data are data, whatever they are called', async (t) => {
    const reply = await post({ documents: [document('terms', { isTest: true, webhook: 1 })] })
    t.match(JSON.parse(reply.bytes.toString()), [{ data: { isTest: true, webhook: 1 } }])
  })

  await t.test('a document that fails is named, and nothing is counted', async (t) => {
    await service.addTemplate('limit', 'limit')
    const before = await used()
    const reply = await post({ documents: [document('terms'), document('limit')] })
    t.equal(reply.status, 422)
    t.match(reply.json, { error: { code: 'render_failed', message: /^documents\.1: / } })
    t.same(await used(), before)
  })

  await t.test('only the PDF and pictures of its pages are asked for', async (t) => {
    const body = { documents: [document('terms')] }
    t.match((await post(body, {}, '?format=ubl')).json, { error: { code: 'invalid_value', field: 'format' } })
    t.match((await post(body, {}, '?profile=peppol')).json, { error: { code: 'invalid_value', field: 'profile' } })
    t.match((await post(body, { accept: 'text/html' })).json, { error: { code: 'not_acceptable' } })
    t.equal((await post(body, { accept: 'application/pdf;q=0.5, */*;q=0.1' })).status, 200)
  })

  await t.test('a repetition has the first answer', async (t) => {
    const before = await used()
    const body = { documents: [document('terms'), document('terms')] }
    const first = await post(body, { 'idempotency-key': 'once' })
    const again = await post(body, { 'idempotency-key': 'once' })
    t.same(again.bytes, first.bytes)
    t.equal((await used()).documents.used, before.documents.used + 2)
  })
})

t.test('several documents later', async (t) => {
  const service = await startService(t, {}, 20)
  await service.addTemplate('letter', 'letter')
  await service.addTemplate('terms', 'terms')
  await service.addTemplate('limit', 'limit')
  const post = poster(service)
  const { store, organization } = service
  const webhook = (name: string, changes: Parameters<typeof addWebhook>[2]) =>
    addWebhook(store, organization.id, { name, ...changes })
  const wanted = [
    await webhook('all', {}),
    await webhook('of terms', { templatePaths: ['terms'] }),
    await webhook('by pattern', { filters: { endpointPathPattern: '^lett' } }),
  ]
  await webhook('of others', { templatePaths: ['invoice'] })
  await webhook('by another pattern', { filters: { endpointPathPattern: 'several' } })
  const later = async (body: unknown) => {
    const reply = await post(body, { prefer: 'respond-async' })
    t.equal(reply.status, 202)
    return service.finished((reply.json as { request_id: string }).request_id)
  }

  const made = await later({ documents: [document('letter'), document('terms')] })
  t.match(made, { status: 'completed', template_id: 'tpl_merged', is_test: false, pages: 2 })
  const file = JSON.parse((await send(made.document_url)).bytes.toString())
  t.same(
    file.map(({ data }: { data: unknown }) => data),
    [{ name: 'Ada' }, { name: 'Ada' }],
  )
  const deliveries = await store.reader.listDeliveries({ organizationId: organization.id, limit: 100 })
  t.same(deliveries.map(({ webhookId }) => webhookId).sort(), wanted.sort())
  t.match(await store.reader.readUsage(organization.id), { documents: { used: 2 } })

  const failed = await later({ documents: [document('terms'), document('limit')] })
  t.match(failed, { status: 'failed', error: { code: 'RENDER_FAILED', message: /^documents\.1: / } })
  t.match(await store.reader.readUsage(organization.id), { documents: { used: 2 } }, 'all of it was given back')
})

t.test('several documents are a PDF for clients that accept the JSON of errors alone', async (t) => {
  const service = await startService(t)
  await service.addTemplate('terms', 'terms')
  const reply = await poster(service)({ documents: [document('terms', {})] }, { accept: 'application/json' })
  t.match(reply, { status: 200, headers: { 'content-type': 'application/pdf' } })
})

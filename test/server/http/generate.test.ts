import t from 'tap'
import { type Cases, runCases } from '../cases.js'
import type { Teardown } from '../folder.js'
import { type Service, startService } from '../service.js'
import { type Call, type Reply, send } from './request.js'

const MAX = 1_048_576

const JSON_TYPE = { 'content-type': 'application/json' }

const SCHEMA = JSON.stringify({
  type: 'object',
  required: ['email', 'customer', 'toString'],
  properties: {
    customer: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
    total: { type: 'number', minimum: 0 },
    email: { type: 'string', format: 'email' },
    items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    toString: { type: 'string' },
  },
  additionalProperties: false,
})

const VALID = { customer: { name: 'Ada' }, email: 'ada@example.com', toString: 'x' }

/** A body of so many bytes. */
const padded = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`

interface Answer {
  readonly error: { readonly debug?: unknown }
}

/** A service with templates of every kind, and two organizations. */
interface Bench {
  readonly service: Service
  readonly slug: string
  /** A key of the other organization. */
  readonly otherKey: string
  readonly authorization: string
  /** Posts to a template of the organization with its key. */
  post(template: string, body: Call['body'], headers?: Call['headers']): Promise<Reply>
}

async function openBench(t: Teardown): Promise<Bench> {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter', { pageSize: 'letter', orientation: 'landscape' })
  await service.addTemplate('invoice', 'invoice', { schema: SCHEMA })
  await service.addTemplate('broken', 'uncompilable')
  for (const name of ['bug', 'crash', 'abort', 'buffers', 'huge']) await service.addTemplate(name, name)
  const { slug } = service.organization
  const other = await service.store.createOrganization({ slug: `${slug}-other`, name: 'Other', plan: 'free' })
  const authorization = `Bearer ${service.key}`
  return {
    service,
    slug,
    otherKey: await service.addKey({ organizationId: other.id }),
    authorization,
    post: (template, body, headers) =>
      send(`${service.base}/templates/${template}/documents`, {
        method: 'POST',
        headers: { authorization, ...JSON_TYPE, ...headers },
        body: body ?? '',
      }),
  }
}

const ANSWERS: Cases<Bench> = {
  async 'answers with the PDF'(t, { post }) {
    const reply = await post('letter', '{"name":"Ada","n":[1,2]}')
    t.equal(reply.status, 200)
    t.equal(reply.headers['content-type'], 'application/pdf')
    t.equal(Number(reply.headers['content-length']), reply.bytes.length)
    t.match(reply.headers['x-request-id'], /^req_[0-9a-z]{26}$/)
    const report = JSON.parse(reply.bytes.toString())
    t.match(report, { html: 'letter', pageSize: 'letter', orientation: 'landscape', data: { name: 'Ada', n: [1, 2] } })
    t.equal(report.watermark, undefined)
  },

  async 'request ids are all different, and never the client’s'(t, { post }) {
    const ids = await Promise.all(
      ['a', 'b', 'c'].map(async () => (await post('letter', '{}', { 'x-request-id': 'mine' })).headers['x-request-id']),
    )
    t.equal(new Set(ids).size, 3)
    t.notOk(ids.includes('mine'))
  },

  async 'isTest draws the watermark'(t, { post }) {
    const test = await post('letter', '{"isTest":true,"a":1}')
    t.match(JSON.parse(test.bytes.toString()), { watermark: 'TEST', data: { a: 1 } })
    const production = await post('letter', '{"isTest":false}')
    t.equal(JSON.parse(production.bytes.toString()).watermark, undefined)
  },

  async 'Prefer values that are not supported are ignored'(t, { post }) {
    for (const prefer of ['return=minimal', 'wait=10, handling=strict']) {
      const reply = await post('letter', '{}', { prefer })
      t.equal(reply.status, 200, prefer)
      t.equal(reply.headers['preference-applied'], undefined)
    }
  },
}

/** A request that differs from one that is answered with a PDF. Headers that are undefined are not sent. */
interface WrongCall {
  readonly url?: string
  readonly template?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: Call['body']
}

type Refusal = readonly [
  name: string,
  call: WrongCall | ((bench: Bench) => WrongCall),
  status: number,
  error: Readonly<Record<string, unknown>>,
]

/** Keys and organizations: a foreign organization is not told whether a template exists. */
const KEYS: readonly Refusal[] = [
  [
    'no Authorization header',
    { headers: { authorization: undefined } },
    401,
    { type: 'authentication_error', code: 'missing_api_key' },
  ],
  ['another scheme', { headers: { authorization: 'Basic abc' } }, 401, { code: 'invalid_api_key' }],
  ['an empty token', { headers: { authorization: 'Bearer ' } }, 401, { code: 'invalid_api_key' }],
  ['a key of a wrong format', { headers: { authorization: 'Bearer sk_test_1' } }, 401, { code: 'invalid_api_key' }],
  [
    'a key that was never issued',
    { headers: { authorization: `Bearer sk_live_acme_${'x'.repeat(32)}` } },
    401,
    { code: 'invalid_api_key' },
  ],
  [
    'the key of another organization',
    ({ otherKey }) => ({ headers: { authorization: `Bearer ${otherKey}` } }),
    401,
    { code: 'unauthorized_org' },
  ],
  [
    'the same for a template that does not exist',
    ({ otherKey }) => ({ template: 'none', headers: { authorization: `Bearer ${otherKey}` } }),
    401,
    { code: 'unauthorized_org' },
  ],
  [
    'an unknown organization',
    { url: '/api/v1/nobody/templates/letter/documents' },
    404,
    { type: 'resource_error', code: 'org_not_found' },
  ],
  [
    'an organization in other letter case',
    ({ slug }) => ({ url: `/api/v1/${slug.toUpperCase()}/templates/letter/documents` }),
    404,
    { code: 'org_not_found' },
  ],
]

/** Content types and bodies that are no JSON objects. */
const BODIES: readonly Refusal[] = [
  [
    'a missing Content-Type',
    { headers: { 'content-type': undefined } },
    400,
    { type: 'validation_error', code: 'invalid_template_data' },
  ],
  ['another Content-Type', { headers: { 'content-type': 'text/json' } }, 400, { code: 'invalid_template_data' }],
  [
    'another charset',
    { headers: { 'content-type': 'application/json; charset=latin1' } },
    400,
    { code: 'invalid_template_data' },
  ],
  ['a compressed body', { headers: { 'content-encoding': 'gzip' } }, 400, { code: 'invalid_template_data' }],
  ['an empty body', { body: '' }, 400, { code: 'invalid_template_data' }],
  ['a body that is not JSON', { body: '{"a":1,}' }, 400, { code: 'invalid_template_data' }],
  ['JSON that is no object', { body: '[1]' }, 400, { code: 'invalid_template_data' }],
  [
    'bytes that are not UTF-8',
    { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
    400,
    { code: 'invalid_template_data' },
  ],
  [
    'nesting beyond 512',
    { body: `{"a":${'['.repeat(512)}${']'.repeat(512)}}` },
    400,
    { code: 'invalid_template_data' },
  ],
]

/** Templates that are not there. */
const NAMES: readonly Refusal[] = [
  ['an unknown template', { template: 'none' }, 404, { type: 'resource_error', code: 'template_not_found' }],
  ['a template in other letter case', { template: 'Letter' }, 404, { code: 'template_not_found' }],
  ['a template path that cannot be', { template: '%00' }, 404, { code: 'template_not_found' }],
]

/** Members that the service itself reads. */
const MEMBERS: readonly Refusal[] = [
  [
    'isTest that is no boolean',
    { body: '{"isTest":"true"}' },
    422,
    { type: 'validation_error', code: 'invalid_type', field: 'isTest' },
  ],
  ['isTest that is null', { body: '{"isTest":null}' }, 422, { code: 'invalid_type', field: 'isTest' }],
  ['webhook that is no object', { body: '{"webhook":"x"}' }, 422, { code: 'invalid_type', field: 'webhook' }],
  ['webhook without url', { body: '{"webhook":{}}' }, 422, { code: 'missing_required_field', field: 'webhook.url' }],
  [
    'webhook with a wrong url',
    { body: '{"webhook":{"url":"nowhere"}}' },
    422,
    {
      code: 'invalid_format',
      field: 'webhook.url',
      message: 'Field "webhook.url" must be an absolute http or https URL',
    },
  ],
  [
    'webhook retries below 0',
    { body: '{"webhook":{"url":"https://a.example","retries":-1}}' },
    422,
    { code: 'invalid_value', field: 'webhook.retries' },
  ],
]

/** Data that a template's schema does not allow. */
const DATA: readonly Refusal[] = [
  [
    'a missing field',
    { template: 'invoice', body: '{}' },
    422,
    { type: 'validation_error', code: 'missing_required_field', field: 'customer' },
  ],
  [
    'a missing inner field',
    { template: 'invoice', body: '{"customer":{}}' },
    422,
    { code: 'missing_required_field', field: 'customer.name' },
  ],
  [
    'a required field that every object inherits',
    { template: 'invoice', body: JSON.stringify({ ...VALID, toString: undefined }) },
    422,
    { code: 'missing_required_field', field: 'toString' },
  ],
  [
    'a field that is never coerced',
    { template: 'invoice', body: JSON.stringify({ ...VALID, total: '10' }) },
    422,
    { code: 'invalid_type', field: 'total' },
  ],
  [
    'a format',
    { template: 'invoice', body: JSON.stringify({ ...VALID, email: 'ada' }) },
    422,
    { code: 'invalid_format', field: 'email' },
  ],
  [
    'a value out of range',
    { template: 'invoice', body: JSON.stringify({ ...VALID, total: -1 }) },
    422,
    { code: 'invalid_value', field: 'total' },
  ],
  [
    'an item’s field',
    { template: 'invoice', body: JSON.stringify({ ...VALID, items: [{ name: 'a' }, { name: 2 }] }) },
    422,
    { code: 'invalid_type', field: 'items.1.name' },
  ],
  [
    'a forbidden field',
    { template: 'invoice', body: JSON.stringify({ ...VALID, more: 1 }) },
    422,
    { code: 'validation_failed', field: 'more' },
  ],
]

/** Templates that cannot be rendered. */
const RENDERING: readonly Refusal[] = [
  [
    'a template that does not compile',
    { template: 'broken' },
    422,
    { type: 'generation_error', code: 'render_failed', message: /^template\.html:12:5: / },
  ],
  ['a PDF that is too large', { template: 'huge' }, 422, { type: 'generation_error', code: 'document_too_large' }],
  ['a bug', { template: 'bug' }, 500, { type: 'api_error', code: 'internal_error' }],
  ['an abort of V8', { template: 'abort' }, 422, { type: 'generation_error', code: 'render_failed' }],
  ['too much memory', { template: 'buffers' }, 422, { code: 'render_failed', message: /the 1,024 MB of memory/ }],
  ['a crash', { template: 'crash' }, 422, { type: 'generation_error', code: 'render_failed' }],
]

const ROUTES: readonly Refusal[] = [
  ['an unknown route', { url: '/api/v2/acme' }, 404, { type: 'resource_error', code: 'not_found' }],
  [
    'a slash too many',
    ({ slug }) => ({ url: `/api/v1/${slug}/templates/letter/documents/` }),
    404,
    { code: 'not_found' },
  ],
]

const REFUSALS: Cases<Bench> = Object.fromEntries(
  [...KEYS, ...BODIES, ...NAMES, ...MEMBERS, ...DATA, ...RENDERING, ...ROUTES].map(([name, call, status, error]) => [
    `${status} for ${name}`,
    async (t, bench) => {
      const reply = await sendWrong(bench, typeof call === 'function' ? call(bench) : call)
      t.equal(reply.status, status)
      t.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
      t.match(reply.headers['x-request-id'], /^req_/)
      t.match(reply.json, { error })
      t.same(
        Object.keys((reply.json as Answer).error).sort(),
        ['message', 'type', 'code', ...('field' in error ? ['field'] : [])].sort(),
        'exactly the specified members',
      )
      if (status === 401) t.equal(reply.headers['www-authenticate'], 'Bearer')
      t.notMatch(reply.bytes.toString(), /secret|\.js|sk_live_[0-9a-z]+_/, 'nothing of the inside')
    },
  ]),
)

function sendWrong(
  { service, authorization }: Bench,
  { url, template = 'letter', headers, body = '{}' }: WrongCall,
): Promise<Reply> {
  const sent = Object.entries({ authorization, ...JSON_TYPE, ...headers }).filter(([, value]) => value !== undefined)
  return send(url === undefined ? `${service.base}/templates/${template}/documents` : `${service.url}${url}`, {
    method: 'POST',
    headers: Object.fromEntries(sent),
    body,
  })
}

const AFTERWARDS: Cases<Bench> = {
  async 'an unknown error is in the log under its request id'(t, { service, post }) {
    const reply = await post('bug', '{}')
    const id = String(reply.headers['x-request-id'])
    const line = await service.process.logged((line) => line.includes('"msg":"request"') && line.includes(id))
    t.match(line, 'a bug with a secret')
    t.notOk(
      service.process.logs.some((line) => line.includes(service.key)),
      'no key is in any log line',
    )
  },

  async 'the service lives on after crashes'(t, { post }) {
    t.equal((await post('letter', '{}')).status, 200)
  },

  async 'content types that are right'(t, { post }) {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json; charset=Utf-8; x=1',
      'application/json ;',
    ]) {
      t.equal((await post('letter', '{}', { 'content-type': type })).status, 200, type)
    }
    t.equal((await post('letter', '{}', { 'content-encoding': 'identity' })).status, 200, 'no compression, said aloud')
  },

  async 'a byte order mark is skipped'(t, { post }) {
    t.equal((await post('letter', '\ufeff{}')).status, 200)
  },

  async 'a member called __proto__ is harmless'(t, { post }) {
    const reply = await post('letter', '{"__proto__":{"polluted":1},"isTest":false}')
    t.equal(reply.status, 200)
    t.equal(Object.hasOwn(JSON.parse(reply.bytes.toString()).data, '__proto__'), true, 'it stays an own member')
  },

  async 'the first fault in the order of checks decides'(t, { service, slug, otherKey, authorization }) {
    const huge = padded(MAX + 1)
    const revoked = await service.addKey()
    const keys = await service.store.reader.listKeys(service.organization.id)
    const last = keys.at(-1)
    if (last) await service.store.revokeKey(last.id)
    const STEPS: readonly [call: Call & { url?: string }, code: string][] = [
      [{ method: 'GET', headers: {}, body: '' }, 'method_not_allowed'],
      [{ headers: {}, body: huge }, 'missing_api_key'],
      [{ headers: { authorization: 'Bearer x' }, body: huge }, 'invalid_api_key'],
      [
        { url: '/api/v1/nobody/templates/none/documents', headers: { authorization: `Bearer ${revoked}` }, body: huge },
        'expired_api_key',
      ],
      [{ url: '/api/v1/nobody/templates/none/documents', headers: { authorization }, body: huge }, 'org_not_found'],
      [{ headers: { authorization: `Bearer ${otherKey}` }, body: huge }, 'unauthorized_org'],
      [{ headers: { authorization, 'content-type': 'text/plain' }, body: huge }, 'invalid_template_data'],
      [{ headers: { authorization, ...JSON_TYPE }, body: huge }, 'payload_too_large'],
      [{ headers: { authorization, ...JSON_TYPE }, body: '{' }, 'invalid_template_data'],
      [{ headers: { authorization, ...JSON_TYPE }, body: '{"isTest":1}' }, 'template_not_found'],
      [
        {
          url: `/api/v1/${slug}/templates/invoice/documents`,
          headers: { authorization, ...JSON_TYPE },
          body: '{"webhook":1,"isTest":1}',
        },
        'invalid_type',
      ],
      [
        { url: `/api/v1/${slug}/templates/invoice/documents`, headers: { authorization, ...JSON_TYPE }, body: '{}' },
        'missing_required_field',
      ],
    ]
    for (const [{ url = `/api/v1/${slug}/templates/none/documents`, ...call }, code] of STEPS) {
      const reply = await send(`${service.url}${url}`, { method: 'POST', ...call })
      t.match(reply.json, { error: { code } }, code)
    }
  },

  async 'debug mode tells names, never values'(t, { otherKey, post }) {
    const body = JSON.stringify({ customer: { name: 'Private Person' }, total: 'hidden', other: 1 })
    const reply = await post('invoice', body, { 'x-debug-mode': 'true' })
    t.match(reply.json, {
      error: {
        code: 'invalid_type',
        field: 'total',
        debug: {
          schema_errors: [
            'Field "total" must be of type number',
            'Missing required field: email',
            'Missing required field: toString',
            'Field "other" is not allowed',
          ],
          received_fields: ['customer', 'total', 'other'],
          expected_fields: ['customer', 'total', 'email', 'items', 'toString'],
        },
      },
    })
    t.notMatch(reply.bytes.toString(), /Private|hidden/)
    const empty = { schema_errors: [], received_fields: [], expected_fields: [] }
    t.same(((await post('none', '{}', { 'x-debug-mode': 'true' })).json as Answer).error.debug, empty)
    const foreign = await post('invoice', '{}', { 'x-debug-mode': 'true', authorization: `Bearer ${otherKey}` })
    t.same((foreign.json as Answer).error.debug, empty)
    t.equal(((await post('none', '{}', { 'x-debug-mode': 'false' })).json as Answer).error.debug, undefined)
  },
}

t.test('POST …/documents', async (t) => {
  await runCases(t, await openBench(t), { ...ANSWERS, ...REFUSALS, ...AFTERWARDS })
})

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { describeInterface } from '../../../server/api/openapi-document.js'
import { ROUTES } from '../../../server/api/routes.js'
import { TAGS } from '../../../server/http/operation.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

const LINT = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')

/** What generators of clients read of an operation. */
interface Described {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema?: object }>>

const address = 'https://documents.acme.io'
const everybodys = describeInterface(ROUTES, address)
const own = describeInterface(ROUTES, address, {
  slug: 'acme',
  templates: [
    { endpointPath: 'letter', name: 'A letter', schema: { type: 'object', additionalProperties: false } },
    { endpointPath: 'note', name: 'A note', schema: undefined },
  ],
})

/** The operations and events of a document. */
function operationsOf(document: typeof everybodys): readonly (readonly [string, Described])[] {
  const { paths, webhooks } = document as unknown as Record<string, Record<string, Record<string, Described>>>
  return Object.entries({ ...paths, ...webhooks }).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )
}

t.test('every operation and every event has a tag that is described, and an id of its own', async (t) => {
  for (const document of [everybodys, own]) {
    const operations = operationsOf(document)
    for (const [name, { operationId, tags }] of operations) {
      t.match(operationId, /^[a-z][A-Za-z]+(_\w+)?$/, name)
      t.equal(tags?.length, 1, name)
      for (const tag of tags ?? []) t.ok(Object.hasOwn(TAGS, tag), `${name}: ${tag}`)
    }
    const ids = operations.map(([, { operationId }]) => operationId?.toLowerCase())
    t.equal(new Set(ids).size, ids.length, 'some languages see no letter case')
  }
})

t.test('files have the schema that generators take for bytes', async (t) => {
  for (const [name, { requestBody, responses }] of operationsOf(everybodys)) {
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      for (const [type, { schema }] of Object.entries(content)) {
        if (type !== 'application/json') t.same(schema, { type: 'string', format: 'binary' }, `${name} ${type}`)
      }
    }
  }
})

t.test('an operation answers with files or with JSON, but for the one that is specified with both', async (t) => {
  const mixed = operationsOf(everybodys).filter(([, { responses }]) => {
    const types = Object.entries(responses).flatMap(([status, { content = {} }]) =>
      status.startsWith('2') ? Object.keys(content) : [],
    )
    return types.includes('application/json') && types.some((type) => type !== 'application/json')
  })
  // Both have a counterpart that is always asynchronous.
  t.same(
    mixed.map(([, { operationId }]) => operationId),
    ['generate', 'generateMerged'],
  )
})

/** Words that languages of generated clients keep to themselves, or have types of this name for. */
const TAKEN = new Set(
  (
    'abstract any async await boolean break case catch class const continue default del delete do double elif else enum ' +
    'error except export extends false final finally float for from func function global go if implements import in ' +
    'instanceof int interface internal is lambda let list lock long map module namespace native new nil none nonlocal ' +
    'not null object or package partial pass private protected public raise range record return select set short ' +
    'static string struct super switch symbol synchronized this throw throws transient true try type typeof union ' +
    'using var void volatile while with yield'
  ).split(' '),
)

t.test('no schema and no operation is named like a word of a language', async (t) => {
  const { schemas } = everybodys.components as { readonly schemas: object }
  const ids = operationsOf(everybodys).map(([, { operationId = '' }]) => operationId)
  t.same(
    [...Object.keys(schemas), ...ids].filter((name) => TAKEN.has(name.toLowerCase())),
    [],
  )
})

t.test('a value is of one schema, or null', async (t) => {
  JSON.stringify(everybodys, (keyword, value: unknown) => {
    if (keyword === 'type' && Array.isArray(value)) {
      t.same(value.slice(1), ['null'], 'generators fail at a value of two types')
    }
    if (keyword !== 'oneOf' && keyword !== 'anyOf') return value
    t.match(value, [{}, { type: 'null' }], 'generated clients cannot tell schemas that overlap')
    t.equal((value as readonly object[]).length, 2)
    return value
  })
})

t.test('a linter finds nothing', async (t) => {
  const folder = t.testdir({})
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const files = Object.entries({ everybodys, own }).map(([name, document]) => {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(document))
    return file
  })
  const words = [LINT, 'lint', '--extends', 'recommended-strict', '--format', 'stylish', ...files]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env, cwd: folder })
  t.equal(status, 0, stdout + stderr)
})

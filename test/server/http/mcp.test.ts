import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import t, { type Test } from 'tap'
import { MAIN } from '../../cli/platen.js'
import { locationSettings, type Service, startService } from '../service.js'
import { send } from './request.js'

const LETTER = '<style>p { margin: 10px }</style><p>Dear {{name}}</p>'

const MODERN = 'auto'
const OF_2025 = 'legacy'

/** An assistant that is connected to the service with a key. */
async function connect(t: Test, { url }: Service, key: string, mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'assistant', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  t.teardown(() => client.close())
  return client
}

type Answer = Awaited<ReturnType<Client['callTool']>>

function textOf({ content }: Answer): string {
  const [first] = content
  return first?.type === 'text' ? first.text : ''
}

for (const mode of [MODERN, OF_2025] as const) {
  t.test(`an assistant of ${mode === MODERN ? '2026' : '2025'} lists, reads, checks, renders and saves`, async (t) => {
    const service = await startService(t)
    await service.addTemplate('letter', LETTER, { sample: '{"name":"Ada"}' })
    const assistant = await connect(t, service, await service.addKey({ scopes: ['manage'] }), mode)
    const call = (name: string, args: Record<string, unknown>) => assistant.callTool({ name, arguments: args })
    const { tools } = await assistant.listTools()
    t.same(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      [
        ['list_templates', true],
        ['get_template', true],
        ['check_template', true],
        ['render_page', true],
        ['save_draft', false],
        ['explain_diagnostic', true],
      ],
    )
    t.match((await call('list_templates', {})).structuredContent, {
      templates: [{ path: 'letter', version: 1, page_size: 'a4' }],
    })
    const read = (await call('get_template', { path: 'letter' })).structuredContent
    t.match(read, { revision: 0, is_published: true })
    t.match(JSON.stringify(read), 'Dear {{name}}')

    const edits = { 'template.html': '<style>p { colour: red }</style>\n<p>Hello {{name}}</p>' }
    t.match((await call('check_template', { path: 'letter', files: edits })).structuredContent, {
      ok: true,
      pages: 1,
      diagnostics: [{ code: 'unknown-property', file: 'template.html', line: 1 }],
    })
    const page = await call('render_page', { path: 'letter', files: edits, data: { name: 'Grace' }, width: 200 })
    t.match(textOf(page), '"pages":1')
    t.match(JSON.stringify(page.content), 'text 0,0 ', 'places of texts')
    t.match(JSON.stringify(page.content), 'Hello Grace')
    const image = page.content.at(-1)
    t.equal(image?.type === 'image' && Buffer.from(image.data, 'base64').subarray(1, 4).toString(), 'PNG')

    t.match((await call('save_draft', { path: 'letter', files: edits, revision: 0 })).structuredContent, {
      revision: 1,
    })
    const stale = await call('save_draft', { path: 'letter', files: edits, revision: 0 })
    t.equal(stale.isError, true)
    t.match(textOf(stale), 'has changed the draft meanwhile')
    t.match(await service.store.reader.findDraft(service.organization.id, 'letter'), {
      html: edits['template.html'],
      publishedVersion: 1,
      isPublished: false,
    })
    t.match((await call('save_draft', { path: 'note', files: { 'template.html': '<p>x' } })).structuredContent, {
      is_new: true,
    })
    t.match((await call('explain_diagnostic', { code: 'unknown-property' })).structuredContent, {
      code: 'unknown-property',
      example: /./,
    })
  })
}

t.test('an assistant reads the guides', async (t) => {
  const service = await startService(t)
  const assistant = await connect(t, service, await service.addKey({ scopes: ['manage'] }), MODERN)
  const { resources } = await assistant.listResources()
  for (const { uri } of resources) {
    const { contents } = await assistant.readResource({ uri })
    t.match(contents, [{ uri, mimeType: 'text/markdown', text: /^# / }])
  }
  t.ok(resources.some(({ uri }) => uri === 'platen://docs/reference'))
})

t.test('what cannot be done is told to the assistant', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', LETTER)
  const assistant = await connect(t, service, await service.addKey({ scopes: ['manage'] }), MODERN)
  const faults: readonly (readonly [tool: string, args: Record<string, unknown>, message: string])[] = [
    ['get_template', { path: 'none' }, 'there is no template "none"'],
    ['get_template', { path: 'letter', file: 'a.css' }, 'there is no file "a.css"'],
    ['check_template', { path: 'letter', files: { '../x.css': 'p {}' } }, '../x.css'],
    ['check_template', { path: 'letter', files: { 'x.css': null } }, 'there is no file "x.css" to be taken away'],
    ['check_template', { path: 'letter', files: { 'template.json': '{' } }, 'template.json:1:2'],
    ['render_page', { path: 'letter', page: 2 }, 'the document has 1 page'],
    ['render_page', { path: 'letter', page: 0 }, 'page'],
    ['render_page', { path: 'letter', files: { 'template.html': '{{#each items}}x' } }, '"ok":false'],
    ['save_draft', { path: 'a b', files: { 'template.html': 'x' } }, 'a path has letters'],
    ['save_draft', { path: 'letter', files: { 'template.html': 'x' } }, 'letter'],
    ['explain_diagnostic', { code: 'none' }, 'there is no code "none"'],
    ['list_templates', { all: true }, 'must NOT have additional properties'],
  ]
  for (const [name, args, message] of faults) {
    const answer = await assistant.callTool({ name, arguments: args })
    t.equal(answer.isError, true, name)
    t.match(textOf(answer), message)
  }
})

t.test('only keys of managers, from pages of this machine or the service, reach the protocol', async (t) => {
  const service = await startService(t)
  const post = (headers: Record<string, string>, body = '{}') =>
    send(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body,
    })
  const key = await service.addKey({ scopes: ['manage'] })
  const withKey = { Authorization: `Bearer ${key}` }
  t.match(await post({}), { status: 401, json: { error: { code: 'missing_api_key' } } })
  t.match(await post({ Authorization: `Bearer ${service.key}` }), {
    status: 403,
    json: { error: { code: 'insufficient_scope' } },
  })
  t.match(await post({ ...withKey, Origin: 'https://evil.example' }), {
    status: 403,
    json: { error: { code: 'origin_not_allowed' } },
  })
  t.match(await post({ ...withKey, Origin: 'null' }), { status: 403 })
  t.not((await post({ ...withKey, Origin: 'http://localhost:5173' })).status, 403)
  t.match(await post(withKey, '{'), { status: 400, json: { error: { code: 'invalid_template_data' } } })
  const get = await send(`${service.url}/mcp`, { headers: withKey })
  t.match(get, { status: 405, headers: { allow: /POST/ } })
})

t.test('an assistant works over standard input and output, and ends with it', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', LETTER, { sample: '{"name":"Ada"}' })
  const settings = Object.entries(locationSettings(service)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', '--org', service.organization.slug],
    env: Object.fromEntries(settings),
  })
  const client = new Client({ name: 'assistant', version: '1.0.0' }, { versionNegotiation: { mode: MODERN } })
  await client.connect(transport)
  const answer = await client.callTool({ name: 'check_template', arguments: { path: 'letter' } })
  t.match(answer.structuredContent, { ok: true, pages: 1, diagnostics: [] })
  await client.close()
})

import { connect } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder } from '../folder.js'
import { reached, type Service, startOwnService, startService } from '../service.js'
import { startReceiver } from '../webhooks/receiver.js'
import { ANYWHERE, equip } from '../webhooks/webhook-service.js'
import { open } from './raw-request.js'
import { send } from './request.js'

/** The line of the request whose answer has this id, or that matches. */
async function lineOf(service: Service, mark: string): Promise<Record<string, unknown>> {
  return JSON.parse(await service.process.logged((line) => line.includes(mark) && line.includes('"msg":"request"')))
}

t.test('the line of a request says whose it is, and nothing that it holds', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const { headers } = await service.generate('letter', '{"name":"told to nobody"}')
  const [key] = await service.store.reader.listKeys(service.organization.id)
  const line = await lineOf(service, String(headers['x-request-id']))
  t.match(line, {
    level: 30,
    status: 200,
    method: 'POST',
    address: '127.0.0.1',
    organization_id: service.organization.id,
    key_id: key?.id,
    key: key?.display,
    template: 'letter',
  })
  const refused = await service.generate('letter', '[]')
  t.match(await lineOf(service, String(refused.headers['x-request-id'])), {
    status: 400,
    code: 'invalid_template_data',
  })
  const said = service.process.logs.join('\n')
  t.notMatch(said, service.key)
  t.notMatch(said, 'told to nobody')
})

t.test('an address that is refused is in the log', async (t) => {
  const service = await startService(t)
  const key = await service.addKey({ allowIps: ['192.0.2.1'] })
  const { status, headers } = await service.generate('letter', '{}', key)
  t.equal(status, 401)
  t.match(await lineOf(service, String(headers['x-request-id'])), {
    status: 401,
    code: 'unauthorized',
    address: '127.0.0.1',
    organization_id: service.organization.id,
    key_id: /^key_/,
  })
})

t.test('probes leave no line', async (t) => {
  const service = await startOwnService(t)
  for (const path of ['readyz', 'healthz', 'metrics']) await send(`${service.url}/${path}`)
  await send(`${service.url}/nowhere`)
  await lineOf(service, '/nowhere')
  t.notMatch(service.process.logs.join('\n'), /readyz|healthz|"path":"\/metrics/)
})

t.test('an asynchronous document that fails leaves a line', async (t) => {
  const service = await startService(t)
  await service.addTemplate('broken', 'uncompilable')
  const { json } = await service.generateLater('broken', '{}')
  const { request_id: id } = json as { request_id: string }
  const line = await service.process.logged((line) => line.includes('a document has failed') && line.includes(id))
  t.match(JSON.parse(line), {
    level: 40,
    request_id: id,
    organization_id: service.organization.id,
    key_id: /^key_/,
    template: 'broken',
    code: 'RENDER_FAILED',
  })
})

t.test('a client that goes away has a status and a count of its own', async (t) => {
  const service = await startOwnService(t)
  await service.addTemplate('gate', 'gate')
  const gate = join(makeFolder(t), 'never')
  const body = JSON.stringify({ gate })
  const client = await open(service.url)
  const path = `${new URL(service.base).pathname}/templates/gate/documents`
  client.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await reached(gate)
  client.destroy()
  t.match(await lineOf(service, '"template":"gate"'), { level: 30, status: 499, aborted: true })
  const metrics = (await send(`${service.url}/metrics`)).bytes.toString()
  t.match(metrics, /^platen_http_requests_aborted_total\{route="[^"]+documents"\} 1$/m)
  t.notMatch(metrics, /documents",status="404"/)
})

t.test('a download whose client closes the connection with its last byte is complete', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const { json } = await service.generateLater('letter', `{"text":"${'x'.repeat(300_000)}"}`)
  const { document_url } = await service.finished((json as { request_id: string }).request_id)
  const { pathname, search, hostname, port } = new URL(document_url)
  const downloads = 40
  for (let count = 0; count < downloads; count++) {
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${pathname}${search} HTTP/1.0\r\nHost: a\r\n\r\n`)
    let received = Buffer.alloc(0)
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk as Buffer])
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, head))?.[1])
      if (head > 0 && received.length >= head + 4 + length) break
    }
    socket.destroy()
  }
  const isDownload = (line: string) => line.includes('"msg":"request"') && line.includes(pathname)
  let lines: readonly string[] = []
  await service.process.logged(() => {
    lines = service.process.logs.filter(isDownload)
    return lines.length === downloads
  })
  t.same([...new Set(lines.map((line) => JSON.parse(line).status))], [200])
  t.notMatch(service.process.logs.join('\n'), /broke off|Premature/)
})

t.test('trace has every step of a request, its document and its deliveries, and nothing that they hold', async (t) => {
  const options = { logLevel: 'trace', webhooks: ANYWHERE } as const
  const service = await equip(await startOwnService(t, options))
  const receiver = await startReceiver(t)
  const { secret } = await service.addWebhook(`${receiver.url}/hook`)
  const now = await service.generate('letter', '{"name":"told to nobody"}')
  const { json } = await service.generateLater('letter', '{"name":"told to nobody"}')
  const { request_id: later } = json as { request_id: string }
  await receiver.until('/hook', 1)
  await service.process.logged((line) => line.includes('a result was saved') && line.includes(later))
  const lines = service.process.logs.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  const stepsOf = (id: unknown) =>
    lines.filter(({ msg, request_id }) => msg === 'a step of a request' && request_id === id).map(({ step }) => step)
  t.same(stepsOf(now.headers['x-request-id']), ['authenticated', 'received', 'checked', 'counted', 'begun', 'rendered'])
  t.same(stepsOf(later), ['authenticated', 'received', 'checked', 'saved'])
  const traced = new Set(lines.filter(({ level }) => level === 10).map(({ msg }) => msg))
  t.same(
    [...traced].sort(),
    [
      'a delivery was taken',
      'a job was left',
      'a job was taken',
      'a queue was looked at',
      'a result was saved',
      'a step of a request',
    ],
    'these are in the table of server/docs/operations.md',
  )
  const said = service.process.logs.join('\n')
  for (const hidden of ['told to nobody', service.key, secret, receiver.url]) t.notMatch(said, hidden)
})

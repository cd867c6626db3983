import { once } from 'node:events'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runTool } from '../../engine/pdf/pdf-tools.js'
import { currentEngine } from '../engines.js'
import { makeFolder } from '../folder.js'
import { reached, startOwnService, startService } from '../service.js'
import { until } from '../until.js'
import { send, whenThereIsRoom } from './request.js'

const JSON_TYPE = { 'content-type': 'application/json' }

t.test('allow lists of keys', async (t) => {
  const service = await startService(t, { trustedProxies: 1 })
  await service.addTemplate('letter', 'letter')
  const near = await service.addKey({ allowIps: ['127.0.0.0/8'] })
  const far = await service.addKey({ allowIps: ['203.0.113.7', '2001:db8::/32'] })
  const call = (key: string, forwarded?: string) =>
    send(`${service.base}/templates/letter/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...JSON_TYPE, ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
      body: '{}',
    })
  t.equal((await call(near)).status, 200)
  t.match((await call(far)).json, { error: { type: 'authentication_error', code: 'unauthorized' } })
  t.equal((await call(far, '203.0.113.7')).status, 200, 'as the proxy says')
  t.equal((await call(far, '2001:db8::5')).status, 200, 'IPv6')
  t.equal((await call(far, '203.0.113.7, 198.51.100.1')).status, 401, 'what the client claims does not count')
})

t.test('documents are what the settings of their template say, and passwords come with requests', async (t) => {
  const service = await startService(t, { engine: true })
  const settings = JSON.stringify({
    forms: true,
    attachments: [{ from: '{{files}}' }],
    encryption: { userPassword: '{{pin}}', permissions: ['print'] },
  })
  await service.addTemplate('form', '<p>{{name}}<input name=a aria-label=A>', { settings })
  const data = { name: 'Ada', pin: 'sesame-4711', files: [{ name: 'a.csv', text: 'a;b' }] }
  const { status, bytes } = await service.generate('form', JSON.stringify(data))
  t.equal(status, 200)
  const folder = makeFolder(t)
  const qpdf = (pdf: Uint8Array, ...args: string[]) => {
    writeFileSync(join(folder, 'form.pdf'), pdf)
    return runTool('qpdf', [...args, join(folder, 'form.pdf')], pdf)
  }
  const opened = qpdf(bytes, '--password=sesame-4711', '--list-attachments')
  if (opened) t.match(opened, { status: 0, output: /a\.csv/ })
  const closed = qpdf(bytes, '--check')
  if (closed) t.match(closed.output, /invalid password/)
  const missing = await service.generate('form', '{"name":"Ada"}')
  t.equal(missing.status, 422)
  t.match(missing.json, {
    error: {
      type: 'generation_error',
      code: 'render_failed',
      message: /the data must have a password, a text, at pin$/,
    },
  })
  const weak = await service.generate('form', JSON.stringify({ ...data, pin: `sesame-4711${'x'.repeat(127)}` }))
  t.equal(weak.status, 422)
  const later = await service.generateLater('form', JSON.stringify(data))
  const { document_url } = await service.finished((later.json as { request_id: string }).request_id)
  const kept = await send(document_url)
  t.equal(kept.status, 200)
  const reopened = qpdf(kept.bytes, '--password=sesame-4711', '--check')
  if (reopened) t.match(reopened.output, /No syntax or stream encoding errors/)
  for (const told of [service.process.logs.join(), missing.bytes.toString(), weak.bytes.toString()])
    t.notMatch(told, 'sesame')
})

t.test('a document beyond the time limit', async (t) => {
  const service = await startService(t, { syncTimeoutMs: 5000 })
  await service.addTemplate('gate', 'gate')
  await service.addTemplate('letter', 'letter')
  const never = JSON.stringify({ gate: join(makeFolder(t), 'never') })
  const reply = await whenThereIsRoom(() => service.generate('gate', never))
  t.equal(reply.status, 500)
  t.match(reply.headers['retry-after'], /^\d+$/, 'whatever is our fault says when to come again')
  t.match(reply.json, { error: { type: 'generation_error', code: 'render_timeout' } })
  t.equal((await whenThereIsRoom(() => service.generate('letter', '{}'))).status, 200, 'the next one works')
})

t.test('a document that waited too long and never began is not too slow: there was no room for it', async (t) => {
  const service = await startOwnService(t, { syncTimeoutMs: 2_000 })
  await service.addTemplate('gate', 'gate')
  await service.addTemplate('letter', 'letter')
  const gate = join(makeFolder(t), 'open')
  // Of two renderers one organization has one at a time.
  const later = await service.generateLater('gate', JSON.stringify({ gate }))
  await reached(gate)
  const reply = await service.generate('letter', '{}')
  t.equal(reply.status, 503)
  t.match(reply.json, { error: { type: 'service_unavailable', code: 'service_unavailable', retry_after: 1 } })
  t.equal(reply.headers['retry-after'], '1')
  writeFileSync(gate, '')
  t.equal((await service.finished((later.json as { request_id: string }).request_id)).status, 'completed')
})

t.test('stopping', async (t) => {
  const service = await startOwnService(t)
  await service.addTemplate('letter', 'letter')
  t.equal((await service.generate('letter', '{}')).status, 200)
  t.equal(await service.process.end('SIGTERM'), 0)
  const [key] = await service.store.reader.listKeys(service.organization.id)
  t.ok(
    (key?.lastUsedAt ?? 0) >= service.organization.createdAt,
    'when the key was used last is saved at the latest now',
  )
  await t.rejects(service.generate('letter', '{}'), { code: 'ECONNREFUSED' })
  const again = await startOwnService(t, {}, service)
  t.ok(await again.store.findOrganization(service.organization.slug), 'the data is still there')
})

t.test('a service that is to stop serves requests for as long as others take to notice', async (t) => {
  const service = await startOwnService(t, { drainMs: 20_000 })
  await service.addTemplate('letter', 'letter')
  const ended = service.process.end('SIGTERM')
  await until(async () => (await send(`${service.url}/readyz`)).status === 503)
  t.match((await send(`${service.url}/readyz`)).json, { error: { message: 'The service is shutting down' } })
  t.equal((await service.generate('letter', '{}')).status, 200)
  t.equal((await service.generateLater('letter', '{}')).status, 202)
  service.process.process.kill('SIGTERM')
  t.equal(await ended, 'SIGTERM', 'who cannot wait signals twice')
})

t.test('a terminal that is closed stops the service as every other signal does', async (t) => {
  const service = await startOwnService(t)
  t.equal(await service.process.end('SIGHUP'), 0)
  t.match(service.process.logs.at(-1), /"msg":"stopped"/)
})

t.test('stopping while a document is rendered', async (t) => {
  const service = await startOwnService(t)
  await service.addTemplate('gate', 'gate')
  const gate = join(makeFolder(t), 'open')
  const running = service.generate('gate', JSON.stringify({ gate }))
  await reached(gate)
  const ended = service.process.end('SIGTERM')
  // It listens no more from the moment on in which it has begun to stop.
  await until(async () => !(await isListening(service.url)))
  writeFileSync(gate, '')
  const reply = await running
  t.equal(reply.status, 200)
  t.equal(reply.headers.connection, 'close')
  t.equal(await ended, 0)
})

t.test('stopping while documents take longer than anybody waits', async (t) => {
  const service = await startOwnService(t, { workers: 2 })
  await service.addTemplate('gate', 'gate')
  const gates = [join(makeFolder(t), 'never'), join(makeFolder(t), 'never')]
  const [synchronous, later] = gates.map((gate) => JSON.stringify({ gate }))
  const waiting = service.generate('gate', synchronous ?? '')
  const accepted = await service.generateLater('gate', later ?? '')
  for (const gate of gates) await reached(gate)
  t.equal(await service.process.end('SIGTERM'), 0, 'it ends nevertheless')
  t.match(
    await waiting,
    {
      status: 503,
      json: { error: { code: 'service_unavailable' } },
      headers: { 'retry-after': '5', connection: 'close' },
    },
    'who waits for a document learns that there will be none',
  )
  const { documents } = await service.store.reader.readUsage(service.organization.id)
  t.equal(documents.used, 1, 'and it does not count')
  const { request_id: requestId } = accepted.json as { readonly request_id: string }
  t.match(
    await service.store.findRequest(service.organization.id, requestId),
    { outcome: { status: 'queued' } },
    'what nobody waits for is made later',
  )
})

t.test('a server whose data directory is deleted and made anew says so and ends', async (t) => {
  if (currentEngine().name !== 'SQLite') {
    t.pass('the data is elsewhere')
    return
  }
  const service = await startOwnService(t)
  await service.addTemplate('letter', 'letter')
  t.equal((await service.generateLater('letter', '{}')).status, 202)
  renameSync(service.dataDir, `${service.dataDir}-gone`)
  mkdirSync(service.dataDir)
  const [status] = await once(service.process.process, 'exit')
  t.equal(status, 1)
  t.match(
    await service.process.logged((line) => line.includes('"level":60')),
    /the store has failed|was deleted or replaced/,
  )
})

function isListening(url: string): Promise<boolean> {
  return send(`${url}/healthz`).then(
    () => true,
    () => false,
  )
}

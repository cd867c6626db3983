import t from 'tap'
import { readConfig } from '../../../server/config.js'
import { issueKey } from '../../../server/http/api-key.js'
import { startServer } from '../../../server/main.js'
import { currentEngine } from '../engines.js'
import { startOwnService, startService } from '../service.js'
import { sendRaw } from './raw-request.js'
import { send } from './request.js'

t.test('health, readiness, metrics', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  t.equal((await service.generate('letter', '{"secret":"told to nobody"}')).status, 200)
  await service.generate('none', '{}')
  t.match((await send(`${service.url}/healthz`)).json, { status: 'ok' })
  t.match((await send(`${service.url}/readyz`)).json, { status: 'ready' })
  const metrics = (await send(`${service.url}/metrics`)).bytes.toString()
  t.match(metrics, 'platen_documents_total{mode="sync",outcome="completed"} 1')
  t.match(metrics, 'platen_documents_waiting 0')
  t.match(
    metrics,
    'platen_http_request_duration_seconds_count{method="POST",route="/api/v1/:org_slug/templates/:endpoint_path/documents",status="404"} 1',
  )
  await service.process.logged((line) => line.includes('"status":404'))
  const said = `${metrics}${service.process.logs.join('')}`
  t.notMatch(said, service.key, 'neither metrics nor logs tell keys')
  t.notMatch(said, 'told to nobody', 'or data')
})

t.test('metrics at an address of their own', async (t) => {
  const service = await startOwnService(t, { metrics: '127.0.0.1:0' })
  const line = await service.process.logged((line) => line.includes('"msg":"metrics"'))
  const { url }: { url: string } = JSON.parse(line)
  const metrics = await send(url)
  t.equal(metrics.status, 200)
  t.match(metrics.bytes.toString(), 'platen_documents_waiting 0')
  t.match(metrics.headers, { 'x-content-type-options': 'nosniff', 'content-type': /^text\/plain/ })
  t.match((await send(new URL('/healthz', url).href)).json, { error: { code: 'not_found' } }, 'and nothing else')
  t.match((await send(`${service.url}/metrics`)).json, { error: { code: 'not_found' } }, 'are not with the interface')
})

t.test('metrics that are off', async (t) => {
  const service = await startOwnService(t, { metrics: 'off' })
  t.match((await send(`${service.url}/metrics`)).json, { error: { code: 'not_found' } })
})

t.test('every answer forbids browsers to guess its type', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const { request_id: id } = (await service.generateLater('letter', '{}')).json as { request_id: string }
  const { document_url } = await service.finished(id)
  const replies = [
    await service.generate('letter', '{}'),
    await service.generate('letter', '{'),
    await service.generate('letter', '{}', 'none'),
    await service.generateLater('letter', '{}'),
    await service.call(`requests/${id}`),
    await send(document_url),
    await send(document_url, { method: 'HEAD' }),
    await send(service.base, { method: 'OPTIONS' }),
    await send(service.base, { method: 'DELETE' }),
    await send(`${service.url}/nowhere`),
    await send(`${service.url}/healthz`),
    await send(`${service.url}/metrics`),
    await send(`${service.url}/api/v1/docs`),
    await send(`${service.url}/api/v1/openapi.json`),
  ]
  for (const { status, headers } of replies) t.equal(headers['x-content-type-options'], 'nosniff', String(status))
  for (const bytes of ['nonsense\r\n\r\n', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n']) {
    t.match((await sendRaw(service.url, bytes)).text, /^X-Content-Type-Options: nosniff\r$/m)
  }
})

t.test('a service that has lost its data', async (t) => {
  const location = await currentEngine().newLocation(t)
  const config = {
    ...readConfig({}),
    ...location,
    secret: 'a secret for tests that nobody guesses',
    port: 0,
    workers: 1,
    logLevel: 'silent' as const,
  }
  const server = await startServer(config, { workerFile: new URL('../fake-worker.js', import.meta.url) })
  t.teardown(() => server.close())
  const { key } = issueKey('org_any')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const url = `${server.url}/api/v1/acme/templates/letter/documents`
  t.equal((await send(url, { method: 'POST', headers, body: '{}' })).status, 401)
  await server.store.close()
  const reply = await send(url, { method: 'POST', headers, body: '{}' })
  t.equal(reply.status, 503)
  t.match(reply.json, { error: { type: 'service_unavailable', code: 'service_unavailable', retry_after: 5 } })
  t.equal(reply.headers['retry-after'], '5')
  t.equal((await send(`${server.url}/healthz`)).status, 200)
  t.equal((await send(`${server.url}/readyz`)).status, 503)
})

import t from 'tap'
import { startService } from '../service.js'
import { send } from './request.js'

t.test('health, readiness, metrics', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  t.equal((await service.generate('letter', '{"secret":"4711"}')).status, 200)
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
  const said = `${metrics}${service.logs.join('')}`
  t.notMatch(said, service.key, 'neither metrics nor logs tell keys')
  t.notMatch(said, '4711', 'or data')

  await service.store.close()
  t.equal((await send(`${service.url}/healthz`)).status, 200)
  t.equal((await send(`${service.url}/readyz`)).status, 503)
})

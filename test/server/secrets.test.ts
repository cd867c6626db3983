import t from 'tap'
import { serviceSignature } from '../../server/webhooks/signatures.js'
import { send } from './http/request.js'
import { locationSettings, startOwnService } from './service.js'
import { startProcess } from './service-process.js'
import { startReceiver } from './webhooks/receiver.js'
import { ANYWHERE, equip } from './webhooks/webhook-service.js'

t.test('what the secret before has signed and encrypted stays valid', async (t) => {
  const service = await equip(await startOwnService(t, { webhooks: ANYWHERE }))
  const receiver = await startReceiver(t)
  const { secret } = await service.addWebhook(`${receiver.url}/hook`)
  const before = await service.finished(await service.request('letter'))
  await receiver.until('/hook', 1)
  await service.process.end('SIGTERM')

  const { PLATEN_SECRET: old } = locationSettings(service)
  const settings = { ...locationSettings(service), PLATEN_ALLOW_PRIVATE_WEBHOOKS: '1', PLATEN_SECRET: 'n'.repeat(32) }
  const restart = async (more: Record<string, string | undefined>) => {
    const { url, end } = await startProcess('server', { ...settings, ...more })
    const link = (document: string) => send(url + document.slice(new URL(document).origin.length))
    const post = () =>
      send(`${url}/api/v1/${service.organization.slug}/templates/letter/documents`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.key}`,
          'content-type': 'application/json',
          prefer: 'respond-async, wait=20',
        },
        body: '{}',
      })
    return { link, post, end }
  }
  const both = await restart({ PLATEN_SECRET_PREVIOUS: old })
  t.equal((await both.link(before.document_url)).status, 200, 'links')
  t.equal((await both.post()).status, 200)
  await receiver.until('/hook', 2)
  const [, request] = receiver.at('/hook')
  const { 'webhook-timestamp': timestamp, 'webhook-id': id } = request?.headers ?? {}
  const message = { id: String(id), timestamp: Number(timestamp), body: request?.bytes ?? Buffer.alloc(0) }
  t.equal(request?.headers['x-service-signature'], serviceSignature(message, secret), 'secrets of webhooks')
  await both.end('SIGTERM')

  const alone = await restart({})
  t.equal((await alone.link(before.document_url)).status, 404, 'and not without it')
  await alone.end('SIGTERM')
})

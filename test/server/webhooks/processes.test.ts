import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openStore } from '../../../server/storage/open-store.js'
import { createWebhook, sendTestEvent } from '../../../server/webhooks/manage-webhooks.js'
import { Sealer } from '../../../server/webhooks/sealer.js'
import { currentEngine } from '../engines.js'
import type { Teardown } from '../folder.js'
import { locationSettings } from '../service.js'
import { startProcess } from '../service-process.js'
import { LETTER, newDocument, newRequests } from '../storage/store-inputs.js'
import { startReceiver } from './receiver.js'
import { ANYWHERE } from './webhook-service.js'

/** A certificate for `localhost` that nobody has signed, and its key; valid for a hundred years. */
const CERTIFICATE = fileURLToPath(
  new URL('../../../../test/server/webhooks/fixtures/localhost-cert.pem', import.meta.url),
)
const KEY = fileURLToPath(new URL('../../../../test/server/webhooks/fixtures/localhost-key.pem', import.meta.url))

/** A store with an organization, and what endpoints are made with. */
async function prepare(t: Teardown) {
  const location = await currentEngine().newLocation(t)
  const store = await openStore(location)
  t.teardown(() => store.close())
  const organization = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro' })
  const settings = locationSettings(location)
  const services = { store, sealer: new Sealer([settings.PLATEN_SECRET ?? '']), policy: ANYWHERE }
  const addWebhook = (url: string) =>
    createWebhook(services, organization.id, { name: 'test', url, events: ['document.completed'] })
  /** Sends a test event, which is tried once, and waits for its end. */
  const test = async (webhookId: string) => {
    const baseUrl = 'http://localhost'
    const { id } = await sendTestEvent({ store, baseUrl }, webhookId, 'document.completed')
    store.changes.notify('deliver')
    return new Promise<string>((resolve, reject) => {
      const look = async () => {
        const delivery = await store.reader.findDelivery(id)
        if (delivery?.status === 'pending') return
        stop()
        resolve(delivery?.attempts[0]?.exchange?.error ?? String(delivery?.status))
      }
      const timer = setInterval(() => void look().catch(reject), 20)
      const stop = () => clearInterval(timer)
      t.teardown(stop)
    })
  }
  return { store, organization, settings, addWebhook, test }
}

t.test('a process that only works delivers too', async (t) => {
  const { store, organization, settings, addWebhook } = await prepare(t)
  const receiver = await startReceiver(t)
  await addWebhook(`${receiver.url}/hook`)
  const { templateId, versionId } = await store.publishTemplate({
    ...LETTER,
    organizationId: organization.id,
    endpointPath: 'letter',
  })
  const document = newDocument()
  await store.acceptRequests(newRequests(organization.id, [document], { templateId, versionId }))
  const worker = await startProcess('worker', {
    ...settings,
    PLATEN_ALLOW_PRIVATE_WEBHOOKS: '1',
    PLATEN_PUBLIC_URL: 'https://pdf.example.com',
  })
  t.teardown(() => worker.end('SIGTERM'))
  await receiver.until('/hook', 1)
  t.match(receiver.requests[0]?.json, {
    type: 'document.completed',
    data: {
      request_id: document.requestId,
      document_url: /^https:\/\/pdf\.example\.com\/api\/v1\/acme\/documents\/doc_/,
    },
  })
})

t.test('certificates are checked', async (t) => {
  const { settings, addWebhook, test } = await prepare(t)
  const server: Server = createServer(
    { cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) },
    (request, response) => void request.resume().on('end', () => response.end()),
  )
  server.listen(0)
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const good = await addWebhook(`https://localhost:${port}/`)
  const misnamed = await addWebhook(`https://127.0.0.1:${port}/`)
  const start = (extra: Record<string, string>) => startProcess('worker', { ...settings, ...extra })

  const strict = await start({ PLATEN_WEBHOOK_ALLOW: 'localhost, 127.0.0.0/8' })
  t.match(await test(good.webhook.id), /could not be secured \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)
  await strict.end('SIGTERM')

  const trusting = await start({
    PLATEN_WEBHOOK_ALLOW: 'localhost, 127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
  })
  t.equal(await test(good.webhook.id), 'delivered', 'an allowed host is reached over https')
  t.match(await test(misnamed.webhook.id), /could not be secured \(ERR_TLS_CERT_ALTNAME_INVALID\)/)
  await trusting.end('SIGTERM')

  const guarded = await start({ NODE_EXTRA_CA_CERTS: CERTIFICATE })
  t.match(await test(good.webhook.id), /the URL must have a public address/)
  t.match(await test(misnamed.webhook.id), /the URL must have a public address/)
  await guarded.end('SIGTERM')
})

/**
 * Measures how soon events arrive while an endpoint hangs: small documents are asked for at a fixed rate, each is
 * announced to a receiver that answers at once and to one that never does. Then, without documents, how fast a crowd of
 * events is delivered. Prints the delays from an event to its arrival and writes `out/webhook-benchmarks.json`.
 *
 *     npm run bench:webhooks
 *     DATABASE_URL=postgres://… PLATEN_SECRET=… npm run bench:webhooks
 */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findSecrets } from '../server/secret.js'
import { openStore } from '../server/storage/open-store.js'
import type { Store } from '../server/storage/store.js'
import { createWebhook, sendTestEvent } from '../server/webhooks/manage-webhooks.js'
import { Sealer } from '../server/webhooks/sealer.js'
import { HttpLoad } from './http-load.js'
import { MachineLoad } from './machine-load.js'
import { quantile } from './measure.js'
import { type ServiceProcess, startService } from './service-process.js'

const OUT = new URL('../../out/', import.meta.url)

const PER_SECOND = 200
const SECONDS = 20
const WARM_UP_SECONDS = 2

/** Events that happen at once. */
const CROWD = 4_000

const TEMPLATE = 'note'

/** Small, so that the deliveries and not the documents are what takes time. */
const HTML = '<p>{{n}}</p>'

interface Arrivals {
  readonly url: string
  /** From an event to its arrival, in ms. */
  readonly delays: number[]
  /** Requests that nobody has answered. */
  hanging(): number
  close(): void
}

/** A receiver with a path that answers at once and one that never does. */
async function startReceiver(): Promise<Arrivals> {
  const delays: number[] = []
  let hanging = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.url === '/hangs') {
      hanging++
      response.on('close', () => hanging--)
      return
    }
    const { data } = JSON.parse(Buffer.concat(chunks).toString())
    delays.push(Date.now() - Date.parse(data.completed_at))
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    delays,
    hanging: () => hanging,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Publishes the template and creates both endpoints, beside the running service. Gives the id of the fast one. */
async function prepare(store: Store, { dataDir, slug }: ServiceProcess, receiver: string): Promise<string> {
  const organization = await store.findOrganization(slug)
  if (!organization) throw new Error('the service has prepared no organization')
  await store.publishTemplate({
    organizationId: organization.id,
    endpointPath: TEMPLATE,
    name: TEMPLATE,
    html: HTML,
    pageSize: 'a5',
    orientation: 'portrait',
    schema: undefined,
    sample: undefined,
    assets: new Map(),
  })
  const sealer = new Sealer(await findSecrets({ dataDir, secret: process.env.PLATEN_SECRET }))
  const services = { store, sealer, policy: { allowPrivate: true, allow: [] } }
  const create = (path: string) =>
    createWebhook(services, organization.id, { name: path, url: receiver + path, events: ['document.completed'] })
  await create('/hangs')
  return (await create('/fast')).webhook.id
}

async function measure(service: ServiceProcess, receiver: Arrivals) {
  const load = new HttpLoad(
    {
      url: `${service.url}/api/v1/${service.slug}/templates/${TEMPLATE}/documents`,
      headers: { authorization: `Bearer ${service.key}`, prefer: 'respond-async' },
      bodies: Array.from({ length: 100 }, (_, n) => Buffer.from(JSON.stringify({ n }))),
      expectedStatus: 202,
    },
    64,
  )
  await load.openLoop(PER_SECOND, WARM_UP_SECONDS)
  await arrived(receiver, PER_SECOND * WARM_UP_SECONDS)
  receiver.delays.length = 0
  const machine = new MachineLoad([service.pid])
  const start = performance.now()
  await load.openLoop(PER_SECOND, SECONDS)
  await arrived(receiver, PER_SECOND * SECONDS)
  const seconds = (performance.now() - start) / 1000
  load.close()
  const sorted = [...receiver.delays].sort((a, b) => a - b)
  return {
    perSecond: sorted.length / seconds,
    delayMs: {
      count: sorted.length,
      p50: quantile(sorted, 0.5),
      p95: quantile(sorted, 0.95),
      p99: quantile(sorted, 0.99),
      max: sorted.at(-1) ?? 0,
    },
    hanging: receiver.hanging(),
    others: machine.next()?.others,
  }
}

/** Deliveries a second to one endpoint, when as many are due as it can take. */
async function measureCrowd(store: Store, { url: baseUrl }: ServiceProcess, webhookId: string, receiver: Arrivals) {
  receiver.delays.length = 0
  const start = performance.now()
  const adding = Array.from({ length: CROWD }, () =>
    sendTestEvent({ store, baseUrl }, webhookId, 'document.completed').then(() => store.changes.notify('deliver')),
  )
  await Promise.all([...adding, arrived(receiver, CROWD)])
  const seconds = (performance.now() - start) / 1000
  return { events: CROWD, seconds, perSecond: CROWD / seconds, hanging: receiver.hanging() }
}

async function arrived({ delays }: Arrivals, count: number): Promise<void> {
  while (delays.length < count) await delay(20)
}

console.log(`node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`)
const receiver = await startReceiver()
const service = await startService(1, { PLATEN_ALLOW_PRIVATE_WEBHOOKS: '1' })
try {
  const store = await openStore({ dataDir: service.dataDir, databaseUrl: process.env.DATABASE_URL })
  const webhookId = await prepare(store, service, receiver.url)
  const result = await measure(service, receiver)
  const crowd = await measureCrowd(store, service, webhookId, receiver)
  await store.close()
  const { perSecond, delayMs, hanging, others = Number.NaN } = result
  console.log(`${PER_SECOND} events a second for ${SECONDS} s, each to an endpoint that answers and one that hangs`)
  console.table([{ ...delayMs, 'delivered /s': Math.round(perSecond), 'requests that hang': hanging }])
  console.log(`other programs used ${Math.round(others * 100)} % of the machine`)
  console.log(`${CROWD} events at once: ${Math.round(crowd.perSecond)} deliveries a second\n`)
  mkdirSync(OUT, { recursive: true })
  const file = new URL('webhook-benchmarks.json', OUT)
  writeFileSync(
    file,
    `${JSON.stringify({ node: process.version, cores: cpus().length, ...result, crowd }, undefined, 2)}\n`,
  )
  console.log(`written to ${fileURLToPath(file)}`)
} finally {
  receiver.close()
  await service.stop()
}

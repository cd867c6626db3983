import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { issueKey } from '../../../server/http/api-key.js'
import { openStore, type StoreLocation } from '../../../server/storage/open-store.js'
import type { RequestOutcome } from '../../../server/storage/requests/request-store.js'
import type { Delivery } from '../../../server/storage/webhooks/webhook-store.js'
import { createWebhook } from '../../../server/webhooks/manage-webhooks.js'
import { Sealer } from '../../../server/webhooks/sealer.js'
import { engines } from '../engines.js'
import type { Teardown } from '../folder.js'
import { send } from '../http/request.js'
import { locationSettings } from '../service.js'
import { type ServiceProcess, startProcess } from '../service-process.js'
import { LETTER } from '../storage/store-inputs.js'
import { passTime } from './pass-time.js'
import { ANYWHERE } from './webhook-service.js'

const REQUESTS = 300

const MIN_KILLS = 5

const ENDPOINTS = ['/one', '/two', '/failures'] as const

interface Hit {
  readonly path: string
  readonly eventId: string
  readonly requestId: string
  readonly body: string
}

/** A receiver that fails at random: with an error, without an answer, late. */
async function startMoody(t: Teardown) {
  const hits: Hit[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { id, data } = JSON.parse(body)
    hits.push({ path: request.url ?? '', eventId: id, requestId: data.request_id, body })
    const mood = Math.random()
    if (mood < 0.25) response.writeHead(500).end()
    else if (mood < 0.35) request.socket.destroy()
    else if (mood < 0.7) setTimeout(() => response.writeHead(200).end(), 60)
    else response.writeHead(200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits }
}

function start(location: StoreLocation): Promise<ServiceProcess> {
  return startProcess('server', {
    ...locationSettings(location),
    PLATEN_LOG_LEVEL: 'silent',
    PLATEN_ALLOW_PRIVATE_WEBHOOKS: '1',
  })
}

function pathsOf(outcome: RequestOutcome | undefined): readonly string[] {
  return outcome?.status === 'failed' ? ['/one', '/two', '/failures', '/legacy'] : ['/one', '/two', '/legacy']
}

for (const engine of engines(t)) {
  t.test(`every event reaches its endpoints when servers are killed (${engine.name})`, async (t) => {
    const location = await engine.newLocation(t)
    const store = await openStore(location)
    t.teardown(() => store.close())
    const organization = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'enterprise' })
    const { key, hash, display } = issueKey(organization.id)
    await store.createKey({ organizationId: organization.id, hash, display, description: '', allowIps: [] })
    for (const html of ['letter', 'limit']) {
      await store.publishTemplate({ ...LETTER, organizationId: organization.id, endpointPath: html, html })
    }
    const receiver = await startMoody(t)
    const sealer = new Sealer([locationSettings(location).PLATEN_SECRET ?? ''])
    for (const path of ENDPOINTS) {
      const failuresOnly = path === '/failures'
      await createWebhook({ store, sealer, policy: ANYWHERE }, organization.id, {
        name: path,
        url: receiver.url + path,
        events: failuresOnly ? ['document.failed'] : ['document.completed', 'document.failed'],
        maxRetries: 5,
      })
    }

    const servers = await Promise.all([start(location), start(location)])
    t.teardown(() => Promise.all(servers.map((server) => server.end('SIGTERM'))))
    const accepted = new Map<string, 'letter' | 'limit'>()
    let sent = 0
    const submit = async () => {
      while (accepted.size < REQUESTS) {
        const number = sent++
        const template = number % 10 === 0 ? 'limit' : 'letter'
        const call = send(`${servers[number % 2]?.url}/api/v1/acme/templates/${template}/documents`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'respond-async' },
          body: JSON.stringify({
            number,
            webhook: { url: `${receiver.url}/legacy`, headers: { 'X-Token': 'geheim' } },
          }),
        })
        // A server that was just killed answers nothing, and has promised nothing.
        const reply = await call.catch(() => undefined)
        if (reply?.status === 202) accepted.set((reply.json as { request_id: string }).request_id, template)
        else await delay(20)
      }
    }
    const clients = Promise.all(Array.from({ length: 3 }, submit))
    let kills = 0
    while (accepted.size < REQUESTS || kills < MIN_KILLS) {
      await delay(100 + Math.random() * 500)
      const index = kills++ % servers.length
      await servers[index]?.end('SIGKILL')
      servers[index] = await start(location)
    }
    await clients

    const outcomes = async () => {
      const requests = await Promise.all([...accepted.keys()].map((id) => store.findRequest(organization.id, id)))
      return new Map(requests.map((request) => [request?.id, request?.outcome]))
    }
    const list = () => store.reader.listDeliveries({ organizationId: organization.id, limit: 100_000 })
    let finished: Awaited<ReturnType<typeof outcomes>> = new Map()
    let deliveries: readonly Delivery[] = []
    for (;;) {
      deliveries = await list()
      finished = await outcomes()
      const expected = [...finished.values()].reduce((sum, outcome) => sum + pathsOf(outcome).length, 0)
      if (deliveries.length >= expected && deliveries.every(({ status }) => status !== 'pending')) break
      // So that nobody waits for delays.
      await passTime(location, 20_000)
      await delay(200)
    }
    const interrupted = deliveries.flatMap(({ attempts }) => attempts).filter(({ status }) => status === 'interrupted')
    t.comment(
      `${accepted.size} accepted, ${kills} kills, ${deliveries.length} deliveries, ` +
        `${receiver.hits.length} requests, ${interrupted.length} interrupted attempts`,
    )

    const hitsOf = new Map<string, Hit[]>()
    for (const hit of receiver.hits) {
      const place = `${hit.requestId} ${hit.path}`
      hitsOf.set(place, [...(hitsOf.get(place) ?? []), hit])
    }
    const missed: string[] = []
    const wrong: string[] = []
    let completed = 0
    for (const [id, template] of accepted) {
      const outcome = finished.get(id)
      const paths = pathsOf(outcome)
      for (const path of paths) if (!hitsOf.has(`${id} ${path}`)) missed.push(`${id} ${path}`)
      if (!paths.includes('/failures') && hitsOf.has(`${id} /failures`)) missed.push(`${id} at /failures`)
      if (outcome?.status === 'completed') completed++
      // A document whose process was lost again and again is given up: with so many kills one may have that luck.
      else if (outcome?.status !== 'failed') wrong.push(`${id} ${outcome?.status}`)
      else if (template === 'letter' && outcome.failure.code !== 'INTERNAL_ERROR')
        wrong.push(`${id} ${outcome.failure.code}`)
      if (template === 'limit' && outcome?.status === 'completed') wrong.push(`${id} completed`)
    }
    t.same(missed, [], 'every event reaches each endpoint that wants it, and no other')
    t.same(wrong, [], 'and tells what became of the document')
    t.ok(completed > REQUESTS * 0.8, `${completed} completed`)
    const ids = new Map<string, Set<string>>()
    for (const { requestId, eventId } of receiver.hits) {
      ids.set(requestId, (ids.get(requestId) ?? new Set()).add(eventId))
    }
    t.ok(
      [...ids.values()].every(({ size }) => size === 1),
      'never with two ids',
    )
    t.ok(
      [...hitsOf.values()].every((hits) => new Set(hits.map(({ body }) => body)).size === 1),
      'and always with the same bytes',
    )

    const attemptsAt = new Map<string, number>()
    for (const { eventId, system, webhookId, attempts } of deliveries) {
      const place = `${eventId} ${system === 'legacy' ? '/legacy' : webhookId}`
      attemptsAt.set(place, (attemptsAt.get(place) ?? 0) + attempts.length)
    }
    const webhooks = await store.reader.listWebhooks(organization.id)
    const idOf = new Map(webhooks.map(({ url, id }) => [new URL(url).pathname, id]))
    const untold = [...hitsOf.values()].filter((hits) => {
      const [first] = hits
      const place = `${first?.eventId} ${idOf.get(first?.path ?? '') ?? '/legacy'}`
      return hits.length > (attemptsAt.get(place) ?? 0)
    })
    t.same(untold, [], 'the log tells each attempt')
    const ended = deliveries.flatMap(({ attempts }) => attempts).filter(({ status }) => status !== 'interrupted')
    t.ok(ended.length <= receiver.hits.length, 'and nothing that was not')
    const keys = deliveries.map(({ eventId, webhookId, system }) => `${eventId} ${webhookId ?? system}`)
    t.equal(new Set(keys).size, keys.length, 'each endpoint has one delivery of an event')
    t.notMatch(JSON.stringify(deliveries), /geheim/)
  })
}

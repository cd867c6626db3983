import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { issueKey } from '../../../server/http/api-key.js'
import { openStore, type StoreLocation } from '../../../server/storage/open-store.js'
import { engines } from '../engines.js'
import { send } from '../http/request.js'
import { locationSettings } from '../service.js'
import { type ServiceProcess, startProcess } from '../service-process.js'
import { LETTER } from '../storage/store-inputs.js'

const REQUESTS = 500

const KILL_EVERY_MS = 400

function start(kind: 'server' | 'worker', location: StoreLocation): Promise<ServiceProcess> {
  return startProcess(kind, { ...locationSettings(location), PLATEN_LOG_LEVEL: 'silent' })
}

for (const engine of engines(t)) {
  t.test(`nothing acknowledged is lost when processes are killed (${engine.name})`, async (t) => {
    const location = await engine.newLocation(t)
    const store = await openStore(location)
    const organization = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'enterprise' })
    const { key, hash, display } = issueKey(organization.id)
    await store.createKey({ organizationId: organization.id, hash, display, description: '', allowIps: [] })
    await store.publishTemplate({ ...LETTER, organizationId: organization.id, endpointPath: 'slow', html: 'slow' })

    const kinds = ['server', 'server', 'worker'] as const
    const children = await Promise.all(kinds.map((kind) => start(kind, location)))
    const acknowledged: string[] = []
    let sent = 0
    const submit = async () => {
      while (acknowledged.length < REQUESTS) {
        const number = sent++
        const { url } = children[number % 2] ?? { url: '' }
        const call = send(`${url}/api/v1/acme/templates/slow/documents`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'respond-async' },
          body: JSON.stringify({ number }),
        })
        // A server that was just killed answers nothing, and has promised nothing.
        const reply = await call.catch(() => undefined)
        if (reply?.status === 202) acknowledged.push((reply.json as { request_id: string }).request_id)
        else await delay(20)
      }
    }
    const clients = Promise.all(Array.from({ length: 4 }, submit))
    let kills = 0
    while (acknowledged.length < REQUESTS || kills < 6) {
      await delay(KILL_EVERY_MS)
      const index = kills++ % children.length
      const child = children[index]
      if (child) await child.end('SIGKILL')
      children[index] = await start(kinds[index] ?? 'worker', location)
    }
    await clients
    t.comment(`${sent} sent, ${acknowledged.length} acknowledged, ${kills} processes killed`)

    // The net signal comes at least once a second.
    await new Promise<void>((resolve, reject) => {
      let looking = false
      const look = async () => {
        if (looking) return
        looking = true
        const requests = await Promise.all(acknowledged.map((id) => store.findRequest(organization.id, id)))
        if (
          requests.every((request) => request?.outcome.status === 'completed' || request?.outcome.status === 'failed')
        ) {
          stop()
          resolve()
        }
        looking = false
      }
      const stop = store.changes.onChange('finished', () => void look().catch(reject))
    })
    const events = await store.reader.listEvents(organization.id, { limit: 10_000 })
    const announced = new Map<string, number>()
    for (const { requestId } of events) announced.set(requestId, (announced.get(requestId) ?? 0) + 1)
    t.ok(
      acknowledged.every((id) => announced.get(id) === 1),
      'each has been announced once',
    )
    t.equal(new Set(events.map(({ id }) => id)).size, events.length)
    const requests = await Promise.all(acknowledged.map((id) => store.findRequest(organization.id, id)))
    const completed = requests.filter((request) => request?.outcome.status === 'completed')
    t.ok(completed.length > acknowledged.length * 0.8, `${completed.length} completed`)
    const used = (await store.reader.readUsage(organization.id)).documents.used
    const made = events.filter(({ type }) => type === 'document.completed').length
    t.equal(used, made + (await store.countWaitingJobs('render')), 'what failed is not counted')

    const [first] = completed
    if (first?.outcome.status === 'completed') {
      const [server] = children
      const pdf = await send(`${server?.url}/api/v1/acme/documents/${first.documentId}/pdf`, {
        headers: { authorization: `Bearer ${key}` },
      })
      t.equal(pdf.bytes.length, first.outcome.sizeBytes)
    }
    await Promise.all(children.map((child) => child.end('SIGTERM')))
    t.same(await store.listProcesses(), [], 'processes that end well say so')
    await store.close()
  })
}

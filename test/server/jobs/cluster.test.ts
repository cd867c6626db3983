import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { issueKey } from '../../../server/http/api-key.js'
import { openStore, type StoreLocation } from '../../../server/storage/open-store.js'
import type { Organization, Store } from '../../../server/storage/store.js'
import { engines } from '../engines.js'
import { makeFolder, type Teardown } from '../folder.js'
import { type Reply, send } from '../http/request.js'
import { locationSettings } from '../service.js'
import { type ServiceProcess, type Settings, startProcess } from '../service-process.js'
import { LETTER } from '../storage/store-inputs.js'
import { until } from '../until.js'

const POSTGRES = engines(t).find(({ name }) => name === 'PostgreSQL')

const KINDS = ['server', 'server', 'worker', 'worker'] as const

type Kind = (typeof KINDS)[number]

/** Servers and workers, each with one render thread, and the store that they share. */
class Cluster {
  readonly processes: ServiceProcess[] = []
  readonly #location: StoreLocation
  readonly #settings: Settings
  #sent = 0

  private constructor(
    location: StoreLocation,
    readonly store: Store,
    settings: Settings,
  ) {
    this.#location = location
    this.#settings = settings
  }

  static async start(t: Teardown, location: StoreLocation, kinds: readonly Kind[], settings: Settings = {}) {
    const store = await openStore(location)
    t.teardown(() => store.close())
    const cluster = new Cluster(location, store, settings)
    t.teardown(() => Promise.all(cluster.processes.map((process) => process.end('SIGTERM'))))
    await Promise.all(kinds.map((_, index) => cluster.startProcess(index)))
    return cluster
  }

  async startProcess(index: number): Promise<void> {
    const settings = { ...locationSettings(this.#location), PLATEN_LOG_LEVEL: 'silent', ...this.#settings }
    this.processes[index] = await startProcess(KINDS[index] ?? 'worker', settings)
  }

  async kill(index: number): Promise<void> {
    await this.processes[index]?.end('SIGKILL')
  }

  async newOrganization(slug: string, monthlyQuota?: number): Promise<Tenant> {
    const organization = await this.store.createOrganization({ slug, name: slug, plan: 'enterprise', monthlyQuota })
    for (const html of ['letter', 'gate']) {
      await this.store.publishTemplate({ ...LETTER, organizationId: organization.id, endpointPath: html, html })
    }
    const newKey = async () => {
      const { key, hash, display } = issueKey(organization.id)
      await this.store.createKey({ organizationId: organization.id, hash, display, description: '', allowIps: [] })
      return key
    }
    return { organization, newKey }
  }

  /** Posts to one of the servers, to each in turn unless one is named. */
  post({ organization }: Tenant, key: string, template: string, data: object, options: PostOptions = {}) {
    const { server = this.#sent++ % 2, later = false } = options
    return send(`${this.processes[server]?.url}/api/v1/${organization.slug}/templates/${template}/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(later ? { prefer: 'respond-async' } : {}),
      },
      body: JSON.stringify(data),
    })
  }

  /** Waits until requests have left the queue for good, and gives what became of them. */
  async finished({ organization }: Tenant, ids: readonly string[]): Promise<readonly string[]> {
    const look = () => Promise.all(ids.map((id) => this.store.findRequest(organization.id, id)))
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        const stop = this.store.changes.onChange('finished', () => {
          stop()
          resolve()
        })
      })
      const statuses = (await look()).map((request) => request?.outcome.status ?? 'unknown')
      if (statuses.every((status) => status === 'completed' || status === 'failed')) return statuses
      await changed
    }
  }
}

interface Tenant {
  readonly organization: Organization
  newKey(): Promise<string>
}

interface PostOptions {
  readonly server?: number
  readonly later?: boolean
}

function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, json } of replies) {
    const code = status < 300 ? String(status) : (json as { error: { code: string } }).error.code
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

t.test('two servers and two workers over one database', async (t) => {
  if (!POSTGRES) {
    t.pass('there is no PostgreSQL')
    return
  }
  const cluster = await Cluster.start(t, await POSTGRES.newLocation(t), KINDS)
  const folder = makeFolder(t)
  const gate = (name: string) => join(folder, name)
  const open = (name: string) => writeFileSync(gate(name), '')

  await t.test('ten requests of a key at the same time, wherever they arrive', async (t) => {
    const tenant = await cluster.newOrganization('concurrent')
    const key = await tenant.newKey()
    let refused = 0
    const replies = times(40, async () => {
      const reply = await cluster.post(tenant, key, 'gate', { gate: gate('concurrent') })
      // Nobody is let in any more once thirty have been turned away.
      if (reply.status === 429 && ++refused === 30) open('concurrent')
      return reply
    })
    t.same(tally(await Promise.all(replies)), { 200: 10, concurrent_limit_exceeded: 30 })
  })

  await t.test('ten tests a day', async (t) => {
    const tenant = await cluster.newOrganization('tests')
    const keys = await Promise.all(times(4, tenant.newKey))
    const replies = await Promise.all(
      keys.flatMap((key) =>
        times(8, (index) => cluster.post(tenant, key, 'letter', { isTest: true }, { later: index % 4 === 3 })),
      ),
    )
    const { 200: now = 0, 202: later = 0, ...refused } = tally(replies)
    t.equal(now + later, 10)
    t.same(refused, { test_limit_exceeded: 22 })
  })

  await t.test('the month’s documents', async (t) => {
    const tenant = await cluster.newOrganization('quota', 25)
    const keys = await Promise.all(times(6, tenant.newKey))
    const replies = await Promise.all(
      keys.flatMap((key) => times(10, (index) => cluster.post(tenant, key, 'letter', {}, { later: index % 2 === 1 }))),
    )
    const { 200: now = 0, 202: later = 0, ...refused } = tally(replies)
    t.equal(now + later, 25)
    t.same(refused, { monthly_limit_exceeded: 35 })
    t.equal((await cluster.store.reader.readUsage(tenant.organization.id)).documents.used, 25)
  })

  const jobs = await cluster.newOrganization('jobs')
  const key = await jobs.newKey()
  for (const [index, kind] of KINDS.entries()) {
    await t.test(`all share the work, and ${kind} ${(index % 2) + 1} dies of it`, async (t) => {
      const names = times(8, (number) => `${index}-${number}`)
      const living = index === 0 ? 1 : 0
      const accepted = await Promise.all(
        names.map((name) => cluster.post(jobs, key, 'gate', { gate: gate(name) }, { later: true, server: living })),
      )
      t.same(tally(accepted), { 202: 8 })
      const begun = () => names.filter((name) => existsSync(`${gate(name)}.reached`))
      // With one render thread each, four documents that have begun and cannot end are four processes at work.
      await until(() => begun().length >= 4)
      await cluster.kill(index)
      for (const name of names) open(name)
      const ids = accepted.map(({ json }) => (json as { request_id: string }).request_id)
      t.same(
        await cluster.finished(jobs, ids),
        names.map(() => 'completed'),
        'the others do what it had begun',
      )
      await cluster.startProcess(index)
    })
  }

  await t.test('each outcome was announced once', async (t) => {
    const events = await cluster.store.reader.listEvents(jobs.organization.id, { limit: 1_000 })
    t.equal(events.length, 32)
    t.equal(new Set(events.map(({ requestId }) => requestId)).size, 32)
    t.ok(events.every(({ type }) => type === 'document.completed'))
  })

  await t.test('what a dead server held of a key is free again', async (t) => {
    const tenant = await cluster.newOrganization('slots')
    const key = await tenant.newKey()
    const held = times(10, (index) =>
      cluster.post(tenant, key, 'gate', { gate: gate(`held-${index}`) }, { server: 0 }).catch(() => undefined),
    )
    // Which of them comes first is open.
    const isHeld = (index: number) => existsSync(`${gate(`held-${index}`)}.reached`)
    await until(() => times(10, isHeld).some(Boolean))
    let full = await cluster.post(tenant, key, 'letter', {}, { server: 1 })
    while (full.status === 200) full = await cluster.post(tenant, key, 'letter', {}, { server: 1 })
    t.equal(full.status, 429)
    await cluster.kill(0)
    await Promise.all(held)
    let reply = full
    while (reply.status === 429) reply = await cluster.post(tenant, key, 'letter', {}, { server: 1 })
    t.equal(reply.status, 200)
    await cluster.startProcess(0)
  })
})

t.test('the queue of two servers over one database', async (t) => {
  if (!POSTGRES) {
    t.pass('there is no PostgreSQL')
    return
  }
  const settings = { PLATEN_MAX_QUEUE: '6' }
  const cluster = await Cluster.start(t, await POSTGRES.newLocation(t), ['server', 'server'], settings)
  const tenant = await cluster.newOrganization('queue')
  const keys = await Promise.all(times(4, tenant.newKey))
  const gate = join(makeFolder(t), 'queue')
  const burst = () =>
    Promise.all(keys.flatMap((key) => times(10, () => cluster.post(tenant, key, 'gate', { gate }, { later: true }))))
  const replies = [...(await burst()), ...(await burst())]
  const { 202: accepted = 0, service_unavailable: refused = 0 } = tally(replies)
  t.ok(refused > 0, 'some come too many')
  t.equal(accepted + refused, 80)
  t.ok((await cluster.store.countWaitingJobs('render')) <= 3, 'no more of one organization wait than half')
  writeFileSync(gate, '')
  const ids = replies
    .filter(({ status }) => status === 202)
    .map(({ json }) => (json as { request_id: string }).request_id)
  t.same(new Set(await cluster.finished(tenant, ids)), new Set(['completed']), 'and what was accepted is made')
  t.equal(await cluster.store.recountWaitingJobs('render'), 0, 'the counters were right all the time')
})

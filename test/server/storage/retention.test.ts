import { pino } from 'pino'
import t from 'tap'
import { removeExpired, removeInTurn, startRetention } from '../../../server/schedule/retention.js'
import type { ObjectStorage } from '../../../server/storage/objects/object-storage.js'
import { openStore, type StoreLocation } from '../../../server/storage/open-store.js'
import { openDatabase } from '../../../server/storage/sqlite/open-database.js'
import type { Plan, Store } from '../../../server/storage/store.js'
import { administer, engines } from '../engines.js'
import type { Teardown } from '../folder.js'
import { passTime } from '../webhooks/pass-time.js'
import { openNew, pathsIn } from './openers.js'
import {
  addEvents,
  addProcess,
  addWebhook,
  claimDeliveries,
  claimJobs,
  LETTER,
  newDocument,
  newRequests,
} from './store-inputs.js'

const DAY_MS = 86_400_000

const GOING_ON = new AbortController().signal

/** An object storage that does nothing, until a test says otherwise. */
const NOTHING: ObjectStorage = {
  put: async () => undefined,
  get: async () => undefined,
  delete: async () => undefined,
  sweep: async () => undefined,
  probe: async () => undefined,
}

/** An organization with an endpoint that has had an event each of so many days ago. */
async function addLog(store: Store, plan: Plan, days: readonly number[]) {
  const { id: organizationId } = await store.createOrganization({ slug: plan, name: plan, plan })
  const webhookId = await addWebhook(store, organizationId)
  const ids: string[] = []
  for (const day of days) {
    ids.push(...(await addEvents(store, webhookId, 1, { createdAt: Date.now() - day * DAY_MS })))
  }
  const log = async () => {
    const deliveries = await store.reader.listDeliveries({ organizationId, limit: 100 })
    return deliveries.map(({ createdAt }) => Math.round((Date.now() - createdAt) / DAY_MS))
  }
  return { organizationId, webhookId, ids, log }
}

/** A request has expired whose document takes its time to be deleted: until the test says so. */
function withSlowObjects(store: Store) {
  let tellReached = () => {}
  const reached = new Promise<void>((resolve) => {
    tellReached = resolve
  })
  let answer = () => {}
  const objects: ObjectStorage = {
    ...NOTHING,
    delete: () =>
      new Promise((resolve) => {
        answer = resolve
        tellReached()
      }),
  }
  const removed: unknown[] = []
  const busy: Store = {
    ...store,
    reader: {
      ...store.reader,
      listExpiredRequests: async () => [{ id: 'req_1', documentId: 'doc_1', objectKey: 'key' }],
    },
    deleteRequests: async (ids) => void removed.push(ids),
  }
  return { services: { store: busy, objects }, reached, removed, answer: () => answer() }
}

/** Makes an attempt of every delivery that waits, which succeeds. */
async function deliverAll(
  store: Store,
  processId = 'prc_1',
  lanes: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  await addProcess(store, processId)
  const { deliveries } = await claimDeliveries(store, processId, { lanes })
  const exchange = { durationMs: 1, url: '', requestHeaders: {}, response: undefined, error: undefined }
  for (const { id: deliveryId, attempt } of deliveries) {
    await store.recordAttempt({ deliveryId, attempt, processId, exchange, result: { kind: 'delivered' } })
  }
}

for (const { name, newLocation } of engines(t)) {
  t.test(`what has expired, in ${name}`, async (t) => {
    const begin = async (t: Teardown) => {
      const { location, store } = await openNew(t, { newLocation, open: openStore })
      return { location, store, services: { store, objects: NOTHING } }
    }

    await t.test(
      'events are in the log as long as the plan says, and longer while they are on their way',
      async (t) => {
        const { store, services } = await begin(t)
        const free = await addLog(store, 'free', [1, 3, 5])
        const pro = await addLog(store, 'pro', [3, 89, 91])
        const scale = await addLog(store, 'scale', [91, 364, 366])
        await deliverAll(store, 'prc_1', new Map([[`${scale.organizationId}/${scale.webhookId}`, 0]]))
        await removeExpired(services)
        t.same(await free.log(), [1])
        t.same(await pro.log(), [3, 89])
        t.same(await scale.log(), [91, 364, 366], 'as nothing of it is delivered yet')
        await deliverAll(store, 'prc_2')
        await removeExpired(services)
        t.same(await scale.log(), [91, 364])
      },
    )

    await t.test('events are removed in portions', async (t) => {
      const { store, services } = await begin(t)
      const { log } = await addLog(store, 'free', Array(150).fill(3))
      await deliverAll(store)
      let looks = 0
      const portions: number[] = []
      const counting: Store = {
        ...store,
        reader: {
          ...store.reader,
          listExpiredEvents: (limit) => {
            looks++
            return store.reader.listExpiredEvents(limit)
          },
        },
        deleteEvents: (ids) => {
          portions.push(ids.length)
          return store.deleteEvents(ids)
        },
      }
      await removeExpired({ ...services, store: counting })
      t.same(portions, [100, 50])
      t.equal(looks, 1)
      t.same(await log(), [])
    })

    await t.test('acts are in the audit trail for 400 days', async (t) => {
      const { store, services, location } = await begin(t)
      await store.createOrganization({ slug: 'old', name: 'Old', plan: 'pro' })
      await passTime(location, 300 * DAY_MS)
      await store.createOrganization({ slug: 'newer', name: 'Newer', plan: 'pro' })
      await passTime(location, 99 * DAY_MS)
      await removeExpired(services)
      t.equal((await store.reader.listAudit({ limit: 10 })).length, 2)
      await passTime(location, 2 * DAY_MS)
      await removeExpired(services)
      t.match(await store.reader.listAudit({ limit: 10 }), [{ details: { slug: 'newer' } }])
      t.equal((await store.reader.listOrganizations()).length, 2, 'which is about acts only')
    })

    await t.test('slots of keys are kept for a day after their last use', async (t) => {
      const { store, services, location } = await begin(t)
      const slots = { kinds: ['request', 'rendering'], limit: 3, owner: 'prc_1' } as const
      const use = async (keyId: string) => {
        await store.acquireSlots({ ...slots, keyId, holder: 'h' })
        await store.releaseSlots(keyId, 'h')
      }
      await use('key_old')
      await age(location, DAY_MS)
      await use('key_new')
      await store.acquireSlots({ ...slots, keyId: 'key_held', holder: 'h' })
      await removeExpired(services)
      t.same(await usedSlots(location), ['key_held', 'key_held/rendering', 'key_new', 'key_new/rendering'])
      t.equal(await store.acquireSlots({ ...slots, keyId: 'key_old', holder: 'h' }), 2, 'and made again for a key')
    })

    await t.test('one process at a time removes it', async (t) => {
      const { store, services } = await begin(t)
      const { log } = await addLog(store, 'free', [3])
      await deliverAll(store)
      t.equal(await store.holdLease('retention', 'another process', 60_000), true)
      await removeInTurn(services, 'this process', GOING_ON)
      t.same(await log(), [3])
      await store.releaseLease('retention', 'not the holder')
      await removeInTurn(services, 'this process', GOING_ON)
      t.same(await log(), [3], 'the lease is its holder’s')
      t.equal(await store.holdLease('retention', 'another process', -1), true, 'who may prolong it; it ends')
      await removeInTurn(services, 'this process', GOING_ON)
      t.same(await log(), [])
      t.equal(await store.holdLease('retention', 'another process', 60_000), true, 'and is given back')
    })

    await t.test('nothing more is removed once the service stops', async (t) => {
      const { store } = await begin(t)
      const { log } = await addLog(store, 'free', [3])
      await deliverAll(store)
      const stopping = new AbortController()
      const slow = withSlowObjects(store)
      const running = removeInTurn(slow.services, 'this process', stopping.signal)
      await slow.reached
      stopping.abort()
      slow.answer()
      await running
      t.same(slow.removed, [])
      t.same(await log(), [3])
    })

    await t.test('a service that closes does not wait for what is being removed', async (t) => {
      const { store } = await begin(t)
      const slow = withSlowObjects(store)
      const ticks: (() => Promise<void>)[] = []
      const retention = startRetention({ ...slow.services, log: pino({ level: 'silent' }) }, (_, run) => {
        ticks.push(run)
        return { destroy: () => undefined }
      })
      const running = Promise.all(ticks.map((tick) => tick()))
      await slow.reached
      await retention.stop()
      t.equal(await store.holdLease('retention', 'the next process', 60_000), true, 'and others continue')
      slow.answer()
      await running
      t.same(slow.removed, [])
    })
  })

  t.test(`old versions of templates, in ${name}`, async (t) => {
    const { location, store } = await openNew(t, { newLocation, open: openStore })
    const { id: organizationId } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro' })
    const publish = (number: number) =>
      store.publishTemplate({
        ...LETTER,
        organizationId,
        endpointPath: 'letter',
        html: `<p>${number}`,
        assets: assetsOf(number),
      })
    const versions: string[] = []
    for (let number = 1; number <= 50; number++) versions.push((await publish(number)).versionId)
    const [first = '', second = '', third = ''] = versions
    const documents = [newDocument()]
    await store.acceptRequests(newRequests(organizationId, documents, { versionId: second }))
    t.ok(await store.reader.loadTemplateVersion(first), 'fifty are kept')
    for (const number of [51, 52, 53]) versions.push((await publish(number)).versionId)
    t.equal(await store.reader.loadTemplateVersion(first), undefined, 'the oldest one goes')
    t.equal((await store.reader.loadTemplateVersion(second))?.assets.size, 2, 'what an accepted request needs stays')
    t.equal(await store.reader.loadTemplateVersion(third), undefined)
    t.equal((await store.reader.loadTemplateVersion(versions[3] ?? ''))?.assets.size, 2, 'with what all of them share')
    t.equal((await store.findPublishedTemplate(organizationId, 'letter'))?.versionId, versions.at(-1))
    t.equal(await count(location, 'blobs'), 51 + 1, 'what only they consisted of goes too')

    for (const { job } of await claimJobs(store, await addProcess(store))) {
      await store.failRequest(job, { code: 'RENDER_FAILED', message: '', details: {} })
    }
    await publish(54)
    t.equal(await store.reader.loadTemplateVersion(second), undefined, 'until it is finished')
    await store.deleteTemplate(organizationId, 'letter')
    t.equal(await count(location, 'blobs'), 0)
  })
}

/** A file that all versions have, and one of each. */
function assetsOf(number: number): ReadonlyMap<string, Uint8Array> {
  return new Map([
    ['shared.png', new Uint8Array([0])],
    ['own.png', new Uint8Array([1, number])],
  ])
}

async function read(location: StoreLocation, file: 'main' | 'slots', sql: string): Promise<readonly unknown[]> {
  if (location.databaseUrl !== undefined) return administer(sql, location.databaseUrl)
  const handle = await openDatabase(pathsIn(location)[file])
  try {
    return handle.prepare(sql).all()
  } finally {
    handle.close()
  }
}

async function count(location: StoreLocation, table: string): Promise<number> {
  const [row] = (await read(location, 'main', `select count(*) as n from ${table}`)) as { n: unknown }[]
  return Number(row?.n)
}

/** Keys and kinds that have slots. */
async function usedSlots(location: StoreLocation): Promise<readonly string[]> {
  const rows = await read(location, 'slots', 'select distinct api_key_id as id from key_slots order by api_key_id')
  return (rows as { id: string }[]).map(({ id }) => id)
}

async function age(location: StoreLocation, milliseconds: number): Promise<void> {
  await read(location, 'slots', `update key_slots set until_at = until_at - ${milliseconds}`)
}

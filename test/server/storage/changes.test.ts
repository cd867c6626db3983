import t from 'tap'
import { SharedSignal } from '../../../server/storage/change-signal.js'
import type { StoreLocation } from '../../../server/storage/open-store.js'
import type { Store } from '../../../server/storage/store.js'
import { administer } from '../engines.js'
import type { Teardown } from '../folder.js'
import { BreakableLink } from './breakable-link.js'
import { openers } from './openers.js'

/** Much sooner than the call that comes without reason each second. */
const SOON_MS = 700

/**
 * A machine that has much else to do may delay any of so many calls, but not all of them. Without a signal none is sooner than
 * the call of each second, since each begins right after one.
 */
const ROUNDS = 8

/** Far more than any call needs. */
const PATIENCE_MS = 600_000

/** The least of several waits, in ms. */
async function soonest(wait: () => Promise<number>): Promise<number> {
  let least = await wait()
  for (let round = 1; round < ROUNDS && least >= SOON_MS; round++) least = Math.min(least, await wait())
  return least
}

/** Resolves with the next call, in ms from now. */
function nextChange(store: Store, queue: string): Promise<number> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    // Nothing of the signal keeps a process alive; this does.
    const late = setTimeout(() => reject(new Error(`nothing was heard of ${queue}`)), PATIENCE_MS)
    const end = store.changes.onChange(queue, () => {
      end()
      clearTimeout(late)
      resolve(performance.now() - begin)
    })
  })
}

const OPENERS = openers(t)

for (const { name, newLocation, open } of OPENERS) {
  t.test(`changes in ${name}`, async (t) => {
    const openTwo = async (t: Teardown, location: StoreLocation) => {
      const stores = [await open(location), await open(location)] as const
      t.teardown(() => Promise.all(stores.map((store) => store.close())))
      return stores
    }
    let organizations = 0
    const change = async (store: Store) => {
      const slug = `organization-${++organizations}`
      await store.createOrganization({ slug, name: slug, plan: 'free' })
      store.changes.notify('render')
    }

    await t.test('are told to other processes and to this one', async (t) => {
      const [here, there] = await openTwo(t, await newLocation(t))
      // Listening may take a moment to begin, and says so with a first call.
      await Promise.all([nextChange(here, 'render'), nextChange(there, 'render')])
      const ends = [here, there].map((store) => store.changes.onChange('render', () => undefined))
      // A change while listening begins may be heard of with the call of the next second only.
      const begun = [nextChange(here, 'render'), nextChange(there, 'render')]
      await change(here)
      await Promise.all(begun)
      for (const store of [here, there]) {
        const ms = await soonest(async () => {
          const heard = nextChange(store, 'render')
          await change(here)
          return heard
        })
        t.ok(ms < SOON_MS, `after ${Math.round(ms)} ms`)
      }
      for (const end of ends) end()
    })

    await t.test('are told with what has changed, as far as others can know', async (t) => {
      const [here, there] = await openTwo(t, await newLocation(t))
      // More than one notification of PostgreSQL can hold.
      const ids = Array.from({ length: 450 }, (_, index) => `req_${String(index).padStart(26, '0')}`)
      const tell = () => {
        for (const id of ids) here.changes.notify('finished', id)
      }
      const named = (store: Store) =>
        new Promise<void>((resolve) => {
          const missing = new Set(ids)
          const stop = store.changes.onChange('finished', (changed) => {
            for (const id of changed ?? []) missing.delete(id)
            if (missing.size > 0) return
            stop()
            resolve()
          })
        })
      // Listening may begin after the first time that they are told.
      const stop = there.changes.onChange('finished', (changed) => changed ?? tell())
      await Promise.all([
        named(here),
        name === 'PostgreSQL' ? named(there) : nextChange(there, 'finished'),
        change(here),
      ])
      stop()
      t.pass('all by name')
    })

    await t.test('are told of in any case once a second', async (t) => {
      const [store] = await openTwo(t, await newLocation(t))
      await nextChange(store, 'render')
      await nextChange(store, 'other')
      t.pass('without any change')
    })
  })
}

t.test('the listening connection is replaced when it is lost', async (t) => {
  const opener = OPENERS.find(({ name }) => name === 'PostgreSQL')
  if (!opener) {
    t.pass('SQLite has none')
    return
  }
  const location = await opener.newLocation(t)
  const [here, there] = [await opener.open(location), await opener.open(location)]
  t.teardown(() => Promise.all([here.close(), there.close()]))
  const listeners = `select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query = 'listen platen_changes'`
  let calls = 0
  there.changes.onChange('render', () => calls++)
  const waitFor = async (count: number) => {
    for (;;) {
      const rows = await administer(listeners, location.databaseUrl)
      if (rows.length === count) return
      await nextChange(there, 'render')
    }
  }
  await waitFor(1)
  await administer(`select pg_terminate_backend(pid) from (${listeners}) as found`, location.databaseUrl)
  await waitFor(1)
  t.ok(calls > 0)
  const ms = await soonest(() => {
    const heard = nextChange(there, 'render')
    here.changes.notify('render')
    return heard
  })
  t.ok(ms < SOON_MS)
})

t.test('behind a pooler through which no notification comes', async (t) => {
  const opener = OPENERS.find(({ name }) => name === 'PostgreSQL')
  if (!opener) {
    t.pass('SQLite has none')
    return
  }
  const location = await opener.newLocation(t)
  const link = await BreakableLink.open(t, location.databaseUrl ?? '', { withoutNotifications: true })
  const openAt = async (databaseUrl: string, databaseDirectUrl?: string) => {
    const store = await opener.open({ ...location, databaseUrl, databaseDirectUrl })
    t.teardown(() => store.close())
    return store
  }
  const here = await openAt(link.url)
  const [pooled, direct] = [await openAt(link.url), await openAt(link.url, location.databaseUrl)]
  const calls = { pooled: 0, direct: 0 }
  pooled.changes.onChange('render', () => calls.pooled++)
  direct.changes.onChange('render', () => calls.direct++)
  await Promise.all([nextChange(pooled, 'render'), nextChange(direct, 'render')])
  const ms = await soonest(() => {
    here.changes.notify('render')
    return nextChange(pooled, 'render')
  })
  t.ok(ms < SOON_MS, 'others are heard of soon')
  calls.direct = 0
  calls.pooled = 0
  while (calls.pooled < 30) await nextChange(pooled, 'render')
  t.ok(calls.direct < 10, 'past the pooler there is no need to look')
})

t.test('a signal', async (t) => {
  const log: string[] = []
  const describe = (ids?: ReadonlySet<string>) => (ids ? [...ids].join('+') : 'anything')
  const signal = new SharedSignal({
    start: () => void log.push('start'),
    stop: async () => void log.push('stop'),
    announce: async (changes) =>
      void log.push(`announce ${changes.map(({ queue, ids }) => `${queue} ${describe(ids)}`).join(', ')}`),
  })
  const ends = ['a', 'a', 'b'].map((queue, index) =>
    signal.onChange(queue, (ids) => log.push(`${queue}${index} ${describe(ids)}`)),
  )
  t.same(log.splice(0), ['start'], 'listens from the first listener on')
  for (const queue of ['a', 'b', 'a']) signal.notify(queue)
  t.same(log, [], 'waits a moment for more')
  await signal.close()
  t.same(
    log.splice(0),
    ['a0 anything', 'a1 anything', 'b2 anything', 'announce a anything, b anything', 'stop'],
    'tells each once, and closing loses nothing',
  )
  for (const end of ends) end()
  signal.notify('a')
  await signal.close()
  t.same(log, [], 'is quiet when closed')
})

t.test('a signal names what has changed', async (t) => {
  const heard: (ReadonlySet<string> | undefined)[] = []
  const told: unknown[] = []
  const signal = new SharedSignal({
    start: () => undefined,
    stop: async () => undefined,
    announce: async (changes) => void told.push(...changes),
  })
  signal.onChange('a', (ids) => heard.push(ids))
  for (const id of ['x', 'y', 'x']) signal.notify('a', id)
  signal.notify('b', 'x')
  signal.notify('b')
  signal.notify('b', 'y')
  for (let count = 0; count <= 1_000; count++) signal.notify('c', String(count))
  await signal.close()
  t.strictSame(heard, [new Set(['x', 'y'])])
  t.strictSame(
    told,
    [
      { queue: 'a', ids: new Set(['x', 'y']) },
      { queue: 'b', ids: undefined },
      { queue: 'c', ids: undefined },
    ],
    'unless something unnamed has changed too, or too much',
  )
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import { KeySlots } from '../../../server/limits/key-slots.js'
import type { StoreLocation } from '../../../server/storage/open-store.js'
import type { Store } from '../../../server/storage/store.js'
import { administer } from '../engines.js'
import { openers, pathsIn } from '../storage/openers.js'

/** Lets time pass: the leases of all slots end so much earlier. */
async function passTime(location: StoreLocation, milliseconds: number): Promise<void> {
  const statement = `update key_slots set until_at = until_at - ${milliseconds}`
  if (location.databaseUrl !== undefined) {
    await administer(statement, location.databaseUrl)
    return
  }
  const database = new DatabaseSync(pathsIn(location).slots)
  try {
    database.exec(statement)
  } finally {
    database.close()
  }
}

for (const { name, newLocation, open } of openers(t)) {
  t.test(`a slot is held for 30 s, and longer when its holder renews it, in ${name}`, async (t) => {
    const location = await newLocation(t)
    const store = await open(location)
    t.teardown(() => store.close())
    const wanted = { keyId: 'key', kinds: ['request'], limit: 2, owner: 'process' } as const
    const acquire = (holder: string) => store.acquireSlots({ ...wanted, holder })
    t.equal((await acquire('there')) + (await acquire('lost')), 2)
    await passTime(location, 20_000)
    await store.renewSlots('process', [{ keyId: 'key', holder: 'there' }])
    await store.renewSlots('other process', [{ keyId: 'key', holder: 'lost' }])
    await passTime(location, 9_000)
    t.equal(await acquire('early'), 0, 'after 29 s both are held')
    await passTime(location, 2_000)
    t.equal(await acquire('next'), 1, 'after 31 s that of the lost one is free')
    t.equal(await acquire('one more'), 0, 'that of the one who is there is not')
  })
}

for (const { name, newLocation, open } of openers(t)) {
  t.test(`a slot that was given back is free although the clock was set back, in ${name}`, async (t) => {
    const location = await newLocation(t)
    const store = await open(location)
    t.teardown(() => store.close())
    const wanted = { keyId: 'key', kinds: ['request', 'rendering'], limit: 1, owner: 'process' } as const
    for (const backMs of [10_000, 3_600_000]) {
      t.equal(await store.acquireSlots({ ...wanted, holder: 'one' }), 2)
      await store.releaseSlots('key', 'one')
      await passTime(location, -backMs)
      t.equal(await store.acquireSlots({ ...wanted, holder: 'two' }), 2, `by ${backMs} ms`)
      t.equal(await store.acquireSlots({ ...wanted, holder: 'three' }), 0, 'and held is held')
      await store.releaseSlots('key', 'two')
    }
    t.equal(await store.acquireSlots({ ...wanted, holder: 'lost' }), 2)
    await passTime(location, -3_600_000)
    t.equal(await store.acquireSlots({ ...wanted, holder: 'next' }), 2, 'so is what nobody can have for so long')
  })
}

t.test('the slots of a process', async (t) => {
  let tenSeconds = () => undefined
  const setInterval = (callback: () => undefined, milliseconds: number) => {
    t.equal(milliseconds, 10_000)
    tenSeconds = callback
    return { unref: () => undefined }
  }
  t.intercept(globalThis, 'setInterval', { value: setInterval })
  const calls: string[] = []
  const away = new Error('the store is away')
  let isAway = false
  const call = async (name: string) => {
    calls.push(name)
    if (isAway) throw away
  }
  const store = {
    enter: async ({ slots }) => {
      await call(`enter ${slots?.holder}`)
      return { key: { id: 'key' }, slots: 2 }
    },
    releaseSlots: (keyId, holder) => call(`release ${keyId} ${holder}`),
    renewSlots: (owner, held) => call(`renew ${owner} ${held.map(({ holder }) => holder)}`),
  } as Partial<Store> as Store
  const errors: unknown[] = []
  const slots = new KeySlots(store, 'p', (error) => errors.push(error))
  t.teardown(() => slots.close())
  const request = { keyHash: '', slug: 'acme', address: '', endpointPath: 'invoice' }
  const callsIn = async (action: () => unknown) => {
    calls.length = 0
    await action()
    await nextTurn()
    return [...calls]
  }

  t.same(await callsIn(() => tenSeconds()), [], 'nothing is renewed when nothing is held')
  const first = (await slots.enter(request)).slot
  const second = (await slots.enter(request)).slot
  t.same(await callsIn(() => tenSeconds()), ['renew p p/1,p/2'])
  t.same(await callsIn(() => first?.release()), ['release key p/1'])

  isAway = true
  t.same(await callsIn(() => second?.release()), ['release key p/2'], 'who has a document gets it all the same')
  await t.rejects(slots.enter(request), away)
  t.same(await callsIn(() => tenSeconds()), ['release key p/2'])
  t.same(errors, [away, away])
  isAway = false
  t.same(await callsIn(() => tenSeconds()), ['release key p/2'], 'given back as soon as the store is there')
  t.same(await callsIn(() => tenSeconds()), [], 'what a failed call may have taken is not renewed')
})

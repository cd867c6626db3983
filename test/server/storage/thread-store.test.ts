import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { openThreadStore } from '../../../server/storage/sqlite/thread-store.js'
import { StoreUnavailable } from '../../../server/storage/store.js'
import { makeFolder } from '../folder.js'

t.test('what every request does asks no other thread', async (t) => {
  const folder = makeFolder(t)
  const store = await openThreadStore({ main: join(folder, 'main.db'), slots: join(folder, 'slots.db') })
  t.teardown(() => store.close())
  const organization = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
  const owner = { organizationId: organization.id, description: 'a key', allowIps: [], scopes: [] }
  const key = await store.createKey({ ...owner, hash: 'hash', display: 'pk' })
  const post = Worker.prototype.postMessage
  const posted = t.capture(Worker.prototype, 'postMessage', function (this: Worker, message: unknown) {
    post.call(this, message)
  })
  const slots = { kinds: ['request', 'rendering'], limit: 1, owner: 'process' } as const
  const request = { keyHash: 'hash', slug: 'acme', address: '::1', endpointPath: 'invoice' }
  const enter = (holder: string) => store.enter({ ...request, slots: { ...slots, holder } })

  t.match(await enter('first'), { key: { id: key.id }, slots: 2 })
  t.match(await enter('second'), { slots: 0 })
  await store.releaseSlots(key.id, 'first')
  t.match(await enter('second'), { slots: 2 })
  t.same(posted(), [])

  await store.close()
  await t.rejects(enter('third'), StoreUnavailable)
})

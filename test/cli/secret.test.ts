import t from 'tap'
import { newId } from '../../server/storage/ids.js'
import { openStore } from '../../server/storage/open-store.js'
import type { Store } from '../../server/storage/store.js'
import { SEALED_PLACES } from '../../server/storage/webhooks/sealed-texts.js'
import { legacyContext, secretContext } from '../../server/webhooks/contexts.js'
import { createWebhook, rotateSecret } from '../../server/webhooks/manage-webhooks.js'
import { sealAgain } from '../../server/webhooks/seal-again.js'
import { sealLegacyTarget } from '../../server/webhooks/seal-legacy.js'
import { Sealer } from '../../server/webhooks/sealer.js'
import { type Engine, engines } from '../server/engines.js'
import { locationSettings } from '../server/service.js'
import { addProcess, claimJobs, LETTER, newDocument, newRequests } from '../server/storage/store-inputs.js'
import { platen } from './platen.js'

const OLD = 'o'.repeat(40)
const NEW = 'n'.repeat(40)

const HOUR_MS = 3_600_000

/** More than are read at once. */
const REQUESTS = 230

/** A store with an endpoint, its secret before, requests with webhooks of their own, and deliveries to those. */
async function fill(t: { teardown(action: () => unknown): void }, { newLocation }: Engine) {
  const location = await newLocation(t)
  const store = await openStore(location)
  t.teardown(() => store.close())
  const sealer = new Sealer([OLD])
  const { id: organizationId } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'enterprise' })
  const policy = { allowPrivate: true, allow: [] }
  const input = { name: 'shop', url: 'https://shop.example.com', events: ['document.failed' as const] }
  const { webhook } = await createWebhook({ store, sealer, policy }, organizationId, input)
  const { secret } = await rotateSecret({ store, sealer }, webhook.id, HOUR_MS)
  const { templateId, versionId } = await store.publishTemplate({ ...LETTER, organizationId, endpointPath: 'letter' })
  const documents = Array.from({ length: REQUESTS }, () => {
    const requestId = newId('req')
    const webhook = sealLegacyTarget(JSON.stringify({ url: `https://own.example.com/${requestId}` }), requestId, sealer)
    return newDocument({ requestId, webhook })
  })
  await store.acceptRequests(newRequests(organizationId, documents, { templateId, versionId }))
  for (const { job } of await claimJobs(store, await addProcess(store), { limit: 3 })) {
    await store.failRequest(job, { code: 'INTERNAL_ERROR', message: '', details: {} })
  }
  return { location, store, webhook, secret }
}

/** All encrypted texts, opened. */
async function openAll(store: Store, sealer: Sealer): Promise<readonly string[]> {
  const texts: string[] = []
  for (const place of SEALED_PLACES) {
    for (const { subject, sealed } of await store.listSealed({ place, after: '', limit: 1_000 })) {
      const context = place.endsWith('secret') ? secretContext(subject) : legacyContext(subject)
      texts.push(sealer.open(sealed, context))
    }
  }
  return texts
}

for (const engine of engines(t)) {
  t.test(`platen secret rotate: ${engine.name}`, async (t) => {
    const { location, store, secret } = await fill(t, engine)
    const before = await openAll(store, new Sealer([OLD]))
    t.equal(before.length, 2 + REQUESTS + 3)
    const run = (secrets: Record<string, string>) => {
      const { PLATEN_SECRET: _, ...settings } = locationSettings(location)
      return platen(['secret', 'rotate', '--json'], { env: { ...settings, ...secrets } as Record<string, string> })
    }
    const alone = await run({ PLATEN_SECRET: NEW })
    t.equal(alone.status, 1)
    t.same(JSON.parse(alone.out), { sealed_again: 0, unchanged: 0, unreadable: before.length })
    t.match(alone.err, new RegExp(`^platen secret rotate: ${before.length} were encrypted with neither`))

    const both = { PLATEN_SECRET: NEW, PLATEN_SECRET_PREVIOUS: OLD }
    const rotated = await run(both)
    t.equal(rotated.status, 0, rotated.err)
    t.same(JSON.parse(rotated.out), { sealed_again: before.length, unchanged: 0, unreadable: 0 })
    t.same(await openAll(store, new Sealer([NEW])), before, 'the secret before is not needed any more')
    t.ok(before.includes(secret))
    t.same(JSON.parse((await run(both)).out), { sealed_again: 0, unchanged: before.length, unreadable: 0 }, 'again')
  })

  t.test(`a rotation that was ended in its middle continues: ${engine.name}`, async (t) => {
    const { store } = await fill(t, engine)
    const before = await openAll(store, new Sealer([OLD]))
    const sealer = new Sealer([NEW, OLD])
    let portions = 0
    const failing = {
      listSealed: store.listSealed,
      replaceSealed: async (...change: Parameters<Store['replaceSealed']>) => {
        if (++portions === 4) throw new Error('ended')
        return store.replaceSealed(...change)
      },
    }
    await t.rejects(sealAgain(failing, sealer), { message: 'ended' })
    t.same(await openAll(store, sealer), before, 'all can be read meanwhile')
    const rest = REQUESTS - 200 + 3
    t.same(await sealAgain(store, sealer), { sealedAgain: rest, unchanged: before.length - rest, unreadable: 0 })
    t.same(await openAll(store, new Sealer([NEW])), before)
  })
}

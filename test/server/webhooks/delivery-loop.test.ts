import { pino } from 'pino'
import t from 'tap'
import { Membership } from '../../../server/jobs/membership.js'
import { Metrics } from '../../../server/observability/metrics.js'
import { openStore } from '../../../server/storage/open-store.js'
import { type Store, StoreUnavailable } from '../../../server/storage/store.js'
import { DeliveryLoop } from '../../../server/webhooks/delivery-loop.js'
import { makeAttempt } from '../../../server/webhooks/make-attempt.js'
import { createWebhook, sendTestEvent } from '../../../server/webhooks/manage-webhooks.js'
import { resolveHost } from '../../../server/webhooks/resolve-host.js'
import { Sealer } from '../../../server/webhooks/sealer.js'
import { currentEngine } from '../engines.js'
import type { Teardown } from '../folder.js'
import { until } from '../until.js'
import { answer, hang, startReceiver } from './receiver.js'
import { ANYWHERE } from './webhook-service.js'

const log = pino({ level: 'silent' })

/** A store with an endpoint, and loops over it that the test starts. */
async function prepare(t: Teardown) {
  const store = await openStore(await currentEngine().newLocation(t))
  t.teardown(() => store.close())
  const membership = await Membership.join(store, log)
  t.teardown(() => membership.leave())
  const receiver = await startReceiver(t)
  const { id: organizationId } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro' })
  const sealer = new Sealer(['secret'])
  const services = { store, sealer, policy: ANYWHERE }
  const { webhook } = await createWebhook(services, organizationId, {
    name: 'test',
    url: `${receiver.url}/hook`,
    events: ['document.completed'],
  })
  const start = (used: Store = store) =>
    new DeliveryLoop({
      store: used,
      metrics: new Metrics(),
      log,
      processId: () => membership.id,
      attempt: (delivery, stopping) =>
        makeAttempt(delivery, {
          sealer,
          route: { resolve: resolveHost, policy: ANYWHERE, stopping },
          random: Math.random,
          now: Date.now,
        }),
    })
  const add = () => sendTestEvent({ store, baseUrl: 'http://localhost' }, webhook.id, 'document.completed')
  return { store, receiver, start, add }
}

t.test('what is on its way when the service stops is sent again by the next', async (t) => {
  const { store, receiver, start, add } = await prepare(t)
  receiver.set('/hook', hang)
  const { id } = await add()
  const first = start()
  await receiver.until('/hook', 1)
  await first.close(0)
  t.match(await store.reader.findDelivery(id), { status: 'pending', attempts: [{ number: 1, status: 'interrupted' }] })

  receiver.set('/hook', answer(200))
  const second = start()
  await receiver.until('/hook', 2)
  await second.close(10_000)
  t.match(await store.reader.findDelivery(id), {
    status: 'delivered',
    attempts: [{ status: 'interrupted' }, { number: 2, status: 'succeeded' }],
  })
  const [one, two] = receiver.at('/hook')
  t.equal(one?.bytes.toString('hex'), two?.bytes.toString('hex'))
})

t.test('closing waits for answers', async (t) => {
  const { store, receiver, start, add } = await prepare(t)
  const answers: (() => void)[] = []
  receiver.set('/hook', (response) => void answers.push(() => response.end()))
  let looks = 0
  const watched: Store = {
    ...store,
    claimDeliveries: async (claim) => {
      looks++
      return store.claimDeliveries(claim).finally(() => looks--)
    },
  }
  const { id } = await add()
  const loop = start(watched)
  await receiver.until('/hook', 1)
  const closed = loop.close(60_000)
  // What is being taken when the loop closes is delivered too.
  await until(() => looks === 0)
  await add()
  for (const end of answers) end()
  await closed
  t.equal((await store.reader.findDelivery(id))?.status, 'delivered')
  t.equal(receiver.requests.length, 1, 'and takes nothing more')
})

t.test('what was delivered is not delivered again when the store was away for its result', async (t) => {
  const { store, receiver, start, add } = await prepare(t)
  let failures = 0
  const flaky: Store = {
    ...store,
    recordAttempt: async (report) => {
      if (failures++ === 0) throw new StoreUnavailable('away')
      return store.recordAttempt(report)
    },
  }
  const { id } = await add()
  const loop = start(flaky)
  await receiver.until('/hook', 1)
  await until(async () => (await store.reader.findDelivery(id))?.status !== 'pending')
  t.equal(failures, 2)
  t.equal(receiver.requests.length, 1)
  await loop.close(0)
})

import t from 'tap'
import type { Store } from '../../../server/storage/store.js'
import type {
  AttemptResult,
  ClaimedDeliveries,
  ClaimedDelivery,
  DeliveryClaim,
  RecordedAttempt,
} from '../../../server/storage/webhooks/webhook-store.js'
import { type Cases, runCases } from '../cases.js'
import type { Teardown } from '../folder.js'
import { type Opener, openers, openNew } from './openers.js'
import { addEvents, addProcess, addWebhook, claimDeliveries } from './store-inputs.js'

const EXCHANGE = {
  durationMs: 5,
  url: 'https://a.example',
  requestHeaders: { Host: 'a.example' },
  response: { status: 500, headers: { date: 'd' }, body: 'b' },
  error: 'answered 500',
}

/** The organizations a and b, by their ids, and processes that deliver their events. */
interface Bench {
  readonly store: Store
  readonly a: string
  readonly b: string
  /** A new process. */
  join(): Promise<string>
  addWebhook(organizationId: string): Promise<string>
  /** Puts so many deliveries into the queue of an endpoint. */
  add(webhookId: string, count: number): Promise<readonly string[]>
  claim(processId: string, changes?: Partial<DeliveryClaim>): Promise<ClaimedDeliveries>
  record(delivery: ClaimedDelivery, result: AttemptResult): Promise<RecordedAttempt>
  /** Delivers all of them. */
  finishAll(deliveries: readonly ClaimedDelivery[]): Promise<void>
}

async function openBench(t: Teardown, opener: Opener): Promise<Bench> {
  const { store } = await openNew(t, opener)
  const addOrganization = async (slug: string) => (await store.createOrganization({ slug, name: slug, plan: 'pro' })).id
  const record: Bench['record'] = ({ id: deliveryId, attempt, processId }, result) =>
    store.recordAttempt({ deliveryId, attempt, processId, exchange: EXCHANGE, result })
  return {
    store,
    a: await addOrganization('a'),
    b: await addOrganization('b'),
    join: () => addProcess(store),
    addWebhook: (organizationId) => addWebhook(store, organizationId),
    add: (webhookId, count) => addEvents(store, webhookId, count, { payload: '{"é":1}' }),
    claim: (processId, changes) => claimDeliveries(store, processId, changes),
    record,
    finishAll: async (deliveries) => {
      for (const delivery of deliveries) await record(delivery, { kind: 'delivered' })
    },
  }
}

const CASES: Cases<Bench> = {
  async 'are taken endpoint by endpoint, as there is room'(t, { a, b, join, addWebhook, add, claim, finishAll }) {
    const me = await join()
    const [one, two, other] = [await addWebhook(a), await addWebhook(a), await addWebhook(b)]
    t.same(await claim(me), { deliveries: [], nextInMs: undefined })
    await add(one, 5)
    await add(two, 3)
    await add(other, 2)
    const lane = (webhookId: string, organizationId = a) => `${organizationId}/${webhookId}`
    const counts = (deliveries: readonly ClaimedDelivery[]) =>
      [lane(one), lane(two), lane(other, b)].map((it) => deliveries.filter((found) => found.lane === it).length)
    const first = await claim(me, { laneRoom: 2 })
    t.same(counts(first.deliveries), [2, 2, 2])
    t.match(first.deliveries[0], {
      organizationId: a,
      body: '{"é":1}',
      failures: 0,
      isTestEvent: true,
      processId: me,
    })
    const second = await claim(me, { laneRoom: 2, lanes: new Map([[lane(one), 0]]) })
    t.same(counts(second.deliveries), [0, 1, 0])
    t.same((await claim(me, { organizations: new Map([[a, 0]]) })).deliveries, [], 'an organization has its share')
    const third = await claim(me, { organizationRoom: 1 })
    t.same(counts(third.deliveries), [1, 0, 0])
    const rest = await claim(me, { limit: 1 })
    t.same(counts(rest.deliveries), [1, 0, 0])
    const last = await claim(me)
    t.same((await claim(me)).deliveries, [], 'nothing is taken twice')
    for (const { deliveries } of [first, second, third, rest, last]) await finishAll(deliveries)

    await add(one, 1)
    await add(two, 1)
    const turn = await claim(me, { limit: 1, after: [lane(one), lane(two)].sort()[0] ?? '' })
    t.equal(turn.deliveries[0]?.lane, [lane(one), lane(two)].sort()[1], 'after one endpoint it is the next one’s turn')
    await finishAll([...turn.deliveries, ...(await claim(me)).deliveries])

    await add(one, 1)
    await add(two, 1)
    const [early = '', late = ''] = [lane(one), lane(two)].sort()
    const gone = await claim(me, { limit: 1, after: `${early}~` })
    t.equal(gone.deliveries[0]?.lane, late, 'also when nothing waits for the one any more')
    await finishAll([...gone.deliveries, ...(await claim(me)).deliveries])
  },

  async 'wait for their time'(t, { store, a, join, addWebhook, add, claim, record }) {
    const me = await join()
    await add(await addWebhook(a), 1)
    const [delivery] = (await claim(me)).deliveries
    if (!delivery) throw new Error('expected a delivery')
    await record(delivery, { kind: 'retry', delayMs: 60_000 })
    const { deliveries, nextInMs = 0 } = await claim(me)
    t.same(deliveries, [])
    t.ok(nextInMs > 50_000 && nextInMs <= 60_000, 'and it is known when the next one is due')
    const log = await store.reader.findDelivery(delivery.id)
    t.match(log, {
      status: 'pending',
      attempts: [{ number: 1, cause: 'test', status: 'failed', exchange: EXCHANGE }],
    })
    await store.resendDelivery(delivery.id)
    const [again] = (await claim(me)).deliveries
    t.equal(again?.id, delivery.id, 'unless somebody wants them now')
    t.equal(again?.failures, 0)
    await t.rejects(store.resendDelivery(delivery.id), { code: 'conflict', message: /right now/ })
    if (again) await record(again, { kind: 'exhausted', isGone: false })
    await t.rejects(store.resendDelivery('dlv_none'), { code: 'missing' })
  },

  async 'are found when their time has come, among many whose time has not'(
    t,
    { store, a, join, addWebhook, add, claim, record, finishAll },
  ) {
    const me = await join()
    const [first = '', ...others] = await Promise.all(Array.from({ length: 5 }, () => addWebhook(a)))
    for (const webhook of [first, ...others]) await add(webhook, 1)
    for (const delivery of (await claim(me)).deliveries) {
      const delayMs = delivery.lane.endsWith(first) ? 0 : 60_000
      await record(delivery, { kind: 'retry', delayMs })
    }
    const { deliveries, nextInMs } = await claim(me)
    t.same(
      deliveries.map(({ lane, failures }) => [lane, failures]),
      [[`${a}/${first}`, 1]],
    )
    t.equal(nextInMs, 0, 'there may be more of them')
    await finishAll(deliveries)
    for (const webhook of others) await store.deleteWebhook(webhook)
    const failed = await store.reader.listDeliveries({ organizationId: a, status: 'failed', limit: 100 })
    t.same(
      failed
        .filter(({ reason }) => reason === 'deleted')
        .map(({ webhookId }) => webhookId)
        .sort(),
      [...others].sort(),
      'what waits for an endpoint that is deleted has failed',
    )
    t.same((await claim(me)).deliveries, [])
  },

  async 'of an organization without room keep nobody else from theirs'(
    t,
    { a, b, join, addWebhook, add, claim, finishAll },
  ) {
    const me = await join()
    const webhooks = await Promise.all(Array.from({ length: 70 }, () => addWebhook(a)))
    for (const webhook of webhooks) await add(webhook, 1)
    await add(await addWebhook(b), 1)
    const full = new Map([[a, 0]])
    const { deliveries } = await claim(me, { organizations: full })
    t.same(
      deliveries.map(({ organizationId }) => organizationId),
      [b],
    )
    await finishAll(deliveries)
    const taken: ClaimedDelivery[] = []
    for (let after = ''; taken.length < 70; after = taken.at(-1)?.lane ?? '') {
      const portion = (await claim(me, { limit: 8, after })).deliveries
      if (portion.length === 0) break
      taken.push(...portion)
    }
    t.equal(new Set(taken.map(({ lane }) => lane)).size, 70, 'all lanes have their turn')
    await finishAll(taken)
  },

  async 'are fenced by process and attempt'(t, { store, a, join, addWebhook, add, claim, record }) {
    const [first, second] = [await join(), await join()]
    await add(await addWebhook(a), 1)
    const [lost] = (await claim(first)).deliveries
    if (!lost) throw new Error('expected a delivery')
    await store.reapProcesses('', [first])
    const [taken] = (await claim(second)).deliveries
    t.equal(taken?.id, lost.id, 'what a dead process had begun is begun again')
    t.same(await record(lost, { kind: 'delivered' }), { isOurs: false, disabled: undefined })
    t.equal((await store.reader.findDelivery(lost.id))?.status, 'pending')
    if (taken) t.match(await record(taken, { kind: 'delivered' }), { isOurs: true })
    const log = await store.reader.findDelivery(lost.id)
    t.equal(log?.status, 'delivered')
    t.same(
      log?.attempts.map(({ number, status }) => [number, status]),
      [
        [1, 'succeeded'],
        [2, 'succeeded'],
      ],
      'and the log tells what both have done',
    )
  },

  async 'are given back by a process that stops'(t, { store, b, join, addWebhook, add, claim, record, finishAll }) {
    const me = await join()
    await add(await addWebhook(b), 2)
    const { deliveries } = await claim(me)
    t.equal(deliveries.length, 2)
    const [ended, lost] = deliveries
    if (!ended || !lost) throw new Error('expected two deliveries')
    await record(ended, { kind: 'interrupted' })
    await store.removeProcess(me)
    for (const { id } of deliveries) {
      t.match(await store.reader.findDelivery(id), { status: 'pending', attempts: [{ status: 'interrupted' }] })
    }
    const other = await join()
    const again = (await claim(other)).deliveries
    t.same(
      again.map(({ failures }) => failures),
      [0, 0],
      'that did not count',
    )
    await finishAll(again)
  },

  async 'that take too long are given to others'(t, { store, b, join, addWebhook, add, claim, record }) {
    const me = await join()
    await add(await addWebhook(b), 1)
    const [slow] = (await claim(me, { deadlineMs: -1 })).deliveries
    t.match(await store.reapProcesses('', []), { deliveries: 1 })
    const [again] = (await claim(me)).deliveries
    t.equal(again?.id, slow?.id)
    t.equal(again?.attempt, 2)
    if (slow) t.match(await record(slow, { kind: 'delivered' }), { isOurs: false }, 'also in the same process')
    if (again) t.match(await record(again, { kind: 'delivered' }), { isOurs: true })
  },

  async 'are taken once by two processes at the same time'(t, { a, join, addWebhook, add, claim, finishAll }) {
    const webhooks = await Promise.all(Array.from({ length: 4 }, () => addWebhook(a)))
    const ids = (await Promise.all(webhooks.map((webhook) => add(webhook, 10)))).flat()
    const processes = await Promise.all(Array.from({ length: 4 }, join))
    const claims = await Promise.all(
      Array.from({ length: 16 }, (_, index) => claim(processes[index % 4] ?? '', { limit: 5, laneRoom: 3 })),
    )
    const taken = claims.flatMap(({ deliveries }) => deliveries)
    t.equal(new Set(taken.map(({ id }) => id)).size, taken.length)
    const rest = (await claim(processes[0] ?? '')).deliveries
    t.same([...taken, ...rest].map(({ id }) => id).sort(), ids.sort())
    await finishAll([...taken, ...rest])
  },
}

for (const opener of openers(t)) {
  t.test(`deliveries: ${opener.name}`, async (t) => runCases(t, await openBench(t, opener), CASES))
}

import t from 'tap'
import { execute, openers, openNew } from './openers.js'
import {
  addEvents,
  addProcess,
  addWebhook,
  claimDeliveries,
  claimJobs,
  invoice,
  newDocument,
  newRequests,
} from './store-inputs.js'

const HOUR_MS = 3_600_000

for (const opener of openers(t)) {
  t.test(`a clock that was set back by an hour keeps nobody waiting: ${opener.name}`, async (t) => {
    const { store, location } = await openNew(t, opener)
    const { id: organizationId } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro' })
    const { templateId, versionId } = await store.publishTemplate(invoice(organizationId))
    await store.acceptRequests(newRequests(organizationId, [newDocument()], { templateId, versionId }))
    const processId = await addProcess(store)
    await addEvents(store, await addWebhook(store, organizationId), 2)
    const { deliveries } = await claimDeliveries(store, processId, { limit: 1 })
    for (const { id: deliveryId, attempt } of deliveries) {
      const exchange = { durationMs: 5, url: undefined, requestHeaders: {}, response: undefined, error: 'refused' }
      const result = { kind: 'retry', delayMs: 4_000 } as const
      await store.recordAttempt({ deliveryId, attempt, processId, exchange, result })
    }
    const { at } = await store.catchUp(undefined)
    // All that was written down was so an hour later than it is now.
    for (const [table, column] of [
      ['jobs', 'run_at'],
      ['deliveries', 'due_at'],
      ['delivery_attempts', 'started_at'],
    ]) {
      await execute(location, `update ${table} set ${column} = ${column} + ${HOUR_MS}`)
    }
    t.equal((await store.catchUp(at)).moved, 0, 'a clock that shows what it should moves nothing')
    t.equal((await claimJobs(store, processId)).length, 0)

    t.equal((await store.catchUp(at + HOUR_MS)).moved, 3)
    t.equal((await claimJobs(store, processId)).length, 1, 'what was accepted is begun')
    const next = await claimDeliveries(store, processId)
    t.equal(next.deliveries.length, 1, 'and what was due sent')
    t.ok((next.nextInMs ?? HOUR_MS) < HOUR_MS / 10, 'retries come after their delay')
  })
}

for (const opener of openers(t)) {
  t.test(`after a clock was set back by an hour the dead are found: ${opener.name}`, async (t) => {
    const { store, location } = await openNew(t, opener)
    const { id: organizationId } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro' })
    const { templateId, versionId } = await store.publishTemplate(invoice(organizationId))
    await store.acceptRequests(newRequests(organizationId, [newDocument()], { templateId, versionId }))
    const [judge, living, dead] = [await addProcess(store), await addProcess(store), await addProcess(store)]
    t.equal((await claimJobs(store, dead)).length, 1)
    await execute(
      location,
      `update processes set heartbeat_at = heartbeat_at + ${HOUR_MS}, steady_since = steady_since + ${HOUR_MS}`,
    )
    for (const id of [judge, living]) t.ok(await store.recordHeartbeat(id))
    t.match(await store.reapProcesses(judge, []), { processes: [] }, 'all have some time to say that they are there')
    await execute(location, `update processes set steady_since = steady_since - 20000 where id = '${judge}'`)
    t.match(await store.reapProcesses(judge, []), { processes: [dead], requeued: 1 })
    t.equal((await claimJobs(store, judge)).length, 1, 'and their work is taken over')
  })

  t.test(`after a clock was set back by an hour leases are free in time: ${opener.name}`, async (t) => {
    const { store, location } = await openNew(t, opener)
    t.ok(await store.holdLease('retention', 'dead', 60_000))
    t.notOk(await store.holdLease('retention', 'next', 60_000))
    await execute(location, `update leases set until_at = until_at + ${HOUR_MS}`)
    t.ok(await store.holdLease('retention', 'next', 60_000))
  })
}

for (const opener of openers(t)) {
  t.test(`a key whose first request was lost is free again in time: ${opener.name}`, async (t) => {
    const { store, location } = await openNew(t, opener)
    const processId = await addProcess(store)
    const { id: organizationId } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro' })
    const key = { organizationId, hash: 'hash', display: '', description: '', allowIps: [] }
    const { id: keyId } = await store.createKey(key)
    const request = { keyId, key: 'k', fingerprint: 'f', processId, answeredWithinMs: 60_000 }
    const begin = () => store.beginIdempotent(request)
    const pass = (ms: number) => execute(location, `update idempotency_keys set expires_at = expires_at - ${ms}`)
    const first = await begin()
    await pass(55_000)
    t.match(await begin(), { kind: 'running' })
    await pass(10_000)
    const second = await begin()
    t.match([first.kind, second.kind], ['new', 'new'], 'the process lives, and will not answer any more')
    if (first.kind !== 'new' || second.kind !== 'new') return
    const answer = { answer: '"one"', objectKey: undefined }
    t.notOk(await store.answerIdempotent({ ...first.hold, ...answer }), 'if it does all the same it is not heard')
    await pass(-HOUR_MS)
    const third = await begin()
    t.match(third, { kind: 'new' }, 'nor does it wait for a clock that was set back')
    if (third.kind !== 'new') return
    t.ok(await store.answerIdempotent({ ...third.hold, ...answer }))
    await pass(HOUR_MS)
    t.match(await begin(), { kind: 'answered' }, 'what was answered stays so')
  })
}

for (const opener of openers(t)) {
  t.test(`a clock that was set back by an hour gives no job an hour more: ${opener.name}`, async (t) => {
    const { store, location } = await openNew(t, opener)
    const { id: organizationId } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro' })
    const { templateId, versionId } = await store.publishTemplate(invoice(organizationId))
    await store.acceptRequests(newRequests(organizationId, [newDocument()], { templateId, versionId }))
    const [stuck, other] = [await addProcess(store), await addProcess(store)]
    t.equal((await claimJobs(store, stuck)).length, 1)
    const { at } = await store.catchUp(undefined)
    await execute(location, `update jobs set deadline_at = deadline_at + ${HOUR_MS}`)
    await execute(location, `update requests set started_at = started_at + ${HOUR_MS}`)

    t.equal((await store.catchUp(at + HOUR_MS)).moved, 1)
    t.equal((await store.catchUp(at + HOUR_MS)).moved, 0, 'nobody else gives it its time once more')
    t.match(await store.reapProcesses(other, []), { requeued: 0 }, 'it has the time that jobs have')
    await execute(location, `update jobs set deadline_at = deadline_at - ${HOUR_MS / 2}`)
    t.match(
      await store.reapProcesses(other, []),
      { processes: [], requeued: 1 },
      'and no more, though its process lives',
    )
    t.equal((await claimJobs(store, other)).length, 1)
  })
}

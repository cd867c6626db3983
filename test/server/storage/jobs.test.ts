import t from 'tap'
import { newId } from '../../../server/storage/ids.js'
import type { ClaimedJob, Job, NewRequests } from '../../../server/storage/requests/request-store.js'
import type { Store } from '../../../server/storage/store.js'
import { execute, openers } from './openers.js'

interface AcceptOptions {
  readonly keyId?: string
  readonly isTest?: boolean
  readonly queueLimit?: number
  readonly idempotency?: NewRequests['idempotency']
}

for (const { name, newLocation, open } of openers(t)) {
  t.test(`jobs: ${name}`, async (t) => {
    const location = await newLocation(t)
    const store = await open(location)
    t.teardown(() => store.close())

    const join = async () => {
      const id = newId('prc')
      await store.registerProcess({ id, host: 'elsewhere', bootId: 'b', pid: 1, pidStart: '1' })
      return id
    }
    const addOrganization = async (slug: string) => {
      const organization = await store.createOrganization({ slug, name: slug, plan: 'free', monthlyQuota: 1000 })
      const publish = { organizationId: organization.id, endpointPath: 'letter', name: 'l', html: 'létter' }
      const template = await store.publishTemplate({
        ...publish,
        pageSize: 'a4',
        orientation: 'portrait',
        schema: undefined,
        sample: undefined,
        assets: new Map(),
      })
      const accept = async (count: number, options: AcceptOptions = {}) => {
        const documents = Array.from({ length: count }, (_, index) => ({
          requestId: newId('req'),
          documentId: newId('doc'),
          isTest: options.isTest ?? false,
          body: Buffer.from(`{"n":${index}}`),
          webhook: undefined,
        }))
        const requests: NewRequests = {
          organizationId: organization.id,
          keyId: options.keyId ?? `key-of-${slug}`,
          templateId: template.templateId,
          versionId: template.versionId,
          endpointPath: 'letter',
          batchId: undefined,
          documents,
          testLimit: 10,
          documentLimit: 1000,
          queueBound: options.queueLimit === undefined ? undefined : { limit: options.queueLimit, waiting: undefined },
          idempotency: options.idempotency,
        }
        return { acceptance: await store.acceptRequests(requests), ids: documents.map(({ requestId }) => requestId) }
      }
      return { organization, accept }
    }
    const claim = (processId: string, limit: number, after = '', exceptKeys: readonly string[] = []) =>
      store.claimJobs({ queue: 'render', processId, limit, after, exceptKeys, deadlineMs: 60_000 })
    const claimer =
      (processId: string) =>
      async (...claimed: [limit: number, after?: string, exceptKeys?: readonly string[]]) =>
        (await claim(processId, ...claimed)).map(({ job }) => job)
    const [a, b, c] = [await addOrganization('a'), await addOrganization('b'), await addOrganization('c')]

    await t.test('go round the organizations', async (t) => {
      await a.accept(5)
      await b.accept(2)
      await c.accept(1)
      const slugs = new Map([a, b, c].map(({ organization: { id, slug } }) => [id, slug]))
      const me = await join()
      const claim = claimer(me)
      const jobs = await claim(6)
      t.equal(jobs.map(({ organizationId }) => slugs.get(organizationId)).join(''), 'abcaba')
      t.equal(await store.countWaitingJobs('render'), 2)
      t.equal((await claim(5, '', ['key-of-a'])).length, 0, 'but not to keys that are busy')
      const exceptions = { exceptKeys: [], exceptOrganizations: [a.organization.id] }
      const order = { queue: 'render' as const, processId: me, limit: 5, after: '', deadlineMs: 60_000 }
      t.same(await store.claimJobs({ ...order, ...exceptions }), [], 'nor to organizations that have enough')
      const [last] = jobs.slice(-1)
      const rest = await claim(5, last?.organizationId)
      t.equal(rest.length, 2)
      t.same(await claim(5), [], 'nothing is claimed twice')
      await store.removeProcess(me)
      t.equal(await store.countWaitingJobs('render'), 8, 'what a process leaves waits again')
      t.ok(
        (await claimer(await join())(8)).every(({ attempt }) => attempt === 1),
        'and it did not count',
      )
    })

    await t.test('never wait in greater numbers than may, however they arrive', async (t) => {
      const me = await join()
      t.equal(await store.countWaitingJobs('render'), 0)
      const queueLimit = 10
      const used = (await store.reader.readUsage(a.organization.id)).documents.used
      const burst = await Promise.all(Array.from({ length: 12 }, () => a.accept(1, { queueLimit })))
      t.equal(burst.filter(({ acceptance }) => acceptance.kind === 'accepted').length, 5, 'one has half of the queue')
      t.equal(burst.filter(({ acceptance }) => acceptance.kind === 'full').length, 7)
      t.equal(await store.countWaitingJobs('render'), 5)
      t.equal(
        (await store.reader.readUsage(a.organization.id)).documents.used,
        used + 5,
        'what is refused is not counted',
      )
      t.match((await b.accept(4, { queueLimit })).acceptance, { kind: 'full' }, 'all documents of a call or none')
      t.match((await b.accept(3, { queueLimit })).acceptance, { kind: 'accepted' }, 'the next has half of what is left')
      t.match((await a.accept(1, { queueLimit })).acceptance, { kind: 'full' })
      t.match((await c.accept(1, { queueLimit })).acceptance, { kind: 'accepted' })
      t.equal(await store.countWaitingJobs('render'), 9)
      t.equal((await claim(me, 9)).length, 9)
      t.match((await a.accept(5, { queueLimit })).acceptance, { kind: 'accepted' }, 'room is given back')
      t.equal((await a.accept(1)).acceptance.kind, 'accepted', 'any number where no bound is asked for')
    })

    await t.test('are counted by every way in which they come and go', async (t) => {
      const [first, second, third] = [await join(), await join(), await join()]
      await Promise.all([a.accept(6), b.accept(5), a.accept(4)])
      const before = await store.countWaitingJobs('render')
      t.equal(await store.recountWaitingJobs('render'), 0, 'accepting')
      const claimed = await Promise.all([first, second, third].map((id) => claim(id, 4)))
      t.equal(await store.recountWaitingJobs('render'), 0, 'claiming')
      t.equal(await store.countWaitingJobs('render'), before - 12)
      await Promise.all(
        claimed.flat().map(({ job }, index) => index % 3 === 0 && store.returnJob(job, 0, index % 2 === 0)),
      )
      t.equal(await store.recountWaitingJobs('render'), 0, 'giving back one')
      t.equal(await store.countWaitingJobs('render'), before - 8)
      await Promise.all([store.removeProcess(first), store.reapProcesses('', [second])])
      t.equal(await store.recountWaitingJobs('render'), 0, 'giving back all, being taken for dead')
      const [last] = claimed[2]?.slice(2) ?? []
      t.ok(last && (await store.failRequest(last.job, { code: 'INTERNAL_ERROR', message: '', details: {} })))
      t.equal(await store.recountWaitingJobs('render'), 0, 'failing')
      await store.removeProcess(third)
    })

    await t.test('are counted anew where the counters are wrong', async (t) => {
      await a.accept(2)
      const waiting = await store.countWaitingJobs('render')
      await execute(location, 'update queue_counts set amount = amount + 70')
      t.not(await store.countWaitingJobs('render'), waiting)
      t.ok((await store.recountWaitingJobs('render')) > 0, 'and that is told')
      t.equal(await store.countWaitingJobs('render'), waiting)
      await execute(location, 'delete from queue_counts')
      t.equal(await store.recountWaitingJobs('render'), waiting)
      t.equal(await store.countWaitingJobs('render'), waiting)
    })

    await t.test('are fenced by process and attempt', async (t) => {
      const { ids } = await c.accept(1)
      const [id = ''] = ids
      const [first, second] = [await join(), await join()]
      const take = async (processId: string): Promise<ClaimedJob> => {
        const claimed = (await claim(processId, 50)).find(({ job }) => job.refId === id)
        if (!claimed) throw new Error('expected the job')
        return claimed
      }
      const find = async () => (await store.findRequest(c.organization.id, id))?.outcome
      const { job: lost, input } = await take(first)
      t.match(input, { requestId: id, slug: 'c', plan: 'free', version: { id: /^tpv_/, htmlBytes: 7 } })
      t.equal(Buffer.from(input?.body ?? []).toString(), '{"n":0}')
      t.match(await find(), { status: 'processing' })
      t.match(await store.reapProcesses('', [first]), { processes: [first], requeued: Number, failed: 0 })
      t.match(await find(), { status: 'queued' })
      t.equal(await store.recordHeartbeat(first), false, 'the dead are told so')
      t.equal(await store.recordHeartbeat(second), true)

      const { job } = await take(second)
      t.equal(job.attempt, 2)
      t.equal(await store.failRequest(lost, { code: 'INTERNAL_ERROR', message: '', details: {} }), false)
      const document = {
        objectKey: 'k',
        documentUrl: 'http://x/',
        sizeBytes: 9,
        pages: 2,
        renderTimeMs: 3,
        expiresAt: Date.now() + 60_000,
      }
      t.equal(await store.completeRequest(lost, document), false)
      t.equal(await store.completeRequest(job, document), true)
      t.equal(await store.completeRequest(job, document), false, 'once')
      t.match(await find(), { status: 'completed', sizeBytes: 9, pages: 2, renderTimeMs: 3 })

      const [event, ...others] = await store.reader.listEvents(c.organization.id, { limit: 10 })
      t.same(others, [])
      const request = await store.findRequest(c.organization.id, id)
      const payload = JSON.parse(event?.payload ?? '')
      t.strictSame(Object.keys(payload), ['id', 'type', 'created', 'data'])
      t.match(payload, { id: /^evt_/, type: 'document.completed', created: Number })
      t.strictSame(payload.data, {
        request_id: id,
        document_id: request?.documentId,
        organization_id: c.organization.id,
        template_id: request?.templateId,
        document_url: 'http://x/',
        size_bytes: 9,
        render_time_ms: 3,
        created_at: new Date(request?.createdAt ?? 0).toISOString(),
        completed_at: new Date(payload.data.completed_at).toISOString(),
        is_test: false,
      })
    })

    await t.test('of processes that were silent only because the database was away stay with them', async (t) => {
      const [first, second] = [await join(), await join()]
      const later = (seconds: number, id: string) =>
        execute(
          location,
          `update processes set heartbeat_at = heartbeat_at - ${seconds}000, steady_since = steady_since - ${seconds}000
           where id = '${id}'`,
        )
      const passTime = async (seconds: number) => {
        for (const id of [first, second]) await later(seconds, id)
      }
      const reap = async (id: string, dead: readonly string[] = []) =>
        (await store.reapProcesses(id, dead)).processes.filter((other) => other === first || other === second)
      await later(60, second)
      t.same(await reap(first), [], 'a process that has just come judges nobody')
      await later(60, first)
      t.same(await reap(first), [], 'nor one that was silent itself')
      t.equal(await store.recordHeartbeat(first), true)
      t.same(await reap(first), [], 'not even when it is back')
      for (let seconds = 2; seconds < 10; seconds += 2) {
        await passTime(2)
        await store.recordHeartbeat(first)
        t.same(await reap(first), [], 'it waits for as long as others may be silent')
      }
      await passTime(3)
      await store.recordHeartbeat(first)
      t.same(await reap(first), [second], 'and then takes those for dead that have not come back')
      t.same(await reap(first, [first]), [first], 'the dead that are known to be so are reaped by anybody')
    })

    await t.test('are not accepted under an idempotency key that somebody else has got meanwhile', async (t) => {
      const [first, second] = [await join(), await join()]
      const { id: keyId } = await store.createKey({
        organizationId: a.organization.id,
        hash: 'hash',
        display: '',
        description: '',
        allowIps: [],
      })
      const begin = async (processId: string) => {
        const check = await store.beginIdempotent({ keyId, key: 'k', fingerprint: 'f', processId })
        if (check.kind !== 'new') throw new Error(`expected the right to answer, not ${check.kind}`)
        return { ...check.hold, answer: '{}', objectKey: undefined }
      }
      const early = await begin(first)
      await store.reapProcesses('', [first])
      const late = await begin(second)
      const { acceptance, ids } = await a.accept(1, { idempotency: early })
      t.match(acceptance, { kind: 'superseded' })
      t.equal(await store.findRequest(a.organization.id, ids[0] ?? ''), undefined)
      t.equal(await store.recountWaitingJobs('render'), 0)
      t.equal(await store.answerIdempotent(early), false)
      await store.releaseIdempotent(early)
      const again = { keyId, key: 'k', fingerprint: 'f', processId: first }
      t.match(await store.beginIdempotent(again), { kind: 'running' }, 'nor is the key freed')
      t.match((await a.accept(1, { idempotency: late })).acceptance, { kind: 'accepted' })
      t.match(await store.beginIdempotent(again), { kind: 'answered' })
      t.equal(await store.answerIdempotent(late), false, 'an answer is given once')
    })

    await t.test('fail when they were begun too often', async (t) => {
      const before = (await store.reader.readUsage(b.organization.id)).documents.used
      const { ids } = await b.accept(1)
      const [id = ''] = ids
      for (let attempt = 1; attempt <= 3; attempt++) {
        const process = await join()
        const jobs = await claimer(process)(100)
        t.equal(jobs.find(({ refId }) => refId === id)?.attempt, attempt)
        for (const job of jobs) if (String(job.refId) !== id) await store.returnJob(job, 3_600_000, false)
        await store.reapProcesses('', [process])
      }
      const request = await store.findRequest(b.organization.id, id)
      t.match(request?.outcome, { status: 'failed', failure: { code: 'INTERNAL_ERROR' } })
      t.equal(
        (await store.reader.readUsage(b.organization.id)).documents.used,
        before,
        'and give back what was counted',
      )
      const event = (await store.reader.listEvents(b.organization.id, { limit: 10 })).find(
        ({ requestId }) => requestId === id,
      )
      const { data } = JSON.parse(event?.payload ?? '')
      t.strictSame(Object.keys(data), [
        'request_id',
        'document_id',
        'organization_id',
        'template_id',
        'error',
        'created_at',
        'failed_at',
        'is_test',
      ])
    })

    await t.test('are accepted all or none', async (t) => {
      const usage = await store.reader.readUsage(a.organization.id)
      const { acceptance, ids } = await a.accept(11, { isTest: true })
      t.match(acceptance, { kind: 'exceeded', usage: 'tests', now: Number })
      t.equal(await store.findRequest(a.organization.id, ids[0] ?? ''), undefined)
      t.same(await store.reader.readUsage(a.organization.id), usage)
      t.equal(
        (await store.reader.listAudit({ limit: 100 })).filter(({ action }) => action === 'organization.created').length,
        3,
      )
    })

    await t.test('are claimed once by many at the same time', async (t) => {
      const { ids } = await a.accept(60)
      const processes = await Promise.all(Array.from({ length: 4 }, join))
      const claimed = await Promise.all(processes.flatMap((id) => [1, 2, 3, 4].map(() => claimer(id)(5))))
      const mine = claimed.flat().filter(({ refId }) => ids.some((id) => id === refId))
      t.equal(new Set(mine.map(({ id }) => id)).size, mine.length)
      t.ok(mine.length > 0)
    })

    await expire(t, store, a)
  })
}

/** What has expired is not found, and is listed for removal. */
async function expire(
  t: {
    test(
      name: string,
      run: (t: { same(a: unknown, b: unknown): void; ok(a: unknown): void }) => Promise<void>,
    ): Promise<unknown>
  },
  store: Store,
  {
    organization,
    accept,
  }: { organization: { id: string }; accept(count: number): Promise<{ ids: readonly string[] }> },
): Promise<void> {
  await t.test('expire', async (t) => {
    const { ids } = await accept(1)
    const [id = ''] = ids
    const processId = newId('prc')
    await store.registerProcess({ id: processId, host: 'h', bootId: 'b', pid: 1, pidStart: '1' })
    let job: Job | undefined
    while (!job) {
      const claim = { queue: 'render' as const, processId, limit: 50, after: '', exceptKeys: [], deadlineMs: 1000 }
      job = (await store.claimJobs(claim)).map(({ job }) => job).find(({ refId }) => refId === id)
    }
    const documentId = (await store.findRequest(organization.id, id))?.documentId ?? ''
    await store.completeRequest(job, {
      objectKey: 'gone',
      documentUrl: '',
      sizeBytes: 1,
      pages: 1,
      renderTimeMs: 1,
      expiresAt: Date.now() - 1,
    })
    t.same(await store.findRequest(organization.id, id), undefined)
    t.same(await store.reader.listExpiredRequests(10), [{ id, documentId, objectKey: 'gone' }])
    await store.deleteRequests([id])
    t.same(await store.reader.listExpiredRequests(10), [])
  })
}

import t from 'tap'
import type { ClaimedJob, Job, JobClaim, NewRequests } from '../../../server/storage/requests/request-store.js'
import type { Store } from '../../../server/storage/store.js'
import { type Cases, runCases } from '../cases.js'
import type { Teardown } from '../folder.js'
import { execute, type OpenedStore, type Opener, openers, openNew } from './openers.js'
import { addProcess, COMPLETED, claimJobs, LETTER, newDocument, newRequests } from './store-inputs.js'

interface AcceptOptions {
  readonly isTest?: boolean
  readonly queueLimit?: number
  readonly priority?: NewRequests['priority']
  readonly idempotency?: NewRequests['idempotency']
}

/** Organizations a, b and c with a template each, and processes that claim their documents. */
interface Bench extends OpenedStore {
  readonly a: Customer
  readonly b: Customer
  readonly c: Customer
  /** A new process. */
  join(): Promise<string>
  claim(processId: string, changes: Partial<JobClaim>): Promise<readonly ClaimedJob[]>
  /** Claims, and gives the jobs without what they work on. */
  take(processId: string, changes: Partial<JobClaim>): Promise<readonly Job[]>
}

type Customer = Awaited<ReturnType<typeof addCustomer>>

async function openBench(t: Teardown, opener: Opener): Promise<Bench> {
  const { location, store } = await openNew(t, opener)
  const claim = (processId: string, changes: Partial<JobClaim>) => claimJobs(store, processId, changes)
  return {
    location,
    store,
    a: await addCustomer(store, 'a'),
    b: await addCustomer(store, 'b'),
    c: await addCustomer(store, 'c'),
    join: () => addProcess(store),
    claim,
    take: async (processId, changes) => (await claim(processId, changes)).map(({ job }) => job),
  }
}

async function addCustomer(store: Store, slug: string) {
  const organization = await store.createOrganization({ slug, name: slug, plan: 'free', monthlyQuota: 1000 })
  const organizationId = organization.id
  const content = { ...LETTER, html: 'létter' }
  const { templateId, versionId } = await store.publishTemplate({ ...content, organizationId, endpointPath: 'letter' })
  const accept = async (count: number, { isTest = false, queueLimit, priority, idempotency }: AcceptOptions = {}) => {
    const documents = Array.from({ length: count }, (_, index) =>
      newDocument({ isTest, body: Buffer.from(`{"n":${index}}`) }),
    )
    const acceptance = await store.acceptRequests(
      newRequests(organizationId, documents, {
        keyId: `key-of-${slug}`,
        templateId,
        versionId,
        documentLimit: 1000,
        priority,
        queueBound: queueLimit === undefined ? undefined : { limit: queueLimit, waiting: undefined },
        idempotency,
      }),
    )
    return { acceptance, ids: documents.map(({ requestId }) => requestId) }
  }
  const used = async () => (await store.reader.readUsage(organizationId)).documents.used
  return { organization, accept, used }
}

const CASES: Cases<Bench> = {
  async 'come in the order of their priorities, within their organization alone'(t, { a, b, join, take }) {
    const expected = new Map<string, string>()
    for (const priority of ['low', undefined, 'high'] as const) {
      for (const id of (await a.accept(2, { priority })).ids) expected.set(id, priority ?? 'normal')
    }
    for (const id of (await b.accept(2, { priority: 'low' })).ids) expected.set(id, 'other')
    const jobs = await take(await join(), { limit: 8 })
    t.same(
      jobs.map(({ refId }) => expected.get(refId)),
      ['high', 'other', 'high', 'other', 'normal', 'normal', 'low', 'low'],
    )
  },

  async 'are taken back before they are begun'(t, { store, a, b, join, take }) {
    const before = { used: await a.used(), waiting: await store.countWaitingJobs('render') }
    const { ids } = await a.accept(2)
    const [first = '', second = ''] = ids
    const tests = await a.accept(1, { isTest: true })
    const { id } = a.organization
    t.equal(await store.cancelRequest(b.organization.id, first), undefined, 'by their owner alone')
    t.equal(await store.cancelRequest(id, first), 'queued')
    t.equal(await store.cancelRequest(id, tests.ids[0] ?? ''), 'queued')
    t.equal(await a.used(), before.used + 1, 'and count no more')
    t.equal((await store.reader.readUsage(id)).tests.used, 0, 'tests neither')
    t.match(await store.findRequest(id, first), { outcome: { status: 'failed', failure: { code: 'CANCELLED' } } })
    t.match(await store.reader.findLoggedRequest(id, first), { outcome: 'failed', code: 'cancelled', receivedBytes: 7 })
    t.same(await store.reader.listEvents(id, { limit: 10 }), [], 'nothing is announced')
    t.equal(await store.countWaitingJobs('render'), before.waiting + 1)
    t.equal(await store.recountWaitingJobs('render'), 0, 'the counters are right')
    t.equal(await store.cancelRequest(id, first), 'failed', 'once')
    const jobs = await take(await join(), { limit: 8 })
    t.same(
      jobs.map(({ refId }) => refId),
      [second],
    )
    t.equal(await store.cancelRequest(id, second), 'processing', 'what is begun is not')
  },

  async 'go round the organizations'(t, { store, a, b, c, join, take }) {
    await a.accept(5)
    await b.accept(2)
    await c.accept(1)
    const slugs = new Map([a, b, c].map(({ organization: { id, slug } }) => [id, slug]))
    const me = await join()
    const jobs = await take(me, { limit: 6 })
    t.equal(jobs.map(({ organizationId }) => slugs.get(organizationId)).join(''), 'abcaba')
    t.equal(await store.countWaitingJobs('render'), 2)
    t.same(await take(me, { exceptKeys: ['key-of-a'] }), [], 'but not to keys that are busy')
    t.same(await take(me, { exceptOrganizations: [a.organization.id] }), [], 'nor to organizations that have enough')
    const rest = await take(me, { after: jobs.at(-1)?.organizationId ?? '' })
    t.equal(rest.length, 2)
    t.same(await take(me, {}), [], 'nothing is claimed twice')
    await store.removeProcess(me)
    t.equal(await store.countWaitingJobs('render'), 8, 'what a process leaves waits again')
    const again = await take(await join(), { limit: 8 })
    t.ok(
      again.every(({ attempt }) => attempt === 1),
      'and it did not count',
    )
  },

  async 'never wait in greater numbers than may, however they arrive'(t, { store, a, b, c, join, claim }) {
    const me = await join()
    t.equal(await store.countWaitingJobs('render'), 0)
    const queueLimit = 10
    const used = await a.used()
    const burst = await Promise.all(Array.from({ length: 12 }, () => a.accept(1, { queueLimit })))
    t.equal(burst.filter(({ acceptance }) => acceptance.kind === 'accepted').length, 5, 'one has half of the queue')
    t.equal(burst.filter(({ acceptance }) => acceptance.kind === 'full').length, 7)
    t.equal(await store.countWaitingJobs('render'), 5)
    t.equal(await a.used(), used + 5, 'what is refused is not counted')
    t.match((await b.accept(4, { queueLimit })).acceptance, { kind: 'full' }, 'all documents of a call or none')
    t.match((await b.accept(3, { queueLimit })).acceptance, { kind: 'accepted' }, 'the next has half of what is left')
    t.match((await a.accept(1, { queueLimit })).acceptance, { kind: 'full' })
    t.match((await c.accept(1, { queueLimit })).acceptance, { kind: 'accepted' })
    t.equal(await store.countWaitingJobs('render'), 9)
    t.equal((await claim(me, { limit: 9 })).length, 9)
    t.match((await a.accept(5, { queueLimit })).acceptance, { kind: 'accepted' }, 'room is given back')
    t.equal((await a.accept(1)).acceptance.kind, 'accepted', 'any number where no bound is asked for')
  },

  async 'are counted by every way in which they come and go'(t, { store, a, b, join, claim }) {
    const [first, second, third] = [await join(), await join(), await join()]
    await Promise.all([a.accept(6), b.accept(5), a.accept(4)])
    const before = await store.countWaitingJobs('render')
    t.equal(await store.recountWaitingJobs('render'), 0, 'accepting')
    const claimed = await Promise.all([first, second, third].map((id) => claim(id, { limit: 4 })))
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
  },

  async 'are counted anew where the counters are wrong'(t, { store, location, a }) {
    await a.accept(2)
    const waiting = await store.countWaitingJobs('render')
    await execute(location, 'update queue_counts set amount = amount + 70')
    t.not(await store.countWaitingJobs('render'), waiting)
    t.ok((await store.recountWaitingJobs('render')) > 0, 'and that is told')
    t.equal(await store.countWaitingJobs('render'), waiting)
    await execute(location, 'delete from queue_counts')
    t.equal(await store.recountWaitingJobs('render'), waiting)
    t.equal(await store.countWaitingJobs('render'), waiting)
  },

  async 'are fenced by process and attempt'(t, { store, c, join, claim }) {
    const { ids } = await c.accept(1)
    const [id = ''] = ids
    const [first, second] = [await join(), await join()]
    const take = async (processId: string): Promise<ClaimedJob> => {
      const claimed = (await claim(processId, {})).find(({ job }) => job.refId === id)
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
    const document = { ...COMPLETED, expiresAt: Date.now() + 60_000 }
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
  },

  async 'of processes that were silent only because the database was away stay with them'(
    t,
    { store, location, join },
  ) {
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
  },

  async 'are not accepted under an idempotency key that somebody else has got meanwhile'(t, { store, a, join }) {
    const [first, second] = [await join(), await join()]
    const { id: keyId } = await store.createKey({
      organizationId: a.organization.id,
      hash: 'hash',
      display: '',
      description: '',
      allowIps: [],
    })
    const begin = async (processId: string) => {
      const check = await store.beginIdempotent({
        keyId,
        key: 'k',
        fingerprint: 'f',
        processId,
        answeredWithinMs: 60_000,
      })
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
    const again = { keyId, key: 'k', fingerprint: 'f', processId: first, answeredWithinMs: 60_000 }
    t.match(await store.beginIdempotent(again), { kind: 'running' }, 'nor is the key freed')
    t.match((await a.accept(1, { idempotency: late })).acceptance, { kind: 'accepted' })
    t.match(await store.beginIdempotent(again), { kind: 'answered' })
    t.equal(await store.answerIdempotent(late), false, 'an answer is given once')
  },

  async 'fail when they were begun too often'(t, { store, b, join, take }) {
    const before = await b.used()
    const { ids } = await b.accept(1)
    const [id = ''] = ids
    for (let attempt = 1; attempt <= 3; attempt++) {
      const process = await join()
      const jobs = await take(process, {})
      t.equal(jobs.find(({ refId }) => refId === id)?.attempt, attempt)
      for (const job of jobs) if (String(job.refId) !== id) await store.returnJob(job, 3_600_000, false)
      await store.reapProcesses('', [process])
    }
    const request = await store.findRequest(b.organization.id, id)
    t.match(request?.outcome, { status: 'failed', failure: { code: 'INTERNAL_ERROR' } })
    t.equal(await b.used(), before, 'and give back what was counted')
    t.match(await store.reader.searchRequests({ organizationId: b.organization.id, limit: 10 }), [
      {
        id,
        mode: 'async',
        endpointPath: request?.endpointPath,
        documentId: request?.documentId,
        outcome: 'failed',
        code: 'internal_error',
        receivedBytes: 7,
      },
    ])
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
  },

  async 'are accepted all or none'(t, { store, a }) {
    const usage = await store.reader.readUsage(a.organization.id)
    const { acceptance, ids } = await a.accept(11, { isTest: true })
    t.match(acceptance, { kind: 'exceeded', usage: 'tests', now: Number })
    t.equal(await store.findRequest(a.organization.id, ids[0] ?? ''), undefined)
    t.same(await store.reader.readUsage(a.organization.id), usage)
    t.equal(
      (await store.reader.listAudit({ limit: 100 })).filter(({ action }) => action === 'organization.created').length,
      3,
    )
  },

  async 'are claimed once by many at the same time'(t, { a, join, take }) {
    const { ids } = await a.accept(60)
    const processes = await Promise.all(Array.from({ length: 4 }, join))
    const claimed = await Promise.all(processes.flatMap((id) => [1, 2, 3, 4].map(() => take(id, { limit: 5 }))))
    const mine = claimed.flat().filter(({ refId }) => ids.some((id) => id === refId))
    t.equal(new Set(mine.map(({ id }) => id)).size, mine.length)
    t.ok(mine.length > 0)
  },

  async expire(t, { store, a, join, take }) {
    const { ids } = await a.accept(1)
    const [id = ''] = ids
    const job = (await take(await join(), {})).find(({ refId }) => refId === id)
    if (!job) throw new Error('expected the job')
    const documentId = (await store.findRequest(a.organization.id, id))?.documentId ?? ''
    await store.completeRequest(job, { ...COMPLETED, objectKey: 'gone', expiresAt: Date.now() - 1 })
    t.same(await store.findRequest(a.organization.id, id), undefined, 'what has expired is not found')
    t.same(await store.reader.listExpiredRequests(10), [{ id, documentId, objectKey: 'gone' }])
    await store.deleteRequests([id])
    t.same(await store.reader.listExpiredRequests(10), [])
  },
}

for (const opener of openers(t)) {
  t.test(`jobs: ${opener.name}`, async (t) => runCases(t, await openBench(t, opener), CASES))
}

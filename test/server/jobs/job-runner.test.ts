import { join } from 'node:path'
import { pino } from 'pino'
import t from 'tap'
import { DocumentLinks } from '../../../server/jobs/document-links.js'
import { JobRunner } from '../../../server/jobs/job-runner.js'
import { Membership } from '../../../server/jobs/membership.js'
import { runRenderJob } from '../../../server/jobs/render-job.js'
import { RequestLog } from '../../../server/jobs/request-log.js'
import { UnsavedDocuments } from '../../../server/jobs/unsaved-documents.js'
import { KeySlots } from '../../../server/limits/key-slots.js'
import { Metrics } from '../../../server/observability/metrics.js'
import type { RenderOutcome } from '../../../server/render/render-types.js'
import type { ChangeListener } from '../../../server/storage/change-signal.js'
import { DiskObjects } from '../../../server/storage/objects/disk-objects.js'
import { openStore } from '../../../server/storage/open-store.js'
import type { ClaimedJob } from '../../../server/storage/requests/request-store.js'
import { StoreUnavailable } from '../../../server/storage/store.js'
import { Sealer } from '../../../server/webhooks/sealer.js'
import { currentEngine } from '../engines.js'
import type { Teardown } from '../folder.js'
import { LETTER, newDocument, newRequests } from '../storage/store-inputs.js'

const log = pino({ level: 'silent' })

interface Rendering {
  readonly number: number
  finish(outcome: RenderOutcome): void
  fail(error: unknown): void
}

const RENDERED: RenderOutcome = {
  kind: 'rendered',
  content: new Uint8Array(3),
  mediaType: 'application/pdf',
  pages: 1,
  fileName: undefined,
  renderTimeMs: 1,
}

/** A store with an organization, and a runner over a pool whose documents the test finishes itself. */
async function startRunner(t: Teardown, places: number, storing: () => Promise<void> = async () => undefined) {
  const location = await currentEngine().newLocation(t)
  const disk = new DiskObjects(join(location.dataDir, 'objects'))
  let left = 0
  const store = await openStore(location)
  const membership = await Membership.join(store, log)
  const slots = new KeySlots(store, membership.id, () => undefined)
  const renderings: Rendering[] = []
  let arrived = () => {}
  const services = {
    store,
    slots,
    objects: {
      put: async (key: string, content: Uint8Array) => {
        await storing()
        await disk.put(key, content)
      },
      delete: disk.delete.bind(disk),
    },
    unsaved: new UnsavedDocuments(),
    links: new DocumentLinks(['secret'], { base: () => '', isPublic: true }),
    requestLog: new RequestLog(store, log),
    metrics: new Metrics(),
    log,
    sealer: new Sealer(['secret']),
    asyncTimeoutMs: 60_000,
    pool: {
      run: ({ body }: { readonly body: Uint8Array }) =>
        new Promise<RenderOutcome>((resolve, reject) => {
          renderings.push({ number: JSON.parse(Buffer.from(body).toString()).n, finish: resolve, fail: reject })
          arrived()
        }),
      merge: () => Promise.reject(new Error('there is no request for several documents')),
      runAdHoc: () => Promise.reject(new Error('there is no request with a template of its own')),
    },
  }
  const addOrganization = async (slug: string) => {
    const organization = await store.createOrganization({ slug, name: 'Acme', plan: 'free' })
    const published = { ...LETTER, organizationId: organization.id, endpointPath: 'letter' }
    const { templateId, versionId } = await store.publishTemplate(published)
    const accept = async (keyId: string, numbers: readonly number[]) => {
      const documents = numbers.map((n) => newDocument({ body: Buffer.from(JSON.stringify({ n })) }))
      await store.acceptRequests(newRequests(organization.id, documents, { templateId, versionId, keyId }))
      store.changes.notify('render')
    }
    return { organization, accept }
  }
  const runner = new JobRunner({
    store,
    membership,
    queue: 'render',
    places,
    deadlineMs: 60_000,
    log,
    run: (job, leave) =>
      runRenderJob(job, services, () => {
        left++
        leave()
      }),
  })
  /** Resolves when so many documents have been begun since the start. */
  const begun = (count: number) =>
    new Promise<void>((resolve) => {
      arrived = () => {
        if (renderings.length >= count) resolve()
      }
      arrived()
    })
  t.teardown(async () => {
    for (const { finish } of renderings) finish(RENDERED)
    await runner.close(5_000)
    await services.requestLog.close()
    await membership.leave()
    slots.close()
    await store.close()
  })
  return {
    store,
    renderings,
    begun,
    addOrganization,
    /** How many jobs left their place before they ended. */
    left: () => left,
    ...(await addOrganization('acme')),
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

t.test('no key has more than ten documents rendered at once, and others do not wait for it', async (t) => {
  const { accept, begun, renderings } = await startRunner(t, 40)
  await accept('one', range(0, 14))
  await begun(10)
  await accept('other', range(100, 104))
  await begun(14)
  const numbers = () => renderings.map(({ number }) => number)
  t.equal(numbers().filter((number) => number < 100).length, 10)
  t.same(
    numbers()
      .filter((number) => number >= 100)
      .sort((a, b) => a - b),
    range(100, 104),
    'in no order: they run at the same time',
  )
  for (const { finish } of renderings.slice(0, 10)) finish(RENDERED)
  await begun(18)
  t.same(
    numbers().sort((a, b) => a - b),
    [...range(0, 14), ...range(100, 104)],
    'each once',
  )
})

t.test('no organization takes all places, in whatever order they come', async (t) => {
  const { accept, begun, renderings, addOrganization } = await startRunner(t, 4)
  const other = await addOrganization('other')
  await accept('one', range(0, 10))
  await begun(2)
  await other.accept('another', range(100, 110))
  await begun(3)
  t.same(
    renderings.map(({ number }) => number).sort((a, b) => a - b),
    [0, 1, 100],
    'half of the places, and half of what was left',
  )
})

t.test('a pool that is full is asked again, and that is no attempt', async (t) => {
  const { store, organization, accept, begun, renderings } = await startRunner(t, 2)
  await accept('one', [7])
  for (let count = 1; count <= 5; count++) {
    await begun(count)
    renderings[count - 1]?.finish({ kind: 'unavailable' })
  }
  await begun(6)
  const finished = new Promise<void>((resolve) => {
    const stop = store.changes.onChange('finished', async () => {
      if ((await store.reader.listEvents(organization.id, { limit: 10 })).length === 0) return
      stop()
      resolve()
    })
  })
  renderings[5]?.finish(RENDERED)
  await finished
  t.match(await store.reader.listEvents(organization.id, { limit: 10 }), [{ type: 'document.completed' }])
  t.equal(renderings.length, 6)
})

t.test('a document that is being stored keeps its place while the storage answers', async (t) => {
  const leftAtStoring: number[] = []
  const { accept, begun, renderings, left, store } = await startRunner(t, 4, async () => {
    leftAtStoring.push(left())
  })
  const finished = new Promise<void>((resolve) => {
    t.teardown(store.changes.onChange('finished', () => resolve()))
  })
  await accept('key', [1])
  await begun(1)
  renderings[0]?.finish(RENDERED)
  await finished
  t.same(leftAtStoring, [0])
})

t.test('documents that a storage does not take keep no place', async (t) => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { accept, begun, renderings } = await startRunner(t, 2, () => answered)
  t.teardown(answer)
  await accept('key', range(0, 8))
  for (let count = 1; count <= 8; count++) {
    await begun(count)
    renderings[count - 1]?.finish(RENDERED)
  }
  t.equal(renderings.length, 8)
})

/** A runner over a queue in memory, which takes its jobs at once, and of which every look is counted. */
function startCounted(t: Teardown, places: number) {
  const ready: ClaimedJob[] = []
  let looks = 0
  let hear: ChangeListener = () => undefined
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const ends: (() => void)[] = []
  const runner = new JobRunner({
    store: {
      changes: {
        onChange: (_queue, listener) => {
          hear = listener
          return () => undefined
        },
        notify: () => undefined,
      },
      claimJobs: async ({ limit, exceptOrganizations = [] }) => {
        looks++
        const taken = ready.filter(({ job }) => !exceptOrganizations.includes(job.organizationId)).slice(0, limit)
        for (const claimed of taken) ready.splice(ready.indexOf(claimed), 1)
        return taken
      },
      returnJob: async () => undefined,
    },
    membership: { id: 'process' },
    queue: 'render',
    places,
    deadlineMs: 60_000,
    log,
    run: () => new Promise((resolve) => ends.push(() => resolve({ kind: 'done' }))),
  })
  t.teardown(() => runner.close(0))
  return {
    ends,
    settled,
    get looks() {
      return looks
    },
    accept(organizationId: string, count: number) {
      const job = { id: '', organizationId, keyId: 'key', refId: '', queue: 'render', attempt: 1 } as ClaimedJob['job']
      for (let i = 0; i < count; i++) ready.push({ job, input: undefined })
      hear(new Set([organizationId]))
    },
  }
}

t.test('a queue is looked at once for each document that comes while there is room', async (t) => {
  const queue = startCounted(t, 8)
  await queue.settled()
  const before = queue.looks
  for (let i = 0; i < 20; i++) {
    queue.accept(`org-${i}`, 1)
    await queue.settled()
    t.equal(queue.ends.length, i + 1, 'it begins')
    queue.ends[i]?.()
    await queue.settled()
  }
  t.equal(queue.looks - before, 20, 'and not again when it ends')
})

t.test('what waits for a place begins when one is free', async (t) => {
  const queue = startCounted(t, 4)
  queue.accept('one', 10)
  await queue.settled()
  t.equal(queue.ends.length, 2, 'half of the places')
  for (let i = 0; i < 10; i++) {
    t.ok(queue.ends.length > i)
    queue.ends[i]?.()
    await queue.settled()
  }
  t.equal(queue.ends.length, 10)
})

t.test('a database that is away is no fault of the document: it is tried as often as it takes', async (t) => {
  const { accept, begun, renderings, store } = await startRunner(t, 40)
  await accept('one', [0])
  const attempts = 5
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await begun(attempt)
    renderings.at(-1)?.fail(new StoreUnavailable('all connections are busy'))
  }
  await begun(attempts + 1)
  renderings.at(-1)?.finish(RENDERED)
  await new Promise<void>((resolve) => {
    const stop = store.changes.onChange('finished', () => {
      stop()
      resolve()
    })
  })
  const { documents } = await store.reader.readUsage((await store.findOrganization('acme'))?.id ?? '')
  t.equal(documents.used, 1, 'it is made')
})

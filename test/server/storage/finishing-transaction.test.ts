import t from 'tap'
import { newId } from '../../../server/storage/ids.js'
import { runFinishing } from '../../../server/storage/requests/finishing-transaction.js'
import type { Store } from '../../../server/storage/store.js'
import { PathPatterns } from '../../../server/webhooks/rules/path-patterns.js'
import { openers } from './openers.js'

/** A database that counts its transactions and knows whether it is in one. */
function fakeDatabase() {
  const state = { isOpen: false, begun: 0, committed: 0 }
  const execute = async <T>(action: (transaction: never) => Promise<T>): Promise<T> => {
    state.isOpen = true
    state.begun++
    try {
      const result = await action(undefined as never)
      state.committed++
      return result
    } finally {
      state.isOpen = false
    }
  }
  return { state, database: { db: { transaction: () => ({ execute }) } } as never }
}

t.test('patterns run between transactions', async (t) => {
  const { state, database } = fakeDatabase()
  const known = new PathPatterns()
  const ran: string[] = []
  const patterns = {
    recall: known.recall,
    matches(pattern: string, path: string) {
      t.equal(state.isOpen, false, `${pattern} runs while nobody waits for the transaction`)
      ran.push(pattern)
      return known.matches(pattern, path)
    },
  }
  const finish = () =>
    runFinishing(
      database,
      async ({ matchesPath }) => ['^in', 'x', '^in'].map((pattern) => matchesPath(pattern, 'invoice')),
      patterns,
    )
  t.same(await finish(), [true, false, true])
  t.same([state.begun, state.committed], [2, 1], 'the first one leaves nothing behind')
  t.same([...new Set(ran)], ['^in', 'x'])
  ran.length = 0
  t.same(await finish(), [true, false, true])
  t.same([state.begun, state.committed, ran.length], [3, 2, 0], 'and what is known is not asked again')
})

t.test('an endpoint that always changes holds nothing up for ever', async (t) => {
  const { state, database } = fakeDatabase()
  const { recall, matches } = new PathPatterns()
  let change = 0
  const result = await runFinishing(database, async ({ matchesPath }) => matchesPath(`${change++}`, '3'), {
    recall,
    matches,
  })
  t.equal(result, true)
  t.same([state.begun, state.committed], [4, 1])
})

t.test('what else goes wrong is told, and nothing is tried again', async (t) => {
  const { state, database } = fakeDatabase()
  const fail = async () => {
    throw new Error('no')
  }
  await t.rejects(runFinishing(database, fail), /no/)
  t.equal(state.begun, 1)
})

for (const { name, newLocation, open } of openers(t)) {
  t.test(`deliveries go where patterns say: ${name}`, async (t) => {
    const store = await open(await newLocation(t))
    t.teardown(() => store.close())
    const { id: organizationId } = await store.createOrganization({ slug: 'a', name: 'A', plan: 'pro' })
    const processId = newId('prc')
    await store.registerProcess({ id: processId, host: 'h', bootId: 'b', pid: 1, pidStart: '1' })
    const addWebhook = (pattern: string) =>
      store.createWebhook({
        id: newId('whk'),
        organizationId,
        name: pattern,
        url: 'https://a.example',
        events: ['document.failed'],
        templatePaths: undefined,
        filters: { endpointPathPattern: pattern },
        maxRetries: 3,
        timeoutSeconds: 30,
        backoffMultiplier: 2,
        secret: 'sealed',
      })
    const some = await addWebhook('^invoice-\\d+$')
    const all = await addWebhook('(a|i|v|o|e|c|n|-|\\d)*')
    await addWebhook('^letter')
    const fail = () => failRequest(store, organizationId, processId)

    t.same(await fail(), [some.id, all.id].sort())
    await store.updateWebhook(some.id, { filters: { endpointPathPattern: '^offer' } })
    t.same(await fail(), [all.id], 'as it is when the request ends')
    await store.updateWebhook(some.id, { filters: { endpointPathPattern: '7$' } })
    t.same(await fail(), [some.id, all.id].sort())
  })
}

/** Lets a request to `invoice-7` fail, and tells which endpoints get to know. */
async function failRequest(store: Store, organizationId: string, processId: string): Promise<readonly string[]> {
  const { templateId, versionId } = await store.publishTemplate({
    organizationId,
    endpointPath: 'invoice-7',
    name: 'n',
    html: 'x',
    pageSize: 'a4',
    orientation: 'portrait',
    schema: undefined,
    sample: undefined,
    assets: new Map(),
  })
  const requestId = newId('req')
  await store.acceptRequests({
    organizationId,
    keyId: 'key',
    templateId,
    versionId,
    endpointPath: 'invoice-7',
    batchId: undefined,
    documents: [{ requestId, documentId: newId('doc'), isTest: true, webhook: undefined, body: Buffer.from('{}') }],
    testLimit: 100,
    documentLimit: undefined,
    queueBound: undefined,
    idempotency: undefined,
  })
  const [claimed] = await store.claimJobs({
    queue: 'render',
    processId,
    limit: 1,
    after: '',
    deadlineMs: 60_000,
    exceptKeys: [],
  })
  if (!claimed) throw new Error('the job is not there')
  await store.failRequest(claimed.job, { code: 'RENDER_FAILED', message: 'm', details: {} })
  const deliveries = await store.reader.listDeliveries({ organizationId, requestId, limit: 10 })
  return deliveries.map(({ webhookId }) => webhookId ?? '').sort()
}

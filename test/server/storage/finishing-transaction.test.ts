import t from 'tap'
import { runFinishing } from '../../../server/storage/requests/finishing-transaction.js'
import type { Store } from '../../../server/storage/store.js'
import { PathPatterns } from '../../../server/webhooks/rules/path-patterns.js'
import { openers, openNew } from './openers.js'
import { addProcess, addWebhook, claimJobs, LETTER, newDocument, newRequests } from './store-inputs.js'

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

for (const opener of openers(t)) {
  t.test(`deliveries go where patterns say: ${opener.name}`, async (t) => {
    const { store } = await openNew(t, opener)
    const { id: organizationId } = await store.createOrganization({ slug: 'a', name: 'A', plan: 'pro' })
    const processId = await addProcess(store)
    const addFiltered = (pattern: string) =>
      addWebhook(store, organizationId, {
        events: ['document.failed'],
        filters: { endpointPathPattern: pattern },
      })
    const some = await addFiltered('^invoice-\\d+$')
    const all = await addFiltered('(a|i|v|o|e|c|n|-|\\d)*')
    await addFiltered('^letter')
    const fail = () => failRequest(store, organizationId, processId)

    t.same(await fail(), [some, all].sort())
    await store.updateWebhook(some, { filters: { endpointPathPattern: '^offer' } })
    t.same(await fail(), [all], 'as it is when the request ends')
    await store.updateWebhook(some, { filters: { endpointPathPattern: '7$' } })
    t.same(await fail(), [some, all].sort())
  })
}

/** Lets a request to `invoice-7` fail, and tells which endpoints get to know. */
async function failRequest(store: Store, organizationId: string, processId: string): Promise<readonly string[]> {
  const endpointPath = 'invoice-7'
  const { templateId, versionId } = await store.publishTemplate({ ...LETTER, organizationId, endpointPath })
  const document = newDocument()
  await store.acceptRequests(newRequests(organizationId, [document], { templateId, versionId, endpointPath }))
  const [claimed] = await claimJobs(store, processId)
  if (!claimed) throw new Error('the job is not there')
  await store.failRequest(claimed.job, { code: 'RENDER_FAILED', message: 'm', details: {} })
  const deliveries = await store.reader.listDeliveries({ organizationId, requestId: document.requestId, limit: 10 })
  return deliveries.map(({ webhookId }) => webhookId ?? '').sort()
}

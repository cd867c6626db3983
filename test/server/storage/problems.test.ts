import t from 'tap'
import type { DocumentProblems } from '../../../server/storage/requests/document-problems.js'
import type { StoreOperations } from '../../../server/storage/store.js'
import { engines } from '../engines.js'
import { openSubject } from './seeded-database.js'
import { addProcess, COMPLETED, claimJobs, invoice, newDocument, newRequests } from './store-inputs.js'

const PROBLEMS: DocumentProblems = {
  count: 50,
  codes: { 'unmatched-placeholder': 50 },
  items: Array.from({ length: 50 }, (_, index) => ({
    code: 'unmatched-placeholder',
    severity: 'warning',
    message: `no field of the data matches {{a${index}}}`,
    place: `template.html:${index + 1}:1`,
  })),
}

/** A claimed job of a new request. */
async function newJob(store: StoreOperations, organizationId: string, path: string) {
  const { templateId, versionId } = await store.publishTemplate(invoice(organizationId, { endpointPath: path }))
  const document = newDocument()
  const changes = { templateId, versionId, endpointPath: path }
  await store.acceptRequests(newRequests(organizationId, [document], changes))
  const claimed = await claimJobs(store, await addProcess(store), { limit: 1_000_000 })
  const mine = claimed.find(({ job }) => job.refId === document.requestId)
  if (!mine) throw new Error('the job was not claimed')
  return mine.job
}

// The queries are the same on both databases.
for (const { newLocation } of engines(t).slice(0, 1)) {
  t.test('a document with fifty problems is finished by the queries of one without', async (t) => {
    const { store, organizationId, queriesOf } = await openSubject(t, await newLocation(t))
    const counts: number[] = []
    for (const problems of [undefined, PROBLEMS]) {
      const job = await newJob(store, organizationId, `path-${counts.length}`)
      const queries = await queriesOf(() =>
        store.completeRequest(job, { ...COMPLETED, problems, expiresAt: Date.now() + 60_000 }),
      )
      counts.push(queries.length)
      t.same((await store.findRequest(organizationId, job.refId))?.problems, problems)
    }
    t.ok((counts[0] ?? 0) > 0)
    t.equal(counts[1], counts[0])
  })
}

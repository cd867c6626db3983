import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { removeExpired } from '../../server/schedule/retention.js'
import { newId } from '../../server/storage/ids.js'
import { DiskObjects } from '../../server/storage/objects/disk-objects.js'
import { openStore } from '../../server/storage/open-store.js'
import { currentEngine } from './engines.js'

t.test('expired documents are taken away with their files, others stay', async (t) => {
  const location = await currentEngine().newLocation(t)
  const store = await openStore(location)
  t.teardown(() => store.close())
  const objects = new DiskObjects(join(location.dataDir, 'objects'))
  const organization = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
  const documents = Array.from({ length: 3 }, () => ({
    requestId: newId('req'),
    documentId: newId('doc'),
    isTest: false,
    body: Buffer.from('{}'),
    webhook: undefined,
  }))
  await store.acceptRequests({
    organizationId: organization.id,
    keyId: 'key_1',
    templateId: 'tpl_1',
    versionId: 'tpv_1',
    endpointPath: 'letter',
    batchId: undefined,
    documents,
    testLimit: 10,
    documentLimit: undefined,
    idempotency: undefined,
  })
  const processId = newId('prc')
  await store.registerProcess({ id: processId, host: 'h', bootId: 'b', pid: 1, pidStart: '1' })
  const claim = { queue: 'render', processId, limit: 3, after: '', exceptKeys: [], deadlineMs: 1000 } as const
  const jobs = await store.claimJobs(claim)
  for (const [index, job] of jobs.entries()) {
    await objects.put(`documents/${index}`, new Uint8Array(1))
    await store.completeRequest(job, {
      objectKey: `documents/${index}`,
      documentUrl: '',
      sizeBytes: 1,
      pages: 1,
      renderTimeMs: 1,
      expiresAt: Date.now() + (index === 2 ? 60_000 : -1),
    })
  }
  await removeExpired({ store, objects })
  t.same(
    [0, 1, 2].map((index) => existsSync(join(location.dataDir, 'objects', 'documents', String(index)))),
    [false, false, true],
  )
  const found = await Promise.all(jobs.map(({ refId }) => store.findRequest(organization.id, refId)))
  t.same(
    found.map((request) => request?.outcome.status),
    [undefined, undefined, 'completed'],
  )
  await removeExpired({ store, objects })
  t.same(await store.listExpiredRequests(10), [])
})

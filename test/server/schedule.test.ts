import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { documentKey } from '../../server/jobs/document-objects.js'
import { removeExpired } from '../../server/schedule/retention.js'
import { DiskObjects } from '../../server/storage/objects/disk-objects.js'
import { openStore } from '../../server/storage/open-store.js'
import { currentEngine } from './engines.js'
import { makeFolder } from './folder.js'
import { addProcess, claimJobs, newDocument, newRequests } from './storage/store-inputs.js'

t.test('expired documents are taken away with their files, others stay', async (t) => {
  const location = await currentEngine().newLocation(t)
  const store = await openStore(location)
  t.teardown(() => store.close())
  const objects = new DiskObjects(join(location.dataDir, 'objects'))
  const organization = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
  const documents = Array.from({ length: 3 }, () => newDocument())
  await store.acceptRequests(newRequests(organization.id, documents))
  const jobs = (await claimJobs(store, await addProcess(store))).map(({ job }) => job)
  for (const [index, job] of jobs.entries()) {
    await objects.put(`documents/${index}`, new Uint8Array(1))
    await store.completeRequest(job, {
      objectKey: `documents/${index}`,
      documentUrl: '',
      fileName: undefined,
      sizeBytes: 1,
      pages: 1,
      renderTimeMs: 1,
      expiresAt: Date.now() + (index === 2 ? 60_000 : -1),
    })
  }
  // Stored by a process whose request was finished by another attempt, or not at all.
  const left = documents.map(({ documentId }) => documentKey(documentId, 2))
  for (const key of left) await objects.put(key, new Uint8Array(1))
  await removeExpired({ store, objects })
  t.same(
    await Promise.all(left.map(async (key) => (await read(objects, key))?.length)),
    documents.map(({ requestId }) => (requestId === jobs[2]?.refId ? 1 : undefined)),
    'and what another attempt has left',
  )
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
  t.same(await store.reader.listExpiredRequests(10), [])
})

t.test('what processes left that died is swept away when it is old', async (t) => {
  const folder = makeFolder(t)
  const objects = new DiskObjects(folder)
  await objects.sweep('answers', 60_000)
  const keys = ['answers/ab/old.pdf', 'answers/ab/new.pdf', 'documents/ab/old.pdf']
  for (const key of keys) await objects.put(key, new Uint8Array(1))
  const temporary = ['documents/ab/x.pdf.1.tmp', 'documents/ab/y.pdf.2.tmp']
  for (const name of temporary) writeFileSync(join(folder, name), '')
  const yesterday = new Date(Date.now() - 86_400_000)
  for (const name of [keys[0], keys[2], temporary[0]]) utimesSync(join(folder, name ?? ''), yesterday, yesterday)
  await objects.sweep('answers', 3_600_000)
  t.same(
    [...keys, ...temporary].filter((name) => existsSync(join(folder, name))),
    ['answers/ab/new.pdf', 'documents/ab/old.pdf', 'documents/ab/y.pdf.2.tmp'],
  )
})

async function read(objects: DiskObjects, key: string): Promise<Buffer | undefined> {
  const object = await objects.get(key)
  return object && buffer(object.content)
}

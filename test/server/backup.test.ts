import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { makeBackup, restoreBackup } from '../../server/backup.js'
import { readConfig } from '../../server/config.js'
import { openStore, type StoreLocation } from '../../server/storage/open-store.js'
import { engines } from './engines.js'
import { makeFolder } from './folder.js'
import { send } from './http/request.js'
import { locationSettings, type Service, startOwnService } from './service.js'
import { type FailingBucket, startFailingBucket } from './storage/failing-bucket.js'

const configOf = (location: StoreLocation) => readConfig(locationSettings(location))

/** Accepts documents without end, until it is told to stop; gives their requests. */
function keepAccepting(service: Service): { stop(): Promise<readonly string[]> } {
  const ids: string[] = []
  let isStopped = false
  const accepting = (async () => {
    while (!isStopped) {
      const { status, json } = await service.generateLater('letter', '{}')
      if (status === 202) ids.push((json as { request_id: string }).request_id)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await accepting
      return ids
    },
  }
}

for (const { name, newLocation } of engines(t)) {
  t.test(`a backup that is made while the service works is restored as it was at one moment: ${name}`, async (t) => {
    const service = await startOwnService(t, {}, await newLocation(t))
    await service.store.updateOrganization(service.organization.slug, {
      name: undefined,
      plan: 'enterprise',
      monthlyQuota: undefined,
    })
    await service.addTemplate('letter', 'letter')
    const { json } = await service.generateLater('letter', '{"name":"Ada"}')
    const done = await service.finished((json as { request_id: string }).request_id)
    const load = keepAccepting(service)
    const file = join(makeFolder(t), 'platen.backup')
    const report = await makeBackup(configOf(service), file)
    const accepted = await load.stop()
    t.equal(report.missing, 0)
    t.ok(accepted.length > 0, 'documents came meanwhile')

    const place = await newLocation(t)
    const restored = await restoreBackup(configOf(place), file)
    t.same([restored.rows, restored.documents], [report.rows, report.documents])
    const again = await startOwnService(t, {}, place)
    const headers = { authorization: `Bearer ${service.key}` }
    const base = `${again.url}/api/v1/${service.organization.slug}`
    const request = await send(`${base}/requests/${done.request_id}`, { headers })
    t.match(request.json, { status: 'completed', document_id: done.document_id }, 'the key and the request are there')
    const pdf = await send(`${base}/documents/${done.document_id}/pdf`, { headers })
    t.equal(pdf.status, 200)
    t.match(JSON.parse(pdf.bytes.toString()), { data: { name: 'Ada' } }, 'with its document')
    // What waited at that moment is made now; what came later is not there.
    for (const id of accepted) {
      const found = await send(`${base}/requests/${id}`, { headers })
      if (found.status === 404) continue
      let status: unknown
      while (status !== 'completed') {
        status = ((await send(`${base}/requests/${id}`, { headers })).json as { status: string }).status
      }
    }
    await t.rejects(restoreBackup(configOf(place), file), { name: 'BackupError' }, 'a place that is not empty')
  })
}

t.test('deliveries that are pending are in a backup', async (t) => {
  const location = { dataDir: makeFolder(t) }
  const store = await openStore(location)
  const { id: organizationId } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro' })
  const { addEvents, addWebhook } = await import('./storage/store-inputs.js')
  await addEvents(store, await addWebhook(store, organizationId), 3)
  const pending = await store.reader.listDeliveries({ organizationId, limit: 10 })
  await store.close()
  const file = join(makeFolder(t), 'platen.backup')
  await makeBackup(configOf(location), file)
  t.notMatch(readFileSync(file, 'latin1'), 'a secret for tests', 'the secret is not')
  const place = { dataDir: makeFolder(t) }
  await restoreBackup(configOf(place), file)
  const restored = await openStore(place)
  t.teardown(() => restored.close())
  t.same(await restored.reader.listDeliveries({ organizationId, limit: 10 }), pending)
})

t.test('what is no whole backup, or belongs to another secret, is refused and leaves nothing', async (t) => {
  const location = { dataDir: makeFolder(t) }
  const store = await openStore(location)
  await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro' })
  await store.close()
  const folder = makeFolder(t)
  const file = join(folder, 'platen.backup')
  await makeBackup(configOf(location), file)
  await t.rejects(makeBackup(configOf(location), file), { message: /is there already/ })
  const whole = readFileSync(file)
  const changed = Buffer.from(whole.toString('latin1').replace('Acme', 'Acne'), 'latin1')
  const cases: readonly [string, Buffer, RegExp][] = [
    ['cut', whole.subarray(0, whole.length - 10), /it was cut/],
    ['cut at a line', whole.subarray(0, whole.lastIndexOf('{"end"')), /it was cut/],
    ['changed', changed, /it was changed/],
    ['foreign', Buffer.from('%PDF-1.7\n'), /it is no backup/],
    ['empty', Buffer.alloc(0), /it is no backup/],
  ]
  for (const [name, bytes, message] of cases) {
    const dataDir = join(folder, name)
    const path = join(folder, `${name}.backup`)
    writeFileSync(path, bytes)
    await t.rejects(restoreBackup(configOf({ dataDir }), path), { name: 'BackupError', message }, name)
    t.notOk(existsSync(join(dataDir, 'platen.db')), 'nothing was made')
  }
  const other = { ...configOf({ dataDir: join(folder, 'other') }), secret: 'another secret that nobody guesses' }
  await t.rejects(restoreBackup(other, file), { message: /another secret than PLATEN_SECRET/ })
  const used = join(folder, 'used')
  mkdirSync(used)
  writeFileSync(join(used, 'platen.db'), '')
  truncateSync(join(used, 'platen.db'))
  await t.rejects(restoreBackup(configOf({ dataDir: used }), file), { message: /is not empty: it has platen\.db/ })
})

/** A backup with some documents. */
async function backupWithDocuments(t: Test, count: number): Promise<string> {
  const service = await startOwnService(t)
  await service.addTemplate('letter', 'letter')
  for (let index = 0; index < count; index++) {
    const { json } = await service.generateLater('letter', '{}')
    await service.finished((json as { request_id: string }).request_id)
  }
  const file = join(makeFolder(t), 'platen.backup')
  t.equal((await makeBackup(configOf(service), file)).documents, count)
  return file
}

/** Resolves when the bucket is asked for the third document, of those from now on; that request finds the mood as it was. */
async function beforeThird(bucket: FailingBucket): Promise<void> {
  const isPut = (request: string) => request.startsWith('PUT documents/')
  for (let count = 0; count < 2; count++) await bucket.asked(isPut)
}

t.test('a restore that fails in the middle leaves nothing, or says what', async (t) => {
  const file = await backupWithDocuments(t, 4)
  const bucket = await startFailingBucket(t)
  const dataDir = makeFolder(t)
  const config = { ...configOf({ dataDir }), s3: bucket }

  const refusing = beforeThird(bucket).then(() => {
    bucket.mood = 403
    return bucket.asked(() => true)
  })
  const willing = refusing.then(() => {
    bucket.mood = 'pass'
  })
  await t.rejects(restoreBackup(config, file), { name: 'StoreUnavailable', message: /answered 403 to PUT / })
  await willing
  const removed = bucket.requests.filter((request) => request.startsWith('DELETE documents/'))
  t.equal(removed.length, 3, 'also the one that may be there')
  t.same(readdirSync(dataDir), [], 'the database is gone')

  const refusal = beforeThird(bucket).then(() => {
    bucket.mood = 403
  })
  await t.rejects(restoreBackup(config, file), {
    name: 'BackupError',
    message:
      /answered 403 to PUT .*; 3 documents that were stored before could not be removed: documents\/\S+ to documents\/\S+, in the order of the backup$/,
  })
  await refusal
  bucket.mood = 'pass'
  t.equal((await restoreBackup(config, file)).documents, 4, 'the same place takes it afterwards')
})

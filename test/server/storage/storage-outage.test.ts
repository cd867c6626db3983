import t from 'tap'
import { readConfig } from '../../../server/config.js'
import { startServer } from '../../../server/main.js'
import { makeFolder } from '../folder.js'
import { send } from '../http/request.js'
import { startOwnService } from '../service.js'
import { until } from '../until.js'
import { type BucketMood, startFailingBucket } from './failing-bucket.js'

const isProbe = (request: string) => request.startsWith('PUT documents/probe-')
const isDocument = (request: string) => request.startsWith('PUT documents/') && !isProbe(request)

/**
 * Documents that one process may have rendered before it knows that they cannot be stored: 32 on their way, and with one
 * worker four that are being rendered.
 */
const RENDERED = 36

const QUEUED = 60

for (const mood of [403, 503] as const) {
  t.test(`a bucket that answers ${mood} is asked before documents are rendered, less and less often`, async (t) => {
    const bucket = await startFailingBucket(t)
    const service = await startOwnService(t, { s3: bucket })
    await service.addTemplate('letter', 'letter')
    bucket.mood = mood
    const probed = bucket.asked(isProbe)
    const ids: string[] = []
    for (let index = 0; index < QUEUED; index++) {
      const { json } = await service.generateLater('letter', '{}')
      ids.push((json as { request_id: string }).request_id)
    }
    const told = await service.process.logged((line) => line.includes('documents cannot be stored'))
    t.match(JSON.parse(told), { level: 40, reason: new RegExp(`answered ${mood} to PUT .*AccessDenied`) })
    await probed
    await bucket.asked(isProbe)
    // What is rendered at the moment of the failure may be tried; each try is repeated three times when that may help.
    const tries = bucket.requests.filter(isDocument).length
    t.ok(tries <= RENDERED * (mood === 503 ? 4 : 1), `${tries} attempts to store ${QUEUED} documents`)
    t.equal((await send(`${service.url}/readyz`)).status, 503)
    t.equal((await send(`${service.url}/readyz?without=documents`)).status, 200)
    t.match((await send(`${service.url}/metrics`)).bytes.toString(), /^platen_document_storage_up 0$/m)

    bucket.mood = 'pass'
    for (const id of ids) t.equal((await service.finished(id)).status, 'completed')
    await service.process.logged((line) => line.includes('documents can be stored again'))
    t.equal((await send(`${service.url}/readyz`)).status, 200)
    t.match((await send(`${service.url}/metrics`)).bytes.toString(), /^platen_document_storage_up 1$/m)
    const lines = service.process.logs.filter((line) => line.includes('documents cannot be stored'))
    t.equal(lines.length, 1, 'one line a minute')
    t.notMatch(service.process.logs.join('\n'), /"stack"/, 'and no traces of the stack')
  })
}

for (const mood of [403, 503, 'hang'] as const satisfies readonly BucketMood[]) {
  t.test(`a bucket that ${mood === 'hang' ? 'hangs' : `answers ${mood}`} makes requests 503`, async (t) => {
    const bucket = await startFailingBucket(t)
    const service = await startOwnService(t, { s3: bucket, syncTimeoutMs: 2_000 })
    await service.addTemplate('letter', 'letter')
    const { json } = await service.generateLater('letter', '{}')
    const { document_url: link } = await service.finished((json as { request_id: string }).request_id)
    const once = (key: string) =>
      service.call('templates/letter/documents', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: '{}',
      })
    bucket.mood = mood
    const expected = {
      status: 503,
      json: { error: { type: 'service_unavailable', code: 'service_unavailable', retry_after: 5 } },
      headers: { 'retry-after': '5' },
    }
    t.match(await once('first'), expected, 'a document that is kept for its repetition')
    t.match(await send(link), expected, 'a link')
    const asked = bucket.requests.length
    t.match(await once('second'), expected)
    t.equal(bucket.requests.slice(asked).filter((request) => request.startsWith('PUT answers/')).length, 0, 'at once')
    t.equal((await service.generate('letter', '{}')).status, 200, 'documents that need no bucket are made')
    bucket.mood = 'pass'
    await service.process.logged((line) => line.includes('documents can be stored again'))
    t.equal((await once('first')).status, 200, 'the key is free')
    t.equal((await send(link)).status, 200)
  })
}

t.test('documents that wait for a bucket take no place for rendering from others of their key', async (t) => {
  const bucket = await startFailingBucket(t)
  const service = await startOwnService(t, { s3: bucket })
  await service.addTemplate('letter', 'letter')
  bucket.mood = 'hang'
  // As many as a key may have, in requests and in renderings.
  const answers = Array.from({ length: 10 }, (_, number) =>
    service.call('templates/letter/documents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `key-${number}` },
      body: '{}',
    }),
  )
  const isAnswer = (request: string) => request.startsWith('PUT answers/')
  await until(() => bucket.requests.filter(isAnswer).length === answers.length)
  const stored = bucket.asked(isDocument)
  t.equal((await service.generateLater('letter', '{}')).status, 202)
  const first = await Promise.race([stored.then(() => 'another is made'), Promise.race(answers).then(() => 'given up')])
  t.equal(first, 'another is made')
  bucket.mood = 'pass'
  await Promise.all(answers)
})

t.test('a bucket that refuses stops the start', async (t) => {
  const bucket = await startFailingBucket(t)
  const config = {
    ...readConfig({ PLATEN_DATA_DIR: makeFolder(t) }),
    port: 0,
    workers: 1,
    s3: { ...bucket, bucket: 'elsewhere' },
    logLevel: 'silent' as const,
  }
  const parts = { workerFile: new URL('../fake-worker.js', import.meta.url) }
  await t.rejects(startServer(config, parts), { name: 'ConfigError', message: /answered 404 to PUT .*NoSuchBucket/ })
  bucket.mood = 403
  await t.rejects(startServer({ ...config, s3: bucket }, parts), {
    name: 'ConfigError',
    message:
      /^PLATEN_S3_ENDPOINT, PLATEN_S3_BUCKET and the access key: the object storage answered 403 to PUT .*AccessDenied/,
  })
})

t.test('a bucket that is away for a moment does not', async (t) => {
  const bucket = await startFailingBucket(t)
  bucket.mood = 503
  const service = await startOwnService(t, { s3: bucket })
  await service.process.logged((line) => line.includes('documents cannot be stored'))
  bucket.mood = 'pass'
  await service.process.logged((line) => line.includes('documents can be stored again'))
  t.equal((await send(`${service.url}/readyz`)).status, 200)
})

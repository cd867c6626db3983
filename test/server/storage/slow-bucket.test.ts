import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t, { type Test } from 'tap'
import { S3Objects } from '../../../server/storage/objects/s3-objects.js'

setFlagsFromString('--expose-gc')

/** A busy machine takes its time for a first answer. */
const PATIENCE_MS = 1_000

/** Much less than the patience, but not in sum. */
const STEP_MS = 50
const STEPS = 30

/** Objects in a bucket that answers as it is told. */
async function bucketOf(t: Test, answer: RequestListener): Promise<S3Objects> {
  const server = createServer(answer)
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { endpoint, bucket: 'b', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' }
  return new S3Objects(settings, { patienceMs: PATIENCE_MS })
}

t.test('a download may take longer than an answer, as long as something comes', async (t) => {
  const objects = await bucketOf(t, async (_request, response) => {
    response.writeHead(200, { 'content-length': STEPS })
    for (let step = 0; step < STEPS; step++) {
      response.write('x')
      await delay(STEP_MS)
    }
    response.end()
  })
  const object = await objects.get('documents/slow.pdf')
  t.equal(object && (await buffer(object.content)).length, STEPS)
})

t.test('a reader may be slower than that', async (t) => {
  const bytes = Buffer.alloc(4_000_000)
  const objects = await bucketOf(t, (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.end(bytes)
  })
  const object = await objects.get('documents/slow.pdf')
  let read = 0
  for await (const chunk of object?.content ?? []) {
    if (read === 0) await delay(2 * PATIENCE_MS)
    read += chunk.length
  }
  t.equal(read, bytes.length)
})

t.test('a bucket that does not answer is given up', async (t) => {
  const objects = await bucketOf(t, () => undefined)
  await t.rejects(objects.get('documents/none.pdf'), { message: 'the object storage does not answer' })
})

t.test('a bucket that does not answer is given up when memory was cleaned meanwhile, too', async (t) => {
  const collectGarbage: () => void = runInNewContext('gc')
  const objects = await bucketOf(t, async () => {
    for (let step = 0; step < 5; step++) {
      await delay(STEP_MS)
      collectGarbage()
    }
  })
  await t.rejects(objects.get('documents/none.pdf'), { message: 'the object storage does not answer' })
})

t.test('a download that stands still is given up', async (t) => {
  const objects = await bucketOf(t, (_request, response) => {
    response.writeHead(200, { 'content-length': STEPS })
    response.write('x')
  })
  const object = await objects.get('documents/half.pdf')
  t.ok(object)
  if (object) await t.rejects(buffer(object.content), { message: 'the object storage does not answer' })
})

t.test('a download that nobody reads ends its connection', async (t) => {
  const closed = new Promise<void>((resolve) => {
    void bucketOf(t, (_request, response) => {
      response.writeHead(200, { 'content-length': STEPS })
      response.write('x')
      response.once('close', resolve)
    }).then(async (objects) => (await objects.get('documents/unread.pdf'))?.content.destroy())
  })
  await closed
  t.pass('as when only the head is wanted')
})

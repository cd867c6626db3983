import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import t from 'tap'
import { DiskObjects } from '../../../server/storage/objects/disk-objects.js'
import type { ObjectStorage } from '../../../server/storage/objects/object-storage.js'
import { S3Objects } from '../../../server/storage/objects/s3-objects.js'
import { makeFolder, type Teardown } from '../folder.js'

/** A bucket in memory, as far as the service uses one. */
async function openBucket(t: Teardown): Promise<{ endpoint: string; authorizations: string[]; failures: number[] }> {
  const stored = new Map<string, Buffer>()
  const authorizations: string[] = []
  const failures: number[] = []
  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    authorizations.push(headers.authorization ?? '')
    const body = await buffer(request)
    const failure = failures.shift()
    if (failure !== undefined) {
      response.writeHead(failure).end()
      return
    }
    if (method === 'PUT') stored.set(url, body)
    if (method === 'DELETE') stored.delete(url)
    const found = stored.get(url)
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    response.statusCode = method === 'GET' && !found ? 404 : method === 'DELETE' ? 204 : first ? 206 : 200
    response.end(method === 'GET' ? (first ? found?.subarray(Number(first), Number(last) + 1) : found) : undefined)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.teardown(() => server.closeAllConnections())
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, authorizations, failures }
}

const S3 = { bucket: 'documents', region: 'eu-central-1', accessKeyId: 'AKID', secretAccessKey: 'secret' }

async function holdsObjects(t: Pick<typeof import('tap').default, 'equal' | 'strictSame'>, objects: ObjectStorage) {
  t.equal(await objects.get('documents/ab/doc_1-1.pdf'), undefined)
  const bytes = new Uint8Array(300_000).map((_, index) => index)
  await objects.put('documents/ab/doc_1-1.pdf', bytes)
  await objects.put('documents/ab/doc_2-1.pdf', bytes.subarray(1, 4))
  const found = await objects.get('documents/ab/doc_1-1.pdf')
  t.equal(found?.size, 300_000)
  if (found) t.strictSame(await buffer(found.content), Buffer.from(bytes))
  const range = await objects.get('documents/ab/doc_1-1.pdf', { range: { first: 10, last: 19 } })
  t.equal(range?.size, 10)
  if (range) t.strictSame(await buffer(range.content), Buffer.from(bytes.subarray(10, 20)))
  const part = await objects.get('documents/ab/doc_2-1.pdf')
  if (part) t.strictSame(await buffer(part.content), Buffer.from([1, 2, 3]))
  await objects.delete('documents/ab/doc_1-1.pdf')
  await objects.delete('documents/ab/doc_1-1.pdf')
  t.equal(await objects.get('documents/ab/doc_1-1.pdf'), undefined)
}

t.test('objects on disk', async (t) => {
  const folder = join(makeFolder(t), 'objects')
  await holdsObjects(t, new DiskObjects(folder))
  const files = readdirSync(join(folder, 'documents', 'ab'))
  t.same(files, ['doc_2-1.pdf'], 'nothing temporary is left')
  t.equal(statSync(join(folder, 'documents', 'ab', 'doc_2-1.pdf')).mode & 0o777, 0o600)
  t.equal(statSync(join(folder, 'documents', 'ab')).mode & 0o777, 0o700)
})

t.test('objects in a bucket', async (t) => {
  const { endpoint, authorizations, failures } = await openBucket(t)
  const objects = new S3Objects({ ...S3, endpoint })
  await holdsObjects(t, objects)
  const scope = /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=/
  t.ok(authorizations.every((header) => scope.test(header)))
  failures.push(500, 503)
  await objects.put('a', new Uint8Array(3))
  t.same(failures, [], 'what fails for the moment is tried again')
  failures.push(403)
  await t.rejects(objects.put('a', new Uint8Array(3)), { message: 'the object storage answered 403 to PUT a' })
  failures.push(403)
  await t.rejects(objects.get('a'), { message: /403/ })
})

t.test('signatures are those of the published example', async (t) => {
  const signer = new AwsV4Signer({
    url: 'https://example.amazonaws.com/',
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    service: 'service',
    region: 'us-east-1',
    datetime: '20150830T123600Z',
  })
  const { headers } = await signer.sign()
  t.equal(
    headers.get('authorization'),
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      'SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  )
})

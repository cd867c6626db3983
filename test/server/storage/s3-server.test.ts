import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import S3rver from 's3rver'
import t from 'tap'
import { S3Objects, type S3Settings } from '../../../server/storage/objects/s3-objects.js'
import { makeFolder, type Teardown } from '../folder.js'
import { send } from '../http/request.js'
import { startService } from '../service.js'

/** A real server of the protocol, with one bucket, and how the service reaches it. */
async function startBucket(t: Teardown): Promise<S3Settings & { readonly files: () => readonly string[] }> {
  const directory = makeFolder(t)
  const bucket = 'platen-documents'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  t.teardown(() => server.close())
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    files: () =>
      readdirSync(join(directory, bucket), { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.pdf._S3rver_object')),
  }
}

t.test('an S3 server', async (t) => {
  const bucket = await startBucket(t)
  const objects = new S3Objects(bucket)
  const bytes = Buffer.alloc(3_000_000, 'a document ')

  await t.test('keeps objects', async (t) => {
    t.equal(await objects.get('documents/ab/doc_1-1.pdf'), undefined)
    await objects.put('documents/ab/doc_1-1.pdf', bytes)
    const found = await objects.get('documents/ab/doc_1-1.pdf')
    t.equal(found?.size, bytes.length)
    t.ok(found && (await buffer(found.content)).equals(bytes))
    await objects.delete('documents/ab/doc_1-1.pdf')
    await objects.delete('documents/ab/doc_1-1.pdf')
    t.equal(await objects.get('documents/ab/doc_1-1.pdf'), undefined)
  })

  await t.test('takes many at the same time', async (t) => {
    const keys = Array.from({ length: 50 }, (_, index) => `documents/many/${index}.pdf`)
    await Promise.all(keys.map((key, index) => objects.put(key, bytes.subarray(0, 1000 + index))))
    const sizes = await Promise.all(
      keys.map(async (key) => {
        const object = await objects.get(key)
        return object && (await buffer(object.content)).length
      }),
    )
    t.same(
      sizes,
      keys.map((_, index) => 1000 + index),
    )
    await Promise.all(keys.map((key) => objects.delete(key)))
  })

  await t.test('refuses unknown credentials, and buckets that are not there', async (t) => {
    const put = (settings: Partial<S3Settings>) =>
      new S3Objects({ ...bucket, ...settings }).put('documents/x.pdf', bytes)
    await t.rejects(put({ accessKeyId: 'NOBODY' }), { message: /answered 403 to PUT/ })
    await t.rejects(put({ bucket: 'elsewhere' }), { message: /answered 404 to PUT/ })
  })
})

t.test('the service keeps its documents in a bucket', async (t) => {
  const s3 = await startBucket(t)
  const service = await startService(t, { s3 })
  await service.addTemplate('letter', 'letter')

  const { json } = await service.generateLater('letter', '{"name":"Ada"}')
  const { request_id: id } = json as { request_id: string }
  const request = await service.finished(id)
  t.equal(request.status, 'completed')
  const pdf = await send(request.document_url)
  t.equal(pdf.status, 200)
  t.equal(pdf.headers['content-length'], String(request.size_bytes))
  t.match(JSON.parse(pdf.bytes.toString()), { data: { name: 'Ada' } })

  const post = () =>
    service.call('templates/letter/documents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: '{"name":"Bob"}',
    })
  const [first, again] = [await post(), await post()]
  t.equal(first.status, 200)
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.strictSame(again.bytes, first.bytes)
  t.equal(s3.files().length, 2, 'the document and the answer that is given again')
  t.notOk(existsSync(join(service.dataDir, 'objects')), 'nothing of it is on disk')
})

/** From "Authenticating Requests: Using the Authorization Header" of the Amazon S3 API reference. */
const VECTORS: readonly [name: string, path: string, init: RequestInit, signed: string, signature: string][] = [
  [
    'an object',
    '/test.txt',
    { headers: { range: 'bytes=0-9' } },
    'host;range;x-amz-content-sha256;x-amz-date',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a new object',
    '/test%24file.text',
    {
      method: 'PUT',
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
      body: 'Welcome to Amazon S3.',
    },
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a setting of a bucket',
    '/?lifecycle',
    {},
    'host;x-amz-content-sha256;x-amz-date',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a list of objects',
    '/?max-keys=2&prefix=J',
    {},
    'host;x-amz-content-sha256;x-amz-date',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

for (const [name, path, { method = 'GET', headers, body }, signed, signature] of VECTORS) {
  t.test(`the published signature of a request for ${name}`, async (t) => {
    const signer = new AwsV4Signer({
      method,
      url: `https://examplebucket.s3.amazonaws.com${path}`,
      headers: { 'x-amz-content-sha256': EMPTY_HASH, ...Object.fromEntries(new Headers(headers)) },
      ...(typeof body === 'string' ? { body } : {}),
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      service: 's3',
      region: 'us-east-1',
      datetime: '20130524T000000Z',
      allHeaders: true,
    })
    const { headers: sent } = await signer.sign()
    t.equal(
      sent.get('authorization'),
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=${signed}, Signature=${signature}`,
    )
  })
}

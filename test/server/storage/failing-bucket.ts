import { once } from 'node:events'
import { createServer, request as requestHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import type { S3Settings } from '../../../server/storage/objects/s3-objects.js'
import { makeFolder, type Teardown } from '../folder.js'

/** How the way to a bucket behaves: requests pass, are answered with a status instead, or never. */
export type BucketMood = 'pass' | 'hang' | 403 | 503

export interface FailingBucket extends S3Settings {
  mood: BucketMood
  /** Requests that have come, as `PUT documents/…`. */
  readonly requests: readonly string[]
  /** Resolves when a request has come, of those from now on, that this holds for. */
  asked(matches: (request: string) => boolean): Promise<void>
}

/** A real server of the protocol behind a proxy that can fail. */
export async function startFailingBucket(t: Teardown): Promise<FailingBucket> {
  const bucket = 'platen-documents'
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: makeFolder(t),
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await s3.run()
  t.teardown(() => s3.close())
  const requests: string[] = []
  const listeners = new Set<(request: string) => void>()
  const proxy = createServer((incoming, answer) => {
    const request = `${incoming.method} ${incoming.url?.slice(bucket.length + 2)}`
    requests.push(request)
    for (const listener of listeners) listener(request)
    // As it is when the request comes: it may have changed when the body has come, too.
    const { mood } = found
    if (mood === 'hang') return
    if (mood !== 'pass') {
      incoming.resume().on('end', () => {
        answer.writeHead(mood, { 'content-type': 'application/xml' })
        answer.end('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>')
      })
      return
    }
    const { method, headers, url: path } = incoming
    const outgoing = requestHttp({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const found: FailingBucket = {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    mood: 'pass',
    requests,
    asked: (matches) =>
      new Promise((resolve) => {
        const listener = (request: string) => {
          if (!matches(request)) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      }),
  }
  return found
}

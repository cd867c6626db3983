import { connect } from 'node:net'
import t from 'tap'
import { startService } from '../service.js'
import { type Call, send } from './request.js'

const MAX = 1_048_576

const padded = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`

t.test('HTTP around POST …/documents', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const authorization = `Bearer ${service.key}`
  const base = `${service.base}/templates`
  const path = `${new URL(base).pathname}/letter/documents`
  const post = (path: string, body: NonNullable<Call['body']>) =>
    send(`${base}/${path}/documents`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })

  await t.test('the largest body is exactly 1 MB', async (t) => {
    t.equal((await post('letter', padded(MAX))).status, 200, '1,048,576 bytes')
    const reply = await post('letter', padded(MAX + 1))
    t.equal(reply.status, 413, '1,048,577 bytes')
    t.match(reply.json, { error: { type: 'validation_error', code: 'payload_too_large' } })
  })

  await t.test('chunked bodies have the same limit', async (t) => {
    const body = padded(MAX)
    const chunks = [body.slice(0, 10), body.slice(10, 500_000), body.slice(500_000)]
    t.equal((await post('letter', chunks)).status, 200)
    t.equal((await post('letter', [...chunks, ' '])).status, 413)
  })

  await t.test('characters of several bytes may be split between chunks', async (t) => {
    const bytes = Buffer.from('{"a":"€"}')
    const reply = await post('letter', [bytes.subarray(0, 7), bytes.subarray(7)])
    t.same(JSON.parse(reply.bytes.toString()).data, { a: '€' })
  })

  await t.test('a Content-Length beyond the limit is refused before the body is sent', async (t) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${MAX + 1}\r\n\r\n`
    t.match(await converse(service.url, head), /^HTTP\/1\.1 413 /)
  })

  await t.test('a client that asks first is told to continue', async (t) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`
    t.match(await converse(service.url, head), /^HTTP\/1\.1 100 Continue/)
  })

  await t.test('bytes that are not HTTP are answered in JSON', async (t) => {
    t.match(
      await converse(service.url, 'nonsense\r\n\r\n'),
      /^HTTP\/1\.1 400 [\s\S]*X-Request-ID: req_[\s\S]*"code":"bad_request"/,
    )
  })

  await t.test('what is answered without being a request is in the log under its id', async (t) => {
    for (const bytes of ['nonsense\r\n\r\n', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n']) {
      const [, id = 'none'] = /X-Request-ID: (\S+)/.exec(await converse(service.url, bytes)) ?? []
      const line = await service.process.logged((line) => line.includes(id))
      t.match(JSON.parse(line), { request_id: id, msg: 'request' })
    }
  })

  await t.test('other methods are answered with the ones there are', async (t) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const reply = await send(`${base}/letter/documents`, { method })
      t.equal(reply.status, 405, method)
      t.equal(reply.headers.allow, 'POST, OPTIONS')
      t.match(reply.json, { error: { type: 'resource_error', code: 'method_not_allowed' } })
    }
    const head = await send(`${base}/letter/documents`, { method: 'HEAD' })
    t.equal(head.status, 405)
    t.equal(head.bytes.length, 0)
    const options = await send(`${base}/letter/documents`, { method: 'OPTIONS' })
    t.equal(options.status, 204)
    t.equal(options.headers.allow, 'POST, OPTIONS')
  })
})

/** Sends bytes and reads until the first answer is complete enough to be recognized, then hangs up. */
function converse(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.once('data', (chunk) => {
      resolve(chunk.toString())
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

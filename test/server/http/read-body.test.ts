import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t, { type Test } from 'tap'
import { MAX_BODY_BYTES, readBody } from '../../../server/http/read-body.js'
import { SharedBudget } from '../../../server/limits/shared-budget.js'
import { contextOf } from './context.js'

const CRLF = Buffer.from('\r\n')

const MEMORY = new SharedBudget(100).open('anybody')

const TEN = 'Content-Length: 10'

interface Received {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** A request whose head and this much of its body have been received, and the client's end of its connection. */
async function receive(t: Test, sent: string | Uint8Array, header = TEN) {
  const server = createServer()
  t.teardown(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.write(`POST / HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n${header}\r\n\r\n`)
  client.write(sent)
  const { request, response } = await new Promise<Received>((resolve) =>
    server.once('request', (request, response) => resolve({ request, response })),
  )
  return { request, response, client }
}

t.test('a client that goes away while its body is read', async (t) => {
  const { request, response, client } = await receive(t, '12345')
  const reading = readBody(contextOf(request, response), MEMORY)
  client.destroy()
  await t.rejects(reading, { status: 400, code: 'invalid_template_data' })
})

t.test('a client that has gone away before its body is read', async (t) => {
  const { request, response, client } = await receive(t, '12345')
  // The connection ends before anybody listens for the body, as while the caller is looked up.
  const closed = new Promise((resolve) => request.on('close', resolve))
  client.destroy()
  await closed
  await t.rejects(readBody(contextOf(request, response), MEMORY), { status: 400, code: 'invalid_template_data' })
})

t.test('a body that has been received completely before it is read', async (t) => {
  const { request, response, client } = await receive(t, '1234567890')
  t.equal(Buffer.from(await readBody(contextOf(request, response), MEMORY)).toString(), '1234567890')
  client.destroy()
})

t.test('a body of all bytes that there are, in one piece or in chunks', async (t) => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  const memory = new SharedBudget(4 * MAX_BODY_BYTES).open('anybody')
  const chunk = (part: Uint8Array) => Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, CRLF])
  const pieces = [bytes.subarray(0, 200), bytes.subarray(200)].map(chunk)
  const chunked = Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
  for (const [header, sent] of [
    ['Content-Length: 256', bytes],
    ['Transfer-Encoding: chunked', chunked],
  ] as const) {
    const { request, response, client } = await receive(t, sent, header)
    const ctx = contextOf(request, response)
    const body = await readBody(ctx, memory)
    t.same([...body], [...bytes], header)
    t.equal(body.byteLength, body.buffer.byteLength, 'it can be moved')
    t.equal(ctx.request.body, '', 'and nothing else holds it')
    client.destroy()
  }
})

t.test('a body in chunks has room for the largest before it is read', async (t) => {
  const { request, response, client } = await receive(t, '1\r\na\r\n0\r\n\r\n', 'Transfer-Encoding: chunked')
  const scarce = new SharedBudget(MAX_BODY_BYTES).open('anybody')
  await t.rejects(readBody(contextOf(request, response), scarce), { status: 503, code: 'service_unavailable' })
  client.destroy()
})

t.test('a body in chunks is refused as soon as it passes the limit', async (t) => {
  const sent = `${(MAX_BODY_BYTES + 1).toString(16)}\r\n${'x'.repeat(MAX_BODY_BYTES + 1)}`
  const { request, response, client } = await receive(t, sent, 'Transfer-Encoding: chunked')
  const memory = new SharedBudget(4 * MAX_BODY_BYTES).open('anybody')
  await t.rejects(readBody(contextOf(request, response), memory), { status: 413, code: 'payload_too_large' })
  client.destroy()
})

t.test('a request without a body', async (t) => {
  const { request, response, client } = await receive(t, '', 'X: y')
  t.equal((await readBody(contextOf(request, response), MEMORY)).byteLength, 0)
  client.destroy()
})

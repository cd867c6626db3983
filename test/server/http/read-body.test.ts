import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t, { type Test } from 'tap'
import { readBody } from '../../../server/http/read-body.js'
import { SharedBudget } from '../../../server/limits/shared-budget.js'

const MEMORY = new SharedBudget(100).open('anybody')

const HEAD = 'POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n'

interface Received {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** A request whose head and this much of its body have been received, and the client's end of its connection. */
async function receive(t: Test, sent: string) {
  const server = createServer()
  t.teardown(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.write(`${HEAD}${sent}`)
  const { request, response } = await new Promise<Received>((resolve) =>
    server.once('request', (request, response) => resolve({ request, response })),
  )
  return { request, response, client }
}

t.test('a client that goes away while its body is read', async (t) => {
  const { request, response, client } = await receive(t, '12345')
  const reading = readBody(request, response, MEMORY)
  client.destroy()
  await t.rejects(reading, { status: 400, code: 'invalid_template_data' })
})

t.test('a client that has gone away before its body is read', async (t) => {
  const { request, response, client } = await receive(t, '12345')
  // The connection ends before anybody listens for the body, as while the caller is looked up.
  const closed = new Promise((resolve) => request.on('close', resolve))
  client.destroy()
  await closed
  await t.rejects(readBody(request, response, MEMORY), { status: 400, code: 'invalid_template_data' })
})

t.test('a body that has been received completely before it is read', async (t) => {
  const { request, response, client } = await receive(t, '1234567890')
  t.equal(Buffer.from(await readBody(request, response, MEMORY)).toString(), '1234567890')
  client.destroy()
})

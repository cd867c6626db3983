import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import t from 'tap'
import { readBody } from '../../../server/http/read-body.js'
import { SharedBudget } from '../../../server/limits/shared-budget.js'
import { startService } from '../service.js'
import { until } from '../until.js'
import { contextOf } from './context.js'
import { open, sendRaw } from './raw-request.js'

t.test('the body of a request that ended before it was read', async (t) => {
  const request = new IncomingMessage(new Socket())
  request.destroy()
  await once(request, 'close')
  const ctx = contextOf(request, new ServerResponse(request))
  const reading = readBody(ctx, new SharedBudget(100).open('anybody'))
  await t.rejects(reading, { status: 400, code: 'invalid_template_data' })
})

t.test('requests that break while their key is looked up leave no place taken', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const path = `${new URL(service.base).pathname}/templates/letter/documents`
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\n`
  for (let count = 0; count < 10; count++) {
    // The fault stands in the same packet as the headers, so the connection ends before the database has answered.
    const { code } = await sendRaw(service.url, `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)
    t.equal(code, 'bad_request')
    const gone = await open(service.url)
    gone.write(`${head}Content-Length: 9\r\n\r\n{`)
    gone.destroy()
  }
  // The server learns of a closed connection a little later than the client.
  await until(async () => (await service.generate('letter', '{}')).status === 200)
  t.pass('the next request has its place')
})

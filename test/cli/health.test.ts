import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { platen } from './platen.js'

t.test('health says whether a service answers, and what it answered', async (t) => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/pdf/healthz' ? 200 : 503
    response.end('{"error":{"message":"the disk is full"}}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pdf`
  t.match(await platen(['health', '--url', url]), { status: 0, out: 'ok\n' })
  const ready = await platen(['health', '--url', url, '--ready'])
  t.equal(ready.status, 1)
  t.match(ready.err, `${url}/readyz answered 503: {"error":{"message":"the disk is full"}}`)
  server.close()
  await once(server, 'close')
  const gone = await platen(['health', '--url', url])
  t.equal(gone.status, 1)
  t.match(gone.err, /does not answer: .*ECONNREFUSED/)
})

t.test('health names a setting that is no address', async (t) => {
  t.match(await platen(['health', '--url', 'example.com']), { status: 2, err: /--url must be an address/ })
  t.match(await platen(['health'], { env: { PORT: 'http' } }), { status: 2, err: /port/ })
})

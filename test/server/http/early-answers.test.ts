import t from 'tap'
import { startService } from '../service.js'
import { open, type RawReply, readReply } from './raw-request.js'

/** Clients at the same time. */
const CLIENTS = 24

/** Far more than fits into the buffers of a connection, so that the answer comes while it is being written. */
const BODY = Buffer.alloc(4_000_000, ' ')

/** A piece that a client writes before it looks at anything else. */
const PIECE = 64_000

const CONNECTIONS = ['close', 'keep-alive'] as const

const FRAMINGS = ['Content-Length', 'chunked'] as const

t.test('an answer that is given early reaches clients that are still writing', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const { pathname } = new URL(service.base)
  const path = `${pathname}/templates/letter/documents`
  const authorized = `Authorization: Bearer ${service.key}\r\nContent-Type: application/json\r\n`

  /** Writes all of its request before it reads, as many clients do. */
  const post = async (target: string, headers: string, connection: string, framing: string): Promise<RawReply> => {
    const socket = await open(service.url)
    socket.pause()
    const isChunked = framing === 'chunked'
    const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${BODY.length}`
    const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n${headers}${length}\r\n\r\n`
    const reply = readReply(socket)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const write = async (bytes: string | Uint8Array) => {
      if (!socket.destroyed && !socket.write(bytes)) {
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
      }
    }
    await write(head)
    for (let start = 0; start < BODY.length; start += PIECE) {
      const piece = BODY.subarray(start, start + PIECE)
      if (isChunked) await write(`${piece.length.toString(16)}\r\n`)
      await write(piece)
      if (isChunked) await write('\r\n')
    }
    if (isChunked) await write('0\r\n\r\n')
    socket.resume()
    return reply
  }

  const cases: readonly [name: string, status: number, path: string, headers: string][] = [
    ['a body that is too large', 413, path, authorized],
    ['no key', 401, path, ''],
    ['no such address', 404, '/nowhere', authorized],
    ['another content type', 400, path, `Authorization: Bearer ${service.key}\r\n`],
    ['a header twice', 400, path, `${authorized}Content-Type: text/plain\r\n`],
    ['headers that are too large', 431, path, `X-Large: ${'x'.repeat(20_000)}\r\n`],
    ['no HTTP', 400, `${path} and more`, ''],
  ]
  for (const [name, status, target, headers] of cases) {
    for (const connection of CONNECTIONS) {
      for (const framing of FRAMINGS) {
        await t.test(`${name}: ${connection}, ${framing}`, async (t) => {
          const replies = await Promise.all(
            Array.from({ length: CLIENTS }, () => post(target, headers, connection, framing)),
          )
          t.same(
            replies.filter((reply) => reply.status !== status).map((reply) => reply.text.slice(0, 60)),
            [],
            'none is lost',
          )
          t.ok(
            replies.every(({ answers }) => answers === 1),
            'and each is answered once',
          )
        })
      }
    }
  }

  for (const connection of CONNECTIONS) {
    await t.test(`a client that never stops sending loses its connection: ${connection}`, async (t) => {
      const socket = await open(service.url)
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      // Cut off while it sends.
      socket.on('error', () => undefined)
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      const resume = () => {
        while (!socket.destroyed && socket.write(BODY));
      }
      socket.on('drain', resume)
      socket.write(
        `POST /nowhere HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: 1${'0'.repeat(15)}\r\n\r\n`,
      )
      resume()
      await closed
      t.match(text, /^HTTP\/1\.1 404 /)
    })
  }
})

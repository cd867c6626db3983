import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import t from 'tap'
import { type HoldServices, isFinishedWhileHeld } from '../../../server/api/wait-for-document.js'
import { HeldRequests } from '../../../server/limits/held-requests.js'
import { type Service, startService } from '../service.js'
import { open, type RawReply, readReply } from './raw-request.js'

const MEGABYTE = 1_048_576

t.test('bodies in memory', async (t) => {
  const [greedy, modest] = [await startService(t), await startService(t)]
  for (const service of [greedy, modest]) await service.addTemplate('letter', 'letter')

  /** Announces a body and sends only its beginning. */
  const begin = async ({ base, url, key }: Service, headers: string) => {
    const socket = await open(url)
    socket.write(
      `POST ${new URL(base).pathname}/templates/letter/documents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\n${headers}\r\n{`,
    )
    return { socket, reply: readReply(socket) }
  }

  for (const [mode, prefer] of [
    ['synchronous', ''],
    ['asynchronous', 'Prefer: respond-async\r\n'],
  ] as const) {
    await t.test(`one organization does not take all of it: ${mode} requests`, async (t) => {
      const sockets: Socket[] = []
      t.teardown(() => {
        for (const socket of sockets) socket.destroy()
      })
      const refusals: RawReply[] = []
      // Half of what there is has room for 64 of the largest.
      await new Promise<void>((resolve, reject) => {
        for (let count = 0; count < 100; count++) {
          begin(greedy, `${prefer}Content-Length: ${MEGABYTE}\r\n`).then(({ socket, reply }) => {
            sockets.push(socket)
            void reply.then((refusal) => {
              if (refusal.status > 0) refusals.push(refusal)
              if (refusals.length === 36) resolve()
            })
          }, reject)
        }
      })
      t.ok(refusals.every(({ status, code }) => status === 429 && code === 'concurrent_limit_exceeded'))
      t.match(refusals[0]?.text, /^Retry-After: 1\r$/m)
      t.match(refusals[0]?.text, /^RateLimit: "concurrent";r=0;t=1\r$/m)

      const body = `{"a":"${'x'.repeat(MEGABYTE - 8)}"}`
      t.equal((await modest.generate('letter', body)).status, 200, 'another has room')
      t.equal((await modest.generateLater('letter', body)).status, 202)
      t.equal((await greedy.generateLater('letter', body)).status, 429)
      for (const socket of sockets) socket.destroy()
      // The server learns of a closed connection a little later than the client.
      let status: number
      do status = (await greedy.generateLater('letter', body)).status
      while (status === 429)
      t.equal(status, 202, 'what is given up is given back')
    })
  }

  await t.test('what has been answered holds nothing', async (t) => {
    const body = `{"a":"${'x'.repeat(MEGABYTE - 8)}"}`
    for (let count = 0; count < 70; count++) {
      const status = (await modest.generate('letter', count % 2 === 0 ? body : `${body}{`)).status
      if (status === 429) t.fail('refused')
    }
    t.pass('neither after a document nor after an error')
  })
})

t.test('answers that wait for their document', async (t) => {
  const held = new HeldRequests()
  const response = new PassThrough().setMaxListeners(0)
  t.teardown(() => response.destroy())
  let waiting: (() => void)[] = []
  const finished: HoldServices['finished'] = {
    wait: (_requestId, onFinished) => {
      waiting.push(onFinished)
      return () => undefined
    },
  }
  const hold = (organizationId: string) =>
    isFinishedWhileHeld(response, { organizationId, requestId: 'req_1', seconds: 3_600 }, { held, finished, closing })
  const finishAll = () => {
    for (const finish of waiting) finish()
    waiting = []
  }
  const { signal: closing } = new AbortController()
  setMaxListeners(0, closing)

  const outcomes: boolean[] = []
  const all = Array.from({ length: 520 }, () => hold('acme').then((outcome) => outcomes.push(outcome)))
  t.equal(waiting.length, 500, 'an organization has half of all places')
  finishAll()
  await Promise.all(all)
  t.same(outcomes.slice(0, 20), Array(20).fill(false), 'the others are acknowledged at once')
  t.same(new Set(outcomes.slice(20)), new Set([true]))

  const again = Array.from({ length: 500 }, () => hold('acme'))
  t.equal(waiting.length, 500, 'what has been answered holds no place')
  const other = hold('other')
  t.equal(waiting.length, 501, 'another organization has room')
  finishAll()
  t.same(new Set(await Promise.all([...again, other])), new Set([true]))
})

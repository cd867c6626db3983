import { writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder } from '../folder.js'
import { reached, type Service, startService } from '../service.js'
import { until } from '../until.js'
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
      let status = 429
      // The server learns of a closed connection a little later than the client.
      for (let tries = 0; tries < 1_000 && status === 429; tries++) {
        status = (await greedy.generateLater('letter', body)).status
      }
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
  const service = await startService(t, {}, undefined, 'enterprise')
  await service.addTemplate('gate', 'gate')
  await service.addTemplate('letter', 'letter')
  const gate = join(makeFolder(t), 'open')
  const post = (template: string) =>
    service.call(`templates/${template}/documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async, wait=30' },
      body: JSON.stringify({ gate }),
    })
  const blocking = post('gate')
  await reached(gate)
  const statuses: number[] = []
  // One more than half of those that may wait, besides the one that blocks them.
  const waiting: Promise<void>[] = []
  for (let count = 1; count <= 520; count++) {
    waiting.push(
      post('letter').then(({ status }) => {
        statuses.push(status)
        if (statuses.length === 21) writeFileSync(gate, '')
      }),
    )
    // Not all at once: the process has accepted them, apart from one that may have been taken out of the queue.
    if (count % 40 === 0) await until(async () => (await service.store.countWaitingJobs('render')) >= count - 1)
  }
  await Promise.all(waiting)
  t.same(
    [...statuses.slice(0, 21)],
    Array.from({ length: 21 }, () => 202),
    'too many are acknowledged at once',
  )
  t.same(new Set(statuses.slice(21)), new Set([200]), 'the others get their document')
  t.equal((await blocking).status, 200)
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder } from '../folder.js'
import { type Service, startService } from '../service.js'
import type { Reply } from './request.js'

function poster({ call }: Service) {
  return (body: string, idempotencyKey: string, headers: Record<string, string> = {}, template = 'letter') =>
    call(`templates/${template}/documents`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        ...headers,
      },
      body,
    })
}

const ASYNC = { prefer: 'respond-async' }

const idOf = ({ headers }: Reply) => headers['x-request-id']

t.test('a repeated synchronous request gets the first answer', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const post = poster(service)
  const first = await post('{"n":1}', 'a')
  t.equal(first.status, 200)
  t.notOk(first.headers['idempotent-replayed'])
  const again = await post('{"n":1}', 'a')
  t.equal(again.status, 200)
  t.equal(again.headers['content-type'], 'application/pdf')
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.equal(idOf(again), idOf(first))
  t.strictSame(again.bytes, first.bytes)

  t.not(idOf(await post('{"n":1}', 'b')), idOf(first), 'another key is another request')
  const other = await service.addKey()
  t.not(
    idOf(await post('{"n":1}', 'a', { authorization: `Bearer ${other}` })),
    idOf(first),
    'keys are an API key’s own',
  )
  const usage = await service.store.reader.readUsage(service.organization.id)
  t.equal(usage.documents.used, 3, 'what is repeated is not counted')
})

t.test('a repeated asynchronous request gets the first answer', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const post = poster(service)
  const replies = [await post('{}', 'a', ASYNC), await post('{}', 'a', ASYNC)]
  t.same(
    replies.map(({ status }) => status),
    [202, 202],
  )
  t.strictSame(replies[1]?.json, replies[0]?.json)
  t.equal(replies[1]?.headers.location, replies[0]?.headers.location)
  t.equal((await service.store.reader.readUsage(service.organization.id)).documents.used, 1)
})

t.test('a repetition may wait for the document too', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const post = poster(service)
  const first = await post('{"n":1}', 'a', { prefer: 'respond-async, wait=20' })
  const again = await post('{"n":1}', 'a', { prefer: 'respond-async, wait=20' })
  t.same([first.status, again.status], [200, 200])
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.equal(again.headers['preference-applied'], 'respond-async, wait=20')
  t.equal(idOf(again), idOf(first))
  t.strictSame(again.bytes, first.bytes)
  const acknowledged = await post('{"n":1}', 'a', ASYNC)
  t.equal(acknowledged.status, 202, 'who does not wait is told where it will be')
  t.equal((acknowledged.json as { request_id: string }).request_id, idOf(first))
  t.equal((await service.store.reader.readUsage(service.organization.id)).documents.used, 1)
})

t.test('a key that was used for another request', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  await service.addTemplate('other', 'other')
  const post = poster(service)
  await post('{"n":1}', 'a')
  for (const reply of [
    await post('{"n":2}', 'a'),
    await post('{"n":1}', 'a', ASYNC),
    await post('{"n":1}', 'a', {}, 'other'),
  ]) {
    t.equal(reply.status, 422)
    t.match(reply.json, { error: { type: 'validation_error', code: 'idempotency_mismatch', field: 'Idempotency-Key' } })
  }
})

t.test('the first request is still running', async (t) => {
  const service = await startService(t)
  await service.addTemplate('gate', 'gate')
  const gate = join(makeFolder(t), 'open')
  const post = poster(service)
  const body = JSON.stringify({ gate })
  let conflict: Reply | undefined
  const first = new Set<string>()
  await new Promise<void>((resolve, reject) => {
    const repeat = () =>
      post(body, 'a', {}, 'gate').then((reply) => {
        first.add(String(reply.status))
        if (reply.status === 409) {
          conflict = reply
          writeFileSync(gate, '')
        }
        if (first.size === 2) resolve()
      }, reject)
    void repeat()
    void repeat()
  })
  t.match(conflict?.json, { error: { type: 'resource_error', code: 'idempotency_in_progress' } })
  t.equal(conflict?.headers['retry-after'], '1')
  t.same([...first].sort(), ['200', '409'])
})

t.test('a request that failed may be repeated', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter', { schema: '{"required":["name"]}' })
  const post = poster(service)
  for (const headers of [{}, ASYNC]) {
    const key = JSON.stringify(headers)
    t.equal((await post('{}', key, headers)).status, 422)
    t.equal((await post('{"name":1}', key, headers)).status, 'prefer' in headers ? 202 : 200)
  }
})

for (const key of ['', 'with blank', 'x'.repeat(256), 'ü']) {
  t.test(`the key "${key.slice(0, 12)}" is refused`, async (t) => {
    const service = await startService(t)
    t.match((await poster(service)('{}', Buffer.from(key).toString('latin1'))).json, {
      error: { code: 'invalid_format', field: 'Idempotency-Key' },
    })
  })
}

import { readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { secondsLeft } from '../../../server/storage/periods.js'
import { makeFolder } from '../folder.js'
import { type Reply, whenThereIsRoom } from '../http/request.js'
import { startService } from '../service.js'
import { until } from '../until.js'

/** How often each outcome came: `200`, or the code of the error. */
function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, json } of replies) {
    const code = status === 200 ? '200' : (json as { error: { code: string } }).error.code
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** The first answer that told of a limit. */
function firstRefusal(replies: readonly Reply[]): { reply: Reply; error: { type: string; retry_after: number } } {
  const reply = replies.find(({ status }) => status === 429)
  if (!reply) throw new Error('expected a refusal')
  return { reply, ...(reply.json as { error: { type: string; retry_after: number } }) }
}

t.test('ten requests of a key at the same time', async (t) => {
  const service = await startService(t)
  await service.addTemplate('gate', 'gate')
  await service.addTemplate('letter', 'letter', { schema: '{"required":["name"]}' })
  const gate = join(makeFolder(t), 'open')
  const body = JSON.stringify({ gate })

  let burst: readonly Promise<Reply>[] = []
  await new Promise<void>((allRefused) => {
    let refused = 0
    burst = Array.from({ length: 30 }, async () => {
      const reply = await service.generate('gate', body)
      if (reply.status === 429 && ++refused === 20) allRefused()
      return reply
    })
  })
  const otherKey = await service.addKey()
  const others = Array.from({ length: 5 }, () => service.generate('gate', body, otherKey))

  t.match(
    (await service.generate('letter', '{')).json,
    { error: { code: 'invalid_template_data' } },
    'checks come first',
  )
  t.match((await service.generate('none', '{}')).json, { error: { code: 'template_not_found' } })
  t.match((await service.generate('letter', '{}')).json, { error: { code: 'missing_required_field', field: 'name' } })
  const reply = await service.generate('letter', '{"name":1}')
  t.equal(reply.status, 429)
  t.same(reply.json, {
    error: {
      message: 'More than 10 requests of this API key at the same time',
      type: 'rate_limit_error',
      code: 'concurrent_limit_exceeded',
      retry_after: 1,
    },
  })
  t.match(reply.headers, {
    'retry-after': '1',
    ratelimit: '"concurrent";r=0;t=1',
    'ratelimit-policy': '"concurrent";q=10',
  })

  writeFileSync(gate, '')
  t.same(tally(await Promise.all(burst)), { 200: 10, concurrent_limit_exceeded: 20 })
  t.same(tally(await Promise.all(others)), { 200: 5 }, 'another key has its own')
  t.equal((await service.generate('letter', '{"name":1}')).status, 200, 'slots are given back')
})

t.test('ten documents of a key are rendered at the same time, whether or not they are waited for', async (t) => {
  const service = await startService(t, { workers: 11 })
  await service.addTemplate('gate', 'gate')
  await service.addTemplate('letter', 'letter')
  const folder = makeFolder(t)
  const begun = () => readdirSync(folder).filter((name) => name.endsWith('.reached'))
  const begunInAll = (count: number) => until(() => begun().length >= count)
  const body = (name: string) => JSON.stringify({ gate: join(folder, name) })
  const open = (names: readonly string[]) => {
    for (const name of names) writeFileSync(join(folder, name), '')
  }
  const later = ['l1', 'l2', 'l3', 'l4']
  for (const name of later) t.equal((await service.generateLater('gate', body(name))).status, 202)
  await begunInAll(4)

  // Which of them are let in is open; once all others are turned away, ten have been.
  const now = Array.from({ length: 15 }, (_, index) => `n${index}`)
  let replies: readonly Promise<Reply>[] = []
  await new Promise<void>((allRefused) => {
    let refused = 0
    replies = now.map(async (name) => {
      const reply = await service.generate('gate', body(name))
      if (reply.status === 429 && ++refused === 5) allRefused()
      return reply
    })
  })
  await begunInAll(10)
  t.equal((await service.generate('letter', '{}', await service.addKey())).status, 200, 'there is a worker to spare')
  t.equal(begun().length, 10)

  open(later)
  await begunInAll(14)
  open(now)
  t.same(tally(await Promise.all(replies)), { 200: 10, concurrent_limit_exceeded: 5 })
})

t.test('slots come back when clients go away, documents fail, run too long or crash', async (t) => {
  const service = await startService(t, { syncTimeoutMs: 2000 })
  await service.addTemplate('letter', 'letter')
  for (const html of ['forever', 'crash', 'bug', 'uncompilable']) await service.addTemplate(html, html)
  for (const template of ['forever', 'crash', 'bug', 'uncompilable', 'none']) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => service.generate(template, '{}')))
    t.notOk(
      replies.some(({ status }) => status === 429 || status === 200),
      template,
    )
  }
  // New processes must have taken the place of those that were ended.
  t.equal((await whenThereIsRoom(() => service.generate('letter', '{}'))).status, 200)

  const url = `${service.base}/templates/letter/documents`
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', 'content-length': 100 }
  for (let count = 0; count < 10; count++) {
    await new Promise<void>((resolve) => {
      const half = request(url, { method: 'POST', headers: { ...headers, expect: '100-continue' }, agent: false })
      half.on('continue', () => half.destroy())
      half.on('error', () => undefined)
      half.on('close', () => resolve())
    })
  }
  // These go away at about the moment at which the server looks up who they are.
  const { hostname, port, pathname } = new URL(url)
  const head = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  for (let count = 0; count < 20; count++) {
    await new Promise<void>((resolve) => {
      const client = connect(Number(port), hostname, () => {
        client.write(`POST ${pathname} HTTP/1.1\r\n${head.join('')}\r\n`, () => setImmediate(() => client.destroy()))
      })
      client.on('close', () => resolve())
    })
  }
  const replies: Reply[] = []
  // The server learns of a closed connection a little later than the client.
  for (let tries = 0; tries < 100 && replies.at(-1)?.status !== 200; tries++) {
    replies.push(await service.generate('letter', '{}'))
  }
  t.equal(replies.at(-1)?.status, 200)
})

t.test('ten tests a day, all keys together', async (t) => {
  const service = await startService(t, {}, 3)
  await service.addTemplate('letter', 'letter', { schema: '{"required":["name"]}' })
  const keys = await Promise.all([1, 2, 3].map(() => service.addKey()))
  t.equal((await service.generate('letter', '{"isTest":true}')).status, 422, 'a faulty request does not count')
  const replies = await Promise.all(
    keys.flatMap((key) => Array.from({ length: 9 }, () => service.generate('letter', '{"isTest":true,"name":1}', key))),
  )
  t.same(tally(replies), { 200: 10, test_limit_exceeded: 17 })
  const { reply, error } = firstRefusal(replies)
  t.equal(error.type, 'rate_limit_error')
  t.ok(Math.abs(error.retry_after - secondsLeft('tests', Date.now())) <= 60)
  t.equal(reply.headers['retry-after'], String(error.retry_after))
  const production = await Promise.all(Array.from({ length: 3 }, () => service.generate('letter', '{"name":1}')))
  t.same(tally(production), { 200: 3 }, 'tests do not count toward the month')
})

t.test('the month’s documents', async (t) => {
  const service = await startService(t, { syncTimeoutMs: 3000 }, 5)
  await service.addTemplate('letter', 'letter')
  for (const html of ['limit', 'crash', 'forever']) await service.addTemplate(html, html)
  for (const template of ['limit', 'crash', 'forever']) {
    const replies = await Promise.all(Array.from({ length: 3 }, () => service.generate(template, '{}')))
    t.notOk(
      replies.some(({ status }) => status === 429),
      `${template} is given back`,
    )
  }
  // New processes must have taken the place of those that were ended; what fails meanwhile is given back too.
  while ((await service.generate('letter', '{"isTest":true}')).status !== 200);
  const replies = await Promise.all(Array.from({ length: 9 }, () => service.generate('letter', '{}')))
  t.same(tally(replies), { 200: 5, monthly_limit_exceeded: 4 })
  const { error } = firstRefusal(replies)
  t.equal(error.type, 'rate_limit_error')
  t.ok(Math.abs(error.retry_after - secondsLeft('documents', Date.now())) <= 60)
  t.equal((await service.generate('letter', '{"isTest":true}')).status, 200, 'tests continue')
  const usage = await service.store.reader.readUsage(service.organization.id)
  t.match(usage, { documents: { used: 5 }, tests: { used: 2 } })
  t.match(
    (await service.generate('letter', '{"isTest":1}')).json,
    { error: { code: 'invalid_type' } },
    'checks come first',
  )
})

t.test('a batch of more than what is left', async (t) => {
  const service = await startService(t, {}, 3)
  await service.addTemplate('letter', 'letter')
  for (let count = 0; count < 2; count++) t.equal((await service.generate('letter', '{}')).status, 200)
  const headers = { 'content-type': 'application/json' }
  const send = (count: number) => {
    const body = JSON.stringify({ documents: Array.from({ length: count }, () => ({})) })
    return service.call('templates/letter/batches', { method: 'POST', headers, body })
  }
  const refused = await send(2)
  t.match(refused.json, {
    error: { code: 'monthly_limit_exceeded', message: /^Of the limit of 3 documents a month only 1 is left$/ },
  })
  t.match(refused.headers, { ratelimit: /^"monthly";r=1;t=\d+$/, 'ratelimit-policy': '"monthly";q=3' })
  t.equal((await send(1)).status, 202, 'what is left can be used')
  t.match((await send(1)).headers, { ratelimit: /^"monthly";r=0;t=\d+$/ })
})

t.test('a quota of none', async (t) => {
  const service = await startService(t, {}, 0)
  await service.addTemplate('letter', 'letter')
  t.match((await service.generate('letter', '{}')).json, { error: { code: 'monthly_limit_exceeded' } })
})

t.test('periods end in UTC', async (t) => {
  const at = (text: string) => Date.parse(text)
  t.equal(secondsLeft('tests', at('2026-11-21T23:59:59.001Z')), 1)
  t.equal(secondsLeft('tests', at('2026-11-21T00:00:00Z')), 86_400)
  t.equal(secondsLeft('documents', at('2026-12-31T23:59:00Z')), 60)
  t.equal(secondsLeft('documents', at('2028-02-28T00:00:00Z')), 2 * 86_400)
})

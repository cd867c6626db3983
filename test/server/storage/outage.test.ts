import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readConfig } from '../../../server/config.js'
import { startServer } from '../../../server/main.js'
import { openStore } from '../../../server/storage/open-store.js'
import { GuardedPool } from '../../../server/storage/postgres/guarded-pool.js'
import { assertServer } from '../../../server/storage/postgres/postgres-store.js'
import { startWorker } from '../../../server/worker.js'
import { administer, engines } from '../engines.js'
import { makeFolder } from '../folder.js'
import { locationSettings, reached, startOwnService } from '../service.js'
import { BreakableLink } from './breakable-link.js'

const POSTGRES = engines(t).find(({ name }) => name === 'PostgreSQL')

/** "At once": much less than the time after which a connection that cannot be made is given up. */
const FAST_MS = 1_500

/** The same on a machine that has much else to do: as so many requests that are answered at the same time. */
const SLOWER = 5

async function timed<T>(action: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const begin = performance.now()
  const result = await action()
  return { result, ms: performance.now() - begin }
}

t.test('a service whose PostgreSQL goes away', async (t) => {
  if (!POSTGRES) {
    t.pass('there is none')
    return
  }
  const { dataDir, databaseUrl = '' } = await POSTGRES.newLocation(t)
  const link = await BreakableLink.open(t, databaseUrl)
  const service = await startOwnService(t, {}, { dataDir, databaseUrl: link.url })
  await service.addTemplate('letter', 'letter')
  await service.addTemplate('gate', 'gate')
  t.equal((await service.generate('letter', '{}')).status, 200)

  await t.test('answers 503 at once, and works again by itself', async (t) => {
    for (const round of [1, 2]) {
      const all = () => Promise.all(Array.from({ length: 30 }, () => timed(() => service.generate('letter', '{}'))))
      const slowest = Math.max(...(await all()).map(({ ms }) => ms))
      await link.cut()
      const replies = await all()
      for (const { result, ms } of replies) {
        if (result.status === 503 && result.headers['retry-after'] === '5' && ms < Math.max(FAST_MS, slowest * SLOWER))
          continue
        t.fail(`${result.status} after ${Math.round(ms)} ms`)
      }
      t.match(replies[0]?.result.json, { error: { type: 'service_unavailable', code: 'service_unavailable' } })
      await link.restore()
      t.equal((await service.generate('letter', '{}')).status, 200, `back, round ${round}`)
    }
  })

  await t.test('delivers the document that it is just rendering', async (t) => {
    const gate = join(makeFolder(t), 'open')
    const reply = service.generate('gate', JSON.stringify({ gate }))
    await reached(gate)
    await link.cut()
    writeFileSync(gate, '')
    t.equal((await reply).status, 200)
    await link.restore()
    t.equal((await service.generate('letter', '{}')).status, 200)
  })
})

t.test('an outage is a line when it begins and one when it is over, without traces of the stack', async (t) => {
  if (!POSTGRES) {
    t.pass('there is none')
    return
  }
  const { dataDir, databaseUrl = '' } = await POSTGRES.newLocation(t)
  const link = await BreakableLink.open(t, databaseUrl)
  const service = await startOwnService(t, {}, { dataDir, databaseUrl: link.url })
  await service.addTemplate('letter', 'letter')
  await service.addTemplate('gate', 'gate')
  const gate = join(makeFolder(t), 'open')
  await service.generateLater('gate', JSON.stringify({ gate }))
  await reached(gate)
  await link.cut()
  // A job ends meanwhile, requests fail, and everything that is done by the clock.
  writeFileSync(gate, '')
  t.equal((await service.generate('letter', '{}')).status, 503)
  const away = await service.process.logged((line) => line.includes('the database is not available'))
  t.match(JSON.parse(away), { level: 40, reason: /^PostgreSQL is not available: / })
  await link.restore()
  const back = await service.process.logged((line) => line.includes('the database is available again'))
  t.match(JSON.parse(back), { level: 30, away_ms: Number })
  t.equal((await service.generate('letter', '{}')).status, 200)
  const lines = service.process.logs.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  const others = lines.filter(({ level, msg }) => level >= 40 && !/^request$|PLATEN_PUBLIC_URL/.test(msg))
  t.same(
    others.map(({ msg }) => msg),
    ['the database is not available'],
  )
  t.notMatch(service.process.logs.join('\n'), '"stack"')
})

t.test('a connection that is silent counts as lost', async (t) => {
  if (!POSTGRES) {
    t.pass('there is none')
    return
  }
  const { databaseUrl = '' } = await POSTGRES.newLocation(t)
  const link = await BreakableLink.open(t, databaseUrl)
  const pool = new GuardedPool({ url: link.url, connections: 2, answerTimeoutMs: 100 })
  t.teardown(() => pool.end())
  const first = await pool.connect()
  t.match(await first.query('select $1::bigint as n, null as nothing', [7]), { rows: [{ n: 7, nothing: null }] })
  await t.rejects(first.query('select 1 / 0', []), { code: '22012' }, 'what the server says about a query is no outage')
  t.match(await first.query('select 2 as n', []), { rows: [{ n: 2 }] })
  link.block()
  await t.rejects(first.query('select 1', []), { name: 'StoreUnavailable' })
  await t.rejects(first.query('select 1', []), { name: 'StoreUnavailable' }, 'it is not used again')
  first.release()
  await link.restore()
  const second = await pool.connect()
  t.match(await second.query('select 3 as n', []), { rows: [{ n: 3 }] })
  second.release()
})

t.test('a pool of ours that is busy is not called an outage of the database', async (t) => {
  if (!POSTGRES) {
    t.pass('there is none')
    return
  }
  const { databaseUrl: url = '' } = await POSTGRES.newLocation(t)
  const link = await BreakableLink.open(t, url)
  const pool = new GuardedPool({ url: link.url, connections: 2, answerTimeoutMs: undefined })
  const clients = [await pool.connect(), await pool.connect()]
  await t.rejects(pool.connect(), {
    name: 'StoreUnavailable',
    message: 'all 2 connections to PostgreSQL are busy, and none became free in time',
  })
  await link.cut()
  // Those that broke are not given to anybody else.
  for (const client of clients) {
    await t.rejects(client.query('select 1', []), { name: 'StoreUnavailable' })
    client.release()
  }
  await t.rejects(pool.connect(), { name: 'StoreUnavailable', message: /^PostgreSQL is not available: / })
  await pool.end()
})

t.test('servers that cannot be used are refused in one line', async (t) => {
  const dataDir = makeFolder(t)
  await t.rejects(openStore({ dataDir, databaseUrl: 'postgres://user:hidden@127.0.0.1:1/none' }), {
    name: 'StoreError',
    code: 'unusable',
    message: /^DATABASE_URL cannot be used \(PostgreSQL is not available: [^\n]*ECONNREFUSED[^\n]*\)$/,
  })
  const facts = { versionNumber: 130_000, version: '13.0', encoding: 'UTF8' }
  t.doesNotThrow(() => assertServer(facts))
  t.throws(() => assertServer({ ...facts, versionNumber: 120_022, version: '12.22 (Debian)' }), {
    message: 'PostgreSQL 12.22 (Debian) is older than 13',
  })
  t.throws(() => assertServer({ ...facts, encoding: 'LATIN1' }), { message: /LATIN1/ })
})

t.test('a start whose PostgreSQL goes away while it joins the others names the variable', async (t) => {
  if (!POSTGRES) {
    t.pass('there is none')
    return
  }
  const location = await POSTGRES.newLocation(t)
  await (await openStore(location)).close()
  const ending = `create function leave() returns trigger as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$ language plpgsql`
  await administer(ending, location.databaseUrl)
  await administer('create trigger leave before insert on processes execute function leave()', location.databaseUrl)
  for (const start of [startServer, startWorker]) {
    await t.rejects(start(readConfig({ ...locationSettings(location), PORT: '0' })), {
      name: 'StoreError',
      code: 'unusable',
      message: /^DATABASE_URL cannot be used \(PostgreSQL is not available: [^\n]*\)$/,
    })
  }
})

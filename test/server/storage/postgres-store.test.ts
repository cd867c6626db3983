import { Kysely, sql } from 'kysely'
import pg from 'pg'
import t from 'tap'
import { ADVISORY_LOCKS } from '../../../server/storage/database.js'
import { openStore } from '../../../server/storage/open-store.js'
import { describeFailure } from '../../../server/storage/postgres/connection-errors.js'
import { GuardedPool } from '../../../server/storage/postgres/guarded-pool.js'
import { PostgresStoreDialect } from '../../../server/storage/postgres/postgres-dialect.js'
import { StoreUnavailable } from '../../../server/storage/store.js'
import { administer, engines } from '../engines.js'

function serverError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('what the server says', 0, 'error'), { code })
}

const FAILURES: readonly [what: string, error: Error, unavailable: boolean, connectionLost: boolean][] = [
  ['unique violation', serverError('23505'), false, false],
  ['syntax error', serverError('42601'), false, false],
  ['connection failure', serverError('08006'), true, true],
  ['too many connections', serverError('53300'), true, false],
  ['disk full', serverError('53100'), true, false],
  ['deadlock', serverError('40P01'), true, false],
  ['cancelled statement', serverError('57014'), true, false],
  ['shutdown', serverError('57P01'), true, true],
  ['starting up', serverError('57P03'), true, true],
  ['ended while idle', serverError('25P03'), true, true],
  ['a standby', serverError('25006'), true, true],
  ['lost connection', new Error('Connection terminated unexpectedly'), true, true],
  ['no answer', new StoreUnavailable('PostgreSQL does not answer'), true, true],
  ['a parameter that cannot be sent', new TypeError('Converting circular structure to JSON'), false, false],
]
for (const [what, error, unavailable, connectionLost] of FAILURES) {
  t.test(`failure: ${what}`, async (t) => {
    const failure = describeFailure(error)
    t.equal(failure.error instanceof StoreUnavailable, unavailable, 'whether the database is away')
    t.equal(failure.connectionLost, connectionLost, 'whether the connection is')
    if (!unavailable) t.equal(failure.error, error)
  })
}

t.test('tables in PostgreSQL', async (t) => {
  const engine = engines(t).find(({ name }) => name === 'PostgreSQL')
  if (!engine) {
    t.pass('there is none')
    return
  }
  const location = await engine.newLocation(t)
  for (const _ of [1, 2]) await (await openStore(location)).close()
  const read = (statement: string) => administer(statement, location.databaseUrl)
  t.same(
    await read("select relname from pg_class where relpersistence = 'u' and relkind = 'r'"),
    [{ relname: 'key_slots' }],
    'slots cost no writes to the log',
  )
  t.match(await read("select reloptions from pg_class where relname = 'jobs'"), [
    { reloptions: ['fillfactor=70', 'autovacuum_vacuum_scale_factor=0.01', 'autovacuum_vacuum_threshold=200'] },
  ])
  t.match(await read("select reloptions from pg_class where relname = 'deliveries'"), [
    { reloptions: ['autovacuum_vacuum_scale_factor=0.01', 'autovacuum_vacuum_threshold=5000'] },
  ])
  const types = await read(`select distinct data_type from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' order by data_type`)
  t.same(
    types,
    ['bigint', 'bytea', 'integer', 'text'].map((type) => ({ data_type: type })),
    'no types that SQLite has not',
  )
})

t.test('processes prepare a new database one after the other, behind a pooler too', async (t) => {
  const engine = engines(t).find(({ name }) => name === 'PostgreSQL')
  if (!engine) {
    t.pass('there is none')
    return
  }
  const location = await engine.newLocation(t)
  const client = new pg.Client({ connectionString: location.databaseUrl })
  await client.connect()
  t.teardown(() => client.end())
  await client.query(`begin; select pg_advisory_xact_lock(${ADVISORY_LOCKS.preparation})`)
  const stores = Promise.all(Array.from({ length: 4 }, () => openStore(location)))
  const waiting = `select count(*)::integer as processes, to_regclass('organizations') as tables from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and not granted`
  // The lock is one of transactions: those of sessions would stay with the connections of a pooler.
  let found = (await client.query(waiting)).rows[0]
  while (found.processes < 4) found = (await client.query(waiting)).rows[0]
  t.same(found, { processes: 4, tables: null }, 'nothing is made without the lock')
  await client.query('rollback')
  for (const store of await stores) {
    t.same(await store.reader.listOrganizations(), [])
    await store.close()
  }
})

t.test('transactions have limits of their own, and leave none behind', async (t) => {
  const engine = engines(t).find(({ name }) => name === 'PostgreSQL')
  if (!engine) {
    t.pass('there is none')
    return
  }
  const { databaseUrl = '' } = await engine.newLocation(t)
  const pool = new GuardedPool({ url: databaseUrl, connections: 1, answerTimeoutMs: 5_000 })
  t.teardown(() => pool.end())
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresStoreDialect(pool, 'service') })
  const read = async (on: typeof db) => {
    const { rows } = await sql`select
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('statement_timeout') as statement,
      current_setting('transaction_isolation') as isolation`.execute(on)
    return rows
  }
  const before = await read(db)
  t.same(await db.transaction().execute(read), [{ idle: '8s', statement: '8s', isolation: 'read committed' }])
  t.same(await read(db), before)
})

t.test('a store that is closed at once', async (t) => {
  for (const engine of engines(t)) {
    const store = await openStore(await engine.newLocation(t))
    store.changes.onChange('render', () => undefined)
    store.changes.notify('render')
    await store.close()
    await t.rejects(store.reader.listOrganizations(), { name: 'StoreUnavailable' }, engine.name)
    await store.close()
  }
})

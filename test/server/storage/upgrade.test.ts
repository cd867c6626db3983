import { mkdir } from 'node:fs/promises'
import { Kysely, sql } from 'kysely'
import t from 'tap'
import type { StoreDatabase } from '../../../server/storage/database.js'
import { migrate } from '../../../server/storage/migrations.js'
import { openStore, type StoreLocation } from '../../../server/storage/open-store.js'
import { GuardedPool } from '../../../server/storage/postgres/guarded-pool.js'
import { PostgresStoreDialect } from '../../../server/storage/postgres/postgres-dialect.js'
import { POSTGRES_WORDS } from '../../../server/storage/postgres/postgres-store.js'
import type { Database } from '../../../server/storage/schema.js'
import { openDatabase } from '../../../server/storage/sqlite/open-database.js'
import { sqliteDialect } from '../../../server/storage/sqlite/sqlite-dialect.js'
import { SqliteDriver } from '../../../server/storage/sqlite/sqlite-driver.js'
import { SQLITE_WORDS } from '../../../server/storage/sqlite/sqlite-store.js'
import { engines } from '../engines.js'
import { pathsIn } from './openers.js'
import { addProcess, claimDeliveries } from './store-inputs.js'

/** The last migration of the release before deliveries had a state for waiting. */
const OLD = '0005-webhooks'

/** Each delivery of the old store: where it is in the queue, and when it is due, in ms from now. */
const DELIVERIES = [
  ['dlv_done', 'done', 'delivered', -60_000],
  ['dlv_due', 'ready', 'pending', -1_000],
  ['dlv_later', 'ready', 'pending', 3_600_000],
  ['dlv_lost', 'running', 'pending', -1_000],
] as const

for (const { name, newLocation } of engines(t)) {
  t.test(`a store of an older release is upgraded where it is, with all that is in it: ${name}`, async (t) => {
    const location = await newLocation(t)
    await makeOldStore(location)
    const store = await openStore(location)
    t.teardown(() => store.close())
    const organization = await store.findOrganization('acme')
    const organizationId = organization?.id ?? ''
    const listed = await store.reader.listDeliveries({ organizationId, limit: 10 })
    t.same(
      listed.map(({ id, status, nextAttemptAt }) => [id, status, nextAttemptAt !== undefined]),
      [
        ['dlv_lost', 'pending', false],
        ['dlv_later', 'pending', true],
        ['dlv_due', 'pending', true],
        ['dlv_done', 'delivered', false],
      ],
    )
    await addProcess(store, 'prc_new')
    t.match(await store.reapProcesses('prc_new', []), { deliveries: 1 }, 'what a process of the old release had begun')
    const { deliveries } = await claimDeliveries(store, 'prc_new')
    t.same(deliveries.map(({ id }) => id).sort(), ['dlv_due', 'dlv_lost'])
    t.equal((await store.findRequest(organizationId, 'req_1'))?.outcome.status, 'queued')
    t.match(await store.reader.listAudit({ organizationId, limit: 10 }), [{ id: 'adt_1', action: 'key.created' }])
  })
}

for (const { name, newLocation } of engines(t)) {
  t.test(`a store that a newer release has written to is refused in one line: ${name}`, async (t) => {
    const location = await newLocation(t)
    await (await openStore({ ...location, version: '1.2.3' })).close()
    const { db } = await openOld(location)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(db)
    await db.destroy()
    const place = location.databaseUrl === undefined ? `PLATEN_DATA_DIR ${location.dataDir}` : 'DATABASE_URL'
    await t.rejects(openStore({ ...location, version: '1.0.0' }), {
      code: 'newer',
      message: new RegExp(
        `^${place}: the data are of platen 1\\.2\\.3 \\(9999-later\\), and this is 1\\.0\\.0 \\(\\d{4}-[a-z-]+\\): start that version or a newer one, or restore a backup that was made before the update$`,
      ),
    })
  })
}

async function makeOldStore(location: StoreLocation): Promise<void> {
  const database = await openOld(location)
  const { db } = database
  await migrate(database, { last: OLD })
  const now = Date.now()
  const organization_id = 'org_1'
  await db
    .insertInto('organizations')
    .values({ id: organization_id, slug: 'acme', name: 'Acme', plan: 'pro', created_at: now })
    .execute()
  await db
    .insertInto('requests')
    .values({
      id: 'req_1',
      organization_id,
      api_key_id: 'key_1',
      template_id: 'tpl_1',
      version_id: 'tpv_1',
      endpoint_path: 'letter',
      document_id: 'doc_1',
      is_test: 0,
      status: 'queued',
      created_at: now,
    })
    .execute()
  for (const [index, [id, state, status, dueIn]] of DELIVERIES.entries()) {
    const shared = { organization_id, type: 'document.completed', created_at: now + index } as const
    const event_id = `evt_${index}`
    await db
      .insertInto('events')
      .values({ ...shared, id: event_id, request_id: `req_${index}`, payload: '{}' })
      .execute()
    await db
      .insertInto('deliveries')
      .values({
        ...shared,
        id,
        event_id,
        lane: `${organization_id}/host`,
        legacy_target: 'sealed',
        legacy_body: '{}',
        is_test_event: 0,
        status,
        state,
        due_at: now + dueIn,
        next_cause: 'retry',
        attempts: 1,
        failures: 1,
        process_id: state === 'running' ? 'prc_old' : null,
        deadline_at: state === 'running' ? now + 60_000 : null,
      })
      .execute()
  }
  await db
    .insertInto('audit_entries')
    .values({
      id: 'adt_1',
      organization_id,
      actor: 'somebody',
      action: 'key.created',
      subject: 'key_1',
      details: '{}',
      created_at: now,
    })
    .execute()
  await db.destroy()
}

async function openOld(location: StoreLocation): Promise<StoreDatabase> {
  if (location.databaseUrl === undefined) {
    await mkdir(location.dataDir, { recursive: true })
    const driver = new SqliteDriver(() => openDatabase(pathsIn(location).main))
    const db = new Kysely<Database>({ dialect: sqliteDialect(driver) })
    return { ...SQLITE_WORDS, db, unsyncedDb: db }
  }
  const pool = new GuardedPool({ url: location.databaseUrl, connections: 2, answerTimeoutMs: undefined })
  const db = new Kysely<Database>({ dialect: new PostgresStoreDialect(pool, 'preparation') })
  return { ...POSTGRES_WORDS, db, unsyncedDb: db }
}

import { Kysely, type LogEvent } from 'kysely'
import pg from 'pg'
import { seedStatements } from '../../../benchmarks/seed-store.js'
import type { StoreDatabase } from '../../../server/storage/database.js'
import type { SlotDatabase, SlotStore } from '../../../server/storage/keys/key-slots.js'
import { openStore, type StoreLocation } from '../../../server/storage/open-store.js'
import { GuardedPool } from '../../../server/storage/postgres/guarded-pool.js'
import { PostgresStoreDialect } from '../../../server/storage/postgres/postgres-dialect.js'
import { POSTGRES_WORDS } from '../../../server/storage/postgres/postgres-store.js'
import type { Database } from '../../../server/storage/schema.js'
import { createSqlReader } from '../../../server/storage/sql-reader.js'
import { createSqlStore } from '../../../server/storage/sql-store.js'
import { openDatabase, type SqliteHandle } from '../../../server/storage/sqlite/open-database.js'
import { sqliteDialect } from '../../../server/storage/sqlite/sqlite-dialect.js'
import { SqliteDriver } from '../../../server/storage/sqlite/sqlite-driver.js'
import { openSqliteFiles, SQLITE_WORDS } from '../../../server/storage/sqlite/sqlite-store.js'
import type { StoreOperations } from '../../../server/storage/store.js'
import type { StoreReader } from '../../../server/storage/store-reader.js'
import type { Teardown } from '../folder.js'
import { pathsIn } from './openers.js'

/** Enough that planners choose as they do in service. */
const SIZES = { organizations: 300, templates: 100, webhooks: 5, requests: 20_000, waiting: 5_000, others: 20_000 }

/** Rows of one table that a query may read: a page, a batch, what runs, and what there is of processes. */
const MOST_ROWS = 2_500

/** Tables that grow with what the service does. */
const LARGE = [
  'requests',
  'request_bodies',
  'jobs',
  'events',
  'deliveries',
  'delivery_attempts',
  'idempotency_keys',
  'audit_entries',
  'template_versions',
  'key_slots',
  'users',
  'memberships',
  'sessions',
  'request_log',
]

/** Indexes of those rows of large tables that wait, run or are not finished. */
const SMALL_INDEX = /USING (?:COVERING )?INDEX \w+_(?:ready|waiting|running|unfinished)\b/

export interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A seeded database of one kind, with both interfaces over it, and how its queries are run. */
export interface Subject {
  readonly organizationId: string
  readonly store: StoreOperations
  readonly reader: StoreReader
  /** Runs an operation and gives the queries that it was done with. */
  queriesOf(action: () => Promise<unknown>): Promise<readonly Query[]>
  /** The faults of the way in which a query is run. */
  faultsOf(query: Query): Promise<readonly string[]>
}

/** Fills a new database, and opens it. */
export function openSubject(t: Teardown, location: StoreLocation): Promise<Subject> {
  return location.databaseUrl === undefined ? openFiles(t, location) : openServer(t, location)
}

/** Notes the queries of what runs between two looks. */
class Recorder {
  #queries: Query[] = []

  readonly log = ({ query }: LogEvent): void => {
    this.#queries.push({ sql: query.sql, parameters: query.parameters })
  }

  async record(action: () => Promise<unknown>): Promise<readonly Query[]> {
    this.#queries = []
    await action()
    const different = new Map(this.#queries.map((query) => [JSON.stringify(query), query]))
    return [...different.values()].filter(({ sql }) => /^(select|insert|update|delete|with)/i.test(sql.trim()))
  }
}

async function prepare(location: StoreLocation): Promise<string> {
  const store = await openStore(location)
  const { id } = await store.createOrganization({ slug: 'large', name: 'Large', plan: 'pro' })
  await store.close()
  return id
}

async function openFiles(t: Teardown, location: StoreLocation): Promise<Subject> {
  const organizationId = await prepare(location)
  const paths = pathsIn(location)
  const handle = await openDatabase(paths.main)
  const slotHandle = await openDatabase(paths.slots)
  t.teardown(() => {
    handle.close()
    slotHandle.close()
  })
  for (const statement of seedStatements(SIZES, { organizationId, now: Date.now(), bytesType: 'blob' })) {
    handle.exec(statement)
  }
  for (const statement of slotStatements()) slotHandle.exec(statement)
  const files = await openSqliteFiles(paths)
  await files.optimize()
  await files.close()
  const recorder = new Recorder()
  const open = <Tables>(path: string) => {
    const driver = new SqliteDriver(() => openDatabase(path))
    const db = new Kysely<Tables>({ dialect: sqliteDialect(driver), log: recorder.log })
    t.teardown(() => db.destroy())
    return db
  }
  const db = open<Database>(paths.main)
  const database: StoreDatabase = { ...SQLITE_WORDS, db, unsyncedDb: db }
  const slots: SlotStore = { ...SQLITE_WORDS, db: open<SlotDatabase>(paths.slots) }
  return {
    organizationId,
    store: createSqlStore(database, slots),
    reader: createSqlReader(database),
    queriesOf: (action) => recorder.record(action),
    faultsOf: async (query) => faultsInFile(query.sql.includes('key_slots') ? slotHandle : handle, query),
  }
}

/** SQLite tells what it would do, not how many rows it would read. */
function faultsInFile(handle: SqliteHandle, { sql, parameters }: Query): readonly string[] {
  const plan = handle.prepare(`explain query plan ${sql}`).all(...parameters) as { readonly detail: string }[]
  const isList = /\blimit\b/i.test(sql)
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => {
      const [, table = '', inOrder] = /^SCAN (\w+)( USING)?/.exec(detail) ?? []
      if (LARGE.includes(table)) return !(inOrder !== undefined && isList) && !SMALL_INDEX.test(detail)
      return /USE TEMP B-TREE/.test(detail)
    })
    .map((detail) => `${detail}: ${sql}`)
}

async function openServer(t: Teardown, location: StoreLocation): Promise<Subject> {
  const organizationId = await prepare(location)
  const client = new pg.Client({ connectionString: location.databaseUrl })
  await client.connect()
  t.teardown(() => client.end())
  const seed = seedStatements(SIZES, { organizationId, now: Date.now(), bytesType: 'bytea' })
  for (const statement of [...seed, ...slotStatements(), 'analyze']) await client.query(statement)
  const recorder = new Recorder()
  const pool = new GuardedPool({ url: location.databaseUrl ?? '', connections: 4, answerTimeoutMs: 60_000 })
  t.teardown(() => pool.end())
  const open = <Tables>(purpose: 'service' | 'reading') =>
    new Kysely<Tables>({ dialect: new PostgresStoreDialect(pool, purpose), log: recorder.log })
  const db = open<Database>('service')
  const database: StoreDatabase = { ...POSTGRES_WORDS, db, unsyncedDb: db }
  return {
    organizationId,
    store: createSqlStore(database, { ...POSTGRES_WORDS, db: open<SlotDatabase>('service') }),
    reader: createSqlReader({ ...POSTGRES_WORDS, db: open<Database>('reading') }),
    queriesOf: (action) => recorder.record(action),
    faultsOf: (query) => faultsInServer(client, query),
  }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** PostgreSQL runs the query, and tells how many rows of each table it has read. */
async function faultsInServer(client: pg.Client, { sql, parameters }: Query): Promise<readonly string[]> {
  // The operation has inserted these rows, and they read no others.
  if (/^insert/i.test(sql)) return []
  await client.query('begin')
  try {
    const { rows } = await client.query(`explain (analyze, format json) ${sql}`, [...parameters])
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
      .filter((node) => LARGE.includes(node['Relation Name'] ?? '') && rowsRead(node) > MOST_ROWS)
      .map((node) => `${node['Node Type']} of ${node['Relation Name']} reads ${rowsRead(node)} rows: ${sql}`)
  } finally {
    await client.query('rollback')
  }
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function rowsRead(node: PlanNode): number {
  if (!node['Node Type'].includes('Scan')) return 0
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}

/** Slots of keys that nobody holds. */
function slotStatements(): readonly string[] {
  return [
    `insert into key_slots (api_key_id, slot, holder, owner, until_at)
      with recursive series(n) as (select 0 union all select n + 1 from series where n + 1 < 10000)
      select 'key_' || cast(1000000000 + n / 10 as text), n % 10, '', '', 0 from series`,
  ]
}

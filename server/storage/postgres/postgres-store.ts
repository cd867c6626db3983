import { Kysely, sql, type Transaction } from 'kysely'
import { SharedSignal } from '../change-signal.js'
import type { StoreDatabase } from '../database.js'
import { createSlotTable, type SlotDatabase } from '../keys/key-slots.js'
import { migrate } from '../migrations.js'
import type { Database } from '../schema.js'
import { createSqlReader } from '../sql-reader.js'
import { createSqlStore } from '../sql-store.js'
import { type Store, StoreError } from '../store.js'
import { ChangeChannel } from './change-channel.js'
import { GuardedPool } from './guarded-pool.js'
import { PostgresStoreDialect } from './postgres-dialect.js'

/** Operations of one process that run at the same time; more wait. A server usually lets in a hundred in all. */
const CONNECTIONS = 10

/** Lists and searches that run at the same time beside those. */
const READING_CONNECTIONS = 4

/** A database that is silent for so long counts as away. */
const ANSWER_TIMEOUT_MS = 10_000

/** The oldest server that is tested, as the server numbers itself. */
const OLDEST_SERVER = 130_000

/** PostgreSQL's own dialect of SQL. */
export const POSTGRES_WORDS = {
  // As a query of its own it is asked once for each statement, and indexes can be searched by its answer. A function
  // that gives something else each time would be called for every row.
  now: sql<number>`(select (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
  rowLocks: true,
  bytesType: 'bytea',
} as const satisfies Omit<StoreDatabase, 'db' | 'unsyncedDb'>

/**
 * Opens and migrates the store in a PostgreSQL database that several processes share.
 *
 * @param directUrl the same database without a pooler between, for connections whose state is kept
 * @param version of the package, which is remembered with the data
 * @throws StoreError `unusable` when the server cannot be reached or is too old
 */
export async function openPostgresStore(url: string, directUrl: string, version?: string): Promise<Store> {
  await prepare(url, version)
  const pool = new GuardedPool({ url, connections: CONNECTIONS, answerTimeoutMs: ANSWER_TIMEOUT_MS })
  const db = new Kysely<Database>({ dialect: new PostgresStoreDialect(pool, 'service') })
  const slots = new Kysely<SlotDatabase>({ dialect: new PostgresStoreDialect(pool, 'service') })
  const operations = createSqlStore({ ...POSTGRES_WORDS, db, unsyncedDb: db }, { ...POSTGRES_WORDS, db: slots })
  // Of their own, so that no number of lists keeps a request waiting for a connection.
  const readingPool = new GuardedPool({ url, connections: READING_CONNECTIONS, answerTimeoutMs: ANSWER_TIMEOUT_MS })
  const readingDb = new Kysely<Database>({ dialect: new PostgresStoreDialect(readingPool, 'reading') })
  const channel = new ChangeChannel(directUrl, db, (change) => changes.changed(change))
  const changes: SharedSignal = new SharedSignal(channel)
  return {
    ...operations,
    reader: createSqlReader({ db: readingDb, now: POSTGRES_WORDS.now }),
    changes,
    // A server that is away may come back.
    failed: new Promise(() => undefined),
    close: async () => {
      await changes.close()
      // Ends what the instances of Kysely stand on; what is called from here on finds the store unavailable.
      await Promise.all([pool.end(), readingPool.end()])
    },
  }
}

/** Checks the server and brings the tables up to date, which may take as long as it takes. */
async function prepare(url: string, version: string | undefined): Promise<void> {
  const pool = new GuardedPool({ url, connections: 2, answerTimeoutMs: undefined })
  const dialect = new PostgresStoreDialect(pool, 'preparation')
  const db = new Kysely<Database>({ dialect })
  try {
    await checkServer(db)
    await migrate({ ...POSTGRES_WORDS, db, unsyncedDb: db }, { version })
    await db.transaction().execute(async (transaction) => {
      // A transaction that writes to nothing but unlogged tables does not wait for the disk.
      await createSlotTable(transaction, { unlogged: true })
      for (const [table, settings] of Object.entries(TUNED)) await tune(transaction, table, settings)
    })
  } finally {
    await pool.end()
  }
}

/**
 * Jobs come and go all the time, and deliveries move through the small indexes of what is ready or runs: what they leave
 * behind is cleared away early, so that claims stay fast.
 */
const TUNED = {
  jobs: 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200',
  deliveries: 'autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000',
}

async function tune(transaction: Transaction<Database>, table: string, settings: string): Promise<void> {
  const { rows } = await sql`select from pg_class
    where oid = ${table}::regclass and reloptions is null`.execute(transaction)
  if (rows.length > 0) await sql`alter table ${sql.table(table)} set (${sql.raw(settings)})`.execute(transaction)
}

async function checkServer(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<ServerFacts>`select
    current_setting('server_version_num')::integer as "versionNumber",
    current_setting('server_version') as version,
    current_setting('server_encoding') as encoding`.execute(db)
  for (const facts of rows) assertServer(facts)
}

interface ServerFacts {
  /** 150020 for 15.20. */
  readonly versionNumber: number
  readonly version: string
  readonly encoding: string
}

/** @throws StoreError `unusable` for a server that the store does not work on */
export function assertServer({ versionNumber, version, encoding }: ServerFacts): void {
  if (versionNumber < OLDEST_SERVER) {
    throw new StoreError('unusable', `PostgreSQL ${version} is older than ${OLDEST_SERVER / 10_000}`)
  }
  if (encoding !== 'UTF8') throw new StoreError('unusable', `the database has the encoding ${encoding} and not UTF8`)
}

import { Kysely, type RawBuilder, sql } from 'kysely'
import { SharedSignal } from '../change-signal.js'
import type { StoreDatabase } from '../database.js'
import { createSlotTable, type SlotDatabase, type SlotStore } from '../keys/key-slots.js'
import { migrate } from '../migrations.js'
import type { Database } from '../schema.js'
import { createSqlReader } from '../sql-reader.js'
import { createSqlEntrance, createSqlStore, type EntranceOperations } from '../sql-store.js'
import type { Store, StoreOperations } from '../store.js'
import type { StoreReader } from '../store-reader.js'
import { DataVersionWatch } from './data-version-watch.js'
import { openDatabase } from './open-database.js'
import { ReadingDriver } from './reading-driver.js'
import { sqliteDialect } from './sqlite-dialect.js'
import { SqliteDriver } from './sqlite-driver.js'
import { UnsyncedDriver } from './unsynced-driver.js'

export interface SqlitePaths {
  readonly main: string
  /** A file of its own, because its commits do not wait for the disk. */
  readonly slots: string
  /** Of the package. */
  readonly version?: string | undefined
}

/** Here what fails is thrown to whoever called. */
const NEVER = new Promise<Error>(() => undefined)

/** Opens and migrates the store in SQLite files, in this thread. The service uses `openThreadStore` instead. */
export async function openSqliteStore(paths: SqlitePaths): Promise<Store> {
  const files = await openSqliteFiles(paths)
  const reading = openSqliteReader(paths)
  const changes: SharedSignal = new SharedSignal(new DataVersionWatch(files.driver, () => changes.changed()))
  return {
    ...files.operations,
    reader: reading.reader,
    changes,
    failed: NEVER,
    close: async () => {
      await changes.close()
      await reading.close()
      await files.close()
    },
  }
}

interface OpenFiles {
  readonly operations: StoreOperations
  /** The driver of the main file. */
  readonly driver: SqliteDriver
  /** Renews the statistics by which queries are planned, where tables have grown since the last time. */
  optimize(): Promise<void>
  close(): Promise<void>
}

/** The operations over SQLite files, which are made and migrated. */
export async function openSqliteFiles(paths: SqlitePaths): Promise<OpenFiles> {
  const driver = new SqliteDriver(() => openDatabase(paths.main))
  const database: StoreDatabase = {
    ...SQLITE_WORDS,
    db: new Kysely<Database>({ dialect: sqliteDialect(driver) }),
    unsyncedDb: new Kysely<Database>({ dialect: sqliteDialect(new UnsyncedDriver(driver)) }),
  }
  const slots = openSlots(paths)
  const close = async () => {
    await Promise.all([database.db.destroy(), slots.db.destroy()])
  }
  try {
    await migrate(database, { version: paths.version })
    await slots.db.transaction().execute((transaction) => createSlotTable(transaction))
    return { operations: createSqlStore(database, slots), driver, optimize: () => optimize(database.db), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Has SQLite look at the sizes of all tables (0x10000), not only of those that were queried, and read (0x02) no more
 * than some hundred rows (0x10) of an index for its statistics.
 */
const OPTIMIZE = '0x10012'

/** Rows of an index that has statistics. */
const LARGE = 10_000

/**
 * Renews the statistics. Small tables keep none: a queue that was empty when it was counted would later be read from
 * its first row to its last, as that had been the fastest, whereas without statistics SQLite always takes the index.
 */
async function optimize(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`pragma optimize = ${sql.raw(OPTIMIZE)}`.execute(transaction)
    const { rows } = await sql<{ readonly name: string }>`select name from sqlite_schema
      where name in ('sqlite_stat1', 'sqlite_stat4')`.execute(transaction)
    const tables = rows.map(({ name }) => name)
    if (!tables.includes('sqlite_stat1')) return
    await sql`delete from sqlite_stat1 where cast(stat as integer) < ${LARGE}`.execute(transaction)
    if (tables.includes('sqlite_stat4')) {
      await sql`delete from sqlite_stat4 where (tbl, idx) not in (select tbl, idx from sqlite_stat1)`.execute(
        transaction,
      )
    }
    // Reads them again.
    await sql`analyze sqlite_schema`.execute(transaction)
  })
}

/** SQLite's own dialect of SQL. A transaction has the whole file to itself. */
export const SQLITE_WORDS: {
  readonly now: RawBuilder<number>
  readonly rowLocks: false
  readonly bytesType: 'blob'
} = { now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`, rowLocks: false, bytesType: 'blob' }

/** The reader over the main file, which somebody has made and migrated. */
export function openSqliteReader({ main }: SqlitePaths): { readonly reader: StoreReader; close(): Promise<void> } {
  const db = new Kysely<Database>({ dialect: sqliteDialect(new ReadingDriver(main)) })
  return { reader: createSqlReader({ db, now: SQLITE_WORDS.now }), close: () => db.destroy() }
}

/** The operations of the entrance over files that somebody has made and migrated. */
export function openSqliteEntrance(paths: SqlitePaths): {
  readonly operations: EntranceOperations
  close(): Promise<void>
} {
  const db = new Kysely<Database>({ dialect: sqliteDialect(new ReadingDriver(paths.main)) })
  const slots = openSlots(paths)
  return {
    operations: createSqlEntrance({ db, now: SQLITE_WORDS.now }, slots),
    close: async () => void (await Promise.all([db.destroy(), slots.db.destroy()])),
  }
}

function openSlots(paths: SqlitePaths): SlotStore {
  const driver = new SqliteDriver(() => openDatabase(paths.slots, 'off'))
  return { ...SQLITE_WORDS, db: new Kysely<SlotDatabase>({ dialect: sqliteDialect(driver) }) }
}

import { Kysely, sql } from 'kysely'
import { SharedSignal } from '../change-signal.js'
import { createSlotTable, type SlotDatabase } from '../key-slots.js'
import { migrate } from '../migrations.js'
import type { Database } from '../schema.js'
import { createSqlStore } from '../sql-store.js'
import type { Store, StoreOperations } from '../store.js'
import { DataVersionWatch } from './data-version-watch.js'
import { SqliteDialect } from './sqlite-dialect.js'
import type { SqliteDriver } from './sqlite-driver.js'

export interface SqlitePaths {
  readonly main: string
  /** A file of its own, because its commits do not wait for the disk. */
  readonly slots: string
}

/** Here what fails is thrown to whoever called. */
const NEVER = new Promise<Error>(() => undefined)

/** Opens and migrates the store in SQLite files, in this thread. The service uses `openThreadStore` instead. */
export async function openSqliteStore(paths: SqlitePaths): Promise<Store> {
  const { operations, driver } = await openSqliteFiles(paths)
  const changes: SharedSignal = new SharedSignal(new DataVersionWatch(driver, () => changes.changed()))
  return {
    ...operations,
    changes,
    failed: NEVER,
    close: async () => {
      await changes.close()
      await operations.close()
    },
  }
}

/** The operations over SQLite files, and the driver of the main one. */
export async function openSqliteFiles(
  paths: SqlitePaths,
): Promise<{ readonly operations: StoreOperations; readonly driver: SqliteDriver }> {
  const dialect = new SqliteDialect(paths.main)
  // A transaction has the whole file to itself.
  const words = { now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`, rowLocks: false }
  const database = {
    ...words,
    db: new Kysely<Database>({ dialect }),
    unsyncedDb: new Kysely<Database>({ dialect: dialect.unsynced() }),
    bytesType: 'blob' as const,
  }
  const slots = { ...words, db: new Kysely<SlotDatabase>({ dialect: new SqliteDialect(paths.slots, 'off') }) }
  const operations = createSqlStore(database, slots)
  try {
    await migrate(database)
    await slots.db.transaction().execute((transaction) => createSlotTable(transaction))
    return { operations, driver: dialect.driver }
  } catch (error) {
    await operations.close()
    throw error
  }
}

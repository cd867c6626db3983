import { Kysely, sql } from 'kysely'
import { createSlotTable, type SlotDatabase } from '../key-slots.js'
import { migrate } from '../migrations.js'
import type { Database } from '../schema.js'
import { createSqlStore } from '../sql-store.js'
import type { Store } from '../store.js'
import { SqliteDialect } from './sqlite-dialect.js'

export interface SqlitePaths {
  readonly main: string
  /** A file of its own, because its commits do not wait for the disk. */
  readonly slots: string
}

/** Opens and migrates the store in SQLite files, in this thread. The service uses `openThreadStore` instead. */
export async function openSqliteStore(paths: SqlitePaths): Promise<Store> {
  const now = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
  const database = {
    db: new Kysely<Database>({ dialect: new SqliteDialect(paths.main) }),
    now,
    bytesType: 'blob' as const,
  }
  const slots = { db: new Kysely<SlotDatabase>({ dialect: new SqliteDialect(paths.slots, 'off') }), now }
  const store = createSqlStore(database, slots)
  try {
    await migrate(database)
    await createSlotTable(slots)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

import { Kysely, sql } from 'kysely'
import { migrate } from '../migrations.js'
import type { Database } from '../schema.js'
import { createSqlStore } from '../sql-store.js'
import type { Store } from '../store.js'
import { SqliteDialect } from './sqlite-dialect.js'

/** Opens and migrates the store in a SQLite file, in this thread. The service uses `openThreadStore` instead. */
export async function openSqliteStore(path: string): Promise<Store> {
  const database = {
    db: new Kysely<Database>({ dialect: new SqliteDialect(path) }),
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    bytesType: 'blob' as const,
  }
  try {
    await migrate(database)
  } catch (error) {
    await database.db.destroy()
    throw error
  }
  return createSqlStore(database)
}

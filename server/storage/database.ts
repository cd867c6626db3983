import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from './schema.js'

/** An open database and the few things that each kind of database says in its own words. */
export interface StoreDatabase {
  readonly db: Kysely<Database>
  /** The database's clock in epoch ms: processes on several machines agree about it. */
  readonly now: RawBuilder<number>
  /** The column type for bytes. */
  readonly bytesType: 'blob' | 'bytea'
}

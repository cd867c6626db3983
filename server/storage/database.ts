import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Database } from './schema.js'

/** An open database, as far as those need it who only read. */
export interface ReadDatabase {
  readonly db: Kysely<Database>
  /** The database's clock in epoch ms: processes on several machines agree about it. */
  readonly now: RawBuilder<number>
}

/** An open database and the few things that each kind of database says in its own words. */
export interface StoreDatabase extends ReadDatabase {
  /**
   * The same database for what no crash of a process may lose, but a power failure may: where the database can, its
   * commits do not wait for the disk.
   */
  readonly unsyncedDb: Kysely<Database>
  /** The column type for bytes. */
  readonly bytesType: 'blob' | 'bytea'
  /**
   * Rows are locked one by one, so that transactions write at the same time and see what others commit meanwhile;
   * queries that share out rows then say `for update skip locked`. Otherwise a transaction has the database to itself.
   */
  readonly rowLocks: boolean
}

/** Makes a query that picks rows leave out those that another transaction is about to change. */
export function skipLocked<DB, TB extends keyof DB, O>(
  { rowLocks }: Pick<StoreDatabase, 'rowLocks'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return rowLocks ? query.forUpdate().skipLocked() : query
}

/**
 * Lets one transaction at a time write to a table until it ends; readers continue. For operations that decide by what
 * they read, and are rare.
 */
export async function writeAlone(
  { rowLocks }: Pick<StoreDatabase, 'rowLocks'>,
  transaction: Transaction<Database>,
  table: keyof Database,
): Promise<void> {
  if (rowLocks) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction)
}

/** Locks that belong to no row: numbers that nobody else uses in the database. */
export const ADVISORY_LOCKS = { preparation: 7_215_328_801, queue: 7_215_328_802 } as const

/**
 * Lets one transaction at a time proceed from here until it ends, of those that ask for the same lock. For operations
 * that decide by what they count in rows that others add.
 */
export async function takeTurns(
  { rowLocks }: Pick<StoreDatabase, 'rowLocks'>,
  transaction: Transaction<Database>,
  lock: keyof typeof ADVISORY_LOCKS,
): Promise<void> {
  if (rowLocks) await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS[lock])})`.execute(transaction)
}

/**
 * Runs writes of which each is complete in itself, so that nothing must hold them together: where rows are locked,
 * every statement is its own transaction and needs one message instead of three. A file has its commits grouped, and
 * those are of transactions.
 */
export function writeSingly<Tables, T>(
  { db, rowLocks }: { readonly db: Kysely<Tables>; readonly rowLocks: boolean },
  action: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return rowLocks ? action(db) : db.transaction().execute(action)
}

import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { ADVISORY_LOCKS } from '../database.js'
import type { GuardedPool } from './guarded-pool.js'

/**
 * Ends a transaction of the service whose process was stopped or cut off in the middle, so that nobody waits longer for
 * its locks. Shorter than the time within which an answer must come.
 */
const TRANSACTION_LIMITS = `
  set local idle_in_transaction_session_timeout = '8s';
  set local statement_timeout = '8s'`

/** The purpose of a connection. */
type Purpose =
  /** Short transactions that write. */
  | 'service'
  /** Snapshots for lists and searches. */
  | 'reading'
  /** Migrations, which take as long as they take. */
  | 'preparation'

/** PostgreSQL for Kysely, over a pool that several instances may share. */
export class PostgresStoreDialect implements Dialect {
  readonly #pool: GuardedPool
  readonly #purpose: Purpose

  constructor(pool: GuardedPool, purpose: Purpose) {
    this.#pool = pool
    this.#purpose = purpose
  }

  createDriver(): PostgresDriver {
    return new DRIVERS[this.#purpose]({ pool: this.#pool })
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }

  createAdapter(): PostgresAdapter {
    return new LocklessAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}

/**
 * Kysely's lock belongs to a session: a pooler between us and the server, which lends connections for the time of a
 * transaction, would let several processes share it, and keep it when they have gone. `PreparingDriver` has another.
 */
class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

/** Lets one process at a time through its transactions, of all those that prepare the database. */
class PreparingDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const lock = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.preparation})`
    await connection.executeQuery(CompiledQuery.raw(`begin isolation level read committed;${lock}`))
  }
}

class LimitedDriver extends PostgresDriver {
  /**
   * One round trip for all. The limits are set here and not as settings of the connection because a pooler between
   * us and the server lends connections for the time of a transaction only. The store counts on READ COMMITTED:
   * a statement after a lock sees what its last holder wrote.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`begin isolation level read committed;${TRANSACTION_LIMITS}`))
  }
}

class ReadingDriver extends PostgresDriver {
  /** Everything is seen as it is at the first statement, whoever writes meanwhile. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(
      CompiledQuery.raw(`begin isolation level repeatable read, read only;${TRANSACTION_LIMITS}`),
    )
  }
}

const DRIVERS: Record<Purpose, typeof PostgresDriver> = {
  service: LimitedDriver,
  reading: ReadingDriver,
  preparation: PreparingDriver,
}

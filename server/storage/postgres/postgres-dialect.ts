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
import type { GuardedPool } from './guarded-pool.js'

/**
 * What ends a transaction of the service whose process was stopped or cut off in its middle, so that nobody waits
 * for its locks for longer. Shorter than the time in which an answer must come.
 */
const TRANSACTION_LIMITS = `
  set local idle_in_transaction_session_timeout = '8s';
  set local statement_timeout = '8s'`

/** PostgreSQL for Kysely, over a pool that several instances may share. */
export class PostgresStoreDialect implements Dialect {
  readonly #pool: GuardedPool
  readonly #limited: boolean

  /** @param limited transactions have a time limit */
  constructor(pool: GuardedPool, limited: boolean) {
    this.#pool = pool
    this.#limited = limited
  }

  createDriver(): PostgresDriver {
    const config = { pool: this.#pool }
    return this.#limited ? new LimitedDriver(config) : new PostgresDriver(config)
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
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

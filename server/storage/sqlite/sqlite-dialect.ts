import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Durability, openDatabase } from './open-database.js'
import { SqliteDriver } from './sqlite-driver.js'

/** SQLite for Kysely: immediate transactions, group commit, migrations that are transactions. */
export class SqliteDialect implements Dialect {
  readonly driver: SqliteDriver

  constructor(path: string, durability?: Durability) {
    this.driver = new SqliteDriver(() => openDatabase(path, durability))
  }

  createDriver(): SqliteDriver {
    return this.driver
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}

/**
 * Kysely runs migrations of a dialect with transactional DDL in one transaction. Ours begin IMMEDIATE, which is the
 * lock that keeps several processes from migrating at once.
 */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

import {
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Durability, openDatabase } from './open-database.js'
import { SqliteDriver } from './sqlite-driver.js'
import { UnsyncedDriver } from './unsynced-driver.js'

/** SQLite for Kysely: immediate transactions, group commit, migrations that are transactions. */
export class SqliteDialect implements Dialect {
  readonly driver: SqliteDriver

  constructor(path: string, durability?: Durability) {
    this.driver = new SqliteDriver(() => openDatabase(path, durability))
  }

  createDriver(): Driver {
    return this.driver
  }

  /** The same file for transactions whose commits do not wait for the disk. It is closed with this one. */
  unsynced(): Dialect {
    return {
      createDriver: () => new UnsyncedDriver(this.driver),
      createQueryCompiler: () => this.createQueryCompiler(),
      createAdapter: () => this.createAdapter(),
      createIntrospector: (db) => this.createIntrospector(db),
    }
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

import type { Driver } from 'kysely'
import type { SqliteConnection, SqliteDriver } from './sqlite-driver.js'

/**
 * A driver of the same file for transactions that a power failure may take back. With a write-ahead log the file stays
 * whole whatever is lost (SQLite's `synchronous=NORMAL`), and every later commit that waits for the disk brings them
 * there too.
 */
export class UnsyncedDriver implements Driver {
  readonly #driver: SqliteDriver

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  /** The file is opened and closed by its own driver. */
  async init(): Promise<void> {}

  acquireConnection(): Promise<SqliteConnection> {
    return this.#driver.acquireConnection()
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return this.#driver.begin(connection, false)
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return this.#driver.commitTransaction(connection)
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection)
  }

  releaseConnection(connection: SqliteConnection): Promise<void> {
    return this.#driver.releaseConnection(connection)
  }

  async destroy(): Promise<void> {}
}

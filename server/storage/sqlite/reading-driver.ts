import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { Lock } from './lock.js'
import { openForReading, retryWhileBusy, type SqliteHandle } from './open-database.js'
import { Statements } from './statements.js'

/**
 * Kysely's driver over a connection that only reads. Its transactions begin deferred: they are snapshots, which show the
 * file as it was at their first look, whoever writes meanwhile, and keep nobody from writing.
 */
export class ReadingDriver implements Driver {
  readonly #path: string
  readonly #lock = new Lock()
  #handle: SqliteHandle | undefined
  #connection: ReadingConnection | undefined

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    this.#handle = await openForReading(this.#path)
    this.#connection = new ReadingConnection(new Statements(this.#handle))
  }

  async acquireConnection(): Promise<ReadingConnection> {
    await this.#lock.acquire()
    if (this.#connection) return this.#connection
    this.#lock.release()
    throw new Error('the database is closed')
  }

  async beginTransaction(connection: ReadingConnection): Promise<void> {
    connection.run('begin')
  }

  async commitTransaction(connection: ReadingConnection): Promise<void> {
    connection.run('commit')
  }

  async rollbackTransaction(connection: ReadingConnection): Promise<void> {
    // After some errors SQLite has done so by itself.
    if (this.#handle?.isTransaction) connection.run('rollback')
  }

  async releaseConnection(): Promise<void> {
    this.#lock.release()
  }

  async destroy(): Promise<void> {
    await this.#lock.acquire()
    this.#connection = undefined
    this.#handle?.close()
    this.#handle = undefined
    this.#lock.release()
  }
}

class ReadingConnection implements DatabaseConnection {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  run(sql: string): void {
    this.#statements.run(sql)
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Readers meet locks only while another process recovers or closes the file. Kysely's types carry the row type of
    // the query; the driver cannot know it.
    return retryWhileBusy(() => this.#statements.run(sql, parameters)) as Promise<QueryResult<R>>
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed from SQLite')
  }
}

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { Lock } from './lock.js'
import { isBusy, isUnusable, retryWhileBusy, type SqliteHandle } from './open-database.js'
import { Statements } from './statements.js'

/** Transactions that may share one commit, so that the write lock is never held for long. */
const MAX_GROUP = 64

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Kysely's driver over one SQLite handle, with group commit: transactions that arrive in one turn of the event loop
 * run one after the other as savepoints of one BEGIN IMMEDIATE … COMMIT, and each is told of its success only
 * after that COMMIT reached the disk. A transaction that fails rolls back its savepoint only. Transactions that need
 * not survive a power failure do not wait for the disk, unless they share their COMMIT with one that must.
 */
export class SqliteDriver implements Driver {
  readonly #open: () => Promise<SqliteHandle>
  readonly #lock = new Lock()
  #handle: SqliteHandle | undefined
  #statements: Statements | undefined
  /** An outer transaction is open, with `#joined` waiting for its commit. */
  #grouping = false
  #joined: Waiting[] = []
  /** Commits wait for the disk: all but those of a group that need not. */
  #synced = true
  #commits = 0

  constructor(open: () => Promise<SqliteHandle>) {
    this.#open = open
  }

  /** Commits so far. */
  get commits(): number {
    return this.#commits
  }

  async init(): Promise<void> {
    this.#handle = await this.#open()
    this.#statements = new Statements(this.#handle)
  }

  async acquireConnection(): Promise<SqliteConnection> {
    await this.#lock.acquire()
    return new SqliteConnection(this)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.begin(connection, true)
  }

  /** @param synced the commit must have reached the disk before it counts */
  async begin(connection: SqliteConnection, synced: boolean): Promise<void> {
    // How a commit is made cannot change any more once its transaction is open.
    if (synced && !this.#synced) this.#commitGroup()
    if (!this.#grouping) await this.#openGroup(synced)
    this.#run('savepoint one')
    connection.state = 'in-transaction'
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    this.#run('release one')
    await this.#join(connection)
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // Kysely rolls back after a failed commit too: the group is gone by then and the connection given back.
    if (connection.state === 'released') return
    if (!this.#database().isTransaction) {
      // SQLite rolled everything back by itself (disk full, I/O error): the whole group has failed.
      this.#failGroup(new Error('SQLite rolled back the transaction'))
      this.#release(connection)
      return
    }
    this.#run('rollback to one')
    this.#run('release one')
    await this.#join(connection)
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    if (connection.state === 'released') return
    // A result read while a group is open may show what is not committed yet, so it waits for the commit.
    if (this.#grouping) await this.#join(connection)
    else this.#release(connection)
  }

  async destroy(): Promise<void> {
    await this.#lock.acquire()
    this.#commitGroup()
    this.#emptyLog()
    this.#statements = undefined
    this.#handle?.close()
    this.#handle = undefined
    this.#lock.release()
  }

  /**
   * Brings everything into the file itself, so that a copy of it is all of the data. Closing the last connection would do
   * so too, but a connection whose statements wait for the garbage collector is never closed. While another process
   * uses the file its log stays, and is that process's to empty.
   */
  #emptyLog(): void {
    if (!this.#handle) return
    try {
      this.#run('pragma wal_checkpoint(truncate)')
    } catch (error) {
      // A disk that is full or gone: the log is as good as the file, and the next start reads it.
      if (!isBusy(error) && !isUnusable(error)) throw error
    }
  }

  /** A number that changes with every commit of another connection, and with none of this one. */
  dataVersion(): unknown {
    const [row] = this.#prepared().run('pragma data_version').rows
    return typeof row === 'object' && row !== null && 'data_version' in row ? row.data_version : undefined
  }

  /** Runs one statement; outside a transaction it waits for other processes' locks. */
  async execute({ sql, parameters }: CompiledQuery, connection: SqliteConnection): Promise<QueryResult<unknown>> {
    if (connection.state === 'released') throw new Error('the connection was given back when its transaction ended')
    const run = () => this.#prepared().run(sql, parameters)
    return this.#grouping ? run() : retryWhileBusy(run)
  }

  /** Set for one group at a time: what is written outside of transactions waits for the disk. */
  #setSynced(synced: boolean): void {
    if (synced === this.#synced) return
    this.#database().exec(`pragma synchronous = ${synced ? 'full' : 'normal'}`)
    this.#synced = synced
  }

  #run(sql: string): void {
    this.#prepared().run(sql)
  }

  #prepared(): Statements {
    if (!this.#statements) throw new Error('the database is closed')
    return this.#statements
  }

  #database(): SqliteHandle {
    if (!this.#handle) throw new Error('the database is closed')
    return this.#handle
  }

  #release(connection: SqliteConnection): void {
    connection.state = 'released'
    this.#lock.release()
  }

  async #openGroup(synced: boolean): Promise<void> {
    this.#setSynced(synced)
    try {
      await retryWhileBusy(() => this.#run('begin immediate'))
    } catch (error) {
      this.#setSynced(true)
      throw error
    }
    this.#grouping = true
    setImmediate(() => void this.#closeGroup())
  }

  /** Gives the connection to the next transaction of the group and waits for the common commit. */
  #join(connection: SqliteConnection): Promise<void> {
    const committed = new Promise<void>((resolve, reject) => this.#joined.push({ resolve, reject }))
    if (this.#joined.length >= MAX_GROUP) this.#commitGroup()
    this.#release(connection)
    return committed
  }

  /** Queues for the connection like everyone else, so it is never in the middle of a transaction. */
  async #closeGroup(): Promise<void> {
    await this.#lock.acquire()
    this.#commitGroup()
    this.#lock.release()
  }

  #commitGroup(): void {
    if (!this.#grouping) return
    try {
      this.#run('commit')
    } catch (error) {
      this.#failGroup(error)
      return
    }
    this.#commits++
    for (const { resolve } of this.#endGroup()) resolve()
  }

  #failGroup(error: unknown): void {
    if (this.#database().isTransaction) this.#run('rollback')
    for (const { reject } of this.#endGroup()) reject(error)
  }

  #endGroup(): readonly Waiting[] {
    const joined = this.#joined
    this.#joined = []
    this.#grouping = false
    this.#setSynced(true)
    return joined
  }
}

/** The handle as one caller holds it, from acquiring it to releasing it or ending a transaction. */
export class SqliteConnection implements DatabaseConnection {
  state: 'idle' | 'in-transaction' | 'released' = 'idle'
  readonly #driver: SqliteDriver

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Kysely's types carry the row type of the query; the driver cannot know it.
    return this.#driver.execute(query, this) as Promise<QueryResult<R>>
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed from SQLite')
  }
}

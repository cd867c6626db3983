import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { StoreUnavailable } from '../store.js'
import { describeFailure, unavailable } from './connection-errors.js'
import { connectionSettings } from './connection-settings.js'

interface PoolOptions {
  readonly url: string
  readonly connections: number
  /** After this time without an answer the database counts as away; absent for work that takes as long as it takes. */
  readonly answerTimeoutMs: number | undefined
}

/**
 * A pool of connections that fails fast and heals by itself: everything has an end, failures of the connection are
 * `StoreUnavailable`, and a connection that failed is thrown away instead of given to the next.
 */
export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #answerTimeoutMs: number | undefined
  readonly #connections: number
  /** Connections that somebody has. */
  #lent = 0
  #ended: Promise<void> | undefined

  constructor({ url, connections, answerTimeoutMs }: PoolOptions) {
    this.#pool = new pg.Pool({ ...connectionSettings(url), max: connections, idleTimeoutMillis: 30_000 })
    // An idle connection that breaks leaves the pool by itself; without a listener it would end the process.
    this.#pool.on('error', () => undefined)
    this.#answerTimeoutMs = answerTimeoutMs
    this.#connections = connections
  }

  /** @throws StoreUnavailable when no connection can be had in time */
  async connect(): Promise<GuardedClient> {
    try {
      const client = await this.#pool.connect()
      this.#lent++
      return new GuardedClient(client, this.#answerTimeoutMs, () => this.#lent--)
    } catch (error) {
      // All of them work: the server is there, and has too much to do, or we have.
      if (this.#lent < this.#connections) throw unavailable(error)
      const message = `all ${this.#connections} connections to PostgreSQL are busy, and none became free in time`
      throw new StoreUnavailable(message, { cause: error })
    }
  }

  /** Waits for connections in use. May be called more than once. */
  end(): Promise<void> {
    this.#ended ??= this.#pool.end()
    return this.#ended
  }
}

/** A connection, from being taken out of the pool to being put back. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #onRelease: () => void
  readonly #answerTimeoutMs: number | undefined
  /** Why it cannot be used any more. */
  #lost: unknown

  constructor(client: pg.PoolClient, answerTimeoutMs: number | undefined, onRelease: () => void) {
    this.#client = client
    this.#onRelease = onRelease
    this.#answerTimeoutMs = answerTimeoutMs
    client.on('error', this.#onError)
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    sql: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql !== 'string') throw new Error('rows are not streamed from PostgreSQL')
    // Kysely's types carry the row type of the query and the commands it reads; the driver knows neither.
    return this.#run(sql, parameters) as Promise<unknown> as Promise<PostgresQueryResult<R>>
  }

  release(): void {
    this.#client.off('error', this.#onError)
    this.#onRelease()
    this.#client.release(this.#lost !== undefined)
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#lost !== undefined) throw unavailable(this.#lost)
    try {
      return await this.#inTime(this.#client.query(sql, parameters.map(withoutNul)))
    } catch (failure) {
      const { error, connectionLost } = describeFailure(failure)
      if (connectionLost) this.#lost ??= error
      throw error
    }
  }

  async #inTime<T>(answer: Promise<T>): Promise<T> {
    if (this.#answerTimeoutMs === undefined) return answer
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const fail = () => reject(new StoreUnavailable('PostgreSQL does not answer'))
      timer = setTimeout(fail, this.#answerTimeoutMs)
    })
    try {
      return await Promise.race([answer, late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** The query that runs learns of it too; a connection without one would else end the process. */
  readonly #onError = (error: unknown): void => {
    this.#lost ??= error
  }
}

/**
 * PostgreSQL's texts have no NUL. HTML replaces it by U+FFFD (HTML §13.2.3.5), and so do we everywhere: a name with one
 * is found nowhere.
 */
function withoutNul(parameter: unknown): unknown {
  return typeof parameter === 'string' && parameter.includes('\0') ? parameter.replaceAll('\0', '\ufffd') : parameter
}

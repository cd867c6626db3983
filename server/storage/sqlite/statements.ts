import type { QueryResult } from 'kysely'
import type { SqliteHandle, SqliteStatement } from './open-database.js'

/** Statements kept prepared; the store has about a hundred different ones. */
const KEPT = 500

interface PreparedStatement {
  readonly statement: SqliteStatement
  readonly returnsRows: boolean
}

/** The prepared statements of one connection. */
export class Statements {
  readonly #handle: SqliteHandle
  readonly #prepared = new Map<string, PreparedStatement>()

  constructor(handle: SqliteHandle) {
    this.#handle = handle
  }

  run(sql: string, parameters: readonly unknown[] = []): QueryResult<unknown> {
    const { statement, returnsRows } = this.#prepare(sql)
    if (returnsRows) return { rows: statement.all(...parameters) }
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) }
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#prepared.get(sql)
    if (known) return known
    if (this.#prepared.size >= KEPT) this.#prepared.clear()
    const statement = this.#handle.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

/** A row as the database gives it. */
export type Row = Readonly<Record<string, unknown>>

/** The rows of a database as they were at one moment. */
export interface Snapshot {
  /** The last migration that the database has. */
  readonly migration: string
  /** All rows of a table, some at a time. */
  rows(table: string): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

/** A place for rows, which are there together when it is committed, or not at all. */
export interface RowTarget {
  insert(table: string, row: Row): Promise<void>
  commit(): Promise<void>
  /** Takes everything back that was not committed. */
  close(): Promise<void>
}

/** Rows that are read at once: some have megabytes. */
export const ROWS_AT_ONCE = 50

const NAME = /^[a-z_]+$/

/** A statement that inserts a row. @param placeholder of the parameter with this number, from 1 */
export function insertStatement(table: string, row: Row, placeholder: (number: number) => string): string {
  const columns = Object.keys(row)
  const strange = [table, ...columns].find((name) => !NAME.test(name))
  if (strange !== undefined) throw new Error(`a name that no table or column has: ${strange}`)
  const values = columns.map((_, index) => placeholder(index + 1))
  return `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values (${values.join(', ')})`
}

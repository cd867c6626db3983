import { type RawBuilder, sql } from 'kysely'

/** A part of a list: so many rows behind the last one of the part before. */
export interface Page<Cursor> {
  readonly limit: number
  /** Absent for the first part. */
  readonly after?: Cursor | undefined
}

/** The place of a row in a list that is in the order of time, and of ids within a millisecond. */
export interface TimeCursor {
  /** Epoch ms. */
  readonly createdAt: number
  readonly id: string
}

/** Whether a row comes behind a cursor: written so that an index in the order of the list is searched by it. */
export function isBehind({ createdAt, id }: TimeCursor, order: 'oldest first' | 'newest first'): RawBuilder<boolean> {
  const behind = sql.raw(order === 'oldest first' ? '>' : '<')
  return sql<boolean>`(created_at, id) ${behind} (${createdAt}, ${id})`
}

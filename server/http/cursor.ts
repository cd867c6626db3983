import type { TimeCursor } from '../storage/page.js'

/** Rows of one part of a list, unless another number is asked for. */
export const PAGE_ROWS = 50

/** A part of a list, and whether there is more behind it: one row more than is shown was asked for. */
export interface Part<Row> {
  readonly rows: readonly Row[]
  readonly last: Row | undefined
  readonly hasMore: boolean
}

export function partOf<Row>(rows: readonly Row[], size: number = PAGE_ROWS): Part<Row> {
  const shown = rows.slice(0, size)
  return { rows: shown, last: shown.at(-1), hasMore: rows.length > size }
}

/** A cursor as it stands in an address. */
export function writeCursor({ createdAt, id }: TimeCursor): string {
  return `${createdAt.toString(36)}.${id}`
}

/** Undefined when there is none, or none that can be read. */
export function readCursor(text: string | null): TimeCursor | undefined {
  const [, time, id] = /^([0-9a-z]{1,9})\.([\w-]{1,80})$/.exec(text ?? '') ?? []
  return time === undefined || id === undefined ? undefined : { createdAt: Number.parseInt(time, 36), id }
}

import { Readable } from 'node:stream'
import type { Answer } from '../route.js'

/** Rows of one file. */
export const MOST_ROWS = 100_000

/** Rows that are asked for at once. */
const ROWS_AT_ONCE = 500

type Cell = string | number | boolean | undefined

interface CsvOptions<Row> {
  /** Without its ending. */
  readonly name: string
  readonly columns: readonly string[]
  /** The rows behind one, in the order of the list. */
  next(after: Row | undefined, limit: number): Promise<readonly Row[]>
  cells(row: Row): readonly Cell[]
}

/** A list as a file for spreadsheets (RFC 4180, UTF-8), sent while it is read. A last line says when rows were left out. */
export function csvAnswer<Row>(options: CsvOptions<Row>): Answer {
  return {
    kind: 'content',
    type: 'text/csv; charset=utf-8; header=present',
    content: Readable.from(lines(options)),
    headers: { 'Content-Disposition': `attachment; filename="${options.name}.csv"` },
  }
}

async function* lines<Row>({ columns, next, cells }: CsvOptions<Row>): AsyncGenerator<string> {
  yield line(columns)
  let last: Row | undefined
  for (let count = 0; count < MOST_ROWS; ) {
    const rows = await next(last, ROWS_AT_ONCE)
    if (rows.length > 0) yield rows.map((row) => line(cells(row))).join('')
    last = rows.at(-1)
    count += rows.length
    if (rows.length < ROWS_AT_ONCE) return
  }
  yield line([`There may be more than these ${MOST_ROWS} rows: choose fewer days.`])
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(cell: Cell): string {
  if (cell === undefined) return ''
  const text = String(cell)
  // What others have written must not be taken for a formula.
  const harmless = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A moment as spreadsheets read it, in UTC. */
export function cellOfTime(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').replace('Z', '')
}

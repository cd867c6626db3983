import type { TimeCursor } from '../../storage/page.js'
import { type Html, html, NOTHING } from '../html.js'

/** Rows on one page of a list. */
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

/** Undefined when there is none, or none that can be read: the list then begins at its beginning. */
export function readCursor(text: string | null): TimeCursor | undefined {
  const [, time, id] = /^([0-9a-z]{1,9})\.([\w-]{1,80})$/.exec(text ?? '') ?? []
  return time === undefined || id === undefined ? undefined : { createdAt: Number.parseInt(time, 36), id }
}

/** Links to the beginning of a list and to its next part; the rest of the address stays. */
export function pager(url: string, query: URLSearchParams, next: string | undefined): Html {
  const path = url.split('?')[0] ?? ''
  const to = (after: string | undefined) => {
    const params = new URLSearchParams(query)
    params.delete('after')
    if (after !== undefined) params.set('after', after)
    const text = params.toString()
    return text === '' ? path : `${path}?${text}`
  }
  const isFirst = !query.has('after')
  if (isFirst && next === undefined) return NOTHING
  return html`<nav class="pager" aria-label="Pages">
${!isFirst && html`<a class="button" href="${to(undefined)}">First page</a>`}
${next !== undefined && html`<a class="button" href="${to(next)}" rel="next">Next page</a>`}
</nav>`
}

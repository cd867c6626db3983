import type { AppContext } from '../../http/app-state.js'
import { parameter } from '../../http/operation.js'
import { invalidMember } from '../json-members.js'

const MOST = 100
const USUAL = 50

export const PAGE_PARAMETERS = [
  parameter('query', 'limit', `How many are told, up to ${MOST}; ${USUAL} without it.`, '^[0-9]{1,3}$'),
  parameter('query', 'after', 'The "next" of the answer before.'),
]

/** The part of a list that is asked for. @throws ApiError 422 */
export function readPage(ctx: AppContext): { readonly limit: number; readonly after: string | undefined } {
  const { limit = String(USUAL), after } = ctx.query
  const count = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0
  if (count < 1 || count > MOST) throw invalidMember('invalid_value', 'limit', `limit must be 1 to ${MOST}`)
  if (typeof after === 'object') throw invalidMember('invalid_value', 'after', 'after was sent twice')
  return { limit: count, after }
}

/** The rows of a page, of which one more was read, and where the next ones begin. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string | number,
): { readonly page: readonly Row[]; readonly next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last !== undefined ? String(cursorOf(last)) : null }
}

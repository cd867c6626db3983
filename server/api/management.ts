import type { JsonObject } from '../../engine/base/json.js'
import { ApiError } from '../http/api-error.js'
import type { AppContext } from '../http/app-state.js'
import { readCursor, writeCursor } from '../http/cursor.js'
import { requireJsonContent } from '../http/json-content.js'
import { readBody } from '../http/read-body.js'
import type { HeldRequests } from '../limits/held-requests.js'
import type { Page, TimeCursor } from '../storage/page.js'
import type { ManagerServices } from './authenticate-manager.js'
import { invalidMember, parseJsonObject } from './json-members.js'
import { pageOf, readPage } from './templates/read-page.js'

/** The services of routes that manage what the dashboard manages. */
export interface ManagementServices extends ManagerServices {
  readonly held: HeldRequests
}

/** The JSON object of a request's body. @throws ApiError 400, 413, 429, 503 */
export async function readJsonObject(
  ctx: AppContext,
  organizationId: string,
  { held }: Pick<ManagementServices, 'held'>,
): Promise<JsonObject> {
  requireJsonContent(ctx)
  const memory = held.bodies.open(organizationId)
  try {
    return parseJsonObject(await readBody(ctx, memory))
  } finally {
    memory.release()
  }
}

/** One parameter of the query; undefined where it is absent or empty. @throws ApiError 422 where it is there twice */
export function queryText(ctx: AppContext, name: string): string | undefined {
  const value = ctx.query[name]
  if (Array.isArray(value)) throw invalidMember('invalid_value', name, `"${name}" can be given once`)
  return value?.trim() || undefined
}

/** The part of a list in the order of time that a request asks for. @throws ApiError 422 */
export function readTimePage(ctx: AppContext): Page<TimeCursor> {
  const { limit, after: text } = readPage(ctx)
  const after = text === undefined ? undefined : readCursor(text)
  if (text !== undefined && !after)
    throw invalidMember('invalid_format', 'after', 'This is not the "next" of an answer')
  return { limit, after }
}

/** Asks for one row more than the page has, and gives the page and the cursor of the next one. */
export async function listPage<Row extends TimeCursor>(
  page: Page<TimeCursor>,
  list: (page: Page<TimeCursor>) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const found = await list({ ...page, limit: page.limit + 1 })
  const { page: rows, next } = pageOf(found, page.limit, writeCursor)
  return { rows, next }
}

/** 404 with the same text for what never was and what belongs to others. */
export function notThere(thing: 'key' | 'webhook' | 'delivery'): ApiError {
  return new ApiError(404, 'resource_error', `${thing}_not_found`, `There is no such ${thing}`)
}

import { timingSafeEqual } from 'node:crypto'
import type { ApiKey, Organization, Store } from '../storage/store.js'
import { isAllowed } from './allow-list.js'
import { ApiError } from './api-error.js'
import { hashKey, isKeyFormat } from './api-key.js'
import type { AppContext } from './app-state.js'
import { isSlug } from './names.js'

export interface AuthenticatedCaller {
  readonly key: ApiKey
  readonly organization: Organization
}

/**
 * Finds out who calls: a key that was issued and not revoked, of the organization in the path, from an address that
 * its allow list has.
 *
 * @throws ApiError 401 `authentication_error`, 404 `org_not_found`
 */
export async function authenticate(ctx: AppContext, slug: string, store: Store): Promise<AuthenticatedCaller> {
  const token = readToken(ctx)
  const hash = hashKey(token)
  const { key, organization } = await store.findCaller(hash, isSlug(slug) ? slug : '')
  if (!key || !timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) throw invalidKey()
  if (key.revokedAt !== undefined) throw unauthenticated('expired_api_key', 'This API key has been revoked')
  if (!organization) {
    throw new ApiError(404, 'resource_error', 'org_not_found', 'There is no such organization')
  }
  if (key.organizationId !== organization.id) {
    throw unauthenticated('unauthorized_org', 'This API key does not belong to the organization in the path')
  }
  if (key.allowIps.length > 0 && !isAllowed(ctx.ip, key.allowIps)) {
    throw unauthenticated('unauthorized', 'This API key may not be used from this address')
  }
  return { key, organization }
}

/** The token of `Authorization: Bearer <token>` (RFC 6750 §2.1). */
function readToken(ctx: AppContext): string {
  const header = ctx.req.headers.authorization
  if (header === undefined) {
    throw unauthenticated('missing_api_key', 'No API key was sent; use the header "Authorization: Bearer <API_KEY>"')
  }
  const token = /^bearer +(\S+) *$/i.exec(header)?.[1]
  if (token === undefined || !isKeyFormat(token)) throw invalidKey()
  return token
}

function invalidKey(): ApiError {
  return unauthenticated('invalid_api_key', 'This is not a valid API key')
}

function unauthenticated(code: string, message: string): ApiError {
  return new ApiError(401, 'authentication_error', code, message, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

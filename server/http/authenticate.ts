import { timingSafeEqual } from 'node:crypto'
import { type CallerVerdict, judgeCaller } from '../storage/keys/judge-caller.js'
import type { ApiKey, Caller, KeyScope, Organization } from '../storage/store.js'
import { ApiError } from './api-error.js'
import { hashKey, isKeyFormat } from './api-key.js'
import type { AppContext } from './app-state.js'
import { isSlug } from './names.js'
import { rateLimitFields } from './rate-limit-fields.js'

export interface AuthenticatedCaller {
  readonly key: ApiKey
  readonly organization: Organization
}

/** A caller's claim: the hash of the key, the organization in the path and the IP address. */
export interface ClaimedCaller {
  readonly keyHash: string
  readonly slug: string
  readonly address: string
}

/** What is special about a call. */
interface CallerOptions<C> {
  /** The key, where the request brings it in another way. */
  readonly token?: string | undefined
  /** Gives back what was taken when the caller was looked up, where the request is one too many. */
  readonly undo?: ((found: C) => Promise<void> | undefined) | undefined
}

/**
 * Finds out who calls: a key that was issued and not revoked, of the organization in the path, from an address that
 * its allow list has.
 *
 * The request is counted where the requests per second of its key are limited: before its body is read, and whatever
 * becomes of it.
 *
 * @param find looks up the key and the organization, perhaps along with other things
 * @returns what `find` gave
 * @throws ApiError 401 `authentication_error`, 404 `org_not_found`, 429 `rate_limit_exceeded`
 */
export async function authenticate<C extends Caller>(
  ctx: AppContext,
  slug: string,
  find: (caller: ClaimedCaller) => Promise<C>,
  { token = readToken(ctx), undo }: CallerOptions<C> = {},
): Promise<C & AuthenticatedCaller> {
  if (!isKeyFormat(token)) throw invalidKey()
  const keyHash = hashKey(token)
  const address = ctx.ip
  const caller = await find({ keyHash, slug: isSlug(slug) ? slug : '', address })
  if (!caller.key || !timingSafeEqual(Buffer.from(caller.key.hash), Buffer.from(keyHash))) throw invalidKey()
  // Also where it is refused: who was it?
  const { organizationId, id, display } = caller.key
  Object.assign(ctx.state.noted, { organizationId, keyId: id, key: display })
  const verdict = judgeCaller(caller, address)
  if (verdict.kind !== 'allowed') throw refused(verdict.kind)
  const rate = ctx.state.rates?.take(verdict.key, verdict.organization)
  if (rate) {
    const { isAllowed, limit, remaining, seconds } = rate
    const fields = rateLimitFields({ name: 'requests', quota: limit, window: 1, remaining, seconds })
    ctx.set(fields)
    if (!isAllowed) {
      await undo?.(caller)
      const message = `More than ${limit} requests a second with this API key`
      throw new ApiError(429, 'rate_limit_error', 'rate_limit_exceeded', message, { retryAfter: seconds })
    }
  }
  return { ...caller, key: verdict.key, organization: verdict.organization }
}

/** @throws ApiError 403 `insufficient_scope` */
export function requireScope({ scopes }: ApiKey, scope: KeyScope): void {
  if (!scopes.includes(scope)) throw insufficientScope(scope)
}

export function insufficientScope(scope: KeyScope): ApiError {
  return new ApiError(403, 'authentication_error', 'insufficient_scope', `This needs a key with the scope "${scope}"`)
}

/** A key for tests makes no other documents. @throws ApiError 401 `invalid_api_key` */
export function requireTest({ isTestOnly }: ApiKey, isTest: boolean): void {
  if (!isTestOnly || isTest) return
  throw unauthenticated(
    'invalid_api_key',
    'This key makes test documents only: send "isTest": true, or use another key',
  )
}

/** The token of `Authorization: Bearer <token>` (RFC 6750 §2.1). */
function readToken(ctx: AppContext): string {
  const header = ctx.req.headers.authorization
  if (header === undefined) {
    throw unauthenticated('missing_api_key', 'No API key was sent; use the header "Authorization: Bearer <API_KEY>"')
  }
  const token = /^bearer +(\S+) *$/i.exec(header)?.[1]
  if (token === undefined) throw invalidKey()
  return token
}

function refused(reason: Exclude<CallerVerdict['kind'], 'allowed'>): ApiError {
  switch (reason) {
    case 'unknown-key':
      return invalidKey()
    case 'revoked':
      return unauthenticated('expired_api_key', 'This API key has been revoked')
    case 'expired':
      return unauthenticated('expired_api_key', 'This API key has expired')
    case 'unknown-organization':
      return new ApiError(404, 'resource_error', 'org_not_found', 'There is no such organization')
    case 'other-organization':
      return unauthenticated('unauthorized_org', 'This API key does not belong to the organization in the path')
    case 'other-address':
      return unauthenticated('unauthorized', 'This API key may not be used from this address')
  }
}

function invalidKey(): ApiError {
  return unauthenticated('invalid_api_key', 'This is not a valid API key')
}

function unauthenticated(code: string, message: string): ApiError {
  return new ApiError(401, 'authentication_error', code, message, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

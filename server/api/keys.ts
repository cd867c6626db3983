import type { RouterContext } from '@koa/router'
import type { JsonObject } from '../../engine/base/json.js'
import { ApiError } from '../http/api-error.js'
import { issueKey } from '../http/api-key.js'
import type { AppState } from '../http/app-state.js'
import { errorResponses, jsonResponse } from '../http/operation.js'
import type { Route } from '../http/route.js'
import { MAX_REQUESTS_PER_SECOND } from '../limits/quotas.js'
import { isAddressRange, MAX_RANGES } from '../storage/keys/allow-list.js'
import { describeKey } from '../storage/keys/describe-key.js'
import { findWiderRight, type KeyRights } from '../storage/keys/key-rights.js'
import { type ApiKey, KEY_SCOPES, type KeySettings } from '../storage/store.js'
import { authenticateManager } from './authenticate-manager.js'
import { invalidMember } from './json-members.js'
import { listPage, type ManagementServices, notThere, readJsonObject, readTimePage } from './management.js'
import { MemberReader } from './member-reader.js'
import { PAGE_PARAMETERS } from './templates/read-page.js'
import { writeJson } from './write-json.js'

const KEYS = '/api/v1/{org_slug}/keys'
const KEY = `${KEYS}/{key_id}`

/** Characters of a description. */
const MAX_DESCRIPTION = 200

const MEMBERS = ['description', 'allow_ips', 'scopes', 'test_only', 'expires_at', 'requests_per_second']

const PROPERTIES: JsonObject = {
  description: { type: 'string', minLength: 1, maxLength: MAX_DESCRIPTION },
  allow_ips: {
    description: 'Addresses and ranges (CIDR) that the key may be used from; empty: anywhere.',
    type: 'array',
    maxItems: MAX_RANGES,
    items: { type: 'string' },
  },
  scopes: { type: 'array', items: { enum: [...KEY_SCOPES] } },
  test_only: { description: 'The key makes test documents only.', type: 'boolean' },
  expires_at: {
    description: 'The key is refused from then on; null: never.',
    type: ['string', 'null'],
    format: 'date-time',
  },
  requests_per_second: {
    description: 'Null for as many as the organization has, which is the most.',
    type: ['integer', 'null'],
    minimum: 1,
    maximum: MAX_REQUESTS_PER_SECOND,
  },
}

const GRANTS =
  'A key grants only what it has itself: no other scopes, no wider allow list, no later end, no documents if it makes tests only.'

const GET_KEYS: Route<ManagementServices> = {
  method: 'GET',
  path: KEYS,
  access: 'manager',
  operation: {
    id: 'listKeys',
    tag: 'Keys',
    summary: 'The API keys, revoked ones included',
    parameters: PAGE_PARAMETERS,
    responses: { 200: jsonResponse('Oldest first.', 'Keys'), ...errorResponses(401, 403, 404, 422, 503) },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const { rows, next } = await listPage(readTimePage(ctx), (page) =>
      services.store.reader.listKeys(organization.id, page),
    )
    writeJson(ctx, 200, { keys: rows.map(describeKey), next })
  },
}

const POST_KEY: Route<ManagementServices> = {
  method: 'POST',
  path: KEYS,
  access: 'manager',
  operation: {
    id: 'createKey',
    tag: 'Keys',
    summary: 'Create an API key',
    description: `The answer has the key's text, this once. What is not named is as narrow as the key that creates it, with the scope "generate" alone. ${GRANTS}`,
    body: () => ({ type: 'object', required: ['description'], properties: PROPERTIES, additionalProperties: false }),
    responses: {
      201: jsonResponse('Created.', 'NewKey'),
      ...errorResponses(400, 401, 403, 404, 413, 422, 429, 503),
    },
  },
  handle: (services) => async (ctx) => {
    const { key: own, organization } = await authenticateManager(ctx, services)
    const members = new MemberReader(await readJsonObject(ctx, organization.id, services), MEMBERS)
    members.require('description')
    const settings = readSettings(members, { ...own, description: '', scopes: ['generate'] })
    requireNoWider(settings, own)
    const { key: value, hash, display } = issueKey(organization.id)
    const key = await services.store.createKey({ ...settings, organizationId: organization.id, hash, display }, own.id)
    writeJson(ctx, 201, { ...describeKey(key), key: value })
  },
}

const GET_KEY: Route<ManagementServices> = {
  method: 'GET',
  path: KEY,
  access: 'manager',
  operation: {
    id: 'getKey',
    tag: 'Keys',
    summary: 'An API key, without its text',
    responses: { 200: jsonResponse('The key.', 'Key'), ...errorResponses(401, 403, 404, 503) },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    writeJson(ctx, 200, describeKey(await findKey(ctx, organization.id, services)))
  },
}

const PATCH_KEY: Route<ManagementServices> = {
  method: 'PATCH',
  path: KEY,
  access: 'manager',
  operation: {
    id: 'changeKey',
    tag: 'Keys',
    summary: 'Change an API key',
    description: `What is not named stays as it is; the key's text always does. ${GRANTS} A change that only takes away is always possible.`,
    body: () => ({ type: 'object', properties: PROPERTIES, additionalProperties: false }),
    responses: {
      200: jsonResponse('Changed.', 'Key'),
      ...errorResponses(400, 401, 403, 404, 409, 413, 422, 429, 503),
    },
  },
  handle: (services) => async (ctx) => {
    const { key: own, organization } = await authenticateManager(ctx, services)
    const members = new MemberReader(await readJsonObject(ctx, organization.id, services), MEMBERS)
    const before = await findKey(ctx, organization.id, services)
    if (before.revokedAt !== undefined) {
      throw new ApiError(409, 'resource_error', 'key_revoked', 'The key has been revoked and stays so')
    }
    const settings = readSettings(members, before)
    if (findWiderRight(settings, before) !== undefined) requireNoWider(settings, own)
    const key = await services.store.updateKey(organization.id, before.id, settings, own.id)
    writeJson(ctx, 200, describeKey(key))
  },
}

const DELETE_KEY: Route<ManagementServices> = {
  method: 'DELETE',
  path: KEY,
  access: 'manager',
  operation: {
    id: 'revokeKey',
    tag: 'Keys',
    summary: 'Revoke an API key',
    description:
      'The key is refused from now on, for good. Documents that wait are still made. The list keeps the key.',
    responses: { 200: jsonResponse('Revoked, now or before.', 'Key'), ...errorResponses(401, 403, 404, 503) },
  },
  handle: (services) => async (ctx) => {
    const { key: own, organization } = await authenticateManager(ctx, services)
    const { id } = await findKey(ctx, organization.id, services)
    writeJson(ctx, 200, describeKey(await services.store.revokeKey(id, own.id)))
  },
}

export const KEY_ROUTES: readonly Route<ManagementServices>[] = [GET_KEYS, POST_KEY, GET_KEY, PATCH_KEY, DELETE_KEY]

async function findKey(
  ctx: RouterContext<AppState>,
  organizationId: string,
  { store }: ManagementServices,
): Promise<ApiKey> {
  const key = await store.reader.findKey(organizationId, ctx.params.key_id ?? '')
  if (!key) throw notThere('key')
  return key
}

/** @param before what holds where the body says nothing */
function readSettings(members: MemberReader, before: KeySettings): KeySettings {
  const allowIps = members.texts('allow_ips', MAX_RANGES)
  const wrong = allowIps?.findIndex((range) => !isAddressRange(range)) ?? -1
  if (wrong >= 0) {
    const message = 'This is neither an IP address nor a range such as 203.0.113.0/24'
    throw invalidMember('invalid_format', `allow_ips.${wrong}`, message)
  }
  const expiresAt = members.isNull('expires_at') ? undefined : (members.time('expires_at') ?? before.expiresAt)
  if (expiresAt !== undefined && expiresAt !== before.expiresAt && expiresAt <= Date.now()) {
    throw invalidMember('invalid_value', 'expires_at', 'This time is past; revoke the key to end it now')
  }
  return {
    description: members.text('description', MAX_DESCRIPTION) ?? before.description,
    allowIps: allowIps ?? before.allowIps,
    scopes: members.choices('scopes', KEY_SCOPES) ?? before.scopes,
    isTestOnly: members.flag('test_only') ?? before.isTestOnly,
    expiresAt,
    requestsPerSecond: readRate(members, before),
  }
}

function readRate(members: MemberReader, { requestsPerSecond }: KeySettings): number | undefined {
  const name = 'requests_per_second'
  if (members.isNull(name)) return undefined
  const rate = members.number(name)
  if (rate === undefined) return requestsPerSecond
  if (Number.isInteger(rate) && rate >= 1 && rate <= MAX_REQUESTS_PER_SECOND) return rate
  throw invalidMember('invalid_value', name, `It must be a whole number from 1 to ${MAX_REQUESTS_PER_SECOND}`)
}

/** @throws ApiError 403 `insufficient_scope`, 422 `invalid_value` */
function requireNoWider(settings: KeyRights, own: KeyRights): void {
  const field = findWiderRight(settings, own)
  switch (field) {
    case undefined:
      return
    case 'scopes':
      throw new ApiError(403, 'authentication_error', 'insufficient_scope', 'A key grants only scopes that it has', {
        field,
      })
    case 'test_only':
      throw invalidMember('invalid_value', field, 'A key that makes tests only grants no more than that')
    case 'allow_ips':
      throw invalidMember('invalid_value', field, 'A key grants no addresses that it may not be used from itself')
    case 'expires_at':
      throw invalidMember('invalid_value', field, 'A key grants no later end than its own')
    case 'requests_per_second':
      throw invalidMember('invalid_value', field, 'A key grants no more requests per second than it has')
  }
}

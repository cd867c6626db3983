import type { RouterContext } from '@koa/router'
import type { JsonObject } from '../../engine/base/json.js'
import type { AppState } from '../http/app-state.js'
import { errorResponses, jsonResponse } from '../http/operation.js'
import type { Route } from '../http/route.js'
import { StoreError } from '../storage/store.js'
import type { Webhook, WebhookConfiguration } from '../storage/webhooks/webhook-store.js'
import { parseFilters, WebhookError } from '../webhooks/check-webhook.js'
import { describeDelivery, describeWebhook } from '../webhooks/describe-webhook.js'
import {
  changeWebhook,
  createWebhook,
  DEFAULT_OVERLAP_MS,
  rotateSecret,
  sendTestEvent,
  type WebhookInput,
} from '../webhooks/manage-webhooks.js'
import type { AddressPolicy } from '../webhooks/rules/address-guard.js'
import { EVENT_TYPES } from '../webhooks/rules/event.js'
import type { Sealer } from '../webhooks/sealer.js'
import { authenticateManager } from './authenticate-manager.js'
import { invalidMember } from './json-members.js'
import { listPage, type ManagementServices, notThere, readJsonObject, readTimePage } from './management.js'
import { MemberReader } from './member-reader.js'
import { PAGE_PARAMETERS } from './templates/read-page.js'
import { writeJson } from './write-json.js'

export interface WebhookRouteServices extends ManagementServices {
  readonly sealer: Sealer
  /** Where webhooks may be delivered to. */
  readonly webhookPolicy: AddressPolicy
  /** Where clients reach the service, without a slash at its end. */
  baseUrl(): string
}

const WEBHOOKS = '/api/v1/{org_slug}/webhooks'
const WEBHOOK = `${WEBHOOKS}/{webhook_id}`

/** Characters of an address or a name; the rules of webhooks may ask for fewer. */
const MAX_TEXT = 2_000

/** Paths that a webhook can name. */
const MAX_TEMPLATES = 200

/** The longest that the secret before may sign beside the new one: a week. */
const MAX_OVERLAP_HOURS = 168

const PROPERTIES: JsonObject = {
  name: { type: 'string' },
  url: { description: 'Reachable by everybody over https.', type: 'string', format: 'uri' },
  events: { type: 'array', minItems: 1, items: { enum: [...EVENT_TYPES] } },
  templates: {
    description: 'Endpoint paths; null for all templates.',
    type: ['array', 'null'],
    minItems: 1,
    maxItems: MAX_TEMPLATES,
    items: { type: 'string' },
  },
  filters: {
    description: 'All that are given must hold.',
    type: 'object',
    properties: {
      is_test: { type: ['boolean', 'null'] },
      min_size_kb: { type: ['number', 'null'], minimum: 0 },
      max_size_kb: { type: ['number', 'null'], minimum: 0 },
      endpoint_path_pattern: { type: ['string', 'null'] },
      exclude_errors: { type: ['array', 'null'], items: { type: 'string' } },
    },
    additionalProperties: false,
  },
  max_retries: { type: 'integer', minimum: 0, maximum: 5, default: 3 },
  timeout: { description: 'Seconds.', type: 'integer', minimum: 5, maximum: 60, default: 30 },
  backoff_multiplier: { type: 'number', minimum: 1, maximum: 10, default: 2 },
}

const MEMBERS = Object.keys(PROPERTIES)

const CHANGES: JsonObject = { ...PROPERTIES, enabled: { type: 'boolean' } }

const WRITE_ERRORS = errorResponses(400, 401, 403, 404, 413, 422, 429, 503)

const READ_ERRORS = errorResponses(401, 403, 404, 503)

const GET_WEBHOOKS: Route<WebhookRouteServices> = {
  method: 'GET',
  path: WEBHOOKS,
  access: 'manager',
  operation: {
    id: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'The webhooks',
    parameters: PAGE_PARAMETERS,
    responses: { 200: jsonResponse('Oldest first.', 'Webhooks'), ...READ_ERRORS, ...errorResponses(422) },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const { rows, next } = await listPage(readTimePage(ctx), (page) =>
      services.store.reader.listWebhooks(organization.id, page),
    )
    writeJson(ctx, 200, { webhooks: rows.map(describeWebhook), next })
  },
}

const POST_WEBHOOK: Route<WebhookRouteServices> = {
  method: 'POST',
  path: WEBHOOKS,
  access: 'manager',
  operation: {
    id: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description: 'The answer has the signing secret.',
    body: () => ({
      type: 'object',
      required: ['name', 'url', 'events'],
      properties: PROPERTIES,
      additionalProperties: false,
    }),
    responses: { 201: jsonResponse('Created.', 'WebhookWithSecret'), ...WRITE_ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const members = new MemberReader(await readJsonObject(ctx, organization.id, services), MEMBERS)
    for (const name of ['name', 'url', 'events']) members.require(name)
    const input: WebhookInput = { name: '', url: '', events: [], ...readConfiguration(members) }
    const { webhook, secret } = await refusing(() => createWebhook(managing(services), organization.id, input, key.id))
    writeJson(ctx, 201, { ...describeWebhook(webhook), secret })
  },
}

const GET_WEBHOOK: Route<WebhookRouteServices> = {
  method: 'GET',
  path: WEBHOOK,
  access: 'manager',
  operation: {
    id: 'getWebhook',
    tag: 'Webhooks',
    summary: 'A webhook, without its secret',
    responses: { 200: jsonResponse('The webhook.', 'Webhook'), ...READ_ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    writeJson(ctx, 200, describeWebhook(await findWebhook(ctx, organization.id, services)))
  },
}

const PATCH_WEBHOOK: Route<WebhookRouteServices> = {
  method: 'PATCH',
  path: WEBHOOK,
  access: 'manager',
  operation: {
    id: 'changeWebhook',
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description: 'What is not named stays as it is. Deliveries that wait go where the webhook leads then.',
    body: () => ({ type: 'object', properties: CHANGES, additionalProperties: false }),
    responses: { 200: jsonResponse('Changed.', 'Webhook'), ...WRITE_ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const members = new MemberReader(await readJsonObject(ctx, organization.id, services), Object.keys(CHANGES))
    const { id } = await findWebhook(ctx, organization.id, services)
    const enabled = members.flag('enabled')
    const change = {
      ...readConfiguration(members),
      ...(members.isNull('templates') ? { allTemplates: true as const } : {}),
      ...(enabled === undefined ? {} : { enabled }),
    }
    const webhook = await refusing(() => changeWebhook(managing(services), id, change, key.id))
    writeJson(ctx, 200, describeWebhook(webhook))
  },
}

const DELETE_WEBHOOK: Route<WebhookRouteServices> = {
  method: 'DELETE',
  path: WEBHOOK,
  access: 'manager',
  operation: {
    id: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Deliveries that wait for it fail; the log keeps them.',
    responses: { 204: { description: 'Deleted.' }, ...READ_ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const { id } = await findWebhook(ctx, organization.id, services)
    await services.store.deleteWebhook(id, key.id)
    ctx.status = 204
  },
}

const ROTATE_SECRET: Route<WebhookRouteServices> = {
  method: 'POST',
  path: `${WEBHOOK}/rotate-secret`,
  access: 'manager',
  operation: {
    id: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Give a webhook a new signing secret',
    description: 'The answer has the new secret. The one before signs as well until its time is over.',
    body: () => ({
      type: 'object',
      properties: {
        overlap_hours: { type: 'number', minimum: 0, maximum: MAX_OVERLAP_HOURS, default: 24 },
      },
      additionalProperties: false,
    }),
    responses: { 200: jsonResponse('The webhook.', 'WebhookWithSecret'), ...WRITE_ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const members = new MemberReader(await readJsonObject(ctx, organization.id, services), ['overlap_hours'])
    const hours = members.number('overlap_hours') ?? DEFAULT_OVERLAP_MS / HOUR_MS
    if (hours < 0 || hours > MAX_OVERLAP_HOURS) {
      throw invalidMember('invalid_value', 'overlap_hours', `It must be a number from 0 to ${MAX_OVERLAP_HOURS}`)
    }
    const { id } = await findWebhook(ctx, organization.id, services)
    const { webhook, secret } = await rotateSecret(services, id, Math.round(hours * HOUR_MS), key.id)
    writeJson(ctx, 200, { ...describeWebhook(webhook), secret })
  },
}

const HOUR_MS = 3_600_000

const TEST_WEBHOOK: Route<WebhookRouteServices> = {
  method: 'POST',
  path: `${WEBHOOK}/test`,
  access: 'manager',
  operation: {
    id: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'An invented event, signed like all others. It ignores filters, counts as no document and is sent once.',
    body: () => ({
      type: 'object',
      properties: { type: { enum: [...EVENT_TYPES], default: 'document.completed' } },
      additionalProperties: false,
    }),
    responses: { 202: jsonResponse('On its way.', 'Delivery'), ...WRITE_ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const members = new MemberReader(await readJsonObject(ctx, organization.id, services), ['type'])
    const type = members.choice('type', EVENT_TYPES) ?? 'document.completed'
    const { id } = await findWebhook(ctx, organization.id, services)
    const { store } = services
    const delivery = await sendTestEvent({ store, baseUrl: services.baseUrl() }, id, type, key.id)
    store.changes.notify('deliver')
    writeJson(ctx, 202, describeDelivery(delivery))
  },
}

export const WEBHOOK_ROUTES: readonly Route<WebhookRouteServices>[] = [
  GET_WEBHOOKS,
  POST_WEBHOOK,
  GET_WEBHOOK,
  PATCH_WEBHOOK,
  DELETE_WEBHOOK,
  ROTATE_SECRET,
  TEST_WEBHOOK,
]

function managing({ store, sealer, webhookPolicy }: WebhookRouteServices) {
  return { store, sealer, policy: webhookPolicy }
}

async function findWebhook(
  ctx: RouterContext<AppState>,
  organizationId: string,
  { store }: ManagementServices,
): Promise<Webhook> {
  const webhook = await store.findWebhook(ctx.params.webhook_id ?? '')
  if (webhook?.organizationId !== organizationId) throw notThere('webhook')
  return webhook
}

/** What a body says of an endpoint; ranges and addresses are checked by the rules of webhooks. */
function readConfiguration(members: MemberReader): Partial<WebhookConfiguration> {
  const filters = members.value('filters')
  const configuration = {
    name: members.text('name', MAX_TEXT),
    url: members.text('url', MAX_TEXT),
    events: members.choices('events', EVENT_TYPES),
    templatePaths: members.isNull('templates') ? undefined : members.texts('templates', MAX_TEMPLATES),
    filters: filters === undefined ? undefined : refuse(() => parseFilters(filters)),
    maxRetries: members.number('max_retries'),
    timeoutSeconds: members.number('timeout'),
    backoffMultiplier: members.number('backoff_multiplier'),
  }
  return Object.fromEntries(Object.entries(configuration).filter(([, value]) => value !== undefined))
}

/** Runs what follows the rules of webhooks, whose faults name a member of the body. @throws ApiError 422 */
async function refusing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw toApiError(error)
  }
}

function refuse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw toApiError(error)
  }
}

function toApiError(error: unknown): unknown {
  if (error instanceof WebhookError) return invalidMember('invalid_value', error.field, error.message)
  // The endpoint was found before: what is missing is a template that the body names.
  if (error instanceof StoreError && error.code === 'missing') {
    return invalidMember('invalid_value', 'templates', 'A template that "templates" names does not exist')
  }
  return error
}

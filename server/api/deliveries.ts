import type { RouterContext } from '@koa/router'
import { ApiError } from '../http/api-error.js'
import type { AppContext, AppState } from '../http/app-state.js'
import { errorResponses, jsonResponse, parameter } from '../http/operation.js'
import type { Route } from '../http/route.js'
import { StoreError } from '../storage/store.js'
import { DELIVERY_STATUSES, type Delivery, type DeliveryQuery } from '../storage/webhooks/webhook-store.js'
import { describeDelivery, describeDeliveryFully } from '../webhooks/describe-webhook.js'
import { EVENT_TYPES } from '../webhooks/rules/event.js'
import { authenticateManager } from './authenticate-manager.js'
import { listPage, type ManagementServices, notThere, queryText, readJsonObject, readTimePage } from './management.js'
import { MemberReader, oneOf } from './member-reader.js'
import { PAGE_PARAMETERS } from './templates/read-page.js'
import { readSpan, SPAN_PARAMETERS } from './time-span.js'
import { writeJson } from './write-json.js'

const DELIVERIES = '/api/v1/{org_slug}/deliveries'
const DELIVERY = `${DELIVERIES}/{delivery_id}`

const GET_DELIVERIES: Route<ManagementServices> = {
  method: 'GET',
  path: DELIVERIES,
  access: 'manager',
  operation: {
    id: 'listDeliveries',
    tag: 'Webhooks',
    summary: 'Deliveries of events, with their attempts',
    parameters: [
      parameter('query', 'webhook', 'Of one webhook, by its id.'),
      parameter('query', 'status', 'By their status.', `^(${DELIVERY_STATUSES.join('|')})$`),
      parameter('query', 'type', 'Of one kind of event.', `^(${EVENT_TYPES.join('|').replaceAll('.', '\\.')})$`),
      parameter('query', 'event', 'Of one event, by its id.'),
      parameter('query', 'request', 'About one request, by its id.'),
      ...SPAN_PARAMETERS,
      ...PAGE_PARAMETERS,
    ],
    responses: { 200: jsonResponse('Newest first.', 'Deliveries'), ...errorResponses(401, 403, 404, 422, 503) },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const filters = readFilters(ctx)
    const { rows, next } = await listPage(readTimePage(ctx), (page) =>
      services.store.reader.listDeliveries({ organizationId: organization.id, ...filters, ...page }),
    )
    writeJson(ctx, 200, { deliveries: rows.map(describeDelivery), next })
  },
}

const GET_DELIVERY: Route<ManagementServices> = {
  method: 'GET',
  path: DELIVERY,
  access: 'manager',
  operation: {
    id: 'getDelivery',
    tag: 'Webhooks',
    summary: 'A delivery, with what was sent and answered',
    description: 'Secrets in headers are masked; the address of a webhook that came with its request is not shown.',
    responses: { 200: jsonResponse('The delivery.', 'DeliveryDetails'), ...errorResponses(401, 403, 404, 503) },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    writeJson(ctx, 200, describeDeliveryFully(await findDelivery(ctx, organization.id, services)))
  },
}

const RESEND_DELIVERY: Route<ManagementServices> = {
  method: 'POST',
  path: `${DELIVERY}/resend`,
  access: 'manager',
  operation: {
    id: 'resendDelivery',
    tag: 'Webhooks',
    summary: 'Send a delivery again',
    description: 'With a new series of retries. No body is read.',
    responses: { 202: jsonResponse('On its way.', 'Delivery'), ...errorResponses(401, 403, 404, 409, 503) },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const { id } = await findDelivery(ctx, organization.id, services)
    const { store } = services
    try {
      await store.resendDelivery(id, key.id)
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'conflict') throw error
      throw new ApiError(
        409,
        'resource_error',
        'webhook_disabled',
        'The webhook of this delivery is disabled or deleted',
      )
    }
    store.changes.notify('deliver')
    writeJson(ctx, 202, describeDelivery(await findDelivery(ctx, organization.id, services)))
  },
}

const RESEND_FAILED: Route<ManagementServices> = {
  method: 'POST',
  path: `${DELIVERIES}/resend`,
  access: 'manager',
  operation: {
    id: 'resendFailedDeliveries',
    tag: 'Webhooks',
    summary: 'Send all failed deliveries again',
    description: 'Those of disabled and deleted webhooks are left out.',
    body: () => ({
      type: 'object',
      required: ['since'],
      properties: {
        since: { description: 'Events from this time on.', type: 'string', format: 'date-time' },
        webhook_id: { description: 'Of one webhook only.', type: 'string' },
      },
      additionalProperties: false,
    }),
    responses: {
      202: jsonResponse('On their way.', 'ResentDeliveries'),
      ...errorResponses(400, 401, 403, 404, 413, 422, 429, 503),
    },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const { store } = services
    const members = new MemberReader(await readJsonObject(ctx, organization.id, services), ['since', 'webhook_id'])
    members.require('since')
    const webhookId = members.text('webhook_id', 100)
    if (webhookId !== undefined && (await store.findWebhook(webhookId))?.organizationId !== organization.id) {
      throw notThere('webhook')
    }
    const since = members.time('since') ?? 0
    const count = await store.resendFailed({ organizationId: organization.id, webhookId, since }, key.id)
    if (count > 0) store.changes.notify('deliver')
    writeJson(ctx, 202, { count })
  },
}

export const DELIVERY_ROUTES: readonly Route<ManagementServices>[] = [
  GET_DELIVERIES,
  RESEND_FAILED,
  GET_DELIVERY,
  RESEND_DELIVERY,
]

function readFilters(ctx: AppContext): Partial<DeliveryQuery> {
  const status = queryText(ctx, 'status')
  const type = queryText(ctx, 'type')
  return {
    webhookId: queryText(ctx, 'webhook'),
    status: status === undefined ? undefined : oneOf('status', status, DELIVERY_STATUSES),
    type: type === undefined ? undefined : oneOf('type', type, EVENT_TYPES),
    eventId: queryText(ctx, 'event'),
    requestId: queryText(ctx, 'request'),
    ...readSpan(ctx),
  }
}

async function findDelivery(
  ctx: RouterContext<AppState>,
  organizationId: string,
  { store }: ManagementServices,
): Promise<Delivery> {
  const delivery = await store.reader.findDelivery(ctx.params.delivery_id ?? '')
  if (delivery?.organizationId !== organizationId) throw notThere('delivery')
  return delivery
}

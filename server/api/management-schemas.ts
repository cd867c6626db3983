import type { JsonObject } from '../../engine/base/json.js'
import { KEY_SCOPES } from '../storage/store.js'
import { DELIVERY_STATUSES } from '../storage/webhooks/webhook-store.js'
import { EVENT_TYPES } from '../webhooks/rules/event.js'

const TIME: JsonObject = { type: 'string', format: 'date-time' }

const TIME_OR_NULL: JsonObject = { type: ['string', 'null'], format: 'date-time' }

const TEXT_OR_NULL: JsonObject = { type: ['string', 'null'] }

const WHOLE_OR_NULL: JsonObject = { type: ['integer', 'null'] }

const WHOLE: JsonObject = { type: 'integer' }

const TEXT: JsonObject = { type: 'string' }

const FLAG: JsonObject = { type: 'boolean' }

/** An object whose members are all there. */
function record(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties }
}

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items }
}

function named(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` }
}

/** A part of a list. */
function partOf(name: string, schema: string, more: JsonObject = {}): JsonObject {
  return record({
    ...more,
    [name]: listOf(named(schema)),
    next: { description: 'For `after` of the next part; null when this is the last.', ...TEXT_OR_NULL },
  })
}

const KEY: JsonObject = {
  id: TEXT,
  display: { description: 'Both ends of the key.', ...TEXT },
  description: TEXT,
  allow_ips: listOf(TEXT),
  scopes: listOf({ enum: [...KEY_SCOPES] }),
  test_only: FLAG,
  expires_at: TIME_OR_NULL,
  requests_per_second: { description: 'Null for as many as the organization has.', ...WHOLE_OR_NULL },
  created_at: TIME,
  last_used_at: TIME_OR_NULL,
  revoked_at: TIME_OR_NULL,
}

const WEBHOOK: JsonObject = {
  id: TEXT,
  name: TEXT,
  url: TEXT,
  events: listOf({ enum: [...EVENT_TYPES] }),
  templates: { description: 'Endpoint paths; null for all.', type: ['array', 'null'], items: TEXT },
  filters: { type: 'object' },
  max_retries: WHOLE,
  timeout: { description: 'Seconds.', ...WHOLE },
  backoff_multiplier: { type: 'number' },
  status: { enum: ['active', 'failing', 'disabled'] },
  failing_since: TIME_OR_NULL,
  disabled_at: TIME_OR_NULL,
  disabled_reason: { enum: ['gone', 'failing', 'manual', null] },
  previous_secret_until: { description: 'Until when the secret before signs as well.', ...TIME_OR_NULL },
  created_at: TIME,
  updated_at: TIME,
}

const ATTEMPT: JsonObject = {
  number: WHOLE,
  cause: { enum: ['event', 'retry', 'resend', 'test'] },
  result: { enum: ['running', 'succeeded', 'failed', 'interrupted'] },
  at: TIME,
  status_code: WHOLE_OR_NULL,
  duration_ms: { type: ['number', 'null'] },
  error: TEXT_OR_NULL,
}

const HEADERS_OR_NULL: JsonObject = { type: ['object', 'null'], additionalProperties: TEXT }

const DELIVERY: JsonObject = {
  id: TEXT,
  event_id: TEXT,
  webhook_id: { description: 'Null for the webhook that came with the request.', ...TEXT_OR_NULL },
  system: { enum: ['dashboard', 'legacy'] },
  type: { enum: [...EVENT_TYPES] },
  is_test_event: FLAG,
  status: { enum: [...DELIVERY_STATUSES] },
  reason: { enum: ['exhausted', 'disabled', 'deleted', null] },
  created_at: TIME,
  next_attempt_at: TIME_OR_NULL,
}

const ROW: JsonObject = {
  request_id: TEXT,
  outcome: { enum: ['succeeded', 'failed'] },
  status_code: { description: 'As answered; 202 for asynchronous requests.', ...WHOLE },
  code: TEXT_OR_NULL,
  place: { description: 'The field or the place in the template at fault.', ...TEXT_OR_NULL },
  mode: { enum: ['sync', 'async'] },
  endpoint_path: TEXT,
  key_id: TEXT,
  document_id: TEXT_OR_NULL,
  is_test: FLAG,
  received_bytes: WHOLE_OR_NULL,
  size_bytes: WHOLE_OR_NULL,
  pages: WHOLE_OR_NULL,
  problem_count: WHOLE,
  total_ms: WHOLE,
  render_time_ms: WHOLE_OR_NULL,
  created_at: TIME,
}

const OPEN: JsonObject = {
  request_id: TEXT,
  status: { enum: ['queued', 'processing'] },
  endpoint_path: TEXT,
  key_id: TEXT,
  is_test: FLAG,
  created_at: TIME,
}

const SUM: JsonObject = { documents: WHOLE, tests: WHOLE, failures: WHOLE, pages: WHOLE, size_bytes: WHOLE }

const RESETS: JsonObject = { description: 'Whole seconds until it begins again.', ...WHOLE }

const USAGE: JsonObject = record({
  plan: TEXT,
  month: record({ period: TEXT, documents: WHOLE, limit: WHOLE_OR_NULL, resets_in: RESETS }),
  tests: record({ period: TEXT, documents: WHOLE, limit: WHOLE, resets_in: RESETS }),
  days: listOf(record({ day: { type: 'string', format: 'date' }, ...SUM })),
  templates: listOf(record({ endpoint_path: TEXT, ...SUM })),
})

/** The shapes of what is managed over HTTP. */
export const MANAGEMENT_SCHEMAS: JsonObject = {
  Key: record(KEY),
  NewKey: record({ ...KEY, key: { description: 'The text of the key, shown this once.', ...TEXT } }),
  Keys: partOf('keys', 'Key'),
  Webhook: record(WEBHOOK),
  WebhookWithSecret: record({ ...WEBHOOK, secret: { description: 'Signs what is sent.', ...TEXT } }),
  Webhooks: partOf('webhooks', 'Webhook'),
  Delivery: record({ ...DELIVERY, attempts: listOf(record(ATTEMPT)) }),
  DeliveryDetails: record({
    ...DELIVERY,
    attempts: listOf(
      record({
        ...ATTEMPT,
        url: TEXT_OR_NULL,
        request_headers: HEADERS_OR_NULL,
        response_headers: HEADERS_OR_NULL,
        response_body: TEXT_OR_NULL,
      }),
    ),
    request_body: TEXT,
  }),
  Deliveries: partOf('deliveries', 'Delivery'),
  ResentDeliveries: record({ count: WHOLE }),
  RequestRow: record(ROW),
  Requests: partOf('requests', 'RequestRow', { under_way: listOf(record(OPEN)) }),
  Usage: USAGE,
  AuditEntry: record({
    id: TEXT,
    actor: { description: 'A user’s address, the id of a key, or the service.', ...TEXT },
    action: TEXT,
    subject: TEXT,
    details: { type: 'object' },
    created_at: TIME,
  }),
  Audit: partOf('entries', 'AuditEntry'),
}

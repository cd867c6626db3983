import { isoTime } from '../storage/iso-time.js'
import type { Delivery, DeliveryAttempt, Webhook } from '../storage/webhooks/webhook-store.js'
import { describeFilters } from './check-webhook.js'

/** An endpoint in JSON, without its secret: for the command line and the HTTP interface. */
export function describeWebhook(webhook: Webhook) {
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    events: webhook.events,
    templates: webhook.templatePaths ?? null,
    filters: describeFilters(webhook.filters),
    max_retries: webhook.maxRetries,
    timeout: webhook.timeoutSeconds,
    backoff_multiplier: webhook.backoffMultiplier,
    status: statusOf(webhook),
    failing_since: isoTime(webhook.failingSince),
    disabled_at: isoTime(webhook.disabled?.at),
    disabled_reason: webhook.disabled?.reason ?? null,
    previous_secret_until: isoTime(webhook.previousSecret?.until),
    created_at: isoTime(webhook.createdAt),
    updated_at: isoTime(webhook.updatedAt),
  }
}

export function statusOf({ disabled, failingSince }: Webhook): 'disabled' | 'failing' | 'active' {
  if (disabled) return 'disabled'
  return failingSince === undefined ? 'active' : 'failing'
}

/** A delivery in JSON, without bodies and headers. */
export function describeDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    webhook_id: delivery.webhookId ?? null,
    system: delivery.system,
    type: delivery.type,
    is_test_event: delivery.isTestEvent,
    status: delivery.status,
    reason: delivery.reason ?? null,
    created_at: isoTime(delivery.createdAt),
    next_attempt_at: isoTime(delivery.nextAttemptAt),
    attempts: delivery.attempts.map(describeAttempt),
  }
}

function describeAttempt(attempt: DeliveryAttempt) {
  const { number, cause, status, startedAt, exchange } = attempt
  return {
    number,
    cause,
    result: status,
    at: isoTime(startedAt),
    status_code: exchange?.response?.status ?? null,
    duration_ms: exchange?.durationMs ?? null,
    error: exchange?.error ?? (status === 'interrupted' ? 'the process that made this attempt ended' : null),
  }
}

/** A delivery with all that the log has of it. */
export function describeDeliveryFully(delivery: Delivery) {
  return {
    ...describeDelivery(delivery),
    request_body: delivery.body,
    attempts: delivery.attempts.map((attempt) => ({
      ...describeAttempt(attempt),
      url: attempt.exchange?.url ?? null,
      request_headers: attempt.exchange?.requestHeaders ?? null,
      response_headers: attempt.exchange?.response?.headers ?? null,
      response_body: attempt.exchange?.response?.body ?? null,
    })),
  }
}

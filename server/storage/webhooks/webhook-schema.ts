import type { EventType } from '../../webhooks/rules/event.js'
import type { AttemptCause, AttemptStatus, DeliveryStatus, DisabledReason, FailureReason } from './webhook-store.js'

/** Endpoints of the dashboard system. */
export interface WebhookTable {
  readonly id: string
  readonly organization_id: string
  readonly name: string
  readonly url: string
  /** JSON of a `Subscription`. */
  readonly subscription: string
  /** JSON of `DeliverySettings`. */
  readonly settings: string
  /** Encrypted. */
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_until: number | null
  /** Set by the first failure after a success. */
  readonly failing_since: number | null
  readonly disabled_at: number | null
  readonly disabled_reason: DisabledReason | null
  readonly created_at: number
  readonly updated_at: number
}

/** An event on its way to one endpoint: a row from the transaction that made the event until the log forgets it. */
export interface DeliveryTable {
  readonly id: string
  readonly organization_id: string
  readonly event_id: string
  /** Null in the legacy system. */
  readonly webhook_id: string | null
  /** `{organization}/{endpoint}`; deliveries of one lane never hold up another's. */
  readonly lane: string
  /** The encrypted `webhook` member of the request, and the body that it gets; null in the dashboard system. */
  readonly legacy_target: string | null
  readonly legacy_body: string | null
  readonly type: EventType
  /** 0 or 1. */
  readonly is_test_event: number
  readonly status: DeliveryStatus
  readonly reason: FailureReason | null
  /** Where it is in the queue: `waiting` for its time, `ready` when it is due. */
  readonly state: 'waiting' | 'ready' | 'running' | 'done'
  /** The next attempt is made from this time on. */
  readonly due_at: number
  readonly next_cause: AttemptCause
  /** Attempts in the log, the present one included. */
  readonly attempts: number
  /** Attempts that failed since the event happened or was sent again by somebody. */
  readonly failures: number
  /** The process that makes the present attempt, and when others may take over. */
  readonly process_id: string | null
  readonly deadline_at: number | null
  /** When the event happened. */
  readonly created_at: number
}

export interface DeliveryAttemptTable {
  readonly id: string
  readonly delivery_id: string
  readonly number: number
  readonly cause: AttemptCause
  readonly status: AttemptStatus
  readonly started_at: number
  readonly duration_ms: number | null
  readonly url: string | null
  /** JSON of names and values, with secrets masked. */
  readonly request_headers: string | null
  readonly response_status: number | null
  readonly response_headers: string | null
  readonly response_body: string | null
  readonly error: string | null
}

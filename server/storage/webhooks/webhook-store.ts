import type { EventType, WebhookSystem } from '../../webhooks/rules/event.js'
import type { Subscription } from '../../webhooks/rules/filters.js'
import type { DeliverySettings } from '../../webhooks/rules/retry-policy.js'
import type { Page, TimeCursor } from '../page.js'

/** Why an endpoint gets nothing any more: its receiver says it is gone, it only fails, or somebody wants it so. */
export type DisabledReason = 'gone' | 'failing' | 'manual'

/** The settings of an endpoint. */
export interface WebhookConfiguration extends Subscription, DeliverySettings {
  readonly name: string
  readonly url: string
}

/** An endpoint of the dashboard system. */
export interface Webhook extends WebhookConfiguration {
  /** `whk_…` */
  readonly id: string
  readonly organizationId: string
  /** Encrypted, like every secret of the store. */
  readonly secret: string
  /** The secret before the last rotation, which signs too until its time is over. */
  readonly previousSecret: { readonly secret: string; readonly until: number } | undefined
  /** Since when every attempt has failed. */
  readonly failingSince: number | undefined
  readonly disabled: { readonly at: number; readonly reason: DisabledReason } | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

export interface NewWebhook extends WebhookConfiguration {
  readonly id: string
  readonly organizationId: string
  readonly secret: string
}

/** A change; absent members stay as they are. */
export type WebhookChange = {
  readonly [K in keyof WebhookConfiguration]?: WebhookConfiguration[K]
} & {
  /** The endpoint gets events of the whole organization from now on. */
  readonly allTemplates?: true | undefined
  readonly enabled?: boolean | undefined
}

/** The secrets of an endpoint after a rotation. */
export interface SecretRotation {
  readonly id: string
  readonly secret: string
  /** How long the present secret keeps signing. */
  readonly overlapMs: number
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

/** An event's fate at one endpoint. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Why a delivery has failed. */
export type FailureReason =
  /** All attempts were made. */
  | 'exhausted'
  /** The endpoint was disabled when its turn came. */
  | 'disabled'
  /** The endpoint was deleted. */
  | 'deleted'

/** The reason for an attempt. */
export type AttemptCause = 'event' | 'retry' | 'resend' | 'test'

/** How an attempt ended; one that was interrupted is made again and counts as none. */
export type AttemptStatus = 'running' | 'succeeded' | 'failed' | 'interrupted'

export type HeaderList = Readonly<Record<string, string>>

/** One request to an endpoint, as the log tells it. */
export interface DeliveryAttempt {
  /** `att_…` */
  readonly id: string
  /** Counts from 1. */
  readonly number: number
  readonly cause: AttemptCause
  readonly status: AttemptStatus
  readonly startedAt: number
  /** Known when it is over. */
  readonly exchange: AttemptExchange | undefined
}

export interface AttemptExchange {
  readonly durationMs: number
  /** Absent for a request's own `webhook`, whose address is kept encrypted only. */
  readonly url: string | undefined
  /** Secrets are masked. */
  readonly requestHeaders: HeaderList
  /** Absent when none came. */
  readonly response: LoggedResponse | undefined
  /** Why it did not succeed. */
  readonly error: string | undefined
}

export interface LoggedResponse {
  readonly status: number
  readonly headers: HeaderList
  /** The beginning of the body as text. */
  readonly body: string
}

export interface Delivery {
  /** `dlv_…` */
  readonly id: string
  readonly organizationId: string
  readonly eventId: string
  /** Absent in the legacy system. */
  readonly webhookId: string | undefined
  readonly system: WebhookSystem
  readonly type: EventType
  readonly isTestEvent: boolean
  readonly status: DeliveryStatus
  readonly reason: FailureReason | undefined
  /** When its event happened. */
  readonly createdAt: number
  readonly nextAttemptAt: number | undefined
  /** The exact bytes of the requests, as text. */
  readonly body: string
  readonly attempts: readonly DeliveryAttempt[]
}

/** A search in the log, newest first; absent members match everything. */
export interface DeliveryQuery extends Page<TimeCursor> {
  readonly organizationId: string
  readonly webhookId?: string | undefined
  readonly status?: DeliveryStatus | undefined
  readonly type?: EventType | undefined
  readonly eventId?: string | undefined
  readonly requestId?: string | undefined
  /** The event's time, epoch ms: from, and before. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

export interface DeliveryClaim {
  readonly processId: string
  /** Deliveries at once. */
  readonly limit: number
  /** The lane that was served last: the next ones in order come first. */
  readonly after: string
  /** Requests that may run in one lane, and for one organization. */
  readonly laneRoom: number
  readonly organizationRoom: number
  /** The rest of that room where something runs. */
  readonly lanes: ReadonlyMap<string, number>
  readonly organizations: ReadonlyMap<string, number>
  /** After this time another process may take them. */
  readonly deadlineMs: number
}

export interface ClaimedDeliveries {
  readonly deliveries: readonly ClaimedDelivery[]
  /** When the next one is due, in ms from now. */
  readonly nextInMs: number | undefined
}

/** A delivery whose attempt begins now. `processId` and `attempt` are the fence. */
export interface ClaimedDelivery {
  readonly id: string
  /** The attempt's number in the log. */
  readonly attempt: number
  readonly processId: string
  readonly organizationId: string
  readonly eventId: string
  readonly requestId: string
  /** Its endpoint, which must not hold up others. */
  readonly lane: string
  readonly body: string
  /** Test events are sent once. */
  readonly isTestEvent: boolean
  /** Attempts of the present series that have failed. */
  readonly failures: number
  readonly target: DeliveryTarget
}

type DeliveryTarget =
  | { readonly kind: 'dashboard'; readonly webhook: Webhook }
  /** The request's `webhook` member, encrypted. */
  | { readonly kind: 'legacy'; readonly sealed: string }

/** How an attempt ended. */
export interface AttemptReport {
  readonly deliveryId: string
  readonly attempt: number
  readonly processId: string
  readonly exchange: AttemptExchange
  readonly result: AttemptResult
}

export type AttemptResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** It was the last one. `isGone` says whether the receiver answered that it will never be there again (410). */
  | { readonly kind: 'exhausted'; readonly isGone: boolean }
  /** It was ended by us and is made again. */
  | { readonly kind: 'interrupted' }

export interface RecordedAttempt {
  /** False when the delivery was given to another process meanwhile: the log has the attempt all the same. */
  readonly isOurs: boolean
  /** The endpoint was disabled by this. */
  readonly disabled: Exclude<DisabledReason, 'manual'> | undefined
}

/** An event that never happened, for one endpoint. */
export interface NewTestEvent {
  readonly webhookId: string
  readonly eventId: string
  readonly requestId: string
  readonly type: EventType
  /** The envelope as JSON. */
  readonly payload: string
  readonly createdAt: number
}

/** Which failed deliveries are to be sent again. */
export interface FailedSince {
  readonly organizationId: string
  readonly webhookId?: string | undefined
  /** The event's time, epoch ms. */
  readonly since: number
}

/** Endpoints, deliveries and their log. */
export interface WebhookStore {
  createWebhook(webhook: NewWebhook, actor?: string): Promise<Webhook>
  findWebhook(webhookId: string): Promise<Webhook | undefined>
  /** @throws StoreError `missing` */
  updateWebhook(webhookId: string, change: WebhookChange, actor?: string): Promise<Webhook>
  /** @throws StoreError `missing` */
  rotateWebhookSecret(rotation: SecretRotation, actor?: string): Promise<Webhook>
  /** Deliveries that wait for it fail; the log stays. @throws StoreError `missing` */
  deleteWebhook(webhookId: string, actor?: string): Promise<void>

  /** Begins attempts that are due, of one endpoint after the other, and writes them into the log. */
  claimDeliveries(claim: DeliveryClaim): Promise<ClaimedDeliveries>
  recordAttempt(report: AttemptReport): Promise<RecordedAttempt>

  /**
   * Sends a delivery again, now and with a new series of retries.
   *
   * @throws StoreError `missing`, or `conflict` when its endpoint is disabled or deleted
   */
  resendDelivery(deliveryId: string, actor?: string): Promise<void>
  /** The same for all that have failed, apart from those of endpoints that are disabled or deleted; says how many. */
  resendFailed(failed: FailedSince, actor?: string): Promise<number>
  /** Sends an event to one endpoint, whatever it is subscribed to. @throws StoreError `missing` */
  addTestEvent(event: NewTestEvent, actor?: string): Promise<Delivery>
  /** Removes events with their deliveries and attempts, apart from what is on its way again; says how many. */
  deleteEvents(eventIds: readonly string[]): Promise<number>
}

import type { Insertable, Selectable } from 'kysely'
import { type EventContent, legacyBodyOf } from '../../webhooks/rules/event.js'
import { type EventFacts, isSubscribed } from '../../webhooks/rules/filters.js'
import { laneOf } from '../../webhooks/rules/lane.js'
import type { StoreDatabase } from '../database.js'
import { newId } from '../ids.js'
import type { FinishingTransaction } from '../requests/finishing-transaction.js'
import { pathsOf, readMerged } from '../requests/merged-requests.js'
import type { StoredLegacyTarget } from '../requests/request-store.js'
import type { RequestTable } from '../schema.js'
import type { DeliveryTable } from './webhook-schema.js'
import { findWebhooks } from './webhooks.js'

/**
 * Puts an event on its way, in the transaction that makes it: one delivery for each endpoint that wants it, and one
 * for the request's own `webhook`. Events for a disabled endpoint are logged as failed, so that they can be sent when
 * the endpoint is enabled again.
 */
export async function addDeliveries(
  database: StoreDatabase,
  { transaction, matchesPath }: FinishingTransaction,
  row: Selectable<RequestTable>,
  event: EventContent,
): Promise<void> {
  const facts = factsOf(row, event)
  const webhooks = await findWebhooks(database, transaction, row.organization_id)
  const deliveries = webhooks
    .filter((webhook) => isSubscribed(webhook, facts, matchesPath))
    .map(({ id, disabled }) => {
      const delivery = { ...newDelivery(row, event), lane: laneOf(row.organization_id, id), webhook_id: id }
      return disabled ? { ...delivery, ...DISABLED } : delivery
    })
  const legacy = row.webhook === null ? [] : [legacyDelivery(row, row.webhook, event)]
  const all = [...deliveries, ...legacy]
  if (all.length > 0) await transaction.insertInto('deliveries').values(all).execute()
}

const DISABLED = { status: 'failed', state: 'done', reason: 'disabled' } as const

function legacyDelivery(
  row: Selectable<RequestTable>,
  webhook: string,
  event: EventContent,
): Insertable<DeliveryTable> {
  const { lane, sealed }: StoredLegacyTarget = JSON.parse(webhook)
  return {
    ...newDelivery(row, event),
    lane: laneOf(row.organization_id, lane),
    legacy_target: sealed,
    // Written down, so that all of its attempts have the same bytes whatever the service becomes.
    legacy_body: legacyBodyOf(event),
  }
}

function newDelivery(
  { organization_id }: Selectable<RequestTable>,
  { id, type, createdAt }: EventContent,
): Omit<Insertable<DeliveryTable>, 'lane'> {
  return {
    id: newId('dlv'),
    organization_id,
    event_id: id,
    type,
    is_test_event: 0,
    status: 'pending',
    state: 'ready',
    due_at: createdAt,
    next_cause: 'event',
    attempts: 0,
    failures: 0,
    created_at: createdAt,
  }
}

function factsOf(row: Selectable<RequestTable>, { type, data }: EventContent): EventFacts {
  const merged = readMerged(row.merged)
  return {
    type,
    isTest: row.is_test === 1,
    endpointPaths: merged ? pathsOf(merged) : [row.endpoint_path],
    sizeBytes: type === 'document.completed' ? (row.size_bytes ?? 0) : undefined,
    errorCode: data.error?.code,
  }
}

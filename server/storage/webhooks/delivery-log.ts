import type { Selectable, Transaction } from 'kysely'
import { EVENT_TYPES, type EventType } from '../../webhooks/rules/event.js'
import { laneOf } from '../../webhooks/rules/lane.js'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import { newId } from '../ids.js'
import { isBehind, type TimeCursor } from '../page.js'
import type { Database } from '../schema.js'
import { StoreError } from '../store.js'
import { toDelivery } from './delivery-search.js'
import type { DeliveryTable } from './webhook-schema.js'
import type { Delivery, FailedSince, NewTestEvent } from './webhook-store.js'
import { audit } from './webhooks.js'

/** How a delivery begins that somebody wants to be made again. */
function again({ now }: StoreDatabase) {
  return { status: 'pending', state: 'ready', reason: null, due_at: now, next_cause: 'resend', failures: 0 } as const
}

export async function resendDelivery(database: StoreDatabase, deliveryId: string, actor?: string): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('deliveries')
      .set(again(database))
      .where('id', '=', deliveryId)
      .where('state', '<>', 'running')
      .returningAll()
      .executeTakeFirst()
    if (!row) await refuseResending(transaction, deliveryId)
    else {
      await assertUsable(transaction, row)
      await auditResending(database, transaction, row.organization_id, { subject: row.id, details: {}, actor })
    }
  })
}

async function refuseResending(transaction: Transaction<Database>, deliveryId: string): Promise<never> {
  const row = await transaction.selectFrom('deliveries').select('id').where('id', '=', deliveryId).executeTakeFirst()
  if (!row) throw new StoreError('missing', `there is no delivery "${deliveryId}"`)
  throw new StoreError('conflict', `the delivery "${deliveryId}" is being made right now`)
}

async function assertUsable(transaction: Transaction<Database>, row: Selectable<DeliveryTable>): Promise<void> {
  if (row.webhook_id === null) return
  const webhook = await transaction
    .selectFrom('webhooks')
    .select('disabled_at')
    .where('id', '=', row.webhook_id)
    .executeTakeFirst()
  if (!webhook) throw new StoreError('conflict', `the webhook "${row.webhook_id}" was deleted`)
  if (webhook.disabled_at !== null && row.is_test_event === 0) {
    throw new StoreError('conflict', `the webhook "${row.webhook_id}" is disabled: enable it first`)
  }
}

/** Deliveries that are sent again in one transaction, so that none is long. */
const PORTION = 200

export async function resendFailed(database: StoreDatabase, failed: FailedSince, actor?: string): Promise<number> {
  const { organizationId, webhookId, since } = failed
  let count = 0
  for (const type of EVENT_TYPES) {
    let after: TimeCursor | undefined
    do {
      const portion = await resendPortion(database, failed, type, after)
      count += portion.count
      after = portion.last
    } while (after)
  }
  const details = { since: new Date(since).toISOString(), count }
  await database.db
    .transaction()
    .execute((transaction) =>
      auditResending(database, transaction, organizationId, { subject: webhookId ?? organizationId, details, actor }),
    )
  return count
}

/** As many as `resendFailed` would send again; of many only so many are counted. */
export async function countFailed(
  { db }: ReadDatabase,
  { organizationId, webhookId, since }: FailedSince,
  limit: number,
): Promise<number> {
  let count = 0
  for (const type of EVENT_TYPES) {
    let rows = db
      .selectFrom('deliveries')
      .leftJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
      .select(['deliveries.webhook_id', 'webhooks.id', 'webhooks.disabled_at', 'deliveries.is_test_event'])
      .where('deliveries.organization_id', '=', organizationId)
      .where('deliveries.status', '=', 'failed')
      .where('deliveries.type', '=', type)
      .where('deliveries.created_at', '>=', since)
    if (webhookId !== undefined) rows = rows.where('deliveries.webhook_id', '=', webhookId)
    const found = await rows.orderBy('deliveries.created_at').orderBy('deliveries.id').limit(limit).execute()
    count += found.filter(
      ({ webhook_id, id, disabled_at, is_test_event }) =>
        is_test_event === 0 && (webhook_id === null || (id !== null && disabled_at === null)),
    ).length
  }
  return Math.min(count, limit)
}

/** Sends the next ones again; `last` is absent when there are no more. */
function resendPortion(
  database: StoreDatabase,
  { organizationId, webhookId, since }: FailedSince,
  type: EventType,
  after: TimeCursor | undefined,
): Promise<{ readonly count: number; readonly last: TimeCursor | undefined }> {
  return database.db.transaction().execute(async (transaction) => {
    let portion = transaction
      .selectFrom('deliveries')
      .select(['id', 'created_at as createdAt'])
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'failed')
      .where('type', '=', type)
      .where('created_at', '>=', since)
    if (webhookId !== undefined) portion = portion.where('webhook_id', '=', webhookId)
    if (after) portion = portion.where(isBehind(after, 'oldest first'))
    const rows = await portion.orderBy('created_at').orderBy('id').limit(PORTION).execute()
    if (rows.length === 0) return { count: 0, last: undefined }
    const { numUpdatedRows } = await transaction
      .updateTable('deliveries')
      .set(again(database))
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      // Somebody else may have sent it again meanwhile.
      .where('status', '=', 'failed')
      .where('is_test_event', '=', 0)
      .where((eb) =>
        eb.or([
          eb('webhook_id', 'is', null),
          eb('webhook_id', 'in', (query) =>
            query.selectFrom('webhooks').select('webhooks.id').where('webhooks.disabled_at', 'is', null),
          ),
        ]),
      )
      .executeTakeFirstOrThrow()
    return { count: Number(numUpdatedRows), last: rows.length < PORTION ? undefined : rows.at(-1) }
  })
}

async function auditResending(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  organizationId: string,
  {
    subject,
    details,
    actor,
  }: { subject: string; details: Readonly<Record<string, unknown>>; actor?: string | undefined },
): Promise<void> {
  const row = { id: subject, organization_id: organizationId }
  await audit(database, transaction, row, { action: 'delivery.resent', details, actor })
}

export async function addTestEvent(database: StoreDatabase, event: NewTestEvent, actor?: string): Promise<Delivery> {
  const { webhookId, eventId, type, createdAt } = event
  const row = await database.db.transaction().execute(async (transaction) => {
    const webhook = await transaction
      .selectFrom('webhooks')
      .select(['id', 'organization_id'])
      .where('id', '=', webhookId)
      .executeTakeFirst()
    if (!webhook) throw new StoreError('missing', `there is no webhook "${webhookId}"`)
    const shared = { organization_id: webhook.organization_id, type, created_at: createdAt }
    await transaction
      .insertInto('events')
      .values({ ...shared, id: eventId, request_id: event.requestId, payload: event.payload })
      .execute()
    const row = await transaction
      .insertInto('deliveries')
      .values({
        ...shared,
        id: newId('dlv'),
        event_id: eventId,
        webhook_id: webhookId,
        lane: laneOf(webhook.organization_id, webhookId),
        is_test_event: 1,
        status: 'pending',
        state: 'ready',
        due_at: database.now,
        next_cause: 'test',
        attempts: 0,
        failures: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(database, transaction, webhook, { action: 'webhook.tested', details: { type }, actor })
    return row
  })
  return toDelivery({ ...row, payload: event.payload }, [])
}

/** Removes events with their deliveries and attempts, apart from those that somebody sends again meanwhile. */
export async function deleteEvents({ db }: StoreDatabase, eventIds: readonly string[]): Promise<number> {
  if (eventIds.length === 0) return 0
  const { numDeletedRows } = await db.transaction().execute((transaction) =>
    transaction
      .deleteFrom('events')
      .where('id', 'in', eventIds)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deliveries')
              .select('deliveries.id')
              .whereRef('deliveries.event_id', '=', 'events.id')
              .where('deliveries.status', '=', 'pending'),
          ),
        ),
      )
      .executeTakeFirstOrThrow(),
  )
  return Number(numDeletedRows)
}

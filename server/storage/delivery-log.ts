import { type Selectable, sql, type Transaction } from 'kysely'
import { laneOf } from '../webhooks/rules/lane.js'
import type { ReadDatabase, StoreDatabase } from './database.js'
import { newId } from './ids.js'
import { logRetentionMs } from './retention.js'
import type { Database } from './schema.js'
import { StoreError } from './store.js'
import type { DeliveryAttemptTable, DeliveryTable } from './webhook-schema.js'
import type {
  AttemptExchange,
  Delivery,
  DeliveryAttempt,
  DeliveryQuery,
  FailedSince,
  NewTestEvent,
} from './webhook-store.js'
import { audit } from './webhooks.js'

type Row = Selectable<DeliveryTable> & { readonly payload: string }

/** Deliveries and their attempts as they are at one moment, while others go on writing. */
export function listDeliveries({ db }: ReadDatabase, query: DeliveryQuery): Promise<readonly Delivery[]> {
  return db.transaction().execute((snapshot) => search(snapshot, query))
}

async function search(db: Transaction<Database>, query: DeliveryQuery): Promise<readonly Delivery[]> {
  const { webhookId, status, type, eventId, requestId, since, until, after } = query
  let rows = selectDeliveries(db).where('deliveries.organization_id', '=', query.organizationId)
  if (webhookId !== undefined) rows = rows.where('deliveries.webhook_id', '=', webhookId)
  if (status !== undefined) rows = rows.where('deliveries.status', '=', status)
  if (type !== undefined) rows = rows.where('deliveries.type', '=', type)
  if (eventId !== undefined) rows = rows.where('deliveries.event_id', '=', eventId)
  if (requestId !== undefined) rows = rows.where('events.request_id', '=', requestId)
  if (since !== undefined) rows = rows.where('deliveries.created_at', '>=', since)
  if (until !== undefined) rows = rows.where('deliveries.created_at', '<', until)
  if (after) {
    const { createdAt, id } = after
    rows = rows.where((eb) =>
      eb.or([
        eb('deliveries.created_at', '<', createdAt),
        eb.and([eb('deliveries.created_at', '=', createdAt), eb('deliveries.id', '<', id)]),
      ]),
    )
  }
  const found = await rows
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(query.limit)
    .execute()
  return withAttempts(db, found)
}

export function findDelivery({ db }: ReadDatabase, deliveryId: string): Promise<Delivery | undefined> {
  return db.transaction().execute(async (snapshot) => {
    const rows = await selectDeliveries(snapshot).where('deliveries.id', '=', deliveryId).execute()
    const [delivery] = await withAttempts(snapshot, rows)
    return delivery
  })
}

function selectDeliveries(db: Transaction<Database>) {
  return db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .selectAll('deliveries')
    .select('events.payload')
}

/** Parameters of one query: databases have limits. */
const MAX_IDS = 1_000

async function withAttempts(db: Transaction<Database>, rows: readonly Row[]): Promise<readonly Delivery[]> {
  const byDelivery = new Map<string, DeliveryAttempt[]>(rows.map(({ id }) => [id, []]))
  const ids = [...byDelivery.keys()]
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const attempts = await db
      .selectFrom('delivery_attempts')
      .selectAll()
      .where('delivery_id', 'in', ids.slice(start, start + MAX_IDS))
      .orderBy('number')
      .execute()
    for (const attempt of attempts) byDelivery.get(attempt.delivery_id)?.push(toAttempt(attempt))
  }
  return rows.map((row) => toDelivery(row, byDelivery.get(row.id) ?? []))
}

function toDelivery(row: Row, attempts: readonly DeliveryAttempt[]): Delivery {
  return {
    id: row.id,
    organizationId: row.organization_id,
    eventId: row.event_id,
    webhookId: row.webhook_id ?? undefined,
    system: row.webhook_id === null ? 'legacy' : 'dashboard',
    type: row.type,
    isTestEvent: row.is_test_event === 1,
    status: row.status,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    nextAttemptAt: row.state === 'ready' ? row.due_at : undefined,
    body: row.legacy_body ?? row.payload,
    attempts,
  }
}

function toAttempt(row: Selectable<DeliveryAttemptTable>): DeliveryAttempt {
  const { id, number, cause, status, started_at: startedAt } = row
  return { id, number, cause, status, startedAt, exchange: toExchange(row) }
}

function toExchange(row: Selectable<DeliveryAttemptTable>): AttemptExchange | undefined {
  if (row.status === 'running' || row.duration_ms === null) return undefined
  return {
    durationMs: row.duration_ms,
    url: row.url ?? '',
    requestHeaders: JSON.parse(row.request_headers ?? '{}'),
    response:
      row.response_status === null
        ? undefined
        : {
            status: row.response_status,
            headers: JSON.parse(row.response_headers ?? '{}'),
            body: row.response_body ?? '',
          },
    error: row.error ?? undefined,
  }
}

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

export function resendFailed(
  database: StoreDatabase,
  { organizationId, webhookId, since }: FailedSince,
  actor?: string,
): Promise<number> {
  return database.db.transaction().execute(async (transaction) => {
    let update = transaction
      .updateTable('deliveries')
      .set(again(database))
      .where('organization_id', '=', organizationId)
      .where('created_at', '>=', since)
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
    if (webhookId !== undefined) update = update.where('webhook_id', '=', webhookId)
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
    const details = { since: new Date(since).toISOString(), count: Number(numUpdatedRows) }
    await auditResending(database, transaction, organizationId, {
      subject: webhookId ?? organizationId,
      details,
      actor,
    })
    return Number(numUpdatedRows)
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

/** Events of an organization whose time is over, with their deliveries and attempts; what is on its way stays. */
export async function deleteExpiredEvents({ db, now }: StoreDatabase, limit: number): Promise<number> {
  const organizations = await db.selectFrom('organizations').select(['id', 'plan']).execute()
  let count = 0
  for (const { id, plan } of organizations) {
    const expired = db
      .selectFrom('events')
      .select('events.id')
      .where('events.organization_id', '=', id)
      .where('events.created_at', '<', sql<number>`${now} - ${sql.lit(logRetentionMs(plan))}`)
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
      .orderBy('events.created_at')
      .limit(limit)
    const deleted = await db
      .transaction()
      .execute((transaction) => transaction.deleteFrom('events').where('id', 'in', expired).executeTakeFirstOrThrow())
    count += Number(deleted.numDeletedRows)
  }
  return count
}

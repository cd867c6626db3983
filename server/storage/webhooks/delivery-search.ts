import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { EVENT_TYPES } from '../../webhooks/rules/event.js'
import type { ReadDatabase } from '../database.js'
import { isBehind } from '../page.js'
import { logRetentionMs } from '../requests/retention.js'
import type { Database } from '../schema.js'
import { PLANS, type Plan } from '../store.js'
import type { DeliveryAttemptTable, DeliveryTable } from './webhook-schema.js'
import {
  type AttemptExchange,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryQuery,
} from './webhook-store.js'

type Row = Selectable<DeliveryTable> & { readonly payload: string }

/** Deliveries and their attempts as they are at one moment, while others keep writing. */
export function listDeliveries({ db }: ReadDatabase, query: DeliveryQuery): Promise<readonly Delivery[]> {
  return db.transaction().execute(async (snapshot) => {
    const { eventId, requestId } = query
    const isAboutEvents = eventId !== undefined || requestId !== undefined
    const ids = isAboutEvents ? await searchEvents(snapshot, query) : await searchInTime(snapshot, query)
    return loadDeliveries(snapshot, ids)
  })
}

export function findDelivery({ db }: ReadDatabase, deliveryId: string): Promise<Delivery | undefined> {
  return db.transaction().execute(async (snapshot) => (await loadDeliveries(snapshot, [deliveryId]))[0])
}

/** Where a delivery is in the order of time. */
interface Place {
  readonly id: string
  readonly created_at: number
}

/**
 * The ids of deliveries in the order of time. An index has them in that order for each status and type, so that however
 * rare a combination is, nothing else is read: a query that leaves one of the two open is asked for each of its values.
 */
async function searchInTime(db: Transaction<Database>, query: DeliveryQuery): Promise<readonly string[]> {
  const { status, type, limit } = query
  const found: Place[] = []
  for (const each of status === undefined ? DELIVERY_STATUSES : [status]) {
    for (const kind of type === undefined ? EVENT_TYPES : [type]) {
      const rows = await db
        .selectFrom('deliveries')
        .select(['id', 'created_at'])
        .where('status', '=', each)
        .where('type', '=', kind)
        .where((eb) => eb.and(conditionsOf(query)))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      found.push(...rows)
    }
  }
  return newestFirst(found).slice(0, limit)
}

/** The same of one event, or of a request's: they are few, so all of them are found first. */
async function searchEvents(db: Transaction<Database>, query: DeliveryQuery): Promise<readonly string[]> {
  const { eventId, requestId, status, type, limit } = query
  let events = eventId === undefined ? [] : [eventId]
  if (requestId !== undefined) {
    const found = await db.selectFrom('events').select('id').where('request_id', '=', requestId).execute()
    const ids = found.map(({ id }) => id)
    events = eventId === undefined ? ids : events.filter((id) => ids.includes(id))
  }
  if (events.length === 0) return []
  let rows = db
    // A planner might else prefer another index, and look through it for these events.
    .with(
      (name) => name('candidates').materialized(),
      (db) =>
        db
          .selectFrom('deliveries')
          .select(['id', 'created_at', 'organization_id', 'webhook_id', 'status', 'type'])
          .where('event_id', 'in', events),
    )
    .selectFrom('candidates')
    .select(['id', 'created_at'])
    .where((eb) => eb.and(conditionsOf(query)))
  if (status !== undefined) rows = rows.where('status', '=', status)
  if (type !== undefined) rows = rows.where('type', '=', type)
  return newestFirst(await rows.execute()).slice(0, limit)
}

function newestFirst(places: readonly Place[]): readonly string[] {
  return [...places].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
}

/** A query's conditions on endpoint and time. */
function conditionsOf({ organizationId, webhookId, since, until, after }: DeliveryQuery): RawBuilder<boolean>[] {
  return [
    sql<boolean>`organization_id = ${organizationId}`,
    ...(webhookId === undefined ? [] : [sql<boolean>`webhook_id = ${webhookId}`]),
    ...(since === undefined ? [] : [sql<boolean>`created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql<boolean>`created_at < ${until}`]),
    ...(after === undefined ? [] : [isBehind(after, 'newest first')]),
  ]
}

/** Parameters of one query: databases have limits. */
const MAX_IDS = 1_000

/** Deliveries with what was sent and all attempts, in the order of their ids. */
async function loadDeliveries(db: Transaction<Database>, ids: readonly string[]): Promise<readonly Delivery[]> {
  const rows = new Map<string, Row>()
  const byDelivery = new Map<string, DeliveryAttempt[]>(ids.map((id) => [id, []]))
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const found = await db
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.event_id')
      .selectAll('deliveries')
      .select('events.payload')
      .where('deliveries.id', 'in', ids.slice(start, start + MAX_IDS))
      .execute()
    for (const row of found) rows.set(row.id, row)
    const attempts = await db
      .selectFrom('delivery_attempts')
      .selectAll()
      .where('delivery_id', 'in', ids.slice(start, start + MAX_IDS))
      // The order of an index.
      .orderBy('delivery_id')
      .orderBy('number')
      .execute()
    for (const attempt of attempts) byDelivery.get(attempt.delivery_id)?.push(toAttempt(attempt))
  }
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [toDelivery(row, byDelivery.get(id) ?? [])] : []
  })
}

export function toDelivery(row: Row, attempts: readonly DeliveryAttempt[]): Delivery {
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
    nextAttemptAt: row.state === 'waiting' || row.state === 'ready' ? row.due_at : undefined,
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
    url: row.url ?? undefined,
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

export async function listExpiredEvents({ db, now }: ReadDatabase, limit: number): Promise<readonly string[]> {
  const expired: string[] = []
  for (const plan of PLANS) {
    const end = sql<number>`${now} - ${sql.lit(logRetentionMs(plan))}`
    for (const organizationId of await organizationsWithEvents(db, plan, end)) {
      if (expired.length >= limit) return expired
      const rows = await db
        .selectFrom('events')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('created_at', '<', end)
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
        .orderBy('created_at')
        .limit(limit - expired.length)
        .execute()
      expired.push(...rows.map(({ id }) => id))
    }
  }
  return expired
}

/** Organizations of a plan whose first event is older than a time: one look into an index for each. */
async function organizationsWithEvents(
  db: Kysely<Database>,
  plan: Plan,
  end: RawBuilder<number>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('organizations')
    .select('id')
    .where('plan', '=', plan)
    .where(
      ({ selectFrom }) =>
        selectFrom('events')
          .select(({ fn }) => fn.min('events.created_at').as('first'))
          .whereRef('events.organization_id', '=', 'organizations.id'),
      '<',
      end,
    )
    .execute()
  return rows.map(({ id }) => id)
}

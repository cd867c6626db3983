import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type EventContent, type EventData, type EventType, envelopeOf } from '../../webhooks/rules/event.js'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import { isBehind, type Page, type TimeCursor } from '../page.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import type { FinishingTransaction } from '../requests/finishing-transaction.js'
import type { StoredEvent } from '../requests/request-store.js'
import type { RequestTable } from '../schema.js'
import { addDeliveries } from './outbox.js'

const EVENT_ID_DIGITS = 32

const newEvents = prepareQuery(({ db }: StoreDatabase, value: Placeholders<StoredEvent & { organizationId: string }>) =>
  db
    .insertInto('events')
    .values({
      id: value('id'),
      organization_id: value('organizationId'),
      request_id: value('requestId'),
      type: value('type'),
      payload: value('payload'),
      created_at: value('createdAt'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/**
 * Saves the event about a finished request and its deliveries, in the transaction that finishes it. Its id follows
 * from what it says, so that one outcome has one event for ever.
 */
export async function announce(
  database: StoreDatabase,
  finishing: FinishingTransaction,
  row: Selectable<RequestTable>,
  type: EventType,
  data: EventData,
): Promise<void> {
  const id = `evt_${createHash('sha256').update(`${row.id} ${type}`).digest('hex').slice(0, EVENT_ID_DIGITS)}`
  const event: EventContent = { id, type, createdAt: row.finished_at ?? row.created_at, data }
  const [added] = await newEvents(database, finishing.transaction, {
    id,
    organizationId: row.organization_id,
    requestId: row.id,
    type,
    payload: envelopeOf(event),
    createdAt: event.createdAt,
  })
  if (added) await addDeliveries(database, finishing, row, event)
}

export async function listEvents(
  { db }: ReadDatabase,
  organizationId: string,
  { limit, after }: Page<TimeCursor>,
): Promise<readonly StoredEvent[]> {
  let query = db.selectFrom('events').selectAll().where('organization_id', '=', organizationId)
  if (after) query = query.where(isBehind(after, 'newest first'))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ id, request_id, type, payload, created_at }) => ({
    id,
    requestId: request_id,
    type,
    payload,
    createdAt: created_at,
  }))
}

import { createHash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { type EventContent, type EventData, type EventType, envelopeOf } from '../webhooks/rules/event.js'
import type { StoreDatabase } from './database.js'
import { addDeliveries } from './outbox.js'
import type { StoredEvent } from './request-store.js'
import type { Database, RequestTable } from './schema.js'

const EVENT_ID_DIGITS = 32

/**
 * Saves the event about a finished request and its deliveries, in the transaction that finishes it. Its id follows
 * from what it says, so that one outcome has one event for ever.
 */
export async function announce(
  transaction: Transaction<Database>,
  row: Selectable<RequestTable>,
  type: EventType,
  data: EventData,
): Promise<void> {
  const id = `evt_${createHash('sha256').update(`${row.id} ${type}`).digest('hex').slice(0, EVENT_ID_DIGITS)}`
  const event: EventContent = { id, type, createdAt: row.finished_at ?? row.created_at, data }
  const added = await transaction
    .insertInto('events')
    .values({
      id,
      organization_id: row.organization_id,
      request_id: row.id,
      type,
      payload: envelopeOf(event),
      created_at: event.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await addDeliveries(transaction, row, event)
}

export async function listEvents(
  { db }: StoreDatabase,
  organizationId: string,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, request_id, type, payload, created_at }) => ({
    id,
    requestId: request_id,
    type,
    payload,
    createdAt: created_at,
  }))
}

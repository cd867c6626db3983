import { createHash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { StoreDatabase } from './database.js'
import type { EventType, StoredEvent } from './request-store.js'
import type { Database, RequestTable } from './schema.js'

const EVENT_ID_DIGITS = 32

/**
 * Saves the event about a finished request, in the transaction that finishes it. Its id follows from what it says, so
 * that one outcome has one event for ever.
 */
export async function announce(
  transaction: Transaction<Database>,
  row: Selectable<RequestTable>,
  type: EventType,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const id = `evt_${createHash('sha256').update(`${row.id} ${type}`).digest('hex').slice(0, EVENT_ID_DIGITS)}`
  const createdAt = row.finished_at ?? row.created_at
  const payload = JSON.stringify({ id, type, created: Math.floor(createdAt / 1000), data })
  await transaction
    .insertInto('events')
    .values({ id, organization_id: row.organization_id, request_id: row.id, type, payload, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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

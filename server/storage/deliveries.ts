import { type Selectable, sql, type Transaction } from 'kysely'
import { organizationOf } from '../webhooks/rules/lane.js'
import { type StoreDatabase, skipLocked } from './database.js'
import { newId } from './ids.js'
import type { Database } from './schema.js'
import type { DeliveryTable } from './webhook-schema.js'
import type { ClaimedDeliveries, ClaimedDelivery, DeliveryClaim, Webhook } from './webhook-store.js'
import { toWebhook } from './webhooks.js'

/** Where something waits, and since or until when. */
interface Lane {
  readonly name: string
  /** In ms from now; past times are negative. */
  readonly dueInMs: number
}

/**
 * Begins attempts that are due. It goes from lane to lane and takes from each what there is room for, so that an
 * endpoint with a thousand deliveries, or one that answers none, has no more of the service than any other.
 */
export async function claimDeliveries(database: StoreDatabase, claim: DeliveryClaim): Promise<ClaimedDeliveries> {
  // Looked at before a transaction is begun: mostly there is nothing.
  const lanes = await findLanes(database)
  const due = inTurn(lanes, claim.after)
  const nextInMs = lanes.filter(({ dueInMs }) => dueInMs > 0).map(({ dueInMs }) => dueInMs)
  const next = nextInMs.length > 0 ? Math.min(...nextInMs) : undefined
  const rooms = new Rooms(claim)
  if (!due.some((lane) => rooms.of(lane) > 0)) return { deliveries: [], nextInMs: next }
  const deliveries = await database.db.transaction().execute(async (transaction) => {
    const begun: ClaimedDelivery[] = []
    for (const lane of due) {
      const room = rooms.of(lane)
      if (room <= 0) continue
      const rows = await takeDue(database, transaction, { lane, room, claim })
      rooms.take(lane, rows.length)
      begun.push(...(await beginAttempts(database, transaction, rows, claim)))
    }
    return begun
  })
  return { deliveries, nextInMs: next }
}

/**
 * All lanes in which something waits: from each one to the next in the index, without passing over what waits in
 * them.
 */
async function findLanes({ db, now }: StoreDatabase): Promise<readonly Lane[]> {
  const { rows } = await sql<Lane>`
    with recursive lanes(lane) as (
      select (select lane from deliveries where state = 'ready' order by lane limit 1)
      union all
      select (
        select next.lane from deliveries as next
        where next.state = 'ready' and next.lane > lanes.lane order by next.lane limit 1
      )
      from lanes where lanes.lane is not null
    )
    select lane as name, (
      select waiting.due_at from deliveries as waiting
      where waiting.state = 'ready' and waiting.lane = lanes.lane order by waiting.due_at limit 1
    ) - ${now} as "dueInMs"
    from lanes where lane is not null`.execute(db)
  // Between its two looks a lane may have become empty.
  return rows.filter(({ dueInMs }) => dueInMs !== null)
}

/** The lanes that are due, beginning behind the one that was served last. */
function inTurn(lanes: readonly Lane[], after: string): readonly string[] {
  // Databases sort by rules of their own, and the turn must be the same in all.
  const due = lanes
    .filter(({ dueInMs }) => dueInMs <= 0)
    .map(({ name }) => name)
    .sort()
  const next = due.findIndex((name) => name > after)
  return [...due.slice(Math.max(next, 0)), ...due.slice(0, Math.max(next, 0))]
}

/** How much may still be taken. */
class Rooms {
  readonly #claim: DeliveryClaim
  readonly #organizations: Map<string, number>
  #left: number

  constructor(claim: DeliveryClaim) {
    this.#claim = claim
    this.#organizations = new Map(claim.organizations)
    this.#left = claim.limit
  }

  of(lane: string): number {
    const { lanes, laneRoom } = this.#claim
    return Math.min(lanes.get(lane) ?? laneRoom, this.#organizationRoom(lane), this.#left)
  }

  take(lane: string, count: number): void {
    this.#organizations.set(organizationOf(lane), this.#organizationRoom(lane) - count)
    this.#left -= count
  }

  #organizationRoom(lane: string): number {
    return this.#organizations.get(organizationOf(lane)) ?? this.#claim.organizationRoom
  }
}

type Row = Selectable<DeliveryTable>

function takeDue(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  { lane, room, claim }: { readonly lane: string; readonly room: number; readonly claim: DeliveryClaim },
): Promise<Row[]> {
  const { now } = database
  const { processId, deadlineMs } = claim
  return (
    transaction
      // Evaluated once: a planner that did so for each row would take more.
      .with(
        (name) => name('next').materialized(),
        (db) =>
          skipLocked(
            database,
            db
              .selectFrom('deliveries')
              .select('id')
              .where('state', '=', 'ready')
              .where('lane', '=', lane)
              .where('due_at', '<=', now)
              .orderBy('due_at')
              .orderBy('id')
              .limit(room),
          ),
      )
      .updateTable('deliveries')
      .set((eb) => ({
        state: 'running',
        process_id: processId,
        attempts: eb('attempts', '+', 1),
        deadline_at: sql<number>`${now} + ${sql.lit(deadlineMs)}`,
      }))
      .where('id', 'in', (eb) => eb.selectFrom('next').select('next.id'))
      .returningAll()
      .execute()
  )
}

/** Writes the attempts into the log before they are made. What has no endpoint any more has failed. */
async function beginAttempts(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  rows: readonly Row[],
  { processId }: DeliveryClaim,
): Promise<readonly ClaimedDelivery[]> {
  if (rows.length === 0) return []
  const events = await loadEvents(transaction, rows)
  const webhooks = await loadWebhooks(transaction, rows)
  const begun: ClaimedDelivery[] = []
  for (const row of rows) {
    const webhook = row.webhook_id === null ? undefined : webhooks.get(row.webhook_id)
    const event = events.get(row.event_id)
    const reason = obstacleTo(row, webhook)
    if (reason || !event) {
      await giveUp(transaction, row, reason ?? 'deleted')
      continue
    }
    begun.push({
      id: row.id,
      attempt: row.attempts,
      processId,
      organizationId: row.organization_id,
      eventId: row.event_id,
      requestId: event.request_id,
      lane: row.lane,
      body: row.legacy_body ?? event.payload,
      isTestEvent: row.is_test_event === 1,
      failures: row.failures,
      target: webhook ? { kind: 'dashboard', webhook } : { kind: 'legacy', sealed: row.legacy_target ?? '' },
    })
  }
  const made = new Set(begun.map(({ id }) => id))
  await logAttempts(
    database,
    transaction,
    rows.filter(({ id }) => made.has(id)),
  )
  return begun
}

/** Why a delivery cannot be made. A test event is sent to a disabled endpoint too: it shows whether it works again. */
function obstacleTo(row: Row, webhook: Webhook | undefined): 'deleted' | 'disabled' | undefined {
  if (row.webhook_id === null) return undefined
  if (!webhook) return 'deleted'
  return webhook.disabled && row.is_test_event === 0 ? 'disabled' : undefined
}

async function loadEvents(transaction: Transaction<Database>, rows: readonly Row[]) {
  const ids = [...new Set(rows.map(({ event_id }) => event_id))]
  const events = await transaction
    .selectFrom('events')
    .select(['id', 'request_id', 'payload'])
    .where('id', 'in', ids)
    .execute()
  return new Map(events.map((event) => [event.id, event]))
}

async function loadWebhooks(
  transaction: Transaction<Database>,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Webhook>> {
  const ids = [...new Set(rows.flatMap(({ webhook_id }) => webhook_id ?? []))]
  if (ids.length === 0) return new Map()
  const webhooks = await transaction.selectFrom('webhooks').selectAll().where('id', 'in', ids).execute()
  return new Map(webhooks.map((row) => [row.id, toWebhook(row)]))
}

async function giveUp(transaction: Transaction<Database>, row: Row, reason: 'deleted' | 'disabled'): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ ...FREE, status: 'failed', state: 'done', reason, attempts: row.attempts - 1 })
    .where('id', '=', row.id)
    .execute()
}

async function logAttempts(
  { now }: StoreDatabase,
  transaction: Transaction<Database>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  await transaction
    .insertInto('delivery_attempts')
    .values(
      rows.map(({ id, attempts, next_cause }) => ({
        id: newId('att'),
        delivery_id: id,
        number: attempts,
        cause: next_cause,
        status: 'running' as const,
        started_at: now,
      })),
    )
    .execute()
}

/** What a delivery says while no attempt is made. */
export const FREE = { process_id: null, deadline_at: null } as const

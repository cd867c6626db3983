import { type Selectable, sql, type Transaction } from 'kysely'
import { organizationOf } from '../../webhooks/rules/lane.js'
import { type StoreDatabase, skipLocked } from '../database.js'
import { newId } from '../ids.js'
import type { Database } from '../schema.js'
import type { DeliveryTable } from './webhook-schema.js'
import type { ClaimedDeliveries, ClaimedDelivery, DeliveryClaim, Webhook } from './webhook-store.js'
import { toWebhook } from './webhooks.js'

/** A lane in which something is ready. */
interface Lane {
  readonly organizationId: string
  readonly name: string
  /** In ms from now; past times are negative. */
  readonly dueInMs: number
}

/** Lanes that are looked at together. */
const LANES_AT_ONCE = 64

/** Deliveries whose time has come that are made ready together, so that no transaction is long. */
const WOKEN_AT_ONCE = 500

/**
 * Begins attempts that are due. It goes from lane to lane and takes from each what there is room for, so that an
 * endpoint with a thousand deliveries, or one that answers none, has no more of the service than any other. An attempt
 * whose beginning a power failure took back is made again, as one is that it has interrupted: none waits for the disk.
 */
export async function claimDeliveries(database: StoreDatabase, claim: DeliveryClaim): Promise<ClaimedDeliveries> {
  const nextInMs = await wakeDue(database)
  const rooms = new Rooms(claim)
  // Looked at before a transaction is begun: mostly there is nothing.
  const due = await findLanes(database, claim, rooms)
  if (due.length === 0) return { deliveries: [], nextInMs }
  const deliveries = await database.unsyncedDb.transaction().execute(async (transaction) => {
    const begun: ClaimedDelivery[] = []
    for (const lane of due) {
      const room = rooms.of(lane.name)
      if (room <= 0) continue
      const rows = await takeDue(database, transaction, { lane, room, claim })
      rooms.take(lane.name, rows.length)
      begun.push(...(await beginAttempts(database, transaction, rows, claim)))
    }
    return begun
  })
  return { deliveries, nextInMs }
}

/**
 * Makes ready what has waited for its time, which an index has in that order; not all of it where that is a lot.
 *
 * @returns when the next one is due, in ms from now
 */
async function wakeDue(database: StoreDatabase): Promise<number | undefined> {
  const { db, now } = database
  const next = await db
    .selectFrom('deliveries')
    .select(sql<number>`due_at - ${now}`.as('dueInMs'))
    .where('state', '=', sql.lit('waiting'))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  if (!next || next.dueInMs > 0) return next?.dueInMs
  await db.transaction().execute((transaction) =>
    transaction
      .with(
        (name) => name('due').materialized(),
        (db) =>
          skipLocked(
            database,
            db
              .selectFrom('deliveries')
              .select('id')
              .where('state', '=', sql.lit('waiting'))
              .where('due_at', '<=', now)
              .orderBy('due_at')
              .limit(WOKEN_AT_ONCE),
          ),
      )
      .updateTable('deliveries')
      .set({ state: 'ready' })
      .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
      .execute(),
  )
  return 0
}

/**
 * Lanes in which something is due and for which there is room, as many as there is room for in all: in turn, beginning
 * behind the one that was served last. It goes from each one to the next in the index, without passing over what is
 * ready in them, nor over the other lanes of an organization for which there is no room.
 */
async function findLanes(
  database: StoreDatabase,
  { after, limit }: DeliveryClaim,
  rooms: Rooms,
): Promise<readonly Lane[]> {
  const found = new Map<string, Lane>()
  for (const start of after === '' ? [FIRST] : [{ organizationId: organizationOf(after), name: after }, FIRST]) {
    let behind: LanePlace | undefined = start
    while (behind) {
      const lanes: readonly Lane[] = await nextLanes(database, behind)
      behind = lanes.length < LANES_AT_ONCE ? undefined : lanes.at(-1)
      for (const lane of lanes) {
        // All the way round, or enough.
        if (found.has(lane.name) || found.size >= limit) return [...found.values()]
        if (rooms.ofOrganization(lane.organizationId) <= 0) {
          behind = { organizationId: lane.organizationId, name: undefined }
          break
        }
        if (lane.dueInMs <= 0 && rooms.of(lane.name) > 0) found.set(lane.name, lane)
      }
    }
  }
  return [...found.values()]
}

/** A place between lanes: behind this one, or behind all of an organization. */
interface LanePlace {
  readonly organizationId: string
  readonly name: string | undefined
}

const FIRST: LanePlace = { organizationId: '', name: '' }

async function nextLanes({ db, now }: StoreDatabase, { organizationId, name }: LanePlace): Promise<readonly Lane[]> {
  const behind =
    name === undefined
      ? sql`organization_id > ${organizationId}`
      : sql`(organization_id, lane) > (${organizationId}, ${name})`
  const { rows } = await sql<Lane & { readonly place: number }>`
    with recursive firsts(organization_id, lane, due_at, place) as (
      select * from (
        select organization_id, lane, due_at, 1 from deliveries where state = 'ready' and ${behind}
        order by organization_id, lane, due_at, id limit 1
      ) as first
      union all
      select next.organization_id, next.lane, next.due_at, firsts.place + 1
      from firsts cross join deliveries as next
      where firsts.place < ${sql.lit(LANES_AT_ONCE)} and next.id = (
        select id from deliveries
        where state = 'ready' and (organization_id, lane) > (firsts.organization_id, firsts.lane)
        order by organization_id, lane, due_at, id limit 1
      )
    )
    select organization_id as "organizationId", lane as name, due_at - ${now} as "dueInMs", place from firsts`.execute(
    db,
  )
  return [...rows].sort((a, b) => a.place - b.place)
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
    return Math.min(lanes.get(lane) ?? laneRoom, this.ofOrganization(organizationOf(lane)), this.#left)
  }

  ofOrganization(id: string): number {
    return this.#organizations.get(id) ?? this.#claim.organizationRoom
  }

  take(lane: string, count: number): void {
    const organization = organizationOf(lane)
    this.#organizations.set(organization, this.ofOrganization(organization) - count)
    this.#left -= count
  }
}

type Row = Selectable<DeliveryTable>

function takeDue(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  { lane, room, claim }: { readonly lane: Lane; readonly room: number; readonly claim: DeliveryClaim },
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
              .where('state', '=', sql.lit('ready'))
              .where('organization_id', '=', lane.organizationId)
              .where('lane', '=', lane.name)
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

/** Writes the attempts into the log before they are made. Deliveries whose endpoint is gone have failed. */
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

/** The columns of a delivery while no attempt is made. */
export const FREE = { process_id: null, deadline_at: null } as const

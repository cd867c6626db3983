import { type Kysely, type RawBuilder, sql } from 'kysely'
import { skipLocked, writeSingly } from '../database.js'
import type { Page } from '../page.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import type { HeldSlots, NewSlots, SlotCursor, SlotKind, SlotKinds } from '../store.js'

/**
 * The slots of API keys: who holds one may serve a request. They are leases and need not survive a power failure,
 * so they are kept where writing is cheap.
 */
export interface SlotDatabase {
  readonly key_slots: KeySlotTable
}

interface KeySlotTable {
  /** The key, and what the slot is for. */
  readonly api_key_id: string
  readonly slot: number
  /** Who has taken it; empty when it was given back. */
  readonly holder: string
  /** The process of the holder, which renews its slots. */
  readonly owner: string
  /** It is free from this time on, also when its holder has died; nobody has used it since. */
  readonly until_at: number
}

export interface SlotStore {
  readonly db: Kysely<SlotDatabase>
  readonly now: RawBuilder<number>
  readonly rowLocks: boolean
}

/** How long a slot is there that nobody uses. */
const IDLE_MS = 86_400_000

/** How long a slot is held without being renewed. */
const LEASE_MS = 30_000

/** @param unlogged the table is emptied by a crash of the database instead of costing writes to its log */
export async function createSlotTable(
  { schema }: Pick<Kysely<unknown>, 'schema'>,
  { unlogged = false } = {},
): Promise<void> {
  const table = schema
    .createTable('key_slots')
    .ifNotExists()
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('until_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_slots_number', ['api_key_id', 'slot'])
  await (unlogged ? table.modifyFront(sql`unlogged`) : table).execute()
}

/** What a query that takes slots is told: the kinds' slots, as the table names them. */
interface WantedSlots extends Pick<NewSlots, 'limit' | 'holder' | 'owner'> {
  readonly first: string
  readonly second: string
}

/** The slots of a kind, as the table names them. */
function slotsOf(keyId: string, kind: SlotKind): string {
  return kind === 'request' ? keyId : `${keyId}/${kind}`
}

export async function acquireSlots(store: SlotStore, { keyId, kinds, ...wanted }: NewSlots): Promise<number> {
  const ids = kinds.map((kind) => slotsOf(keyId, kind))
  return writeSingly(store, async (db) => {
    const taken = await takeFreeSlots(store, db, ids, wanted)
    if (taken === ids.length) return taken
    const missing = ids.slice(taken)
    await addMissingSlots(db, missing, wanted.limit)
    // Asked again also when none was missing: another request may have made them since the first time.
    return taken + (await takeFreeSlots(store, db, missing, wanted))
  })
}

/**
 * Takes the first free slot of each kind that nobody else is taking, so that requests of one key never wait for each
 * other. One statement for all, since each is a way to the database. Stops at the first kind of which all are held.
 *
 * @param ids the kinds' slots, as the table names them
 * @returns of how many kinds it has taken one
 */
async function takeFreeSlots(
  store: SlotStore,
  runner: Kysely<SlotDatabase>,
  [first, second]: readonly string[],
  wanted: Pick<NewSlots, 'limit' | 'holder' | 'owner'>,
): Promise<number> {
  if (first === undefined) return 0
  const taken =
    second === undefined
      ? await takeSlot(store, runner, { ...wanted, first })
      : await takeSlots(store, runner, { ...wanted, first, second })
  return taken.length
}

const takeSlot = prepareQuery((store: SlotStore, value: Placeholders<Omit<WantedSlots, 'second'>>) =>
  store.db
    .with('one', () => freeSlot(store, value('first'), value('limit')))
    .updateTable('key_slots')
    .set({ holder: value('holder'), owner: value('owner'), until_at: leaseEnd(store.now) })
    .where('api_key_id', '=', value('first'))
    .where('slot', '=', ({ selectFrom }) => selectFrom('one').select('slot'))
    .returning('slot'),
)

const takeSlots = prepareQuery((store: SlotStore, value: Placeholders<WantedSlots>) =>
  store.db
    .with('one', () => freeSlot(store, value('first'), value('limit')))
    .with('two', (db) =>
      freeSlot(store, value('second'), value('limit')).where(({ exists }) =>
        exists(db.selectFrom('one').select('slot')),
      ),
    )
    .updateTable('key_slots')
    .set({ holder: value('holder'), owner: value('owner'), until_at: leaseEnd(store.now) })
    .where(({ and, eb, or, selectFrom }) =>
      or([
        and([eb('api_key_id', '=', value('first')), eb('slot', '=', selectFrom('one').select('slot'))]),
        and([eb('api_key_id', '=', value('second')), eb('slot', '=', selectFrom('two').select('slot'))]),
      ]),
    )
    .returning('slot'),
)

function freeSlot(store: SlotStore, id: string, limit: number) {
  return skipLocked(
    store,
    store.db
      .selectFrom('key_slots')
      .select('slot')
      .where('api_key_id', '=', id)
      .where('slot', '<', limit)
      .where(({ eb, or }) =>
        or([
          eb('until_at', '<=', store.now),
          // Also where the clock was set back since: it was given back, or taken for longer than anybody can have it now.
          eb('holder', '=', sql.lit('')),
          eb('until_at', '>', leaseEnd(store.now)),
        ]),
      )
      .orderBy('slot')
      .limit(1),
  )
}

/** Makes the slots of kinds, all of them free, as far as there are none yet. */
async function addMissingSlots(db: Kysely<SlotDatabase>, ids: readonly string[], limit: number): Promise<void> {
  const { count } = await db
    .selectFrom('key_slots')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('api_key_id', 'in', ids)
    .where('slot', '<', limit)
    .executeTakeFirstOrThrow()
  if (count >= limit * ids.length) return
  const slots = ids.flatMap((id) =>
    Array.from({ length: limit }, (_, slot) => ({ api_key_id: id, slot, holder: '', owner: '', until_at: 0 })),
  )
  await db
    .insertInto('key_slots')
    .values(slots)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function leaseEnd(now: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`${now} + ${sql.lit(LEASE_MS)}`
}

const freeHeldSlots = prepareQuery(
  ({ db, now }: SlotStore, value: Placeholders<{ one: string; other: string; holder: string }>) =>
    db
      .updateTable('key_slots')
      .set({ holder: '', until_at: now })
      .where('api_key_id', 'in', [value('one'), value('other')])
      .where('holder', '=', value('holder')),
)

export async function releaseSlots(
  store: SlotStore,
  keyId: string,
  holder: string,
  [one, other = one]: SlotKinds = ['request', 'rendering'],
): Promise<void> {
  const ids = { one: slotsOf(keyId, one), other: slotsOf(keyId, other) }
  await writeSingly(store, (db) => freeHeldSlots(store, db, { ...ids, holder }))
}

export async function releaseSlotsOf({ db, now }: SlotStore, owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return
  await db
    .transaction()
    .execute((transaction) =>
      transaction.updateTable('key_slots').set({ holder: '', until_at: now }).where('owner', 'in', owners).execute(),
    )
}

/** A slot that nobody holds any more, because giving it back has failed, is free when its lease ends. */
export async function renewSlots(store: SlotStore, owner: string, held: readonly HeldSlots[]): Promise<void> {
  if (held.length === 0) return
  const keys = new Set(held.flatMap(({ keyId }) => [slotsOf(keyId, 'request'), slotsOf(keyId, 'rendering')]))
  await writeSingly(store, (db) =>
    db
      .updateTable('key_slots')
      .set({ until_at: leaseEnd(store.now) })
      .where('api_key_id', 'in', [...keys])
      .where('owner', '=', owner)
      .where(
        'holder',
        'in',
        held.map(({ holder }) => holder),
      )
      .where('until_at', '>', store.now)
      .execute(),
  )
}

export async function deleteIdleSlots(
  { db, now }: SlotStore,
  { after, limit }: Page<SlotCursor>,
): Promise<SlotCursor | undefined> {
  const behind = sql<boolean>`(api_key_id, slot) > (${after?.key ?? ''}, ${after?.slot ?? 0})`
  const looked = await db
    .selectFrom('key_slots')
    .select(['api_key_id as key', 'slot'])
    .where(behind)
    .orderBy('api_key_id')
    .orderBy('slot')
    .limit(limit)
    .execute()
  const last = looked.at(-1)
  if (!last) return undefined
  await db.transaction().execute((transaction) =>
    transaction
      .deleteFrom('key_slots')
      .where(behind)
      .where(sql<boolean>`(api_key_id, slot) <= (${last.key}, ${last.slot})`)
      .where('until_at', '<', sql<number>`${now} - ${sql.lit(IDLE_MS)}`)
      .execute(),
  )
  return looked.length < limit ? undefined : last
}

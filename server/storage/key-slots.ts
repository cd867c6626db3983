import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { NewSlot } from './store.js'

/**
 * The slots of API keys: who holds one may serve a request. They are leases and need not survive a power failure,
 * so they are kept where writing is cheap.
 */
export interface SlotDatabase {
  readonly key_slots: KeySlotTable
}

export interface KeySlotTable {
  readonly api_key_id: string
  readonly slot: number
  /** Who took it last. */
  readonly holder: string
  /** The process of the holder, which renews its slots. */
  readonly owner: string
  /** It is free from this time on, also when its holder has died. */
  readonly until_at: number
}

export interface SlotStore {
  readonly db: Kysely<SlotDatabase>
  readonly now: RawBuilder<number>
}

/** How long a slot is held without being renewed. */
const LEASE_MS = 30_000

export async function createSlotTable({ db }: SlotStore): Promise<void> {
  await db.transaction().execute((transaction) =>
    transaction.schema
      .createTable('key_slots')
      .ifNotExists()
      .addColumn('api_key_id', 'text', (column) => column.notNull())
      .addColumn('slot', 'integer', (column) => column.notNull())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('until_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('key_slots_number', ['api_key_id', 'slot'])
      .execute(),
  )
}

/** Takes a free slot below `limit`; false when all are held. */
export function acquireSlot({ db, now }: SlotStore, { keyId, limit, holder, owner }: NewSlot): Promise<boolean> {
  const until = sql<number>`${now} + ${sql.lit(LEASE_MS)}`
  return db.transaction().execute(async (transaction) => {
    const slots = await transaction
      .selectFrom('key_slots')
      .select(['slot', sql<number>`case when until_at <= ${now} then 1 else 0 end`.as('free')])
      .where('api_key_id', '=', keyId)
      .orderBy('slot')
      .execute()
    // Guarded once more where another process may have been faster: the limit is never exceeded.
    const free = slots.find(({ slot, free }) => free === 1 && slot < limit)
    if (free) {
      const taken = await transaction
        .updateTable('key_slots')
        .set({ holder, owner, until_at: until })
        .where('api_key_id', '=', keyId)
        .where('slot', '=', free.slot)
        .where('until_at', '<=', now)
        .returning('slot')
        .executeTakeFirst()
      return taken !== undefined
    }
    if (slots.length >= limit) return false
    const added = await transaction
      .insertInto('key_slots')
      .values({ api_key_id: keyId, slot: slots.length, holder, owner, until_at: until })
      .onConflict((conflict) => conflict.doNothing())
      .returning('slot')
      .executeTakeFirst()
    return added !== undefined
  })
}

export async function releaseSlot({ db }: SlotStore, keyId: string, holder: string): Promise<void> {
  await db
    .transaction()
    .execute((transaction) =>
      transaction
        .updateTable('key_slots')
        .set({ until_at: 0 })
        .where('api_key_id', '=', keyId)
        .where('holder', '=', holder)
        .execute(),
    )
}

/** Prolongs all slots that a process still holds. */
export async function renewSlots({ db, now }: SlotStore, owner: string): Promise<void> {
  await db.transaction().execute((transaction) =>
    transaction
      .updateTable('key_slots')
      .set({ until_at: sql<number>`${now} + ${sql.lit(LEASE_MS)}` })
      .where('owner', '=', owner)
      .where('until_at', '>', now)
      .execute(),
  )
}

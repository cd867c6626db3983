import { type Kysely, sql } from 'kysely'
import { currentTime } from '../current-time.js'
import { type ReadDatabase, type StoreDatabase, writeSingly } from '../database.js'
import { periodOf, type UsageKind } from '../periods.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import type { Database } from '../schema.js'
import type { CurrentUsage, NewUsage, Refund, Usage, UsageCount } from '../store.js'

/** The most that a column of type integer holds everywhere. */
const MAX_COUNT = 2_147_483_647

/**
 * Counts an amount, unless that would pass the limit. One guarded upsert decides, so that any number of processes together
 * never count more than the limit. A power failure may take back the counts of the last moments, whose
 * documents were given away: a document does not wait for the disk.
 */
export function countUsage(
  database: StoreDatabase,
  { organizationId, kind, limit, amount = 1 }: NewUsage,
): Promise<UsageCount> {
  return writeSingly(unsynced(database), async (db) => {
    const now = await currentTime(database, db)
    const period = periodOf(kind, now)
    const usage = { organizationId, kind, period }
    const used = await countWithin(database, db, usage, amount, limit)
    if (used !== undefined) return { kind: 'counted', period, used, now }
    const remaining = amount === 1 ? 0 : Math.max(0, (limit ?? 0) - (await readUsed(db, usage)))
    return { kind: 'exceeded', now, remaining }
  })
}

const countUps = prepareQuery(
  ({ db }: StoreDatabase, value: Placeholders<Usage & { readonly amount: number; readonly most: number }>) =>
    db
      .insertInto('usage_counters')
      .values({
        organization_id: value('organizationId'),
        kind: value('kind'),
        period: value('period'),
        used: value('amount'),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'kind', 'period'])
          .doUpdateSet({ used: sql<number>`usage_counters.used + excluded.used` })
          .where('usage_counters.used', '<=', value('most')),
      )
      .returning('used'),
)

/** Counts an amount unless that would pass the limit; the new count, or undefined. */
export async function countWithin(
  database: StoreDatabase,
  db: Kysely<Database>,
  usage: Usage,
  amount: number,
  limit: number | undefined,
): Promise<number | undefined> {
  // The guard stands on the update only: a first row is inserted without asking it.
  if (limit !== undefined && limit < amount) return undefined
  const most = Math.min(limit ?? MAX_COUNT, MAX_COUNT) - amount
  const [row] = await countUps(database, db, { ...usage, amount, most })
  return row?.used
}

/** Takes back what was counted in a period. */
export async function uncountUsage(
  database: StoreDatabase,
  { organizationId, kind, period, amount = 1 }: Refund,
): Promise<void> {
  await writeSingly(unsynced(database), (db) => giveBackUsage(db, { organizationId, kind, period }, amount))
}

/** Takes back what was counted in a period, as far as it is still counted there. */
export async function giveBackUsage(
  db: Kysely<Database>,
  { organizationId, kind, period }: Usage,
  amount: number,
): Promise<void> {
  await db
    .updateTable('usage_counters')
    // Others may have given back meanwhile what a recount took away.
    .set((eb) => ({
      used: eb
        .case()
        .when('used', '>', amount)
        .then(eb('used', '-', amount))
        .else(0)
        .end(),
    }))
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .where('used', '>', 0)
    .execute()
}

function unsynced({ unsyncedDb, rowLocks }: StoreDatabase) {
  return { db: unsyncedDb, rowLocks }
}

export async function readUsage(database: ReadDatabase, organizationId: string): Promise<CurrentUsage> {
  const { db } = database
  const now = await currentTime(database, db)
  const read = async (kind: UsageKind) => {
    const period = periodOf(kind, now)
    return { period, used: await readUsed(db, { organizationId, kind, period }) }
  }
  return { documents: await read('documents'), tests: await read('tests') }
}

/** How much was counted in a period. */
export async function readUsed(db: Kysely<Database>, { organizationId, kind, period }: Usage): Promise<number> {
  const row = await db
    .selectFrom('usage_counters')
    .select('used')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .executeTakeFirst()
  return row?.used ?? 0
}

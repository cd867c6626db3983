import { type Kysely, sql } from 'kysely'
import { type StoreDatabase, writeSingly } from './database.js'
import { periodOf, type UsageKind } from './periods.js'
import type { Database } from './schema.js'
import type { CurrentUsage, NewUsage, Usage, UsageCount } from './store.js'

/** The most that a column of type integer holds everywhere. */
const MAX_COUNT = 2_147_483_647

/**
 * Counts one, unless the limit is reached. One guarded upsert decides, so that any number of processes together
 * never count more than the limit.
 */
export function countUsage(database: StoreDatabase, { organizationId, kind, limit }: NewUsage): Promise<UsageCount> {
  return writeSingly(database, async (db) => {
    const { now } = await db.selectNoFrom(database.now.as('now')).executeTakeFirstOrThrow()
    const period = periodOf(kind, now)
    const used = await countWithin(db, { organizationId, kind, period }, 1, limit)
    return used === undefined ? { kind: 'exceeded', now } : { kind: 'counted', period, used, now }
  })
}

/** Counts an amount unless that would pass the limit; the new count, or undefined. */
export async function countWithin(
  db: Kysely<Database>,
  { organizationId, kind, period }: Usage,
  amount: number,
  limit: number | undefined,
): Promise<number | undefined> {
  // The guard stands on the update only: a first row is inserted without asking it.
  if (limit !== undefined && limit < amount) return undefined
  const row = await db
    .insertInto('usage_counters')
    .values({ organization_id: organizationId, kind, period, used: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'kind', 'period'])
        .doUpdateSet({ used: sql<number>`usage_counters.used + ${sql.lit(amount)}` })
        .where('usage_counters.used', '<=', Math.min(limit ?? MAX_COUNT, MAX_COUNT) - amount),
    )
    .returning('used')
    .executeTakeFirst()
  return row?.used
}

/** Takes one back that was counted in a period. */
export async function uncountUsage(database: StoreDatabase, { organizationId, kind, period }: Usage): Promise<void> {
  await writeSingly(database, (db) =>
    db
      .updateTable('usage_counters')
      .set((eb) => ({ used: eb('used', '-', 1) }))
      .where('organization_id', '=', organizationId)
      .where('kind', '=', kind)
      .where('period', '=', period)
      .where('used', '>', 0)
      .execute(),
  )
}

export async function readUsage({ db, now: clock }: StoreDatabase, organizationId: string): Promise<CurrentUsage> {
  const { now } = await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
  const read = async (kind: UsageKind) => {
    const period = periodOf(kind, now)
    const row = await db
      .selectFrom('usage_counters')
      .select('used')
      .where('organization_id', '=', organizationId)
      .where('kind', '=', kind)
      .where('period', '=', period)
      .executeTakeFirst()
    return { period, used: row?.used ?? 0 }
  }
  return { documents: await read('documents'), tests: await read('tests') }
}

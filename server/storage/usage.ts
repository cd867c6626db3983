import { sql } from 'kysely'
import type { StoreDatabase } from './database.js'
import { periodOf, type UsageKind } from './periods.js'
import type { CurrentUsage, NewUsage, Usage, UsageCount } from './store.js'

/**
 * Counts one, unless the limit is reached. One guarded upsert decides, so that any number of processes together
 * never count more than the limit.
 */
export function countUsage(
  { db, now: clock }: StoreDatabase,
  { organizationId, kind, limit }: NewUsage,
): Promise<UsageCount> {
  return db.transaction().execute(async (transaction) => {
    const { now } = await transaction.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
    const period = periodOf(kind, now)
    // The guard stands on the update only: a first row is inserted without asking it.
    if (limit !== undefined && limit < 1) return { kind: 'exceeded', now }
    const row = await transaction
      .insertInto('usage_counters')
      .values({ organization_id: organizationId, kind, period, used: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'kind', 'period'])
          .doUpdateSet({ used: sql<number>`usage_counters.used + 1` })
          .where('usage_counters.used', '<', limit ?? Number.MAX_SAFE_INTEGER),
      )
      .returning('used')
      .executeTakeFirst()
    return row ? { kind: 'counted', period, used: row.used, now } : { kind: 'exceeded', now }
  })
}

/** Takes one back that was counted in a period. */
export async function uncountUsage({ db }: StoreDatabase, { organizationId, kind, period }: Usage): Promise<void> {
  await db.transaction().execute((transaction) =>
    transaction
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

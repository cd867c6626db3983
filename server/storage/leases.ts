import { sql } from 'kysely'
import type { StoreDatabase } from './database.js'

export function holdLease(
  { db, now }: StoreDatabase,
  name: string,
  holder: string,
  durationMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const held = await transaction
      .insertInto('leases')
      .values({ name, holder, until_at: sql<number>`${now} + ${sql.lit(durationMs)}` })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ holder: eb.ref('excluded.holder'), until_at: eb.ref('excluded.until_at') }))
          .where((eb) =>
            eb.or([
              eb('leases.holder', '=', holder),
              eb('leases.until_at', '<=', now),
              // Longer than one that is taken now: it was taken before the clock was set back.
              eb('leases.until_at', '>', sql<number>`${now} + ${sql.lit(durationMs)}`),
            ]),
          ),
      )
      .returning('name')
      .executeTakeFirst()
    return held !== undefined
  })
}

export async function releaseLease({ db }: StoreDatabase, name: string, holder: string): Promise<void> {
  await db
    .transaction()
    .execute((transaction) =>
      transaction.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute(),
    )
}

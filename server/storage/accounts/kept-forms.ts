import { sql } from 'kysely'
import type { StoreDatabase } from '../database.js'
import type { KeptForm, NewKeptForm } from './account-store.js'

/** Forms of one user that are kept: of somebody with many browsers the last ones count. */
const MOST_OF_ONE_USER = 3

/** One for each session: the next takes the place of the one before. Nothing is kept for users who are gone or disabled. */
export function keepForm(
  database: StoreDatabase,
  { sessionId, userId, sealed, lifetimeMs }: NewKeptForm,
): Promise<boolean> {
  const { now } = database
  return database.db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!user) return false
    await transaction.deleteFrom('kept_forms').where('session_id', '=', sessionId).execute()
    await transaction
      .insertInto('kept_forms')
      .values({
        session_id: sessionId,
        user_id: userId,
        sealed,
        created_at: now,
        expires_at: sql<number>`${now} + ${sql.lit(lifetimeMs)}`,
      })
      .execute()
    const others = await transaction
      .selectFrom('kept_forms')
      .select('session_id')
      .where('user_id', '=', userId)
      .where('session_id', '<>', sessionId)
      .orderBy('created_at', 'desc')
      .execute()
    const surplus = others.slice(MOST_OF_ONE_USER - 1).map(({ session_id }) => session_id)
    if (surplus.length > 0) await transaction.deleteFrom('kept_forms').where('session_id', 'in', surplus).execute()
    return true
  })
}

export async function findKeptForm({ db, now }: StoreDatabase, userId: string): Promise<KeptForm | undefined> {
  const row = await db
    .selectFrom('kept_forms')
    .select(['session_id', 'sealed', 'created_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { sessionId: row.session_id, sealed: row.sealed, createdAt: row.created_at }
}

export async function forgetKeptForm({ db }: StoreDatabase, userId: string, sessionId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('kept_forms')
      .where('session_id', '=', sessionId)
      .where('user_id', '=', userId)
      .execute()
  })
}

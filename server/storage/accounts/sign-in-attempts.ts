import { sql } from 'kysely'
import { currentTime } from '../current-time.js'
import type { StoreDatabase } from '../database.js'
import type { AttemptBound, AttemptCheck } from './account-store.js'

export function countSignInAttempt(
  database: StoreDatabase,
  bounds: readonly AttemptBound[],
  windowMs: number,
): Promise<AttemptCheck> {
  // Always in the same order, so that attempts with the same subjects never wait for each other in a circle.
  const ordered = [...bounds].sort((a, b) => (a.subject < b.subject ? -1 : 1))
  return database.db.transaction().execute(async (transaction) => {
    const now = await currentTime(database, transaction)
    let retryAfterMs = 0
    for (const { subject, limit } of ordered) {
      const isOver = sql<boolean>`sign_in_attempts.since <= ${now - windowMs}`
      const row = await transaction
        .insertInto('sign_in_attempts')
        .values({ subject, attempts: 1, since: now })
        .onConflict((conflict) =>
          conflict.column('subject').doUpdateSet({
            attempts: sql<number>`case when ${isOver} then 1 else sign_in_attempts.attempts + 1 end`,
            since: sql<number>`case when ${isOver} then excluded.since else sign_in_attempts.since end`,
          }),
        )
        .returning(['attempts', 'since'])
        .executeTakeFirstOrThrow()
      if (row.attempts > limit) retryAfterMs = Math.max(retryAfterMs, row.since + windowMs - now)
    }
    return retryAfterMs > 0 ? { kind: 'refused', retryAfterMs } : { kind: 'allowed' }
  })
}

export async function forgetSignInAttempts({ db }: StoreDatabase, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('sign_in_attempts').where('subject', 'in', subjects).execute()
  })
}

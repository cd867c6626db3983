import { sql, type Transaction } from 'kysely'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import { newId } from '../ids.js'
import type { Database } from '../schema.js'
import type {
  ExpiredAnswer,
  IdempotencyCheck,
  IdempotencyHold,
  IdempotentAnswer,
  NewIdempotentRequest,
} from './request-store.js'

/** How long an answer is given again: 24 hours from the first request. */
const LIFETIME_MS = 86_400_000

/** Finds out whether a request with this key was there before; the first one gets the key. */
export function beginIdempotent(
  { db, now }: StoreDatabase,
  { keyId, key, fingerprint, processId, answeredWithinMs }: NewIdempotentRequest,
): Promise<IdempotencyCheck> {
  return db.transaction().execute(async (transaction) => {
    const token = newId('idk')
    const expiresAt = sql<number>`${now} + ${sql.lit(LIFETIME_MS)}`
    const fresh = {
      fingerprint,
      state: 'running' as const,
      process_id: processId,
      token,
      answer: null,
      object_key: null,
      answered_at: null,
      expires_at: expiresAt,
    }
    const begun = await transaction
      .insertInto('idempotency_keys')
      .values({ api_key_id: keyId, key, ...fresh })
      // An expired key is as good as a new one, and so is one whose first request nobody can be answering any more.
      .onConflict((conflict) =>
        conflict
          .columns(['api_key_id', 'key'])
          .doUpdateSet(fresh)
          .where(({ and, eb, or }) =>
            or([
              eb('idempotency_keys.expires_at', '<=', now),
              and([
                eb('idempotency_keys.state', '=', sql.lit('running')),
                or([
                  eb('idempotency_keys.expires_at', '<=', sql<number>`${expiresAt} - ${sql.lit(answeredWithinMs)}`),
                  // It was begun before the clock was set back.
                  eb('idempotency_keys.expires_at', '>', expiresAt),
                ]),
              ]),
            ]),
          ),
      )
      .returning('key')
      .executeTakeFirst()
    if (begun) return { kind: 'new', hold: { keyId, key, token } }
    const row = await transaction
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('api_key_id', '=', keyId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (!row) return { kind: 'running' }
    if (row.fingerprint !== fingerprint) return { kind: 'mismatch' }
    if (row.answer === null || row.answered_at === null) return { kind: 'running' }
    return {
      kind: 'answered',
      answer: row.answer,
      objectKey: row.object_key ?? undefined,
      answeredAt: row.answered_at,
    }
  })
}

export function answerIdempotent({ db, now }: StoreDatabase, answer: IdempotentAnswer): Promise<boolean> {
  return db.transaction().execute((transaction) => saveAnswer(transaction, answer, now))
}

/** Saves an answer as part of the transaction that it is about; false when somebody else has the right to answer. */
export async function saveAnswer(
  transaction: Transaction<Database>,
  { keyId, key, token, answer, objectKey }: IdempotentAnswer,
  now: number | StoreDatabase['now'],
): Promise<boolean> {
  const saved = await transaction
    .updateTable('idempotency_keys')
    .set({ state: 'answered', answer, object_key: objectKey ?? null, answered_at: now })
    .where('api_key_id', '=', keyId)
    .where('key', '=', key)
    .where('token', '=', token)
    .where('state', '=', 'running')
    .returning('key')
    .executeTakeFirst()
  return saved !== undefined
}

export async function releaseIdempotent({ db }: StoreDatabase, { keyId, key, token }: IdempotencyHold): Promise<void> {
  await db
    .transaction()
    .execute((transaction) =>
      transaction
        .deleteFrom('idempotency_keys')
        .where('api_key_id', '=', keyId)
        .where('key', '=', key)
        .where('token', '=', token)
        .where('state', '=', 'running')
        .execute(),
    )
}

export async function listExpiredAnswers({ db, now }: ReadDatabase, limit: number): Promise<readonly ExpiredAnswer[]> {
  const rows = await db
    .selectFrom('idempotency_keys')
    .select(['api_key_id', 'key', 'object_key'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(({ api_key_id, key, object_key }) => ({ keyId: api_key_id, key, objectKey: object_key ?? undefined }))
}

export async function deleteAnswers({ db, now }: StoreDatabase, answers: readonly ExpiredAnswer[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { keyId, key } of answers) {
      await transaction
        .deleteFrom('idempotency_keys')
        .where('api_key_id', '=', keyId)
        .where('key', '=', key)
        // It may have been used anew meanwhile.
        .where('expires_at', '<=', now)
        .execute()
    }
  })
}

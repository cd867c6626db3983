import { sql } from 'kysely'
import { recordAudit } from '../administration/audit.js'
import type { StoreDatabase } from '../database.js'
import { StoreError } from '../store.js'
import type { AccountLink, NewAccountLink } from './account-store.js'

/** A user has one link for each purpose: a new one takes the place of the one before. */
export async function createAccountLink(
  database: StoreDatabase,
  { hash, userId, purpose, lifetimeMs }: NewAccountLink,
  actor?: string,
): Promise<void> {
  const { now } = database
  await database.db.transaction().execute(async (transaction) => {
    const user = await transaction.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
    if (!user) throw new StoreError('missing', `there is no user "${userId}"`)
    await transaction.deleteFrom('account_links').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
    await transaction
      .insertInto('account_links')
      .values({
        hash,
        user_id: userId,
        purpose,
        created_at: now,
        expires_at: sql<number>`${now} + ${sql.lit(lifetimeMs)}`,
      })
      .execute()
    await recordAudit(database, transaction, {
      organizationId: undefined,
      actor,
      action: purpose === 'reset' ? 'user.reset_link_created' : 'user.sign_in_link_created',
      subject: userId,
      details: { email: user.email },
    })
  })
}

export async function findAccountLink({ db, now }: StoreDatabase, hash: string): Promise<AccountLink | undefined> {
  return db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['users.id as userId', 'users.email', 'account_links.purpose'])
    .where('account_links.hash', '=', hash)
    .where('account_links.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
}

export function takeAccountLink(database: StoreDatabase, hash: string): Promise<AccountLink | undefined> {
  return database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('account_links')
      .where('hash', '=', hash)
      .where('expires_at', '>', database.now)
      .returning(['user_id', 'purpose'])
      .executeTakeFirst()
    if (!row) return undefined
    const user = await transaction
      .selectFrom('users')
      .select('email')
      .where('id', '=', row.user_id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    return user && { userId: row.user_id, email: user.email, purpose: row.purpose }
  })
}

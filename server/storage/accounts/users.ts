import { type Selectable, sql } from 'kysely'
import { recordAudit } from '../administration/audit.js'
import { type StoreDatabase, writeAlone } from '../database.js'
import { newId } from '../ids.js'
import type { UserTable } from '../schema.js'
import { StoreError } from '../store.js'
import type { Credentials, FirstAdministrator, Theme, User } from './account-store.js'

export async function findCredentials({ db }: StoreDatabase, email: string): Promise<Credentials | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'disabled_at'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (!row) return undefined
  const { id, password_hash, disabled_at } = row
  return { userId: id, email: row.email, passwordHash: password_hash, disabledAt: disabled_at ?? undefined }
}

export async function setTheme({ db }: StoreDatabase, userId: string, theme: Theme): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set({ theme }).where('id', '=', userId).execute()
  })
}

export async function setPassword(
  database: StoreDatabase,
  userId: string,
  passwordHash: string,
  exceptSession = '',
  actor?: string,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .returning('email')
      .executeTakeFirst()
    if (!row) throw new StoreError('missing', `there is no user "${userId}"`)
    await transaction.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', exceptSession).execute()
    // A link that was sent before would open the account to whoever has it.
    await transaction.deleteFrom('account_links').where('user_id', '=', userId).execute()
    await recordAudit(database, transaction, {
      organizationId: undefined,
      actor,
      action: 'user.password_changed',
      subject: userId,
      details: { email: row.email },
    })
  })
}

export function disableUser(
  database: StoreDatabase,
  email: string,
  isDisabled: boolean,
  actor?: string,
): Promise<{ readonly id: string }> {
  return database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('users')
      .set((eb) => ({ disabled_at: isDisabled ? eb.fn.coalesce('disabled_at', database.now) : null }))
      .where('email', '=', email.toLowerCase())
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!row) throw new StoreError('missing', `there is no user "${email}"`)
    if (isDisabled) {
      await transaction.deleteFrom('sessions').where('user_id', '=', row.id).execute()
      await transaction.deleteFrom('account_links').where('user_id', '=', row.id).execute()
    }
    await recordAudit(database, transaction, {
      organizationId: undefined,
      actor,
      action: isDisabled ? 'user.disabled' : 'user.enabled',
      subject: row.id,
      details: { email: row.email },
    })
    return { id: row.id }
  })
}

export function findFirstAdministrator(
  database: StoreDatabase,
  { email, passwordHash }: FirstAdministrator,
): Promise<{ readonly id: string; readonly email: string; readonly isNew: boolean } | undefined> {
  return database.db.transaction().execute(async (transaction) => {
    // Of processes that start at once, one makes the administrator.
    await writeAlone(database, transaction, 'users')
    const administrators = () => transaction.selectFrom('users').where('is_admin', '=', sql.lit(1))
    const signedIn = await administrators()
      .select('id')
      .where('signed_in_at', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    if (signedIn) return undefined
    const waiting = await administrators()
      .select(['id', 'email'])
      .where('disabled_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (waiting) return { ...waiting, isNew: false }
    const address = email.toLowerCase()
    const row = await transaction
      .insertInto('users')
      .values({
        id: newId('usr'),
        email: address,
        password_hash: passwordHash,
        is_admin: 1,
        created_at: database.now,
      })
      // A user with this address who is no administrator becomes none by a restart.
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!row) return undefined
    await recordAudit(database, transaction, {
      organizationId: undefined,
      actor: undefined,
      action: 'user.created',
      subject: row.id,
      details: { email: address, is_admin: true, role: null },
    })
    return { ...row, isNew: true }
  })
}

export async function deleteExpiredAccess(database: StoreDatabase, limit: number): Promise<number> {
  const { db, now } = database
  let removed = 0
  await db.transaction().execute(async (transaction) => {
    const { numDeletedRows: sessions } = await transaction
      .deleteFrom('sessions')
      .where('id', 'in', (eb) =>
        eb.selectFrom('sessions as old').select('old.id').where('old.expires_at', '<=', now).limit(limit),
      )
      .executeTakeFirstOrThrow()
    const { numDeletedRows: links } = await transaction
      .deleteFrom('account_links')
      .where('hash', 'in', (eb) =>
        eb.selectFrom('account_links as old').select('old.hash').where('old.expires_at', '<=', now).limit(limit),
      )
      .executeTakeFirstOrThrow()
    const { numDeletedRows: invitations } = await transaction
      .deleteFrom('invitations')
      .where('id', 'in', (eb) =>
        eb.selectFrom('invitations as old').select('old.id').where('old.expires_at', '<=', now).limit(limit),
      )
      .executeTakeFirstOrThrow()
    const { numDeletedRows: attempts } = await transaction
      .deleteFrom('sign_in_attempts')
      .where('subject', 'in', (eb) =>
        eb
          .selectFrom('sign_in_attempts as old')
          .select('old.subject')
          .where('old.since', '<', sql<number>`${now} - ${sql.lit(KEPT_ATTEMPTS_MS)}`)
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    const { numDeletedRows: forms } = await transaction
      .deleteFrom('kept_forms')
      .where('session_id', 'in', (eb) =>
        eb.selectFrom('kept_forms as old').select('old.session_id').where('old.expires_at', '<=', now).limit(limit),
      )
      .executeTakeFirstOrThrow()
    removed = Math.max(...[sessions, links, invitations, attempts, forms].map(Number))
  })
  return removed
}

/** Longer than any time within which attempts are counted. */
const KEPT_ATTEMPTS_MS = 86_400_000

export function toUser(row: Selectable<UserTable>): User {
  return {
    id: row.id,
    email: row.email,
    isAdmin: row.is_admin === 1,
    theme: row.theme ?? 'system',
    createdAt: row.created_at,
    signedInAt: row.signed_in_at ?? undefined,
    disabledAt: row.disabled_at ?? undefined,
    hasSecondFactor: row.second_factor !== null,
  }
}

import type { Transaction } from 'kysely'
import { recordAudit } from '../administration/audit.js'
import { type StoreDatabase, writeAlone } from '../database.js'
import { newId } from '../ids.js'
import type { Database } from '../schema.js'
import type { Identity, IdentityVerdict } from './account-store.js'
import { join } from './members.js'

/** The hash of no password: nobody signs in by one until they have been sent a link to choose it. */
const NO_PASSWORD = ''

export function recognizeIdentity(database: StoreDatabase, identity: Identity): Promise<IdentityVerdict> {
  return database.db.transaction().execute(async (transaction) => {
    const known = await findKnown(transaction, identity)
    if (known) return known
    if (!identity.email || !identity.isVerified) return { kind: 'unverified' }
    // Of sign-ins at the same time, one makes the user and the identity.
    await writeAlone(database, transaction, 'users')
    return (
      (await findKnown(transaction, identity)) ??
      (await recognizeAddress(database, transaction, identity, identity.email.toLowerCase()))
    )
  })
}

async function findKnown(
  transaction: Transaction<Database>,
  { issuer, subject }: Identity,
): Promise<IdentityVerdict | undefined> {
  const user = await transaction
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .select(['users.id', 'users.disabled_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return user && (user.disabled_at === null ? { kind: 'user', userId: user.id } : { kind: 'disabled' })
}

async function recognizeAddress(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  identity: Identity,
  email: string,
): Promise<IdentityVerdict> {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'disabled_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (user && user.disabled_at !== null) return { kind: 'disabled' }
  const userId = user?.id ?? (await acceptInvitations(database, transaction, email))
  if (userId === undefined) return { kind: 'unknown' }
  const linked = await transaction
    .insertInto('user_identities')
    .values({ issuer: identity.issuer, subject: identity.subject, user_id: userId, created_at: database.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!linked) return { kind: 'taken' }
  await recordAudit(database, transaction, {
    organizationId: undefined,
    actor: email,
    action: 'user.identity_linked',
    subject: userId,
    details: { email, issuer: identity.issuer },
  })
  return { kind: 'user', userId }
}

/** Makes a user of somebody who was invited. Undefined when nobody has. */
async function acceptInvitations(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  email: string,
): Promise<string | undefined> {
  const invitations = await transaction
    .deleteFrom('invitations')
    .where('email', '=', email)
    .where('expires_at', '>', database.now)
    .returningAll()
    .execute()
  if (invitations.length === 0) return undefined
  const { id } = await transaction
    .insertInto('users')
    .values({ id: newId('usr'), email, password_hash: NO_PASSWORD, is_admin: 0, created_at: database.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const invitation of invitations) await join(database, transaction, invitation, id)
  return id
}

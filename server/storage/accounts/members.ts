import { type Selectable, sql, type Transaction } from 'kysely'
import type { Role } from '../administration/administration-store.js'
import { recordAudit } from '../administration/audit.js'
import { type ReadDatabase, type StoreDatabase, writeAlone } from '../database.js'
import { newId } from '../ids.js'
import { isBehind, type Page, type TimeCursor } from '../page.js'
import type { Database } from '../schema.js'
import { StoreError } from '../store.js'
import type { User } from './account-store.js'
import type { InvitationTable } from './account-tables.js'
import type { Invitation, Member, NewInvitation, OpenInvitation } from './member-store.js'
import { toUser } from './users.js'

/** Members and invitations of one organization that are listed; more people than that do not share one. */
const MOST = 1_000

export async function listMembers({ db }: ReadDatabase, organizationId: string): Promise<readonly Member[]> {
  const memberships = await db
    .selectFrom('memberships')
    .select(['user_id', 'role'])
    .where('organization_id', '=', organizationId)
    .limit(MOST)
    .execute()
  if (memberships.length === 0) return []
  const roles = new Map(memberships.map(({ user_id, role }) => [user_id, role]))
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'signed_in_at', 'disabled_at'])
    .where('id', 'in', [...roles.keys()])
    .execute()
  return users
    .map(({ id, email, signed_in_at, disabled_at }) => ({
      userId: id,
      email,
      role: roles.get(id) ?? 'viewer',
      signedInAt: signed_in_at ?? undefined,
      disabledAt: disabled_at ?? undefined,
    }))
    .sort((a, b) => (a.email < b.email ? -1 : 1))
}

/** Those that can still be accepted, oldest first. */
export async function listInvitations(
  { db, now }: ReadDatabase,
  organizationId: string,
): Promise<readonly Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
  return rows.map(toInvitation)
}

/** All users of the service, newest last. */
export async function listUsers({ db }: ReadDatabase, page: Page<TimeCursor>): Promise<readonly User[]> {
  let rows = db.selectFrom('users').selectAll()
  if (page.after) rows = rows.where(isBehind(page.after, 'oldest first'))
  return (await rows.orderBy('created_at').orderBy('id').limit(page.limit).execute()).map(toUser)
}

export function createInvitation(
  database: StoreDatabase,
  { organizationId, email, role, hash, lifetimeMs }: NewInvitation,
  actor: string,
): Promise<Invitation> {
  const { now } = database
  const address = email.toLowerCase()
  return database.db.transaction().execute(async (transaction) => {
    const member = await transaction
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.user_id', 'users.id')
      .select('users.id')
      .where('users.email', '=', address)
      .where('memberships.organization_id', '=', organizationId)
      .executeTakeFirst()
    if (member) throw new StoreError('conflict', `${address} is a member already`)
    await transaction
      .deleteFrom('invitations')
      .where('organization_id', '=', organizationId)
      .where('email', '=', address)
      .execute()
    const row = await transaction
      .insertInto('invitations')
      .values({
        id: newId('inv'),
        hash,
        organization_id: organizationId,
        email: address,
        role,
        invited_by: actor,
        created_at: now,
        expires_at: sql<number>`${now} + ${sql.lit(lifetimeMs)}`,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'invitation.created',
      subject: row.id,
      details: { email: address, role },
    })
    return toInvitation(row)
  })
}

export async function revokeInvitation(
  database: StoreDatabase,
  organizationId: string,
  invitationId: string,
  actor: string,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('invitations')
      .where('id', '=', invitationId)
      .where('organization_id', '=', organizationId)
      .returning('email')
      .executeTakeFirst()
    if (!row) throw new StoreError('missing', `there is no invitation "${invitationId}"`)
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'invitation.revoked',
      subject: invitationId,
      details: { email: row.email },
    })
  })
}

export async function findInvitation({ db, now }: StoreDatabase, hash: string): Promise<OpenInvitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .leftJoin('users', 'users.email', 'invitations.email')
    .selectAll('invitations')
    .select(['organizations.name', 'organizations.slug', 'users.id as user_id'])
    .where('invitations.hash', '=', hash)
    .where('invitations.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  return { ...toInvitation(row), organizationName: row.name, slug: row.slug, userId: row.user_id ?? undefined }
}

export function acceptInvitation(
  database: StoreDatabase,
  hash: string,
  passwordHash: string | undefined,
): Promise<{ readonly userId: string; readonly slug: string }> {
  const { now } = database
  return database.db.transaction().execute(async (transaction) => {
    const invitation = await transaction
      .deleteFrom('invitations')
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (!invitation) throw new StoreError('missing', 'the invitation is over')
    const { email, organization_id: organizationId } = invitation
    const user =
      passwordHash === undefined
        ? await transaction
            .selectFrom('users')
            .select('id')
            .where('email', '=', email)
            .where('disabled_at', 'is', null)
            .executeTakeFirst()
        : await transaction
            .insertInto('users')
            .values({ id: newId('usr'), email, password_hash: passwordHash, is_admin: 0, created_at: now })
            .onConflict((conflict) => conflict.column('email').doNothing())
            .returning('id')
            .executeTakeFirst()
    if (!user) throw new StoreError('missing', `there is no account for ${email}`)
    await join(database, transaction, invitation, user.id)
    const { slug } = await transaction
      .selectFrom('organizations')
      .select('slug')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    return { userId: user.id, slug }
  })
}

/** Makes a user a member as an invitation says, which is used up. */
export async function join(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  { email, organization_id: organizationId, role, invited_by }: Selectable<InvitationTable>,
  userId: string,
): Promise<void> {
  await transaction
    .insertInto('memberships')
    .values({ user_id: userId, organization_id: organizationId, role })
    .onConflict((conflict) => conflict.columns(['user_id', 'organization_id']).doUpdateSet({ role }))
    .execute()
  await transaction.updateTable('sessions').set({ must_renew: 1 }).where('user_id', '=', userId).execute()
  await recordAudit(database, transaction, {
    organizationId,
    actor: email,
    action: 'member.joined',
    subject: userId,
    details: { email, role, invited_by },
  })
}

export async function setMemberRole(
  database: StoreDatabase,
  organizationId: string,
  userId: string,
  role: Role,
  actor: string,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const before = await lockMember(database, transaction, organizationId, userId)
    if (before.role === role) return
    if (role !== 'owner') await assertOwnerLeft(transaction, organizationId, userId)
    await transaction
      .updateTable('memberships')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute()
    // The session's rights have changed: it gets another token.
    await transaction.updateTable('sessions').set({ must_renew: 1 }).where('user_id', '=', userId).execute()
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'member.role_changed',
      subject: userId,
      details: { email: before.email, before: before.role, after: role },
    })
  })
}

export async function removeMember(
  database: StoreDatabase,
  organizationId: string,
  userId: string,
  actor: string,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const before = await lockMember(database, transaction, organizationId, userId)
    await assertOwnerLeft(transaction, organizationId, userId)
    await transaction
      .deleteFrom('memberships')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute()
    await transaction.updateTable('sessions').set({ must_renew: 1 }).where('user_id', '=', userId).execute()
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'member.removed',
      subject: userId,
      details: { email: before.email, before: before.role },
    })
  })
}

/** Reads a member who is about to be changed; of two changes at once, one sees the other. */
async function lockMember(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  organizationId: string,
  userId: string,
): Promise<{ readonly role: Role; readonly email: string }> {
  await writeAlone(database, transaction, 'memberships')
  const row = await transaction
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.role', 'users.email'])
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new StoreError('missing', `there is no member "${userId}"`)
  return row
}

async function assertOwnerLeft(
  transaction: Transaction<Database>,
  organizationId: string,
  userId: string,
): Promise<void> {
  const other = await transaction
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '<>', userId)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()
  const own = await transaction
    .selectFrom('memberships')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (own?.role === 'owner' && !other) throw new StoreError('conflict', 'an organization needs an owner')
}

function toInvitation(row: Selectable<InvitationTable>): Invitation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

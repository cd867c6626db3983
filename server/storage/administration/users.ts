import type { StoreDatabase } from '../database.js'
import { newId } from '../ids.js'
import { StoreError } from '../store.js'
import type { NewUser } from './administration-store.js'
import { recordAudit } from './audit.js'

export function createUser(
  database: StoreDatabase,
  { email, passwordHash, isAdmin, membership }: NewUser,
  actor?: string,
): Promise<{ readonly id: string }> {
  const address = email.toLowerCase()
  return database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('users')
      .values({
        id: newId('usr'),
        email: address,
        password_hash: passwordHash,
        is_admin: isAdmin ? 1 : 0,
        created_at: database.now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new StoreError('conflict', `a user with the address "${address}" exists already`)
    if (membership) {
      await transaction
        .insertInto('memberships')
        .values({ user_id: row.id, organization_id: membership.organizationId, role: membership.role })
        .execute()
    }
    await recordAudit(database, transaction, {
      organizationId: membership?.organizationId,
      actor,
      action: 'user.created',
      subject: row.id,
      details: { email: address, is_admin: isAdmin, role: membership?.role ?? null },
    })
    return row
  })
}

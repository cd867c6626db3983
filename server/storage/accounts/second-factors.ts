import { type Kysely, sql, type Transaction } from 'kysely'
import { recordAudit } from '../administration/audit.js'
import type { StoreDatabase } from '../database.js'
import type { Database } from '../schema.js'
import { StoreError } from '../store.js'

/** A code that signs in once in place of the second factor. */
export interface RecoveryCodeTable {
  readonly user_id: string
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string
}

/** What a user shows besides their password: a code of their device, made of a shared secret and the time (RFC 6238). */
export interface SecondFactor {
  /** The shared secret, encrypted. */
  readonly sealed: string
  /** Recovery codes that were not used yet. */
  readonly recoveryCodes: number
}

export interface NewSecondFactor {
  readonly userId: string
  readonly sealed: string
  /** The time step whose code proved that the device has the secret: it counts as used. */
  readonly step: number
  /** Hashes of the recovery codes. */
  readonly recoveryHashes: readonly string[]
}

export async function addSecondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('second_factor', 'text').execute()
  await db.schema.alterTable('users').addColumn('second_factor_step', 'bigint').execute()
  await db.schema
    .createIndex('users_second_factor')
    .on('users')
    .column('id')
    .where(sql<boolean>`second_factor is not null`)
    .execute()
  await db.schema
    .alterTable('organizations')
    .addColumn('requires_second_factor', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_user', ['user_id', 'hash'])
    .execute()
}

export async function findSecondFactor({ db }: StoreDatabase, userId: string): Promise<SecondFactor | undefined> {
  const row = await db.selectFrom('users').select('second_factor').where('id', '=', userId).executeTakeFirst()
  if (!row || row.second_factor === null) return undefined
  const codes = await db.selectFrom('recovery_codes').select('hash').where('user_id', '=', userId).execute()
  return { sealed: row.second_factor, recoveryCodes: codes.length }
}

export async function setSecondFactor(
  database: StoreDatabase,
  { userId, sealed, step, recoveryHashes }: NewSecondFactor,
  exceptSession: string,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('users')
      .set({ second_factor: sealed, second_factor_step: step })
      .where('id', '=', userId)
      .where('second_factor', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (!row) throw new StoreError('conflict', 'there is a second factor already')
    await replaceCodes(transaction, userId, recoveryHashes)
    // They began without it.
    await transaction.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', exceptSession).execute()
    await audit(database, transaction, 'user.second_factor_added', { userId, email: row.email, actor: row.email })
  })
}

export function removeSecondFactor(
  database: StoreDatabase,
  email: string,
  actor?: string,
): Promise<{ readonly id: string }> {
  return database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('users')
      .set({ second_factor: null, second_factor_step: null })
      .where('email', '=', email.toLowerCase())
      .where('second_factor', 'is not', null)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!row) throw new StoreError('missing', `there is no user "${email}" with a second factor`)
    await replaceCodes(transaction, row.id, [])
    await audit(database, transaction, 'user.second_factor_removed', { userId: row.id, email: row.email, actor })
    return { id: row.id }
  })
}

/** Of two that send the same code at once, one update finds the step before. */
export async function useSecondFactorStep({ db }: StoreDatabase, userId: string, step: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('users')
      .set({ second_factor_step: step })
      .where('id', '=', userId)
      .where('second_factor_step', '<', step)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  })
}

export async function useRecoveryCode(database: StoreDatabase, userId: string, hash: string): Promise<boolean> {
  return database.db.transaction().execute(async (transaction) => {
    const used = await transaction
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .returning('hash')
      .executeTakeFirst()
    if (!used) return false
    const { email } = await transaction
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await audit(database, transaction, 'user.recovery_code_used', { userId, email, actor: email })
    return true
  })
}

export async function replaceRecoveryCodes(
  database: StoreDatabase,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('second_factor', 'is not', null)
      .executeTakeFirst()
    if (!row) throw new StoreError('missing', 'there is no second factor')
    await replaceCodes(transaction, userId, hashes)
    await audit(database, transaction, 'user.recovery_codes_replaced', { userId, email: row.email, actor: row.email })
  })
}

async function replaceCodes(transaction: Transaction<Database>, userId: string, hashes: readonly string[]) {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await transaction
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

interface AuditedUser {
  readonly userId: string
  readonly email: string
  readonly actor: string | undefined
}

function audit(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  action: string,
  { userId, email, actor }: AuditedUser,
): Promise<void> {
  return recordAudit(database, transaction, {
    organizationId: undefined,
    actor,
    action,
    subject: userId,
    details: { email },
  })
}

import { sql, type Transaction } from 'kysely'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import { newId } from '../ids.js'
import { isBehind } from '../page.js'
import { AUDIT_LIFETIME_MS } from '../requests/retention.js'
import type { Database } from '../schema.js'
import type { AuditEntry, AuditQuery } from './administration-store.js'

export interface NewAuditEntry extends Omit<AuditEntry, 'id' | 'actor' | 'createdAt'> {
  /** The service itself when absent. */
  readonly actor: string | undefined
}

/** Writes down an administrative act, as part of its transaction. */
export async function recordAudit(
  { now }: StoreDatabase,
  transaction: Transaction<Database>,
  { organizationId, actor = 'service', action, subject, details }: NewAuditEntry,
): Promise<void> {
  await transaction
    .insertInto('audit_entries')
    .values({
      id: newId('adt'),
      organization_id: organizationId ?? null,
      actor,
      action,
      subject,
      details: JSON.stringify(details),
      created_at: now,
    })
    .execute()
}

export async function listAudit(
  { db }: ReadDatabase,
  { organizationId, actor, action, subject, limit, after }: AuditQuery,
): Promise<readonly AuditEntry[]> {
  let query = db.selectFrom('audit_entries').selectAll()
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (action !== undefined) query = query.where('action', '=', action)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (after) query = query.where(isBehind(after, 'newest first'))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ id, organization_id, actor, action, subject, details, created_at }) => ({
    id,
    organizationId: organization_id ?? undefined,
    actor,
    action,
    subject,
    details: JSON.parse(details),
    createdAt: created_at,
  }))
}

/** Removes entries whose time is over, the oldest first; how many. */
export async function deleteExpiredAudit({ db, now }: StoreDatabase, limit: number): Promise<number> {
  const { numDeletedRows } = await db.transaction().execute((transaction) =>
    transaction
      .deleteFrom('audit_entries')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('audit_entries as old')
          .select('old.id')
          .where('old.created_at', '<', sql<number>`${now} - ${sql.lit(AUDIT_LIFETIME_MS)}`)
          .orderBy('old.created_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
  return Number(numDeletedRows)
}

import type { Transaction } from 'kysely'
import type { AuditEntry } from './administration-store.js'
import type { ReadDatabase, StoreDatabase } from './database.js'
import { newId } from './ids.js'
import type { Database } from './schema.js'

export interface NewAuditEntry extends Omit<AuditEntry, 'actor' | 'createdAt'> {
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

export async function listAudit({ db }: ReadDatabase, limit: number): Promise<readonly AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ organization_id, actor, action, subject, details, created_at }) => ({
    organizationId: organization_id ?? undefined,
    actor,
    action,
    subject,
    details: JSON.parse(details),
    createdAt: created_at,
  }))
}

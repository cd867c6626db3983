import { sql } from 'kysely'
import { type ReadDatabase, type StoreDatabase, writeAlone } from '../database.js'
import { StoreError } from '../store.js'
import { recordAudit } from './audit.js'
import { claimPath } from './template-paths.js'
import { removeTemplate } from './templates.js'

/** How long a deleted template can be restored: thirty days. */
const KEPT_MS = 30 * 86_400_000

/** A template that was deleted and can be restored. */
export interface HiddenTemplate {
  readonly id: string
  readonly endpointPath: string
  readonly hiddenAt: number
}

/** A path that no request can name, since paths begin with a letter or digit. */
function pathOfHidden(templateId: string): string {
  return `~${templateId}`
}

export function hideTemplate(
  database: StoreDatabase,
  organizationId: string,
  endpointPath: string,
  actor?: string,
): Promise<{ readonly id: string }> {
  return database.db.transaction().execute(async (transaction) => {
    await writeAlone(database, transaction, 'templates')
    const template = await transaction
      .selectFrom('templates')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('endpoint_path', '=', endpointPath)
      .executeTakeFirst()
    if (!template) throw new StoreError('missing', `there is no template "${endpointPath}"`)
    await transaction
      .updateTable('templates')
      .set({ endpoint_path: pathOfHidden(template.id), hidden_path: endpointPath, hidden_at: database.now })
      .where('id', '=', template.id)
      .execute()
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'template.deleted',
      subject: template.id,
      details: { path: endpointPath },
    })
    return template
  })
}

export function restoreTemplate(
  database: StoreDatabase,
  organizationId: string,
  templateId: string,
  actor?: string,
  path?: string,
): Promise<{ readonly endpointPath: string }> {
  return database.db.transaction().execute(async (transaction) => {
    await writeAlone(database, transaction, 'templates')
    const template = await transaction
      .selectFrom('templates')
      .select('hidden_path')
      .where('id', '=', templateId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    const before = template?.hidden_path ?? undefined
    if (before === undefined) throw new StoreError('missing', `there is no deleted template "${templateId}"`)
    const endpointPath = path ?? before
    await claimPath(database, transaction, organizationId, endpointPath, templateId)
    await transaction
      .updateTable('templates')
      .set({ endpoint_path: endpointPath, hidden_path: null, hidden_at: null })
      .where('id', '=', templateId)
      .execute()
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'template.restored',
      subject: templateId,
      details: endpointPath === before ? { path: endpointPath } : { path: endpointPath, before },
    })
    return { endpointPath }
  })
}

/** Those that can be restored, the last one first. */
export async function listHiddenTemplates(
  { db }: ReadDatabase,
  organizationId: string,
): Promise<readonly HiddenTemplate[]> {
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'hidden_path', 'hidden_at'])
    .where('organization_id', '=', organizationId)
    .where('hidden_at', 'is not', null)
    .execute()
  return rows
    .map(({ id, hidden_path, hidden_at }) => ({ id, endpointPath: hidden_path ?? '', hiddenAt: hidden_at ?? 0 }))
    .sort((a, b) => b.hiddenAt - a.hiddenAt)
}

/** Removes those for good whose time is over; says how many. */
export function deleteHiddenTemplates(database: StoreDatabase, limit: number): Promise<number> {
  return database.db.transaction().execute(async (transaction) => {
    await writeAlone(database, transaction, 'templates')
    const rows = await transaction
      .selectFrom('templates')
      .select('id')
      .where('hidden_at', 'is not', null)
      .where('hidden_at', '<', sql<number>`${database.now} - ${sql.lit(KEPT_MS)}`)
      .limit(limit)
      .execute()
    for (const { id } of rows) await removeTemplate(transaction, id)
    return rows.length
  })
}

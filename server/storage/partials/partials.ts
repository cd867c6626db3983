import type { Transaction } from 'kysely'
import { recordAudit } from '../administration/audit.js'
import { deleteUnused, insertBlob } from '../administration/blobs.js'
import { type ReadDatabase, type StoreDatabase, writeAlone } from '../database.js'
import type { Page } from '../page.js'
import type { Database } from '../schema.js'
import { StoreError } from '../store.js'
import {
  MAX_PARTIALS,
  MAX_PARTIALS_BYTES,
  type NewPartial,
  type PartialChange,
  type PartialSummary,
  type PartialUser,
  type SharedPartial,
} from './partial-store.js'

export function savePartial(
  database: StoreDatabase,
  { organizationId, name, html, revision }: NewPartial,
  actor?: string,
): Promise<PartialChange> {
  const bytes = Buffer.from(html)
  return database.db.transaction().execute(async (transaction) => {
    // Nobody may remove a text that is about to be used.
    await writeAlone(database, transaction, 'templates')
    const known = await transaction
      .selectFrom('partials')
      .select(['revision', 'blob_hash', 'updated_by'])
      .where('organization_id', '=', organizationId)
      .where('name', '=', name)
      .executeTakeFirst()
    const current = known?.revision ?? 0
    if (revision !== undefined && revision !== current) {
      return { kind: 'conflict', revision: current, updatedBy: known?.updated_by ?? undefined }
    }
    if (!(await fits(transaction, organizationId, name, bytes.byteLength))) return { kind: 'too-much' }
    const hash = await insertBlob(transaction, bytes)
    if (known?.blob_hash === hash) return { kind: 'saved', revision: current, isNew: false }
    const row = { blob_hash: hash, revision: current + 1, updated_at: database.now, updated_by: actor ?? null }
    await transaction
      .insertInto('partials')
      .values({ organization_id: organizationId, name, ...row })
      .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doUpdateSet(row))
      .execute()
    if (known) await deleteUnused(transaction, [known.blob_hash])
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'partial.saved',
      subject: name,
      details: { revision: current + 1 },
    })
    return { kind: 'saved', revision: current + 1, isNew: !known }
  })
}

/** Whether an organization may have a partial of some size beside its others. */
async function fits(
  transaction: Transaction<Database>,
  organizationId: string,
  name: string,
  size: number,
): Promise<boolean> {
  const others = await transaction
    .selectFrom('partials')
    .innerJoin('blobs', 'blobs.hash', 'partials.blob_hash')
    .select(({ fn }) => fn<number>('length', ['blobs.bytes']).as('size'))
    .where('partials.organization_id', '=', organizationId)
    .where('partials.name', '!=', name)
    .execute()
  const sum = others.reduce((total, other) => total + other.size, size)
  return others.length < MAX_PARTIALS && sum <= MAX_PARTIALS_BYTES
}

export async function deletePartial(
  database: StoreDatabase,
  organizationId: string,
  name: string,
  actor?: string,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    await writeAlone(database, transaction, 'templates')
    const deleted = await transaction
      .deleteFrom('partials')
      .where('organization_id', '=', organizationId)
      .where('name', '=', name)
      .returning('blob_hash')
      .executeTakeFirst()
    if (!deleted) throw new StoreError('missing', `there is no partial "${name}"`)
    await deleteUnused(transaction, [deleted.blob_hash])
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'partial.deleted',
      subject: name,
      details: {},
    })
  })
}

function summaries(db: ReadDatabase['db'], organizationId: string) {
  return db
    .selectFrom('partials')
    .innerJoin('blobs', 'blobs.hash', 'partials.blob_hash')
    .select(({ fn }) => [
      'partials.name as name',
      'partials.blob_hash as hash',
      fn<number>('length', ['blobs.bytes']).as('sizeBytes'),
      'partials.revision as revision',
      'partials.updated_at as updatedAt',
      'partials.updated_by as updatedBy',
    ])
    .where('partials.organization_id', '=', organizationId)
}

/** The published versions of an organization's templates, with the shared partials in them. */
function uses(db: ReadDatabase['db'], organizationId: string) {
  return db
    .selectFrom('templates')
    .innerJoin('template_versions', (join) =>
      join
        .onRef('template_versions.template_id', '=', 'templates.id')
        .onRef('template_versions.version', '=', 'templates.published_version'),
    )
    .innerJoin('version_partials', 'version_partials.version_id', 'template_versions.id')
    .where('templates.organization_id', '=', organizationId)
    .where('templates.hidden_at', 'is', null)
}

export function listPartials(
  { db }: ReadDatabase,
  organizationId: string,
  page?: Page<Pick<PartialSummary, 'name'>>,
): Promise<readonly PartialSummary[]> {
  return db.transaction().execute(async (snapshot) => {
    let query = summaries(snapshot, organizationId)
    if (page) query = query.limit(page.limit)
    if (page?.after) query = query.where('partials.name', '>', page.after.name)
    const rows = await query.orderBy('partials.name').execute()
    const users = new Map<string, number>()
    for (const { name } of await uses(snapshot, organizationId).select('version_partials.name as name').execute()) {
      users.set(name, (users.get(name) ?? 0) + 1)
    }
    return rows.map((row) => ({ ...row, updatedBy: row.updatedBy ?? undefined, users: users.get(row.name) ?? 0 }))
  })
}

export function findPartial(
  { db }: ReadDatabase,
  organizationId: string,
  name: string,
): Promise<SharedPartial | undefined> {
  return db.transaction().execute(async (snapshot) => {
    const row = await summaries(snapshot, organizationId)
      .select('blobs.bytes as bytes')
      .where('partials.name', '=', name)
      .executeTakeFirst()
    if (!row) return undefined
    const rows = await uses(snapshot, organizationId)
      .select([
        'templates.endpoint_path as endpointPath',
        'template_versions.name as name',
        'template_versions.version as version',
        'version_partials.blob_hash as hash',
      ])
      .where('version_partials.name', '=', name)
      .orderBy('templates.endpoint_path')
      .execute()
    const users = rows.map(({ hash, ...user }): PartialUser => ({ ...user, isCurrent: hash === row.hash }))
    const { bytes, updatedBy, ...partial } = row
    return { ...partial, updatedBy: updatedBy ?? undefined, html: textOf(bytes), users }
  })
}

export async function loadPartials({ db }: ReadDatabase, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('partials')
    .innerJoin('blobs', 'blobs.hash', 'partials.blob_hash')
    .select(['partials.name as name', 'blobs.bytes as bytes'])
    .where('partials.organization_id', '=', organizationId)
    .orderBy('partials.name')
    .execute()
  return new Map(rows.map(({ name, bytes }) => [name, textOf(bytes)]))
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

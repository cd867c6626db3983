import { type Kysely, sql, type Transaction } from 'kysely'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import type { Database } from '../schema.js'
import { readMerged, writeMerged } from './merged-requests.js'
import type { KeptData, NewRequests } from './request-store.js'

const DAY_MS = 86_400_000

/** Data of requests that may be rendered again. They outlive the requests themselves, which go with their documents. */
export async function createKeptData(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_data')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('version_id', 'text', (column) => column.notNull())
    .addColumn('endpoint_path', 'text', (column) => column.notNull())
    .addColumn('merged', 'text')
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('kept_data_expiry').on('kept_data').column('expires_at').execute()
  await db.schema.createIndex('kept_data_organization').on('kept_data').column('organization_id').execute()
}

/** Keeps the data of accepted requests that are to be kept, as part of their transaction. */
export async function insertKeptData(
  transaction: Transaction<Database>,
  requests: NewRequests,
  now: number,
): Promise<void> {
  const { keepDataDays = 0 } = requests
  const rows = requests.documents.flatMap(({ requestId, kept }) =>
    kept === undefined
      ? []
      : [
          {
            request_id: requestId,
            organization_id: requests.organizationId,
            api_key_id: requests.keyId,
            template_id: requests.templateId,
            version_id: requests.versionId,
            endpoint_path: requests.endpointPath,
            merged: writeMerged(requests.merged),
            sealed: kept,
            created_at: now,
            expires_at: now + keepDataDays * DAY_MS,
          },
        ],
  )
  if (rows.length > 0) await transaction.insertInto('kept_data').values(rows).execute()
}

export async function findKeptData(
  { db, now }: StoreDatabase,
  organizationId: string,
  requestId: string,
): Promise<KeptData | undefined> {
  const row = await db
    .selectFrom('kept_data')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const merged = readMerged(row.merged)
  const versionIds = merged?.templates.map(({ versionId }) => versionId) ?? [row.version_id]
  return {
    requestId,
    keyId: row.api_key_id,
    templateId: row.template_id,
    versionId: row.version_id,
    endpointPath: row.endpoint_path,
    merged,
    versions: await keptVersions(db, versionIds),
    sealed: row.sealed,
    expiresAt: row.expires_at,
  }
}

/** The ones that are there still, of templates that were not deleted. */
async function keptVersions(db: ReadDatabase['db'], versionIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('template_versions')
    .innerJoin('templates', 'templates.id', 'template_versions.template_id')
    .select('template_versions.id')
    .where('template_versions.id', 'in', versionIds)
    .where('templates.hidden_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Data are kept no longer than an organization wants now, also those that it wanted longer before. @param days null for not at all */
export async function shortenKeptData(
  transaction: Transaction<Database>,
  organizationId: string,
  days: number | null,
): Promise<void> {
  if (days === null) {
    await transaction.deleteFrom('kept_data').where('organization_id', '=', organizationId).execute()
    return
  }
  const lifetime = sql.lit(days * DAY_MS)
  await transaction
    .updateTable('kept_data')
    .set({ expires_at: sql<number>`created_at + ${lifetime}` })
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`expires_at > created_at + ${lifetime}`)
    .execute()
}

export async function deleteExpiredData({ db, now }: StoreDatabase, limit: number): Promise<number> {
  const { numDeletedRows } = await db.transaction().execute((transaction) =>
    transaction
      .deleteFrom('kept_data')
      .where('request_id', 'in', (eb) =>
        eb
          .selectFrom('kept_data as old')
          .select('old.request_id')
          .where('old.expires_at', '<=', now)
          .orderBy('old.expires_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
  return Number(numDeletedRows)
}

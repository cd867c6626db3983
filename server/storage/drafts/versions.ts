import type { ReadDatabase } from '../database.js'
import type { Page } from '../page.js'
import type { VersionSummary } from './draft-store.js'

function versionsOf({ db }: ReadDatabase, organizationId: string, endpointPath: string) {
  return db
    .selectFrom('templates')
    .innerJoin('template_versions', 'template_versions.template_id', 'templates.id')
    .select([
      'template_versions.id as versionId',
      'template_versions.version as version',
      'template_versions.name as name',
      'template_versions.note as note',
      'template_versions.published_at as publishedAt',
      'template_versions.published_by as publishedBy',
    ])
    .where('templates.organization_id', '=', organizationId)
    .where('templates.endpoint_path', '=', endpointPath)
}

function toSummary<Row extends { readonly note: string | null; readonly publishedBy: string | null }>(row: Row) {
  return { ...row, note: row.note ?? undefined, publishedBy: row.publishedBy ?? undefined }
}

export async function listVersions(
  database: ReadDatabase,
  organizationId: string,
  endpointPath: string,
  { limit, after }: Page<Pick<VersionSummary, 'version'>>,
): Promise<readonly VersionSummary[]> {
  let rows = versionsOf(database, organizationId, endpointPath).limit(limit)
  if (after) rows = rows.where('template_versions.version', '<', after.version)
  return (await rows.orderBy('template_versions.version', 'desc').execute()).map(toSummary)
}

export async function findVersion(
  database: ReadDatabase,
  organizationId: string,
  endpointPath: string,
  version: number,
): Promise<VersionSummary | undefined> {
  const row = await versionsOf(database, organizationId, endpointPath)
    .where('template_versions.version', '=', version)
    .executeTakeFirst()
  return row && toSummary(row)
}

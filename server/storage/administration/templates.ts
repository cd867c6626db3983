import { sql, type Transaction } from 'kysely'
import { choicesColumn, choicesOfColumn } from '../choices-column.js'
import { type ReadDatabase, type StoreDatabase, writeAlone } from '../database.js'
import { newId } from '../ids.js'
import type { Page } from '../page.js'
import { insertFrozenPartials, loadFrozenPartials } from '../partials/frozen-partials.js'
import { selectIncluded } from '../partials/included-partials.js'
import { loadPartials } from '../partials/partials.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import { MERGED } from '../requests/merged-requests.js'
import type { Database } from '../schema.js'
import { standardColumn, standardsOfColumn } from '../standard-column.js'
import {
  type NewTemplateVersion,
  type PublishedTemplate,
  type PublishedVersion,
  StoreError,
  type TemplateContent,
  type TemplateSchema,
  type TemplateSummary,
} from '../store.js'
import { recordAudit } from './audit.js'
import { deleteUnused, insertBlob, sha256 } from './blobs.js'
import { claimPath, findFormerOwner } from './template-paths.js'
import { findStagedTemplate, LIVE } from './template-stages.js'

export function publishTemplate(
  database: StoreDatabase,
  { organizationId, endpointPath, note, expectedVersion, ofDraft, ...content }: NewTemplateVersion,
  actor?: string,
): Promise<PublishedVersion> {
  const hashes = new Map([...content.assets].map(([path, bytes]) => [path, sha256(bytes)]))
  return database.db.transaction().execute(async (transaction) => {
    await writeAlone(database, transaction, 'templates')
    const partials =
      content.partials ?? selectIncluded(content, await loadPartials({ ...database, db: transaction }, organizationId))
    const digest = digestOf({ ...content, partials }, hashes)
    const known = await findKnown(transaction, organizationId, endpointPath)
    const previous = known?.published
    if (expectedVersion !== undefined && expectedVersion !== (previous?.version ?? 0)) {
      throw new StoreError('conflict', `version ${previous?.version ?? 0} of "${endpointPath}" was published meanwhile`)
    }
    if (ofDraft !== undefined && known) await checkDraft(transaction, known.templateId, ofDraft)
    if (known && previous?.digest === digest) {
      const { versionId, version } = previous
      const { templateId } = known
      if (ofDraft !== undefined) await rebaseDraft(transaction, templateId, version)
      return { templateId, versionId, version, changed: false }
    }
    const template = known ?? (await insertTemplate(database, transaction, organizationId, endpointPath))
    const version = template.latest + 1
    const versionId = newId('tpv')
    await transaction
      .insertInto('template_versions')
      .values({
        id: versionId,
        template_id: template.templateId,
        version,
        name: content.name,
        html: content.html,
        page_size: content.pageSize,
        orientation: content.orientation,
        manner: content.profile ?? null,
        standard: standardColumn(content.standard),
        choices: choicesColumn(content.choices),
        settings: content.settings ?? null,
        schema: content.schema ?? null,
        sample: content.sample ?? null,
        digest,
        created_at: database.now,
        published_at: database.now,
        note: note ?? null,
        published_by: actor ?? null,
      })
      .execute()
    await insertAssets(transaction, versionId, content.assets)
    await insertFrozenPartials(transaction, versionId, partials)
    await transaction
      .updateTable('templates')
      .set({ published_version: version })
      .where('id', '=', template.templateId)
      .execute()
    if (ofDraft !== undefined) await rebaseDraft(transaction, template.templateId, version)
    await forgetOldVersions(transaction, template.templateId, version)
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'template.published',
      subject: template.templateId,
      details: { path: endpointPath, version },
    })
    return { templateId: template.templateId, versionId, version, changed: true }
  })
}

/** The draft has been published: from now on it is based on this version. */
async function rebaseDraft(transaction: Transaction<Database>, templateId: string, version: number): Promise<void> {
  await transaction
    .updateTable('template_drafts')
    .set({ base_version: version })
    .where('template_id', '=', templateId)
    .execute()
}

/** @throws StoreError `conflict` when the draft is not the one that is about to be published */
async function checkDraft(transaction: Transaction<Database>, templateId: string, revision: number): Promise<void> {
  const draft = await transaction
    .selectFrom('template_drafts')
    .select('revision')
    .where('template_id', '=', templateId)
    .executeTakeFirst()
  if ((draft?.revision ?? 0) !== revision) throw new StoreError('conflict', 'the draft was changed meanwhile')
}

/** Versions of a template that are kept: the newest, of which one is published. */
const KEPT_VERSIONS = 50

/** Old versions that are removed together, so that no transaction is long. */
const FORGOTTEN_AT_ONCE = 100

/**
 * Removes what is beyond the newest versions of a template, apart from versions that stages carry or that accepted
 * requests still need.
 */
async function forgetOldVersions(
  transaction: Transaction<Database>,
  templateId: string,
  newest: number,
): Promise<void> {
  const old = await transaction
    .selectFrom('template_versions')
    .select('id')
    .where('template_id', '=', templateId)
    .where('version', '<=', newest - KEPT_VERSIONS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('template_stages')
            .select('template_stages.stage')
            .whereRef('template_stages.version_id', '=', 'template_versions.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('requests')
            .select('requests.id')
            .whereRef('requests.version_id', '=', 'template_versions.id')
            .where('requests.finished_at', 'is', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('requests')
            .select('requests.id')
            .where('requests.version_id', '=', MERGED.versionId)
            .where('requests.finished_at', 'is', null)
            .where('requests.merged', 'like', sql<string>`'%"' || template_versions.id || '"%'`),
        ),
      ),
    )
    .orderBy('version')
    .limit(FORGOTTEN_AT_ONCE)
    .execute()
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  const hashes = await assetsOf(transaction, ids)
  await transaction.deleteFrom('template_versions').where('id', 'in', ids).execute()
  await deleteUnused(transaction, hashes)
}

/** The hashes of what versions consist of. */
async function assetsOf(transaction: Transaction<Database>, versionIds: readonly string[]): Promise<readonly string[]> {
  const rows = await transaction
    .selectFrom('template_assets')
    .select('blob_hash')
    .where('version_id', 'in', versionIds)
    .execute()
  const partials = await transaction
    .selectFrom('version_partials')
    .select('blob_hash')
    .where('version_id', 'in', versionIds)
    .execute()
  return [...new Set([...rows, ...partials].map(({ blob_hash }) => blob_hash))]
}

/** A template by its path, with the version that is published, if one is. */
async function findKnown(transaction: Transaction<Database>, organizationId: string, endpointPath: string) {
  const row = await transaction
    .selectFrom('templates')
    .leftJoin('template_versions', (join) =>
      join
        .onRef('template_versions.template_id', '=', 'templates.id')
        .onRef('template_versions.version', '=', 'templates.published_version'),
    )
    .select(({ selectFrom }) => [
      'templates.id as templateId',
      'template_versions.id as versionId',
      'template_versions.version as version',
      'template_versions.digest as digest',
      selectFrom('template_versions as all')
        .whereRef('all.template_id', '=', 'templates.id')
        .select(({ fn }) => fn.max('all.version').as('latest'))
        .$asScalar()
        .as('latest'),
    ])
    .where('templates.organization_id', '=', organizationId)
    .where('templates.endpoint_path', '=', endpointPath)
    .executeTakeFirst()
  if (!row) return undefined
  const { templateId, versionId, version, digest, latest } = row
  const published = versionId === null || version === null ? undefined : { versionId, version, digest }
  return { templateId, latest: latest ?? 0, published }
}

/** Adds a template without versions. @throws StoreError `conflict` when its path is not free */
export async function insertTemplate(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  organizationId: string,
  endpointPath: string,
): Promise<{ templateId: string; latest: number }> {
  await claimPath(database, transaction, organizationId, endpointPath)
  const templateId = newId('tpl')
  await transaction
    .insertInto('templates')
    .values({
      id: templateId,
      organization_id: organizationId,
      endpoint_path: endpointPath,
      published_version: 0,
      created_at: database.now,
    })
    .execute()
  return { templateId, latest: 0 }
}

async function insertAssets(
  transaction: Transaction<Database>,
  versionId: string,
  assets: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [path, bytes] of assets) {
    const hash = await insertBlob(transaction, bytes)
    await transaction.insertInto('template_assets').values({ version_id: versionId, path, blob_hash: hash }).execute()
  }
}

export async function listTemplates(
  { db }: ReadDatabase,
  organizationId: string,
  page?: Page<Pick<TemplateSummary, 'endpointPath'>>,
  which: 'published' | 'all' = 'published',
): Promise<readonly TemplateSummary[]> {
  let rows = db
    .selectFrom('templates')
    .leftJoin('template_versions', (join) =>
      join
        .onRef('template_versions.template_id', '=', 'templates.id')
        .onRef('template_versions.version', '=', 'templates.published_version'),
    )
    .leftJoin('template_drafts', (join) =>
      join.onRef('template_drafts.template_id', '=', 'templates.id').on('templates.published_version', '=', 0),
    )
    .select(({ fn }) => [
      'templates.id as id',
      'templates.endpoint_path as endpointPath',
      fn.coalesce('template_versions.name', 'template_drafts.name').$notNull().as('name'),
      'templates.published_version as version',
      fn.coalesce('template_versions.page_size', 'template_drafts.page_size').$notNull().as('pageSize'),
      fn.coalesce('template_versions.orientation', 'template_drafts.orientation').$notNull().as('orientation'),
      fn.coalesce('template_versions.published_at', 'template_drafts.updated_at').$notNull().as('publishedAt'),
    ])
    .where('templates.organization_id', '=', organizationId)
    .where('templates.hidden_at', 'is', null)
  if (which === 'published') rows = rows.where('templates.published_version', '>', 0)
  if (page) rows = rows.limit(page.limit)
  if (page?.after) rows = rows.where('templates.endpoint_path', '>', page.after.endpointPath)
  return rows.orderBy('templates.endpoint_path').execute()
}

export async function listTemplateSchemas(
  { db }: ReadDatabase,
  organizationId: string,
): Promise<readonly TemplateSchema[]> {
  const rows = await db
    .selectFrom('templates')
    .innerJoin('template_versions', (join) =>
      join
        .onRef('template_versions.template_id', '=', 'templates.id')
        .onRef('template_versions.version', '=', 'templates.published_version'),
    )
    .select(['templates.endpoint_path as endpointPath', 'template_versions.name', 'template_versions.schema'])
    .where('templates.organization_id', '=', organizationId)
    .where('templates.hidden_at', 'is', null)
    .orderBy('templates.endpoint_path')
    .execute()
  return rows.map(({ schema, ...template }) => ({ ...template, schema: schema ?? undefined }))
}

const publishedTemplates = prepareQuery(
  ({ db }: ReadDatabase, value: Placeholders<{ organizationId: string; endpointPath: string }>) =>
    db
      .selectFrom('templates')
      .innerJoin('template_versions', (join) =>
        join
          .onRef('template_versions.template_id', '=', 'templates.id')
          .onRef('template_versions.version', '=', 'templates.published_version'),
      )
      .select(['templates.id as templateId', 'template_versions.id as versionId'])
      .where('templates.organization_id', '=', value('organizationId'))
      .where('templates.endpoint_path', '=', value('endpointPath')),
)

export async function findPublishedTemplate(
  database: ReadDatabase,
  organizationId: string,
  endpointPath: string,
  stage?: string,
): Promise<PublishedTemplate | undefined> {
  const find = async (path: string) => {
    const place = { organizationId, endpointPath: path }
    if (stage !== undefined && stage !== LIVE) return findStagedTemplate(database, { ...place, stage })
    const [published] = await publishedTemplates(database, database.db, place)
    return published
  }
  const template = await find(endpointPath)
  if (template) return template
  const owner = await findFormerOwner(database, organizationId, endpointPath)
  return owner && find(owner.endpointPath)
}

export function loadTemplateVersion({ db }: ReadDatabase, versionId: string): Promise<TemplateContent | undefined> {
  return db.transaction().execute(async (snapshot) => {
    const row = await snapshot
      .selectFrom('template_versions')
      .selectAll()
      .where('id', '=', versionId)
      .executeTakeFirst()
    if (!row) return undefined
    const assets = await snapshot
      .selectFrom('template_assets')
      .innerJoin('blobs', 'blobs.hash', 'template_assets.blob_hash')
      .select(['template_assets.path', 'blobs.bytes'])
      .where('template_assets.version_id', '=', versionId)
      .orderBy('template_assets.path')
      .execute()
    return {
      name: row.name,
      html: row.html,
      pageSize: row.page_size,
      orientation: row.orientation,
      profile: row.manner ?? undefined,
      standard: standardsOfColumn(row.standard),
      choices: choicesOfColumn(row.choices),
      settings: row.settings ?? undefined,
      schema: row.schema ?? undefined,
      sample: row.sample ?? undefined,
      assets: new Map(assets.map(({ path, bytes }) => [path, bytes])),
      partials: await loadFrozenPartials(snapshot, versionId),
    }
  })
}

export async function loadTemplateSchema({ db }: StoreDatabase, versionId: string): Promise<string | undefined> {
  const row = await db.selectFrom('template_versions').select('schema').where('id', '=', versionId).executeTakeFirst()
  return row?.schema ?? undefined
}

export async function deleteTemplate(
  database: StoreDatabase,
  organizationId: string,
  endpointPath: string,
  actor?: string,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    // Nobody may publish what needs a blob that is about to go.
    await writeAlone(database, transaction, 'templates')
    const deleted = await transaction
      .selectFrom('templates')
      .select('id as templateId')
      .where('organization_id', '=', organizationId)
      .where('endpoint_path', '=', endpointPath)
      .executeTakeFirst()
    if (!deleted) throw new StoreError('missing', `there is no template "${endpointPath}"`)
    await removeTemplate(transaction, deleted.templateId)
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'template.deleted',
      subject: deleted.templateId,
      details: { path: endpointPath },
    })
  })
}

/** Removes a template with its versions, and what no other version consists of. The caller lets nobody publish meanwhile. */
export async function removeTemplate(transaction: Transaction<Database>, templateId: string): Promise<void> {
  const versions = await transaction
    .selectFrom('template_versions')
    .select('id')
    .where('template_id', '=', templateId)
    .execute()
  const hashes =
    versions.length === 0
      ? []
      : await assetsOf(
          transaction,
          versions.map(({ id }) => id),
        )
  const files = await transaction
    .selectFrom('draft_files')
    .select('blob_hash')
    .where('template_id', '=', templateId)
    .execute()
  await transaction.deleteFrom('templates').where('id', '=', templateId).execute()
  await deleteUnused(transaction, [...hashes, ...files.map(({ blob_hash }) => blob_hash)])
}

function digestOf(content: TemplateContent, hashes: ReadonlyMap<string, string>): string {
  const parts = [content.name, content.html, content.pageSize, content.orientation, content.schema, content.sample]
  const assets = [...hashes].sort(([a], [b]) => (a < b ? -1 : 1))
  const partials = [...(content.partials ?? [])].map(([name, text]) => [name, sha256(text)] as const)
  // Versions from before profiles, standards, choices, settings and shared partials keep their digest.
  const profile = content.profile === 'browser' ? [content.profile] : []
  const standard = standardColumn(content.standard) ?? []
  const settings = content.settings === undefined ? [] : [{ settings: content.settings }]
  const chosen = choicesColumn(content.choices)
  const choices = chosen === null ? [] : [{ choices: chosen }]
  const shared = partials.length > 0 ? [{ partials: partials.sort(([a], [b]) => (a < b ? -1 : 1)) }] : []
  return sha256(
    JSON.stringify([
      parts.map((part) => part ?? null),
      assets,
      ...profile,
      ...[standard].flat(),
      ...choices,
      ...settings,
      ...shared,
    ]),
  )
}

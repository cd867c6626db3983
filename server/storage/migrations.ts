import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { createAccountTables, createIdentities, createKeptForms } from './accounts/account-tables.js'
import { addSecondFactors } from './accounts/second-factors.js'
import { createFormerPaths } from './administration/template-paths.js'
import { createTemplateStages } from './administration/template-stages.js'
import { createUserTables } from './administration/user-tables.js'
import type { StoreDatabase } from './database.js'
import { createDraftTables } from './drafts/draft-tables.js'
import { createListIndexes } from './list-indexes.js'
import { createPartialTables } from './partials/partial-tables.js'
import { assertNotNewer, recordRelease } from './releases.js'
import { addProblems, createRequestLog } from './request-log/request-log-tables.js'
import { createKeptData } from './requests/kept-data.js'
import { createQueueCounts } from './requests/queue-counts.js'
import { createRequestTables } from './requests/request-tables.js'
import { createWebhookTables } from './webhooks/webhook-tables.js'

/**
 * Brings the schema up to date. Safe to run from several processes at once: each migration and its record are
 * one transaction, and the database's lock lets one process through at a time.
 *
 * @param last the migration to stop at, where the schema of an older release is wanted
 * @param version of the package, which is remembered with the data
 * @throws StoreError `newer` when a newer version has been here
 */
export async function migrate(
  database: StoreDatabase,
  { last, version }: { readonly last?: string | undefined; readonly version?: string | undefined } = {},
): Promise<void> {
  const known = migrations(database)
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => known } })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  const names = Object.keys(known)
  if (error !== undefined) {
    await assertNotNewer(database, names, version)
    throw error
  }
  if (last === undefined && version !== undefined) await recordRelease(database, version, names.at(-1) ?? '')
}

/** All migrations by name, applied in the order of their names. A released one never changes. */
function migrations({ bytesType, now }: StoreDatabase): Record<string, Migration> {
  return {
    '0001-organizations-keys-templates': { up: (db) => createFirstTables(db, bytesType) },
    '0002-usage': { up: createUsageTable },
    '0003-requests-jobs': { up: (db) => createRequestTables(db, bytesType) },
    '0004-users-audit': { up: createUserTables },
    '0005-webhooks': { up: createWebhookTables },
    '0006-lists-lanes-leases': { up: (db) => createListIndexes(db, now) },
    '0007-queue-counts': { up: createQueueCounts },
    '0008-fences': { up: addFences },
    '0009-accounts': { up: createAccountTables },
    '0010-request-log': { up: createRequestLog },
    '0011-hidden-templates': { up: addHiddenTemplates },
    '0012-drafts': { up: createDraftTables },
    '0013-manners': { up: addManners },
    '0014-standards': { up: addStandards },
    '0015-document-settings': { up: addDocumentSettings },
    '0016-partials': { up: createPartialTables },
    '0017-identities': { up: createIdentities },
    '0018-scopes': { up: addScopes },
    '0019-file-names': { up: addFileNames },
    '0020-time-zones': { up: addTimeZones },
    '0021-problems': { up: addProblems },
    '0022-choices': { up: addChoices },
    '0023-kept-forms': { up: createKeptForms },
    '0024-former-paths': { up: createFormerPaths },
    '0025-key-settings': { up: addKeySettings },
    '0026-merged-documents': { up: addMergedDocuments },
    '0027-template-stages': { up: createTemplateStages },
    '0030-organization-limits': { up: addOrganizationLimits },
    '0031-kept-data': { up: createKeptData },
    '0032-priorities': { up: addPriorities },
    '0035-second-factors': { up: addSecondFactors },
  }
}

async function createFirstTables(db: Kysely<unknown>, bytesType: StoreDatabase['bytesType']): Promise<void> {
  await createOrganizations(db)
  await createTemplates(db)
  await createAssets(db, bytesType)
}

async function createOrganizations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('organizations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('monthly_quota', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('display', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('allow_ips', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('api_keys_organization')
    .on('api_keys')
    .columns(['organization_id', 'created_at'])
    .execute()
}

async function createTemplates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('templates')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('endpoint_path', 'text', (column) => column.notNull())
    .addColumn('published_version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('templates_path', ['organization_id', 'endpoint_path'])
    .execute()
  await db.schema
    .createTable('template_versions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('template_id', 'text', (column) => column.notNull().references('templates.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('page_size', 'text', (column) => column.notNull())
    .addColumn('orientation', 'text', (column) => column.notNull())
    .addColumn('schema', 'text')
    .addColumn('sample', 'text')
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('template_versions_number', ['template_id', 'version'])
    .execute()
}

async function createAssets(db: Kysely<unknown>, bytesType: StoreDatabase['bytesType']): Promise<void> {
  await db.schema
    .createTable('blobs')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('bytes', bytesType, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('template_assets')
    .addColumn('version_id', 'text', (column) =>
      column.notNull().references('template_versions.id').onDelete('cascade'),
    )
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('blob_hash', 'text', (column) => column.notNull().references('blobs.hash'))
    .addPrimaryKeyConstraint('template_assets_path', ['version_id', 'path'])
    .execute()
  await db.schema.createIndex('template_assets_blob').on('template_assets').column('blob_hash').execute()
}

async function createUsageTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage_counters')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_counters_period', ['organization_id', 'kind', 'period'])
    .execute()
}

/** Templates that were deleted in the dashboard, and can be restored for a while. */
async function addHiddenTemplates(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('templates').addColumn('hidden_path', 'text').execute()
  await db.schema.alterTable('templates').addColumn('hidden_at', 'bigint').execute()
  await db.schema
    .createIndex('templates_hidden')
    .on('templates')
    .columns(['hidden_at'])
    .where(sql<boolean>`hidden_at is not null`)
    .execute()
}

/** Whose pages the documents of a template get. */
async function addManners(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('template_versions').addColumn('manner', 'text').execute()
  await db.schema.alterTable('template_drafts').addColumn('manner', 'text').execute()
}

/** The standards that the documents of a template meet and claim. */
async function addStandards(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('template_versions').addColumn('standard', 'text').execute()
  await db.schema.alterTable('template_drafts').addColumn('standard', 'text').execute()
}

/** The settings of documents in `template.json` besides their pages. */
async function addDocumentSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('template_versions').addColumn('settings', 'text').execute()
  await db.schema.alterTable('template_drafts').addColumn('settings', 'text').execute()
}

/** The settings of templates with values of one line. */
async function addChoices(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('template_versions').addColumn('choices', 'text').execute()
  await db.schema.alterTable('template_drafts').addColumn('choices', 'text').execute()
}

/** The names that documents are saved under. */
async function addFileNames(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('requests').addColumn('file_name', 'text').execute()
}

/** Requests for several documents as one file. */
async function addMergedDocuments(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('requests').addColumn('merged', 'text').execute()
}

/** Where the moments of an organization's documents are. */
async function addTimeZones(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('organizations').addColumn('time_zone', 'text').execute()
}

/** How long an organization keeps documents and data, and how fast its keys may ask. */
async function addOrganizationLimits(db: Kysely<unknown>): Promise<void> {
  for (const column of ['document_days', 'keep_data_days', 'requests_per_second']) {
    await db.schema.alterTable('organizations').addColumn(column, 'integer').execute()
  }
  await db.schema.alterTable('api_keys').addColumn('requests_per_second', 'integer').execute()
}

/** Which documents of an organization come before its others. */
async function addPriorities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('priority', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // In the order in which an organization's jobs are taken.
  await db.schema
    .createIndex('jobs_turns')
    .on('jobs')
    .columns(['state', 'queue', 'organization_id', 'priority', 'run_at', 'id'])
    .execute()
  await db.schema.createIndex('jobs_ref').on('jobs').column('ref_id').execute()
}

/** The rights of keys besides making documents. */
async function addScopes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('scopes', 'text').execute()
}

/** Ends of keys, keys for tests, and why requests with a key were refused. */
async function addKeySettings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('is_test_only', 'integer').execute()
  await db.schema.alterTable('api_keys').addColumn('expires_at', 'bigint').execute()
  await db.schema.alterTable('api_keys').addColumn('refused_at', 'bigint').execute()
  await db.schema.alterTable('api_keys').addColumn('refused_code', 'text').execute()
  await db.schema.alterTable('api_keys').addColumn('refused_address', 'text').execute()
}

async function addFences(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotency_keys').addColumn('token', 'text').execute()
  await db.schema.alterTable('processes').addColumn('steady_since', 'bigint').execute()
}

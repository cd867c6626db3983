import type { Transaction } from 'kysely'
import { recordAudit } from '../administration/audit.js'
import { deleteUnused, insertBlob } from '../administration/blobs.js'
import { insertTemplate } from '../administration/templates.js'
import { choicesColumn, choicesOfColumn } from '../choices-column.js'
import { type ReadDatabase, type StoreDatabase, writeAlone } from '../database.js'
import type { Database } from '../schema.js'
import { standardColumn, standardsOfColumn } from '../standard-column.js'
import { StoreError } from '../store.js'
import {
  type Draft,
  type DraftChange,
  type DraftContent,
  type DraftFile,
  type DraftPlace,
  type DraftTexts,
  FIRST_SAMPLE,
  type FileChanges,
  type NewTemplate,
  type Sample,
} from './draft-store.js'

/** Columns that drafts and versions have in common. */
const TEXTS = [
  'name',
  'html',
  'page_size',
  'orientation',
  'manner',
  'standard',
  'choices',
  'settings',
  'schema',
] as const

export function findDraft(
  { db }: ReadDatabase,
  organizationId: string,
  endpointPath: string,
): Promise<Draft | undefined> {
  return db.transaction().execute(async (snapshot) => {
    const template = await findTemplate(snapshot, organizationId, endpointPath)
    if (!template) return undefined
    const { templateId, versionId, publishedVersion } = template
    const draft = await snapshot
      .selectFrom('template_drafts')
      .selectAll()
      .where('template_id', '=', templateId)
      .executeTakeFirst()
    const version =
      versionId === undefined
        ? undefined
        : await snapshot
            .selectFrom('template_versions')
            .select([...TEXTS, 'sample', 'published_at'])
            .where('id', '=', versionId)
            .executeTakeFirstOrThrow()
    const files = await filesOf(snapshot, draft || versionId === undefined ? { templateId } : { versionId })
    const common = { templateId, endpointPath, publishedVersion, files }
    if (draft) {
      const isPublished =
        version !== undefined &&
        versionId !== undefined &&
        haveSameTexts(draft, version) &&
        haveSameFiles(files, await filesOf(snapshot, { versionId }))
      return {
        ...common,
        isPublished,
        revision: draft.revision,
        baseVersion: draft.base_version,
        name: draft.name,
        html: draft.html,
        pageSize: draft.page_size,
        orientation: draft.orientation,
        profile: draft.manner ?? undefined,
        standard: standardsOfColumn(draft.standard),
        choices: choicesOfColumn(draft.choices),
        settings: draft.settings ?? undefined,
        schema: draft.schema ?? undefined,
        samples: JSON.parse(draft.samples),
        updatedAt: draft.updated_at,
        updatedBy: draft.updated_by ?? undefined,
      }
    }
    // A template has a draft until it is published.
    if (!version) return undefined
    return {
      ...common,
      isPublished: true,
      revision: 0,
      baseVersion: publishedVersion,
      name: version.name,
      html: version.html,
      pageSize: version.page_size,
      orientation: version.orientation,
      profile: version.manner ?? undefined,
      standard: standardsOfColumn(version.standard),
      choices: choicesOfColumn(version.choices),
      settings: version.settings ?? undefined,
      schema: version.schema ?? undefined,
      samples: version.sample === null ? [] : [{ name: FIRST_SAMPLE, data: version.sample }],
      updatedAt: version.published_at,
      updatedBy: undefined,
    }
  })
}

/** Whether a version has the texts that a draft would be published with. The profile `print` may be written or left out. */
function haveSameTexts(
  draft: Pick<Database['template_drafts'], (typeof TEXTS)[number] | 'samples'>,
  version: Pick<Database['template_versions'], (typeof TEXTS)[number] | 'sample'>,
): boolean {
  const [first]: readonly Sample[] = JSON.parse(draft.samples)
  return (
    TEXTS.every((column) => column === 'manner' || draft[column] === version[column]) &&
    (draft.manner ?? 'print') === (version.manner ?? 'print') &&
    (first?.data ?? null) === version.sample
  )
}

/** @param a sorted by path, as `b` is */
function haveSameFiles(a: readonly DraftFile[], b: readonly DraftFile[]): boolean {
  return a.length === b.length && a.every(({ path, hash }, index) => path === b[index]?.path && hash === b[index]?.hash)
}

/** A template by its path, with the version that is published, if one is. */
async function findTemplate(
  db: ReadDatabase['db'],
  organizationId: string,
  endpointPath: string,
): Promise<KnownTemplate | undefined> {
  const row = await db
    .selectFrom('templates')
    .leftJoin('template_versions', (join) =>
      join
        .onRef('template_versions.template_id', '=', 'templates.id')
        .onRef('template_versions.version', '=', 'templates.published_version'),
    )
    .select([
      'templates.id as templateId',
      'template_versions.id as versionId',
      'templates.published_version as publishedVersion',
    ])
    .where('templates.organization_id', '=', organizationId)
    .where('templates.endpoint_path', '=', endpointPath)
    .executeTakeFirst()
  return row && { ...row, versionId: row.versionId ?? undefined }
}

/** The files of a draft, or of a version. */
async function filesOf(
  db: ReadDatabase['db'],
  owner: { readonly templateId: string } | { readonly versionId: string },
): Promise<readonly DraftFile[]> {
  if ('templateId' in owner) {
    return db
      .selectFrom('draft_files')
      .innerJoin('blobs', 'blobs.hash', 'draft_files.blob_hash')
      .select(({ fn }) => ['draft_files.path', 'blobs.hash', fn<number>('length', ['blobs.bytes']).as('size')])
      .where('draft_files.template_id', '=', owner.templateId)
      .orderBy('draft_files.path')
      .execute()
  }
  return db
    .selectFrom('template_assets')
    .innerJoin('blobs', 'blobs.hash', 'template_assets.blob_hash')
    .select(({ fn }) => ['template_assets.path', 'blobs.hash', fn<number>('length', ['blobs.bytes']).as('size')])
    .where('template_assets.version_id', '=', owner.versionId)
    .orderBy('template_assets.path')
    .execute()
}

export async function loadDraftFiles(
  { db }: ReadDatabase,
  organizationId: string,
  endpointPath: string,
  hashes: readonly string[],
): Promise<readonly (readonly [hash: string, bytes: Uint8Array])[]> {
  if (hashes.length === 0) return []
  return db.transaction().execute(async (snapshot) => {
    const template = await findTemplate(snapshot, organizationId, endpointPath)
    if (!template) return []
    const { templateId, versionId = '' } = template
    const rows = await snapshot
      .selectFrom('blobs')
      .selectAll()
      .where('hash', 'in', hashes)
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('draft_files')
              .select('draft_files.path')
              .where('draft_files.template_id', '=', templateId)
              .whereRef('draft_files.blob_hash', '=', 'blobs.hash'),
          ),
          exists(
            selectFrom('template_assets')
              .select('template_assets.path')
              .where('template_assets.version_id', '=', versionId)
              .whereRef('template_assets.blob_hash', '=', 'blobs.hash'),
          ),
          exists(
            selectFrom('partials')
              .select('partials.name')
              .where('partials.organization_id', '=', organizationId)
              .whereRef('partials.blob_hash', '=', 'blobs.hash'),
          ),
        ]),
      )
      .execute()
    return rows.map(({ hash, bytes }) => [hash, bytes] as const)
  })
}

export function saveDraft(
  database: StoreDatabase,
  place: DraftPlace,
  texts: DraftTexts,
  actor?: string,
): Promise<DraftChange> {
  return changeDraft(database, place, actor, async () => columnsOf(texts))
}

/** Makes a draft what it is given, files included. */
export function replaceDraft(
  database: StoreDatabase,
  place: DraftPlace,
  { files, ...texts }: DraftContent,
  actor?: string,
): Promise<DraftChange> {
  return changeDraft(database, place, actor, async (transaction, templateId) => {
    const replaced = await transaction
      .deleteFrom('draft_files')
      .where('template_id', '=', templateId)
      .returning('blob_hash')
      .execute()
    await insertFiles(transaction, templateId, files)
    await deleteUnused(
      transaction,
      replaced.map(({ blob_hash }) => blob_hash),
    )
    return columnsOf(texts)
  })
}

export function createTemplate(
  database: StoreDatabase,
  { organizationId, endpointPath, files, ...texts }: NewTemplate,
  actor?: string,
): Promise<{ readonly templateId: string }> {
  return database.db.transaction().execute(async (transaction) => {
    await writeAlone(database, transaction, 'templates')
    const { templateId } = await insertTemplate(database, transaction, organizationId, endpointPath)
    await transaction
      .insertInto('template_drafts')
      .values({
        ...columnsOf(texts),
        template_id: templateId,
        revision: 1,
        base_version: 0,
        updated_at: database.now,
        updated_by: actor ?? null,
      })
      .execute()
    await insertFiles(transaction, templateId, files)
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'template.created',
      subject: templateId,
      details: { path: endpointPath },
    })
    return { templateId }
  })
}

function columnsOf(texts: DraftTexts) {
  return {
    name: texts.name,
    html: texts.html,
    page_size: texts.pageSize,
    orientation: texts.orientation,
    manner: texts.profile ?? null,
    standard: standardColumn(texts.standard),
    choices: choicesColumn(texts.choices),
    settings: texts.settings ?? null,
    schema: texts.schema ?? null,
    samples: JSON.stringify(texts.samples),
  }
}

async function insertFiles(
  transaction: Transaction<Database>,
  templateId: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [path, bytes] of files) {
    const hash = await insertBlob(transaction, bytes)
    await transaction.insertInto('draft_files').values({ template_id: templateId, path, blob_hash: hash }).execute()
  }
}

export function changeDraftFiles(
  database: StoreDatabase,
  place: DraftPlace,
  { put, remove }: FileChanges,
  actor?: string,
): Promise<DraftChange> {
  return changeDraft(database, place, actor, async (transaction, templateId) => {
    const paths = [...put.keys(), ...remove]
    if (paths.length > 0) {
      const replaced = await transaction
        .deleteFrom('draft_files')
        .where('template_id', '=', templateId)
        .where('path', 'in', paths)
        .returning('blob_hash')
        .execute()
      await insertFiles(transaction, templateId, put)
      await deleteUnused(
        transaction,
        replaced.map(({ blob_hash }) => blob_hash),
      )
    }
    return {}
  })
}

type ChangedColumns = Partial<Pick<Database['template_drafts'], (typeof TEXTS)[number] | 'samples'>>

/** Changes the draft that its editor knows, which is made of what is published when there is none. */
function changeDraft(
  database: StoreDatabase,
  { organizationId, endpointPath, revision, baseVersion }: DraftPlace,
  actor: string | undefined,
  change: (transaction: Transaction<Database>, templateId: string) => Promise<ChangedColumns>,
): Promise<DraftChange> {
  return database.db.transaction().execute(async (transaction) => {
    // Nobody may remove a file that is about to be used.
    await writeAlone(database, transaction, 'templates')
    const template = await findTemplate(transaction, organizationId, endpointPath)
    if (!template) throw new StoreError('missing', `there is no template "${endpointPath}"`)
    const { templateId, versionId, publishedVersion } = template
    const known = await transaction
      .selectFrom('template_drafts')
      .select(['revision', 'base_version', 'updated_by'])
      .where('template_id', '=', templateId)
      .executeTakeFirst()
    if ((known?.revision ?? 0) !== revision) {
      return { kind: 'conflict', revision: known?.revision ?? 0, updatedBy: known?.updated_by ?? undefined }
    }
    if (!known && baseVersion !== undefined && baseVersion !== publishedVersion) {
      return { kind: 'conflict', revision: 0, updatedBy: undefined }
    }
    if (versionId !== undefined) {
      const published = { templateId, versionId, publishedVersion }
      if (!known) await beginDraft(database, transaction, published)
      else if (known.base_version !== publishedVersion) await rebasePublished(transaction, published)
    }
    const columns = await change(transaction, templateId)
    const { updated_at } = await transaction
      .updateTable('template_drafts')
      .set({ ...columns, revision: revision + 1, updated_at: database.now, updated_by: actor ?? null })
      .where('template_id', '=', templateId)
      .returning('updated_at')
      .executeTakeFirstOrThrow()
    return { kind: 'saved', revision: revision + 1, updatedAt: updated_at }
  })
}

/** A draft that was published by another way, as by the command line, goes on from that version. */
async function rebasePublished(
  transaction: Transaction<Database>,
  { templateId, versionId, publishedVersion }: Published,
): Promise<void> {
  const draft = await transaction
    .selectFrom('template_drafts')
    .select([...TEXTS, 'samples'])
    .where('template_id', '=', templateId)
    .executeTakeFirstOrThrow()
  const version = await transaction
    .selectFrom('template_versions')
    .select([...TEXTS, 'sample'])
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  const isPublished =
    haveSameTexts(draft, version) &&
    haveSameFiles(await filesOf(transaction, { templateId }), await filesOf(transaction, { versionId }))
  if (!isPublished) return
  await transaction
    .updateTable('template_drafts')
    .set({ base_version: publishedVersion })
    .where('template_id', '=', templateId)
    .execute()
}

interface KnownTemplate {
  readonly templateId: string
  /** Absent while nothing is published. */
  readonly versionId: string | undefined
  /** 0 while nothing is published. */
  readonly publishedVersion: number
}

type Published = KnownTemplate & { readonly versionId: string }

async function beginDraft(
  { now }: StoreDatabase,
  transaction: Transaction<Database>,
  { templateId, versionId, publishedVersion }: Published,
): Promise<void> {
  const version = await transaction
    .selectFrom('template_versions')
    .select([...TEXTS, 'sample'])
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  const { sample, ...texts } = version
  const samples = JSON.stringify(sample === null ? [] : [{ name: FIRST_SAMPLE, data: sample }])
  await transaction
    .insertInto('template_drafts')
    .values({
      ...texts,
      template_id: templateId,
      revision: 0,
      base_version: publishedVersion,
      samples,
      updated_at: now,
      updated_by: null,
    })
    .execute()
  const files = await transaction
    .selectFrom('template_assets')
    .select(['path', 'blob_hash'])
    .where('version_id', '=', versionId)
    .execute()
  if (files.length === 0) return
  await transaction
    .insertInto('draft_files')
    .values(files.map((file) => ({ ...file, template_id: templateId })))
    .execute()
}

export async function discardDraft(
  database: StoreDatabase,
  organizationId: string,
  endpointPath: string,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    await writeAlone(database, transaction, 'templates')
    const published = await findTemplate(transaction, organizationId, endpointPath)
    // Of a template that was never published the draft is all there is.
    if (!published || published.versionId === undefined) return
    const files = await transaction
      .deleteFrom('draft_files')
      .where('template_id', '=', published.templateId)
      .returning('blob_hash')
      .execute()
    await transaction.deleteFrom('template_drafts').where('template_id', '=', published.templateId).execute()
    await deleteUnused(
      transaction,
      files.map(({ blob_hash }) => blob_hash),
    )
  })
}

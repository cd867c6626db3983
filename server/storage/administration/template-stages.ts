import type { Kysely } from 'kysely'
import { type ReadDatabase, type StoreDatabase, writeAlone } from '../database.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import { type PublishedTemplate, StoreError } from '../store.js'
import { recordAudit } from './audit.js'

/** The stage that every template has once it is published: each publishing moves it, and nothing else does. */
export const LIVE = 'live'

/** Stages of one template besides `live`. */
export const MAX_STAGES = 20

/** A version that requests get by the name of a stage. */
export interface TemplateStageTable {
  readonly template_id: string
  readonly stage: string
  readonly version_id: string
  readonly moved_at: number
  readonly moved_by: string | null
}

/** A stage of a template, apart from `live`. */
export interface TemplateStage {
  readonly stage: string
  readonly version: number
  readonly movedAt: number
  readonly movedBy: string | undefined
}

/** A template's stage that is to carry a version. */
export interface StageMove {
  readonly organizationId: string
  readonly endpointPath: string
  /** Any but `live`. */
  readonly stage: string
  readonly version: number
}

/** The versions that requests get by the name of a stage. */
export async function createTemplateStages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('template_stages')
    .addColumn('template_id', 'text', (column) => column.notNull().references('templates.id').onDelete('cascade'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('version_id', 'text', (column) =>
      column.notNull().references('template_versions.id').onDelete('cascade'),
    )
    .addColumn('moved_at', 'bigint', (column) => column.notNull())
    .addColumn('moved_by', 'text')
    .addPrimaryKeyConstraint('template_stages_name', ['template_id', 'stage'])
    .execute()
  await db.schema.createIndex('template_stages_version').on('template_stages').column('version_id').execute()
}

type StagePlace = Pick<StageMove, 'organizationId' | 'endpointPath' | 'stage'>

const stagedTemplates = prepareQuery(({ db }: ReadDatabase, value: Placeholders<StagePlace>) =>
  db
    .selectFrom('templates')
    .innerJoin('template_stages', 'template_stages.template_id', 'templates.id')
    .select(['templates.id as templateId', 'template_stages.version_id as versionId'])
    .where('templates.organization_id', '=', value('organizationId'))
    .where('templates.endpoint_path', '=', value('endpointPath'))
    .where('template_stages.stage', '=', value('stage')),
)

/** The version that a stage of a template carries, by the template's own path. */
export async function findStagedTemplate(
  database: ReadDatabase,
  place: StagePlace,
): Promise<PublishedTemplate | undefined> {
  const [template] = await stagedTemplates(database, database.db, place)
  return template
}

/** In the order of their names. */
export async function listStages(
  { db }: ReadDatabase,
  organizationId: string,
  endpointPath: string,
): Promise<readonly TemplateStage[]> {
  const rows = await db
    .selectFrom('templates')
    .innerJoin('template_stages', 'template_stages.template_id', 'templates.id')
    .innerJoin('template_versions', 'template_versions.id', 'template_stages.version_id')
    .select([
      'template_stages.stage',
      'template_versions.version',
      'template_stages.moved_at as movedAt',
      'template_stages.moved_by as movedBy',
    ])
    .where('templates.organization_id', '=', organizationId)
    .where('templates.endpoint_path', '=', endpointPath)
    .orderBy('template_stages.stage')
    .execute()
  return rows.map(({ movedBy, ...stage }) => ({ ...stage, movedBy: movedBy ?? undefined }))
}

export function moveStage(
  database: StoreDatabase,
  { organizationId, endpointPath, stage, version }: StageMove,
  actor?: string,
): Promise<{ readonly changed: boolean }> {
  return database.db.transaction().execute(async (transaction) => {
    // Nobody may remove the version, or the template, meanwhile.
    await writeAlone(database, transaction, 'templates')
    const target = await transaction
      .selectFrom('templates')
      .innerJoin('template_versions', 'template_versions.template_id', 'templates.id')
      .select(['templates.id as templateId', 'template_versions.id as versionId'])
      .where('templates.organization_id', '=', organizationId)
      .where('templates.endpoint_path', '=', endpointPath)
      .where('template_versions.version', '=', version)
      .executeTakeFirst()
    if (!target) throw new StoreError('missing', `there is no version ${version} of "${endpointPath}"`)
    const { templateId, versionId } = target
    const stages = await transaction
      .selectFrom('template_stages')
      .innerJoin('template_versions', 'template_versions.id', 'template_stages.version_id')
      .select(['template_stages.stage', 'template_versions.version'])
      .where('template_stages.template_id', '=', templateId)
      .execute()
    const before = stages.find((known) => known.stage === stage)
    if (before?.version === version) return { changed: false }
    if (!before && stages.length >= MAX_STAGES) {
      throw new StoreError('conflict', `a template has at most ${MAX_STAGES} stages besides "${LIVE}"`)
    }
    const moved = { version_id: versionId, moved_at: database.now, moved_by: actor ?? null }
    await transaction
      .insertInto('template_stages')
      .values({ template_id: templateId, stage, ...moved })
      .onConflict((conflict) => conflict.columns(['template_id', 'stage']).doUpdateSet(moved))
      .execute()
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'template.stage_moved',
      subject: templateId,
      details: { path: endpointPath, stage, version, ...(before && { before: before.version }) },
    })
    return { changed: true }
  })
}

export function removeStage(
  database: StoreDatabase,
  { organizationId, endpointPath, stage }: StagePlace,
  actor?: string,
): Promise<void> {
  return database.db.transaction().execute(async (transaction) => {
    await writeAlone(database, transaction, 'templates')
    const known = await findStagedTemplate({ ...database, db: transaction }, { organizationId, endpointPath, stage })
    if (!known) throw new StoreError('missing', `"${endpointPath}" has no stage "${stage}"`)
    const { templateId } = known
    await transaction
      .deleteFrom('template_stages')
      .where('template_id', '=', templateId)
      .where('stage', '=', stage)
      .execute()
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'template.stage_removed',
      subject: templateId,
      details: { path: endpointPath, stage },
    })
  })
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { type ReadDatabase, type StoreDatabase, writeAlone } from '../database.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import type { Database } from '../schema.js'
import { StoreError } from '../store.js'
import { recordAudit } from './audit.js'

/** How long the path of a template answers after the template got another: thirty days. */
const KEPT_MS = 30 * 86_400_000

/** A path that a template had before, by which it is still found. */
export interface FormerPathTable {
  readonly organization_id: string
  readonly endpoint_path: string
  readonly template_id: string
  /** Anybody may take it from this time on. */
  readonly until_at: number
}

/** A path that a template had before. */
export interface FormerPath {
  readonly endpointPath: string
  readonly until: number
}

/** Where a template is. */
export interface TemplatePlace {
  readonly templateId: string
  /** Its path, which is another than the one that was asked for where that is a former one. */
  readonly endpointPath: string
  /** 0 for a template that was never published. */
  readonly publishedVersion: number
  /** How long a former path leads to it; absent for its own. */
  readonly until: number | undefined
}

/** The paths that templates had before. */
export async function createFormerPaths(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('former_paths')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('endpoint_path', 'text', (column) => column.notNull())
    .addColumn('template_id', 'text', (column) => column.notNull().references('templates.id').onDelete('cascade'))
    .addColumn('until_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('former_paths_path', ['organization_id', 'endpoint_path'])
    .execute()
  await db.schema.createIndex('former_paths_template').on('former_paths').column('template_id').execute()
  await db.schema.createIndex('former_paths_until').on('former_paths').column('until_at').execute()
}

const formerOwners = prepareQuery(
  ({ db }: ReadDatabase, value: Placeholders<{ organizationId: string; endpointPath: string }>) =>
    db
      .selectFrom('former_paths')
      .innerJoin('templates', 'templates.id', 'former_paths.template_id')
      .select([
        'templates.id as templateId',
        'templates.endpoint_path as endpointPath',
        'templates.published_version as publishedVersion',
        'former_paths.until_at as until',
      ])
      .where('former_paths.organization_id', '=', value('organizationId'))
      .where('former_paths.endpoint_path', '=', value('endpointPath'))
      .where('templates.hidden_at', 'is', null),
)

/** The template that had a path before. It is found there until the path is forgotten, which is when it may be taken again. */
export async function findFormerOwner(
  database: ReadDatabase,
  organizationId: string,
  endpointPath: string,
): Promise<TemplatePlace | undefined> {
  const [owner] = await formerOwners(database, database.db, { organizationId, endpointPath })
  return owner
}

export async function findTemplate(
  database: ReadDatabase,
  organizationId: string,
  endpointPath: string,
): Promise<TemplatePlace | undefined> {
  const own = await database.db
    .selectFrom('templates')
    .select(['id as templateId', 'endpoint_path as endpointPath', 'published_version as publishedVersion'])
    .where('organization_id', '=', organizationId)
    .where('endpoint_path', '=', endpointPath)
    .executeTakeFirst()
  return own ? { ...own, until: undefined } : findFormerOwner(database, organizationId, endpointPath)
}

/** The paths that a template had before, the one that is kept longest first. */
export async function listFormerPaths(
  { db }: ReadDatabase,
  organizationId: string,
  templateId: string,
): Promise<readonly FormerPath[]> {
  const rows = await db
    .selectFrom('former_paths')
    .select(['endpoint_path as endpointPath', 'until_at as until'])
    .where('organization_id', '=', organizationId)
    .where('template_id', '=', templateId)
    .execute()
  return rows.sort((a, b) => b.until - a.until)
}

/**
 * Makes sure that a template may get a path, and that the path leads to no other any more. The caller lets nobody change
 * templates meanwhile.
 *
 * @param templateId the template that gets it, if there is one: it may have had the path before
 * @throws StoreError `conflict` when another has it, or had it until not long ago
 */
export async function claimPath(
  { now }: Pick<StoreDatabase, 'now'>,
  transaction: Transaction<Database>,
  organizationId: string,
  endpointPath: string,
  templateId?: string,
): Promise<void> {
  const taken = await transaction
    .selectFrom('templates')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('endpoint_path', '=', endpointPath)
    .executeTakeFirst()
  if (taken && taken.id !== templateId) {
    throw new StoreError('conflict', `there is another template "${endpointPath}"`)
  }
  const former = await transaction
    .selectFrom('former_paths')
    .innerJoin('templates', 'templates.id', 'former_paths.template_id')
    .select(({ eb }) => [
      'templates.id',
      'templates.endpoint_path',
      'templates.hidden_at',
      eb('until_at', '>', now).as('isKept'),
    ])
    .where('former_paths.organization_id', '=', organizationId)
    .where('former_paths.endpoint_path', '=', endpointPath)
    .executeTakeFirst()
  if (!former) return
  if (former.isKept && former.hidden_at === null && former.id !== templateId) {
    throw new StoreError(
      'conflict',
      `"${endpointPath}" was the path of the template "${former.endpoint_path}", which still answers there`,
    )
  }
  await transaction
    .deleteFrom('former_paths')
    .where('organization_id', '=', organizationId)
    .where('endpoint_path', '=', endpointPath)
    .execute()
}

export function moveTemplate(
  database: StoreDatabase,
  organizationId: string,
  from: string,
  to: string,
  actor?: string,
): Promise<void> {
  return database.db.transaction().execute(async (transaction) => {
    await writeAlone(database, transaction, 'templates')
    const template = await transaction
      .selectFrom('templates')
      .select(['id', 'published_version'])
      .where('organization_id', '=', organizationId)
      .where('endpoint_path', '=', from)
      .executeTakeFirst()
    if (!template) throw new StoreError('missing', `there is no template "${from}"`)
    if (from === to) return
    await claimPath(database, transaction, organizationId, to, template.id)
    await transaction.updateTable('templates').set({ endpoint_path: to }).where('id', '=', template.id).execute()
    // Nobody can have sent data to a template that was never published.
    if (template.published_version > 0) {
      await transaction
        .insertInto('former_paths')
        .values({
          organization_id: organizationId,
          endpoint_path: from,
          template_id: template.id,
          until_at: sql<number>`${database.now} + ${sql.lit(KEPT_MS)}`,
        })
        .execute()
    }
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'template.moved',
      subject: template.id,
      details: { path: to, before: from },
    })
  })
}

/** Forgets former paths whose time is over; says how many. */
export async function deleteFormerPaths({ db, now }: StoreDatabase, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('former_paths')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'endpoint_path'),
        'in',
        selectFrom('former_paths as old')
          .select(['old.organization_id', 'old.endpoint_path'])
          .where('old.until_at', '<=', now)
          .orderBy('old.until_at')
          .limit(limit)
          .$asTuple('organization_id', 'endpoint_path'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
